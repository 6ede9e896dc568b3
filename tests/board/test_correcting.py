"""A correction is carried out only where the game does not go on because of it."""

from operator import attrgetter

import msgspec

from napoleon.rules.kit.correcting import refuse_going_on
from napoleon.rules.kit.sequence import decisions
from napoleon.rules.kit.verbs import Rulebook
from napoleon.rules.terms import Decision
from tests.board.stones import BLUE, RED, RULEBOOK, Stones, Take, table_of, taking


def asked_and_corrected(**values: object) -> tuple[Stones, list[Decision]]:
    """A table at which red had to take stones, with other values; and what was asked."""
    table = table_of(taking(heap=3, to_go=RED))
    asked = decisions(RULEBOOK.sequence, table)
    for name, value in values.items():
        setattr(table.state, name, value)
    return table, asked


def test_a_question_that_stays_open_may_have_other_answers() -> None:
    table, asked = asked_and_corrected(heap=1)
    assert refuse_going_on(RULEBOOK, table, asked, "FIX.1") is None


def test_the_rules_do_not_go_on() -> None:
    table, asked = asked_and_corrected(heap=0)
    refusal = refuse_going_on(RULEBOOK, table, asked, "FIX.1")
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("RULES_WOULD_GO_ON", "FIX.1")
    assert refusal.facts == {"step": "win"}


def test_nobody_loses_the_word() -> None:
    table, asked = asked_and_corrected(to_go=BLUE)
    refusal = refuse_going_on(RULEBOOK, table, asked, "FIX.1")
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("QUESTION_LOST", {"seat": RED, "kind": "take"})


def test_a_question_without_an_answer_is_lost() -> None:
    table, asked = asked_and_corrected()
    only_taking = {Take: RULEBOOK.verbs[Take]}
    book = Rulebook(RULEBOOK.sequence, only_taking, {}, RULEBOOK.clause)
    assert refuse_going_on(book, table, asked, "FIX.1") is None
    table.data = 0
    refusal = refuse_going_on(book, table, asked, "FIX.1")
    assert refusal is not None
    assert refusal.code == "QUESTION_LOST"


def test_a_game_says_what_makes_two_questions_the_same_one() -> None:
    table, asked = asked_and_corrected()
    reworded = [msgspec.structs.replace(it, prompt="Take one.") for it in asked]
    assert refuse_going_on(RULEBOOK, table, reworded, "FIX.1") is None
    refusal = refuse_going_on(RULEBOOK, table, reworded, "FIX.1", key=attrgetter("id", "prompt"))
    assert refusal is not None
    assert refusal.code == "QUESTION_LOST"
