"""The end of a turn: keys, points, peace, the next turn [5.8, 5.81, 14.3]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.conquest import lines_of
from napoleon.rulesets.napoleonic_wars.hands import cards_due
from napoleon.rulesets.napoleonic_wars.orders.between_turns import ChangePeace, LeavePeace
from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.scoring import keys_of, standing
from napoleon.rulesets.napoleonic_wars.spaces import leaders_in, sp_in
from napoleon.rulesets.napoleonic_wars.state import PACT, TURN_END, State
from tests.napoleonic_wars.closing import closing, quietly
from tests.napoleonic_wars.diplomacy import allied
from tests.napoleonic_wars.playing import (
    at_play,
    decisions,
    legal_orders,
    pack,
    play,
    refused,
    stand,
    table_of,
    told,
)


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


def test_resources_of_prussia_in_pact_give_no_points() -> None:
    """[5.81.c, R-191]"""
    state = at_play({}, players=4)
    allied(state, "pr", "ru")
    before = standing(table_of(state), "ru").points
    state.nations["pr"].resources = 2
    assert standing(table_of(state), "ru").points == before


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


# -- attrition and flags [5.6.a] -------------------------------------------------------------------


def emptied_closing(*, next_up: str = "fr", turn: int = 2) -> State:
    """Nobody is on the map; card play is over."""
    state = closing(turn, next_up=next_up)
    for space in state.spaces.values():
        space.lots = []
    for leader in state.leaders.values():
        leader.standing, leader.where = "pool", ""
    return state


def test_field_forces_in_uncontrolled_duchies_suffer_and_survivors_raise_their_flag() -> None:
    state = emptied_closing()
    stand(state, "linz", "fr", 4, "murat")
    before = len(keys_of(table_of(state), "fr"))
    stand(state, "venice", "fr", 1)
    ended = quietly(state, dice=[6, 6, 6, 1, 1, 2], until=["peace"])
    [rolled, second] = told(ended, "attrition_rolled")
    assert (rolled.space, len(rolled.dice), rolled.lost) == ("linz", 5, 2), "half, rounded up"
    assert [it.clause for it in rolled.rolled] == ["5.6.a"]
    assert (second.space, second.lost) == ("venice", 0)
    assert ended.state.spaces["linz"].flag == ended.state.spaces["venice"].flag == "fr"
    assert len(keys_of(table_of(ended.state), "fr")) == before + 1, "at once"
    assert sp_in(ended.state, "linz", "fr") + len(leaders_in(ended.state, "linz")) == 3


def test_who_is_wholly_lost_raises_no_flag_and_a_besieger_none_on_the_fortress() -> None:
    state = emptied_closing()
    stand(state, "linz", "fr", 1)
    stand(state, "prague", "fr", 3)
    ended = quietly(state, dice=[6, 1, 1, 1], until=["peace"])
    assert [it.space for it in told(ended, "attrition_rolled")] == ["linz", "prague"]
    assert ended.state.spaces["linz"].flag == ended.state.spaces["prague"].flag == ""
    assert not told(ended, "flag_placed")


def test_the_enemy_flag_comes_off_a_duchy_of_the_own_camp() -> None:
    """[7.4.b, 8.22.b]"""
    state = emptied_closing()
    state.spaces["tyrol"].flag, state.spaces["madrid"].flag = "fr", "gb"
    stand(state, "tyrol", "ru", 2)
    stand(state, "madrid", "fr", 2)
    ended = quietly(state, until=["peace"])
    assert [(it.space, it.flag) for it in told(ended, "flag_removed")] == [
        ("tyrol", "fr"),
        ("madrid", "gb"),
    ]
    assert not told(ended, "flag_placed")


def test_the_flag_is_the_commanders_nation_or_that_of_most_strength_points() -> None:
    """[R-82]"""
    state = emptied_closing()
    stand(state, "munich", "ru", 1, "kutuzov")
    stand(state, "munich", "au", 5)
    stand(state, "milan", "ru", 1)
    stand(state, "milan", "au", 5)
    ended = quietly(state, until=["peace"]).state
    assert (ended.spaces["munich"].flag, ended.spaces["milan"].flag) == ("ru", "au")


def test_nobody_flags_what_is_associated_with_an_ally() -> None:
    """[8.22.b]"""
    state = emptied_closing()
    stand(state, "vendee", "au", 2)
    stand(state, "friesland", "gb", 2)
    ended = quietly(state, until=["peace"])
    assert [(it.space, it.nation) for it in told(ended, "flag_placed")] == [("friesland", "gb")]


def test_allies_in_a_space_suffer_together_and_the_french_by_themselves() -> None:
    state = emptied_closing()
    stand(state, "linz", "fr", 2)
    stand(state, "linz", "sp", 2)
    ended = quietly(state, dice=[6, 6, 6, 1], until=["peace"])
    lost = {it.nation: it.lost for it in told(ended, "attrition_rolled")}
    assert lost == {"fr": 1, "sp": 1}


# -- peace [5.8] -----------------------------------------------------------------------------------


def test_case_122_seats_are_asked_in_track_order_from_the_nation_that_is_due() -> None:
    state = emptied_closing(next_up="au")
    state = quietly(state, until=["peace"]).state
    asked = []
    while decisions(state)[0].kind == "peace":
        asked.append(decisions(state)[0].seat)
        state = play(state, LeavePeace(), dice=[1]).state
    assert asked == ["coalition", "imperial"]


def test_case_122_a_power_at_its_minimum_gives_up_no_card_and_a_six_ends_the_game() -> None:
    state = emptied_closing(next_up="au")
    for space in pack().keys["gb"][:4]:
        state.spaces[space].flag = "fr"
    state = quietly(state, until=["peace"]).state
    nations = {it.nation for it in legal_orders(state) if isinstance(it, ChangePeace)}
    assert nations == {"au", "ru"}
    assert refused(state, ChangePeace("gb", 1)) == ("DRAWS_THE_MINIMUM", "5.8.b")
    assert refused(state, ChangePeace("fr", 1)) == ("NOT_YOUR_POWER", "R-12")
    assert refused(state, ChangePeace("au", 2)) == ("WRONG_NUMBER", "5.8.a")
    ended = play(state, LeavePeace(), ChangePeace("fr", 1), dice=[5]).state
    assert ended.result is not None


def test_case_147_events_and_cards_given_up_change_the_roll_and_the_next_draw() -> None:
    state = closing(next_up="fr")
    state.peace = 1
    asked = [ChangePeace("fr", 1), ChangePeace("gb", -1)]
    ended = quietly(state, *asked, asks=["peace"], dice=[4])
    [peace] = told(ended, "peace_rolled")
    assert (peace.total, [it.amount for it in peace.breakdown]) == (5, [4, 1, 1, -1])
    drawn = [it.nation for it in told(ended, "card_drawn")]
    assert (drawn.count("fr"), drawn.count("gb")) == (6 - 1, 3)
    assert ended.state.peace == 0
    assert not ended.state.peace_bids
    poor = closing(next_up="fr")
    poor.peace = 1
    for space in pack().keys["gb"][:3]:
        poor.spaces[space].flag = "ru"
    ended = quietly(poor, ChangePeace("fr", 1), LeavePeace(), asks=["peace"], dice=[4])
    assert ended.state.result is not None
    here = quietly(poor, until=["peace"]).state
    asked_next = play(here, ChangePeace("fr", 1)).state
    assert "gb" not in {it.nation for it in legal_orders(asked_next) if hasattr(it, "nation")}


def test_neither_a_conquered_power_nor_a_proxy_changes_the_roll() -> None:
    """[R-13]"""
    state = closing(next_up="fr")
    state.nations["au"].conquered, state.nations["au"].camp = "fr", ""
    state = quietly(state, LeavePeace(), asks=["peace"], until=["peace"]).state
    assert {it.nation for it in legal_orders(state) if isinstance(it, ChangePeace)} == {"gb", "ru"}


def test_case_148_clients_count_and_a_caretaker_is_not_charged() -> None:
    state = at_play({})
    for space in ("bucharest", "salonika"):
        state.spaces[space].flag = "gb"
    ot = state.nations["ot"]
    ot.row, ot.box, ot.caretaker = "", 0, "imperial"
    assert standing(table_of(state), "imperial").points == 1, "Spain alone"
    ot.row, ot.box = "fr", 1
    assert standing(table_of(state), "imperial").points == 1 - 2
    ot.box = PACT
    assert standing(table_of(state), "imperial").points == 1 - 2 + 1


def test_prussia_in_pact_is_no_minor() -> None:
    """[5.81.c]"""
    state = at_play({})
    state.nations["pr"].row, state.nations["pr"].box = "fr", PACT
    assert standing(table_of(state), "imperial").points == 1


def test_case_149_the_status_of_a_key_more_is_a_point_and_counts_for_the_draw() -> None:
    state = closing(next_up="fr")
    state.nations["fr"].plus_key = True
    assert standing(table_of(state), "imperial").points == 1 + 1
    assert [(it.amount, it.clause) for it in cards_due(table_of(state), "fr")] == [
        (6, "14.31.a"),
        (1, "15.5.a"),
    ]
    state.spaces["paris"].flag = "au"
    assert sum(it.amount for it in lines_of(table_of(state), "fr", 1)) == 1 + 1 - 2


def test_case_120_the_marker_goes_on_and_the_next_nation_starts_the_turn() -> None:
    """[5.9, R-48]"""
    ended = quietly(closing(next_up="ru"))
    assert [it.nation for it in told(ended, "interphase_began")] == ["ru"]
    assert pack().track[ended.state.marker] in ("ru", "pr")
    began = [it.nation for it in told(ended, "reinforcement_began")]
    assert began == ["ru", "pr", "ot", "sp", "sw", "dk", "fr", "gb", "au"]
