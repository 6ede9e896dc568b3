"""Who is told at once what a process records is told what the log has, in every game."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from api.events import presenter
from napoleon.log.game import Game
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from tests.api.desk import Desk
from tests.web.tables import desk_for, play, table_of


@pytest.mark.parametrize("ruleset", installed())
def test_events_are_shown_as_the_log_shows_them(ruleset: str, tmp_path: Path) -> None:
    """To each viewer, and by the position that was told with them, byte by byte."""
    desk = desk_for(tmp_path, installed()[ruleset])
    told: list[tuple[Game, Sequence[Event]]] = []
    desk.games.listeners.add(lambda *it: told.append(it))
    table = table_of(desk)
    play(table, 40)
    games, before = desk.games, 0
    assert len(told) > 40
    for position, events in told:
        assert position.id == table.id
        recorded = games.history(table.id, after=before, upto=position.version)
        before = position.version
        for viewer in (*position.created.seats, SPECTATOR, REFEREE):
            at_once = presenter(games, position, viewer)
            later = presenter(games, games.at(table.id, before), viewer)
            for event, kept in zip(events, recorded, strict=True):
                assert msgspec.json.encode(at_once(event)) == msgspec.json.encode(later(kept))
    assert before == games.open(table.id).version


def test_an_order_is_answered_and_told_although_a_listener_fails(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is recorded by then: the others hear of it, and so does who follows the log."""
    table, heard, announced = desk.table(), Counter[int](), list[int]()
    games = desk.games

    def fail(game: Game, events: Sequence[Event]) -> None:
        heard[0] += 1
        raise LookupError("a card")

    games.listeners |= {fail, *(lambda *_, it=it: heard.update([it]) for it in range(1, 9))}
    announce = games.recorder.announce
    monkeypatch.setattr(
        games.recorder, "announce", lambda: (announced.append(heard.total()), announce())
    )
    before = table.version
    with caplog.at_level(logging.ERROR, "napoleon.log.game_log"):
        assert table.order("red", {"order": "draw"}).status_code == 201
    assert table.version > before
    assert len(announced) == heard[0] > 0
    assert heard == dict.fromkeys(range(9), heard[0]), "all have heard of each"
    told = [it for it in caplog.records if it.name == "napoleon.log.game_log"]
    assert len(told) == heard[0]
    assert all(it.exc_info for it in told)
    assert all(table.id in it.getMessage() for it in told)


def test_what_is_recorded_is_announced_even_while_the_process_ends(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, announced = desk.table(), list[bool]()
    before = table.version

    def end(game: Game, events: Sequence[Event]) -> None:
        raise SystemExit

    desk.games.listeners.add(end)
    monkeypatch.setattr(desk.games.recorder, "announce", lambda: announced.append(True))
    with pytest.raises(SystemExit):
        desk.games.submit_orders(table.id, "red", [{"order": "draw"}])
    assert table.version > before
    assert announced == [True]
