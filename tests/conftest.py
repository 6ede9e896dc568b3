"""Stores that the tests of all folders may ask for.

Whatever database the environment names is used for those that ask for one, and hidden from all
others: a test of the embedded store must not find itself on PostgreSQL.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from hypothesis import settings

from tests.api.compiled import compile_once
from tests.compiling import compile_share
from tests.garbage import BetweenTests, begin_to_collect
from tests.memory import write_to_memory
from tests.ready_logs import copy_logs
from tests.ready_tables import copy_tables
from tests.repetitions import DATABASES, leave_out_soak, leave_to_soak
from tests.seeds import draw_from_few
from tests.stores import embedded
from tools.servers import (
    OwnPostgres,
    PostgresServer,
    S3Server,
    ValkeyCluster,
    ValkeyServer,
    postgres_server,
    s3_server,
    short_folder,
    valkey_cluster,
    valkey_server,
)

# An example that takes long on a busy machine is no failure.
settings.register_profile("unhurried", settings(), deadline=None)
settings.load_profile("unhurried")

compile_once()
copy_logs()
copy_tables()
draw_from_few()


def pytest_configure(config: pytest.Config) -> None:
    """Spare the tests to wait for the disk, and for the collector of garbage."""
    write_to_memory(config)
    config.pluginmanager.register(BetweenTests())


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each of several workers compile a part of the tests, where all are collected.

    Hardly anything that is made meanwhile is garbage, so it is not looked for.
    """
    gc.disable()
    if session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        compile_share()


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Spare the run what it leaves to ``make soak``."""
    leave_out_soak(metafunc)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Choose of many cases of a test those that are run, before others are deselected."""
    leave_to_soak(items)


def pytest_collection_finish() -> None:
    """Let garbage be collected from here on."""
    begin_to_collect()


# Their servers live for seconds, and nobody looks at every game in them.
os.environ["WEB_AHEAD"] = "off"

# No test may touch the user's own store: here no folder for it can be made.
os.environ["XDG_DATA_HOME"] = __file__
os.environ.pop("NAPOLEON_HOME", None)

_GIVEN = {name: os.environ.pop(name, "") for name in ("DATABASE_URL", "REDIS_URL")}


@pytest.fixture(scope="session")
def own_postgres() -> Iterator[OwnPostgres]:
    """A PostgreSQL cluster that belongs to the tests."""
    with postgres_server(short_folder("pg")) as server:
        # Hundreds of databases are made in it, each of files that would be waited for.
        server.hurry()
        yield server


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> PostgresServer:
    """The PostgreSQL that ``DATABASE_URL`` names, or else one of the tests' own."""
    if _GIVEN["DATABASE_URL"]:
        return PostgresServer(_GIVEN["DATABASE_URL"])
    server: OwnPostgres = request.getfixturevalue("own_postgres")
    return server


@pytest.fixture
def database_url(postgres: PostgresServer) -> Iterator[str]:
    """An empty PostgreSQL database."""
    url = postgres.create_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture(scope="session")
def own_valkey() -> Iterator[ValkeyServer]:
    """A Valkey server that belongs to the tests."""
    with valkey_server(short_folder("valkey")) as server:
        yield server


@pytest.fixture(scope="session")
def own_cluster() -> Iterator[ValkeyCluster]:
    """A Redis Cluster that belongs to the tests."""
    with valkey_cluster(short_folder("cluster")) as cluster:
        yield cluster


@pytest.fixture
def cluster_url(own_cluster: ValkeyCluster) -> Iterator[str]:
    """The address of a Redis Cluster without any key."""
    own_cluster.flush()
    yield own_cluster.url
    own_cluster.flush()


@pytest.fixture(scope="session")
def own_s3() -> Iterator[S3Server]:
    """An object store that belongs to the tests."""
    with s3_server() as server:
        yield server


@pytest.fixture
def s3(own_s3: S3Server) -> S3Server:
    """An object store with an empty bucket, and nothing else."""
    own_s3.empty()
    return own_s3


@pytest.fixture
def redis_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A Redis database without any key: the one that ``REDIS_URL`` names, or one of the tests' own.

    It is emptied, so a given one must not be in use.
    """
    url = _GIVEN["REDIS_URL"] or request.getfixturevalue("own_valkey").url
    with redis.Redis.from_url(url) as client:
        client.flushdb()
        yield url
        client.flushdb()


@pytest.fixture(params=DATABASES)
def log_env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of a log that may be created, once on each database.

    On PostgreSQL once in one piece, and once divided into partitions.
    """
    env = embedded(tmp_path)
    if request.param != "sqlite":
        env["DATABASE_URL"] = request.getfixturevalue("database_url")
        env["NAPOLEON_SECRET"] = "correct horse battery staple"
    if request.param == "divided":
        env["DATABASE_PARTITIONS"] = "3"
    return env


@pytest.fixture(params=["sqlite", "redis"])
def views_env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of a store of read models that may be created, once on each database."""
    env = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}
    if request.param == "redis":
        env["REDIS_URL"] = request.getfixturevalue("redis_url")
    return env
