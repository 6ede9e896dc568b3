"""Games in which the bot plays some of the seats, and the others pick any legal order.

Bare rules, without a log: each position is looked at as it comes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import product
from random import Random
from typing import Any, NamedTuple

import msgspec
from eventsourcing.persistence import JSONTranscoder

from napoleon.chance import SeededChance
from napoleon.log.store.mapper import EventMapper
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.bot import Player
from napoleon.rulesets.napoleonic_empire.events.battle import ArmiesEliminated
from napoleon.rulesets.napoleonic_empire.events.reinforcement import (
    CardArmiesPlaced,
    RebelsPlaced,
    ReinforcementsReceived,
)
from napoleon.rulesets.napoleonic_empire.packs.pack import ARMIES_PER_SIDE
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleonic_empire.state import State

GAME = "0000001805"
MOST_ORDERS = 5_000
AT_FIRST = 40
"""Armies that each side has on the map, or is about to set up, at the start [SETUP]."""

EVERY_FORM: tuple[dict[str, Any], ...] = tuple(
    dict(zip((option.name for option in RULES.options), values, strict=True))
    for values in product(*(option.values for option in RULES.options))
)
"""All combinations of the options."""

_MAPPER = EventMapper(JSONTranscoder())


def named(options: Mapping[str, Any]) -> str:
    """The options in a word, for the name of a test: ``by_year-commanders``."""
    switched = [name for name, value in options.items() if value is True]
    return "-".join([options["historical_deck"], *switched])


class Played(NamedTuple):
    """A game as far as it was played."""

    state: State
    events: list[Event]
    kinds: set[str]
    """Kinds of decisions that the bot answered; it is asked where there is a choice."""

    @property
    def winner(self) -> str:
        """The side that has won; the game must have come to its end."""
        assert self.state.result is not None, f"no end in turn {self.state.turn}"
        return self.state.result.winner


def play(
    number: int,
    options: Mapping[str, Any],
    *,
    bots: Collection[str] = SIDES,
    most: int = MOST_ORDERS,
) -> Played:
    """Game number so and so, in which the bot plays `bots`, up to its end or to `most` orders.

    Every position at which somebody has to decide is looked at.
    """
    chance = SeededChance(f"{number:064x}", GAME, drawn=0)
    careless = Random(number)
    players = {side: Player(Random(f"{number} {side}")) for side in bots}
    events, kinds = RULES.setup("europe", RULES.checked_options(options), chance), set()
    state = _after(None, events)
    for _ in range(most):
        assert_possible(state)
        if state.result is not None:
            break
        [decision] = RULES.decisions(state)
        legal_orders = list(RULES.legal_orders(state, decision))
        if len(legal_orders) > 1 and decision.seat in players:
            kinds.add(decision.kind)
            view = RULES.view(state, Viewer(decision.seat))
            order = players[decision.seat].choose(view, decision, legal_orders)
        else:
            order = careless.choice(legal_orders)
        caused = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        state = _after(state, caused)
        events += caused
    assert chance.drawn == state.draws, "the number of draws is part of the position"
    return Played(state, events, kinds)


def _after(state: State | None, events: Iterable[Event]) -> State:
    for event in events:
        state = RULES.apply(state, event)
    assert state is not None
    return state


def assert_possible(state: State) -> None:
    """What is true of every position in which somebody has to decide."""
    board = RULES.pack.board(state.options["divided_russia"])
    for side, armies in state.armies.items():
        assert min(armies.values(), default=1) > 0, "countries without armies are left out"
        on_map = sum(armies.values()) + state.waiting(side)
        assert 0 <= on_map <= ARMIES_PER_SIDE
        assert state.pool(side) + on_map == ARMIES_PER_SIDE, "COMP.2"
        assert "ottoman" not in armies, "MAP.5"
        assert armies.keys() <= board.countries.keys()
    assert "england" not in state.armies[FRENCH], "MOVE.5"
    for country, armies_moved in state.moved.items():
        assert 0 < armies_moved <= state.armies_in(state.active, country), "MOVE.2"
    discarded = [it.card for it in state.discards]
    cards = [*state.deck, *state.hands[FRENCH], *state.hands[ALLIED], *discarded, *state.dated]
    assert len(cards) == len(RULES.pack.cards) == 32
    assert set(cards) == set(RULES.pack.cards), "COMP.4"
    for commander in state.commanders.values():
        assert board.countries[commander.country].enterable
    for country in board.countries:
        assert state.control.get(country, "") == (state.standing(country) if state.started else "")


def placed_and_lost(events: Iterable[Event]) -> dict[str, int]:
    """Armies that each side has on the map by what the events of a game say of it."""
    armies = dict.fromkeys(SIDES, AT_FIRST)
    for event in events:
        match event:
            case ReinforcementsReceived(side=side, armies=number):
                armies[side] += number
            case CardArmiesPlaced(side=side, armies=number):
                armies[side] += number
            case RebelsPlaced(armies=number):
                armies[ALLIED] += number
            case ArmiesEliminated(side=side, armies=number):
                armies[side] -= number
    return armies


def from_the_log(events: Iterable[Event]) -> State:
    """The position to which events lead when they come back from a log."""
    rows = (
        _MAPPER.to_stored_event(msgspec.structs.replace(event, game=GAME, version=version))
        for version, event in enumerate(events, 1)
    )
    return _after(None, (_MAPPER.to_domain_event(row) for row in rows))  # type: ignore[misc]
