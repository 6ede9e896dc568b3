"""The oracle held against the numbered cases of the digest.

The roads are those of Table 0.1, unknown kinds and rivers being set here (N-01).
"""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.napoleon_columbia.oracle import combat, ends, marches, moves, rout
from tests.napoleon_columbia.oracle.battle import BattlePosition, Marker, Piece
from tests.napoleon_columbia.oracle.deployment import Deployed, Deployment, refusals, remove_step
from tests.napoleon_columbia.oracle.marches import Marcher, MarchPosition, step
from tests.napoleon_columbia.oracle.rout import RetreatPosition, retreat
from tests.napoleon_columbia.oracle.tables import (
    Road,
    neighbours,
    read_blocks,
    read_roads,
    read_turns,
)

DATA = Path(__file__).parents[3] / "napoleon" / "rulesets" / "napoleon_columbia" / "data"

AROUND_BRUSSELS = ("alost", "ninove", "hal", "waterloo", "wavre", "louvain", "malines")
ROADS = (
    *(Road("brussels", town, "major") for town in AROUND_BRUSSELS),
    Road("waterloo", "quatre_bras", "major"),
    Road("quatre_bras", "nivelles", "major"),
    Road("quatre_bras", "ligny", "major"),
    Road("waterloo", "nivelles", "major"),
    Road("waterloo", "wavre", "minor"),
    Road("charleroi", "laneffe", "major", river=True),
    Road("ligny", "gembloux", "minor"),
    Road("ligny", "namur", "major"),
)


def road(one, other):
    return next(r for r in ROADS if {r.a, r.b} == {one, other})


def walk(position, name, *towns):
    """The position after legal steps; the first refused one ends it with its reasons."""
    for town in towns:
        unit = position.units[name]
        way = road(unit.town, town)
        answer = step(position, name, way)
        assert answer.legal, answer.reasons
        position = replace(
            position,
            units={**position.units, name: replace(unit, path=(*unit.path, town))},
            activated=position.activated | {unit.group},
            road_use={**position.road_use, way.id: position.road_use.get(way.id, 0) + 1},
            moving=name,
        )
    return position


def march_reasons(position, name, town):
    return step(position, name, road(position.units[name].town, town)).reasons


def march(side, night=False, **units):
    return MarchPosition(ROADS, side, units, night)


def infantry(army, town, strength=3):
    return Marcher(army, "inf", town, strength=strength)


def cavalry(army, town):
    return Marcher(army, "cav", town)


OWN, FOES, OWN_RESERVE = ("b", "attacker"), ("b", "defender"), ("reserve", "attacker")


def piece(type_, strength=3, firepower=2, place=FOES, side="attacker", army="", **more):
    army = army or ("french" if side == "attacker" else "anglo")
    return Piece(side, army, type_, strength, firepower, place, **more)


def enemy(type_="inf", strength=4, firepower=2, place=FOES, **more):
    return piece(type_, strength, firepower, place, side="defender", **more)


def battle(terrain=None, crossings=0, acting="attacker", **pieces):
    return BattlePosition(acting, pieces, terrain or {}, crossings)


def left(outcomes):
    """The strengths that may be left, the strongest first, whoever is which."""
    return sorted({tuple(sorted((n for _, n in o.strengths), reverse=True)) for o in outcomes})


def voids(outcomes):
    return {outcome.void for outcome in outcomes}


@pytest.mark.parametrize(
    ("firepower", "dice", "count"),
    [(1, [1, 2, 3], 1), (3, [1, 2, 3], 3), (3, [4, 5, 6], 0), (2, [1, 2, 3], 2)],
)
def test_oracle_case_01_a_die_hits_up_to_the_firepower(firepower, dice, count):
    shooter = piece("inf", strength=3, firepower=firepower)
    answer = combat.fire(battle(u=shooter, e=enemy()), "u", "open", "engaged")
    assert (answer.legal, answer.dice, answer.firepower) == (True, 3, firepower)
    assert combat.hits(answer.firepower, dice) == count


def test_oracle_case_02_a_group_may_go_to_several_towns():
    units = {town: infantry("anglo", "brussels") for town in AROUND_BRUSSELS}
    position = march("allied", **units)
    for town in AROUND_BRUSSELS:
        position = walk(position, town, town)
    assert position.activated == {("anglo", "brussels")}


def test_oracle_case_03_each_allied_army_has_one_march():
    position = march(
        "allied",
        a=infantry("anglo", "brussels"),
        p=infantry("prussian", "brussels"),
        a2=infantry("anglo", "ligny"),
        p2=infantry("prussian", "ligny"),
    )
    prussians = walk(position, "p", "wavre")
    assert march_reasons(prussians, "p2", "namur") == {"wrong_army_march"}
    both = walk(prussians, "a", "hal")
    assert march_reasons(both, "p2", "namur") == {"no_march_left"}
    assert march_reasons(both, "a2", "namur") == {"no_march_left"}


def test_oracle_case_03_the_french_have_two_groups():
    position = march(
        "french",
        f=infantry("french", "ligny"),
        g=infantry("french", "nivelles"),
        h=infantry("french", "laneffe"),
        late=infantry("french", "ligny"),
    )
    position = walk(walk(position, "f", "namur"), "g", "waterloo")
    assert march_reasons(position, "h", "charleroi") == {"no_march_left"}
    assert march_reasons(position, "late", "gembloux") == set()


def test_oracle_case_04_groups_without_a_road_do_not_attack_together():
    position = march(
        "allied",
        a=infantry("anglo", "waterloo"),
        p=infantry("prussian", "ligny"),
        f=infantry("french", "quatre_bras"),
    )
    position = walk(position, "a", "quatre_bras")
    assert march_reasons(position, "p", "quatre_bras") == {"command_control"}


def test_oracle_case_05_joined_groups_attack_together():
    position = march(
        "french",
        f=infantry("french", "quatre_bras"),
        g=infantry("french", "nivelles"),
        a=infantry("anglo", "waterloo"),
    )
    position = walk(walk(position, "f", "waterloo"), "g", "waterloo")
    assert position.units["g"].town == "waterloo"


def test_oracle_case_06_cavalry_goes_two_towns_and_infantry_one():
    position = march("french", c=cavalry("french", "waterloo"), i=infantry("french", "waterloo"))
    for goal in ("nivelles", "ligny"):
        ridden = walk(position, "c", "quatre_bras", goal)
        assert not ridden.units["c"].forced
    walked = walk(position, "i", "quatre_bras")
    assert step(walked, "i", road("quatre_bras", "ligny")).forced
    forced = walk(walked, "i", "ligny")
    assert marches.forced_units(forced) == {"i"}
    assert "too_far" in march_reasons(forced, "i", "namur")


def test_oracle_case_07_four_attack_across_a_river():
    french = {f"f{n}": infantry("french", "laneffe") for n in range(8)}
    empty = march("french", **french)
    for name in french:
        empty = walk(empty, name, "charleroi")
    attack = march("french", p=infantry("prussian", "charleroi"), **french)
    for name in list(french)[:4]:
        attack = walk(attack, name, "charleroi")
    assert march_reasons(attack, "f4", "charleroi") == {"river_limit"}
    assert combat.is_skirmish(4, 1)
    assert not combat.is_skirmish(4, 3)


def test_oracle_case_08_no_position_stays_empty():
    lanes = ["a", "a", "b", "b", "c", "reserve", "reserve"]
    red = Deployment({f"r{n}": Deployed("anglo", "inf", "i", lane) for n, lane in enumerate(lanes)})
    assert refusals(red) == set()
    bare = {**red.units, "r4": Deployed("anglo", "inf", "i", "b")}
    assert refusals(Deployment(bare)) == {"position_empty"}


def test_oracle_case_09_cavalry_charges_once():
    position = battle(
        heavy=piece("cav", 3, 3, OWN_RESERVE),
        light=piece("cav", 3, 2, OWN_RESERVE),
        inf=enemy("inf", 4, 2, OWN),
        cav=enemy("cav", 4, 1, OWN),
    )
    position = moves.after_move(position, "heavy", OWN)
    position = moves.after_move(position, "light", OWN)
    british = replace(position, acting="defender")
    assert combat.fire(british, "inf", "open", "engaged").firepower == 2
    assert combat.fire(british, "cav", "open", "engaged").firepower == 1
    outcomes = combat.hit_outcomes(british, "inf", "open", "engaged", 2)
    assert left(outcomes) == [(2, 2)]
    fresh = {
        name: replace(position.pieces[name], strength=2, moves_used=0, move_kind="")
        for name in ("heavy", "light")
    }
    french = replace(position, pieces={**position.pieces, **fresh})
    charges = [combat.fire(french, name, "open", "engaged") for name in ("heavy", "light")]
    assert [(c.legal, c.dice, c.firepower) for c in charges] == [(True, 2, 4), (True, 2, 3)]
    assert charges[0].parts == ((3, "3.5"), (1, "6.33.cav"))
    spent = {name: replace(unit, charge_ready=False) for name, unit in fresh.items()}
    later = replace(position, pieces={**position.pieces, **spent})
    assert combat.fire(later, "heavy", "open", "engaged").firepower == 3
    assert combat.fire(later, "light", "open", "engaged").firepower == 2


def test_oracle_case_10_horse_artillery_engages_and_fires():
    position = battle(gun=piece("horse_art", 2, 1, OWN), foe=enemy())
    engaged = moves.after_move(position, "gun", FOES)
    answer = combat.fire(engaged, "gun", "open", "short")
    assert (answer.legal, answer.firepower) == (True, 2)
    later = replace(engaged.pieces["gun"], first_fire_ready=False, moves_used=0)
    engaged = replace(engaged, pieces={**engaged.pieces, "gun": later})
    assert combat.fire(engaged, "gun", "open", "short").firepower == 1


def test_oracle_case_10_horse_artillery_fires_and_then_moves_one_position():
    gun = piece("horse_art", 2, 1, OWN, fired=True)
    position = battle(gun=gun, foe=enemy())
    assert moves.legal_moves(position, "gun") == {FOES, OWN_RESERVE}
    assert moves.within_reach(position, "gun") == {FOES, OWN_RESERVE}


def test_oracle_case_11_long_range_waits_for_the_infantry_to_come_back():
    position = battle(
        gun=piece("foot_art", 3, 1, OWN), inf=piece("inf", 3, 2, FOES), foe=enemy(place=FOES)
    )
    assert combat.fire(position, "gun", "open", "long").reasons == {"position_engaged"}
    back = moves.after_move(position, "inf", OWN)
    assert back.pieces["inf"].move_kind == "disengage"
    assert combat.fire(back, "gun", "open", "long").legal


def test_oracle_case_12_nobody_moves_sideways():
    position = battle(
        inf=piece("inf", place=("a", "attacker")), cav=piece("cav", place=("b", "attacker"))
    )
    assert moves.combat_move(position, "inf", ("b", "attacker")).reasons == {"sideways"}
    assert ("c", "attacker") in moves.within_reach(position, "cav")
    assert ("c", "attacker") not in moves.legal_moves(position, "cav")


def test_oracle_case_13_three_retreat_by_a_major_and_a_minor_road():
    roads = (Road("wavre", "brussels", "major"), Road("waterloo", "wavre", "minor"))
    position = RetreatPosition(roads, "wavre", "defender")
    assert rout.how_many_can_go(position, 5) == 3
    full = replace(position, retreat_use={"wavre-brussels": 2, "waterloo-wavre": 1})
    assert retreat(full, "brussels") == retreat(full, "waterloo") == {"road_full"}


def test_oracle_case_15_a_unit_gives_away_one_step():
    assert remove_step(set(), "a", 3) == set()
    assert remove_step({"a"}, "a", 2) == {"second_step"}
    assert remove_step({"a"}, "b", 1)


def forced_infantry(leader_from, leader_path=()):
    position = march(
        "french",
        i=Marcher("french", "inf", "waterloo", ("quatre_bras", "ligny"), 3),
        leader=Marcher("french", "leader", leader_from, leader_path),
    )
    return position, marches.leaders_to_show(position)


def test_oracle_case_16_the_leader_helps_from_the_start_town_only():
    position, shown = forced_infantry("waterloo")
    assert shown == {"leader"}
    assert marches.forced_check(position, "i", 3, shown) == marches.ForcedCheck(4, 3)
    position, shown = forced_infantry("waterloo", ("nivelles", "quatre_bras"))
    assert marches.forced_check(position, "i", 3, shown).strength == 3
    position, shown = forced_infantry("ligny")
    assert shown == set()
    assert marches.forced_check(position, "i", 3, {"leader"}) == marches.ForcedCheck(3, 2)


def test_oracle_case_17_a_forced_unit_may_die_before_the_fight():
    position = march("french", i=Marcher("french", "inf", "waterloo", ("a", "b"), 1))
    assert marches.forced_check(position, "i", 2).strength == 0
    assert combat.is_skirmish(2, 3)


def test_oracle_case_18_no_attack_and_no_forced_march_at_night():
    position = march(
        "french",
        night=True,
        c=cavalry("french", "nivelles"),
        a=infantry("anglo", "ligny"),
    )
    position = walk(position, "c", "waterloo", "quatre_bras")
    assert "night_forced" in march_reasons(position, "c", "nivelles")
    assert {"night_forced", "night_attack"} <= march_reasons(position, "c", "ligny")


def test_oracle_case_19_a_minor_road_is_full_with_six():
    units = {f"a{n}": infantry("anglo", "wavre") for n in range(7)}
    position = march("allied", **units)
    for name in list(units)[:6]:
        position = walk(position, name, "waterloo")
    assert march_reasons(position, "a6", "waterloo") == {"road_full"}


def test_oracle_case_21_horse_artillery_crosses_the_stream_into_a_vacant_position():
    stream = {OWN: Marker("stream")}
    vacant = battle(
        stream,
        horse=piece("horse_art", place=OWN),
        foot=piece("foot_art", place=OWN),
        elsewhere=enemy(place=("a", "defender")),
    )
    assert moves.combat_move(vacant, "horse", FOES).legal
    after = moves.after_move(vacant, "horse", FOES)
    assert rout.routed_side(after) == "defender"
    assert moves.combat_move(vacant, "foot", FOES).reasons == {"stream_artillery"}
    held = replace(vacant, pieces={**vacant.pieces, "foe": enemy()})
    assert moves.combat_move(held, "horse", FOES).reasons == {"stream_artillery"}


def test_oracle_case_22_two_come_back_over_the_stream():
    cavalry_units = {f"c{n}": piece("cav", 1, 2, FOES, must_withdraw=True) for n in range(3)}
    position = battle({OWN: Marker("stream")}, foe=enemy(), **cavalry_units)
    for name in ("c0", "c1"):
        assert moves.withdrawal(position, name) == "withdraw"
        position = moves.after_move(position, name, OWN)
    assert moves.combat_move(position, "c2", OWN).reasons == {"stream_limit"}
    assert moves.withdrawal(position, "c2") == "eliminated"


def test_oracle_case_23_a_weak_battery_needs_its_leader():
    position = battle(gun=piece("foot_art", 1, 1, OWN), foe=enemy(place=OWN))
    assert combat.morale_result(position, "gun", 3) == "eliminated"
    leader = piece("leader", 1, 2, OWN)
    helped = replace(position, pieces={**position.pieces, "napoleon": leader})
    assert combat.morale_checks(helped) == {"gun": ((1, "9.2"),)}
    assert combat.morale_result(helped, "gun", 3) == "good"


def test_oracle_case_24_square_and_leader_add_up():
    position = battle(
        inf=piece("inf", 1, 2, OWN, square=True),
        napoleon=piece("leader", 1, 2, OWN),
        foe=enemy(place=OWN),
    )
    assert combat.morale_result(position, "inf", 2) == "good"
    assert combat.morale_result(position, "inf", 1) == "eliminated"


def test_oracle_case_25_the_strongest_takes_each_hit():
    strengths = {"x": 3, "y": 2, "z": 2}
    assert combat.takers(strengths) == {"x"}
    assert combat.takers({"x": 2, "y": 2, "z": 2}) == {"x", "y", "z"}
    outcomes = combat.spread(strengths, 3)
    assert {tuple(sorted(outcome.strengths)) for outcome in outcomes} == {
        (("x", 1), ("y", 1), ("z", 2)),
        (("x", 1), ("y", 2), ("z", 1)),
        (("x", 2), ("y", 1), ("z", 1)),
    }


def test_oracle_case_26_long_range_eliminates_nobody():
    position = battle(gun=piece("foot_art", 2, 1, OWN), e=enemy(strength=1), f=enemy(strength=1))
    assert combat.fire(position, "gun", "open", "long").legal
    outcomes = combat.hit_outcomes(position, "gun", "open", "long", 2)
    assert (left(outcomes), voids(outcomes)) == ([(1, 1)], {2})
    assert combat.hit_takers(position, "gun", "open", "long") == set()


@pytest.mark.parametrize(
    ("type_", "printed", "firepower"), [("cav", 1, 0), ("cav", 2, 1), ("inf", 2, 3)]
)
def test_oracle_case_27_fire_at_a_square(type_, printed, firepower):
    shooter = piece(type_, 3, printed, charge_ready=type_ == "cav")
    answer = combat.fire(battle(u=shooter, e=enemy(square=True)), "u", "square", "engaged")
    assert answer.firepower == firepower
    assert answer.reasons == (set() if firepower else {"f_zero"})


def test_oracle_case_27_batteries_at_a_square():
    near = battle(gun=piece("horse_art", 2, 1, first_fire_ready=True), e=enemy(square=True))
    assert combat.fire(near, "gun", "square", "short").firepower == 3
    far = battle(gun=piece("foot_art", 2, 1, OWN), e=enemy(square=True))
    assert combat.fire(far, "gun", "square", "long").firepower == 2


def test_oracle_case_28_surplus_hits_on_a_square_are_void():
    position = battle(u=piece("inf"), square=enemy(strength=1, square=True), line=enemy())
    outcomes = combat.hit_outcomes(position, "u", "square", "engaged", 3)
    assert (left(outcomes), voids(outcomes)) == ([(0,)], {2})


def test_oracle_case_29_a_battery_dies_with_its_square():
    position = battle(
        u=piece("inf"),
        square=enemy(strength=1, square=True),
        gun=enemy("foot_art", 1, 1, sheltered_by="square"),
    )
    assert (left(combat.hit_outcomes(position, "u", "square", "engaged", 1))) == [(0, 0), (1, 0)]
    assert combat.fire(position, "u", "open", "engaged").reasons == {"clause:6.4"}


def test_oracle_case_30_a_skirmish():
    assert combat.is_skirmish(6, 2)
    assert (combat.skirmishers(6), combat.skirmishers(2)) == (4, 2)
    assert combat.skirmish_fire("cav", 3) == (3, 2)
    assert combat.skirmish_fire("inf", 4) == (4, 1)
    assert rout.skirmish_loser(6, 2) == "defender"


def test_oracle_case_31_a_tied_skirmish_goes_to_the_defender():
    assert rout.skirmish_loser(2, 2) == "attacker"
    assert rout.skirmish_loser(0, 2) == "attacker"
    assert rout.skirmish_loser(0, 0) == "both"


def test_oracle_case_32_two_idle_turns_are_a_stalemate():
    idle = rout.AttackerTurn()
    assert rout.stalemate([idle, idle])
    assert not rout.stalemate([idle])
    assert not rout.stalemate([idle, rout.AttackerTurn(fires=1), idle])
    assert not rout.stalemate([idle, rout.AttackerTurn(may_reinforce=True)])


def test_oracle_case_33_retreat_and_rout_share_the_road():
    position = RetreatPosition(
        (Road("wavre", "brussels", "major"),),
        "wavre",
        "defender",
        retreat_use={"wavre-brussels": 1},
    )
    assert rout.how_many_can_go(position, 4) == 1
    assert not rout.all_can_go(position, 2)


def test_oracle_case_34_a_lost_position_routs_everybody():
    position = battle(
        attacking=piece("inf", place=("a", "defender")),
        dead=enemy(strength=0, place=("a", "defender")),
        inf=enemy("inf", 3),
        gun=enemy("foot_art", 3),
        kept=enemy("inf", 2, place=("reserve", "defender")),
        leader=enemy("leader", 1),
    )
    assert rout.lost_positions(position) == {("a", "defender")}
    assert rout.routed_side(position) == "defender"
    assert rout.strengths_after_rout(position, "defender") == {
        "inf": 2,
        "gun": 1,
        "kept": 1,
        "leader": 1,
    }


def test_oracle_case_35_a_vacant_position_is_no_rout():
    position = battle(attacking=piece("inf", place=OWN), foe=enemy(place=("a", "defender")))
    assert rout.routed_side(position) == ""


def end(side="french", held=(), lost=(0, 0, 0), on_map=(24, 16, 18), **last):
    armies = ("french", "anglo", "prussian")
    return ends.TurnEnd(
        side,
        frozenset(held),
        dict(zip(armies, lost, strict=True)),
        dict(zip(armies, on_map, strict=True)),
        **last,
    )


def test_oracle_case_36_supply_falls_due_at_the_end_of_a_french_turn():
    held = ("ghent", "liege")
    assert ends.supply_dues(end(held=held)) == {"anglo": 1, "prussian": 2}
    assert ends.supply_dues(end("allied", held=held)) == {}
    assert ends.supply_dues(end(held=held, on_map=(24, 8, 1))) == {"anglo": 1, "prussian": 1}


def test_oracle_case_37_both_allied_armies_must_fall():
    supplied = ends.after_supply(end(held=("ghent",), lost=(0, 7, 8)))
    assert ends.defeated(supplied) == {"anglo"}
    assert ends.winner(supplied) is None
    assert ends.winner(end(lost=(0, 8, 9))) == ("french", "11.1")


def test_oracle_case_38_all_three_at_once_are_a_french_victory():
    assert ends.winner(end(lost=(12, 8, 9))) == ("french", "11.1")


def test_oracle_case_39_two_cities_on_the_last_day():
    last = {"last_french_turn": True, "last_turn": True}
    assert ends.winner(end(held=("brussels", "liege"), **last)) == ("french", "11.1")
    assert ends.winner(end(held=("brussels",), **last)) == ("allied", "11.2")


def test_oracle_case_42_one_corps_in_a_position():
    def deployed(*here):
        units = [Deployed("french", "inf", corps, "a") for corps in here]
        units += [Deployed("french", "inf", "i", lane) for lane in ("b", "c")]
        units += [Deployed("french", "inf", corps, "reserve") for corps in ("i", "ii", "iii")]
        return Deployment({f"f{n}": unit for n, unit in enumerate(units)})

    def led_by(army, deployment):
        leader = Deployed(army, "leader", "", "a")
        return Deployment({**deployment.units, "leader": leader})

    assert refusals(deployed("i", "ii")) == {"corps_limit"}
    assert refusals(led_by("french", deployed("i", "ii"))) == set()
    assert refusals(led_by("prussian", deployed("i", "ii"))) == {"corps_limit"}
    assert refusals(led_by("french", deployed("i", "ii", "iii"))) == {"corps_limit"}


def test_oracle_case_43_the_infantry_takes_a_woods():
    def deployed(infantry_in, *guns_in):
        guns = {f"g{n}": Deployed("anglo", "foot_art", "i", lane) for n, lane in enumerate(guns_in)}
        infantry_unit = Deployed("anglo", "inf", "i", infantry_in)
        return Deployment({"inf": infantry_unit, **guns}, {"a": "woods", "b": "woods"})

    assert refusals(deployed("a", "c", "reserve")) == set()
    assert refusals(deployed("c", "c", "reserve")) == {"position_empty"}
    assert refusals(deployed("a", "c", "b")) == {"artillery_in_woods"}


def test_oracle_case_45_the_attacker_goes_back_as_it_came():
    attacker = RetreatPosition(
        ROADS, "quatre_bras", "attacker", frozenset({"nivelles"}), frozenset({"ligny"})
    )
    assert {town for town in neighbours(ROADS, "quatre_bras") if not retreat(attacker, town)} == {
        "nivelles"
    }
    defender = replace(attacker, side="defender")
    assert retreat(defender, "nivelles") == {"town_barred"}
    assert retreat(defender, "ligny") == {"town_barred"}
    assert retreat(defender, "waterloo") == set()
    assert retreat(defender, "namur") == {"town_barred"}


def test_oracle_case_46_a_new_square_does_not_fire():
    formed = piece("inf", place=OWN, square=True, moves_used=1)
    position = battle(u=formed, e=enemy(place=OWN))
    assert combat.fire(position, "u", "open", "engaged").reasons == {"already_moved"}


def test_oracle_case_50_a_town_with_a_battle_takes_nobody_in():
    position = RetreatPosition(ROADS, "ligny", "defender", battle_towns=frozenset({"quatre_bras"}))
    assert retreat(position, "quatre_bras") == {"battle_town"}
    assert retreat(replace(position, battle_towns=frozenset()), "quatre_bras") == set()


def test_oracle_case_53_losses_of_a_rout():
    position = battle(
        cavalry=piece("cav", 3, 2, FOES),
        inf=enemy("inf", 4, place=("a", "defender")),
        foot=enemy("foot_art", 2, place=("a", "defender")),
        horse=enemy("horse_art", 2, place=("c", "defender")),
        facing=enemy("cav", 3),
        kept=enemy("cav", 3, place=("reserve", "defender")),
        leader=enemy("leader", 1, place=("c", "defender")),
    )
    assert rout.strengths_after_rout(position, "defender") == {
        "inf": 3,
        "foot": 0,
        "horse": 1,
        "facing": 2,
        "kept": 3,
        "leader": 1,
    }


def test_oracle_case_54_only_engaged_units_lose_when_they_retreat():
    position = battle(
        engaged=piece("inf", 3), quiet=piece("inf", 3, place=("a", "attacker")), foe=enemy()
    )
    assert rout.strength_after_retreat(position, "engaged") == 2
    assert rout.strength_after_retreat(position, "quiet") == 3


def test_oracle_case_55_leaving_a_position_to_the_enemy_is_a_rout():
    position = battle(
        acting="defender",
        alone=enemy(),
        other=enemy(place=("a", "defender")),
        attacking=piece("inf"),
    )
    after = moves.after_move(position, "alone", ("reserve", "defender"))
    assert rout.routed_side(position) == ""
    assert rout.routed_side(after) == "defender"


@pytest.mark.parametrize(("revealed", "result"), [(False, "withdraw"), (True, "good")])
def test_oracle_case_56_a_hidden_leader_gives_nothing(revealed, result):
    position = battle(
        {OWN: Marker("woods")},
        inf=piece("inf", 1, 2, OWN),
        leader=piece("leader", 1, 2, OWN, revealed=revealed),
        foe=enemy(place=OWN),
    )
    assert combat.morale_result(position, "inf", 3) == result


def test_oracle_case_57_a_leader_alone_checks_with_one_more():
    position = battle(blucher=piece("leader", 1, 2, army="prussian"), foe=enemy())
    assert combat.morale_result(position, "blucher", 2) == "withdraw"
    assert combat.morale_result(position, "blucher", 3) == "good"
    together = {**position.pieces, "inf": piece("inf", 3, army="prussian")}
    assert combat.morale_checks(replace(position, pieces=together)) == {}


def test_oracle_case_58_a_leader_fires_while_engaged():
    position = battle(napoleon=piece("leader", 1, 2), foe=enemy())
    answer = combat.fire(position, "napoleon", "open", "engaged")
    assert (answer.legal, answer.dice, answer.firepower) == (True, 1, 2)
    apart = battle(napoleon=piece("leader", 1, 2, OWN), foe=enemy())
    assert combat.fire(apart, "napoleon", "open", "long").reasons == {"not_engaged"}


def test_oracle_case_59_both_cities_of_the_anglo_dutch():
    held = ("ghent", "brussels")
    assert ends.supply_dues(end(held=held)) == {"anglo": 2}
    assert ends.supply_dues(end("allied", held=held)) == {}
    assert ends.supply_dues(end(held=held, on_map=(24, 1, 18))) == {"anglo": 1}


def test_oracle_case_60_the_defeat_of_the_french_comes_first():
    assert ends.winner(end(lost=(12, 8, 5))) == ("allied", "11.2")


def test_oracle_case_61_the_cities_after_the_last_turn():
    last = {"lost": (0, 8, 0), "last_french_turn": True, "last_turn": True}
    assert ends.winner(end(held=("ghent", "brussels"), **last)) == ("french", "11.1")
    assert ends.winner(end(held=("brussels",), **last)) == ("allied", "11.2")
    assert ends.winner(end(held=("brussels",), last_french_turn=True)) is None


def test_oracle_case_65_cavalry_goes_two_towns_at_night():
    position = march("french", night=True, c=cavalry("french", "nivelles"))
    assert walk(position, "c", "quatre_bras", "ligny").units["c"].town == "ligny"


def test_oracle_case_66_both_armies_share_the_road():
    anglo = {f"a{n}": infantry("anglo", "wavre") for n in range(6)}
    prussian = {f"p{n}": infantry("prussian", "waterloo") for n in range(2)}
    position = march("allied", **anglo, **prussian)
    for name in list(anglo)[:5]:
        position = walk(position, name, "waterloo")
    position = walk(position, "p0", "wavre")
    assert march_reasons(position, "p1", "wavre") == {"road_full"}
    assert march_reasons(position, "a5", "waterloo") == {"road_full"}


def test_oracle_case_67_a_detour_spoils_the_joint_attack():
    position = march(
        "french",
        c=cavalry("french", "nivelles"),
        f=infantry("french", "quatre_bras"),
        a=infantry("anglo", "waterloo"),
    )
    detour = walk(position, "c", "quatre_bras", "waterloo")
    assert march_reasons(detour, "f", "waterloo") == {"command_control"}
    direct = walk(position, "f", "waterloo")
    there = walk(direct, "c", "quatre_bras")
    assert march_reasons(there, "c", "waterloo") == {"command_control"}
    assert march_reasons(direct, "c", "waterloo") == set()


def test_oracle_case_68_two_cross_the_stream():
    units = {f"i{n}": piece("inf", place=OWN) for n in range(3)}
    position = battle({OWN: Marker("stream")}, foe=enemy(), **units)
    for name in ("i0", "i1"):
        assert moves.combat_move(position, name, FOES).kind == "engage"
        assert moves.combat_move(position, name, FOES).legal
        position = moves.after_move(position, name, FOES)
    assert moves.combat_move(position, "i2", FOES).reasons == {"stream_limit"}


def test_oracle_case_69_cavalry_does_not_hit_the_holder_of_a_farm():
    farm = {FOES: Marker("farm", "holder")}
    garrison = {"holder": enemy("inf", 4, 2), "other": enemy("inf", 3, 2)}
    position = battle(farm, cav=piece("cav"), inf=piece("inf"), **garrison)
    by_cavalry = combat.hit_outcomes(position, "cav", "open", "engaged", 4)
    assert {(o.strengths, o.void) for o in by_cavalry} == {
        (frozenset({("holder", 4), ("other", 0)}), 1)
    }
    assert combat.hit_takers(position, "inf", "open", "engaged") == {"holder"}
    defending = replace(position, acting="defender")
    answer = combat.fire(defending, "holder", "open", "engaged")
    assert answer.parts == ((2, "3.5"), (1, "6.21.farm"))
    alone = battle(farm, cav=piece("cav"), holder=garrison["holder"])
    assert combat.fire(alone, "cav", "open", "engaged").reasons == {"farm_cavalry"}


def test_oracle_case_70_a_sheltered_battery_is_hit_with_the_squares():
    position = battle(
        u=piece("inf", 4, 2),
        big=enemy("inf", 3, square=True),
        small=enemy("inf", 2, square=True),
        gun=enemy("foot_art", 2, 1, sheltered_by="big"),
    )
    assert combat.fire(position, "u", "square", "engaged").firepower == 3
    assert combat.hit_takers(position, "u", "square", "engaged") == {"big"}
    assert left(combat.hit_outcomes(position, "u", "square", "engaged", 2)) == [(2, 2, 1)]
    assert left(combat.hit_outcomes(position, "u", "square", "engaged", 4)) == [(1, 1, 1)]
    assert left(combat.hit_outcomes(position, "u", "square", "engaged", 5)) == [
        (1, 0, 0),
        (1, 1, 0),
    ]


def test_oracle_case_71_wellington_gives_nothing_to_prussians():
    position = march(
        "allied",
        p=Marcher("prussian", "inf", "waterloo", ("quatre_bras", "ligny"), 2),
        wellington=Marcher("anglo", "leader", "waterloo"),
    )
    assert marches.leaders_to_show(position) == set()
    assert marches.forced_check(position, "p", 3, {"wellington"}).strength == 1


def test_the_data_of_the_game_are_read_whole():
    roads = read_roads(DATA / "roads.csv")
    assert neighbours(roads, "brussels") == set(AROUND_BRUSSELS)
    assert any(r.river and {r.a, r.b} == {"laneffe", "charleroi"} for r in roads)
    blocks = read_blocks(DATA / "blocks.csv")
    counts = {army: sum(b["army"] == army for b in blocks.values()) for army in marches.MARCHES}
    assert counts == {"french": 24, "anglo": 16, "prussian": 18}
    turns = read_turns(DATA / "turns.csv")
    assert [turn["side"] for turn in turns[:3]] == ["french", "allied", "french"]
    assert (turns[-1]["side"], turns[-1]["date"]) == ("french", "1815-06-22")


def test_every_step_of_the_side_is_answered():
    position = march("french", f=infantry("french", "ligny"), a=infantry("anglo", "waterloo"))
    answers = marches.steps(position)
    assert len(answers) == len(ROADS)
    legal = {way for (_, way), answer in answers.items() if answer.legal}
    assert legal == {"quatre_bras-ligny", "ligny-gembloux", "ligny-namur"}


def test_cavalry_stops_in_woods():
    position = battle({OWN: Marker("woods")}, c=piece("cav", 3, 3, OWN_RESERVE), foe=enemy())
    assert OWN in moves.within_reach(position, "c")
    assert FOES not in moves.within_reach(position, "c")
    assert moves.legal_moves(replace(position, terrain={}), "c") == {
        (lane, "attacker") for lane in "abc"
    }
    entered = moves.after_move(position, "c", OWN)
    assert moves.combat_move(entered, "c", FOES).reasons == {"no_moves_left"}


def test_only_infantry_that_has_not_acted_forms_square():
    farm = {OWN: Marker("farm", "holder")}
    position = battle(
        farm,
        holder=piece("inf", place=OWN),
        inf=piece("inf", place=OWN),
        tired=piece("inf", place=OWN, fired=True),
        cav=piece("cav", place=OWN),
        far=piece("inf", place=FOES),
    )
    answers = {name: moves.form_square(position, name) for name in position.pieces}
    assert answers == {
        "holder": {"woods_or_farm"},
        "inf": set(),
        "tired": {"already_acted"},
        "cav": {"not_infantry"},
        "far": {"in_enemy_position"},
    }


def test_one_battery_or_leader_shelters_in_a_square():
    position = battle(
        square=piece("inf", place=OWN, square=True),
        gun=piece("foot_art", place=OWN),
        leader=piece("leader", place=OWN),
        cav=piece("cav", place=OWN),
    )
    assert moves.shelter(position, "gun", "square") == set()
    assert moves.shelter(position, "cav", "square") == {"wrong_type"}
    inside = replace(position.pieces["gun"], sheltered_by="square")
    taken = replace(position, pieces={**position.pieces, "gun": inside})
    assert moves.shelter(taken, "leader", "square") == {"square_taken"}
    assert moves.leave_shelter(taken, "gun") == set()
    assert moves.combat_move(position, "square", OWN_RESERVE).reasons == {"square_fixed"}


def test_an_empty_farm_is_taken_by_infantry():
    position = battle(
        {OWN: Marker("farm")}, inf=piece("inf", place=OWN), cav=piece("cav", place=OWN)
    )
    assert moves.take_terrain(position, "inf") == set()
    assert moves.take_terrain(position, "cav") == {"wrong_type"}
    held = replace(position, terrain={OWN: Marker("farm", "inf")})
    assert moves.take_terrain(held, "cav") == {"holder_present", "wrong_type"}
    assert moves.swap_holder(held, "inf", "cav") == {"wrong_type"}


def test_a_leader_helps_the_morale_of_his_own_army_only():
    position = battle(
        gun=piece("inf", 1, 1, OWN, army="prussian"),
        wellington=piece("leader", 1, 2, OWN, army="anglo"),
        foe=enemy(place=OWN),
    )
    assert combat.morale_checks(position) == {"gun": ()}


def test_a_leader_helps_the_corps_of_his_own_army_only():
    units = {
        "a": Deployed("anglo", "inf", "i", "a"),
        "p": Deployed("prussian", "inf", "i", "a"),
        "wellington": Deployed("anglo", "leader", "", "a"),
        "b": Deployed("anglo", "inf", "i", "b"),
        "c": Deployed("anglo", "inf", "i", "c"),
    }
    assert refusals(Deployment(units)) == {"corps_limit"}


def test_cavalry_in_woods_has_firepower_one_and_no_charge():
    position = battle({FOES: Marker("woods")}, c=piece("cav", 3, 3, OWN), foe=enemy())
    entered = moves.after_move(position, "c", FOES)
    assert not entered.pieces["c"].charge_ready
    answer = combat.fire(replace(position, pieces=fresh(entered, "c")), "c", "open", "engaged")
    assert answer.parts == ((3, "3.5"), (-2, "6.21.woods"))


def fresh(position, name):
    """The pieces when the unit has a new combat turn before it."""
    rested = replace(position.pieces[name], moves_used=0, move_kind="")
    return {**position.pieces, name: rested}


def test_an_engaged_unit_goes_anywhere_but_diagonally_and_among_enemies():
    position = battle(
        c=piece("cav", place=OWN),
        foe=enemy(place=OWN),
        elsewhere=enemy(place=("a", "defender")),
    )
    assert moves.legal_moves(position, "c") == {
        OWN_RESERVE,
        FOES,
        ("a", "attacker"),
        ("c", "attacker"),
    }
    assert moves.combat_move(position, "c", ("a", "defender")).reasons >= {"sideways"}


def test_no_engagement_after_a_disengagement():
    position = battle(c=piece("cav"), foe=enemy())
    back = moves.after_move(position, "c", OWN)
    assert moves.combat_move(back, "c", FOES).reasons == {"engage_after_disengage"}
    assert moves.legal_moves(back, "c") == {OWN_RESERVE}


def test_a_shaken_unit_only_withdraws():
    position = battle(
        c=piece("cav", 1, must_withdraw=True),
        spare=piece("cav", 1, place=OWN_RESERVE, must_withdraw=True),
        foe=enemy(),
    )
    assert combat.fire(position, "c", "open", "engaged").reasons == {"shaken"}
    assert moves.legal_moves(position, "c") == {OWN}
    assert moves.legal_moves(position, "spare") == set()


def test_a_shaken_unit_whose_enemies_are_gone_goes_to_its_reserve():
    position = battle(c=piece("cav", 1, place=OWN, must_withdraw=True), foe=enemy())
    assert moves.legal_moves(position, "c") == {OWN_RESERVE}
    assert moves.withdrawal(position, "c") == "withdraw"
    assert not moves.after_move(position, "c", OWN_RESERVE).pieces["c"].must_withdraw


def test_a_battery_on_a_hill_fires_better_at_long_range():
    position = battle({OWN: Marker("hill", "gun")}, gun=piece("foot_art", 3, 1, OWN), foe=enemy())
    assert combat.fire(position, "gun", "open", "long").parts == ((1, "3.5"), (1, "6.21.hill"))
    wooded = replace(position, terrain={FOES: Marker("woods")})
    assert combat.fire(wooded, "gun", "open", "long").reasons == {"woods"}


def test_foot_artillery_never_engages_and_no_artillery_enters_woods():
    position = battle(
        {("a", "attacker"): Marker("woods")},
        foot=piece("foot_art", place=OWN),
        horse=piece("horse_art", place=OWN_RESERVE),
        foe=enemy(),
    )
    assert moves.combat_move(position, "foot", FOES).reasons == {"foot_artillery_engage"}
    assert moves.combat_move(position, "horse", ("a", "attacker")).reasons == {"woods_artillery"}
    assert FOES in moves.within_reach(position, "horse")
