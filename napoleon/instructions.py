"""Instructions: what a seat leaves to be answered in its place, as by mail a question costs a day.

An instruction is a small frozen struct, one class for each kind; its tag is the word of the API::

    class DeclineWindow(Instruction, tag="decline_window"):
        window: str

It is no part of the log before it is used: that it was left would tell the enemy something.
"""

from __future__ import annotations

from typing import Any

import msgspec

from napoleon.orders import Order


class Instruction(msgspec.Struct, frozen=True, tag_field="instruction", forbid_unknown_fields=True):
    """Base of every kind of instruction: ``{"instruction": "decline_all", ...}`` in the API."""


class Kept(msgspec.Struct, frozen=True):
    """An instruction as it is kept until it is used, withdrawn or has run out."""

    id: str
    seat: str
    instruction: Any
    """An `Instruction` of the game's own."""
    occasion: dict[str, Any]
    """What dates it: facts of the position in which it was left, in the ruleset's own words."""


class Use(msgspec.Struct, frozen=True):
    """An order that an instruction gives in place of its seat."""

    kept: Kept
    order: Order
    spent: bool
    """Whether the instruction is used up by it."""
