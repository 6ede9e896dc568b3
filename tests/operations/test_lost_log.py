"""A log that has lost events which had been drawn: nothing heals itself out of sight.

A page of the write-ahead log that the disk has lost makes SQLite open a shorter log, and says
nothing. What was drawn from the log is the last witness of what it held.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from napoleon.log.store.home import LOG
from napoleon.rules.bots import RandomBot
from tests.command_line.conftest import Shell
from tests.command_line.server import Server, fetched

PAGE = 4096


@contextmanager
def serving(shell: Shell) -> Iterator[Server]:
    server = Server({**shell.env, "NAPOLEON_LIMITS": "off"}).listens()
    try:
        yield server
    finally:
        server.clear_away()


class Player:
    """Who has all tokens of a game, and plays it over HTTP."""

    def __init__(self, address: str) -> None:
        self.address = f"{address}/api/v1"
        body = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
        made = self.post("/games", body).json()
        self.id = made["id"]
        self.tokens = {it["seat"]: it["token"] for it in made["seats"]}
        self._bot = RandomBot(7)

    def post(self, path: str, body: Any, seat: str = "", **headers: str) -> httpx.Response:
        if seat:
            headers["Authorization"] = f"Bearer {self.tokens[seat]}"
        return httpx.post(self.address + path, json=body, headers=headers, timeout=60)

    def order(self) -> httpx.Response:
        """What comes of the next order."""
        for seat in ("french", "allied"):
            path = f"{self.address}/games/{self.id}/decisions"
            asked = fetched(path, Authorization=f"Bearer {self.tokens[seat]}").json()
            for decision in asked["decisions"]:
                if decision["seat"] == seat:
                    offer = self._bot.choose(decision["offers"])
                    newest = {"If-Match": f'"{asked["version"]}"'}
                    return self.post(f"/games/{self.id}/orders", offer, seat, **newest)
        raise AssertionError("nobody is asked anything")

    def version(self) -> int:
        answer = fetched(f"{self.address}/games/{self.id}")
        return int(answer.json()["version"]) if answer.status_code == 200 else 0


def lose_a_page(log: Path) -> None:
    """Zero 4 KiB in the middle of the write-ahead log, as a disk may after a power cut."""
    wal = log.with_name(f"{log.name}-wal")
    size = wal.stat().st_size
    assert size > 8 * PAGE, "there is something to lose"
    with wal.open("r+b") as file:
        file.seek(size // 2)
        file.write(bytes(PAGE))


def test_a_lost_wal_is_told_and_not_healed_out_of_sight(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    with serving(shell) as server:
        players = [Player(server.address) for _ in range(4)]
        for player in players:
            for _ in range(5):
                assert player.order().status_code == 201
        server.wait_until_drawn()
        recorded = server.health()["recorded"]
        server.end(signal.SIGKILL, group=True)

    print({p.name: p.stat().st_size for p in shell.home.iterdir()})
    lose_a_page(shell.home / LOG)
    with serving(shell) as server:
        import time

        time.sleep(4)
        print(recorded, server.health())
        assert server.health()["drawn"] == recorded
