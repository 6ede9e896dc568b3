"""Sides, armies and their blocks in sentences: names with their articles, all of them plurals."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Form, Words
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    ATTACKER,
    DEFENDER,
    FIRST,
    FRENCH,
    PRUSSIAN,
    SECOND,
)

_THE = {
    FRENCH: noted("the French"),
    ALLIED: noted("the Allies"),
    ANGLO: noted("the Anglo-Dutch"),
    PRUSSIAN: noted("the Prussians"),
    FIRST: noted("the first player"),
    SECOND: noted("the second player"),
    ATTACKER: noted("the attackers"),
    DEFENDER: noted("the defenders"),
}

SIDES = (FRENCH, ALLIED, ANGLO, PRUSSIAN)
"""Whoever paragraphs are about."""

_OF_THE = {
    FRENCH: noted("of the French"),
    ALLIED: noted("of the Allies"),
    ANGLO: noted("of the Anglo-Dutch"),
    PRUSSIAN: noted("of the Prussians"),
    FIRST: noted("of the first player"),
    SECOND: noted("of the second player"),
}

_SEATS = {
    FRENCH: noted("the French seat"),
    ALLIED: noted("the Allied seat"),
    ANGLO: noted("the Anglo-Dutch seat"),
    PRUSSIAN: noted("the Prussian seat"),
    FIRST: noted("the seat of the first player"),
    SECOND: noted("the seat of the second player"),
}


def the(words: Words, side: str) -> str:
    """A side, an army or a seat as a subject or an object: "the French"."""
    return words.gettext(_THE[side]) if side in _THE else words.name(side)


def of_the(words: Words, side: str) -> str:
    """What belongs to it: "of the French"."""
    return words.gettext(_OF_THE[side]) if side in _OF_THE else words.name(side)


def called(words: Words, seat: str, form: Form) -> str:
    """A seat in a sentence of the house, see `napoleon.rules.prose.storybook.Storybook`."""
    forms = {Form.SUBJECT: _THE, Form.GENITIVE: _OF_THE, Form.SEAT: _SEATS}[form]
    return words.gettext(forms[seat]) if seat in forms else words.name(seat)


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
