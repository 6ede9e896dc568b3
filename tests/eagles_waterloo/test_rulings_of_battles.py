"""Own rulings on battles: what counts as hit, who captures, generals, specials, decoys."""

import pytest

from napoleon.rulesets.eagles_waterloo.events.cards import CardsRevealed
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, GeneralHit
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.moves import CardSentBack
from napoleon.rulesets.eagles_waterloo.events.terrain import CaptorsChosen, TerrainFallen
from napoleon.rulesets.eagles_waterloo.orders import (
    CheckMorale,
    EndCombat,
    EndTurn,
    Fire,
    Move,
    OccupyTerrain,
    PlaceDecoy,
    PlaySpecial,
    ShowDecoy,
)
from napoleon.rulesets.eagles_waterloo.released.v1_0 import differs
from napoleon.rulesets.eagles_waterloo.state import Played as PlayedSpecial
from napoleon.rulesets.eagles_waterloo.victory import forfeited
from tests import acting
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    Played,
    fighting,
    play,
    refusal,
    told,
)

BATTERY = "f_ii_corps_foot_a"
OTHERS = {
    "french_centre": "f_gauthier_brigade",
    "french_right": "f_campi_brigade",
    "allied_left": "b_kempt_8th_br",
    "allied_centre": "b_pack_9th_br",
}


def test_g_64_a_card_face_down_counts_as_a_unit_without_a_hit():
    line = {"french_left": f"{BATTERY} f_vi_corps_12_pdr", "allied_right": "b_bylandt b_cooke:down"}
    given = fighting("waterloo", {**OTHERS, **line}, decoys=True)

    hit = play(given, FRENCH, Fire(BATTERY, given.token("b_bylandt")), dice=[6, 2, 2])

    refused = refusal(hit, FRENCH, Fire("f_vi_corps_12_pdr", "b_bylandt"))
    assert refused == ("TARGET_ALREADY_HIT", "7.4")


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("b_bylandt:column", ("NO_DICE", "G-61")),
        ("b_bylandt", ("NO_DICE", "G-61")),
        ("b_bylandt:column:up", None),
    ],
)
def test_g_65_a_shot_is_refused_by_what_lies_open(line, refused):
    hill = "b_mont_st_jean_ridge_r"
    lines = {**OTHERS, "french_left": BATTERY, "allied_right": line}
    given = fighting(
        "waterloo", lines, sites={hill: "allied_right"}, on={"b_bylandt": hill}
    )  # fmt: skip
    slope = PlayedSpecial("b_reverse_slope", ALLIED, "combat", "allied_right", lasts=True)
    given.battle.played.append(slope)

    target = "b_bylandt" if given.card("b_bylandt").revealed else given.token("b_bylandt")

    shot = play(given, FRENCH, Fire(BATTERY, target), dice=() if refused else [6, 5, 5])
    assert shot.refused == refused
    if not refused:
        assert shot.the(CardFired).rating == 1


def test_g_66_whoever_came_last_finds_no_room_by_rules_1_0():
    five = "f_gauthier_brigade f_husson_brigade f_bauduin_brigade f_quiot_brigade f_brue_brigade"
    lines = {**OTHERS, "french_centre": five, "french_left": "f_soye_brigade"}
    given = fighting("waterloo", {**lines, "allied_right": "b_bylandt"})
    assert refusal(given, FRENCH, EndCombat()) == ("STACK_FULL", "8.4")
    for card in given.battle.at("french_centre"):
        given.card(card).acted = True
    before = differs(RULES)

    ended = acting.give(before, Played, given.state, FRENCH, [EndCombat()], None)

    assert ended.the(CardSentBack).card == "f_brue_brigade"
    assert ended.card("f_brue_brigade").place == "french_reserve"
    assert not play(given, FRENCH, EndCombat()).events_of(CardSentBack)


def test_g_70_whoever_is_silent_loses():
    result = forfeited(FRENCH)
    assert (result.winner, result.clause) == (ALLIED, "G-70")


def test_g_71_specials_come_before_the_generals():
    lines = {**OTHERS, "french_left": "f_reille:hits1 f_soye_brigade:hits1 f_husson_brigade"}
    lines |= {"french_reserve": "f_vive_l_empereur", "allied_right": "b_bylandt"}
    given = fighting("waterloo", lines, phase="morale")
    special = PlaySpecial("f_vive_l_empereur", "french_left")

    played = play(given, FRENCH, special)
    assert not played.events_of(GeneralChecked)
    checked = play(played, FRENCH, CheckMorale("f_soye_brigade"), dice=[5, 5])
    assert checked.types.index("general_checked") < checked.types.index("morale_checked")
    assert checked.the(MoraleChecked).needed == 3 + 1 + 1


def at_the_general(general, **more):
    """French infantry rolls nothing but 1s at a brigade, beside which a general may stand."""
    line = f"{general} b_bylandt b_saxe_weimar f_husson_brigade"
    lines = {**OTHERS, "french_left": "f_soye_brigade", "allied_right": line}
    given = fighting("waterloo", lines, **more)
    given.battle.quiet = 9
    return play(given, FRENCH, Fire("f_husson_brigade", "b_bylandt"), dice=[1, 1, 1])


def test_g_71_generals_alone_are_checked_at_once():
    turn = play(at_the_general("b_perponcher"), FRENCH, EndCombat(), dice=[2, 3, 4])
    assert turn.the(GeneralChecked).dice == (2, 3, 4)
    assert turn.asked == [(ALLIED, "combat")]


def test_g_76_a_hit_on_a_general_is_a_hit():
    hit = at_the_general("b_perponcher")
    assert hit.the(GeneralHit).total == 3
    turn = play(hit, FRENCH, EndCombat(), dice=[2, 3, 4])
    assert (turn.state.result, turn.battle.quiet) == (None, 0)

    quiet = play(at_the_general(""), FRENCH, EndCombat())
    assert quiet.state.result.clause == "G-54"


HOUGOUMONT = {"b_hougoumont": "allied_right french"}


def test_g_77_terrain_that_falls_shows_who_takes_it():
    lines = {**OTHERS, "allied_right": "b_grant", "allied_reserve": "b_byng_2nd_guards"}
    lines["french_left"] = "f_soye_brigade"
    given = fighting("waterloo", lines, active=ALLIED, sites=HOUGOUMONT)

    came = play(given, ALLIED, Move("b_byng_2nd_guards", "allied_right"))

    token = came.token("b_byng_2nd_guards")
    shown = came.the(CardsRevealed, reason="captured")
    assert shown.cards == {token: "b_byng_2nd_guards"}
    assert came.the(CaptorsChosen).cards == ("b_byng_2nd_guards",)
    assert came.card("b_byng_2nd_guards").revealed
    first = next(it for it in told(came, FRENCH) if it["type"] == "card_moved")
    assert first["data"]["card"] is None


@pytest.mark.parametrize("active", [FRENCH, ALLIED])
def test_g_77_whoever_moves_onto_it_captures_it(active):
    """11.5: the card is turned to its new holder, whose infantry is seen to stand on it."""
    lines = {**OTHERS, "french_left": "f_soye_brigade", "allied_reserve": "b_byng_2nd_guards"}
    lines["allied_right"] = "b_grant"
    holder = "" if active == FRENCH else " french"
    card = "f_soye_brigade" if active == FRENCH else "b_byng_2nd_guards"
    sites = {"b_hougoumont": f"allied_right{holder}"}
    given = fighting("waterloo", lines, active=active, sites=sites)

    moved = play(given, active, Move(card, "allied_right", "", "b_hougoumont"))

    fallen = moved.the(TerrainFallen)
    assert (fallen.side, fallen.to) == (active, card)
    assert moved.battle.sites["b_hougoumont"].side == active
    assert moved.card(card).revealed
    assert moved.battle.on("b_hougoumont") == [card]


LANDWEHR = "p_1st_westphalian_lw:hits1 p_5th_westphalian_lw:hits1 p_24th_rgt"
LIGNY = {
    "french_left": "f_billard_brigade",
    "french_right": "f_dufour_brigade",
    "french_centre": "f_corsin_brigade",
    "allied_left": LANDWEHR,
    "allied_centre": "p_29th_rgt",
    "allied_right": "p_28th_rgt",
}


def test_g_79_fervour_is_played_on_the_position_of_the_card():
    specials = "p_landwehr_fervour p_landwehr_fervour.2"
    lines = {**LIGNY, "allied_reserve": specials}
    given = fighting("ligny", lines, active=ALLIED, phase="morale")
    first, second = specials.split()
    one = play(given, ALLIED, PlaySpecial(first, "", "p_1st_westphalian_lw"))
    again = PlaySpecial(second, "", "p_5th_westphalian_lw")
    assert refusal(one, ALLIED, again) == ("SAME_CARD", "13.0")


def test_g_80_cavalry_takes_its_stand_by_its_second_move():
    hill = "f_la_belle_alliance"
    lines = {**OTHERS, "french_reserve": "f_pire_2nd_cav", "french_left": "f_soye_brigade"}
    lines["allied_right"] = "b_bylandt"
    given = fighting("waterloo", lines, sites={hill: "french_centre"})

    up = play(given, FRENCH, Move("f_pire_2nd_cav", "french_centre"))
    stands = play(up, FRENCH, OccupyTerrain("f_pire_2nd_cav", hill))

    assert stands.battle.on(hill) == ["f_pire_2nd_cav"]
    refused = refusal(stands, FRENCH, Move("f_pire_2nd_cav", "allied_centre"))
    assert refused == ("ALREADY_ACTED", "7.0")


def test_g_81_a_chief_of_staff_is_no_decoy():
    lines = {**OTHERS, "french_reserve": "f_soult f_napoleon f_drouot"}
    lines |= {"french_left": "f_soye_brigade", "allied_right": "b_bylandt"}
    given = fighting("waterloo", lines, decoys=True)
    refused = refusal(given, FRENCH, PlaceDecoy("f_soult", "french_left"))
    assert refused == ("CHIEF_OF_STAFF", "12.3")
    assert refusal(given, FRENCH, PlaceDecoy("f_drouot", "french_left")) is None


def test_g_81_a_special_that_is_shown_goes_back():
    lines = {**OTHERS, "french_left": "f_soye_brigade f_rally", "allied_right": "b_bylandt"}
    given = fighting("waterloo", lines, decoys=True)
    shown = play(given, FRENCH, ShowDecoy("f_rally"))
    assert shown.card("f_rally").place == "french_reserve"


def test_g_85_generals_of_both_sides_are_not_alone_together():
    lines = {**OTHERS, "french_left": "f_reille f_soye_brigade", "allied_right": "b_cooke"}
    given = fighting("waterloo", lines)
    together = play(given, FRENCH, Move("f_reille", "allied_right"))
    assert together.battle.at("allied_right") == ["b_cooke", "f_reille"]


def test_g_86_en_avant_moves_who_has_moved_and_none_who_has_fired():
    lines = {**OTHERS, "french_reserve": "f_en_avant f_soye_brigade", "allied_right": "b_bylandt"}
    lines["french_left"] = "f_husson_brigade"
    given = fighting("waterloo", lines)
    up = play(given, FRENCH, Move("f_soye_brigade", "french_left"))
    assert refusal(up, FRENCH, Move("f_soye_brigade", "allied_right"))[0] == "NO_MOVES"
    on = play(up, FRENCH, PlaySpecial("f_en_avant", "french_left", "f_soye_brigade"))
    assert refusal(on, FRENCH, Move("f_soye_brigade", "allied_right")) is None

    lines["allied_right"] += " f_bauduin_brigade"
    fighters = fighting("waterloo", lines)
    special = PlaySpecial("f_en_avant", "allied_right", "f_bauduin_brigade")
    fire = Fire("f_bauduin_brigade", "b_bylandt")
    fired = play(fighters, FRENCH, fire, special, dice=[2] * 5)
    refused = refusal(fired, FRENCH, Move("f_bauduin_brigade", "french_left"))
    assert refused == ("ALREADY_ACTED", "7.0")


def test_g_87_a_chief_of_staff_on_the_field_goes_back():
    lines = {**OTHERS, "french_reserve": "f_napoleon", "allied_right": "b_bylandt"}
    lines["french_left"] = "f_soult f_soye_brigade:hits1"
    given = fighting("waterloo", lines, phase="morale")
    checked = play(given, FRENCH, CheckMorale("f_soye_brigade"), dice=[3])
    assert checked.lines(MoraleChecked) == [(3, "6.0")]
    assert refusal(checked, FRENCH, EndCombat()) == ("CHIEF_OF_STAFF", "G-26")
    back = play(checked, FRENCH, Move("f_soult", "french_reserve"))
    assert refusal(back, FRENCH, EndCombat()) is None


def test_g_88_the_guard_spares_its_general():
    lines = {**OTHERS, "french_reserve": "f_la_garde_au_feu", "allied_right": "b_bylandt"}
    lines["french_left"] = "f_drouot:hits1 f_1st_2nd_grenadiers:hits2"
    given = fighting("waterloo", lines, phase="morale")
    special = PlaySpecial("f_la_garde_au_feu", "french_left")

    told_of = play(given, FRENCH, special, CheckMorale("f_1st_2nd_grenadiers"), dice=[2])

    assert (told_of.the(GeneralChecked).ignored, told_of.the(GeneralChecked).dice) == (1, ())
    assert (told_of.the(MoraleChecked).ignored, told_of.the(MoraleChecked).dice) == (1, (2,))


# -- G-103: who is asked for specials --------------------------------------------------------------


def after_combat(battle, active, *, french="", allied="", lost="", arrived=True):
    """The position after the Combat phase of a side, with these cards in the Reserves."""
    lines = {
        "french_centre": "f_soye_brigade",
        "allied_centre": "p_24th_rgt" if battle == "ligny" else "b_pack_9th_br",
        "french_reserve": french,
        "allied_reserve": allied,
    }
    given = fighting(battle, lines, active=active, lost=lost, arrived=arrived)
    return play(given, active, EndCombat())


@pytest.mark.parametrize(
    ("battle", "active", "reserves", "asked"),
    [
        ("waterloo", FRENCH, {"french": "f_en_avant"}, False),
        ("quatre_bras", ALLIED, {"allied": "b_steady"}, False),
        ("waterloo", ALLIED, {"allied": "b_rifles"}, False),
        ("ligny", ALLIED, {"allied": "p_28th_rgt"}, True),
        ("waterloo", ALLIED, {"allied": "p_28th_rgt"}, True),
        ("waterloo", ALLIED, {"allied": "p_28th_rgt", "arrived": False}, False),
    ],
)
def test_g_103_only_a_prussian_card_could_be_played_before_a_combat(
    battle, active, reserves, asked
):
    """Whatever it is: others see no more of it than its back."""
    side, turn = after_combat(battle, active, **reserves), (active, "reinforcement")
    ended = play(side, active, EndTurn()) if turn in side.asked else side
    assert ((active, "window") in ended.asked) == asked


@pytest.mark.parametrize(
    ("battle", "active", "reserves", "asked"),
    [
        ("ligny", FRENCH, {"french": "f_en_avant"}, False),
        ("ligny", FRENCH, {"french": "f_en_avant", "lost": "f_gauthier_brigade"}, True),
        ("quatre_bras", ALLIED, {"allied": "b_steady"}, False),
        ("waterloo", ALLIED, {"allied": "b_steady"}, True),
        ("ligny", ALLIED, {"allied": "p_28th_rgt"}, True),
        ("waterloo", ALLIED, {"allied": "p_28th_rgt", "arrived": False}, True),
    ],
    ids=["nothing", "Rally", "no Hal", "Hal", "Reserve Brigade", "a general"],
)
def test_g_103_a_turn_ends_by_itself_where_no_card_could_be_played(battle, active, reserves, asked):
    ended = after_combat(battle, active, **reserves)
    assert ((active, "reinforcement") in ended.asked) == asked
