"""Cards in sentences: by name where the reader knows them, else as cards of their nation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from napoleon.rules.events import Event
from napoleon.rules.prose import sentences
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import Manner, by
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.eagles_waterloo.sides import NATIONS
from napoleon.rulesets.eagles_waterloo.story.sides import cards_of, face_down, of_the, the
from napoleon.rulesets.eagles_waterloo.story.terms import at, in_formation, the_place

K = TypeVar("K")


class Who(NamedTuple):
    """A card by its id, or without one the card of a nation of which the reader sees the back."""

    card: str | None
    nation: str
    formation: str = ""
    """``column`` or ``square`` if that is to be told."""


def the_card(words: Words, card: str) -> str:
    """A card in a sentence: "the Quiot brigade", "Napoleon"."""
    return words.names.get(f"the {card}") or words.name(card)


def the_cards(words: Words, cards: Iterable[str]) -> str:
    """Cards in a sentence, with "and" before the last."""
    return words.language.listed(the_card(words, card) for card in cards)


def target(words: Words, seen: str) -> str:
    """A card as it was aimed at: by name, or by its token if it lay face down."""
    nation, _, number = seen.rpartition("-")
    if number.isdigit() and nation in NATIONS:
        return face_down(words, nation, number)
    return the_card(words, seen)


def several(words: Words, whom: Sequence[Who]) -> tuple[str, int]:
    """Cards one after the other, and how many they are for the verb."""
    known = [it for it in whom if it.card is not None]
    backs: dict[str, int] = {}
    for it in whom:
        if it.card is None:
            backs[it.nation] = backs.get(it.nation, 0) + 1
    told = [_known(words, it) for it in known]
    told += [cards_of(words, nation, number) for nation, number in backs.items()]
    return words.language.listed(told), len(whom)


def _known(words: Words, it: Who) -> str:
    assert it.card is not None, "it is known"
    name = the_card(words, it.card)
    return f"{name} ({in_formation(words, it.formation)})" if it.formation else name


def drawn(words: Words, cards: Sequence[str] | None, nation: str, count: int) -> str:
    """Cards by name if the reader may know them, else how many they are."""
    return cards_of(words, nation, count) if cards is None else the_cards(words, cards)


def run(
    paragraph: Paragraph, event: Event, kinds: tuple[type[Event], ...], *between: type[Event]
) -> list[Any]:
    """Events of these kinds without anything else between them that would be told.

    Empty unless `event` is the first of them: it tells the others.
    """
    return sentences.run(paragraph, event, kinds, between)


def grouped(keyed: Iterable[tuple[K, Who]]) -> Iterator[tuple[K, list[Who]]]:
    """Cards by what is said of them, in the order in which it was said first."""
    groups: dict[K, list[Who]] = {}
    for key, it in keyed:
        groups.setdefault(key, []).append(it)
    yield from groups.items()


def still_to_come(words: Words, number: int) -> str:
    """How many cards a reinforcement deck has left."""
    if not number:
        return words.gettext("none is still to come")
    return words.ngettext("%(num)s is still to come", "%(num)s are still to come", number)


OF_SIDES = Manner(
    forms={
        "who": by(the, "player", "side", "winner"),
        "of": by(of_the, "nation"),
        "card": by(the_card, "card"),
        "where": by(at, "place"),
        "place": by(the_place, "place"),
    }
)
"""How sentences are told about sides and seats."""

OF_CARDS = Manner(
    several=lambda words, paragraph, events: several(
        words, [Who(it.card, it.nation) for it in events]
    ),
    forms={"place": by(the_place, "origin")},
)
"""How sentences are told about cards that move, those that are alike together."""
