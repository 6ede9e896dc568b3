"""The sequence of play: the game stands at the first step that is due."""

import pytest

from napoleon.rules.kit.sequence import Step, advance, current, decisions, only_asks
from napoleon.rules.kit.table import GameEnded
from tests.board.stones import BLUE, RED, SEQUENCE, FirstGoWon, State, table_of, taking


@pytest.mark.parametrize(
    ("state", "step"),
    [
        (State(), "bids"),
        (State(bids={RED: 1}), "bids"),
        (State(bids={RED: 1, BLUE: 2}), "first go"),
        (taking(heap=0), "win"),
        (taking(heap=1), "go"),
    ],
)
def test_the_first_step_that_is_due_is_the_current_one(state, step):
    assert current(SEQUENCE, table_of(state)).name == step


def test_everybody_whom_the_step_asks_is_asked():
    asked = decisions(SEQUENCE, table_of(State()))
    assert [(decision.seat, decision.kind) for decision in asked] == [(RED, "bid"), (BLUE, "bid")]
    assert decisions(SEQUENCE, table_of(State(bids={RED: 1}))) == asked[1:]


def test_nobody_is_asked_where_the_game_goes_on_by_itself():
    assert decisions(SEQUENCE, table_of(State(bids={RED: 1, BLUE: 2}))) == []


def test_the_end_of_the_game_goes_through():
    table = table_of(taking(heap=0))
    with pytest.raises(GameEnded):
        advance(SEQUENCE, table)
    assert table.state.result.winner == BLUE


@pytest.mark.parametrize(
    ("bids", "first", "draw"), [({RED: 1, BLUE: 2}, BLUE, None), ({RED: 2, BLUE: 2}, RED, 0)]
)
def test_the_game_goes_on_by_itself_until_somebody_is_asked(bids, first, draw):
    table = table_of(State(bids=bids))
    advance(SEQUENCE, table)
    (event,) = table.recorded
    assert (type(event), event.player, event.draw) == (FirstGoWon, first, draw)
    assert [decision.seat for decision in decisions(SEQUENCE, table)] == [first]


def test_nothing_happens_where_somebody_is_asked():
    table = table_of(taking())
    advance(SEQUENCE, table)
    assert table.recorded == []


def test_a_step_that_records_nothing_is_a_mistake():
    idle = [Step("idle", lambda table: True, lambda table: None)]
    with pytest.raises(AssertionError, match="the step idle leads nowhere"):
        advance(idle, table_of(taking()))


def test_a_step_that_only_asks_is_never_carried_out():
    deaf = [Step("deaf", lambda table: True, only_asks)]
    with pytest.raises(AssertionError, match="waits for an answer"):
        advance(deaf, table_of(taking()))


def test_what_has_a_plain_answer_is_carried_out_and_where_it_stands_already_it_is_asked():
    """As in a game that was begun under rules that asked more."""
    win, go = (next(it for it in SEQUENCE if it.name == name) for name in ("win", "go"))
    last_stone = go._replace(proceed=win.proceed, forced=lambda table: True)
    table = table_of(taking(heap=1))
    assert decisions([last_stone], table) == decisions([go], table)
    with pytest.raises(GameEnded):
        advance([last_stone], table)
    assert table.state.result is not None
