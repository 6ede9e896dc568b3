"""OPS.3 Activating a stack, with Allied Coordination one of both Allied armies.

[OPS.3-4, CARD.allied_coordination]
"""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815 import fog, operations
from napoleon.rulesets.napoleon1815.cards import card_play
from napoleon.rulesets.napoleon1815.cards.movement_cards import mixed_stacks
from napoleon.rulesets.napoleon1815.orders import ActivateStack
from napoleon.rulesets.napoleon1815.state import Choice, Played
from napoleon.rulesets.napoleon1815.table import Table

COORDINATION = "allied_coordination"
WINDOW = "W.OPSTART"


def legal_orders(table: Table, decision: Decision) -> Iterator[ActivateStack]:
    """Every stack of one army, and with the card every one of both [OPS.3-4]."""
    yield from operations.activate_offers(table, decision)
    for card in sorted(table.state.hands[decision.seat]):
        if _refuse_card(table, decision.seat, card) is None:
            for choice in mixed_stacks(table, decision.seat):
                yield ActivateStack(choice.area, choice.blocks, card)


def refuse_activation(table: Table, decision: Decision, order: ActivateStack) -> Refusal | None:
    """Refuse what is not a stack of ready blocks, and a card that does not help it [OPS.3-4]."""
    if order.card is None:
        return operations.refuse_activation(table, decision, order)
    refusal = _refuse_card(table, decision.seat, order.card)
    if refusal is not None:
        return refusal
    if Choice(order.blocks, order.area) in mixed_stacks(table, decision.seat):
        return None
    if card_play.names_partner(table, decision.seat, order.blocks):
        detail = "Allied coordination does not take the partner's blocks along."
        return refuse("PARTNERS_BLOCKS", "RULING.57", detail)
    detail = "The card is for a stack of both Allied armies."
    return operations.refuse_activation(table, decision, order) or refuse(
        "EVENT_PRECONDITION", "CARD.allied_coordination", detail
    )


def _refuse_card(table: Table, player: str, card: int) -> Refusal | None:
    refusal = card_play.refuse_card(table, player, WINDOW, card)
    if refusal is None and table.pack.cards[card].event != COORDINATION:
        detail = "That card is not played with an activation."
        return refuse("WRONG_WINDOW", "CARDS.4", detail)
    return refusal


def is_irreversible(table: Table, decision: Decision, order: ActivateStack) -> bool:
    """Whether it shows a card, mixes tokens, or tires the stack by chance [CARD.rain, VIS.7]."""
    rained_on = table.in_force("rain") and bool(table.corps_of(order.blocks))
    return order.card is not None or rained_on or fog.do_part(table, order.blocks)


def activate(table: Table, decision: Decision, order: ActivateStack) -> None:
    """The stack is activated; one of both armies when the card takes effect [RULING.51]."""
    if order.card is None:
        operations.begin(table, decision.seat, order.area, order.blocks)
        return
    choice = Choice(order.blocks, order.area)
    played = Played(decision.seat, order.card, COORDINATION, WINDOW, choice)
    card_play.put_on_table(table, played)
