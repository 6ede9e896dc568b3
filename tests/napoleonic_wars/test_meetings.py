"""Interception, evasion, pursuit [10], and flags [7.4]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.flags import place_by_event
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Challenge,
    Evade,
    Gather,
    Go,
    Intercept,
    LetPass,
    Tolerate,
)
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import State, pair
from tests.napoleonic_wars.playing import (
    copied,
    emptied,
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


def test_an_evasion_into_an_enemy_space_costs_once() -> None:
    state = emptied()
    stand(state, "munich", "fr", 6, "napoleon")
    stand(state, "linz", "au", 3, "mack")
    state.spaces["graz"].flag = "fr"
    entered = play(state, Gather("napoleon"), Go("linz")).state
    gone = play(entered, Evade("graz"), dice=[6, 6, *[1] * 20])
    [rolled] = told(gone, "attrition_rolled")
    assert [(it.clause, it.amount) for it in rolled.rolled] == [("10.2.c", 4)], "over a pass, too"
