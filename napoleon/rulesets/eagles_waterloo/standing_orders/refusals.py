"""Standing orders that could never apply, whatever comes.

They go by what is printed and by the scenario: by nothing that is hidden from the seat.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import StandingOrder
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.arrival import WATERLOO
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH
from napoleon.rulesets.eagles_waterloo.standing_orders.kinds import (
    KeepLayout,
    PlaySpecialFirst,
    SendOn,
    ShowGenerals,
    WithdrawWhenLost,
)
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

OWN_COMBAT = "C"
"""The window in which players play specials themselves [13.a]."""


def refuse_standing_order(table: Table, seat: str, said: StandingOrder) -> Refusal | None:
    """Refuses others' cards, battles that are not fought, and what only the other side does."""
    return (
        _refuse_cards(table, seat, getattr(said, "cards", ()))
        or _refuse_battles(table, getattr(said, "battles", ()))
        or _refuse_more(table, seat, said)
    )


def _refuse_cards(table: Table, seat: str, named: Iterable[str]) -> Refusal | None:
    """Refuse what is no card, and cards of the other side."""
    for card in named:
        if labels.printed(card) not in table.data.by_id:
            return refuse("UNKNOWN_CARD", "1.0", f"There is no card {card}.", card=card)
        if labels.label(table, card).side != seat:
            detail = f"{labels.name_of(table, card)} is not one of your cards."
            return refuse("NOT_YOUR_CARD", "1.0", detail, card=card)
    return None


def _refuse_battles(table: Table, named: Iterable[str]) -> Refusal | None:
    state = table.state
    names = {str(it): name for it, name in table.data.battle_names.items()}
    for battle in named:
        if battle not in names:
            return refuse("UNKNOWN_BATTLE", "2.0", f"There is no battle {battle}.", battle=battle)
        if not state.is_campaign and battle not in state.battles:
            detail = f"{names[battle]} is not fought here."
            return refuse("UNKNOWN_BATTLE", "2.0", detail, battle=battle)
    return None


def _refuse_more(table: Table, seat: str, said: StandingOrder) -> Refusal | None:
    match said:
        case PlaySpecialFirst():
            return _refuse_special(table, seat, said)
        case KeepLayout() if seat != FRENCH:
            return refuse("NOT_YOUR_DECISION", "4.1", "Only the French adjust their layout.")
        case ShowGenerals(cards=cards):
            return _refuse_generals(table, seat, cards)
        case WithdrawWhenLost() | SendOn() if not table.state.is_campaign:
            detail = "Battles are left, and cards sent on, in the campaign only."
            return refuse("NO_CAMPAIGN", "16.c", detail)
        case SendOn(whom="these", cards=()):
            return refuse("BAD_PAYLOAD", "16.d", "Name at least one card that is sent on.")
    return None


def _refuse_special(table: Table, seat: str, said: PlaySpecialFirst) -> Refusal | None:
    """Refuse what is no special of the seat, and one for its own Combat phase alone."""
    targets = [said.target] if said.target else []
    wrong = _refuse_cards(table, seat, [said.card, *targets])
    if wrong is not None:
        return wrong
    it = labels.label(table, said.card)
    if not isinstance(it, labels.Special):
        return refuse("NOT_A_SPECIAL", "13.0", "Name a special card.", card=said.card)
    if set(it.windows) == {OWN_COMBAT}:
        name = labels.name_of(table, said.card)
        detail = f"{name} is for your own Combat phase, in which you play specials yourself."
        return refuse("WRONG_PHASE", f"13.a.{it.no}", detail, windows=list(it.windows))
    if said.place and said.place not in (*places.POSITIONS, *places.LANES):
        return refuse("UNKNOWN_PLACE", "13.0", "Name a position or a lane.", place=said.place)
    return None


def _refuse_generals(table: Table, seat: str, cards: Iterable[str]) -> Refusal | None:
    """Refuse what only the Prussians at Waterloo do [10.0]."""
    if seat != ALLIED:
        return refuse("NOT_YOUR_DECISION", "10.0", "Only the Allies show a Prussian general.")
    if not table.state.is_campaign and WATERLOO not in table.state.battles:
        return refuse("WRONG_BATTLE", "10.0", "A general has to be shown at Waterloo only.")
    for card in cards:
        if not isinstance(labels.label(table, card), labels.General):
            detail = f"{labels.name_of(table, card)} is no general."
            return refuse("NOT_PRUSSIAN_GENERAL", "10.0", detail, card=card)
    return None
