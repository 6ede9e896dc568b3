"""Production: strength points, leaders, squadrons, the Regroup box [7]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.orders.impulses import (
    Build,
    BuildLeader,
    LayDown,
    PlayForCP,
    Regroup,
)
from napoleon.rulesets.napoleonic_wars.pieces import put, sp_of, squadrons_at, squadrons_of
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import at_play, going_on, legal_orders, pack, play, refused


def with_four_cp(nation: str = "fr", *, turn: int = 2) -> State:
    """An impulse of a nation with 4 CP."""
    hands = {nation: ["subsidies_1", "typhus_1"], "dk": ["spies"]}
    begun = going_on(at_play(hands, scheduled=nation, turn=turn)).state
    return play(begun, PlayForCP("subsidies_1")).state


def test_case_43_four_cp_are_two_sp_or_ney_or_a_squadron() -> None:
    state = with_four_cp()
    assert sp_of(play(state, Build("paris", 2)).state, "fr") == 36
    assert play(state, BuildLeader("ney", "paris")).state.leaders["ney"].where == "paris"
    docked = play(state, LayDown("brittany")).state
    assert squadrons_at(docked, "fr", "brittany").building == 1
    state.leaders["davout"].standing, state.leaders["davout"].where = "pool", ""
    assert refused(state, BuildLeader("davout", "paris")) == ("TOO_FEW_CP", "7.2.a")


def test_case_43_wellington_is_not_built_before_1807() -> None:
    early = with_four_cp("gb", turn=1)
    assert refused(early, BuildLeader("wellington", "london")) == ("TOO_EARLY", "7.2.b")
    late = with_four_cp("gb", turn=2)
    assert refused(late, BuildLeader("wellington", "london")) == ("TOO_FEW_CP", "7.2.a")
    assert refused(late, BuildLeader("moore", "london")) == ("NOT_IN_POOL", "7.2.b")
    assert refused(late, BuildLeader("bernadotte", "london")) == ("NOT_IN_POOL", "7.2.b")


def test_pieces_come_in_home_and_associated_duchies_under_control() -> None:
    state = with_four_cp()
    spaces = {it.space for it in legal_orders(state) if isinstance(it, Build)}
    assert {"paris", "munich", "amsterdam"} <= spaces
    assert not {"warsaw", "madrid", "linz"} & spaces
    state.spaces["warsaw"].flag = "fr"
    assert sp_of(play(state, Build("warsaw", 1)).state, "fr") == 35, "of two nations [7.43]"
    assert refused(state, Build("madrid", 1)) == ("NOT_YOUR_DUCHY", "7.a")
    state.spaces["lyon"].flag = "au"
    assert refused(state, Build("lyon", 1)) == ("NOT_CONTROLLED", "7.a")
    assert refused(state, Build("atlantis", 1)) == ("NOT_YOUR_DUCHY", "7.a")


def test_case_45_not_where_an_enemy_stands_even_in_a_fortress_space() -> None:
    state = with_four_cp()
    put(state, "mantua", "au", 2)
    assert refused(state, Build("mantua", 1)) == ("ENEMY_THERE", "7.b")
    assert play(state, Build("milan", 1)).types[-1] == "units_built"


def test_case_46_no_more_pieces_than_there_are_counters() -> None:
    state = with_four_cp()
    state.nations["fr"].regroup_sp = pack().limits["fr"].max_sp - 34
    assert refused(state, Build("paris", 1)) == ("NO_COUNTER", "7.a")
    assert not [it for it in legal_orders(state) if isinstance(it, Build)]
    state.nations["fr"].regroup_squadrons = 8
    assert refused(state, LayDown("brittany")) == ("NO_COUNTER", "7.a")


def test_a_squadron_needs_a_home_port() -> None:
    state = with_four_cp()
    assert refused(state, LayDown("paris")) == ("NO_HOME_PORT", "7.3.a")
    assert refused(state, LayDown("vendee")) == ("NO_HOME_PORT", "7.3.a"), "it is associated"
    austria = with_four_cp("au")
    assert refused(austria, LayDown("venice")) == ("NO_COUNTER", "7.a")


def test_regrouped_pieces_come_back_for_one_cp_in_home_duchies() -> None:
    state = with_four_cp()
    state.nations["fr"].regroup_sp = 3
    back = play(state, Regroup("paris", 3)).state
    assert (back.nations["fr"].regroup_sp, sp_of(back, "fr")) == (0, 37)
    assert back.stack[0].pools[0].cp == 1
    assert refused(state, Regroup("munich", 1)) == ("NOT_YOUR_DUCHY", "7.7.b")
    assert refused(state, Regroup("paris", 4)) == ("NOT_REGROUPED", "7.7.b")
    assert refused(state, Build("paris", 0)) == ("NOTHING_TO_BUILD", "7.1.a")


def test_case_44_a_squadron_is_under_construction_until_the_turn_ends() -> None:
    state = play(with_four_cp(), LayDown("toulon")).state
    assert squadrons_of(state, "fr") == 6
    for nation in state.nations.values():
        nation.hand, nation.home = [], []
    state.stack = []
    ended = going_on(state)
    fleet = squadrons_at(ended.state, "fr", "toulon")
    assert (fleet.building, fleet.refit, fleet.ready) == (0, 1, 1)
