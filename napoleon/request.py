"""A request: one order or several of one seat, as they come in from outside."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Union

import msgspec

from napoleon.orders import Order, Refusal, to_data
from napoleon.ruleset import Ruleset

DIGEST_BYTES = 8
"""Enough to tell a client's mistake; nobody gains by forging his own request."""


class Request(msgspec.Struct, frozen=True):
    """What a seat asks for at once, carried out in one save or not at all.

    All its events bear its `order_id`. With the caller's idempotency key the same request has the
    same id whenever it is sent again; `digest` tells whether it is the same request indeed.
    """

    seat: str
    orders: tuple[Order, ...]
    decision: str | None
    order_id: str
    digest: bytes


def parsed(
    orders: Sequence[Mapping[str, Any] | Order],
    *,
    seat: str,
    decision: str | None,
    order_id: str,
    rules: Ruleset,
) -> Request | Refusal:
    """The request, or a refusal that says where it is no order of these rules and why."""
    if not orders:
        return Refusal("BAD_PAYLOAD", "", "A request holds at least one order.")
    verbs: Any = Union[rules.verbs]  # noqa: UP007 - the members are only known at run time
    understood: list[Order] = []
    for index, data in enumerate(orders):
        try:
            order = data if isinstance(data, rules.verbs) else msgspec.convert(data, verbs)
        except msgspec.ValidationError as error:
            why, _, path = str(error).partition(" - at ")
            where = f"orders[{index}]{path.strip('`').removeprefix('$')}"
            return Refusal(
                "BAD_PAYLOAD", "", f"This is no order of the game: {why}.", {"where": where}
            )
        understood.append(order)
    try:
        body = msgspec.json.encode([list(map(to_data, understood)), decision], order="sorted")
    except UnicodeEncodeError:
        return Refusal("BAD_PAYLOAD", "", "A text in the request is no Unicode text.")
    return Request(
        seat, tuple(understood), decision, order_id, hashlib.sha256(body).digest()[:DIGEST_BYTES]
    )
