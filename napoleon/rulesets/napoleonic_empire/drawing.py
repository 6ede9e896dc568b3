"""DRAW The Draw phase: cards and the hand limit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_empire.events.cards import (
    CardDiscarded,
    CardDrawn,
    DeckRebuilt,
    DrawingEnded,
    HandLimitApplied,
)
from napoleon.rulesets.napoleonic_empire.orders import DiscardExcess
from napoleon.rulesets.napoleonic_empire.table import Side, Table, refuse, the_side
from napoleon.rulesets.napoleonic_empire.turns import DRAW

CARDS_A_TURN = 2
"""Cards that the active side draws [DRAW.1]."""
HAND_LIMIT = 7
"""Most cards in hand at the end of the own Draw phase [DRAW.3]."""


def draw_due(table: Table) -> bool:
    """Whether the cards of the turn are still to be drawn."""
    return table.state.phase == DRAW and not table.state.drawn


def draw(table: Table) -> None:
    """The active side draws its two cards [DRAW.1]."""
    side = table.state.active
    drawn = draw_cards(table, side, CARDS_A_TURN, "DRAW.1")
    clauses = ("DRAW.1",) if drawn == CARDS_A_TURN else ("DRAW.1", "E-07")
    table.record(DrawingEnded(side, drawn), *clauses)


def draw_cards(table: Table, side: str, cards: int, clause: str) -> int:
    """A side draws cards, at most as many as there are; returns how many [DRAW.2, E-07]."""
    for drawn in range(cards):
        if not table.state.deck:
            if not table.state.discards:
                return drawn
            table.record(DeckRebuilt(len(table.state.discards)), "DRAW.2")
        card, number = table.draw(table.state.deck, f"card for {side}")
        table.record(CardDrawn(side, card, number), clause)
    return cards


def limit_due(table: Table) -> bool:
    """Whether the active side holds more than it may, and has not been told yet [E-08]."""
    state = table.state
    return state.phase == DRAW and not state.excess and len(state.hands[state.active]) > HAND_LIMIT


def apply_limit(table: Table) -> None:
    """Check the hand against the limit: hands are counted openly [DRAW.3]."""
    side = table.state.active
    excess = len(table.state.hands[side]) - HAND_LIMIT
    table.record(HandLimitApplied(side, excess), "DRAW.3", "E-08")


def excess_due(table: Table) -> bool:
    """Whether the active side has to discard."""
    return table.state.excess > 0


def excess_asks(table: Table) -> list[Decision]:
    """The owner chooses what goes [E-08]."""
    excess = table.state.excess
    text = f"Discard {excess} {'card' if excess == 1 else 'cards'} face down."
    return [table.question(table.state.active, "discard_excess", "DRAW.3", text)]


def _too_many(it: Side) -> Iterable[tuple[str, ...]]:
    """Every choice of as many cards as are too many."""
    return combinations(it.table.state.hands[it.player], it.table.state.excess)


def _refuse_cards(it: Side, cards: tuple[str, ...]) -> Refusal | None:
    """Refuse a wrong number of cards, and cards that are not in the hand."""
    excess = it.table.state.excess
    if len({*cards}) != len(cards) or len(cards) != excess:
        detail = f"{excess} different cards have to go."
        return refuse("WRONG_NUMBER", "DRAW.3", detail, excess=excess)
    for card in cards:
        if card not in it.table.state.hands[it.player]:
            return refuse("NOT_IN_HAND", "DRAW.3", "You do not hold that card.", card=card)
    return None


def _discard(it: Side, order: DiscardExcess) -> None:
    """The cards go to the discard pile, face down [DRAW.3]."""
    for card in order.cards:
        it.tell(CardDiscarded, "DRAW.3", "E-08", card=card, reason="hand_limit")


DISCARD = DeclaredVerb(
    DiscardExcess,
    the_side("discard_excess", DRAW),
    "DRAW.3",
    fields={"cards": Domain(_too_many, lambda it, them: it.table.called(them), _refuse_cards)},
    does=_discard,
    line="discard {cards:cards}",
    says=say("Discard %(cards)s"),
    follows=(say("face down"),),
    ordinary=False,
    irreversible=Irreversible.NEVER,
)
