"""Between two turns: reinforcement, deployment, new hands [14]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.events.interphase import REINFORCEMENT
from napoleon.rulesets.napoleonic_wars.frames.forces import Deployment
from napoleon.rulesets.napoleonic_wars.frames.impulses import Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.hands import cards_due
from napoleon.rulesets.napoleonic_wars.orders.beginning import KeepHand, ThrowIn
from napoleon.rulesets.napoleonic_wars.orders.between_turns import (
    Deploy,
    DeployTo,
    DiscardExcess,
    EndDeployment,
    EndReinforcement,
    PickUp,
    PickUpLeader,
    Refit,
    RegroupLeader,
    RegroupSquadron,
)
from napoleon.rulesets.napoleonic_wars.orders.impulses import Build, BuildLeader, LayDown, Regroup
from napoleon.rulesets.napoleonic_wars.pieces import put, sp_of, squadrons_at
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, HomeCard, PeaceChange, State
from tests.napoleonic_wars.closing import closing, quietly
from tests.napoleonic_wars.playing import (
    copied,
    decisions,
    going_on,
    legal_orders,
    pack,
    play,
    refused,
    stand,
    table_of,
    told,
)


def reinforcing(nation: str = "fr", cp: int = 0) -> State:
    """A nation spends its reinforcements."""
    state = closing()
    state.phase = INTERPHASE
    cp = cp or pack().nations[nation].reinforcement_cp
    state.stack = [Reinforcement(nation, [Pool(REINFORCEMENT, cp, "production")])]
    return state


def left(state: State) -> int:
    return state.stack[0].pools[0].cp  # type: ignore[union-attr]


def test_case_105_france_spends_18_cp_on_production_regrouping_and_refits() -> None:
    state = reinforcing()
    state.nations["fr"].regroup_sp = 3
    squadrons_at(state, "fr", "toulon").refit = 2
    built = play(state, Build("paris", 4), Regroup("paris", 3), BuildLeader("ney", "paris")).state
    assert left(built) == 18 - 8 - 3 - 4
    assert sp_in(built, "paris", "fr") == 2 + 4 + 3
    assert refused(state, Build("munich", 1)) == ("NOT_THE_CAPITAL", "14.2.e")
    assert refused(state, Build("paris", 10)) == ("TOO_FEW_CP", "7.1.a")
    once = play(built, Refit("toulon")).state
    assert left(once) == left(built) - 1
    twice = play(once, Refit("toulon")).state
    assert left(twice) == left(once), "a CP is two maneuvers"
    assert squadrons_at(twice, "fr", "toulon").ready == 3
    assert refused(twice, Refit("toulon")) == ("NO_REFIT", "7.7.c")
    ended = play(twice, EndReinforcement())
    assert told(ended, "reinforcement_ended")[0].lapsed == left(twice)


def test_a_squadron_may_be_laid_down_in_any_home_port() -> None:
    """[14.2.e]"""
    docked = play(reinforcing(), LayDown("brittany")).state
    assert squadrons_at(docked, "fr", "brittany").building == 1


def test_nothing_is_intercepted_between_two_turns() -> None:
    """[14.a]"""
    state = reinforcing("au")
    state.spaces["vienna"].lots = []
    stand(state, "moravia", "fr", 4, "davout")
    state.leaders["charles"].where = "budapest"
    built = play(state, Build("vienna", 2))
    assert "force_appeared" not in built.types


def test_case_106_if_the_capital_is_occupied_they_come_to_the_nearest_home_space() -> None:
    state = reinforcing("au")
    for leader in state.leaders.values():
        if leader.where == "vienna":
            leader.where = "budapest"
    state.spaces["vienna"].lots = []
    put(state, "vienna", "fr", 2)
    spaces = {it.space for it in legal_orders(state) if isinstance(it, Build)}
    near = {link.other("vienna") for link in pack().links["vienna"]}
    assert spaces == {it for it in near if pack().spaces[it].home == "au"}
    for space in spaces:
        state.spaces[space].flag = "fr"
    farther = {it.space for it in legal_orders(state) if isinstance(it, Build)}
    assert farther
    assert not farther & spaces


def test_case_106_russia_uses_the_capital_that_it_holds() -> None:
    state = reinforcing("ru")
    assert {it.space for it in legal_orders(state) if isinstance(it, Build)} == {
        "moscow",
        "st_petersburg",
    }
    state.spaces["moscow"].flag = "fr"
    assert {it.space for it in legal_orders(state) if isinstance(it, Build)} == {"st_petersburg"}
    state.spaces["st_petersburg"].flag = "fr"
    lost = {it.space for it in legal_orders(state) if isinstance(it, Build)}
    assert lost
    assert not lost & {"moscow", "st_petersburg"}


def test_leaders_and_squadrons_come_back_from_the_regroup_box() -> None:
    """[7.7.b]"""
    state = reinforcing("gb")
    state.leaders["moore"].standing, state.leaders["moore"].where = "regroup", ""
    state.nations["gb"].regroup_squadrons = 1
    back = play(state, RegroupLeader("moore", "london"), RegroupSquadron("cornwall")).state
    assert left(back) == 6 - 2
    assert back.leaders["moore"].where == "london"
    assert squadrons_at(back, "gb", "cornwall").refit == 1
    assert refused(state, RegroupLeader("wellington", "london")) == ("NOT_REGROUPED", "7.7.b")
    assert refused(back, RegroupSquadron("cornwall")) == ("NOT_REGROUPED", "7.7.b")


def test_case_52_a_regrouped_squadron_comes_to_a_port_that_is_not_blockaded() -> None:
    state = reinforcing("gb")
    state.nations["gb"].regroup_squadrons = 1
    state.squadrons = []
    squadrons_at(state, "fr", "english_channel").ready = 1
    assert refused(state, RegroupSquadron("kent")) == ("BLOCKADED", "7.7.b")
    assert squadrons_at(
        play(state, RegroupSquadron("cornwall")).state, "gb", "cornwall"
    ).refit == 1, "of two zones one is free"  # fmt: skip


def test_a_regrouped_squadron_comes_to_a_home_port() -> None:
    """[7.7.b, R-187]"""
    state = reinforcing("gb")
    state.nations["gb"].regroup_squadrons = 1
    state.spaces["lisbon"].flag = "gb"
    assert refused(state, RegroupSquadron("lisbon")) == ("NO_HOME_PORT", "R-187")


# -- deployment [14.21] ----------------------------------------------------------------------------


def test_case_107_davout_goes_to_munich_and_takes_units_along() -> None:
    state = reinforcing()
    for leader in state.leaders.values():
        if leader.nation == "au":
            leader.standing, leader.where = "pool", ""
    state = play(state, Deploy("davout"), PickUp("fr", 2), DeployTo("mainz")).state
    assert refused(state, PickUp("fr", 9)) == ("WRONG_NUMBER", "14.21.a")
    assert refused(play(state, PickUp("fr", 4)).state, PickUpLeader("lannes")) == (
        "TOO_MANY",
        "14.21.a",
    )
    state = play(state, PickUpLeader("lannes"), PickUp("fr", 3), DeployTo("munich")).state
    assert (sp_in(state, "munich", "fr"), sp_in(state, "brussels", "fr")) == (2 + 5, 3)
    assert state.leaders["davout"].where == state.leaders["lannes"].where == "munich"
    state = play(state, EndDeployment()).state
    assert left(state) == 18, "it is free"


def test_case_107_not_where_an_enemy_army_could_intercept() -> None:
    state = reinforcing()
    state.spaces["munich"].lots = []
    stand(state, "linz", "au", 3, "charles")
    moving = play(state, Deploy("davout")).state
    assert refused(moving, DeployTo("munich")) == ("NO_WAY", "14.21.b")
    put(moving, "munich", "fr", 1)
    assert play(moving, DeployTo("munich")).types[-1] == "force_deployed", "friends stand there"
    assert refused(moving, DeployTo("linz")) == ("NO_WAY", "14.21.b")
    assert refused(moving, DeployTo("berlin")) == ("NO_WAY", "14.21.b")


def test_nobody_deploys_into_a_besieged_fortress() -> None:
    state = reinforcing()
    state.spaces["mantua"].lots = []
    for leader in state.leaders.values():
        if leader.where == "mantua":
            leader.standing, leader.where = "pool", ""
    put(state, "mantua", "au", 3)
    moving = play(state, Deploy("massena")).state
    assert refused(moving, DeployTo("mantua")) == ("NO_WAY", "14.21.b")


def test_a_leader_that_can_go_nowhere_is_not_deployed() -> None:
    state = reinforcing()
    state.leaders["massena"].where = "corsica"
    assert refused(state, Deploy("massena")) == ("NO_WAY", "14.21.b")
    state.leaders["massena"].where = "prague"
    assert refused(state, Deploy("massena")) == ("NOT_FRIENDLY", "14.21.a")
    assert refused(state, Deploy("ney")) == ("NOT_ON_THE_MAP", "14.21.a")


def test_a_power_deploys_one_more_army_at_a_cp_for_each_unit() -> None:
    """[14.21.c]"""
    state = play(reinforcing(), Deploy("davout"), EndDeployment(), Deploy("murat")).state
    assert left(state) == 18 - 1
    frame = state.stack[-1]
    assert isinstance(frame, Deployment)
    here = frame.at
    taken = play(state, PickUp("fr", 3)).state
    assert left(taken) == 18 - 1 - 3
    done = play(taken, EndDeployment()).state
    assert refused(done, Deploy("lannes")) == ("NO_MORE_DEPLOYMENTS", "14.21.c")
    assert sp_in(done, here, "fr") == sp_in(state, here, "fr")
    spain = play(reinforcing("sp"), Deploy("castanos"), EndDeployment()).state
    assert refused(spain, Deploy("castanos")) == ("NO_MORE_DEPLOYMENTS", "14.21.c")


def test_a_conquered_nation_is_open_to_deployment_but_for_its_capital() -> None:
    """[15.21.c]"""
    state = reinforcing()
    for leader in state.leaders.values():
        if leader.nation != "fr":
            leader.standing, leader.where = "pool", ""
    au = state.nations["au"]
    au.conquered, au.camp = "fr", ""
    state.wars = [it for it in state.wars if "au" not in it.split("-")]
    state = play(state, Deploy("davout")).state
    assert refused(state, DeployTo("vienna")) == ("NO_WAY", "14.21.b")
    assert play(state, DeployTo("budapest")).state.leaders["davout"].where == "budapest"


# -- new hands [14.3] ------------------------------------------------------------------------------


def test_case_108_fifteen_keys_less_a_card_for_peace_are_six_cards() -> None:
    state = closing()
    for space in ("trieste", "lemberg"):
        state.spaces[space].flag = "fr"
    state.peace_bids = [PeaceChange("fr", 1)]
    due = cards_due(table_of(state), "fr")
    assert [(it.amount, it.clause) for it in due] == [(7, "14.31.a"), (-1, "5.8.a")]
    assert sum(it.amount for it in cards_due(table_of(state), "sw")) == 1


def drawing(hands: dict[str, list[str]], next_up: str = "fr") -> State:
    """Everybody is reinforced; nations still hold these cards."""
    state = closing(next_up=next_up)
    state.phase = INTERPHASE
    state.ending.reinforced = [*pack().track]
    for nation, cards in hands.items():
        state.nations[nation].hand = [*cards]
        for card in cards:
            state.bag.remove(card)
    return state


def test_case_109_with_six_cards_one_goes_by_lot_for_a_resource_and_one_by_choice() -> None:
    held = ["spies", "typhus_1"]
    state = quietly(drawing({"au": held}), until=["excess"]).state
    [decision] = decisions(state)
    assert (decision.seat, decision.subject) == ("coalition", "au")
    assert state.nations["au"].resources == 1
    assert len(state.nations["au"].hand) == 5
    card = state.nations["au"].hand[0]
    after = play(state, DiscardExcess("au", card)).state
    assert len(after.nations["au"].hand) == 4
    assert card in after.discards
    assert refused(state, DiscardExcess("au", "militia_9"))[0] == "CARD_NOT_IN_HAND"


def test_case_109_with_five_cards_only_the_random_one_goes() -> None:
    """[R-41]"""
    played = quietly(drawing({"au": ["spies"]}))
    assert [it.nation for it in told(played, "excess_by_lot")] == ["au"]
    assert not told(played, "excess_discarded")
    assert len(played.state.nations["au"].hand) == 4
    assert played.state.nations["au"].resources == 1


def test_a_neutral_proxy_loses_its_excess_by_lot_without_a_resource() -> None:
    """[R-62]"""
    played = quietly(drawing({"pr": ["spies", "typhus_1", "honved"]}))
    assert [(it.nation, it.resources) for it in told(played, "excess_by_lot")] == [("pr", 0)] * 2
    assert len(played.state.nations["pr"].hand) == 4
    assert played.state.nations["pr"].resources == 0


def test_case_110_only_the_new_cards_can_be_thrown_back() -> None:
    """[R-60]"""
    state = going_on(drawing({"au": ["spies"]}, next_up="au")).state
    assert [(it.kind, it.subject) for it in decisions(state)] == [("mulligan", "au")]
    new = [*state.nations["au"].hand]
    assert len(new) == 4
    assert "spies" not in new
    thrown = play(state, ThrowIn("au")).state
    assert len(thrown.nations["au"].hand) == 3
    assert {*new} <= {*thrown.discards}
    kept = play(thrown, KeepHand("au")).state
    assert len(kept.nations["au"].hand) == 4
    assert "spies" in kept.nations["au"].hand


def test_home_cards_go_back_face_up_to_their_owners() -> None:
    """[14.34]"""
    state = drawing({})
    gb = state.nations["gb"]
    gb.home = [HomeCard("admiralty", up=False)]
    state.nations["ru"].home.append(HomeCard("parliament", up=False, owner="gb"))
    after = quietly(state).state
    assert {it.card for it in after.nations["gb"].home} == {"admiralty", "parliament"}
    assert "parliament" not in {it.card for it in after.nations["ru"].home}
    assert all(it.up for nation in after.nations.values() for it in nation.home)


def test_nations_that_nobody_commands_do_not_stall() -> None:
    played = quietly(closing())
    ended = [it.nation for it in told(played, "reinforcement_ended")]
    assert sorted(ended) == sorted(pack().track)
    assert played.state.turn == 3


def test_conquered_powers_are_reinforced() -> None:
    """[R-40]"""
    state = reinforcing("au")
    state.nations["au"].conquered, state.nations["au"].camp = "fr", ""
    before = sp_of(state, "au")
    assert sp_of(play(copied(state), Build("vienna", 4)).state, "au") == before + 4


def test_neutral_proxies_are_reinforced_by_the_priorities_of_their_production() -> None:
    """[7.5, R-40]"""
    state = closing()
    state.nations["ot"].regroup_sp = 1
    ot = state.nations["ot"]
    assert ot.marker_cp == 0
    played = quietly(state)
    back = [(it.space, it.sp) for it in told(played, "units_regrouped")]
    assert back == [("constantinople", 1)]
    built = [it.space for it in told(played, "units_built") if it.nation == "ot"]
    assert built == ["constantinople"], "4 CP: one comes back, one is built, one is kept"
    assert played.state.nations["ot"].marker_cp == 1
    berlin = sp_in(played.state, "berlin", "pr") - sp_in(state, "berlin", "pr")
    assert berlin == 4, "8 CP"


def test_a_neutral_proxy_without_its_capital_builds_as_near_as_may_be() -> None:
    state = closing()
    state.spaces["berlin"].flag = "fr"
    state.spaces["berlin"].lots = []
    built = {it.space for it in told(quietly(state), "units_built") if it.nation == "pr"}
    near = {link.other("berlin") for link in pack().links["berlin"]}
    assert len(built) == 1
    assert built <= near
