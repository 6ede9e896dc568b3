"""Sides and armies in sentences: names with their articles, all of them plurals."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Form, Words

_THE = {
    "french": noted("the French"),
    "allied": noted("the Allies"),
    "anglo_dutch": noted("the Anglo-Dutch"),
    "prussian": noted("the Prussians"),
}

SIDES = (*_THE,)
"""Whoever paragraphs are about."""

_OF_THE = {
    "french": noted("of the French"),
    "allied": noted("of the Allies"),
    "anglo_dutch": noted("of the Anglo-Dutch"),
    "prussian": noted("of the Prussians"),
}

_TO_THE = {
    "french": noted("to the French"),
    "allied": noted("to the Allies"),
    "anglo_dutch": noted("to the Anglo-Dutch"),
    "prussian": noted("to the Prussians"),
}

_SEATS = {
    "french": noted("the French seat"),
    "allied": noted("the Allied seat"),
    "anglo_dutch": noted("the Anglo-Dutch seat"),
    "prussian": noted("the Prussian seat"),
}

_NAMED = {
    "french": noted("French"),
    "allied": noted("Allies"),
    "anglo_dutch": noted("Anglo-Dutch"),
    "prussian": noted("Prussians"),
}

NAMES = (
    *(noted("French scout 1"), noted("French scout 2")),
    *(noted("French scout 3"), noted("French scout 4"), noted("French scout 5")),
    *(noted("Anglo-Dutch scout 1"), noted("Anglo-Dutch scout 2")),
    *(noted("Anglo-Dutch scout 3"), noted("Prussian scout 1")),
    *(noted("Prussian scout 2"), noted("Prussian scout 3")),
    *(noted("Napoleon"), noted("Frederick")),
    *(noted("Napoléon 1815: the campaign from 14 June"), noted("Ligny and Quatre-Bras")),
    *(noted("Napoléon 1815: the historical invasion"), noted("Waterloo and Wavre")),
)
"""Names of the data that are spelt otherwise in other languages."""


def named(words: Words, side: str) -> str:
    """The side where it stands alone, such as in a table: "French"."""
    return words.gettext(_NAMED[side]) if side in _NAMED else words.name(side)


def the(words: Words, side: str) -> str:
    """The side as a subject or an object: "the French"."""
    return words.gettext(_THE[side]) if side in _THE else words.name(side)


def of_the(words: Words, side: str) -> str:
    """What belongs to the side: "of the French"."""
    return words.gettext(_OF_THE[side]) if side in _OF_THE else words.name(side)


def to_the(words: Words, side: str) -> str:
    """What is given to the side: "to the French"."""
    return words.gettext(_TO_THE[side]) if side in _TO_THE else words.name(side)


def called(words: Words, seat: str, form: Form) -> str:
    """A seat in a sentence of the house, see `napoleon.rules.prose.storybook.Storybook`."""
    forms = {Form.SUBJECT: _THE, Form.GENITIVE: _OF_THE, Form.SEAT: _SEATS}[form]
    return words.gettext(forms[seat]) if seat in forms else words.name(seat)
