"""The acceptance cases on moves, stacking, rivers, capture and arrival [8, 9, 10, 11]."""

import pytest

from napoleon.rulesets.eagles_waterloo.events.cards import CardRouted, CardsRevealed
from napoleon.rulesets.eagles_waterloo.events.moves import CardMoved
from napoleon.rulesets.eagles_waterloo.events.terrain import CaptorsChosen, TerrainFallen
from napoleon.rulesets.eagles_waterloo.events.turn import PrussiansArrived
from napoleon.rulesets.eagles_waterloo.orders import (
    CheckMorale,
    ChooseCaptors,
    EndCombat,
    Move,
    Shock,
    ShowGeneral,
)
from tests.eagles_waterloo.fields import ALLIED, FRENCH, fighting, legal_orders, play, refusal

OTHERS = {
    "french_left": "f_soye_brigade",
    "french_right": "f_campi_brigade",
    "allied_left": "b_kempt_8th_br",
    "allied_right": "b_pack_9th_br",
}


def test_case_12_cavalry_charges_out_of_the_reserve():
    """SB.centre: from Reserve it engages in the enemy centre, and all there is turned up."""
    lines = {
        "french_reserve": "f_guard_heavy_guyot f_milhaud",
        "french_centre": "f_gauthier_brigade",
        "allied_centre": "b_bylandt b_2nd_div_foot b_grant",
    }
    given = fighting("waterloo", {**OTHERS, **lines})
    down = [given.token(card) for card in lines["allied_centre"].split()]

    way = [Move("f_guard_heavy_guyot", to) for to in ("french_centre", "allied_centre")]
    told = play(given, FRENCH, *way)

    first, second = told.events_of(CardMoved)
    assert (first.way, first.face_up) == ("", False)
    assert (second.way, second.face_up) == ("engage", True)
    shown = told.the(CardsRevealed, reason="engaged").cards
    assert sorted(down) == sorted(shown)
    assert all(told.card(card).revealed for card in told.battle.at("allied_centre"))
    refused = refusal(told, FRENCH, Shock("f_guard_heavy_guyot", "b_bylandt"))
    assert refused == ("MOVED_THIS_TURN", "G-12")


@pytest.mark.parametrize("carried", ["", ":square"])
def test_case_14_infantry_leaves_the_reserve_in_any_formation(carried):
    """9.0: in square or not, it moves up as a column."""
    lines = {"french_reserve": f"f_husson_brigade{carried}", "french_centre": "f_gauthier_brigade"}
    given = fighting("waterloo", {**OTHERS, "allied_centre": "b_bylandt", **lines})

    told = play(given, FRENCH, Move("f_husson_brigade", "french_centre", "column"))

    assert told.the(CardMoved).formation == "column"
    assert told.card("f_husson_brigade").formation == "column"


def test_case_22_foot_artillery_does_not_engage():
    """8.1: it goes neither among enemies in their position, nor among those in its own line."""
    lines = {"french_centre": "f_i_corps_foot_a f_i_corps_horse", "allied_centre": "b_bylandt"}
    given = fighting("waterloo", {**OTHERS, **lines})

    refused = refusal(given, FRENCH, Move("f_i_corps_foot_a", "allied_centre"))
    assert refused == ("FOOT_ARTILLERY_ENGAGE", "8.1")
    assert refusal(given, FRENCH, Move("f_i_corps_horse", "allied_centre")) is None

    lines = {"french_reserve": "f_i_corps_foot_a", "french_centre": "f_gauthier_brigade b_bylandt"}
    attacked = fighting("waterloo", {**OTHERS, "allied_centre": "b_grant", **lines})
    refused = refusal(attacked, FRENCH, Move("f_i_corps_foot_a", "french_centre"))
    assert refused == ("FOOT_ARTILLERY_ENGAGE", "8.1")


FOUR = "f_gauthier_brigade f_husson_brigade f_bauduin_brigade f_quiot_brigade"


def test_case_23_a_full_position_may_be_passed():
    """8.4, 8.0: one more moves in and another moves on, and the phase may end."""
    lines = {"french_centre": FOUR, "french_reserve": "f_brue_brigade"}
    given = fighting("waterloo", {**OTHERS, "allied_centre": "b_bylandt", **lines})

    five = play(given, FRENCH, Move("f_brue_brigade", "french_centre"))
    assert refusal(five, FRENCH, EndCombat()) == ("STACK_FULL", "8.4")

    four = play(five, FRENCH, Move("f_quiot_brigade", "allied_centre"))
    assert refusal(four, FRENCH, EndCombat()) is None


def test_case_23_a_general_does_not_count():
    """8.4: four units and a general who lies face up are four."""
    lines = {"french_centre": f"{FOUR} f_reille", "allied_centre": "b_bylandt"}
    assert refusal(fighting("waterloo", {**OTHERS, **lines}), FRENCH, EndCombat()) is None


def dyle(**lines):
    """The River Dyle at Wavre, which one card crosses per combat turn in the Prussian right."""
    line = {
        "french_left": "f_billard_brigade f_corsin_brigade f_vandamme",
        "french_centre": "f_dufour_brigade",
        "french_right": "f_hulot_brigade",
        "allied_left": "p_30th_rgt",
        "allied_centre": "p_31st_rgt",
        "allied_right": "p_27th_rgt",
        **lines,
    }
    return fighting("wavre", line, sites={"p_river_dyle_r": "allied_right"})


def test_case_25_a_river_lets_one_across():
    """11.3: the second card is refused; a general crosses freely."""
    one = play(dyle(), FRENCH, Move("f_billard_brigade", "allied_right"))
    moved = one.the(CardMoved)
    assert (moved.river, moved.crossed) == ("p_river_dyle_r", 1)

    refused = refusal(one, FRENCH, Move("f_corsin_brigade", "allied_right"))
    assert refused == ("RIVER_LIMIT", "11.3")
    general = play(one, FRENCH, Move("f_vandamme", "allied_right"))
    assert general.the(CardMoved).river == ""


def test_case_25_crossing_back_counts_as_well():
    """11.3, G-21: engaging and disengaging share the limit; other lanes are not concerned."""
    given = dyle(allied_right="p_27th_rgt f_lagarde_brigade f_gengoux_brigade")

    back = play(given, FRENCH, Move("f_lagarde_brigade", "french_left"))

    assert back.the(CardMoved).crossed == 1
    refused = refusal(back, FRENCH, Move("f_billard_brigade", "allied_right"))
    assert refused == ("RIVER_LIMIT", "11.3")
    assert refusal(back, FRENCH, Move("f_dufour_brigade", "allied_centre")) is None


def test_case_26_a_building_falls_with_its_last_defender():
    """11.5: the defender routs, and enemy infantry in the position has Hougoumont at once."""
    lines = {
        "french_centre": "f_gauthier_brigade",
        "allied_right": "b_byng_2nd_guards:hits1 b_pack_9th_br f_bauduin_brigade",
    }
    sites = {"sites": {"b_hougoumont": "allied_right"}, "on": {"b_byng_2nd_guards": "b_hougoumont"}}
    given = fighting("waterloo", {**OTHERS, **lines}, active=ALLIED, phase="morale", **sites)

    told = play(given, ALLIED, CheckMorale("b_byng_2nd_guards"), dice=[5])

    assert told.the(CardRouted).terrain == "b_hougoumont"
    assert told.the(TerrainFallen).side == FRENCH
    assert told.the(CaptorsChosen).cards == ("f_bauduin_brigade",)
    assert told.battle.sites["b_hougoumont"].side == FRENCH
    assert told.types.index("card_routed") < told.types.index("terrain_fallen")
    assert told.types.index("terrain_fallen") < told.types.index("phase_started")


def test_case_26_its_new_holder_chooses_who_goes_in():
    """11.5, G-23: up to the capacity, in the enemy's turn."""
    french = "f_bauduin_brigade f_husson_brigade f_quiot_brigade"
    lines = {
        "french_centre": "f_gauthier_brigade",
        "allied_right": f"b_byng_2nd_guards:hits1 b_pack_9th_br {french}",
    }
    sites = {"sites": {"b_hougoumont": "allied_right"}, "on": {"b_byng_2nd_guards": "b_hougoumont"}}
    given = fighting("waterloo", {**OTHERS, **lines}, active=ALLIED, phase="morale", **sites)

    told = play(given, ALLIED, CheckMorale("b_byng_2nd_guards"), dice=[5])

    assert told.asked == [(FRENCH, "captors")]
    assert len(legal_orders(told, FRENCH, ChooseCaptors)) == 3 + 3
    refused = refusal(told, FRENCH, ChooseCaptors(tuple(french.split()), "b_hougoumont"))
    assert refused == ("CAPACITY", "G-23")
    two = ("f_bauduin_brigade", "f_quiot_brigade")
    done = play(told, FRENCH, ChooseCaptors(two, "b_hougoumont"))
    assert done.battle.on("b_hougoumont") == list(two)
    assert done.asked == [(ALLIED, "combat")]


def test_case_32_prussians_wait_for_their_general():
    """10.0: nobody leaves the Reserve before; then the Allied left is theirs, the centre not."""
    lines = {
        **OTHERS,
        "french_centre": "f_gauthier_brigade",
        "allied_centre": "b_bylandt",
        "allied_reserve": "p_15th_rgt p_bulow b_grant",
    }
    given = fighting("waterloo", lines, active=ALLIED)
    for card in ("p_15th_rgt", "p_bulow"):
        refused = refusal(given, ALLIED, Move(card, "allied_left"))
        assert refused == ("PRUSSIAN_NOT_ARRIVED", "10.0")
    refused = refusal(given, ALLIED, ShowGeneral("p_15th_rgt"))
    assert refused == ("NOT_PRUSSIAN_GENERAL", "10.0")
    assert refusal(given, ALLIED, Move("b_grant", "allied_centre")) is None

    shown = play(given, ALLIED, ShowGeneral("p_bulow"))

    assert shown.the(PrussiansArrived).card == "p_bulow"
    assert refusal(shown, ALLIED, Move("p_15th_rgt", "allied_left")) is None
    for place in ("allied_centre", "allied_right"):
        refused = refusal(shown, ALLIED, Move("p_15th_rgt", place))
        assert refused == ("PRUSSIAN_LANE", "10.0")
