"""The second implementation held against the worked examples of section 18.E, by number."""

from pathlib import Path

import pytest

from tests.napoleonic_wars.second_reading import conquering, fighting, marching, meeting
from tests.napoleonic_wars.second_reading.fighting import Side
from tests.napoleonic_wars.second_reading.world import (
    ENEMY,
    FRIENDLY,
    UNCONTROLLED,
    empty,
    keys_at_start,
    keys_held,
    kind,
    read_atlas,
    set_up,
)

DATA = Path(__file__).parents[3] / "napoleon" / "rulesets" / "napoleonic_wars" / "data"
ATLAS = read_atlas(DATA)


@pytest.fixture
def world():
    return empty(ATLAS)


def causes(found):
    return [cause.clause for cause in found]


def test_set_up():
    start = set_up(ATLAS, DATA)
    assert kind(start, "fr", "madrid") == FRIENDLY
    assert kind(start, "fr", "vienna") == ENEMY
    assert len(keys_held(start, "fr")) == len(keys_at_start(ATLAS, "fr")) == 13
    assert (start.atlas.nations["fr"].power, sum(x.key for x in ATLAS.spaces.values())) == (
        True,
        58,
    )


# -- marching ----------------------------------------------------------------------------------


def test_cases_3_4_70_cost_and_capacity(world):
    world.put("fr", "calais", 13).lead("napoleon", "calais").lead("murat", "calais")
    group = marching.force(world, "calais", {"fr": 12}, ["napoleon", "murat"])
    assert (marching.step_cost(group), marching.too_much(world, group)) == (2, None)
    more = marching.force(world, "calais", {"fr": 13}, ["napoleon", "murat"])
    assert marching.too_much(world, more) == "9.7.e"
    alone = marching.force(world, "calais", {"fr": 7}, ["napoleon"], ["murat"])
    assert (marching.step_cost(alone), marching.too_much(world, alone)) == (1, None)
    assert marching.step_cost(group, bad_roads=True) == 4  # case 135
    piece = marching.force(world, "calais", {"fr": 4})
    assert (marching.step_cost(piece), marching.too_much(world, piece)) == (1, None)
    assert marching.too_much(world, marching.force(world, "calais", {"fr": 5})) == "9.1.c"


def test_minors_leaders_carry_their_own(world):
    world.put("sp", "madrid", 2).put("fr", "madrid", 2).lead("castanos", "madrid")
    assert marching.too_much(world, marching.force(world, "madrid", {"fr": 1}, ["castanos"]))
    world.lead("murat", "madrid")
    both = marching.force(world, "madrid", {"fr": 2, "sp": 2}, ["murat"])
    assert marching.too_much(world, both) is None


def test_cases_7_66_fractions(world):
    lost = [marching.losses(world, "thuringia", n, 2) for n in (1, 2, 3, 4)]
    assert lost == [(1, 2), (1, 2), (2, 2), (2, 2)]
    assert marching.losses(world, "madrid", 3, 0) == (3, 0)


def test_case_64_forced_march(world):
    world.put("fr", "wurtemberg", 4, entered=4).put("fr", "wurtemberg", 2)
    world.lead("murat", "wurtemberg", entered=4).lead("ney", "wurtemberg", entered=3)
    moving = marching.force(world, "wurtemberg", {"fr": 6}, ["murat"], ["ney"])
    assert marching.entry_causes(world, moving, "munich") == (marching.Cause("9.42", 5, 0),)
    assert marching.entry_causes(world, moving, "munich", march_free=True) == ()
    fresh = marching.take(world, "wurtemberg", "fr", 3)
    assert [(lot.entered, lot.sp) for lot in fresh] == [(0, 2), (4, 1)]


def test_cases_65_137_marsh_and_ambush(world):
    world.flags["brest_litovsk"] = "fr"
    world.put("ru", "volhynia", 6).lead("kutuzov", "volhynia")
    moving = marching.force(world, "volhynia", {"ru": 6}, ["kutuzov"])
    assert causes(marching.entry_causes(world, moving, "brest_litovsk")) == ["9.41"]
    world.flags["volhynia"] = "fr"
    assert causes(marching.entry_causes(world, moving, "brest_litovsk")) == ["9.41", "9.43"]


def test_case_137_burnt_earth(world):
    world.put("fr", "volhynia", 6).lead("davout", "volhynia")
    moving = marching.force(world, "volhynia", {"fr": 6}, ["davout"])
    found = marching.entry_causes(world, moving, "brest_litovsk", burnt_earth=True)
    assert causes(found) == ["9.41", "9.43", "R-110", "R-110"]
    assert {cause.french for cause in found} == {7}
    assert marching.losses(world, "brest_litovsk", 3, 0) == (3, 0)
    world.put("fr", "brest_litovsk", 6).lead("ney", "brest_litovsk")
    on = marching.force(world, "brest_litovsk", {"fr": 6}, ["ney"])
    assert sum(cause.french for cause in marching.entry_causes(world, on, "lublin")) == 14
    assert marching.losses(world, "lublin", 3, 0) == (2, 0)


def test_case_67_neutrals(world):
    world.put("fr", "arnhem", 4).put("fr", "thuringia", 4)
    piece = marching.force(world, "thuringia", {"fr": 4})
    assert marching.refusals(world, piece, "magdeburg") == ("9.54",)
    world.passage["pr"] = frozenset({"fr", "sp"})
    assert marching.refusals(world, piece, "magdeburg") == ()
    at_magdeburg = marching.Force("magdeburg", piece.lots)
    assert marching.refusals(world, at_magdeburg, "berlin") == ("15.21.c",)
    assert marching.needs_confirmation(world, "fr", "holstein")


def test_case_68_straits():
    north = empty(ATLAS, {"sw": "imperial", "dk": "imperial", "gb": "coalition"})
    north.put("sw", "scania", 2).fleets["kattegat"] = {"gb": 1}
    piece = marching.force(north, "scania", {"sw": 2})
    assert marching.refusals(north, piece, "copenhagen") == ("9.53",)
    north.fleets = {"gothenburg": {"gb": 1}}
    assert marching.refusals(north, piece, "copenhagen") == ()
    north.fleets = {"scania": {"gb": 1}}
    assert marching.refusals(north, piece, "copenhagen") == ("9.53",)


def test_cases_69_71_92_93_stops(world):
    world.put("fr", "munich", 4, fought=True).lead("ney", "munich", fought=True)
    tired = marching.Force("munich", (), ("ney",))
    assert marching.refusals(world, tired, "linz") == ("9.51",)
    assert marching.refusals(world, tired, "vienna") == ("9.3",)
    assert marching.take(world, "munich", "fr", 4) == ()
    assert fighting.may_move_on(world, "linz", overrun=True)
    world.war(["fr"], ["pr"]).put("fr", "breslau", 4)
    piece = marching.force(world, "breslau", {"fr": 4})
    assert marching.refusals(world, piece, "posen") == ("12.4",)
    world.put("fr", "posen", 1)
    assert marching.refusals(world, piece, "posen") == ()
    assert fighting.defender_retreat(world, "fr", "breslau", None) == ("posen",)


# -- meeting -----------------------------------------------------------------------------------


def test_case_8_davout(world):
    world.flags |= {"prague": "fr", "linz": "fr"}
    world.lead("davout", "prague")
    (one,) = meeting.interceptors(world, "au", "linz")
    assert one.lines == {"friendly": 1, "battle": 3, "connection": -1}
    assert (one.succeeds(5), one.succeeds(6)) == (False, True)


def test_cases_72_73_78_charles(world):
    world.lead("charles", "vienna").lead("mack", "vienna").lead("ferdinand", "prague")
    found = {one.leader: one for one in meeting.interceptors(world, "fr", "linz")}
    assert set(found) == {"charles", "mack", "ferdinand"}
    assert found["charles"].succeeds(5) and not found["charles"].succeeds(4)
    assert found["ferdinand"].lines["connection"] == -1
    meeting.after_failure(world, "vienna")
    assert [one.leader for one in meeting.interceptors(world, "fr", "linz")] == ["ferdinand"]
    world.put("au", "linz", 1).put("fr", "linz", 1)
    assert meeting.interceptors(world, "fr", "linz") == ()


def test_cases_74_75_138_evasions(world):
    world.put("au", "linz", 4).lead("mack", "linz")
    found = {one.target: one for one in meeting.evasions(world, "au", "mack", "linz", "munich")}
    assert found["vienna"].succeeds(7) and not found["vienna"].succeeds(6)
    assert "munich" not in found and ATLAS.link("linz", "munich")
    world.put("au", "mantua", 3).lead("charles", "mantua")
    found = {one.target: one for one in meeting.evasions(world, "au", "charles", "mantua", "milan")}
    assert set(found["tyrol"].lines.values()) == {3, 1, -1} and found["tyrol"].modifier == 2
    assert not {"tuscany", "milan"} & set(found)
    assert fighting.terrain(world, "au", "mantua", ["milan"]) == 0


def test_cases_77_133_flags_and_builds(world):
    world.flags["milan"] = "gb"
    world.lead("massena", "mantua").lead("ferdinand", "linz")
    (one,) = meeting.interceptors(world, "gb", "milan")
    assert one.succeeds(7) and not one.succeeds(6)
    (one,) = meeting.interceptors(world, "fr", "munich")
    assert one.succeeds(7) and not one.succeeds(6) and one.lines == {"battle": 2}
    world.put("fr", "munich", 2)
    assert meeting.interceptors(world, "fr", "munich") == ()


# -- fighting ----------------------------------------------------------------------------------


def test_cases_79_80_dice(world):
    french = Side({"fr": 6}, "napoleon", ("murat",))
    austrian = Side({"au": 7}, "mack", ("ferdinand",))
    assert sum(fighting.battle_dice(ATLAS, french).values()) == 13
    assert fighting.battle_dice(ATLAS, austrian) == {"units": 8, "commander": 1, "bonus": 1}
    ground = fighting.terrain(world, "au", "linz", ["prague"])
    assert (ground, fighting.terrain(world, "au", "linz", ["prague", "munich"])) == (2, 0)
    assert sum(fighting.battle_dice(ATLAS, austrian, ground=ground).values()) == 12
    second = fighting.battle_dice(ATLAS, austrian, first_round=False, ground=ground)
    assert sum(second.values()) == 10
    assert fighting.terrain(world, "au", "linz", ["prague"], evasion_failed=True) == 0


def test_cases_81_82_hits():
    found = fighting.settle(Side({"fr": 6}, "napoleon", ("murat",)), 2, 3)
    assert (found.removed, found.disrupted, found.commander, found.suffered) == (2, 3, "", 5)
    found = fighting.settle(Side({"fr": 1}, "napoleon"), 2, 2)
    assert (found.removed, found.disrupted, found.commander) == (2, 0, "removed")
    assert (found.suffered, found.excess) == (4, 2)
    found = fighting.settle(Side({"fr": 4}, "napoleon", disrupted=2), 1, 3)
    assert (found.disrupted, found.down, found.commander, found.excess) == (3, 4, "disrupted", 0)
    beaten = Side({"fr": 3}, "napoleon", disrupted=3, commander_disrupted=True, excess=1)
    assert sum(fighting.battle_dice(ATLAS, beaten, first_round=False).values()) == 1


def test_case_81_shares():
    assert fighting.splits({"fr": 6}, {"fr": 1}, 5) == {(("fr", 5),)}
    odd = {(("fr", 2), ("sp", 1)), (("fr", 1), ("sp", 2))}
    assert fighting.splits({"fr": 4, "sp": 4}, {}, 3) == odd
    assert fighting.splits({"fr": 4, "sp": 1}, {}, 4) == {(("fr", 3), ("sp", 1))}
    assert fighting.splits({"fr": 2}, {"sp": 1}, 3) == {(("fr", 2), ("sp", 1))}


@pytest.mark.parametrize(("sp", "fr", "bonus"), [(3, 1, 0), (3, 3, 0), (3, 4, 2)])
def test_case_83_unit_bonus(sp, fr, bonus):
    assert fighting.unit_bonus(ATLAS, Side({"sp": sp, "fr": fr})) == bonus


def test_cases_12_13_84_86_88_140_ends(world):
    assert fighting.is_rout(5, 2) and fighting.is_rout(6, 2) and not fighting.is_rout(4, 2)
    assert fighting.winner((2, 5), (2, 5), final=False) == "again"
    assert fighting.winner((4, 5), (5, 5), final=True) == "active"
    assert fighting.winner((3, 5), (3, 5), final=True) == "passive"
    assert fighting.winner((9, 0), (9, 0), final=False) == "nobody"
    assert fighting.winner((1, 0), (9, 1), final=False) == "passive"
    assert fighting.is_overrun(0, 3) and not fighting.is_overrun(0, 0)
    assert fighting.is_flag_overrun(world, "linz", 9, 8)
    assert not fighting.is_flag_overrun(world, "linz", 8, 8)


def test_case_85_retreat(world):
    around = set(ATLAS.neighbours("linz")) - {"graz"}
    world.flags |= dict.fromkeys(around - {"munich", "ratisbon"}, "fr")
    world.put("au", "linz", 3)
    assert fighting.defender_retreat(world, "au", "linz", "munich") == ("graz",)
    loser = marching.force(world, "linz", {"au": 3})
    assert marching.withdrawal_causes(world, loser, "graz") == ()
    assert causes(marching.withdrawal_causes(world, loser, "munich")) == ["9.44"]
    world.flags["graz"] = "fr"
    third = fighting.defender_retreat(world, "au", "linz", "munich")
    assert "graz" in third and "prague" not in third and "munich" not in third


def test_case_139_back_to_a_siege(world):
    world.put("fr", "moravia", 3)
    assert fighting.active_retreat(world, "fr", "moravia", "prague") == ()
    world.put("fr", "prague", 1)
    assert fighting.active_retreat(world, "fr", "moravia", "prague") == ("prague",)
    assert kind(world, "fr", "prague") == UNCONTROLLED
    loser = marching.force(world, "moravia", {"fr": 3})
    assert marching.withdrawal_causes(world, loser, "prague") == ()


def test_case_140_a_strait_costs_the_last(world):
    world.put("gb", "naples", 1)
    loser = marching.force(world, "naples", {"gb": 1})
    assert marching.withdrawal_causes(world, loser, "sicily") == (marching.Cause("9.44", 0, 1),)


def test_cases_11_89_90_sieges():
    assert fighting.another_round(3, 2, 4) and not fighting.falls(4, 3)
    assert fighting.falls(4, 4) and not fighting.another_round(1, 2, 4)
    assert fighting.siege_overrun(2, 2, 1) and not fighting.siege_overrun(2, 2, 2)
    assert fighting.siege_overrun(2, 3, 2)


def test_cases_91_92_who_besieges(world):
    world.put("au", "mantua", 3).lead("charles", "mantua")
    assert fighting.siege_refusals(world, "charles") == ()
    assert fighting.siege_refusals(world, "charles", preempting=True) == ("12.2.b",)
    assert fighting.siege_refusals(world, "charles", besieged=True) == ("12.2.c",)
    world.put("fr", "mantua", 1)
    assert fighting.siege_refusals(world, "charles") == ("12.2.a",)


# -- flags and conquest ------------------------------------------------------------------------


def test_cases_47_48_49_flags(world):
    world.put("fr", "munich", 3).lead("ney", "munich").lead("mack", "vienna")
    linz = ("linz", "place", "7.41.b")
    assert linz not in conquering.flags_for_cp(world, "fr")
    meeting.after_failure(world, "vienna")
    assert linz in conquering.flags_for_cp(world, "fr")
    world.flags["rotterdam"] = "gb"
    world.lead("davout", "brussels")
    assert conquering.flag_reached(world, "fr", "rotterdam") is None
    world.lead("soult", "arnhem")
    assert conquering.flag_reached(world, "fr", "rotterdam") == "7.41.b"
    assert conquering.flag_acts(world, "fr", "rotterdam") == {"remove"}
    world.put("fr", "venice", 2).put("fr", "prague", 2)
    bought = conquering.flags_for_cp(world, "fr")
    assert ("venice", "place", "7.41.a") in bought
    assert not [one for one in bought if one[0] == "prague"]
    assert conquering.end_of_turn_flag(world, "venice") == ("place", "fr")


def test_cases_17_111_146_needed_dice(world):
    world.war(["gb", "ru"], ["dk"]).war(["ru"], ["sw"])
    world.flags = {"vienna": "fr", "tyrol": "fr", "venice": "fr", "copenhagen": "gb"}
    needed = {t.victim: (t.conqueror, t.needed) for t in conquering.victims(world, "gb")}
    assert needed == {"au": ("fr", 4), "dk": ("gb", 2)}
    world.flags = {"stockholm": "ru", "moscow": "fr", "paris": "au"}
    world.flags |= dict.fromkeys(("milan", "mantua", "rome"), "au")
    needed = {t.victim: t.needed for t in conquering.victims(world, "gb")}
    assert needed == {"sw": 3, "fr": 4}
    world.flags = {"vienna": "fr", "paris": "au"}
    assert [t.victim for t in conquering.victims(world, "gb")] == ["au", "fr"]
    assert conquering.victims(world, "gb", frozenset({"au"})) == ()


def test_case_112_and_two_capitals(world):
    world.war(["gb", "ru"], ["dk"]).flags["copenhagen"] = "gb"
    world.put("ru", "copenhagen", 4)
    assert conquering.conqueror(world, "dk", "fr") == "gb"
    world.war(["ot"], ["ru"]).flags |= {"moscow": "fr", "st_petersburg": "ot", "odessa": "ot"}
    assert conquering.conqueror(world, "ru", "fr") == "ot"
    del world.flags["odessa"]
    assert conquering.conqueror(world, "ru", "gb") == "ot"
    assert conquering.conqueror(world, "ru", "fr") == "fr"


def test_cases_113_145_cession(world):
    world.flags = dict.fromkeys(("vienna", "tyrol", "venice", "lemberg"), "fr")
    only = conquering.trial(world, "au", "fr")
    assert only and only.lines == {"keys": 4, "nation": -1}
    assert only.conquers(3) and not only.conquers(2)
    assert conquering.flags_lifted(world, "au", "fr") == {"vienna", "tyrol", "venice"}
    assert len(conquering.cedable(ATLAS, "au")) == 11
    assert conquering.picks(ATLAS, "au", "fr", 5) == ("fr", "au", "fr", "au", "fr")
    world.put("fr", "vienna", 3).put("sp", "tyrol", 1).put("ru", "graz", 1).put("au", "munich", 1)
    found = conquering.evacuation(world, "au", "fr")
    assert found.leave == {("fr", "vienna")} and found.choose == {("sp", "tyrol")}
    assert found.regrouped == {("ru", "graz"), ("au", "munich")}
    world.flags = {"linz": "fr"}
    assert conquering.capital_exits(world, "fr", "vienna") == ("linz",)
    assert conquering.reparations({"au": 2}, "au", "fr") == {"fr": 1, "au": 0}
