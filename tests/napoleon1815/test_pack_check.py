"""``napoleon pack check``: the shipped pack passes, and each check finds what it is there for."""

import shutil

import pytest

from napoleon.rulesets.napoleon1815.packs.check import PACK_CHECKS, check
from napoleon.rulesets.napoleon1815.packs.scenario_check import SCENARIO_CHECKS
from tests.broken_packs import all_of, lacks, row, sets, twice, without
from tests.napoleon1815 import broken
from tests.napoleon1815.broken import FIXTURE, SHIPPED, scenario

CAMPAIGN = "campaign"
SCENARIOS = (CAMPAIGN, "historical_invasion", "ligny_quatre_bras", "waterloo_wavre")


@pytest.fixture
def copy(tmp_path):
    return broken.shipped_copy(tmp_path / "pack")


def area(name, **values):
    return row("areas.csv", "id", name, **values)


def block(name, **values):
    return row("blocks.csv", "id", name, **values)


def card(number, /, **values):
    return row("cards.csv", "number", number, **values)


def invasion_card(number, /, **values):
    return row("invasion_cards.csv", "number", number, **values)


def three_player_card(number, /, **values):
    return row("three_player_cards.csv", "number", number, **values)


def cut_off(name):
    return all_of(without("roads.csv", "b", name), without("roads.csv", "a", name))


def capital(folder):
    for file in (folder / "areas.csv", folder / "roads.csv", *(folder / "scenarios").iterdir()):
        text = file.read_text(encoding="utf-8").replace("perwez", "Perwez")
        file.write_text(text, encoding="utf-8")


def area_called_like_a_block(folder):
    with (folder / "areas.csv").open("a", encoding="utf-8") as file:
        file.write("ney,Ney,plain,0,0,4.7,50.88,770,120,printed,added\n")
    with (folder / "roads.csv").open("a", encoding="utf-8") as file:
        file.write("bruxelles,ney,0,,printed,added\n")


def no_scenarios(folder):
    shutil.rmtree(folder / "scenarios")


WRONG_TABLES = [
    ("ids are plain and unique", capital, "Perwez"),
    ("ids are plain and unique", area_called_like_a_block, "ney is an area and a block"),
    ("map is connected", cut_off("jodoigne"), "jodoigne"),
    ("places score as printed [VICTORY.2]", area("ath", victory_points=2), "ath must score 1"),
    ("places score as printed [VICTORY.2]", area("hal", kind="town"), "hal must score 0"),
    ("places score as printed [VICTORY.2]", area("lens", kind="fortified_farm"), "lens must score"),
    ("border of France [DATA.1]", row("areas.csv", "in_france", 1, in_france=0), "areas in France"),
    ("border of France [DATA.1]", area("maubeuge", in_france=0), "maubeuge"),
    ("border of France [DATA.1]", area("alost", in_france=1), "alost"),
    ("one commander for each army [TERM.4]", block("hill", kind="commander"), "hill must not be"),
    ("one commander for each army [TERM.4]", block("blucher", kind="corps"), "blucher must"),
    ("one commander for each army [TERM.4]", block("blucher", infantry=1), "has strength points"),
    ("corps named by the rules [DATA.2]", block("hill", army="french"), "hill"),
    ("corps have 1 to 8 strength points [TERM.3]", block("ney", cavalry=0), "ney has 0"),
    ("corps have 1 to 8 strength points [TERM.3]", block("ney", cavalry=9), "ney has 9"),
    ("printed symbols and bonuses [DATA.2]", block("ney", march=0), "ney"),
    ("printed symbols and bonuses [DATA.2]", block("derlon", march=1), "derlon"),
    ("printed symbols and bonuses [DATA.2]", block("drouot", combat_bonus=2), "drouot"),
    ("printed symbols and bonuses [DATA.2]", block("wellington", combat_bonus=0), "wellington"),
    ("printed symbols and bonuses [DATA.2]", block("napoleon", combat_bonus=0), "napoleon"),
    ("blocks that enter by event [DATA.2]", block("hill", enters="event"), "hill must not"),
    ("blocks that enter by event [DATA.2]", block("lamarque", enters="setup"), "lamarque must"),
    (
        "two decks of 36 cards, numbers 1 to 72 [SETUP.6]",
        without("cards.csv", "number", 62),
        "the french deck has 35 cards instead of 36; there is no card 62",
    ),
    ("two decks of 36 cards, numbers 1 to 72 [SETUP.6]", card(62, number=90), "no card 90"),
    ("every event has a card [DATA.3]", card(36, event="hold"), "panic"),
    ("events are in the right deck [DATA.3]", card(36, side="french"), "card 36 (panic)"),
    ("events have their colour [CARDS.3]", card(36, colour="blue"), "card 36 (panic)"),
    ("events have their colour [CARDS.3]", card(11, colour="red"), "card 11 (supply)"),
    ("windows fit the colour [CARDS.3]", card(36, window="W.DRAW"), "card 36 (panic)"),
    ("windows fit the colour [CARDS.3]", card(36, window=""), "card 36 (panic)"),
    ("windows fit the colour [CARDS.3]", card(1, window="W.INIT"), "card 1 (rain)"),
    ("windows fit the colour [CARDS.3]", card(4, window="W.DRAW|W.INIT"), "card 4 (intuition)"),
    ("symbols fit the windows [CARDS.4]", card(36, symbol="x"), "card 36 (panic)"),
    ("symbols fit the windows [CARDS.4]", card(62, symbol="r"), "card 62 (fighting_spirit)"),
    ("symbols fit the windows [CARDS.4]", card(13, symbol=""), "card 13 (forced_march)"),
    ("symbols fit the windows [CARDS.4]", card(1, symbol="x"), "card 1 (rain)"),
    ("invasion cards [DATA.5]", invasion_card(75, draw_french=5), "card 75"),
    ("invasion cards [DATA.5]", invasion_card(75, draw_allied=0), "card 75"),
    ("invasion cards [DATA.5]", invasion_card(75, number=83), "no card 75; there must be no card"),
    ("cards for three players [THREE.1]", three_player_card(78, replaces=26), "must replace 25"),
    ("cards for three players [THREE.1]", three_player_card(78, side="french"), "deck of 25"),
    ("cards for three players [THREE.1]", three_player_card(78, event="recon"), "event recon"),
    ("dice have six faces [DICE.2]", without("dice.csv", "face", 6), "the prussian die"),
    ("there are scenarios [DATA.4]", no_scenarios, "none"),
]


def all_set(*changes):
    def change(data):
        for each in changes:
            each(data)

    return change


def frederick_as_reinforcement(data):
    data["event_blocks"].remove("frederick")
    coming = {"block": "frederick", "turn": 3, "area": "alost", "alternatives": []}
    data["reinforcements"].append(coming)


def bulow_by_event(data):
    data["event_blocks"].append(data["reinforcements"].pop()["block"])


WRONG_CAMPAIGNS = [
    ("scenario is complete", lacks("setup"), "scenarios/campaign.json setup: is missing"),
    ("track starts where its ledger says", sets("victory_track", to=11), "11"),
    (
        "track and end threshold leave both sides a game [VICTORY.6]",
        sets("victory_track", to=20),
        "starts at 20",
    ),
    (
        "track and end threshold leave both sides a game [VICTORY.6]",
        sets("end", "french_win_if_track_at_most", to=20),
        "need 20",
    ),
    (
        "commanders have a corps of their army [MOVE.2H]",
        sets("setup", "blucher", to="bruxelles"),
        "blucher stands in bruxelles",
    ),
    (
        "who stands on a place that scores controls it [CONTROL.1]",
        sets("control", "namur", to="french"),
        "pirch stands in namur, which is french",
    ),
    (
        "who stands on a place that scores controls it [CONTROL.1]",
        sets("control", "perwez", to="prussian"),
        "perwez scores nothing",
    ),
    (
        "fortified positions are on Allied fortified farms [TERM.12]",
        sets("fortified_positions", to=["ath"]),
        "ath is no fortified farm",
    ),
    (
        "fortified positions are on Allied fortified farms [TERM.12]",
        sets("fortified_positions", to=["hal", "hal"]),
        "different",
    ),
    (
        "fortified positions are on Allied fortified farms [TERM.12]",
        all_set(sets("setup", "gneisenau", to="namur"), sets("setup", "ney", to="ligny")),
        "French blocks stand in ligny",
    ),
    (
        "strength and fatigue belong to blocks in play [SETUP.4]",
        sets("fatigue", "lamarque", to=1),
        "lamarque",
    ),
    (
        "reinforcements can arrive [SEQ.2]",
        sets("reinforcements", -1, "turn", to=11),
        "bulow comes on turn 11",
    ),
    (
        "reinforcements can arrive [SEQ.2]",
        sets("reinforcements", -1, "turn", to=1),
        "bulow comes on turn 1",
    ),
    (
        "reinforcements can arrive [SEQ.2]",
        sets("reinforcements", -1, "alternatives", to=["perwez"]),
        "bulow has the same area twice",
    ),
    (
        "reinforcements can arrive [SEQ.2]",
        sets("reinforcements", 0, "turn", to=3),
        "napoleon comes without a corps",
    ),
    ("reinforcements can arrive [SEQ.2]", frederick_as_reinforcement, "frederick enters by event"),
    ("event blocks have an event [DATA.4]", bulow_by_event, "bulow"),
    (
        "invasion cards follow each other [DATA.5]",
        sets("invasion_cards", "10", to=76),
        "earlier",
    ),
    (
        "invasion cards follow each other [DATA.5]",
        sets("invasion_cards", "11", to=77),
        "turn 11",
    ),
    ("two or three players [SETUP.1]", sets("players", to=[4]), "4"),
    ("two or three players [SETUP.1]", sets("players", to=[]), "[]"),
    ("scouts have somewhere to go [SCOUT.1]", lacks("scouts", "prussian"), "prussian"),
    (
        "scouts have somewhere to go [SCOUT.1]",
        sets("scouts", "swiss", to={"count": 0, "areas": []}),
        "no army swiss",
    ),
    ("scouts have somewhere to go [SCOUT.1]", sets("scouts", "french", "areas", to=[]), "no area"),
    (
        "scouts have somewhere to go [SCOUT.1]",
        sets("scouts", "french", "areas", to=["namur"]),
        "french scouts would meet the enemy in namur",
    ),
    ("provenance is told", sets("provenance", "guessed", to=["all"]), "guessed"),
    ("provenance is told", sets("provenance", to={}), "nothing"),
]


def failed(folder):
    return {finding.name: finding.detail for finding in check(folder) if not finding.ok}


def test_the_shipped_pack_passes_every_check():
    findings = check(SHIPPED)
    assert failed(SHIPPED) == {}
    assert {finding.detail for finding in findings} == {""}
    assert [finding.name for finding in findings] == [
        "tables can be read",
        *PACK_CHECKS,
        *(f"{name}: scenario is complete" for name in SCENARIOS),
        *(f"{name}: {asked}" for name in SCENARIOS for asked in SCENARIO_CHECKS),
    ]


@pytest.mark.parametrize(("name", "change", "words"), WRONG_TABLES)
def test_what_is_wrong_in_a_table_is_found(copy, name, change, words):
    change(copy)
    found = failed(copy)
    assert name in found
    assert words in found[name]


@pytest.mark.parametrize(("name", "change", "words"), WRONG_CAMPAIGNS)
def test_what_is_wrong_in_a_scenario_is_found_in_it_alone(copy, name, change, words):
    scenario(CAMPAIGN, change)(copy)
    found = failed(copy)
    assert found
    assert all(finding.startswith(f"{CAMPAIGN}: ") for finding in found)
    assert words in found[f"{CAMPAIGN}: {name}"]


def test_every_check_is_seen_to_fail():
    assert {name for name, _, _ in WRONG_TABLES} == set(PACK_CHECKS)
    assert {name for name, _, _ in WRONG_CAMPAIGNS} == {*SCENARIO_CHECKS, "scenario is complete"}


def test_tables_that_cannot_be_read_are_told_row_by_row(copy):
    card(7, value="many")(copy)
    area("hal", kind="castle")(copy)
    (finding,) = check(copy)
    assert (finding.name, finding.ok) == ("tables can be read", False)
    assert "areas.csv line 33: Invalid enum value 'castle'" in finding.detail
    assert "cards.csv line 8: Expected `int`" in finding.detail


def test_rows_that_contradict_each_other_are_told(copy):
    twice("areas.csv", 0)(copy)
    (finding,) = check(copy)
    assert finding.detail == "areas.csv maubeuge: stands there 2 times"


def test_an_empty_folder_is_no_pack(tmp_path):
    (finding,) = check(tmp_path)
    assert not finding.ok
    assert "areas.csv file: is missing" in finding.detail


def test_the_values_of_a_printed_copy_pass(copy):
    """Figures that the rulebook does not print may be anything, and areas may be added."""
    row("cards.csv", "side", "french", value=6, recovery=4, losses=2, fatigue=3)(copy)
    row("cards.csv", "side", "allied", status="printed", source="my copy")(copy)
    card(45, colour="green", window="W.OPSTART", symbol="m-F")(copy)
    block("reille", infantry=4, cavalry=3, march=1, pursuit=1)(copy)
    block("blucher", combat_bonus=0)(copy)
    invasion_card(76, draw_french=4, allied_operation_limit=5)(copy)
    row("dice.csv", "face", 1, losses=2)(copy)
    with (copy / "areas.csv").open("a", encoding="utf-8") as file:
        file.write("louvain,Louvain,town,0,0,4.7,50.88,770,120,printed,my copy\n")
    with (copy / "roads.csv").open("a", encoding="utf-8") as file:
        file.write("bruxelles,louvain,1,Dyle,printed,my copy\n")
    scenario(CAMPAIGN, sets("setup", "uxbridge", to="louvain"))(copy)
    assert failed(copy) == {}


def test_the_fixture_pack_departs_from_the_printed_map_only():
    assert list(failed(FIXTURE)) == ["places score as printed [VICTORY.2]"]
