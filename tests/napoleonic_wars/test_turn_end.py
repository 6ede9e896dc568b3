"""The end of a turn: keys, points, peace, the next turn [5.8, 5.81, 14.3]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.state import PACT, TURN_END, State
from napoleon.rulesets.napoleonic_wars.turn_end import keys_of, standing, standings
from tests.napoleonic_wars.closing import quietly
from tests.napoleonic_wars.playing import at_play, pack, table_of


def test_case_2_a_key_more_is_a_point() -> None:
    state = at_play({})
    assert len(keys_of(table_of(state), "fr")) == 13
    state.spaces["trieste"].flag = "fr"
    assert standing(table_of(state), "imperial").points == 1 + 1, "and Spain is in Pact"


def test_an_uncontrolled_key_counts_for_nobody() -> None:
    """[R-92]"""
    state = at_play({})
    put(state, "venice", "fr", 2)
    put(state, "prague", "fr", 2)
    held = keys_of(table_of(state), "au")
    assert "venice" not in held
    assert "prague" in held, "a fortress controls its duchy"
    assert "venice" not in keys_of(table_of(state), "fr")


def test_case_127_points_are_counted_line_by_line() -> None:
    state = at_play({})
    for name in ("trieste", "lemberg"):
        state.spaces[name].flag = "fr"
    state.spaces["holstein"].flag = "gb"
    state.nations["sp"].resources = state.nations["fr"].resources = 1
    found = standing(table_of(state), "imperial")
    assert [(it.amount, it.clause) for it in found.breakdown] == [
        (1, "5.81.b"), (1, "5.81.b"), (-1, "5.81.b"), (1, "5.81.c"), (1, "5.81.c"), (1, "5.81.c"),
    ]  # fmt: skip
    assert found.points == 4


def test_case_123_ties_go_to_who_is_later_on_the_track() -> None:
    state = at_play({})
    state.nations["sp"].box = PACT - 1
    assert [(it.who, it.points) for it in standings(table_of(state))] == [
        ("coalition", 0),
        ("imperial", 0),
    ]


def ending(turn: int) -> State:
    state = at_play({}, turn=turn)
    state.phase = TURN_END
    return state


def test_case_129_after_the_fifth_turn_the_game_ends_whatever_is_rolled() -> None:
    ended = quietly(ending(5))
    assert ended.types[-1] == "game_ended"
    assert ended.state.result is not None
    assert ended.state.result.winner == ended.state.result.standings[0].who


def test_else_it_ends_on_a_six_and_the_next_turn_begins() -> None:
    seen = set()
    for draws in range(40):
        state = ending(2)
        state.draws = draws
        ended = quietly(state, game=1)
        [peace] = [it for it in ended.events if it.type == "peace_rolled"]
        assert (ended.state.result is not None) == (peace.total >= 6)  # type: ignore[attr-defined]
        seen.add(ended.state.result is not None)
    assert seen == {True, False}


def test_case_108_nations_draw_a_card_for_two_keys_at_least_their_minimum() -> None:
    state = next(it for it in map(next_turn, range(40)) if it.turn == 3)
    drawn = {it: len(state.nations[it].hand) for it in pack().track}
    assert drawn == {
        "fr": 6,
        "gb": 4,
        "au": 4,
        "ru": 3,
        "pr": 3,
        "ot": 2,
        "sp": 2,
        "sw": 1,
        "dk": 1,
    }
    assert all(card.up for it in state.nations.values() for card in it.home)


def next_turn(draws: int) -> State:
    state = ending(2)
    state.draws = draws
    return quietly(state, game=1).state
