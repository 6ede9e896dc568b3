"""The log is lost and comes back while clients follow it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import InterfaceError, OperationalError

from api.live import follower, streams
from napoleon.log.errors import BrokenLog
from napoleon.play.games import Games
from tests.api.desk import Desk, Table
from tests.command_line.server import wait_until
from tests.live.listening import Message, listen
from tools.servers import OwnPostgres


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """An outage is over in a moment."""
    monkeypatch.setattr(follower, "PAUSE", 0.02)
    monkeypatch.setattr(streams, "PAUSE", 0.02)


class Line:
    """Stands between a recorder and its followers, and can be cut."""

    def __init__(self, recorder: Any) -> None:
        self.attempts = 0
        self._subscribe = recorder.subscribe
        self._subscriptions: list[Any] = []
        self._is_cut = False

    def subscribe(self, **options: Any) -> Any:
        if self._is_cut:
            self.attempts += 1
            raise InterfaceError("the log is away")
        self._subscriptions.append(self._subscribe(**options))
        return self._subscriptions[-1]

    def cut(self) -> None:
        """Let every subscription fail, and each that is tried from now on.

        A follower that has just subscribed reads once more what was recorded; what is recorded
        after this is not seen by anybody.
        """
        wait_until(lambda: bool(self._subscriptions), "somebody to follow the log")
        tried = self.attempts
        self._is_cut = True
        for subscription in self._subscriptions:
            subscription._thread_error = InterfaceError("the log is away")
            subscription.stop()
        wait_until(lambda: self.attempts > tried, "the follower to try in vain")

    def mend(self) -> None:
        self._is_cut = False


def test_a_log_that_was_lost_is_followed_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What happened meanwhile is told when it is back, once."""
    line = Line(table.desk.games.recorder)
    monkeypatch.setattr(table.desk.games.recorder, "subscribe", line.subscribe)
    with listen(table, last=0) as client:
        told = client.upto(table.version)
        # As if another process recorded what follows: what its own records is told at once.
        table.desk.games.listeners.clear()
        for seat in ("red", "blue"):
            line.cut()
            assert table.order(seat, {"order": "pass"}).status_code == 201
            tried = line.attempts
            while line.attempts < tried + 3:
                message = client.anything()
                assert message is not None and not message.name, "a heartbeat"
            line.mend()
            told += client.upto(table.version)
        table.order("red", {"order": "bet", "value": 1})
        told += client.upto(table.version)
    assert [message.id for message in told] == list(range(1, table.version + 1))
    lost = [it for it in caplog.records if it.name == follower.__name__]
    assert {(it.levelno, it.getMessage()) for it in lost} == {
        (logging.ERROR, "the log cannot be followed: the log is away")
    }
    assert all(it.exc_info is None for it in lost)


def test_a_database_that_is_stopped_and_started(
    make_desk: Callable[..., Desk], own_postgres: OwnPostgres
) -> None:
    """Clients stay, get signs of life, and then all that happens, once."""
    url = own_postgres.create_database()
    env = {"DATABASE_URL": url, "NAPOLEON_SECRET": "correct horse battery staple"}
    table = make_desk(env=env).table()
    with listen(table, last=0) as client:
        told = client.upto(table.version)
        own_postgres.stop()
        try:
            beats = [client.anything() for _ in range(4)]
            answer = table.get("/live")
        finally:
            own_postgres.start()
        assert beats == [Message("", None, "")] * 4
        assert (answer.status_code, answer.json["code"]) == (503, "STORE_UNAVAILABLE")
        wait_until(lambda: table.get().status_code == 200, "the database to be back")
        table.play_turn()
        told += client.upto(table.version)
    assert [message.id for message in told] == list(range(1, table.version + 1))
    streams.streams_of(table.desk.app).close()
    table.desk.games.close()
    own_postgres.drop_database(url)


def test_what_a_client_missed_is_read_when_the_log_is_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play_turn()
    history, failures = table.desk.games.history, []

    def fail(*_: object, **__: object) -> Any:
        failures.append(1)
        raise OperationalError("the log is away")

    with listen(table, last=0) as client:
        monkeypatch.setattr(table.desk.games, "history", fail)
        while len(failures) < 3:
            message = client.anything()
            assert message is not None and not message.name, "a heartbeat"
        monkeypatch.setattr(table.desk.games, "history", history)
        told = client.upto(table.version)
    assert [message.id for message in told] == list(range(1, table.version + 1))


def test_a_log_that_is_away_is_answered_as_everywhere(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: str) -> Any:
        raise OperationalError("the log is away")

    monkeypatch.setattr(table.desk.games, "open", fail)
    answer = table.get("/live")
    assert (answer.status_code, answer.json["code"]) == (503, "STORE_UNAVAILABLE")
    assert answer.headers["Retry-After"]


def test_a_game_that_cannot_be_replayed_ends_its_own_streams_only(
    table: Table,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    games, other = table.desk.games, table.desk.table()
    broken = False

    def or_fail(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def read_or_fail(of: Any) -> Any:
            if broken and table.id in (of, getattr(of, "id", None)):
                raise BrokenLog(table.id, 8, ValueError("changed"))
            return read(of)

        return read_or_fail

    for name in ("open", "caught_up"):
        monkeypatch.setattr(games, name, or_fail(getattr(games, name)))
    with listen(table) as client, listen(other) as neighbour:
        client.next(), neighbour.next()
        broken = True
        with Games({"NAPOLEON_HOME": str(tmp_path / "0")}, rulesets=games.rulesets) as elsewhere:
            elsewhere.claim(table.id, "red")
        assert client.rest() == []
        assert f"game {table.id} cannot be followed" in caplog.text
        answer = table.get("/live")
        assert (answer.status_code, answer.json["code"]) == (500, "BROKEN_LOG")
        other.order("red", {"order": "pass"})
        assert neighbour.next().name == "event"
        broken = False
        with listen(table) as client:
            assert client.next().name == "position"
            table.order("blue", {"order": "pass"})
