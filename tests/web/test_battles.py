"""Battles as boards: what is told of them, to whom, and where they can be opened."""

from __future__ import annotations

import re
from collections.abc import Mapping
from gettext import NullTranslations
from operator import attrgetter
from typing import Any, NamedTuple

import pytest
from markupsafe import escape

from api.command_line.play import play_on
from api.languages import LANGUAGES, catalogue, language_of
from api.phrases import Phrases
from napoleon.log.battles import battle, last_battle
from napoleon.log.journal import Narrator, narrator
from napoleon.log.story import chronicle_of
from napoleon.rules.battles import BattleReport, Battles, Row, begun_in
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.phrases import Note
from napoleon.rules.prose.language import ENGLISH, HOUSE, Language
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.redaction import redacted
from tests.api.desk import Table
from tests.story.test_random_games import UNSPEAKABLE, Untranslated
from tests.web.browser import parsed
from tests.web.tables import desk_for, reader, seated

OPTIONS: Mapping[str, tuple[str, str, int, Mapping[str, Any]]] = {
    "1815": ("napoleon1815", "campaign", 9, {}),
    "1815 in fog": ("napoleon1815", "campaign", 9, {"rules": "grognard"}),
    "empire": ("napoleonic_empire", "europe", 10, {"commanders": True}),
    "columbia": ("napoleon_columbia", "historical", 9, {}),
    "eagles": ("eagles_waterloo", "ligny", 4, {}),
    "eagles, a campaign": ("eagles_waterloo", "campaign", 4, {}),
    "wars": ("napoleonic_wars", "1805", 3, {}),
}
"""Games by their rulesets, scenarios, the turns that they are played to, and options."""

TRIES = 12
"""Games that are played at most until there is one with two battles."""

HIDING = {"napoleon1815"}
"""Games in almost every battle of which something is hidden from somebody."""

UNDECIDED = {"eagles_waterloo"}
"""Games in which an attack is won by nobody unless it wins the whole battle, and so the game."""

OF_CARDS = {"napoleon1815", "napoleonic_empire"}
"""Games in almost every battle of which a card is played."""


def test_all_games_are_read() -> None:
    assert {name for name, *_ in OPTIONS.values()} == set(installed())


class Fought(NamedTuple):
    """A game in which there were battles, and the events with which they began."""

    table: Table
    rules: Ruleset
    begun: list[Event]

    @property
    def battles(self) -> Battles:
        assert self.rules.pictures is not None and self.rules.pictures.battles is not None
        return self.rules.pictures.battles

    @property
    def seat(self) -> str:
        return self.table.seats[0]

    def place(self, event: Event, viewer: str = SPECTATOR) -> Note:
        """The place of the battle that an event began."""
        return self.battles.place(self.tells(viewer).redacted(event))

    def called(self, event: Event) -> str:
        """What that is called."""
        return Phrases(self.rules, words_of(self.rules, ENGLISH)).called(self.place(event))

    def tells(self, viewer: str) -> Narrator:
        games = self.table.desk.games
        game = games.open(self.table.id)
        return narrator(game, viewer, self.rules).naming(self.rules.cards)

    def report(self, version: int, viewer: str, code: str = "en") -> BattleReport | None:
        games = self.table.desk.games
        game = games.open(self.table.id)
        spoken = language_of(self.rules, code)
        return battle(games, game, self.tells(viewer), self.rules, version, spoken)

    def reports(self, viewer: str, code: str = "en") -> list[BattleReport]:
        found = [self.report(it.version, viewer, code) for it in self.begun]
        return [it for it in found if it is not None]


@pytest.fixture(scope="module", params=OPTIONS)
def fought(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Fought:
    name, scenario, turn, options = OPTIONS[request.param]
    rules = installed()[name]
    desk = desk_for(tmp_path_factory.mktemp("battles"), rules)
    assert rules.pictures is not None and rules.pictures.battles is not None
    battles = rules.pictures.battles
    for seed in range(2, TRIES):
        table = desk.table(ruleset=name, scenario=scenario, options=options, referee=True)
        game = play_on(desk.games, desk.games.open(table.id), RandomBot(seed), turn)
        able = [it for it in desk.games.history(table.id) if it.topic in battles.begins]
        begun = sorted(begun_in(battles, reversed(able)), key=attrgetter("version"))
        # When a game is over nothing is hidden any more.
        if len(begun) > 1 and not game.over:
            return Fought(table, rules, begun)
    pytest.fail("no game came to two battles")


def rows(report: BattleReport) -> list[Row]:
    """Every line of a report."""
    of_sides = (it for side in report.sides for part in side.sections for it in part.rows)
    of_track = (it for shift in report.track for it in shift.rows)
    return [*of_sides, *report.aftermath, *of_track]


def words(report: BattleReport) -> str:
    return " ".join(
        [report.outcome, *(it.words for it in rows(report)), *(
            it for side in report.sides for it in side.force
        )]
    )  # fmt: skip


@pytest.mark.sampled(1)
def test_every_battle_has_two_sides_and_what_came_of_it(fought: Fought) -> None:
    for event, report in zip(fought.begun, fought.reports(REFEREE), strict=True):
        assert report.version == event.version
        assert report.place == fought.place(event)
        assert [it.attacks for it in report.sides] == [True, False]
        assert len({it.side for it in report.sides}) == 2
        assert all(it.side in fought.rules.names for it in report.sides)
        assert all(it.force for it in report.sides)
        assert report.over == bool(report.outcome)
    assert fought.reports(REFEREE)[0].over


@pytest.mark.sampled(2)
def test_who_won_suffered_no_more_than_who_lost(fought: Fought) -> None:
    won = [it for it in fought.reports(REFEREE) if it.sides[0].won is not None]
    assert won or fought.rules.name in UNDECIDED, "nobody won anything"
    for report in won:
        assert sum(bool(it.won) for it in report.sides) == 1
        winner = next(it.side for it in report.sides if it.won)
        assert re.search(rf"{fought.rules.names[winner]}\b.* won", report.outcome)


def test_every_card_and_die_has_its_why(fought: Fought) -> None:
    for report in fought.reports(REFEREE):
        for row in rows(report):
            assert row.clause, row
            assert fought.rules.clause(row.clause), row.clause
            assert all(1 <= face <= 6 for face in row.faces)


def test_things_are_called_by_their_names(fought: Fought) -> None:
    ids = {it for it in fought.rules.names if "_" in it or it.islower()}
    ids -= {it for it in ids if fought.rules.names[it] == it or it in ("die", "armies")}
    for viewer in (fought.seat, REFEREE):
        for report in fought.reports(viewer):
            told = words(report)
            assert "None" not in told
            assert "_" not in told, told
            assert "1 losses" not in told
            heads = {it.words.partition(":")[0] for it in rows(report)}
            assert not heads & ids


def test_a_report_tells_no_more_than_the_events_do(fought: Fought) -> None:
    """What a reader may not read of any event is not in their report, either."""
    hidden = 0
    for viewer in (*fought.table.seats, SPECTATOR):
        for known, seen in zip(fought.reports(REFEREE), fought.reports(viewer), strict=True):
            for side, same in zip(known.sides, seen.sides, strict=True):
                hidden += side != same
                parts = {it.title: it for it in side.sections}
                for shown in same.sections:
                    assert not (shown.hidden and shown.rows)
                    assert len(shown.rows) <= len(parts[shown.title].rows)
    assert hidden or fought.rules.name not in HIDING


def test_only_redacted_events_are_told(fought: Fought, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a report is made of has come through the gate."""
    given: list[int] = []

    def watched(self: Narrator, event: Event) -> dict[str, Any]:
        given.append(event.version)
        return redacted(event, self.viewer)

    monkeypatch.setattr(Narrator, "redacted", watched)
    first = fought.begun[0].version
    assert fought.report(first, fought.seat) is not None
    assert given[0] == first
    assert given == sorted(given)


def test_where_no_battle_began_there_is_none(fought: Fought) -> None:
    version = fought.begun[0].version
    assert fought.report(version - 1, SPECTATOR) is None
    assert fought.report(10**6, SPECTATOR) is None
    path = f"/games/{fought.table.id}/battles/{version - 1}"
    assert seated(fought.table, None).get(path).status_code == 404


def test_the_last_battle_of_a_position_is_known(fought: Fought) -> None:
    games = fought.table.desk.games
    begun = fought.begun[1]
    game = games.seen_at(fought.table.id, begun.version + 1, REFEREE)
    found = last_battle(games.recent(game), game, fought.tells(REFEREE), fought.rules)
    assert found is not None
    assert found.version == begun.version
    assert found.place == fought.place(begun)
    before = games.seen_at(fought.table.id, fought.begun[0].version - 1, REFEREE)
    assert last_battle(games.recent(before), before, fought.tells(REFEREE), fought.rules) is None


@pytest.mark.parametrize("who", [0, None])
def test_a_battle_has_a_page(fought: Fought, who: int | None) -> None:
    seat = reader(fought.table, who)
    browser = seated(fought.table, seat)
    event = fought.begun[0]
    place = escape(fought.called(event))
    query = f"?seat={seat}" if seat else ""
    path = f"/games/{fought.table.id}/battles/{event.version}{query}"
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text
    assert f"Battle: {place}" in answer.text
    page = parsed(answer)
    sides = [it for it in page.iter("section") if "battle-side" in it.get("class", "")]
    assert len(sides) == 2


def test_the_page_of_a_position_leads_to_its_battle(fought: Fought) -> None:
    event = fought.begun[1]
    browser = seated(fought.table, fought.seat)
    path = f"/games/{fought.table.id}?seat={fought.seat}&at={event.version + 2}"
    page = parsed(browser.get(path))
    there = f"/battles/{event.version}?"
    links = [it for it in page.iter("a") if there in it.get("href", "")]
    assert len(links) >= 1
    for link in links:
        assert browser.get(str(link.get("href"))).status_code == 200


def test_all_battles_are_listed_the_newest_first(fought: Fought) -> None:
    browser = seated(fought.table, fought.seat)
    page = parsed(browser.get(f"/games/{fought.table.id}/battles?seat={fought.seat}"))
    rows = [[*it] for it in page.iter("tr") if it.find("th/a") is not None]
    links = [str(it[0][0].get("href")) for it in rows]
    versions = [it.version for it in fought.begun]
    assert [int(re.findall(r"battles/(\d+)", it)[0]) for it in links] == versions[::-1]
    told = [it.outcome or "It is still being fought." for it in fought.reports(fought.seat)]
    assert [it[2].text for it in rows] == told[::-1]
    places = [fought.called(it) for it in fought.begun]
    assert [it[0][0].text for it in rows] == places[::-1]


def test_the_board_is_written_in_the_language_of_the_reader(fought: Fought) -> None:
    path = f"/games/{fought.table.id}/battles/{fought.begun[0].version}"
    page = seated(fought.table, None).get(f"{path}?lang=fr").text
    assert "Bataille : " in page
    [report] = [it for it in fought.reports(SPECTATOR, "fr") if f"{it.version}" in path]
    assert escape(report.outcome) in page


def test_nothing_but_names_is_told_in_english_to_the_french(fought: Fought) -> None:
    untranslated = Untranslated()
    texts: NullTranslations = untranslated
    for folder in filter(None, (HOUSE, fought.rules.storybook.locale)):
        found = catalogue(folder / "fr" / "LC_MESSAGES" / "story.po", "fr")
        found.add_fallback(texts)
        texts = found
    french = Language("fr", texts)
    games, rules = fought.table.desk.games, fought.rules
    game = games.open(fought.table.id)
    chronicle = chronicle_of(rules, game.viewer(REFEREE), french)
    names = {
        *chronicle.words.names.values(),
        *chronicle.words.cards.values(),
        *rules.names.values(),
    }
    names |= set(rules.cards.values())
    # A name that stands alone may be looked up once more.
    names |= {*map(french.alone, names)}
    untranslated.texts.clear()
    for event in fought.begun:
        assert battle(games, game, fought.tells(REFEREE), rules, event.version, french)
    asked = {it for it in untranslated.texts if not it.isdecimal()}
    assert asked - names == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_report_is_told_in_words(fought: Fought, code: str) -> None:
    for viewer in (*fought.table.seats, REFEREE, SPECTATOR):
        for report in fought.reports(viewer, code):
            titles = [part.title for side in report.sides for part in side.sections]
            totals = [part.total for side in report.sides for part in side.sections if part.total]
            told = (*titles, *totals, *(it.words for it in rows(report)))
            if report.over:
                told = (report.outcome, *told)
            for text in told:
                for what, pattern in UNSPEAKABLE.items():
                    assert re.search(pattern, text) is None, f"{what} in {code}: {text}"


def test_the_card_that_somebody_played_is_shown_with_its_face(fought: Fought) -> None:
    browser, shown = seated(fought.table, None), 0
    assert fought.rules.pictures is not None
    deck = fought.rules.pictures.deck(words_of(fought.rules, ENGLISH))
    titles = {it.clause: it.title for it in deck}
    for report in fought.reports(SPECTATOR):
        of_sides = (it for side in report.sides for part in side.sections for it in part.rows)
        played = [it.card for it in of_sides if it.card in titles]
        page = parsed(browser.get(f"/games/{fought.table.id}/battles/{report.version}"))
        faces = [it for it in page.iter() if it.get("class", "").startswith("upright ")]
        names = [next(it.iter("b")).text for it in faces]
        assert {titles[it] for it in played} <= {*names}
        shown += len(played)
    assert shown or fought.rules.name not in OF_CARDS, "no card was played in any battle"
