"""Card play: impulses with all that belongs to them, in the order of R-70 [5, 6, 16, 17]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Declared
from napoleon.rules.kit.sequence import Part
from napoleon.rulesets.napoleonic_wars import (
    foreign_wars,
    impulses,
    production,
    proxies,
    resources,
    winter,
)
from napoleon.rulesets.napoleonic_wars.cards import playing
from napoleon.rulesets.napoleonic_wars.table import Wars

VERBS: Declared = (
    *impulses.VERBS,
    *playing.VERBS,
    *production.VERBS,
    *foreign_wars.VERBS,
    *resources.VERBS,
    *winter.VERBS,
)

STEPS: tuple[Part[Wars], ...] = (
    *playing.STEPS,
    production.STEPS,
    proxies.STEPS,
    impulses.IN_IMPULSE,
    impulses.BEFORE,
    winter.STEPS,
    resources.STEPS,
    impulses.NEXT,
)
"""A card is carried out; who acts in its impulse; what comes between two impulses."""

OPEN = ("choose", "either", "ask", "deploy", "tie_down", "whose_flag", "build", "spend")
"""The kinds of questions that are answered by what everybody sees."""
