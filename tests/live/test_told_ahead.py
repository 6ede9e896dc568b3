"""What a live process tells ahead reaches nobody, and what it learns is there for the first."""

from __future__ import annotations

import logging

import pytest

from api.live import rehearsal
from api.live.channel import Channel, Latest
from tests.api.desk import Desk
from tests.web.tables import play, table_of


def test_what_is_told_ahead_is_neither_recorded_nor_logged(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    table = table_of(desk)
    play(table, 3)
    before = desk.games.recorder.max_notification_id(), desk.games.open(table.id)
    with caplog.at_level(logging.INFO):
        rehearsal.rehearse(desk.app)
    assert not caplog.records
    assert (desk.games.recorder.max_notification_id(), desk.games.open(table.id)) == before


def test_every_reader_is_told_ahead_what_they_may_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(desk)
    play(table, 3)
    told, tell = dict[str, bytes](), Latest.told

    def watched(latest: Latest, viewer: str, after: int) -> tuple[bytes, int] | None:
        found = tell(latest, viewer, after)
        assert found is not None
        told[viewer] = found[0]
        return found

    monkeypatch.setattr(Latest, "told", watched)
    rehearsal.rehearse(desk.app)
    game = desk.games.open(table.id)
    assert told.keys() == {"spectator", "referee", *game.created.seats}
    channel = Channel(desk.games, desk.games.at(table.id, 1))
    channel.refresh()
    for viewer, ahead in told.items():
        after = game.version - ahead.count(b"event: event")
        assert tell(channel.latest, viewer, after) == (ahead, game.version)


def test_a_log_that_is_away_is_told_and_no_trouble(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> int:
        raise OSError("away")

    monkeypatch.setattr(desk.games.recorder, "max_notification_id", away)
    rehearsal.rehearse(desk.app)
    assert "could not be told ahead" in caplog.text
