"""Cards as programs: a fault is found when one is loaded, and what is left to do is text."""

from __future__ import annotations

import re
from typing import Any

import pytest

from napoleon.chance import SeededChance
from napoleon.rules.kit.declaring import words_of
from napoleon.rules.kit.running import Agree, Disagree, Enough, Name, TakeBranch
from napoleon.rules.orders import Order, Refusal
from tests.toys.programs import (
    CARDS,
    LANGUAGE,
    RULES,
    RUNS,
    PlayCard,
    Playing,
    Program,
    State,
    Town,
)


def holding(card: str, **towns: Town) -> State:
    """A position in which red is to play, and holds this card."""
    laid = RULES.setup("only", {}, SeededChance("18" * 32, "g", drawn=0))[0]
    state: State = RULES.apply(None, laid)
    state.deck, state.hands = [], {"red": [card, "fair"], "blue": ["gamble"]}
    state.towns.update(towns)
    return state


def after(state: State, *orders: Order | tuple[str, Order]) -> tuple[State, list[Any]]:
    """What these orders of red, or of who is named, lead to, and what happened."""
    state, happened = RULES.copied(state), []
    for given in orders:
        seat, order = given if isinstance(given, tuple) else ("red", given)
        chance = SeededChance("18" * 32, "g", drawn=state.draws)
        events = RULES.decide(state, seat, order, chance)
        assert not isinstance(events, Refusal), events
        for event in events:
            state = RULES.apply(state, event)
        happened += events
    return state, happened


RED, BLUE = Town("red", 1), Town("blue", 1)


def test_the_ten_cards_have_no_fault() -> None:
    assert len(CARDS) == 10
    assert not {card: it for card, text in CARDS.items() if (it := LANGUAGE.faults(text))}


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("take(coins=2", "'take(coins=2' is no step"),
        ("give(coins=2)", "there is no effect give"),
        ("take(gold=2)", "take has no gold"),
        ("take()", "take lacks coins"),
        ("take(2)", "take(2) does nothing"),
        ("flag(where=[mons])", "there is no mons"),
        ("flag(where=ruled(you))", "there is no word ruled"),
        ("flag(where=held(seat=you))", "held names its parameters"),
        ("flag(where=x)", "there is no x"),
        ("x = take(coins=2)", "there is no word take"),
        ("x = choose(what=card, among=towns(), most=1)", "nobody chooses card"),
        ("when(count(towns()))", "when(count(towns())) does nothing"),
        ("each(over=towns(), do=kill(where=that))", "there is no that"),
        ("either(a=take(coins=1))", "either lacks b"),
        ("flag(where=[it for it in towns()])", "[it for it in towns()] cannot be read"),
        ("flag(where=towns().pop())", "there is no word towns().pop"),
        ("towns()", "there is no effect towns"),
        ("'x'", "'x' does nothing"),
        ("import os", "'import os' is no step"),
    ],
)
def test_a_fault_is_named(program: str, fault: str) -> None:
    assert fault in LANGUAGE.faults(program)
    with pytest.raises(ValueError, match=re.escape(fault)):
        LANGUAGE.steps(program)


@pytest.mark.parametrize("program", ["take(coins=\0)", "(" * 5_000, "[" * 300 + "]" * 300, ""])
def test_a_pack_of_somebody_hostile_is_told_too(program: str) -> None:
    [fault] = LANGUAGE.faults(program)
    assert "is no step" in fault or "does nothing" in fault
    assert len(fault) < 1_000


def test_what_is_chosen_is_written_into_what_is_left() -> None:
    state, _ = after(holding("banners", ath=BLUE), PlayCard("banners"), Name("ath"))
    assert state.stack[0].todo == [
        "x = choose(what=town, among=towns(), most=2, got=['ath'])",
        "flag(where=x)",
    ]
    two, _ = after(state, Name("chimay"))
    assert (two.towns["ath"].flag, two.towns["chimay"].flag) == ("red", "red")
    assert not two.stack


def test_one_of_two_may_be_enough() -> None:
    state, _ = after(holding("banners"), PlayCard("banners"))
    refused = RULES.decide(state, "red", Enough(), SeededChance("18" * 32, "g", drawn=0))
    assert isinstance(refused, Refusal)
    assert refused.code == "NAME_ONE"
    state, _ = after(state, Name("ath"), Enough())
    assert [it for it, town in state.towns.items() if town.flag] == ["ath"]


def test_what_the_card_does_not_name_is_refused() -> None:
    state, _ = after(holding("cannon", ath=BLUE, binche=BLUE, chimay=RED), PlayCard("cannon"))
    refused = RULES.decide(state, "red", Name("chimay"), SeededChance("18" * 32, "g", drawn=0))
    assert isinstance(refused, Refusal)
    assert refused.code == "NOT_ON_THE_CARD"


def test_a_card_that_changes_nothing_is_not_played() -> None:
    for card in ("cannon", "plague", "muster", "toll"):
        [decision] = RULES.decisions(holding(card))
        played = [it for it in RULES.legal_orders(holding(card), decision) if it == PlayCard(card)]
        assert not played, card


def test_each_is_one_step_for_each() -> None:
    state, events = after(holding("plague", ath=RED, dinant=BLUE), PlayCard("plague"))
    assert [it.town for it in events if it.type == "troop_lost"] == ["ath", "dinant"]
    assert state.turn == 2


def test_a_branch_has_the_words_of_what_it_does() -> None:
    state, _ = after(holding("crossroads"), PlayCard("crossroads"))
    assert [str(it.text) for it in LANGUAGE.branch(state.stack[0].todo[0], "b")] == [
        "raise flags",
        "recruit",
    ]
    taken, _ = after(state, TakeBranch("a"))
    assert taken.coins["red"] == 4
    other, _ = after(state, TakeBranch("b"))
    assert other.towns["dinant"] == Town("red", 1)


def test_somebody_else_is_asked_and_may_say_no() -> None:
    state, _ = after(holding("treaty"), PlayCard("treaty"))
    assert [it.seat for it in RULES.decisions(state)] == ["blue"]
    assert after(state, ("blue", Agree()))[0].coins["red"] == 6
    refused, _ = after(state, ("blue", Disagree()))
    assert (refused.coins["red"], refused.stack) == (2, [])


def test_dice_are_told_and_lead_on() -> None:
    _, events = after(holding("gamble"), PlayCard("gamble"))
    [rolled] = [it for it in events if it.type == "dice_rolled"]
    [taken] = [it for it in events if it.type == "coins_taken"]
    assert taken.coins == (3 if sum(rolled.dice) + 1 >= 8 else 1)


def test_a_choice_of_nothing_is_left_out_with_what_hangs_on_it() -> None:
    state = holding("revolt", ath=Town("red"))
    at = Playing(RULES.table(state, RULES.pack, None), "revolt", "red")
    todo = LANGUAGE.steps("x = choose(what=town, among=held(rival()), most=1); flag(where=[x])")
    assert not LANGUAGE.is_possible(at, todo)
    left, _ = LANGUAGE.went_on(at, [*todo, "take(coins=1)"])
    assert left == ["take(coins=1)"]


def test_nothing_is_offered_with_which_the_card_can_do_nothing() -> None:
    """Though another of its steps can do something."""
    state = holding("gamble", ath=RED, binche=Town("blue"))
    at = Playing(RULES.table(state, RULES.pack, None), "gamble", "red")
    text = "x = choose(what=town, among=towns(), most=1); kill(where=x); take(coins=1)"
    question = LANGUAGE.question(at, LANGUAGE.steps(text))
    assert question is not None
    assert question.options == ("ath",)


def test_what_is_done_with_a_choice_may_hang_on_the_next_choice() -> None:
    state = holding("gamble", ath=RED, binche=Town("blue"))
    at = Playing(RULES.table(state, RULES.pack, None), "gamble", "red")
    text = (
        "x = choose(what=town, among=held(you), most=1);"
        " y = choose(what=town, among=armed(held(rival())), most=1);"
        " flag(where=[x] if x == y else [y])"
    )
    assert LANGUAGE.question(at, LANGUAGE.steps(text)) is None, "there is no second choice"
    state.towns["binche"].troops = 1
    question = LANGUAGE.question(at, LANGUAGE.steps(text))
    assert question is not None
    assert question.options == ("ath",)


def test_what_a_word_says_can_be_given_a_name() -> None:
    state = holding("muster", ath=RED)
    at = Playing(RULES.table(state, RULES.pack, None), "muster", "red")
    todo = LANGUAGE.steps("mine = held(you); flag(where=mine)")
    assert LANGUAGE.is_possible(at, todo)
    assert LANGUAGE.went_on(at, todo)[0] == ["flag(where=['ath'])"]


def test_a_position_in_the_middle_of_a_card_is_whole() -> None:
    state, _ = after(holding("banners"), PlayCard("banners"), Name("ath"))
    again = RULES.copied(state)
    assert again == state
    assert isinstance(again.stack[0], Program)
    assert after(again, Name("binche"))[0] == after(state, Name("binche"))[0]


STEPS_OF_ONE = 2
"""The steps of the card that are looked at for a thing: dice, and what they bring."""


def test_a_card_looks_once_for_what_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many orders name it: to put one into words, or to give it, needs no other."""
    towns = {f"town_{number}": Town("blue", 1) for number in range(9)}
    state, _ = after(holding("cannon", ath=Town("blue", 1), **towns), PlayCard("cannon"))
    tried: list[Any] = []
    looked_at = type(LANGUAGE)._step_is_possible

    def counted(self: Any, at: Any, step: Any) -> bool:
        tried.append(step)
        return looked_at(self, at, step)

    monkeypatch.setattr(type(LANGUAGE), "_step_is_possible", counted)
    [asked] = RULES.decisions(state)
    assert len(tried) == STEPS_OF_ONE, "it is enough that there is one"
    tried.clear()
    orders = list(RULES.legal_orders(state, asked))
    assert len(orders) > 9
    assert len(tried) <= STEPS_OF_ONE * (len(orders) + 1)
    tried.clear()
    words = words_of(RUNS.verbs)
    for order in orders:
        table = RULES.table(state, RULES.pack, None)
        assert words[Name](table, asked, order).does.values == {"what": order.what}
        RULES.is_irreversible(state, asked, order)
    assert not tried
