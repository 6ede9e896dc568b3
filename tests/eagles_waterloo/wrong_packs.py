"""What is wrong in copies of the pack of EAGLES: Waterloo, and what its check says of it."""

from __future__ import annotations

from tests.broken_packs import added, all_of, dropped, line, row, sets, without
from tests.eagles_waterloo.broken import campaign, card, place, special
from tests.rulesets.packs import WrongPacks

KINDS = "six kinds of cards [1.0]"
RATINGS = "ratings of infantry and cavalry [7.2, 7.3]"
MARKS = "lancers are cavalry, horse batteries artillery [1.0]"
COMMAND = "commanders and who takes over [12.3]"
NAMED = "terrain that is named"
QUATRE_BRAS = "cards of Quatre Bras"
CHART = "battle chart [2.0, 3.0, 15.0]"
CAMPAIGN = "reinforcements of the campaign [16.b]"
STAGES = "stages of the campaign [16.a, 16.e, 16.f]"
LINES = "battlefields have two lines of three positions [4.0]"
COLUMNS = "each column has a place of each [4.0]"
FACING = "a left faces a right [4.0]"
MOVES = "cards move along their lane [8.0]"
DRAWN = "places lie on the drawing"
PATHS = "no text names a path of a machine"
COSTS = "filler: BP by the formulas [15.0]"

WRONG_TABLES = [
    ("ids are plain", card(2, id="Ney"), "Ney is not in"),
    ("sources are told", card(3, source=" "), "card 3 has no source"),
    ("sources are told", place("field_1_french_reserve", source=""), "place 1 has no source"),
    ("cards have names", card(15, name=" "), "card 15 has no name"),
    (PATHS, card(15, source="see /home/somebody/cards.txt"), "cards name a path"),
    (PATHS, campaign(sets("reinforcements", "note", to="/tmp/chart")), "campaign name a path"),
]

WRONG_CARDS = [
    ("cards are numbered 1 to 300 [1.0]", card(15, no=301), "15 must be the number of a card"),
    ("cards of each nation [1.0]", card(15, nation="british"), "british has 91 instead of 90"),
    (KINDS, without("cards.csv", "kind", "artillery"), "artillery must be a kind of card"),
    (RATINGS, card(15, fire=5), "card 15 has F5"),
    (RATINGS, card(55, shock=1), "and S1"),
    ("cavalry fires at F1 [7.22]", card(55, fire=2), "card 55 is cavalry that fires F2"),
    (MARKS, card(15, lancer=1), "card 15 has lances"),
    (MARKS, card(55, horse=1), "card 55 is a horse battery"),
    (
        "artillery of the examples [9.2, 9.3]",
        row("cards.csv", "fire_long", 2, fire_long=1),
        "no artillery has F2/F3",
    ),
    (COMMAND, card(1, command=""), "Napoleon is missing"),
    (COMMAND, card(3, command="second_in_command"), "Soult has"),
    (COMMAND, card(4, command="chief_of_staff"), "Grouchy must not be there"),
    ("generals of any corps [12.2]", card(2, corps="I"), "Ney must support any corps"),
    (
        "terrain belongs to one battle [11.0]",
        card(93, battles="quatre_bras ligny"),
        "card 93 is bound to 2 battles",
    ),
    (NAMED, card(92, terrain="hill"), "there is no Bossu Wood"),
    (NAMED, card(183, lane="left"), "there is no Hougoumont"),
    (QUATRE_BRAS, card(6, battles="waterloo"), "french general: 2 instead of 3"),
    (QUATRE_BRAS, card(116, battles="hal"), "british cards: 32 instead of 33"),
    (
        "a French foot battery of Quatre Bras",
        row("cards.csv", "kind", "artillery", morale="A"),
        "there is none",
    ),
    (
        "cards of the detachment at Hal [16.f]",
        all_of(
            row("cards.csv", "battles", "hal", battles="waterloo"),
            row("cards.csv", "battles", "waterloo hal", battles="waterloo"),
        ),
        "there is none",
    ),
    (
        "specials have an effect that the rules know [G-01]",
        card(291, effect_kind="move_and_form_column"),
        "card 291 has the effect move_and_form_column",
    ),
]

WRONG_CHART = [
    (CHART, line("battles.csv", "ligny,Ligny,allied,", bp=311), "ligny prussian has bp 311"),
    (CHART, line("battles.csv", "wavre,Wavre,french,", deck=17), "wavre french has deck 17"),
    (CHART, line("battles.csv", "wavre,Wavre,french,", muster=9), "wavre french has muster 9"),
    (
        CHART,
        line("battles.csv", "wavre,Wavre,french,", reinforcements=2),
        "wavre french has reinforcements 2 instead of 1",
    ),
    (
        "only the Prussians at Waterloo have no muster [3.0]",
        line("battles.csv", "wavre,Wavre,french,", separate_deck=1),
        "wavre french must not be apart",
    ),
    (
        "enough cards for every deck of the chart [2.0]",
        row("cards.csv", "battles", "quatre_bras waterloo", battles="waterloo"),
        "quatre_bras french has",
    ),
    (CAMPAIGN, campaign(sets("reinforcements", "factor", to=3)), "there are 3 times as many"),
    (
        CAMPAIGN,
        campaign(sets("battles", "ligny", "reinforcements", "french", to=2)),
        "ligny french has 2 instead of 4",
    ),
    (
        "reinforcements at Charleroi [16.f]",
        campaign(sets("battles", "charleroi", "reinforcements", "french", to=2)),
        "french has 2 instead of 3",
    ),
    (
        STAGES,
        campaign(lambda data: data["stages"].reverse()),
        "the stages are in the order charleroi",
    ),
    (
        STAGES,
        campaign(sets("stages", 2, "battles", to=["charleroi", "wavre"])),
        "charleroi has",
    ),
    (
        "turns of the opening [16.b]",
        campaign(lambda data: data["stages"][0]["turn_order"].reverse()),
        "they are ligny prussian",
    ),
    (
        "half of a deck is the muster in the campaign [16.b]",
        campaign(sets("muster", "fraction", to=[1, 3])),
        "it is 1 of 3",
    ),
]

WRONG_FIELDS = [
    (LINES, place("field_1_ground_west", field=3), "3 must not be a battlefield"),
    (LINES, place("field_1_french_left", side="allied"), "field 1 has no two lines"),
    (COLUMNS, place("field_1_ground_west", column="east"), "field 1 has 2 places of nobody"),
    (
        FACING,
        place("field_1_french_left", opposite="field_1_allied_left"),
        "field_1_allied_left is not opposite to field_1_french_left",
    ),
    (
        FACING,
        place("field_1_french_left", own_reserve="field_2_french_reserve"),
        "field_2_french_reserve is not the Reserve of field_1_french_left",
    ),
    (
        MOVES,
        dropped("lanes.csv", "field_1_french_reserve,field_1_french_left,"),
        "nobody moves between field_1_french_left and field_1_french_reserve",
    ),
    (
        MOVES,
        added("lanes.csv", "field_1_french_left,field_1_french_right,,printed,added"),
        "somebody moves between field_1_french_left and field_1_french_right",
    ),
    (
        MOVES,
        line("lanes.csv", "field_1_french_left,field_1_allied_right,", crosses=""),
        "crosses nothing",
    ),
    (DRAWN, place("field_1_french_left", x=1500), "field_1_french_left lies outside"),
    (DRAWN, place("field_1_french_left", x=130), "2 places are drawn at 130, 250"),
]

WRONG_FILLER = [
    (COSTS, card(15, bp=30), "card 15 has 30 BP instead of"),
    (
        "filler: mean BP of a card near the chart [15.0]",
        row("cards.csv", "battles", "wavre", bp=40),
        "wavre prussian has",
    ),
    ("filler: generals of any corps [12.2]", card(5, corps="A"), "d'Erlon must not support any"),
    ("filler: generals of any corps [12.2]", card(4, corps="III"), "Grouchy must support any"),
    (
        "filler: generals lead corps that have units [12.2]",
        card(5, corps="IX"),
        "d'Erlon leads the corps IX",
    ),
    (
        "filler: two terrain cards for a position [11.0]",
        card(280, lane="right"),
        "ligny has 3 cards for the prussian right",
    ),
]

WRONG_SPECIALS = [
    ("sources of the specials are told", special(104, source=""), "special 104 has no source"),
    (
        "specials do what their cards say [13.a, G-63]",
        special(104, effect_amount=2),
        "special 104 does shock 2 there and shock 1 on the card",
    ),
    (
        "specials do what their cards say [13.a, G-63]",
        special(104, id="f_charge"),
        "special 104 is f_charge there and f_pas_de_charge on the card",
    ),
    (
        "specials are played in the phase of their cards [13.a]",
        special(104, window="M"),
        "special 104 works in combat and has window M",
    ),
]

OWNED = [
    all_of(card(15, bp=30, status="printed"), card(16, cv=5, status="printed")),
    card(5, corps="A", corps_status="printed", bp=13),
    card(4, corps="III", corps_status="printed", bp=10),
    card(5, corps="IX", corps_status="printed"),
    card(280, lane="right", status="printed"),
    all_of(
        card(289, bp=40, status="printed"),
        card(286, bp=40, status="printed"),
        card(288, bp=40, status="printed"),
        card(287, bp=40, status="printed"),
    ),
    all_of(card(15, name="Quiot's brigade"), card(300, effect="Own unit cards stand firm.")),
]
"""What the sources do not tell may be read from printed cards, and is then marked so."""

PACKS = WrongPacks(
    wrong=[
        *WRONG_TABLES,
        *WRONG_CARDS,
        *WRONG_CHART,
        *WRONG_FIELDS,
        *WRONG_FILLER,
        *WRONG_SPECIALS,
    ],
    unreadable=(
        all_of(card(15, cv="many"), campaign(sets("muster", "fraction", 0, to="half"))),
        [
            "cards.csv line 16: Expected `int`",
            "campaign.json muster.fraction[0]: Expected `int`",
        ],
    ),
    missing="cards.csv",
    free=OWNED,
)
