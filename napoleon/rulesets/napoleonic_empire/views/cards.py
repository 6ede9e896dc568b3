"""Cards: the reader's own hand, the sizes of the others, deck and discards [E-47]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from napoleon.rules.events import REFEREE
from napoleon.rulesets.napoleonic_empire import historical_deck
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table


def hand(table: Table, seat: str) -> dict[str, Any]:
    """Hands, deck and discards as `seat` may know them [chapter d, E-47]."""
    state = table.state
    return {
        "turn": state.turn,
        "phase": state.phase,
        "seat": seat,
        "hands": [
            {
                "player": player,
                "size": len(held),
                "cards": _cards(table, _by_number(table, held))
                if _sees_cards_of(state, seat, player)
                else None,
            }
            for player, held in state.hands.items()
        ],
        "decks": [
            {
                "left": len(state.deck),
                "discarded": len(state.discards),
                "cards": _cards(table, _by_number(table, state.deck))
                if _sees_all(state, seat)
                else None,
            }
        ],
        "discards": {
            "played": _cards(table, (it.card for it in state.discards if not it.face_down_by)),
            "face_down": [_face_down(table, seat, player) for player in state.hands],
        },
        "dated": [
            {"round": historical_deck.round_of(table, it), **_card(table, it.card)}
            for it in table.data.pack.deck_order
            if it.card in state.dated
        ],
    }


def _sees_all(state: State, seat: str) -> bool:
    """Whether nothing is hidden from `seat`."""
    return state.result is not None or seat == REFEREE


def _sees_cards_of(state: State, seat: str, player: str) -> bool:
    """Whether `seat` may see what a player holds and has discarded face down."""
    return seat == player or _sees_all(state, seat)


def _face_down(table: Table, seat: str, player: str) -> dict[str, Any]:
    """What a player has discarded face down since the deck was formed anew [DRAW.3]."""
    cards = [it.card for it in table.state.discards if it.face_down_by == player]
    seen = _sees_cards_of(table.state, seat, player)
    return {"player": player, "size": len(cards), "cards": _cards(table, cards) if seen else None}


def _by_number(table: Table, cards: Iterable[str]) -> list[str]:
    """Cards in no particular order, by their numbers."""
    return sorted(cards, key=lambda card: table.data.pack.cards[card].number)


def _cards(table: Table, cards: Iterable[str]) -> list[dict[str, Any]]:
    return [_card(table, card) for card in cards]


def _card(table: Table, name: str) -> dict[str, Any]:
    card = table.data.pack.cards[name]
    return {
        "id": card.id,
        "number": card.number,
        "name": card.name,
        "clause": card.clause,
        "year": card.year,
        "side": card.side,
        "places": list(card.places),
        "effect": card.effect,
        "amount": card.amount,
        "windows": list(card.windows),
        "usual_player": card.usual_player,
        "data_status": card.status,
    }
