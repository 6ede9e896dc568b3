"""What keeps the read models, whatever database it is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from eventsourcing.persistence import Tracking, TrackingRecorder

from projections.lobby import Wanted
from projections.rows import Changes, Sentence, TurnEnd
from projections.rulings import Wanted as WantedRulings


class ViewsMissing(Exception):
    """There is no store of read models of this release: ``napoleon migrate`` makes it."""


class ViewStore(TrackingRecorder):
    """The read models and, always changed together with them, how much of the log they show.

    The name under which the library's `max_tracking_id` keeps that position is the edition; see
    `projections.projector.edition`.
    """

    @abstractmethod
    def begin(self, edition: str) -> int:
        """The position in the log that this `edition` of the read models has come to.

        It is 0 for an edition of which nothing has been drawn.
        """

    @abstractmethod
    def record(self, changes: Changes, *, after: int, tracking: Tracking) -> None:
        """Write `changes`, which lead from position `after` to `tracking`, or nothing at all.

        Raises IntegrityError if the read models are not at `after`: another worker was first, or
        they have been begun anew.
        """

    @abstractmethod
    def drawn(self, game: str, reader: str, name: str, edition: str) -> tuple[int, bytes] | None:
        """The view called `name` with its version, if this `edition` has drawn it."""

    @abstractmethod
    def version(self, game: str, edition: str) -> int:
        """The version of `game` that this `edition` of the read models shows; 0 if it does not."""

    @abstractmethod
    def turns(self, game: str) -> list[TurnEnd]:
        """The last version of every phase of `game`, oldest first."""

    @abstractmethod
    def lobby(
        self, wanted: Wanted, *, before: tuple[int, str] | None = None, besides: Iterable[str] = ()
    ) -> list[bytes]:
        """Entries of the lobby as JSON, newest first, one more than wanted if there are more.

        Only games created `before` that time and id are listed, and none of those in `besides`.
        """

    @abstractmethod
    def journal(self, game: str, reader: str, after: int, limit: int) -> list[Sentence]:
        """Events of `game` after version `after` as they are told to `reader`, oldest first."""

    @abstractmethod
    def rulings(self, wanted: WantedRulings, *, besides: Iterable[str] = ()) -> list[bytes]:
        """Rulings as JSON, newest first, one more than wanted if there are more.

        None of those of the games in `besides` are listed.
        """
