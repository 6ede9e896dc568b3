"""Counters: a request counts under several names in turn, the same in a process and in Redis."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from api.http.protection.counters import Counted, Counters, ProcessCounters, RedisCounters
from api.http.rates import rate

READS, ADDRESS, GUESSES = rate("3/hour"), rate("5/hour"), rate("1/second")


@pytest.fixture(params=["process", "redis"])
def counters(request: pytest.FixtureRequest) -> Counters:
    if request.param == "process":
        return ProcessCounters()
    return RedisCounters(request.getfixturevalue("redis_url"), "napoleon:limits")


def reads(client: str) -> list[Counted]:
    return [Counted("reads", READS, client), Counted("address", ADDRESS, "203.0.113.7")]


def names(counters: Counters, asked: list[list[Counted]]) -> list[str]:
    """Under which name each request was one too many; empty for none."""
    found = [counters.exceeded(it) for it in asked]
    return ["" if it is None else it.name for it in found]


def test_what_is_refused_under_one_name_does_not_count_under_the_next(counters: Counters) -> None:
    assert names(counters, [reads("red")] * 5) == ["", "", "", "reads", "reads"]
    assert names(counters, [reads("blue")] * 3) == ["", "", "address"]


def test_looking_counts_nothing(counters: Counters) -> None:
    guess = Counted("guesses", rate("1/hour"), "203.0.113.7")
    look = guess._replace(cost=0)
    assert names(counters, [[look], [look], [guess], [look], [guess]]) == [
        *("", "", ""),
        *("guesses", "guesses"),
    ]


def test_a_window_begins_with_its_first_request_and_is_forgotten(counters: Counters) -> None:
    guess = Counted("guesses", GUESSES, "203.0.113.7")
    while counters.exceeded([guess]) is None:
        pass
    assert 0 < counters.wait(guess) <= 1
    time.sleep(counters.wait(guess) + 0.01)
    assert counters.exceeded([guess]) is None


def test_all_that_come_at_once_are_counted(counters: Counters) -> None:
    order = Counted("orders", rate("50/hour"), "red")
    with ThreadPoolExecutor(8) as threads:
        found = [*threads.map(counters.exceeded, [[order]] * 80)]
    assert found.count(None) == 50


def test_a_process_starts_no_threads_and_keeps_nothing_that_is_over() -> None:
    before = threading.active_count()
    counters = ProcessCounters()
    for number in range(1000):
        counters.exceeded([Counted("guesses", GUESSES, str(number))])
    time.sleep(1.01)
    counters.exceeded(reads("red"))
    assert threading.active_count() == before
    assert len(counters._counters) == 2


def test_a_request_goes_to_redis_once(redis_url: str) -> None:
    counters = RedisCounters(redis_url, "napoleon:limits")
    counters.exceeded(reads("red"))
    with redis.Redis.from_url(redis_url) as client, client.monitor() as monitor:
        client.ping()
        next(it for it in monitor.listen() if it["command"] == "PING")
        counters.exceeded([*reads("red"), Counted("guesses", GUESSES, "203.0.113.7", cost=0)])
        client.echo("done")
        sent = []
        for command in monitor.listen():
            if command["command"].startswith("ECHO"):
                break
            sent.append(command)
    assert [it["command"].split()[0] for it in sent if it["client_type"] != "lua"] == ["EVALSHA"]
