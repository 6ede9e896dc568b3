"""No page of any game has a code in it where its reader looks for a name.

A clause is cited by its number, in a link to its text, and nowhere else. Lines of notation, keys,
hashes and addresses stand in elements of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import ZipFile

import pytest

from api.languages import LANGUAGES
from napoleon.log.cases import OPEN, Takeback
from napoleon.log.clocks import PASS, Clock
from napoleon.play.clock import setting
from napoleon.play.outcomes import Accepted
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import verb_of
from tests.api.desk import Table
from tests.web import markup
from tests.web.browser import links, parsed
from tests.web.tables import desk_for, play, seated, table_of

ORDERS = 60
"""Orders that anybody has given before the pages are read."""

MOST_ORDERS = 900
"""Orders until which a battle has begun."""

SAID = "It rained all night."
"""What people write."""

CODES = {
    "an id": r"\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b",
    "a version": r"(?i)\bversions?\s+(?:no\. ?|number )?\d",
    "an event by its number": r"(?i)\b(?:events?|événements?)\s+\d+\b|^\s*\d+ ?: ?\D",
    "data": r"[{}]|\[\"|\": ?[\"\[\d]|%\(|: (?:None|True|False)\b",
    "a hash or the id of a game": r"\b(?=[a-z]*\d)[0-9a-z]{10,}\b",
    "a clause": r"\b[A-Z][A-Z0-9]+\.[0-9]+[A-Za-z]*\b|\b[A-Z]-[0-9]+\b",
}

READ = ("title", "aria-label", "alt", "placeholder", "aria-valuetext", "data-label")
"""Attributes that people read or hear."""

NOT_READ = {"script", "style", "pre", "code", "time", "datalist", "textarea"}
"""Elements with nothing that is read as words: programs, lines, addresses and times."""


class Page(NamedTuple):
    """What somebody reads."""

    path: str
    seat: str | None
    language: str
    tree: Element


def texts(element: Element) -> Iterator[str]:
    """All that is read in an element, text after text, but for what cites a clause."""
    for it in element:
        tag = str(it.tag)
        if tag not in NOT_READ and not _cites(it) and it.get("name") != "line":
            yield from (it.attrib[name] for name in READ if name in it.attrib)
            # A number with a colon behind it is read with that colon.
            follows = (it.tail or "")[:2] if not len(it) else ""
            yield (it.text or "") + (follows if follows.startswith(":") else "")
            yield from texts(it)
        yield it.tail or ""


def _cites(element: Element) -> bool:
    return not {"clause", "lines"}.isdisjoint(element.get("class", "").split())


def settled(table: Table) -> None:
    """Cases of every kind in a game, open and closed, with press and a clock."""
    [rules] = table.desk.games.rulesets.values()
    games, (one, other, *_), clause = table.desk.games, table.seats, next(iter(rules.clauses))
    for seat, name in ((one, "Ney"), (other, "Uxbridge")):
        games.claim(table.id, seat, name=name, fresh=str(table.token(seat)))
    setting.set_clock(games, table.id, REFEREE, Clock(48 * 60, then=PASS))
    cases = []
    for _ in range(2):
        claim = {"version": table.version - 8, "clause": clause, "claim": SAID, "relief": "correct"}
        opened = table.post("/disputes", one, claim)
        assert opened.status_code == 201, opened.text
        cases.append(opened.json["dispute"])
        table.post(f"/disputes/{cases[-1]}/statements", other, {"text": SAID})
    ruling = {"outcome": "stand", "clauses": [clause], "reason": SAID, "case": cases[0]}
    assert table.post("/rulings", REFEREE, ruling).status_code == 201
    asked = _taken_back(table)
    refused = {"answer": "refuse"}
    table.post(f"/takebacks/{asked.id}/answers", asked.affected[0], refused)
    _taken_back(table)
    table.post("/press", one, {"to": [other], "text": SAID})
    table.post("/press", REFEREE, {"to": ["all"], "text": SAID})


def _taken_back(table: Table) -> Takeback:
    """A request for a take-back that waits for an answer."""
    for seat in table.seats:
        for to in range(table.version - 60, table.version - 20):
            answer = table.post("/takebacks", seat, {"to": to, "why": SAID}).json
            asked = table.desk.games.open(table.id).takebacks.get(answer.get("takeback"))
            if asked is not None and asked.status == OPEN:
                return asked
    raise AssertionError("nothing could be asked for")


def addresses(table: Table, half: int) -> Iterator[str]:
    """The pages of a game, and one half or the other of those of its newest events."""
    here, last = f"/games/{table.id}", table.version
    game = table.desk.games.open(table.id)
    for path in (
        "",
        "?level=counts",
        "?level=play",
        f"?at={last - 30}&since={last - 60}",
        "/people",
        "/clock",
        "/desk",
        "/instructions",
        "/commands",
        "/takebacks",
        f"/takebacks?to={last - 45}",
        "/disputes",
        f"/disputes?version={last - 90}",
        "/rulings",
        "/press",
        "/record",
        "/invitations",
        "/course",
        "/battles",
        "/session",
        *(f"/log/{at}" for at in range(max(1, last - 60) + 2 * half, last + 1, 4)),
        *(f"/disputes/{at}" for at in game.disputes),
        *(f"/rulings?case={at}" for at in game.takebacks),
    ):
        yield here + path
    for seat in table.seats:
        yield f"{here}/join?seat={seat}"


def addresses_beside(rules: Ruleset) -> Iterator[str]:
    """Pages that are the same for every seat."""
    yield from (
        "/",
        "/archive",
        "/rulings",
        "/rules",
        "/how-it-works",
        "/sign-in",
        f"/rules/{rules.name}",
        f"/rules/{rules.name}/aid",
    )
    for it in rules.scenarios:
        yield f"/new?ruleset={rules.name}&scenario={it.id}"


def play_well(table: Table, orders: int, seed: int) -> None:
    """Let bots give orders: they seek battles."""
    games = table.desk.games
    for number in range(orders):
        game = games.open(table.id)
        rules = games.rules(game)
        for decision in games.decisions(game)[:1]:
            bot, legal = rules.bot(Random(seed + number)), rules.legal_orders(game.state, decision)
            order = bot.choose(games.known(game, decision.seat), decision, [*legal])
            assert isinstance(games.submit_orders(table.id, decision.seat, [order]), Accepted)


def _battles(table: Table) -> list[str]:
    """The addresses of the battles of a game that its first seat is led to."""
    listed = links(seated(table, table.seats[0]).get(f"/games/{table.id}/battles"))
    return [it.partition("?")[0] for it in listed if re.search(r"/battles/\d+", it)]


def replays(table: Table) -> Iterator[Page]:
    """The replay in a bundle, in every language, of a player and of the referee.

    What its script shows stands beside what the page says itself. The list of all events is the
    record, as it was written.
    """
    for seat in (table.seats[0], REFEREE):
        for language in LANGUAGES:
            answer = table.get("/bundle", seat, headers={"Accept-Language": language})
            with ZipFile(BytesIO(answer.data)) as archive:
                [name] = [it for it in archive.namelist() if it.endswith("replay.html")]
                tree = markup.document(archive.read(name).decode())
            [data] = [it for it in tree.iter("script") if it.get("id") == "data"]
            shown = json.loads(data.text or "")
            body = tree.find("body")
            assert body is not None
            for it in tree.iter():
                if it.get("id") == "events":
                    it.clear()
            for it in (*shown["names"].values(), *shown["labels"].values()):
                # What has a gap for a number is never shown as it stands.
                ElementTree.SubElement(body, "p").text = it if "%(" not in it else ""
            for frame in shown["frames"]:
                ElementTree.SubElement(body, "p").text = frame.get("called", "")
            yield Page(name, seat, language, tree)


def pages(table: Table, paths: Iterable[str] = ()) -> Iterator[Page]:
    """Every page, or those of these `paths`, in every language, of a player and of the referee.

    What both read in each language are the pages of the game; of those of its events, each reads
    one half in a language and the other half in the next.
    """
    [rules] = table.desk.games.rulesets.values()
    for number, seat in enumerate((table.seats[0], REFEREE)):
        browser = seated(table, seat)
        for order, browser.language in enumerate(LANGUAGES):
            beside = () if seat == REFEREE else addresses_beside(rules)
            for path in paths or chain(addresses(table, (number + order) % 2), beside):
                answer = browser.get(path)
                if answer.status_code == 200:
                    yield Page(path, seat, browser.language, parsed(answer))


def codes_of(rules: Ruleset) -> dict[str, re.Pattern[str]]:
    """What nobody should have to know, with the verbs of a game as its log has them."""
    verbs = "|".join(verb_of(it).replace("_", " ") for it in rules.verbs if "_" in verb_of(it))
    return {
        **{what: re.compile(code) for what, code in CODES.items()},
        "a verb": re.compile(rf"(?:: |“|« ?)(?:{verbs})\b"),
    }


@pytest.mark.parametrize("name", sorted(installed()))
def test_no_page_has_a_code_in_it(tmp_path: Path, name: str) -> None:
    rules = installed()[name]
    table = table_of(desk_for(tmp_path, rules))
    play(table, ORDERS)
    settled(table)
    table.desk.catch_up()
    assert read_through(rules, pages(table)) > 50


@pytest.mark.parametrize("name", sorted(installed()))
def test_no_page_of_a_battle_has_a_code_in_it(tmp_path: Path, name: str) -> None:
    rules = installed()[name]
    table = table_of(desk_for(tmp_path, rules))
    for number in range(0, MOST_ORDERS, ORDERS):
        play_well(table, ORDERS, number)
        if battles := _battles(table):
            break
    assert battles, "no battle was fought"
    play_well(table, ORDERS, MOST_ORDERS)
    assert read_through(rules, pages(table, _battles(table))) >= 2 * len(LANGUAGES)


@pytest.mark.parametrize("name", sorted(installed()))
def test_no_replay_has_a_code_in_it(tmp_path: Path, name: str) -> None:
    rules = installed()[name]
    table = table_of(desk_for(tmp_path, rules))
    play(table, ORDERS)
    assert read_through(rules, replays(table)) == 2 * len(LANGUAGES)


def read_through(rules: Ruleset, read: Iterable[Page]) -> int:
    """How many pages were read. Raises AssertionError if there is a code on one."""
    found, number, codes = dict[str, str](), 0, codes_of(rules)
    for page in read:
        number += 1
        for text in texts(page.tree):
            for what, code in codes.items():
                if it := code.search(text):
                    near = " ".join(text[max(0, it.start() - 60) : it.end() + 60].split())
                    found.setdefault(f"{what}: {near}", f"{page.path} of {page.seat}")
    assert found == {}, "\n".join(f"{code} [{where}]" for code, where in found.items())
    return number
