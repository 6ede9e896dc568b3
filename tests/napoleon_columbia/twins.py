"""Whole games of Napoleon, 4th edition, that differ only in what a reader may not know.

Twins part at the beginning of a turn, or when blocks stand together somewhere: which of the hidden
blocks of an army stands where, and how many steps they have left, is not the same in both. From
then on they are played side by side. The reader, and all from whom nothing is hidden, give the same
orders; the owner of the secret gives such as look alike to the reader. Until the rules tell it,
the reader must be given the same bytes by both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from random import Random

import msgspec

from napoleon.log.events.draws import with_calls
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.sides import ARMIES
from napoleon.rulesets.napoleon_columbia.state import Block, State
from tests.napoleon_columbia.random_play import KINDS, moments, player_of
from tests.rulesets.entrants import entrants
from tests.rulesets.lots import Lots, NoTwin
from tests.rulesets.receiving import ToldApart, told_to
from tests.rulesets.twins import SEED, Twins

LENGTH = 60
"""Most orders for which twins are played on."""

ALIKE = 12
"""Most orders in one game that are tried to find one that looks like that of the other."""

FEW = 3
"""Orders of the one game for which one that looks alike is sought in the other."""


class Pair:
    """Two games and a reader who may not know in what they differ; every number is another."""

    def __init__(self, number: int, length: int = LENGTH) -> None:
        self.number = number
        self.length = length
        self.random = Random(number)
        self.kind = KINDS[number % len(KINDS)]
        self.player = player_of(number)
        self.orders = 0
        """How many orders were given to both."""
        self.differed = False
        """Whether there was anything in which they differed."""
        self.happened: set[type[Event]] = set()
        """Classes of events that both were given and read the same."""
        self.stopped = ""
        """Why they were no twins any longer."""

    def play(self) -> None:
        """Play both on as long as they are twins. Raises ToldApart."""
        state = self._somewhere()
        readers = [*state.seats, SPECTATOR] if state.players else [SPECTATOR]
        self.reader = self.random.choice(readers)
        other = RULES.copied(state)
        secret = [army for army in ARMIES if state.players.get(army) != self.reader]
        for army in secret:
            self._shuffle(other, army)
            self._weaken(other, army)
        self.differed = state != other
        entrant = entrants()["napoleon_columbia"]
        self.twins = Twins(entrant, self.reader, 10_000, [state, other])
        try:
            while self.orders < self.length:
                where = f"pair {self.number}, order {self.orders}"
                self.twins.compare(self.random, where)
                self._go_on(where)
                self.orders += 1
        except NoTwin as told:
            self.stopped = str(told)

    # -- how they part -----------------------------------------------------------------------------

    def _somewhere(self) -> State:
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

    # -- how they go on ----------------------------------------------------------------------------

    def _go_on(self, where: str) -> None:
        asked = [RULES.decisions(state) for state in self.twins.states]
        decision = self.random.choice(asked[0])
        if decision not in asked[1]:
            raise NoTwin(f"only one of them is asked for {decision.kind}")
        if decision.seat == self.reader:
            legal_orders = list(RULES.legal_orders(self.twins.states[0], decision))
            order = self.player(self.twins.states[0], decision, legal_orders)
            both = [self._decided(twin, decision, order) for twin in range(2)]
            self._follow(both, where, order)
            return
        self._answer_alike(decision, where)

    def _answer_alike(self, decision: Decision, where: str) -> None:
        """The owner gives orders that look the same to the reader.

        An order that names no unit is the same in both, and has to look the same.
        """
        legal_orders = [list(RULES.legal_orders(state, decision)) for state in self.twins.states]
        for _ in range(FEW):
            order = self.player(self.twins.states[0], decision, legal_orders[0])
            mine = self._decided(0, decision, order)
            if not NAMING & set(order.__struct_fields__) and order in legal_orders[1]:
                yours = self._decided(1, decision, order)
                self._follow([mine, yours], f"{where}: {order}", order)
                return
            looks = self._looks(mine)
            likely = [it for it in legal_orders[1] if _of_the_same_sort(order, it)]
            self.random.shuffle(likely)
            # The same one first: mostly it looks the same.
            likely.sort(key=lambda it, order=order: it != order)  # type: ignore[misc]
            for other in likely[:ALIKE]:
                yours = self._decided(1, decision, other)
                if self._looks(yours) == looks:
                    self._follow([mine, yours], f"{where}: {order} or {other}", order)
                    return
        raise NoTwin(f"nothing looks alike in answer to {decision.kind}")

    def _looks(self, events: Sequence[Event]) -> bytes:
        """What the reader is told, up to where something is revealed that they may learn."""
        entrant = self.twins.entrant
        return msgspec.json.encode(told_to(entrant, self.reader, events, self.twins.version))

    def _decided(self, twin: int, decision: Decision, order: Order) -> Sequence[Event]:
        state = self.twins.states[twin]
        chance = Lots(f"{SEED}/{self.number}/{self.twins.version}", state.draws)
        events = RULES.decide(state, decision.seat, order, chance)
        if isinstance(events, Refusal):
            raise ToldApart(f"an offer of one is refused in the other: {order}\n{events}")
        return with_calls(events, chance.calls, SEED)

    def _follow(self, causes: Sequence[Sequence[Event]], where: str, order: Order) -> None:
        self.twins.follow(causes, f"{where}: {order}")
        self.happened.update(map(type, causes[0]))


class _Place:
    """Where a block stands, as all can see it; not what it is."""

    def __init__(self, block: Block) -> None:
        self._seen = {name: getattr(block, name) for name in PUBLIC}

    def take(self, block: Block) -> None:
        """Another block stands there."""
        for name, value in self._seen.items():
            setattr(block, name, value)


NAMING = {"unit", "square", "leader"}
"""Fields of orders that name a unit."""

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


def _of_the_same_sort(order: Order, other: Order) -> bool:
    """Whether two orders may look alike: the same but for the units that they name."""
    return type(order) is type(other) and all(
        getattr(order, name) == getattr(other, name)
        for name in order.__struct_fields__
        if name not in NAMING
    )
