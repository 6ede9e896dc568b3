"""Room in positions by the oracle: who goes where nobody can leave any more [8.0, 8.4, 12.0]."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import RULES, orders
from napoleon.rulesets.eagles_waterloo.state import Battle, State
from tests.eagles_waterloo.oracle import combat, room
from tests.eagles_waterloo.oracle import instants as at_once
from tests.eagles_waterloo.oracle import moves as marches
from tests.eagles_waterloo.oracle import terrain as grounds
from tests.eagles_waterloo.oracle.field import Position, foe, is_reserve, opposite, owner
from tests.eagles_waterloo.oracle_comparison import (
    ANSWERS,
    FORMATIONS,
    PLACES,
    POSITIONS,
    face_of,
    number_of,
    position_of,
    side_of,
)
from tests.rulesets.comparing import disagreement

MODES = {"artillery": ("long", "short"), "infantry": ("long", "fire"), "cavalry": ("fire",)}

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
        reasons = _refused(position, state.battle, order) or crowded_out(position, order)
        answer = ANSWERS.refused(state, decision, order)
        yield from disagreement(answer, reasons, order)
        if reasons and order in offered:
            yield f"{order}: offered, but {sorted(reasons)}"
        if not reasons and order not in offered:
            yield f"{order}: not offered, but legal by the oracle"
    end = ANSWERS.refused(state, decision, orders.EndCombat())
    yield from disagreement(end, at_once.stack_refused(position), orders.EndCombat())


def crowded_out(position: Position, order: Order) -> set[str]:
    """What the oracle has against an order, that is legal otherwise, for want of room."""
    after = _after(position, order)
    decided = isinstance(order, orders.Move) and room.decides(position, after, order.card)
    return set(room.room_refused(position, after, decided))


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


def _refused(position: Position, battle: Battle, order: Order) -> set[str]:
    """What else the oracle has against an order."""
    match order:
        case orders.Move(card, to):
            return set(marches.move(position, card, to).reasons)
        case orders.ChangeFormation(card, formation):
            return set(marches.change_formation_refused(position, card, formation))
        case orders.Fire(card, target):
            named, modes = _named(battle, target), MODES.get(face_of(card).kind, ("fire",))
            attacks = [combat.fire(position, card, named, mode) for mode in modes]
            if any(it.legal for it in attacks):
                return set()
            return set().union(*(it.reasons for it in attacks))
        case orders.Shock(card, target):
            return set(combat.shock(position, card, _named(battle, target)).reasons)
        case orders.OccupyTerrain(card, site):
            return set(grounds.occupy_refused(position, card, number_of(site)))
        case orders.PlaceDecoy(card, place):
            return set(grounds.place_decoy_refused(position, card, place))
        case orders.ShowDecoy(card):
            return set(grounds.show_decoy_refused(position, card))
        case orders.WithdrawDecoy(card):
            return set(grounds.withdraw_decoy_refused(position, card))
    raise ValueError(order)


def _named(battle: Battle, target: str) -> str:
    """The card of the enemy that is named by its id or its token."""
    return battle.called(target, foe(battle.active))


def _after(position: Position, order: Order) -> Position:
    """The position after a legal order; what dice show takes nobody's move away."""
    match order:
        case orders.Move(card, to, formation, site):
            onto = number_of(site) if site else None
            return marches.after_move(position, card, to, formation, onto)
        case orders.PlaceDecoy(card, place):
            return room.after_placing(position, card, place)
        case orders.ShowDecoy(card):
            return room.after_showing(position, card)
        case orders.WithdrawDecoy(card):
            return room.after_withdrawal(position, card)
        case orders.Fire(card) | orders.Shock(card):
            return room.after_standing(position, card)
        case orders.OccupyTerrain(card, _, instead) if instead:
            return room.after_standing(position, card, instead)
        case orders.ChangeFormation(card) | orders.OccupyTerrain(card):
            return room.after_standing(position, card)
    raise ValueError(order)
