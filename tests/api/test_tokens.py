"""Tokens: they are kept nowhere, and a dead one is dead everywhere."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis
from psycopg.sql import SQL, Identifier

from napoleon.log.game import Game, token_hash
from tests.api.conftest import desk_at
from tests.api.desk import V1, VIEWS, Desk, Table

SECRET_BYTES = 24
"""Random bytes of a token, which its last part spells."""


def play(desk: Desk) -> set[str]:
    """A game in which tokens are made and used in every way there is; all of them, dead or not."""
    table = desk.table(referee=True)
    tokens = {str(table.token(holder)) for holder in ("red", "blue", "referee")}

    def post(path: str, token: str, body: Any = None) -> str:
        answer = desk.call("POST", f"/games/{table.id}{path}", token, body=body)
        assert answer.status_code in (200, 201), answer.text
        tokens.add(str(answer.json["token"]))
        return str(answer.json["token"])

    red = post("/seats/red/claim", str(table.token("red")), {"name": "Ney", "nonce": "1a" * 16})
    blue = post("/seats/blue/claim", str(table.token("blue")), {"name": "Blücher"})
    invited = post("/seats/blue/handover", blue)
    blue = post("/seats/blue/claim", invited, {"name": "Gneisenau"})
    deputy = post("/deputy", str(table.token("referee")))
    post("/seats/deputy/claim", deputy, {"name": "Soult"})
    prussia = post("/seats/blue/shares", blue, {"share": "prussia"})
    post("/seats/prussia/claim", prussia, {"name": "Ziethen"})
    for token, key in ((red, "a"), (red, "a"), (blue, "b")):
        legal_orders = desk.get(f"/games/{table.id}/decisions", token).json["decisions"]
        order = next((it["offers"][0] for it in legal_orders if it["offers"]), {"order": "pass"})
        headers = {"If-Match": "*", "Idempotency-Key": key}
        desk.call("POST", f"/games/{table.id}/orders", token, body=order, headers=headers)
        desk.call("POST", f"/games/{table.id}/orders", f"{token}x", body=order, headers=headers)
    left = {"instruction": "bet_same", "value": 1}
    assert desk.call("POST", f"/games/{table.id}/instructions", red, body=left).status_code == 201
    hook = {"url": "https://club.example/hook"}
    assert desk.call("POST", f"/games/{table.id}/webhooks", red, body=hook).status_code == 201
    body = {"at": 9, "tokens": {"red": red, "blue": blue}}
    fork = desk.call("POST", f"/games/{table.id}/forks", red, body=body)
    assert fork.status_code == 201, fork.text
    tokens |= {seat["token"] for seat in fork.json["seats"]}
    for path in (*VIEWS, "log", "journal", "bundle", "audit"):
        assert desk.get(f"/games/{table.id}/{path}", red).status_code == 200
    desk.catch_up()
    return tokens


def secrets_of(tokens: set[str]) -> Iterator[bytes]:
    """What must not be found: the secret part of each token, as text and as it may be dumped."""
    assert len(tokens) == 13
    for token in tokens:
        secret = token.rpartition(".")[2].encode()
        assert len(secret) == SECRET_BYTES * 4 // 3
        yield secret
        yield secret.hex().encode()


def test_no_file_of_the_store_has_a_token_in_it(make_desk: Any, tmp_path: Path) -> None:
    desk: Desk = make_desk(home=tmp_path / "home")
    tokens = play(desk)
    stored = b"".join(file.read_bytes() for file in (tmp_path / "home").iterdir())
    kept = [token for token in tokens if token_hash(token).encode() in stored]
    assert len(kept) == len(tokens), "what is kept is what tells a token when it comes"
    for secret in secrets_of(tokens):
        assert secret not in stored


def test_neither_database_has_a_token_in_it(
    tmp_path: Path, database_url: str, redis_url: str
) -> None:
    env = {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "NAPOLEON_SECRET": "correct horse battery staple",
    }
    desk = desk_at(tmp_path, env=env)
    try:
        tokens = play(desk)
        stored = dumped_postgres(database_url) + dumped_redis(redis_url)
    finally:
        desk.games.close()
    assert all(token_hash(token).encode() in stored for token in tokens)
    for secret in secrets_of(tokens):
        assert secret not in stored
    assert list(tmp_path.iterdir()) == []


def dumped_postgres(url: str) -> bytes:
    """Every row of every table: text as it is, and bytes both decoded and as hexadecimal digits."""
    with psycopg.connect(url) as connection:
        tables = connection.execute(
            "SELECT table_schema, table_name FROM information_schema.tables "
            "WHERE table_schema NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        assert tables
        rows = [
            row
            for table in tables
            for row in connection.execute(SQL("SELECT * FROM {}").format(Identifier(*table)))
        ]
    values = [value for row in rows for value in row]
    assert any(isinstance(value, bytes) for value in values)
    return b"\n".join(
        value + b" " + value.hex().encode() if isinstance(value, bytes) else str(value).encode()
        for value in values
    )


def dumped_redis(url: str) -> bytes:
    """Every key and what is in it."""
    reading: dict[bytes, Callable[[Any, bytes], Any]] = {
        b"string": lambda client, key: client.get(key),
        b"hash": lambda client, key: client.hgetall(key),
        b"list": lambda client, key: client.lrange(key, 0, -1),
        b"set": lambda client, key: client.smembers(key),
        b"zset": lambda client, key: client.zrange(key, 0, -1),
        b"stream": lambda client, key: client.xrange(key),
    }
    with redis.Redis.from_url(url) as client:
        keys = list(client.scan_iter())
        assert keys
        return b"\n".join(
            key + repr(reading[client.type(key)](client, key)).encode() for key in keys
        )


def test_a_token_is_compared_in_constant_time_with_that_of_every_seat(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So how long it takes tells neither how much of it is right, nor of which seat it is."""
    table = desk.table(referee=True)
    compared: list[str] = []

    def compare(one: str, other: str) -> bool:
        compared.append(other)
        return hmac.compare_digest(one, other)

    monkeypatch.setattr("napoleon.log.game.hmac", type("Hmac", (), {"compare_digest": compare}))
    game: Game = desk.games.open(table.id)
    for holder in ("red", "blue", "referee", None):
        compared.clear()
        token = table.token(holder) or f"{table.id}.red.{'x' * 32}"
        assert game.seat_of(token) == holder
        assert compared == [*game.tokens.values()]


# -- dead tokens -----------------------------------------------------------------------------------

BODIES: dict[str, Any] = {
    "orders.give": {"order": "pass"},
    "games.claim": {"name": "Ney"},
    "games.take": {"name": "Ney"},
    "mailbox.put": {"mail": "off"},
    "odd_mails.put": {"treatment": "hold"},
    "observers.leave": {"address": "reader@club.example"},
    "commands.send": {"line": "status"},
    "clock.put": {"answer": 2880},
    "clock.hold": {"reason": "Holidays."},
    "deadlines.put_off": {"until": "2026-12-24T18:00:00Z"},
    "deadlines.process": {"decision": "?"},
    "absences.declare": {"first": "2026-12-24", "last": "2026-12-26", "time_zone": "UTC"},
    "people.name": {"name": "Ney"},
    "shares.give": {"share": "prussia"},
    "instructions.leave": {"instruction": "bet_same", "value": 1},
    "windows.submit": {"asks": [], "plays": []},
    "operation.leave": {"then": ["pass"]},
    "forks.fork": {"at": 2},
    "takebacks.ask": {"to": 7},
    "takebacks.say": {"answer": "agree"},
    "disputes.open_one": {"version": 7, "clause": "GO", "claim": "No.", "relief": "stand"},
    "disputes.say": {"text": "No."},
    "rulings.give": {"outcome": "stand", "clauses": ["GO"], "reason": "So it is."},
    "press.send": {"to": ["all"], "text": "No."},
    "dispatches.send": {"to": "blue", "origin": "a", "destination": "b", "text": "No."},
    "dispatches.charter": {"lost": 0, "captured": 0, "pace": 1},
    "dispatches.change": {"reason": "No."},
    "webhooks.leave": {"url": "https://club.example/hook"},
    "my_people.say": {"kind": "mute"},
}
"""What is sent to those calls of a game that take a body."""

PUTS = {
    "dispatch": "1",
    "version": "1",
    "dispute": "1",
    "takeback": "1",
    "absence": "1",
    "seat": "red",
}
"""What stands in an address for its variable parts; for all others an x."""

QUERIES = {"record.proof": "?version=1", "takebacks.taint": "?to=1"}


def calls_of_a_game(table: Table) -> Iterator[tuple[str, str, str]]:
    """Every call of the API under the address of a game: method, address and name."""
    for rule in table.desk.app.url_map.iter_rules():
        if "game_id" in rule.arguments and rule.rule.startswith(V1):
            values = {name: PUTS.get(name, "x") for name in rule.arguments}
            built = rule.build(values | {"game_id": table.id}, append_unknown=False)
            assert built is not None
            for method in (rule.methods or set()) - {"OPTIONS"}:
                yield method, built[1].removeprefix(V1), rule.endpoint


def test_a_dead_token_opens_nothing_by_any_call(desk: Desk) -> None:
    table = desk.table(referee=True)
    desk.catch_up()
    dead = str(table.token("red"))
    claim = {"name": "Ney"}
    assert table.post("/seats/red/claim", "red", claim).status_code == 200
    before = desk.recorded()
    called = set()
    for method, path, name in calls_of_a_game(table):
        body = BODIES.get(name) if method in ("POST", "PUT") else None
        headers = {"If-Match": "*"} if method == "POST" else {}
        path += QUERIES.get(name, "")
        answer = desk.call(method, path, dead, body=body, headers=headers)
        assert answer.status_code == 401, (method, path, answer.text)
        assert "WWW-Authenticate" in answer.headers
        if method != "HEAD":
            assert answer.json["code"] == "BAD_TOKEN"
        called.add(name)
    assert called >= {*BODIES, *QUERIES, "live.live", "bundle.bundle", "audit.audit", "views.hand"}
    assert desk.get("/games?mine=true", dead).status_code == 401
    assert desk.recorded() == before


def test_no_answer_repeats_a_token_that_opens_nothing(desk: Desk) -> None:
    table = desk.table()
    token = f"{table.id}.red.{'Secret-' * 5}"
    for method, path, name in calls_of_a_game(table):
        body = BODIES.get(name) if method in ("POST", "PUT") else None
        headers = {"If-Match": "*"} if method == "POST" else {}
        answer = desk.call(method, path, token, body=body, headers=headers)
        assert "Secret-" not in answer.text + str(answer.headers), path
