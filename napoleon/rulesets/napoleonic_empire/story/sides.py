"""Sides, armies and cards in sentences, and how declared sentences name them."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from napoleon.rules.events import Event
from napoleon.rules.prose.forms import Called, Forms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.sentences import Manner, by
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleonic_empire.events.turn import ControlChanged, TurnStarted
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.state import CONTESTED
from napoleon.rulesets.napoleonic_empire.story.places import countries, into, within

_SIDES = {
    "french": Called(
        the=noted("the French"),
        of=noted("of the French"),
        to=noted("to the French"),
        seat=noted("the French seat"),
        alone=noted("French"),
    ),
    "allied": Called(
        the=noted("the Allies"),
        of=noted("of the Allies"),
        to=noted("to the Allies"),
        seat=noted("the Allied seat"),
        alone=noted("Allies"),
    ),
}

_NATIONS = {
    "britain": Called(the=noted("Great Britain"), of=noted("of Great Britain")),
    "russia": Called(the=noted("Russia"), of=noted("of Russia")),
    "prussia": Called(the=noted("Prussia"), of=noted("of Prussia")),
    "austria": Called(the=noted("Austria"), of=noted("of Austria")),
}
"""Nations whose players share the Allied seat."""

FORMS = Forms(_SIDES)

the, of_the, named = FORMS.the, FORMS.of, FORMS.alone

called = Forms({**_SIDES, **_NATIONS}).called

controlled = Forms({**_SIDES, CONTESTED: Called(alone=noted("contested"))}).alone
"""Who controls a country, as a table says it: a side, or that it is contested."""

SIDES = (*FORMS,)
"""Those whom paragraphs are about."""

_TO_THE_ENEMY = {
    "french": noted("to the French, their enemy"),
    "allied": noted("to the Allies, their enemy"),
}


class Deck:
    """What a data pack says of its cards and of victory, and where both sides stood lately."""

    def __init__(self, pack: Pack) -> None:
        """By their ids."""
        self.cards = {it.id: (it.number, it.name) for it in pack.cards.values()}
        self.effects = {it.id: (it.effect, it.amount, it.side) for it in pack.cards.values()}
        self.needed = {divided: pack.board(divided).continental for divided in (False, True)}
        """The countries all of which the French need, on the map with Russia whole or divided."""
        self.contested: frozenset[str] = frozenset()
        self.contested_before: frozenset[str] = frozenset()
        """Countries that were contested when the turn began."""

    def note(self, event: Event) -> None:
        """Remember which countries are contested; cards stay what they are."""
        if isinstance(event, TurnStarted):
            self.contested_before = self.contested
        elif isinstance(event, ControlChanged):
            now = {event.country} if event.after == CONTESTED else set()
            self.contested = self.contested - {event.country} | now

    def copied(self) -> Deck:
        """What is remembered now."""
        return copy(self)


def to_the(words: Words, side: str, giver: str) -> str:
    """Whom something is given to, with a hint if it is the enemy of the giver."""
    return FORMS.to(words, side) if side == giver else words.gettext(_TO_THE_ENEMY[side])


def armies_of(words: Words, side: str, number: int) -> str:
    """Armies of a side with their number: "2 French armies"."""
    if side == "french":
        return words.ngettext("%(num)s French army", "%(num)s French armies", number)
    return words.ngettext("%(num)s Allied army", "%(num)s Allied armies", number)


def armies(words: Words, number: int) -> str:
    """Armies with their number."""
    return words.ngettext("%(num)s army", "%(num)s armies", number)


def card(words: Words, of: str) -> str:
    """A card by name and number."""
    number, name = words.memory.cards[of]
    told = words.gettext(name)
    quoted = words.language.quoted(told.replace('"', ""))
    return words.gettext("%(name)s (card %(number)s)", name=quoted, number=number)


def cards(words: Words, several: Iterable[str]) -> str:
    """Cards by name and number, with "and" before the last."""
    return words.language.listed([card(words, it) for it in several])


OF_SIDES = Manner(
    forms={
        "who": by(the, "side"),
        "of": by(of_the, "side"),
        "armies": by(armies, "armies"),
        "where": by(within, "country"),
        "to": by(into, "to"),
        "card": by(card, "card"),
        "countries": by(countries, "countries"),
    }
)
"""What stands in the places of sentences about sides, armies and cards."""
