"""A language that marks whatever is translated: nothing that people read on the pages of a game
stands outside of a mark, but for clauses and their texts, lines of notation, ids, names of places
and commanders, and what people wrote themselves.

The language knows what is in the templates of the catalogues and nothing else, so a text that
`make messages` does not find is found here as well.
"""

from __future__ import annotations

import dataclasses
import gettext as standard
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec
import pytest
from babel.dates import get_day_names, get_month_names
from babel.messages.pofile import read_po

import api.languages
from api.command_line.play import play_on
from api.web import catalogue
from api.web.game.linking import uncited
from napoleon.log.clocks import FORFEIT, PASS, Absence, Clock
from napoleon.log.game import Game
from napoleon.play.clock import absences, setting, stand_ins
from napoleon.play.clock.running import run
from napoleon.play.dispatches import charter
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.orders import Refusal
from napoleon.rulesets import napoleon1815, napoleonic_empire
from tests.api.conftest import desk_at
from tests.api.desk import Table
from tests.clocks import MONDAY, Time
from tests.repetitions import so_many
from tests.story.test_marked import CLOSED, OPENED, WORD, outside
from tests.web.browser import parsed
from tests.web.tables import desk_for, play, readers, seated, table_of

MARKED = "de"
"""A code that Babel knows: dates and lists are told in that language by Babel itself."""

BY_BABEL = frozenset(
    {
        *{"und", "oder", "Sekunden", "Sekunde", "Minuten", "Minute", "Stunden", "Stunde"},
        *{"Tage", "Tag", "Woche", "Wochen"},
        *get_day_names("wide", locale=MARKED).values(),
        *get_month_names("wide", locale=MARKED).values(),
    }
)

SAID = "Cogito ergo sum"
"""What people write, and what they are called."""

PARIS = "Europe/Paris"
"""Time zones are called by their names in the IANA database."""

GAMES: dict[str, tuple[Ruleset, dict[str, Any], int]] = {
    "1815": (napoleon1815.RULES, {}, 1),
    "1815 in fog": (napoleon1815.RULES, {"rules": "grognard"}, 2),
    "1815 for three": (napoleon1815.RULES, {"players": 3}, 1),
    "empire": (napoleonic_empire.RULES, {"commanders": True, "divided_russia": True}, 2),
}

STEP = 140
"""Orders between two positions that are looked at."""

CLAUSE = re.compile(r"\b[A-Z0-9]+(?:[.\-]\w+)+|\b[A-Z]{2,}[0-9]*\b|\b[0-9a-f]{32,}\b")
"""A clause, the part of the rules that it is of, or a hash."""

READ = ("title", "aria-label", "alt", "placeholder", "aria-valuetext", "data-label", "data-done")
"""Attributes that people read or hear."""

OF_THE_DESCRIPTION = ("description", "og:title", "og:description", "og:image:alt")

NOT_READ = {"script", "style", "pre", "code", "time"}
"""Elements with no words of ours: programs, lines of notation, addresses, what Babel tells."""


BLANK = re.compile(r"(%\(\w+\)s|%%|\{\w+(?::[^}]*)?\})")
"""What is filled into a text, which has to be translated by itself."""

SAID_ONCE = frozenset({"the", "named", "worded"})
"""How fields of a sentence are told; anything else behind a colon are words to choose from."""


def marked(text: str) -> str:
    """A text with marks round all of it that is not filled in."""
    return "".join(
        _blank(part) if BLANK.fullmatch(part) else f"{OPENED}{part}{CLOSED}" if part else ""
        for part in BLANK.split(text)
    )


def _blank(blank: str) -> str:
    name, colon, words = blank.strip("{}").partition(":")
    if blank.startswith("%") or not colon or words in SAID_ONCE:
        return blank
    told = "/".join(f"{OPENED}{word}{CLOSED}" for word in words.split("/"))
    return f"{{{name}:{told}}}"


class Marking(standard.NullTranslations):
    """Marks the texts of a template, and leaves all others to those that it falls back on."""

    def __init__(self, texts: frozenset[str]) -> None:
        super().__init__()
        self._texts = texts

    def gettext(self, message: str) -> str:
        return marked(message) if message in self._texts else super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        if msgid1 in self._texts:
            return marked(msgid1 if n == 1 else msgid2)
        return super().ngettext(msgid1, msgid2, n)


def marks(file: Path, code: str) -> standard.NullTranslations:
    """In place of a catalogue: marks for every text of the template it is made from."""
    with (file.parents[2] / f"{file.stem}.pot").open("rb") as opened:
        found = [it.id for it in read_po(opened) if it.id]
    return Marking(frozenset(it if isinstance(it, str) else it[0] for it in found))


@pytest.fixture(autouse=True)
def language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The marking language, beside those of the service."""
    monkeypatch.setitem(catalogue.LANGUAGES, MARKED, "⟦marked⟧")
    monkeypatch.setattr(api.languages, "catalogue", marks)
    for rules in (napoleon1815.RULES, napoleonic_empire.RULES):
        monkeypatch.setattr(rules, "storybook", marked_names(rules))
    catalogue.translations.cache_clear()
    api.languages._language.cache_clear()


def marked_names(rules: Ruleset) -> Any:
    """The storybook of a game that has names of its own for whatever has any in French."""
    book = rules.storybook

    def named(code: str) -> dict[str, str]:
        found = book.named("fr" if code == MARKED else code)
        return {it: f"{OPENED}{rules.names.get(it, it)}{CLOSED}" for it in found}

    def cards(code: str) -> dict[int, str]:
        found = book.cards("fr" if code == MARKED else code)
        return {it: f"{OPENED}{rules.cards[it]}{CLOSED}" for it in found}

    return dataclasses.replace(book, named=named, cards=cards)


class Page:
    """The texts of a page, and what may stand in it without being translated."""

    def __init__(self, rules: Ruleset, game: str, names: Iterable[str]) -> None:
        texts_of_clauses = {*rules.clauses.values(), *map(uncited, rules.clauses.values())}
        self._texts = sorted(texts_of_clauses, key=len, reverse=True)
        others = {
            game,
            SAID,
            PARIS,
            rules.title,
            "Napoleon",
            *catalogue.LANGUAGES.values(),
            "SVG",
            "PNG",
        }
        self._names = sorted({*names, *others}, key=len, reverse=True)
        self._seen: dict[str, bool] = {}
        """Texts that were read, and whether a word was left: most stand on many pages."""

    def left(self, page: Element) -> Iterator[str]:
        """Every text with words in it that nothing has marked."""
        for text in texts(page):
            told = " ".join(text.split())
            if told not in self._seen:
                self._seen[told] = bool(self._words(told))
            if self._seen[told]:
                yield told

    def _words(self, text: str) -> list[str]:
        for clause in self._texts:
            if text and text.removesuffix("...") in clause:
                return []
            text = text.replace(clause, " ")
        left = CLAUSE.sub(" ", outside(whole(text).replace(OPENED, f" {OPENED}")))
        for name in self._names:
            left = left.replace(name, " ")
        return [it for it in WORD.findall(left) if it not in BY_BABEL]


def whole(text: str) -> str:
    """A text with the marks that another part of it has: a label is drawn in several lines."""
    depth, before = 0, 0
    for char in text:
        depth += (char == OPENED) - (char == CLOSED)
        before = max(before, -depth)
    return OPENED * before + text + CLOSED * (depth + before)


def texts(page: Element) -> Iterator[str]:
    """All that is read on a page, one element after the other, and in its attributes."""
    for element in page:
        if element.tag in NOT_READ or element.get("lang") == "en":
            pass
        elif isinstance(element.tag, str):
            # An order is written as a line of notation.
            if element.get("name") != "line":
                yield from (element.attrib[it] for it in READ if it in element.attrib)
            if element.get("name", element.get("property")) in OF_THE_DESCRIPTION:
                yield element.attrib["content"]
            yield element.text or ""
            yield from texts(element)
        yield element.tail or ""


Asked = Callable[[Table, str | None], Iterator[tuple[str, Element]]]
"""Pages by their addresses, as a seat of a table is answered."""


EVENTS = so_many(5, 15)
"""Of so many of the newest events the pages are looked at."""


def asked_for(table: Table, seat: str | None, events: int) -> Iterator[tuple[str, Element]]:
    """The pages of a game, of its newest `events` and those beside it, as `seat` is answered."""
    browser = seated(table, seat)
    browser.language = MARKED
    here, last = f"/games/{table.id}", table.version
    asked = ["", "?level=counts", "?level=play", f"?at={last - 9}&since={last - 60}"]
    asked += [f"/log/{at}" for at in range(last - events + 1, last + 1)]
    asked += [
        "/people",
        "/clock",
        "/desk",
        "/instructions",
        "/takebacks",
        "/disputes",
        "/rulings",
        "/record",
    ]
    asked += [f"/takebacks?to={last - 20}", f"/disputes?version={last - 3}"]
    asked += [f"/battles/{at}" for at in battles(table)[-2:]]
    for path in asked:
        answer = browser.get(here + path)
        if answer.status_code == 200:
            yield path, parsed(answer)


def battles(table: Table) -> list[int]:
    """The versions at which a battle began."""
    found = table.desk.games.history(table.id)
    return [it.version for it in found if it.type in ("CombatStarted", "BattleStarted")]


COMMANDERS = ("Wellington", "Blücher", "Davout", "Lannes")
CARDS = (
    "Austerlitz",
    "Friedland",
    "Trafalgar",
    "Toulon",
    "Louis Berthier",
    "Conscription",
    "Gebhard von",
)
COUNTRIES = ("Portugal", "Riga", "Minsk", "Kiev")
"""Names of the empire that are the same in French."""

RIVERS = ("Sambre", "Dyle", "Senne", "Dendre")


def names_of(rules: Ruleset) -> list[str]:
    """Names of areas, blocks and commanders that are the same in all languages."""
    if rules.name == "napoleonic_empire":
        return [*COMMANDERS, *CARDS, *COUNTRIES]
    sides = {"french", "allied", "anglo_dutch", "prussian"}
    titles = set(rules.storybook.named("en"))
    names = [name for it, name in rules.names.items() if it not in sides | titles]
    # The letters on a counter, and what tells two scouts of a name apart.
    return [*names, *RIVERS, "AD", *(it for it in rules.names if "_scout_" in it)]


def found_on(table: Table, asked: Asked) -> dict[str, str]:
    """What is not translated on the pages of a game, each with a page that it stands on."""
    [rules] = table.desk.games.rulesets.values()
    page = Page(rules, table.id, names_of(rules))
    return {
        text: f"{path} of {seat or SPECTATOR}"
        for seat in readers(table)
        for path, tree in asked(table, seat)
        for text in page.left(tree)
    }


@pytest.mark.sampled(1)
@pytest.mark.parametrize("events", EVENTS)
@pytest.mark.parametrize("kind", GAMES)
def test_every_text_of_a_game_is_translated(kind: str, events: int, tmp_path: Path) -> None:
    rules, options, times = GAMES[kind]
    table = table_of(desk_for(tmp_path, rules), **options)
    for _ in range(times):
        play(table, STEP)
        assert found_on(table, partial(asked_for, events=events)) == {}


FIRST_ORDERS = 20
"""A version before which everybody has been asked."""

ENDED = ("1815 in fog", "empire")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("events", EVENTS)
@pytest.mark.parametrize("kind", ENDED)
def test_a_game_that_is_over_is_told_in_one_language(
    kind: str, events: int, tmp_path: Path
) -> None:
    rules, options, _ = GAMES[kind]
    table = table_of(desk_for(tmp_path, rules), **options)
    play(table, STEP)
    game = play_on(table.desk.games, table.desk.games.open(table.id), RandomBot(3))
    assert game.over
    table.desk.catch_up()
    assert found_on(table, partial(asked_for, events=events)) == {}


def beside(table: Table, seat: str | None) -> Iterator[tuple[str, Element]]:
    """The pages of the site, and those by which one comes to a game."""
    browser = seated(table, seat)
    browser.language = MARKED
    [rules] = table.desk.games.rulesets.values()
    for path in (
        "/",
        "/new",
        f"/new?ruleset={rules.name}&scenario={rules.scenarios[0].id}",
        "/archive",
        f"/rules/{rules.name}",
        "/rulings",
        f"/games/{table.id}/join?seat={seat}",
        f"/games/{table.id}/session",
        f"/games/{table.id}/invitations",
    ):
        answer = browser.get(path)
        if not 300 <= answer.status_code < 400:
            yield f"{path} ({answer.status_code})", parsed(answer)


@pytest.mark.parametrize("kind", ["1815 for three", "empire"])
def test_the_pages_beside_a_game_are_translated(kind: str, tmp_path: Path) -> None:
    rules, options, _ = GAMES[kind]
    table = table_of(desk_for(tmp_path, rules), **options)
    play(table, STEP)
    table.desk.catch_up()
    assert found_on(table, beside) == {}


def settled(table: Table, seat: str | None) -> Iterator[tuple[str, Element]]:
    """The pages of what people settle between them, and of its record."""
    browser = seated(table, seat)
    browser.language = MARKED
    here, last = f"/games/{table.id}", table.version
    asked = ["?level=play", "/takebacks", "/disputes", "/rulings", "/press"]
    asked += [f"/disputes/{at}" for at in table.desk.games.open(table.id).disputes]
    asked += [f"/log/{at}" for at in range(last - 8, last + 1)]
    for path in asked:
        yield path, parsed(browser.get(here + path))


def write_all(table: Table) -> None:
    """Press of every kind, some of it erased again."""
    chosen = {"lost": 10, "captured": 10, "pace": 4}
    assert not isinstance(charter(table.desk.games, table.id, REFEREE, **chosen), Refusal)
    place = table.get("/dispatches", "french").json["places"][0]
    ride = {"to": "allied", "origin": place, "destination": place, "text": SAID}
    sent = [
        table.post("/press", "french", {"to": ["allied", "referee"], "text": SAID}),
        table.post("/press", "referee", {"to": ["all"], "text": SAID}),
        table.post("/dispatches", "french", ride),
    ]
    assert [it.status_code for it in sent] == [201, 201, 201]
    path = f"/games/{table.id}/texts/{sent[0].json['text_id']}"
    assert table.desk.call("DELETE", path, table.token("french")).status_code == 204


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["1815 in fog", "empire"])
def test_what_is_settled_beside_the_table_is_translated(kind: str, tmp_path: Path) -> None:
    rules, options, _ = GAMES[kind]
    table = table_of(desk_for(tmp_path, rules), **options)
    play(table, STEP)
    version = table.version
    clause = next(iter(rules.clauses))
    claim = {"version": version, "clause": clause, "claim": SAID, "relief": "rewind"}
    opened = table.post("/disputes", "allied", claim)
    assert opened.status_code == 201, opened.text
    case = opened.json["dispute"]
    assert table.post(f"/disputes/{case}/statements", "french", {"text": SAID}).status_code == 201
    back = table.post("/takebacks", "french", {"to": FIRST_ORDERS, "why": SAID})
    assert back.status_code == 201, back.text
    write_all(table)
    assert found_on(table, settled) == {}
    answer = {"answer": "refuse"}
    refused = table.post(f"/takebacks/{back.json['takeback']}/answers", "allied", answer)
    assert refused.status_code in (200, 201), refused.text
    ruling = {"outcome": "stand", "clauses": [clause], "reason": SAID, "case": case}
    given = table.post("/rulings", "referee", ruling)
    assert given.status_code == 201, given.text
    assert found_on(table, settled) == {}


def timed(table: Table, seat: str | None) -> Iterator[tuple[str, Element]]:
    """The pages that tell of the clock, and the strip of the game's page."""
    browser = seated(table, seat)
    browser.language = MARKED
    page = parsed(browser.get(f"/games/{table.id}"))
    yield "the strip", next(it for it in page.iter("section") if it.get("id") == "now")
    for path in ("/clock", "/desk"):
        answer = browser.get(f"/games/{table.id}{path}")
        if answer.status_code == 200:
            yield path, parsed(answer)


CLOCKS = (
    Clock(48 * 60, days=(1, 2, 3, 4, 5), opens=8 * 60, closes=22 * 60, then=PASS),
    Clock(36 * 60, days=(6, 7), then=FORFEIT),
    Clock(90, days=(1, 3), zone=PARIS, wait=0),
)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["1815 for three", "empire"])
def test_the_clock_is_translated(kind: str, tmp_path: Path) -> None:
    rules, options, _ = GAMES[kind]
    time = Time(MONDAY)
    desk = desk_at(tmp_path, rules, clock=time)
    table, games = table_of(desk, **options), desk.games
    for seat in games.open(table.id).created.seats:
        games.claim(table.id, seat, fresh=str(table.token(seat)))
    for clock in CLOCKS:
        every = {it: 30 * place for place, it in enumerate(rules.kinds, start=1)}
        given = msgspec.structs.replace(clock, kinds=every)
        assert isinstance(setting.set_clock(games, table.id, REFEREE, given), Game)
        assert found_on(table, timed) == {}
    [due, *_] = games.open(table.id).timekeeping.deadlines.values()
    days = (date(2026, 8, 2), date(2026, 8, 3))
    assert isinstance(absences.declare(games, table.id, due.set.seat, *days, PARIS), Absence)
    assert isinstance(stand_ins.name(games, table.id, due.set.seat), Game)
    for _ in range(3):
        time.goes_on(days=5)
        run(games, table.id)
        assert found_on(table, timed) == {}
    assert isinstance(setting.hold(games, table.id, REFEREE, SAID), Game)
    assert found_on(table, timed) == {}
