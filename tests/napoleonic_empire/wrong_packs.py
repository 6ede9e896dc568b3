"""What is wrong in copies of the pack of Napoleonic Empire, and what its check says of it."""

from __future__ import annotations

from typing import Any

from tests.broken_packs import Break, added, all_of, line, renamed, row, sets, without
from tests.napoleonic_empire.broken import split
from tests.rulesets.packs import WrongPacks


def country(name: str, /, **values: object) -> Break:
    return row("countries.csv", "id", name, **values)


def value(name: str, /, **values: object) -> Break:
    return row("reinforcements.csv", "country", name, **values)


def placed(name: str, /, **values: object) -> Break:
    return row("setup.csv", "country", name, **values)


def card(name: str, /, **values: object) -> Break:
    return row("cards.csv", "id", name, **values)


def commander(name: str, /, **values: object) -> Break:
    return row("commanders.csv", "id", name, **values)


def dated(name: str, /, **values: object) -> Break:
    return row("deck_order.csv", "card", name, **values)


def border(a: str, b: str, /, **values: object) -> Break:
    """One row of the borders, which are told by both ends."""
    return line("borders.csv", f"{a},{b},", **values)


TYROL = all_of(
    added("countries.csv", "tyrol,Tyrol,Tyrol,9,9,1,1,1,,printed,printed,printed,added"),
    added("reinforcements.csv", "tyrol,1,1,1,0,printed,added"),
)


def courland(data: dict[str, Any]) -> None:
    data["areas"].append({**data["areas"][0], "id": "courland"})
    data["reinforcements"]["french"]["courland"] = 0
    data["victory"]["french_need_all"].append("courland")


def area(number: int, column: str, to: object) -> Break:
    return split(sets("areas", number, column, to=to))


RIGA, MINSK = 0, 1

WRONG_TABLES = {
    "ids are plain": [(renamed("riga", "Riga"), "Riga")],
    "sources are told": [
        (placed("egypt", source=" "), "placement 10"),
        (card("jena", source=""), "card 5"),
    ],
    "17 countries [MAP.1]": [(TYROL, "tyrol must not be there")],
    "land borders as listed [MAP.1, MAP.2]": [
        (without("borders.csv", "a", "portugal"), "portugal-spain is missing"),
        (
            added("borders.csv", "egypt,spain,land,both,both,1,printed,added"),
            "egypt-spain must not",
        ),
        (border("france", "italy", listed_under="both"), "france-italy has both instead of france"),
        (border("france", "spain", usable=0), "france-spain must be usable"),
        (border("egypt", "ottoman", usable=1), "egypt-ottoman must not be usable"),
    ],
    "sea links of England [MAP.1, MAP.4]": [
        (
            added("borders.csv", "england,warsaw,sea,a_to_b,england,0,printed,added"),
            "england>warsaw must not be a sea link",
        ),
        (
            added("borders.csv", "egypt,england,sea,a_to_b,egypt,0,printed,added"),
            "egypt>england must not",
        ),
        (border("england", "ottoman", usable=1), "ottoman must not be within reach"),
        (border("england", "egypt", usable=0), "egypt must be within reach"),
    ],
    "landlocked countries are out of reach [MAP.4]": [
        (country("warsaw", landlocked=0), "warsaw is not within reach"),
        (country("egypt", landlocked=1), "egypt is within reach"),
        (area(MINSK, "landlocked", 0), "minsk is not within reach"),
    ],
    "nobody enters the Ottoman Empire [MAP.5]": [
        (country("ottoman", enterable=1), "ottoman must be closed"),
        (country("egypt", enterable=0), "egypt must not be closed"),
    ],
    "continental countries [VIC.2]": [
        (country("england", continental=1), "england must not"),
        (country("sweden", continental=0), "sweden must be"),
    ],
    "armies at the start [SETUP.1, SETUP.2]": [
        (placed("france", armies=19), "france (french) has"),
        (placed("egypt", side="allied"), "egypt (allied)"),
    ],
    "sides of the countries agree with the set-up [SETUP.3]": [
        (placed("egypt", country="sweden"), ""),
        (country("warsaw", start_side="allied"), "warsaw has allied instead of nobody"),
    ],
    "values of the countries [REINF.1]": [
        (value("rhineland", value=1), "rhineland has 1 instead of")
    ],
    "who receives reinforcements [REINF.2]": [
        (value("austria", french_receive=1), "austria must be worth nothing to the french"),
        (value("austria", allied_receive=0), "austria must not be worth nothing to the allied"),
    ],
    "nationalists [NAT.1]": [
        (value("naples", nationalists=1), "naples must not be a place"),
        (value("spain", nationalists=0), "spain must be a place"),
    ],
    "32 cards, numbers 1 to 32 [COMP.4]": [
        (without("cards.csv", "id", "nelson"), "nelson is missing"),
        (card("nelson", no=33), "nelson has 33 instead of 15"),
    ],
    "cards name their side [CARD.3]": [(card("josephine", who="allied"), "josephine has allied")],
    "cards have their effects [CARD.2]": [(card("tilsit", effect="draw"), "tilsit has draw")],
    "cards have their figures [CARD.2]": [(card("jena", amount=5), "jena has 5 instead of 4")],
    "cards have their moments [CARD.2]": [
        (
            card("continental_system", window="R:f"),
            "continental_system has R:f instead of R:a and R:f",
        )
    ],
    "cards name their places [CARD.2]": [
        (
            card("italian_campaign", place="italy"),
            "italian_campaign has italy instead of italy and naples",
        ),
        (card("berthier", place="france"), "instead of nothing"),
    ],
    "cards have their years [OPT2]": [
        (card("nelson", year=1805), "nelson has 1805 instead of"),
        (card("austerlitz", year=""), "austerlitz has nothing"),
    ],
    "commanders [OPT1]": [
        (without("commanders.csv", "id", "lannes"), "lannes (moves) is missing"),
        (commander("blucher", move=1), "blucher (moves) has 1 instead of 2"),
        (commander("kutuzov", withdraw_on=4), "kutuzov (withdraw_on)"),
    ],
    "commanders begin with armies [E-33]": [(commander("charles", start="france"), "charles")],
    "12 dated cards in order [OPT2]": [
        (without("deck_order.csv", "card", "tilsit"), "friedland, peninsular_war"),
        (
            all_of(dated("jena", order=7), dated("continental_system", order=6)),
            "continental_system, jena",
        ),
        (dated("jena", year=1807), "jena has the year 1807"),
    ],
    "rounds of the dated cards [OPT2]": [
        (dated("toulon", round_each=0), "toulon would join"),
        (dated("italian_campaign", round_by_year=7), "must join in round 6"),
        (
            dated("battle_of_waterloo", round_by_year=22),
            "battle_of_waterloo would join before battle_of_nations",
        ),
    ],
    "four areas in Russia's place [OPT3]": [
        (split(courland), "courland must not be an area"),
        (area(RIGA, "enterable", 0), "riga must not be closed"),
    ],
    "their land borders as listed [OPT3]": [
        (split(lambda data: data["borders"].pop(0)), "prussia-riga is missing"),
        (split(sets("borders", 2, "usable", to=0)), "minsk-riga must be usable"),
        (split(sets("borders", 8, "usable", to=1)), "kiev-ottoman must not be usable"),
    ],
    "their reinforcements [OPT3.1, OPT3.2]": [
        (split(sets("reinforcements", "french", "riga", to=1)), "riga has 1 instead of 0"),
        (split(sets("reinforcements", "allied", "amount", to=4)), "the Allies have 4 instead of 3"),
    ],
    "their armies are those of Russia [E-45]": [
        (split(sets("setup", "allied_armies", to=9)), "9 armies stand for the 10")
    ],
}

FREE = all_of(
    country("egypt", continental=0),
    country("austria", name="Habsburg Empire", x=1, y=1, landlocked=1),
    border("england", "austria", usable=0),
    *(
        border(a, b, usable=0, status="inferred", source="closed at our table")
        for a, b in (("france", "italy"), ("austria", "italy"), ("denmark", "sweden"))
    ),
    commander("charles", start="prussia"),
    card("josephine", amount=7, usual_player="either", name_en="Joséphine"),
    dated("toulon", round_by_year=4),
    split(sets("borders", 10, "usable", to=0)),
    split(sets("nationalists", "areas", to=["moscow"])),
    split(sets("cards_naming_russia", "apply_to", to=["moscow"])),
)
"""What the rulebook does not decide may be decided otherwise: rulings, names and the drawing."""

PACKS = WrongPacks(
    wrong=[(check, *it) for check, cases in WRONG_TABLES.items() for it in cases],
    unreadable=(
        all_of(card("jena", amount="many"), split(sets("areas", RIGA, "x", to="left"))),
        ["cards.csv line 6: Expected `int`", "russia_split.json areas[0].x: Expected `int`"],
    ),
    missing="countries.csv",
    free=[FREE],
)
