"""What may be seen of a position: the four boards, and the table of chapter (d) row by row."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from napoleon.rules.events import Line
from napoleon.rules.terms import VIEWS, Result
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, SIDES, enemy
from napoleon.rulesets.napoleonic_empire.state import Battle, Due, State, Window
from tests.napoleonic_empire.kit import BATTLES, fight, fresh, laid, play, position, retreat
from tests.napoleonic_empire.seeing import area, seen

READERS = (*SIDES, "spectator", "referee")
OUTSIDERS = {FRENCH: (ALLIED, "spectator"), ALLIED: (FRENCH, "spectator")}
"""Who may not see the cards of a side."""


# -- the map -------------------------------------------------------------------------------------


def test_setup_on_the_map() -> None:
    state = laid().state
    assert area(state, "france") == {
        "id": "france",
        "name": "France",
        "short_name": "France",
        "x": 315,
        "y": 420,
        "value": 4,
        "enterable": True,
        "continental": True,
        "landlocked": False,
        "control": "french",
        "armies": [{"side": "french", "count": 20, "moved": 0}],
        "commanders": [],
        "data_status": "printed",
    }
    board = seen(state)["map"]
    assert (board["turn"], board["round"], board["phase"]) == (1, 1, "draw")
    assert (board["turn_name"], board["active"]) == ("Round 1, French turn", "french")
    assert board["pools"] == [{"side": it, "armies": 40} for it in SIDES]
    empty = [it["id"] for it in board["areas"] if it["control"] is None]
    assert empty == ["sweden", "warsaw", "ottoman"]


def test_map_1_land_borders_and_sea_links() -> None:
    roads = {it["id"]: it for it in seen(fresh().state)["map"]["roads"]}
    assert roads["austria-italy"] == {
        "id": "austria-italy",
        "a": "austria",
        "b": "italy",
        "kind": "land",
        "one_way": False,
        "usable": True,
        "data_status": "inferred",
    }
    sea = [it for it in roads.values() if it["kind"] == "sea"]
    assert all(it["a"] == "england" and it["one_way"] for it in sea)
    assert sum(it["usable"] for it in sea) == 13
    assert sum(it["usable"] for it in roads.values() if it["kind"] == "land") == 25
    assert not roads["england>ottoman"]["usable"]


def test_map_5_nobody_enters_the_ottoman_empire() -> None:
    barred = [it["id"] for it in seen(fresh().state)["map"]["areas"] if not it["enterable"]]
    assert barred == ["ottoman"]


def test_opt3_the_divided_map() -> None:
    board = seen(fresh(divided_russia=True).state)["map"]
    assert [it["id"] for it in board["areas"]][2:6] == ["riga", "minsk", "kiev", "moscow"]
    assert len(board["areas"]) == 20
    landings = {it["b"] for it in board["roads"] if it["kind"] == "sea" and it["usable"]}
    assert landings & {"riga", "minsk", "kiev", "moscow", "russia"} == {"riga"}
    assert board["to_set_up"] == [{"side": "allied", "armies": 10}]
    assert board["turn_name"] == "Before the first turn"


def test_comp_6_control_of_a_contested_country_and_of_an_empty_one() -> None:
    state = replace(position({"spain": 2, "france": 5}, {"spain": 3}), moved={"spain": 1})
    assert area(state, "spain")["control"] == "contested"
    assert area(state, "spain")["armies"] == [
        {"side": "french", "count": 2, "moved": 1},
        {"side": "allied", "count": 3, "moved": 0},
    ]
    assert area(state, "portugal")["control"] is None
    assert area(state, "portugal")["armies"] == []


def test_move_2_no_more_have_moved_than_are_left_of_them() -> None:
    given = position({"italy": 2, "france": 1, "naples": 1}, {"italy": 7}, at=BATTLES)
    given.moved["italy"] = 2
    beaten = fight(given, "italy", french=[3, 3, 5], allied=[6, 5])
    stacks = area(beaten.state, "italy")["armies"]
    assert stacks[0] == {"side": "french", "count": 1, "moved": 1}
    gone = play(beaten, FRENCH, retreat("france", 1))
    assert area(gone.state, "france")["armies"] == [{"side": "french", "count": 2, "moved": 0}]
    assert gone.state.moved == {}


def test_opt1_commanders_stand_on_the_map() -> None:
    state = position(
        {"rhineland": 2}, {}, commanders=dict.fromkeys(["lannes", "napoleon"], "rhineland")
    )
    state.commanders["lannes"].moved = True
    assert area(state, "rhineland")["commanders"] == [
        {"id": "napoleon", "name": "Napoleon", "side": "french", "moved": False},
        {"id": "lannes", "name": "Lannes", "side": "french", "moved": True},
    ]
    [french, allied] = seen(state)["order-of-battle"]["armies"]
    places = {it["id"]: (it["state"], it["area"], it["moved"]) for it in french["commanders"]}
    assert places == {
        "napoleon": ("map", "rhineland", False),
        "davout": ("lost", None, None),
        "lannes": ("map", "rhineland", True),
    }
    assert {it["state"] for it in allied["commanders"]} == {"lost"}


def test_e_54_a_commander_of_russia_is_to_be_set_up_with_its_armies() -> None:
    state = fresh(divided_russia=True, commanders=True).state
    allied = seen(state)["order-of-battle"]["armies"][1]
    states = {it["id"]: it["state"] for it in allied["commanders"]}
    assert states["kutuzov"] == "to_set_up"
    assert states["charles"] == "map"


def test_seq_3_the_name_of_an_extra_turn() -> None:
    state = position({}, {}, active=ALLIED, extra=True, round_=4)
    assert seen(state)["map"]["turn_name"] == "Round 4, Allied extra turn"


def test_attack_11_the_battle_as_far_as_it_has_come() -> None:
    battle = Battle("austria", FRENCH, {FRENCH: 12, ALLIED: 10}, opened=True)
    state = position({"austria": 12}, {"austria": 10}, at=BATTLES)
    state.window, state.battle = Window("battle", ALLIED, 1), battle
    before_the_dice = seen(state)["map"]
    assert before_the_dice["window"] == {"kind": "battle", "word": "allied", "passes": 1}
    assert before_the_dice["battle"] == {
        "country": "austria",
        "attacker": "french",
        "defender": "allied",
        "sides": [
            {"side": side, "armies": armies, "die": None, "total": None, "losses": None}
            for side, armies in ((FRENCH, 12), (ALLIED, 10))
        ],
        "cards": [],
        "winner": None,
        "tied": False,
        "loss_dice": [],
        "kutuzov": None,
        "withdrawn": False,
    }
    battle.cards = [("austerlitz", FRENCH)]
    battle.dice, battle.totals = {FRENCH: 3, ALLIED: 6}, {FRENCH: 18, ALLIED: 17}
    battle.winner, battle.loss_dice, battle.losses = FRENCH, [4, 5, 6], {FRENCH: 4, ALLIED: 10}
    after = seen(state)["map"]["battle"]
    assert after["cards"] == [
        {"id": "austerlitz", "name": "Austerlitz", "side": "french", "bonus": 3}
    ]
    assert after["sides"] == [
        {"side": "french", "armies": 12, "die": 3, "total": 18, "losses": 4},
        {"side": "allied", "armies": 10, "die": 6, "total": 17, "losses": 10},
    ]
    assert (after["winner"], after["loss_dice"]) == ("french", [4, 5, 6])


def test_what_is_going_on_besides() -> None:
    due = [Due(FRENCH, 2, ["france", "italy"], "conscription")]
    state = replace(
        position({"france": 3}, {}, continental=["france", "england"]),
        barred="josephine",
        due=due,
        extra_granted="berthier",
        offered=ALLIED,
        fought=["spain"],
    )
    board = seen(state)["map"]
    assert board["movement_barred"] == "josephine"
    assert board["continental_system"] == ["france", "england"]
    assert board["armies_due"] == [
        {
            "side": "french",
            "armies": 2,
            "countries": ["france", "italy"],
            "source": "conscription",
            "together": False,
        }
    ]
    assert board["extra_turn_granted"] == "berthier"
    assert board["end_offered_by"] == "allied"
    assert board["battles_fought"] == ["spain"]


# -- the order of battle -------------------------------------------------------------------------


def test_comp_2_armies_by_country_and_their_pool() -> None:
    state = replace(position({"france": 5, "italy": 2}, {"italy": 1}), moved={"italy": 2})
    [french, allied] = seen(state)["order-of-battle"]["armies"]
    assert (french["army"], french["on_map"], french["pool"]) == ("french", 7, 73)
    assert (allied["army"], allied["on_map"], allied["pool"]) == ("allied", 1, 79)
    assert french["units"] == [
        {
            "id": "france",
            "name": "France",
            "area": "france",
            "count": 5,
            "moved": 0,
            "control": "french",
            "value": 4,
        },
        {
            "id": "italy",
            "name": "Kingdom of Italy",
            "area": "italy",
            "count": 2,
            "moved": 2,
            "control": "contested",
            "value": 1,
        },
    ]
    assert (allied["visible"], allied["hidden_by"]) == (True, None)


def expected(state: State, side: str) -> tuple[int, list[tuple[int, str, str]]]:
    """What a side is to expect, and why."""
    army = next(it for it in seen(state)["order-of-battle"]["armies"] if it["army"] == side)
    told = army["expected_reinforcements"]
    return told["armies"], [(it["amount"], it["clause"], it["note"]) for it in told["breakdown"]]


def test_ac_22_reinforcements_to_be_expected() -> None:
    state = position({"france": 1, "rhineland": 1, "prussia": 1, "austria": 1}, {})
    assert expected(state, FRENCH) == (6, [(4, "REINF.1", "France"), (2, "REINF.1", "Rhineland")])
    assert expected(state, ALLIED) == (0, [])


def test_ac_23_reinforcements_under_the_continental_system() -> None:
    state = position({"france": 1}, {"england": 1}, continental=["france", "england"])
    weight = (-2, "CARD.continental_system")
    assert expected(state, FRENCH) == (2, [(4, "REINF.1", "France"), (*weight, "France")])
    assert expected(state, ALLIED) == (1, [(3, "REINF.1", "England"), (*weight, "England")])


def test_ac_27_no_more_is_to_be_expected_than_the_pool_holds() -> None:
    state = position({"france": 77, "rhineland": 1}, {})
    armies, lines = expected(state, FRENCH)
    assert armies == 2 == sum(amount for amount, _, _ in lines)
    assert lines[-1][:2] == (-4, "E-20")


# -- the victory track ---------------------------------------------------------------------------

OFF_THE_CONTINENT = ("england", "ottoman")
CONTINENT = [it for it in RULES.pack.board(divided=False).countries if it not in OFF_THE_CONTINENT]


def conditions(state: State) -> dict[str, dict[str, Any]]:
    return {it["side"]: it for it in seen(state)["victory-track"]["conditions"]}


def test_vic_2_the_french_miss_two_countries() -> None:
    held = {country: 1 for country in CONTINENT if country not in ("russia", "spain")}
    state = position({**held, "spain": 2}, {"spain": 2, "england": 20})
    assert seen(state)["victory-track"]["value"] == 13
    assert conditions(state)[FRENCH] == {
        "side": "french",
        "clause": "VIC.2",
        "text": "Control every country of the continent.",
        "needed": 15,
        "held": 13,
        "distance": 2,
        "missing": [
            {"id": "russia", "name": "Russia", "control": None, "armies": []},
            {
                "id": "spain",
                "name": "Spain",
                "control": "contested",
                "armies": [
                    {"side": "french", "count": 2, "moved": 0},
                    {"side": "allied", "count": 2, "moved": 0},
                ],
            },
        ],
    }


def test_ac_30_the_french_have_it_all() -> None:
    state = position(dict.fromkeys(CONTINENT, 1), {"england": 20})
    french = conditions(state)[FRENCH]
    assert (french["held"], french["distance"], french["missing"]) == (15, 0, [])


def test_opt3_the_french_need_eighteen_areas() -> None:
    assert conditions(fresh(divided_russia=True).state)[FRENCH]["needed"] == 18


@pytest.mark.parametrize(
    ("allied", "distance"),
    [
        ({"france": 1, "russia": 5}, 0),
        ({"england": 1, "russia": 5}, 1),
        ({"spain": 1}, 1),
        ({"prussia": 1}, 2),
        ({"russia": 1}, 3),
        ({"egypt": 1}, 3),
        ({}, None),
    ],
)
def test_vic_1_how_far_the_allies_are_from_france(
    allied: dict[str, int], distance: int | None
) -> None:
    condition = conditions(position({"france": 4}, allied))[ALLIED]
    assert condition["distance"] == distance
    assert (condition["held"], condition["needed"]) == (0, 1)
    assert condition["missing"][0]["armies"][0] == {"side": "french", "count": 4, "moved": 0}


def test_vic_1_the_allies_control_france() -> None:
    condition = conditions(position({}, {"france": 2}))[ALLIED]
    assert (condition["held"], condition["distance"], condition["missing"]) == (1, 0, [])


def test_vic_3_how_the_count_moved() -> None:
    from_to = (2, 9, 10, [Line(1, "VIC.2", "sweden won")])
    track = seen(replace(position({"france": 1}, {}), history=[from_to]))["victory-track"]
    assert track["history"] == [
        {
            "turn": 2,
            "from": 9,
            "to": 10,
            "delta": 1,
            "breakdown": [{"amount": 1, "clause": "VIC.2", "note": "sweden won"}],
        }
    ]


def test_e_31_a_drawn_game_has_no_winner() -> None:
    result = Result("", "Both sides agreed to end it.", "VIC.3")
    track = seen(replace(position({}, {}), result=result, phase="over"))["victory-track"]
    assert track["result"] == {
        "winner": None,
        "reason": "Both sides agreed to end it.",
        "clause": "VIC.3",
    }


# -- visibility: chapter (d) ---------------------------------------------------------------------


HANDS = {FRENCH: ["berthier", "toulon"], ALLIED: ["nelson"]}
DISCARDS = ["jena", ("friedland", FRENCH), "blucher", ("frederick", ALLIED)]
"""Two cards that were played, and one that each side has discarded face down."""

ALL_CARDS = position({"france": 1}, {"england": 1}, hands=HANDS, discards=DISCARDS)


def cards_of(entries: list[dict[str, Any]], player: str) -> list[str] | None:
    """The ids of what `entries` show of a player; None if nothing is shown."""
    cards = next(it["cards"] for it in entries if it["player"] == player)
    return None if cards is None else [card["id"] for card in cards]


def test_d_the_owner_and_the_referee_see_a_hand() -> None:
    for side in SIDES:
        for seat in (side, "referee"):
            hands = seen(ALL_CARDS, seat)["hand"]["hands"]
            assert sorted(cards_of(hands, side) or []) == HANDS[side]


def test_d_others_see_the_size_of_a_hand_alone() -> None:
    for side, outsiders in OUTSIDERS.items():
        for seat in outsiders:
            hands = seen(ALL_CARDS, seat)["hand"]["hands"]
            assert cards_of(hands, side) is None
            assert [it["size"] for it in hands] == [2, 1]


def test_d_the_deck_is_for_the_referee_alone() -> None:
    for seat in READERS:
        [deck] = seen(ALL_CARDS, seat)["hand"]["decks"]
        assert (deck["left"], deck["discarded"]) == (25, 4)
        assert (deck["cards"] is None) == (seat != "referee")


def test_e_47_what_was_played_since_the_deck_was_formed_is_public() -> None:
    for seat in READERS:
        discards = seen(ALL_CARDS, seat)["hand"]["discards"]
        assert [card["id"] for card in discards["played"]] == ["jena", "blucher"]


def test_d_face_down_discards_are_seen_by_their_owner_and_the_referee() -> None:
    for seat in READERS:
        face_down = seen(ALL_CARDS, seat)["hand"]["discards"]["face_down"]
        for side, card in ((FRENCH, "friedland"), (ALLIED, "frederick")):
            known = [card] if seat in (side, "referee") else None
            assert cards_of(face_down, side) == known
        assert [it["size"] for it in face_down] == [1, 1]


@pytest.mark.parametrize("seat", READERS)
def test_d_nothing_is_hidden_when_the_game_is_over(seat: str) -> None:
    result = Result(FRENCH, "The French control the whole continent.", "VIC.2")
    over = replace(ALL_CARDS, result=result)
    hand, everything = seen(over, seat)["hand"], seen(over, "referee")["hand"]
    assert {**hand, "seat": ""} == {**everything, "seat": ""}
    assert cards_of(hand["hands"], ALLIED) == ["nelson"]


@pytest.mark.parametrize("seat", READERS)
def test_d_everybody_sees_the_same_board(seat: str) -> None:
    mine, referee = seen(ALL_CARDS, seat), seen(ALL_CARDS, "referee")
    assert [mine[name] for name in VIEWS[:3]] == [referee[name] for name in VIEWS[:3]]


def test_a_card_as_its_holder_sees_it() -> None:
    state = position({}, {}, hands={FRENCH: ["italian_campaign"]})
    hands = seen(state, FRENCH)["hand"]["hands"]
    assert hands[0]["cards"] == [
        {
            "id": "italian_campaign",
            "number": 2,
            "name": "Italian Campaign",
            "clause": "CARD.italian_campaign",
            "year": 1796,
            "side": "french",
            "places": ["italy", "naples"],
            "effect": "battle",
            "amount": 2,
            "windows": ["B"],
            "usual_player": "french",
            "data_status": "printed",
        }
    ]


@pytest.mark.parametrize(
    ("mode", "round_", "rounds"), [("by_year", 17, [18, 23, 25]), ("each_round", 9, [10, 11, 12])]
)
def test_opt2_dated_cards_to_come(mode: str, round_: int, rounds: list[int]) -> None:
    state = position({}, {}, round_=round_, options={"historical_deck": mode})
    for seat in READERS:
        dated = seen(state, seat)["hand"]["dated"]
        assert [it["id"] for it in dated] == [
            "peninsular_war",
            "battle_of_nations",
            "battle_of_waterloo",
        ]
        assert [it["round"] for it in dated] == rounds


# -- twins ---------------------------------------------------------------------------------------


def shown(state: State, seat: str) -> str:
    return json.dumps(seen(state, seat))


@pytest.mark.parametrize("side", SIDES)
def test_nothing_tells_twins_apart_that_differ_in_what_a_side_holds(side: str) -> None:
    other = {enemy(side): ["toulon", "tilsit"]}
    one, two = (
        position({}, {}, hands={side: [held], **other}, discards=["jena", (face_down, side)])
        for held, face_down in (("nelson", "blucher"), ("josephine", "trafalgar"))
    )
    for seat in OUTSIDERS[side]:
        assert shown(one, seat) == shown(two, seat)
    for seat in (side, "referee"):
        assert shown(one, seat) != shown(two, seat)


def shape(value: Any) -> Any:
    """The fields of a view in their order; of lists and of what may be null nothing."""
    return {key: shape(it) for key, it in value.items()} if isinstance(value, dict) else None


def test_every_reader_finds_the_same_fields_in_the_same_order() -> None:
    shapes = {
        json.dumps({name: shape(view) for name, view in seen(ALL_CARDS, seat).items()})
        for seat in READERS
    }
    assert len(shapes) == 1
    assert tuple(seen(ALL_CARDS)) == VIEWS


@pytest.mark.parametrize("seat", READERS)
def test_looking_changes_nothing(seat: str) -> None:
    state = fresh(commanders=True, historical_deck="by_year", divided_russia=True).state
    before = msgspec.json.encode(state)
    RULES.view(state, Viewer(seat))
    assert msgspec.json.encode(state) == before
