"""Windows in which somebody is asked although everybody sees the answer: they are passed over.

Whether a player is asked tells nothing of what they hold, as the question goes by what lies open:
the print of the decks, the sides and their operation, the map, the blocks that are seen. A hand,
strength, fatigue, a block under its token and the order of a deck play no part, and neither does
the discard pile, which nobody may inspect [VIS.3, VIS.9, RULING.104].
"""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rulesets.napoleon1815.cards.card_event import CardEvent
from napoleon.rulesets.napoleon1815.cards.card_play import GREEN
from napoleon.rulesets.napoleon1815.cards.windows import (
    SECOND_CHANCE,
    asked,
    events_in_print,
    has_second_chance,
)
from napoleon.rulesets.napoleon1815.events.windows import WindowLeftOut
from napoleon.rulesets.napoleon1815.table import Table


def is_plain(window: str) -> Callable[[Table], bool]:
    """Whether everybody sees that the player asked in `window` can play no card there."""
    return lambda table: not might_play(table, asked(table, window), window)


def pass_over(window: str) -> Callable[[Table], None]:
    """A player who can play no card is not asked."""

    def record(table: Table) -> None:
        table.record(WindowLeftOut(asked(table, window), window), "OPS.8", "RULING.104")

    return record


def might_play(table: Table, player: str, window: str) -> bool:
    """Whether, as far as everybody knows, `player` could play a card of their deck there."""
    events = events_in_print(table, table.side_of_player(player), window)
    if has_second_chance(table, player, window):
        events = events & set(SECOND_CHANCE)
    return any(_might_play(table, player, it) for it in GREEN.values() if it.name in events)


def _might_play(table: Table, player: str, event: CardEvent) -> bool:
    operation = table.operation
    own = operation is not None and operation.player == player
    return (own or not event.for_own_stack) and event.might(table, player)
