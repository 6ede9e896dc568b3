"""Forms: what sides, places and ranks are called in the places of a sentence, declared as data.

A game has a row for each of its sides, and perhaps its places::

    SIDES = Forms({
        "french": Called(the=noted("the French"), of=noted("of the French")),
        "allied": Called(the=noted("the Allies"), of=noted("of the Allies")),
    })
    SIDES.of(words, "french")

What has no row, or not that form, is called by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from napoleon.rules.prose.storybook import Form, Words, as_written


class Called(NamedTuple):
    """What something is called, in English; the catalogue of the game has the other languages."""

    the: str = ""
    """As a subject or an object: "the French"."""
    of: str = ""
    """What belongs to it: "of the French"."""
    to: str = ""
    """What is given to it, or goes there: "to the French"."""
    at: str = ""
    """Where something is: "in the Netherlands"."""
    out_of: str = ""
    """Where something comes from: "from the Netherlands"."""
    seat: str = ""
    """The seat itself: "the French seat"."""
    alone: str = ""
    """Where it stands alone, such as in a table: "French"."""


class Forms:
    """What things are called, by their ids."""

    def __init__(self, called: Mapping[str, Called]) -> None:
        """In the order in which they are listed."""
        self._called = called

    def __iter__(self) -> Iterator[str]:
        """The ids of what has a row."""
        return iter(self._called)

    def __getitem__(self, it: str) -> Called:
        """The row of something that has one."""
        return self._called[it]

    def _form(self, words: Words, it: str, name: str) -> str:
        row = self._called.get(it)
        form: str = getattr(row, name) if row else ""
        return words.gettext(form) if form else words.name(it)

    def the(self, words: Words, it: str) -> str:
        """As a subject or an object: "the French"."""
        return self._form(words, it, "the")

    def of(self, words: Words, it: str) -> str:
        """What belongs to it: "of the French"."""
        return self._form(words, it, "of")

    def to(self, words: Words, it: str) -> str:
        """What is given to it, or goes there: "to the French"."""
        return self._form(words, it, "to")

    def at(self, words: Words, it: str) -> str:
        """Where something is: "in the Netherlands"."""
        return self._form(words, it, "at")

    def out_of(self, words: Words, it: str) -> str:
        """Where something comes from: "from the Netherlands"."""
        return self._form(words, it, "out_of")

    def alone(self, words: Words, it: str) -> str:
        """Where it stands alone, such as in a table: "French"."""
        return self._form(words, it, "alone")

    def called(self, words: Words, it: str, form: Form) -> str:
        """A seat in a sentence of the house, see `napoleon.rules.prose.storybook.Storybook`."""
        return self._form(words, it, _OF_SEATS[form])


_OF_SEATS = {Form.SUBJECT: "the", Form.GENITIVE: "of", Form.SEAT: "seat"}


def terms(known: Mapping[str, str]) -> Callable[[Words, str], str]:
    """Phases, ranks and the like by their ids; what is not `known` is told as it is."""

    def term(words: Words, of: str) -> str:
        return words.gettext(known[of]) if of in known else as_written(words, of)

    return term
