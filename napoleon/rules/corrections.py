"""Corrections: what a referee sets right on the table, by a ruling that gives the reason.

A correction is a small frozen struct, one class for each kind; its tag is the word of the API::

    class SetTrack(Correction, frozen=True, tag="set_track"):
        value: int

    SetTrack(12, reason="The flag in Namur was scored twice.")

It takes nothing back: what it sets is recorded by events of its own, each with what was there
before, and the game goes on from the corrected table.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import msgspec

from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import Choices

LONGEST_REASON = 2000
"""How many characters a reason has at most."""

Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_REASON)]


class Correction(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="correct", forbid_unknown_fields=True
):
    """Base of every kind of correction: ``{"correct": "set_track", "reason": ...}`` in the API."""

    reason: Reason
    """Why, in the referee's words: 1 to 2,000 characters. The events carry only its id, so that
    it can be erased."""


class Corrections(Protocol):
    """The corrections of one game with one data pack.

    Stateless: every function is pure, and none draws.
    """

    kinds: tuple[type[Correction], ...]
    """Every kind of correction, at least one."""

    def choices(self, state: Any) -> Choices:
        """What the referee may say in the fields of corrections; others are written."""

    def carry_out(self, state: Any, correction: Any, reason_id: str) -> list[Event] | Refusal:
        """The events that correct the table, or why it cannot be corrected like this.

        `state`, a position in which somebody has to decide, is left as it was. `correction` is
        one of `kinds`. Each event that sets something has `reason_id`, the id of the text that
        says why, in its field ``reason``. Every question that was open is still open afterwards.
        The refusal is for the referee: its facts may be hidden from the players.
        """
