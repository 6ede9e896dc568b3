"""Napoléon 1815 played over REST, and what each side gets to see of it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Union

import msgspec
import pytest
from werkzeug.test import TestResponse

from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.notation import Notation1815
from tests.api.desk import VIEWS, Desk, Table, counting
from tests.repetitions import so_many

SEATS = ("french", "allied", None)

ARMIES = {"french": ("french",), "allied": ("anglo_dutch", "prussian"), None: ()}
"""The armies whose order of battle a reader may see [VIS.4]."""


@pytest.fixture
def table(make_desk: Callable[..., Desk]) -> Table:
    desk = make_desk(RULES, entropy=counting())
    return desk.table(ruleset="napoleon1815", scenario="historical_invasion", referee=True)


def play(table: Table, orders: int, after_each: Callable[[], object] = lambda: None) -> None:
    """Give up to `orders` orders, each picked at random out of the offers."""
    picking = random.Random(1815)
    for _ in range(orders):
        now = table.get().json
        if now["status"] == "over":
            return
        seat = now["waiting_for"][0]
        answer = table.order(seat, picking.choice(table.legal_orders(seat)), f'"{now["version"]}"')
        assert answer.status_code == 201, answer.text
        after_each()


@pytest.mark.parametrize("orders", so_many(120, 2000))
def test_a_game_is_played_and_every_position_stays_as_it_was(table: Table, orders: int) -> None:
    """The longer one to its end."""
    then = {}

    def remember() -> None:
        version = table.version
        if version % 7 == 0:
            for seat in SEATS:
                for name in VIEWS:
                    then[version, seat, name] = table.get(f"/{name}", seat).data

    play(table, orders, remember)
    if orders == 2000:
        assert table.get().json["result"]["winner"] in ("french", "allied")
    assert len(then) > 100
    table.desk.catch_up()
    for (version, seat, name), body in then.items():
        assert table.get(f"/{name}?at={version}", seat).data == body
    events = table.get("/log", headers={"Accept": "application/x-ndjson"}).text.splitlines()
    assert [json.loads(event)["version"] for event in events] == list(range(1, table.version + 1))


def test_the_end_of_an_earlier_turn_can_be_asked_for(table: Table) -> None:
    first = table.get().json["turn"]
    play(table, 60)
    assert table.get().json["turn"] > first
    turns = table.get("/turns").json
    end = max(entry["version"] for entry in turns if entry["turn"] == first)
    for name in VIEWS:
        asked = table.get(f"/{name}?turn={first}")
        assert asked.data == table.get(f"/{name}?at={end}").data
        assert asked.headers["Cache-Control"] == "private, no-cache", "it may be taken back"
    going = table.get(f"/map?turn={first}&phase=operations").json
    assert (going["turn"], going["phase"]) == (first, "operations")


def test_ac_63_orders_of_battle_are_for_their_own_side(table: Table) -> None:
    play(table, 30)
    for seat, own in ARMIES.items():
        for army in table.get("/order-of-battle", seat).json["armies"]:
            strengths = {unit["infantry"] for unit in army["units"]}
            fatigue = {unit["fatigue"] for unit in army["units"]}
            asked = table.get(f"/order-of-battle?army={army['army']}", seat)
            if army["army"] in own:
                assert asked.json["armies"] == [army]
                assert strengths != {None}
            else:
                assert strengths == fatigue == {None}
                assert asked.status_code == 403
                assert (asked.json["code"], asked.json["clause"]) == ("NOT_VISIBLE", "VIS.4")
    for army in table.get("/order-of-battle", "referee").json["armies"]:
        assert army["visible"]


def test_ac_63_everything_is_open_when_the_game_is_over(table: Table) -> None:
    play(table, 2000)
    assert table.get().json["status"] == "over"
    for army in table.get("/order-of-battle").json["armies"]:
        assert table.get(f"/order-of-battle?army={army['army']}").status_code == 200
    assert all(hand["cards"] is not None for hand in table.get("/hand").json["hands"])


def test_hands_and_draws_are_hidden_from_the_other_side(table: Table) -> None:
    for seat in SEATS:
        for hand in table.get("/hand", seat).json["hands"]:
            assert (hand["cards"] is None) == (hand["player"] != seat)
            assert hand["size"] > 0
        drawn = [
            event for event in table.get("/log", seat).json["events"] if "card" in event["data"]
        ]
        hidden = {event["data"].get("player") for event in drawn if event["data"]["card"] is None}
        assert hidden <= set(RULES.seats({})) - {seat}


def test_a_number_is_explained_by_clauses_whose_texts_come_along(table: Table) -> None:
    play(table, 40)
    events = table.get("/log?limit=1000", "referee").json["events"]
    explained = [event for event in events if event.get("breakdown")]
    assert explained
    for event in explained:
        answer = table.get(f"/log/{event['version']}", "referee").json
        cited = {*answer["clauses"], *(line["clause"] for line in answer["breakdown"])}
        assert {clause["id"] for clause in answer["texts"]} == cited
        assert all(clause["text"] for clause in answer["texts"])


# -- orders as lines -------------------------------------------------------------------------------


def lines(table: Table, seat: str, *given: Any, **options: Any) -> TestResponse:
    return table.order(seat, {"lines": list(given)}, **options)


def test_orders_are_given_as_lines(table: Table) -> None:
    play(table, 12)
    while table.get("/decisions").json["decisions"][0]["kind"] != "go":
        play(table, 1)
    seat = table.get().json["waiting_for"][0]
    offer = next(it for it in table.legal_orders(seat) if it["order"] == "activate_stack")
    area, blocks = RULES.names[offer["area"]], [RULES.names[it] for it in offer["blocks"]]
    before = table.version
    answer = lines(table, seat, f"activate {area}: {', '.join(blocks)}", "nothing")
    assert answer.status_code == 201, answer.text
    orders = [it["data"]["order"] for it in answer.json["events"] if it["type"] == "order_given"]
    assert orders[0] == offer
    assert table.version > before


@pytest.mark.parametrize(
    ("line", "code"),
    [("march on Moscow", "BAD_LINE"), ("activate Moscow: Ney", "BAD_LINE"), ("\u0000", "BAD_LINE")],
)
def test_a_line_that_is_no_order_is_refused_and_records_nothing(
    table: Table, line: str, code: str
) -> None:
    seat, before = table.get().json["waiting_for"][0], table.desk.recorded()
    answer = lines(table, seat, line)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert answer.json["detail"]
    assert table.desk.recorded() == before


def test_a_line_sent_again_is_carried_out_once(table: Table) -> None:
    seat = table.get().json["waiting_for"][0]
    verbs: Any = Union[RULES.verbs]  # noqa: UP007 - the members are only known at run time
    line = Notation1815(RULES).write(msgspec.convert(table.legal_orders(seat)[0], verbs))
    first, again = (lines(table, seat, line, key="monday-1") for _ in range(2))
    assert first.status_code == 201, first.text
    assert (again.status_code, again.json) == (201, first.json)


def test_lines_go_with_no_other_orders(table: Table) -> None:
    seat, before = table.get().json["waiting_for"][0], table.desk.recorded()
    for body in (
        {"lines": ["pass"], "orders": [{"order": "pass"}]},
        {"lines": ["pass"], "order": "pass"},
        {"lines": []},
        {"lines": ["x" * 5001]},
        {"lines": [{"order": "pass"}]},
    ):
        answer = table.order(seat, body)
        assert answer.status_code in (400, 422)
        assert answer.json["code"] == "BAD_PAYLOAD"
    assert table.desk.recorded() == before
