"""Battles and skirmishes as boards with two sides, and those that are fought side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest

from napoleon.chance import SeededChance
from napoleon.log.events.service import ServiceEvent
from napoleon.play.execution import stamped
from napoleon.rules.battles import BattleReport, Battles, BattleSide, of_battle
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.battles_told import BATTLES
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, FRENCH
from tests.napoleon_columbia.random_play import GAME, KINDS, moments

WORDS = words_of(RULES, ENGLISH)

GAMES = (34, 37, 51)
"""Games with battles, several of them at once."""


@cache
def told_of(number: int) -> tuple[Event, ...]:
    """The events of a game on its table, as the log numbers them."""
    kind = KINDS[number % len(KINDS)]
    chance = SeededChance(f"{number:064x}", GAME, drawn=0)
    events = [*RULES.setup(kind.scenario, kind.options, chance)]
    for moment in moments(number):
        events += moment.causes
    found = stamped(events, GAME, after=0, at=0)
    return tuple(it for it in found if not isinstance(it, ServiceEvent))


def fights(number: int) -> list[int]:
    """Where fights begin among the events of a game."""
    return [at for at, it in enumerate(told_of(number)) if it.topic in BATTLES.begins]


def town_of(event: Event) -> str:
    """The town that an event names; empty for none."""
    return getattr(event, "town", "")


def report(events: Sequence[Event], at: int, reader: str = REFEREE) -> BattleReport:
    belongs = [redacted(it, Viewer(reader)) for it in of_battle(BATTLES, events[at:])]
    return BATTLES.report(belongs, WORDS)


def reports(number: int, reader: str = REFEREE) -> list[BattleReport]:
    return [report(told_of(number), at, reader) for at in fights(number)]


def dice(side: BattleSide) -> list[tuple[int, ...]]:
    return [row.faces for it in side.sections for row in it.rows if row.faces]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", GAMES)
def test_every_fight_has_a_report_with_all_of_its_dice(number: int) -> None:
    events = told_of(number)
    for at, it in zip(fights(number), reports(number), strict=True):
        begun = events[at]
        place, ended = town_of(begun), len(events)
        for later, event in enumerate(events[at:], at):
            if event.type in ("battle_ended", "skirmish_ended") and town_of(event) == place:
                ended = later
                break
        mine = [e for e in events[at : ended + 1] if town_of(e) == place]
        fired = [e for e in mine if e.type in ("unit_fired", "skirmisher_fired")]
        morale = [e for e in mine if e.type == "morale_checked"]
        rolled = sorted([*(tuple(e.dice) for e in fired),
                         *((e.die,) for e in morale)])  # fmt: skip
        assert sorted(faces for side in it.sides for faces in dice(side)) == rolled
        assert (it.version, it.place) == (begun.version, place)
        assert it.over and it.outcome
        assert [side.attacks for side in it.sides] == [True, False]


def test_what_is_told_of_side_by_side_battles_is_told_in_the_right_one() -> None:
    together = 0
    for number in GAMES:
        events, begins = told_of(number), fights(number)
        for at in begins:
            belongs = [*of_battle(BATTLES, events[at:])]
            if events[at].type != "battle_started":
                continue
            others = [e for e in belongs[1:] if e.topic in BATTLES.begins]
            together += len(others)
            assert town_of(belongs[-1]) in ("", town_of(events[at]))
            eliminated = [e for e in belongs if e.type == "unit_eliminated"
                          and town_of(e) == town_of(events[at])]  # fmt: skip
            lines = [row.words for side in report(events, at).sides
                     for section in side.sections for row in section.rows]  # fmt: skip
            assert sum("was eliminated" in line for line in lines) == len(eliminated)
    assert together, "no two battles were fought at once"


def test_a_fight_ends_where_another_begins_if_they_are_not_side_by_side() -> None:
    events = told_of(51)
    at = next(
        at
        for at in fights(51)
        if any(e.topic in BATTLES.begins for e in [*of_battle(BATTLES, events[at:])][1:])
    )
    alone = Battles(BATTLES.begins, BATTLES.ends, BATTLES.place, BATTLES.report)
    assert len([*of_battle(alone, events[at:])]) < len([*of_battle(BATTLES, events[at:])])


def test_how_a_battle_came_out() -> None:
    outcomes = {it.outcome for number in GAMES for it in reports(number)}
    assert {
        "The French won: they routed the Allies.",
        "The Allies won: the French had to leave the town.",
    } <= outcomes
    for number in GAMES:
        for it in reports(number):
            won = [side.side for side in it.sides if side.won]
            assert len(won) == (0 if it.outcome.startswith("Nobody") else 1)
            held = [row.words for row in it.aftermath if row.words.endswith("held the town")]
            names = {FRENCH: "The French held the town", ALLIED: "The Allies held the town"}
            assert held == [names[side] for side in won]


def test_each_fire_says_why_it_hits() -> None:
    rows = [
        row
        for number in GAMES
        for it in reports(number)
        for side in it.sides
        for section in side.sections
        for row in section.rows
        if row.faces
    ]
    assert any(row.words.endswith("F2 (+1 first fire)") for row in rows)
    assert any("at long range" in row.words for row in rows)
    for row in rows:
        if row.clause in ("6.33", "6.6"):
            firepower = re.search(r", F(\d)", row.words)
            assert firepower is not None
            hits = sum(face <= int(firepower[1]) for face in row.faces)
            assert row.figure == ("1 hit" if hits == 1 else f"{hits} hits")


@pytest.mark.parametrize("reader", [FRENCH, ALLIED, SPECTATOR, REFEREE])
def test_reports_speak_in_names_and_cite_clauses_of_the_game(reader: str) -> None:
    for number in GAMES:
        for it in reports(number, reader):
            rows = [row for side in it.sides for section in side.sections for row in section.rows]
            rows += it.aftermath
            told = [row.words for row in rows] + [unit for side in it.sides for unit in side.force]
            for line in (*told, it.outcome):
                assert not re.search(r"\b(?:[fap]\d\d|(?:french|anglo|prussian)-\d+)\b", line)
                assert "_" not in line and "%" not in line and line == line.strip()
            assert all(RULES.clause(row.clause) for row in rows)


def test_nobody_is_told_of_steps_that_a_hidden_block_lost() -> None:
    fewer = 0
    for number in GAMES:
        for at, (known, seen) in enumerate(
            zip(reports(number), reports(number, SPECTATOR), strict=True)
        ):
            for mine, yours in zip(known.sides, seen.sides, strict=True):
                assert dice(mine) == dice(yours)
                losses = [
                    {row.words for section in it.sections if section.title == "Losses"
                     for row in section.rows}
                    for it in (mine, yours)
                ]  # fmt: skip
                assert losses[1] <= losses[0], at
                assert losses[1] == losses[0] or any(it.hidden for it in yours.sections)
                fewer += losses[1] < losses[0]
    assert fewer, "no hidden block has lost a step"
