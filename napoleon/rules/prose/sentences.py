"""Sentences that are declared as data, for events that need no more than one.

`alone` tells an event by itself, `numbered` one that has a number, `together` a run of like events,
those that have the same values in some of their fields in one sentence. What stands in the places
of a sentence, such as ``%(where)s``, each game says once for all of them, by its `Manner`, or a
sentence says it itself::

    EndOffered: alone("%(who)s would end it.", who=by(SIDES.the, "player")).unless(GameDrawn)

Of several sentences for an event the first one that fits tells it, by its `when` and `unless`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from napoleon.rules.events import Event
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Telling, Words

WHO = "who"
"""The place of those whom an event, or a run of events, is about."""

Form = Callable[[Words, Paragraph, Any], str]
"""What an event says in one place of a sentence."""


class Sentence(NamedTuple):
    """One that tells an event, or a run of them."""

    one: str
    many: str = ""
    """For several; empty if it says the same of any number."""
    per: tuple[str, ...] | None = None
    """Fields in which the events of one sentence are the same; None if each is told alone."""
    number: str = ""
    """The field with the number that decides between `one` and `many`; empty for how many it is
    about."""
    forms: Mapping[str, str | Form] = {}
    """By place, what stands there, or the name of the form, if it is not the one of that name."""
    fits: Callable[[Any], bool] = lambda event: True
    """Whether it tells this event."""
    silencers: tuple[type[Event], ...] = ()
    """It is not told in a paragraph that has any of these events."""

    def when(self, fits: Callable[[Any], bool]) -> Sentence:
        """The same for events that fit."""
        return self._replace(fits=fits)

    def unless(self, *kinds: type[Event]) -> Sentence:
        """The same where the paragraph has none of these events, which tell it themselves."""
        return self._replace(silencers=kinds)


def alone(text: str, /, **forms: str | Form) -> Sentence:
    """Tells each event by itself. The catalogue knows the text by the name of this function."""
    return Sentence(text, forms=forms)


def numbered(one: str, many: str, count: str = "", /, **forms: str | Form) -> Sentence:
    """Tells each event by itself, in the words for its number.

    That is in the field `count`, and ``%(num)s`` in the sentence, or without a field how many it is
    about.
    """
    return Sentence(one, many, number=count, forms=forms)


def together(one: str, many: str, /, *per: str, **forms: str | Form) -> Sentence:
    """Tells a run of events: those with the same values of `per` in one sentence."""
    return Sentence(one, many, per, forms=forms)


def by(form: Callable[[Words, Any], str], *names: str) -> Form:
    """The value of the first of these fields that an event has, in a form: "of the French"."""

    def told(words: Words, paragraph: Paragraph, event: Any) -> str:
        return form(words, getattr(event, next(it for it in names if it in event.payload)))

    return told


def whatever_it_is(words: Words, paragraph: Paragraph, events: Sequence[Any]) -> tuple[str, int]:
    """For games whose sentences all say themselves whom they are about."""
    return "", len(events)


class Manner(NamedTuple):
    """How a game tells such sentences."""

    several: Callable[[Words, Paragraph, Sequence[Any]], tuple[str, int]] = whatever_it_is
    """Those whom events are about, and how many they are for the verb, without a form for it."""
    between: tuple[type[Event], ...] = ()
    """What may happen between events of a run without being told."""
    forms: Mapping[str, Form] = {}
    """By its name, what stands in a place; a field without one is told by the name of its value, a
    number as it is."""


def tellings(
    told: Mapping[type[Event], Sentence | tuple[Sentence, ...]], manner: Manner
) -> dict[type[Event], Telling]:
    """The part of a chapter that sentences tell."""
    return {
        event: _telling(several, manner)
        if isinstance(several, Sentence)
        else _first_that_fits(several, manner)
        for event, several in told.items()
    }


def run(
    paragraph: Paragraph,
    event: Event,
    kinds: tuple[type[Event], ...],
    between: tuple[Any, ...],
    fits: Callable[[Any], bool] = lambda event: True,
) -> list[Any]:
    """Events of these kinds that fit, without anything else between them that would be told.

    Empty unless `event` is the first of them: it tells the others.
    """

    def belongs(it: Event) -> bool:
        return isinstance(it, kinds) and fits(it)

    at = next(n for n, it in enumerate(paragraph.events) if it is event)
    for it in reversed(paragraph.events[:at]):
        if belongs(it):
            return []
        if not isinstance(it, between):
            break
    found = []
    for it in paragraph.events[at:]:
        if belongs(it):
            found.append(it)
        elif not isinstance(it, between):
            break
    return found


def _first_that_fits(several: tuple[Sentence, ...], manner: Manner) -> Telling:
    ways = [_telling(it, manner, several[:at]) for at, it in enumerate(several)]

    def tell(words: Words, paragraph: Paragraph, event: Any) -> Iterator[str]:
        for way in ways:
            yield from way(words, paragraph, event)

    return tell


def _is_told(sentence: Sentence, paragraph: Paragraph, event: Any) -> bool:
    return sentence.fits(event) and not paragraph.has(*sentence.silencers)


def _telling(sentence: Sentence, manner: Manner, before: Sequence[Sentence] = ()) -> Telling:
    """How a sentence tells its events: those that none of the sentences `before` it tells."""
    places = {*re.findall(r"%\((\w+)\)s", f"{sentence.one} {sentence.many}")}
    is_of_manner = WHO in places and WHO not in {**manner.forms, **sentence.forms}
    places -= {"num", *([WHO] if is_of_manner else [])}
    forms = {it: _form(sentence.forms.get(it, it), manner) for it in places}

    def tell(words: Words, paragraph: Paragraph, event: Any) -> Iterator[str]:
        def is_its_own(it: Any) -> bool:
            others = (_is_told(other, paragraph, it) for other in before)
            return _is_told(sentence, paragraph, it) and not any(others)

        if not is_its_own(event):
            return
        for events in _groups(sentence, manner, paragraph, event, is_its_own):
            values: dict[str, Any] = {
                it: form(words, paragraph, events[0]) for it, form in forms.items()
            }
            number = len(events)
            if is_of_manner:
                values[WHO], number = manner.several(words, paragraph, events)
            if sentence.number:
                number = getattr(event, sentence.number)
            if sentence.many:
                yield words.ngettext(sentence.one, sentence.many, number, **values)
            else:
                yield words.gettext(sentence.one, **values)

    return tell


def _groups(
    sentence: Sentence,
    manner: Manner,
    paragraph: Paragraph,
    event: Any,
    fits: Callable[[Any], bool],
) -> list[list[Any]]:
    """The events of each sentence, in the order of their first ones."""
    if sentence.per is None:
        return [[event]]
    groups: dict[tuple[Any, ...], list[Any]] = {}
    for it in run(paragraph, event, (type(event),), manner.between, fits):
        groups.setdefault(tuple(getattr(it, name) for name in sentence.per), []).append(it)
    return list(groups.values())


def _form(form: str | Form, manner: Manner) -> Form:
    if callable(form):
        return form
    return manner.forms.get(form) or (
        lambda words, paragraph, event: words.name(getattr(event, form))
    )
