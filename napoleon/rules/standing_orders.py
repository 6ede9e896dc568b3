"""Standing orders: answers that a seat leaves in advance, as a question by mail costs a day.

A standing order is a small frozen struct, one class for each kind; its tag is the word of the API::

    class DeclineWindow(StandingOrder, frozen=True, tag="decline_window"):
        window: str

It is not part of the log until it is used: that it was left would tell the enemy something.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.windows import WindowKind


class StandingOrder(
    msgspec.Struct, frozen=True, tag_field="instruction", forbid_unknown_fields=True
):
    """Base of every kind of standing order: ``{"instruction": "decline_all", ...}`` in the API."""


class Kept(msgspec.Struct, frozen=True):
    """A standing order, kept until it is used, withdrawn or runs out."""

    id: str
    seat: str
    word: Any
    """A `StandingOrder` of the game's own."""
    occasion: dict[str, Any]
    """What dates it: facts of the position in which it was left, in the ruleset's own words."""
    by: str = ""
    """The share of the seat that has left it; empty if the holder of the seat has."""
    version: int = 0
    """Version of the game when it was left."""
    token: str = ""
    """SHA-256 of the token that opened the seat then; empty while nobody had claimed it."""


class Use(msgspec.Struct, frozen=True):
    """An order that a standing order gives for its seat."""

    kept: Kept
    order: Order
    spent: bool
    """Whether the standing order is used up by it."""


Choices = Mapping[str, Mapping[str, str]]
"""By the name of a field, which means the same in every kind: what may be said there, as it is
written into a form, with what it is called."""


class Form(NamedTuple):
    """What a seat says of its windows. Whatever stands in neither field is passed."""

    asks: tuple[str, ...] = ()
    """The kinds of window in which it wants to be asked, in the order of the game."""
    plays: tuple[StandingOrder, ...] = ()
    """Its cards to be played, in the order in which they are tried."""


class Windows(Protocol):
    """The windows of one game with one data pack. Stateless: every function is pure."""

    @property
    def plays(self) -> type[StandingOrder]:
        """The kind of standing order by which a card is played."""

    def is_window(self, decision: Decision) -> bool:
        """Whether a question is put in a window."""

    def kinds(self, state: Any, seat: str) -> Sequence[WindowKind]:
        """The kinds of window in which a seat may be asked, by what everybody knows."""

    def fitting(self, state: Any, seat: str) -> Mapping[str, Mapping[str, str]]:
        """By kinds of window, the cards of a seat that fit there in print, with their names."""

    def dealt(self, state: Any, seat: str) -> Sequence[Any]:
        """What is another value, ready for JSON, whenever a seat is to be told its form.

        That is in each turn; with each hand as well, where cards hardly change within a turn.
        A turn begins here when all that is drawn for it has been drawn.
        """

    def passing(self, state: Any, decision: Decision) -> Order | None:
        """The legal order by which no card is played; None if there is none."""

    def has_other(self, state: Any, decision: Decision) -> bool:
        """Whether the seat has a legal order besides passing; it tells of a hand."""

    def is_asked(self, state: Any, decision: Decision, kept: Sequence[Kept]) -> bool:
        """Whether the standing orders of the seat say that it wants to be asked here.

        It is also asked where any answer would turn down what others offer.
        """

    def form(self, state: Any, seat: str, kept: Iterable[Kept]) -> Form:
        """What standing orders of a seat say of windows."""

    def words(self, form: Form) -> Sequence[StandingOrder]:
        """The standing orders that say what a form says."""

    def is_said_by_form(self, word: StandingOrder) -> bool:
        """Whether a standing order speaks of windows only: another form takes its place."""


class StandingOrders(Protocol):
    """The standing orders of one game with one data pack, and what they answer.

    Stateless: every function is pure.
    """

    kinds: tuple[type[StandingOrder], ...]
    """Every kind of standing order that a seat may leave, at least one."""

    profiles: tuple[type[StandingOrder], ...]
    """Those of the kinds of which a seat keeps one at most, chosen when it takes its place.

    Any seat may leave any of them as it is, without a value, in any position and before the table
    is laid out; so none of them depends on its occasion. The first leaves everything to be asked.
    """

    @property
    def windows(self) -> Windows | None:
        """The windows of the game, and the forms that speak of them; None if it has none."""

    @property
    def no_card(self) -> StandingOrder | None:
        """What is left with one click to play no card until one's own next turn begins.

        Any seat may leave it in any position. None if the game has no such standing order.
        """

    def occasion(self, state: Any) -> dict[str, Any]:
        """What dates a standing order left in this position, ready for JSON."""

    def choices(self, state: Any, seat: str) -> Choices:
        """What `seat` may say in the fields of its standing orders; nothing hidden from it.

        A field that is not among them is written as its type says.
        """

    def refuse(self, state: Any, seat: str, word: Any) -> Refusal | None:
        """Why a standing order could never apply; nothing hidden from `seat`. None if it could."""

    def has_expired(self, state: Any, kept: Kept) -> bool:
        """Whether a standing order has run out."""

    def answer(self, state: Any, decision: Decision, kept: Sequence[Kept]) -> Use | None:
        """The order that the standing orders of the seat give for `decision`; None to ask it.

        `kept` are those of its standing orders that have not run out, the oldest first. The order
        is one of the legal orders of the decision, or of a verb that is checked for it, and legal.
        """
