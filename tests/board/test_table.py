"""The working table: events take effect as they are recorded, and say why they happened."""

import pytest

from napoleon.chance import PUBLIC, SECRET
from napoleon.rules.kit.table import GameEnded, Table, refuse
from napoleon.rules.orders import Refusal
from tests.board.stones import BLUE, MOST, RED, GameWon, State, StonesTaken, apply, table_of, taking


def test_an_event_takes_effect_at_once():
    table = table_of(taking(heap=3))
    table.record(StonesTaken(player=RED, stones=2), "TAKE.1")
    assert (table.state.heap, table.state.to_go) == (1, BLUE)


def test_an_event_says_who_when_and_why():
    table = table_of(taking())
    table.acting = RED
    table.record(StonesTaken(player=RED, stones=1), "TAKE.1", "TAKE.2")
    (event,) = table.recorded
    assert (event.by, event.clauses, event.phase) == (RED, ("TAKE.1", "TAKE.2"), "taking")
    assert event.turn == 2, "the turn that it brings about"


def test_a_sealed_answer_is_carried_out_in_the_name_of_its_seat():
    table = table_of(taking())
    table.acting = RED
    table.record(StonesTaken(player=BLUE, stones=1), "TAKE.1", by=BLUE)
    table.record(StonesTaken(player=BLUE, stones=1), "TAKE.1", by="")
    assert [event.by for event in table.recorded] == [BLUE, ""]


@pytest.mark.parametrize("fog", [False, True])
def test_events_are_marked_in_fog_of_war(fog):
    table = table_of(taking(), fog=fog)
    table.record(StonesTaken(player=RED, stones=1), "TAKE.1")
    assert table.fog is fog
    assert table.recorded[0].fog is fog


def test_the_end_of_the_game_stops_the_rules_once_it_is_recorded():
    table = table_of(taking())
    with pytest.raises(GameEnded):
        table.record(GameWon(winner=RED), "END.1")
    assert [type(event) for event in table.recorded] == [GameWon]
    assert table.recorded[0].phase == "over"


def test_a_draw_comes_with_its_number():
    table = table_of(State(draws=7))
    assert table.draw(["heads", "tails"], "coin", PUBLIC) == ("heads", 7)
    assert table.draw([5, 6], "hidden") == (5, 7), "the event moves the number on, not the draw"
    assert table._chance.purposes == [("coin", PUBLIC), ("hidden", SECRET)]


def test_a_table_without_chance_only_reads():
    with pytest.raises(AssertionError, match="only reads"):
        Table(State(), MOST, apply).draw([1], "coin")


def test_a_question_keeps_its_id_while_others_answer():
    table = table_of(State(given={BLUE: 4}))
    asked = [table.question(seat, "bid", "BID.1", "Bid.") for seat in (RED, BLUE)]
    assert [decision.id for decision in asked] == ["red-1-bid", "blue-5-bid"]
    table.state.given[BLUE] += 1
    assert table.question(RED, "bid", "BID.1", "Bid.") == asked[0]


def test_a_refusal_carries_its_facts():
    refusal = refuse("BAD_NUMBER", "TAKE.1", "Take 1 stone.", most=1)
    assert refusal == Refusal("BAD_NUMBER", "TAKE.1", "Take 1 stone.", {"most": 1})
