"""The sequence of play: the chapters in their order, and the verbs of all of them [5.1]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Declared, verbs_of
from napoleon.rules.kit.sequence import SequenceOfPlay
from napoleon.rules.kit.verbs import Rulebook, Verb, by_what_lies_open
from napoleon.rulesets.napoleonic_wars import (
    attrition,
    battle_cards,
    battles,
    bidding,
    breaches,
    camps,
    card_play,
    ends,
    flags,
    hands,
    hits,
    influence,
    interphase,
    invading,
    marches,
    meetings,
    pacts,
    reinforcement,
    setting_up,
    sieges,
    submission,
    surrender,
    turn_end,
    windows,
)
from napoleon.rulesets.napoleonic_wars.orders import (
    EndDeployment,
    EndImpulse,
    EndReinforcement,
    Halt,
)
from napoleon.rulesets.napoleonic_wars.table import Wars

SEQUENCE: SequenceOfPlay[Wars] = (
    ends.TURNED_DOWN,
    windows.STEPS,
    attrition.STEPS,
    windows.DUE,
    battle_cards.STEPS,
    battles.STEPS,
    sieges.STEPS,
    flags.STEPS,
    meetings.STEPS,
    breaches.STEPS,
    invading.STEPS,
    marches.STEPS,
    surrender.STEPS,
    pacts.STEPS,
    pacts.CARETAKERS,
    bidding.STEPS,
    setting_up.STEPS,
    *submission.STEPS,
    *card_play.STEPS,
    turn_end.STEPS,
    camps.STEPS,
    *interphase.STEPS,
)

DECLARED: Declared = (
    *bidding.VERBS,
    *setting_up.VERBS,
    *card_play.VERBS,
    *flags.VERBS,
    *marches.VERBS,
    *invading.VERBS,
    *influence.VERBS,
    *pacts.VERBS,
    *meetings.VERBS,
    *attrition.VERBS,
    *windows.VERBS,
    *battle_cards.VERBS,
    *hits.VERBS,
    *battles.VERBS,
    *sieges.VERBS,
    *turn_end.VERBS,
    *surrender.VERBS,
    *submission.VERBS,
    *camps.VERBS,
    *breaches.VERBS,
    *reinforcement.VERBS,
    *hands.VERBS,
)

_OPEN = (
    "give_up",
    "march",
    "evade",
    "losses",
    "cession",
    "evacuate",
    "reinforce",
    "deployment",
    *card_play.OPEN,
)
"""The kinds of questions whose answers everybody sees: where there is one, nobody is asked."""

_ENDS = (Halt, EndImpulse, EndReinforcement, EndDeployment)
"""The orders that end what a seat does, and might still take back."""

_VERBS: tuple[Verb[Wars], ...] = verbs_of(DECLARED)

BOOK: Rulebook[Wars] = Rulebook(
    SEQUENCE,
    {it.order: it for it in _VERBS},
    ends.FREE,
    "5.1.a",
    public=dict.fromkeys(_OPEN, by_what_lies_open),
    ends=lambda order: isinstance(order, _ENDS),
)
