"""A desk to play the API from: a client, and games of the toy ruleset with their tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from napoleon.play.games import Games
from napoleon.rules.events import REFEREE
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import ArmyView
from projections.store import ViewStore
from tests.toy import SEATS, State, Toy, ToyViews

V1 = "/api/v1"

VIEWS = ("map", "order-of-battle", "victory-track", "hand", "decisions")


class Army(ArmyView, kw_only=True):
    """The cards of a seat."""

    visible: bool
    hidden_by: str | None
    units: list[dict[str, int]]


class ToyWithArmies(Toy):
    """The toy game, in which each side sees the order of battle of its own army only."""

    def view(self, state: State, reader: Viewer) -> ToyViews:
        views = super().view(state, reader)
        armies = []
        for army in SEATS:
            visible = reader.seat in (army, REFEREE) or state.result is not None
            units = [{"id": card} for card in state.hands[army]] if visible else []
            hidden_by = None if visible else "SETUP"
            armies.append(Army(army=army, visible=visible, hidden_by=hidden_by, units=units))
        views.order_of_battle.armies = armies
        return views


def counting() -> Callable[[int], bytes]:
    """Entropy that is the same every time: the numbers from 0, high byte last."""
    numbers = count()
    return lambda length: next(numbers).to_bytes(length, "little")


@dataclass
class Desk:
    """The service and its stores."""

    app: Flask
    games: Games
    views: ViewStore
    catch_up: Callable[[], object]
    """Lets the read models catch up with the log."""

    def call(
        self,
        method: str,
        path: str,
        token: str | None = None,
        *,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        **options: Any,
    ) -> TestResponse:
        """Call `path` under the API with `token`; `body` is sent as JSON."""
        # Else each answer has an id of its own, and none is like another.
        sent = {"X-Request-Id": "0123456789abcdef", **(headers or {})}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            options["json"] = body
        answer = self.app.test_client().open(V1 + path, method=method, headers=sent, **options)
        if answer.status_code == 201:
            assert "Napoleon-Receipt" in answer.headers, "what is recorded is signed for"
        return answer

    def get(self, path: str, token: str | None = None, **options: Any) -> TestResponse:
        return self.call("GET", path, token, **options)

    def table(self, **options: Any) -> Table:
        """A new game of the toy ruleset."""
        answer = self.call(
            "POST", "/games", body={"ruleset": "toy", "scenario": "short", **options}
        )
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json)

    def recorded(self) -> int:
        """How many events the log holds."""
        return self.games.recorder.max_notification_id() or 0


@dataclass
class Table:
    """A game as it was answered when it was set up."""

    desk: Desk
    created: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.created["id"])

    @property
    def version(self) -> int:
        return int(self.get().json["version"])

    @property
    def seats(self) -> list[str]:
        """The seats, in the order of the game."""
        return [str(it["seat"]) for it in self.created["seats"]]

    def token(self, holder: str | None) -> str | None:
        """The token of a seat, of the ``referee``, or None for a spectator."""
        if holder is None:
            return None
        if holder == REFEREE:
            return str(self.created["referee"]["token"])
        return next(str(s["token"]) for s in self.created["seats"] if s["seat"] == holder)

    def get(self, path: str = "", seat: str | None = None, **options: Any) -> TestResponse:
        """Read under the game's address as `seat`."""
        return self.desk.get(f"/games/{self.id}{path}", self.token(seat), **options)

    def post(self, path: str, seat: str | None, body: Any = None, **options: Any) -> TestResponse:
        """Send `body` to an address under the game's as `seat`, upon whichever version."""
        headers = {"If-Match": "*", **options.pop("headers", {})}
        return self.desk.call(
            "POST",
            f"/games/{self.id}{path}",
            self.token(seat),
            body=body,
            headers=headers,
            **options,
        )

    def delete(self, path: str, seat: str | None) -> TestResponse:
        """Withdraw or erase what is at an address under the game's, as `seat`."""
        return self.desk.call("DELETE", f"/games/{self.id}{path}", self.token(seat))

    def order(
        self, seat: str | None, body: Any, match: str | None = "*", key: str | None = None
    ) -> TestResponse:
        """Give an order, or whatever `body` is, as `seat`."""
        headers = {"If-Match": match, "Idempotency-Key": key}
        return self.desk.call(
            "POST",
            f"/games/{self.id}/orders",
            self.token(seat),
            body=body,
            headers={name: value for name, value in headers.items() if value is not None},
        )

    def legal_orders(self, seat: str) -> list[dict[str, Any]]:
        """What `seat` may order now; empty if it has nothing to decide."""
        decisions = self.get("/decisions", seat).json["decisions"]
        return next((d["offers"] for d in decisions if d["seat"] == seat), [])

    def play_turn(self, after_each: Callable[[], object] = lambda: None) -> None:
        """Play to the next turn, or the end: everybody takes the first offer he has."""
        turn = self.get().json["turn"]
        while (now := self.get().json)["turn"] == turn and now["waiting_for"]:
            seat = now["waiting_for"][0]
            answer = self.order(seat, self.legal_orders(seat)[0], f'"{now["version"]}"')
            assert answer.status_code == 201, answer.text
            after_each()

    def play_out(self, after_each: Callable[[], object] = lambda: None) -> None:
        """Play to the end of the game."""
        while self.get().json["status"] == "running":
            self.play_turn(after_each)
