"""All 28 specials are refused outside of their windows, and where nothing is that they help."""

import pytest

from napoleon.rulesets.eagles_waterloo.orders import CheckMorale, PlaySpecial
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    campaign,
    fighting,
    legal_orders,
    play,
)

SPECIALS = [it for it in RULES.pack.cards.values() if it.kind == "special"]
SOYE, KEMPT, BYLANDT = "f_soye_brigade", "b_kempt_8th_br", "b_bylandt"


def turn(special, phase, *, window=False, late=False):
    """A special is in Reserve at the only battle where it may be; somebody has a hit."""
    it = RULES.pack.by_id[special]
    battle = "waterloo" if "waterloo" in it.battles else it.battles[0]
    other = FRENCH if it.side == ALLIED else ALLIED
    card = {"french": SOYE, "british": KEMPT, "prussian": "p_24th_rgt"}[it.nation]
    lines = {
        f"{it.side}_reserve": f"{special}{':late' if late else ''}",
        f"{it.side}_left": f"{card}:hits1",
        f"{other}_left": KEMPT if other == ALLIED else SOYE,
    }
    active = other if window else it.side
    return fighting(battle, lines, active=active, phase=phase, asked=not window, arrived=True)


OWN = {"M": "morale", "C": "combat", "R": "reinforcement"}


@pytest.mark.parametrize("special", SPECIALS, ids=lambda it: it.id)
def test_it_is_refused_outside_of_its_windows(special):
    for letter, phase in OWN.items():
        given = turn(special.id, phase)
        answer = play(given, special.side, PlaySpecial(special.id), any_cards=True).refusal
        is_open = letter in special.windows or "A" in special.windows
        if is_open:
            assert answer is None or answer.code != "WRONG_PHASE"
            continue
        assert (answer.code, answer.clause) == ("WRONG_PHASE", f"13.a.{special.no}")
        assert answer.facts == {"windows": list(special.windows)}
        assert legal_orders(given, special.side, PlaySpecial) == []
    given = turn(special.id, "combat", window=True)
    answer = play(given, special.side, PlaySpecial(special.id)).refusal
    assert (answer is not None and answer.code == "WRONG_PHASE") == ("E" not in special.windows)


def quatre_bras(special, active=FRENCH, phase="combat", **more):
    """Neither the right cards nor the right places for anything; a row adds them."""
    lines = {
        f"{active}_reserve": special,
        "french_left": "f_lheritier_11th_cav",
        "allied_left": "b_van_merlen_ne_light",
        "french_centre": "f_ii_corps_horse",
        "allied_centre": "b_ne_horse_bijleveld",
        **more.pop("lines", {}),
    }
    return fighting("quatre_bras", lines, active=active, phase=phase, **more)


HIT = {"french_right": f"{SOYE}:hits1 {KEMPT}", "allied_right": f"{BYLANDT}:hits1"}
PRUSSIANS = {
    "allied_right": "p_24th_rgt:hits1",
    "french_right": "p_blucher p_28th_rgt f_romme_brigade",
}
FOUGHT = {"allied_right": f"{KEMPT} {SOYE}:column f_ii_corps_foot_a f_ney"}

NO_TARGET = [
    ("f_en_avant", FRENCH, "combat", {}, ("french_centre", "f_ii_corps_horse")),
    ("f_en_avant", FRENCH, "combat", {}, ("french_right", "f_lheritier_11th_cav")),
    ("f_en_avant", FRENCH, "combat", {}, ("allied_left", "b_van_merlen_ne_light")),
    ("f_pas_de_charge", FRENCH, "combat", {}, ("french_left", "")),
    ("f_pas_de_charge", FRENCH, "combat", FOUGHT, ("allied_right", SOYE)),
    ("f_grand_battery", FRENCH, "combat", {}, ("french_centre", "")),
    ("f_grand_battery", FRENCH, "combat", FOUGHT, ("allied_right", "")),
    ("f_vive_l_empereur", FRENCH, "morale", HIT, ("allied_left", "")),
    ("f_skirmishers", FRENCH, "combat", {}, ("french_left", "f_lheritier_11th_cav")),
    ("f_skirmishers", FRENCH, "combat", FOUGHT, ("allied_right", SOYE)),
    ("f_lancers", FRENCH, "combat", {}, ("french_left", "f_lheritier_11th_cav")),
    ("f_rally", FRENCH, "combat", {}, ("", KEMPT)),
    ("f_rally", FRENCH, "combat", {}, ("", "f_1st_2nd_grenadiers")),
    ("f_rally", FRENCH, "combat", {}, ("", "f_ney")),
    ("f_rally", FRENCH, "combat", {}, ("french_left", "f_campi_brigade")),
    ("f_la_garde_au_feu", FRENCH, "morale", HIT, ("french_right", "")),
    ("b_steady", ALLIED, "morale", HIT, ("french_left", "")),
    ("b_thin_red_line", ALLIED, "combat", {}, ("allied_left", "")),
    ("b_thin_red_line", ALLIED, "combat", {"allied_right": f"{KEMPT}:square"},
     ("allied_right", "")),
    ("b_reverse_slope", ALLIED, "combat", {"allied_right": KEMPT}, ("allied_right", "")),
    ("b_up_guards", ALLIED, "combat", {"allied_right": KEMPT}, ("allied_right", KEMPT)),
    ("b_scotland_forever", ALLIED, "combat", {}, ("allied_left", "b_van_merlen_ne_light")),
    ("b_rifles", ALLIED, "combat", {"french_right": f"{KEMPT} {SOYE}"}, ("french_right", KEMPT)),
    ("b_rally", ALLIED, "combat", {}, ("", "f_campi_brigade")),
    ("b_hold_at_all_costs", ALLIED, "morale", HIT, ("allied_right", "")),
    ("b_congreve_rockets", ALLIED, "combat", {"allied_right": "b_3rd_div_foot"},
     ("allied_right", "b_3rd_div_foot")),
    ("p_vorwarts", ALLIED, "combat", PRUSSIANS, ("allied_reserve", "")),
    ("p_vorwarts", ALLIED, "combat", PRUSSIANS, ("french_right", "p_28th_rgt")),
    ("p_marschall_vorwarts", ALLIED, "morale", PRUSSIANS, ("allied_right", "")),
    ("p_volunteer_jager", ALLIED, "combat", PRUSSIANS, ("french_right", "p_28th_rgt")),
    ("p_landwehr_fervour", ALLIED, "morale", PRUSSIANS, ("", "p_24th_rgt")),
    ("p_landwehr_fervour", ALLIED, "morale", PRUSSIANS, ("allied_right", "p_24th_rgt")),
    ("p_rally", ALLIED, "combat", {}, ("", "p_31st_rgt")),
    ("p_reserve_brigade", ALLIED, "reinforcement", {}, ("allied_left", "")),
    ("p_broken_bridge", ALLIED, "window", {}, ("middle", "")),
    ("p_broken_bridge", ALLIED, "window", {}, ("allied_centre", "")),
    ("p_night_falls", ALLIED, "combat", {}, ("", "b_van_merlen_ne_light")),
    ("p_steadfast", ALLIED, "morale", PRUSSIANS, ("french_left", "")),
]  # fmt: skip


@pytest.mark.parametrize(("special", "seat", "phase", "lines", "named"), NO_TARGET)
def test_it_is_refused_where_nothing_is_that_it_helps(special, seat, phase, lines, named):
    lost = "f_1st_2nd_grenadiers f_ney f_campi_brigade b_bylandt"
    if phase == "window":
        given = fighting(
            "quatre_bras",
            {"allied_reserve": special, "french_left": SOYE, "allied_left": KEMPT},
            asked=False,
        )
    else:
        more = {"lines": lines, "lost": lost}
        given = quatre_bras(special, seat, phase, **more)
    answer = play(given, seat, PlaySpecial(special, *named)).refusal
    number = RULES.pack.by_id[special].no
    assert (answer.code, answer.clause, answer.facts) == ("NO_TARGET", f"13.a.{number}", {})


def prussians(**more):
    """Prussians and British at Waterloo."""
    lines = {
        "allied_reserve": "p_volunteer_jager b_rifles p_march_to_the_guns p_15th_rgt",
        "allied_left": f"{KEMPT} p_18th_rgt",
        "allied_right": "b_byng_2nd_guards",
        "french_left": SOYE,
    }
    return fighting("waterloo", lines, active=ALLIED, **more)


def guards():
    """Two of the Guard's cards were hit."""
    lines = {
        "french_centre": "f_1st_2nd_grenadiers:hits1 f_1st_2nd_chasseurs:hits1",
        "french_reserve": "f_vive_l_empereur f_vive_l_empereur.2",
    }
    return fighting("waterloo", lines, phase="morale")


def steady(phase="morale"):
    """Three specials of the Prussians for the same position."""
    lines = {
        "allied_left": "p_blucher p_1st_elbe_lw:hits1 p_24th_rgt",
        "allied_reserve": "p_steadfast p_steadfast.2 p_marschall_vorwarts p_landwehr_fervour",
    }
    return fighting("ligny", lines, active=ALLIED, phase=phase)


def late():
    """A special has just come in."""
    return turn("f_en_avant", "combat", late=True)


def in_the_campaign():
    """Hal Detachment at the last battle but one."""
    lines = {"allied_reserve": "b_hal_detachment", "allied_left": KEMPT, "french_left": SOYE}
    return campaign(
        {"waterloo": lines, "wavre": {"french_left": "f_romme_brigade"}},
        at="waterloo",
        active=ALLIED,
        phase="reinforcement",
        stage="wavre_waterloo",
    )


CASES = [
    (turn("f_en_avant", "combat"), FRENCH, [PlaySpecial(KEMPT)], "NOT_YOUR_CARD 13.0"),
    (turn("f_en_avant", "combat"), FRENCH, [PlaySpecial(SOYE)], "NOT_A_SPECIAL 13.0"),
    (late(), FRENCH, [PlaySpecial("f_en_avant", "french_left", SOYE)], "ARRIVED_THIS_TURN 10.0"),
    (guards(), FRENCH, [CheckMorale("f_1st_2nd_grenadiers"),
                        PlaySpecial("f_vive_l_empereur", "french_centre")], "WRONG_PHASE 13.a"),
    (in_the_campaign(), ALLIED, [PlaySpecial("b_hal_detachment")], "WRONG_BATTLE G-60"),
    (quatre_bras("p_march_to_the_guns", ALLIED, "reinforcement"), ALLIED,
     [PlaySpecial("p_march_to_the_guns")], "WRONG_BATTLE G-60"),
    (prussians(), ALLIED, [PlaySpecial("p_volunteer_jager", "allied_left", "p_18th_rgt")],
     "NATION 13.0"),
    (prussians(arrived=True), ALLIED,
     [PlaySpecial("p_volunteer_jager", "allied_right", "b_byng_2nd_guards")], "NATION 13.0"),
    (prussians(arrived=True), ALLIED, [PlaySpecial("b_rifles", "allied_left", KEMPT)],
     "NATION 13.0"),
    (guards(), FRENCH, [PlaySpecial("f_vive_l_empereur", "french_centre"),
                        PlaySpecial("f_vive_l_empereur.2", "french_centre")], "SAME_CARD 13.0"),
    (steady(), ALLIED, [PlaySpecial("p_steadfast", "allied_left"),
                        PlaySpecial("p_marschall_vorwarts", "allied_left"),
                        PlaySpecial("p_landwehr_fervour", "", "p_1st_elbe_lw")], "LIMIT 13.0"),
    (steady(), ALLIED, [PlaySpecial("p_steadfast", "allied_left"),
                        PlaySpecial("p_steadfast.2", "allied_left")], "SAME_CARD 13.0"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "seat", "orders", "refused"), CASES)
def test_refused(given, seat, orders, refused):
    dice = [1] if isinstance(orders[0], CheckMorale) else []
    answer = play(given, seat, *orders, dice=dice)
    assert answer.refused == tuple(refused.split())
    assert answer.refusal.facts == {}


def test_the_same_special_at_two_positions_is_no_repetition():
    lines = {
        "french_centre": "f_1st_2nd_grenadiers:hits1",
        "french_left": f"{SOYE}:hits1",
        "french_reserve": "f_vive_l_empereur f_vive_l_empereur.2",
    }
    given = fighting("waterloo", lines, phase="morale")
    orders = [
        PlaySpecial("f_vive_l_empereur", "french_centre"),
        PlaySpecial("f_vive_l_empereur.2", "french_left"),
    ]
    assert play(given, FRENCH, *orders).refusal is None


def test_what_has_come_in_is_played_in_the_enemys_turn():
    lines = {"allied_reserve": "p_night_falls:late", "allied_left": KEMPT, "french_left": SOYE}
    given = fighting("ligny", lines, asked=False)
    assert play(given, ALLIED, PlaySpecial("p_night_falls")).refusal is None


def test_all_of_them_are_refused_somewhere_for_what_they_name():
    """Those that name nothing have only their windows, battles and nations."""
    named = {special for special, *_ in NO_TARGET}
    assert {it.id for it in SPECIALS} - named == {"b_hal_detachment", "p_march_to_the_guns"}
