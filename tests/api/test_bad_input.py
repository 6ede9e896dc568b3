"""Bad input: each has its status and code, records nothing, and shows no stack trace."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
)
from werkzeug.test import TestResponse

from api.app import LARGEST_BODY, create_app
from napoleon.log.store.home import LOG
from tests.api.desk import V1, Desk, Table, ToyWithArmies

Send = Callable[[Desk, Table], TestResponse]

JSON = {"Content-Type": "application/json"}
MATCH = {"If-Match": "*"}


def post(path: str, data: Any, headers: dict[str, str], token: str | None = "red") -> Send:
    """A POST of raw `data` under the game's address."""

    def send(desk: Desk, table: Table) -> TestResponse:
        return desk.call(
            "POST", f"/games/{table.id}{path}", table.token(token), data=data, headers=headers
        )

    return send


def get(path: str, authorization: str | None = None) -> Send:
    """A GET; in `authorization` and `path`, ``{id}`` and ``{red}`` stand for the game and token."""

    def send(desk: Desk, table: Table) -> TestResponse:
        def filled(text: str) -> str:
            return text.format(id=table.id, red=table.token("red"))

        headers = {} if authorization is None else {"Authorization": filled(authorization)}
        return desk.get(filled(path), headers=headers)

    return send


def call(method: str, path: str, **options: Any) -> Send:
    """Any request."""
    return lambda desk, table: desk.call(method, path.format(id=table.id), **options)


BAD: dict[str, tuple[Send, int, str]] = {
    "broken JSON": (post("/orders", b"{", MATCH | JSON), 400, "BAD_JSON"),
    "no JSON at all": (post("/orders", b"pass", MATCH | JSON), 400, "BAD_JSON"),
    "an empty body": (post("/orders", b"", MATCH | JSON), 400, "BAD_JSON"),
    "no UTF-8": (post("/orders", b'{"order": "\xff"}', MATCH | JSON), 400, "BAD_JSON"),
    "half a surrogate": (post("/orders", rb'{"order": "\ud800"}', MATCH | JSON), 400, "BAD_JSON"),
    "not a number": (post("/orders", b'{"order": NaN}', MATCH | JSON), 400, "BAD_JSON"),
    "endless nesting": (post("/orders", b"[" * 100_000, MATCH | JSON), 400, "BAD_JSON"),
    "a form": (post("/orders", {"order": "pass"}, MATCH), 415, "BAD_MEDIA_TYPE"),
    "text": (
        post("/orders", b'{"order": "pass"}', MATCH | {"Content-Type": "text/plain"}),
        415,
        "BAD_MEDIA_TYPE",
    ),
    "a huge body": (
        post("/orders", b'{"order": "%s"}' % (b"x" * LARGEST_BODY), MATCH | JSON),
        413,
        "BODY_TOO_LARGE",
    ),
    "a body that is not needed but huge": (
        post("/seats/red/claim", b'{"name": "%s"}' % (b"x" * LARGEST_BODY), JSON),
        413,
        "BODY_TOO_LARGE",
    ),
    "unknown fields": (
        call("POST", "/games", body={"ruleset": "toy", "scenario": "short", "x": 1, "y": 2}),
        422,
        "UNKNOWN_FIELD",
    ),
    "a parameter of an event": (get("/games/{id}/log/1?x=1"), 422, "UNKNOWN_FIELD"),
    "a parameter of a game": (get("/games/{id}?at=1"), 422, "UNKNOWN_FIELD"),
    "a parameter of the turns": (get("/games/{id}/turns?turn=1"), 422, "UNKNOWN_FIELD"),
    "a parameter of the rulesets": (get("/rulesets?name=toy"), 422, "UNKNOWN_FIELD"),
    "a parameter of an order": (
        post("/orders?dry_run=true", b'{"order": "pass"}', MATCH | JSON),
        422,
        "UNKNOWN_FIELD",
    ),
    "a wrong token": (get("/games/{id}/hand", "Bearer {red}x"), 401, "BAD_TOKEN"),
    "no token after all": (get("/games/{id}/hand", "Bearer "), 401, "BAD_TOKEN"),
    "another scheme": (get("/games/{id}/hand", "Basic cmVkOnJlZA=="), 401, "BAD_TOKEN"),
    "a token of no alphabet": (get("/games/{id}/hand", "Bearer \xe9\xff"), 401, "BAD_TOKEN"),
    "a wrong token on a public page": (get("/games/{id}", "Bearer x"), 401, "BAD_TOKEN"),
    "a wrong token on the log": (get("/games/{id}/log", "Bearer x"), 401, "BAD_TOKEN"),
    "a wrong token on an event": (get("/games/{id}/log/1", "Bearer x"), 401, "BAD_TOKEN"),
    "a wrong token on the turns": (get("/games/{id}/turns", "Bearer x"), 401, "BAD_TOKEN"),
    "a wrong token on a checkpoint": (get("/games/{id}/checkpoint", "Bearer x"), 401, "BAD_TOKEN"),
    "a wrong token on a proof": (get("/games/{id}/proof?version=1", "Bearer x"), 401, "BAD_TOKEN"),
    "a checkpoint beyond the log": (get("/games/{id}/checkpoint?size=999"), 404, "UNKNOWN_VERSION"),
    "a proof of nothing": (get("/games/{id}/proof"), 422, "BAD_QUERY"),
    "an unknown game": (get("/games/zzzzzzzzzz"), 404, "UNKNOWN_GAME"),
    "the map of an unknown game": (get("/games/zzzzzzzzzz/map"), 404, "UNKNOWN_GAME"),
    "a past map of an unknown game": (get("/games/zzzzzzzzzz/map?at=1"), 404, "UNKNOWN_GAME"),
    "the log of an unknown game": (get("/games/%00%ff'--/log"), 404, "UNKNOWN_GAME"),
    "orders to an unknown game": (
        call("POST", "/games/zzzzzzzzzz/orders", body={"order": "pass"}, headers=MATCH),
        404,
        "UNKNOWN_GAME",
    ),
    "an unknown version": (get("/games/{id}/map?at=999999"), 404, "UNKNOWN_VERSION"),
    "an unknown event": (get("/games/{id}/log/999999"), 404, "UNKNOWN_VERSION"),
    "no such address": (get("/games/{id}/maps"), 404, "NOT_FOUND"),
    "the wrong method": (call("DELETE", "/games/{id}"), 405, "METHOD_NOT_ALLOWED"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_answered_with_its_code(desk: Desk, what: str) -> None:
    send, status, code = BAD[what]
    table = desk.table()
    before = desk.recorded()
    answer = send(desk, table)
    assert (answer.status_code, answer.json["code"]) == (status, code), answer.text
    problem = answer.json
    assert answer.content_type == "application/problem+json"
    assert set(problem) >= {"type", "title", "status", "code", "clause", "detail", "errors"}
    assert problem["status"] == status
    assert problem["detail"]
    assert "Traceback" not in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert ("WWW-Authenticate" in answer.headers) == (status == 401)
    assert ("Allow" in answer.headers) == (status == 405)
    assert desk.recorded() == before


def test_several_errors_are_told_at_once(desk: Desk) -> None:
    body = {"scenario": "", "options": {"turns": []}, "a/b": 1}
    answer = desk.call("POST", "/games", body=body)
    assert {(error["code"], error["pointer"]) for error in answer.json["errors"]} == {
        ("MISSING_FIELD", "/ruleset"),
        ("BAD_VALUE", "/scenario"),
        ("BAD_VALUE", "/options/turns/value"),
        ("UNKNOWN_FIELD", "/a~1b"),
    }


def test_the_token_of_another_game_opens_nothing(desk: Desk) -> None:
    one, other = desk.table(referee=True), desk.table(referee=True)
    for holder in ("red", "referee"):
        answer = desk.get(f"/games/{one.id}/hand", other.token(holder))
        assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")


def test_an_unexpected_error_tells_nothing_about_itself(make_desk: Callable[..., Desk]) -> None:
    class Broken(ToyWithArmies):
        def clause(self, clause_id: str) -> str | None:
            raise RuntimeError("the secret is 42")

    desk = make_desk(Broken())
    answer = desk.get("/rulesets/toy/clauses/GO")
    assert (answer.status_code, answer.json["code"]) == (500, "INTERNAL_ERROR")
    assert "42" not in answer.text
    assert "Traceback" not in answer.text


def test_a_store_that_is_not_there_is_said_to_be_unavailable(tmp_path: Path) -> None:
    client = create_app(env={"NAPOLEON_HOME": str(tmp_path)}).test_client()
    for path in ("/health", "/games", "/games/zzzzzzzzzz/map"):
        answer = client.get(V1 + path)
        assert (answer.status_code, answer.json["code"]) == (503, "STORE_UNAVAILABLE")
        assert int(answer.headers["Retry-After"]) >= 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (OperationalError, 503, "STORE_UNAVAILABLE"),
        (InterfaceError, 503, "STORE_UNAVAILABLE"),
        (ProgrammingError, 500, "INTERNAL_ERROR"),
        (DatabaseError, 500, "INTERNAL_ERROR"),
        (sqlite3.DatabaseError, 500, "INTERNAL_ERROR"),
        (OSError, 500, "INTERNAL_ERROR"),
    ],
)
@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_what_a_database_says_is_in_no_answer(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
    status: int,
    code: str,
    accept: str,
) -> None:
    table = desk.table()

    def fail(*_: object, **__: object) -> None:
        raise error("connection to 10.1.2.3 as napoleon failed: INSERT INTO events")

    monkeypatch.setattr(desk.games.recorder, "insert_events", fail)
    monkeypatch.setattr(desk.games.recorder, "head", fail)
    for answer in (
        table.order("red", {"order": "pass"}),
        desk.get(f"/games/{table.id}/map", headers={"Accept": accept}),
        desk.call("POST", "/games", body={"ruleset": "toy", "scenario": "short"}),
    ):
        assert (answer.status_code, answer.json["code"]) == (status, code)
        said = answer.text + str(answer.headers)
        for word in ("10.1.2.3", "INSERT", "connection to", error.__name__):
            assert word not in said


def test_a_locked_store_is_said_to_be_unavailable_and_loses_nothing(
    make_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    desk = make_desk(env={"SQLITE_LOCK_TIMEOUT": "1"}, home=tmp_path / "locked")
    table = desk.table()
    other = sqlite3.connect(tmp_path / "locked" / LOG, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        answer = table.order("red", {"order": "pass"})
        assert (answer.status_code, answer.json["code"]) == (503, "STORE_UNAVAILABLE")
        assert "Retry-After" in answer.headers
        assert table.get("/map", "red").status_code == 200
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert table.order("red", {"order": "pass"}).status_code == 201


def test_a_game_of_rules_that_are_not_installed_can_not_be_shown(
    make_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    class Revised(ToyWithArmies):
        version = "2"

    table = make_desk(home=tmp_path / "shared").table()
    revised = make_desk(Revised(), home=tmp_path / "shared")
    answer = revised.get(f"/games/{table.id}/map")
    assert (answer.status_code, answer.json["code"]) == (503, "RULES_NOT_INSTALLED")
    assert revised.get("/rulesets").status_code == 200


def test_a_body_that_does_not_say_its_length_is_refused(desk: Desk) -> None:
    table = desk.table()
    before = table.version
    answer = desk.app.test_client().post(
        f"/api/v1/games/{table.id}/orders",
        data=b'{"order": "pass"}' + b" " * 1000,
        content_type="application/json",
        headers={
            "Authorization": f"Bearer {table.token('red')}",
            "If-Match": "*",
            "Transfer-Encoding": "chunked",
        },
    )
    assert answer.json is not None
    assert (answer.status_code, answer.json["code"]) == (411, "LENGTH_REQUIRED")
    assert table.version == before
