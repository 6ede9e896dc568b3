"""``napoleon bench --questions``: what is counted, by hand-made sequences and games of toys."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from tests import toy
from tests.command_line.conftest import Shell
from tools.bench.answers import Given, Spread, answers, begins, hand_overs, in_sequence
from tools.bench.forms import FORMS, Form, forms_of
from tools.bench.questions import played, profiles, report, words_of

SHORT = Form("short", ["short"])


def sequence(orders: str) -> list[Given]:
    """Orders as ``seat.kind.verb``, with a star where something is drawn or shown after one.

    Each answers what the order before it has put; every ``+`` says: one order earlier.
    """
    given: list[Given] = []
    for number, it in enumerate(orders.split()):
        seat, kind, verb = it.strip("+*").split(".")
        given.append(
            Given(
                seat,
                kind,
                verb,
                since=number - it.count("+"),
                forced=False,
                shown=it.endswith("*"),
                turn=1,
                stretch=("a turn", 1),
            )
        )
    return given


def begun(orders: str) -> list[int]:
    """The places of the orders that begin an answer."""
    given = sequence(orders)
    return [
        place for place, it in enumerate(given) if begins(given[place - 1] if place else None, it)
    ]


@pytest.mark.parametrize(
    ("orders", "places"),
    [
        ("", []),
        ("red.go.activate red.march.step red.march.step", [0]),
        ("red.march.step* red.march.step* red.march.step", [0]),
        ("red.march.step* red.attack.attack", [0, 1]),
        ("red.march.step red.attack.attack", [0]),
        ("red.combat.fire* red.combat.fire* red.combat.move red.combat.fire", [0, 2]),
        ("red.march.step blue.window.pass red.march.step", [0, 1, 2]),
        ("red.bet.bet +blue.bet.bet", [0, 1]),
    ],
    ids=[
        "nothing",
        "one list",
        "a march that was planned before its flip goes on",
        "another question after something was shown",
        "another question after nothing was shown",
        "fires in a row are one list, and what follows them is not",
        "another seat is asked in between",
        "two are asked at once",
    ],
)
def test_where_an_answer_begins(orders: str, places: list[int]) -> None:
    assert begun(orders) == places
    given = sequence(orders)
    assert list(answers(given)) == [given[place] for place in places]


def test_a_hand_over_is_a_question_that_somebody_elses_order_has_put() -> None:
    given = sequence("red.march.step blue.window.pass blue.hit.take red.march.step +blue.bet.bet")
    assert list(hand_overs(given)) == [given[1], given[3]]


@pytest.mark.parametrize(
    ("orders", "days"),
    [
        ("", 0),
        ("red.march.step red.march.step", 1),
        ("red.march.step blue.window.pass red.march.step", 3),
        ("red.bet.bet +blue.bet.bet", 1),
        ("red.bet.bet +blue.bet.bet red.march.step", 2),
        ("red.bet.bet* red.draw.draw ++blue.bet.bet", 2),
    ],
)
def test_what_may_be_answered_at_once_takes_one_day(orders: str, days: int) -> None:
    assert in_sequence(sequence(orders)) == days


def test_a_spread_is_the_median_and_the_90th_percentile() -> None:
    assert Spread.of([7]) == Spread(7, 7)
    assert Spread.of(range(1, 11)) == Spread(5.5, 9)
    assert str(Spread.of([3, 1, 2, 40])) == "2.5 / 40"


def test_what_a_standing_order_answers_is_no_answer_and_no_hand_over() -> None:
    """Both pass in every turn, though that holds for one turn; so they are asked for bets alone."""
    game = played(toy.RULES, SHORT, "pass this turn", 1)
    assert {it.kind for it in game.given} == {"bet"}
    found = report(toy.RULES, SHORT, "pass this turn", [game])
    assert found.profile == "pass this turn"
    assert found.questions == 6
    assert found.orders == {"a seat, a turn": Spread(1, 1)}
    assert found.hand_overs == Spread(0, 0), "both are asked at once"
    assert found.days == {1: 3, 4: 0.75}
    assert found.forced == 0
    assert found.forced_kinds == {}
    assert found.begun_by.keys() == {"bet"}


def test_without_standing_orders_everything_is_asked() -> None:
    game = played(toy.RULES, SHORT, "none", 1)
    assert [it.kind for it in game.given].count("go") == 6
    found = report(toy.RULES, SHORT, "quick answers", [game])
    assert found.profile == "none", "as the game knows no such profile"
    assert found.hand_overs.median >= 1, "blue goes after red"


def test_a_turn_that_is_answered_without_anybody_counts_too() -> None:
    class Passing(toy.Standing):
        """It bets as well."""

        def answer(self, state: toy.State, decision: Decision, kept: object) -> object:
            [left] = kept
            order = toy.Pass() if decision.kind == "go" else toy.Bet(1)
            return None if state.turn == 2 else toy.Use(left, order, spent=False)

    class Quiet(toy.Toy):
        standing = Passing()

    game = played(Quiet(), SHORT, "pass this turn", 1)
    found = report(Quiet(), SHORT, "pass this turn", [game])
    assert {it.turn for it in game.given} == {2}
    assert game.turns == {1, 2, 3}
    assert found.answers["a seat, a turn"].median == 0, "two turns of three asked nobody"
    assert found.orders == {"a seat, a turn": Spread(0, 2)}


def test_questions_with_one_legal_order_are_counted() -> None:
    class OneBet(toy.Toy):
        def legal_orders(self, state: toy.State, decision: Decision) -> Iterable[Order]:
            return [toy.Bet(2)] if decision.kind == "bet" else super().legal_orders(state, decision)

    game = played(OneBet(), SHORT, "pass this turn", 1)
    found = report(OneBet(), SHORT, "pass this turn", [game])
    assert found.forced == found.questions == 6
    assert found.forced_kinds == {"bet": 6}


def test_the_same_seed_plays_the_same_game() -> None:
    rules = installed()["napoleonic_empire"]
    [form] = forms_of(rules)
    first, again, other = (played(rules, form, "none", seed) for seed in (3, 3, 4))
    assert first == again != other


def test_every_form_is_one_of_its_game() -> None:
    for name, forms in FORMS.items():
        rules = installed()[name]
        for form in forms:
            assert set(form.scenarios) <= {it.id for it in rules.scenarios}
            assert rules.checked_options(form.options).items() >= form.options.items()
    assert [it.scenarios for it in forms_of(toy.RULES)] == [["short"]]


def test_a_profile_is_what_can_be_left_as_it_is() -> None:
    assert set(profiles(toy.RULES)) == {"pass this turn"}, "the others need a number"
    assert "quick answers" in profiles(installed()["eagles_waterloo"])


def test_the_command_counts_games_of_bots(shell: Shell) -> None:
    asked = ("bench", "--questions", "--games", "1", "--game", "napoleonic_empire")
    [found] = shell.json(*asked, "--profile", "none")["questions"]
    assert found["game"] == "Napoleonic Empire"
    assert (found["form"], found["profile"], found["games"]) == ("two players", "none", 1)
    assert found["answers"].keys() == {"the active seat", "the other seat"}
    assert found["forced"] == sum(found["forced_kinds"].values())
    assert found["begun_by"]["window"] > 0
    assert found["days"]["1"] == 4 * found["days"]["4"]
    behind = ("--profile", "quick answers", "--profile", "pass_all")
    [passing] = shell.json(*asked, *behind)["questions"]
    assert passing["profile"] == "pass all"
    assert "window" not in passing["begun_by"] | passing["forced_kinds"], "nobody is asked"
    for numbers in ("answers", "orders"):
        before, after = (it[numbers]["the other seat"]["median"] for it in (found, passing))
        assert after < before
    text = shell.run(*asked, "--profile", "none").stdout
    for told in ("Napoleonic Empire", "the active seat", "hand-overs of a turn", "window"):
        assert told in text


def test_games_are_counted_behind_the_usual_profile(shell: Shell) -> None:
    asked = ("bench", "--questions", "--games", "1", "--game", "napoleonic_empire")
    [found] = shell.json(*asked)["questions"]
    assert found["profile"] == "usual"
    assert found["begun_by"].keys().isdisjoint({"window", "retreat"})
    assert {"place_rebels", "move"} <= found["begun_by"].keys()
    [named] = shell.json(*asked, "--profile", "only_what_matters")["questions"]
    assert named["profile"] == "only what matters"


def test_behind_a_profile_of_a_seat_no_card_is_played() -> None:
    empire, eagles = (installed()[it] for it in ("napoleonic_empire", "eagles_waterloo"))
    assert len(words_of(empire, "usual")) == 2
    assert [type(it).__name__ for it in words_of(eagles, "usual")] == ["Usual", "PlayNoSpecial"]
    for alone in ("pass all", "ask me everything"):
        assert len(words_of(empire, alone)) == 1
    assert words_of(empire, "none") == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--questions", "--game", "chess"], "There is no game chess; there are eagles_waterloo"),
        (["--questions", "--profile", "valour"], "No game knows valour; there are none, "),
        (["--games", "3"], "Give --questions"),
        (["--questions", "--games", "0"], "Invalid value for '--games'"),
    ],
)
def test_what_cannot_be_counted_is_refused(shell: Shell, arguments: list[str], why: str) -> None:
    assert why in shell.run("bench", *arguments, status=2).stderr
