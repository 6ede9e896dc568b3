"""Workers that deliver: several at once, one that is killed, slow receivers, and a lost store."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from prometheus_client import REGISTRY
from standardwebhooks import Webhook

from napoleon.log.store.recorder import Places
from napoleon.play.games import Games
from projections import delivery
from projections.delivery import LEASE, PAUSES, deliver, deliver_by, senders
from projections.store import open_views
from projections.webhooks.delivery import Outcome, Webhooks, take, tell
from projections.webhooks.messages import secret_text
from projections.webhooks.sending import Send, sender
from tests.clocks import Clock
from tests.webhooks.receiver import LOOPBACK, PATIENCE, Received, receiver
from tests.webhooks.tables import Table, table

ROOT = Path(__file__).parents[2]

WORK = """
import os
from threading import Event
from napoleon.play.games import Games
from projections.delivery import deliver
from projections.webhooks.delivery import Webhooks
from projections.webhooks.sending import sender
from tests.toy import Toy

with Games(os.environ, rulesets={"toy": Toy()}) as games:
    deliver(Webhooks(games, sender(games.env)), Event())
"""

Opened = Callable[[Mapping[str, str]], Games]


@pytest.fixture
def allowing(log_env: dict[str, str]) -> dict[str, str]:
    """The environment of a log, once on each database, with receivers on this machine."""
    return {**log_env, "WEBHOOK_ALLOW": f"{LOOPBACK}/32"}


@pytest.fixture(autouse=True)
def _looking_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(delivery, "POLL_SECONDS", 0.1)


@contextmanager
def delivering(games: Games, send: Send) -> Iterator[None]:
    """While a worker delivers."""
    ended = Event()
    thread = Thread(target=deliver, args=(Webhooks(games, send), ended))
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def counted(outcome: Outcome) -> float:
    """How many attempts have come to that."""
    return REGISTRY.get_sample_value("napoleon_webhooks_total", {"outcome": outcome}) or 0.0


def wait_until(done: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def all_told(laid: Table) -> bool:
    head = laid.games.head(laid.id)
    return all((row.sent, row.failures) == (head, 0) for row in laid.kept())


def test_two_workers_tell_every_step_once(allowing: dict[str, str], opened: Opened) -> None:
    games = opened(allowing)
    laid = table(games)
    with receiver() as there:
        rows = [laid.leave(seat, there.url + seat) for seat in ("red", "blue", "referee")]
        one, other = opened(allowing), opened(allowing)
        with delivering(one, sender(one.env)), delivering(other, sender(other.env)):
            for number in range(6):
                laid.move()
                there.wait(len(rows) * (number + 1) // 2)
            wait_until(lambda: all_told(laid), "not everybody is told")
        messages = there.received
    ids = [message.id for message in messages]
    assert len(set(ids)) == len(ids)
    for row in rows:
        mine = [message for message in messages if message.path == f"/{row.reader}"]
        told = [Webhook(secret_text(row.secret)).verify(m.body, m.headers)["data"] for m in mine]
        assert [data["after"] for data in told] == [
            row.sent,
            *(data["version"] for data in told[:-1]),
        ]
        assert told[-1]["version"] == games.head(laid.id)


def test_killed_between_sending_and_noting_nothing_is_lost(
    allowing: dict[str, str], opened: Opened, clock: Clock
) -> None:
    games = opened(allowing)
    laid = table(games)
    killed = Event()

    def answer(_: Received) -> int:
        killed.wait(PATIENCE)
        return 200

    with receiver(answer) as there:
        laid.leave("red", there.url)
        version = laid.move()
        worker = subprocess.Popen([sys.executable, "-c", WORK], cwd=ROOT, env=allowing)
        try:
            there.wait(1)
        finally:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
        killed.set()
        assert list(take(games, 1)) == [], "the lease stands"
        clock.move_on(LEASE)
        [taken] = take(games, 1)
        assert tell(games, sender(games.env), taken) == Outcome.DELIVERED
        first, second = there.received
    assert first.id == second.id
    assert first.body == second.body
    assert json.loads(second.body)["data"]["version"] == version
    assert all_told(laid)


def test_a_slow_receiver_does_not_hold_up_the_others(
    env: dict[str, str], games: Games, opened: Opened
) -> None:
    laid = table(games)
    released = Event()

    def answer(message: Received) -> int:
        if message.path == "/slow":
            released.wait(PATIENCE)
        return 200

    with receiver(answer) as there, delivering(games, sender(games.env)):
        slow = laid.leave("red", there.url + "slow")
        quick = laid.leave("blue", there.url + "quick")
        try:
            for number in range(3):
                version = laid.move()
                there.wait(2 + number)
            wait_until(lambda: sent(laid, quick.id) == version, "the quick one is not told")
            assert sent(laid, slow.id) == slow.sent
        finally:
            released.set()
        wait_until(lambda: all_told(laid), "the slow one is not told")
        assert [m.path for m in there.received].count("/slow") == 2, "and then of the newest"


def test_a_slow_receiver_does_not_hold_up_who_ends(games: Games) -> None:
    """What is under way goes on, and is noted; nobody else takes it meanwhile."""
    laid = table(games)
    ended, released = Event(), Event()

    def answer(_: Received) -> int:
        released.wait(PATIENCE)
        return 200

    with receiver(answer) as there, senders() as pool:
        laid.leave("red", there.url)
        version = laid.move()
        work = Webhooks(games, sender(games.env))
        thread = Thread(target=deliver_by, args=(pool, work, ended))
        thread.start()
        try:
            there.wait(1)
            ended.set()
            thread.join(PATIENCE)
            assert not thread.is_alive()
            assert list(take(games, 1)) == []
        finally:
            ended.set()
            released.set()
    assert [row.sent for row in laid.kept()] == [version]


def sent(laid: Table, webhook: str) -> int:
    return next(row.sent for row in laid.kept() if row.id == webhook)


def test_no_more_are_taken_than_can_be_sent(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "SENDERS", 2)
    laid = table(games)
    released = Event()
    newest = games.recorder.places
    looks = []

    def look() -> Places:
        looks.append(newest())
        return looks[-1]

    def answer(_: Received) -> int:
        released.wait(PATIENCE)
        return 200

    monkeypatch.setattr(games.recorder, "places", look)
    with receiver(answer) as there:
        rows = [laid.leave("red", f"{there.url}{number}") for number in range(3)]
        laid.move()
        due = {row.id: row.due for row in rows}
        with delivering(games, sender(games.env)):
            try:
                there.wait(2)
                looked = len(looks)
                wait_until(lambda: len(looks) > looked + 2, "nobody looks")
                untouched = [row.id for row in laid.kept() if row.due == due[row.id]]
                assert len(untouched) == 1, "another worker may take it"
            finally:
                released.set()
            wait_until(lambda: all_told(laid), "not everybody is told")


def test_whatever_happens_is_counted_and_told_again(games: Games, clock: Clock) -> None:
    laid = table(games)
    answers = iter([RuntimeError("a fault"), 500, 200])
    tried = []
    before = {outcome: counted(outcome) for outcome in Outcome}

    def send(*_: Any) -> int:
        answer = next(answers)
        tried.append(answer)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def come_to(outcome: Outcome) -> Callable[[], bool]:
        return lambda: counted(outcome) == before[outcome] + 1

    laid.leave("red")
    laid.move()
    with delivering(games, send):
        wait_until(lambda: len(tried) == 1, "it is not tried")
        clock.move_on(LEASE)
        wait_until(come_to(Outcome.FAILED), "a fault stops the worker")
        clock.move_on(PAUSES[0])
        wait_until(come_to(Outcome.DELIVERED), "it is not tried again")
    assert len(tried) == 3
    assert all_told(laid)


def test_a_store_that_is_away_for_a_moment_stops_nobody(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = table(games)
    laid.leave("red")
    laid.move()
    away = Event()
    look_up = games.recorder.webhooks_due

    def fail(now: int, limit: int) -> Any:
        if away.is_set():
            return look_up(now, limit)
        away.set()
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(games.recorder, "webhooks_due", fail)
    with delivering(games, lambda *_: 200):
        wait_until(away.is_set, "it is not looked up")
        wait_until(lambda: all_told(laid), "the worker has given up")


def test_it_is_looked_up_now_and_then_though_the_log_does_not_seem_to_grow(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games.recorder, "places", lambda: (1,))
    laid = table(games)
    laid.leave("red")
    with delivering(games, lambda *_: 200):
        laid.move()
        wait_until(lambda: all_told(laid), "nobody has looked")


def test_the_worker_of_the_service_tells_webhooks_and_stops_when_told(
    env: dict[str, str],
) -> None:
    with Games(env) as games, receiver() as there:
        created = games.create("napoleon1815", "historical_invasion", {})
        laid = Table(games, created.game.id, dict(created.tokens))
        laid.leave("french", there.url)
        version = laid.move()
        open_views(env)
        command = [sys.executable, "-m", "api.command_line", "worker"]
        worker = subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True)
        try:
            [message] = there.wait(1)
            assert json.loads(message.body)["data"]["version"] == version
            wait_until(lambda: all_told(laid), "it is not noted")
        finally:
            worker.send_signal(signal.SIGTERM)
            _, errors = worker.communicate(timeout=PATIENCE)
    assert worker.returncode == 0, errors
