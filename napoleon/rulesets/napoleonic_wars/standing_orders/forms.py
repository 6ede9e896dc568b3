"""What a form says of windows: their kinds, and the cards that fit there [R-72, R-136]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napoleon.rules.kit.window_forms import Cards, window_forms
from napoleon.rules.prose.language import noted
from napoleon.rules.windows import WindowKind
from napoleon.rulesets.napoleonic_wars.battle_cards import KIND as CARDS
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.restoring import moves_a_consul
from napoleon.rulesets.napoleonic_wars.standing_orders.answers import WINDOW_ORDERS
from napoleon.rulesets.napoleonic_wars.standing_orders.kinds import AskMe
from napoleon.rulesets.napoleonic_wars.state import MULLIGAN, SETUP, State
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.windows import BROKEN

KINDS = (
    WindowKind("W.CARD", noted("when a card marked + has been played"), "R-72"),
    WindowKind("W.IMPULSE", noted("when the card of an impulse has been played"), "R-72"),
    WindowKind("W.ENTERED", noted("when an enemy has entered a home duchy"), "R-72"),
    WindowKind("W.BATTLE", noted("before a battle"), "R-72"),
    WindowKind("W.SAIL", noted("when a fleet is about to leave a port"), "R-72"),
    WindowKind("W.AT_SEA", noted("when a fleet has come to a sea zone"), "R-72"),
    WindowKind("W.SEEK", noted("when a fleet searches for another"), "R-72"),
    WindowKind("W.GUNS", noted("before batteries fire"), "R-72"),
    WindowKind("W.NAVAL", noted("before the dice of a naval battle"), "R-72"),
    WindowKind(CARDS, noted("battle cards before the dice of a fight"), "11.1.a"),
    WindowKind("W.BATTLE_CARD", noted("when the enemy has played a battle card"), "R-72"),
    WindowKind(BROKEN, noted("when a Pact was broken"), "8.21.a"),
)
"""The windows; both seats are asked in all of them."""


def _hand(state: State, seat: str) -> list[str]:
    """The cards of all nations that a seat commands."""
    own = (it for name, it in state.nations.items() if commander(state, name) == seat)
    return sorted(card for it in own for card in it.hand)


def _fitting(table: Wars, seat: str) -> Cards:
    """The cards of a seat, by the windows that are printed on them; of a Pact, by what they do."""
    cards = [table.data.cards[card] for card in _hand(table.state, seat)]
    fitting = {
        kind.id: {card.id: card.name for card in cards if kind.id in card.windows} for kind in KINDS
    }
    battle = (card for card in cards if card.type == "battle" and not card.windows)
    consuls = (card for card in cards if moves_a_consul(card))
    return {
        **fitting,
        CARDS: {card.id: card.name for card in battle},
        BROKEN: {card.id: card.name for card in consuls},
    }


def _dealt(state: State, seat: str) -> Sequence[Any]:
    """The turn, from when its hands are settled: each impulse plays a card, and changes nothing."""
    return (state.turn - 1 if state.phase in (SETUP, MULLIGAN) else state.turn,)


FORMS = window_forms(
    WINDOW_ORDERS,
    ("window", CARDS),
    kinds=lambda table, seat: KINDS,
    fitting=_fitting,
    dealt=_dealt,
    asking=AskMe,
)
"""The forms of the windows of all seats."""
