"""The sequence of play: the chapters in their order, and the verbs of all of them [5.1]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Declared, verbs_of
from napoleon.rules.kit.sequence import SequenceOfPlay
from napoleon.rules.kit.verbs import Rulebook, Verb
from napoleon.rulesets.napoleonic_wars import impulses, production, setting_up, turn_end
from napoleon.rulesets.napoleonic_wars.table import Wars

SEQUENCE: SequenceOfPlay[Wars] = (setting_up.STEPS, *impulses.STEPS, turn_end.STEPS)

DECLARED: Declared = (*setting_up.VERBS, *impulses.VERBS, *production.VERBS)

_VERBS: tuple[Verb[Wars], ...] = verbs_of(DECLARED)

BOOK: Rulebook[Wars] = Rulebook(SEQUENCE, {it.order: it for it in _VERBS}, {}, "5.1.a")
