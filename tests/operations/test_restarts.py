"""A restart under load: who comes meanwhile waits, and nothing is done twice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.command_line.server import wait_until
from tests.operations.load import Load
from tests.operations.production import Compose, Production, Units
from tests.operations.proxies import Caddy, Nginx, Proxy, client, running
from tests.operations.test_production import is_ready, with_caddy, with_nginx
from tests.operations.test_proxies import create, give_order
from tests.servers import OwnPostgres

pytestmark = pytest.mark.drill

RATE = 70.0
"""Requests a second; on a busy machine as many of them as it manages."""

RESTARTS = 2
PLAYERS = 4


@pytest.fixture
def production(
    request: pytest.FixtureRequest, tmp_path: Path, own_postgres: OwnPostgres, redis_url: str
) -> Iterator[Production]:
    """One of the set-ups; web and live run."""
    database = own_postgres.create_database()
    found: Production = request.param(tmp_path, own_postgres, database, redis_url, "")
    try:
        found.prepare()
        for kind in ("web", "live"):
            found.start(kind)
        for address in (found.web, found.live):
            wait_until(lambda at=address: is_ready(at), f"{address} to be ready", every=0.1)
        yield found
    finally:
        found.clear_away()
        own_postgres.drop_database(database)


SET_UPS = [
    pytest.param(Units, Nginx, id="systemd-nginx", marks=with_nginx),
    pytest.param(Units, Caddy, id="systemd-caddy", marks=with_caddy),
    pytest.param(Compose, Caddy, id="compose", marks=[with_caddy, pytest.mark.soak]),
]


@pytest.mark.parametrize(("production", "before_it"), SET_UPS, indirect=["production"])
def test_no_request_is_dropped_and_no_order_given_twice(
    production: Production, before_it: type[Proxy], tmp_path: Path
) -> None:
    (tmp_path / "proxy").mkdir()
    proxy = before_it(tmp_path / "proxy", production.web, production.live)
    load = Load(proxy, threads=PLAYERS, rate=RATE)
    with running(proxy):
        with load.running():
            for _ in range(RESTARTS):
                time.sleep(1)
                production.stop("web")
                production.start("web")
                asked = load.asked
                wait_until(lambda n=asked: load.asked > n + 2 * PLAYERS, "players to go on")
        assert load.asked > 2 * PLAYERS * RESTARTS
        if isinstance(production, Compose):
            # Its socket closes with it. Who was waiting there is told so, as an order must not be
            # sent twice by a proxy that does not know whether it was carried out.
            assert load.wrong.keys() <= {"POST 502"}, load.wrong
            assert load.wrong.total() <= RESTARTS * PLAYERS
        else:
            assert not load.wrong, (load.wrong, load.asked, load.longest)
    # A game that was made twice would be one of which nobody was told.
    with psycopg.connect(production.url(None), autocommit=True) as connection:
        [[games]] = connection.execute("SELECT count(*) FROM games").fetchall()
    assert games == load.created


@pytest.mark.parametrize(("production", "before_it"), SET_UPS[:2], indirect=["production"])
def test_a_stream_is_taken_up_again_where_it_was(
    production: Production, before_it: type[Proxy], tmp_path: Path
) -> None:
    (tmp_path / "proxy").mkdir()
    proxy = before_it(tmp_path / "proxy", production.web, production.live)
    with running(proxy), client(proxy) as asking:
        game = create(asking).raise_for_status().json()
        at = f"/api/v1/games/{game['id']}/live"
        with asking.stream("GET", at) as stream:
            lines = stream.iter_lines()
            next(it for it in lines if it == "event: position")
            production.stop("live")
            given = give_order(asking, game)
        production.start("live")
        with asking.stream("GET", at, headers={"Last-Event-ID": str(given - 1)}) as stream:
            assert next(it for it in stream.iter_lines() if it.startswith("id: ")) == f"id: {given}"
