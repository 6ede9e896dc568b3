"""What is wrong in copies of the pack of Napoleon, 4th edition, and what its check says of it."""

from __future__ import annotations

from tests.broken_packs import Break, added, all_of, dropped, line, renamed, row, sets, without
from tests.napoleon_columbia.broken import facts, setup
from tests.rulesets.packs import WrongPacks


def town(name: str, /, **values: object) -> Break:
    return row("towns.csv", "id", name, **values)


def road(start: str, /, **values: object) -> Break:
    return line("roads.csv", start, **values)


def block(name: str, /, **values: object) -> Break:
    return row("blocks.csv", "id", name, **values)


def turn(index: int, /, **values: object) -> Break:
    return row("turns.csv", "index", index, **values)


def green(name: str, /, **values: object) -> Break:
    return row("terrain.csv", "id", name, **values)


def place(name: str, /, **values: object) -> Break:
    return row("battle_board.csv", "id", name, **values)


ROAD = "minor,0,,printed,printed,printed,printed,added"
GHOST = "ghost,Ghost,town,netherlands,anglo,,0,4.0,50.9,300,200,printed,printed,printed,added"

IDS = "ids are plain and unique"
SUPPLY = "cities and what their loss costs [10.0]"
ZONES = "the French are set up in France [4.1, 4.2]"
EXAMPLES = "roads of the examples [5.1, 5.2, 5.5, 7.5]"
TURNS = "sides alternate until 22 June [2.0, 11.1]"
CONSULT = "the Allies consult in their nights [12.0]"
GREEN = "green blocks [6.21, FAQ.1]"
RIVERS = "rivers run under the roads that cross them [5.5]"
LINES = "border and deployment line part the towns [1.0, 4.1]"
BOARDS = "battle boards have three lanes and Reserves [6.2]"

WRONG_TABLES = [
    (IDS, renamed("chimay", "Chimay"), "Chimay is not in"),
    (IDS, renamed("f02", "ghent"), "ghent is a town and a block"),
    ("sources are told", block("f03", source=" "), "block 3"),
    ("sources are told", turn(2, source=""), "turn 2"),
    ("sources are told", line("lines.csv", "deployment,0,", source=""), "point of a line 1"),
    ("map is connected", added("towns.csv", GHOST), "no way leads from ghent to ghost"),
    ("towns named by the rules [1.0]", renamed("laneffe", "florennes"), "laneffe is missing"),
    (SUPPLY, town("ghent", supply_loss=2), "ghent has"),
    (SUPPLY, town("liege", supply_army="anglo"), "liege has"),
    (SUPPLY, town("namur", supply_army="prussian", supply_loss=1), "namur must not be there"),
    (SUPPLY, town("mons", kind="city"), "mons must not be a city"),
    (SUPPLY, town("brussels", kind="town"), "brussels must be a city"),
    (ZONES, town("givet", zone="prussian"), "givet must be a town for the French"),
    (ZONES, town("mons", zone="french"), "mons must not be a town for the French"),
    (EXAMPLES, dropped("roads.csv", "waterloo,wavre,"), "no road joins waterloo and wavre"),
    (EXAMPLES, road("charleroi,laneffe,", kind="minor"), "charleroi-laneffe must be major"),
    (
        EXAMPLES,
        road("charleroi,laneffe,", river=0, river_name=""),
        "charleroi-laneffe must cross a river",
    ),
    (EXAMPLES, added("roads.csv", f"waterloo,ligny,{ROAD}"), "no road must join waterloo"),
    (
        "58 blocks [3.1]",
        all_of(
            added("blocks.csv", "p19,V,prussian,,inf,iv,4,1,printed,printed,printed,printed,added"),
            setup(sets("setup", "p19", to="huy")),
        ),
        "there are 59 instead of 58",
    ),
    ("leaders have one step [9.0]", block("p01", max_strength=2), "p01 has 2 steps"),
    (
        "thresholds of defeat [11.0]",
        facts(sets("defeat", "eliminated", "anglo", to=9)),
        "anglo has 9 instead of 8",
    ),
    (TURNS, turn(2, side="french"), "turn 2 is of the same side"),
    (TURNS, turn(1, side="allied"), "the French must go first"),
    (TURNS, turn(5, date="1815-06-14"), "turn 5 is earlier"),
    (TURNS, turn(23, date="1815-06-23"), "the last turn is on 1815-06-23"),
    (CONSULT, turn(6, allied_consultation=0), "in turn 6 the Allies must consult"),
    (CONSULT, turn(3, allied_consultation=1), "in turn 3 the Allies must not consult"),
    (GREEN, green("woods", count=4), "the pool has 9 instead of 8"),
    (GREEN, all_of(green("stream", count=2), green("farm", count=1)), "the stream has 2"),
    (GREEN, green("square", count=5), "the box has 13 instead of 12"),
    (RIVERS, road("mons,conde,", river=0, river_name=""), "the Haine must not run under"),
    (RIVERS, road("mons,conde,", river_name="Scheldt"), "the Scheldt does not run under"),
    (
        RIVERS,
        line("rivers.csv", "haine,Haine,Haine,2,", road="conde-mons", x="", y=""),
        "the Haine runs under conde-mons 2 times",
    ),
    (LINES, town("beaumont", y=700), "the frontier is on the wrong side of"),
    (LINES, line("lines.csv", "frontier,9,", x=380, y=850), "beaumont"),
    (LINES, town("wavre", zone="prussian"), "the deployment line is on the wrong side"),
    (BOARDS, place("board_1_attacker_a", lane="b"), "the attacker has no three lanes"),
    (BOARDS, place("board_1_attacker_a", side="defender"), "the defender has no three lanes"),
    (
        BOARDS,
        place("board_1_attacker_a", opposite="board_2_defender_a"),
        "board_2_defender_a is not opposite to board_1_attacker_a",
    ),
    (
        BOARDS,
        place("board_1_attacker_a", opposite="board_1_attacker_a"),
        "board_1_attacker_a is not opposite to board_1_attacker_a",
    ),
    (
        BOARDS,
        place("board_1_attacker_a", own_reserve="board_1_defender_reserve"),
        "board_1_defender_reserve is not the Reserve of board_1_attacker_a",
    ),
]

KNOWN_ROADS = "roads that are known"
AROUND = "towns whose neighbours are known"
NIGHTS = "turns and nights"
TERRAIN = "terrain that is known"
GROUPS = "French and Prussian groups of the historical set-up"
PRUSSIANS = "blocks of the Prussian corps"
FRONT = "front towns"

UNLIKE_FACTS = [
    (KNOWN_ROADS, dropped("roads.csv", "beaumont,solre,"), "no road joins beaumont and solre"),
    (KNOWN_ROADS, road("quatre_bras,ligny,", kind="minor"), "ligny-quatre_bras must be major"),
    (KNOWN_ROADS, road("binche,solre,", river=0, river_name=""), "binche-solre must cross"),
    (
        KNOWN_ROADS,
        facts(sets("roads", 0, 2, "river", to=True)),
        "ligny-quatre_bras must cross a river",
    ),
    (
        KNOWN_ROADS,
        facts(sets("roads", 1, 2, "river", to=False)),
        "charleroi-laneffe must not cross a river",
    ),
    (KNOWN_ROADS, added("roads.csv", f"wavre,nivelles,{ROAD}"), "no road must join wavre"),
    (AROUND, added("roads.csv", f"brussels,nivelles,{ROAD}"), "nivelles must not be a neighbour"),
    (AROUND, dropped("roads.csv", "brussels,malines,"), "malines must be a neighbour of brussels"),
    (
        AROUND,
        facts(sets("neighbours_complete", "paris", to=["hal"])),
        "hal must be a neighbour of paris",
    ),
    (FRONT, added("roads.csv", f"chimay,thuin,{ROAD}"), "chimay must not be a front town"),
    (FRONT, added("roads.csv", f"solre,thuin,{ROAD}"), "solre must be behind rivers alone"),
    (FRONT, road("thuin,beaumont,", river=1, river_name="Sambre"), "beaumont must not be behind"),
    (
        "distances that are known",
        added("roads.csv", f"conde,ghent,{ROAD}"),
        "the distance of conde and ghent is 1 instead of 4",
    ),
    (
        "distances that are known",
        facts(sets("distance", 0, 0, to="paris")),
        "the distance of paris and ghent is unknown instead of 4",
    ),
    (
        "towns on both sides of the deployment line",
        all_of(
            facts(sets("deployment_line", "status", to="printed")), town("wavre", zone="prussian")
        ),
        "wavre and gembloux must lie",
    ),
    (
        "blocks of each army",
        block("p18", army="anglo", nat="br"),
        "anglo has 17 instead of 16; prussian has 17 instead of 18",
    ),
    ("steps of each army", block("a02", max_strength=3), "anglo has 48 instead of 49"),
    (
        "French units by type and strength",
        block("f02", max_strength=3),
        "inf of 3 has 6 instead of 5; inf of 4 has 2 instead of 3",
    ),
    (PRUSSIANS, block("p18", corps="iii"), "iii has 5 instead of 4; iv has 3 instead of 4"),
    (PRUSSIANS, block("p18", corps="i"), "have 11 blocks instead of 10"),
    (NIGHTS, turn(3, night=0), "15 must be a night of the french side"),
    (NIGHTS, turn(1, night=1, date="1815-06-14"), "14 must not be a night of the french side"),
    (NIGHTS, turn(1, date="1815-06-14"), "the first turn has"),
    (NIGHTS, without("turns.csv", "index", 23), "the record has 22 instead of 23"),
    (TERRAIN, green("hill", count=3), "the pool has 9 instead of 8"),
    (
        TERRAIN,
        all_of(green("woods", count=1), green("hill", count=4)),
        "woods has 1 instead of 2 or more",
    ),
    (TERRAIN, all_of(green("stream", count=0), green("hill", count=3)), "the stream has 0"),
    (GROUPS, setup(sets("setup", "f01", to="solre")), "beaumont has 11 instead of 12"),
]

CAPS = "historical: most units in a town [4.1, 4.2]"
OWN_ZONE = "historical: units stand in their own zone [4.1, 4.2]"
STACKS = "historical: no town holds too many [4.1, 4.2]"
EXCESS = "historical: the excess goes to adjacent towns [4.3, N-03]"


def moved(unit: str, to: str) -> Break:
    return setup(sets("setup", unit, to=to))


def by_default(unit: str, to: str) -> Break:
    return setup(sets("excess", "brussels", "default", unit, to=to))


SENSELESS_SETUPS = [
    (CAPS, setup(sets("caps", "anglo", to=6)), "anglo has 6 instead of 4"),
    (OWN_ZONE, moved("a15", "charleroi"), "a15 stands in charleroi, where prussian units"),
    (STACKS, moved("p01", "charleroi"), "5 prussian units stand in charleroi"),
    (STACKS, moved("f06", "beaumont"), "13 french units stand in beaumont"),
    (EXCESS, setup(sets("excess", "brussels", "units", to=7)), "has 6 units on the card"),
    (EXCESS, setup(sets("excess", "brussels", "cap", to=3)), "2 units are too few to leave"),
    (EXCESS, moved("a12", "mons"), "a12 stands in mons instead of hal"),
    (EXCESS, moved("a01", "mons"), "a01 stands in mons instead of brussels"),
    (EXCESS, by_default("a02", "hal"), "a02 leaves brussels, where the card does not put it"),
    (EXCESS, by_default("a12", "mons"), "a12 goes to mons, which is not adjacent to brussels"),
]

FILLER = all_of(
    town("tirlemont", zone="prussian", name="Thienen", x=690),
    road("soignies,mons,", kind="minor", status="printed"),
    added("roads.csv", f"hal,waterloo,{ROAD}"),
    dropped("roads.csv", "grammont,ath,"),
    block("a10", name="Hanoverians", firepower=3, status="printed"),
    block("p02", firepower=4, corps="ii"),
    all_of(green("woods", count=2), green("farm", count=3)),
    all_of(moved("a15", "binche"), moved("f01", "solre"), moved("f06", "beaumont")),
)
"""What the sources do not tell may be read from a printed copy, and need not be as it is."""

PACKS = WrongPacks(
    wrong=[*WRONG_TABLES, *UNLIKE_FACTS, *SENSELESS_SETUPS],
    unreadable=(
        all_of(town("ghent", x="left"), setup(sets("caps", "anglo", to="few"))),
        [
            "towns.csv line 2: Expected `int`",
            "setups/historical.json caps.anglo: Expected `int`",
        ],
    ),
    missing="towns.csv",
    free=[FILLER],
    parts=("historical",),
)
