"""Two web servers on one log, and fifty writers who all want the same move."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx
import pytest

from napoleon.play.games import Games
from napoleon.rulesets.napoleon1815 import RULES
from projections.store import open_views
from tests.patience import PATIENCE
from tests.repetitions import so_many

ROOT = Path(__file__).parents[2]
WRITERS = 50
MOVES = so_many(2, 5)


def serving(listener: socket.socket, env: dict[str, str]) -> subprocess.Popen[bytes]:
    """A web server of one worker, as a service would run it."""
    bind = f"fd://{listener.fileno()}"
    settings = ("--config", "python:api.server.web_settings", "--workers", "1", "--bind", bind)
    return subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *settings, "api.wsgi:app"],
        cwd=ROOT,
        env={**os.environ, **env, "CREATE_TABLE": "no", "NAPOLEON_LIMITS": "off"},
        pass_fds=[listener.fileno()],
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def addresses(log_env: dict[str, str]) -> Iterator[list[str]]:
    """The addresses of two web servers on the same log."""
    Games(log_env, rulesets={}).close()
    open_views(log_env)
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    servers = [serving(listener, log_env) for listener in listeners]
    yield [f"http://127.0.0.1:{listener.getsockname()[1]}/api/v1" for listener in listeners]
    for server in servers:
        server.terminate()
    for server, listener in zip(servers, listeners, strict=True):
        server.wait(timeout=PATIENCE)
        listener.close()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("moves", MOVES)
def test_one_of_fifty_moves_and_all_others_are_told(
    addresses: list[str], log_env: dict[str, str], moves: int
) -> None:
    clients = [
        httpx.Client(base_url=address, timeout=PATIENCE, verify=False) for address in addresses
    ]
    body = {"ruleset": RULES.name, "scenario": RULES.scenarios[0].id}
    created = clients[0].post("/games", json=body).raise_for_status().json()
    game_id = created["id"]
    tokens = {seat["seat"]: seat["token"] for seat in created["seats"]}
    path = f"/games/{game_id}"
    barrier = Barrier(WRITERS)
    accepted: list[Any] = []

    def write(writer: int, version: int, seat: str, order: dict[str, Any]) -> httpx.Response:
        headers = {"Authorization": f"Bearer {tokens[seat]}", "If-Match": f'"{version}"'}
        barrier.wait()
        return clients[writer % 2].post(f"{path}/orders", json=order, headers=headers)

    with ThreadPoolExecutor(WRITERS) as pool:
        for _ in range(moves):
            now = clients[0].get(path).json()
            seat = now["waiting_for"][0]
            headers = {"Authorization": f"Bearer {tokens[seat]}"}
            view = clients[1].get(f"{path}/decisions", headers=headers).json()
            order = next(it for it in view["decisions"] if it["seat"] == seat)["offers"][0]
            asked = [pool.submit(write, n, now["version"], seat, order) for n in range(WRITERS)]
            answers = [each.result() for each in asked]
            assert sorted(it.status_code for it in answers) == [201] + [412] * (WRITERS - 1)
            [won] = [it.json() for it in answers if it.status_code == 201]
            versions = list(range(now["version"] + 1, won["version"] + 1))
            assert [event["version"] for event in won["events"]] == versions
            told = {it.json()["version"] for it in answers if it.status_code == 412}
            assert told == {won["version"]}
            accepted.append(won)
    for client in clients:
        client.close()

    with Games({**log_env, "CREATE_TABLE": "no"}, rulesets={RULES.name: RULES}) as games:
        events = games.history(game_id)
    assert [event.version for event in events] == list(range(1, accepted[-1]["version"] + 1))
    answered = [event["order_id"] for answer in accepted for event in answer["events"]]
    assert [event.order_id for event in events[created["version"] :]] == answered
    assert len({order_id for order_id in answered if order_id}) == moves
    assert not any(event.order_id for event in events[: created["version"]])
