"""The way of an order through the verbs of a game: refused, or carried out and what follows."""

from dataclasses import replace

import pytest

from napoleon.rules.kit.conceding import free_words
from napoleon.rules.kit.sequence import decisions
from napoleon.rules.kit.verbs import _answers, decide, free_verbs, is_irreversible, legal_orders
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.terms import Decision, Result
from tests.board.stones import (
    BLUE,
    RED,
    RULEBOOK,
    SEQUENCE,
    Bid,
    FirstGoWon,
    GameWon,
    Pass,
    Resign,
    State,
    StonesTaken,
    Take,
    table_of,
    taking,
)


def over():
    """A position after the end."""
    return State(1, phase="over", result=Result(RED, "Blue has resigned.", "END.2"))


def refused(state, seat, order):
    """Code and clause of the refusal of an order, which leaves the position alone."""
    table = table_of(state)
    refusal = decide(RULEBOOK, table, seat, order)
    assert isinstance(refusal, Refusal)
    assert table.recorded == []
    return refusal.code, refusal.clause


def test_an_author_is_told_of_a_verb_that_names_no_subject():
    """A question for a subject is answered by orders that name theirs."""
    decision = Decision(
        "red-1-bid-north", RED, "bid", "BID.1", "Bid for the north.", subject="north"
    )
    with pytest.raises(AssertionError, match="Bid says in no field for which subject"):
        _answers(RULEBOOK.verbs[Bid], Bid(1), decision)


def test_an_author_is_told_of_a_free_verb_without_words():
    with pytest.raises(LookupError, match="no words for Bid"):
        free_words(Bid, (), RED)


# -- offers --------------------------------------------------------------------------------------


def test_offers_come_verb_by_verb():
    table = table_of(taking(heap=3))
    (decision,) = decisions(SEQUENCE, table)
    assert list(legal_orders(RULEBOOK, table, decision)) == [Take(1), Take(2), Pass()]


def test_what_nobody_is_asked_for_is_told_as_long_as_it_is_accepted():
    assert list(free_verbs(RULEBOOK, table_of(taking()), BLUE)) == [Resign]
    assert not isinstance(decide(RULEBOOK, table_of(taking()), BLUE, Resign()), Refusal)
    assert list(free_verbs(RULEBOOK, table_of(State()), BLUE)) == []
    assert refused(State(), BLUE, Resign()) == ("TOO_EARLY", "END.2")


def test_a_sealed_answer_is_final_and_so_is_what_its_verb_says():
    bidding, going = table_of(State()), table_of(taking())
    bid, go = (decisions(SEQUENCE, table)[0] for table in (bidding, going))
    assert is_irreversible(RULEBOOK, bidding, bid, Bid(2))
    assert not is_irreversible(RULEBOOK, going, go, Take(2))
    emptied = {Take: RULEBOOK.verbs[Take]._replace(irreversible=lambda *_: _[-1] == Take(2))}
    book = replace(RULEBOOK, verbs={**RULEBOOK.verbs, **emptied})
    assert is_irreversible(book, going, go, Take(2))
    assert not is_irreversible(book, going, go, Take(1))


# -- orders that are carried out -----------------------------------------------------------------


def test_the_order_comes_first_under_the_clause_of_its_decision():
    given, taken = decide(RULEBOOK, table_of(taking()), RED, Take(2))
    assert (type(given), given.player, given.by) == (OrderGiven, RED, RED)
    assert (given.order, given.clauses) == ({"order": "take", "stones": 2}, ("TAKE.1",))
    assert (type(taken), taken.stones, taken.by) == (StonesTaken, 2, RED)


def test_a_sealed_answer_waits_for_the_others():
    table = table_of(State())
    (given,) = decide(RULEBOOK, table, BLUE, Bid(2))
    assert type(given) is OrderGiven
    assert [decision.seat for decision in decisions(SEQUENCE, table)] == [RED]


def test_what_follows_by_itself_is_nobodys_deed():
    caused = decide(RULEBOOK, table_of(State(bids={RED: 1}, given={RED: 1})), BLUE, Bid(2))
    assert [(type(event), event.by) for event in caused] == [(OrderGiven, BLUE), (FirstGoWon, "")]


def test_nothing_happens_after_the_end_of_the_game():
    caused = decide(RULEBOOK, table_of(taking(heap=2)), RED, Take(2))
    assert [type(event) for event in caused] == [OrderGiven, StonesTaken, GameWon]
    assert caused[-1].winner == RED


# -- orders that are refused ---------------------------------------------------------------------


def test_a_verb_refuses_what_is_wrong_in_the_order():
    assert refused(taking(heap=1), RED, Take(2)) == ("BAD_NUMBER", "TAKE.1")


def test_an_order_of_another_phase_is_told_both():
    refusal = decide(RULEBOOK, table_of(State()), RED, Take(1))
    assert refusal == Refusal(
        "WRONG_PHASE",
        "SEQ.1",
        "That order belongs to the taking phase; this is the secret bids phase.",
        {"phase": "secret_bids"},
    )


def test_a_verb_may_explain_itself_before_the_general_reasons():
    assert refused(State(bids={RED: 1}), RED, Pass()) == ("BID_STANDS", "BID.1")


@pytest.mark.parametrize("order", [Take(1), Pass()])
def test_a_question_to_the_other_player_is_his(order):
    assert refused(taking(to_go=BLUE), RED, order) == ("NOT_YOUR_DECISION", "TAKE.1")


def test_another_decision_comes_first():
    refusal = decide(RULEBOOK, table_of(State()), RED, Pass())
    assert refusal == Refusal(
        "DECISION_PENDING",
        "BID.1",
        "Another decision comes first.",
        {"waiting_for": ["blue: bid", "red: bid"]},
    )


def test_without_any_decision_the_sequence_of_play_is_cited():
    assert refused(over(), RED, Pass()) == ("DECISION_PENDING", "SEQ.1")


# -- verbs that answer no decision ---------------------------------------------------------------


@pytest.mark.parametrize(("seat", "winner"), [(RED, BLUE), (BLUE, RED)])
def test_a_free_verb_needs_no_question(seat, winner):
    caused = decide(RULEBOOK, table_of(taking(to_go=RED)), seat, Resign())
    assert [(type(event), event.by) for event in caused] == [(OrderGiven, seat), (GameWon, seat)]
    assert caused[0].clauses == ("END.2",)
    assert caused[1].winner == winner


def test_a_free_verb_may_be_refused():
    assert refused(State(), RED, Resign()) == ("TOO_EARLY", "END.2")
