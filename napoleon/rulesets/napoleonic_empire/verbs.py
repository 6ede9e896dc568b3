"""What answers each kind of question, chapter by chapter of the rulebook."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Declared, Irreversible, verbs_of
from napoleon.rules.kit.verbs import FreeVerb, Rulebook, Verb
from napoleon.rulesets.napoleonic_empire import (
    battles,
    divided_russia,
    drawing,
    kutuzov,
    movement,
    nationalists,
    orders,
    reinforcement,
    retreats,
    victory,
)
from napoleon.rulesets.napoleonic_empire.cards import armies, play
from napoleon.rulesets.napoleonic_empire.foresight import irreversible_if_random, moves_out
from napoleon.rulesets.napoleonic_empire.sequence import SEQUENCE
from napoleon.rulesets.napoleonic_empire.table import Table

BEFORE_MOVES: Declared = (divided_russia.SET_UP_RUSSIA, *play.VERBS, drawing.DISCARD)
AFTER_MOVES: Declared = (
    *movement.VERBS,
    *battles.VERBS,
    *kutuzov.VERBS,
    retreats.RETREAT,
    armies.PLACE_CARD_ARMIES,
    reinforcement.PLACE_REINFORCEMENTS,
    *nationalists.VERBS,
)
DECLARED: Declared = (*BEFORE_MOVES, *movement.MOVES, *AFTER_MOVES)
"""All that a side can be asked for."""

VERBS: tuple[Verb[Table], ...] = (
    *verbs_of(BEFORE_MOVES, tried=irreversible_if_random, irreversible=Irreversible.IF_RANDOM),
    *verbs_of(movement.MOVES, tried=moves_out, irreversible=Irreversible.IF_RANDOM),
    *verbs_of(AFTER_MOVES, tried=irreversible_if_random, irreversible=Irreversible.IF_RANDOM),
)

FREE: tuple[FreeVerb[Table], ...] = (
    FreeVerb(orders.Resign, "VIC.3", victory.refuse_resignation, victory.resign),
    FreeVerb(orders.AgreeToEnd, "VIC.3", victory.refuse_agreement, victory.agree),
)

PASSING = (orders.Pass, orders.EndMove, orders.EndAttack, orders.KutuzovStay, orders.DeclineRebels)
"""The verbs by which a player does nothing more."""

RULEBOOK: Rulebook[Table] = Rulebook(
    sequence=SEQUENCE,
    verbs={verb.order: verb for verb in VERBS},
    free={verb.order: verb for verb in FREE},
    clause="SEQ.2",
    passes=lambda order: type(order) in PASSING,
)
