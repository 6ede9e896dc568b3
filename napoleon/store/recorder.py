"""What the log's database does beyond the library's recorder: orders, and display names."""

from __future__ import annotations

from abc import abstractmethod

import msgspec
from eventsourcing.persistence import ApplicationRecorder


class OrderRow(msgspec.Struct, frozen=True):
    """An accepted request, as it is kept so that the same request again is answered the same.

    It is written in the transaction of its events: `insert_events(events, order=row)`. There is
    one row for each order id of a game, or the transaction fails with IntegrityError.
    """

    game: str
    order_id: str
    first_version: int
    """Version of the first event that the request caused."""
    last_version: int
    digest: bytes
    """What identifies the body of the request."""
    carried_out: int
    """How many of the request's orders were carried out."""
    refused: bytes | None = None
    """The refusal of the next one as JSON; None if it was not refused."""


class InstructionRow(msgspec.Struct, frozen=True):
    """An instruction that a seat has left. It is no part of the log, and is forgotten when used."""

    game: str
    id: str
    seat: str
    body: bytes
    """Kind and occasion as JSON."""


class LogRecorder(ApplicationRecorder):
    """A recorder of the whole log, behind which any database may stand."""

    @abstractmethod
    def head(self, game: str) -> int | None:
        """The newest version of `game`, by one index look-up; None if there is no such game."""

    @abstractmethod
    def order(self, game: str, order_id: str) -> OrderRow | None:
        """The accepted request of that id."""

    @abstractmethod
    def names(self, game: str) -> dict[str, str]:
        """Display names of the seats of `game`, of those that gave one."""

    @abstractmethod
    def put_name(self, game: str, seat: str, name: str | None) -> None:
        """Keep, change or (None) erase the display name of a seat. It is no part of the log."""

    @abstractmethod
    def instructions(self, game: str) -> list[InstructionRow]:
        """The instructions that are kept for the seats of `game`, the oldest first."""

    @abstractmethod
    def put_instruction(self, row: InstructionRow) -> None:
        """Keep an instruction.

        The events of its use are recorded with `insert_events(used=id, spent=whether it is used
        up)`: it is forgotten with them, or they fail with IntegrityError if it is not kept any
        more.
        """

    @abstractmethod
    def drop_instruction(self, game: str, instruction: str) -> bool:
        """Forget an instruction; whether there was one."""
