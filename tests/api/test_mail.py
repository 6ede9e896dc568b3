"""Mailboxes and commands over REST: for whoever holds a token, and for nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.commands.table import COMMANDS
from napoleon.rules.events import REFEREE
from tests.api.desk import Desk, Table

LEFT = {"address": "ann@players.example", "mail": "digest", "time_zone": "Europe/Paris"}


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def call(table: Table, method: str, what: str, seat: str | None, body: Any = None) -> TestResponse:
    token = None if seat is None else table.token(seat)
    return table.desk.call(method, f"/games/{table.id}/{what}", token, body=body)


@pytest.mark.parametrize("seat", ["red", REFEREE])
def test_a_mailbox_is_left_changed_and_erased(table: Table, seat: str) -> None:
    assert call(table, "GET", "mailbox", seat).json["code"] == "NO_MAILBOX"
    left = call(table, "PUT", "mailbox", seat, LEFT)
    expected = {**LEFT, "language": "en", "confirmed": False, "failing": False}
    assert (left.status_code, left.json) == (200, expected)
    changed = call(table, "PUT", "mailbox", seat, {"mail": "off", "language": "fr"})
    assert changed.json == {**expected, "mail": "off", "language": "fr"}
    assert call(table, "GET", "mailbox", seat).json == changed.json
    assert call(table, "DELETE", "mailbox", seat).status_code == 204
    assert call(table, "GET", "mailbox", seat).status_code == 404


def test_nobody_else_is_shown_it(table: Table) -> None:
    call(table, "PUT", "mailbox", "red", LEFT)
    assert call(table, "GET", "mailbox", "blue").json["code"] == "NO_MAILBOX"
    assert call(table, "GET", "mailbox", REFEREE).json["code"] == "NO_MAILBOX"
    refused = call(table, "GET", "mailbox", None)
    assert (refused.status_code, refused.json["code"]) == (403, "NOT_SEATED")
    assert "ann@" not in table.get("", "blue").text
    assert "ann@" not in table.get("/log", "blue").text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"address": "nobody"}, "BAD_ADDRESS"),
        ({"address": "a@b.example", "mail": "hourly"}, "BAD_PAYLOAD"),
        ({"address": "a@b.example", "time_zone": "Mars/Olympus"}, "BAD_PAYLOAD"),
        ({"address": "a@b.example", "phone": "1"}, "UNKNOWN_FIELD"),
        ({"mail": "off"}, "BAD_ADDRESS"),
    ],
)
def test_what_cannot_be_kept_is_refused(table: Table, body: dict[str, str], code: str) -> None:
    refused = call(table, "PUT", "mailbox", "red", body)
    assert (refused.status_code, refused.json["code"]) == (422, code)


def test_it_dies_with_a_hand_over(table: Table) -> None:
    call(table, "PUT", "mailbox", "red", LEFT)
    handed = call(table, "POST", "seats/red/handover", "red").json
    assert call(table, "GET", "mailbox", "red").status_code == 401
    path = f"/games/{table.id}/mailbox"
    newcomer = table.desk.call("GET", path, handed["token"])
    assert newcomer.json["code"] == "NO_MAILBOX"


def test_a_command_is_answered(table: Table) -> None:
    told = call(table, "POST", "commands", "red", {"line": "status"})
    assert told.status_code == 200
    assert told.json["version"] == table.version
    assert told.json["title"] == "Status"
    usages = [
        row[0]
        for row in call(table, "POST", "commands", "red", {"line": "help"}).json["tables"][0][
            "rows"
        ]
    ]
    assert usages == [it.usage for it in COMMANDS if it.is_for("red")]


def test_a_refused_line_is_a_problem_and_records_nothing(table: Table) -> None:
    before = table.version
    for line, status, code in (
        ("explain 999", 422, "UNKNOWN_VERSION"),
        ("withdraw", 422, "NOTHING_TO_TAKE_BACK"),
        ("agree 3", 404, "UNKNOWN_CASE"),
        ("forget nothing", 422, "UNKNOWN_INSTRUCTION"),
    ):
        refused = call(table, "POST", "commands", "red", {"line": line})
        assert (refused.status_code, refused.json["code"]) == (status, code), line
    assert table.version == before


def test_a_spectator_sends_no_commands(table: Table) -> None:
    refused = call(table, "POST", "commands", None, {"line": "hand"})
    assert (refused.status_code, refused.json["code"]) == (403, "NOT_SEATED")


def test_a_line_has_an_end(table: Table) -> None:
    for line in ("", "x" * 3000):
        assert call(table, "POST", "commands", "red", {"line": line}).status_code == 422
