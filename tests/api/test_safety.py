"""Safety: what every answer says to browsers, and requests that are too much of something."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.app import LARGEST_BODY, create_app
from api.http.parsing import MOST_ERRORS
from api.http.protection.headers import FIXED, POLICY
from api.live.app import create_live_app
from napoleon.environment import BadSetting
from tests.api.desk import V1, Desk, Table, ToyWithArmies

JSON = {"Content-Type": "application/json"}

SHORT = 20_000
"""Bytes of a problem, beside what it repeats of the request: a value, a pointer and a sentence."""

SECONDS = 5
"""Of computing, for an answer that takes milliseconds on a fast machine."""

UNSAID = (
    "Access-Control-Allow-Origin",
    "Server",
    "Set-Cookie",
    "Strict-Transport-Security",
    "X-Powered-By",
)
"""Headers that no answer has unless the operator wants them."""

Call = Callable[[Desk, Table], TestResponse]


class Broken(ToyWithArmies):
    """Rules that fail."""

    def clause(self, clause_id: str) -> str | None:
        if clause_id == "BROKEN":
            raise RuntimeError("the secret is 42")
        return super().clause(clause_id)


def plain(method: str, path: str, **options: Any) -> Call:
    """A call of any address of the service; ``{id}`` stands for the game."""
    return lambda desk, table: desk.app.test_client().open(
        path.format(id=table.id), method=method, **options
    )


ANSWERS: dict[str, tuple[Call, int]] = {
    "the root": (plain("GET", "/"), 200),
    "a view": (plain("GET", f"{V1}/games/{{id}}/map"), 200),
    "only its headers": (plain("HEAD", f"{V1}/games/{{id}}/map"), 200),
    "what may be asked": (plain("OPTIONS", f"{V1}/games/{{id}}/map"), 200),
    "lines": (
        plain("GET", f"{V1}/games/{{id}}/log", headers={"Accept": "application/x-ndjson"}),
        200,
    ),
    "a file": (plain("GET", f"{V1}/games/{{id}}/bundle"), 200),
    "the document": (plain("GET", f"{V1}/openapi.json"), 200),
    "the page": (plain("GET", f"{V1}/docs/"), 200),
    "a script": (plain("GET", f"{V1}/docs/swagger-ui-bundle.js"), 200),
    "a part of it": (
        plain("GET", f"{V1}/docs/swagger-ui.css", headers={"Range": "bytes=0-9"}),
        206,
    ),
    "a new game": (
        plain("POST", f"{V1}/games", json={"ruleset": "toy", "scenario": "short"}),
        201,
    ),
    "nothing": (
        lambda desk, table: desk.call(
            "PUT", f"/games/{table.id}/seats/red/name", table.token("red"), body={"name": "Ney"}
        ),
        204,
    ),
    "nothing new": (plain("GET", f"{V1}/games/{{id}}/map", headers={"If-None-Match": '"7"'}), 304),
    "the way": (plain("GET", f"{V1}/docs"), 308),
    "no JSON": (plain("POST", f"{V1}/games", data=b"{", headers=JSON), 400),
    "no seat": (plain("GET", f"{V1}/games/{{id}}", headers={"Authorization": "Bearer x"}), 401),
    "not there": (plain("GET", "/nowhere"), 404),
    "not so": (plain("PATCH", f"{V1}/games/{{id}}"), 405),
    "not like that": (plain("TRACE", "/"), 405),
    "too much": (
        plain("POST", f"{V1}/games", data=b"x" * (LARGEST_BODY + 1), headers=JSON),
        413,
    ),
    "a mistake": (plain("GET", f"{V1}/rulesets/toy/clauses/BROKEN"), 500),
}


def test_every_answer_keeps_browsers_honest(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(Broken())
    table = desk.table()
    for what, (call, status) in ANSWERS.items():
        with call(desk, table) as answer:
            assert answer.status_code == status, what
            for name, value in FIXED:
                assert answer.headers.get_all(name) == [value], (what, name)
            [policy] = answer.headers.get_all(POLICY[0])
            for part in ("default-src", "base-uri", "form-action", "frame-ancestors"):
                assert f"{part} 'none'" in policy, what
            assert "unsafe-eval" not in policy
            for name in UNSAID:
                assert name not in answer.headers, (what, name)
            if answer.mimetype != "application/zip":
                assert "Traceback" not in answer.text


def test_only_the_page_runs_anything(desk: Desk) -> None:
    client = desk.app.test_client()
    running = [
        path
        for path in ("/", f"{V1}/docs/", f"{V1}/docs/start.js", f"{V1}/rulesets", "/nowhere")
        if "script-src" in client.get(path).headers["Content-Security-Policy"]
    ]
    assert running == [f"{V1}/docs/"]


def test_the_live_process_answers_as_guardedly(desk: Desk) -> None:
    table = desk.table()
    client = create_live_app(desk.games, {"NAPOLEON_LIMITS": "streams=1/hour"}).test_client()
    elsewhere = {"REMOTE_ADDR": "203.0.113.7"}
    for path, status in (("/nowhere", 404), (f"{V1}/games/{table.id}/live", 200)):
        with client.get(path, environ_overrides=elsewhere) as answer:
            assert answer.status_code == status
            for name, value in (*FIXED, POLICY):
                assert answer.headers[name] == value
    assert client.get(f"{V1}/games/{table.id}/live", environ_overrides=elsewhere).status_code == 429


# -- HTTPS and names -------------------------------------------------------------------------------


def with_env(desk: Desk, **env: str) -> Any:
    """A client of the same stores in a service with another environment."""
    return create_app(desk.games, desk.views, env).test_client()


def test_a_browser_that_came_by_https_is_told_to_come_back_so(desk: Desk) -> None:
    client = with_env(desk, HSTS_SECONDS="31536000")
    secure = client.get("/nowhere", base_url="https://localhost")
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in client.get("/nowhere").headers


def test_only_a_trusted_proxy_says_that_it_was_https(desk: Desk) -> None:
    game = {"ruleset": "toy", "scenario": "short"}
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
    for proxies, scheme in (("0", "http"), ("1", "https")):
        client = with_env(desk, HSTS_SECONDS="60", TRUSTED_PROXIES=proxies)
        answer = client.post(f"{V1}/games", json=game, headers=said)
        link = answer.json["seats"][0]["link"]
        assert link.startswith(f"{scheme}://localhost/")
        assert ("Strict-Transport-Security" in answer.headers) == (scheme == "https")


def test_a_service_that_knows_its_name_answers_to_no_other(desk: Desk) -> None:
    client = with_env(desk, TRUSTED_HOSTS="play.example, .club.example")
    for host in ("play.example", "play.example:8000", "a.club.example"):
        assert client.get("/", headers={"Host": host}).status_code == 200, host
    for host in ("evil.example", "play.example.evil.example", "localhost", "a b", "x/<script>", ""):
        answer = client.get(f"{V1}/docs", headers={"Host": host})
        assert (answer.status_code, answer.json["code"]) == (400, "BAD_REQUEST"), host


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HSTS_SECONDS", "-1"),
        ("HSTS_SECONDS", "1 year"),
        ("HSTS_SECONDS", "9" * 30),
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("TRUSTED_PROXIES", "9"),
        ("TRUSTED_PROXIES", "\u0661"),
        ("TRUSTED_HOSTS", "https://play.example"),
        ("TRUSTED_HOSTS", "play.example:8000"),
        ("TRUSTED_HOSTS", "*"),
    ],
)
def test_a_setting_that_is_misread_is_told_at_the_start(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"^{name} "):
        create_app(env={name: value})


# -- too much of something -------------------------------------------------------------------------


def nested(depth: int, opening: bytes, closing: bytes) -> bytes:
    return opening * depth + b"1" + closing * depth


MUCH: dict[str, bytes] = {
    "lists in lists": nested(100_000, b"[", b"]"),
    "objects in objects": nested(40_000, b'{"a":', b"}"),
    "lists at the brink": nested(990, b"[", b"]"),
    "objects at the brink": nested(990, b'{"a":', b"}"),
    "a long number": b"9" * 200_000,
    "a number with a long exponent": b"1e999999999",
    "a long fraction": b"0." + b"1" * 200_000,
    "a long text": b'"%s"' % (b"x" * 200_000),
    "nothing to be seen": rb'"\u0000\u202e\u200b"',
    "many things": b"[%s]" % b",".join([b"1"] * 100_000),
    "many names": b"{%s}" % b",".join(b'"%d":[]' % number for number in range(20_000)),
}

BODIES: dict[str, tuple[str, bytes]] = {
    "an order": ("/games/{id}/orders", b'{"order": %s}'),
    "a part of an order": ("/games/{id}/orders", b'{"order": "bet", "amount": %s}'),
    "several orders": ("/games/{id}/orders", b'{"orders": [{"order": "bet", "amount": %s}]}'),
    "orders": ("/games/{id}/orders", b'{"orders": %s}'),
    "lines": ("/games/{id}/orders", b'{"lines": %s}'),
    "a decision": ("/games/{id}/orders", b'{"order": "pass", "decision": %s}'),
    "an option": ("/games", b'{"ruleset": "toy", "scenario": "short", "options": {"turns": %s}}'),
    "options": ("/games", b'{"ruleset": "toy", "scenario": "short", "options": %s}'),
    "a ruleset": ("/games", b'{"scenario": "short", "ruleset": %s}'),
    "an instruction": ("/games/{id}/instructions", b'{"instruction": "bet_same", "value": %s}'),
    "a take-back": ("/games/{id}/takebacks", b'{"to": %s}'),
    "a version": ("/games/{id}/forks", b'{"at": %s}'),
    "tokens": ("/games/{id}/forks", b'{"at": 1, "tokens": %s}'),
    "a name": ("/games/{id}/seats/red/claim", b'{"name": %s}'),
    "a nonce": ("/games/{id}/seats/red/claim", b'{"name": "Ney", "nonce": %s}'),
    "a claim": (
        "/games/{id}/disputes",
        b'{"version": 7, "clause": "GO", "relief": "stand", "claim": %s}',
    ),
    "a body": ("/games/{id}/orders", b"%s"),
}


@pytest.mark.parametrize("where", BODIES)
def test_too_much_of_anything_is_refused_shortly(desk: Desk, where: str) -> None:
    table = desk.table(referee=True)
    before = desk.recorded()
    path, body = BODIES[where]
    for what, much in MUCH.items():
        sent = body % much
        started = time.process_time()
        answer = desk.call(
            "POST",
            path.format(id=table.id),
            table.token("red"),
            data=sent,
            headers={"If-Match": "*", **JSON},
        )
        assert time.process_time() - started < SECONDS, what
        assert answer.status_code in (400, 403, 413, 422), what
        assert answer.content_type == "application/problem+json"
        assert len(answer.data) < 3 * len(sent) + SHORT, what
        assert len(answer.json["errors"]) <= MOST_ERRORS, what
        assert "Traceback" not in answer.text, what
    assert desk.recorded() == before


LONG = "x" * 100_000

ADDRESSES = [
    f"/games/{LONG}",
    f"/games/{LONG}/map?at=1",
    "/games/%00/log",
    "/games/a%00b/bundle",
    "/games/{id}/log/" + "9" * 5000,
    "/games/{id}/log/%D9%A1",
    "/games/{id}/map?at=" + "9" * 5000,
    "/games/{id}/map?turn=1&phase=" + LONG,
    "/games/{id}/map?" + "at=1&" * 20_000,
    "/games/{id}/map?" + "&".join(f"a{number}=1" for number in range(20_000)),
    "/games/{id}/log?after=%00",
    "/games?after=%00",
    f"/games?after={LONG}",
    f"/games?ruleset={LONG}",
    "/rulesets/..%2f..%2f/clauses/..%2fGO",
    f"/rulesets/toy/clauses/{LONG}",
    "/docs/..%2f..%2f..%2fetc%2fpasswd",
    "/docs/....//start.js",
    f"/docs/{LONG}",
]


def test_an_address_that_is_none_is_refused_shortly(desk: Desk) -> None:
    table = desk.table()
    for address in ADDRESSES:
        answer = desk.get(address.format(id=table.id), table.token("red"))
        assert answer.status_code in (404, 422), address[:100]
        assert answer.content_type == "application/problem+json"
        assert len(answer.data) < 3 * len(address) + SHORT, address[:100]
        assert len(answer.json["errors"]) <= MOST_ERRORS


HEADERS = [
    ("Authorization", f"Bearer {LONG}"),
    ("Authorization", "Bearer a.b.c, Bearer d.e.f"),
    ("Authorization", "Bearer \u00a0"),
    ("If-Match", '"1", "2"'),
    ("If-Match", f'"{"1" * 5000}"'),
    ("If-Match", 'W/"1"'),
    ("Idempotency-Key", "x" * 256),
    ("Idempotency-Key", "two words"),
    ("Content-Type", "application/json; charset=utf-16"),
    ("Content-Type", f"text/{LONG}"),
    ("X-HTTP-Method-Override", "DELETE"),
    ("Transfer-Encoding", "chunked"),
]


def test_a_header_that_is_none_changes_nothing(desk: Desk) -> None:
    table = desk.table()
    before = table.version
    sent = {"Authorization": f"Bearer {table.token('red')}", "If-Match": "*", **JSON}
    for name, value in HEADERS:
        answer = desk.call(
            "POST",
            f"/games/{table.id}/orders",
            data=b'{"order": "?"}',
            headers={**sent, name: value},
        )
        assert 400 <= answer.status_code < 500, name
        assert answer.content_type == "application/problem+json"
        assert len(answer.data) < 1000, name
    assert table.version == before
