"""2 Decks: dealt by chance, or made in secret by their owners [15.0, G-39]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.chance import SECRET
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import deck_rules, labels, places
from napoleon.rulesets.eagles_waterloo.chart import pool, row
from napoleon.rulesets.eagles_waterloo.custom import cheapest
from napoleon.rulesets.eagles_waterloo.events.decks import (
    CardAdded,
    CardDropped,
    DealtAnew,
    DeckDealt,
    DeckFinished,
    DeckSubmitted,
    DraftOpened,
)
from napoleon.rulesets.eagles_waterloo.layout import CUSTOM, RANDOM
from napoleon.rulesets.eagles_waterloo.orders import AddCard, DropCard, FinishDeck, SubmitDeck
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.table import Table, as_one, refuse, with_suggestion

DECKS = "decks"


def drawn(table: Table, cards: Sequence[str], count: int, what: str) -> tuple[str, ...]:
    """So many of the cards by chance, the first one drawn first."""
    left, found = sorted(cards), []
    for place in range(1, count + 1):
        card, _ = table.draw(left, f"card {place} of {count} of {what}", SECRET)
        left.remove(card)
        found.append(card)
    return tuple(found)


def dealt(
    table: Table, cards: Sequence[str], count: int, *, nation: str, battle: str, what: str
) -> tuple[str, ...]:
    """A deck or a muster by chance, with a unit for each position if there are so many [4.1, G-90].

    One with fewer is put back, and dealt again.
    """
    able = min(count, len(_units(table, cards)), len(places.WINGS))
    while True:
        found = drawn(table, cards, count, f"the {nation} {what}")
        if not table.rulings.deals_anew or len(_units(table, found)) >= able:
            return found
        last = table.state.draws + count - 1
        table.record(DealtAnew("", nation, battle, what, found, count, last), "4.1", "G-90")


def _units(table: Table, cards: Sequence[str]) -> list[str]:
    return [card for card in cards if labels.is_unit(labels.label(table, card))]


# -- dealt by chance [2.0] ------------------------------------------------------------------------


def _undealt(table: Table) -> Iterator[tuple[str, str]]:
    for battle in table.state.battles.values():
        for nation in battle.nations:
            if nation not in table.state.drafts.get(battle.id, {}):
                yield battle.id, nation


def is_made(table: Table) -> bool:
    """Whether decks are made by their owners, outside the campaign."""
    return not table.state.is_campaign and table.state.options["decks"] != RANDOM


def deal_due(table: Table) -> bool:
    """Whether a deck is to be dealt by chance."""
    state = table.state
    if state.phase != DECKS or state.is_campaign or is_made(table):
        return False
    return any(_undealt(table))


def deal(table: Table) -> None:
    """A deck of the chart's size from the legal pool [2.0, G-40]."""
    battle, nation = next(_undealt(table))
    count = row(table.data, battle, nation, table.state.options["scale"]).deck
    cards = dealt(
        table, table.state.pools[nation], count, nation=nation, battle=battle, what="deck"
    )
    last = table.state.draws + count - 1
    table.record(DeckDealt("", nation, battle, cards, count, last), "2.0", "G-40")


# -- made by their owners [15.0, G-39] ------------------------------------------------------------


def open_due(table: Table) -> bool:
    """Whether a deck is to be made, and is not begun."""
    if table.state.phase != DECKS or not is_made(table):
        return False
    return any(_undealt(table))


def open_draft(table: Table) -> None:
    """It begins empty."""
    battle, nation = next(_undealt(table))
    table.record(DraftOpened(side_of(nation), nation, {battle: ()}), "G-39")


def making_due(table: Table) -> bool:
    """Whether somebody has not ended their decks."""
    state = table.state
    if state.phase != DECKS or not is_made(table):
        return False
    return len(state.finished) < len(state.seats)


def asks(table: Table) -> list[Decision]:
    """Both players make their decks at the same time [G-39]."""
    text = "Which cards make up your deck?"
    return [
        table.question(seat, "deck", "G-39", text)
        for seat in table.state.seats
        if seat not in table.state.finished
    ]


def battle_of(table: Table) -> str:
    """The battle that decks are made for; outside the campaign there is one."""
    return next(iter(table.state.battles))


def made_by(table: Table, seat: str) -> dict[str, list[str]]:
    """The decks of a seat as far as they are made, by nation; outside the campaign."""
    drafts = table.state.drafts[battle_of(table)]
    return {nation: deck for nation, deck in drafts.items() if side_of(nation) == seat}


def additions(table: Table, decision: Decision) -> Iterator[AddCard]:
    """Every card that may be added."""
    for nation in made_by(table, decision.seat):
        for card in table.state.pools[nation]:
            order = AddCard(card)
            if refuse_addition(table, decision, order) is None:
                yield order


def refuse_addition(table: Table, decision: Decision, order: AddCard) -> Refusal | None:
    """Why a card cannot be added."""
    battle = battle_of(table)
    wrong = deck_rules.refuse_card(table, decision.seat, battle, order.card)
    if wrong is not None:
        return wrong
    nation = table.data.by_id[order.card].nation
    deck = table.state.drafts[battle][nation]
    return deck_rules.refuse_addition(table, decision.seat, battle, deck, order.card)


def add(table: Table, decision: Decision, order: AddCard) -> None:
    """Others see that a card was added, and not which [G-39]."""
    nation = table.data.by_id[order.card].nation
    table.record(CardAdded(decision.seat, battle_of(table), nation, order.card), "G-39")


def drops(table: Table, decision: Decision) -> Iterator[DropCard]:
    """Every card of the decks that are being made."""
    for deck in made_by(table, decision.seat).values():
        yield from map(DropCard, dict.fromkeys(deck))


def refuse_drop(table: Table, decision: Decision, order: DropCard) -> Refusal | None:
    """Only a card of the deck is taken out."""
    if any(order.card in deck for deck in made_by(table, decision.seat).values()):
        return None
    return refuse("NOT_IN_DECK", "G-39", "That card is not in your deck.")


def drop(table: Table, decision: Decision, order: DropCard) -> None:
    """One copy of it is taken out."""
    nation = table.data.by_id[order.card].nation
    table.record(CardDropped(decision.seat, battle_of(table), nation, order.card), "G-39")


def suggestions(table: Table, decision: Decision) -> list[SubmitDeck]:
    """A legal list, if there is one."""
    cards = suggested(table, decision.seat)
    return [SubmitDeck(tuple(cards))] if cards else []


def suggested(table: Table, seat: str) -> list[str]:
    """A list of cards that is legal as the decks of a seat; empty if none is found."""
    battle, found = battle_of(table), []
    for nation in made_by(table, seat):
        cards = pool(table.data, battle, nation, table.state.options)
        deck: list[str] = []
        for it in _wanted(cards, cheaply=table.state.options["decks"] == CUSTOM):
            if deck_rules.refuse_addition(table, seat, battle, deck, it.id) is None:
                deck.append(it.id)
        found += deck
    return [] if deck_rules.reasons(table, seat, battle, found) else found


LEAST = 12
"""Infantry and cavalry with which a suggested deck begins."""


def _wanted(cards: Sequence[labels.AnyCard], *, cheaply: bool) -> list[labels.AnyCard]:
    """Cards in the order in which a suggested deck takes them.

    Where battle points count it begins with the cheapest that make it legal [G-42].
    """
    movers = [it for it in cards if labels.wins_positions(it)]
    others = [it for it in cards if it not in movers]
    if not cheaply:
        return [*movers[:LEAST], *others, *movers[LEAST:]]
    first = cheapest(cards)
    return [*first, *(it for it in (*movers, *others) if it not in first)]


def refuse_list(table: Table, decision: Decision, order: SubmitDeck) -> Refusal | None:
    """Everything that is wrong with a list, and one that would be legal [G-39, G-42]."""
    battle = battle_of(table)
    found = deck_rules.reasons(table, decision.seat, battle, order.cards)
    if not found:
        return None
    return with_suggestion(found, suggested(table, decision.seat))


def submit(table: Table, decision: Decision, order: SubmitDeck) -> None:
    """The list is the deck, which may still be changed."""
    battle = battle_of(table)
    for nation in made_by(table, decision.seat):
        cards = tuple(it for it in order.cards if table.data.by_id[it].nation == nation)
        table.record(DeckSubmitted(decision.seat, nation, {battle: cards}), "G-39")


def refuse_finish(table: Table, decision: Decision, order: FinishDeck) -> Refusal | None:
    """Why the decks of a seat cannot be ended [2.0, G-42]."""
    battle = battle_of(table)
    wrong = [
        deck_rules.refuse_end(table, battle, nation, deck)
        for nation, deck in made_by(table, decision.seat).items()
    ]
    found = [it for it in wrong if it is not None]
    return as_one(found) if len(found) > 1 else next(iter(found), None)


def finish(table: Table, decision: Decision, order: FinishDeck) -> None:
    """They are under seal."""
    table.record(DeckFinished(decision.seat), "G-39")
