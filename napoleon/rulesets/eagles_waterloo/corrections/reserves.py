"""Correcting who is in the battle at all: cards lost, in Reserve and in decks [G-84]."""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.corrections import kinds
from napoleon.rulesets.eagles_waterloo.corrections.checks import (
    battle_of,
    refuse_not_in_play,
    refuse_time,
    refuse_unknown,
)
from napoleon.rulesets.eagles_waterloo.events.corrections import (
    CardBrought,
    CardRestored,
    CardReturned,
    CardWithdrawn,
)
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def eliminate(table: Table, wanted: kinds.EliminateCard, reason: str) -> Refusal | None:
    """A card is gone for good, for all to see [6.0]."""
    wrong = refuse_not_in_play(table, wanted.card)
    if wrong is not None:
        return wrong
    battle, card = battle_of(table, wanted.card), wanted.card
    it, printed = battle.cards[card], labels.label(table, card)
    counts = labels.is_unit(printed) or isinstance(printed, labels.General)
    gone = CardWithdrawn(battle.id, card, it.token, it.place, counts, reason)
    table.record(gone, "G-84", "6.0")
    return None


def restore(table: Table, wanted: kinds.RestoreCard, reason: str) -> Refusal | None:
    """A card that was eliminated or spent is in Reserve; not one of a battle that is over."""
    wrong = refuse_time(table) or refuse_unknown(table, wanted.card)
    if wrong is not None:
        return wrong
    card, it = wanted.card, labels.label(table, wanted.card)
    for battle in table.state.battles.values():
        if card in (*battle.routed, *battle.spent):
            to = places.reserve(it.side)
            table.record(CardRestored(battle.id, it.nation, card, to, reason), "G-84", "6.0")
            return None
    detail = f"{labels.name_of(table, card)} is not out of a battle that is being fought."
    return refuse("NOT_ELIMINATED", "G-84", detail, card=card)


def draw(table: Table, wanted: kinds.DrawCard, reason: str) -> Refusal | None:
    """A card of a reinforcement deck comes into the Reserve [10.0]."""
    wrong = refuse_time(table) or refuse_unknown(table, wanted.card)
    if wrong is not None:
        return wrong
    card, it = wanted.card, labels.label(table, wanted.card)
    for battle in table.state.battles.values():
        for deck, cards in battle.decks.items():
            if card in cards:
                to = places.reserve(it.side)
                brought = CardBrought(it.side, battle.id, it.nation, deck, card, to, reason)
                table.record(brought, "G-84", "10.0")
                return None
    detail = f"{labels.name_of(table, card)} is in no reinforcement deck."
    return refuse("NOT_IN_DECK", "10.0", detail, card=card)


def put_back(table: Table, wanted: kinds.ReturnCard, reason: str) -> Refusal | None:
    """A card in Reserve goes into the deck of its nation [10.0]."""
    wrong = refuse_not_in_play(table, wanted.card)
    if wrong is not None:
        return wrong
    battle, card = battle_of(table, wanted.card), wanted.card
    it, name = battle.cards[card], labels.name_of(table, card)
    if not places.is_reserve(it.place):
        return refuse("NOT_IN_RESERVE", "10.0", f"{name} is not in Reserve.", card=card)
    own = [nation for nation in battle.decks if side_of(nation) == side_of(it.nation)]
    if not own:
        return refuse("NO_DECK", "10.0", f"There is no deck for {name}.", card=card)
    deck = it.nation if it.nation in own else own[-1]
    returned = CardReturned(side_of(it.nation), battle.id, it.nation, deck, card, reason)
    table.record(returned, "G-84", "10.0")
    return None
