"""Orders: what a player asks for; refusals: why they may not have it.

An order is a small frozen struct, one class per verb; its tag is the verb of the API::

    class StepMove(Order, tag="step_move"):
        road: str
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from napoleon.rules.events import FADING, HIDDEN, Event, recorded


class Order(msgspec.Struct, frozen=True, tag_field="order", forbid_unknown_fields=True):
    """Base of every verb. ``{"order": "pass"}`` is the order `Pass()` in the API."""


class Refusal(msgspec.Struct, frozen=True):
    """An order that is not carried out. It records nothing.

    `code` is the digest's word in capitals, `clause` the rule that forbids the order, `detail`
    a sentence for the player and `facts` what they may know of the reason. None of these tells the
    player anything hidden.
    """

    code: str
    clause: str
    detail: str
    facts: dict[str, Any] = {}


def verb_of(kind: type[Order]) -> str:
    """The verb of an order class, as the API writes it."""
    return str(kind.__struct_config__.tag)


def to_data(order: Order) -> dict[str, Any]:
    """The order as the API and the log write it: ``{"order": verb, ...}``."""
    data: dict[str, Any] = msgspec.to_builtins(order)
    return data


@recorded(
    "order_given/1",
    "{player} ordered: {order}.",
    veiled="{player} gave an order.",
)
class OrderGiven(Event, frozen=True):
    """A seat has given an order; what it caused follows under the same order id."""

    player: str
    begins: ClassVar[bool] = True

    order: Annotated[dict[str, Any], HIDDEN, FADING]
    instruction: Annotated[dict[str, Any] | None, HIDDEN, FADING] = None
    """The standing order that gave it for the seat; None if it was given by hand."""


@recorded(
    "answered_by_rules/1",
    "{player} could only order: {order}.",
    veiled="{player} could answer in one way only.",
)
class AnsweredByRules(Event, frozen=True):
    """A question had one answer by what everybody knows, so the rules gave it: nobody was asked.

    What it caused follows, under the id of the order that led to the question, which did not come
    to rest before it. Nobody has acted by it.
    """

    player: str
    order: Annotated[dict[str, Any], HIDDEN, FADING]


@recorded(
    "answered_for_absent/1",
    "{player} left the game, and the rules ordered: {order}.",
    veiled="{player} left the game, and the rules answered.",
)
class AnsweredForAbsent(Event, frozen=True):
    """Somebody has left the game in the middle of something, and the rules do as little as may be.

    What it caused follows, under the id of the order that led to the question.
    """

    player: str
    order: Annotated[dict[str, Any], HIDDEN, FADING]


Answered = OrderGiven | AnsweredByRules | AnsweredForAbsent
"""A seat's answer to a question, its own or by the rules; the first may be a free order too."""
