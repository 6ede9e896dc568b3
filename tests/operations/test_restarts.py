"""Restarts under load: nobody is turned away, nothing is done twice, and streams miss nothing."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx
import psycopg
import pytest

from tests.command_line.server import PATIENCE, wait_until
from tests.operations.formation import is_ready
from tests.operations.load import Load
from tests.operations.production import Units
from tests.operations.proxies import Caddy, Nginx, Proxy, client, running
from tests.operations.test_proxies import (
    EACH,
    NOWHERE,
    create,
    give_order,
    with_caddy,
    with_nginx,
)
from tests.repetitions import so_many
from tools.servers import OwnPostgres

pytestmark = pytest.mark.drill

ONE_OF_EACH = [
    pytest.param(Nginx, id="nginx", marks=with_nginx),
    pytest.param(Caddy, id="caddy", marks=[with_caddy, pytest.mark.soak]),
]
"""The proxies: one of them under ``make test``, the other by ``make soak`` and ``make drill``."""


@pytest.fixture
def production(tmp_path: Path, own_postgres: OwnPostgres, redis_url: str) -> Iterator[Units]:
    """Web and live as systemd runs them, ready, and with no limits on how much is asked."""
    database = own_postgres.create_database()
    given = (tmp_path, own_postgres, database, redis_url, "smtp://127.0.0.1:9")
    found = Units(*given, NAPOLEON_LIMITS="off")
    try:
        found.prepare()
        for kind, address in (("web", found.web), ("live", found.live)):
            found.start(kind)
            wait_until(lambda at=address: is_ready(at), f"{kind} to be ready", every=0.1)
        yield found
    finally:
        found.clear_away()
        own_postgres.drop_database(database)


@pytest.fixture
def proxy(request: pytest.FixtureRequest, production: Units, tmp_path: Path) -> Iterator[Proxy]:
    """A proxy that runs before them."""
    (tmp_path / "proxy").mkdir()
    found: Proxy = request.param(tmp_path / "proxy", production.web, production.live)
    with running(found):
        yield found


@pytest.mark.parametrize("proxy", ONE_OF_EACH, indirect=True)
@pytest.mark.parametrize("requests", so_many(2, 40))
def test_no_request_is_dropped_and_no_post_is_doubled(
    production: Units, proxy: Proxy, requests: int
) -> None:
    load = Load(proxy, threads=8, rate=40)
    with load.running():
        load.goes_on(requests)
        production.stop("web")
        production.start("web")
        load.goes_on(requests)
        os.kill(production.main_process("web"), signal.SIGHUP)
        load.goes_on(2 * requests)
    assert not load.wrong, f"{load.wrong}\n{production.log()}"
    with psycopg.connect(production.url(None)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchall() == [(load.created,)]


@pytest.mark.soak
@pytest.mark.parametrize("proxy", ONE_OF_EACH, indirect=True)
def test_a_stream_goes_on_where_it_was_when_live_is_restarted(
    production: Units, proxy: Proxy
) -> None:
    with client(proxy) as asking:
        game = create(asking).raise_for_status().json()
        at = f"/api/v1/games/{game['id']}/live"
        with asking.stream("GET", at) as stream:
            lines = stream.iter_lines()
            last = next(it for it in lines if it.startswith("id: ")).removeprefix("id: ")
            production.stop("live")
            with pytest.raises((StopIteration, httpx.TransportError)):
                while True:
                    next(lines)
        missed = give_order(asking, game)
        # Whoever comes back before the next process is there waits for it.
        starting = Thread(target=production.start, args=("live",))
        starting.start()
        with asking.stream("GET", at, headers={"Last-Event-ID": last}) as stream:
            assert stream.status_code == 200
            told = next(it for it in stream.iter_lines() if it.startswith("id: "))
        starting.join()
    assert int(last) < missed
    assert told == f"id: {missed}"


# -- what a proxy sends twice ----------------------------------------------------------------------


class Deaf:
    """A process that takes requests and dies over each of them, without any answer."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    @contextmanager
    def listening(self) -> Iterator[None]:
        """While it does."""
        taking = Thread(target=self._take)
        taking.start()
        try:
            yield
        finally:
            self._listener.shutdown(socket.SHUT_RDWR)
            taking.join()
            self._listener.close()

    def _take(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(PATIENCE)
                if request := connection.recv(65536):
                    self.got.append(request)


@pytest.mark.parametrize("kind", EACH)
@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "Ney"}], ids=["no-key", "key"])
def test_an_order_that_may_have_arrived_is_not_sent_again(
    kind: type[Proxy], key: dict[str, str], tmp_path: Path
) -> None:
    deaf = Deaf()
    proxy = kind(tmp_path, deaf.address, NOWHERE)
    with deaf.listening(), running(proxy), client(proxy) as asking:
        answer = asking.post("/api/v1/games/x/orders", json={"order": "END"}, headers=key)
    assert answer.status_code == 502
    assert [request[:5] for request in deaf.got] == [b"POST "]


@pytest.mark.soak
@pytest.mark.parametrize("kind", [it for it in EACH if it.values[0] is Caddy])
def test_caddy_waits_for_a_process_that_does_not_listen_yet(
    kind: type[Proxy], production: Units, tmp_path: Path
) -> None:
    """As under compose, where nobody holds the socket of a container that is started again."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
    (tmp_path / "proxy").mkdir()
    proxy = kind(tmp_path / "proxy", f"http://127.0.0.1:{port}", production.live)
    answers: list[int] = []
    with running(proxy), client(proxy) as asking:
        waiting = Thread(target=lambda: answers.append(asking.get("/").status_code))
        waiting.start()
        time.sleep(1)
        assert not answers
        deaf = socket.create_server(("127.0.0.1", port))
        connection, _ = deaf.accept()
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        connection.close()
        deaf.close()
        waiting.join()
    assert answers == [204]
