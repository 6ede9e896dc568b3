"""The acceptance cases on fire: ratings, ranges, targets, terrain [7.2, 7.4, 9, 11]."""

import pytest

from napoleon.rulesets.eagles_waterloo.events.cards import CardsRevealed
from napoleon.rulesets.eagles_waterloo.events.combat import (
    CardFired,
    CardShocked,
    HitsRecorded,
    TargetsReopened,
)
from napoleon.rulesets.eagles_waterloo.orders import EndCombat, Fire, Move, Shock
from tests.eagles_waterloo.fields import ALLIED, FRENCH, fighting, legal_orders, play, refusal

BATTERY = "f_ii_corps_foot_a"
"""A foot battery of 3 CV, F1 at long range and F3 at short."""
TWELVE_POUNDERS = "f_ii_corps_12_pdr_foot_b"
"""A foot battery of 2 CV, F2 at long range and F3 at short."""
OTHERS = {
    "french_centre": "f_gauthier_brigade",
    "french_right": "f_campi_brigade",
    "allied_left": "b_kempt_8th_br",
    "allied_centre": "b_pack_9th_br",
}


def fired(lines, card, target, dice, *, seat=FRENCH, battle="waterloo", **given):
    """A card's fire at a target that lies face up."""
    there = fighting(battle, {**OTHERS, **lines}, active=seat, **given)
    return play(there, seat, Fire(card, target), dice=dice)


@pytest.mark.parametrize(
    ("line", "seat", "card", "target", "rating", "hits"),
    [
        ("f_husson_brigade b_bylandt", FRENCH, "f_husson_brigade", "b_bylandt", 2, 1),
        ("b_byng_2nd_guards f_soye_brigade", ALLIED, "b_byng_2nd_guards", "f_soye_brigade", 3, 2),
    ],
)
def test_case_05_infantry_of_three_cv(line, seat, card, target, rating, hits):
    """7.21: the dice are 2, 4 and 5; F2 hits with the 5, F3 with the 4 and the 5."""
    told = fired({"allied_right": line}, card, target, [2, 4, 5], seat=seat)
    fire = told.the(CardFired)
    assert (fire.mode, fire.rating, fire.hits) == ("infantry", rating, hits)
    assert told.the(HitsRecorded).hits == hits


@pytest.mark.parametrize(
    ("lines", "mode", "rating", "hits"),
    [
        ({"french_left": BATTERY, "allied_right": "b_bylandt:up"}, "long", 1, 1),
        ({"french_left": f"{BATTERY} b_bylandt"}, "short", 3, 3),
    ],
)
def test_case_06_artillery_has_two_ranges(lines, mode, rating, hits):
    """7.23: a battery of F1/F3 fires F1 across the Middle Ground, and F3 in its position."""
    fire = fired(lines, BATTERY, "b_bylandt", [4, 5, 6]).the(CardFired)
    assert (fire.mode, fire.rating, fire.hits) == (mode, rating, hits)


def test_case_07_a_column_at_artillery():
    """7.4: a column of S3 shocks engaged artillery with S4."""
    line = "f_husson_brigade:column b_2nd_div_foot b_bylandt"
    given = fighting("waterloo", {**OTHERS, "allied_right": line})

    guns = play(given, FRENCH, Shock("f_husson_brigade", "b_2nd_div_foot"), dice=[3, 3, 2])
    foot = play(given, FRENCH, Shock("f_husson_brigade", "b_bylandt"), dice=[3, 3, 2])

    assert (guns.the(CardShocked).rating, guns.the(CardShocked).hits) == (4, 2)
    assert (foot.the(CardShocked).rating, foot.the(CardShocked).hits) == (3, 0)


@pytest.mark.parametrize(
    ("lines", "battery", "form", "rating"),
    [
        ({"french_left": BATTERY, "allied_right": "b_bylandt:up:column"}, BATTERY, "9.2", 2),
        ({"french_left": f"{BATTERY} b_bylandt:column"}, BATTERY, "9.2", 4),
        (
            {"french_left": TWELVE_POUNDERS, "allied_right": "b_bylandt:up:square"},
            TWELVE_POUNDERS,
            "9.3",
            3,
        ),
        ({"french_left": f"{TWELVE_POUNDERS} b_bylandt:square"}, TWELVE_POUNDERS, "9.3", 4),
    ],
)
def test_case_08_artillery_at_columns_and_squares(lines, battery, form, rating):
    """9.2, 9.3: F1/F3 is F2/F4 at a column, and F2/F3 is F3/F4 at a square."""
    dice = [1, 1, 1] if battery == BATTERY else [1, 1]
    told = fired(lines, battery, "b_bylandt", dice)
    assert told.the(CardFired).rating == rating
    assert told.lines(CardFired)[1] == (1, form)


def test_case_11_the_second_battery_takes_a_card_that_is_not_hit():
    """SB.centre, 7.4: X is hit, so it is refused as long as Y, face down, is not."""
    lines = {
        "french_left": f"{BATTERY} {TWELVE_POUNDERS}",
        "allied_right": "b_bylandt b_saxe_weimar",
    }
    given = fighting("waterloo", {**OTHERS, **lines})
    x, y = given.token("b_bylandt"), given.token("b_saxe_weimar")

    first = play(given, FRENCH, Fire(BATTERY, x), dice=[6, 2, 2])

    assert list(first.the(CardsRevealed, reason="hit").cards.values()) == ["b_bylandt"]
    refused = refusal(first, FRENCH, Fire(TWELVE_POUNDERS, "b_bylandt"))
    assert refused == ("TARGET_ALREADY_HIT", "7.4")
    second = play(first, FRENCH, Fire(TWELVE_POUNDERS, y), dice=[1, 2])
    assert not second.card("b_saxe_weimar").revealed


def test_case_19_when_all_are_hit_any_may_be_named():
    """7.4: after Y has a hit too, X may be named again."""
    lines = {
        "french_left": f"{BATTERY} {TWELVE_POUNDERS} f_vi_corps_12_pdr",
        "allied_right": "b_bylandt:up b_saxe_weimar:up",
    }
    given = fighting("waterloo", {**OTHERS, **lines})

    one = play(given, FRENCH, Fire(BATTERY, "b_bylandt"), dice=[6, 2, 2])
    assert not one.events_of(TargetsReopened)
    both = play(one, FRENCH, Fire(TWELVE_POUNDERS, "b_saxe_weimar"), dice=[6, 2])
    assert both.the(TargetsReopened).place == "allied_right"

    named = {it.target for it in legal_orders(both, FRENCH, Fire)}
    assert named == {"b_bylandt", "b_saxe_weimar"}
    again = play(both, FRENCH, Fire("f_vi_corps_12_pdr", "b_bylandt"), dice=[6])
    assert again.the(HitsRecorded).total == 2


@pytest.mark.parametrize("engaged", ["french_left", "allied_right"])
def test_case_20_no_long_range_where_somebody_is_engaged(engaged):
    """7.23: neither from an engaged position, nor at one."""
    lines = {"french_left": BATTERY, "allied_right": "b_bylandt:up b_saxe_weimar:up"}
    lines[engaged] += {"french_left": " b_best_4th_han", "allied_right": " f_husson_brigade"}[
        engaged
    ]
    given = fighting("waterloo", {**OTHERS, **lines})
    assert refusal(given, FRENCH, Fire(BATTERY, "b_bylandt")) == ("POSITION_ENGAGED", "7.23")


def test_case_21_horse_artillery_that_has_fired_does_not_move():
    """7.24: it moves and fires, not the other way round."""
    lines = {"french_left": "f_ii_corps_horse f_husson_brigade", "allied_right": "b_bylandt:up"}
    given = fighting("waterloo", {**OTHERS, **lines})

    told = play(given, FRENCH, Fire("f_ii_corps_horse", "b_bylandt"), dice=[2])

    for to in ("allied_right", "french_reserve"):
        refused = refusal(told, FRENCH, Move("f_ii_corps_horse", to))
        assert refused == ("ALREADY_ACTED", "7.0")


HILL = "b_mont_st_jean_ridge_r"


@pytest.mark.parametrize(
    ("card", "lines", "dice"),
    [
        (
            "b_c_halkett_5th_br",
            {"allied_right": "b_c_halkett_5th_br f_soye_brigade"},
            [1, 1, 1, 1],
        ),
        ("b_2nd_div_foot", {"allied_right": "b_2nd_div_foot f_soye_brigade"}, [1, 1, 1]),
        (
            "b_2nd_div_foot",
            {"allied_right": "b_2nd_div_foot", "french_left": "f_soye_brigade:up"},
            [1, 1, 1],
        ),
    ],
)
def test_case_15_a_hill_is_one_cv_more(card, lines, dice):
    """11.1: infantry of 3 CV rolls four dice, artillery of 2 CV three at either range."""
    given = {"sites": {HILL: "allied_right"}, "on": {card: HILL}, "seat": ALLIED}
    told = fired(lines, card, "f_soye_brigade", dice, **given)
    assert [(it.amount, it.clause) for it in told.the(CardFired).strength] == [
        (len(dice) - 1, "7.1"),
        (1, "11.1"),
    ]


def test_case_24_artillery_does_not_reach_into_woods():
    """11.2: not at long range, and not among the trees either."""
    sites = {
        "sites": {"f_hougoumont_wood": "french_left"},
        "on": {"f_soye_brigade": "f_hougoumont_wood"},
    }
    far = {"french_left": "f_soye_brigade:up", "allied_right": "b_2nd_div_foot"}
    given = fighting("waterloo", {**OTHERS, **far}, active=ALLIED, **sites)
    assert refusal(given, ALLIED, Fire("b_2nd_div_foot", "f_soye_brigade")) == ("WOODS", "11.2")

    near = {"french_left": "f_soye_brigade b_rha_a b_grant", "allied_right": "b_bylandt"}
    engaged = fighting("waterloo", {**OTHERS, **near}, active=ALLIED, **sites)
    for order in (Fire("b_rha_a", "f_soye_brigade"), Shock("b_grant", "f_soye_brigade")):
        assert refusal(engaged, ALLIED, order) == ("WOODS", "11.2")


def test_case_24_infantry_attacks_woods_with_a_die_less():
    """11.2: infantry of 3 CV rolls two dice at whoever stands in woods, and three at others."""
    sites = {
        "sites": {"f_hougoumont_wood": "french_left"},
        "on": {"f_soye_brigade": "f_hougoumont_wood"},
    }
    line = "f_soye_brigade f_husson_brigade b_c_halkett_5th_br"
    given = fighting("waterloo", {**OTHERS, "french_left": line}, active=ALLIED, **sites)

    woods = play(given, ALLIED, Fire("b_c_halkett_5th_br", "f_soye_brigade"), dice=[1, 1])
    field = play(given, ALLIED, Fire("b_c_halkett_5th_br", "f_husson_brigade"), dice=[1, 1, 1])

    assert len(woods.the(CardFired).dice) == 2
    assert len(field.the(CardFired).dice) == 3


def test_case_09_only_horse_artillery_fires_on_the_turn_of_engaging():
    """SB.left 1, 7.24: of those who engage the horse artillery alone may fire."""
    lines = {
        "french_reserve": "f_jacquinot_1st_cav",
        "french_right": "f_pire_2nd_cav f_i_corps_horse f_husson_brigade f_reille",
        "french_left": "f_campi_brigade",
        "allied_left": "b_kempt_8th_br b_bylandt",
    }
    given = fighting("waterloo", lines)

    told = play(given, FRENCH, Move("f_i_corps_horse", "allied_left"))
    guns = play(told, FRENCH, Fire("f_i_corps_horse", "b_bylandt"), dice=[4])
    assert (guns.the(CardFired).mode, guns.the(CardFired).hits) == ("short", 1)

    entering = {
        "f_jacquinot_1st_cav": ("french_right", "allied_left"),
        "f_pire_2nd_cav": ("allied_left",),
        "f_husson_brigade": ("allied_left",),
        "f_reille": ("allied_left",),
    }
    for card, way in entering.items():
        guns = play(guns, FRENCH, *(Move(card, to) for to in way))
        if card != "f_reille":
            assert refusal(guns, FRENCH, Fire(card, "b_kempt_8th_br")) == ("ALREADY_ACTED", "7.0")
    for card in entering:
        assert not [it for it in legal_orders(guns, FRENCH, Fire) if it.card == card]
    assert play(guns, FRENCH, EndCombat()).asked == [(ALLIED, "morale")]
