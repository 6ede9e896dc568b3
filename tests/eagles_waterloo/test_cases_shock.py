"""The acceptance cases on shock: whom it cannot reach, and blown cavalry [7.3, 11.4]."""

import pytest

from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, CardShocked
from napoleon.rulesets.eagles_waterloo.orders import (
    CheckTheRest,
    EndCombat,
    EndTurn,
    Fire,
    Move,
    PlayNothing,
    Shock,
)
from tests.eagles_waterloo.fields import ALLIED, FRENCH, fighting, play, refusal

OTHERS = {
    "french_centre": "f_gauthier_brigade",
    "french_right": "f_campi_brigade",
    "french_left": "f_soye_brigade",
    "allied_left": "b_kempt_8th_br",
    "allied_centre": "b_pack_9th_br",
}


def engaged(line, *, active=FRENCH, **more):
    """Cards of both sides in the Allied right since the last turn."""
    return fighting("waterloo", {**OTHERS, "allied_right": line}, active=active, **more)


def test_case_10_cavalry_against_a_square():
    """SB.left 2: the square is not shocked, F1 fire at it is legal, a line beside it is shocked."""
    given = engaged("f_pire_2nd_cav b_bylandt:square b_saxe_weimar")

    assert refusal(given, FRENCH, Shock("f_pire_2nd_cav", "b_bylandt")) == ("SQUARE", "7.33")
    fire = play(given, FRENCH, Fire("f_pire_2nd_cav", "b_bylandt"), dice=[6, 5, 5, 5])
    assert (fire.the(CardFired).rating, fire.the(CardFired).hits) == (1, 1)
    assert not fire.card("f_pire_2nd_cav").blown
    shock = play(given, FRENCH, Shock("f_pire_2nd_cav", "b_saxe_weimar"), dice=[6, 5, 4, 3])
    assert (shock.the(CardShocked).rating, shock.the(CardShocked).hits) == (3, 3)


def test_case_13_infantry_in_hougoumont():
    """SB.right: neither columns nor cavalry shock it; at the artillery beside it they have +1."""
    line = (
        "f_husson_brigade:column f_bauduin_brigade f_pire_2nd_cav b_byng_2nd_guards b_2nd_div_foot"
    )
    sites = {"sites": {"b_hougoumont": "allied_right"}, "on": {"b_byng_2nd_guards": "b_hougoumont"}}
    given = engaged(line, **sites)

    for card in ("f_husson_brigade", "f_pire_2nd_cav"):
        assert refusal(given, FRENCH, Shock(card, "b_byng_2nd_guards")) == ("BUILDING", "7.33")
    fire = play(given, FRENCH, Fire("f_bauduin_brigade", "b_byng_2nd_guards"), dice=[1] * 5)
    assert fire.lines(CardFired) == [(2, "7.21")]

    guns = play(given, FRENCH, Shock("f_husson_brigade", "b_2nd_div_foot"), dice=[2, 2, 2])
    assert guns.lines(CardShocked) == [(3, "7.3"), (1, "7.4")]
    fire = play(given, FRENCH, Fire("f_bauduin_brigade", "b_2nd_div_foot"), dice=[1] * 5)
    assert fire.lines(CardFired) == [(2, "7.21"), (1, "7.4")]


def test_case_13_infantry_in_a_building_does_not_shock():
    """11.4: inside it fires only, even in column."""
    sites = {"sites": {"b_hougoumont": "allied_right"}, "on": {"b_byng_2nd_guards": "b_hougoumont"}}
    given = engaged("b_byng_2nd_guards:column f_husson_brigade", active=ALLIED, **sites)
    refused = refusal(given, ALLIED, Shock("b_byng_2nd_guards", "f_husson_brigade"))
    assert refused == ("INSIDE_BUILDING", "11.4")


def around(given, *orders, dice=()):
    """The rest of this French turn after these orders, and an Allied turn, in which nobody acts."""
    played = play(given, FRENCH, *orders, EndCombat(), dice=dice)
    while played.asked[0] != (FRENCH, "combat"):
        seat, kind = played.asked[0]
        idle = {
            "reinforcement": EndTurn(),
            "window": PlayNothing(),
            "combat": EndCombat(),
            "morale": CheckTheRest(),
        }[kind]
        played = play(played, seat, idle, dice=[1] * 4 if kind == "morale" else ())
    return played


def test_case_17_blown_cavalry():
    """7.31: it fires F1 only, recovers in Reserve, and shocks again the turn after it engages."""
    card, target = "f_pire_2nd_cav", "b_bylandt"
    given = engaged(f"{card} b_saxe_weimar f_husson_brigade {target}")

    turn_2 = around(given, Shock(card, target), dice=[6, 6, 6, 6])
    assert turn_2.card(card).blown
    assert refusal(turn_2, FRENCH, Shock(card, target)) == ("BLOWN", "7.31")
    fire = play(turn_2, FRENCH, Fire(card, target), dice=[5, 5, 5, 6]).the(CardFired)
    assert (fire.rating, fire.hits) == (1, 1)

    turn_3 = around(turn_2, Move(card, "french_left"), Move(card, "french_reserve"))
    assert not turn_3.card(card).blown
    assert not turn_3.card(card).revealed
    again = play(turn_3, FRENCH, Move(card, "french_left"), Move(card, "allied_right"))
    assert refusal(again, FRENCH, Shock(card, target)) == ("MOVED_THIS_TURN", "G-12")

    turn_4 = around(again)
    shock = play(turn_4, FRENCH, Shock(card, target), dice=[3, 4, 5, 6]).the(CardShocked)
    assert (shock.rating, shock.hits, shock.blown) == (3, 3, True)


@pytest.mark.parametrize(
    ("card", "blown", "refused"),
    [
        ("f_pire_2nd_cav", "", ("CAVALRY_NOT_BLOWN", "7.34")),
        ("f_pire_2nd_cav", ":blown", None),
        ("f_husson_brigade", "", ("INFANTRY_AT_CAVALRY", "7.34")),
        ("f_husson_brigade", ":blown", ("INFANTRY_AT_CAVALRY", "7.34")),
    ],
)
def test_case_18_shock_at_cavalry(card, blown, refused):
    """7.34: cavalry shocks blown cavalry only, and infantry none."""
    line = f"f_pire_2nd_cav f_husson_brigade:column b_grant{blown}"
    given = engaged(line)
    dice = () if refused else [1, 1, 1, 1]
    assert refusal(given, FRENCH, Shock(card, "b_grant"), dice=dice) == refused
