"""A seat of a game on a server, as a program sees it."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec

from napoleon.rules.bots import Bot
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import to_data
from napoleon.rules.structs import one_of
from napoleon.rules.terms import VIEWS, Decision


class Player:
    """A bot that holds the token of one seat: it knows what the API tells the seat, and no more."""

    def __init__(
        self, http: httpx.Client, game: str, seat: str, token: str, rules: Ruleset, bot: Bot
    ) -> None:
        self.seat = seat
        self._rules = rules
        self.bot = bot
        self._http = http
        self._game = f"/api/v1/games/{game}"
        self._holder = {"Authorization": f"Bearer {token}"}

    def look(self, view: str, **query: Any) -> httpx.Response:
        """A view of the game as this seat sees it."""
        answer = self._http.get(
            f"{self._game}/{view}".rstrip("/"), params=query, headers=self._holder
        )
        answer.raise_for_status()
        return answer

    def boards(self) -> Any:
        """The four boards as this seat sees them now, as the ruleset has them."""
        served = {name: self.look(name).json() for name in VIEWS}
        return msgspec.convert(served, self._rules.views_type)

    def play_while_asked(self) -> int:
        """Answer every decision of this seat; returns how many orders that took."""
        orders = 0
        while mine := self._open_decisions():
            version, asked = mine
            legal_orders = [one_of(self._rules.verbs, it) for it in asked["offers"]]
            checked = [it["verb"] for it in asked.get("checked", ())]
            decision = msgspec.convert({**asked, "checked": checked}, Decision)
            answer = self._http.post(
                f"{self._game}/orders",
                json=to_data(self.bot.choose(self.boards(), decision, legal_orders)),
                headers={
                    **self._holder,
                    "If-Match": f'"{version}"',
                    "Idempotency-Key": f"{self.seat}-{version}",
                },
            )
            answer.raise_for_status()
            orders += 1
        return orders

    def _open_decisions(self) -> tuple[int, dict[str, Any]] | None:
        view = self.look("decisions").json()
        mine = [d for d in view["decisions"] if d["seat"] == self.seat]
        return (view["version"], mine[0]) if mine else None
