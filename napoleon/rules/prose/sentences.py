"""Sentences that are declared beside what they tell, for events that need no more than one.

`alone` tells an event by itself, `together` a run of like events, those that have the same values
in some of their fields in one sentence. What stands in the places of a sentence, such as
``%(where)s``, each game says once for all of them, by its `Manner`.
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
    """For several in a run; empty if each event is told alone."""
    per: tuple[str, ...] = ()
    """Fields in which the events of one sentence are the same."""
    forms: Mapping[str, str] = {}
    """By place, the form that stands there if it is not the one of that name."""


def alone(text: str, /, **forms: str) -> Sentence:
    """Tells each event by itself. The catalogue knows the text by the name of this function."""
    return Sentence(text, forms=forms)


def together(one: str, many: str, /, *per: str, **forms: str) -> Sentence:
    """Tells a run of events: those with the same values of `per` in one sentence."""
    return Sentence(one, many, per, forms)


class Manner(NamedTuple):
    """How a game tells such sentences."""

    several: Callable[[Words, Paragraph, Sequence[Any]], tuple[str, int]]
    """Those whom events are about, and how many they are for the verb."""
    between: tuple[type[Event], ...]
    """What may happen between events of a run without being told."""
    forms: Mapping[str, Form]
    """By its name, what stands in a place; a field without one is told by the name of its value."""


def tellings(told: Mapping[type[Event], Sentence], manner: Manner) -> dict[type[Event], Telling]:
    """The part of a chapter that sentences tell."""
    return {event: _telling(sentence, manner) for event, sentence in told.items()}


def run(
    paragraph: Paragraph, event: Event, kinds: tuple[type[Event], ...], between: tuple[Any, ...]
) -> list[Any]:
    """Events of these kinds without anything else between them that would be told.

    Empty unless `event` is the first of them: it tells the others.
    """
    at = next(n for n, it in enumerate(paragraph.events) if it is event)
    for it in reversed(paragraph.events[:at]):
        if isinstance(it, kinds):
            return []
        if not isinstance(it, between):
            break
    found = []
    for it in paragraph.events[at:]:
        if isinstance(it, kinds):
            found.append(it)
        elif not isinstance(it, between):
            break
    return found


def _telling(sentence: Sentence, manner: Manner) -> Telling:
    places = [it for it in re.findall(r"%\((\w+)\)s", sentence.one) if it != WHO]
    forms = {it: _form(sentence.forms.get(it, it), manner) for it in places}

    def tell(words: Words, paragraph: Paragraph, event: Any) -> Iterator[str]:
        for events in _groups(sentence, manner, paragraph, event):
            values = {it: form(words, paragraph, events[0]) for it, form in forms.items()}
            who, number = manner.several(words, paragraph, events)
            if sentence.many:
                yield words.ngettext(sentence.one, sentence.many, number, who=who, **values)
            else:
                yield words.gettext(sentence.one, who=who, **values)

    return tell


def _groups(
    sentence: Sentence, manner: Manner, paragraph: Paragraph, event: Any
) -> list[list[Any]]:
    """The events of each sentence, in the order of their first ones."""
    if not sentence.many:
        return [[event]]
    groups: dict[tuple[Any, ...], list[Any]] = {}
    for it in run(paragraph, event, (type(event),), manner.between):
        groups.setdefault(tuple(getattr(it, name) for name in sentence.per), []).append(it)
    return list(groups.values())


def _form(name: str, manner: Manner) -> Form:
    named = manner.forms.get(name)
    return named or (lambda words, paragraph, event: words.name(getattr(event, name)))
