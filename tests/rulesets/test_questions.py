"""What everybody sees is not asked: a question with one answer has it from the rules.

Two kinds stay. Who could undo something in their own turn, march or phase says themselves that it
is over. And what hangs on something hidden is asked: a question that is not put would tell of it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from napoleon.log.folding import fold
from napoleon.log.game import Game
from napoleon.rules.events import RULES
from napoleon.rules.kit.verbs import by_what_lies_open, legal_orders, only_answer
from napoleon.rules.orders import AnsweredByRules, to_data
from napoleon.rules.terms import Decision
from tests.rulesets.asking import drilled, positions
from tests.rulesets.entrants import Entrant
from tests.rulesets.playing import Played, Step
from tests.toys import drill

HIDDEN = {
    "napoleon1815": {
        "window": "a hand [VIS.9, RULING.104]",
        "declare_blue": "a hand [VIS.9]",
        "recovery": "a hand [VIS.9]",
        "choose_from_deck": "a deck [VIS.9]",
        "choose_inertia_area": "in fog of war, which blocks are corps [RULING.92]",
        "allocate_losses": "strengths [VIS.9, RULING.60]",
        "allocate_fatigue": "in fog of war, which blocks are corps [RULING.92]",
        "go": "in fog of war, which blocks are commanders [VIS.9]",
        "march": "in fog of war, movement points [VIS.9]",
        "swap_card": "what the partner will give first, before the contact is closed [RULING.101]",
    },
    "napoleonic_empire": {"window": "a hand [E-47, E-57]"},
    "napoleon_columbia": {
        "march": "which blocks ride [3.2]",
        "reveal_leader": "which block is a leader [N-77]",
        "combat": "what blocks in Reserve are [3.2, N-40]",
        "deploy": "what blocks are [3.2]",
        "hit": "in a game of three, what the partner's blocks are [N-73]",
        "regroup": "what blocks are [3.2]",
    },
    "eagles_waterloo": {
        "window": "the cards in Reserve [14.0, G-103]",
        "reinforcement": "the cards in Reserve [14.0, G-103]",
        "combat": "cards that lie face down [14.0]",
    },
    "napoleonic_wars": {
        "act": "a hand [18.D]",
        "window": "a hand [18.D, R-73]",
        "battle_cards": "a hand [18.D]",
    },
}
"""By game and kind of question, what the answers hang on where there may be only one."""

GAMES, PARTS = 125, 5
"""Random games of each game that are looked at in the soak, 500 in all, and in how many parts."""


def test_what_everybody_sees_is_not_asked(played: Played) -> None:
    book = played.entrant.rules.book
    for step, table in _lone(played):
        answer = only_answer(book, table, step.decision)
        assert answer is None or book.ends(answer), f"{played}: everybody sees the answer of {step}"


def test_what_has_one_answer_and_is_asked_hangs_on_something_hidden(played: Played) -> None:
    rules = played.entrant.rules
    said = HIDDEN.get(rules.name, {}).keys() | rules.book.public.keys()
    unsaid = {step.decision.kind for step, _ in _lone(played)} - said
    assert not unsaid, (
        f"{played}: there is only one answer to some of the questions {sorted(unsaid)}. If all see "
        "that, name them in the `public` of the rulebook; if not, say in HIDDEN what hides it."
    )


def test_the_rules_give_no_answer_but_the_only_one(played: Played) -> None:
    rules, game = played.entrant.rules, None
    if not any(isinstance(event, AnsweredByRules) for event in played.events):
        return
    for event in played.events:
        if isinstance(event, AnsweredByRules):
            assert isinstance(game, Game), "a game begins with its first event"
            table = rules.table(game.state, rules.pack, None)
            asked = [it for it in rules.decisions(game.state) if it.seat == event.player]
            only = [only_answer(rules.book, table, it) for it in asked]
            assert event.order in [to_data(it) for it in only if it], f"{played}: {event}"
            assert (event.by, event.behalf) == (RULES, event.player), f"{played}: {event}"
        game = fold(game, event, rules)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_what_everybody_sees_is_not_asked_in_many_random_games(entrant: Entrant, part: int) -> None:
    rules: Any = entrant.rules
    said = HIDDEN[rules.name].keys() | rules.book.public.keys()
    for state, decision in positions(rules, range(part, GAMES, PARTS)):
        table = rules.table(state, rules.pack, None)
        answer = only_answer(rules.book, table, decision)
        assert answer is None or rules.book.ends(answer), decision
        assert decision.kind in said or not _is_lone(rules, table, decision), decision


@cache
def _lone(played: Played) -> list[tuple[Step, Any]]:
    """The questions with one legal order that were asked, and the tables at which they were."""
    rules, found = played.entrant.rules, []
    for step in played.steps:
        table = rules.table(played.entrant.thawed(step.before), rules.pack, None)
        if _is_lone(rules, table, step.decision):
            found.append((step, table))
    return found


def _is_lone(rules: Any, table: Any, decision: Decision) -> bool:
    few = islice(legal_orders(rules.book, table, decision), 2)
    return not decision.checked and len(list(few)) == 1


# -- what breaks it --------------------------------------------------------------------------------


def lonely(**book: Any) -> Any:
    """A question of drill with one answer, as if the rulebook said something else of it."""
    book_of_it = replace(drill.RULES.book, **book)
    return drilled(lambda answers: len(answers) == 1, name="toy", book=book_of_it)


def test_a_question_that_everybody_sees_through_is_found() -> None:
    with pytest.raises(AssertionError, match="everybody sees the answer of version 1"):
        test_what_everybody_sees_is_not_asked(lonely(public={"drill": by_what_lies_open}))


def test_a_question_of_which_nothing_is_said_is_found() -> None:
    with pytest.raises(AssertionError, match=r"questions .*drill"):
        test_what_has_one_answer_and_is_asked_hangs_on_something_hidden(lonely())
