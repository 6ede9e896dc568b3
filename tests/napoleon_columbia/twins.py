"""Pairs of games of Napoleon, 4th edition, that differ only in what a reader may not know.

They part at the beginning of a turn, or when blocks stand together somewhere: which of the hidden
blocks of an army stands where, and how many steps they have left, is not the same in both.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import msgspec

from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.combat import UnitEngaged, UnitRepositioned
from napoleon.rulesets.napoleon_columbia.events.march import UnitMarched
from napoleon.rulesets.napoleon_columbia.sides import ARMIES
from napoleon.rulesets.napoleon_columbia.state import Block, State
from tests.napoleon_columbia.random_play import KINDS, moments, player_of
from tests.rulesets.lots import NoTwin
from tests.rulesets.pairs import Group, Pair, Pairs

NAMING = {"unit", "square", "leader"}
"""Fields of orders that name a unit."""


class Blocks(Pair):
    """Other blocks stand where hidden ones stood, and have other strengths."""

    game = RULES.name
    naming = NAMING
    if_one_is_asked = NoTwin

    def __init__(self, number: int, length: int) -> None:
        super().__init__(number, player_of(number), length)

    def readers(self, state: State) -> list[str]:
        """All seats, once there are players, and the spectator."""
        return [*state.seats, SPECTATOR] if state.players else [SPECTATOR]

    def has_to_look_alike(self, order: Order) -> bool:
        """An order that names no unit is the same in both, and has to look the same."""
        return not NAMING & set(order.__struct_fields__)

    def part(self, state: State) -> None:
        """The armies of others are not what they were."""
        for army in [it for it in ARMIES if state.players.get(it) != self.reader]:
            self._shuffle(state, army)
            self._weaken(state, army)

    def somewhere(self) -> State:
        """A position in the middle of a game: the beginning of a turn, or anything."""
        turn, order = self.random.randint(1, 20), self.random.randint(60, 200)
        at_a_start = self.random.random() < 0.5
        state: State | None = None
        for place, moment in enumerate(moments(self.number)):
            if _begins(moment.state) or place == order:
                state = RULES.copied(moment.state)
            if place >= order and (not at_a_start or (state and state.turn >= turn)):
                break
        assert state is not None, "no game is over before its first turn"
        return state

    def _shuffle(self, state: State, army: str) -> None:
        """Other hidden blocks stand where those stood, as far as nobody else can tell."""
        alike: Callable[[str], tuple[object, ...]] = lambda unit: _public(state, unit)  # noqa: E731
        hidden = [
            unit
            for unit, it in state.blocks.items()
            if it.army == army and it.town and not it.revealed and unit not in _named(state)
        ]
        for _, group in groupby(sorted(hidden, key=lambda it: repr(alike(it))), key=alike):
            together = list(group)
            others = self.random.sample(together, len(together))
            places = [_Place(state.blocks[unit]) for unit in others]
            for unit, place in zip(together, places, strict=True):
                place.take(state.blocks[unit])

    def _weaken(self, state: State, army: str) -> None:
        """Hidden blocks have other strengths."""
        for unit, block in state.blocks.items():
            if block.army == army and not block.revealed and self.random.random() < 0.5:
                block.strength = self.random.randint(1, RULES.pack.blocks[unit].max_strength)


class _Place:
    """Where a block stands, as all can see it; not what it is."""

    def __init__(self, block: Block) -> None:
        self._seen = {name: getattr(block, name) for name in PUBLIC}

    def take(self, block: Block) -> None:
        """Another block stands there."""
        for name, value in self._seen.items():
            setattr(block, name, value)


PUBLIC = ("token", "town", "start")
"""What a block takes with its place; what else is public of it is the same for all that swap."""


def _begins(state: State) -> bool:
    """Whether a turn has just begun."""
    return state.phase == "march" and not state.groups and not state.parts


def _public(state: State, unit: str) -> tuple[object, ...]:
    """What all can see of a hidden block: whoever has the same may stand in its place."""
    block = state.blocks[unit]
    battle = state.battle_in(block.town)
    if _begins(state):
        return ("the turn begins",)
    fighter = battle.fighters.get(unit) if battle else None
    return (
        block.town,
        block.start,
        block.path,
        block.forced,
        block.halted,
        block.disrupted,
        block.weakened,
        msgspec.to_builtins(fighter),
    )


def _named(state: State) -> set[str]:
    """Units that the state names for what all can see of them: they keep their places."""
    named = {state.marching, *state.unchecked, *state.helped}
    if state.beaten:
        named |= {*state.beaten.losing}
    if state.regrouping:
        named |= {*state.regrouping.moved}
    for skirmish in state.skirmishes:
        named |= {unit for units in skirmish.chosen.values() for unit in units}
    for battle in state.battles:
        named |= {marker.holder for marker in battle.terrain.values()}
        named |= {fighter.shelter for fighter in battle.fighters.values()}
    return named


PAIRS = Pairs(
    Blocks,
    short=12,
    length=60,
    # of two and of three players, with blocks that stay hidden and without
    enough=[(1,), (4,), (30,)],
    many={
        str(kind): Group(
            [(number,) for number in range(place, 5 * len(KINDS), len(KINDS))],
            differ=5,
            acts=(UnitMarched, UnitEngaged, UnitRepositioned),
        )
        for place, kind in enumerate(KINDS)
    },
)
