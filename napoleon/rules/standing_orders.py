"""Standing orders: answers that a seat leaves in advance, as a question by mail costs a day.

A standing order is a small frozen struct, one class for each kind; its tag is the word of the API::

    class DeclineWindow(StandingOrder, frozen=True, tag="decline_window"):
        window: str

It is not part of the log until it is used: that it was left would tell the enemy something.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision


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
