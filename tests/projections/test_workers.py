"""Several workers, killed workers, stopped workers: every event is drawn exactly once."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest
from eventsourcing.persistence import IntegrityError, Tracking

from napoleon.play.games import Games
from projections import worker
from projections.lag import lag
from projections.projector import edition
from projections.rows import Changes
from projections.store import ViewStore, open_views
from projections.worker import catch_up, draw
from tests.core.play import play
from tests.patience import PATIENCE
from tests.projections.audit import all_is_drawn
from tests.repetitions import DRAWN_ON_SERVERS

pytestmark = DRAWN_ON_SERVERS

ROOT = Path(__file__).parents[2]

WORK = """
import os
from napoleon.play.games import Games
from projections import worker
from projections.store import open_views
from tests.toy import Toy

{settings}
with Games(os.environ, rulesets={{"toy": Toy()}}) as games:
    print("ready", flush=True)
    worker.run(games, open_views(os.environ))
print("stopped", flush=True)
"""


SMALL_BATCHES = "worker.BATCH = 7"
LOOKING_EACH_HOUR = "worker.LOOKING = 3600"

TOLD_IN_ANOTHER_THREAD = """
import signal, sys, threading

def tell():
    sys.stdin.readline()
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

threading.Thread(target=tell, daemon=True).start()
"""
"""The system may give a signal to any thread, while the main one waits for a lock."""


def launched(
    env: Mapping[str, str], settings: str = SMALL_BATCHES, *, stdin: int | None = None
) -> subprocess.Popen[str]:
    """A worker in a process of its own, by default drawing in small batches."""
    work = WORK.format(settings=settings)
    return subprocess.Popen(
        [sys.executable, "-c", work],
        cwd=ROOT,
        env=dict(env),
        stdin=stdin,
        stdout=subprocess.PIPE,
        text=True,
    )


def started(env: Mapping[str, str], settings: str = SMALL_BATCHES) -> subprocess.Popen[str]:
    """A worker in a process of its own, which is up."""
    process = launched(env, settings)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def stopped(process: subprocess.Popen[str], number: signal.Signals) -> None:
    """Assert that the worker ends cleanly when it is told to."""
    process.send_signal(number)
    output, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (0, "stopped\n")


def drawn_in_all(games: Games, views: ViewStore) -> int:
    """How many events are drawn, in all partitions."""
    return lag(games, views).drawn


def wait_until_drawn(games: Games, views: ViewStore) -> None:
    newest = sum(games.recorder.places())
    deadline = time.monotonic() + PATIENCE
    while drawn_in_all(games, views) < newest:
        assert time.monotonic() < deadline, "the read models do not catch up"
        time.sleep(0.01)


def wait_until_moved_on(games: Games, views: ViewStore, position: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while drawn_in_all(games, views) <= position:
        assert time.monotonic() < deadline, "the worker draws nothing"
        time.sleep(0.002)


@contextmanager
def playing(games: Games, ids: list[str]) -> Iterator[None]:
    """Meanwhile the games are played, an order each in turn."""
    enough = Event()
    failures: list[BaseException] = []

    def play_on() -> None:
        try:
            for seed in range(100_000):
                if enough.is_set():
                    return
                play(games, ids[seed % len(ids)], 1, seed)
                time.sleep(0.001)
        except BaseException as error:
            failures.append(error)

    player = Thread(target=play_on)
    player.start()
    try:
        yield
    finally:
        enough.set()
        player.join()
    assert not failures


def new_games(games: Games, number: int) -> list[str]:
    return [games.create("toy", "short", {"turns": 2000}).game.id for _ in range(number)]


def watched(views: ViewStore) -> list[tuple[int, int]]:
    """Which stretches of the log are written, as they will be."""
    written: list[tuple[int, int]] = []
    record = views.record

    def remember(changes: Changes, *, after: int, tracking: Tracking) -> None:
        record(changes, after=after, tracking=tracking)
        written.append((after, tracking.notification_id))

    views.record = remember  # type: ignore[method-assign]
    return written


@pytest.mark.sampled(1)
def test_threads_that_race_draw_every_event_once(
    opened: Callable[..., Games], views: ViewStore, env: dict[str, str]
) -> None:
    writer = opened()
    ids = new_games(writer, 3)
    newest = 600
    barrier = Barrier(3)

    def work(number: int) -> list[tuple[int, int]]:
        store = open_views({**env, "CREATE_TABLE": "no"})
        written = watched(store)
        games = opened()
        position = store.begin(edition(games))
        barrier.wait()
        while position < newest:
            size = 5 + 3 * number
            batch = games.recorder.select_notifications(position + 1, size)
            position = draw(games, store, batch, position)
        return written

    with ThreadPoolExecutor(3) as pool, playing(writer, ids):
        written = [stretch for done in pool.map(work, range(3)) for stretch in done]
    written.sort()
    assert len(written) > 40
    assert written[0][0] == 0
    assert [after for after, _ in written[1:]] == [reached for _, reached in written[:-1]]
    catch_up(writer, views)
    all_is_drawn(writer, views)


def test_who_comes_second_goes_on_from_there(games: Games, views: ViewStore) -> None:
    [game_id] = new_games(games, 1)
    play(games, game_id, 10)
    batch = games.recorder.select_notifications(1, 500)
    views.begin(edition(games))
    first = draw(games, views, batch[:9], 0)
    assert first == 9
    assert draw(games, views, batch, 0) == batch[-1].id
    assert draw(games, views, batch[:12], 0) == batch[-1].id
    all_is_drawn(games, views)


def test_an_error_that_is_no_race_is_raised(
    games: Games, views: ViewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_games(games, 1)
    views.begin(edition(games))

    def broken(*arguments: object) -> Changes:
        raise IntegrityError("something else")

    monkeypatch.setattr(worker, "changes", broken)
    with pytest.raises(IntegrityError, match="something else"):
        draw(games, views, games.recorder.select_notifications(1, 500), 0)


def test_two_processes_follow_the_log_together(
    games: Games, views: ViewStore, env: dict[str, str]
) -> None:
    ids = new_games(games, 2)
    workers = [started(env), started(env)]
    with playing(games, ids):
        deadline = time.monotonic() + PATIENCE
        while min(games.head(game_id) for game_id in ids) <= 100:
            assert time.monotonic() < deadline, "the games do not go on"
            time.sleep(0.01)
    wait_until_drawn(games, views)
    all_is_drawn(games, views)
    for process, number in zip(workers, (signal.SIGTERM, signal.SIGINT), strict=True):
        stopped(process, number)


def test_a_worker_stops_though_its_main_thread_never_hears_of_it(
    games: Games, views: ViewStore, env: dict[str, str]
) -> None:
    new_games(games, 1)
    process = launched(env, TOLD_IN_ANOTHER_THREAD, stdin=subprocess.PIPE)
    wait_until_drawn(games, views)
    output, _ = process.communicate("now\n", timeout=PATIENCE)
    assert (process.returncode, output) == (0, "ready\nstopped\n")


def test_what_is_recorded_is_drawn_at_once(
    games: Games, views: ViewStore, env: dict[str, str]
) -> None:
    """As it is recorded: neither when a batch is full nor when it is looked for."""
    [game_id] = new_games(games, 1)
    process = started(env, LOOKING_EACH_HOUR)
    wait_until_drawn(games, views)
    for _ in range(10):
        play(games, game_id, 1)
        wait_until_drawn(games, views)
    stopped(process, signal.SIGTERM)
    all_is_drawn(games, views)
