"""What is wrong in copies of the pack of The Napoleonic Wars, and what its check says of it."""

from __future__ import annotations

from tests.broken_packs import Break, added, all_of, document, line, renamed, row, sets, without
from tests.rulesets.packs import WrongPacks


def space(name: str, /, **values: object) -> Break:
    return row("spaces.csv", "id", name, **values)


def card(event: str, /, **values: object) -> Break:
    """All copies of a card."""
    return row("deck.csv", "event", event, **values)


def leader(name: str, /, **values: object) -> Break:
    return row("leaders.csv", "id", name, **values)


def scenario(*path: str | int, to: object) -> Break:
    return document("scenario_1805.json", sets(*path, to=to))


WRONG_TABLES = {
    "ids are plain": [(renamed("moravia", "Moravia"), "Moravia")],
    "sources are told": [(space("paris", source=" "), "spaces 1 has no source")],
    "duchies have their colours [3.duchy]": [
        (space("linz", lower="pr"), "linz is neither"),
        (space("linz", start="fr"), "linz starts with fr"),
        (space("prague", key=0), "prague has to be a key"),
    ],
    "58 keys, 13 of them French [5.81]": [(space("lyon", key=0), "fr has 12 instead of 13")],
    "a capital for each nation, two for Russia [3.duchy]": [
        (space("moscow", capital=0), "ru has 1 instead of 2"),
        (space("kent", home="fr", start="fr"), "kent must be a home duchy of gb"),
    ],
    "fortresses of 2, and Gibraltar of 4 [12.3]": [
        (space("mantua", fortress=4), "mantua must not have a fortress of 4"),
        (space("mantua", fortress=3), "fortress of 3"),
    ],
    "duchies of two nations [7.43]": [(space("warsaw", upper="gb"), "fr/pr is missing")],
    "ways lead everywhere [3.adjacent]": [
        (line("connections.csv", "linz,munich,", b="linz"), "nowhere"),
        (
            line("connections.csv", "naples,sicily,", kind="plain"),
            "naples-sicily has to name a sea zone",
        ),
        (space("corsica", ports=""), "no way leads to corsica"),
    ],
    "15 zones with their ports [3.seazone]": [
        (
            space("constantinople", fortress=0),
            "constantinople is no fortress on aegean_sea-black_sea",
        ),
        (
            added("sea_zones.csv", "azov,AZO,Azov,1,1,reconstructed,reconstructed,added"),
            "there are 16 zones instead of 15",
        ),
    ],
    "Kent, Cornwall and Corsica [3.duchy]": [
        (space("cornwall", ports="irish_sea"), "cornwall has 1")
    ],
    "lanes lead over the borders of zones [3.seazone]": [
        (
            line("sea_lanes.csv", "north_sea,kattegat,", via="here"),
            "north_sea-kattegat is led past here",
        ),
        (
            line("sea_lanes.csv", "north_sea,kattegat,", b="black_sea"),
            "black_sea-north_sea is no border with a lane",
        ),
    ],
    "nations in numbers [4.4, 11.21, 13.33, 13.4, 14.2, 14.32, 15.1]": [
        (
            row("nations.csv", "id", "sw", conquest_modifier=1),
            "sw (conquest_modifier) has 1 instead of 2",
        )
    ],
    "forces at the start [4.1, R-124]": [
        (line("forces.csv", "fr,paris,", sp=30), "fr has more pieces than there are"),
        (line("forces.csv", "fr,paris,", squadrons=1), "paris is no port for squadrons of fr"),
        (line("forces.csv", "fr,paris,", space="linz"), "fr stands in linz, which is not its own"),
    ],
    "leaders [2.2.c, 7.2]": [
        (leader("murat", command=6), "murat must have 4 as command"),
        (leader("ney", entry="event"), "ney must not enter by an event"),
        (leader("ney", entry="1807"), "4 leaders enter in 1807"),
        (leader("ney", start="paris"), "ney has to start somewhere"),
    ],
    "99 cards and 11 home cards [4.4, 6.2]": [
        (without("deck.csv", "id", "fire_ships"), "deck has 98 instead of 99"),
        (row("home_cards.csv", "id", "parliament", nation="fr"), "gb has 1 instead of 2"),
    ],
    "copies of a card agree [6.1]": [
        (row("deck.csv", "id", "typhus_2", cp=4), "typhus_2 has another cp than typhus_1")
    ],
    "cards have their marks [6.1]": [
        (card("typhus", must_event=1), "typhus must not have to be"),
        (card("typhus", no_1805=1), "typhus_1 is red, and no event"),
        (card("finnish_war", targets=""), "has to have targets"),
        (card("bernadotte", event="karl_johan"), "bernadotte is missing"),
    ],
    "responses have their windows [R-72]": [
        (
            row("windows.csv", "event", "bad_roads", windows="W.NOWHERE"),
            "bad_roads has W.NOWHERE instead of W.IMPULSE",
        ),
        (card("typhus", type="response"), "typhus_1 is played in no window"),
    ],
    "five rows of five boxes [8.1]": [
        (line("diplomacy.csv", "fr,pact,", cost=0), "costs nothing"),
        (line("diplomacy.csv", "fr,pact,", position=5), "pact of fr"),
    ],
    "seats, camps and turns [4.3, 5.1, 8.3]": [
        (scenario("camps", "imperial", to=["fr"]), "imperial has fr instead of fr and sp"),
        (scenario("years", to=[1805]), "there are 1 turns"),
        (scenario("consuls", "dk", "column", to="throne"), "the consul of dk stands nowhere"),
        (
            scenario("track", to=["gb", "fr", "au", "ru", "pr", "ot", "sp", "sw", "dk"]),
            "the nations act in the order gb, fr",
        ),
    ],
}

PROGRAMS = [
    (card("honved", program=program), f"deck.csv honved: {fault}")
    for program, fault in (
        ("built(nation=au)", "there is no effect built"),
        ("build(nation=hungary, where=[budapest])", "there is no hungary"),
        ("build(nation=au)", "build lacks where"),
        ("build(nation=au, where=manors(au))", "there is no word manors"),
        ("rule(hook=mud, until=turn)", "there is no mud"),
        ("build(nation=au, where=[budapest]", "'build(nation=au, where=[budapest]' is no step"),
    )
]

TABLES = [
    (
        added("forces.csv", "gb,irish_sea,2,0,reconstructed,reconstructed,added"),
        "forces.csv irish_sea: strength points cannot stand at sea",
    ),
    (leader("ney", nation="it"), "leaders.csv it: there is no nation it"),
    (line("connections.csv", "linz,munich,", b="ulm"), "there is no space ulm"),
    (card("typhus", plays="it"), "deck.csv it: there is no nation it"),
    (scenario("track", 0, to="dk"), "scenario_1805.json fr: has no row"),
    (row("windows.csv", "event", "bad_roads", event="mud"), "there is no event mud"),
    (without("looks.csv", "nation", "sp"), "looks.csv sp: has no row"),
]

FREE = all_of(
    space("linz", name="Lintz", x=780, y=510),
    line("connections.csv", "linz,munich,", kind="rough"),
    leader("ney", battle=3),
    line("forces.csv", "fr,paris,", sp=3),
    card("typhus", cp=4, effect="Fever."),
    line("diplomacy.csv", "fr,pact,", cost=4),
    row("limits.csv", "nation", "fr", max_sp=60),
)
"""What is a reconstruction may be replaced by what is printed."""

PACKS = WrongPacks(
    wrong=[(check, *it) for check, cases in WRONG_TABLES.items() for it in cases],
    unreadable=(
        all_of(space("paris", x="left"), scenario("years", to="soon")),
        ["spaces.csv line 2: Expected `int`", "scenario_1805.json years: Expected `array`"],
    ),
    missing="spaces.csv",
    free=[FREE],
)
