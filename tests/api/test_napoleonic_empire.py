"""Napoleonic Empire over REST: its boards, and a game that ends without a winner [E-31]."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from api.command_line.show import show
from napoleon.play import game_file
from napoleon.record.story import facts
from napoleon.rulesets.napoleonic_empire import RULES
from tests.api.desk import Desk, Table, counting

REASON = "Both sides agreed to end it."
DRAWN = {"winner": None, "reason": REASON, "clause": "VIC.3"}


@pytest.fixture
def table(make_desk: Callable[..., Desk], tmp_path: Path) -> Table:
    desk = make_desk(RULES, home=tmp_path, entropy=counting())
    return desk.table(ruleset=RULES.name, scenario="europe")


@pytest.fixture
def drawn(table: Table) -> Table:
    """A game that both sides have agreed to end, as the first thing that they did."""
    for seat in ("french", "allied"):
        answer = table.order(seat, {"order": "agree_to_end"})
        assert answer.status_code == 201, answer.text
    return table


@pytest.mark.parametrize("seat", ["french", "allied", None])
@pytest.mark.parametrize("army", ["french", "allied"])
def test_the_order_of_battle_of_one_side_is_for_everybody(
    table: Table, seat: str | None, army: str
) -> None:
    [found] = table.get(f"/order-of-battle?army={army}", seat).json["armies"]
    assert (found["army"], found["on_map"], found["pool"]) == (army, 40, 40)


def test_changes_are_told_by_country_and_side(table: Table) -> None:
    for seat in ("french", "allied", "french", "allied"):
        table.order(seat, {"order": "pass"})
    before = table.version
    move = {"order": "move_armies", "origin": "france", "to": "switzerland", "armies": 3}
    assert table.order("french", move).status_code == 201
    changes = table.get(f"/map?since={before}").json["changes"]
    assert {it["path"]: (it["before"], it["after"]) for it in changes} == {
        "/areas/france/armies/french/count": (20, 17),
        "/areas/switzerland/armies/french/count": (2, 5),
        "/areas/switzerland/armies/french/moved": (0, 3),
    }


def test_e_31_the_winner_of_a_drawn_game_is_null(drawn: Table) -> None:
    lobby = drawn.desk.get("/games?status=over").json["games"]
    assert [it["result"] for it in lobby] == [DRAWN]
    assert drawn.get().json["result"] == DRAWN
    assert drawn.get("/victory-track").json["result"] == DRAWN


def test_e_31_a_drawn_game_is_told_as_such(drawn: Table, tmp_path: Path) -> None:
    games = drawn.desk.games
    assert facts(games, drawn.id, "spectator")["Result"] == f"The game was drawn: {REASON}"
    shown = CliRunner().invoke(show, [drawn.id], env={"NAPOLEON_HOME": str(tmp_path)})
    assert f"The game was drawn: {REASON} [VIC.3]" in shown.stdout


def test_e_31_a_drawn_game_is_written_as_a_file_and_read_back(drawn: Table) -> None:
    notation = RULES.notation
    assert notation is not None
    text = game_file.write(drawn.desk.games.history(drawn.id), notation)
    assert f'[Result "draw: {REASON} [VIC.3]"]' in text
    read = game_file.read(text, {RULES.name: notation})
    assert isinstance(read, game_file.ReadGame), read
    assert read.game is not None
    assert read.game.state.result.winner == ""


@pytest.mark.parametrize(
    "order", [{"order": "resign"}, {"order": "agree_to_end"}, {"lines": ["resign"]}]
)
def test_e_32_a_nation_answers_for_its_side_but_does_not_end_its_game(
    table: Table, order: dict[str, object]
) -> None:
    shared = table.post("/seats/allied/shares", "allied", {"share": "russia"})
    token = shared.json["token"]
    # The Allies have no cards, and are asked for none, before they have drawn some.
    for verb in ("pass", "end_move", "pass", "pass", "pass"):
        table.order("french", {"order": verb})

    def ordered(given: dict[str, object]) -> TestResponse:
        path, headers = f"/games/{table.id}/orders", {"If-Match": "*"}
        return table.desk.call("POST", path, token, body=given, headers=headers)

    refused = ordered(order)
    assert (refused.status_code, refused.json["code"]) == (422, "HOLDER_ONLY")
    answered = ordered({"order": "pass"})
    assert answered.status_code == 201
    assert {(it["by"], it["behalf"]) for it in answered.json["events"][:2]} == {
        ("russia", "allied")
    }
