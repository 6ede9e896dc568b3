"""A channel reads the log once and encodes once, however many clients there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from threading import Event as Signal
from threading import Thread
from typing import Any

import pytest

from api.events import aspect, presenter
from api.live import channel as module
from api.live.channel import Channel
from napoleon.log.game import Game
from napoleon.rules.events import Event
from tests.api.desk import Desk, Table
from tests.live.listening import listen, log


@pytest.fixture
def long(desk: Desk) -> Table:
    """A game of many turns."""
    return desk.table(options={"turns": 50})


def test_many_clients_cost_one_reading_and_one_encoding_for_each_kind(
    make_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make_desk(capacity=40).table()
    games = table.desk.games
    encoded: Counter[tuple[str, int]] = Counter()
    read: list[Any] = []

    def counted(games: Any, game: Any, reader: str) -> Any:
        present = presenter(games, game, reader)

        def present_once(event: Any) -> dict[str, Any]:
            encoded[reader, event.version] += 1
            return present(event)

        return present_once

    with ExitStack() as leaving:
        clients = [
            leaving.enter_context(listen(table, reader))
            for reader in ("red", "blue", None)
            for _ in range(10)
        ]
        for client in clients:
            client.next()
        begun = table.version
        select = games.recorder.select_events
        monkeypatch.setattr(module, "presenter", counted)
        monkeypatch.setattr(
            games.recorder, "select_events", lambda *a, **k: read.append(k) or select(*a, **k)
        )
        assert table.order("red", {"order": "pass"}).status_code == 201
        newest = games.open(table.id).version
        for client in clients:
            client.upto(newest)
    versions = range(begun + 1, newest + 1)
    assert encoded == {(who, it): 1 for who in ("red", "blue", "spectator") for it in versions}
    # The receipt of the order reads the events that it has caused. The channel reads them once at
    # most: if the follower was there before it was told of what this process has recorded.
    receipt = {"gt": begun, "lte": newest}
    assert len([it for it in read if it != receipt]) <= 1


def test_what_this_process_records_is_told_without_reading_it(
    long: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = long.desk.games
    taken, read = (Channel(games, games.open(long.id)) for _ in range(2))
    begun = taken.latest.game.version
    games.listeners.add(taken.take)
    monkeypatch.setattr(taken, "_games", None)
    long.play_turn()
    read.refresh()
    assert taken.latest.game == read.latest.game
    monkeypatch.undo()
    for seat in ("red", "blue", "spectator"):
        monkeypatch.setattr(taken.latest, "_games", games)
        assert taken.latest.told(seat, begun) == read.latest.told(seat, begun)


def test_what_is_not_next_in_line_is_left_to_the_log(long: Table) -> None:
    """As when two threads record one after the other, and the second is the first to tell it."""
    games = long.desk.games
    channel, begun = Channel(games, games.open(long.id)), long.version
    told: list[tuple[Game, Sequence[Event]]] = []
    games.listeners.add(lambda *it: told.append(it))
    long.play_turn()
    assert len(told) > 1
    for later in told[1:]:
        channel.take(*later)
        assert channel.latest.game.version == begun
    channel.take(*told[0])
    channel.take(*told[0])
    assert channel.latest.game == told[0][0]
    channel.refresh(long.version)
    found = channel.latest.told("red", begun)
    assert found == channel.latest.read("red", begun)


def test_nobody_who_records_waits_for_a_channel_that_reads(long: Table) -> None:
    games = long.desk.games
    channel, begun = Channel(games, games.open(long.id)), long.version
    games.listeners.add(channel.take)
    with channel._refreshing:
        long.play_turn()
    assert channel.latest.game.version == begun
    channel.refresh()
    assert channel.latest.game.version == long.version


def test_nobody_who_records_waits_for_what_is_worded_for_others(
    long: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is anything worded again that was before; what is being worded is."""
    games = long.desk.games
    channel, begun = Channel(games, games.open(long.id)), long.version
    games.listeners.add(channel.take)
    long.play_turn()
    worded, busy, go_on = Counter[tuple[str, int]](), Signal(), Signal()

    def slow(games: Any, game: Game, reader: str) -> Any:
        present = presenter(games, game, reader)

        def shown(event: Any) -> dict[str, Any]:
            worded[reader, event.version] += 1
            if reader == "red":
                busy.set()
                assert go_on.wait(60)
            return present(event)

        return shown

    monkeypatch.setattr(module, "presenter", slow)
    before, middle = channel.latest, long.version
    assert before.told("blue", begun) is not None
    reading = Thread(target=before.told, args=("red", begun))
    recording = Thread(target=long.play_turn)
    reading.start()
    try:
        assert busy.wait(30)
        recording.start()
        recording.join(30)
        waits = recording.is_alive()
    finally:
        go_on.set()
        reading.join()
        if recording.ident is not None:
            recording.join()
    assert not waits
    assert channel.latest.game.version == long.version > middle
    for seat in ("blue", "red"):
        assert channel.latest.told(seat, begun) == channel.latest.read(seat, begun)
        # Once to be told, and once more as they are read again to be compared.
        assert worded[seat, long.version] == 2
    assert worded["blue", middle] == 2
    assert worded["red", middle] == 3


def test_who_is_further_behind_reads_the_log_in_portions(
    long: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PORTION", 5)
    for _ in range(3):
        long.play_turn()
    with listen(long, "red", last=0) as client:
        told = client.upto(long.version)
    assert [message.data for message in told] == log(long, "red")


def test_only_the_latest_events_are_kept(long: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 4)
    games = long.desk.games
    channel = Channel(games, games.open(long.id))
    begun = channel.latest.game.version
    for _ in range(3):
        long.play_turn()
        channel.refresh()
        newest = channel.latest.game.version
        assert channel.latest.told("red", newest - 5) is None
        assert channel.latest.told("red", begun) is None
        for after in range(newest - 4, newest + 1):
            found = channel.latest.told("red", after)
            assert found is not None
            assert found == channel.latest.read("red", after)
            assert found[0].count(b"event: event\n") == newest - after


def test_what_a_channel_knows_already_is_not_read_again(
    long: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = long.desk.games
    channel = Channel(games, games.open(long.id))
    long.play_turn()
    channel.refresh(long.version)
    latest = channel.latest
    assert latest.game.version == long.version
    monkeypatch.setattr(channel, "_games", None)
    channel.refresh(latest.game.version)
    channel.refresh(1)
    assert channel.latest is latest


def test_whoever_waits_is_woken_by_what_is_new_and_by_the_end(long: Table) -> None:
    games = long.desk.games
    channel = Channel(games, games.open(long.id))
    begun = channel.latest.game.version
    assert channel.newer(begun, 0.01).game.version == begun
    long.play_turn()
    channel.refresh()
    assert channel.newer(begun, 30).game.version == long.version
    channel.end()
    assert channel.newer(long.version, 30) is channel.latest


def test_positions_of_the_same_aspect_present_an_event_alike(table: Table) -> None:
    """Which is why messages may be kept from one position to the next."""
    games = table.desk.games
    table.play_turn()
    ruling = {"outcome": "rewind", "to": table.version - 4, "clauses": ["GO"], "reason": "So."}
    assert table.post("/rulings", "referee", ruling).status_code == 201
    table.play_out()
    positions: list[Game] = [games.at(table.id, it) for it in range(1, table.version + 1)]
    events = games.history(table.id)
    shown: dict[Any, Any] = {}
    for game in positions:
        for reader in ("red", "blue", "spectator"):
            present = presenter(games, game, reader)
            for event in events[: game.version]:
                found = present(event)
                assert shown.setdefault((aspect(game), reader, event.version), found) == found
    assert len({aspect(game) for game in positions}) == 3, "running, rewound, over"
