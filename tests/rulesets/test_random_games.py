"""Random games of every kind, from set-up to end: nothing raises, nobody is stuck.

They are decided again to the same events, as an audit does. A game tells of its players of several
tempers in `random_play` of the folder of its tests. ``make test`` plays a game of each scenario,
``make soak`` many of every kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer
from tests.watching import RandomGames

STEP = 73
"""From game to game another kind and another player come up."""

LOOKED_AT = 40
"""Orders between two positions of which everybody is given views."""


@cache
def games() -> dict[str, RandomGames]:
    """The random games of each ruleset that tells of any."""
    tests = Path(__file__).parents[1]
    return {
        name: import_module(f"tests.{name}.random_play").GAMES
        for name in sorted(installed())
        if (tests / name / "random_play.py").exists()
    }


def numbers(those: RandomGames) -> list[int]:
    """The numbers of the games that are played."""
    return [it * STEP for it in range(those.many)]


def cases() -> Iterator[Any]:
    """Games and their numbers; that of the first player which comes first in a scenario at once."""
    for name, those in games().items():
        seen = set[str]()
        for number in numbers(those):
            kind, is_first = those.kind_of(number), not those.temper_of(number)
            at_once = is_first and kind.scenario not in seen and not those.long(kind)
            seen |= {kind.scenario} if at_once else set()
            yield pytest.param(name, number, marks=[] if at_once else [pytest.mark.soak])


@pytest.mark.parametrize(("name", "number"), list(cases()))
def test_a_game_comes_to_its_end_and_is_decided_again(name: str, number: int) -> None:
    those = games()[name]
    rules, again = those.rules, those.begun(number)
    in_turn: Counter[int] = Counter()
    seats = rules.seats(rules.checked_options(those.kind_of(number).options))
    for place, moment in enumerate(those.moments(number)):
        chance = those.chance(number, again.draws)
        events = rules.decide(again, moment.decision.seat, moment.order, chance)
        assert not isinstance(events, Refusal), (moment.order, events)
        assert events == moment.causes, moment.order
        assert moment.decision in rules.decisions(again)
        for event in events:
            again = rules.apply(again, event)
        in_turn[again.turn] += again.turn > 0
        if not place % LOOKED_AT:
            for reader in (*seats, SPECTATOR, REFEREE):
                rules.view(again, Viewer(reader))
    assert again.result is not None or those.longest
    assert max(in_turn.values()) < those.in_a_turn, in_turn


@pytest.mark.parametrize("name", games())
def test_every_kind_and_every_player_comes_up(name: str) -> None:
    those = games()[name]
    kinds, players = len(those.kinds), len(those.players)
    assert {it % kinds for it in numbers(those)} == set(range(kinds))
    assert {those.temper_of(it) for it in numbers(those)} == set(range(players))
    assert {it.scenario for it in those.kinds} == {it.id for it in those.rules.scenarios}
