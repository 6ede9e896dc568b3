"""What the log's database does beyond the library's recorder: orders, and display names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol
from uuid import UUID

import msgspec
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    Notification,
    StoredEvent,
    Subscription,
)

from napoleon.log.store.leases import Held, Leases, everything

RULING = "ruling_given/1"
"""The topic of rulings, which the database lists; `napoleon.log.events.cases` records them."""

GamePlace = tuple[int, str]
"""Where a game stands in the list of all games: when it was set up, and its id."""

RulingPlace = tuple[int, str, int]
"""Where a ruling stands in the list of all rulings: its time, game and version."""


Places = tuple[int, ...]
"""How far a reader of the log has come: in each partition the id of the last event that it knows.

A log that is not divided has one. Before anything is recorded in a partition it is 0.
"""


def is_put_back(before: Places, now: Places) -> bool:
    """Whether a log has lost something that was there `before`, say as a backup was restored.

    >>> is_put_back((3, 5), (4, 4)), is_put_back((3, 5), (4, 5)), is_put_back((), (0, 0))
    (True, False, False)
    """
    return any(then > place for then, place in zip(before, now, strict=False))


class StoreMissing(Exception):
    """There is no log in the chosen place, or it was made by another release."""


class Unfit(Exception):
    """No order can be recorded just now; the text says why, and what an operator can do."""


MOVES = (
    "The store is closed, as it moves to another one: end the move, and start the processes with "
    "the settings of the new store."
)
"""Why a store that is closed for a move is unfit."""


class OrderRow(msgspec.Struct, frozen=True):
    """An accepted request, kept so that it is answered the same when sent again.

    It is written in the transaction of its events; see `SideRecords`. There is one row for each
    order id of a game, or the transaction fails with IntegrityError.
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
    seal: bytes | None = None
    """See `napoleon.play.requests`; None in rows of releases before 0.8.0."""


class StandingOrderRow(msgspec.Struct, frozen=True):
    """A standing order that a seat has left. It is not part of the log; using it forgets it."""

    game: str
    id: str
    seat: str
    body: bytes
    """Kind and occasion as JSON."""


class TextRow(msgspec.Struct, frozen=True):
    """What somebody has written. It may be erased without touching the log.

    `id` is what events hold of it: 32 hexadecimal digits of the SHA-256 of salt and text.
    """

    game: str
    id: str
    salt: bytes
    text: str


class CheckpointRow(msgspec.Struct, frozen=True):
    """A signed checkpoint, kept for ever; see `napoleon.record.checkpoints`."""

    game: str
    size: int
    """How many leaves the tree has: the version of the game up to which it goes."""
    note: str
    """The checkpoint as a signed note."""
    leaves: bytes
    """The hashes, 32 bytes each, of the leaves since the checkpoint before."""

    @property
    def events(self) -> int:
        """How many leaves that are."""
        return len(self.leaves) // 32


class KeyRow(msgspec.Struct, frozen=True):
    """What is said of a signing key of this log, never its private part; the newest row holds.

    See `napoleon.record.key_list`.
    """

    number: int
    """From 1, without gaps."""
    key: str
    """Name, id and public part: ``name+id+key``."""
    since: int
    """When it began to sign, in microseconds since 1970 UTC; 0 if nobody knows."""
    until: int | None = None
    """When it ceased to; None for the one that signs."""
    vouched: str = ""
    """The signed note by which it and the key before it know each other; may be empty."""


class SideRecords(msgspec.Struct, frozen=True):
    """What is written in the transaction of some events, or changed in it, besides the events.

    All of it, and the events, are of one game.
    """

    order: OrderRow | None = None
    """The request that caused the events."""
    names: Mapping[str, str | None] = {}
    """Display names by seat; None erases one."""
    texts: Sequence[TextRow] = ()
    """What people have written in the events."""
    erased: Sequence[str] = ()
    """Ids of texts that are erased."""
    used: str | None = None
    """Id of the standing order that gave the order. It must still be kept."""
    spent: bool = False
    """Whether that standing order is now forgotten."""
    unchanged: tuple[str, Sequence[str]] | None = None
    """A seat, and the ids of all its standing orders: no other may be kept for it, nor fewer."""
    left: Sequence[StandingOrderRow] = ()
    """What a seat leaves with them, to be answered with later."""
    forget: bool = False
    """Whether all standing orders of the game are forgotten."""
    checkpoints: Sequence[CheckpointRow] = ()
    """Those that were signed where the events come from."""


ALONE = SideRecords()
"""Only the events."""


class WebhookRow(msgspec.Struct, frozen=True):
    """An address that is told what happens in a game. It is not part of the log."""

    game: str
    id: str
    reader: str
    """As whom it reads: a seat, ``referee`` or ``spectator``."""
    token: str
    """Hash of the token that it was left with; when that is dead, so is the webhook. May be ""."""
    url: str
    secret: bytes
    """What its messages are signed with."""
    sent: int
    """Version up to which it has been told."""
    failures: int = 0
    """How many times in a row it could not be told."""
    due: int = 0
    """When to tell it next, if there is something to tell; microseconds since 1970 UTC."""


class ListedGames(msgspec.Struct, frozen=True):
    """Which of the games that anybody may know of are asked for. None leaves a choice open."""

    before: GamePlace | None = None
    """The game that ended what was looked at before."""
    ruleset: str | None = None
    scenario: str | None = None
    since: int | None = None
    """Only games set up at that time or later; microseconds since 1970 UTC."""
    until: int | None = None
    """Only games set up before that time."""
    games: Collection[str] | None = None
    """Ids of the games from which to choose."""
    limit: int = 1


class Pool(NamedTuple):
    """The connections of a process to a database."""

    size: int
    in_use: int
    waiting: int
    """How many are asked for that are not there."""


class CopyReads(NamedTuple):
    """What came of asking the replicas of a database, since the process began."""

    replicas: int
    away: int
    """How many of them do not answer now."""
    answered: int
    behind: int
    """How many questions they were asked too early."""
    cancelled: int
    """How many were in the way of what they had to copy."""


class LogPartition(Protocol):
    """A part of the log that is followed by itself; a game is in one of them, and stays there.

    The ids of its events count from 1 without gaps, in the order of commits. Between events of two
    partitions there is no order.
    """

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Its events in the order in which they were recorded."""

    def max_notification_id(self) -> int | None:
        """Its newest notification id; None before anything is recorded in it."""

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Its notifications after `gt` as they are recorded, by this process or another."""

    def games_after(self, position: int) -> list[str]:
        """Ids of its games with events after that notification id, each once, in any order."""


class LogRecorder(ApplicationRecorder):
    """A recorder of the whole log, whatever database is behind it.

    Only a log in one partition is followed as the library does it, by itself. One that is divided
    raises NotSupportedError there, as no number stands for a moment of it: each `partition` is
    followed.
    """

    @property
    def partitions(self) -> int:
        """In how many partitions the log is divided: 1 if it is not."""
        return 1

    def partition(self, number: int) -> LogPartition:
        """One of them, counted from 0."""
        if number != 0:
            raise ValueError(f"the log has no partition {number}")
        return self

    def partition_of(self, game: str) -> int:
        """In which of them a game is; 0 for one that is not there."""
        return 0

    @property
    def numbers(self) -> Sequence[int]:
        """The partitions that are looked at here: all of them, or those that a worker holds.

        Only in games that are there is anything found by `places`, `games_since`, `among`, `awake`,
        `marked` without games, `instructed` and `webhooks_due`; any game is read and written.
        """
        return range(self.partitions)

    @property
    def leads(self) -> bool:
        """Whether it is from here that work is done which is of no single game."""
        return 0 in self.numbers

    @property
    def whole(self) -> LogRecorder:
        """The log as nobody holds a part of it: who has lost what they held still reaches this."""
        return self

    def leases(self, group: str) -> AbstractContextManager[Leases[LogRecorder]]:
        """What a worker may work on; see `napoleon.log.store.leases`.

        Workers of a `group` share the log. Those of another one do the same for themselves.
        """
        return everything(self)

    def held(self, group: str) -> Held | None:
        """What workers of a group hold of the log; None where nobody can say."""
        return None

    def check_held(self) -> None:
        """Raise LeaseLost where a worker may not work any more on what it held.

        Whatever is asked of the recorder raises it, too: this is for what is done elsewhere.
        """

    def among(self, games: Collection[str]) -> list[str]:
        """Those of these games that are in the partitions looked at here."""
        return list(games)

    def places(self) -> Places:
        """Up to where each partition is recorded. Their sum is the number of events in the log.

        One that is not looked at here has a 0.
        """
        return (self.max_notification_id() or 0,)

    def every_game(self) -> list[str]:
        """Ids of all games, in any order."""
        return self.games_since(())

    def games_since(self, places: Places) -> list[str]:
        """Ids of the games with events after those places, each once, in any order.

        No state is read. Where no place is known these are all games.
        """
        known = places or (0,) * self.partitions
        return [
            game
            for number in self.numbers
            for game in self.partition(number).games_after(known[number])
        ]

    def copy_reads(self) -> CopyReads | None:
        """What came of asking replicas of the database; None where there are none."""
        return None

    def pool(self) -> Pool | None:
        """The connections to the database; None where a log in a file needs no pool."""
        return None

    @abstractmethod
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        side_records: SideRecords = ALONE,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Record the events and what goes with them, all or nothing; gives the notification ids.

        Raises IntegrityError if a version or the order id is already recorded, if a version is left
        out, if the standing order is no longer kept, or if others are kept for a seat than said.
        """

    @abstractmethod
    def probe(self, seconds: float) -> None:
        """Do what an order needs, and undo it: nothing is left of it, and nobody is told.

        It waits for others for about so many seconds at most. Raises Unfit, and OperationalError if
        the database cannot be reached.
        """

    @abstractmethod
    def announce(self) -> None:
        """Tell those who follow the log that something is recorded, unless the database does so.

        The writer of it does that once it knows the event itself: it is asked next.
        """

    @abstractmethod
    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """A game's events in the order of their versions, or against it (`desc`).

        They are those after version `gt` up to version `lte`, at most `limit`. Raises BrokenLog at
        a version among them that the log does not have.
        """

    @abstractmethod
    def remains(
        self, game: str, *, after: int = 0, limit: int | None = None
    ) -> Sequence[StoredEvent]:
        """Of a damaged log, the events after version `after` that are there, whatever is missing.

        They come in the order of their versions, at most `limit` of them, and may be unreadable.
        """

    @abstractmethod
    def games_after(self, position: int) -> list[str]:
        """Ids of the games with events after that notification id, each once, in any order.

        No state is read, as this is asked for whenever a list of games is.
        """

    @abstractmethod
    def listed(self, wanted: ListedGames) -> list[GamePlace]:
        """The newest games that are wanted, the newest first, found in an index of the log.

        Those that are unlisted are not among them, nor are those whose first event the database
        could not read when it was recorded. No game is opened.
        """

    @abstractmethod
    def ruled(
        self, before: RulingPlace | None, limit: int, ruleset: str | None = None
    ) -> list[RulingPlace]:
        """At most `limit` rulings in listed games, the newest first, found in an index of the log.

        They come after the one at `before`, and are those in games of `ruleset` if it is given.
        """

    @abstractmethod
    def head(self, game: str) -> int | None:
        """The newest version of `game`, by one index look-up; None if there is no such game."""

    @abstractmethod
    def heads(self, games: Collection[str]) -> dict[str, int]:
        """The newest versions of those of `games` that are there, by few questions."""

    @abstractmethod
    def awake(self) -> Iterator[str]:
        """Ids of the games that do not sleep, in the order of their founding; see `rest`."""

    @abstractmethod
    def rest(self, over: Mapping[str, int]) -> None:
        """Let games sleep that are over at that version, unless they have gone on since.

        Whatever is recorded in a game wakes it.
        """

    @abstractmethod
    def marked(
        self, topics: Collection[str], games: Collection[str] | None = None
    ) -> Iterator[Notification]:
        """The events of these topics in `games`, or in those that are awake, game by game.

        Those of a game come in the order of their versions. The topics are some of
        `napoleon.log.store.marks.MARKED`, or a ValueError is raised.
        """

    @abstractmethod
    def mark_more(self) -> bool:
        """Mark some events that an earlier release has recorded; whether there are more of them.

        Until there are none, those that are not marked are gone through by `marked`.
        """

    @abstractmethod
    def order(self, game: str, order_id: str) -> OrderRow | None:
        """The accepted request with that id.

        Where its row is gone and its seal is there, everything else in it is None: somebody has
        deleted it.
        """

    @abstractmethod
    def has_guessable_orders(self, game: str) -> bool:
        """Whether `game` has an order of a release before 0.6.0; see `ids.is_guessable`."""

    @abstractmethod
    def names(self, game: str) -> dict[str, str]:
        """The display names of those seats of `game` that gave one."""

    @abstractmethod
    def names_of(self, games: Sequence[str]) -> dict[str, dict[str, str]]:
        """The display names in those of `games` in which there are any."""

    @abstractmethod
    def games_named(self, part: str, limit: int) -> list[str]:
        """Ids of at most `limit` games with a display name that has `part` in it.

        Letters are taken for each other whether small or capital, those of ASCII at least.
        """

    @abstractmethod
    def put_name(self, game: str, seat: str, name: str | None) -> None:
        """Keep, change or (None) erase the display name of a seat. It is not part of the log."""

    @abstractmethod
    def texts(self, game: str) -> list[TextRow]:
        """What was written in `game` and not erased.

        It is recorded with the events that hold the ids, and erased with the one that says so.
        """

    @abstractmethod
    def standing_orders(self, game: str) -> list[StandingOrderRow]:
        """The standing orders that are kept for the seats of `game`, the oldest first."""

    @abstractmethod
    def instructed(self) -> dict[str, tuple[int, str]]:
        """The games for which standing orders are kept.

        With the newest version of each and the ids of its standing orders: while both stay the
        same, the same standing orders answer.
        """

    @abstractmethod
    def put_standing_order(self, row: StandingOrderRow) -> None:
        """Keep a standing order.

        The events of its use name it: it is forgotten with them, or they fail with IntegrityError
        if it is no longer kept.
        """

    @abstractmethod
    def replace_standing_orders(
        self,
        game: str,
        seat: str,
        before: Sequence[str],
        gone: Sequence[str],
        rows: Sequence[StandingOrderRow],
    ) -> bool:
        """Forget standing orders of a seat and keep others, all at once; returns whether it did.

        It does if `before` are the ids of all that are kept for the seat; `gone` are some of them.
        """

    @abstractmethod
    def drop_standing_order(self, game: str, standing_order: str) -> bool:
        """Forget a standing order; returns whether there was one.

        It may say no although there was, if the connection broke meanwhile.
        """

    @abstractmethod
    def checkpoints(
        self, game: str, *, after: int = 0, limit: int | None = None
    ) -> list[CheckpointRow]:
        """The kept checkpoints of `game`, by size: at most `limit` of those above `after`."""

    @abstractmethod
    def checkpointed(self, game: str) -> int:
        """The size of the newest checkpoint kept of `game`; 0 if there is none."""

    @abstractmethod
    def put_checkpoint(self, row: CheckpointRow) -> None:
        """Keep a checkpoint for ever.

        Those of imported events are recorded with them. Raises IntegrityError unless its leaves
        follow those of the newest one kept.
        """

    @abstractmethod
    def signing_keys(self) -> list[KeyRow]:
        """What is recorded of the keys that sign checkpoints, by number."""

    @abstractmethod
    def put_signing_keys(self, rows: Sequence[KeyRow]) -> None:
        """Record more about the keys, all or nothing: only the operator decides that.

        Raises IntegrityError unless their numbers follow those that are there.
        """

    @abstractmethod
    def webhooks(self, game: str) -> list[WebhookRow]:
        """The webhooks of `game`, by id."""

    @abstractmethod
    def put_webhook(self, row: WebhookRow) -> None:
        """Keep a new webhook. Raises IntegrityError if the game has one with that id."""

    @abstractmethod
    def drop_webhook(self, game: str, webhook: str) -> bool:
        """Forget a webhook; returns whether there was one.

        It may say no although there was, if the connection broke meanwhile.
        """

    @abstractmethod
    def webhooks_due(self, now: int, limit: int) -> list[WebhookRow]:
        """At most `limit` webhooks that have something to tell and were due at `now`.

        `now` is in microseconds since 1970 UTC; those due longest come first.
        """

    @abstractmethod
    def move_webhook(self, before: WebhookRow, after: WebhookRow) -> bool:
        """Change `sent`, `failures` and `due` of a webhook to those of `after`; whether it did.

        It is done only if they are still those of `before`: so only one of several workers takes
        it.
        """


class SnapshotRecorder(AggregateRecorder):
    """A recorder of snapshots: a cache, in which each may be replaced or thrown away."""

    @abstractmethod
    def replace(self, snapshot: StoredEvent) -> None:
        """Keep a snapshot; it replaces one of the same stream and version if there is one."""

    @abstractmethod
    def drop(self, prefix: str) -> None:
        """Throw away the snapshots of all streams whose names begin with `prefix`."""
