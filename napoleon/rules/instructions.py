"""Instructions: what a seat leaves to be answered in its place, as a question by mail costs a day.

An instruction is a small frozen struct, one class for each kind; its tag is the word of the API::

    class DeclineWindow(Instruction, tag="decline_window"):
        window: str

It is not part of the log before it is used: that it was left would tell the enemy something.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision


class Instruction(msgspec.Struct, frozen=True, tag_field="instruction", forbid_unknown_fields=True):
    """Base of every kind of instruction: ``{"instruction": "decline_all", ...}`` in the API."""


class Kept(msgspec.Struct, frozen=True):
    """An instruction, kept until it is used, is withdrawn or runs out."""

    id: str
    seat: str
    instruction: Any
    """An `Instruction` of the game's own."""
    occasion: dict[str, Any]
    """What dates it: facts of the position in which it was left, in the ruleset's own words."""
    by: str = ""
    """The share of the seat that has left it; empty if the holder of the seat has."""
    version: int = 0
    """Version of the game when it was left."""


class Use(msgspec.Struct, frozen=True):
    """An order that an instruction gives in place of its seat."""

    kept: Kept
    order: Order
    spent: bool
    """Whether the instruction is used up by it."""


class StandingAnswers(Protocol):
    """The instructions of one game with one data pack, and what they answer.

    Stateless: every function is pure.
    """

    kinds: tuple[type[Instruction], ...]
    """Every kind of instruction that a seat may leave, at least one."""

    def occasion(self, state: Any) -> dict[str, Any]:
        """What dates an instruction left in this position, ready for JSON."""

    def refuse(self, state: Any, seat: str, instruction: Any) -> Refusal | None:
        """Why an instruction could never apply; nothing hidden from `seat`. None if it could."""

    def has_expired(self, state: Any, kept: Kept) -> bool:
        """Whether an instruction has run out."""

    def answer(self, state: Any, decision: Decision, kept: Sequence[Kept]) -> Use | None:
        """The order that the instructions of the seat give for `decision`; None to ask it.

        `kept` are those of its instructions that have not run out, the oldest first. The order is
        one of the offers of the decision, or of a verb that is checked for it, and legal.
        """
