"""A worker goes on after what passes, says so once, and ends when it is told to."""

from __future__ import annotations

import logging
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, get_ident, main_thread

import pytest
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError

from napoleon.log.store.home import LOG
from napoleon.play.games import Games
from projections import worker
from projections.projector import edition
from projections.store import ViewStore
from projections.worker import PAUSES, run
from tests.command_line.server import wait_until
from tests.core.play import play
from tests.patience import PATIENCE
from tests.projections.audit import all_is_drawn
from tests.repetitions import DRAWN_ANYWHERE

pytestmark = DRAWN_ANYWHERE


class Ended(Event):
    """Tells at once; how long it would have been waited for is remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout)
        return self.is_set()


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """What the tests' own process does at signals, as it was before."""
    before = {it: signal.getsignal(it) for it in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def failing(times: int, error: Exception, ended: Event) -> Callable[[], None]:
    """Work that fails so many times, and is done then."""
    left = [error] * times

    def work() -> None:
        if left:
            raise left.pop()
        ended.set()

    return work


@pytest.mark.parametrize("error", [OperationalError, InterfaceError, IntegrityError])
def test_what_passes_is_said_once_and_waited_for(
    error: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    ended = Ended()
    with caplog.at_level(logging.WARNING):
        worker._go_on(ended, failing(9, error("the server is gone"), ended))
    assert ended.waits == [*PAUSES, *[PAUSES[-1]] * (9 - len(PAUSES))]
    assert len(caplog.records) == 1
    assert "the server is gone" in caplog.text


def test_what_happens_after_long_calm_is_said_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 10_000, 100))
    monkeypatch.setattr(worker.time, "monotonic", lambda: next(clock))
    ended = Ended()
    with caplog.at_level(logging.WARNING):
        worker._go_on(ended, failing(3, OperationalError("gone"), ended))
    assert ended.waits == [PAUSES[0]] * 3
    assert len(caplog.records) == 3


def test_what_does_not_pass_ends_the_worker() -> None:
    ended = Ended()
    with pytest.raises(ZeroDivisionError):
        worker._go_on(ended, failing(1, ZeroDivisionError(), ended))
    assert ended.waits == []


def tell_to_end(ended: Event) -> None:
    """Send a signal to the thread that waits, as the kernel does with one that comes from outside.

    Python hears nothing of one that comes in the very moment in which the thread begins to wait,
    so it is sent until the worker ends.
    """
    main, deadline = main_thread().ident, time.monotonic() + PATIENCE
    assert main is not None
    while not ended.is_set():
        assert time.monotonic() < deadline, "the worker does not end"
        signal.pthread_kill(main, signal.SIGTERM)
        ended.wait(1)


def test_a_worker_does_other_work_beside(games: Games, views: ViewStore) -> None:
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    threads = []

    def companion(ended: Event) -> None:
        threads.append(get_ident())
        play(games, game_id, 5)
        views.wait(edition(games), games.recorder.max_notification_id(), timeout=PATIENCE)
        tell_to_end(ended)

    run(games, views, beside=lambda _: [companion])
    assert threads != [get_ident()]
    all_is_drawn(games, views)


def test_a_companion_that_fails_ends_the_worker(games: Games, views: ViewStore) -> None:
    def companion(ended: Event) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(games, views, beside=lambda _: [companion])


def test_a_worker_that_cannot_begin_ends_when_it_is_told_to(
    games: Games, views: ViewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = Event()

    def gone(edition: str) -> int:
        tried.set()
        raise OperationalError("the server is gone")

    def companion(ended: Event) -> None:
        assert tried.wait(PATIENCE)
        tell_to_end(ended)

    monkeypatch.setattr(views, "begin", gone)
    monkeypatch.setattr(worker, "PAUSES", (3600,))
    run(games, views, beside=lambda _: [companion])


def copied(source: Path, target: Path) -> None:
    """Put what is in one log into another file, as it is, though processes have it open."""
    with closing(sqlite3.connect(source)) as log, closing(sqlite3.connect(target)) as copy:
        log.backup(copy)


def test_a_log_that_was_put_back_is_drawn_anew_when_that_is_confirmed(
    games: Games, views: ViewStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    play(games, game_id, 5)
    before = games.head(game_id)
    copied(tmp_path / LOG, tmp_path / "backup.sqlite")
    play(games, game_id, 5)
    drawn_by, recorded = edition(games), games.recorder.max_notification_id() or 0
    shown = {game_id: games.head(game_id)}

    def companion(ended: Event) -> None:
        views.wait(drawn_by, recorded, timeout=PATIENCE)
        copied(tmp_path / "backup.sqlite", tmp_path / LOG)
        assert games.head(game_id) == before
        wait_until(lambda: "the log has lost events" in caplog.text, "the worker to say so")
        assert views.shown([game_id], edition=drawn_by) == shown, "what was drawn is left as it is"
        views.forget(drawn_by)
        wait_until(
            lambda: views.shown([game_id], edition=drawn_by) == {game_id: before}, "it to be drawn"
        )
        tell_to_end(ended)

    run(games, views, beside=lambda _: [companion])
    assert games.open(game_id).version == before, "what is in memory is of the log that was"
    all_is_drawn(games, views)
    play(games, game_id, 3, seed=9)
    worker.catch_up(games, views)
    all_is_drawn(games, views)
