"""Attacks on a position: which volleys belong to one, what it tells, and to whom."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from pathlib import Path
from tempfile import mkdtemp

import pytest

from api.command_line.play import play_on
from napoleon.log.battles import all_battles, battle, battles_before
from napoleon.log.game import Game
from napoleon.log.journal import Narrator, narrator
from napoleon.rules.battles import BattleReport, begun_in, of_battle
from napoleon.rules.bots import RandomBot
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.prose.language import ENGLISH
from napoleon.rulesets.eagles_waterloo import RULES
from napoleon.rulesets.eagles_waterloo.battles_told import BATTLES
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, CardShocked
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.turn import PhaseStarted
from tests.api.desk import Table
from tests.record.telling import rewind
from tests.web.browser import parsed
from tests.web.tables import desk_for, seated

LONG, BOTH_FIELDS = ("ligny", 2), ("campaign", 2)
"""Games by their scenarios and seeds: a long battle, and two that run together."""

TO_TURN = {"ligny": 60, "campaign": 8}


@cache
def played(scenario: str, seed: int) -> Table:
    desk = desk_for(Path(mkdtemp()), RULES)
    table = desk.table(ruleset=RULES.name, scenario=scenario, referee=True)
    play_on(desk.games, desk.games.open(table.id), RandomBot(seed), TO_TURN[scenario])
    return table


def game_of(table: Table) -> Game:
    return table.desk.games.open(table.id)


def tells(table: Table, viewer: str = REFEREE) -> Narrator:
    return narrator(game_of(table), viewer, RULES)


def history(table: Table) -> list[Event]:
    return table.desk.games.history(table.id)


def volleys(table: Table) -> list[CardFired | CardShocked]:
    return [it for it in history(table) if isinstance(it, CardFired | CardShocked)]


def reports(table: Table, viewer: str = REFEREE) -> list[BattleReport]:
    """All attacks, the oldest first."""
    games, game = table.desk.games, game_of(table)
    told = all_battles(games.recent(game), tells(table, viewer), RULES, ENGLISH)
    return [report for _, report in told][::-1]


def begun(table: Table) -> list[Event]:
    return sorted(begun_in(BATTLES, reversed(volleys(table))), key=attrgetter("version"))


@pytest.fixture(params=[LONG, BOTH_FIELDS], ids=lambda it: it[0])
def table(request: pytest.FixtureRequest) -> Table:
    return played(*request.param)


def dice(report: BattleReport, side: int) -> list[tuple[int, ...]]:
    return [
        row.faces for it in report.sides[side].sections for row in it.rows if row.faces
    ]  # fmt: skip


def test_each_volley_is_told_in_one_attack(table: Table) -> None:
    found = reports(table)
    rolled = sorted(faces for it in found for faces in dice(it, 0))
    assert rolled == sorted(it.dice for it in volleys(table))
    assert len(found) < len(rolled)


def test_an_attack_is_all_fire_of_a_player_turn_at_a_position(table: Table) -> None:
    of = {(it.turn, it.battle, it.player, it.place) for it in volleys(table)}
    assert len(of) == len(begun(table)) == len(reports(table))
    assert [it.version for it in begun(table)] == [it.version for it in reports(table)]


def test_every_check_of_who_was_hit_is_told_with_what_hit_them(table: Table) -> None:
    """But those of a retreat from the field."""
    checks = [
        it
        for it in history(table)
        if isinstance(it, MoraleChecked | GeneralChecked) and it.purpose != "retreat" and it.dice
    ]
    told = sorted(faces for it in reports(table) for faces in dice(it, 1))
    assert told == sorted(it.dice for it in checks)


def test_an_attack_is_over_when_those_who_were_hit_have_been_checked(table: Table) -> None:
    events = history(table)
    for report in reports(table):
        own = list(of_battle(BATTLES, events[report.version - 1 :]))
        assert report.over == bool(report.outcome)
        first, last = own[0], own[-1]
        assert isinstance(first, CardFired | CardShocked)
        if isinstance(last, PhaseStarted) and report.over:
            assert (last.battle, last.side, last.begun) == (first.battle, first.player, "combat")
    assert any(it.over for it in reports(table))


def test_nothing_of_the_other_battle_of_a_campaign_is_told() -> None:
    table = played(*BOTH_FIELDS)
    events, between = history(table), 0
    for report in reports(table):
        own = list(of_battle(BATTLES, events[report.version - 1 :]))
        fields = {it.battle for it in own if hasattr(it, "battle")}
        assert len(fields) == 1
        between += len(own) < own[-1].version - own[0].version
    assert between, "no turn of the other battle came between"


def test_each_volley_leads_to_its_attack(table: Table) -> None:
    """A link from an event of the journal is good, whichever volley it is."""
    games, game, at = table.desk.games, game_of(table), tells(table)
    starts = dict[tuple[object, ...], int]()
    for it in volleys(table):
        key = (it.turn, it.battle, it.player, it.place)
        first = starts.setdefault(key, it.version)
        found = battle(games, game, at, RULES, it.version)
        assert found is not None and found.version == first


def test_what_is_undone_is_no_attack_and_its_page_says_what_it_was() -> None:
    desk = desk_for(Path(mkdtemp()), RULES)
    table = desk.table(ruleset=RULES.name, scenario="ligny", referee=True)
    play_on(desk.games, desk.games.open(table.id), RandomBot(3), 3)
    before, [*_, last] = game_of(table), begun(table)
    report = battle(desk.games, before, tells(table), RULES, last.version)
    assert report is not None
    to = next(
        it.version - 1
        for it in reversed(history(table))
        if it.begins and it.version <= last.version
    )
    rewind(desk.games, table.id, to)
    assert last.version not in listed(table)
    play_on(desk.games, desk.games.open(table.id), RandomBot(5), 4)
    undone = battle(desk.games, game_of(table), tells(table), RULES, last.version)
    assert undone is not None and undone.version == last.version
    assert undone.sides[0].force == report.sides[0].force
    for version in listed(table):
        it = battle(desk.games, game_of(table), tells(table), RULES, version)
        assert it is not None and it.version == version


def listed(table: Table) -> list[int]:
    recent = table.desk.games.recent(game_of(table))
    return [it.version for it in battles_before(recent, tells(table), RULES)]


def test_what_a_face_down_target_stood_in_is_told_to_its_owner_alone() -> None:
    """[G-38] Who is fired at in vain does not show their formation by the rating."""
    table, first = _fired_in_vain()
    owner, other = first.player, {"french": "allied", "allied": "french"}[first.player]
    games, game = table.desk.games, game_of(table)

    def rows(viewer: str) -> list[str]:
        found = battle(games, game, tells(table, viewer), RULES, first.version)
        assert found is not None
        return [row.words for it in found.sides[0].sections for row in it.rows]

    assert any(it.startswith("Rating") for it in rows(owner))
    for viewer in (other, SPECTATOR):
        hidden = [it for it in rows(viewer) if it.startswith("Rating")]
        assert len(hidden) < len([it for it in rows(owner) if it.startswith("Rating")])
        assert "Rolled" in rows(viewer)


def _fired_in_vain() -> tuple[Table, CardFired | CardShocked]:
    """A game in play in which somebody has fired in vain at a face-down card, and that volley."""
    for seed in range(2, 30):
        desk = desk_for(Path(mkdtemp()), RULES)
        table = desk.table(ruleset=RULES.name, scenario="ligny", referee=True)
        play_on(desk.games, desk.games.open(table.id), RandomBot(seed), 3)
        for it in volleys(table):
            if it.fog and not game_of(table).over:
                return table, it
    raise AssertionError("nobody fired in vain at a face-down card")


def test_the_journal_links_each_attack_once_by_its_place() -> None:
    table = played(*BOTH_FIELDS)
    page = parsed(seated(table, None).get(f"/games/{table.id}"))
    links = [it for it in page.iter("a") if it.get("class") == "of-battle"]
    versions = [str(it.get("href")).rpartition("/")[2] for it in links]
    assert len(versions) == len({*versions}) > 1
    assert {*map(int, versions)} <= {it.version for it in begun(table)}
    texts = {it.text for it in links}
    assert texts <= {"The battle"} | {
        f"Battle: {RULES.names[it.place]}, {RULES.names[it.battle]}" for it in volleys(table)
    }
    assert len(texts) > 1
