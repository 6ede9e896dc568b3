"""What a process rehearses before its first request makes no difference to anybody."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.web import rehearsal
from napoleon.rules.contract import installed
from napoleon.rules.events import Event
from tests.api.desk import Desk, Table
from tests.web.tables import desk_for, play, table_of


def test_what_is_rehearsed_is_neither_recorded_nor_logged(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    table = table_of(desk)
    before = desk.games.recorder.max_notification_id(), desk.games.open(table.id)
    with caplog.at_level(logging.INFO):
        rehearsal.rehearse(desk.app)
    assert not caplog.records
    assert (desk.games.recorder.max_notification_id(), desk.games.open(table.id)) == before


def test_orders_are_rehearsed_in_the_games_that_were_played_last(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rehearsed = table_of(desk), list[str]()
    decided = desk.games.rehearsed

    def watched(game: Any, *order: Any) -> Any:
        rehearsed.append(game.id)
        return decided(game, *order)

    monkeypatch.setattr(desk.games, "rehearsed", watched)
    rehearsal.rehearse(desk.app)
    assert rehearsed == [table.id] * rehearsal.TIMES


def test_each_thread_that_will_answer_takes_its_part(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts: list[tuple[int, int]] = []
    monkeypatch.setattr(
        rehearsal, "rehearse", lambda app, times: parts.append((threading.get_ident(), times))
    )
    with ThreadPoolExecutor(3) as threads:
        rehearsal.rehearse_in(threads, 3, desk.app)
    assert len({thread for thread, _ in parts}) == 3
    assert sum(times for _, times in parts) >= rehearsal.TIMES


def test_a_process_begins_although_its_threads_do_not_come_together(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine may have no time for them; all parts are done all the same."""
    parts: list[int] = []
    monkeypatch.setattr(rehearsal, "_MEETING", 0.1)
    monkeypatch.setattr(rehearsal, "rehearse", lambda app, times: parts.append(times))
    with ThreadPoolExecutor(1) as threads:
        rehearsal.rehearse_in(threads, 3, desk.app)
    assert len(parts) == 3
    assert sum(parts) >= rehearsal.TIMES


@pytest.mark.parametrize("ruleset", installed())
def test_a_game_goes_on_as_if_nothing_had_been_rehearsed(ruleset: str, tmp_path: Path) -> None:
    """Neither its questions nor its chance are touched."""
    rehearsed, alone = (desk_for(tmp_path / it, installed()[ruleset]) for it in ("a", "b"))
    tables = table_of(rehearsed), table_of(alone)
    for _ in range(3):
        rehearsal.rehearse(rehearsed.app)
        for table in tables:
            play(table, 5)
    assert _happened(tables[0]) == _happened(tables[1])


def _happened(table: Table) -> list[Event]:
    """All events, whenever they were."""
    events = table.desk.games.history(table.id)
    return [msgspec.structs.replace(event, at=0, game="") for event in events]
