"""The sequence of play: the chapters in their order, and the verbs of all of them [5.1]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Declared, Irreversible, verbs_of
from napoleon.rules.kit.foresight import Foresight
from napoleon.rules.kit.sequence import SequenceOfPlay
from napoleon.rules.kit.table import copies_of
from napoleon.rules.kit.verbs import Rulebook, Verb, by_what_lies_open
from napoleon.rulesets.napoleonic_wars import (
    attrition,
    batteries,
    battle_cards,
    battles,
    bidding,
    breaches,
    camps,
    card_play,
    convoys,
    ends,
    expulsion,
    flags,
    fleet_deployment,
    hands,
    hits,
    influence,
    interphase,
    invading,
    marches,
    meetings,
    pacts,
    passing,
    raids,
    refits,
    reinforcement,
    responses,
    sailing,
    sea_battles,
    seeking,
    setting_up,
    sides_by_dice,
    sieges,
    submission,
    surrender,
    turn_end,
    windows,
)
from napoleon.rulesets.napoleonic_wars.orders.at_sea import Anchor, EndFleetDeployment
from napoleon.rulesets.napoleonic_wars.orders.between_turns import EndDeployment, EndReinforcement
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse
from napoleon.rulesets.napoleonic_wars.orders.marches import Halt
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars, at

_copied = copies_of(State)

SEQUENCE: SequenceOfPlay[Wars] = (
    ends.TURNED_DOWN,
    ends.LEAVING,
    responses.STEPS,
    attrition.STEPS,
    windows.DUE,
    sea_battles.REFUGES,
    batteries.STEPS,
    sea_battles.STEPS,
    seeking.STEPS,
    sailing.STEPS,
    *invading.STEPS,
    convoys.STEPS,
    fleet_deployment.STEPS,
    expulsion.STEPS,
    raids.STEPS,
    battle_cards.STEPS,
    battles.STEPS,
    sieges.STEPS,
    flags.STEPS,
    meetings.STEPS,
    breaches.STEPS,
    marches.STEPS,
    surrender.STEPS,
    pacts.STEPS,
    pacts.CARETAKERS,
    bidding.STEPS,
    sides_by_dice.STEPS,
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
    *sailing.VERBS,
    *seeking.VERBS,
    *sea_battles.VERBS,
    *convoys.VERBS,
    *fleet_deployment.VERBS,
    *raids.VERBS,
    *responses.VERBS,
    *battle_cards.VERBS,
    *hits.VERBS,
    *battles.VERBS,
    *sieges.VERBS,
    *turn_end.VERBS,
    *surrender.VERBS,
    *submission.VERBS,
    *camps.VERBS,
    *refits.VERBS,
    *breaches.VERBS,
    *reinforcement.VERBS,
    *hands.VERBS,
)

_OPEN = (
    "voyage",
    "seek",
    "elude",
    "sally",
    "sinking",
    "refuge",
    "convoy",
    "cruise",
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

_ENDS = (Anchor, Halt, EndImpulse, EndReinforcement, EndDeployment, EndFleetDeployment)
"""The orders that end what a seat does, and might still take back."""

_FORESIGHT = Foresight[Wars](
    lambda table, chance: at(_copied(table.state), table.data, chance),
    shows=lambda event: event.reveals,
)

_VERBS: tuple[Verb[Wars], ...] = verbs_of(
    DECLARED, tried=_FORESIGHT.irreversible_if_random, irreversible=Irreversible.IF_RANDOM
)

BOOK: Rulebook[Wars] = Rulebook(
    SEQUENCE,
    {it.order: it for it in _VERBS},
    ends.FREE,
    "5.1.a",
    public=dict.fromkeys(_OPEN, by_what_lies_open),
    passes=lambda order: isinstance(order, passing.PASSING),
    least=passing.least,
    ends=lambda order: isinstance(order, _ENDS),
    leaves=ends.is_leaving,
)
