"""Sentences that players stumbled over, and how they are told now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import napoleon.rulesets.napoleon_columbia as game
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.narration import describe
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.blocks import UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.turn import GameWon, VictoryChecked
from napoleon.rulesets.napoleon_columbia.orders import UseHistoricalSetup
from napoleon.rulesets.napoleon_columbia.sides import ANGLO, PRUSSIAN
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_MARCH,
    FRENCH,
    fresh,
    marching,
    play,
    road,
)
from tests.story.telling import lines_of

LIMITS = {"french": 12, "anglo": 8, "prussian": 9}
BY_TIME = "Time ran out before the French had won."


def _reckoned(
    lost: Mapping[str, int], held: tuple[str, ...], winner: str, reason: str
) -> list[Event]:
    return [VictoryChecked(dict(lost), LIMITS, held, winner), GameWon(winner, reason, "11.2")]


def _detail(unit: str, *towns: str) -> str:
    answer = play(marching({towns[0]: unit, "ghent": "a02"}), FRENCH, *road(unit, *towns))
    assert isinstance(answer.refusal, Refusal)
    return answer.refusal.detail


@pytest.mark.parametrize(
    ("unit", "towns", "detail"),
    [
        (
            "f09",
            ("beaumont", "thuin", "binche"),
            "French II Corps infantry A marches one town, and a second only if it is forced.",
        ),
        (
            "f21",
            ("beaumont", "thuin", "binche", "mons"),
            "Kellermann's 3rd Cavalry Corps marches two towns, and a third only if it is forced.",
        ),
    ],
)
def test_a_march_of_one_town_is_no_march_of_towns(
    unit: str, towns: tuple[str, ...], detail: str
) -> None:
    assert _detail(unit, *towns) == detail


def test_losses_beyond_the_limit_are_no_part_of_it() -> None:
    lost = {"french": 15, "anglo": 2, "prussian": 0}
    events = _reckoned(lost, (), ALLIED, "The French army was defeated.")
    told = " ".join(lines_of(RULES, events, SPECTATOR))
    assert "the French 15 (limit 12)" in told
    assert "15 of 12" not in told
    gone = UnitEliminated("f15", "french", "hit", 15, 12, "ligny", "french-3")
    assert describe(gone, Viewer(SPECTATOR), RULES.names) == (
        "French IV Corps infantry was eliminated by a hit: the French have lost 15, limit 12."
    )


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ((), "The French hold none of Brussels, Ghent and Liege."),
        (("ghent",), "The French hold Ghent."),
    ],
)
def test_an_end_by_time_says_which_cities_the_french_hold(held: tuple[str, ...], told: str) -> None:
    events = _reckoned({"french": 0, "anglo": 0, "prussian": 0}, held, ALLIED, BY_TIME)
    assert told in " ".join(lines_of(RULES, events, SPECTATOR))


def _english() -> Iterator[Path]:
    folder = Path(game.__file__).parent
    yield from sorted(folder.rglob("*.py"))
    yield from sorted(it for it in folder.rglob("*.toml") if "released" not in it.parts)


@pytest.mark.parametrize("path", list(_english()), ids=lambda it: it.name)
def test_a_city_has_one_name_in_english(path: Path) -> None:
    assert "Liège" not in path.read_text(encoding="utf-8")


def test_the_question_about_terrain_is_plain() -> None:
    towns = {"laneffe": "f06 f07 f09", "charleroi": "p02 p03 p04"}
    marches = [it for unit in ("f06", "f07", "f09") for it in road(unit, "laneffe", "charleroi")]
    attacked = play(marching(towns), FRENCH, *marches, END_MARCH, drawn=["hill", "hill", "farm"])
    [asked] = RULES.decisions(attacked.state)
    assert asked.kind == "terrain"
    assert asked.prompt == "Where do you place the terrain that you have drawn?"


def test_marches_of_both_allied_armies_are_told_together() -> None:
    given = marching({"brussels": "a02 a03", "wavre": "p02 p03", "mons": "f09"}, active=ALLIED)
    turns = [
        *road("a02", "brussels", "hal"),
        *road("p02", "wavre", "gembloux"),
        *road("a03", "brussels", "ninove"),
        *road("p03", "wavre", "louvain"),
    ]
    told = lines_of(RULES, play(given, ALLIED, *turns).events, REFEREE)
    assert len([it for it in told if "marched" in it]) == 1
    [line] = [it for it in told if "marched" in it]
    for start in ("From Brussels", "From Wavre"):
        assert line.count(start) == 1


def test_the_armies_of_three_players_march_in_paragraphs_of_their_own() -> None:
    given = marching({"brussels": "a02", "wavre": "p02", "mons": "f09"}, active=ALLIED, players=3)
    anglo = play(given, ANGLO, *road("a02", "brussels", "hal"), END_MARCH)
    prussian = play(anglo, PRUSSIAN, *road("p02", "wavre", "gembloux"))
    told = lines_of(RULES, [*anglo.events, *prussian.events], REFEREE)
    assert len([it for it in told if "marched" in it]) == 2


def test_a_set_up_is_told_town_by_town() -> None:
    used = play(fresh(), ALLIED, UseHistoricalSetup())
    [line] = [it for it in lines_of(RULES, used.events, REFEREE) if "set up" in it]
    assert "The Prussians set up 18 units, town by town." in line
    assert "Namur: " in line
    [line] = [it for it in lines_of(RULES, used.events, REFEREE, "fr") if "ont placé" in it]
    assert "Les Prussiens ont placé 18 unités, ville par ville." in line
