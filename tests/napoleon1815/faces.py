"""What others see of an order: twins answer with orders that look alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon1815 import RULES, fog, orders
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table

UNTOLD = ("supply",)
"""Cards whose corps nobody else is told [VIS.4]."""


def face(state: State, seat: str, order: Order, readers: Collection[str]) -> bytes:
    """All that `readers` will see of an order of `seat`; of their own orders, everything."""
    return msgspec.json.encode((type(order).__name__, _seen(state, seat, order, readers)))


def _seen(state: State, seat: str, order: Order, readers: Collection[str]) -> Any:
    if seat in readers:
        return order
    table = Table(state, RULES.pack)
    reads_along = bool(set(table.players_of(table.side_of_player(seat))) & set(readers))
    match order:
        case orders.AllocateFatigue(shares) | orders.AllocateLosses(shares):
            return {c: it for c, it in shares.items() if table.owner_of(c) in readers}
        case orders.ChooseFromDeck():
            return None
        case orders.AnswerSwap(card):
            return card if reads_along else None
        case orders.AnswerOffer(accept):
            return accept if reads_along or not _of_equal_size(state) else None
        case orders.SwapCard(card):
            return card if reads_along else card is None
        case orders.PlayRecoveryCard(card):
            return card
        case orders.DeclareBlue(card, _, area, player):
            return card, area, player
        case orders.ActivateStack(area, blocks, card):
            return area, _named(table, blocks), card
        case orders.PlayEvent(card, blocks, area, road):
            told = reads_along or RULES.pack.cards[card].event not in UNTOLD
            return card, _named(table, blocks) if told else None, area, road
    return order


def _of_equal_size(state: State) -> bool:
    """Whether an exchange leaves hands as large as they are, so that nobody sees its outcome."""
    exchange = state.exchange
    return exchange is not None and len(exchange.give) == len(exchange.take)


def _named(table: Table, blocks: Iterable[str]) -> list[str]:
    """Blocks as they are told: in fog of war by their tokens, which some cards name themselves."""
    if not table.fog:
        return list(blocks)
    own = [block for block in blocks if block in table.state.blocks]
    return [*fog.tokens(table, own), *(block for block in blocks if block not in own)]
