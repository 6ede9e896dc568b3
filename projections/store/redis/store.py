"""The read models in Redis: the games of a batch one by one, then lists and position in one call.

A worker that is ended in between leaves games that show more than the position says. The next one
draws them once more, which writes the same.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from threading import Event
from typing import Any

import msgspec
import redis
from eventsourcing.persistence import IntegrityError, Tracking, WaitInterruptedError

from projections.redis_client import Script
from projections.rows import Changes, Mark
from projections.store.contract import Left, ViewStore, untracked
from projections.store.redis.builds import drop, forget, leave_behind, remove, touch
from projections.store.redis.commands import (
    of_games,
    of_lists,
    packed,
    removals,
    seconds,
)
from projections.store.redis.errors import CHANGED, translated_errors
from projections.store.redis.keys import Keys, digest, literal
from projections.store.redis.reading import RedisReading, number, script

_NEXT = "/next"
"""Follows the name of an edition in that of a build which is to be shown when it is done."""

BEHIND = "BEHIND "
"""What the script that draws a game says if less is drawn of it than there was."""

_WHATEVER = -1
"""Said for the version that a game is changed from if it is drawn from its beginning."""

_ASKING_AGAIN = 0.02
"""Seconds after which a reader waiting for a position asks for it even if nothing was told."""


class RedisViewStore(RedisReading):
    """The store, as the worker sees it."""

    def __init__(
        self, reader: Any, writer: Any, prefix: str, *, idle: int | None = None, part: str = ""
    ) -> None:
        super().__init__(reader, prefix, part)
        self.idle = idle
        self._clients = reader, writer
        self._writer = writer
        self._draw = Script(writer, script("draw"))
        self._record = Script(writer, script("record"))
        self._leaving = Script(writer, script("leaving"))
        self._let_go = Script(writer, script("let_go"))
        self._left = Script(writer, script("left"))

    def begin(self, edition: str) -> int:
        """See `ViewStore.begin`."""
        with translated_errors():
            build = self._build(edition) or self._new(edition)
            touch(self._writer, self._shared, build)
            position = self._shared.keys(build).place(untracked(edition)[1])
            self._writer.set(position, 0, nx=True)
            found = number(self._writer.get(position))
            if found is None:
                self._writer.set(position, 0)
            return found or 0

    def shown(self, games: Iterable[str], *, edition: str) -> dict[str, int]:
        """See `ViewStore.shown`."""
        versions = self._versions(games, edition)
        return {it: found for it, at in versions if (found := number(at))}

    def resting(self, games: Iterable[str], *, edition: str) -> dict[str, int]:
        """See `ViewStore.resting`."""
        versions = self._versions(games, edition)
        return {
            it: found
            for it, at in versions
            if at is not None and at.startswith(b"-") and (found := number(at[1:]))
        }

    def _versions(self, games: Iterable[str], edition: str) -> list[tuple[str, bytes | None]]:
        """Up to which version each of `games` stands in the lists."""
        ids = list(games)
        with translated_errors():
            build = self._build(edition)
            if build is None or not ids:
                return []
            versions = self._writer.hmget(self._shared.keys(build).versions, ids)
        return list(zip(ids, versions, strict=True))

    def leave(self, before: int, most: int, *, edition: str) -> Left:
        """See `ViewStore.leave`.

        The lists say first that a game is leaving, and last that it has left. One that is drawn
        again in between stays: its version, there and here, is another one.
        """
        with translated_errors():
            build = self._build(edition)
            if build is None:
                return Left(0, 0)
            keys = self._shared.keys(build)
            lists = [self._shared.shown, keys.moved, keys.versions]
            named = [self._field(edition), build]
            due = self._leaving(keys=lists, args=[*named, seconds(before), most])
            for game, version in zip(due[::2], due[1::2], strict=True):
                name = game.decode(errors="replace")
                whole = [keys.version(name), keys.views(name), keys.turns(name)]
                self._let_go(keys=whole, args=[version])
            if due:
                self._left(keys=lists, args=[*named, *due])
            return Left(len(due) // 2, self._writer.zcard(keys.moved))

    def record(self, changes: Changes, *, after: int, tracking: Tracking) -> None:
        """See `ViewStore.record`."""
        edition = tracking.application_name
        with translated_errors():
            build = self._build(edition)
            if build is None:
                raise IntegrityError("the read models have to be started again")
            keys = self._shared.keys(build)
            position = keys.place(untracked(edition)[1])
            self._check_begun(keys, changes, position, after)
            try:
                self._draw_games(changes, keys, (position, after))
                self._draw_lists(changes, keys, build, after, tracking)
            except (redis.RedisError, IntegrityError):
                if self._build(edition) != build:
                    # It was thrown away meanwhile: what was drawn since then is removed, too.
                    drop(self._writer, self._shared, build)
                raise

    def _draw_lists(
        self, changes: Changes, keys: Keys, build: str, after: int, tracking: Tracking
    ) -> None:
        """Write all lists, and the position; nothing if another worker was first."""
        written = chain(
            removals(self._writer, keys, changes.replaced),
            of_lists(changes, keys),
            (
                ("HSET", self._shared.marks, it.game, f"{it.version} {it.stamp}")
                for it in changes.marks
            ),
            [("ZADD", self._shared.builds, int(time.time()), build)],
        )
        _, partition = untracked(tracking.application_name)
        self._record(
            keys=[
                *(self._shared.shown, keys.place(partition), keys.versions),
                *(self._shared.drawn, self._shared.last_in(partition)),
            ],
            args=[
                *(self._field(tracking.application_name), build),
                *(after, tracking.notification_id),
                self._message(changes, tracking),
                " ".join(map(str, changes.last or ())),
                len(changes.steps),
                *(word for step in changes.steps for word in (step.game, step.shown)),
                *packed(written),
            ],
        )

    def _draw_games(self, changes: Changes, keys: Keys, reached: tuple[str, int]) -> None:
        """Draw each game by itself. Raises IntegrityError; one that lacks something is mended."""
        written = of_games(changes, keys)
        for step in changes.steps:
            is_whole = step.game in changes.replaced or step.game in changes.resting
            since = _WHATEVER if is_whole else step.shown
            version = 0 if step.game in changes.resting else step.version
            try:
                self._draw(
                    keys=[keys.version(step.game)],
                    args=[since, version, *packed(written[step.game])],
                )
            except redis.ResponseError as error:
                if str(error).startswith(BEHIND) or self._is_ahead(error, *reached):
                    raise self._torn(step.game) from error
                raise

    def _is_ahead(self, error: redis.ResponseError, position: str, after: int) -> bool:
        """Whether a game was found farther than it is to be drawn, and by no other worker."""
        if not str(error).startswith(CHANGED):
            return False
        return number(self._writer.get(position)) == after

    def _torn(self, game: str) -> IntegrityError:
        self.distrust(game)
        return IntegrityError(f"of game {game} something was lost")

    def _check_begun(self, keys: Keys, changes: Changes, place: str, after: int) -> None:
        """Raise IntegrityError if another worker was first, before any game is drawn.

        One that comes first while games are drawn is found where the position is moved on.
        """
        with self._writer.pipeline(transaction=False) as pipe:
            pipe.get(place)
            for step in changes.steps:
                pipe.hget(keys.versions, step.game)
            position, *found = pipe.execute()
        if number(position) != after:
            raise IntegrityError(f"the read models are not at {after} any more")
        for step, version in zip(changes.steps, found, strict=True):
            if (number(version) or 0) != step.shown:
                raise IntegrityError(f"game {step.game} is not shown at {step.shown} any more")

    def marks(self, edition: str) -> dict[str, Mark]:
        """See `ViewStore.marks`."""
        with translated_errors():
            build = self._build(edition)
            shown = self._writer.hgetall(self._shared.keys(build).versions) if build else {}
            marked = {
                **self._writer.hgetall(self._former.marks),
                **self._writer.hgetall(self._shared.marks),
            }
        found = {}
        for game, mark in {**shown, **marked}.items():
            at, _, stamp = mark.partition(b" ")
            if (version := number(at)) is not None:
                name = game.decode(errors="replace")
                found[name] = Mark(name, version, stamp.decode(errors="replace"))
        return found

    def forget(self, edition: str) -> None:
        """See `ViewStore.forget`."""
        with translated_errors():
            build = self._build(edition)
            self._writer.delete(self._former.marks)
            self._writer.delete(self._former.last)
            for other in [
                *self._writer.scan_iter(match=f"{literal(self._shared.last_in(1))[:-1]}*")
            ]:
                self._writer.delete(other)
            with self._writer.pipeline(transaction=True) as pipe:
                pipe.delete(self._shared.marks, self._shared.last)
                if build is not None:
                    pipe.hdel(self._shared.shown, self._field(edition))
                    drop(pipe, self._shared, build)
                pipe.execute()
            remove(self._writer, self._shared)

    @contextmanager
    def rebuilding(self, edition: str) -> Iterator[ViewStore]:
        """See `ViewStore.rebuilding`.

        Raises IntegrityError at the end if another rebuild was begun meanwhile.
        """
        beside = RedisViewStore(*self._clients, self._shared.prefix, idle=self.idle, part=_NEXT)
        with translated_errors():
            build = beside._new(edition)
        yield beside

        def switch(pipe: Any) -> None:
            if beside._build(edition, pipe) != build:
                raise IntegrityError("another rebuild was begun meanwhile")
            before = self._build(edition, pipe)
            pipe.multi()
            pipe.hset(self._shared.shown, self._field(edition), build)
            pipe.hdel(self._shared.shown, beside._field(edition))
            if before is not None:
                drop(pipe, self._shared, before)

        with translated_errors():
            self._writer.transaction(switch, self._shared.shown)
            remove(self._writer, self._shared)

    def tend(self, edition: str, *, complete: bool) -> None:
        """See `ViewStore.tend`."""
        with translated_errors():
            build = self._build(edition)
            if build is not None:
                touch(self._writer, self._shared, build)
            if complete:
                forget(self._writer, self._shared)
                leave_behind(self._writer, self._former)

    def distrust(self, game: str) -> bool:
        """See `ViewStore.distrust`."""
        with translated_errors():
            return bool(self._reader.sadd(self._shared.distrusted, game))

    def trust(self, game: str) -> None:
        """See `ViewStore.trust`."""
        with translated_errors():
            self._writer.srem(self._shared.distrusted, game)

    def distrusted(self) -> list[str]:
        """See `ViewStore.distrusted`."""
        found = []
        with translated_errors():
            for it in self._reader.smembers(self._shared.distrusted):
                try:
                    found.append(it.decode())
                except UnicodeDecodeError:
                    # The name of no game.
                    self._reader.srem(self._shared.distrusted, it)
        return found

    def insert_tracking(self, tracking: Tracking) -> None:
        """Move the position on without any change. Raises IntegrityError unless that is forward."""
        after = self.begin(tracking.application_name)
        if tracking.notification_id <= after:
            raise IntegrityError(f"the read models have come to {after} already")
        self.record(Changes(), after=after, tracking=tracking)

    def max_tracking_id(self, application_name: str) -> int | None:
        """The position of an edition, None if it has not been begun.

        It is asked for with a reader's patience: monitors of the service ask too.
        """
        with translated_errors():
            build = self._build(application_name, self._reader)
            _, partition = untracked(application_name)
            position = build and self._reader.get(self._shared.keys(build).place(partition))
        return number(position or None)

    def wait(
        self,
        application_name: str,
        notification_id: int | None,
        timeout: float = 1.0,
        interrupt: Event | None = None,
    ) -> None:
        """Wait until that position is reached, which is noticed as soon as it is told.

        Raises TimeoutError after `timeout` seconds, WaitInterruptedError if `interrupt` is set.
        """
        deadline = time.monotonic() + timeout
        with translated_errors(), self._writer.pubsub() as told:
            told.subscribe(self._shared.drawn)
            while not self.has_tracking_id(application_name, notification_id):
                if interrupt is not None and interrupt.is_set():
                    raise WaitInterruptedError
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{application_name} has not come to {notification_id}")
                told.get_message(timeout=_ASKING_AGAIN)

    def _build(self, edition: str, client: Any = None) -> str | None:
        """The build of an edition that is shown, or drawn beside it."""
        redis = client or self._writer
        found = redis.hget(self._shared.shown, self._field(edition))
        try:
            return None if found is None else str(found, "ascii")
        except UnicodeDecodeError:
            # Nothing that is called so was ever built.
            redis.hdel(self._shared.shown, self._field(edition))
            return None

    def _new(self, edition: str) -> str:
        """A new build of `edition`; that of another worker if it was first."""
        made = f"{digest(untracked(edition)[0])}.{secrets.token_hex(4)}"
        with self._writer.pipeline(transaction=True) as pipe:
            pipe.zadd(self._shared.builds, {made: int(time.time())})
            if self._part:
                pipe.hset(self._shared.shown, self._field(edition), made)
            else:
                pipe.hsetnx(self._shared.shown, self._field(edition), made)
            pipe.execute()
        return self._build(edition) or made

    def _message(self, changes: Changes, tracking: Tracking) -> bytes:
        """What is told on the channel: how far an edition has come, and which games were drawn."""
        return msgspec.json.encode(
            {
                "edition": self._field(tracking.application_name),
                "position": tracking.notification_id,
                "games": {step.game: step.version for step in changes.steps},
            }
        )
