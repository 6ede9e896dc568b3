"""What the oracle has against an order in a battle: all words that apply, or none.

The readings ask it of every order that a position bears, the acceptance cases of each that they
give (see `conftest`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import orders
from napoleon.rulesets.eagles_waterloo.state import Battle, State
from tests.eagles_waterloo.oracle import campaign, combat, room, specials
from tests.eagles_waterloo.oracle import instants as at_once
from tests.eagles_waterloo.oracle import morale as checks
from tests.eagles_waterloo.oracle import moves as marches
from tests.eagles_waterloo.oracle import terrain as grounds
from tests.eagles_waterloo.oracle.field import LANES, Position, foe
from tests.eagles_waterloo.oracle_comparison import (
    ANSWERS,
    face_of,
    number_of,
    position_of,
    side_of,
)
from tests.rulesets.comparing import disagreement

MODES = {"artillery": ("long", "short"), "infantry": ("long", "fire"), "cavalry": ("fire",)}
"""The ways in which a card might fire, as the oracle calls them."""


def compared(
    state: State, decision: Decision, order: Order, position: Position | None = None
) -> list[str]:
    """What is to be said of an order that the game answers otherwise than the oracle.

    `position` is that of the state, if it is known.
    """
    expected = reasons(state, decision, order, position)
    if expected is None:
        return []
    return disagreement(ANSWERS.refused(state, decision, order), expected, order)


def reasons(
    state: State, decision: Decision, order: Order, position: Position | None = None
) -> set[str] | None:
    """What the oracle has against an order of the seat that is asked; None if it has no answer.

    It knows no cards of others, and none that are not in play.
    """
    card = getattr(order, "card", "")
    if type(order) not in ASKED or decision.kind not in KINDS.get(type(order), ("combat",)):
        return None
    battle, others = state.battle, {getattr(order, it, "") for it in ("instead", "terrain")} - {""}
    if card and (card not in battle.cards or side_of(battle.cards[card].nation) != decision.seat):
        return None
    if not others <= {*battle.cards, *battle.sites}:
        return None
    position = position or position_of(state, asked=decision.kind == "window")
    return against(position, battle, order)


def against(position: Position, battle: Battle, order: Order) -> set[str]:
    """What the oracle has against an order, for want of room if it is legal otherwise."""
    found = set(ASKED[type(order)](position, battle, order))
    return found or (crowded_out(position, order) if isinstance(order, MOVING) else set())


# -- by what it is ---------------------------------------------------------------------------------


def _of_move(at: Position, battle: Battle, order: orders.Move) -> Collection[str]:
    onto = number_of(order.terrain) if order.terrain else None
    return marches.move(at, order.card, order.to, order.formation, onto).reasons


def _of_change(at: Position, battle: Battle, order: orders.ChangeFormation) -> Collection[str]:
    """A card that has just come into the Reserve does nothing, whatever else there is [G-73]."""
    found = marches.change_formation_refused(at, order.card, order.formation)
    return found | {"arrived_this_turn"} if found and battle.cards[order.card].late else found


def named(battle: Battle, target: str) -> str:
    """The card of the enemy that is named by its id or its token; empty for none."""
    return battle.called(target, foe(battle.active))


def _of_fire(at: Position, battle: Battle, order: orders.Fire) -> Collection[str]:
    target = named(battle, order.target)
    if not target:
        return {"no_target"}
    modes = MODES.get(face_of(order.card).kind, ("fire",))
    attacks = [combat.fire(at, order.card, target, mode) for mode in modes]
    if any(it.legal for it in attacks):
        return set()
    return set().union(*(it.reasons for it in attacks))


def _of_shock(at: Position, battle: Battle, order: orders.Shock) -> Collection[str]:
    target = named(battle, order.target)
    return combat.shock(at, order.card, target).reasons if target else {"no_target"}


def _of_occupation(at: Position, battle: Battle, order: orders.OccupyTerrain) -> Collection[str]:
    number = number_of(order.terrain)
    if order.instead:
        return grounds.give_place_refused(at, order.card, order.instead, number)
    return grounds.occupy_refused(at, order.card, number)


def _of_terrain(at: Position, battle: Battle, order: orders.PlayTerrain) -> Collection[str]:
    face = face_of(order.card)
    if face.kind != "terrain":
        return {"not_terrain"}
    found = grounds.play_refused(at, face, f"{face.side}_{face.lane}")
    return found | ({"already_acted"} if at.cards[order.card].withdrawn else set())  # 14.0


def _of_check(at: Position, battle: Battle, order: orders.CheckMorale) -> Collection[str]:
    found = set(checks.check_refused(at, order.card))
    if not face_of(order.card).unit:
        return found | {"generals_first"}
    # Generals are checked by the program before the card that was named [G-45, G-71], and
    # a hit that is removed without a die is removed as the card is checked [13.a, 110].
    found -= {"generals_first"}
    return found - {"no_hits"} if battle.cards[order.card].hits else found


def place_and_lane(order: orders.PlaySpecial) -> tuple[str, str]:
    """What a special is played on, of which one is empty."""
    return ("", order.place) if order.place in LANES else (order.place, "")


def _of_special(at: Position, battle: Battle, order: orders.PlaySpecial) -> Collection[str]:
    place, lane = place_and_lane(order)
    return specials.play_refused(at, order.card, place, order.target, lane)


ASKED: dict[type[Order], Callable[[Position, Battle, Any], Collection[str]]] = {
    orders.Move: _of_move,
    orders.ChangeFormation: _of_change,
    orders.ShowGeneral: lambda at, battle, it: marches.show_general_refused(at, it.card),
    orders.Fire: _of_fire,
    orders.Shock: _of_shock,
    orders.OccupyTerrain: _of_occupation,
    orders.PlayTerrain: _of_terrain,
    orders.PlaceDecoy: lambda at, _, it: grounds.place_decoy_refused(at, it.card, it.place),
    orders.ShowDecoy: lambda at, battle, it: grounds.show_decoy_refused(at, it.card),
    orders.WithdrawDecoy: lambda at, battle, it: grounds.withdraw_decoy_refused(at, it.card),
    orders.EndCombat: lambda at, battle, it: at_once.stack_refused(at),
    orders.WithdrawFromBattle: lambda at, battle, it: campaign.withdraw_refused(at),
    orders.CheckMorale: _of_check,
    orders.PlaySpecial: _of_special,
}
"""The orders of a battle that the oracle has answers to."""

KINDS: dict[type[Order], tuple[str, ...]] = {
    orders.CheckMorale: ("morale",),
    orders.PlaySpecial: ("morale", "window", "combat", "reinforcement"),
}
"""The questions that they answer; all others are of the Combat phase."""

MOVING = (
    orders.Move,
    orders.ChangeFormation,
    orders.Fire,
    orders.Shock,
    orders.OccupyTerrain,
    orders.PlaceDecoy,
    orders.ShowDecoy,
    orders.WithdrawDecoy,
)
"""Orders by which a position is filled, or somebody takes their own way out of one."""


# -- room [8.0, 8.4, 12.0] -------------------------------------------------------------------------


def crowded_out(position: Position, order: Order) -> set[str]:
    """What the oracle has against an order, that is legal otherwise, for want of room."""
    after = _after(position, order)
    decided = isinstance(order, orders.Move) and room.decides(position, after, order.card)
    return set(room.room_refused(position, after, decided))


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
