"""Who is told at once what a process records is told what the log has, in every game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from api.events import presenter
from napoleon.log.game import Game
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE, SPECTATOR, Event
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
