"""An operation is its author's alone: nobody else reads of it on any address of the service."""

from __future__ import annotations

from pathlib import Path

import pytest

from napoleon.play import operations, seats
from napoleon.play.referee.disputes import open_dispute
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Table
from tests.web.tables import desk_for, seated

ALLIED, FRENCH = "allied", "french"
ACTIVATE = "activate Namur: Blücher, Pirch"
STOPS = ("move", "move to Fosses", "move to Ligny", "move to Sombreffe")
"""Ligny is not beside Fosses, so it stops there."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    desk = desk_for(tmp_path, RULES)
    table = desk.table(
        ruleset=RULES.name, scenario="campaign", windows="form", instant_answers=True, referee=True
    )
    desk.games.follow_standing_orders(table.id)
    return table


def left(table: Table) -> None:
    body = {"lines": [ACTIVATE], "then": list(STOPS)}
    assert table.post("/orders", ALLIED, body).status_code == 201
    table.desk.catch_up()


def addresses(table: Table) -> list[str]:
    """Every address under a game that is read by its id alone, of the API and of the pages."""
    rules = [
        it
        for it in table.desk.app.url_map.iter_rules()
        if "GET" in (it.methods or ()) and it.arguments == {"game_id"}
    ]
    return sorted(it.rule.replace("<game_id>", table.id) for it in rules if "live" not in it.rule)


@pytest.mark.parametrize("reader", [FRENCH, REFEREE, None])
def test_no_address_tells_anybody_else(table: Table, reader: str | None) -> None:
    left(table)
    browser, token = seated(table, reader), table.token(reader)
    for address in addresses(table):
        if address.startswith("/api/"):
            answer = table.desk.get(address.removeprefix("/api/v1"), token)
        else:
            answer = browser.get(address)
        assert answer.status_code < 500, address
        said = answer.data.decode("utf-8", "replace")
        assert "move to Sombreffe" not in said, address
        if reader != REFEREE:
            assert '"instruction":"operation"' not in said, address


def test_whoever_takes_the_seat_over_does_not_read_what_was_left(table: Table) -> None:
    """Whatever has come up before they did."""
    left(table)
    games = table.desk.games
    order = [it for it in games.history(table.id) if isinstance(it, OrderGiven)][-1]
    case = open_dispute(
        games, table.id, FRENCH, order.version, clause="OPS.1", claim="Not so.", relief="rewind"
    )
    assert not hasattr(case, "code"), case
    handed = seats.hand_over(games, table.id, ALLIED, str(table.token(REFEREE)))
    assert not hasattr(handed, "code"), handed
    table.created["seats"] = [
        {**it, "token": handed} if it["seat"] == ALLIED else it for it in table.created["seats"]
    ]
    browser = seated(table, ALLIED)
    assert "move to Sombreffe" not in browser.get(f"/games/{table.id}?seat={ALLIED}").text
    assert operations.shown(games, games.open(table.id), ALLIED, "") is None
