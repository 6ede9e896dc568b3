"""The live stream: what a client is sent, and where he begins."""

from __future__ import annotations

from itertools import count
from random import Random
from types import SimpleNamespace

import pytest

from api.live.streams import Streams, register
from tests.api.desk import Desk, Table
from tests.live.listening import Message, Parser, listen, log

READERS = ("red", "blue", "referee", None)


def test_a_stream_begins_with_where_the_game_stands(table: Table) -> None:
    game = table.get().json
    with listen(table) as client:
        assert client.answer.status_code == 200
        assert client.answer.content_type == "text/event-stream"
        assert client.answer.headers["Cache-Control"] == "no-store"
        assert client.answer.headers["X-Accel-Buffering"] == "no"
        assert "Content-Encoding" not in client.answer.headers
        assert client.anything() == Message("", None, "")
        assert client.received.startswith(b"retry: 1000\n\n")
        message = client.next()
    assert (message.name, message.id) == ("position", table.version)
    names = ("version", "status", "turn", "phase", "waiting_for")
    assert message.json == {name: game[name] for name in names}


def test_a_game_that_waits_for_its_players(desk: Desk) -> None:
    table = desk.table(awaits_seats=True)
    with listen(table) as client:
        assert client.next().json == {
            "version": 1,
            "status": "waiting",
            "turn": 0,
            "phase": None,
            "waiting_for": ["red", "blue"],
        }


@pytest.mark.parametrize("reader", READERS)
def test_events_are_told_as_the_log_shows_them(table: Table, reader: str | None) -> None:
    with listen(table, reader) as client:
        begun = client.next().id
        table.play_turn()
        told = client.upto(table.version)
    assert {message.name for message in told} == {"event"}
    assert [message.id for message in told] == list(range(begun + 1, table.version + 1))
    assert [message.data for message in told] == log(table, reader, after=begun)


def test_who_comes_back_is_told_what_he_has_missed(table: Table) -> None:
    table.play_turn()
    newest = table.version
    for last in range(newest):
        with listen(table, "red", last=last) as client:
            told = client.upto(newest)
        assert [message.id for message in told] == list(range(last + 1, newest + 1))
        assert [message.data for message in told] == log(table, "red", after=last)


def test_who_has_missed_nothing_is_told_nothing_until_something_happens(table: Table) -> None:
    newest = table.version
    with listen(table, last=newest) as client:
        for _ in range(3):
            assert client.anything() == Message("", None, "")
        assert table.order("red", {"order": "pass"}).status_code == 201
        assert client.next().id == newest + 1


def test_the_header_goes_before_the_parameter(table: Table) -> None:
    """A client that repeats its address when it comes back says in the header where it is."""
    with listen(table, query="?after=2") as client:
        assert client.next().id == 3
    with listen(table, last=4, query="?after=2") as client:
        assert client.next().id == 5


def test_a_client_cut_off_anywhere_neither_misses_nor_doubles(table: Table) -> None:
    """Bytes of one stream after the other, each cut at random, make up the log."""
    random, seen = Random(1815), 0
    events: list[Message] = []
    while table.get().json["status"] == "running" or seen < table.version:
        if table.get().json["status"] == "running":
            seat = table.get().json["waiting_for"][0]
            table.order(seat, random.choice(table.legal_orders(seat)))
        with listen(table, last=seen) as client:
            client.upto(table.version) if seen < table.version else client.anything()
            sent = client.received
        whole = Parser().feed(sent[: random.randrange(len(sent) + 1)])
        events += [message for message in whole if message.name]
        seen = events[-1].id or 0 if events else 0
    assert [event.id for event in events] == list(range(1, table.version + 1))


@pytest.mark.parametrize("last", ["", "x", "-1", "1.0", "+3", "٣", "1" * 19, "1, 2"])
def test_an_id_that_is_no_version(table: Table, last: str) -> None:
    answer = table.get("/live", headers={"Last-Event-ID": last.encode().decode("latin-1")})
    assert (answer.status_code, answer.json["code"]) == (400, "BAD_LAST_EVENT_ID")


@pytest.mark.parametrize("query", ["after=x", "after=-1", "after=", "after=1&after=2"])
def test_a_parameter_that_is_no_version(table: Table, query: str) -> None:
    answer = table.get(f"/live?{query}")
    assert (answer.status_code, answer.json["code"]) == (422, "BAD_QUERY")


def test_a_version_that_is_still_to_come(table: Table) -> None:
    later = table.version + 1
    answers = [
        table.get("/live", headers={"Last-Event-ID": str(later)}),
        table.get(f"/live?after={later}"),
        table.get(f"/live?after={10**18 - 1}"),
    ]
    assert {(it.status_code, it.json["code"]) for it in answers} == {(404, "UNKNOWN_VERSION")}


def test_a_token_that_opens_nothing_and_a_game_that_is_none(table: Table) -> None:
    answer = table.desk.get(f"/games/{table.id}/live", "a-token")
    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
    answer = table.desk.get("/games/none/live")
    assert (answer.status_code, answer.json["code"]) == (404, "UNKNOWN_GAME")


def test_a_silent_stream_gives_signs_of_life(table: Table) -> None:
    with listen(table) as client:
        client.next()
        assert [client.anything() for _ in range(3)] == [Message("", None, "")] * 3
        assert client.received.endswith(b": nothing new\n\n" * 3)


def test_a_stream_ends_by_itself_after_a_while(table: Table) -> None:
    register(table.desk.app, Streams(8, heartbeats=0.05, lasting=0.2))
    with listen(table, last=0) as client:
        assert [message.id for message in client.rest()] == list(range(1, table.version + 1))


def test_streams_that_began_together_end_apart(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    chances = iter((0.0, 0.5, 1.0))
    streams = Streams(8, heartbeats=0.01, lasting=11, chance=lambda: next(chances))
    games = table.desk.games
    channel = streams.enter(games, game := games.open(table.id))
    assert channel is not None
    lengths = []
    for _ in range(3):
        ticks = count()
        clock = SimpleNamespace(monotonic=lambda ticks=ticks: next(ticks))
        monkeypatch.setattr("api.live.streams.time", clock)
        lengths.append(len(list(streams.messages(channel, None, game.version))))
    streams.leave(channel)
    assert lengths == [10, 9, 8], "signs of life, one a second"


def test_head_holds_no_place(table: Table) -> None:
    register(table.desk.app, streams := Streams(1))
    for _ in range(2):
        with table.desk.call("HEAD", f"/games/{table.id}/live") as answer:
            assert (answer.status_code, answer.data) == (200, b"")
    assert streams.open == 0
