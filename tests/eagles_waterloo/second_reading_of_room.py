"""Room in positions by the oracle: who goes where nobody can leave any more [8.0, 8.4, 12.0]."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import RULES, orders
from napoleon.rulesets.eagles_waterloo.state import Battle, State
from tests.eagles_waterloo.oracle import room
from tests.eagles_waterloo.oracle.field import foe, is_reserve, opposite, owner
from tests.eagles_waterloo.oracle_answers import against, compared
from tests.eagles_waterloo.oracle_comparison import (
    ANSWERS,
    FORMATIONS,
    PLACES,
    POSITIONS,
    face_of,
    position_of,
    side_of,
)
from tests.rulesets.comparing import disagreement

OTHERS = 3
"""Orders that are looked at of those which bring nobody in and find nobody too many."""


def of_room(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every order of the Combat phase by which a position is filled, or takes the way out of one.

    What is offered is looked at, and what is not: an order that is legal otherwise is refused for
    want of room, or it is accepted.
    """
    position = position_of(state)
    offered = set(RULES.legal_orders(state, decision))
    crowded = bool(room.crowded_lanes(position))
    tried, others = list[Order](), list[Order]()
    for order in _orders(state.battle, decision.seat, random):
        fills = isinstance(order, orders.Move | orders.PlaceDecoy) and room.is_crowded(
            position, order.to if isinstance(order, orders.Move) else order.place
        )
        shows = isinstance(order, orders.ShowDecoy)
        (tried if crowded or fills or shows else others).append(order)
    for order in (*tried, *random.sample(others, min(OTHERS, len(others)))):
        reasons = against(position, state.battle, order)
        answer = ANSWERS.refused(state, decision, order)
        yield from disagreement(answer, reasons, order)
        if reasons and order in offered:
            yield f"{order}: offered, but {sorted(reasons)}"
        if not reasons and order not in offered:
            yield f"{order}: not offered, but legal by the oracle"
    yield from compared(state, decision, orders.EndCombat(), position)


def _orders(battle: Battle, seat: str, random: Random) -> Iterator[Order]:
    """Moves of every card, and of all else one order for each way in which a card may act."""
    for card, it in battle.cards.items():
        if side_of(it.nation) != seat:
            continue
        for to in PLACES:
            if to != it.place and not (is_reserve(to) and owner(to) != seat):
                yield orders.Move(card, to)
        yield orders.ChangeFormation(card, random.choice(FORMATIONS))
        if not is_reserve(it.place):
            near = battle.at(it.place, foe(seat))
            far = battle.at(opposite(it.place), foe(seat))
            for target in random.sample([*near, *far], min(1, len([*near, *far]))):
                yield orders.Fire(card, battle.seen_as(target))
            for target in random.sample(near, min(1, len(near))):
                yield orders.Shock(card, battle.seen_as(target))
            for site in battle.sites_at(it.place):
                yield orders.OccupyTerrain(card, site)
        if not face_of(card).unit:
            yield orders.PlaceDecoy(card, random.choice(POSITIONS))
            yield orders.ShowDecoy(card)
            yield orders.WithdrawDecoy(card)
