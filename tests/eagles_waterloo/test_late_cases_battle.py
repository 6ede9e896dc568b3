"""Acceptance cases 49 to 63: moves, morale, fire, formations, terrain [chapter e]."""

import pytest

from napoleon.rulesets.eagles_waterloo.events.cards import CardRouted, DecoyEliminated, GeneralDied
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, CardShocked, TargetsReopened
from napoleon.rulesets.eagles_waterloo.events.ends import BattleWon, GameWon
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.moves import CardMoved
from napoleon.rulesets.eagles_waterloo.events.terrain import (
    CaptorsChosen,
    TerrainFallen,
    TerrainOccupied,
)
from napoleon.rulesets.eagles_waterloo.events.turn import PhaseStarted, TurnStarted
from napoleon.rulesets.eagles_waterloo.orders import (
    ChangeFormation,
    CheckMorale,
    CheckTheRest,
    EndCombat,
    EndDeployment,
    Fire,
    Move,
    OccupyTerrain,
    Place,
    PlayNothing,
    Shock,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    deploying,
    fighting,
    legal_orders,
    place_seen,
    play,
    refusal,
    told,
)


def test_case_49_an_empty_position_is_won_by_entering_it():
    given = fighting(
        "quatre_bras", {"french_reserve": "f_pire_2nd_cav", "allied_left": "b_bylandt"}
    )
    way = (Move("f_pire_2nd_cav", "french_left"), Move("f_pire_2nd_cav", "allied_right"))
    won = play(given, FRENCH, *way)
    assert won.the(BattleWon).place == "allied_right"
    assert (won.state.result.winner, won.state.result.clause) == (FRENCH, "4.3")
    assert won.types[-1] == "game_won"


def test_case_50_a_general_face_down_holds_no_position():
    given = fighting(
        "quatre_bras",
        {"french_centre": "f_soye_brigade", "allied_centre": "b_alten:down"},
        decoys=True,
    )
    won = play(given, FRENCH, Move("f_soye_brigade", "allied_centre"))
    gone = won.the(DecoyEliminated)
    assert (gone.card, gone.cause, gone.clauses) == ("b_alten", "engaged", ("14.0",))
    assert won.the(GameWon).winner == FRENCH
    assert won.types.index("decoy_eliminated") < won.types.index("battle_won")


def test_case_51_the_french_begin_without_anything_to_check():
    lines = {"french": "f_billard_brigade f_romme_brigade f_corsin_brigade",
             "allied": "p_12th_2nd_brandenburg_rgt p_24th_rgt p_28th_rgt p_29th_rgt"}  # fmt: skip
    given = deploying("ligny", **lines)

    def laid(side, line):
        wings = ("left", "centre", "right")
        return [
            Place(it, f"{side}_{wing}") for it, wing in zip(line.split(), wings, strict=False)
        ]  # fmt: skip

    french = play(given, FRENCH, *laid(FRENCH, lines["french"]), EndDeployment())
    both = play(french, ALLIED, *laid(ALLIED, lines["allied"]), EndDeployment())
    begun = play(both, FRENCH, EndDeployment())
    assert begun.the(TurnStarted).side == FRENCH
    assert begun.the(PhaseStarted).begun == "combat"
    assert begun.asked == [(ALLIED, "window")], "of the Morale phase nobody was asked anything"


# -- morale ---------------------------------------------------------------------------------------


def test_case_52_a_general_of_the_corps_and_a_six():
    given = fighting(
        "waterloo", {"french_centre": "f_lobau f_bellair_brigade:hits2"}, phase="morale"
    )
    checked = play(given, FRENCH, CheckMorale("f_bellair_brigade"), dice=[5, 6])
    check = checked.the(MoraleChecked)
    assert (check.needed, check.removed, check.routed) == (5, 1, True)
    assert checked.lines(MoraleChecked) == [(3, "6.0"), (2, "12.1")]
    assert checked.the(CardRouted).card == "f_bellair_brigade"


def test_case_53_a_dead_general_supports_nobody():
    given = fighting(
        "waterloo",
        {"french_centre": "f_lobau:hits2 f_bellair_brigade:hits1 f_jamin_m_brigade"},
        phase="morale",
    )
    checked = play(given, FRENCH, CheckMorale("f_bellair_brigade"), dice=[3, 6, 4])
    assert checked.the(GeneralChecked).dice == (3, 6)
    assert checked.the(GeneralDied).cause == "hit"
    check = checked.the(MoraleChecked)
    assert (check.needed, check.dice, check.routed) == (3, (4,), True)
    assert checked.types.index("general_died") < checked.types.index("morale_checked")


# -- fire and shock -------------------------------------------------------------------------------


def test_case_54_cavalry_fires_and_is_not_blown():
    given = fighting("quatre_bras", {"allied_centre": "b_bylandt f_pire_2nd_cav"})
    fired = play(given, FRENCH, Fire("f_pire_2nd_cav", "b_bylandt"), dice=[6, 5, 4, 6])
    assert (fired.the(CardFired).mode, fired.the(CardFired).hits) == ("cavalry", 2)
    assert not fired.card("f_pire_2nd_cav").blown

    shocked = play(given, FRENCH, Shock("f_pire_2nd_cav", "b_bylandt"), dice=[6, 5, 4, 3])
    assert (shocked.the(CardShocked).rating, shocked.the(CardShocked).hits) == (3, 3)
    assert shocked.card("f_pire_2nd_cav").blown


def test_case_55_blown_cavalry_recovers_in_reserve_only():
    given = fighting(
        "quatre_bras",
        {
            "french_centre": "f_pire_2nd_cav:blown b_van_merlen_ne_light",
            "allied_centre": "b_bylandt",
        },
        active=ALLIED,
    )  # fmt: skip
    left = play(
        given, ALLIED, Move("b_van_merlen_ne_light", "allied_centre"), EndCombat()
    )  # fmt: skip
    assert left.asked == [(FRENCH, "combat")]
    [shown] = place_seen(left, ALLIED, "french_centre")["cards"]
    assert (shown["id"], shown["blown"], shown["revealed"]) == ("f_pire_2nd_cav", True, True)

    back = play(left, FRENCH, Move("f_pire_2nd_cav", "french_reserve"))
    card = back.card("f_pire_2nd_cav")
    assert (card.blown, card.revealed, card.token) == (False, False, "")
    [moved] = [it["data"] for it in told(back, ALLIED) if it["type"] == "card_moved"]
    assert moved["card"] == "f_pire_2nd_cav", "it was seen as it left"


def test_case_56_hits_of_the_last_turn_close_nobody():
    given = fighting(
        "quatre_bras",
        {
            "allied_centre": "b_bylandt b_saxe_weimar f_soye_brigade f_bauduin_brigade",
            "allied_reserve": "b_kempt_8th_br",
        },
    )
    x = play(given, FRENCH, Fire("f_soye_brigade", "b_bylandt"), dice=[5, 1, 1, 1, 1])
    assert refusal(x, FRENCH, Fire("f_bauduin_brigade", "b_bylandt")) == (
        "TARGET_ALREADY_HIT", "7.4",
    )  # fmt: skip
    y = play(x, FRENCH, Fire("f_bauduin_brigade", "b_saxe_weimar"), dice=[6, 1, 1, 1, 1])
    assert y.the(TargetsReopened).place == "allied_centre"

    allied = play(y, FRENCH, EndCombat())
    checked = play(allied, ALLIED, CheckTheRest(), dice=[1, 2])
    entered = play(checked, ALLIED, Move("b_kempt_8th_br", "allied_centre"), EndCombat())
    named = {it.target for it in legal_orders(entered, FRENCH, Fire)}
    assert named == {"b_bylandt", "b_saxe_weimar", "b_kempt_8th_br"}


@pytest.mark.parametrize(
    ("elsewhere", "refused"),
    [
        ({"allied_centre": "f_bauduin_brigade b_bylandt"}, None),
        ({"french_right": "f_soye_brigade b_bylandt"}, ("POSITION_ENGAGED", "7.23")),
        ({"allied_left": "b_3rd_div_foot f_bauduin_brigade"}, ("POSITION_ENGAGED", "7.23")),
    ],
    ids=["another lane", "beyond", "its own"],
)
def test_case_57_long_range_between_two_quiet_positions(elsewhere, refused):
    lines = {"allied_left": "b_3rd_div_foot", "french_right": "f_soye_brigade", **elsewhere}
    given = fighting("quatre_bras", lines, active=ALLIED)
    card = given.card("f_soye_brigade")
    order = Fire("b_3rd_div_foot", "f_soye_brigade" if card.revealed else card.token)
    fired = play(given, ALLIED, order, dice=[] if refused else [5, 5])
    assert fired.refused == refused
    if not refused:
        assert fired.the(CardFired).mode == "long"


def test_case_58_horse_artillery_moves_once_and_fires():
    given = fighting(
        "quatre_bras", {"french_reserve": "f_ii_corps_horse", "allied_centre": "b_bylandt"}
    )
    token = given.token("b_bylandt")
    up = play(given, FRENCH, Move("f_ii_corps_horse", "french_centre"))
    fired = play(up, FRENCH, Fire("f_ii_corps_horse", token), dice=[3])
    assert fired.the(CardFired).mode == "long"
    assert refusal(up, FRENCH, Move("f_ii_corps_horse", "allied_centre")) == ("NO_MOVES", "8.0")
    assert refusal(fired, FRENCH, Move("f_ii_corps_horse", "french_reserve")) == (
        "ALREADY_ACTED", "7.0",
    )  # fmt: skip


# -- moves and formations -------------------------------------------------------------------------


def test_case_59_where_the_engaged_may_go():
    given = fighting("quatre_bras", {"allied_left": "b_bylandt f_soye_brigade"}, active=ALLIED)
    assert {it.to for it in legal_orders(given, ALLIED, Move)} == {"allied_reserve"}
    assert refusal(given, ALLIED, Move("b_bylandt", "french_right")) == ("THROUGH_ENEMY", "8.3")

    lines = {"french_right": "b_bylandt f_soye_brigade"}
    beyond = fighting("quatre_bras", lines, active=ALLIED)
    back = play(beyond, ALLIED, Move("b_bylandt", "allied_left"))
    assert back.the(CardMoved).way == "disengage"
    blocked = fighting(
        "quatre_bras", {**lines, "allied_left": "b_kempt_8th_br f_bauduin_brigade"}, active=ALLIED
    )
    assert refusal(blocked, ALLIED, Move("b_bylandt", "allied_left")) == (
        "DISENGAGE_BLOCKED", "G-16",
    )  # fmt: skip


def test_case_60_a_change_of_formation_and_a_move():
    engaged = fighting("quatre_bras", {"allied_left": "b_bylandt f_soye_brigade"}, active=ALLIED)
    orders = (ChangeFormation("b_bylandt", "square"), Fire("b_bylandt", "f_soye_brigade"))
    assert refusal(engaged, ALLIED, *orders) == ("ALREADY_ACTED", "7.0")

    free = fighting(
        "quatre_bras", {"allied_left": "b_bylandt", "french_right": "f_soye_brigade"}, active=ALLIED
    )
    moved = play(free, ALLIED, Move("b_bylandt", "french_right", "square"))
    assert moved.the(CardMoved).way == "engage"
    assert moved.card("b_bylandt").formation == "square"


def test_case_61_artillery_at_a_square_and_at_a_line():
    given = fighting(
        "quatre_bras", {"allied_left": "b_bylandt:square b_kempt_8th_br f_ii_corps_horse"}
    )
    square = play(given, FRENCH, Fire("f_ii_corps_horse", "b_bylandt"), dice=[3])
    assert (square.the(CardFired).rating, square.the(CardFired).hits) == (4, 1)
    assert square.lines(CardFired) == [(3, "7.23"), (1, "9.3")]
    line = play(given, FRENCH, Fire("f_ii_corps_horse", "b_kempt_8th_br"), dice=[3])
    assert (line.the(CardFired).rating, line.the(CardFired).hits) == (3, 0)


# -- terrain --------------------------------------------------------------------------------------


def test_case_62_into_woods_and_from_a_hill():
    """The pack has no position with both; the two lie together here for the figures alone."""
    given = fighting(
        "wavre",
        {"french_left": "f_penne_brigade p_27th_rgt p_30th_rgt"},
        active=ALLIED,
        sites={"f_limelette_wood": "french_left", "f_st_amand_heights": "french_left allied"},
        on={"f_penne_brigade": "f_limelette_wood", "p_30th_rgt": "f_st_amand_heights"},
    )
    two = play(given, ALLIED, Fire("p_27th_rgt", "f_penne_brigade"), dice=[5, 4])
    assert [it.amount for it in two.the(CardFired).strength] == [3, -1]
    assert two.the(CardFired).hits == 1
    three = play(given, ALLIED, Fire("p_30th_rgt", "f_penne_brigade"), dice=[5, 4, 1])
    assert [it.amount for it in three.the(CardFired).strength] == [3, 1, -1]


HOUGOUMONT = {"b_hougoumont": "allied_right", "b_mont_st_jean_ridge_r": "allied_right french"}


def test_case_63_hougoumont_is_occupied_by_the_enemy():
    """Infantry on no terrain takes it at once [G-67]; this brigade stands on the Ridge."""
    lines = {"allied_right": "f_soye_brigade b_byng_2nd_guards b_vandeleur"}
    on = {"f_soye_brigade": "b_mont_st_jean_ridge_r"}
    given = fighting("waterloo", lines, sites=HOUGOUMONT, on=on)
    taken = play(given, FRENCH, OccupyTerrain("f_soye_brigade", "b_hougoumont"))
    assert taken.the(TerrainFallen, side=FRENCH).terrain == "b_hougoumont"
    assert taken.the(TerrainFallen, side=ALLIED).terrain == "b_mont_st_jean_ridge_r"
    assert taken.the(TerrainOccupied).card == "f_soye_brigade"
    assert taken.battle.sites["b_hougoumont"].side == FRENCH

    allied = play(taken, FRENCH, EndCombat())
    shock = Shock("b_vandeleur", "f_soye_brigade")
    assert refusal(allied, ALLIED, shock) == ("BUILDING", "7.33")

    before = fighting("waterloo", lines, sites=HOUGOUMONT, on=on, active=ALLIED)
    assert refusal(before, ALLIED, shock, dice=[1, 1]) is None


def test_case_63_hougoumont_falls_to_infantry_that_comes_in():
    lines = {
        "french_left": "f_soye_brigade f_jacquinot_1st_cav",
        "allied_right": "b_byng_2nd_guards",
    }
    sites = {"b_hougoumont": "allied_right"}
    given = fighting("waterloo", lines, sites=sites)
    fallen = play(given, FRENCH, Move("f_soye_brigade", "allied_right"))
    assert fallen.the(TerrainFallen).side == FRENCH
    assert fallen.the(CaptorsChosen).cards == ("f_soye_brigade",)

    inside = {"allied_right": "b_byng_2nd_guards f_jacquinot_1st_cav"}
    held = fighting("waterloo", inside, sites=sites, on={"b_byng_2nd_guards": "b_hougoumont"})
    assert refusal(held, FRENCH, Shock("f_jacquinot_1st_cav", "b_byng_2nd_guards")) == (
        "BUILDING", "7.33",
    )  # fmt: skip


def test_the_window_before_the_first_combat_phase_is_passed():
    given = fighting(
        "ligny",
        {"french_left": "f_billard_brigade", "allied_reserve": "p_24th_rgt"},
        asked=False,
    )
    assert play(given, ALLIED, PlayNothing()).asked == [(FRENCH, "combat")]
