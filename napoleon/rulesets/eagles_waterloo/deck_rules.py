"""15 What makes a deck legal, told with all reasons at once [2.0, G-40, G-42]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.chart import is_legal, row
from napoleon.rulesets.eagles_waterloo.custom import (
    LEAST_CUSTOM,
    LEAST_MOVERS,
    LEAST_UNITS,
    copies_of,
)
from napoleon.rulesets.eagles_waterloo.layout import CHOSEN, CUSTOM
from napoleon.rulesets.eagles_waterloo.sides import NAMES, side_of
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def most_of(table: Table, card: str) -> int:
    """How many copies of a card a deck may have [2.0, 15.0]."""
    if table.state.options["decks"] != CUSTOM:
        return 1
    return copies_of(labels.label(table, card))


def _once(table: Table) -> str:
    """The clause that bars further copies of a card [2.0, 15.0]."""
    return "15.0" if table.state.options["decks"] == CUSTOM else "2.0"


def bp_of(table: Table, cards: Sequence[str]) -> int:
    """Battle points of cards [15.0]."""
    return sum(labels.label(table, card).bp for card in cards)


def limit(table: Table, battle: str, nation: str) -> int:
    """The most cards of a chosen deck, and battle points of a custom one [2.0, 15.0]."""
    chart = row(table.data, battle, nation, table.state.options["scale"])
    return chart.bp if table.state.options["decks"] == CUSTOM else chart.deck


def refuse_card(table: Table, seat: str, battle: str, card: str) -> Refusal | None:
    """Why a card can be in no deck of a seat for a battle [2.0, 11.0, G-40]."""
    if card not in table.data.by_id:
        return refuse("NOT_A_CARD", "2.0", "There is no such card.")
    it = table.data.by_id[card]
    if it.nation not in table.state.battles[battle].nations or side_of(it.nation) != seat:
        name = labels.name_of(table, card)
        return refuse("WRONG_NATION", "2.0", f"{name} does not fight for you in this battle.")
    if isinstance(it, labels.Special) and not it.playable:
        name = labels.name_of(table, card)
        return refuse("MISSING_DATA", "G-01", f"What {name} does is not known.")
    if not is_legal(it, battle, historical=bool(table.state.options["historical"])):
        name = labels.name_of(table, card)
        return refuse("WRONG_BATTLE", "G-40", f"{name} does not belong to this battle.")
    return None


def refuse_addition(
    table: Table, seat: str, battle: str, deck: Sequence[str], card: str
) -> Refusal | None:
    """Why a card cannot be added to a deck of its nation [G-39, 15.0]."""
    wrong = refuse_card(table, seat, battle, card)
    if wrong is not None:
        return wrong
    it, most = table.data.by_id[card], most_of(table, card)
    if deck.count(card) >= most:
        name = labels.name_of(table, card)
        times = "once" if most == 1 else f"{most} times"
        return refuse("DUPLICATE", _once(table), f"A deck has {name} {times} at most.", most=most)
    room = limit(table, battle, it.nation)
    if table.state.options["decks"] == CUSTOM:
        costs = bp_of(table, [*deck, card])
        if costs > room:
            name = labels.name_of(table, card)
            detail = f"With {name} the deck costs {costs} battle points of {room}."
            return refuse("OVER_BP", "15.0", detail, bp=costs, limit=room)
    elif len(deck) >= room:
        return refuse("WRONG_SIZE", "2.0", f"The deck has its {room} cards.", deck=room)
    return None


def refuse_end(table: Table, battle: str, nation: str, deck: Sequence[str]) -> Refusal | None:
    """Why a deck cannot be ended: too small, or without units [G-42]."""
    units = [it for it in deck if labels.is_unit(labels.label(table, it))]
    movers = [it for it in deck if labels.wins_positions(labels.label(table, it))]
    who, scale = NAMES[nation], row(table.data, battle, nation, table.state.options["scale"])
    least = LEAST_CUSTOM if table.state.options["decks"] == CUSTOM else scale.deck
    if table.state.options["decks"] == CHOSEN and len(deck) != least:
        detail = f"A deck of the {who} has exactly {least} cards here; this one has {len(deck)}."
        return refuse("WRONG_SIZE", "2.0", detail, deck=least, cards=len(deck))
    if len(deck) < least:
        detail = f"A custom deck has at least {least} cards; this one has {len(deck)}."
        return refuse("WRONG_SIZE", "G-42", detail, least=least, cards=len(deck))
    if len(units) < LEAST_UNITS or len(movers) < LEAST_MOVERS:
        detail = (
            f"A deck has at least {LEAST_UNITS} units, {LEAST_MOVERS} of them infantry or cavalry; "
            f"this one has {len(units)} and {len(movers)}."
        )
        return refuse("WRONG_SIZE", "G-42", detail, units=len(units), movers=len(movers))
    return None


def reasons(table: Table, seat: str, battle: str, cards: Sequence[str]) -> list[Refusal]:
    """Everything that is wrong with a list as the decks of a seat; empty if it is legal."""
    found: list[Refusal] = []
    decks: dict[str, list[str]] = {
        nation: []
        for nation in table.state.battles[battle].nations
        if side_of(nation) == seat
    }  # fmt: skip
    counts = Counter(cards)
    for card in counts:
        wrong = refuse_card(table, seat, battle, card)
        if wrong is not None:
            found.append(wrong)
            continue
        most = most_of(table, card)
        if counts[card] > most:
            name = labels.named(table.data, card)
            times = "once" if most == 1 else f"{most} times"
            detail = f"A deck has {name} {times} at most, not {counts[card]} times."
            found.append(refuse("DUPLICATE", _once(table), detail, most=most))
        decks[table.data.by_id[card].nation] += [card] * counts[card]
    for nation, deck in decks.items():
        if table.state.options["decks"] == CUSTOM:
            costs, room = bp_of(table, deck), limit(table, battle, nation)
            if costs > room:
                detail = f"The deck of the {NAMES[nation]} costs {costs} battle points of {room}."
                found.append(refuse("OVER_BP", "15.0", detail, bp=costs, limit=room))
        wrong = refuse_end(table, battle, nation, deck)
        if wrong is not None:
            found.append(wrong)
    return found
