"""A game of five by REST alone, each of whom reads nothing but what their own seat is answered.

The worker is killed four times meanwhile, and the whole service once with an order under way.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.command_line.conftest import Shell
from tests.command_line.server import Server, wait_until
from tests.patience import PATIENCE

SEATS = ("fr", "gb", "ru", "au", "pr")
VIEWS = ("map", "order-of-battle", "victory-track", "hand")

WORKER_DIES, SERVICE_DIES = (10, 40, 60, 80), 50
"""After how many requests something is killed."""


class Client:
    """Who sits at one seat, with its token and nothing else."""

    def __init__(self, address: str, game: str, seat: str, token: str) -> None:
        self.seat = seat
        self._random = Random(seat)
        self._game = f"{address}/api/v1/games/{game}"
        self._http = httpx.Client(
            # A connection kept open would outlive the server that is killed.
            headers={"Authorization": f"Bearer {token}", "Connection": "close"},
            timeout=PATIENCE,
            verify=False,
        )
        self.carried_out: dict[str, dict[str, Any]] = {}
        """By the key of a request what was answered to it."""
        self.sets = 0
        """Requests of which more orders than one were carried out."""
        self._seen: dict[tuple[str, int], bytes] = {}

    def asked(self) -> tuple[int, list[dict[str, Any]]]:
        """The version, and what this seat may order now."""
        view = self.get("decisions").json()
        for decision in view["decisions"]:
            assert (decision["seat"] == self.seat) or not decision["offers"], decision
        mine = [it for it in view["decisions"] if it["seat"] == self.seat]
        return view["version"], mine[0]["offers"] if mine else []

    def request(self, version: int, offers: list[dict[str, Any]]) -> httpx.Request:
        """An order that is offered, and in the same request how what it begins may end.

        Who may bring peace nearer does, so that no game takes an hour.
        """
        verbs = sorted({it["order"] for it in offers} - {"try_early_winter"})
        verb = self._random.choice(verbs)
        peace = [it for it in offers if it["order"] == "change_peace" and it["by"] == 1]
        order = self._random.choice(peace or [it for it in offers if it["order"] == verb])
        ends = [it for it in offers if it["order"].startswith(("end_", "keep_", "halt"))]
        body = {"orders": [order, *ends[:1]]} if order not in ends else order
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": f"{self.seat}-{version}"}
        return self._http.build_request("POST", f"{self._game}/orders", json=body, headers=headers)

    def send(self, request: httpx.Request) -> None:
        """Send a request, for the first time or again: its first order is carried out once."""
        answer = self._http.send(request)
        assert answer.status_code == 201, answer.text
        accepted = answer.json()
        key = request.headers["Idempotency-Key"]
        assert self.carried_out.setdefault(key, accepted) == accepted
        self.sets += accepted["carried_out"] > 1

    def look(self) -> None:
        """Look at all views of the own seat, and keep them."""
        for name in VIEWS:
            answer = self.get(name)
            self._seen[name, answer.json()["version"]] = answer.content
        hands = self.get("hand").json()["hands"]
        assert {it["commander"] for it in hands if it["cards"]} <= {self.seat}

    def sees_what_it_saw(self) -> int:
        """Each view of an earlier version is what it was; how many there are."""
        for (name, version), content in self._seen.items():
            assert self.get(name, at=version).content == content, (self.seat, name, version)
        return len(self._seen)

    def log(self) -> list[dict[str, Any]]:
        """All events as this seat may see them."""
        found: list[dict[str, Any]] = []
        after: int | None = 0
        while after is not None:
            page = self.get("log", after=after, limit=1000).json()
            found += page["events"]
            after = page["next"]
        return found

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self._http.get(f"{self._game}/{path}".rstrip("/"), params=query).raise_for_status()


class Club:
    """Five clients of a service of their own, which is killed and started again at its port."""

    def __init__(self, home: Path) -> None:
        self._env = {"NAPOLEON_HOME": str(home), "NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL"}
        self.server = Server(self._env).listens()
        body = {"ruleset": "napoleonic_wars", "scenario": "1805", "options": {"players": 5}}
        answer = httpx.post(
            f"{self.server.address}/api/v1/games", json=body, timeout=PATIENCE, verify=False
        )
        created = answer.raise_for_status().json()
        self.game = created["id"]
        tokens = {it["seat"]: it["token"] for it in created["seats"]}
        assert tuple(tokens) == SEATS
        self.clients = [
            Client(self.server.address, self.game, seat, token) for seat, token in tokens.items()
        ]

    def kill_worker(self) -> None:
        """Kill the worker; the service starts another one."""
        wait_until(lambda: "worker" in self.server.children(), "a worker")
        os.kill(self.server.children()["worker"], signal.SIGKILL)

    def kill_with(self, client: Client, request: httpx.Request) -> None:
        """Kill all of the service while a request is under way, which is sent again later."""
        with ThreadPoolExecutor(1) as threads:
            sent: Future[None] = threads.submit(client.send, request)
            self.server.end(signal.SIGKILL, group=True)
            assert isinstance(sent.exception(), httpx.TransportError | None)
        self.server.clear_away()
        self.server = Server(self._env, self.server.port).listens()
        client.send(request)

    def play(self, most: int | None) -> int:
        """Play so many requests, by default to the end; how many there were."""
        requests = 0
        while most is None or requests < most:
            before = requests
            for client in self.clients:
                version, offers = client.asked()
                if not offers:
                    continue
                if len(client.carried_out) % 10 == 0:
                    client.look()
                request = client.request(version, offers)
                requests += 1
                if requests == SERVICE_DIES:
                    self.kill_with(client, request)
                else:
                    client.send(request)
                if requests in WORKER_DIES:
                    self.kill_worker()
            if requests == before:
                break
        return requests


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path)
    yield club
    club.server.clear_away()


def _each_order_is_there_once(client: Client, log: list[dict[str, Any]]) -> None:
    """What this seat has ordered is what its requests were answered, order by order."""
    mine = [it["version"] for it in log if it["type"] == "order_given" and it["by"] == client.seat]
    answers = client.carried_out.values()
    given = [[it["version"] for it in a["events"] if it["type"] == "order_given"] for a in answers]
    assert [len(it) for it in given] == [a["carried_out"] for a in answers]
    assert [version for versions in given for version in versions] == mine


def _checked(club: Club) -> None:
    """What was seen stays as it was, no order is lost or doubled, and the record holds."""
    logs = [client.log() for client in club.clients]
    for client, log in zip(club.clients, logs, strict=True):
        assert [it["version"] for it in log] == list(range(1, len(log) + 1))
        _each_order_is_there_once(client, log)
        assert client.sees_what_it_saw()
    assert len({tuple(it["type"] for it in log) for log in logs}) == 1


def test_five_begin_by_rest_while_a_worker_is_killed(club: Club) -> None:
    assert club.play(25) >= 25
    _checked(club)


@pytest.mark.soak
def test_five_play_a_whole_game_by_rest_while_processes_are_killed(
    club: Club, tmp_path: Path
) -> None:
    assert club.play(None) > max(WORKER_DIES)
    _checked(club)
    assert any(client.sets for client in club.clients)
    told = [client.get("").json() for client in club.clients]
    assert {it["status"] for it in told} == {"over"}
    [result] = {str(it["result"]) for it in told}
    assert "None" not in result
    for client in club.clients:
        saved = tmp_path / f"{client.seat}.zip"
        saved.write_bytes(client.get("bundle").content)
        Shell(tmp_path / "none").run("verify", str(saved))
