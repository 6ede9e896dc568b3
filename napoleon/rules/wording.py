"""Orders in words: what each of them does, and what follows from it, for those who may give it.

A game declares a `Wording` beside its notation. It is made of `napoleon.rules.phrases`, which are
translated where they are shown. Nothing in them is hidden from the seat that may give the order,
and nothing of them is drawn: they are found by the rules' own functions and not by trying.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from napoleon.rules.orders import Order
from napoleon.rules.phrases import Card, Named, Note, Phrase, Said, Value, say, say_many
from napoleon.rules.standing_orders import Choices
from napoleon.rules.terms import Decision

__all__ = [
    "Asked",
    "Card",
    "Choice",
    "FreeWords",
    "Goal",
    "Named",
    "OneByOne",
    "Party",
    "Phrase",
    "Row",
    "Said",
    "Series",
    "Sheet",
    "Together",
    "Value",
    "Way",
    "Wording",
    "Words",
    "say",
    "say_many",
]


class Words(msgspec.Struct, frozen=True):
    """An order in words.

    `does` is what its button says, `follows` what comes of it. `target` is the id of the place that
    is pointed at to give it, on the map or on a board beside it; it is empty for an order that
    leads nowhere. `pieces` are the ids of those that are pointed at first, if they are not those
    that the order lists. One that is `ordinary` belongs to the course of play: nobody is asked
    whether they are sure of it, even where it draws or shows something, as all of its kind do.
    Where very many orders are offered, those with the same `heading` are listed together under it.
    `price` is what it costs as soon as it is given, such as "2 CP": it stands beside the label, and
    neither `does` nor `follows` says it again. None for an order that costs nothing.
    """

    does: Phrase
    follows: tuple[Phrase, ...] = ()
    target: str = ""
    pieces: tuple[str, ...] = ()
    ordinary: bool = False
    heading: Phrase | None = None
    price: Phrase | None = None


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


class Asked(msgspec.Struct, frozen=True):
    """A question as it is put to the seat that answers it.

    `asks` is a sentence about the piece that acts, and `left` tells what it still has.
    """

    asks: Phrase
    left: tuple[Phrase, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """Something that may be put on a list.

    `ways` are what may be listed of it, as plain data, each with its words: with one way it is
    ticked or not, of several one is picked, or none. `chosen` is the number of the one that is
    picked already, from 1 on, and 0 for none. `notes` tell that it is a copy, and `price` what it
    costs; None for nothing.
    """

    name: Note
    ways: tuple[tuple[Any, Phrase], ...]
    chosen: int = 0
    notes: tuple[Phrase, ...] = ()
    heading: Phrase | None = None
    price: Phrase | None = None


class Sheet(msgspec.Struct, frozen=True):
    """A verb that takes a list of which there are too many to offer each of them, as a form.

    The list is in `field` of the order. `asks` says what to do, `does` what its button says, and
    `says` what the list has so far, or may have.
    """

    field: str
    asks: Phrase
    does: Phrase
    says: tuple[Phrase, ...]
    choices: tuple[Choice, ...]


class Row(msgspec.Struct, frozen=True):
    """One of the orders of a `Series`: what it is about, and the ways in which it may be given."""

    name: Note
    ways: tuple[tuple[Order, Note], ...]


class Series(msgspec.Struct, frozen=True):
    """Orders that a seat gives one after the other, none of which hangs on another, as one form.

    The order of each of the `rows` is chosen, and all are given by one button, which says `does`.
    The first of them answers the question that is open.
    """

    does: Phrase
    rows: tuple[Row, ...]


Way = Mapping[str, Sequence[Order]]
"""By the id of an area the orders that lead there, one after the other."""


class Goal(msgspec.Struct, frozen=True):
    """A place where each piece of a party may go, by an order of its own.

    `order` is that of the first piece of the party; another piece names itself in it. Before it
    comes what leads to the place `after`, which is a goal of the same party; that is empty for a
    goal next to where they stand. `room` is how many pieces may go there, as the fullest road on
    the way has it, and `follows` what comes of going there, which may be a loss if it `costs`.
    """

    place: str
    order: Order
    after: str = ""
    room: int = 0
    follows: tuple[Phrase, ...] = ()
    costs: bool = False


class Party(msgspec.Struct, frozen=True):
    """Pieces that stand in one place and may go the same ways, alone or together.

    So the ways are told once, and not for each piece. `field` is where their orders name the piece,
    `arm` what the pieces of the party are called as a kind, such as foot or horse.
    """

    place: str
    arm: Phrase
    pieces: tuple[str, ...]
    field: str
    goals: tuple[Goal, ...]

    def orders(self, goal: Goal, piece: str) -> tuple[Order, ...]:
        """The orders by which a piece goes all the way to a goal."""
        last: Order = msgspec.structs.replace(goal.order, **{self.field: piece})
        before = [it for it in self.goals if it.place == goal.after]
        return (*(self.orders(before[0], piece) if before else ()), last)


class Together(msgspec.Struct, frozen=True):
    """Orders that one button gives one after the other, and what that does."""

    does: Phrase
    orders: tuple[Order, ...]


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

    def asks(self, state: Any, decision: Decision) -> Asked | None:
        """A decision as its own seat is asked; None where its prompt, which all read, says it."""

    def sheet(self, state: Any, decision: Decision, verb: type[Order]) -> Sheet | None:
        """The form for any order of a verb that is checked for `decision`; None of any other."""

    def series(self, state: Any, decision: Decision) -> Series | None:
        """The form instead of the offers of `decision` and those that follow; None of most."""

    def parties(self, state: Any, orders: Sequence[Order]) -> Sequence[Party]:
        """Who of the pieces of `orders`, all that are legal now, may go somewhere together.

        An order by which a party begins needs no offer of its own.
        """

    def together(self, state: Any, orders: Sequence[Order]) -> Sequence[Together]:
        """Which of `orders`, all that are legal now, are often given at once.

        Each is only given if it is still legal by then.
        """

    def free(self, state: Any, seat: str, verb: type[Order]) -> FreeWords:
        """What a verb does that `seat` may use without being asked."""


class OneByOne:
    """What a `Wording` says where prompts say it all, and every order is given by itself."""

    def ways(self, state: Any, decision: Decision, order: Order) -> Way:
        """Nowhere."""
        return {}

    def parties(self, state: Any, orders: Sequence[Order]) -> Sequence[Party]:
        """None."""
        return ()

    def together(self, state: Any, orders: Sequence[Order]) -> Sequence[Together]:
        """Nothing."""
        return ()

    def asks(self, state: Any, decision: Decision) -> Asked | None:
        """Prompts say it all."""
        return None

    def sheet(self, state: Any, decision: Decision, verb: type[Order]) -> Sheet | None:
        """No verb takes a list."""
        return None

    def series(self, state: Any, decision: Decision) -> Series | None:
        """Every question stands by itself."""
        return None
