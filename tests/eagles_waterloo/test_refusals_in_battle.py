"""Each refusal of a battle with its clause and facts: moves, fire, shock, terrain, decoys."""

import msgspec
import pytest

from napoleon.rulesets.eagles_waterloo.orders import (
    ChangeFormation,
    CheckMorale,
    CheckTheRest,
    ChooseCaptors,
    EndCombat,
    Fire,
    Move,
    OccupyTerrain,
    PlaceDecoy,
    PlayTerrain,
    Shock,
    ShowDecoy,
    ShowGeneral,
    WithdrawDecoy,
    WithdrawFromBattle,
)
from tests.eagles_waterloo.fields import ALLIED, FRENCH, RULES, play, refusal
from tests.eagles_waterloo.standoffs import (
    BAUDUIN,
    BYLANDT,
    CAMPI,
    FOOT,
    HORSE,
    HUSSON,
    KEMPT,
    MERLEN,
    PIRE,
    SOYE,
    blocked,
    bluffing,
    captured,
    checking,
    crowded,
    dyle,
    field,
    full_of_terrain,
    ground,
    hit,
    inside,
    melee,
    night,
    ours,
    own_terrain,
    prussians,
    quiet,
    reverse_slope,
    river,
    soult,
    soult_bluffs,
    staff,
    woods,
)

CASES = [
    # Moves
    (quiet, FRENCH, [Move(BYLANDT, "allied_reserve")], {}, "NOT_YOUR_CARD 8.0"),
    (quiet, FRENCH, [Move("f_rally", "french_left")], {}, "NO_MOVES 8.0"),
    (bluffing, FRENCH, [Move("f_ney", "french_reserve")], {}, "NO_MOVES 14.0"),
    (quiet, FRENCH, [Move("f_gauthier_brigade", "french_left")], {}, "ARRIVED_THIS_TURN 10.0"),
    (quiet, FRENCH, [Move(PIRE, "french_left"), Move(HUSSON, "french_left"),
                     Move(PIRE, "french_reserve")], {}, "ALREADY_ACTED 7.0"),
    (quiet, FRENCH, [Move(HUSSON, "french_left"), Move(HUSSON, "french_reserve")], {},
     "NO_MOVES 8.0"),
    (quiet, FRENCH, [Move(SOYE, "french_left")], {}, "SIDEWAYS 8.0"),
    (quiet, FRENCH, [Move(SOYE, "paris")], {}, "SIDEWAYS 8.0"),
    (quiet, FRENCH, [Move("f_ii_corps_12_pdr_foot_b", "allied_centre")], {},
     "FOOT_ARTILLERY_ENGAGE 8.1"),
    (ours, FRENCH, [Move(SOYE, "allied_centre")], {}, "THROUGH_ENEMY 8.3"),
    (blocked, ALLIED, [Move(KEMPT, "allied_centre")], {}, "DISENGAGE_BLOCKED G-16"),
    (quiet, FRENCH, [Move(PIRE, "french_centre"), Move(PIRE, "allied_centre"),
                     Move(PIRE, "french_centre")], {}, "NO_MOVES 8.0"),
    (lambda: field({"french_centre": PIRE, "allied_centre": MERLEN}), FRENCH,
     [Move(PIRE, "allied_centre"), Move(PIRE, "french_centre")], {}, "ENGAGE_AND_DISENGAGE 8.3"),
    (river, FRENCH, [Move("f_billard_brigade", "allied_centre"),
                     Move("f_corsin_brigade", "allied_centre"),
                     Move("f_dufour_brigade", "allied_centre")], {"limit": 2}, "RIVER_LIMIT 11.3"),
    (quiet, FRENCH, [Move(PIRE, "french_left", "column")], {}, "NOT_INFANTRY 9.0"),
    (quiet, FRENCH, [Move(SOYE, "french_reserve", "column")], {}, "IN_RESERVE G-50"),
    (quiet, FRENCH, [Move(BAUDUIN, "allied_left", "column")], {}, "SAME_FORMATION 9.0"),
    (melee, FRENCH, [Move(BAUDUIN, "french_centre", "square")], {}, "ALREADY_ACTED 9.0"),
    (quiet, FRENCH, [Move(HUSSON, "french_centre", "", "f_paris")], {}, "WRONG_TYPE 11.0"),
    (lambda: quiet(sites={"f_frasnes_ridge": "french_centre"}), FRENCH,
     [Move(HUSSON, "french_left", "", "f_frasnes_ridge")], {}, "NOT_IN_POSITION 11.0"),
    (prussians, ALLIED, [Move("p_15th_rgt", "allied_left")], {}, "PRUSSIAN_NOT_ARRIVED 10.0"),
    (lambda: prussians(True), ALLIED, [Move("p_15th_rgt", "allied_right")], {},
     "PRUSSIAN_LANE 10.0"),
    (soult, FRENCH, [Move("f_soult", "french_left")], {}, "CHIEF_OF_STAFF 12.3"),
    # Formations
    (quiet, FRENCH, [ChangeFormation(BYLANDT, "square")], {}, "NOT_YOUR_CARD 9.0"),
    (quiet, FRENCH, [ChangeFormation(PIRE, "square")], {}, "NOT_INFANTRY 9.0"),
    (quiet, FRENCH, [ChangeFormation(HUSSON, "square")], {}, "IN_RESERVE G-17"),
    (quiet, FRENCH, [ChangeFormation(BAUDUIN, "column")], {}, "SAME_FORMATION 9.0"),
    (quiet, FRENCH, [Move(HUSSON, "french_centre"), ChangeFormation(HUSSON, "column")], {},
     "ALREADY_ACTED 9.0"),
    # Fire
    (melee, FRENCH, [Fire(BYLANDT, SOYE)], {}, "NOT_YOUR_CARD 7.2"),
    (lambda: field({"allied_centre": f"f_ney {SOYE} {KEMPT}"}), FRENCH, [Fire("f_ney", KEMPT)], {},
     "NO_DICE 7.1"),
    (melee, FRENCH, [Fire(CAMPI, KEMPT)], {}, "IN_RESERVE G-11"),
    (melee, FRENCH, [ChangeFormation(BAUDUIN, "square"), Fire(BAUDUIN, KEMPT)], {},
     "ALREADY_ACTED 7.0"),
    (lambda: field({"french_centre": SOYE, "allied_centre": KEMPT}), FRENCH,
     [Move(SOYE, "allied_centre"), Fire(SOYE, KEMPT)], {}, "ALREADY_ACTED 7.0"),
    (quiet, FRENCH, [Fire(SOYE, "british-1")], {}, "NOT_ENGAGED 7.21"),
    (lambda: field({"french_centre": PIRE, "allied_centre": MERLEN}), FRENCH,
     [Fire(PIRE, "british-3")], {}, "NOT_ENGAGED 7.22"),
    (lambda: field({"french_centre": FOOT, "allied_centre": f"{SOYE} {KEMPT}"}), FRENCH,
     [Fire(FOOT, KEMPT)], {}, "POSITION_ENGAGED 7.23"),
    (lambda: field({"french_centre": f"{FOOT} {SOYE} {KEMPT}", "allied_centre": BYLANDT}), FRENCH,
     [Fire(FOOT, "british-5")], {}, "POSITION_ENGAGED 7.23"),
    (melee, FRENCH, [Fire(SOYE, "b_nobody")], {}, "NO_TARGET 7.4"),
    (melee, FRENCH, [Fire(SOYE, "b_picton")], {}, "GENERAL_TARGET 12.4"),
    (hit, FRENCH, [Fire(SOYE, KEMPT)], {}, "TARGET_ALREADY_HIT 7.4"),
    (woods, ALLIED, [Fire("p_iii_corps_horse", "f_penne_brigade")], {}, "WOODS 11.2"),
    # Shock
    (melee, FRENCH, [Shock(BYLANDT, SOYE)], {}, "NOT_YOUR_CARD 7.3"),
    (melee, FRENCH, [Shock(HORSE, KEMPT)], {}, "NOT_COLUMN 7.3"),
    (melee, FRENCH, [Shock(CAMPI, KEMPT)], {}, "IN_RESERVE 7.3"),
    (melee, FRENCH, [ChangeFormation(BAUDUIN, "column"), Shock(BAUDUIN, KEMPT)], {},
     "ALREADY_ACTED 7.0"),
    (lambda: field({"french_centre": f"{SOYE}:column", "allied_centre": KEMPT}), FRENCH,
     [Move(SOYE, "allied_centre"), Shock(SOYE, KEMPT)], {}, "MOVED_THIS_TURN G-12"),
    (quiet, FRENCH, [Shock(BAUDUIN, BYLANDT)], {}, "NOT_ENGAGED 7.3"),
    (lambda: field({"allied_centre": f"{PIRE}:blown {KEMPT}"}), FRENCH, [Shock(PIRE, KEMPT)], {},
     "BLOWN 7.31"),
    (inside, FRENCH, [Shock(SOYE, KEMPT)], {}, "INSIDE_BUILDING 11.4"),
    (melee, FRENCH, [Shock(BAUDUIN, KEMPT)], {}, "NOT_COLUMN 7.32"),
    (melee, FRENCH, [Shock(SOYE, "b_nobody")], {}, "NO_TARGET 7.3"),
    (melee, FRENCH, [Shock(SOYE, "b_picton")], {}, "GENERAL_TARGET 12.4"),
    (hit, FRENCH, [Shock(SOYE, KEMPT)], {}, "TARGET_ALREADY_HIT 7.4"),
    (woods, ALLIED, [Shock("p_marwitz_cavalry", "f_penne_brigade")], {}, "WOODS 11.2"),
    (lambda: inside(active=ALLIED), ALLIED, [Shock(MERLEN, SOYE)], {}, "BUILDING 7.33"),
    (melee, FRENCH, [Shock(SOYE, BYLANDT)], {}, "SQUARE 7.33"),
    (melee, FRENCH, [Shock(SOYE, MERLEN)], {}, "INFANTRY_AT_CAVALRY 7.34"),
    (melee, FRENCH, [Shock(PIRE, MERLEN)], {}, "CAVALRY_NOT_BLOWN 7.34"),
    (night, FRENCH, [Shock("f_billard_brigade", "p_24th_rgt")], {}, "NIGHT 13.a.299"),
    # Terrain
    (ground, FRENCH, [OccupyTerrain(KEMPT, "b_quatre_bras")], {}, "NOT_YOUR_CARD 11.5"),
    (ground, FRENCH, [ChangeFormation(BAUDUIN, "square"),
                      OccupyTerrain(BAUDUIN, "f_bossu_wood")], {}, "ALREADY_ACTED 11.5"),
    (ground, FRENCH, [OccupyTerrain(BAUDUIN, "f_bossu_wood", PIRE)], {}, "NOT_IN_POSITION G-52"),
    (ground, FRENCH, [OccupyTerrain(BAUDUIN, "b_quatre_bras", KEMPT)], {}, "HELD 11.5"),
    (ground, FRENCH, [OccupyTerrain(BAUDUIN, "f_bossu_wood", SOYE)], {}, "CAPACITY G-52"),
    (ground, FRENCH, [Move(HUSSON, "french_reserve"),
                      OccupyTerrain("f_gauthier_brigade", "f_frasnes_ridge", HUSSON)], {},
     "NOT_IN_POSITION G-52"),
    (ground, FRENCH, [ChangeFormation(HUSSON, "square"),
                      OccupyTerrain("f_gauthier_brigade", "f_frasnes_ridge", HUSSON)], {},
     "ALREADY_ACTED G-52"),
    (ground, FRENCH, [OccupyTerrain(BAUDUIN, "f_paris")], {}, "WRONG_TYPE 11.0"),
    (ground, FRENCH, [OccupyTerrain("f_ney", "f_frasnes_ridge")], {}, "WRONG_TYPE 11.0"),
    (ground, FRENCH, [OccupyTerrain(BAUDUIN, "f_frasnes_ridge")], {}, "NOT_IN_POSITION 11.0"),
    (ground, FRENCH, [OccupyTerrain(PIRE, "f_bossu_wood")], {}, "WRONG_TYPE 11.2"),
    (ground, FRENCH, [OccupyTerrain(HUSSON, "f_frasnes_ridge")], {}, "CAPACITY 11.0"),
    (ground, FRENCH, [OccupyTerrain("f_gauthier_brigade", "f_frasnes_ridge")], {"capacity": 2},
     "CAPACITY 11.0"),
    (ground, FRENCH, [OccupyTerrain(BAUDUIN, "b_quatre_bras")], {}, "HELD 11.5"),
    (captured, FRENCH, [ChooseCaptors((SOYE,), "b_papelotte")], {}, "WRONG_TYPE 11.5"),
    (captured, FRENCH, [ChooseCaptors((SOYE, CAMPI), "b_hougoumont")], {}, "NOT_IN_POSITION G-23"),
    (captured, FRENCH, [ChooseCaptors(("f_jacquinot_1st_cav",), "b_hougoumont")], {},
     "NOT_INFANTRY G-23"),
    (captured, FRENCH, [ChooseCaptors((), "b_hougoumont")], {}, "CAPACITY G-67"),
    (captured, FRENCH, [ChooseCaptors((SOYE, SOYE), "b_hougoumont")], {}, "CAPACITY G-67"),
    (captured, FRENCH, [ChooseCaptors((SOYE, BAUDUIN, HUSSON), "b_hougoumont")], {"capacity": 2},
     "CAPACITY G-23"),
    (quiet, FRENCH, [PlayTerrain("b_gemioncourt")], {}, "NOT_YOUR_CARD 11.0"),
    (quiet, FRENCH, [PlayTerrain(HUSSON)], {}, "WRONG_TYPE 11.0"),
    (bluffing, FRENCH, [PlayTerrain("f_frasnes_ridge")], {}, "WRONG_TYPE 14.0"),
    (prussians, ALLIED, [PlayTerrain("p_paris_wood")], {}, "PRUSSIAN_NOT_ARRIVED 10.0"),
    (own_terrain, FRENCH, [PlayTerrain("f_fleurus_mill")], {}, "WRONG_BATTLE 11.0"),
    (own_terrain, FRENCH, [PlayTerrain("f_piraumont")], {}, "ENEMY_PRESENT 11.0"),
    (full_of_terrain, ALLIED, [PlayTerrain("b_mont_st_jean_ridge_r")], {}, "TWO_TERRAINS 11.0"),
    (dyle, ALLIED, [PlayTerrain("p_river_dyle_c")], {}, "TWO_TERRAINS G-51"),
    # Generals and arrival
    (quiet, FRENCH, [ShowGeneral("f_ney")], {}, "NOT_PRUSSIAN_GENERAL 10.0"),
    (prussians, ALLIED, [ShowGeneral("b_hill")], {}, "NOT_PRUSSIAN_GENERAL 10.0"),
    (lambda: prussians(True), ALLIED, [ShowGeneral("p_bulow")], {}, "NOT_PRUSSIAN_GENERAL 10.0"),
    (staff, FRENCH, [EndCombat()], {}, "CHIEF_OF_STAFF G-26"),
    # Decoys
    (quiet, FRENCH, [PlaceDecoy("f_ney", "french_left")], {}, "OPTION_OFF 14.0"),
    (bluffing, FRENCH, [PlaceDecoy(KEMPT, "french_left")], {}, "NOT_YOUR_CARD 14.0"),
    (bluffing, FRENCH, [PlaceDecoy(SOYE, "french_left")], {}, "NO_DECOY 14.0"),
    (bluffing, FRENCH, [PlaceDecoy("f_kellermann", "french_left")], {}, "ARRIVED_THIS_TURN 10.0"),
    (bluffing, FRENCH, [WithdrawDecoy("f_ney"), PlaceDecoy("f_ney", "french_left")], {},
     "ALREADY_ACTED G-96"),
    (lambda: prussians(decoys=True), ALLIED, [PlaceDecoy("p_bulow", "allied_left")], {},
     "PRUSSIAN_NOT_ARRIVED 10.0"),
    (bluffing, FRENCH, [PlaceDecoy("f_rally", "french_reserve")], {}, "WRONG_LANE 14.0"),
    (bluffing, FRENCH, [PlaceDecoy("f_rally", "french_moon")], {}, "WRONG_LANE 14.0"),
    (bluffing, FRENCH, [PlaceDecoy("f_rally", "french_right")], {}, "ENEMY_PRESENT 14.0"),
    (lambda: soult(decoys=True), FRENCH, [PlaceDecoy("f_soult", "french_left")], {},
     "CHIEF_OF_STAFF 12.3"),
    (bluffing, FRENCH, [PlaceDecoy("f_piraumont", "french_left")], {"lane": "right"},
     "WRONG_LANE 4.2"),
    (bluffing, FRENCH, [ShowDecoy(SOYE)], {}, "NO_DECOY 14.0"),
    (bluffing, FRENCH, [ShowDecoy("f_st_amand_heights")], {}, "WRONG_BATTLE 11.0"),
    (soult_bluffs, FRENCH, [ShowDecoy("f_soult")], {}, "CHIEF_OF_STAFF 12.3"),
    (bluffing, FRENCH, [WithdrawDecoy("f_rally")], {}, "NO_DECOY 14.0"),
    (bluffing, FRENCH, [PlaceDecoy("f_rally", "french_left"), WithdrawDecoy("f_rally")], {},
     "ALREADY_ACTED G-29"),
    # The end of the phase, and the next one
    (crowded, FRENCH, [EndCombat()], {"place": "french_centre"}, "STACK_FULL 8.4"),
    (lambda: field({"french_centre": f"f_ney f_reille {SOYE}"}), FRENCH, [EndCombat()],
     {"place": "french_centre"}, "TWO_GENERALS 12.0"),
    (quiet, FRENCH, [WithdrawFromBattle()], {}, "NOT_CAMPAIGN 16.c"),
    (checking, FRENCH, [CheckMorale(KEMPT)], {}, "NOT_YOUR_CARD 6.0"),
    (checking, FRENCH, [CheckMorale(CAMPI)], {}, "NO_HITS 6.0"),
    (checking, FRENCH, [CheckMorale("f_reille")], {}, "GENERALS_FIRST G-10"),
    (quiet, FRENCH, [CheckTheRest()], {"phase": "combat"}, "WRONG_PHASE 5.0"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "seat", "orders", "facts", "refused"), CASES)
def test_refused(given, seat, orders, facts, refused):
    """`acting.give` sees to it that nothing is changed, and that it was not offered."""
    answer = play(given(), seat, *orders)
    assert answer.refused == tuple(refused.split())
    assert answer.refusal.facts == facts
    assert answer.refusal.detail


def _changed(monkeypatch, card, **values):
    cards = RULES.pack.by_id
    monkeypatch.setitem(cards, card, msgspec.structs.replace(cards[card], **values))


WITHOUT_DICE = [
    (Fire("p_27th_rgt", "f_penne_brigade"), "NO_DICE G-14"),
    (Shock("p_27th_rgt", "f_penne_brigade"), "NO_DICE G-14"),
]


@pytest.mark.parametrize(("order", "refused"), WITHOUT_DICE)
def test_no_dice_are_left_in_woods(monkeypatch, order, refused):
    """No infantry of the pack is so weak."""
    _changed(monkeypatch, "p_27th_rgt", cv=1)
    assert refusal(woods(), ALLIED, order) == tuple(refused.split())


SPECIAL = ["NO_DICE G-61", "SILENT 13.a.199"]
"""What the effects of specials refuse."""


def test_no_rating_is_left_behind_a_slope():
    given = reverse_slope()
    token = given.token("b_byng_2nd_guards")
    assert refusal(given, FRENCH, Fire("f_i_corps_foot_a", token)) == tuple(SPECIAL[0].split())
    heavy = Fire("f_i_corps_12_pdr_foot_b", token)
    assert refusal(given, FRENCH, heavy, dice=[1, 1]) is None


def test_a_battery_is_silent_after_its_rockets():
    given = field({"french_centre": FOOT, "allied_centre": KEMPT})
    given.card(FOOT).silent = 1
    token = given.token(KEMPT)
    assert refusal(given, FRENCH, Fire(FOOT, token)) == tuple(SPECIAL[1].split())
