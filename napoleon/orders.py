"""Orders: what a player asks for; refusals: why he may not.

An order is a small frozen struct, one class per verb; its tag is the verb of the API::

    class StepMove(Order, tag="step_move"):
        road: str
"""

from __future__ import annotations

from typing import Any

import msgspec


class Order(msgspec.Struct, frozen=True, tag_field="order", forbid_unknown_fields=True):
    """Base of every verb. ``{"order": "pass"}`` is the order `Pass()` in the API."""


class Refusal(msgspec.Struct, frozen=True):
    """An order that is not carried out. Nothing is recorded by it.

    `code` is the digest's word in capitals, `clause` the rule that forbids the order, `detail`
    a sentence for the player and `facts` what he may know of the reason. None of them tells
    anything hidden from him.
    """

    code: str
    clause: str
    detail: str
    facts: dict[str, Any] = {}


def to_data(order: Order) -> dict[str, Any]:
    """The order as the API and the log write it: ``{"order": verb, ...}``."""
    data: dict[str, Any] = msgspec.to_builtins(order)
    return data
