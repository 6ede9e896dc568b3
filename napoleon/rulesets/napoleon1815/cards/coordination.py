"""OPS.3 Activating a stack, with Allied Coordination one of both Allied armies.

[OPS.3-4, CARD.allied_coordination]
"""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.declaring import DeclaredVerb
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import Card, Phrase, say
from napoleon.rulesets.napoleon1815 import fog, operations
from napoleon.rulesets.napoleon1815.cards import card_play
from napoleon.rulesets.napoleon1815.cards.movement_cards import mixed_stacks
from napoleon.rulesets.napoleon1815.orders import ActivateStack
from napoleon.rulesets.napoleon1815.state import Choice, Played
from napoleon.rulesets.napoleon1815.table import Player

COORDINATION = "allied_coordination"
WINDOW = "W.OPSTART"


def _stacks(it: Player) -> Iterator[ActivateStack]:
    """Every stack of one army, and with the card every one of both [OPS.3-4]."""
    yield from operations.stacks_of_one_army(it)
    for card in sorted(it.hand):
        if _refuse_card(it, card) is None:
            for choice in mixed_stacks(it.table, it.player):
                yield ActivateStack(choice.area, choice.blocks, card)


def _refuse(it: Player, order: ActivateStack) -> Refusal | None:
    """Refuse what is not a stack of ready blocks, and a card that does not help it [OPS.3-4]."""
    if order.card is None:
        return operations.refuse_stack(it, order)
    if refusal := _refuse_card(it, order.card):
        return refusal
    if Choice(order.blocks, order.area) in mixed_stacks(it.table, it.player):
        return None
    if card_play.names_partner(it.table, it.player, order.blocks):
        detail = "Allied coordination does not take the partner's blocks along."
        return refuse("PARTNERS_BLOCKS", "RULING.57", detail)
    detail = "The card is for a stack of both Allied armies."
    return operations.refuse_stack(it, order) or refuse(
        "EVENT_PRECONDITION", "CARD.allied_coordination", detail
    )


def _refuse_card(it: Player, card: int) -> Refusal | None:
    refusal = card_play.refuse_card(it.table, it.player, WINDOW, card)
    if refusal is None and it.table.pack.cards[card].event != COORDINATION:
        detail = "That card is not played with an activation."
        return refuse("WRONG_WINDOW", "CARDS.4", detail)
    return refusal


def _is_final(it: Player, order: ActivateStack) -> bool:
    """Whether it shows a card, mixes tokens, or tires the stack by chance [CARD.rain, VIS.7]."""
    rained_on = it.table.in_force("rain") and bool(it.table.corps_of(order.blocks))
    return order.card is not None or rained_on or fog.do_part(it.table, order.blocks)


def _activate(it: Player, order: ActivateStack) -> None:
    """The stack is activated; one of both armies when the card takes effect [RULING.51]."""
    if order.card is None:
        operations.begin(it.table, it.player, order.area, order.blocks)
        return
    choice = Choice(order.blocks, order.area)
    played = Played(it.player, order.card, COORDINATION, WINDOW, choice)
    card_play.put_on_table(it.table, played)


def _follows(it: Player, order: ActivateStack) -> Iterator[Phrase]:
    yield say("at %(area)s", area=it.area(order.area))
    if order.card is not None:
        yield say("with %(card)s", card=Card(order.card))


ACTIVATE = DeclaredVerb(
    ActivateStack,
    operations.GO,
    "OPS.3",
    listed=_stacks,
    refuses=_refuse,
    does=_activate,
    line="activate {area:area}: {blocks:blocks}[ with {card:card}]",
    says=lambda it, order: say("Activate %(blocks)s", blocks=it.table.called(order.blocks)),
    follows=_follows,
    heading=lambda it, order: say("At %(area)s", area=it.area(order.area)),
    ordinary=lambda it, order: order.card is None,
    irreversible=_is_final,
    costs=True,
    misplaced=operations.explain_go,
)
