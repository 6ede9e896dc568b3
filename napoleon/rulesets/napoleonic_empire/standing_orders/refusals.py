"""Standing orders that could never apply, whatever comes.

They go by the map, by what is printed on cards, and by the hand of the seat: by nothing that is
hidden from it.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import StandingOrder
from napoleon.rulesets.napoleonic_empire.cards import windows
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND
from napoleon.rulesets.napoleonic_empire.sides import ALLIED
from napoleon.rulesets.napoleonic_empire.standing_orders.kinds import (
    BattleOrder,
    DeclineRebels,
    Kutuzov,
    OfWindow,
    PlaceRebels,
    PlayCard,
    Reinforcing,
    Retreats,
    RetreatTo,
)
from napoleon.rulesets.napoleonic_empire.table import Table, refuse


def refuse_preference(table: Table, seat: str, said: StandingOrder) -> Refusal | None:
    """Refuse where nobody retreats to or rises, and what only one of the sides can say."""
    match said:
        case RetreatTo():
            return _refuse_retreat(table, said)
        case Kutuzov():
            return _refuse_kutuzov(table, seat, said)
        case PlaceRebels(country=country):
            return _refuse_rebels(table, seat, [country])
        case DeclineRebels():
            return _refuse_rebels(table, seat)
        case Retreats(towards=towards, never=never):
            return _refuse_closed(table, (*towards, *never))
        case Reinforcing(first=first) | BattleOrder(first=first):
            return _refuse_closed(table, first)
    return None


def refuse_window(table: Table, seat: str, said: OfWindow) -> Refusal | None:
    """Refuse countries in a window that belongs to none."""
    if said.countries and said.window != windows.BATTLE:
        detail = "Only battles are fought in a country: name countries with battle windows."
        return refuse("WRONG_WINDOW", "ATTACK.4", detail, window=said.window)
    return _refuse_closed(table, said.countries)


def refuse_card(table: Table, seat: str, said: PlayCard) -> Refusal | None:
    """Refuse a card that the seat does not hold, and battles that the card is not for."""
    card = table.data.pack.cards.get(said.card)
    if card is None:
        return refuse("UNKNOWN_CARD", "COMP.4", f"There is no card {said.card}.", card=said.card)
    if card.id not in table.state.hands[seat]:
        return refuse("NOT_IN_HAND", "CARD.3", f"You do not hold {card.name}.", card=card.id)
    if card.effect != windows.BATTLE and (said.countries or said.role != "any"):
        detail = f"{card.name} is not played in battle: name neither countries nor a role."
        return refuse("WRONG_WINDOW", card.clause, detail, windows=list(card.windows))
    refusal = _refuse_closed(table, said.countries)
    if refusal is not None:
        return refusal
    meant = table.data.board.meant_by(card.places)
    for country in said.countries:
        if country not in meant:
            detail = f"{card.name} is not for battles in {country}."
            return refuse("WRONG_COUNTRY", card.clause, detail, places=list(card.places))
    return None


def _refuse_retreat(table: Table, said: RetreatTo) -> Refusal | None:
    """Refuse a retreat without a country, or to one that is not a refuge [E-18]."""
    if not said.countries:
        return refuse("BAD_PAYLOAD", "ATTACK.10", "Name at least one country to retreat to.")
    return _refuse_refuge(table, said.countries) or _refuse_closed(table, said.battles)


def _refuse_kutuzov(table: Table, seat: str, said: Kutuzov) -> Refusal | None:
    """Refuse what only Kutuzov's side can say, and while he is on the map [E-37]."""
    if seat != ALLIED:
        return refuse("NOT_YOUR_DECISION", "E-37", "Kutuzov is an Allied commander.")
    if "kutuzov" not in table.state.commanders:
        return refuse("NO_KUTUZOV", "E-37", "Kutuzov is not on the map.")
    return _refuse_refuge(table, said.countries)


def _refuse_rebels(table: Table, seat: str, countries: Iterable[str] = ()) -> Refusal | None:
    """Refuse what only the Allies can say, and countries without nationalists [NAT.1]."""
    if seat != ALLIED:
        return refuse("NOT_YOUR_DECISION", "NAT.1", "Rebels are Allied armies.")
    for country in countries:
        if country not in table.data.board.nationalist:
            rising = list(table.data.board.nationalist)
            detail = f"Rebels do not rise in {country}."
            return refuse("WRONG_COUNTRY", "NAT.1", detail, countries=rising)
    return None


def _refuse_refuge(table: Table, countries: Iterable[str]) -> Refusal | None:
    if ENGLAND in countries:
        return refuse("ENGLAND_CLOSED", "E-18", "Nobody retreats to England.")
    return _refuse_closed(table, countries)


def _refuse_closed(table: Table, countries: Iterable[str]) -> Refusal | None:
    """Refuse names of no country, and the one where nobody ever is [MAP.5]."""
    for country in countries:
        known = table.data.board.countries.get(country)
        if known is None:
            detail = f"There is no country {country}."
            return refuse("UNKNOWN_COUNTRY", "MAP.1", detail, country=country)
        if not known.enterable:
            detail = "Nobody may enter that country."
            return refuse("OTTOMAN_CLOSED", "MAP.5", detail, country=country)
    return None
