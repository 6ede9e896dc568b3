"""Loading a data pack: what is there, and what is refused [1.0, 2.0, 3.0, 4.0, 13.a, 16.0]."""

from collections import Counter

import pytest

from napoleon.rules.kit.packs import PackError
from napoleon.rulesets.eagles_waterloo.packs.cards import (
    EFFECT_KINDS,
    Artillery,
    Cavalry,
    General,
    Infantry,
    Special,
    Terrain,
    Unit,
)
from napoleon.rulesets.eagles_waterloo.packs.loader import load_pack
from tests.broken_packs import added, dropped, lacks, line, row, sets, twice, without
from tests.eagles_waterloo import broken
from tests.eagles_waterloo.broken import SHIPPED, campaign, card, place, special


@pytest.fixture(scope="module")
def pack():
    return load_pack(SHIPPED)


@pytest.fixture
def copy(tmp_path):
    return broken.shipped_copy(tmp_path / "pack")


# -- the cards ---------------------------------------------------------------------------------


def test_1_0_three_hundred_cards(pack):
    assert list(pack.cards) == list(range(1, 301))
    assert Counter(it.nation for it in pack.cards.values()) == {
        "french": 110,
        "british": 90,
        "prussian": 100,
    }
    assert [it.no for it in pack.cards_of("british")] == list(range(111, 201))


def test_1_0_each_kind_is_a_struct_of_its_own(pack):
    assert Counter(type(it) for it in pack.cards.values()) == {
        General: 40,
        Infantry: 110,
        Cavalry: 36,
        Artillery: 53,
        Terrain: 33,
        Special: 28,
    }
    assert {it.kind for it in pack.cards.values() if isinstance(it, Unit)} == {
        "infantry",
        "cavalry",
        "artillery",
    }
    assert all(it.kind == type(it).__name__.lower() for it in pack.cards.values())


def test_cards_keep_what_their_row_says(pack):
    napoleon, subervie, hougoumont = pack.cards[1], pack.cards[62], pack.cards[183]
    assert (napoleon.attack, napoleon.defence, napoleon.corps) == (2, 2, "A")
    assert napoleon.command == "army_commander"
    assert (subervie.cv, subervie.morale, subervie.fire, subervie.shock) == (2, "B", 1, 3)
    assert (subervie.lancer, subervie.horse, subervie.side) == (True, False, "french")
    assert (hougoumont.terrain, hougoumont.lane, hougoumont.capacity) == ("building", "right", 2)
    assert hougoumont.crossing_limit == 0
    assert (hougoumont.battles, hougoumont.side, hougoumont.corps) == (("waterloo",), "allied", "")


def test_11_3_rivers_have_a_limit_and_no_capacity(pack):
    rivers = {
        it.name: (it.crossing_limit, it.capacity)
        for it in pack.cards.values()
        if isinstance(it, Terrain) and it.terrain == "river"
    }
    assert rivers == {
        "Hal Bridge": (2, 0),
        "Ligny Brook": (2, 0),
        "River Dyle (C)": (2, 0),
        "River Dyle (R)": (1, 0),
    }


def test_no_two_cards_have_the_same_name(pack):
    names = pack.card_names
    assert list(names) == list(pack.cards)
    assert len(set(names.values())) == 300
    assert (names[109], names[197], names[295]) == (
        "Rally (French)",
        "Rally (British)",
        "Rally (Prussian)",
    )
    assert (names[69], names[266]) == ("I Corps foot A (French)", "I Corps foot A (Prussian)")
    assert (names[201], names[211]) == ("Blücher", "12th (2nd Brandenburg) Regiment")


def test_names_of_units_are_those_of_their_cards(pack):
    units = [no for no, it in pack.cards.items() if isinstance(it, Unit)]
    assert list(pack.unit_names) == units
    assert all(pack.unit_names[no] == pack.card_names[no] for no in units)


def test_cards_of_one_name_and_nation_are_told_apart_by_number(copy):
    card(18, name="Quiot brigade")(copy)
    card(295, name="Steadfast")(copy)
    card(109, name="Steadfast")(copy)
    names = load_pack(copy).card_names
    assert (names[15], names[18]) == ("Quiot brigade (No. 15)", "Quiot brigade (No. 18)")
    assert names[109] == "Steadfast (French)"
    assert names[295] == "Steadfast (Prussian, No. 295)"
    assert names[300] == "Steadfast (Prussian, No. 300)"


# -- specials ----------------------------------------------------------------------------------

SPECIALS = {
    103: ("C", "position_and_card", "extra_combat_move", 1, "turn"),
    104: ("C", "position", "shock", 1, "turn"),
    105: ("C", "position", "fire_long", 1, "turn"),
    106: ("M", "position", "morale", 1, "phase"),
    107: ("C", "position_and_card", "fire_across_middle_ground", 1, "at_once"),
    108: ("C", "position_and_card", "shock_square", 2, "turn"),
    109: ("A", "routed_card", "rally", 3, "at_once"),
    110: ("M", "position", "ignore_hits", 1, "phase"),
    191: ("M", "position", "morale", 1, "phase"),
    192: ("C", "position", "fire", 1, "turn"),
    193: ("C", "position", "enemy_fire_long", -1, "own_next_turn"),
    194: ("C", "position_and_card", "shock_from_line", 4, "turn"),
    195: ("C", "position_and_card", "shock", 1, "turn"),
    196: ("C", "position_and_card", "fire_across_middle_ground", 1, "at_once"),
    197: ("A", "routed_card", "rally", 3, "at_once"),
    198: ("M", "position", "morale", 1, "phase"),
    199: ("C", "position_and_card", "fire_long_rating", 2, "turn"),
    200: ("R", "", "add_card", 1, "at_once"),
    291: ("C", "position", "shock_after_entering", 1, "turn"),
    292: ("M", "position", "morale", 1, "phase"),
    293: ("C", "position_and_card", "fire_across_middle_ground", 1, "at_once"),
    294: ("M", "card", "morale_class_up", 1, "phase"),
    295: ("A", "routed_card", "rally", 3, "at_once"),
    296: ("R", "", "extra_reinforcement", 1, "at_once"),
    297: ("E", "lane", "crossing_limit", -1, "turn"),
    298: ("R", "", "extra_reinforcement", 2, "at_once"),
    299: ("CE", "", "no_shock", 1, "turn"),
    300: ("M", "position", "morale", 1, "phase"),
}


def test_13_a_what_the_specials_do(pack):
    assert {
        no: ("".join(it.windows), it.names, it.effect_kind, it.amount, it.until)
        for no, it in pack.cards.items()
        if isinstance(it, Special)
    } == SPECIALS


def test_g_01_every_effect_has_a_special_and_every_special_an_effect(pack):
    there = [it for it in pack.cards.values() if isinstance(it, Special)]
    assert {it.effect_kind for it in there} == EFFECT_KINDS
    assert all(it.playable for it in there)


def test_g_01_a_special_that_no_rule_carries_out_is_read_and_not_playable(copy):
    card(291, effect_kind="fly")(copy)
    assert not load_pack(copy).cards[291].playable


def test_effects_are_told_in_whole_sentences(pack):
    for it in pack.cards.values():
        if isinstance(it, Special):
            assert it.effect[0].isupper(), it.name
            assert it.effect.endswith("."), it.name


# -- the battle chart --------------------------------------------------------------------------

CHART = {
    ("quatre_bras", "french"): (14, 10, 1, 130),
    ("quatre_bras", "british"): (18, 9, 1, 160),
    ("ligny", "french"): (36, 18, 2, 330),
    ("ligny", "prussian"): (40, 20, 2, 310),
    ("wavre", "french"): (16, 8, 1, 140),
    ("wavre", "prussian"): (12, 12, 1, 90),
    ("waterloo", "french"): (36, 18, 2, 380),
    ("waterloo", "british"): (36, 18, 2, 360),
    ("waterloo", "prussian"): (24, 0, 2, 190),
}


def test_table_b_figure_for_figure(pack):
    assert {
        key: (it.deck, it.muster, it.reinforcements, it.bp) for key, it in pack.armies.items()
    } == CHART


@pytest.mark.parametrize(("battle", "nation"), CHART)
def test_an_army_is_found_by_battle_and_nation(pack, battle, nation):
    army = pack.army(battle, nation)
    assert (army.battle, army.nation) == (battle, nation)
    assert army.separate_deck == ((battle, nation) == ("waterloo", "prussian"))


@pytest.mark.parametrize(
    ("battle", "nation"), [("quatre_bras", "prussian"), ("charleroi", "french")]
)
def test_case_1_an_army_that_was_not_there(pack, battle, nation):
    with pytest.raises(KeyError):
        pack.army(battle, nation)


def test_who_fights_where(pack):
    battles = ("quatre_bras", "ligny", "wavre", "waterloo", "charleroi")
    assert {battle: pack.nations(battle) for battle in battles} == {
        "quatre_bras": ("french", "british"),
        "ligny": ("french", "prussian"),
        "wavre": ("french", "prussian"),
        "waterloo": ("french", "british", "prussian"),
        "charleroi": ("french", "british", "prussian"),
    }
    assert [pack.battle_names[battle] for battle in battles] == [
        "Quatre Bras",
        "Ligny",
        "Wavre",
        "Waterloo",
        "Charleroi",
    ]


# -- the campaign ------------------------------------------------------------------------------


def test_16_b_reinforcements_of_the_campaign(pack):
    battles = pack.campaign.battles
    assert battles.quatre_bras.reinforcements == {"french": 2, "british": 2}
    assert battles.of("ligny").reinforcements == {"french": 4, "prussian": 4}
    assert battles.of("charleroi").reinforcements == {"french": 3, "british": 2, "prussian": 2}
    assert battles.waterloo.no_muster == ("prussian",)
    assert battles.charleroi.separate_decks == ("british", "prussian")
    assert (battles.charleroi.prussian_limits, battles.waterloo.prussian_limits) == (False, True)


@pytest.mark.parametrize(("cards", "muster"), [(12, 6), (13, 6), (25, 12)])
def test_16_b_half_of_a_deck_is_the_muster(pack, cards, muster):
    assert pack.campaign.muster.of(cards) == muster


def test_16_a_the_opening_and_what_follows(pack):
    opening = pack.campaign.stage("opening")
    assert opening.turn_order == (
        ("quatre_bras", "french"),
        ("quatre_bras", "british"),
        ("ligny", "french"),
        ("ligny", "prussian"),
    )
    assert opening.next["french_win_0"].campaign_won_by == "allied"
    assert opening.next["french_win_1"].stage == "charleroi"
    assert opening.next["french_win_2"].stage == "wavre_waterloo"
    assert pack.campaign.stage("wavre_waterloo").deciding_battle == "waterloo"
    assert not pack.campaign.eliminated_cards.returns
    with pytest.raises(KeyError):
        pack.campaign.stage("retreat")


# -- the battlefields --------------------------------------------------------------------------


def test_4_0_two_lines_and_the_middle_ground(pack):
    assert Counter((it.field, it.role) for it in pack.places.values()) == {
        (1, "position"): 6,
        (1, "reserve"): 2,
        (1, "middle_ground"): 3,
        (2, "position"): 6,
        (2, "reserve"): 2,
        (2, "middle_ground"): 3,
    }
    left = pack.places["field_1_french_left"]
    assert (left.side, left.lane, left.column) == ("french", "left", "east")
    assert left.opposite == "field_1_allied_right"
    assert left.own_reserve == "field_1_french_reserve"


def test_8_0_nine_ways_on_each_field(pack):
    assert len(pack.lanes) == 18
    assert Counter(pack.places[way.a].field for way in pack.lanes) == {1: 9, 2: 9}
    assert sum(bool(way.crosses) for way in pack.lanes) == 6


# -- the hash ----------------------------------------------------------------------------------

FILES = ("battles.csv", "campaign.json", "cards.csv", "lanes.csv", "positions.csv", "specials.csv")


def test_the_same_tables_have_the_same_hash(pack, copy):
    assert load_pack(copy).hash == pack.hash
    assert len(pack.hash) == 64


@pytest.mark.parametrize("file", FILES)
def test_every_table_counts_in_the_hash(pack, copy, file):
    with (copy / file).open("a", encoding="utf-8") as text:
        text.write("\n")
    assert load_pack(copy).hash != pack.hash


# -- packs that cannot be used -----------------------------------------------------------------

UNUSABLE = [
    (card(15, cv=6), "cards.csv line 16: Expected `int` <= 5 - at `$.card.cv`"),
    (card(15, cv=""), "cards.csv line 16: Object missing required field `cv`"),
    (card(15, morale="E"), "cards.csv line 16: Invalid enum value 'E'"),
    (card(15, attack=1), "cards.csv line 16: Object contains unknown field `attack`"),
    (card(15, kind="guard"), "cards.csv line 16: Invalid value 'guard'"),
    (card(15, battles=""), "card 15: belongs to no battle"),
    (card(15, battles="leipzig"), "cards.csv line 16: Invalid enum value 'leipzig'"),
    (card(15, corps=""), "card 15: needs a corps"),
    (card(92, corps="I"), "card 92: needs a corps"),
    (card(1, corps_status=""), "cards.csv line 2: Object missing required field `corps_status`"),
    (card(92, capacity=""), "card 92: needs a limit of crossings"),
    (card(92, crossing_limit=1), "card 92: needs a limit of crossings"),
    (card(286, capacity=1), "card 286: needs a limit of crossings"),
    (twice("cards.csv", 0), "cards.csv 1: stands there 2 times"),
    (twice("cards.csv", 0), "cards.csv f_napoleon: stands there 2 times"),
    (without("specials.csv", "no", 104), "line 105: Object missing required field `windows`"),
    (
        added("specials.csv", "15,f_quiot,C,position,morale,1,turn,,,reconstructed,added"),
        "specials.csv 15: there is no special 15",
    ),
    (special(104, window=""), "specials.csv 104: can never be played"),
    (special(104, window="X"), "specials.csv line 3: Invalid enum value 'X'"),
    (twice("specials.csv", 0), "specials.csv 103: stands there 2 times"),
    (dropped("battles.csv", "wavre,Wavre,allied,"), "battles.csv wavre prussian: has no row"),
    (line("battles.csv", "wavre,Wavre,allied,", nation="british"), "wavre british"),
    (line("battles.csv", "wavre,Wavre,allied,", side="french"), "does not fight for the french"),
    (line("battles.csv", "wavre,Wavre,allied,", muster=13), "has a muster of more cards"),
    (twice("battles.csv", 0), "battles.csv quatre_bras french: stands there 2 times"),
    (campaign(lacks("muster")), "campaign.json"),
    (campaign(lacks("stages", 2)), "campaign.json charleroi: has no row"),
    (campaign(sets("stages", 0, "turn_order", 0, 0, to="wavre")), "there is no battle in the"),
    (campaign(sets("stages", 1, "deciding_battle", to="ligny")), "stage wavre_waterloo ligny"),
    (campaign(sets("stages", 0, "next", "french_win_0", to={})), "needs either another stage"),
    (campaign(sets("battles", "ligny", "nations", to=["french"])), "reinforcements of others"),
    (place("field_1_french_left", opposite=""), "must name lane, opposite and Reserve"),
    (place("field_1_french_reserve", lane="left"), "must name lane, opposite and Reserve"),
    (place("field_1_french_left", opposite="rome"), "positions.csv rome: there is no place"),
    (place("field_1_french_left", column=""), "needs a column unless"),
    (place("field_1_ground_west", side="french"), "needs a side unless"),
    (twice("positions.csv", 0), "field_1_french_reserve: stands there 2 times"),
    (row("lanes.csv", "b", "field_1_allied_left", b="rome"), "lanes.csv rome: there is no place"),
    (row("lanes.csv", "b", "field_1_allied_left", crosses="rome"), "lanes.csv rome"),
    (
        added("lanes.csv", "field_1_french_right,field_1_french_reserve,,printed,added"),
        "lanes.csv field_1_french_reserve-field_1_french_right: stands there 2 times",
    ),
]


@pytest.mark.parametrize(("change", "words"), UNUSABLE)
def test_what_cannot_be_used_is_told(copy, change, words):
    change(copy)
    with pytest.raises(PackError) as error:
        load_pack(copy)
    assert words in str(error.value)


def test_everything_that_is_wrong_is_told_at_once(copy):
    card(15, cv=6)(copy)
    special(104, window="X")(copy)
    (copy / "lanes.csv").unlink()
    with pytest.raises(PackError) as error:
        load_pack(copy)
    told = str(error.value)
    assert "cards.csv line 16" in told
    assert "specials.csv line 3" in told
    assert "lanes.csv file: is missing" in told
