"""A seat of a game on a server, as a program sees it."""

from __future__ import annotations

from typing import Any

import httpx

from napoleon.rules.bots import RandomBot

TIMEOUT = 30
"""Seconds that a busy machine may take to answer."""


class Player:
    """A bot that holds the token of one seat and plays what the API offers it."""

    def __init__(self, address: str, game: str, seat: str, token: str, bot: RandomBot) -> None:
        self.seat = seat
        self._bot = bot
        self._game = f"/api/v1/games/{game}"
        self._http = httpx.Client(
            base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=TIMEOUT
        )

    def look(self, view: str, **query: Any) -> httpx.Response:
        """A view of the game as this seat sees it."""
        answer = self._http.get(f"{self._game}/{view}".rstrip("/"), params=query)
        answer.raise_for_status()
        return answer

    def play_while_asked(self) -> int:
        """Answer every decision of this seat; returns how many orders that took."""
        orders = 0
        while mine := self._open_decisions():
            version, decision = mine
            answer = self._http.post(
                f"{self._game}/orders",
                json=self._bot.choose(decision["offers"]),
                headers={"If-Match": f'"{version}"', "Idempotency-Key": f"{self.seat}-{version}"},
            )
            answer.raise_for_status()
            orders += 1
        return orders

    def _open_decisions(self) -> tuple[int, dict[str, Any]] | None:
        view = self.look("decisions").json()
        mine = [d for d in view["decisions"] if d["seat"] == self.seat]
        return (view["version"], mine[0]) if mine else None
