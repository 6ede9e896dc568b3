"""A request: one or several orders of one seat, as they come in from outside."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from napoleon.log.events.house import HouseEvent
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Order, Refusal, to_data
from napoleon.rules.structs import one_of

DIGEST_BYTES = 8
"""Long enough to show a client's mistake; nobody gains by forging their own request."""


class Request(msgspec.Struct, frozen=True):
    """What a seat asks for at once; whatever is carried out of it is one save.

    All its events bear its `order_id`. With the caller's idempotency key the same request has the
    same id whenever it is sent again; `digest` tells whether it really is the same request. An
    order that an instruction gives is sent by nobody and has no digest.
    """

    seat: str
    orders: tuple[Order | str, ...]
    """A text is a line of the game's notation, read in the position in which its turn comes."""
    decision: str | None
    order_id: str
    digest: bytes = b""
    instruction: dict[str, Any] | None = None
    """The instruction that gives the orders in place of the seat, as data; None by hand."""
    by: str = ""
    """Who gives them for the seat: a share of it, the referee or the deputy; empty for its
    holder."""
    evidence: HouseEvent | None = None
    """What is recorded with them of how they came, such as by mail."""


def digest(
    orders: Sequence[Mapping[str, Any] | Order | str],
    decision: str | None,
    behalf: str | None = None,
) -> bytes | Refusal:
    """What tells one request from another of the same sender, before it is read any further.

    `behalf` is the seat that it is given for, if not by its holder: for different seats the same
    words do not mean the same.
    """
    raw = [to_data(order) if isinstance(order, Order) else order for order in orders]
    said = [raw, decision] if behalf is None else [raw, decision, behalf]
    try:
        body = msgspec.json.encode(said, order="sorted")
    except UnicodeEncodeError:
        return Refusal("BAD_PAYLOAD", "", "A text in the request is not Unicode text.")
    return hashlib.sha256(body).digest()[:DIGEST_BYTES]


def parsed(
    orders: Sequence[Mapping[str, Any] | Order | str], rules: Ruleset
) -> tuple[Order | str, ...] | Refusal:
    """The orders, or a refusal that says which is not an order of these rules, and why."""
    if not orders:
        return Refusal("BAD_PAYLOAD", "", "A request holds at least one order.")
    understood: list[Order | str] = []
    for index, data in enumerate(orders):
        if isinstance(data, str) and rules.notation is not None:
            understood.append(data)
            continue
        try:
            order = data if isinstance(data, rules.verbs) else one_of(rules.verbs, data)
        except msgspec.ValidationError as error:
            why, _, path = str(error).partition(" - at ")
            where = f"orders[{index}]{path.strip('`').removeprefix('$')}"
            return Refusal(
                "BAD_PAYLOAD", "", f"This is no order of the game: {why}.", {"where": where}
            )
        understood.append(order)
    return tuple(understood)
