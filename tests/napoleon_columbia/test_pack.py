"""Loading a data pack: what is there, and what is refused [1.0, 2.0, 3.1, 4.3]."""

import datetime
from collections import Counter

import pytest

from napoleon.rules.kit.packs import PackError
from napoleon.rulesets.napoleon_columbia.packs.loader import load_pack
from napoleon.rulesets.napoleon_columbia.packs.pack import Block, Road, Town, Turn
from tests.broken_packs import dropped, lacks, line, row, sets, twice, without
from tests.napoleon_columbia import broken
from tests.napoleon_columbia.broken import FACTS, HISTORICAL, SHIPPED, facts, setup


@pytest.fixture(scope="module")
def pack():
    return load_pack(SHIPPED)


@pytest.fixture
def copy(tmp_path):
    return broken.shipped_copy(tmp_path / "pack")


# -- the map -----------------------------------------------------------------------------------


def test_1_0_towns_are_joined_by_roads(pack):
    assert (len(pack.towns), len(pack.roads)) == (48, 97)
    assert Counter(road.kind for road in pack.roads.values()) == {"major": 54, "minor": 43}
    assert sum(road.river for road in pack.roads.values()) == 27
    assert all(pack.neighbours(town) for town in pack.towns)


def test_a_road_is_found_from_both_ends(pack):
    road = pack.road_between("laneffe", "charleroi")
    assert road == Road(
        a="charleroi",
        b="laneffe",
        kind="major",
        river=True,
        river_name="Sambre",
        road_status="printed",
        kind_status="printed",
        river_status="printed",
        status="printed",
        source=road.source,
    )
    assert road.id == "charleroi-laneffe"
    assert road is pack.road_between("charleroi", "laneffe") is pack.roads["charleroi-laneffe"]
    assert (road.other("laneffe"), road.other("charleroi")) == ("charleroi", "laneffe")
    with pytest.raises(ValueError, match="does not touch ligny"):
        road.other("ligny")


def test_ids_of_roads_are_in_alphabetical_order(pack):
    assert list(pack.roads) == [road.id for road in pack.roads.values()]
    assert all(name == "-".join(sorted(name.split("-"))) for name in pack.roads)


def test_5_2_waterloo_and_ligny_are_not_joined(pack):
    assert pack.road_between("waterloo", "ligny") is None
    assert pack.distance("waterloo", "ligny") == 2
    assert pack.distance("ligny", "ligny") == 0


def test_5_1_all_roads_of_brussels(pack):
    around = {"alost", "ninove", "hal", "waterloo", "wavre", "louvain", "malines"}
    assert set(pack.neighbours("brussels")) == around
    assert {road.other("brussels") for road in pack.roads_of("brussels")} == around


def test_7_5_n_30_the_road_to_quatre_bras_is_major(pack):
    assert pack.road_between("ligny", "quatre_bras").kind == "major"


def test_10_0_the_cities_and_what_their_loss_costs(pack):
    assert {town.id: (town.supply_army, town.supply_loss) for town in pack.supply_cities} == {
        "ghent": ("anglo", 1),
        "brussels": ("anglo", 1),
        "liege": ("prussian", 2),
    }


def test_4_0_zones(pack):
    sizes = {army: len(pack.zone(army)) for army in ("french", "anglo", "prussian")}
    assert sizes == {"french": 10, "anglo": 23, "prussian": 15}
    assert {town.country for town in pack.zone("french")} == {"france"}


def test_a_town_keeps_its_names_and_status(pack):
    town = pack.towns["braine_le_comte"]
    assert town == Town(
        id="braine_le_comte",
        name="Braine-le-Comte",
        kind="town",
        country="netherlands",
        zone="anglo",
        supply_army="",
        supply_loss=0,
        lon=4.137,
        lat=50.61,
        x=370,
        y=436,
        name_status="reconstructed",
        zone_status="reconstructed",
        status="reconstructed",
        source=town.source,
    )


# -- blocks ------------------------------------------------------------------------------------


def test_3_1_blocks_and_steps_of_the_armies(pack):
    blocks = {army: pack.blocks_of(army) for army in ("french", "anglo", "prussian")}
    assert {army: len(its) for army, its in blocks.items()} == {
        "french": 24,
        "anglo": 16,
        "prussian": 18,
    }
    assert {army: sum(b.max_strength for b in its) for army, its in blocks.items()} == {
        "french": 66,
        "anglo": 49,
        "prussian": 58,
    }
    assert {b.side for b in blocks["french"]} == {"french"}
    assert {b.side for b in (*blocks["anglo"], *blocks["prussian"])} == {"allied"}


def test_3_61_each_army_has_its_leader(pack):
    assert {army: leader.id for army, leader in pack.leaders.items()} == {
        "french": "f01",
        "anglo": "a01",
        "prussian": "p01",
    }
    assert {leader.corps for leader in pack.leaders.values()} == {""}


def test_11_0_armies_are_defeated_at_half_of_their_blocks(pack):
    assert pack.defeated_at == {"french": 12, "anglo": 8, "prussian": 9}
    for army, losses in pack.defeated_at.items():
        assert 2 * losses == len(pack.blocks_of(army))


def test_a_block_says_how_sure_its_figures_are(pack):
    block = pack.blocks["a15"]
    assert block == Block(
        id="a15",
        name="Netherlands cavalry",
        army="anglo",
        nat="ne",
        type="cav",
        corps="cavalry",
        max_strength=3,
        firepower=1,
        unit_status="reconstructed",
        max_strength_status="reconstructed",
        firepower_status="reconstructed",
        status="reconstructed",
        source=block.source,
    )


# -- turn record and terrain -------------------------------------------------------------------


def test_2_0_the_turn_record(pack):
    assert len(pack.turns) == 23
    assert [turn.side for turn in pack.turns] == ["french", "allied"] * 11 + ["french"]
    first = pack.turn(1)
    assert first == Turn(
        index=1,
        date=datetime.date(1815, 6, 15),
        turn_of_day=1,
        side="french",
        night=False,
        allied_consultation=False,
        side_status="printed",
        status="derived",
        source=first.source,
    )
    assert pack.turn(23).date == datetime.date(1815, 6, 22)
    assert [turn.index for turn in pack.turns if turn.night] == [3, 6, 9, 12, 15, 18, 21]


@pytest.mark.parametrize("index", [0, -1, 24])
def test_no_turn_stands_outside_the_record(pack, index):
    with pytest.raises(IndexError, match="no turn"):
        pack.turn(index)


def test_12_0_the_allies_consult_in_their_nights(pack):
    assert [turn.index for turn in pack.turns if turn.allied_consultation] == [6, 12, 18]


def test_n_05_the_pool_has_eight_markers(pack):
    assert pack.terrain == {"woods": 3, "hill": 2, "farm": 2, "stream": 1}
    assert pack.green_blocks["square"].count == 4


# -- set-up ------------------------------------------------------------------------------------


def test_4_3_the_historical_set_up(pack):
    historical = pack.historical
    assert list(pack.setups) == ["historical"]
    assert set(historical.placed) == set(pack.blocks)
    assert [historical.caps.of(army) for army in ("french", "anglo", "prussian")] == [12, 4, 4]
    assert historical.group_status["prussian"] == "derived"
    assert historical.placed["f01"] == "beaumont"


def test_n_03_six_units_of_brussels_wait_for_their_owner(pack):
    historical = pack.historical
    card = historical.on_the_card["brussels"]
    assert len(card) == historical.excess["brussels"].units == 6
    assert historical.excess["brussels"].default == {"a12": "hal", "a16": "malines"}
    assert set(historical.placed) - set(historical.fixed()) == set(card)
    assert "brussels" not in historical.fixed().values()


# -- what is drawn -----------------------------------------------------------------------------


def test_rivers_run_in_reaches(pack):
    assert len({point.reach for point in pack.rivers}) == 10
    assert len({point.river for point in pack.rivers}) == 7
    crossed = {point.road for point in pack.rivers if point.road}
    assert crossed == {road.id for road in pack.roads.values() if road.river}
    sambre = [point for point in pack.rivers if point.reach == "sambre"]
    assert [point.seq for point in sambre] == list(range(len(sambre)))
    assert (sambre[0].x, sambre[0].y, sambre[0].road) == (258, 672, "")
    assert (sambre[6].x, sambre[6].y, sambre[6].road) == (None, None, "charleroi-laneffe")


def test_lines_are_in_order(pack):
    assert Counter(point.line for point in pack.lines) == {"frontier": 17, "deployment": 13}
    frontier = [point for point in pack.lines if point.line == "frontier"]
    assert (frontier[0].x, frontier[0].y) == (0, 571)
    assert (frontier[-1].x, frontier[-1].y) == (836, 1000)


def test_n_13_the_left_of_the_attacker_faces_the_right_of_the_defender(pack):
    attacker, defender = pack.lane(2, "a")
    assert (attacker.label, defender.label) == ("Attacker's left", "Defender's right")
    assert (attacker.opposite, defender.opposite) == (defender.id, attacker.id)
    assert pack.battle_board[attacker.own_reserve].label == "Attacker's Reserve"
    assert pack.lane(3, "a") == ()


# -- the hash ----------------------------------------------------------------------------------

FILES = sorted(file.name for file in SHIPPED.iterdir() if file.is_file())


def test_the_hash_depends_on_the_content_and_not_on_the_place(pack, copy):
    (copy / "README.md").write_text("Something else.")
    assert load_pack(copy).hash == pack.hash
    assert len(pack.hash) == 64


@pytest.mark.parametrize("name", [HISTORICAL, *(name for name in FILES if name != "README.md")])
def test_the_hash_changes_with_every_table(pack, copy, name):
    with (copy / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert load_pack(copy).hash != pack.hash


def test_a_pack_may_have_more_set_ups(pack, copy):
    text = (copy / HISTORICAL).read_text(encoding="utf-8")
    (copy / "setups" / "notes.txt").write_text("no set-up")
    (copy / "setups" / "early.json").write_text(text.replace('"historical"', '"early"'))
    more = load_pack(copy)
    assert list(more.setups) == ["early", "historical"]
    assert more.hash != pack.hash


# -- tables that cannot be used ----------------------------------------------------------------


def gone(name):
    return lambda folder: (folder / name).unlink()


def no_json(name):
    return lambda folder: (folder / name).write_text("{")


def no_setups(folder):
    (folder / HISTORICAL).unlink()
    (folder / "setups").rmdir()


def town(name, /, **values):
    return row("towns.csv", "id", name, **values)


def road(start, /, **values):
    return line("roads.csv", start, **values)


def block(name, /, **values):
    return row("blocks.csv", "id", name, **values)


def turn(index, /, **values):
    return row("turns.csv", "index", index, **values)


def green(name, /, **values):
    return row("terrain.csv", "id", name, **values)


def place(name, /, **values):
    return row("battle_board.csv", "id", name, **values)


LEFT = "board_1_attacker_a"

UNUSABLE = [
    (gone(FACTS), FACTS, "file", "missing"),
    (no_json(FACTS), FACTS, "file", "truncated"),
    (gone(HISTORICAL), HISTORICAL, "file", "missing"),
    (no_json(HISTORICAL), HISTORICAL, "file", "truncated"),
    (no_setups, HISTORICAL, "file", "missing"),
    (gone("lines.csv"), "lines.csv", "file", "missing"),
    # towns and roads
    (town("ghent", kind="village"), "towns.csv", "line 2", "village"),
    (town("ghent", zone="swiss"), "towns.csv", "line 2", "swiss"),
    (town("ghent", lat="north"), "towns.csv", "line 2", "float"),
    (town("ghent", zone_status="guessed"), "towns.csv", "line 2", "guessed"),
    (town("ghent", supply_army="french"), "towns.csv", "ghent", "French"),
    (town("ghent", supply_loss=0), "towns.csv", "ghent", "without loss"),
    (town("hal", supply_loss=1), "towns.csv", "hal", "or a loss"),
    (twice("towns.csv", 0), "towns.csv", "ghent", "2 times"),
    (road("brussels,alost,", b="gaul"), "roads.csv", "brussels-gaul", "two towns"),
    (road("brussels,alost,", b="brussels"), "roads.csv", "brussels-brussels", "two towns"),
    (road("brussels,alost,", kind="paved"), "roads.csv", "line 2", "paved"),
    (road("brussels,alost,", river=0), "roads.csv", "alost-brussels", "name of none"),
    (road("brussels,alost,", river_name=""), "roads.csv", "alost-brussels", "without a name"),
    (road("brussels,alost,", a="ninove", b="brussels"), "roads.csv", "brussels-ninove", "2 times"),
    # blocks
    (block("f02", army="swiss"), "blocks.csv", "line 3", "swiss"),
    (block("f02", type="elephants"), "blocks.csv", "line 3", "elephants"),
    (block("f02", max_strength=5), "blocks.csv", "line 3", "4"),
    (block("f02", max_strength=0), "blocks.csv", "line 3", "1"),
    (block("f02", firepower=5), "blocks.csv", "line 3", "4"),
    (block("f02", firepower=0), "blocks.csv", "line 3", "1"),
    (block("f02", corps=""), "blocks.csv", "f02", "unit of none"),
    (block("f01", corps="guard"), "blocks.csv", "f01", "leader of a corps"),
    (block("f02", nat="br"), "blocks.csv", "f02", "nation"),
    (block("a02", nat=""), "blocks.csv", "a02", "nation"),
    (block("a01", type="cav", corps="i"), "blocks.csv", "anglo", "0 leaders"),
    (block("f02", type="leader", corps=""), "blocks.csv", "french", "2 leaders"),
    (twice("blocks.csv", 1), "blocks.csv", "f02", "2 times"),
    # turn record and terrain
    (turn(3, date="1815-06-31"), "turns.csv", "line 4", "date"),
    (turn(3, side="prussian"), "turns.csv", "line 4", "prussian"),
    (turn(3, night="dusk"), "turns.csv", "line 4", "bool"),
    (without("turns.csv", "index", 5), "turns.csv", "index", "gaps"),
    (turn(3, index=4), "turns.csv", "index", "gaps"),
    (green("farm", count=-1), "terrain.csv", "line 4", "0"),
    (green("farm", id="marsh"), "terrain.csv", "line 4", "marsh"),
    (without("terrain.csv", "id", "farm"), "terrain.csv", "farm", "no row"),
    (green("farm", in_pool=0), "terrain.csv", "farm", "outside the pool"),
    (green("square", in_pool=1), "terrain.csv", "square", "none and in it"),
    (twice("terrain.csv", 0), "terrain.csv", "woods", "2 times"),
    # set-up
    (setup(lacks("caps")), HISTORICAL, "", "caps"),
    (setup(sets("strength", to="half")), HISTORICAL, "strength", "half"),
    (setup(sets("id", to="waterloo")), HISTORICAL, "id", "is waterloo"),
    (setup(lacks("setup", "f01")), HISTORICAL, "f01", "no town"),
    (setup(sets("setup", "f01", to="paris")), HISTORICAL, "paris", "no town paris"),
    (setup(sets("setup", "f99", to="solre")), HISTORICAL, "f99", "no block f99"),
    (setup(sets("on_the_card", "paris", to=[])), HISTORICAL, "paris", "no town paris"),
    (setup(sets("on_the_card", "brussels", 0, to="a99")), HISTORICAL, "a99", "no block a99"),
    (setup(sets("on_the_card", "hal", to=["a12"])), HISTORICAL, "hal", "no row"),
    (setup(lacks("on_the_card", "brussels")), HISTORICAL, "brussels", "no row"),
    (
        setup(sets("excess", "brussels", "default", "a12", to="paris")),
        HISTORICAL,
        "paris",
        "no town",
    ),
    (
        setup(sets("excess", "brussels", "default", "a99", to="hal")),
        HISTORICAL,
        "a99",
        "no block",
    ),
    # facts
    (facts(lacks("defeat")), FACTS, "", "defeat"),
    (facts(lacks("defeat", "eliminated", "anglo")), FACTS, "anglo", "no row"),
    (facts(sets("defeat", "eliminated", "swiss", to=3)), FACTS, "swiss", "no army"),
    (facts(sets("turns", "first", 1, to="swiss")), FACTS, "turns.first[1]", "swiss"),
    (facts(sets("adjacent", 0, 2, to="guessed")), FACTS, "adjacent[0][2]", "guessed"),
    # what is drawn
    (line("rivers.csv", "haine,Haine,Haine,0,", y=""), "rivers.csv", "haine 0", "both x and y"),
    (line("rivers.csv", "haine,Haine,Haine,1,", x=1, y=1), "rivers.csv", "haine 1", "either"),
    (line("rivers.csv", "haine,Haine,Haine,1,", road=""), "rivers.csv", "haine 1", "either"),
    (
        line("rivers.csv", "haine,Haine,Haine,1,", road="mons-paris"),
        "rivers.csv",
        "mons-paris",
        "no road",
    ),
    (line("rivers.csv", "haine,Haine,Haine,1,", seq=0), "rivers.csv", "haine 0", "2 times"),
    (line("lines.csv", "frontier,3,", seq=4), "lines.csv", "frontier 4", "2 times"),
    (row("lines.csv", "line", "frontier", line="equator"), "lines.csv", "line 2", "equator"),
    (without("lines.csv", "line", "deployment"), "lines.csv", "deployment", "no row"),
    (place(LEFT, lane="d"), "battle_board.csv", "line 6", "'d'"),
    (place(LEFT, lane=""), "battle_board.csv", LEFT, "lane"),
    (place(LEFT, own_reserve=""), "battle_board.csv", LEFT, "Reserve"),
    (place(LEFT, opposite="moon"), "battle_board.csv", "moon", "no place"),
    (place("board_1_attacker_reserve", lane="a"), "battle_board.csv", "board_1_att", "only then"),
    (twice("battle_board.csv", 0), "battle_board.csv", "board_1_defender_a", "2 times"),
]


@pytest.mark.parametrize(("change", "file", "where", "words"), UNUSABLE)
def test_a_table_that_cannot_be_used_is_refused(copy, change, file, where, words):
    change(copy)
    with pytest.raises(PackError) as refused:
        load_pack(copy)
    told = [it for it in refused.value.problems if it.file == file and it.where.startswith(where)]
    assert told, refused.value.problems
    assert words in " ".join(problem.message for problem in told)


def test_n_01_everything_that_is_wrong_is_told_at_once(copy):
    town("ghent", x="left")(copy)
    dropped("lines.csv", "line,")(copy)
    facts(sets("note", to=1))(copy)
    with pytest.raises(PackError) as refused:
        load_pack(copy)
    assert {it.file for it in refused.value.problems} == {"towns.csv", "lines.csv", FACTS}


def test_n_01_an_empty_folder_lacks_every_table(tmp_path):
    with pytest.raises(PackError) as refused:
        load_pack(tmp_path)
    tables = {HISTORICAL, *FILES} - {"README.md"}
    assert {it.file for it in refused.value.problems} == tables
    assert {it.message for it in refused.value.problems} == {"is missing"}
