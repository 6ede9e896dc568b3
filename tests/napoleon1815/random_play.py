"""Random legal play of Napoléon 1815: what is chosen for a game, and how bold players weigh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, TypeVar

from napoleon.log.folding import folded
from napoleon.play.creation import created, laid_out
from napoleon.rules.events import Event
from napoleon.rulesets.napoleon1815 import RULES, Napoleon1815
from napoleon.rulesets.napoleon1815.orders import (
    ActivateStack,
    ChooseAction,
    ChooseAttack,
    DeclareBlue,
    DeclineWindow,
    Pass,
    StepMove,
    SwapCard,
)
from napoleon.rulesets.napoleon1815.sides import enemy
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from tests.repetitions import sampled
from tests.rulesets.entrants import Form, kinds
from tests.rulesets.entrants import choices as chosen_for
from tests.watching import Careless, RandomGames, Watched, Weighing

T = TypeVar("T")

GAME = "0000001815"

KINDS = kinds(RULES, "resolver", "farm_stop", "players", "rules")
"""Every kind there is, so mixed that a few in a row are as different as can be."""

Random(1815).shuffle(KINDS)


def is_fog(kind: Form) -> bool:
    """Whether it is played in fog of war."""
    return bool(kind.options["rules"] == "grognard")


def choices(kind: Form) -> set[Any]:
    """Every two things that were chosen for a game."""
    return set(combinations([("scenario", kind.scenario), *kind.options.items()], 2))


def _covering(numbers: Sequence[int]) -> list[int]:
    """As few kinds of these as have every two choices together."""
    left, chosen = set().union(*(choices(KINDS[it]) for it in numbers)), []
    while left:
        chosen.append(max(numbers, key=lambda it: len(choices(KINDS[it]) & left)))
        left -= choices(KINDS[chosen[-1]])
    return chosen


EVERY_TWO = _covering(range(len(KINDS) // 2))
"""Kinds, by their numbers, in which every two choices come together."""

EVERY_ONE = [
    EVERY_TWO[place] for place in sorted(sampled([{*chosen_for(KINDS[it])} for it in EVERY_TWO], 5))
]
"""Some of them, in which each choice is made at least once."""

EVERY_TWO_ELSEWHERE = _covering(range(len(KINDS) // 2, len(KINDS)))
"""Others in which they do, for games that are examined for something else."""


def begun(
    rules: Napoleon1815,
    scenario: str,
    options: Mapping[str, Any],
    *,
    seed: str,
    tokens: Mapping[str, str],
    at: int = 0,
) -> list[Event]:
    """The events that begin a game of the service, up to its first decision."""
    first = created(
        rules,
        scenario,
        options,
        game_id=GAME,
        seed=seed,
        nonces=dict.fromkeys(rules.seats(rules.checked_options(options)), "0badcafe"),
        tokens=tokens,
        awaits_seats=False,
        at=at,
    )
    return [first, *laid_out(folded(None, [first], rules), rules, at=at)]


Play = Watched[State]
"""A game of Napoléon 1815, with all that was seen while it was played."""


# -- players -------------------------------------------------------------------------------------


def _a_large_stack(state: State, seat: str, order: ActivateStack) -> float:
    return len(order.blocks) * (4 if order.area in state.contested else 1)


def _to_the_enemy(state: State, seat: str, order: StepMove) -> float:
    table = Table(state, RULES.pack)
    assert table.operation is not None
    here = table.block(table.standing(table.operation.blocks)[0]).area or ""
    there = RULES.pack.graph.roads[order.road].other(here)
    return 20 if _way(table, seat, there) < _way(table, seat, here) else 1


def _way(table: Table, seat: str, area: str) -> int:
    """Roads from an area to the nearest enemy corps."""
    foes = {table.block(c).area for c in table.corps_on_map(enemy(table.side_of_player(seat)))}
    ways = (RULES.pack.graph.distance(area, foe) for foe in foes if foe is not None)
    return min((way for way in ways if way is not None), default=0)


class Bold(Weighing):
    """Looks for the enemy and fights him more often than not, so that all of the rules are used."""

    weights = {
        Pass: 0.05,
        ActivateStack: _a_large_stack,
        ChooseAction: lambda _, seat, it: {"fight": 6, "move": 3, "nothing": 0.2}[it.action],
        DeclareBlue: lambda _, seat, it: 0.5 if it == DeclareBlue() else 1,
        DeclineWindow: 0.5,
        SwapCard: lambda _, seat, it: 5 if it == SwapCard() else 1,
        ChooseAttack: lambda _, seat, it: 5 if it.attack else 1,
        StepMove: _to_the_enemy,
    }


class _Games(RandomGames):
    """Half of the kinds come up with either player first."""

    def temper_of(self, number: int) -> int:
        return (number + number // len(self.kinds)) % len(self.players)


GAMES = _Games(RULES, GAME, KINDS, (Careless, Bold), in_a_turn=400, many=1_000)

whole_game, play_out = GAMES.whole_game, GAMES.played
