"""A desk to play the API from: a client, and a game of the toy ruleset with its tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from napoleon.games import Games
from projections.store import ViewStore

V1 = "/api/v1"


@dataclass
class Desk:
    """The service and its stores."""

    app: Flask
    games: Games
    views: ViewStore

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
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            options["json"] = body
        return self.app.test_client().open(V1 + path, method=method, headers=sent, **options)

    def get(self, path: str, token: str | None = None, **options: Any) -> TestResponse:
        return self.call("GET", path, token, **options)

    def table(self, **options: Any) -> Table:
        """A new game of the toy ruleset."""
        body = {"ruleset": "toy", "scenario": "short", **options}
        answer = self.call("POST", "/games", body=body)
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json)


@dataclass
class Table:
    """A game as it was answered when it was set up."""

    desk: Desk
    created: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.created["id"])

    def token(self, seat: str | None) -> str | None:
        """The token of `seat`, of the ``referee``, or None for a spectator."""
        if seat is None:
            return None
        if seat == "referee":
            return str(self.created["referee"]["token"])
        return next(str(s["token"]) for s in self.created["seats"] if s["seat"] == seat)

    def get(self, path: str = "", seat: str | None = None, **options: Any) -> TestResponse:
        """Read under the game's address as `seat`."""
        return self.desk.get(f"/games/{self.id}{path}", self.token(seat), **options)

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

    def offers(self, seat: str) -> list[dict[str, Any]]:
        """What `seat` may order now."""
        decisions = self.get("/decisions", seat).json["decisions"]
        return next((d["offers"] for d in decisions if d["seat"] == seat), [])

    @property
    def version(self) -> int:
        return int(self.get().json["version"])
