"""The Prussians at Waterloo: when they come, and where they may stand [10.0, G-18]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import actions, labels, places
from napoleon.rulesets.eagles_waterloo.events.turn import PrussiansArrived
from napoleon.rulesets.eagles_waterloo.orders import ShowGeneral
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, PRUSSIAN, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

WATERLOO = "waterloo"


def is_limited(battle: Battle, nation: str) -> bool:
    """Whether cards of a nation are held to what the Prussians may do at Waterloo [10.0, G-35]."""
    return battle.id == WATERLOO and nation == PRUSSIAN


def refuse_leaving(table: Table, battle: Battle, card: str) -> Refusal | None:
    """No Prussian leaves the Reserve before a general of theirs was shown [10.0, G-18]."""
    if is_limited(battle, battle.cards[card].nation) and not battle.arrived:
        detail = "The Prussians stay in Reserve until you show a Prussian general."
        return refuse("PRUSSIAN_NOT_ARRIVED", "10.0", detail)
    return None


def refuse_place(table: Table, battle: Battle, card: str, to: str) -> Refusal | None:
    """They stand only in the British left and the French right [10.0]."""
    if not is_limited(battle, battle.cards[card].nation) or places.is_reserve(to):
        return None
    if places.lane_of(to) != places.WEST:
        detail = "At Waterloo the Prussians go to the Allied left and the French right only."
        return refuse("PRUSSIAN_LANE", "10.0", detail)
    return None


# -- showing a general ----------------------------------------------------------------------------


def legal_orders(table: Table, decision: Decision) -> Iterator[ShowGeneral]:
    """Every general that may be shown."""
    for card in table.state.battle.at(places.reserve(decision.seat)):
        order = ShowGeneral(card)
        if refuse_showing(table, decision, order) is None:
            yield order


def refuse_showing(table: Table, decision: Decision, order: ShowGeneral) -> Refusal | None:
    """Only a Prussian general in Reserve at Waterloo, and once [10.0]."""
    battle = table.state.battle
    if battle.id != WATERLOO or decision.seat != ALLIED:
        detail = "Only the Prussians at Waterloo have to show a general."
        return refuse("NOT_PRUSSIAN_GENERAL", "10.0", detail)
    if battle.arrived:
        return refuse("NOT_PRUSSIAN_GENERAL", "10.0", "The Prussians have arrived.")
    card = battle.cards.get(order.card)
    known = (
        card is not None
        and side_of(card.nation) == decision.seat
        and card.nation == PRUSSIAN
        and labels.kind_of(table, order.card) == labels.GENERAL
    )
    if not known:
        detail = "Name a Prussian general in your Reserve."
        return refuse("NOT_PRUSSIAN_GENERAL", "10.0", detail)
    return actions.refuse_rest(table, order.card)


def show(table: Table, decision: Decision, order: ShowGeneral) -> None:
    """From now on Prussians leave the Reserve [10.0]."""
    battle = table.state.battle
    table.record(PrussiansArrived(decision.seat, battle.id, order.card), "10.0", "G-18")
