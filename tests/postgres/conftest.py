"""A log on PostgreSQL, and what may happen to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import psycopg
import pytest

from napoleon.log.store.postgres.connection import Connection
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.play.games import Games
from tests.core.play import Clock
from tests.postgres.proxy import Proxy
from tests.toy import Toy
from tools.servers import OwnPostgres, short_folder


@pytest.fixture
def env(database_url: str, tmp_path: Path) -> dict[str, str]:
    """The environment of a log that may be created."""
    return {
        "DATABASE_URL": database_url,
        "NAPOLEON_HOME": str(tmp_path),
        "NAPOLEON_SECRET": "correct horse battery staple",
        "CREATE_TABLE": "yes",
    }


@pytest.fixture
def opened(env: dict[str, str], request: pytest.FixtureRequest) -> Iterator[Callable[..., Games]]:
    """Opens the log as another process would; what is given is put into its environment."""
    everything: list[Games] = []
    entropy = Random(request.node.nodeid).randbytes

    def open_log(**chosen: str) -> Games:
        there = {**env, **chosen}
        everything.append(Games(there, rulesets={"toy": Toy()}, clock=Clock(), entropy=entropy))
        return everything[-1]

    yield open_log
    for games in everything:
        games.close()


@pytest.fixture
def games(opened: Callable[..., Games]) -> Games:
    """A log without any game."""
    return opened()


@pytest.fixture
def recorder(games: Games) -> PostgresLogRecorder:
    """The recorder of `games`."""
    assert isinstance(games.recorder, PostgresLogRecorder)
    return games.recorder


@pytest.fixture
def game_id(games: Games) -> str:
    """A game of two turns in `games`; red is to go."""
    return games.create("toy", "short", {"turns": 2}, referee=True).game.id


@pytest.fixture
def shell(env: dict[str, str], games: Games) -> Iterator[Connection]:
    """Somebody with a database shell, who owns the log and is no part of the service."""
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as connection:
        yield connection


@pytest.fixture
def own_database(own_postgres: OwnPostgres) -> Iterator[str]:
    """An empty database in the cluster of the tests."""
    url = own_postgres.create_database()
    yield url
    own_postgres.drop_database(url)


@pytest.fixture
def proxy(own_database: str) -> Iterator[Proxy]:
    """What stands between a process and `own_database`."""
    with Proxy(own_database, short_folder("proxy")) as proxy:
        yield proxy


@pytest.fixture
def behind(opened: Callable[..., Games], own_database: str, proxy: Proxy) -> Games:
    """A log in `own_database` that is reached by `proxy` only."""
    opened(DATABASE_URL=own_database)
    return opened(DATABASE_URL=proxy.url, CREATE_TABLE="no")
