"""Orders in words: what each of them does, and what follows from it, for whoever may give it.

A game declares a `Wording` beside its notation. Phrases are English with ``%(name)s`` for what is
different each time, and are translated by whoever shows them, with the names among their values; a
list of those is told as one. Nothing in them is hidden from the seat that may give the order, and
nothing of them is drawn: they are found by the rules' own functions and not by trying.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Choices
from napoleon.rules.terms import Decision


class Card(msgspec.Struct, frozen=True):
    """A card that is called by its number and its name."""

    number: int


class Said(msgspec.Struct, frozen=True):
    """What somebody has written, which is never translated."""

    text: str


class Phrase(msgspec.Struct, frozen=True):
    """A text, or one for a `count` of 1 and `many` for every other, with what is filled into it."""

    text: str
    values: Mapping[str, Value] = {}
    many: str = ""
    count: int = 1


Named = str | Card | Phrase
"""What is called by name: names of the game are English here, or ids."""

Value = int | Said | Named | tuple[Named, ...]


def say(text: str, /, **values: Value) -> Phrase:
    """A phrase. The name of this function tells the catalogue where its texts stand."""
    return Phrase(text, values)


def say_many(text: str, many: str, count: int, /, **values: Value) -> Phrase:
    """A phrase about a number of things, which is ``%(count)s`` in it."""
    return Phrase(text, {"count": count, **values}, many, count)


class Words(msgspec.Struct, frozen=True):
    """An order in words.

    `does` is what its button says, `follows` what comes of it. `target` is the id of the place that
    is pointed at to give it, on the map or on a board beside it; it is empty for an order that
    leads nowhere. `pieces` are the ids of those that are pointed at first, if they are not those
    that the order lists. One that is `ordinary` belongs to the course of play: nobody is asked
    whether they are sure of it, even where it draws or shows something, as all of its kind do.
    Where very many orders are offered, those with the same `heading` are listed together under it.
    """

    does: Phrase
    follows: tuple[Phrase, ...] = ()
    target: str = ""
    pieces: tuple[str, ...] = ()
    ordinary: bool = False
    heading: Phrase | None = None


class FreeWords(msgspec.Struct, frozen=True):
    """A verb that answers no decision, in words, as it may be used now.

    `does` is what its button says. `offered` tells what another seat offers that is accepted by it,
    and is None if nobody does. `labels` are what its fields are called, by their names, and
    `choices` what may be said in them, with what that is called; any other is typed.
    """

    does: Phrase
    offered: Phrase | None = None
    labels: Mapping[str, Phrase] = {}
    choices: Choices = {}


Way = Mapping[str, Sequence[Order]]
"""By the id of an area the orders that lead there, one after the other."""


class Wording(Protocol):
    """How a game puts its orders into words, and which of them players give in a row."""

    windows: tuple[str, ...]
    """Kinds of the decisions that ask for cards."""
    quiet: str
    """Tag of the standing order to play no card until the seat's next turn; empty if there is
    none."""
    kinds: Mapping[str, Phrase]
    """What the decisions of each kind are about."""

    def words(self, state: Any, decision: Decision, order: Order) -> Words:
        """What a legal `order` for `decision` does."""

    def ways(self, state: Any, decision: Decision, order: Order) -> Way:
        """Where the same pieces could go on to after `order`, and by which orders.

        Each of them is only given if it is legal by then.
        """

    def free(self, state: Any, seat: str, verb: type[Order]) -> FreeWords:
        """What a verb does that `seat` may use without being asked."""
