"""What a form says of windows: their kinds, the cards that fit there, and when a turn is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napoleon.rules.kit.window_forms import Cards, window_forms
from napoleon.rules.windows import WindowKind
from napoleon.rulesets.napoleonic_empire.cards import windows
from napoleon.rulesets.napoleonic_empire.standing_orders.answers import WINDOW_ORDERS
from napoleon.rulesets.napoleonic_empire.standing_orders.kinds import AskMe
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table
from napoleon.rulesets.napoleonic_empire.turns import DRAW

KINDS = tuple(
    WindowKind(kind, text, windows.WINDOWS[kind].clause) for kind, text in windows.TEXTS.items()
)
"""Both sides are asked in all of them [E-13, E-24]."""


def _fitting(table: Table, seat: str) -> Cards:
    """By the letters that cards name their windows with, whosever turn it is [chapter 9]."""
    cards = [table.data.pack.cards[card] for card in table.state.hands[seat]]
    return {
        kind: {
            card.id: card.name
            for card in cards
            if any(it.partition(":")[0] == letter for it in card.windows)
        }
        for kind, letter in windows.CODES.items()
    }


def _dealt(state: State, seat: str) -> Sequence[Any]:
    """The turn, from when its cards have been drawn [SEQ.2]."""
    is_drawn = state.phase not in ("setup", DRAW)
    return (state.turn if is_drawn else state.turn - 1, sorted(state.hands[seat]))


FORMS = window_forms(
    WINDOW_ORDERS,
    ("window",),
    kinds=lambda table, seat: KINDS,
    fitting=_fitting,
    dealt=_dealt,
    asking=AskMe,
)
"""The forms of the windows of both sides."""
