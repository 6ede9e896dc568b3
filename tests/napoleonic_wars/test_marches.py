"""Movement by land, its cost, its limits, attrition [9]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Gather,
    GatherPiece,
    Go,
    Halt,
    Join,
    LoseLeader,
    LoseUnits,
    Take,
    TakeLeader,
)
from napoleon.rulesets.napoleonic_wars.pieces import squadrons_at
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import amounts, emptied, legal_orders, play, refused, stand, told


def _cp(state: State) -> int:
    impulse = state.stack[0]
    assert isinstance(impulse, Impulse)
    return impulse.pools[0].cp


def _march(state: State) -> March:
    march = state.stack[-1]
    assert isinstance(march, March)
    return march


def test_case_3_cp_are_split_over_armies_pieces_and_lone_leaders() -> None:
    state = emptied(cp=6)
    stand(state, "paris", "fr", 4, "napoleon")
    stand(state, "calais", "fr", 4)
    stand(state, "brussels", "", 0, "murat")
    army = play(state, Gather("napoleon"), Go("champagne"), Go("strasbourg"), Go("mainz"), Halt())
    piece = play(army.state, GatherPiece("calais", 4), Go("paris"), Halt())
    lone = play(piece.state, Gather("murat"), Go("calais"), Go("paris"))
    assert [it.cp for it in told(army, "command_points_spent")] == [1, 1, 1]
    assert _cp(lone.state) == 6 - (3 + 1 + 2)
    assert [it.cp for it in told(lone, "command_points_spent")] == [1, 1]


def test_cases_4_and_70_an_army_group_pays_for_each_army_and_carries_all_they_can_lead() -> None:
    state = emptied(cp=20)
    stand(state, "paris", "fr", 14, "napoleon", "murat")
    group = play(state, Gather("napoleon"), Join("murat"))
    assert sum(it.sp for it in _march(group.state).force.lots) == 12
    gone = play(group.state, Go("champagne"))
    assert [it.cp for it in told(gone, "command_points_spent")] == [2]
    assert sp_in(gone.state, "champagne", "fr") == 12
    unit = play(state, Gather("napoleon"), Take("fr", 7), TakeLeader("murat"), Go("champagne"))
    assert [it.cp for it in told(unit, "command_points_spent")] == [1]
    assert told(unit, "force_changed")[-1].clauses == ("9.6.b",)
    assert refused(play(state, Gather("napoleon")).state, Take("fr", 9)) == ("TOO_MANY", "9.1.b")
    assert refused(play(state, Gather("napoleon")).state, TakeLeader("murat")) == (
        "TOO_MANY",
        "9.1.b",
    )


def test_a_march_that_cannot_be_paid_is_not_offered() -> None:
    state = emptied(cp=1)
    stand(state, "paris", "fr", 4, "napoleon", "murat")
    group = play(state, Gather("napoleon"))
    assert refused(play(group.state, Join("murat")).state, Go("champagne")) == (
        "TOO_FEW_CP",
        "9.1.a",
    )
    gone = play(group.state, Go("champagne"))
    assert gone.asked == [("imperial", "march")]
    assert legal_orders(gone.state) == [Halt()]


def test_case_64_a_forced_march_costs_those_who_have_come_so_far() -> None:
    state = emptied(cp=9)
    stand(state, "paris", "fr", 3, "murat")
    stand(state, "wurtemberg", "fr", 2)
    way = [Go(it) for it in ("champagne", "strasbourg", "mainz")]
    come = play(state, Gather("murat"), *way, Halt())
    assert not told(come, "attrition_rolled")
    far = play(come.state, Gather("murat"), Go("strasbourg"), Go("wurtemberg"), dice=[1] * 40)
    [rolled] = told(far, "attrition_rolled")
    assert [(it.clause, it.amount) for it in rolled.rolled] == [("9.42.a", 4)]
    # Those who have entered fewest spaces march first: two fresh ones, two far ones, Murat.
    joined = play(far.state, Take("fr", 4), Go("munich"), dice=[1] * 40)
    [rolled] = told(joined, "attrition_rolled")
    assert [(it.clause, it.amount) for it in rolled.rolled] == [("9.42.a", 3)]
    assert rolled.lost == 0


def test_case_65_ambush_and_marsh_are_two_causes_and_rolled_before_any_loss() -> None:
    friendly = emptied("ru", cp=5)
    stand(friendly, "volhynia", "ru", 4, "kutuzov")
    friendly.spaces["brest_litovsk"].flag = "fr"
    once = play(friendly, Gather("kutuzov"), Go("brest_litovsk"), dice=[1] * 30)
    assert [it.clause for it in told(once, "attrition_rolled")[0].rolled] == ["9.41.a"]
    uncontrolled = emptied("ru", cp=5)
    stand(uncontrolled, "volhynia", "ru", 4, "kutuzov")
    for space in ("volhynia", "brest_litovsk"):
        uncontrolled.spaces[space].flag = "fr"
    twice = play(uncontrolled, Gather("kutuzov"), Go("brest_litovsk"), dice=[6] * 3 + [1] * 30)
    [rolled] = told(twice, "attrition_rolled")
    assert [(it.clause, it.amount) for it in rolled.rolled] == [("9.41.a", 5), ("9.43.a", 5)]
    assert rolled.lost == 3
    assert twice.asked == [("coalition", "losses")]
    named = play(twice.state, LoseUnits("ru", 2), LoseLeader("kutuzov"))
    assert sp_in(named.state, "brest_litovsk", "ru") == 2
    assert named.state.leaders["kutuzov"].standing == "pool"
    assert named.asked == [("coalition", "march")]


def test_cases_7_and_66_french_losses_are_halved_but_in_certain_homes() -> None:
    state = emptied("fr", cp=9)
    stand(state, "munich", "fr", 4, "napoleon")
    state.spaces["munich"].flag = "au"
    # munich is uncontrolled for France now, and Tyrol lies behind a pass: two causes
    gone = play(state, Gather("napoleon"), Go("tyrol"), dice=[6, 6, 6] + [1] * 30)
    [rolled] = told(gone, "attrition_rolled")
    assert (rolled.lost, amounts(rolled)) == (2, {"9.4.a": 3, "9.45.a": -1})


def test_case_67_a_neutral_s_duchies_are_not_entered() -> None:
    state = emptied()
    stand(state, "thuringia", "fr", 4, "murat")
    assert refused(play(state, Gather("murat")).state, Go("magdeburg")) == (
        "NEUTRAL_GROUND",
        "9.54.a",
    )


def test_case_69_a_piece_without_a_leader_has_four_at_most_and_goes_alone() -> None:
    state = emptied()
    stand(state, "munich", "fr", 6, "murat")
    assert refused(state, GatherPiece("munich", 5)) == ("WRONG_NUMBER", "R-25")
    piece = play(state, GatherPiece("munich", 4)).state
    assert refused(piece, Join("murat")) == ("NO_ARMY", "9.1.c")


def test_movement_ends_in_an_enemy_fortress_space() -> None:
    state = emptied()
    stand(state, "ratisbon", "fr", 6, "murat")
    there = play(state, Gather("murat"), Go("prague"), dice=[1] * 30).state
    assert refused(there, Go("ratisbon")) == ("STOPPED_BY_FORTRESS", "9.52.a")
    assert refused(play(there, Halt()).state, Gather("murat")) == ("STOPPED_BY_FORTRESS", "9.52.a")


def test_out_of_an_enemy_fortress_space_one_goes_to_friendly_ones_only() -> None:
    state = emptied()
    stand(state, "prague", "fr", 4, "murat")
    there = play(state, Gather("murat")).state
    assert refused(there, Go("moravia")) == ("OUT_OF_FORTRESS", "12.4.a")
    assert play(there, Go("ratisbon")).state.leaders["murat"].where == "ratisbon"


def test_case_68_an_enemy_fleet_closes_a_strait() -> None:
    state = emptied("gb")
    stand(state, "naples", "gb", 2, "moore")
    state.spaces["naples"].flag = "gb"
    state.spaces["sicily"].flag = "gb"
    open_ = play(state, Gather("moore"), Go("sicily"))
    assert sp_in(open_.state, "sicily", "gb") == 2
    squadrons_at(state, "fr", "tyrrhenian_sea").ready = 1
    assert refused(play(state, Gather("moore")).state, Go("sicily")) == ("STRAIT_CLOSED", "9.53.a")


def test_case_136_cp_of_forced_march_make_no_march_forced() -> None:
    state = emptied("fr", cp=2)
    impulse = state.stack[0]
    assert isinstance(impulse, Impulse)
    impulse.pools.append(Pool("forced_march_1", 4, "land", trait="march_free"))
    stand(state, "paris", "fr", 3, "murat")
    way = [Go(it) for it in ("champagne", "strasbourg", "mainz", "strasbourg")]
    four = play(state, Gather("murat"), *way)
    fifth = play(four.state, Go("wurtemberg"), dice=[1] * 20)
    assert [it.clause for it in told(fifth, "attrition_rolled")[0].rolled] == ["9.42.a"]
    impulse.pools[0].cp, impulse.pools[1].cp = 1, 0
    one = play(state, Gather("murat"), Go("champagne"))
    later = one.state.stack[0]
    assert isinstance(later, Impulse)
    later.pools[1].cp, later.pools[0].cp = 4, 1
    far = play(one.state, *(Go(it) for it in ("strasbourg", "mainz", "strasbourg", "wurtemberg")))
    assert not told(far, "attrition_rolled")
    sixth = play(far.state, Go("munich"), dice=[1] * 20)
    assert [it.clause for it in told(sixth, "attrition_rolled")[0].rolled] == ["9.42.a"]
