"""Limits: who asks for too much waits, nobody else does, and nobody gets around it."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import redis
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from api.http.protection import places
from api.http.protection.client import address, holder
from api.http.protection.limits import COSTLY, CREATING, STREAMING
from api.http.rates import AT_ONCE, RATES, limits
from napoleon.environment import BadSetting
from napoleon.log.game import token_hash
from tests.api.conftest import desk_at
from tests.api.desk import V1, Desk, Table

ELSEWHERE = "203.0.113.7"
"""The address of a client who is not on this machine."""

Limited = Callable[..., Table]


@pytest.fixture
def limited(tmp_path: Any) -> Limited:
    """A game in a service with limits, as a client elsewhere sees it; and other clients of it."""
    homes = count()

    def make(text: str, **env: str) -> Table:
        desk = desk_at(tmp_path / str(next(homes)))
        table = desk.table(referee=True)
        app = create_app(desk.games, desk.views, {"NAPOLEON_LIMITS": text, **env})
        app.test_client_class = From
        return replace(table, desk=replace(desk, app=app))

    return make


class From(FlaskClient):
    """A client whose calls come from elsewhere, unless the call says from where."""

    def open(self, *args: Any, **options: Any) -> TestResponse:
        options.setdefault("environ_overrides", {"REMOTE_ADDR": ELSEWHERE})
        return super().open(*args, **options)


def at(remote: str) -> dict[str, Any]:
    """The option of a call that comes from the address `remote`."""
    return {"environ_overrides": {"REMOTE_ADDR": remote}}


def forwarded(chain: str) -> dict[str, Any]:
    """The options of a call that has come through a proxy on this machine, which says `chain`."""
    return {"headers": {"X-Forwarded-For": chain}, **at("127.0.0.1")}


def guessed(table: Table, token: str) -> TestResponse:
    """A question with a token that may open nothing."""
    return table.desk.get(f"/games/{table.id}/hand", token)


def statuses(calls: int, call: Callable[[], TestResponse]) -> list[int]:
    return [call().status_code for _ in range(calls)]


def test_whoever_asks_too_much_is_told_when_to_come_again(limited: Limited) -> None:
    table = limited("reads=2/hour")
    assert statuses(2, table.get) == [200, 200]
    answer = table.get()
    assert (answer.status_code, answer.json["code"]) == (429, "TOO_MANY_REQUESTS")
    assert answer.content_type == "application/problem+json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert 3500 < int(answer.headers["Retry-After"]) <= 3600
    assert answer.json["detail"] == "Too many questions have come from you: at most 2 per 1 hour."


def test_after_that_he_may_go_on(limited: Limited) -> None:
    table = limited("reads=1/second")
    refused = next(answer for answer in iter(table.get, None) if answer.status_code == 429)
    assert refused.headers["Retry-After"] == "1"
    time.sleep(1)
    assert table.get().status_code == 200


def test_an_order_too_many_is_not_recorded(limited: Limited) -> None:
    table = limited("orders=1/hour")
    table.order("red", {"order": "nonsense"})
    before = table.version
    answer = table.order("red", table.legal_orders("red")[0])
    assert (answer.status_code, table.version) == (429, before)


def test_no_seat_is_limited_by_what_another_one_does(limited: Limited) -> None:
    table = limited("reads=3/hour,orders=2/hour")
    assert statuses(4, lambda: table.get("/map", "red")) == [200, 200, 200, 429]
    assert statuses(3, lambda: table.order("red", {"order": "x"})) == [422, 422, 429]
    assert statuses(3, lambda: table.get("/map", "blue")) == [200, 200, 200]
    assert statuses(2, lambda: table.order("blue", {"order": "x"})) == [422, 422]
    assert statuses(3, lambda: table.get("/map", "referee")) == [200, 200, 200]
    assert statuses(3, table.get) == [200, 200, 200]


def test_one_way_of_asking_does_not_use_up_another(limited: Limited) -> None:
    table = limited("reads=1/hour,orders=1/hour,expensive=1/hour,create=1/hour")

    def once_each() -> list[int]:
        game = {"ruleset": "toy", "scenario": "short"}
        return [
            table.get("/map", "red").status_code,
            table.order("red", {"order": "x"}).status_code,
            table.get("/audit", "red").status_code,
            table.desk.call("POST", "/games", body=game).status_code,
        ]

    assert once_each() == [200, 422, 200, 201]
    assert once_each() == [429] * 4


def test_a_bundle_counts_with_audits_and_a_fork_with_games(limited: Limited) -> None:
    table = limited("expensive=1/hour,create=1/hour")
    assert table.get("/bundle", "red").status_code == 200
    assert table.get("/audit", "red").status_code == 429
    assert table.post("/forks", "referee", {"at": 2}).status_code == 201
    game = {"ruleset": "toy", "scenario": "short"}
    assert table.desk.call("POST", "/games", body=game).status_code == 429


def test_a_fresh_token_is_no_fresh_audit(limited: Limited) -> None:
    table = limited("expensive=1/hour")
    assert table.get("/audit", "red").status_code == 200
    claimed = table.post("/seats/red/claim", "red", {"name": "Ney"}).json["token"]
    path = f"/games/{table.id}/audit"
    assert table.desk.call("GET", path, claimed).status_code == 429
    assert table.get("/bundle", "blue").status_code == 429


def test_the_calls_that_count_by_themselves_are_there(desk: Desk) -> None:
    assert {*desk.app.view_functions} >= CREATING | COSTLY | STREAMING


def test_another_spelling_of_a_request_does_not_dodge_its_limit(limited: Limited) -> None:
    table = limited("reads=1/hour,expensive=1/hour")
    token = table.token("red")
    assert table.get("/map", "red").status_code == 200
    for header in (f"bearer {token}", f"BEARER   {token}  ", f"Bearer {token}\t"):
        answer = table.get("/hand", headers={"Authorization": header})
        assert answer.status_code == 429, header
    assert table.desk.call("HEAD", f"/games/{table.id}/map", token).status_code == 429
    assert table.get("/audit", "red").status_code == 200
    assert table.desk.call("HEAD", f"/games/{table.id}/audit", token).status_code == 429


def test_tokens_that_are_made_up_do_not_dodge_the_limit_of_the_address(limited: Limited) -> None:
    table = limited("reads=2/hour,address=5/hour,guesses=off")
    made_up = (f"{table.id}.red.{number}" for number in count())
    asked = statuses(7, lambda: table.desk.get("/rulesets", next(made_up)))
    assert asked == [200] * 5 + [429] * 2
    answer = table.desk.get("/rulesets", next(made_up), **at("203.0.113.8"))
    assert answer.status_code == 200


def test_tokens_that_open_nothing_are_soon_not_looked_at(limited: Limited) -> None:
    table = limited("guesses=2/hour")
    guesses = iter([f"{table.id}.red.guess", "nonsense", f"{table.id}.blue.guess"])
    assert statuses(3, lambda: guessed(table, next(guesses))) == [401, 401, 429]
    assert table.get("/hand", "red").status_code == 429, "nor is one that would open a seat"
    assert table.get("/map").status_code == 200, "whoever shows no token may look on"
    assert table.get("/hand", "red", **at("203.0.113.8")).status_code == 200


def test_a_token_that_opens_its_seat_is_no_guess(limited: Limited) -> None:
    table = limited("guesses=1/hour")
    assert statuses(5, lambda: table.get("/hand", "red")) == [200] * 5


def test_a_page_of_another_site_in_the_owners_browser_is_not_the_owner(limited: Limited) -> None:
    """It has its own name point to this machine, so the browser takes the service for its own."""
    table = limited("reads=1/hour")
    asked = statuses(2, lambda: table.get(headers={"Host": "evil.example"}, **at("127.0.0.1")))
    assert asked == [200, 429]
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        asked = statuses(2, lambda host=host: table.get(headers={"Host": host}, **at("::1")))
        assert asked == [200, 200], host


def test_who_calls_from_this_machine_is_not_limited(limited: Limited) -> None:
    table = limited("reads=1/hour,guesses=1/hour,address=1/hour")
    for remote in ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"):
        asked = statuses(3, lambda remote=remote: table.get("/map", **at(remote)))
        assert asked == [200] * 3, remote


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_a_proxy_that_is_not_trusted_makes_all_of_its_clients_one(
    limited: Limited, header: str
) -> None:
    table = limited("address=2/hour")
    said = count()
    asked = statuses(
        3, lambda: table.get("/map", headers={header: f"192.0.2.{next(said)}"}, **at("127.0.0.1"))
    )
    assert asked == [200, 200, 429]


def test_a_trusted_proxy_tells_its_clients_apart(limited: Limited) -> None:
    table = limited("address=1/hour", TRUSTED_PROXIES="1")
    assert statuses(2, lambda: table.get(**forwarded("192.0.2.1"))) == [200, 429]
    assert statuses(2, lambda: table.get(**forwarded("192.0.2.2"))) == [200, 429]


def test_what_a_client_says_of_himself_does_not_dodge_the_limit(limited: Limited) -> None:
    """The proxy appends where he comes from to whatever he has sent."""
    table = limited("address=1/hour", TRUSTED_PROXIES="1")
    lies = iter(["127.0.0.1", "192.0.2.9", "::1", "x" * 3000, "unknown, 127.0.0.1", '"', ","])
    assert table.get(**forwarded("192.0.2.1")).status_code == 200
    asked = statuses(7, lambda: table.get(**forwarded(f"{next(lies)}, 192.0.2.1")))
    assert asked == [429] * 7


def test_behind_a_trusted_proxy_nobody_is_on_this_machine(limited: Limited) -> None:
    table = limited("address=1/hour", TRUSTED_PROXIES="2")
    assert statuses(2, lambda: table.get(**at("127.0.0.1"))) == [200, 429]
    assert table.get(**forwarded("127.0.0.1")).status_code == 429, "one proxy too few"
    assert statuses(2, lambda: table.get(**forwarded("::1, 10.0.0.1"))) == [200, 429]


def test_without_a_trusted_proxy_nothing_is_believed(limited: Limited) -> None:
    table = limited("address=1/hour")
    said = count()

    def lying() -> TestResponse:
        return table.get("/map", headers={"X-Forwarded-For": f"192.0.2.{next(said)}"})

    assert statuses(3, lying) == [200, 429, 429]


@pytest.mark.parametrize(
    ("remote", "counts_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2:ffff::1]:4711", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("pigeon", "unknown"),
        ("", "unknown"),
    ],
)
def test_an_address_counts_as_what_one_client_has(desk: Desk, remote: str, counts_as: str) -> None:
    with desk.app.test_request_context(environ_overrides={"REMOTE_ADDR": remote}):
        assert address() == holder() == counts_as


def test_limits_can_be_turned_off(limited: Limited) -> None:
    table = limited("off")
    assert statuses(70, lambda: table.get("/map", "red")) == [200] * 70
    assert statuses(7, lambda: table.get("/audit", "red")) == [200] * 7


def test_what_is_not_said_is_as_usual() -> None:
    assert limits({}) == limits({"NAPOLEON_LIMITS": " "}) == (RATES, AT_ONCE)
    chosen = limits({"NAPOLEON_LIMITS": "orders=9/second, reads=off,streams_at_once=7"})
    assert chosen.rates == RATES | {"orders": "9/second", "reads": None}
    assert chosen.at_once == AT_ONCE | {"streams_at_once": 7}
    assert not any((*limits({"NAPOLEON_LIMITS": "off"}).rates.values(),))


def test_the_page_on_security_has_the_limits_that_there_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "security.md").read_text()
    told = dict(re.findall(r"^\| `(\w+)` \| (\S+) \|", page, re.MULTILINE))
    assert told == RATES | {name: str(most) for name, most in AT_ONCE.items()}


MISREAD = [
    *("on", "OFF", "orders", "orders=", "orders=fast", "orders=1", "order=1/minute"),
    *("orders=0/minute", "orders=-1/minute", "orders=\u0661/minute", "orders=1/fortnight"),
    *("orders=1/minute/2", "reads=off reads=off", "streams_at_once=1/minute", "streams_at_once=0"),
]


@pytest.mark.parametrize("text", MISREAD)
def test_limits_that_are_misread_are_told_at_the_start(text: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(f"NAPOLEON_LIMITS says {text!r}; it has to be")):
        create_app(env={"NAPOLEON_LIMITS": text})


def test_the_usual_limits_leave_room_for_a_game_played_fast(limited: Limited) -> None:
    table = limited("")
    table.play_out()
    assert table.get().json["status"] == "over"
    assert table.get("/audit", "red").json["ok"]


def test_as_many_audits_as_there_are_places_and_no_more(limited: Limited) -> None:
    table = limited("expensive=off,expensive_at_once=1")
    with table.desk.app.test_request_context(), places.expensive():
        for path in ("/audit", "/bundle"):
            answer = table.get(path, "red")
            assert (answer.status_code, answer.json["code"]) == (503, "BUSY")
            assert int(answer.headers["Retry-After"]) >= 1
        assert table.get("/map", "red").status_code == 200
    assert statuses(2, lambda: table.get("/audit", "red")) == [200, 200]


def test_a_place_is_given_back_though_the_work_failed(limited: Limited) -> None:
    table = limited("expensive_at_once=1")
    for _ in range(2):
        with (
            table.desk.app.test_request_context(),
            pytest.raises(ZeroDivisionError),
            places.expensive(),
        ):
            raise ZeroDivisionError


def test_a_place_is_given_back_once_however_often_that_is_said() -> None:
    seats = places.Places(2)
    first, second = seats.take("red"), seats.take("red")
    assert first is not None
    assert second is not None
    assert seats.take("red") is None
    assert seats.take("blue") is not None
    first()
    first()
    assert seats.take("red") is not None
    assert seats.take("red") is None


class Counters:
    """What Redis keeps of limits."""

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(url)

    def text(self) -> str:
        """All keys, as one text."""
        return b"\n".join(sorted(self._client.scan_iter())).decode()

    def close(self) -> None:
        self._client.close()


@pytest.fixture
def counters(redis_url: str) -> Iterator[Counters]:
    found = Counters(redis_url)
    yield found
    found.close()


def test_two_processes_count_together_in_redis(
    limited: Limited, redis_url: str, counters: Counters
) -> None:
    table = limited("reads=2/hour,guesses=1/hour", REDIS_URL=redis_url)
    env = {"NAPOLEON_LIMITS": "reads=2/hour,guesses=1/hour", "REDIS_URL": redis_url}
    second = create_app(table.desk.games, table.desk.views, env)
    second.test_client_class = From
    other = replace(table, desk=replace(table.desk, app=second))
    assert [it.get("/map", "red").status_code for it in (table, other, table, other)] == [
        200,
        200,
        429,
        429,
    ]
    assert int(other.get("/map", "red").headers["Retry-After"]) > 3500
    assert [guessed(it, "x").status_code for it in (table, other)] == [401, 429]
    assert ELSEWHERE in counters.text()
    assert all(key.startswith("{napoleon:limits}:") for key in counters.text().splitlines())
    for token in (table.token("red"), "x"):
        assert token is not None
        assert not any(key.endswith(f"/{token}") for key in counters.text().splitlines())
        assert token_hash(token) not in counters.text()


@pytest.mark.parametrize("away", ["gone", "silent"])
def test_nobody_is_refused_because_redis_is_away(
    limited: Limited, tmp_path: Any, away: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        urls = {
            "gone": f"unix://{tmp_path}/nobody.sock",
            "silent": f"redis://127.0.0.1:{silent.getsockname()[1]}",
        }
        counts_by_itself(limited("orders=2/hour,guesses=2/hour", REDIS_URL=urls[away]))


def counts_by_itself(table: Table) -> None:
    started = time.monotonic()
    assert table.order("red", {"order": "pass"}).status_code == 201
    assert time.monotonic() - started < 5, "it did not wait for Redis for long"
    assert table.order("red", {"order": "x"}).status_code == 422
    assert table.order("red", {"order": "x"}).status_code == 429, "the process counts by itself"
    assert [guessed(table, "x").status_code for _ in range(3)] == [401, 401, 429]


NO_REDIS = ("http://h", "h:6379", "redis", "memory://", "async+redis://u:pw@h", "redis://:pw@h:pw")


@pytest.mark.parametrize("url", NO_REDIS)
def test_a_redis_that_is_none_is_told_at_the_start_without_its_password(url: str) -> None:
    with pytest.raises(BadSetting, match="REDIS_URL is not the address of a Redis") as error:
        create_app(env={"REDIS_URL": url})
    assert error.value.__suppress_context__


def test_the_document_says_that_every_call_may_be_too_much(desk: Desk) -> None:
    document = desk.get("/openapi.json").json
    for operations in document["paths"].values():
        for method, operation in operations.items():
            if method != "parameters":
                reference = operation["responses"]["429"]["$ref"]
                assert reference == "#/components/responses/TOO_MANY_REQUESTS"
    told = document["components"]["responses"]["TOO_MANY_REQUESTS"]
    assert list(told["content"]) == ["application/problem+json"]
    assert told["headers"]["Retry-After"]["schema"] == {"type": "integer", "minimum": 1}
    assert f"{V1}/games" in document["paths"]
