"""``napoleon pack check``: the shipped pack passes, and each check finds what it is there for."""

import pytest

from napoleon.rulesets.napoleonic_empire.packs.check import PACK_CHECKS, check
from tests.broken_packs import all_of, row, sets, without
from tests.napoleonic_empire import broken
from tests.napoleonic_empire.broken import SHIPPED, split


@pytest.fixture
def copy(tmp_path):
    return broken.shipped_copy(tmp_path / "pack")


def country(name, /, **values):
    return row("countries.csv", "id", name, **values)


def value(name, /, **values):
    return row("reinforcements.csv", "country", name, **values)


def placed(name, /, **values):
    return row("setup.csv", "country", name, **values)


def card(name, /, **values):
    return row("cards.csv", "id", name, **values)


def commander(name, /, **values):
    return row("commanders.csv", "id", name, **values)


def dated(name, /, **values):
    return row("deck_order.csv", "card", name, **values)


def border(a, b, **values):
    """Changes one row of the borders, which are told by both ends."""

    def change(folder):
        file = folder / "borders.csv"
        head, *lines = file.read_text(encoding="utf-8").splitlines()
        columns = head.split(",")
        (number,) = [n for n, line in enumerate(lines) if line.startswith(f"{a},{b},")]
        cells = lines[number].split(",")
        for column, to in values.items():
            cells[columns.index(column)] = str(to)
        lines[number] = ",".join(cells)
        file.write_text("\n".join([head, *lines]), encoding="utf-8")

    return change


def added(table, line):
    def change(folder):
        with (folder / table).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    return change


def capital(folder):
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8").replace("riga", "Riga")
        file.write_text(text, encoding="utf-8")


def tyrol(folder):
    added("countries.csv", "tyrol,Tyrol,Tyrol,9,9,1,1,1,,printed,printed,printed,added")(folder)
    added("reinforcements.csv", "tyrol,1,1,1,0,printed,added")(folder)


def courland(data):
    data["areas"].append({**data["areas"][0], "id": "courland"})
    data["reinforcements"]["french"]["courland"] = 0
    data["victory"]["french_need_all"].append("courland")


def area(number, column, to):
    return split(sets("areas", number, column, to=to))


RIGA, MINSK = 0, 1

WRONG_TABLES = [
    ("ids are plain", capital, "Riga"),
    ("sources are told", placed("egypt", source=" "), "placement 10"),
    ("sources are told", card("jena", source=""), "card 5"),
    ("17 countries [MAP.1]", tyrol, "tyrol must not be there"),
    (
        "land borders as listed [MAP.1, MAP.2]",
        without("borders.csv", "a", "portugal"),
        "portugal-spain is missing",
    ),
    (
        "land borders as listed [MAP.1, MAP.2]",
        added("borders.csv", "egypt,spain,land,both,both,1,printed,added"),
        "egypt-spain must not",
    ),
    (
        "land borders as listed [MAP.1, MAP.2]",
        border("france", "italy", listed_under="both"),
        "france-italy has both instead of france",
    ),
    (
        "land borders as listed [MAP.1, MAP.2]",
        border("france", "spain", usable=0),
        "france-spain must be usable",
    ),
    (
        "land borders as listed [MAP.1, MAP.2]",
        border("egypt", "ottoman", usable=1),
        "egypt-ottoman must not be usable",
    ),
    (
        "sea links of England [MAP.1, MAP.4]",
        added("borders.csv", "england,warsaw,sea,a_to_b,england,0,printed,added"),
        "england>warsaw must not be a sea link",
    ),
    (
        "sea links of England [MAP.1, MAP.4]",
        added("borders.csv", "egypt,england,sea,a_to_b,egypt,0,printed,added"),
        "egypt>england must not",
    ),
    (
        "sea links of England [MAP.1, MAP.4]",
        border("england", "ottoman", usable=1),
        "ottoman must not be within reach",
    ),
    (
        "sea links of England [MAP.1, MAP.4]",
        border("england", "egypt", usable=0),
        "egypt must be within reach",
    ),
    (
        "landlocked countries are out of reach [MAP.4]",
        country("warsaw", landlocked=0),
        "warsaw is not within reach",
    ),
    (
        "landlocked countries are out of reach [MAP.4]",
        country("egypt", landlocked=1),
        "egypt is within reach",
    ),
    (
        "landlocked countries are out of reach [MAP.4]",
        area(MINSK, "landlocked", 0),
        "minsk is not within reach",
    ),
    (
        "nobody enters the Ottoman Empire [MAP.5]",
        country("ottoman", enterable=1),
        "ottoman must be closed",
    ),
    (
        "nobody enters the Ottoman Empire [MAP.5]",
        country("egypt", enterable=0),
        "egypt must not be closed",
    ),
    ("continental countries [VIC.2]", country("england", continental=1), "england must not"),
    ("continental countries [VIC.2]", country("sweden", continental=0), "sweden must be"),
    ("armies at the start [SETUP.1, SETUP.2]", placed("france", armies=19), "france (french) has"),
    ("armies at the start [SETUP.1, SETUP.2]", placed("egypt", side="allied"), "egypt (allied)"),
    (
        "sides of the countries agree with the set-up [SETUP.3]",
        placed("egypt", country="sweden"),
        "",
    ),
    (
        "sides of the countries agree with the set-up [SETUP.3]",
        country("warsaw", start_side="allied"),
        "warsaw has allied instead of nobody",
    ),
    (
        "values of the countries [REINF.1]",
        value("rhineland", value=1),
        "rhineland has 1 instead of",
    ),
    (
        "who receives reinforcements [REINF.2]",
        value("austria", french_receive=1),
        "austria must be worth nothing to the french",
    ),
    (
        "who receives reinforcements [REINF.2]",
        value("austria", allied_receive=0),
        "austria must not be worth nothing to the allied",
    ),
    ("nationalists [NAT.1]", value("naples", nationalists=1), "naples must not be a place"),
    ("nationalists [NAT.1]", value("spain", nationalists=0), "spain must be a place"),
    (
        "32 cards, numbers 1 to 32 [COMP.4]",
        without("cards.csv", "id", "nelson"),
        "nelson is missing",
    ),
    ("32 cards, numbers 1 to 32 [COMP.4]", card("nelson", no=33), "nelson has 33 instead of 15"),
    ("cards name their side [CARD.3]", card("josephine", who="allied"), "josephine has allied"),
    ("cards have their effects [CARD.2]", card("tilsit", effect="draw"), "tilsit has draw"),
    ("cards have their figures [CARD.2]", card("jena", amount=5), "jena has 5 instead of 4"),
    (
        "cards have their moments [CARD.2]",
        card("continental_system", window="R:f"),
        "continental_system has R:f instead of R:a and R:f",
    ),
    (
        "cards name their places [CARD.2]",
        card("italian_campaign", place="italy"),
        "italian_campaign has italy instead of italy and naples",
    ),
    ("cards name their places [CARD.2]", card("berthier", place="france"), "instead of nothing"),
    ("cards have their years [OPT2]", card("nelson", year=1805), "nelson has 1805 instead of"),
    ("cards have their years [OPT2]", card("austerlitz", year=""), "austerlitz has nothing"),
    ("commanders [OPT1]", without("commanders.csv", "id", "lannes"), "lannes (moves) is missing"),
    ("commanders [OPT1]", commander("blucher", move=1), "blucher (moves) has 1 instead of 2"),
    ("commanders [OPT1]", commander("kutuzov", withdraw_on=4), "kutuzov (withdraw_on)"),
    ("commanders begin with armies [E-33]", commander("charles", start="france"), "charles"),
    (
        "12 dated cards in order [OPT2]",
        without("deck_order.csv", "card", "tilsit"),
        "friedland, peninsular_war",
    ),
    (
        "12 dated cards in order [OPT2]",
        all_of(dated("jena", order=7), dated("continental_system", order=6)),
        "continental_system, jena",
    ),
    ("12 dated cards in order [OPT2]", dated("jena", year=1807), "jena has the year 1807"),
    ("rounds of the dated cards [OPT2]", dated("toulon", round_each=0), "toulon would join"),
    (
        "rounds of the dated cards [OPT2]",
        dated("italian_campaign", round_by_year=7),
        "must join in round 6",
    ),
    (
        "rounds of the dated cards [OPT2]",
        dated("battle_of_waterloo", round_by_year=22),
        "battle_of_waterloo would join before battle_of_nations",
    ),
    ("four areas in Russia's place [OPT3]", split(courland), "courland must not be an area"),
    ("four areas in Russia's place [OPT3]", area(RIGA, "enterable", 0), "riga must not be closed"),
    (
        "their land borders as listed [OPT3]",
        split(lambda data: data["borders"].pop(0)),
        "prussia-riga is missing",
    ),
    (
        "their land borders as listed [OPT3]",
        split(sets("borders", 2, "usable", to=0)),
        "minsk-riga must be usable",
    ),
    (
        "their land borders as listed [OPT3]",
        split(sets("borders", 8, "usable", to=1)),
        "kiev-ottoman must not be usable",
    ),
    (
        "their reinforcements [OPT3.1, OPT3.2]",
        split(sets("reinforcements", "french", "riga", to=1)),
        "riga has 1 instead of 0",
    ),
    (
        "their reinforcements [OPT3.1, OPT3.2]",
        split(sets("reinforcements", "allied", "amount", to=4)),
        "the Allies have 4 instead of 3",
    ),
    (
        "their armies are those of Russia [E-45]",
        split(sets("setup", "allied_armies", to=9)),
        "9 armies stand for the 10",
    ),
]


def failed(folder):
    return {finding.name: finding.detail for finding in check(folder) if not finding.ok}


def test_the_shipped_pack_passes_every_check():
    findings = check(SHIPPED)
    assert {finding.detail for finding in findings} == {""}
    assert [finding.name for finding in findings] == ["tables can be read", *PACK_CHECKS]


@pytest.mark.parametrize(("name", "change", "words"), WRONG_TABLES)
def test_what_is_wrong_in_a_table_is_found(copy, name, change, words):
    change(copy)
    found = failed(copy)
    assert name in found
    assert words in found[name]


def test_every_check_is_seen_to_fail():
    assert {name for name, _, _ in WRONG_TABLES} == set(PACK_CHECKS)


def test_tables_that_cannot_be_read_are_told_row_by_row(copy):
    card("jena", amount="many")(copy)
    split(sets("areas", RIGA, "x", to="left"))(copy)
    (finding,) = check(copy)
    assert (finding.name, finding.ok) == ("tables can be read", False)
    assert "cards.csv line 6: Expected `int`" in finding.detail
    assert "russia_split.json areas[0].x: Expected `int`" in finding.detail


def test_an_empty_folder_is_no_pack(tmp_path):
    (finding,) = check(tmp_path)
    assert not finding.ok
    assert "countries.csv file: is missing" in finding.detail


def test_rulings_names_and_the_drawing_are_the_owners(copy):
    """What the rulebook does not decide may be decided otherwise."""
    country("egypt", continental=0)(copy)
    country("austria", name="Habsburg Empire", x=1, y=1, landlocked=1)(copy)
    border("england", "austria", usable=0)(copy)
    for a, b in (("france", "italy"), ("austria", "italy"), ("denmark", "sweden")):
        border(a, b, usable=0, status="inferred", source="closed at our table")(copy)
    commander("charles", start="prussia")(copy)
    card("josephine", amount=7, usual_player="either", name_en="Joséphine")(copy)
    dated("toulon", round_by_year=4)(copy)
    split(sets("borders", 10, "usable", to=0))(copy)
    split(sets("nationalists", "areas", to=["moscow"]))(copy)
    split(sets("cards_naming_russia", "apply_to", to=["moscow"]))(copy)
    assert failed(copy) == {}
