"""Sides, nations and their cards in sentences: names with their articles, all of them plurals."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.eagles_waterloo.names import FORMS
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, BRITISH, FRENCH, PRUSSIAN

the, of_the, called = FORMS.the, FORMS.of, FORMS.called

SIDES = (FRENCH, ALLIED, BRITISH, PRUSSIAN)
"""Those whom paragraphs are about."""

_FACE_DOWN = {
    FRENCH: noted("the face-down French card %(number)s"),
    BRITISH: noted("the face-down British card %(number)s"),
    PRUSSIAN: noted("the face-down Prussian card %(number)s"),
}


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
