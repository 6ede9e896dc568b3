"""A question with one answer by what everybody knows: the rules give it, and nobody is asked."""

from dataclasses import replace

import pytest

from napoleon.chance import PUBLIC
from napoleon.rules.events import RULES
from napoleon.rules.kit.foresight import Foresight
from napoleon.rules.kit.sequence import decisions
from napoleon.rules.kit.table import copies_of
from napoleon.rules.kit.verbs import (
    advance,
    by_what_lies_open,
    decide,
    is_irreversible,
    only_answer,
    until_the_end,
)
from napoleon.rules.orders import AnsweredByRules, OrderGiven
from tests.board.stones import (
    BLUE,
    MOST,
    RED,
    RULEBOOK,
    SEQUENCE,
    GameWon,
    Pass,
    State,
    StonesTaken,
    Take,
    apply,
    table_of,
    taking,
)
from tests.board.stones import Stones as Table

BOOK = replace(
    RULEBOOK,
    verbs={order: verb for order, verb in RULEBOOK.verbs.items() if order is not Pass},
    public={"take": by_what_lies_open},
)
"""Nobody may pass: with one stone left, all see what happens."""


def told(events):
    """What happened, who did it, and for whom."""
    return [(type(it), it.by, it.behalf) for it in events]


def test_the_rules_give_the_only_answer_and_go_on():
    table = table_of(taking(heap=3))
    events = decide(BOOK, table, RED, Take(2))
    assert told(events) == [
        (OrderGiven, RED, ""),
        (StonesTaken, RED, ""),
        (AnsweredByRules, RULES, BLUE),
        (StonesTaken, RULES, BLUE),
        (GameWon, "", ""),
    ]
    answered = events[2]
    assert (answered.player, answered.order) == (BLUE, {"order": "take", "stones": 1})
    assert answered.clauses == ("TAKE.1",)
    assert table.state.result.winner == BLUE
    assert table.state.given == {RED: 1, BLUE: 1}


def test_with_two_answers_the_seat_is_asked():
    table = table_of(taking(heap=3))
    assert told(decide(BOOK, table, RED, Take(1))) == [
        (OrderGiven, RED, ""),
        (StonesTaken, RED, ""),
    ]
    assert [it.seat for it in decisions(SEQUENCE, table)] == [BLUE]


@pytest.mark.parametrize("public", [{}, {"take": lambda table, decision: table.state.heap > 1}])
def test_what_hangs_on_something_hidden_is_asked(public):
    table = table_of(taking(heap=3))
    decide(replace(BOOK, public=public), table, RED, Take(2))
    (asked,) = decisions(SEQUENCE, table)
    assert (asked.seat, only_answer(replace(BOOK, public=public), table, asked)) == (BLUE, None)
    assert only_answer(BOOK, table, asked) == Take(1)


def test_it_is_so_from_the_set_up_on():
    table = table_of(taking(heap=1))
    with until_the_end():
        advance(BOOK, table)
    assert [type(it) for it in table.recorded] == [AnsweredByRules, StonesTaken, GameWon]


ENDING = replace(BOOK, ends=lambda order: type(order) is Take)
"""To take a stone ends the turn of a seat."""


def asked_after(table, *, seat=RED, drawn=False):
    """Who is asked with one stone left, after an answer of a seat to the same kind of question."""
    (decision,) = decisions(SEQUENCE, table_of(taking(heap=2, to_go=seat)))
    if drawn:
        event = StonesTaken(player=seat, stones=1)
        table.recorded.append(_Drawn(event))
    with until_the_end():
        advance(ENDING, table, decision)
    return [it.seat for it in decisions(SEQUENCE, table)]


class _Drawn:
    """An event that tells what was drawn."""

    drawn, reveals = "stones", False

    def __init__(self, event):
        self.by = event.by


def test_a_seat_ends_its_own_turn_while_it_can_undo_something_in_it():
    assert asked_after(table_of(taking(heap=1, to_go=RED))) == [RED]


def test_once_nothing_can_be_undone_the_rules_end_it():
    assert asked_after(table_of(taking(heap=1, to_go=RED)), drawn=True) == []
    assert asked_after(table_of(taking(heap=1, to_go=RED)), seat=BLUE) == []


def test_a_trial_of_an_order_sees_what_the_rules_answer_to_it():
    """What is drawn after the only answer cannot be taken back either."""

    def take(table, decision, order):
        if order.stones == 1 and table.state.heap == 1:
            table.draw([1, 2], "a stone", PUBLIC)
        table.record(StonesTaken(player=decision.seat, stones=order.stones), "TAKE.1")

    copied = copies_of(State)
    foresight = Foresight(lambda table, chance: Table(copied(table.state), MOST, apply, chance))
    taken = BOOK.verbs[Take]._replace(
        carry_out=take, irreversible=foresight.irreversible_if_random(take)
    )
    book = replace(BOOK, verbs={**BOOK.verbs, Take: taken})
    table = table_of(taking(heap=3))
    (decision,) = decisions(SEQUENCE, table)
    assert is_irreversible(book, table, decision, Take(2))
    assert not is_irreversible(book, table, decision, Take(1))
