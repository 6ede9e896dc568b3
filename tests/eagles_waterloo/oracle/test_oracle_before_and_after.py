"""The oracle of decks, deployment, specials and the campaign held against the numbered cases."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.eagles_waterloo.oracle import campaign, decks, deployment, moves, specials
from tests.eagles_waterloo.oracle.cards import CHART, read_faces, rows
from tests.eagles_waterloo.oracle.deployment import Layout, Placed
from tests.eagles_waterloo.oracle.field import Card, Effect, Ground, Position

DATA = Path(__file__).parents[3] / "napoleon" / "rulesets" / "eagles_waterloo" / "data"
FACES = read_faces(DATA / "cards.csv")
UNITS = [face for face in FACES.values() if face.unit]
FRENCH = [face for face in UNITS if face.nation == "french"]
STEADY, HOLD_AT_ALL_COSTS, STEADFAST, RALLY = 191, 198, 300, 109


# -- decks -----------------------------------------------------------------------------------------


def test_oracle_the_chart_is_that_of_the_data():
    printed = {
        (r["battle"], r["nation"]): tuple(
            int(r[key]) for key in ("deck", "muster", "reinforcements", "bp")
        )
        for r in rows(DATA / "battles.csv")
    }
    mine = {key: (r.deck, r.muster, r.reinforcements, r.bp) for key, r in CHART.items()}
    assert mine == printed


@pytest.mark.parametrize(
    ("battle", "nation", "scale", "expected"),
    [
        ("quatre_bras", "french", "half", (7, 5, 1)),
        ("quatre_bras", "british", "half", (9, 4, 1)),
        ("ligny", "prussian", "half", (20, 10, 1)),
        ("wavre", "prussian", "half", (6, 6, 1)),
        ("waterloo", "prussian", "half", (12, 0, 1)),
        ("waterloo", "french", "double", (72, 36, 4)),
    ],
)
def test_oracle_case_02_and_03_and_g41_sizes(battle, nation, scale, expected):
    size = decks.sizes(battle, nation, scale)
    assert (size.deck, size.muster, size.reinforcements) == expected


def test_oracle_case_40_the_pool_of_quatre_bras():
    pool = decks.legal_pool(FACES, "french", "quatre_bras")
    assert {face.number for face in FRENCH} <= pool
    assert sum(FACES[no].kind in ("terrain", "special") for no in pool) == 9
    assert sum(FACES[no].kind == "general" for no in pool) == 14
    assert len(decks.legal_pool(FACES, "french", "quatre_bras", historical=True)) == 26
    british = decks.legal_pool(FACES, "british", "waterloo")
    assert not any(FACES[no].battles == {"hal"} for no in british)


def test_oracle_case_41_scales_that_the_pool_bears():
    assert decks.scale_refused(FACES, "wavre", "double", historical=True) == set()
    assert decks.scale_refused(FACES, "quatre_bras", "double", historical=True) == {"bad_scale"}
    assert decks.scale_refused(FACES, "mons", "printed") == {"unknown_battle"}


def test_oracle_case_36_and_42_custom_decks():
    limits = decks.sizes("ligny", "french")
    unit, general = FRENCH[0], FACES[1]

    def refused(deck, face):
        return decks.add_refused(deck, face, "custom", limits, "french", "ligny")

    assert refused([unit] * 2, unit) == set()
    assert refused([unit] * 3, unit) == {"duplicate"}
    assert refused([general], general) == {"duplicate"}
    dear = [replace(unit, number=0, bp=331 - unit.bp)]
    assert refused(dear, unit) == {"over_bp"}
    assert refused([], FACES[111]) == {"wrong_nation"}
    assert refused([], FACES[92]) == {"wrong_battle"}
    assert decks.finish_refused(FRENCH[:5] + [general] * 9, "custom", limits) == {"wrong_size"}
    assert decks.finish_refused(FRENCH[:8], "custom", limits) == set()
    assert decks.finish_refused(FRENCH[:7], "custom", limits) == {"wrong_size"}
    assert decks.finish_refused(FRENCH[:35], "chosen", limits) == {"wrong_size"}
    assert decks.finish_refused(FRENCH[:36], "chosen", limits) == set()


def test_oracle_case_43_musters_of_custom_decks():
    assert decks.muster("ligny", "french", 31, half=True) == 15
    assert decks.muster("quatre_bras", "french", 25, half=True) == 12
    assert decks.muster("waterloo", "prussian", 30, half=True) == 0
    assert decks.muster("wavre", "prussian", 12) == 12


def test_oracle_case_37_and_39_reinforcements_of_the_campaign():
    assert decks.campaign_reinforcements("ligny", "french") == 4
    assert decks.campaign_reinforcements("ligny", "prussian") == 4
    assert decks.campaign_reinforcements("quatre_bras", "british") == 2
    nations = ("british", "prussian", "french")
    assert [decks.campaign_reinforcements("charleroi", it) for it in nations] == [2, 2, 3]


# -- deployment ------------------------------------------------------------------------------------


def layout(*placed, side="french", battle="ligny", **more):
    return Layout(side, {f"c{no}": it for no, it in enumerate(placed)}, battle, **more)


def in_each(side="french"):
    places = [f"{side}_{lane}" for lane in ("left", "centre", "right")]
    return [Placed(face, place) for face, place in zip(FRENCH, places, strict=False)]


def test_oracle_case_44_and_45_one_to_four_in_each():
    rest = [Placed(face, "french_reserve") for face in FRENCH[10:17]]
    assert deployment.end_refused(layout(*in_each(), *rest)) == set()
    missing = layout(*in_each()[:2], *rest)
    assert deployment.end_refused(missing) == {"too_few"}
    assert deployment.end_refused(layout(*in_each()[:2])) == set()
    four = [Placed(face, "french_centre") for face in FRENCH[20:23]]
    above = [Placed(FACES[1], "french_centre", True), Placed(FACES[96], "french_centre", True)]
    assert deployment.end_refused(layout(*in_each(), *four, *above)) == set()
    five = [*four, Placed(FRENCH[23], "french_centre")]
    assert deployment.end_refused(layout(*in_each(), *five)) == {"too_many"}


def test_oracle_case_46_and_70_where_terrain_and_decoys_lie():
    hougoumont = layout(Placed(FACES[183], "allied_reserve"), side="allied", battle="waterloo")
    assert deployment.place_refused(hougoumont, "c0", "allied_left", True) == {"wrong_lane"}
    assert deployment.place_refused(hougoumont, "c0", "allied_right", True) == set()
    general = layout(Placed(FACES[1], "french_reserve"))
    assert deployment.place_refused(general, "c0", "french_left", False) == {"option_off"}
    assert deployment.place_refused(general, "c0", "french_left", True) == set()
    lured = replace(general, decoys=True)
    assert deployment.place_refused(lured, "c0", "french_left", False) == set()


def test_oracle_case_47_and_48_the_others_see_backs():
    mine = layout(*in_each(), Placed(FACES[1], "french_centre", True))
    seen = deployment.shown_to_the_other(mine)
    assert seen["french_centre"] == ({"french": 1}, [1])
    fixed = replace(mine, fixed=frozenset({"c3"}))
    assert deployment.place_refused(fixed, "c3", "french_left", True) == {"terrain_fixed"}
    done = replace(mine, adjusted=True)
    assert deployment.place_refused(done, "c0", "french_left", False) == {"already_adjusted"}


def test_oracle_g52_deployed_on_terrain():
    hill, house = (Placed(FACES[no], "french_centre", True) for no in (96, 97))
    house = replace(house, place="french_right")
    foot = next(it for it in FRENCH if it.kind == "artillery")
    mine = layout(
        hill,
        house,
        Placed(foot, "french_centre"),
        Placed(FRENCH[0], "french_right", on_terrain=97),
        Placed(FRENCH[1], "french_right"),
        Placed(FACES[1], "french_centre", True),
    )

    def refused(name, place, onto):
        face_up = not mine.cards[name].face.unit
        return deployment.place_refused(mine, name, place, face_up, onto=onto)

    assert refused("c2", "french_centre", 96) == set()
    assert refused("c2", "french_right", 97) == {"wrong_type", "capacity"}
    assert refused("c3", "french_right", 97) == set()
    assert refused("c4", "french_right", 97) == {"capacity"}
    assert refused("c5", "french_centre", 96) == {"wrong_type"}
    assert refused("c4", "french_centre", 97) == {"clause:G-52"}
    assert refused("c4", "french_right", 95) == {"clause:G-52"}


def test_oracle_g51_and_12_3_at_deployment():
    river = replace(FACES[283], number=900)
    two = layout(*(Placed(it, "allied_centre", True) for it in (FACES[283], river)), side="allied")
    assert "two_terrains" in deployment.end_refused(two)
    one = layout(*(Placed(FACES[it], "allied_centre", True) for it in (280, 283, 284)))
    assert deployment.end_refused(replace(one, side="allied")) == set()
    soult = Placed(FACES[3], "french_left", True)
    with_him = layout(*in_each(), soult, Placed(FACES[1], "french_reserve"))
    assert "chief_of_staff" in deployment.end_refused(with_him)
    assert deployment.end_refused(layout(*in_each(), soult)) == set()


def test_oracle_g24_no_two_generals_together():
    two = [Placed(FACES[no], "french_left", True) for no in (1, 10)]
    assert deployment.end_refused(layout(*in_each(), *two)) == {"two_generals"}


# -- specials --------------------------------------------------------------------------------------


def reserve(number):
    face = FACES[number]
    return Card(face, f"{face.side}_reserve", face_up=False)


def battle(side, *numbers, phase="combat", name="waterloo", cards=None, **more):
    held = {f"s{number}": reserve(number) for number in numbers}
    return Position(name, side, {**held, **(cards or {})}, phase=phase, **more)


def british_at(place="allied_centre", **more):
    return {"b": Card(FACES[130], place, **more)}


def test_oracle_case_67_two_of_a_side_at_a_position():
    house = {184: Ground(FACES[184], "allied_centre", "allied")}
    in_it = {**british_at(on_terrain=184), "other": Card(FACES[131], "allied_left")}
    position = battle(
        "allied", STEADY, HOLD_AT_ALL_COSTS, phase="morale", cards=in_it, ground=house
    )
    more = {**position.cards, "again": reserve(STEADY), "last": reserve(STEADY)}
    position = replace(position, cards=more)
    there = "allied_centre"
    position = specials.play(position, "s191", there).position
    assert specials.play_refused(position, "again", there) == {"same_card"}
    assert specials.play_refused(position, "again", "allied_left") == set()
    assert specials.play_refused(position, "s198", there) == set()
    position = specials.play(position, "s198", there).position
    assert specials.play_refused(position, "last", there) == {"same_card", "limit"}


def test_oracle_case_64_prussian_specials_wait_for_arrival():
    cards = {"p": Card(FACES[215], "allied_left"), **british_at("allied_left")}
    position = battle("allied", STEADY, STEADFAST, phase="morale", cards=cards)
    assert specials.play_refused(position, "s300", "allied_left") == {"nation"}
    come = replace(position, prussians_arrived=True)
    assert specials.play_refused(come, "s300", "allied_left") == set()
    assert specials.play_refused(come, "s191", "allied_left") == {"nation"}
    apart = come.with_card("b", place="allied_centre")
    assert specials.play_refused(apart, "s300", "allied_centre") == {"nation"}
    assert specials.play_refused(apart, "s191", "allied_centre") == set()


@pytest.mark.parametrize(
    ("number", "phases"),
    [
        (106, {("french", "morale")}),
        (104, {("french", "combat")}),
        (297, {("french", "asked")}),
        (299, {("french", "asked"), ("allied", "combat")}),
        (296, {("allied", "reinforcement")}),
    ],
)
def test_oracle_13a_windows(number, phases):
    side = FACES[number].side
    for acting in ("french", "allied"):
        for phase in ("morale", "combat", "reinforcement", "asked"):
            position = battle(acting, phase=phase)
            assert specials.in_window(position, number, side) == ((acting, phase) in phases)


def test_oracle_13a_rally_brings_back_a_routed_card_but_no_guard():
    line, guard = FACES[15], FACES[49]
    position = battle("french", RALLY, eliminated={"l": line, "g": guard})
    assert specials.play_refused(position, "s109", card="l") == set()
    assert specials.play_refused(position, "s109", card="g") == {"no_target"}
    assert "l" in specials.play(position, "s109", card="l", die=3).position.cards
    assert "l" not in specials.play(position, "s109", card="l", die=4).position.cards


def test_oracle_13a_the_guard_loses_one_hit_each():
    guard = {
        "g": Card(FACES[49], "french_left", hits=2),
        "l": Card(FACES[15], "french_left", hits=1),
    }
    position = battle("french", 110, phase="morale", cards=guard)
    after = specials.play(position, "s110", "french_left").position
    assert (after.cards["g"].hits, after.cards["l"].hits) == (1, 1)


def test_oracle_13a_targets_that_are_not_there():
    hill = {99: Ground(FACES[187], "allied_centre", "allied")}
    position = battle("allied", 193, cards=british_at(), ground=hill)
    assert specials.play_refused(position, "s193", "allied_centre") == {"no_target"}
    on_it = position.with_card("b", on_terrain=99)
    assert specials.play_refused(on_it, "s193", "allied_centre") == set()
    assert specials.play_refused(on_it, "s193", "french_centre") == {"no_target"}
    infantry = {"i": Card(FACES[15], "french_left")}
    lancers = battle("french", 108, cards=infantry)
    assert specials.play_refused(lancers, "s108", "french_left", "i") == {"no_target"}
    dry = battle("french", 297, phase="asked", name="ligny")
    assert specials.play_refused(dry, "s297", lane="middle") == {"no_target"}


def test_oracle_g60_hal_and_the_march_to_the_guns():
    arrived = {"prussians_arrived": True, "phase": "reinforcement", "hal_left": 8}
    position = battle("allied", 200, 298, **arrived)
    assert specials.play_refused(position, "s200") == set()
    assert specials.play_refused(position, "s298") == set()
    assert specials.play_refused(replace(position, in_campaign=True), "s200")
    assert specials.play_refused(replace(position, battle="charleroi"), "s200")
    assert specials.play_refused(replace(position, battle="charleroi"), "s298")
    assert specials.play(position, "s298").drawn == {"prussian": 2}


def test_oracle_13a_effects_end():
    position = battle("french", effects=(Effect(104, "french"), Effect(193, "allied")))
    after = specials.at_the_end_of_turn(position)
    assert [it.number for it in after.effects] == [193]
    assert specials.at_the_start_of_turn(after, "french").effects == after.effects
    assert specials.at_the_start_of_turn(after, "allied").effects == ()


@pytest.mark.parametrize(
    ("number", "fit", "unfit"),
    [
        (103, FRENCH[0], next(it for it in FRENCH if it.kind == "artillery")),
        (107, FACES[15], FACES[55]),
        (108, FACES[55], FACES[57]),
        (194, next(it for it in UNITS if (it.nation, it.morale) == ("british", "A")), FACES[140]),
        (195, FACES[152], FACES[154]),
        (196, FACES[130], FACES[152]),
        (199, next(it for it in UNITS if it.nation == "british" and it.horse), FACES[168]),
        (294, next(it for it in UNITS if (it.nation, it.morale) == ("prussian", "D")), FACES[215]),
    ],
)
def test_oracle_13a_the_card_that_a_special_names(number, fit, unfit):
    place = f"{fit.side}_left"
    cards = {"fit": Card(fit, place), "unfit": Card(unfit, place)}
    phase = "morale" if number == 294 else "combat"
    position = battle(
        fit.side, number, phase=phase, name="ligny", cards=cards, prussians_arrived=True
    )
    where = "" if number == 294 else place
    name = f"s{number}"
    assert specials.play_refused(position, name, where, "fit") == set()
    assert specials.play_refused(position, name, where, "unfit") == {"no_target"}
    elsewhere = position.with_card("fit", place=f"{fit.side}_reserve")
    assert "no_target" in specials.play_refused(elsewhere, name, where, "fit")
    assert "no_target" in specials.play_refused(position, name, where, "nobody")


def test_oracle_13a_blucher_and_landwehr():
    blucher = {"g": Card(FACES[201], "allied_left"), "d": Card(FACES[215], "allied_left")}
    position = battle("allied", 292, phase="morale", name="ligny", cards=blucher)
    assert specials.play_refused(position, "s292", "allied_left") == set()
    assert specials.play_refused(position, "s292", "allied_right") == {"no_target"}
    wellington = battle("allied", 292, cards={"g": Card(FACES[111], "allied_left")}, name="ligny")
    morning = replace(wellington, phase="morale")
    assert specials.play_refused(morning, "s292", "allied_left") == {"no_target"}


def test_oracle_g60_no_hal_card_is_left():
    position = battle("allied", 200, phase="reinforcement", hal_left=1)
    assert specials.play_refused(position, "s200") == set()
    after = specials.play(position, "s200")
    assert (after.hal, after.position.hal_left) == (1, 0)
    again = replace(position, hal_left=0)
    assert specials.play_refused(again, "s200") == {"no_target"}


def test_oracle_13a_en_avant_gives_a_move():
    cards = {"i": Card(FACES[15], "french_left", moves_used=1)}
    position = battle("french", 103, cards=cards)
    spurred = specials.play(position, "s103", "french_left", "i").position
    assert moves.move(position, "i", "allied_right").reasons == {"no_moves", "already_acted"}
    assert moves.move(spurred, "i", "allied_right").legal


# -- campaign --------------------------------------------------------------------------------------


def test_oracle_case_71_a_split():
    pool = campaign.opening_pool(FACES, "french")
    both = {no for no in pool if {"quatre_bras", "ligny"} <= FACES[no].battles}
    first = [no for no in pool if "quatre_bras" in FACES[no].battles and no not in both]
    second = [no for no in pool if no not in first]

    def refused(quatre_bras, ligny):
        parts = {"quatre_bras": quatre_bras, "ligny": ligny}
        return campaign.split_refused(FACES, "opening", "french", parts, pool)

    assert both == {103, 104, 106, 107, 109}
    assert refused(first, second) == set()
    assert refused(first[:11], second) == {"wrong_size"}
    assert refused([*first, *both], second) == {"duplicate"}
    assert "wrong_battle" in refused([*first, 1], [no for no in second if no != 1])


def test_oracle_case_72_withdrawal():
    position = battle("allied", name="quatre_bras", in_campaign=True)
    assert campaign.withdraw_refused(position) == set()
    assert campaign.withdraw_refused(replace(position, orders_given=True)) == {"already_acted"}
    assert campaign.withdraw_refused(replace(position, in_campaign=False)) == {"not_campaign"}
    cards = {
        "b": Card(FACES[130], "allied_left"),
        "f": Card(FACES[15], "allied_left"),
        "c": Card(FACES[131], "allied_centre", hits=1),
    }
    position = replace(position, cards=cards)
    assert campaign.retreat_checks(position, "allied") == {"b"}
    assert campaign.due_checks(position, "allied") == {"c"}


def test_oracle_case_73_sending():
    eligible = {"survivor", "undrawn"}

    def refused(sender, card="survivor", finished=frozenset({"quatre_bras"})):
        return campaign.send_refused(
            "opening", "quatre_bras", finished, "french", sender, card, eligible
        )

    assert refused("french") == set()
    assert refused("allied") == {"not_winner"}
    assert refused("french", finished=frozenset({"quatre_bras", "ligny"})) == {"no_other_battle"}
    assert campaign.joins("allied", "ligny") == "prussian"
    assert campaign.joins("allied", "waterloo") == "prussian"


def test_oracle_case_39_and_74_what_follows():
    follows = campaign.after_stage
    assert follows("opening", {"quatre_bras": "french"}) == ""
    assert follows("opening", {"quatre_bras": "drawn", "ligny": "allied"}) == "allied"
    assert follows("opening", {"quatre_bras": "french", "ligny": "allied"}) == "charleroi"
    assert follows("opening", {"quatre_bras": "french", "ligny": "french"}) == "wavre_waterloo"
    assert follows("wavre_waterloo", {"wavre": "allied"}) == ""
    assert follows("wavre_waterloo", {"waterloo": "french"}) == "french"
    assert follows("charleroi", {"charleroi": "drawn"}) == "allied"
    assert campaign.other_running("wavre_waterloo", "wavre", {"wavre"}) == "waterloo"


def test_oracle_case_75_the_pool_of_charleroi():
    pool = campaign.charleroi_pool(FACES, "british", lost={130})
    assert 130 not in pool
    assert {140, 200} <= pool
    assert not any(FACES[no].kind == "terrain" for no in pool)


def test_oracle_g56_turn_order_skips_finished_battles():
    order = campaign.turn_order("opening", {"quatre_bras"})
    assert order == [("ligny", "french"), ("ligny", "prussian")]


def test_oracle_16e_the_second_pool_has_no_card_of_wavre_alone():
    pool = campaign.second_pool(FACES, "french", survivors={23, 92}, used={23, 1}, lost={24})
    assert {23, 92} <= pool
    assert 1 not in pool
    assert 111 not in pool
    assert 5 in pool
    assert 98 not in pool
    assert not campaign.may_go_to(FACES[92], "wavre")
