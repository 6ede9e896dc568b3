"""Cases: what a game remembers of requested take-backs and of disputes."""

from __future__ import annotations

import msgspec

from napoleon.rules.orders import Refusal

OPEN, AGREED, STOOD, WITHDRAWN, RULED = "open", "agreed", "stood", "withdrawn", "ruled"
"""What became of a case. What stood stayed as it was: a request was refused, play went on, or the
time was up."""

STAND, CORRECT, REROLL, REWIND = "stand", "correct", "reroll", "rewind"

OUTCOMES = (STAND, CORRECT, REROLL, REWIND)
"""What a ruling may decide, and what a dispute may ask for."""


class Takeback(msgspec.Struct, frozen=True):
    """A take-back that somebody has asked for after the move was sealed."""

    id: int
    """Version of the request."""
    seat: str
    """Seat whose move is to be taken back."""
    to: int
    """Version of the position to go back to."""
    reroll: str
    """What the seat proposes to draw again; see `napoleon.log.events.rewinds.REROLLS`."""
    why: str
    """Id of a text; empty if no reason was given."""
    at: int
    until: int
    """Time from which the move stands, in microseconds since 1970 UTC."""
    affected: tuple[str, ...]
    """Seats that have to agree."""
    answers: dict[str, str] = {}
    """What shall be drawn again, by seat that has agreed."""
    refused: str = ""
    """The seat that has refused; empty if none has."""
    status: str = OPEN
    closed: int = 0
    """Version that closed it; 0 while it is open."""

    def is_open(self, now: int) -> bool:
        """Whether it may still be answered."""
        return self.status == OPEN and now < self.until

    def awaits(self, seat: str, now: int) -> bool:
        """Whether `seat` has still to agree or to refuse."""
        return self.is_open(now) and seat in self.affected and seat not in self.answers


class Statement(msgspec.Struct, frozen=True):
    """What somebody said in a dispute."""

    version: int
    by: str
    """A seat, a share of one, the referee or the deputy."""
    text: str
    """Id of a text."""
    at: int
    behalf: str = ""
    """The seat on whose behalf it was said; empty if its holder, or a referee, has said it."""

    @property
    def seat(self) -> str:
        """Whose statement it is."""
        return self.behalf or self.by


class Dispute(msgspec.Struct, frozen=True):
    """An event that a seat says is wrong."""

    id: int
    """Version at which it was opened."""
    seat: str
    version: int
    """Version of the event."""
    clause: str
    claim: str
    """Id of a text."""
    relief: str
    """What the seat asks for: one of `OUTCOMES`."""
    at: int
    statements_until: int
    """Time until which the seats may say something."""
    until: int
    """Time from which the event stands if there has been no ruling."""
    statements: tuple[Statement, ...] = ()
    status: str = OPEN
    closed: int = 0
    """Version of the ruling, or of whatever else closed it; 0 while it is open."""

    def is_open(self, now: int) -> bool:
        """Whether it may still be ruled upon."""
        return self.status == OPEN and now < self.until

    def awaits(self, seat: str, now: int) -> bool:
        """Whether `seat` may have its say on what another one has claimed, and has not had it."""
        heard = {self.seat, *(it.seat for it in self.statements)}
        return self.is_open(now) and now < self.statements_until and seat not in heard


def refuse_case(case: Takeback | Dispute | None, now: int) -> Refusal | None:
    """Why nothing can be done in a case: it does not exist, or it is closed."""
    if case is None:
        return Refusal("UNKNOWN_CASE", "", "There is no such case.")
    if not case.is_open(now):
        return Refusal("CASE_CLOSED", "", "The case is closed.", {"status": case.status})
    return None
