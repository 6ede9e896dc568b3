"""Sides, armies and their blocks in sentences: names with their articles, all of them plurals."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.sentences import Manner, by
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia.names import FORMS
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    FRENCH,
    PRUSSIAN,
)

the, of_the, called = FORMS.the, FORMS.of, FORMS.called

OF_SIDES = Manner(
    forms={
        "who": by(the, "player", "seat", "side"),
        "of": by(of_the, "side"),
        "side": by(the, "side"),
    }
)
"""How sentences are told about sides and seats."""

SIDES = (FRENCH, ALLIED, ANGLO, PRUSSIAN)
"""Those whom paragraphs are about."""


def blocks_of(words: Words, army: str, number: int) -> str:
    """Blocks of an army or a side of which no more is known: "a French block"."""
    if army == FRENCH:
        return words.ngettext("a French block", "%(num)s French blocks", number)
    if army == ANGLO:
        return words.ngettext("an Anglo-Dutch block", "%(num)s Anglo-Dutch blocks", number)
    if army == PRUSSIAN:
        return words.ngettext("a Prussian block", "%(num)s Prussian blocks", number)
    return words.ngettext("an Allied block", "%(num)s Allied blocks", number)


def units_of(words: Words, side: str, number: int) -> str:
    """Units of a side or an army with their number: "4 French units"."""
    if side == FRENCH:
        return words.ngettext("%(num)s French unit", "%(num)s French units", number)
    if side == ANGLO:
        return words.ngettext("%(num)s Anglo-Dutch unit", "%(num)s Anglo-Dutch units", number)
    if side == PRUSSIAN:
        return words.ngettext("%(num)s Prussian unit", "%(num)s Prussian units", number)
    return words.ngettext("%(num)s Allied unit", "%(num)s Allied units", number)


def tally(words: Words, army: str, total: int, limit: int) -> str:
    """How many units an army has lost of those that defeat it: "French losses: 3, limit 12"."""
    forms = {
        FRENCH: noted("French losses: %(total)s, limit %(limit)s"),
        ANGLO: noted("Anglo-Dutch losses: %(total)s, limit %(limit)s"),
        PRUSSIAN: noted("Prussian losses: %(total)s, limit %(limit)s"),
    }
    return words.gettext(forms[army], total=total, limit=limit)
