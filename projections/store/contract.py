"""What keeps the read models, whatever the database."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable
from contextlib import AbstractContextManager
from typing import NamedTuple

from eventsourcing.persistence import Tracking, TrackingRecorder

from napoleon.log.store.recorder import Places
from projections.lobby import Wanted
from projections.rows import Changes, Mark, TurnEnd
from projections.rulings import Wanted as WantedRulings


class ViewsMissing(Exception):
    """There is no store of read models of this release: ``napoleon migrate`` makes it."""


class Body(NamedTuple):
    """An entry of a list as JSON, and the game that it belongs to."""

    game: str
    body: bytes


class Left(NamedTuple):
    """What became of games in which nothing has happened for long."""

    left: int
    """How many stand in the lists only from now on."""
    kept: int
    """How many are shown."""


def tracked(edition: str, partition: int) -> str:
    """The name under which it is kept how far `edition` has come in a partition of the log.

    >>> tracked("toy", 0), tracked("toy", 2)
    ('toy', 'toy#2')
    """
    return f"{edition}{_OF}{partition}" if partition else edition


def untracked(name: str) -> tuple[str, int]:
    """The edition and the partition that a name stands for.

    >>> untracked("toy#2"), untracked("toy")
    (('toy', 2), ('toy', 0))
    """
    edition, _, partition = name.partition(_OF)
    return edition, int(partition or 0)


_OF = "#"


class ViewStore(TrackingRecorder):
    """The read models and, always changed together with them, how much of the log they show.

    An edition is what they were drawn by; see `projections.projector.edition`. Its position in the
    log is kept under that name, and where the log is divided its position in each partition under
    the one that `tracked` says: `begin`, `record` and `position` take either.

    To readers, a store that cannot be reached is one in which nothing has been drawn: they find the
    answer in the log. Each answer is from one moment, and says how much of the log it shows.
    Writers are told by an OperationalError or InterfaceError.
    """

    idle: int | None = None
    """After how many microseconds without an event a game stands in the lists only; None if all
    that was drawn stays."""

    place = ""
    """What no other store is called by; all processes that draw into one call it the same."""

    # -- for the worker ----------------------------------------------------------------------------

    @abstractmethod
    def begin(self, edition: str) -> int:
        """The position in the log that this `edition` of the read models has reached.

        It is 0 for an edition of which nothing has been drawn. In any partition an edition begins
        with all of them.
        """

    @abstractmethod
    def shown(self, games: Iterable[str], *, edition: str) -> dict[str, int]:
        """The versions of `games` that this `edition` shows, of those that it shows."""

    def resting(self, games: Iterable[str], *, edition: str) -> dict[str, int]:
        """The versions of those `games` that stand in the lists only, and are not shown."""
        return {}

    def leave(self, before: int, most: int, *, edition: str) -> Left:
        """Keep only what lists tell of games that have no event since `before`, of `most` at once.

        That is in microseconds since 1970 UTC. To readers nothing is drawn of them then, but for
        the small map. It may be ended at any point, and goes on from there.
        """
        return Left(0, 0)

    @abstractmethod
    def record(self, changes: Changes, *, after: int, tracking: Tracking) -> None:
        """Write `changes`, which lead from position `after` to `tracking`.

        Lists and position are written, or neither. Games may be drawn already if it fails: to draw
        them another time writes the same. Raises IntegrityError if the read models are not at
        `after`, or do not show the games in the versions that they are changed from: another worker
        was first, or the read models have been started again.
        """

    @abstractmethod
    def last(self, partition: int = 0) -> tuple[int, Mark] | None:
        """The farthest event in a partition that any edition has drawn, with its position.

        It stays when another edition is begun, and is moved on only.
        """

    @abstractmethod
    def marks(self, edition: str) -> dict[str, Mark]:
        """The newest event of each game that any edition has drawn.

        Of a game that an earlier release has drawn, what this `edition` shows, without a stamp.
        """

    @abstractmethod
    def forget(self, edition: str) -> None:
        """Throw away what this `edition` shows, and the marks: what was drawn no longer counts."""

    @abstractmethod
    def rebuilding(self, edition: str) -> AbstractContextManager[ViewStore]:
        """A store in which `edition` is drawn from the beginning, to be shown once that is done.

        If it fails, what was shown still is, where the database can keep both.
        """

    @abstractmethod
    def tend(self, edition: str, *, complete: bool) -> None:
        """Say that a worker of `edition` is at work; to be repeated every few minutes.

        What no worker has touched for an hour is thrown away as soon as `edition` is `complete`,
        that is, when it shows all of the log.
        """

    @abstractmethod
    def distrust(self, game: str) -> bool:
        """Put a game on the list of those that are to be drawn again; False if it was there."""

    @abstractmethod
    def trust(self, game: str) -> None:
        """Take a game off that list: it has been drawn again."""

    @abstractmethod
    def distrusted(self) -> list[str]:
        """The games that are to be drawn again, as what is drawn of them was changed."""

    # -- for readers -------------------------------------------------------------------------------

    @abstractmethod
    def position(self, edition: str) -> int:
        """How far in the log this `edition` has come, as far as readers can tell."""

    @abstractmethod
    def drawn(self, game: str, reader: str, name: str, *, edition: str) -> tuple[int, bytes] | None:
        """The view called `name` with its version, if this `edition` has drawn it."""

    @abstractmethod
    def turns(self, game: str, *, edition: str) -> tuple[int, list[TurnEnd]]:
        """The last version of every phase of `game`, oldest first, and the version shown.

        That is 0 if the edition does not show the game.
        """

    @abstractmethod
    def lobby(
        self,
        wanted: Wanted,
        *,
        edition: str,
        reached: Places,
        before: tuple[int, str] | None = None,
        besides: Collection[str] = (),
    ) -> list[Body] | None:
        """Entries of the lobby, newest first, one more than wanted if there are more.

        Only games created `before` that time and id are listed, and none of those in `besides`.
        None if this `edition` has not `reached` those places in the log.
        """

    @abstractmethod
    def entries(self, games: Collection[str], *, edition: str) -> list[Body]:
        """What the lobby says of these games, listed or not, in any order.

        There is nothing of those that this `edition` does not show. They are a few hundred at most.
        """

    @abstractmethod
    def rulings(
        self, wanted: WantedRulings, *, edition: str, reached: Places, besides: Collection[str] = ()
    ) -> list[Body] | None:
        """Rulings, newest first, one more than wanted if there are more.

        None of those of the games in `besides` are listed. None if this `edition` has not
        `reached` those places in the log.
        """
