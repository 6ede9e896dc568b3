"""Players at a steady pace through a proxy, who count what was not answered as it should be."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import httpx

from tests.command_line.server import wait_until
from tests.operations.proxies import Proxy, client

GAME = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}


class Load:
    """Threads that each ask so many times a second; every third is a POST, and none has a key.

    A POST is an order, or in one of them a new game. What is sent twice would show: as a game that
    nobody was told of, or as an order that is refused though its sender was never answered.
    """

    def __init__(self, proxy: Proxy, *, threads: int, rate: float) -> None:
        self._proxy = proxy
        self._pause = threads / rate
        self._enough = Event()
        self.asked = 0
        self.wrong: Counter[str] = Counter()
        """What was not answered as it should be, by method and code or error."""
        self.longest = 0.0
        """Seconds that an answer took at most."""
        self.created = 0
        """Games that senders were told of, with those of the threads."""
        self._threads = [Thread(target=self._play, args=(it == 0,)) for it in range(threads)]

    @contextmanager
    def running(self) -> Iterator[None]:
        """While they ask."""
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._enough.set()
            for thread in self._threads:
                thread.join()

    def goes_on(self, count: int) -> None:
        """Return when so many more have been asked, however busy the machine is."""
        enough = self.asked + count
        wait_until(lambda: self.asked >= enough, f"{count} requests")

    def _play(self, creates: bool) -> None:
        with client(self._proxy) as asking:
            game = asking.post("/api/v1/games", json=GAME).raise_for_status().json()
            self.created += 1
            at = f"/api/v1/games/{game['id']}"
            tokens = {
                it["seat"]: {"Authorization": f"Bearer {it['token']}"} for it in game["seats"]
            }
            while not self._enough.is_set():
                self._ask(asking, "GET", f"{at}/map", headers=next(iter(tokens.values())))
                if creates:
                    made = self._ask(asking, "POST", "/api/v1/games", json=GAME)
                    self.created += made is not None
                else:
                    self._order(asking, at, tokens)

    def _order(self, asking: httpx.Client, at: str, tokens: dict[str, dict[str, str]]) -> None:
        for seat, token in tokens.items():
            view = self._ask(asking, "GET", f"{at}/decisions", headers=token)
            if view is None:
                return
            legal_orders = [
                offer
                for decision in view["decisions"]
                for offer in (decision["offers"] or ())
                if decision["seat"] == seat
            ]
            if legal_orders:
                headers = {**token, "If-Match": f'"{view["version"]}"'}
                self._ask(asking, "POST", f"{at}/orders", json=legal_orders[0], headers=headers)
                return

    def _ask(self, asking: httpx.Client, method: str, path: str, **more: Any) -> Any:
        """Ask once and wait for the pace; the body, or None if the answer was no success."""
        begun = time.monotonic()
        self.asked += 1
        try:
            answer = asking.request(method, path, **more)
        except httpx.TransportError as error:
            self.wrong[f"{method} {type(error).__name__}"] += 1
            answer = None
        took = time.monotonic() - begun
        self.longest = max(self.longest, took)
        self._enough.wait(max(0.0, self._pause - took))
        if answer is not None and answer.is_success:
            return answer.json()
        if answer is not None:
            self.wrong[f"{method} {_code(answer)}"] += 1
        return None


def _code(answer: httpx.Response) -> str:
    """Status and code of a refusal; what a proxy refuses by itself has no code."""
    problem = answer.headers.get("Content-Type", "").startswith("application/problem+json")
    return f"{answer.status_code} {answer.json()['code'] if problem else ''}".strip()
