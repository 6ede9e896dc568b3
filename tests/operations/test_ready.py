"""`ready` tries what an order needs: standbys, poolers, full disks and locks are told of."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier, Literal

from api.app import create_app
from api.http import readiness
from api.http.readiness import Readiness
from napoleon.log.store.home import LOG
from napoleon.log.store.recorder import Unfit
from napoleon.log.store.sqlite.probing import probe
from napoleon.play.games import Games
from tests.api.desk import V1
from tests.followed import everything
from tests.patience import PATIENCE
from tests.stores import embedded
from tests.toy import Toy
from tools.servers import OwnPostgres, pooler, postgres_server, short_folder

pytestmark = pytest.mark.drill

READY = f"{V1}/health/ready"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one trial has found is not kept for the next question."""
    monkeypatch.setattr(readiness, "EVERY", 0.0)


@contextmanager
def served(env: dict[str, str]) -> Iterator[tuple[FlaskClient, Games]]:
    with Games(env, rulesets={"toy": Toy()}) as games:
        yield create_app(games, env=env).test_client(), games


def reason(client: FlaskClient) -> str:
    """Why the service is not ready; empty if it is."""
    began = time.monotonic()
    answer = client.get(READY)
    assert time.monotonic() - began < readiness.LONGEST + 2
    if answer.status_code == 200:
        return ""
    assert (answer.status_code, answer.json["code"]) == (503, "STORE_UNAVAILABLE")
    assert int(answer.headers["Retry-After"]) > 0
    return str(answer.json["detail"])


def wait_until_ready(client: FlaskClient) -> None:
    deadline = time.monotonic() + PATIENCE
    while reason(client):
        assert time.monotonic() < deadline, reason(client)
        time.sleep(0.1)


# -- either database -------------------------------------------------------------------------------


def test_a_trial_leaves_no_trace(log_env: dict[str, str]) -> None:
    with served(log_env) as (client, games):
        game = games.create("toy", "short", {}).game
        before = games.recorder.places()
        rows = everything(games.recorder)
        with ExitStack() as following:
            told = [
                following.enter_context(games.recorder.partition(number).subscribe(gt=place))
                for number, place in enumerate(before)
            ]
            for _ in range(5):
                assert reason(client) == ""
            assert games.recorder.places() == before
            assert everything(games.recorder) == rows
            assert games.recorder.every_game() == [game.id]
            number = games.recorder.partition_of(games.create("toy", "short", {}).game.id)
            assert next(told[number]).id == before[number] + 1, "no id is used up, nobody is told"


def test_a_trial_answers_all_who_ask_for_five_seconds(
    log_env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "EVERY", 5.0)
    with served(log_env) as (client, games):
        trials = list[float]()
        really = games.recorder.probe

        def noted(seconds: float) -> None:
            trials.append(seconds)
            really(seconds)

        monkeypatch.setattr(games.recorder, "probe", noted)
        asking = [threading.Thread(target=reason, args=(client,)) for _ in range(20)]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        assert reason(client) == ""
        assert len(trials) == 1


def test_a_store_that_hangs_is_tried_once_and_holds_nobody_up_for_long() -> None:
    hanging, trials = threading.Event(), list[float]()

    def hang(seconds: float) -> None:
        trials.append(seconds)
        hanging.wait(PATIENCE)

    ready = Readiness(hang)
    began = time.monotonic()
    for _ in range(5):
        with pytest.raises(Unfit, match="has not answered"):
            ready.check()
    assert time.monotonic() - began < readiness.LONGEST + 1
    assert len(trials) == 1
    hanging.set()
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            ready.check()
        except Unfit:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            break


# -- files -----------------------------------------------------------------------------------------


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[None]:
    """Meanwhile a small disk is there."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(command, check=False).returncode:
        pytest.skip("a disk cannot be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    home = tmp_path / "disk"
    with mounted(home, "2m"), served(embedded(home)) as (client, games):
        games.create("toy", "short", {})
        # Orders that were given are written over in the write-ahead log, so there may be room.
        with closing(sqlite3.connect(home / LOG)) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert reason(client) == ""
        with closing(sqlite3.connect(home / LOG)) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        filler = home / "filler"
        with pytest.raises(OSError, match="No space"), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        assert "disk of the log is full" in reason(client)
        filler.unlink()
        assert reason(client) == ""
        games.create("toy", "short", {})


def test_a_log_without_rights_to_write_is_told(tmp_path: Path) -> None:
    home = tmp_path / "disk"
    with mounted(home, "8m"):
        # In another process, which keeps nothing open.
        made = (
            "import os; from napoleon.play.games import Games; "
            "Games(os.environ, rulesets={}).close()"
        )
        env = {**os.environ, **embedded(home)}
        subprocess.run([sys.executable, "-c", made], env=env, check=True)
        probe(home / LOG, 1.0)
        subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)
        with pytest.raises(Unfit, match="see to the rights"):
            probe(home / LOG, 1.0)
        assert (
            create_app(env={"NAPOLEON_HOME": str(home)}).test_client().get(READY).status_code == 503
        )


LIMITED = """
import os, resource
from napoleon.play.games import Games
from napoleon.log.store.recorder import Unfit
games = Games(os.environ, rulesets={})
games.recorder.probe(1.0)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    games.recorder.probe(1.0)
except Unfit as error:
    print(error)
"""


def test_a_quota_is_told(tmp_path: Path) -> None:
    env = embedded(tmp_path)
    Games(env, rulesets={}).close()
    said = subprocess.run(
        [sys.executable, "-c", LIMITED],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "cannot be written to" in said.stdout, said.stderr


LOCKING = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


def test_a_lock_that_another_process_keeps_is_told(tmp_path: Path) -> None:
    with served(embedded(tmp_path)) as (client, _):
        assert reason(client) == ""
        command = [sys.executable, "-c", LOCKING, str(tmp_path / LOG)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as locker:
            assert locker.stdout is not None
            assert locker.stdout.readline() == b"locked\n"
            assert "Another process has locked the log" in reason(client)
            locker.communicate()
        assert reason(client) == ""


# -- PostgreSQL ------------------------------------------------------------------------------------


@pytest.fixture
def on_postgres(tmp_path: Path) -> Callable[[str], dict[str, str]]:
    def env(url: str) -> dict[str, str]:
        secret = {"NAPOLEON_SECRET": "correct horse battery staple"}
        return {**embedded(tmp_path), "DATABASE_URL": url, **secret}

    return env


def test_a_standby_is_told_until_it_is_promoted(on_postgres: Any) -> None:
    with (
        postgres_server(short_folder("standby")) as server,
        served(on_postgres(server.create_database())) as (client, games),
    ):
        assert reason(client) == ""
        server.demote()
        deadline = time.monotonic() + PATIENCE
        while "standby" not in (said := reason(client)):
            assert time.monotonic() < deadline, said
            time.sleep(0.1)
        server.promote()
        wait_until_ready(client)
        games.create("toy", "short", {})


def test_a_database_that_only_reads_is_told(on_postgres: Any, own_postgres: OwnPostgres) -> None:
    url = own_postgres.create_database()
    with served(on_postgres(url)) as (client, games):
        assert reason(client) == ""
        name = conninfo_to_dict(url)["dbname"]
        alter = SQL("ALTER DATABASE {} SET default_transaction_read_only = on")
        with psycopg.connect(own_postgres.conninfo, autocommit=True) as shell:
            shell.execute(alter.format(Identifier(str(name))))
            shell.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )
        assert "read-only" in reason(client)
        assert games.recorder.max_notification_id() is None
    own_postgres.drop_database(url)


def test_a_writer_that_holds_the_log_is_told(on_postgres: Any, database_url: str) -> None:
    with served(on_postgres(database_url)) as (client, _):
        assert reason(client) == ""
        with psycopg.connect(database_url) as other:
            other.execute("INSERT INTO events (game, version, topic, state) VALUES (0, 0, 0, '')")
            assert "Another writer has held the log" in reason(client)
            other.rollback()
        assert reason(client) == ""


def test_a_role_without_rights_is_told(on_postgres: Any, own_postgres: OwnPostgres) -> None:
    url = own_postgres.create_database()
    Games(on_postgres(url), rulesets={}).close()
    with psycopg.connect(url, autocommit=True) as shell:
        shell.execute("CREATE ROLE only_reads LOGIN")
        shell.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO only_reads")
    name = str(conninfo_to_dict(url)["dbname"])
    env = {**on_postgres(own_postgres.url(name, user="only_reads")), "CREATE_TABLE": "no"}
    with served(env) as (client, _):
        assert "postgres-roles.sql" in reason(client)
    own_postgres.drop_database(url)
    with psycopg.connect(own_postgres.conninfo, autocommit=True) as shell:
        shell.execute("DROP ROLE only_reads")


def test_a_full_disk_of_the_database_is_told(
    on_postgres: Any, tmp_path: Path, own_postgres: OwnPostgres
) -> None:
    with psycopg.connect(own_postgres.conninfo, autocommit=True) as shell:
        [[data]] = shell.execute("SHOW data_directory")
        owner = Path(data).stat().st_uid
        disk = short_folder("disk") / "there"
        with mounted(disk, "40m"):
            disk.parent.chmod(0o755)
            os.chown(disk, owner, owner)
            shell.execute(SQL("CREATE TABLESPACE small LOCATION {}").format(Literal(str(disk))))
            shell.execute("CREATE DATABASE small TABLESPACE small STRATEGY file_copy")
            try:
                with served(on_postgres(own_postgres.url("small"))) as (client, games):
                    games.create("toy", "short", {})
                    assert reason(client) == ""
                    filler = disk / "filler"
                    with (
                        pytest.raises(OSError, match="No space"),
                        filler.open("wb", buffering=0) as file,
                    ):
                        while True:
                            file.write(bytes(4096))
                    assert "disk of the database is full" in reason(client)
                    filler.unlink()
                    assert reason(client) == ""
            finally:
                shell.execute("DROP DATABASE small WITH (FORCE)")
                shell.execute("DROP TABLESPACE small")


# -- poolers ---------------------------------------------------------------------------------------


@contextmanager
def pooled(url: str, mode: str) -> Iterator[str]:
    """The address of a database behind PgBouncer in that mode."""
    if which("pgbouncer") is None:
        pytest.skip("PgBouncer is not installed")
    with pooler(url, pool_mode=mode, ignore_startup_parameters="options") as started:
        yield started.url


@pytest.mark.parametrize("mode", ["transaction", "session"])
def test_a_pooler_in_transaction_mode_is_told(
    on_postgres: Any, own_postgres: OwnPostgres, mode: str
) -> None:
    url = own_postgres.create_database()
    Games(on_postgres(url), rulesets={}).close()
    with (
        pooled(url, mode) as address,
        served({**on_postgres(address), "CREATE_TABLE": "no"}) as (client, _),
    ):
        for _ in range(3):
            said = reason(client)
            if mode == "session":
                assert said == ""
            else:
                assert "DATABASE_DIRECT_URL" in said
                assert "pool_mode = session" in said
    own_postgres.drop_database(url)


def test_a_pooler_is_as_good_where_the_database_itself_is_named_too(
    on_postgres: Any, own_postgres: OwnPostgres
) -> None:
    url = own_postgres.create_database()
    Games(on_postgres(url), rulesets={}).close()
    with pooled(url, "transaction") as address:
        env = {**on_postgres(address), "DATABASE_DIRECT_URL": url, "CREATE_TABLE": "no"}
        with served(env) as (client, games):
            for _ in range(5):
                assert reason(client) == ""
            assert games.recorder.max_notification_id() is None
    own_postgres.drop_database(url)
