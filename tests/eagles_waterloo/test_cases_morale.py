"""The acceptance cases on morale and generals [6.0, 12, 14.0]."""

import pytest

from napoleon.rulesets.eagles_waterloo import morale
from napoleon.rulesets.eagles_waterloo.events.cards import (
    CardRouted,
    DecoyEliminated,
    GeneralDied,
)
from napoleon.rulesets.eagles_waterloo.events.combat import GeneralHit, HitsRecorded
from napoleon.rulesets.eagles_waterloo.events.ends import BattleWon
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.orders import CheckMorale, EndCombat, Fire, Move
from tests.eagles_waterloo.fields import ALLIED, FRENCH, fighting, play, refusal

OTHERS = {"french_left": "f_campi_brigade", "french_centre": "f_gauthier_brigade"}
"""French troops elsewhere, so that nothing is won by accident."""


def checked(battle, lines, seat, card, dice):
    """The check of a card in the Morale phase of its side."""
    given = fighting(battle, lines, active=seat, phase="morale")
    return play(given, seat, CheckMorale(card), dice=dice)


@pytest.mark.parametrize(("dice", "removed", "routed"), [([4, 5], 1, True), ([1, 4], 2, False)])
def test_case_04_a_die_for_every_hit(dice, removed, routed):
    """6.0: a card of class A stands up to 4, and one die above it routs the card."""
    lines = {**OTHERS, "allied_left": "b_maitland_1st_guards:hits2"}

    told = checked("quatre_bras", lines, ALLIED, "b_maitland_1st_guards", dice)

    check = told.the(MoraleChecked)
    assert (check.needed, check.removed, check.routed) == (4, removed, routed)
    assert bool(told.events_of(CardRouted)) is routed
    if not routed:
        assert told.card("b_maitland_1st_guards").hits == 0


def test_case_16_a_natural_six_always_routs():
    """6.0: a D card in square with a general of 2 stands up to 4, and a 6 routs it."""
    lines = {**OTHERS, "allied_left": "b_best_4th_han:hits1:square b_picton"}

    told = checked("quatre_bras", lines, ALLIED, "b_best_4th_han", [6])

    check = told.the(MoraleChecked)
    assert told.lines(MoraleChecked) == [(1, "6.0"), (2, "12.1"), (1, "9.3")]
    assert (check.needed, check.routed) == (4, True)


def test_case_16_no_morale_is_above_a_six(monkeypatch):
    """6.0: even a morale of 6 and more does not stand up to a natural 6."""
    monkeypatch.setitem(morale.VALUES, "D", 4)
    lines = {**OTHERS, "allied_left": "b_best_4th_han:hits2:square b_picton"}
    check = checked("quatre_bras", lines, ALLIED, "b_best_4th_han", [5, 6]).the(MoraleChecked)
    assert (check.needed, check.removed, check.routed) == (7, 1, True)


def test_case_16_a_natural_one_always_passes(monkeypatch):
    """6.0: a C card that is down by 2 stands up to nothing, and a 1 passes all the same."""
    monkeypatch.setitem(morale.VALUES, "C", 0)
    lines = {**OTHERS, "allied_left": "b_bylandt:hits1"}
    check = checked("quatre_bras", lines, ALLIED, "b_bylandt", [1]).the(MoraleChecked)
    assert (check.needed, check.routed) == (0, False)
    assert checked("quatre_bras", lines, ALLIED, "b_bylandt", [2]).the(MoraleChecked).routed


@pytest.mark.parametrize(
    ("place", "card", "needed"),
    [
        ("allied_right", "f_lheritier_11th_cav", 5),
        ("french_left", "f_lheritier_11th_cav", 4),
        ("allied_right", "f_soye_brigade", 3),
        ("french_left", "f_soye_brigade", 3),
    ],
)
def test_case_27_a_general_adds_to_the_morale_of_their_corps(place, card, needed):
    """12.1, 12.2: 2 in an enemy position, 1 in an own one, nothing for another corps."""
    lines = {
        "french_right": "f_campi_brigade",
        "allied_left": "b_kempt_8th_br",
        place: f"f_kellermann {card}:hits1 f_husson_brigade",
    }
    if place == "allied_right":
        lines[place] += " b_bylandt"

    stands = checked("quatre_bras", lines, FRENCH, card, [needed]).the(MoraleChecked)
    breaks = checked("quatre_bras", lines, FRENCH, card, [needed + 1]).the(MoraleChecked)

    assert (stands.needed, stands.routed) == (needed, False)
    assert breaks.routed


def test_case_27_a_six_always_routs():
    """6.0: it does beside a general, too."""
    line = "f_kellermann f_lheritier_11th_cav:hits1 f_husson_brigade b_bylandt"
    told = checked("quatre_bras", {"allied_right": line}, FRENCH, "f_lheritier_11th_cav", [6])
    assert told.the(MoraleChecked).routed


def under_fire():
    """A Dutch brigade with its general is fired at; the dice are 1, 1 and 6."""
    lines = {**OTHERS, "allied_right": "b_perponcher b_bylandt b_best_4th_han f_husson_brigade"}
    given = fighting("quatre_bras", lines)
    return play(given, FRENCH, Fire("f_husson_brigade", "b_bylandt"), dice=[1, 1, 6])


def test_case_28_natural_ones_are_hits_on_the_general():
    """12.4: two 1s are two hits on the general, and the 6 hits the card."""
    told = under_fire()
    assert told.the(GeneralHit).total == 2
    assert told.the(HitsRecorded).total == 1


@pytest.mark.parametrize(("dice", "dead", "needed"), [([5, 6], True, 2), ([1, 5], False, 3)])
def test_case_28_the_general_is_checked_first(dice, dead, needed):
    """12.4: a 6 kills, and the card is checked without the help of who died."""
    theirs = play(under_fire(), FRENCH, EndCombat())
    assert theirs.asked == [(ALLIED, "morale")]
    assert refusal(theirs, ALLIED, CheckMorale("b_perponcher")) == ("GENERALS_FIRST", "G-10")

    told = play(theirs, ALLIED, CheckMorale("b_bylandt"), dice=[*dice, 2])

    assert [it for it in told.types if it.endswith("checked")] == [
        "general_checked",
        "morale_checked",
    ]
    assert told.the(GeneralChecked).dice == tuple(dice)
    assert told.the(GeneralChecked).died is dead
    assert told.the(MoraleChecked).needed == needed


def test_case_29_a_general_left_alone_dies_and_the_battle_is_lost():
    """12.4, 4.3: the last unit routs, the general dies at once, and the enemy has won."""
    lines = {**OTHERS, "allied_right": "b_perponcher b_bylandt:hits1 f_husson_brigade"}

    told = checked("quatre_bras", lines, ALLIED, "b_bylandt", [6])

    assert told.the(GeneralDied).cause == "alone"
    won = told.the(BattleWon)
    assert (won.side, won.place) == (FRENCH, "allied_right")
    assert told.types.index("general_died") < told.types.index("battle_won")
    assert told.state.result.winner == FRENCH


def test_case_29_enemy_artillery_kills_the_general_and_wins_nothing():
    """12.4, 4.3: without infantry or cavalry there, it is no victory."""
    lines = {**OTHERS, "allied_right": "b_perponcher b_bylandt:hits1 f_ii_corps_horse"}

    told = checked("quatre_bras", lines, ALLIED, "b_bylandt", [6])

    assert told.the(GeneralDied).cause == "alone"
    assert told.state.result is None


SOULT = {
    "french_reserve": "f_soult",
    "french_right": "f_quiot_brigade:hits1 f_domon_3rd_cav",
    "french_left": "f_campi_brigade",
    "allied_left": "b_kempt_8th_br",
}


def test_case_34_a_chief_of_staff_stays_in_reserve():
    """12.3: Soult does not move to a position while Napoleon is in play."""
    given = fighting("waterloo", {**SOULT, "french_centre": "f_napoleon f_soye_brigade"})
    assert refusal(given, FRENCH, Move("f_soult", "french_right")) == ("CHIEF_OF_STAFF", "12.3")

    waiting = fighting("waterloo", {**SOULT, "french_reserve": "f_soult f_napoleon"})
    assert refusal(waiting, FRENCH, Move("f_soult", "french_right")) == ("CHIEF_OF_STAFF", "12.3")


@pytest.mark.parametrize("card", ["f_quiot_brigade", "f_domon_3rd_cav"])
def test_case_34_a_chief_of_staff_takes_over(card):
    """12.3: with Napoleon dead Soult leads, and supports the I and the III Corps alike."""
    given = fighting("waterloo", SOULT, lost="f_napoleon")

    moved = play(given, FRENCH, Move("f_soult", "french_right"))

    assert moved.card("f_soult").place == "french_right"
    lines = {**SOULT, "french_right": f"{card}:hits1 f_soult", "french_reserve": ""}
    beside = fighting("waterloo", lines, phase="morale", lost="f_napoleon")
    told = play(beside, FRENCH, CheckMorale(card), dice=[4])
    assert (1, "12.1") in told.lines(MoraleChecked)
    assert not told.the(MoraleChecked).routed


def test_case_35_a_decoy_does_not_survive_an_engagement():
    """14.0: a general who lies face down beside infantry is eliminated when enemies come."""
    lines = {**OTHERS, "allied_right": "b_perponcher:down b_bylandt"}
    given = fighting("quatre_bras", lines, decoys=True)
    token = given.token("b_perponcher")

    told = play(given, FRENCH, Move("f_campi_brigade", "allied_right"))

    gone = told.the(DecoyEliminated)
    assert (gone.card, gone.token, gone.cause) == ("b_perponcher", token, "engaged")
    assert told.battle.at("allied_right") == ["b_bylandt", "f_campi_brigade"]
    assert not told.events_of(BattleWon)


def test_case_31_a_battle_is_lost_in_the_own_morale_phase():
    """4.3: the last card of a position routs, enemy cavalry is there: victory in their turn."""
    lines = {**OTHERS, "allied_right": "b_bylandt:hits1 f_pire_2nd_cav"}

    told = checked("quatre_bras", lines, ALLIED, "b_bylandt", [3])

    assert told.the(CardRouted).card == "b_bylandt"
    assert (told.the(BattleWon).side, told.the(BattleWon).place) == (FRENCH, "allied_right")
    assert told.battle.active == ALLIED
    assert told.state.result.winner == FRENCH


def test_case_30_horse_artillery_wins_no_position():
    """4.3: it is artillery; when infantry joins it, the battle is won."""
    lines = {
        "french_left": "f_campi_brigade",
        "french_right": "f_gauthier_brigade",
        "allied_right": "f_ii_corps_horse",
        "allied_centre": "b_bylandt",
    }
    given = fighting("quatre_bras", lines)
    alone = play(given, FRENCH, EndCombat())
    assert alone.asked == [(ALLIED, "combat")]
    assert alone.state.result is None

    joined = play(given, FRENCH, Move("f_campi_brigade", "allied_right"))

    assert joined.the(BattleWon).place == "allied_right"
    assert joined.state.result.winner == FRENCH
