"""Battles in which something is refused: each a position of its own, named after what is there."""

from __future__ import annotations

from typing import Any

from napoleon.rulesets.eagles_waterloo.orders import CheckMorale, EndCombat, PlaySpecial
from tests.eagles_waterloo.fields import ALLIED, Played, fighting, play

SOYE, BAUDUIN, HUSSON, CAMPI = (f"f_{it}_brigade" for it in ("soye", "bauduin", "husson", "campi"))
PIRE, FOOT, HORSE = "f_pire_2nd_cav", "f_ii_corps_foot_a", "f_ii_corps_horse"
BYLANDT, KEMPT, MERLEN = "b_bylandt", "b_kempt_8th_br", "b_van_merlen_ne_light"


def field(lines: dict[str, str] | None = None, **given: Any) -> Played:
    """A French turn at Quatre Bras."""
    return fighting("quatre_bras", {"french_left": "f_jamin_b_brigade", **(lines or {})}, **given)


def quiet(**given: Any) -> Played:
    """Nobody is engaged."""
    return field(
        {
            "french_reserve": f"{HUSSON} {PIRE} {FOOT} {HORSE} f_ney f_rally "
            "f_gauthier_brigade:late",
            "french_centre": f"{SOYE} f_ii_corps_12_pdr_foot_b",
            "french_right": f"{BAUDUIN}:column",
            "allied_centre": f"{BYLANDT} {MERLEN}",
        },
        **given,
    )  # fmt: skip


def melee(**given: Any) -> Played:
    """Both sides are in the Allied centre."""
    return field(
        {
            "allied_centre": f"{SOYE}:column {BAUDUIN} {PIRE} {HORSE} {BYLANDT}:square "
            f"{KEMPT} {MERLEN} b_picton",
            "french_centre": HUSSON,
            "french_reserve": f"{CAMPI}:column",
        },
        **given,
    )


def ours(**given: Any) -> Played:
    """British and French are in the French centre."""
    lines = {"french_centre": f"{SOYE} {PIRE} {KEMPT} {BYLANDT}", "allied_left": MERLEN}
    return field(lines, **given)


def blocked() -> Played:
    """British in the French centre, and French in the Allied one."""
    lines = {"french_centre": f"{SOYE} {KEMPT}", "allied_centre": f"{HUSSON} {BYLANDT}"}
    return field(lines, active=ALLIED)


def hit() -> Played:
    """Of two British brigades one has a hit."""
    lines = {"allied_centre": f"{SOYE}:column {PIRE} {KEMPT}:hits1 {BYLANDT}"}
    return field(lines)


def river() -> Played:
    """The Brook at Ligny lets two across."""
    return fighting(
        "ligny",
        {"french_centre": "f_billard_brigade f_corsin_brigade f_dufour_brigade",
         "allied_centre": "p_24th_rgt"},
        sites={"p_ligny_brook": "allied_centre"},
    )  # fmt: skip


def prussians(arrived: bool = False, **given: Any) -> Played:
    """Prussians wait at Waterloo."""
    reserve = "p_15th_rgt p_bulow p_paris_wood b_hill"
    lines = {"allied_reserve": reserve, "french_left": SOYE, "allied_right": "b_byng_2nd_guards"}
    return fighting("waterloo", lines, active=ALLIED, arrived=arrived, **given)


def staff(**given: Any) -> Played:
    """Soult is on the field with Napoleon in Reserve."""
    lines = {"french_reserve": "f_napoleon", "french_centre": f"f_soult {SOYE}"}
    return fighting("waterloo", lines, **given)


def soult(**given: Any) -> Played:
    """Soult and Napoleon are in Reserve."""
    lines = {"french_reserve": "f_soult f_napoleon f_la_belle_alliance", "french_centre": SOYE}
    return fighting("waterloo", lines, **given)


CENTRE = {"b_quatre_bras": "allied_centre", "b_namur_road_bank": "allied_right",
          "f_bossu_wood": "allied_centre french", "f_frasnes_ridge": "french_centre"}  # fmt: skip


def ground(**given: Any) -> Played:
    """Fighting about a building and woods in the Allied centre: the British hold the building."""
    lines = {
        "allied_centre": f"{SOYE}:column {BAUDUIN} {PIRE} {HORSE} {KEMPT} {BYLANDT}",
        "allied_right": "b_best_4th_han",
        "french_centre": f"{HUSSON} {CAMPI} f_ney f_gauthier_brigade",
    }
    on = {
        KEMPT: "b_quatre_bras", SOYE: "f_bossu_wood", HUSSON: "f_frasnes_ridge",
        CAMPI: "f_frasnes_ridge",
    }  # fmt: skip
    return field(lines, sites=CENTRE, on=on, **given)


def inside(**given: Any) -> Played:
    """French columns hold the building, British cavalry is outside."""
    lines = {"allied_centre": f"{SOYE}:column {KEMPT} {MERLEN}"}
    sites = {"b_quatre_bras": "allied_centre french"}
    return field(lines, sites=sites, on={SOYE: "b_quatre_bras"}, **given)


def woods(**given: Any) -> Played:
    """A French brigade stands in woods among Prussians."""
    return fighting(
        "wavre",
        {"french_left": "f_penne_brigade p_27th_rgt:column p_marwitz_cavalry p_iii_corps_horse"},
        active=ALLIED,
        sites={"f_limelette_wood": "french_left"},
        on={"f_penne_brigade": "f_limelette_wood"},
        **given,
    )


def captured() -> Played:
    """Hougoumont has fallen, and two of three brigades may go onto it."""
    given = fighting(
        "waterloo",
        {
            "french_left": f"{PIRE} {CAMPI}",
            "allied_right": f"{SOYE} {BAUDUIN} {HUSSON} f_jacquinot_1st_cav "
            "b_byng_2nd_guards:hits1 b_vandeleur",
        },
        active=ALLIED,
        phase="morale",
        sites={"b_hougoumont": "allied_right"},
        on={"b_byng_2nd_guards": "b_hougoumont"},
    )  # fmt: skip
    return play(given, ALLIED, CheckMorale("b_byng_2nd_guards"), dice=[6])


def own_terrain(**given: Any) -> Played:
    """Terrain of the French in their Reserve."""
    lines = {
        "french_reserve": "f_piraumont f_frasnes_ridge f_bossu_wood f_fleurus_mill",
        "french_right": f"{SOYE} {KEMPT}",
        "french_centre": CAMPI,
    }
    return field(lines, **given)


def full_of_terrain() -> Played:
    """Two hills and more of the Allied right and centre at Waterloo, and a river at Wavre."""
    lines = {"allied_reserve": "b_mont_st_jean_ridge_r", "allied_centre": "b_byng_2nd_guards"}
    sites = {"b_hougoumont": "allied_right", "b_hal_heights": "allied_right"}
    return fighting("waterloo", {**lines, "french_left": SOYE}, active=ALLIED, sites=sites)


def dyle() -> Played:
    """A second river for a lane that has one."""
    lines = {"allied_reserve": "p_river_dyle_c", "allied_centre": "p_27th_rgt"}
    sites = {"p_ligny_brook": "allied_centre"}
    return fighting("wavre", {**lines, "french_left": SOYE}, active=ALLIED, sites=sites)


def bluffing(**given: Any) -> Played:
    """Decoys in the French positions, and in Reserve."""
    return field(
        {
            "french_reserve": "f_rally f_piraumont f_reille f_kellermann:late f_fleurus_mill",
            "french_left": f"{SOYE} f_ney:down f_en_avant:down",
            "french_centre": f"{CAMPI} f_frasnes_ridge:down f_st_amand_heights:down",
            "french_right": f"{BAUDUIN} {KEMPT}",
        },
        decoys=True,
        **given,
    )


def soult_bluffs() -> Played:
    """Soult lies face down, and Napoleon has come."""
    lines = {"french_reserve": "f_napoleon", "french_left": f"{SOYE} f_soult:down"}
    return fighting("waterloo", lines, decoys=True)


def crowded() -> Played:
    """Five French cards are in the centre."""
    line = f"{SOYE} {HUSSON} {CAMPI} {PIRE} {BAUDUIN}"
    return field({"french_centre": line, "allied_centre": BYLANDT})


def checking(**given: Any) -> Played:
    """A general and a brigade were hit."""
    lines = {"french_centre": f"f_reille:hits1 {SOYE}:hits1 {CAMPI}"}
    return field(lines, phase="morale", **given)


def night() -> Played:
    """The Prussians have played Night Falls before the French fight at Ligny."""
    lines = {
        "allied_centre": "p_24th_rgt f_billard_brigade:column",
        "allied_reserve": "p_night_falls",
    }
    given = fighting("ligny", lines, asked=False)
    return play(given, ALLIED, PlaySpecial("p_night_falls"))


def reverse_slope() -> Played:
    """At Waterloo the French aim at a hill that is screened."""
    given = fighting(
        "waterloo",
        {"allied_centre": "b_byng_2nd_guards", "allied_reserve": "b_reverse_slope",
         "french_centre": "f_i_corps_foot_a f_i_corps_12_pdr_foot_b"},
        active=ALLIED,
        sites={"b_mont_st_jean_ridge_c": "allied_centre"},
        on={"b_byng_2nd_guards": "b_mont_st_jean_ridge_c"},
    )  # fmt: skip
    slope = PlaySpecial("b_reverse_slope", "allied_centre")
    return play(given, ALLIED, slope, EndCombat())
