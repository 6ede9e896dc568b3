"""What answers each kind of question, chapter by chapter of the rulebook."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Declared, verbs_of
from napoleon.rules.kit.verbs import FreeVerb, Rulebook, Verb
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon1815 import (
    allocation,
    combat,
    exchange,
    movement,
    operations,
    orders,
    partners,
    recovery,
    retreat,
    scouts,
    victory,
)
from napoleon.rulesets.napoleon1815.cards import (
    blue_cards,
    card_play,
    combat_aftermath,
    consent,
    coordination,
    red_cards,
)
from napoleon.rulesets.napoleon1815.foresight import own_losses, own_losses_in_sight
from napoleon.rulesets.napoleon1815.sequence import SEQUENCE
from napoleon.rulesets.napoleon1815.table import Table

UP_TO_A_GO: Declared = (
    scouts.PLACE,
    red_cards.CHOOSE_INERTIA,
    red_cards.CHOOSE_DELAY,
    *blue_cards.VERBS,
    *partners.VERBS,
    exchange.ANSWER,
    partners.NAME_ALLY,
    operations.PASS,
    coordination.ACTIVATE,
)
"""An activation costs what rain does to the stack itself, and nothing that the enemy hides."""

IN_AN_OPERATION: Declared = (
    *card_play.VERBS,
    consent.AGREE,
    operations.ACT,
    *movement.VERBS,
    combat.ATTACK,
    *retreat.VERBS,
    combat_aftermath.STAY,
    *allocation.VERBS,
    *recovery.VERBS,
)
DECLARED: Declared = (*UP_TO_A_GO, *IN_AN_OPERATION)
"""All that a player can be asked for."""

VERBS: tuple[Verb[Table], ...] = (
    *verbs_of(UP_TO_A_GO, costs=own_losses),
    *verbs_of(IN_AN_OPERATION, costs=own_losses_in_sight),
)

FREE_VERBS: tuple[FreeVerb[Table], ...] = (
    exchange.OFFER,
    partners.SEND,
    FreeVerb(orders.Resign, "RULING.103", victory.refuse_resignation, victory.resign),
    FreeVerb(orders.AgreeToEnd, "RULING.103", victory.refuse_agreement, victory.agree),
)

PASSING: tuple[Order, ...] = (
    orders.Pass(),
    orders.DeclineWindow(),
    orders.ChooseAction(operations.NOTHING),
    orders.EndMove(),
    orders.ChooseAttack(False),
    orders.AgreeEvent(False),
    orders.AnswerOffer(False),
    orders.FinishRecovery(),
)
"""The orders by which a player does nothing, or turns something down."""

RULEBOOK = Rulebook(
    SEQUENCE,
    {verb.order: verb for verb in VERBS},
    {verb.order: verb for verb in FREE_VERBS},
    "SEQ.1",
    passes=lambda order: order in PASSING,
    public={
        # Roads, points and markers lie open, except the points of a stack that fog hides.
        "march": lambda table, decision: not table.fog,
        # How many cards somebody holds is known to all: of none, none can be given in return.
        "answer_swap": partners.holds_none,
    },
    ends=lambda order: order == orders.EndMove(),
)
