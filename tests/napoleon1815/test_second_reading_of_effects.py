"""The rules 2.3 against a second reading of what they changed [RULING.105, RULING.106, RULING.107].

Every event and every question of whole games is looked at, with and without fog of war.
"""

from __future__ import annotations

import pytest

from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaCeasedContested,
    MovementEnded,
    RetreatDirectionPenaltyTriggered,
    StackMoved,
)
from napoleon.rulesets.napoleon1815.events.turn import GameWon, VictoryTrackMoved
from tests.napoleon1815.effects_by_the_book import Piles, Track, map_is_true, may_wait, points
from tests.napoleon1815.random_play import Play, whole_game
from tests.repetitions import some_of

ENOUGH = {*range(6), 9, 17, 21}


@pytest.fixture(scope="module", params=some_of(ENOUGH, range(240)))
def play(request: pytest.FixtureRequest) -> Play:
    """A finished game."""
    number: int = request.param
    return whole_game(number)


def test_points_are_scored_as_the_book_says_and_the_game_ends_only_then(play: Play) -> None:
    states = play.replayed()
    first, state = next(states)
    track, wrong = Track(state.track), list[str]()
    for version, (event, state) in enumerate(states, 2):
        wrong += [f"{version}, {event.type}: {it}" for it in track.take(event)]
        if version in play.asked and track.outstanding and not may_wait(state):
            wrong.append(f"{version}: {track.outstanding} points wait for an answer")
    assert not wrong, first
    assert track.stands == play.state.track


def test_one_move_is_scored_once(play: Play) -> None:
    """What leaving a place brings about at once, with whoever is cut off by the same road."""
    for index, event in enumerate(play.events):
        if not isinstance(event, StackMoved):
            continue
        happened = []
        for it in play.events[index + 1 :]:
            if isinstance(it, StackMoved | MovementEnded | CombatStarted | GameWon):
                break
            happened.append(it)
        orders = [it for it in happened if isinstance(it, OrderGiven)]
        spread = [it for it in orders if it.order["order"] == "allocate_fatigue"]
        at_once = happened[: happened.index(orders[0])] if orders and not spread else happened
        if not any(isinstance(it, AreaCeasedContested) for it in at_once):
            continue
        scored = [n for n, it in enumerate(at_once) if points(it)]
        moved = [n for n, it in enumerate(at_once) if isinstance(it, VictoryTrackMoved)]
        if any(isinstance(it, RetreatDirectionPenaltyTriggered) for it in at_once):
            assert len(moved) == bool(scored), at_once
        assert not scored or (moved and moved[-1] > scored[-1]), at_once


def test_cards_lie_on_the_table_until_their_effect_is_over(play: Play) -> None:
    piles, wrong = Piles(), list[str]()
    for version, (event, state) in enumerate(play.replayed(), 1):
        wrong += [f"{version}, {event.type}: {it}" for it in piles.take(event, state)]
        if version in play.asked and state.result is None:
            wrong += [f"{version}: card {it} is discarded too late" for it in piles.late(state)]
    assert not wrong


def test_the_map_is_true_whenever_somebody_is_asked(play: Play) -> None:
    wrong = [
        f"{version}: {it}"
        for version, decisions in play.asked.items()
        if decisions
        for it in map_is_true(play.positions[version])
    ]
    assert not wrong
