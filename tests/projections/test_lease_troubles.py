"""What a worker does when its leases, its server or its own threads are in trouble."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread, get_ident, main_thread
from typing import Any
from weakref import ref

import pytest

from napoleon.log.store.leases import LeaseLost
from napoleon.log.store.postgres import leases
from napoleon.log.store.recorder import LogRecorder
from napoleon.play.games import Games
from napoleon.record.hashes import leaf_hashes
from projections import worker
from projections.following import Following
from projections.projector import edition, group
from projections.redis_settings import place_of
from projections.rows import Changes
from projections.store import open_views
from projections.webhooks.delivery import Outcome, tell
from projections.worker import run
from tests.patience import PATIENCE
from tests.projections.test_leases import SOON, look
from tests.toy import Toy
from tests.webhooks.tables import table
from tools.servers import OwnPostgres

PARTITIONS = 4

GROUP = "those of a test"


@pytest.fixture
def env(file_env: dict[str, str], own_postgres: OwnPostgres) -> Iterator[dict[str, str]]:
    """A log on PostgreSQL, in partitions."""
    url = own_postgres.create_database()
    yield {
        **file_env,
        "NAPOLEON_SECRET": "the emperor's own secret, and long enough",
        "DATABASE_URL": url,
        "DATABASE_PARTITIONS": str(PARTITIONS),
    }
    own_postgres.drop_database(url)


@pytest.fixture
def games(env: Mapping[str, str]) -> Iterator[Games]:
    with Games(env, rulesets={"toy": Toy()}) as games:
        yield games


@contextmanager
def leasing(games: Games, of: str = GROUP) -> Iterator[leases.SessionLeases]:
    with games.recorder.leases(of) as found:
        assert isinstance(found, leases.SessionLeases)
        yield found


def numbers(part: LogRecorder | None) -> list[int]:
    return [] if part is None else [*part.numbers]


def wait_until(done: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + SOON
    while not done():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


# -- the server ------------------------------------------------------------------------------------


def test_a_server_that_hangs_holds_nobody_up(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its kernel goes on to acknowledge what it is sent."""
    with leasing(games) as one:
        part = look(one)
        assert numbers(part) == [0, 1, 2, 3]
        assert part is not None
        assert one._session is not None
        process = int(one._session.name)
        monkeypatch.setattr(leases, "ANSWERED", 0.3)
        os.kill(process, signal.SIGSTOP)
        try:
            asked = time.monotonic()
            assert look(one, part) is None
            assert time.monotonic() - asked < leases.VALID
            assert one.is_away()
            with pytest.raises(LeaseLost):
                part.check_held()
        finally:
            os.kill(process, signal.SIGCONT)
        monkeypatch.undo()
        wait_until(lambda: look(one) is not None, "it begins again")
        assert not one.is_away()


def test_locks_of_a_standby_say_nothing(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    with leasing(games) as one:
        part = look(one)
        assert part is not None
        monkeypatch.setattr(leases, "_HELD", leases._HELD.replace("pg_is_in_recovery()", "true"))
        assert look(one, part) is None
        assert one.is_away()
        with pytest.raises(LeaseLost):
            part.check_held()
        assert look(one) is None, "nor those of the one that it is given then"


def test_who_has_lost_what_it_watches_does_not_say_that_it_lives(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "LOOKING", 0.01)
    views, held, said = open_views(games.env), [True, True], list[str]()

    def check() -> None:
        if not held:
            raise LeaseLost

    def beat(status: str) -> None:
        said.append(status)
        held.clear()

    following = Following(0)
    part = games.through(games.recorder.only([0], check))  # type: ignore[attr-defined]
    watching = Thread(target=worker._watch, args=(part, views, following), kwargs={"beat": beat})
    watching.start()
    wait_until(lambda: bool(said), "it beats")
    time.sleep(0.2)
    following.end()
    watching.join()
    assert said == [""]


# -- who shares ------------------------------------------------------------------------------------


def test_each_group_has_all_of_the_log_to_share(games: Games) -> None:
    with leasing(games, "one") as one, leasing(games, "other") as other:
        for it in (one, other):
            assert numbers(look(it)) == [0, 1, 2, 3]
        for name in ("one", "other"):
            found = games.recorder.held(name)
            assert found is not None
            assert [it.partitions for it in found.workers] == [(0, 1, 2, 3)]
        assert games.recorder.held("a third").unheld == (0, 1, 2, 3)  # type: ignore[union-attr]


def test_a_group_draws_the_same_into_the_same(games: Games, tmp_path: Path) -> None:
    def at(home: str) -> str:
        return group(games, open_views({**games.env, "NAPOLEON_HOME": str(tmp_path / home)}))

    assert at("here") == at("here")
    assert at("here") != at("there")
    assert edition(games) in at("here")


def test_a_redis_is_known_by_where_it_is() -> None:
    one = place_of("redis://ann:secret@first/0 redis://ann:secret@second:6380")
    assert one == place_of("redis://second:6380 redis://first:6379")
    assert "secret" not in one
    others = ["redis://first", "redis://first/1", "redis://localhost", "unix:///run/redis.sock"]
    assert len({one, *map(place_of, others)}) == len(others) + 1
    assert place_of("redis://first/1") == place_of("redis://first?db=1")


def test_one_that_leaves_takes_nothing_and_has_no_share(games: Games) -> None:
    with leasing(games) as one, leasing(games) as other:
        working = look(one)
        assert numbers(working) == [0, 1, 2, 3]
        assert working is not None
        one._next = 0.0
        assert one.look(working, 0.0, leaves=True) is None
        assert look(other) is None, "all is worked on"
        working.check_held()
        assert one.look(None, 0.0, leaves=True) is None
        rest = look(other)
        assert numbers(rest) == [0, 1, 2, 3], "and not its half"
        one._next = 0.0
        assert one.look(None, 0.0, leaves=True) is None


# -- the worker itself -----------------------------------------------------------------------------


@pytest.fixture
def _handlers() -> Iterator[None]:
    """What the tests' own process does at signals, as it was before."""
    before = {it: signal.getsignal(it) for it in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@contextmanager
def told_to_end(when: Event) -> Iterator[None]:
    """Send signals to the worker in the main thread, from then on until it has ended."""
    over, main = Event(), main_thread().ident
    assert main == get_ident()

    def signals() -> None:
        when.wait()
        while not over.wait(0.2):
            signal.pthread_kill(main, signal.SIGTERM)

    thread = Thread(target=signals)
    thread.start()
    try:
        yield
    finally:
        when.set()
        over.set()
        thread.join()


@pytest.mark.parametrize("is_told", [False, True])
@pytest.mark.usefixtures("_handlers")
def test_one_that_hangs_lets_another_take_over(
    games: Games, monkeypatch: pytest.MonkeyPatch, is_told: bool
) -> None:
    """Also while it ends its threads, as it was told that another one has come to share."""
    monkeypatch.setattr(worker, "STUCK", 0.3)
    monkeypatch.setattr(worker, "LOOKING", 0.05)
    games.create("toy", "short", {})
    views, released, over = open_views(games.env), Event(), Event()
    record, told = views.record, list[list[int]]()

    def hang(changes: Changes, **more: Any) -> None:
        released.wait(SOON)
        record(changes, **more)

    def companion(ended: Event) -> None:
        if told or released.is_set():
            return
        ours = group(games, views)
        try:
            if not is_told:
                wait_until(lambda: not games.recorder.held(ours).workers, "it lets go")  # type: ignore[union-attr]
            with leasing(games, ours) as other:
                wait_until(lambda: len(numbers(look(other))) == PARTITIONS, "another takes over")
                told.append(numbers(look(other)))
        finally:
            released.set()
            over.set()

    monkeypatch.setattr(views, "record", hang)
    with told_to_end(over):
        run(games, views, beside=lambda _: [companion])
    assert told == [[0, 1, 2, 3]]


@pytest.mark.usefixtures("_handlers")
def test_it_lives_while_it_ends_what_is_under_way(games: Games) -> None:
    begun, said = Event(), list[str]()

    def companion(ended: Event) -> None:
        begun.set()
        ended.wait(PATIENCE)
        wait_until(lambda: "ending what is under way" in said, "it says so")

    with told_to_end(begun):
        run(games, open_views(games.env), beside=lambda _: [companion], beat=said.append)
    assert said[-1] in ("ending what is under way", "standing by")


@pytest.mark.usefixtures("_handlers")
def test_where_no_thread_can_be_started_the_others_end(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended_by: list[Event] = []

    class Full(worker.ThreadPoolExecutor):
        def submit(self, task: Any, *args: Any, **kwargs: Any) -> Any:
            ended_by.extend(args)
            if len(ended_by) > PARTITIONS:
                raise RuntimeError("can't start new thread")
            return super().submit(task, *args, **kwargs)

    monkeypatch.setattr(worker, "ThreadPoolExecutor", Full)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        run(games, open_views(games.env))
    assert all(it.is_set() for it in ended_by)


# -- what outlives a part --------------------------------------------------------------------------


def test_what_was_sent_is_noted_though_the_game_was_lost_meanwhile(games: Games) -> None:
    laid, held = table(games), [True]

    def check() -> None:
        if not held:
            raise LeaseLost

    def send(*_: object) -> int:
        held.clear()
        return status

    part = games.through(games.recorder.only([0, 1, 2, 3], check))  # type: ignore[attr-defined]
    row = laid.leave("red")
    version = laid.move()
    status = 500
    assert tell(part, send, row) == Outcome.FAILED
    [failed] = laid.kept()
    assert failed.failures == 1
    held.append(True)
    status = 200
    assert tell(part, send, failed) == Outcome.DELIVERED
    assert [(it.sent, it.failures) for it in laid.kept()] == [(version, 0)]
    held.append(True)
    status = 410
    assert tell(part, send, laid.kept()[0]) == Outcome.DROPPED
    assert laid.kept() == []


def test_hashes_of_leaves_are_shared_and_keep_no_log(env: Mapping[str, str]) -> None:
    with Games(env, rulesets={"toy": Toy()}) as games:
        part = games.recorder.only([0], lambda: None)  # type: ignore[attr-defined]
        assert leaf_hashes(part) is leaf_hashes(games.recorder)
        gone = ref(part), ref(games.recorder)
        del part
    del games
    gc.collect()
    assert [it() for it in gone] == [None, None]
