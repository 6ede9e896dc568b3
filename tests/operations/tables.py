"""Games over REST with real processes: who plays asks until answered, who looks comes back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx

from napoleon.rules.bots import RandomBot
from tests.patience import PATIENCE

SHOWN = ("", "/map", "/turns", "/journal?limit=5", "/log?limit=1", "/decisions")
"""What a player looks at after an order, by its address in the game."""

_AGAIN = 0.2
"""Seconds after which a request that was not answered is sent again."""

_NOT_NOW = {429, 502, 503}


class Stale(NamedTuple):
    """An answer that shows an older version than that of an order that had been answered."""

    path: str
    ordered: int
    shown: int


class Table(Thread):
    """A game of which one thread plays all seats that no bot has, and nobody else does."""

    def __init__(self, address: str, body: dict[str, Any], seed: int) -> None:
        super().__init__()
        self._http = httpx.Client(
            # A connection kept open would outlive the process that is killed.
            base_url=f"{address}/api/v1",
            headers={"Connection": "close"},
            timeout=PATIENCE,
            verify=False,
        )
        created = self._http.post("/games", json=body)
        assert created.status_code == 201, created.text
        self.has_bots = "bots" in body
        self.id: str = created.json()["id"]
        self.tokens = {it["seat"]: it["token"] for it in created.json()["seats"] if it.get("token")}
        self.accepted: dict[tuple[str, str], list[int]] = {}
        """By seat and key of an order that was answered 201: the versions of its events."""
        self.refused: list[str] = []
        """Answers to orders that were not accepted, but for those that a bot came before."""
        self.stale: list[Stale] = []
        self.asked_again = 0
        """How often nobody answered, or somebody that it cannot be answered now."""
        self.failed: list[BaseException] = []
        self.enough = Event()
        self._bot, self._seed = RandomBot(seed), seed

    def run(self) -> None:
        try:
            while not self.enough.is_set() and self._one_order():
                pass
        except BaseException as error:
            self.failed.append(error)

    def leave_webhooks(self, url: str) -> None:
        """Leave a webhook for each seat, whose address ends with its name."""
        for seat, token in self.tokens.items():
            body = {"url": f"{url}{self.id}/{seat}"}
            answer = self._ask("POST", "/webhooks", token, json=body)
            assert answer.status_code == 201, answer.text

    def _one_order(self) -> bool:
        """Answer a decision if there is one, and look at what comes of it; whether play goes on."""
        waits = False
        for seat, token in self.tokens.items():
            view = self._ask("GET", "/decisions", token).json()
            waits = bool(view["decisions"])
            mine = [it for it in view["decisions"] if it["seat"] == seat and it["offers"]]
            if mine:
                key = f"{self._seed}-{view['version']}"
                headers = {"If-Match": f'"{view["version"]}"', "Idempotency-Key": key}
                order = self._bot.choose(mine[0]["offers"])
                answer = self._ask("POST", "/orders", token, headers, json=order)
                if answer.status_code == 412 and self.has_bots:
                    return True
                if answer.status_code != 201:
                    self.refused.append(answer.text)
                    return False
                told = answer.json()
                self.accepted[seat, key] = [it["version"] for it in told["events"]]
                self._look(token, told["version"])
                return True
        self.enough.wait(_AGAIN)
        return waits

    def _look(self, token: str, ordered: int) -> None:
        for path in SHOWN:
            answer = self._ask("GET", path, token)
            assert answer.status_code == 200, answer.text
            found = re.match(r'(?:W/)?"(\d+)', answer.headers["ETag"])
            assert found is not None, answer.headers
            if int(found[1]) < ordered:
                self.stale.append(Stale(path, ordered, int(found[1])))

    def _ask(
        self, method: str, path: str, token: str, headers: dict[str, str] | None = None, **body: Any
    ) -> httpx.Response:
        """The answer, however often it has to be asked for."""
        sent = {"Authorization": f"Bearer {token}", **(headers or {})}
        at, why = f"/games/{self.id}{path}", ""
        for _ in range(round(PATIENCE / _AGAIN)):
            try:
                answer = self._http.request(method, at, headers=sent, **body)
            except httpx.TransportError as error:
                why = repr(error)
            else:
                if answer.status_code not in _NOT_NOW:
                    return answer
                why = answer.text
            self.asked_again += 1
            time.sleep(_AGAIN)
        raise AssertionError(f"{method} {at} is not answered: {why}")


class Listener(Thread):
    """Somebody who follows a game live from its beginning, and comes back whenever it ends."""

    def __init__(self, address: str, game: str, token: str) -> None:
        super().__init__(daemon=True)
        self._url = f"{address}/api/v1/games/{game}/live"
        self._headers = {"Authorization": f"Bearer {token}"}
        self.versions: list[int] = []
        """Versions of the events that it was told of, as they came."""
        self.came_back = -1
        self.enough = Event()

    def run(self) -> None:
        last = "0"
        while not self.enough.is_set():
            self.came_back += 1
            with suppress(httpx.TransportError):
                last = self._followed(last)
            self.enough.wait(_AGAIN)

    def _followed(self, last: str) -> str:
        headers = {**self._headers, "Last-Event-ID": last}
        number = kind = ""
        with httpx.stream(
            "GET", self._url, headers=headers, timeout=PATIENCE, verify=False
        ) as stream:
            if stream.status_code != 200:
                return last
            try:
                for line in stream.iter_lines():
                    name, _, value = line.partition(": ")
                    if name == "id":
                        number = value
                    elif name == "event":
                        kind = value
                    elif not line and number:
                        # Whole with the empty line after it.
                        last = number
                        if kind == "event":
                            self.versions.append(int(number))
                        number = kind = ""
                    if self.enough.is_set():
                        break
            except httpx.TransportError:
                pass
        return last


def all_of(threads: list[Any], do: Callable[[Any], object]) -> None:
    """Let each of them end, and wait for it."""
    for thread in threads:
        do(thread)
    for thread in threads:
        thread.join(PATIENCE)
