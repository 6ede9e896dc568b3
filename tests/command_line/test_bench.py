"""``napoleon bench``: the table, on logs so small that the figures mean nothing."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

from napoleon.log.store.home import LOG
from napoleon.play.games import Games
from napoleon.rulesets.napoleon1815 import RULES
from projections.store import open_views
from projections.worker import catch_up
from tests.command_line.conftest import Shell
from tools.bench import (
    again,
    clocks,
    every_page,
    growth,
    http,
    letters,
    live,
    lobby,
    logs,
    mail,
    memory,
    opponents,
    pages,
    rows,
    starts,
    stores,
)
from tools.servers import PostgresServer

WORK = (
    "rebuild of a bot game",
    "rebuild of a synthetic game, 300 events",
    "accepted order at event",
    "accepted order of Napoleonic Empire",
    "accepted order with verifiable chance and record",
    "position at any earlier version",
    "any of 6",
    "300 events replayed beside declarative aggregates",
    "current map over HTTP",
    "projection catch-up",
    "log size, a synthetic game",
    "log size, with its snapshots",
    "live update, append to 5 clients",
    "an order between two live clients",
    "page of a game with 3",
    "step of the slider through 3",
    "bytes of a step through 3",
    "bytes of a step through 3",
    *["page of "] * 5,
    "lobby of ",
    "a page of each list of ",
    "mail of a worker that begins",
    "napoleon serve up to its first answer",
    "napoleon show",
    "first page of a process",
    "memory of a process with 2 games of ",
    "deciding ",
    "deciding ",
    "turn mail of ",
    "turn mail with its picture",
    "reply understood and answered",
    *["letter of "] * 6,
    "deadlines of ",
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is measured, and of nothing is there much."""
    for module, name, value in (
        (logs, "LONG", 600),
        (logs, "REBUILT", 300),
        (rows, "REPEATS", 2),
        (rows, "ORDERS", 3),
        (rows, "OTHER_EVENTS", 100),
        (http, "ROUNDS", 2),
        (http, "ROUND_SECONDS", 0.05),
        (live, "CLIENTS", 5),
        (live, "ROUNDS", 5),
        (pages, "ROUNDS", 2),
        (pages, "STRETCHES", 2),
        (pages, "LENGTH", 2),
        (every_page, "BEFORE", 50),
        (every_page, "ROUNDS", 2),
        (starts, "STARTS", 1),
        (memory, "GAMES", 2),
        (opponents, "ORDERS", 5),
        (again, "REPEATS", 1),
        (mail, "ROUNDS", 2),
        (letters, "ORDERS", (0,)),
        (letters, "REPEATS", 1),
        (clocks, "GAMES", 20),
        (growth, "MANY", 300),
        (growth, "ENDED", 2),
        (growth, "ROUNDS", 2),
        (lobby, "GAMES", 120),
        (lobby, "RUNNING", 80),
        (lobby, "ROUNDS", 2),
        (lobby, "COLD", 1),
    ):
        monkeypatch.setattr(module, name, value)


@pytest.mark.soak
@pytest.mark.usefixtures("small")
def test_every_row_is_measured(shell: Shell, capfd: pytest.CaptureFixture[str]) -> None:
    answer = shell.json("bench")
    assert capfd.readouterr().out == "", "what is started prints nothing beside the document"
    told(answer)
    measured(answer["rows"], "SQLite")


@pytest.mark.soak
@pytest.mark.usefixtures("small")
def test_every_row_is_measured_on_both_stores_and_nothing_is_left(
    shell: Shell, postgres: PostgresServer, database_url: str, redis_url: str
) -> None:
    shell.env |= {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    answer = shell.json("bench")
    told(answer)
    measured(answer["rows"][: len(WORK)], "SQLite")
    measured(answer["rows"][len(WORK) :], "PostgreSQL and Redis")
    with psycopg.connect(postgres.conninfo) as connection:
        left = "SELECT datname FROM pg_database WHERE datname LIKE 'napoleon_bench_%'"
        assert connection.execute(left).fetchall() == []
    with redis.Redis.from_url(redis_url) as client:
        assert client.dbsize() == 0


def told(answer: dict[str, Any]) -> None:
    """The document says on what machine it was measured, and how much the figures vary."""
    assert set(answer) == {"machine", "noise", "rows"}
    assert "cores" in answer["machine"]
    assert "median" in answer["noise"]


def measured(found: list[dict[str, Any]], title: str) -> None:
    """Every row is there, on these stores."""
    assert {row["stores"] for row in found} == {title}
    all_are_measured(found)
    [live_update] = [row for row in found if row["work"].startswith("live update")]
    is_how_long_all_clients_wait(live_update)


def all_are_measured(found: list[dict[str, Any]]) -> None:
    """Each has what was measured, the goal, and how much that is of its reference if it has one."""
    for row, work in zip(found, WORK, strict=True):
        assert row["work"].startswith(work)
        assert row["measured"]
        assert row["goal"]
        assert isinstance(row["reached"], bool)
        assert (row["ratio"] is None) == (row["reference"] == "")
        assert row["ratio"] is None or row["ratio"] > 0


def is_how_long_all_clients_wait(row: dict[str, Any]) -> None:
    """Two of its times, in their order, against those of a bare loop, and the goal is for one."""
    found = [float(it) for it in re.findall(r"[\d.]+(?= \(p99\)| ms \(p50\))", row["measured"])]
    assert len(found) == 2
    assert 0 < found[0] <= found[1]
    assert row["reference"].startswith("bare loop")
    assert row["reached"] == (found[1] <= 50)


def test_the_table_is_printed(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    missed = rows.Row("marching", "30 km", "on foot 20 km", 1.5, "40 km", reached=False)
    monkeypatch.setattr("tools.bench.command.measure", lambda servers: [missed])
    text = shell.run("bench").stdout
    for cell in ("marching", "30 km", "on foot 20 km", "1.50x", "40 km", "NO", "cores"):
        assert cell in text


def test_work_is_timed_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    monkeypatch.setattr(rows, "REPEATS", 5)

    def slow() -> None:
        done.append("slow")
        time.sleep(0.01)

    first, second = rows.side_by_side(slow, lambda: done.append("fast"))
    assert done == ["slow", "fast"] * 5
    assert first >= 10 > second >= 0


def test_the_size_is_all_of_the_file(tmp_path: Path) -> None:
    env = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}
    with Games(env) as games:
        games.create(logs.RULESET, logs.SCENARIO, {})
        events = games.recorder.max_notification_id() or 0
        row = rows.log_size(stores.Store(games, open_views(env), env), "one game")
        size = (tmp_path / LOG).stat().st_size / events
        assert row.measured == f"{size:.0f} bytes an event"
        assert row.reached == (size <= 260)


def test_the_synthetic_game_goes_on_where_the_real_one_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logs, "LONG", 3000)
    last_turn = RULES.pack.scenarios[logs.SCENARIO].last_turn
    rules = logs.endless_rules()
    assert rules.pack.scenarios[logs.SCENARIO].last_turn > 100 > last_turn
    assert RULES.pack.scenarios[logs.SCENARIO].last_turn == last_turn, "which is left alone"
    seen: list[int] = []
    with stores.store(rules) as measured:
        games, views, home = measured.games, measured.views, measured.home
        long = logs.long_game(games, seen.append).game
        assert max(seen) == long.version >= 3000
        assert not long.over
        assert long.state.turn > last_turn
        assert catch_up(games, views) == games.recorder.max_notification_id()
        assert (home / LOG).exists()
    assert not home.exists(), "the store of a measurement is gone afterwards"


def test_the_same_games_are_measured_every_time() -> None:
    measured = []
    for _ in range(2):
        with stores.store(RULES) as (games, _, _):
            created = logs.recorded_game(games)
            assert created.game.over
            young = rows.advanced(games, games.create(logs.RULESET, logs.SCENARIO, {}), 60)
            assert not young.game.over
            measured.append((created, young.game.version, young.tokens))
    assert measured[0][0].tokens == measured[1][0].tokens
    assert measured[0][0].game.version == measured[1][0].game.version
    assert measured[0][1:] == measured[1][1:]
