"""Fleets, searches, naval battles, batteries, ports that are taken: cases 94 to 100, 154 to 156."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars import fleets
from napoleon.rulesets.napoleonic_wars.events.sea_battles import side_of
from napoleon.rulesets.napoleonic_wars.frames.at_sea import SeaBattle, Ships
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    AcceptBattle,
    Anchor,
    Elude,
    MakeForPort,
    Patrol,
    SailTo,
    SailWith,
    Sally,
    Seek,
    SetSail,
    SinkSquadron,
)
from napoleon.rulesets.napoleonic_wars.orders.between_turns import Refit
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse
from napoleon.rulesets.napoleonic_wars.orders.marches import RaiseFlag
from napoleon.rulesets.napoleonic_wars.pieces import squadrons_at
from napoleon.rulesets.napoleonic_wars.sea_battles import dice_lines
from napoleon.rulesets.napoleonic_wars.state import Rule, State
from tests.napoleonic_wars.playing import (
    emptied,
    going_on,
    legal_orders,
    pack,
    play,
    refused,
    stand,
    table_of,
    told,
)


def ships(
    state: State, at: str, nation: str, ready: int, refit: int = 0, building: int = 0
) -> None:
    fleet = squadrons_at(state, nation, at)
    fleet.ready, fleet.refit, fleet.building = ready, refit, building


def where(state: State, nation: str) -> dict[str, tuple[int, int, int]]:
    found: dict[str, tuple[int, int, int]] = {}
    for it in state.squadrons:
        if it.nation == nation:
            old = found.get(it.at, (0, 0, 0))
            found[it.at] = (old[0] + it.ready, old[1] + it.refit, old[2] + it.building)
    return found


def cp_left(state: State) -> int:
    impulse = next(it for it in state.stack if isinstance(it, Impulse))
    return sum(pool.cp for pool in impulse.pools)


def test_case_94_two_cp_are_four_maneuvers() -> None:
    state = emptied("gb", cp=2)
    ships(state, "cornwall", "gb", 2)
    sailed = play(
        state,
        SetSail("cornwall", 2),
        SailTo("english_channel"),
        SailTo("bay_of_biscay"),
        SailTo("atlantic"),
    )
    assert cp_left(sailed.state) == 0
    state = sailed.state
    state.spaces["lisbon"].flag = "gb"
    assert where(play(state, SailTo("lisbon")).state, "gb") == {"lisbon": (2, 0, 0)}
    assert refused(play(state, SailTo("lisbon")).state, SailTo("atlantic"))[0] == "TOO_FEW_CP"


def test_what_is_left_of_a_cp_is_used_first_and_lapses_with_the_impulse() -> None:
    state = emptied("gb", cp=2)
    ships(state, "cornwall", "gb", 1)
    played = play(state, SetSail("cornwall", 1), SailTo("irish_sea"))
    impulse = played.state.stack[0]
    assert isinstance(impulse, Impulse)
    assert (cp_left(played.state), impulse.maneuvers) == (1, 1)
    played = play(played.state, SailTo("atlantic"), Anchor(), EndImpulse())
    assert told(played, "impulse_ended")[0].lapsed == 1


def channel(cp: int = 4) -> State:
    """A French fleet in Brittany, two British squadrons in the Channel."""
    state = emptied("fr", cp=cp)
    ships(state, "brittany", "fr", 2)
    ships(state, "english_channel", "gb", 2)
    return state


def test_case_9_a_port_of_two_zones_is_blockaded_towards_the_one_that_enemies_control() -> None:
    """[3.duchy, R-46]"""
    assert len(pack().spaces["kent"].ports) == 1
    assert {*pack().spaces["cornwall"].ports} == {"english_channel", "irish_sea"}
    state = emptied("gb", cp=2)
    ships(state, "cornwall", "gb", 2)
    ships(state, "english_channel", "fr", 1)
    assert fleets.is_blockaded(state, pack(), "kent", "gb")
    assert not fleets.is_blockaded(state, pack(), "cornwall", "gb")
    begun = play(state, SetSail("cornwall", 2))
    ways = {it.to for it in legal_orders(begun.state) if isinstance(it, SailTo)}
    assert ways == {"english_channel", "irish_sea"}
    assert play(begun.state, SailTo("english_channel")).asked == [("imperial", "seek")]
    assert play(begun.state, SailTo("irish_sea")).asked == [("coalition", "voyage")]


def test_case_95_a_fleet_that_leaves_a_blockaded_port_is_found_and_fails_to_evade() -> None:
    leaving = play(channel(), SetSail("brittany", 2), SailTo("english_channel"))
    assert leaving.asked == [("coalition", "seek")]
    found = play(leaving.state, Seek(), dice=[3, 3])
    [search] = told(found, "search_rolled")
    assert search.total == 6 + 2 + 1
    assert [line.clause for line in search.breakdown] == ["13.3.c", "13.33.a", "13.33.b"]
    assert found.asked == [("imperial", "elude")]
    failed = play(found.state, Elude(), dice=[3, 4] + [1] * 12)
    [evasion] = told(failed, "evasion_at_sea")
    assert (evasion.total, evasion.succeeds) == (8, False)
    [battle] = told(failed, "sea_battle_began")
    assert (battle.attacker_bonus, battle.defender_bonus) == (0, 1)
    rolls = {it.side: it.number for it in told(failed, "sea_dice_rolled")[:2]}
    assert rolls == {"attacker": 4, "defender": 7}


def sea_battle(french: int, british: int) -> State:
    """A French fleet at sea is about to fight a British one in the Channel."""
    state = emptied("fr", cp=4)
    ships(state, "bay_of_biscay", "fr", french)
    ships(state, "english_channel", "gb", british)
    state = play(state, SetSail("bay_of_biscay", french), SailTo("english_channel")).state
    return play(state, Seek(), dice=[6, 6]).state


def test_case_96_sixes_sink_and_fives_cost_dice_later() -> None:
    fought = play(sea_battle(3, 2), AcceptBattle(), dice=[5, 1, 1, 1, 1, 1, 6, 6, 1, 1, 1, 1])
    one, two = told(fought, "sea_dice_rolled")
    assert (one.number, two.number) == (6, 6)
    assert len(told(fought, "squadron_sunk")) == 2
    [decided] = told(fought, "sea_battle_decided")
    assert (decided.loser, decided.attacker_suffered, decided.defender_suffered) == (
        "attacker", 2, 1,
    )  # fmt: skip
    assert fought.asked == [("imperial", "refuge")]
    ports = {it.port for it in legal_orders(fought.state) if isinstance(it, MakeForPort)}
    assert ports == {
        it
        for it in pack().ports_of["english_channel"]
        if fleets.is_friendly_port(fought.state, pack(), it, "fr")
    }
    fled = play(fought.state, MakeForPort(min(ports)))
    [port] = where(fled.state, "fr")
    assert port in ports
    assert refused(fled.state, SetSail(port, 1))[0] == "NO_FLEET", "it stays there [13.41]"
    assert refused(fought.state, MakeForPort("toulon")) == ("NOT_THE_NEAREST", "13.41.a")


def test_case_96_a_tie_is_fought_once_more_with_fewer_dice() -> None:
    tied = play(
        sea_battle(3, 2), AcceptBattle(), dice=[5, 1, 1, 1, 1, 1] + [5, 1, 1, 1, 1, 1] + [1] * 10
    )
    rolls = [it.number for it in told(tied, "sea_dice_rolled")]
    assert rolls == [6, 6, 5, 5]
    assert told(tied, "sea_battle_decided")[0].loser == "attacker", "the active side goes"


def test_case_97_batteries_and_the_ships_in_port_fire_in_one_round() -> None:
    state = emptied("gb", cp=4)
    state.wars.append("dk-gb")
    ships(state, "kattegat", "gb", 3)
    ships(state, "copenhagen", "dk", 2, building=1)
    entering = play(state, SetSail("kattegat", 3))
    stormed = play(
        entering.state, SailTo("copenhagen"), dice=[5, 1, 1, 1] + [6, 6, 1, 1, 1, 1, 1, 1] + [1] * 8
    )
    [guns] = told(stormed, "batteries_fired")
    assert (guns.number, guns.fives) == (4, 1)
    gb, dk = told(stormed, "sea_dice_rolled")
    assert (gb.number, dk.number) == (9 - 1, 2 * 2 + 4)
    assert told(stormed, "port_stormed")[0].lost == {"dk": 1}, "also what is built"
    assert where(stormed.state, "dk") == {}
    assert where(stormed.state, "gb") == {"kattegat": (3, 0, 0)}
    assert stormed.asked == [("coalition", "voyage")], "it may go on"


def test_an_enemy_port_without_ships_and_a_neutral_one_are_not_entered() -> None:
    state = emptied("gb", cp=4)
    ships(state, "english_channel", "gb", 1)
    begun = play(state, SetSail("english_channel", 1)).state
    assert refused(begun, SailTo("brittany")) == ("NOTHING_TO_FIGHT", "R-162")
    assert refused(begun, SailTo("toulon")) == ("NOT_ADJACENT", "13.1.a")
    state = emptied("gb", cp=4)
    ships(state, "kattegat", "gb", 1)
    begun = play(state, SetSail("kattegat", 1)).state
    assert refused(begun, SailTo("copenhagen")) == ("NEUTRAL_PORT", "13.1.a")


def gibraltar() -> State:
    state = emptied("fr", cp=4)
    state.spaces["gibraltar"].flag = "gb" if pack().spaces["gibraltar"].colour != "gb" else ""
    ships(state, "gulf_of_cadiz", "fr", 3)
    ships(state, "gibraltar", "gb", 1)
    return play(state, SetSail("gulf_of_cadiz", 3)).state


def test_case_98_a_strait_is_passed_under_fire_and_met_out_of_its_port() -> None:
    passing = play(gibraltar(), SailTo("western_mediterranean"), dice=[6, 5, 1, 1])
    [guns] = told(passing, "batteries_fired")
    assert (guns.place, guns.number) == ("gibraltar", 4)
    assert len(told(passing, "squadron_sunk")) == 1
    assert passing.asked == [("coalition", "sally")]
    met = play(passing.state, Sally(), AcceptBattle(), dice=[1] * 4 + [6, 6, 1])
    assert "search_rolled" not in met.types, "without a roll"
    assert [it.number for it in told(met, "sea_dice_rolled")] == [4, 3]


def test_a_fleet_that_has_fled_into_the_port_of_a_strait_stays_there() -> None:
    """[13.41, R-188]"""
    state = gibraltar()
    for fleet in state.squadrons:
        fleet.stays = fleet.at == "gibraltar"
    passing = play(state, SailTo("western_mediterranean"), dice=[1] * 4)
    assert "fleet_sallied" not in passing.types
    assert where(passing.state, "fr") == {"western_mediterranean": (3, 0, 0)}


def test_an_armistice_holds_at_sea() -> None:
    """Nobody is sought, on a patrol neither, nor met out of the port of a strait [R-106]."""
    truce = Rule("truce", "armistice", "gb", "fr", "own_next_play")
    state = channel()
    state.rules = [truce]
    left = play(state, SetSail("brittany", 2), SailTo("english_channel"))
    assert left.asked == [("imperial", "voyage")]
    assert refused(left.state, Patrol()) == ("NOBODY_TO_FIND", "13.3.b")
    state = gibraltar()
    state.rules = [truce]
    passed = play(state, SailTo("western_mediterranean"), dice=[1] * 4)
    assert passed.asked == [("imperial", "voyage")]


def venice() -> State:
    """Venice flies the French flag; Austria marches in, a British fleet blockades it."""
    state = emptied("au", cp=8)
    state.spaces["venice"].flag = "fr"
    ships(state, "venice", "fr", 1, refit=1, building=1)
    ships(state, "adriatic_sea", "gb", 2)
    return state


def test_case_99_who_loses_a_port_is_driven_to_sea_and_sought() -> None:
    state = venice()
    state.spaces["venice"].flag = ""
    driven = going_on(state)
    [out] = told(driven, "fleet_driven_out")
    assert (out.zone, out.fleet.ready, out.fleet.refit, out.lost) == ("adriatic_sea", 1, 1, 1)
    assert driven.asked == [("coalition", "seek")]
    found = play(driven.state, Seek(), dice=[3, 3])
    assert [line.clause for line in told(found, "search_rolled")[0].breakdown] == [
        "13.3.c", "13.33.a", "13.33.b",
    ]  # fmt: skip
    lost = play(found.state, AcceptBattle(), dice=[1, 1, 1, 6, *[1] * 5])
    rolls = {it.side: it.number for it in told(lost, "sea_dice_rolled")}
    assert rolls == {"attacker": 2 * 2 - 1, "defender": 6}
    assert where(lost.state, "fr") == {}, "if it is beaten all of it is lost"
    assert lost.asked == [("coalition", "act")]


def test_a_fleet_driven_out_of_a_port_of_two_zones_goes_where_it_is_free() -> None:
    """And evades into the open sea, as its port is lost."""
    state = emptied("fr", cp=4)
    first, second = pack().spaces["cornwall"].ports
    ships(state, first, "fr", 1)
    ships(state, "cornwall", "gb", 1)
    state.spaces["cornwall"].flag = "fr"
    driven = going_on(state)
    assert told(driven, "fleet_driven_out")[0].zone == second
    ships(state, second, "fr", 1)
    sought = play(going_on(state).state, Seek(), dice=[6, 6])
    assert sought.asked == [("coalition", "elude")]
    evaded = play(sought.state, Elude(), dice=[6, 6])
    assert where(evaded.state, "gb") == {first: (1, 0, 0)}


def test_case_100_each_fleet_pays_and_fights_as_the_top_squadron_where_that_is_lower() -> None:
    state = emptied("fr", cp=4)
    ships(state, "toulon", "fr", 2)
    ships(state, "toulon", "sp", 1)
    stacked = play(state, SetSail("toulon", 2), SailWith("sp", 1), SailTo("gulf_of_lion"))
    impulse = stacked.state.stack[0]
    assert isinstance(impulse, Impulse)
    assert (cp_left(stacked.state), impulse.maneuvers) == (3, 0), "two maneuvers"
    assert fleets.value_of(pack(), "sp", "fr") == 1
    assert fleets.value_of(pack(), "fr", "sp") == 1, "the top squadron is Spanish"
    lines = fleets.search_lines(pack(), fleets.under_way(stacked.state))
    assert [(line.amount, line.clause) for line in lines] == [(1, "13.33.a")]
    stopped = play(stacked.state, Anchor())
    assert {(it.nation, fleets.lead_of(it)) for it in stopped.state.squadrons} == {
        ("fr", "fr"), ("sp", "fr"),
    }  # fmt: skip


def losing() -> State:
    """A French and Spanish stack in which a French squadron was lost last."""
    state = allied_stack()
    fought = play(state, Seek(), AcceptBattle(), dice=[6, 6, *[1] * 6, 6, 6, 1, 1, 1, 1])
    one = play(fought.state, SinkSquadron("fr"))
    assert told(one, "squadron_sunk")[1].nation == "sp"
    sinking = next(it for it in reversed(fought.state.stack) if isinstance(it, SeaBattle))
    sinking.attacker.taken = {"fr": 1}
    return fought.state


def allied_stack() -> State:
    """Two French and two Spanish squadrons meet two British ones."""
    state = emptied("fr", cp=4)
    ships(state, "bay_of_biscay", "fr", 2)
    ships(state, "bay_of_biscay", "sp", 2)
    ships(state, "english_channel", "gb", 2)
    orders = SetSail("bay_of_biscay", 2), SailWith("sp", 2), SailTo("english_channel")
    return play(state, *orders).state


def test_a_squadron_is_refitted_by_a_maneuver_in_an_impulse() -> None:
    """Case 44: then it sails in the same impulse [5.6.b, 3.refit]."""
    state = emptied("fr", cp=1)
    ships(state, "toulon", "fr", 0, refit=1)
    assert refused(state, SetSail("toulon", 1)) == ("NO_FLEET", "13.1.a")
    refitted = play(state, Refit("toulon"), SetSail("toulon", 1), SailTo("gulf_of_lion"))
    assert where(refitted.state, "fr") == {"gulf_of_lion": (1, 0, 0)}
    assert cp_left(refitted.state) == 0


def test_case_156_a_flag_drives_a_squadron_out_of_kent() -> None:
    state = emptied("fr", cp=4)
    stand(state, "kent", "fr", 2)
    ships(state, "kent", "gb", 1)
    ships(state, "english_channel", "fr", 2)
    ships(state, "north_sea", "fr", 2)
    flagged = play(state, RaiseFlag("kent"))
    [out] = told(flagged, "fleet_driven_out")
    assert flagged.asked == [("imperial", "seek")]
    found = play(flagged.state, Seek(), dice=[4, 3])
    [search] = told(found, "search_rolled")
    assert [line.amount for line in search.breakdown] == [7, 1, 1]
    assert out.fleet.ready == 1
    fight = play(found.state, AcceptBattle(), dice=[1] * 3 + [6] + [1] * 3)
    assert told(fight, "sea_dice_rolled")[0].number == 3
    assert where(fight.state, "gb") == {}


def test_dice_of_a_round_are_told_line_by_line() -> None:
    state = sea_battle(3, 2)
    battle = SeaBattle(
        "english_channel",
        attacker=_side("english_channel", sails=True, nation="fr"),
        defender=_side("english_channel", sails=False, nation="gb"),
    )
    side_of(battle, "attacker").fives = 2
    lines = dice_lines(table_of(state), battle, "attacker")
    assert [line.amount for line in lines] == [6, -2]
    side_of(battle, "attacker").fives = 9
    assert sum(line.amount for line in dice_lines(table_of(state), battle, "attacker")) == 0


def _side(at: str, *, sails: bool, nation: str) -> Ships:
    return Ships(at, sails, [nation])


# -- what a second reading has shown ---------------------------------------------------------------


def test_a_port_in_which_enemies_stand_is_not_entered_and_its_ships_stay() -> None:
    """It is friendly to nobody, and lost to nobody as long as no flag lies there [3.friendly]."""
    state = emptied("gb", cp=8)
    stand(state, "kent", "fr", 2)
    ships(state, "kent", "gb", 1)
    ships(state, "english_channel", "gb", 1)
    assert "fleet_driven_out" not in going_on(state).types
    begun = play(state, SetSail("english_channel", 1)).state
    assert refused(begun, SailTo("kent")) == ("ENEMY_THERE", "3.friendly")
    assert "kent" not in fleets.refuges(begun, pack(), "english_channel", "gb")


def test_cp_of_a_proxy_move_its_own_squadrons_only() -> None:
    state = emptied("sp", cp=4)
    ships(state, "toulon", "sp", 1)
    ships(state, "toulon", "fr", 1)
    begun = play(state, SetSail("toulon", 1)).state
    assert refused(begun, SailWith("fr", 1)) == ("ONLY_ITS_OWN", "R-16")


def test_each_beaten_fleet_of_a_stack_goes_to_a_port_of_its_own_choice() -> None:
    fought = play(allied_stack(), Seek(), AcceptBattle(), dice=[6, 6, *[1] * 6, 5, *[1] * 5])
    one = play(fought.state, MakeForPort("calais"))
    assert one.asked == [("imperial", "refuge")]
    both = play(one.state, MakeForPort("normandy"))
    fled = sorted((it.nation, it.at) for it in both.state.squadrons if it.nation != "gb")
    assert [place for _, place in fled] in (["calais", "normandy"], ["normandy", "calais"])


def test_a_fleet_whose_port_is_friendly_no_more_goes_to_the_nearest_one() -> None:
    """A French army stands in Kent when the fleet leaves it [R-173]."""
    state = emptied("gb", cp=4)
    stand(state, "kent", "fr", 2)
    ships(state, "kent", "gb", 1)
    ships(state, "english_channel", "fr", 1)
    leaving = play(state, SetSail("kent", 1), SailTo("english_channel"))
    lost = play(leaving.state, Seek(), AcceptBattle(), dice=[6, 6, 1, 1, 1, 5, 1])
    assert lost.asked == [("coalition", "refuge")]
    assert refused(lost.state, MakeForPort("kent"))[0] == "NOT_THE_NEAREST"


def test_stacks_in_one_battle_have_each_the_dice_of_their_own_top_squadron() -> None:
    """Russia's stack is found first, and takes no die from the British one [R-172]."""
    state = emptied("fr", cp=4)
    ships(state, "english_channel", "fr", 3)
    ships(state, "english_channel", "gb", 2)
    ships(state, "english_channel", "ru", 1)
    begun = play(state, SetSail("english_channel", 3), Patrol(), dice=[6, 6, 6, 6])
    fought = play(begun.state, AcceptBattle(), AcceptBattle(), dice=[6, 6, *[1] * 30])
    assert len(told(fought, "sea_battle_began")[0].defenders) == 2
    rolls = {it.side: it.number for it in told(fought, "sea_dice_rolled")[:2]}
    assert rolls == {"attacker": 6, "defender": 2 * 3 + 1}


def test_squadrons_that_are_built_do_not_fight_for_their_port() -> None:
    """The batteries fire once; then they are lost [7.3.a, R-175]."""
    state = emptied("gb", cp=4)
    ships(state, "english_channel", "gb", 1)
    ships(state, "normandy", "fr", 0, building=1)
    begun = play(state, SetSail("english_channel", 1))
    stormed = play(begun.state, SailTo("normandy"), dice=[1, 5])
    assert stormed.types.count("batteries_fired") == 1
    assert "sea_dice_rolled" not in stormed.types
    assert told(stormed, "port_stormed")[0].lost == {"fr": 1}
    assert where(stormed.state, "gb") == {"english_channel": (1, 0, 0)}


def test_several_stacks_seek_one_after_the_other() -> None:
    """And who is found fights at once, before the next one is asked [R-174]."""
    state = channel()
    ships(state, "english_channel", "ru", 1)
    leaving = play(state, SetSail("brittany", 2), SailTo("english_channel"))
    fought = play(leaving.state, Seek(), AcceptBattle(), dice=[6, 6, 6, *[1] * 20])
    assert told(fought, "sea_battle_began")[0].defenders == ("gb",)
    fled = play(fought.state, MakeForPort("kent"))
    assert fled.asked == [("coalition", "seek")], "now Russia's stack"


def test_a_fleet_whose_leader_sails_away_lies_by_itself() -> None:
    state = emptied("gb", cp=4)
    ships(state, "atlantic", "gb", 1)
    ships(state, "atlantic", "ru", 1)
    next(it for it in state.squadrons if it.nation == "ru").lead = "gb"
    begun = play(state, SetSail("atlantic", 1)).state
    assert {fleets.lead_of(it) for it in begun.squadrons} == {"gb", "ru"}
    assert all(not it.lead for it in begun.squadrons)
