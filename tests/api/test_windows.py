"""The form for windows over the API: who may read and give it, and what others see of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from napoleon.rulesets.napoleonic_empire import RULES as EMPIRE
from tests.api.desk import Desk, Table, counting

EXAMPLE = {"asks": ["battle"], "plays": []}


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    # The same hand every time: some cards would be played at once.
    return make_desk(EMPIRE, entropy=counting())


def laid(desk: Desk, **more: Any) -> Table:
    scenario = EMPIRE.scenarios[0].id
    return desk.table(ruleset=EMPIRE.name, scenario=scenario, referee=True, **more)


@pytest.fixture
def table(desk: Desk) -> Table:
    return laid(desk, windows="form", instant_answers=True)


def put(table: Table, body: Any, holder: str | None = "french") -> Any:
    """Give a form."""
    return table.desk.call("PUT", f"/games/{table.id}/windows", table.token(holder), body=body)


def test_a_game_says_how_it_asks_in_windows(desk: Desk) -> None:
    assert laid(desk).get("", None).json["windows"] == "all"
    assert laid(desk, windows="open").get("", None).json["windows"] == "open"
    assert laid(desk, windows="form").get("", None).json["windows"] == "form"
    scenario = EMPIRE.scenarios[0].id
    body = {"ruleset": EMPIRE.name, "scenario": scenario, "windows": "ajar"}
    assert desk.call("POST", "/games", body=body).status_code == 422


def test_the_form_is_shown_given_and_shown_to_nobody_else(table: Table) -> None:
    shown = table.get("/windows", "french").json
    assert [it["window"] for it in shown["windows"]] == [
        "draw", "move", "battle", "reinforcement", "turn_end"
    ]  # fmt: skip
    assert {it["says"] for it in shown["windows"]} == {"pass"}
    held = table.get("/hand", "french").json
    fitting = {it["card"] for line in shown["windows"] for it in line["fits"]}
    assert fitting
    assert all(card in str(held) for card in fitting)
    answer = put(table, EXAMPLE)
    assert (answer.status_code, answer.json["asks"]) == (200, ["battle"])
    says = {it["window"]: it["says"] for it in table.get("/windows", "french").json["windows"]}
    assert says == {**dict.fromkeys(says, "pass"), "battle": "ask"}
    assert table.get("/windows", "allied").json["asks"] == []
    for holder in (None, "referee"):
        assert table.get("/windows", holder).status_code == 403
        assert put(table, EXAMPLE, holder).status_code in (401, 403)


def test_a_card_is_played_and_the_form_forgets_it(table: Table) -> None:
    shown = table.get("/windows", "french").json
    card = next(it["card"] for line in shown["windows"] for it in line["fits"])
    word = {"instruction": "play_card", "card": card}
    told = put(table, {"plays": [word]}).json
    assert [it["card"] for it in told["plays"]] == [card]
    assert "play" in {it["says"] for it in told["windows"]}
    assert put(table, {}).json["plays"] == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"asks": ["picnic"]}, "WRONG_WINDOW"),
        ({"plays": [{"instruction": "play_card", "card": "no_card"}]}, "UNKNOWN_CARD"),
        ({"plays": [{"instruction": "retreat_to", "countries": ["prussia"]}]}, "BAD_PAYLOAD"),
        ({"plays": [{"instruction": "dance"}]}, "BAD_PAYLOAD"),
        ({"passes": ["battle"]}, "UNKNOWN_FIELD"),
    ],
)
def test_what_is_no_form_is_refused(table: Table, body: Any, code: str) -> None:
    answer = put(table, body)
    assert answer.status_code == 422
    assert answer.json["code"] == code
    assert table.get("/windows", "french").json["asks"] == []


def test_a_game_that_asks_otherwise_has_no_form(desk: Desk) -> None:
    table = laid(desk)
    assert table.get("/windows", "french").json["code"] == "BAD_PAYLOAD"
    assert put(table, EXAMPLE).json["code"] == "BAD_PAYLOAD"


def test_nobody_waits_for_a_window_that_the_form_answers(table: Table) -> None:
    """At the start of the game both sides pass in the window of the draw, in no time."""
    games = table.desk.games
    games.follow_standing_orders(table.id)
    answer = table.get("", None).json
    asked = table.get("/decisions", None).json["decisions"]
    assert [it["kind"] for it in asked] != ["window"]
    assert answer["waiting_for"] == sorted({it["seat"] for it in asked})
