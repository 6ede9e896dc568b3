"""Worked examples of section 18.E that touch submission, and a few by clause."""

from pathlib import Path

import pytest

from tests.napoleonic_wars.second_reading import conquering, submitting
from tests.napoleonic_wars.second_reading.submitting import Pieces, Terms
from tests.napoleonic_wars.second_reading.world import (
    FRIENDLY,
    allied,
    at_war,
    closed_ground,
    empty,
    kind,
    read_atlas,
)

DATA = Path(__file__).parents[3] / "napoleon" / "rulesets" / "napoleonic_wars" / "data"
ATLAS = read_atlas(DATA)
POWERS = ("fr", "gb", "ru", "au")


@pytest.fixture
def world():
    return empty(ATLAS)


@pytest.fixture
def invaded(world):
    """Case 116: AU has 6 SP and leaders in play, FR 9 in AU's home duchies."""
    world.put("au", "prague", 5).lead("charles", "prague")
    world.put("fr", "vienna", 5).lead("napoleon", "vienna")
    return world.put("fr", "tyrol", 3)


# -- who may offer -----------------------------------------------------------------------------


def test_case_116_asked_and_refused(invaded):
    assert submitting.asked(invaded, POWERS) == {"au": "fr"}
    assert submitting.asked(invaded, POWERS, refused_now={"au"}) == {}
    offer = Terms(cede=frozenset({"tyrol", "trieste"}))
    assert submitting.offer_refusals(invaded, "au", "fr", offer, POWERS) == ()
    assert submitting.offer_refusals(invaded, "au", "fr", offer, POWERS, True) == ("15.41.a",)
    assert submitting.offers_follow()
    assert not submitting.offers_follow(passed=True)
    assert not submitting.offers_follow(early_winter=True)


def test_case_117_equals_are_not_fewer_and_proxies_never(invaded):
    invaded.put("au", "lemberg", 3)
    assert submitting.in_play(invaded, "au") == 9
    assert submitting.asked(invaded, POWERS) == {}
    north = empty(ATLAS, {"sw": "coalition", "gb": "coalition", "fr": "imperial"})
    north.put("fr", "stockholm", 4)
    assert submitting.asked(north, POWERS) == {}


def test_country_is_home_duchies_and_regrouped_pieces_do_not_count(world):
    world.put("fr", "lemberg", 9)
    assert submitting.may_submit_to(world, "au") == ()
    world.put("fr", "graz", 1)
    assert submitting.may_submit_to(world, "au") == ("fr",)
    assert submitting.may_submit_to(world, "au", commanded=POWERS[1:]) == ()


def test_most_forces_and_ties(world):
    world.put("au", "prague", 1).put("fr", "graz", 3).put("sp", "linz", 3)
    assert submitting.may_submit_to(world, "au") == ("fr",)
    world.flags["tyrol"] = "sp"
    assert submitting.may_submit_to(world, "au") == ("sp",)
    assert submitting.may_submit_to(world, "au", flags=False) == ("fr",)


def test_order_of_asking(world):
    world.put("fr", "graz", 1).put("fr", "york", 1)
    assert list(submitting.asked(world, POWERS, last="au")) == ["gb", "au"]
    assert list(submitting.asked(world, POWERS, last="gb")) == ["au", "gb"]


# -- terms -------------------------------------------------------------------------------------


def test_terms(world):
    world.flags |= {"lemberg": "fr", "tyrol": "fr", "munich": "au"}
    cede = submitting.may_cede(world, "au", "fr")
    assert {"tyrol", "trieste", "cracow"} <= cede
    assert not {"vienna", "lemberg", "munich"} & cede
    assert submitting.may_unflag(world, "au", "fr") == {"lemberg"}
    world.put("fr", "graz", 1)
    bad = Terms(cede=frozenset({"vienna"}))
    assert submitting.offer_refusals(world, "au", "fr", bad, POWERS) == ("R-151",)
    assert submitting.offer_refusals(world, "au", "fr", Terms(), POWERS) == ()


def test_no_flag_where_an_ally_is_associated():
    east = empty(ATLAS, {"ru": "coalition", "gb": "coalition", "pr": "imperial"})
    assert "hanover" not in submitting.may_cede(east, "pr", "ru")
    assert "hanover" in submitting.may_cede(east, "pr", "gb")


# -- what follows ------------------------------------------------------------------------------


def test_case_116_accepted(invaded):
    invaded.flags |= {"vienna": "fr", "tyrol": "fr", "graz": "sp", "lemberg": "fr", "munich": "au"}
    invaded.put("ru", "moravia", 2).put("ru", "cracow", 1).put("au", "munich", 1)
    invaded.put("au", "cracow", 1)
    made = submitting.accepted(
        invaded, "au", "fr", Terms(frozenset({"tyrol", "trieste"})), {"au": 2, "fr": 1}
    )
    assert made.after.flags == {"tyrol": "fr", "trieste": "fr", "lemberg": "fr"}
    assert made.neutral == {"au"}
    assert not any(at_war(made.after, "au", n) for n in ATLAS.nations)
    assert not allied(made.after, "au", "gb")
    assert at_war(made.after, "fr", "gb")
    assert made.resources == {"au": 0, "fr": 2}
    assert made.regrouped == {("ru", "moravia"), ("au", "munich")}
    assert made.choose == {("fr", "tyrol")}
    assert made.leave == {("fr", "vienna"): ()}
    assert kind(made.after, "fr", "graz") == FRIENDLY
    assert closed_ground(made.after, "sp", "vienna") == "15.21.c"
    assert not (made.over or made.unaligned or made.frozen or made.new_hand)


def test_grace_is_over_in_the_interphase_of_the_turn(invaded):
    made = submitting.accepted(invaded, "au", "fr", Terms())
    assert submitting.grace_bars(made, "au", "sp", interphase_since=False)
    assert submitting.grace_bars(made, "fr", "au", interphase_since=False)
    assert not submitting.grace_bars(made, "fr", "au", interphase_since=True)
    assert not submitting.grace_bars(made, "fr", "ru", interphase_since=False)


def test_capital_is_left_for_a_friendly_flag(invaded):
    near = next(x for x in ATLAS.neighbours("vienna") if ATLAS.spaces[x].home == "au")
    made = submitting.accepted(invaded, "au", "fr", Terms(frozenset({near})))
    assert made.leave == {("fr", "vienna"): (near,)}


def test_given_back(invaded):
    invaded.flags["lemberg"] = "fr"
    invaded.put("au", "lemberg", 1)
    assert ("au", "lemberg") in submitting.accepted(invaded, "au", "fr", Terms()).regrouped
    made = submitting.accepted(invaded, "au", "fr", Terms(unflag=frozenset({"lemberg"})))
    assert made.after.flags == {}
    assert made.regrouped == set()


def test_original_owner_gets_it_back_without_a_flag():
    east = empty(ATLAS, {"pr": "coalition", "fr": "imperial"})
    east.flags["warsaw"] = "fr"
    assert "warsaw" in submitting.may_cede(east, "fr", "pr")
    made = submitting.accepted(east, "fr", "pr", Terms(frozenset({"warsaw"})))
    assert made.after.flags == {}


def test_pact_proxies_follow_their_power(world):
    world.pacts["sw"] = "ru"
    world.camps["sw"] = "coalition"
    world.war(["sw"], ["fr", "sp"])
    world.put("sw", "novgorod", 1).put("sw", "stralsund", 1).put("sw", "berlin", 1)
    world.flags |= {"holstein": "sw"}
    made = submitting.accepted(world, "ru", "fr", Terms())
    assert made.neutral == {"ru", "sw"}
    assert made.after.pacts["sw"] == "ru"
    assert made.regrouped == {("sw", "berlin")}
    assert made.after.flags == {}
    assert not at_war(made.after, "sw", "fr")


def test_squadrons(world):
    world.flags |= {"kent": "fr", "naples": "fr"}
    world.fleets = {
        "cornwall": {"ru": 1},
        "kent": {"fr": 1},
        "riga": {"gb": 1},
        "english_channel": {"fr": 2},
    }
    made = submitting.accepted(world, "gb", "fr", Terms())
    assert made.sail == {
        ("gb", "riga"): ("R-130", ATLAS.spaces["riga"].ports[0]),
        ("ru", "cornwall"): ("R-130", "irish_sea"),
    }


def test_case_118_france(world):
    world.put("gb", "calais", 1)
    assert submitting.asked(world, POWERS) == {"fr": "gb"}
    made = submitting.accepted(world, "fr", "gb", Terms(), {}, {"fr"})
    assert made.over
    assert made.resources == {"gb": 1, "fr": 0}
    assert made.plus_key == set()
    assert made.neutral == {"fr", "sp"}


def test_gifts_go_to_powers_of_the_camp(world):
    made = submitting.accepted(world, "fr", "ru", Terms(frozenset({"mainz"})))
    assert submitting.gifts(made.after, "ru", "mainz") == {"gb", "au"}
    assert submitting.gifts(made.after, "ru", "mainz", ("ru", "au")) == {"au"}


def test_caretaker_is_released():
    east = empty(ATLAS, {"ru": "coalition", "au": "coalition"})
    east.war(["ot"], ["ru"])
    east.war(["fr"], ["ru"])
    made = submitting.accepted(east, "ru", "fr", Terms())
    assert submitting.released(east, made, ["ot"]) == {"ot"}


# -- by force ----------------------------------------------------------------------------------


def test_proxy_is_conquered_by_the_enemy_with_most_forces(world):
    world.put("gb", "corunna", 2).put("ru", "cadiz", 1).put("fr", "madrid", 9)
    world.put("sp", "toulouse", 1)
    assert submitting.forced_by(world, "sp") == "gb"
    made = submitting.forced(world, "sp", ["corunna"], {"sp": 1}, proxy=True, commanded=True)
    assert (made.unaligned, made.frozen, made.new_hand) == (True, True, True)
    assert made.resources == {"sp": 0, "gb": 1}
    assert made.after.flags == {"corunna": "gb"}
    assert made.regrouped == {("fr", "madrid"), ("sp", "toulouse")}
    assert made.choose == {("gb", "corunna"), ("ru", "cadiz")}
    assert made.passage == conquering.side_of(world, "gb")
    assert submitting.pickers(world, "sp", "gb", 3) == ("gb", "sp", "gb")
    assert submitting.pickers(world, "sp", "gb", 3, commanded=False) == ("gb",) * 3


def test_proxy_without_an_enemy_in_its_country(world):
    world.put("fr", "madrid", 2).put("sp", "toulouse", 1)
    made = submitting.forced(world, "sp", ["burgos"], {"sp": 1}, proxy=True)
    assert made.by is None
    assert made.unaligned
    assert not made.frozen
    assert made.after.flags == {}
    assert made.resources == {"sp": 1}
    assert made.regrouped == {("fr", "madrid"), ("sp", "toulouse")}
    assert made.passage == made.grace == set()
    assert not allied(made.after, "sp", "fr")


def test_a_flag_is_a_force(world):
    world.flags["corunna"] = "gb"
    assert submitting.forced_by(world, "sp") == "gb"
    assert submitting.forced_by(world, "sp", flags=False) is None


def test_case_31_and_r_102_for_powers(world):
    short = submitting.shortage(Pieces(4, 1), Pieces(3, 1))
    assert short == Pieces(1)
    assert not submitting.must_submit(world, "au", short, [3])
    assert not submitting.must_submit(world, "au", short, [1, 1])
    assert submitting.must_submit(world, "au", short)
    assert not submitting.must_submit(world, "au", short, resources=1)
    assert submitting.must_submit(world, "au", short, [3], counters=Pieces())
    assert submitting.must_submit(world, "au", Pieces(0, 1), [5], leader_costs=[6])
    assert not submitting.must_submit(world, "au", Pieces(0, 1), [6], leader_costs=[6])
    assert submitting.must_submit(world, "au", Pieces(0, 0, 2), [6])
    made = submitting.forced(world, "au", resources={"au": 0})
    assert (made.by, made.neutral, made.over) == (None, {"au"}, False)
    assert submitting.forced(world, "fr").over


def test_turkish_wars_end_with_a_conquest(world):
    world.war(["ot"], ["ru"])
    assert not submitting.forced(world, "ot", proxy=True).turkish_wars_end
    world.put("ru", "bucharest", 1)
    assert submitting.forced(world, "ot", proxy=True).turkish_wars_end
