"""Sides, nations and their cards in sentences: names with their articles, all of them plurals."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Form, Words
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, BRITISH, FRENCH, PRUSSIAN

_THE = {
    FRENCH: noted("the French"),
    ALLIED: noted("the Allies"),
    BRITISH: noted("the British"),
    PRUSSIAN: noted("the Prussians"),
}

SIDES = (FRENCH, ALLIED, BRITISH, PRUSSIAN)
"""Whoever paragraphs are about."""

_OF_THE = {
    FRENCH: noted("of the French"),
    ALLIED: noted("of the Allies"),
    BRITISH: noted("of the British"),
    PRUSSIAN: noted("of the Prussians"),
}

_SEATS = {
    FRENCH: noted("the French seat"),
    ALLIED: noted("the Allied seat"),
}


_FACE_DOWN = {
    FRENCH: noted("the face-down French card %(number)s"),
    BRITISH: noted("the face-down British card %(number)s"),
    PRUSSIAN: noted("the face-down Prussian card %(number)s"),
}


def the(words: Words, side: str) -> str:
    """A side, a nation or a seat as a subject or an object: "the French"."""
    return words.gettext(_THE[side]) if side in _THE else words.name(side)


def of_the(words: Words, side: str) -> str:
    """What belongs to it: "of the French"."""
    return words.gettext(_OF_THE[side]) if side in _OF_THE else words.name(side)


def called(words: Words, seat: str, form: Form) -> str:
    """A seat in a sentence of the house, see `napoleon.rules.prose.storybook.Storybook`."""
    forms = {Form.SUBJECT: _THE, Form.GENITIVE: _OF_THE, Form.SEAT: _SEATS}[form]
    return words.gettext(forms[seat]) if seat in forms else words.name(seat)


def cards_of(words: Words, nation: str, number: int) -> str:
    """Cards of which no more is known than the colour of their backs: "a French card"."""
    if nation == FRENCH:
        return words.ngettext("a French card", "%(num)s French cards", number)
    if nation == BRITISH:
        return words.ngettext("a British card", "%(num)s British cards", number)
    if nation == PRUSSIAN:
        return words.ngettext("a Prussian card", "%(num)s Prussian cards", number)
    return words.ngettext("an Allied card", "%(num)s Allied cards", number)


def face_down(words: Words, nation: str, number: str) -> str:
    """A card by its token: "the face-down French card 17"."""
    return words.gettext(_FACE_DOWN[nation], number=number)
