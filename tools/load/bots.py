"""Bots as clients: each plays both seats of a game of its own, one order after the other."""

from __future__ import annotations

import http.client
import time
from collections import defaultdict
from random import Random
from typing import Any
from urllib.parse import urlsplit

import gevent
import msgspec
from gevent.pool import Pool

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
        self.tables: list[tuple[str, dict[str, str]]] = []
        """The games, with the tokens of their seats."""
        self.orders: list[float] = []
        """Seconds that each accepted order took, from sending it to its answer."""
        self.reads: list[float] = []
        """Seconds that each look at the open decisions took."""
        self.accepted = defaultdict[str, set[tuple[str, str]]](set)
        """Seat and key of each accepted order, by its game."""
        self.failures: list[tuple[int, str]] = []
        """Status and code of every answer that was not as it should be."""

    def create_games(self) -> None:
        """Set up the games."""
        client = Client(self._address)
        for _ in range(self._games):
            body = {"ruleset": RULESET, "scenario": SCENARIO}
            status, game, _ = client.ask("POST", "/games", body=body)
            assert status == http.client.CREATED, game
            self.tables.append((game["id"], {it["seat"]: it["token"] for it in game["seats"]}))

    def leave_webhooks(self, url: str) -> None:
        """Let a seat of each game be told at `url`, with the id of the game."""
        client = Client(self._address)
        for game, tokens in self.tables:
            body, token = {"url": f"{url}{game}"}, next(iter(tokens.values()))
            status, answer, _ = client.ask("POST", f"/games/{game}/webhooks", token, body)
            assert status == http.client.CREATED, answer

    def play_orders(self, count: int, at_once: int, random: Random) -> float:
        """Give so many orders in games chosen at random; returns how many seconds that took.

        In a game one is given after the other, as many games at a time as are played `at_once`.
        """
        started = time.monotonic()
        left, idle = count, [*range(len(self.tables))]
        bots = [RandomBot(number) for number in range(len(self.tables))]
        clients = [Client(self._address) for _ in range(at_once)]

        def play(number: int) -> None:
            client = clients.pop()
            is_played = self._one_order(client, bots[number], *self.tables[number])
            clients.append(client)
            if is_played:
                idle.append(number)

        pool = Pool(at_once)
        while left and (idle or len(pool)):
            pool.wait_available()
            if not idle:
                gevent.sleep(0.01)
                continue
            number = idle.pop(random.randrange(len(idle)))
            left -= 1
            pool.spawn(play, number)
        pool.join(raise_error=True)
        return time.monotonic() - started

    def play(self, seconds: float) -> float:
        """Let every bot play; returns how many seconds it took in the end."""
        started = time.monotonic()
        deadline = started + seconds
        bots = [
            gevent.spawn(self._play, number, *table, deadline)
            for number, table in enumerate(self.tables)
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
                self._give(
                    client, game, seat, token, bot.choose(mine[0]["offers"]), view["version"]
                )
                return True
        return False

    def _give(
        self, client: Client, game: str, seat: str, token: str, order: Any, version: int
    ) -> None:
        path, key = f"/games/{game}/orders", str(version)
        sent = {"If_Match": f'"{version}"', "Idempotency_Key": key}
        status, answer, taken = client.ask("POST", path, token, order, **sent)
        if status == http.client.CREATED:
            self.accepted[game].add((seat, key))
            self.orders.append(taken)
        else:
            self.failures.append((status, answer.get("code", "")))
