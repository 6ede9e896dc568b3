"""Bots as clients: each plays both seats of a game of its own, one order after the other."""

from __future__ import annotations

import http.client
import time
from typing import Any
from urllib.parse import urlsplit

import gevent
import msgspec

from napoleon.rules.bots import RandomBot

RULESET = "napoleon1815"
SCENARIO = "historical_invasion"

TIMEOUT = 30.0
"""Seconds within which the service has to answer."""


class Client:
    """A connection that is kept open, as a browser's is."""

    def __init__(self, address: str) -> None:
        at = urlsplit(address)
        self._connection = http.client.HTTPConnection(str(at.hostname), at.port, timeout=TIMEOUT)

    def ask(self, method: str, path: str, token: str = "", body: Any = None, **headers: str) -> Any:
        """The status and decoded body of an answer, and how many seconds it took."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        data = None if body is None else msgspec.json.encode(body)
        started = time.perf_counter()
        try:
            self._connection.request(method, f"/api/v1{path}", data, sent)
            answer = self._connection.getresponse()
            text = answer.read()
        except http.client.RemoteDisconnected:
            # A server that keeps no connection open closes it between two requests.
            self._connection.close()
            self._connection.request(method, f"/api/v1{path}", data, sent)
            answer = self._connection.getresponse()
            text = answer.read()
        taken = time.perf_counter() - started
        return answer.status, msgspec.json.decode(text), taken


class Bots:
    """All bots, and what they have seen."""

    def __init__(self, address: str, games: int, rate: float) -> None:
        self._address = address
        self._games = games
        self._pause = games / rate if rate else 0.0
        self._tables: list[tuple[str, dict[str, str]]] = []
        self.orders: list[float] = []
        """Seconds that each accepted order took, from sending it to its answer."""
        self.reads: list[float] = []
        """Seconds that each look at the open decisions took."""
        self.failures: list[tuple[int, str]] = []
        """Status and code of every answer that was not as it should be."""

    def create_games(self) -> None:
        """Set up the games."""
        client = Client(self._address)
        for _ in range(self._games):
            body = {"ruleset": RULESET, "scenario": SCENARIO}
            status, game, _ = client.ask("POST", "/games", body=body)
            assert status == http.client.CREATED, game
            self._tables.append((game["id"], {it["seat"]: it["token"] for it in game["seats"]}))

    def play(self, seconds: float) -> float:
        """Let every bot play; returns how many seconds it took in the end."""
        started = time.monotonic()
        deadline = started + seconds
        bots = [
            gevent.spawn(self._play, number, *table, deadline)
            for number, table in enumerate(self._tables)
        ]
        gevent.joinall(bots, raise_error=True)
        return time.monotonic() - started

    def _play(self, number: int, game: str, tokens: dict[str, str], deadline: float) -> None:
        client, bot = Client(self._address), RandomBot(number)
        turn = time.monotonic() + self._pause * number / self._games
        while time.monotonic() < deadline:
            if self._pause:
                gevent.sleep(max(0.0, turn - time.monotonic()))
                turn += self._pause
            if not self._one_order(client, bot, game, tokens):
                return

    def _one_order(self, client: Client, bot: RandomBot, game: str, tokens: dict[str, str]) -> bool:
        """Give one order; returns whether there was one to give."""
        for seat, token in tokens.items():
            status, view, taken = client.ask("GET", f"/games/{game}/decisions", token)
            self.reads.append(taken)
            if status != http.client.OK:
                self.failures.append((status, view.get("code", "")))
                continue
            mine = [it for it in view["decisions"] if it["seat"] == seat]
            if mine:
                self._give(client, game, token, bot.choose(mine[0]["offers"]), view["version"])
                return True
        return False

    def _give(self, client: Client, game: str, token: str, order: Any, version: int) -> None:
        path, if_match = f"/games/{game}/orders", f'"{version}"'
        status, answer, taken = client.ask("POST", path, token, order, If_Match=if_match)
        if status == http.client.CREATED:
            self.orders.append(taken)
        else:
            self.failures.append((status, answer.get("code", "")))
