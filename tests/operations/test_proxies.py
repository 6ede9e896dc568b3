"""The proxies of ``deploy/``: each is understood by its program, and does what it has to do."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.operations.formation import Formation, migrate
from tests.operations.proxies import Caddy, Nginx, Proxy, caddy, checked, client, nginx, running

NOWHERE = "http://127.0.0.1:9"

MOST_GAMES = 2

ADDRESSES = {Nginx: ("127.0.0.2", "127.0.0.3"), Caddy: ("127.0.0.4", "127.0.0.5")}
"""Of clients that have asked for nothing before."""

WITHOUT_EVENTS = 10
"""Seconds, less than lie between two signs of life of a stream that nothing happens in."""

with_nginx = pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
with_caddy = pytest.mark.skipif(caddy() is None, reason="Caddy is not installed")

EACH = [
    pytest.param(Nginx, id="nginx", marks=with_nginx),
    pytest.param(Caddy, id="caddy", marks=with_caddy),
]


@pytest.mark.parametrize("kind", EACH)
def test_its_program_understands_the_configuration(kind: type[Proxy], tmp_path: Path) -> None:
    said = checked(kind(tmp_path, NOWHERE, NOWHERE))
    assert said.returncode == 0, said.stdout + said.stderr


@with_caddy
def test_caddy_is_told_to_wait_for_slow_clients_in_words_of_its_release(tmp_path: Path) -> None:
    said = subprocess.run([str(caddy()), "version"], capture_output=True, text=True, check=True)
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", said.stdout)
    if found is None:
        pytest.skip(f"This Caddy does not tell its release: {said.stdout}")
    release = tuple(map(int, found.groups()))
    known = {"unbuffered": True, "buffered": release >= (2, 6, 4), "buffered_2_6": release < (2, 8)}
    for buffers, is_known in known.items():
        proxy = Caddy(tmp_path, NOWHERE, NOWHERE)
        proxy.buffers = buffers
        assert (checked(proxy).returncode == 0) is is_known, buffers


@pytest.fixture(scope="module")
def formation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Formation]:
    """The web and the live process, which trust one proxy."""
    folder = tmp_path_factory.mktemp("formation")
    env = {
        "NAPOLEON_HOME": str(folder / "home"),
        "TRUSTED_PROXIES": "1",
        "WEB_CONCURRENCY": "1",
        "NAPOLEON_LIMITS": f"create={MOST_GAMES}/hour",
    }
    migrate(env)
    formation = Formation(env, folder / "scratch", "web", "live")
    try:
        formation.wait_until_ready(formation.web, formation.live)
        yield formation
    finally:
        formation.clear_away()


@pytest.fixture(scope="module", params=EACH)
def proxy(
    request: pytest.FixtureRequest, formation: Formation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """A proxy that runs before them."""
    folder = tmp_path_factory.mktemp("proxy")
    found: Proxy = request.param(folder, formation.web, formation.live)
    with running(found):
        yield found


def create(asking: httpx.Client, **headers: str) -> httpx.Response:
    body = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
    return asking.post("/api/v1/games", json=body, headers=headers)


def give_order(asking: httpx.Client, game: dict[str, Any]) -> int:
    """Let somebody give an order that is offered; the version of the first event of it."""
    path = f"/api/v1/games/{game['id']}"
    for seat in game["seats"]:
        token = {"Authorization": f"Bearer {seat['token']}"}
        view = asking.get(f"{path}/decisions", headers=token)
        legal_orders = [
            it for decision in view.json()["decisions"] for it in decision["offers"] or ()
        ]
        if legal_orders:
            headers = {**token, "If-Match": view.headers["ETag"]}
            given = asking.post(f"{path}/orders", json=legal_orders[0], headers=headers)
            assert given.status_code == 201, given.text
            return int(view.json()["version"]) + 1
    raise AssertionError("nobody has to decide anything")


def test_browsers_are_spoken_to_in_http_2_and_told_of_events_at_once(proxy: Proxy) -> None:
    with client(proxy) as asking:
        created = create(asking)
        assert (created.status_code, created.http_version) == (201, "HTTP/2")
        game = created.json()
        assert game["seats"][0]["link"].startswith(proxy.address)
        path = f"/api/v1/games/{game['id']}"
        with asking.stream("GET", f"{path}/live", timeout=WITHOUT_EVENTS) as stream:
            assert (stream.status_code, stream.http_version) == (200, "HTTP/2")
            assert "Content-Encoding" not in stream.headers
            lines = stream.iter_lines()
            next(it for it in lines if it == "event: position")
            # By the same connection: a stream is no hindrance.
            given = give_order(asking, game)
            assert next(it for it in lines if it.startswith("id: ")) == f"id: {given}"
        view = asking.get(f"{path}/map")
        assert view.headers["Content-Encoding"] == "gzip"
        assert view.headers["ETag"] == f'"{view.json()["version"]}"'


def test_clients_are_told_apart_whatever_they_say_of_themselves(proxy: Proxy) -> None:
    """The address that counts is the one that the proxy has written down."""
    one_at, other_at = ADDRESSES[type(proxy)]
    with client(proxy, one_at) as one, client(proxy, other_at) as other:
        claims = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(MOST_GAMES + 1)]
        statuses = [create(one, **claim).status_code for claim in claims]
        assert statuses == [201] * MOST_GAMES + [429]
        assert create(other).status_code == 201
