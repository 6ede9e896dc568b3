"""The commands of umpires on every door: the same functions, and the same events, as by mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from api.command_line.main import main
from napoleon.log.clocks import PASS, Clock
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.clocks import ClockHeld, ClockResumed, DeadlineExtended, WaitingEnded
from napoleon.log.events.seats import InvitationRenewed, SeatHandedOver
from napoleon.play.clock import setting
from napoleon.play.referee import disputes
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE
from tests.api.conftest import desk_at
from tests.api.desk import Table
from tests.people.judges import with_a_desk
from tests.stores import embedded
from tests.web.browser import words
from tests.web.cases import form
from tests.web.tables import seated

GAME = {"ruleset": "napoleon1815", "scenario": "historical_invasion", "referee": True}


class Said(NamedTuple):
    """What a door answers."""

    text: str
    refused: bool


Door = Callable[[Table, str, str], Said]
"""Sends a line of somebody with a seat."""


def over_rest(table: Table, holder: str, line: str) -> Said:
    answer = table.post("/commands", holder, {"line": line})
    return Said(answer.text, answer.status_code >= 400)


def on_the_page(table: Table, holder: str, line: str) -> Said:
    browser, path = seated(table, holder), f"/games/{table.id}/commands"
    answer = browser.post(path, {**form(browser, path, "/commands"), "line": line})
    return Said(words(answer), answer.status_code >= 400)


def in_a_shell(table: Table, holder: str, line: str) -> Said:
    told = CliRunner().invoke(main, ["command", table.id, line, "--seat", holder])
    assert told.exception is None or isinstance(told.exception, SystemExit), told.exception
    return Said(told.output, told.exit_code != 0)


DOORS = {"rest": over_rest, "page": on_the_page, "shell": in_a_shell}


@pytest.fixture(params=DOORS)
def send(request: pytest.FixtureRequest) -> Door:
    """A door."""
    return DOORS[request.param]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game with a referee and a clock, whose seats are claimed."""
    for key, value in embedded(tmp_path).items():
        monkeypatch.setenv(key, value)
    desk = desk_at(tmp_path, installed()["napoleon1815"])
    answer = desk.call("POST", "/games", body=GAME)
    table = Table(desk, answer.json)
    clock = Clock(24 * 60, grace=24 * 60, then=PASS)
    setting.set_clock(desk.games, table.id, REFEREE, clock)
    yield table
    desk.games.beside.close()


def counted(table: Table, kind: type) -> int:
    return sum(isinstance(it, kind) for it in table.desk.games.history(table.id))


def test_the_clock(table: Table, send: Door) -> None:
    assert "The clock is stopped" in send(table, REFEREE, "pause: A storm.").text
    assert send(table, REFEREE, "pause").refused
    assert "The clock runs again." in send(table, REFEREE, "resume").text
    assert "Nobody is late." in send(table, "allied", "who is late").text
    assert "late" in send(table, REFEREE, "process").text
    assert [counted(table, it) for it in (ClockHeld, ClockResumed, WaitingEnded)] == [1, 1, 0]


def test_a_ruling_and_a_correction(table: Table, send: Door) -> None:
    case = disputes.open_dispute(
        table.desk.games, table.id, "french", 4, clause="SETUP.1", claim="No.", relief="correct"
    )
    assert isinstance(case, disputes.Dispute)
    assert send(table, REFEREE, f"rule {case.id}: Because.").refused
    assert not send(table, REFEREE, f"rule {case.id} stand: It is as it is printed.").refused
    line = "correct under VICTORY.3: set_track value=9; reason=Scored twice."
    assert "Your ruling is on record" in send(table, REFEREE, line).text
    assert counted(table, RulingGiven) == 2
    assert table.desk.games.open(table.id).state.track == 9


def test_a_seat_is_taken_and_somebody_is_invited(table: Table, send: Door) -> None:
    assert "A seat is free" in send(table, REFEREE, "eject French").text
    told = send(table, REFEREE, "invite new@friend.example as French")
    assert told.refused and "confirmed address" in told.text
    with_a_desk(table.desk.games, table.id, REFEREE)
    told = send(table, REFEREE, "invite new@friend.example as French")
    assert "new@friend.example is invited to play French." in told.text
    assert [counted(table, it) for it in (SeatHandedOver, InvitationRenewed)] == [1, 1]


def test_the_log_and_the_list(table: Table, send: Door) -> None:
    assert "The game was created" in send(table, REFEREE, "log 1 2").text
    assert "eject SEAT" in send(table, REFEREE, "help").text
    assert "set_track value=..." in send(table, REFEREE, "corrections").text
    assert "No dispatch is under way." in send(table, REFEREE, "dispatches").text


def test_others_are_refused_and_not_told_of_them(table: Table, send: Door) -> None:
    before = table.version
    for line in ("pause", "eject allied", "log", "extend french 24h", "rule 4 stand: No."):
        told = send(table, "french", line)
        assert told.refused, line
        assert "Only the referee or the deputy gives that." in told.text
    assert "eject SEAT" not in send(table, "french", "help").text
    assert table.version == before
    assert counted(table, DeadlineExtended) == 0


def test_a_line_that_is_not_written_so_is_answered_with_how_it_is(table: Table, send: Door) -> None:
    told = send(table, REFEREE, "extend French")
    assert told.refused
    assert "It is written: extend SEAT SPAN[: TEXT]." in told.text
