"""Loading a data pack: what is there, and what is refused [chapter 2]."""

import shutil

import msgspec
import pytest

from napoleon.chance import SeededChance
from napoleon.rules.kit.packs import PackError
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleon1815 import RULES, with_pack
from napoleon.rulesets.napoleon1815.packs.loader import load_pack
from napoleon.rulesets.napoleon1815.packs.pack import (
    Card,
    EarlyInvasion,
    InvasionCard,
    PrintedRoad,
    Reinforcement,
    Scenario,
    Strength,
)
from tests.broken_packs import row, twice, without
from tests.napoleon1815 import broken
from tests.napoleon1815.broken import FIXTURE, SHIPPED, scenario

CAMPAIGN = "campaign"


@pytest.fixture(scope="module")
def pack():
    return load_pack(SHIPPED)


@pytest.fixture
def copy(tmp_path):
    return broken.shipped_copy(tmp_path / "pack")


# -- what is there -----------------------------------------------------------------------------


def test_the_shipped_pack_is_complete(pack):
    assert (len(pack.areas), len(pack.graph.roads), len(pack.blocks)) == (47, 88, 25)
    assert len(pack.cards) == 2 * 36 + len(pack.three_player_cards) == 72 + 5
    assert len(pack.invasion_cards) == 5
    assert len(pack.dice) == 3 * 6
    assert sorted(pack.scenarios) == [
        "campaign",
        "historical_invasion",
        "ligny_quatre_bras",
        "waterloo_wavre",
    ]
    assert pack.broken_scenarios == {}


def test_an_area_keeps_the_status_of_its_row(pack):
    ligny = pack.areas["ligny"]
    assert (ligny.name, ligny.kind, ligny.in_france, ligny.victory_points) == (
        "Ligny",
        "fortified_farm",
        False,
        1,
    )
    assert (ligny.x, ligny.y, ligny.status) == (716, 516, "inferred")
    assert pack.areas["beaumont"].in_france


def test_a_road_keeps_its_river_and_status(pack):
    assert pack.printed_roads["ligny-marbais"] == PrintedRoad(
        a="ligny",
        b="marbais",
        bridge=False,
        river="",
        status="derived",
        source="the printed movement example goes from Ligny through Marbais",
    )
    assert pack.printed_roads["genappe-waterloo"].river == "Dyle"
    assert pack.graph.between("waterloo", "genappe").bridge
    assert list(pack.printed_roads) == list(pack.graph.roads)


def test_blocks_know_their_side_and_symbols(pack):
    ney, gneisenau, wellington = (pack.blocks[b] for b in ("ney", "gneisenau", "wellington"))
    assert (ney.side, ney.kind, ney.march, ney.pursuit) == ("french", "corps", True, False)
    assert (gneisenau.side, gneisenau.army, gneisenau.pursuit) == ("allied", "prussian", True)
    assert (wellington.combat_bonus, wellington.combat_bonus_condition) == (1, "defence")


def test_a_card_has_its_windows_apart(pack):
    assert pack.cards[47] == Card(
        number=47,
        side="french",
        event="forced_march",
        name="Forced march",
        name_fr="Marche forcée",
        colour="green",
        windows=("W.FLIPPED", "W.MOVING"),
        symbol="m-F",
        value=2,
        recovery=2,
        losses=1,
        fatigue=0,
        status="reconstructed",
        source=pack.cards[47].source,
    )


def test_invasion_cards_give_draws_and_may_limit_the_allies(pack):
    assert isinstance(pack.invasion_cards[73], InvasionCard)
    assert pack.invasion_cards[73].draws == {"french": 2, "allied": 1}
    assert pack.invasion_cards[73].allied_operation_limit == 2
    assert pack.invasion_cards[76].allied_operation_limit is None


def test_a_scenario_has_all_that_a_game_starts_from(pack):
    waterloo = pack.scenario("waterloo_wavre")
    assert isinstance(waterloo, Scenario)
    assert (waterloo.first_turn, waterloo.last_turn, waterloo.victory_track) == (9, 10, 8)
    assert waterloo.turn_names[9] == "18 June 1815, morning"
    assert waterloo.invasion_cards == {9: 77, 10: 77}
    assert waterloo.strength["reille"] == Strength(4, 1)
    assert waterloo.fatigue["ziethen"] == 2
    assert waterloo.end.french_win_if_track_at_most == 9
    campaign = pack.scenario(CAMPAIGN)
    assert campaign.early_invasion == EarlyInvasion(73, 74, 75, 76, 77)
    assert campaign.reinforcements[-1] == Reinforcement("bulow", 7, "perwez", ("jodoigne", "namur"))
    assert campaign.scouts["prussian"].count == 3


def test_the_fixture_pack_is_complete_too():
    fixture = load_pack(FIXTURE)
    assert list(fixture.scenarios) == ["fixture"]
    assert fixture.graph.between("p3", "p4").bridge
    assert fixture.graph.distance("p1", "p6") == 3
    assert fixture.blocks == load_pack(SHIPPED).blocks


# -- the hash ----------------------------------------------------------------------------------


def test_the_hash_depends_on_the_content_and_not_on_the_place(pack, copy):
    assert load_pack(copy).hash == pack.hash
    assert len(pack.hash) == 64


@pytest.mark.parametrize("name", sorted(file.name for file in SHIPPED.glob("*.csv")))
def test_the_hash_changes_with_every_table(pack, copy, name):
    content = (copy / name).read_bytes()
    (copy / name).write_bytes(content.replace(b"reconstructed", b"printed", 1))
    assert load_pack(copy).hash != pack.hash


def test_the_hash_changes_with_a_scenario_and_with_its_name(pack, copy):
    file = copy / "scenarios" / "campaign.json"
    original = file.read_bytes()
    file.write_bytes(original + b"\n")
    changed = load_pack(copy).hash
    file.write_bytes(original)
    file.rename(file.with_name("renamed.json"))
    assert len({pack.hash, changed, load_pack(copy).hash}) == 3


# -- tables that cannot be used ----------------------------------------------------------------


def missing(folder):
    (folder / "dice.csv").unlink()


def header_only(folder):
    file = folder / "three_player_cards.csv"
    file.write_text(file.read_text(encoding="utf-8").partition("\n")[0], encoding="utf-8")


def latin_1(folder):
    file = folder / "blocks.csv"
    file.write_bytes(file.read_bytes().decode().encode("latin-1"))


def a_comma_more(folder):
    file = folder / "areas.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[3] += ",more"
    file.write_text("\n".join(lines), encoding="utf-8")


def an_open_quote(folder):
    with (folder / "roads.csv").open("a", encoding="utf-8") as file:
        file.write('ath,"alost')


def no_such_column(folder):
    file = folder / "areas.csv"
    text = file.read_text(encoding="utf-8").replace("in_france", "in_belgium", 1)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "file", "where", "words"),
    [
        (missing, "dice.csv", "file", "missing"),
        (header_only, "three_player_cards.csv", "file", "no rows"),
        (latin_1, "blocks.csv", "byte", "UTF-8"),
        (a_comma_more, "areas.csv", "line 4", "columns"),
        (an_open_quote, "roads.csv", "line 89", "end"),
        (no_such_column, "areas.csv", "line 2", "in_france"),
        (row("areas.csv", "id", "hal", kind="castle"), "areas.csv", "line 33", "castle"),
        (row("areas.csv", "id", "hal", x="left"), "areas.csv", "line 33", "$.x"),
        (row("areas.csv", "id", "hal", victory_points=-1), "areas.csv", "line 33", "0"),
        (row("areas.csv", "id", "hal", status="guessed"), "areas.csv", "line 33", "guessed"),
        (row("roads.csv", "a", "assche", bridge="maybe"), "roads.csv", "line 89", "bridge"),
        (row("roads.csv", "a", "assche", b="gent"), "roads.csv", "assche-gent", "two areas"),
        (row("roads.csv", "a", "assche", b="assche"), "roads.csv", "assche-assche", "two areas"),
        (row("blocks.csv", "id", "ney", army="swiss"), "blocks.csv", "line 4", "swiss"),
        (row("cards.csv", "number", 7, event="plague"), "cards.csv", "7", "plague"),
        (row("cards.csv", "number", 7, window="W.NOON"), "cards.csv", "7", "no window W.NOON"),
        (row("cards.csv", "number", 7, symbol="z"), "cards.csv", "line 8", "z"),
        (row("cards.csv", "number", 7, value=""), "cards.csv", "line 8", "value"),
        (row("cards.csv", "side", "french", side="allied"), "cards.csv", "french", "no row"),
        (without("dice.csv", "army", "prussian"), "dice.csv", "prussian", "no row"),
        (row("cards.csv", "number", 7, window="W.TEA"), "cards.csv", "7", "W.TEA"),
        (twice("areas.csv", 0), "areas.csv", "maubeuge", "2 times"),
        (twice("roads.csv", 0), "roads.csv", "maubeuge-mons", "2 times"),
        (twice("blocks.csv", 0), "blocks.csv", "napoleon", "2 times"),
        (twice("cards.csv", 0), "cards.csv", "1", "2 times"),
        (twice("invasion_cards.csv", 0), "invasion_cards.csv", "73", "2 times"),
        (twice("three_player_cards.csv", 0), "three_player_cards.csv", "78", "2 times"),
        (twice("dice.csv", 0), "dice.csv", "french 1", "2 times"),
    ],
)
def test_a_table_that_cannot_be_used_names_file_and_row(copy, change, file, where, words):
    change(copy)
    with pytest.raises(PackError) as caught:
        load_pack(copy)
    assert any(
        problem.file == file and problem.where.startswith(where) and words in problem.message
        for problem in caught.value.problems
    ), caught.value.problems
    assert file in str(caught.value)


def test_all_bad_rows_are_told_at_once(copy):
    row("areas.csv", "id", "hal", kind="castle")(copy)
    row("cards.csv", "number", 7, value="many")(copy)
    with pytest.raises(PackError) as caught:
        load_pack(copy)
    assert [(p.file, p.where) for p in caught.value.problems] == [
        ("areas.csv", "line 33"),
        ("cards.csv", "line 8"),
    ]


def test_a_table_that_a_spreadsheet_saved_with_a_byte_order_mark_is_read(pack, copy):
    file = copy / "areas.csv"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load_pack(copy).areas == pack.areas


# -- scenarios with something missing [DATA.7] -------------------------------------------------


def refusal_of(folder, name=CAMPAIGN):
    found = load_pack(folder).scenario(name)
    assert isinstance(found, Refusal)
    assert (found.code, found.clause) == ("SCENARIO_INCOMPLETE", "DATA.7")
    return found


@pytest.mark.parametrize("field", [field.name for field in msgspec.structs.fields(Scenario)])
def test_data_7_no_field_of_a_scenario_is_ever_defaulted(copy, field):
    scenario(CAMPAIGN, lambda data: data.pop(field))(copy)
    assert refusal_of(copy).facts["problems"] == [f"scenarios/campaign.json {field}: is missing"]


def changed(field, **values):
    return lambda data: data[field].update(values)


def added(field, *values):
    return lambda data: data[field].extend(values)


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        (lambda data: data.update(id="other"), "id", "name of the file"),
        (lambda data: data.update(first_turn=11), "last_turn", "turns"),
        (lambda data: data.update(last_turn="late"), "last_turn", "Expected `int`"),
        (lambda data: data.update(last_turn=11), "turn_names", "turn 11"),
        (lambda data: data["turn_names"].pop("4"), "turn_names", "turn 4"),
        (lambda data: data["invasion_cards"].pop("4"), "invasion_cards", "turn 4"),
        (changed("invasion_cards", **{"4": 99}), "invasion_cards", "99"),
        (changed("early_invasion", later=99), "early_invasion", "99"),
        (lambda data: data["early_invasion"].pop("later"), "early_invasion", "later"),
        (lambda data: data["setup"].pop("ney"), "setup", "ney is accounted for 0 times"),
        (added("absent", "ney"), "setup", "ney is accounted for 2 times"),
        (changed("setup", soult="namur"), "setup", "no block soult"),
        (added("event_blocks", "soult"), "event_blocks", "no block soult"),
        (added("absent", "soult"), "absent", "no block soult"),
        (changed("setup", ney="paris"), "setup", "no area paris"),
        (changed("setup", ney="namur"), "setup", "namur is contested"),
        (changed("setup", wellington="waterloo"), "setup", "wellington stands in waterloo"),
        (changed("strength", soult={"infantry": 1, "cavalry": 0}), "strength", "soult"),
        (changed("strength", ney={"infantry": 0, "cavalry": 0}), "strength", "ney"),
        (changed("strength", ney={"infantry": 9, "cavalry": 0}), "strength", "ney"),
        (changed("strength", blucher={"infantry": 1, "cavalry": 0}), "strength", "blucher"),
        (changed("strength", ney={"infantry": 1}), "strength", "cavalry"),
        (changed("fatigue", soult=1), "fatigue", "soult"),
        (changed("fatigue", blucher=1), "fatigue", "blucher"),
        (changed("fatigue", ney=9), "fatigue", "ney"),
        (changed("control", paris="french"), "control", "no area paris"),
        (changed("control", namur="dutch"), "control", "dutch"),
        (lambda data: data["control"].pop("namur"), "control", "nobody controls namur"),
        (added("fortified_positions", "paris"), "fortified_positions", "paris"),
        (added("broken_bridges", "ligny-marbais"), "broken_bridges", "ligny-marbais"),
        (lambda data: data["scouts"]["french"]["areas"].append("paris"), "scouts", "paris"),
        (lambda data: data["reinforcements"][0].update(area="paris"), "reinforcements", "paris"),
        (
            lambda data: data["reinforcements"][0].update(alternatives=["paris"]),
            "reinforcements",
            "paris",
        ),
        (lambda data: data["reinforcements"][0].update(block="x"), "reinforcements", "no block x"),
        (lambda data: data["reinforcements"][0].pop("turn"), "reinforcements", "turn"),
        (lambda data: data["end"].pop("otherwise"), "end", "otherwise"),
    ],
)
def test_data_7_a_gap_in_a_scenario_is_told_with_its_field(copy, change, field, words):
    scenario(CAMPAIGN, change)(copy)
    problems = refusal_of(copy).facts["problems"]
    assert any(
        problem.startswith(f"scenarios/campaign.json {field}") and words in problem
        for problem in problems
    ), problems


def test_data_7_a_block_more_has_to_be_accounted_for_in_every_scenario(copy):
    with (copy / "blocks.csv").open("a", encoding="utf-8") as file:
        file.write("soult,Soult,french,corps,1,0,0,0,any,0,setup,reconstructed,added\n")
    pack = load_pack(copy)
    assert pack.scenarios == {}
    assert len(pack.broken_scenarios) == 4
    assert "soult is accounted for 0 times" in refusal_of(copy).detail


@pytest.mark.parametrize("content", ["", "[]", "{", '"text"', "\xff"])
def test_data_7_a_file_that_is_no_json_object_is_told(copy, content):
    (copy / "scenarios" / "campaign.json").write_text(content, encoding="latin-1")
    (problem,) = refusal_of(copy).facts["problems"]
    assert problem.startswith("scenarios/campaign.json file: ")


def test_the_other_scenarios_stay_playable_and_the_broken_one_is_refused_at_setup(copy):
    scenario(CAMPAIGN, lambda data: data.pop("control"))(copy)
    rules = with_pack(load_pack(copy))
    assert CAMPAIGN not in [title.id for title in rules.scenarios]
    assert len(rules.scenarios) == 3
    with pytest.raises(SetupRefused) as caught:
        rules.setup(CAMPAIGN, {}, SeededChance("00" * 32, "g", 0))
    assert caught.value.refusal == refusal_of(copy)
    assert rules.setup("waterloo_wavre", {}, SeededChance("00" * 32, "g", 0))


def test_a_pack_without_scenarios_has_none(copy):
    shutil.rmtree(copy / "scenarios")
    assert load_pack(copy).scenarios == {}


# -- what its check says -----------------------------------------------------------------------


def test_rows_that_contradict_each_other_are_told(copy):
    twice("areas.csv", 0)(copy)
    (finding,) = RULES.check_pack(copy)
    assert finding.detail == "areas.csv maubeuge: stands there 2 times"


def test_the_fixture_pack_departs_from_the_printed_map_only():
    failed = [finding.name for finding in RULES.check_pack(FIXTURE) if not finding.ok]
    assert failed == ["places score as printed [VICTORY.2]"]
