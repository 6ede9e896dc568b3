"""All of ``deploy/`` at once, each process as the role that it is to have: a game is played."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import smtplib
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import httpx
import msgspec
import psycopg
import pytest
import yaml

from api.mail import trial
from tests.command_line.server import PATIENCE, wait_until
from tests.mail.by_mail import Sink
from tests.mail.tables import asked, read
from tests.operations.formation import is_ready
from tests.operations.production import (
    APP,
    DEPLOY,
    KINDS,
    OWNER,
    Compose,
    PooledUnits,
    Production,
    Units,
)
from tests.operations.proxies import Caddy, Nginx, Proxy, caddy, client, nginx, running
from tests.operations.test_proxies import create, give_order
from tests.operations.units import said
from tools.servers import OwnPostgres

pytestmark = pytest.mark.drill

with_nginx = pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
with_pooler = pytest.mark.skipif(which("pgbouncer") is None, reason="PgBouncer is not installed")
with_caddy = pytest.mark.skipif(caddy() is None, reason="Caddy is not installed")


@pytest.fixture
def sink() -> Iterator[Sink]:
    """The mail server that mails are handed to."""
    sink = Sink()
    yield sink
    sink.stop()


@pytest.fixture
def production(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    own_postgres: OwnPostgres,
    redis_url: str,
    sink: Sink,
) -> Iterator[Production]:
    """One of the set-ups, of which nothing runs yet."""
    database = own_postgres.create_database()
    smtp = f"smtp://127.0.0.1:{sink.port}"
    found: Production = request.param(tmp_path, own_postgres, database, redis_url, smtp)
    try:
        yield found
    finally:
        found.clear_away()
        own_postgres.drop_database(database)


@pytest.mark.parametrize(
    ("production", "before_it"),
    [
        pytest.param(Units, Nginx, id="systemd-nginx", marks=[with_nginx, pytest.mark.soak]),
        pytest.param(Units, Caddy, id="systemd-caddy", marks=[with_caddy, pytest.mark.soak]),
        pytest.param(
            PooledUnits, Nginx, id="pooled", marks=[with_nginx, with_pooler, pytest.mark.soak]
        ),
        pytest.param(Compose, Caddy, id="compose", marks=[with_caddy, pytest.mark.soak]),
    ],
    indirect=["production"],
)
def test_a_game_is_played(
    production: Production, before_it: type[Proxy], sink: Sink, tmp_path: Path
) -> None:
    production.prepare()
    for kind in KINDS:
        production.start(kind)
    for address in (production.web, production.live):
        wait_until(lambda at=address: is_ready(at), f"{address} to be ready", every=0.1)
    (tmp_path / "proxy").mkdir()
    proxy = before_it(tmp_path / "proxy", production.web, production.live)
    with running(proxy), client(proxy) as asking:
        game = create(asking).raise_for_status().json()
        with asking.stream("GET", f"/api/v1/games/{game['id']}/live") as stream:
            lines = stream.iter_lines()
            next(it for it in lines if it == "event: position")
            given = give_order(asking, game)
            next(it for it in lines if it == f"id: {given}")
        by_mail(asking, game, sink, production.lmtp)
        wait_until(lambda: is_drawn(asking), "the read models to catch up")
        ready = asking.get("/api/v1/health/ready").json()
        assert (ready["status"], ready["views"]) == ("ready", "ok")
    for kind in KINDS:
        production.stop(kind)
    nothing_went_wrong(production.log())


def is_drawn(asking: httpx.Client) -> bool:
    health = asking.get("/api/v1/health").json()
    return bool(health["drawn"] == health["recorded"])


def by_mail(asking: httpx.Client, game: dict[str, Any], sink: Sink, port: int) -> None:
    """Let both seats play by mail, until one of them has given an order by it."""
    at = f"/api/v1/games/{game['id']}"
    for seat in game["seats"]:
        left = asking.put(
            f"{at}/mailbox",
            json={"address": f"{seat['seat']}@players.example"},
            headers={"Authorization": f"Bearer {seat['token']}"},
        )
        assert left.status_code == 200, left.text
    seen = 0
    deadline = time.monotonic() + PATIENCE
    while "sent orders by mail" not in log_of(asking, at):
        assert time.monotonic() < deadline, "no order came by mail"
        for mail in list(sink.mails[seen:]):
            # The first mail asks whether it came to the right address; then they ask for orders.
            line = next(iter(asked(read(mail))), "yes")
            raw, to = trial.reply(mail, line, time.time_ns() // 1000)
            with smtplib.LMTP("127.0.0.1", port) as server:
                server.sendmail(str(read(mail)["To"]), [to], raw)
            seen += 1
        time.sleep(0.1)


def log_of(asking: httpx.Client, at: str) -> str:
    """All that has happened, as anybody may know it: the mailboxes have tokens of their own now."""
    headers = {"Accept": "application/x-ndjson", "Accept-Language": "en"}
    return asking.get(f"{at}/log", headers=headers).raise_for_status().text


def nothing_went_wrong(log: str) -> None:
    """Assert that no process has written of an error, or of what it may not do."""
    assert "permission denied" not in log
    lines = log.splitlines()
    told = [msgspec.json.decode(it) for it in lines if it.startswith("{")]
    assert any(it["event"] == "order accepted" for it in told)
    assert [it for it in told if it["level"] not in ("debug", "info")] == []
    plain = [it for it in lines if not it.startswith("{")]
    assert [it for it in plain if re.search("error|denied|traceback", it, re.IGNORECASE)] == []


@pytest.mark.parametrize("production", [pytest.param(Compose, id="compose")], indirect=True)
def test_compose_makes_its_roles_as_often_as_it_is_started(production: Compose) -> None:
    for _ in range(2):
        production.prepare()
    with psycopg.connect(production.url(None), autocommit=True) as superuser:
        roles = superuser.execute(
            "SELECT rolname, rolpassword FROM pg_authid"
            " WHERE rolname = ANY (%s) AND rolcanlogin AND NOT (rolsuper OR rolcreaterole)",
            ([OWNER, APP],),
        )
        kept = dict(roles.fetchall())
    assert kept.keys() == {OWNER, APP}
    assert is_password(kept[OWNER], production.VARIABLES["OWNER_PASSWORD"])
    assert is_password(kept[APP], production.VARIABLES["APP_PASSWORD"])
    assert not is_password(kept[APP], production.VARIABLES["OWNER_PASSWORD"])


def is_password(kept: str, password: str) -> bool:
    """Whether a password is the one of which PostgreSQL has kept that, as RFC 5803 tells it."""
    method, turns_and_salt, keys = kept.split("$")
    assert method == "SCRAM-SHA-256"
    turns, salt = turns_and_salt.split(":")
    salted = hashlib.pbkdf2_hmac("sha256", password.encode(), base64.b64decode(salt), int(turns))
    of_client = hashlib.sha256(hmac.digest(salted, b"Client Key", "sha256")).digest()
    return of_client == base64.b64decode(keys.split(":")[0])


def test_no_process_of_compose_knows_the_superuser() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    knowing = {it for it, service in services.items() if "POSTGRES_PASSWORD" in str(service)}
    assert knowing == {"postgres", "roles"}
    roles = {kind: str(services[kind]["environment"]["DATABASE_URL"]) for kind in KINDS}
    assert {it for it, url in roles.items() if f"//{APP}:" in url} == set(KINDS)
    assert f"//{OWNER}:" in services["migrate"]["environment"]["DATABASE_URL"]


def test_what_migrates_is_told_another_address_than_the_service() -> None:
    """The last file counts: systemd reads those of a drop-in after those of the unit."""
    files = [value for name, value in said("napoleon-migrate.service") if name == "EnvironmentFile"]
    assert files == ["/etc/napoleon/env", "-/etc/napoleon/%j.env"]
