"""Sides and armies in sentences, and cards by name and number."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.events import Event
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Form, Words
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack

_THE = {"french": noted("the French"), "allied": noted("the Allies")}

_OF_THE = {"french": noted("of the French"), "allied": noted("of the Allies")}

_SEATS = {"french": noted("the French seat"), "allied": noted("the Allied seat")}

_NATIONS = {
    "britain": noted("Great Britain"),
    "russia": noted("Russia"),
    "prussia": noted("Prussia"),
    "austria": noted("Austria"),
}

_OF_NATIONS = {
    "britain": noted("of Great Britain"),
    "russia": noted("of Russia"),
    "prussia": noted("of Prussia"),
    "austria": noted("of Austria"),
}

NAMES = (noted("French"), noted("Allies"))
"""What is told before a paragraph."""

COMMANDERS = (noted("Napoleon"), noted("Kutuzov"), noted("Charles"))
"""Names that are spelt otherwise in other languages."""

CARDS = (
    noted("Toulon"),
    noted("Italian Campaign"),
    noted("Jena"),
    noted("Josephine"),
    noted("Battle of the Nile"),
    noted("Balance of Power"),
    noted("Louisiana Purchase"),
    noted("Continental System"),
    noted("Peninsular War"),
    noted("General Winter"),
    noted("Battle of Nations"),
    noted("Battle of Waterloo"),
    noted("Admiral Horatio Nelson"),
    noted("Duke of Wellington"),
    noted("Czar Alexander I"),
    noted("King Frederick III"),
    noted("Prince Metternich"),
    noted("Son of the Revolution"),
    noted("A Man of Destiny"),
    noted("The Little Corporal"),
    noted("Artillery Tactics"),
    noted("Treaty of Tilsit"),
    noted('"Wiff" of Grapeshot'),
    noted("Scorched-earth Policy"),
    noted("Conscription"),
    noted("Proclamation of Empire"),
    noted("Nation of Shopkeepers"),
)
"""Cards whose names are told otherwise in other languages."""


class Deck:
    """The cards of a data pack; nothing else is remembered."""

    def __init__(self, pack: Pack) -> None:
        """By their ids."""
        self.cards = {it.id: (it.number, it.name) for it in pack.cards.values()}

    def note(self, event: Event) -> None:
        """Cards stay what they are."""

    def copied(self) -> Deck:
        """It never changes."""
        return self


def the(words: Words, side: str) -> str:
    """The side as a subject or an object: "the French"."""
    return words.gettext(_THE[side]) if side in _THE else words.name(side)


def of_the(words: Words, side: str) -> str:
    """What belongs to the side: "of the French"."""
    return words.gettext(_OF_THE[side]) if side in _OF_THE else words.name(side)


def called(words: Words, seat: str, form: Form) -> str:
    """A seat in a sentence of the house, see `napoleon.rules.prose.storybook.Storybook`."""
    forms = {
        Form.SUBJECT: {**_THE, **_NATIONS},
        Form.GENITIVE: {**_OF_THE, **_OF_NATIONS},
        Form.SEAT: _SEATS,
    }[form]
    return words.gettext(forms[seat]) if seat in forms else words.name(seat)


def armies(words: Words, number: int) -> str:
    """Armies with their number."""
    return words.ngettext("%(num)s army", "%(num)s armies", number)


def card(words: Words, of: str) -> str:
    """A card by name and number."""
    number, name = words.memory.cards[of]
    told = words.gettext(name)
    return words.gettext("%(name)s (card %(number)s)", name=told, number=number)


def cards(words: Words, several: Iterable[str]) -> str:
    """Cards by name and number, with "and" before the last."""
    return words.language.listed([card(words, it) for it in several])
