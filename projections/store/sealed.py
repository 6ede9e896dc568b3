"""Read models whose rows are sealed, whatever the database: one that was changed is not shown.

Views are packed under their seals.
"""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event
from typing import Any, TypeVar

import msgspec
from eventsourcing.persistence import PersistenceError, Tracking

from napoleon.log.store.recorder import Places
from napoleon.log.store.seals import SEAL_BYTES, BrokenSeal, OtherKey, Seals
from projections import lobby as lobbies
from projections import rulings as judged
from projections.encoding import packed, unpacked
from projections.metrics import VIEWS_CHANGED
from projections.rows import Changes, Mark, TurnEnd
from projections.store.contract import Body, Left, ViewStore, untracked

T = TypeVar("T")

Place = tuple[Any, ...]
"""Where an entry stands in its list."""

_VIEW, _TURN, _RULING = "view", "turn", "ruling"
_LISTED, _UNLISTED = "listed", "unlisted"

_MISSHAPEN = (ValueError, TypeError, LookupError, AttributeError)
"""What a row raises that is nothing that was ever drawn."""

_log = logging.getLogger(__name__)


class SealedViews(ViewStore):
    """The store `inner`, with a seal on each row that is written, looked at when it is read.

    To readers, a row whose seal does not hold is one that was not drawn: the log answers. Its game
    is put on the list of those that are to be drawn again.
    """

    def __init__(self, inner: ViewStore, seals: Seals) -> None:
        self.inner = inner
        self.idle = inner.idle
        self.place = inner.place
        self._seals = seals

    # -- for the worker ----------------------------------------------------------------------------

    def begin(self, edition: str) -> int:
        """See `ViewStore.begin`."""
        return self.inner.begin(edition)

    def shown(self, games: Iterable[str], *, edition: str) -> dict[str, int]:
        """See `ViewStore.shown`."""
        return self.inner.shown(games, edition=edition)

    def resting(self, games: Iterable[str], *, edition: str) -> dict[str, int]:
        """See `ViewStore.resting`."""
        return self.inner.resting(games, edition=edition)

    def leave(self, before: int, most: int, *, edition: str) -> Left:
        """See `ViewStore.leave`."""
        return self.inner.leave(before, most, edition=edition)

    def record(self, changes: Changes, *, after: int, tracking: Tracking) -> None:
        """See `ViewStore.record`."""
        sealed = self._sealed(changes, untracked(tracking.application_name)[0])
        self.inner.record(sealed, after=after, tracking=tracking)

    def last(self, partition: int = 0) -> tuple[int, Mark] | None:
        """See `ViewStore.last`."""
        return self.inner.last(partition)

    def marks(self, edition: str) -> dict[str, Mark]:
        """See `ViewStore.marks`."""
        return self.inner.marks(edition)

    def forget(self, edition: str) -> None:
        """See `ViewStore.forget`."""
        self.inner.forget(edition)

    @contextmanager
    def rebuilding(self, edition: str) -> Iterator[ViewStore]:
        """See `ViewStore.rebuilding`."""
        with self.inner.rebuilding(edition) as beside:
            yield SealedViews(beside, self._seals)

    def tend(self, edition: str, *, complete: bool) -> None:
        """See `ViewStore.tend`."""
        self.inner.tend(edition, complete=complete)

    def distrust(self, game: str) -> bool:
        """See `ViewStore.distrust`. It is counted and told, once."""
        if not self._is_new(game):
            return False
        VIEWS_CHANGED.inc()
        _log.error(
            "what is drawn of game %s was changed by somebody else: the log is shown in its "
            "place, and the worker draws it again",
            game,
        )
        return True

    def trust(self, game: str) -> None:
        """See `ViewStore.trust`."""
        self.inner.trust(game)

    def distrusted(self) -> list[str]:
        """See `ViewStore.distrusted`."""
        return self.inner.distrusted()

    def insert_tracking(self, tracking: Tracking) -> None:
        """Move the position on without any change."""
        self.inner.insert_tracking(tracking)

    def max_tracking_id(self, application_name: str) -> int | None:
        """The position of an edition, None if it has not been begun."""
        return self.inner.max_tracking_id(application_name)

    def has_tracking_id(self, application_name: str, notification_id: int | None) -> bool:
        """Whether that position has been reached."""
        return self.inner.has_tracking_id(application_name, notification_id)

    def wait(
        self,
        application_name: str,
        notification_id: int | None,
        timeout: float = 1.0,
        interrupt: Event | None = None,
    ) -> None:
        """Wait until that position is reached; see the stores."""
        self.inner.wait(application_name, notification_id, timeout, interrupt)

    # -- for readers -------------------------------------------------------------------------------

    def position(self, edition: str) -> int:
        """See `ViewStore.position`."""
        return self.inner.position(edition)

    def drawn(self, game: str, reader: str, name: str, *, edition: str) -> tuple[int, bytes] | None:
        """See `ViewStore.drawn`."""

        def read() -> tuple[int, bytes] | None:
            found = self.inner.drawn(game, reader, name, edition=edition)
            if found is None:
                return None
            version, body = found
            place = (edition, game, reader, name, version)
            return version, unpacked(self._opened(body, _VIEW, place))

        return self._believed(game, read)

    def turns(self, game: str, *, edition: str) -> tuple[int, list[TurnEnd]]:
        """See `ViewStore.turns`."""

        def read() -> tuple[int, list[TurnEnd]]:
            version, index = self.inner.turns(game, edition=edition)
            for row in index:
                about = (edition, *row[:-1])
                self._seals.check(b64decode(row.seal, validate=True), _TURN, about, b"")
            return version, [row._replace(seal="") for row in index]

        return self._believed(game, read) or (0, [])

    def lobby(
        self,
        wanted: lobbies.Wanted,
        *,
        edition: str,
        reached: Places,
        before: tuple[int, str] | None = None,
        besides: Collection[str] = (),
    ) -> list[Body] | None:
        """See `ViewStore.lobby`."""
        if not self._seals.are_usable:
            return None
        found = self.inner.lobby(
            wanted, edition=edition, reached=reached, before=before, besides=besides
        )
        kinds = (_LISTED,) if wanted.game is None else (_LISTED, _UNLISTED)

        def place(entry: dict[str, Any]) -> Place | None:
            if lobbies.is_wanted(entry, wanted, before):
                return entry["created"], entry["id"]
            if wanted.game is None:
                raise BrokenSeal
            return None

        return self._page(found, kinds, edition, place)

    def entries(self, games: Collection[str], *, edition: str) -> list[Body]:
        """See `ViewStore.entries`."""
        if not self._seals.are_usable:
            return []
        found = list[Body]()
        for row in self.inner.entries(games, edition=edition):
            try:
                body = self._opened_as((_LISTED, _UNLISTED), row, edition)
            except (BrokenSeal, *_MISSHAPEN) as error:
                self._tell(row.game, error)
            else:
                found.append(Body(row.game, body))
        return found

    def rulings(
        self,
        wanted: judged.Wanted,
        *,
        edition: str,
        reached: Places,
        besides: Collection[str] = (),
    ) -> list[Body] | None:
        """See `ViewStore.rulings`."""
        if not self._seals.are_usable:
            return None
        found = self.inner.rulings(wanted, edition=edition, reached=reached, besides=besides)

        def place(entry: dict[str, Any]) -> Place:
            if not judged.is_wanted(entry, wanted):
                raise BrokenSeal
            return judged.place(entry)

        return self._page(found, (_RULING,), edition, place)

    # -- seals -------------------------------------------------------------------------------------

    def _sealed(self, changes: Changes, edition: str) -> Changes:
        """The same changes with a seal on each row."""
        seal = self._seals.seal
        return msgspec.structs.replace(
            changes,
            drawn=[
                it._replace(body=it.body + seal(_VIEW, (edition, *it[:-1]), it.body))
                for it in (view._replace(body=packed(view.body)) for view in changes.drawn)
            ],
            turns=[
                it._replace(seal=b64encode(seal(_TURN, (edition, *it[:-1]), b"")).decode())
                for it in changes.turns
            ],
            lobby=[
                it._replace(
                    body=it.body
                    + seal(_LISTED if it.listed else _UNLISTED, (edition, it.game), it.body)
                )
                for it in changes.lobby
            ],
            rulings=[
                it._replace(body=it.body + seal(_RULING, (edition, it.game), it.body))
                for it in changes.rulings
            ],
        )

    def _opened(self, sealed: object, kind: str, about: tuple[object, ...]) -> bytes:
        if not isinstance(sealed, bytes):
            raise BrokenSeal
        body = sealed[:-SEAL_BYTES]
        self._seals.check(sealed[-SEAL_BYTES:], kind, about, body)
        return body

    def _opened_as(self, kinds: Sequence[str], row: Body, edition: str) -> bytes:
        """What a row says that is of the first or else of another of `kinds`."""
        *others, last = kinds
        for kind in others:
            try:
                return self._opened(row.body, kind, (edition, row.game))
            except BrokenSeal:
                continue
        return self._opened(row.body, last, (edition, row.game))

    def _believed(self, game: str, read: Callable[[], T]) -> T | None:
        """What is `read` of a game; None if a seal does not hold."""
        if not self._seals.are_usable:
            return None
        try:
            return read()
        except (BrokenSeal, *_MISSHAPEN) as error:
            self._tell(game, error)
            return None

    def _page(
        self,
        found: Sequence[Body] | None,
        kinds: Sequence[str],
        edition: str,
        place: Callable[[dict[str, Any]], Place | None],
    ) -> list[Body] | None:
        """The rows of a page without their seals; None if one of them does not hold.

        `place` says where an entry belongs, None if it is not asked for, and raises BrokenSeal if
        it is not on that list: each comes before the one that precedes it.
        """
        page: list[Body] = []
        ahead: tuple[str, Place] | None = None
        is_whole = found is not None
        for row in found or ():
            try:
                body = self._opened_as(kinds, row, edition)
                at = place(msgspec.json.decode(body))
                if at is None:
                    continue
                if ahead is not None and at >= ahead[1]:
                    # One of the two is not where it belongs.
                    self.distrust(ahead[0])
                    raise BrokenSeal
            except (BrokenSeal, *_MISSHAPEN) as error:
                self._tell(row.game, error)
                is_whole = False
            else:
                page.append(Body(row.game, body))
                ahead = row.game, at
        return page if is_whole else None

    def _tell(self, game: object, error: Exception) -> None:
        """Have a game drawn again of which a row does not hold."""
        if not isinstance(error, OtherKey):
            self.distrust(str(game))
        elif self._is_new(str(game)):
            _log.info("what is drawn of game %s has a seal by another key: drawn again", game)

    def _is_new(self, game: str) -> bool:
        """Put a game on the list; whether it was not there. A store that cannot keep it is away."""
        try:
            return self.inner.distrust(game)
        except PersistenceError as error:
            _log.warning("that game %s has to be drawn again cannot be kept: %s", game, error)
            return False
