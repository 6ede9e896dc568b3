"""Interception, evasion, pursuit [10], and flags [7.4]."""

from __future__ import annotations

import pytest

from napoleon.rulesets.napoleonic_wars.flags import place_by_event
from napoleon.rulesets.napoleonic_wars.orders.impulses import Build
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Challenge,
    Evade,
    Gather,
    Go,
    Halt,
    Intercept,
    LetPass,
    RaiseFlag,
    Slip,
    Stand,
    Tolerate,
)
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import State, pair
from tests.napoleonic_wars.playing import (
    Played,
    amounts,
    copied,
    emptied,
    legal_orders,
    play,
    refused,
    stand,
    table_of,
    told,
)


def into_linz() -> State:
    """France enters Linz from Munich; Charles stands in Vienna, Ferdinand in Prague."""
    state = emptied()
    stand(state, "munich", "fr", 6, "napoleon")
    stand(state, "vienna", "au", 4, "charles")
    stand(state, "prague", "au", 3, "ferdinand")
    return play(state, Gather("napoleon"), Go("linz")).state


def test_cases_72_and_11_an_interceptor_stands_in_the_space_with_its_terrain() -> None:
    met = play(into_linz(), Intercept("charles", False, 4), LetPass(), dice=[2, 3, *[1] * 60])
    [tried] = told(met, "interception_tried")
    assert (tried.total, amounts(tried)) == (9, {"10.11.a": 5, "10.1.d": 4})
    assert tried.succeeds
    began = told(met, "battle_began")
    assert began
    assert "au" in began[0].defenders
    assert began[0].terrain == 0


def test_an_ally_at_peace_with_the_interceptor_stays_out_of_the_battle() -> None:
    """Spain is at peace with Austria, so both may stand in Linz [R-204]."""
    state = into_linz()
    state.wars = {it for it in state.wars if it != pair("sp", "au")}
    stand(state, "linz", "sp", 2)
    met = play(state, Intercept("charles", False, 4), LetPass(), dice=[2, 3, *[1] * 60])
    [began] = told(met, "battle_began")
    assert (began.attackers, began.defenders) == (("fr",), ("au",))
    assert began.attacking_units == 7, "six strength points and Napoleon"
    assert "R-204" in began.clauses
    assert sp_in(met.state, "linz", "sp") == 2


def test_case_73_nothing_tries_again_from_where_an_attempt_has_failed() -> None:
    failed = play(into_linz(), Intercept("charles", False, 4), dice=[2, 2])
    assert not told(failed, "interception_tried")[0].succeeds
    assert refused(failed.state, Intercept("charles", False, 4)) == ("CANNOT_INTERCEPT", "10.1.a")
    other = play(failed.state, Intercept("ferdinand", False, 3), dice=[3, 3])
    [tried] = told(other, "interception_tried")
    assert tried.total == 6 + 2 + 1 - 1, "over a pass"


def test_case_8_the_published_interception() -> None:
    state = emptied("au")
    stand(state, "prague", "fr", 4, "davout")
    for space in ("prague", "linz"):
        state.spaces[space].flag = "fr"
    stand(state, "vienna", "au", 4, "charles")
    entered = play(state, Gather("charles"), Go("linz")).state
    tried = told(play(entered, Intercept("davout", False, 4), dice=[2, 3]), "interception_tried")
    assert (tried[0].total, tried[0].succeeds) == (8, False)


def _mack_in_linz() -> State:
    state = emptied()
    stand(state, "munich", "fr", 6, "napoleon")
    stand(state, "linz", "au", 3, "mack")
    return play(state, Gather("napoleon"), Go("linz")).state


@pytest.mark.parametrize(("dice", "evades"), [([3, 4], True), ([3, 3], False)])
def test_case_74_evasion(dice: list[int], evades: bool) -> None:
    tried = play(_mack_in_linz(), Evade("vienna"), dice=[*dice, *[1] * 60])
    [event] = told(tried, "evasion_tried")
    assert (event.total, event.succeeds) == (sum(dice) + 2, evades)
    if evades:
        assert tried.state.leaders["mack"].where == "vienna"
        assert sp_in(tried.state, "vienna", "au") == 3
        assert tried.asked == [("imperial", "march")]
    else:
        [began] = told(tried, "battle_began")
        assert began.failed_evasions == 1


def test_case_75_where_nobody_evades_to() -> None:
    state = _mack_in_linz()
    assert refused(state, Evade("munich")) == ("ENEMY_CAME_THENCE", "10.2.a")
    assert refused(state, Evade("adriatic_sea")) == ("NOT_ADJACENT", "10.2.a")
    stand(state, "tyrol", "fr", 1)
    assert refused(state, Evade("tyrol")) == ("ENEMY_THERE", "10.2.c")


def test_case_76_an_evader_who_is_followed_may_try_once_more() -> None:
    gone = play(_mack_in_linz(), Evade("vienna"), dice=[4, 4]).state
    followed = play(gone, Go("vienna"))
    assert followed.asked == [("coalition", "evade")]
    again = play(followed.state, Evade("moravia"), dice=[4, 4])
    assert again.state.leaders["mack"].where == "moravia"


def test_case_77_a_flag_without_forces_is_torn_down() -> None:
    state = emptied("gb")
    stand(state, "mantua", "fr", 4, "massena")

    def flagged() -> State:
        table = table_of(copied(state))
        place_by_event(table, "milan", "gb", "7.4.a")
        assert table.state.spaces["milan"].flag == "gb"
        return table.state

    torn = play(flagged(), Challenge("massena"), dice=[3, 4])
    assert torn.state.spaces["milan"].flag == ""
    stood = play(flagged(), Challenge("massena"), dice=[3, 3])
    assert stood.state.spaces["milan"].flag == "gb"
    assert stood.asked == [("coalition", "act")]
    assert play(flagged(), Tolerate()).state.spaces["milan"].flag == "gb"


def test_case_78_two_armies_intercept_into_one_battle() -> None:
    met = play(
        into_linz(),
        Intercept("charles", False, 4),
        Intercept("ferdinand", False, 3),
        dice=[2, 3, 5, 5, *[1] * 80],
    )
    [began] = told(met, "battle_began")
    assert began.defending_units == 4 + 3 + 2


def test_a_group_that_intercepts_goes_under_its_commander() -> None:
    state = emptied()
    stand(state, "munich", "fr", 6, "napoleon")
    stand(state, "vienna", "au", 9, "charles", "mack")
    entered = play(state, Gather("napoleon"), Go("linz")).state
    assert refused(entered, Intercept("mack", True, 4)) == ("NO_GROUP", "10.13.a")
    assert refused(entered, Intercept("mack", False, 5)) == ("WRONG_NUMBER", "10.1.a")
    failed = play(entered, Intercept("charles", True, 9), dice=[1, 1])
    assert failed.asked == [("imperial", "march")], "Mack was there, and may not try either"


def test_case_133_what_is_built_may_be_met() -> None:
    state = emptied()
    stand(state, "linz", "au", 3, "ferdinand")
    asked = play(state, Build("munich", 2))
    assert asked.asked == [("coalition", "intercept")]
    failed = play(asked.state, Intercept("ferdinand", False, 3), dice=[2, 3])
    assert told(failed, "interception_tried")[0].total == 7
    assert failed.asked == [("imperial", "act")]
    met = play(asked.state, Intercept("ferdinand", False, 3), dice=[3, 4, *[1] * 60])
    [began] = told(met, "battle_began")
    assert began.attackers == ("fr",)
    assert began.terrain == 0
    stand(state, "munich", "fr", 2)
    assert play(state, Build("munich", 2)).asked == [("imperial", "act")]


def test_case_138_evasion_out_of_an_enemy_fortress_space() -> None:
    state = emptied()
    stand(state, "milan", "fr", 6, "napoleon")
    stand(state, "mantua", "au", 4, "charles")
    entered = play(state, Gather("napoleon"), Go("mantua")).state
    assert refused(entered, Evade("tuscany")) == ("OUT_OF_FORTRESS", "12.4.a")
    assert refused(entered, Evade("milan")) == ("ENEMY_CAME_THENCE", "10.2.a")
    tried = play(entered, Evade("tyrol"), dice=[3, 3, *[1] * 60])
    [event] = told(tried, "evasion_tried")
    assert [it.amount for it in event.breakdown] == [6, 3, 1, -1, -1]
    [began] = told(tried, "battle_began")
    assert (began.failed_evasions, began.terrain) == (1, 0)


def test_r_101_what_no_leader_takes_along_is_cut_into_pieces_before_any_dice() -> None:
    state = emptied()
    stand(state, "munich", "fr", 8, "napoleon")
    stand(state, "linz", "au", 7, "mack")
    entered = play(state, Gather("napoleon"), Go("linz")).state
    assert refused(entered, Slip("vienna", "au", 4)) == ("WRONG_NUMBER", "R-101")
    named = play(entered, Evade("vienna"), Slip("tyrol", "au", 2))
    assert not told(named, "evasion_tried"), "nothing is rolled before all are named"
    done = play(named.state, Slip("vienna", "au", 1), dice=[6, 6, 6, 6, 1, 1, *[1] * 60])
    assert [it.succeeds for it in told(done, "evasion_tried")] == [True, True, False]
    assert sp_in(done.state, "vienna", "au") == 4
    assert sp_in(done.state, "tyrol", "au") == 2


def _flagging(*, austrians: bool = True) -> State:
    state = emptied()
    stand(state, "munich", "fr", 4, "murat")
    if austrians:
        stand(state, "vienna", "au", 2, "mack")
    return state


def test_case_47_an_army_that_could_intercept_prevents_a_flag_next_door() -> None:
    state = _flagging()
    assert refused(state, RaiseFlag("linz")) == ("COULD_BE_INTERCEPTED", "7.41.b")
    state.leaders["mack"].failed = True
    assert play(state, RaiseFlag("linz")).state.spaces["linz"].flag == "fr"
    assert play(_flagging(austrians=False), RaiseFlag("linz")).state.spaces["linz"].flag == "fr"


def test_case_48_no_flag_is_removed_across_a_marsh() -> None:
    state = emptied()
    stand(state, "brussels", "fr", 4, "murat")
    state.spaces["rotterdam"].flag = "gb"
    assert refused(state, RaiseFlag("rotterdam")) == ("ACROSS_WATER", "7.41.c")
    stand(state, "arnhem", "fr", 2, "ney")
    assert play(state, RaiseFlag("rotterdam")).state.spaces["rotterdam"].flag == ""


def test_case_49_a_force_flags_where_it_stands_but_no_fortress() -> None:
    state = emptied()
    stand(state, "venice", "fr", 2)
    stand(state, "prague", "fr", 2)
    done = play(state, RaiseFlag("venice"))
    assert done.state.spaces["venice"].flag == "fr"
    assert [it.cp for it in told(done, "command_points_spent")] == [1]
    assert refused(state, RaiseFlag("prague")) == ("FORTRESS", "7.42.a")
    assert refused(done.state, RaiseFlag("venice")) == ("NOT_ENEMY_HELD", "7.4.a")


@pytest.mark.parametrize(("nation", "left"), [("au", ""), ("gb", "gb")])
def test_an_enemy_flag_comes_off_a_duchy_of_an_ally(nation: str, left: str) -> None:
    """Spain's in Hanover, which is Prussian by colour and associated with Britain [8.22.b]."""
    state = emptied(nation)
    stand(state, "hanover", nation, 4)
    state.spaces["hanover"].flag = "sp"
    raised = play(state, RaiseFlag("hanover"))
    assert raised.state.spaces["hanover"].flag == left


def test_a_lost_force_fights_no_battle() -> None:
    state = emptied()
    stand(state, "volhynia", "fr", 1, "murat")
    state.spaces["volhynia"].flag = "ru"
    stand(state, "brest_litovsk", "ru", 2)
    gone: Played = play(
        state, Gather("murat"), Go("brest_litovsk"), Stand(), dice=[6] * 4 + [1] * 20
    )
    assert told(gone, "leader_lost")
    assert not told(gone, "battle_began")
    assert gone.asked == [("imperial", "act")]
    assert Halt() not in legal_orders(gone.state)


def test_an_evasion_into_an_enemy_space_costs_once() -> None:
    state = emptied()
    stand(state, "munich", "fr", 6, "napoleon")
    stand(state, "linz", "au", 3, "mack")
    state.spaces["graz"].flag = "fr"
    entered = play(state, Gather("napoleon"), Go("linz")).state
    gone = play(entered, Evade("graz"), dice=[6, 6, *[1] * 20])
    [rolled] = told(gone, "attrition_rolled")
    assert [(it.clause, it.amount) for it in rolled.rolled] == [("10.2.c", 4)], "over a pass, too"
