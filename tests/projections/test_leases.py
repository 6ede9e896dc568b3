"""Workers share the partitions of a log: each is one's at a time, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import lru_cache
from shutil import which
from typing import Any

import psycopg
import pytest

from api.app import create_app
from napoleon.log.store.leases import Held, LeaseLost
from napoleon.log.store.postgres import leases
from napoleon.log.store.recorder import LogRecorder
from napoleon.play.games import Games
from projections.holding import HeldCollector
from projections.projector import group
from projections.store import open_views
from tests.core.play import Clock, play
from tests.patience import PATIENCE
from tests.projections.audit import all_is_drawn
from tests.projections.test_workers import new_games, started, stopped, wait_until_drawn
from tests.toy import Toy
from tools.servers import OwnPostgres, pooler

PARTITIONS = 4

with_pooler = pytest.mark.skipif(which("pgbouncer") is None, reason="PgBouncer is not installed")

SOON = 20.0
"""Seconds in which others have taken over from a worker that has ended, on a busy machine."""

GROUP = "those of a test"

Start = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def partitions() -> int:
    """In how many the log is."""
    return PARTITIONS


@pytest.fixture
def is_pooled() -> bool:
    """Whether a pooler in transaction mode stands before the database."""
    return False


@pytest.fixture
def env(
    file_env: dict[str, str], own_postgres: OwnPostgres, partitions: int, is_pooled: bool
) -> Iterator[dict[str, str]]:
    """A log on PostgreSQL."""
    url = own_postgres.create_database()
    env = {
        **file_env,
        "NAPOLEON_SECRET": "the emperor's own secret, and long enough",
        "DATABASE_URL": url,
        "DATABASE_PARTITIONS": str(partitions),
    }
    with ExitStack() as beside:
        if is_pooled:
            with Games(env, rulesets={"toy": Toy()}):
                pass
            found = beside.enter_context(pooler(url, default_pool_size=4))
            env |= {"DATABASE_URL": found.url, "DATABASE_DIRECT_URL": url}
        yield env
    own_postgres.drop_database(url)


@pytest.fixture
def games(env: Mapping[str, str]) -> Iterator[Games]:
    with Games(env, rulesets={"toy": Toy()}, clock=Clock()) as games:
        yield games


@pytest.fixture
def start(env: dict[str, str]) -> Iterator[Start]:
    """Starts a worker in a process of its own."""
    running: list[subprocess.Popen[str]] = []

    def one() -> subprocess.Popen[str]:
        running.append(started(env))
        return running[-1]

    yield one
    for it in running:
        it.kill()
        it.communicate()


@lru_cache(maxsize=1)
def group_of(games: Games) -> str:
    """Of which the workers are that draw these games into the views of their environment."""
    return group(games, open_views(games.env))


def held(games: Games) -> Held:
    found = games.recorder.held(group_of(games))
    assert found is not None
    return found


def shares(games: Games) -> list[int]:
    """How many partitions each worker holds, the fewest first; -1 for those that nobody does."""
    found = held(games)
    every = [number for it in found.workers for number in it.partitions]
    assert len(every) == len({*every}), "two hold the same"
    return [-1] * len(found.unheld) + sorted(len(it.partitions) for it in found.workers)


def wait_for(games: Games, expected: list[int], seconds: float = PATIENCE) -> float:
    """Wait until the workers share the log like that; how long it took."""
    begun = time.monotonic()
    while (found := shares(games)) != expected:
        assert time.monotonic() - begun < seconds, found
        time.sleep(0.02)
    return time.monotonic() - begun


def of(games: Games, worker: subprocess.Popen[Any]) -> tuple[int, ...]:
    """The partitions that a worker holds."""
    return next(it.partitions for it in held(games).workers if it.worker.endswith(f":{worker.pid}"))


def drawn(games: Games, env: dict[str, str]) -> None:
    """Assert that all is drawn, also what happens now."""
    views = open_views({**env, "CREATE_TABLE": "no"})
    for game_id in games.recorder.every_game():
        play(games, game_id, 2)
    wait_until_drawn(games, views)
    all_is_drawn(games, views)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("is_pooled", [False, pytest.param(True, marks=with_pooler)])
def test_they_share_and_take_over_from_one_that_is_killed(
    games: Games, start: Start, env: dict[str, str]
) -> None:
    new_games(games, 2 * PARTITIONS)
    assert shares(games) == [-1] * PARTITIONS
    first = start()
    wait_for(games, [4])
    second = start()
    wait_for(games, [2, 2])
    third = start()
    wait_for(games, [1, 1, 2])
    drawn(games, env)
    second.kill()
    wait_for(games, [2, 2], SOON)
    drawn(games, env)
    first.kill()
    wait_for(games, [4], SOON)
    drawn(games, env)
    fourth = start()
    wait_for(games, [2, 2], SOON)
    drawn(games, env)
    for worker in (third, fourth):
        stopped(worker, signal.SIGTERM)
    assert shares(games) == [-1] * PARTITIONS


@pytest.mark.parametrize("partitions", [1])
def test_of_a_log_in_one_piece_one_works_and_others_stand_by(
    games: Games, start: Start, env: dict[str, str]
) -> None:
    new_games(games, 2)
    workers = [start(), start()]
    wait_for(games, [0, 1])
    drawn(games, env)
    working = next(it for it in workers if of(games, it))
    working.kill()
    wait_for(games, [1], SOON)
    drawn(games, env)
    workers.remove(working)
    stopped(workers[0], signal.SIGTERM)


def test_one_that_is_told_to_end_leaves_at_once(games: Games, start: Start) -> None:
    first, second = start(), start()
    wait_for(games, [2, 2])
    theirs = {*of(games, first)}
    stopped(first, signal.SIGINT)
    wait_for(games, [4], SOON)
    assert theirs < {*of(games, second)}


def test_a_stopped_worker_loses_what_it_held_and_does_nothing_with_it(
    games: Games, start: Start, env: dict[str, str]
) -> None:
    ids = new_games(games, 2 * PARTITIONS)
    first, second = start(), start()
    wait_for(games, [2, 2])
    drawn(games, env)
    theirs = of(games, first)
    os.kill(first.pid, signal.SIGSTOP)
    for game_id in ids:
        play(games, game_id, 1)
    took = wait_for(games, [4], leases.IDLE + SOON)
    assert took > leases.VALID / 2, "others wait until it believes in nothing"
    views = open_views({**env, "CREATE_TABLE": "no"})
    wait_until_drawn(games, views)
    os.kill(first.pid, signal.SIGCONT)
    wait_for(games, [2, 2], SOON)
    assert len(of(games, first)) == len(theirs)
    drawn(games, env)
    stopped(first, signal.SIGTERM)
    stopped(second, signal.SIGTERM)


def test_whose_session_is_ended_holds_nothing_and_begins_again(
    games: Games, start: Start, env: dict[str, str], own_postgres: OwnPostgres
) -> None:
    new_games(games, PARTITIONS)
    start(), start()
    wait_for(games, [2, 2])
    with psycopg.connect(env.get("DATABASE_DIRECT_URL", env["DATABASE_URL"])) as shell:
        shell.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name LIKE 'napoleon worker%'"
        )
    wait_for(games, [2, 2])
    drawn(games, env)


# -- what a session holds --------------------------------------------------------------------------


def look(found: leases.SessionLeases, working: LogRecorder | None = None) -> LogRecorder | None:
    """Look now, and not when it is time."""
    found._next = 0.0
    return found.look(working, 0.0)


def test_it_is_given_to_nobody_while_it_is_worked_on(games: Games) -> None:
    with games.recorder.leases(GROUP) as one, games.recorder.leases(GROUP) as other:
        assert isinstance(one, leases.SessionLeases)
        assert isinstance(other, leases.SessionLeases)
        working = look(one)
        assert working is not None
        assert [*working.numbers] == [0, 1, 2, 3]
        assert look(other) is None, "all is taken"
        fewer = look(one, working)
        assert fewer is not None
        assert [*fewer.numbers] == [0, 1]
        assert look(other) is None, "all of it is worked on"
        assert look(one, fewer) is fewer
        rest = look(other)
        assert rest is not None
        assert [*rest.numbers] == [2, 3]
        working.check_held()
        one.close()
        for part in (working, fewer):
            with pytest.raises(LeaseLost):
                part.check_held()
            with pytest.raises(LeaseLost):
                part.places()
            with pytest.raises(LeaseLost):
                part.head("any")


def test_it_is_believed_in_for_a_shorter_time_than_it_lasts(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "VALID", 0.3)
    with games.recorder.leases(GROUP) as one:
        part = one.look(None, 0.0)
        assert part is not None
        part.check_held()
        time.sleep(0.4)
        with pytest.raises(LeaseLost):
            part.places()
        assert one.look(part, 0.0) is part or one.look(part, leases.RENEWED) is part
    assert leases.VALID < leases.IDLE


@with_pooler
def test_where_nothing_can_be_held_each_works_on_everything(
    games: Games, env: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """As the address of the database itself leads to a pooler, too."""
    url = env["DATABASE_URL"]
    with pooler(url, default_pool_size=2, ignore_startup_parameters="options") as lax:
        through = {**env, "DATABASE_URL": lax.url, "DATABASE_DIRECT_URL": lax.url}
        with Games({**through, "CREATE_TABLE": "no"}, rulesets={"toy": Toy()}) as behind:
            for _ in range(2):
                with behind.recorder.leases(GROUP) as one:
                    assert one.look(None, 0.0) is behind.recorder
                    assert one.look(behind.recorder, 0.0) is behind.recorder
        assert held(games) == Held((), (0, 1, 2, 3)), "nothing is left behind in its sessions"
    assert "DATABASE_DIRECT_URL has to name PostgreSQL itself" in caplog.text


def test_health_and_metrics_say_what_is_held(games: Games) -> None:
    client = create_app(games, env=games.env).test_client()

    def told() -> tuple[object, object]:
        health = client.get("/api/v1/health").json
        assert health is not None
        return health["workers"], health.get("unheld")

    collector = HeldCollector(games, open_views(games.env))

    def measured() -> list[float]:
        return [family.samples[0].value for family in collector.collect()]

    assert told() == ([], [0, 1, 2, 3])
    assert measured() == [0, 4]
    with games.recorder.leases(group_of(games)) as one:
        assert isinstance(one, leases.SessionLeases)
        working = look(one)
        with games.recorder.leases(group_of(games)) as other:
            assert isinstance(other, leases.SessionLeases)
            look(other)
            assert told() == ([{"partitions": [0, 1, 2, 3]}, {"partitions": []}], None)
            look(one, look(one, working))
            assert told() == ([{"partitions": [0, 1]}, {"partitions": []}], [2, 3])
            assert measured() == [2, 2]
    assert told() == ([], [0, 1, 2, 3])


def test_a_part_of_the_log_is_looked_at(games: Games) -> None:
    """What a worker finds there are the games of what it holds, and all games can be opened."""
    ids = new_games(games, 2 * PARTITIONS)
    log = games.recorder
    with log.leases(GROUP) as one, log.leases(GROUP) as other:
        assert isinstance(one, leases.SessionLeases)
        assert isinstance(other, leases.SessionLeases)
        working = look(one)
        look(other)
        low = look(one, working)
        look(one, low)
        high = look(other)
        assert low is not None
        assert high is not None
        assert (low.leads, high.leads) == (True, False)
        for part in (low, high):
            theirs = [it for it in ids if log.partition_of(it) in part.numbers]
            assert sorted(part.awake()) == sorted(theirs)
            assert sorted(part.among(ids)) == sorted(theirs)
            assert sorted(part.games_since(())) == sorted(theirs)
            found = {str(it.originator_id) for it in part.marked(["game_created/1"])}
            assert found == {*theirs}
            through = games.through(part)
            assert all(through.open(it).id == it for it in ids)
            play(through, theirs[0], 1)
            assert [*part.games_since(part.places())] == []
        assert tuple(a + b for a, b in zip(low.places(), high.places(), strict=True)) == (
            log.places()
        )
        assert low.among(["never heard of"]) == ["never heard of"]
        assert high.among(["never heard of"]) == []
