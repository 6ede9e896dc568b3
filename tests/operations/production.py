"""The set-ups of ``deploy/`` as an operator puts them up: processes, roles and settings."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import yaml

from tests.command_line.server import PATIENCE, ROOT
from tests.operations.formation import BIN, free_ports
from tests.operations.units import Systemd
from tools.servers import OwnPostgres, Pooler, short_folder

DEPLOY = ROOT / "deploy"
OWNER, APP = "napoleon_owner", "napoleon_app"
SECRET = "correct horse battery staple of the year 1815"

KINDS = ("web", "live", "worker", "mail")
"""What runs all the time, in the order in which it is started."""


class Production(ABC):
    """One of the set-ups, on the servers and the ports of a test."""

    web: str
    live: str

    def __init__(
        self, folder: Path, postgres: OwnPostgres, database: str, redis: str, smtp: str
    ) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        self.postgres = postgres
        self.database = database
        self.redis = redis
        self.smtp = smtp
        self.first_port = free_ports(6)
        self.lmtp = self.first_port + 5

    def url(self, user: str | None) -> str:
        """The address of the database for a role; None is the superuser."""
        return self.postgres.url(urlsplit(self.database).path[1:], user=user)

    @abstractmethod
    def prepare(self) -> None:
        """What is done once: the roles, and the store."""

    @abstractmethod
    def start(self, kind: str) -> None:
        """Start a kind of process."""

    @abstractmethod
    def stop(self, kind: str) -> None:
        """Stop it in order."""

    @abstractmethod
    def main_process(self, kind: str) -> int:
        """Id of the process that it was started as."""

    @abstractmethod
    def log(self) -> str:
        """What all processes have written so far."""

    @abstractmethod
    def clear_away(self) -> None:
        """Leave nothing behind."""


class Units(Production):
    """The units of systemd, with the settings of ``env.example``."""

    def __init__(self, *given: Any, **more: str) -> None:
        super().__init__(*given)
        settings = self.folder / "etc"
        settings.mkdir()
        (settings / "env").write_text(self._settings(more))
        (settings / "migrate.env").write_text(f"DATABASE_URL={self.url(OWNER)}\n")
        places = {
            "/etc/napoleon": str(settings),
            "/var/lib/napoleon": str(self.home),
            "127.0.0.1:8000": f"127.0.0.1:{self.first_port}",
            "127.0.0.1:8001": f"127.0.0.1:{self.first_port + 1}",
        }
        self.systemd = Systemd(self.folder, places)
        self.web, self.live = (
            self.systemd.listen(f"napoleon-{kind}.socket") for kind in ("web", "live")
        )

    def _settings(self, more: Mapping[str, str]) -> str:
        """What an operator makes of the example, with the servers and ports of the test."""
        text = (DEPLOY / "env.example").read_text()
        for there, here in (
            ("postgresql://napoleon_app:change-me@127.0.0.1:5432/napoleon", self.url(APP)),
            ("redis://127.0.0.1:6379/0", self.redis),
            ("NAPOLEON_SECRET=\n", f"NAPOLEON_SECRET={SECRET}\n"),
            ("SMTP_URL=smtp://127.0.0.1:25\n", f"SMTP_URL={self.smtp}\n"),
            ("METRICS_PORT=9100\n", f"METRICS_PORT={self.first_port + 2}\n"),
        ):
            assert text.count(there) == 1, there
            text = text.replace(there, here)
        text = text.replace("games.example.org", "localhost")
        settings = {"MAIL_LISTEN": f"lmtp://127.0.0.1:{self.lmtp}", **more}
        return text + "".join(f"{name}={value}\n" for name, value in settings.items())

    def prepare(self) -> None:
        with psycopg.connect(self.url(None), autocommit=True) as superuser:
            superuser.execute((DEPLOY / "postgres-roles.sql").read_text())
        self.systemd.start("napoleon-migrate.service")

    def start(self, kind: str) -> None:
        self.systemd.start(f"napoleon-{kind}.service")

    def stop(self, kind: str) -> None:
        self.systemd.stop(f"napoleon-{kind}.service")

    def main_process(self, kind: str) -> int:
        return self.systemd.main_process(f"napoleon-{kind}.service")

    def log(self) -> str:
        return self.systemd.journal()

    def clear_away(self) -> None:
        self.systemd.clear_away()


class PooledUnits(Units):
    """The same behind PgBouncer in transaction mode, where worker and live listen directly."""

    def __init__(self, *given: Any) -> None:
        _, postgres, database = given[:3]
        direct = postgres.url(urlsplit(database).path[1:], user=APP)
        text = (DEPLOY / "pgbouncer.ini").read_text()
        chosen = {
            name: value
            for name, value in re.findall(r"^(\w+) = (\S+)$", text, re.MULTILINE)
            if not name.startswith(("listen_", "auth_", "napoleon"))
        }
        # As few as can be.
        self.pooler = Pooler(direct, short_folder("pool"), **{**chosen, "default_pool_size": 2})
        super().__init__(*given, DATABASE_URL=self.pooler.url, DATABASE_DIRECT_URL=direct)

    def prepare(self) -> None:
        with psycopg.connect(self.url(None), autocommit=True) as superuser:
            superuser.execute((DEPLOY / "postgres-roles.sql").read_text())
        # It lets nobody in before the role of the service is there.
        self.pooler.start()
        self.systemd.start("napoleon-migrate.service")

    def clear_away(self) -> None:
        super().clear_away()
        self.pooler.stop()


class Compose(Production):
    """The services of the compose file, each with its own command and environment.

    Its databases are those of the test: the image of PostgreSQL makes a superuser and a database,
    which are there already.
    """

    VARIABLES = {
        "POSTGRES_PASSWORD": "Austerlitz1805",
        "OWNER_PASSWORD": "Jena1806",
        "APP_PASSWORD": "Wagram1809",
        "NAPOLEON_SECRET": SECRET,
        "SITE": "localhost",
        "MAIL_ADDRESS": "napoleon@localhost",
    }

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
        self.web = f"http://127.0.0.1:{self.first_port}"
        self.live = f"http://127.0.0.1:{self.first_port + 1}"
        self._output = (self.folder / "output").open("w+b")
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def _environment(self, service: str) -> dict[str, str]:
        """What a container of that service has in its environment, on the servers of the test."""
        image = re.findall(r"\b([A-Z_]+)=(\S+)", (DEPLOY / "Dockerfile").read_text())
        said = self._services[service]["environment"]
        env = dict(image) | {name: self._filled_in(str(value)) for name, value in said.items()}
        for user in (OWNER, APP):
            password = self.VARIABLES["OWNER_PASSWORD" if user == OWNER else "APP_PASSWORD"]
            address = f"postgresql://{user}:{password}@postgres:5432/napoleon"
            if env.get("DATABASE_URL") == address:
                env["DATABASE_URL"] = self.url(user)
        at = self.postgres.parameters
        places = {
            "NAPOLEON_HOME": str(self.home),
            "REDIS_URL": self.redis,
            "SMTP_URL": self.smtp,
            "PORT": str(self.first_port),
            "LIVE_PORT": str(self.first_port + 1),
            "METRICS_PORT": str(self.first_port + 2),
            "MAIL_LISTEN": f"lmtp://127.0.0.1:{self.lmtp}",
            "PGHOST": str(at["host"]),
            "PGUSER": str(at["user"]),
            "PGDATABASE": urlsplit(self.database).path[1:],
        }
        env |= {name: value for name, value in places.items() if name in env}
        return {**env, "PATH": f"{BIN}:{os.environ['PATH']}", "LANG": "C.UTF-8"}

    def _filled_in(self, value: str) -> str:
        def variable(found: re.Match[str]) -> str:
            name, otherwise = found[1], found[2]
            assert otherwise != ":?" or name in self.VARIABLES, f"{name} is asked for"
            return self.VARIABLES.get(name, "")

        return re.sub(r"\$\{(\w+)(:[?-])\}", variable, value)

    def command(self, service: str) -> list[str]:
        """What a container of that service runs, with its files where they are here."""
        said = self._services[service]["command"]
        words = shlex.split(said) if isinstance(said, str) else said
        for volume in self._services[service].get("volumes", ()):
            source, place = volume.split(":")[:2]
            # In a script for a shell, which is one word, a path is quoted.
            path = str(DEPLOY / source)
            quoted = shlex.quote(path)
            words = [path if word == place else word.replace(place, quoted) for word in words]
        return list(words)

    def run_once(self, service: str) -> None:
        """Run a service that ends, as others wait for."""
        command, env = self.command(service), self._environment(service)
        subprocess.run(command, env=env, cwd=self.home, check=True, timeout=PATIENCE)

    def prepare(self) -> None:
        self.run_once("roles")
        self.run_once("migrate")

    def start(self, kind: str) -> None:
        self._running[kind] = subprocess.Popen(
            self.command(kind),
            env=self._environment(kind),
            cwd=self.home,
            stdout=self._output,
            stderr=self._output,
            start_new_session=True,
        )

    def stop(self, kind: str) -> None:
        process = self._running.pop(kind)
        process.send_signal(signal.SIGTERM)
        process.wait(int(self._services[kind]["stop_grace_period"].removesuffix("s")))

    def main_process(self, kind: str) -> int:
        return self._running[kind].pid

    def log(self) -> str:
        self._output.flush()
        return (self.folder / "output").read_text()

    def clear_away(self) -> None:
        for process in self._running.values():
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)
        self._output.close()
