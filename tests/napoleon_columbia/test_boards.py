"""The boards as text tables."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.tables import TextTable
from napoleon.rules.terms import Result
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, ANGLO, FRENCH, PRUSSIAN
from napoleon.rulesets.napoleon_columbia.state import Bid, State
from tests.napoleon_columbia.kit import (
    PACK,
    Board,
    changed,
    fighting,
    fresh,
    marching,
    play,
    road,
    with_state,
)
from tests.napoleon_columbia.made_boards import made_board

WORDS = words_of(RULES, ENGLISH)

LIGNY = Board(
    "ligny",
    {
        "attacker_a": "f03",
        "attacker_b": "f09 p03:1",
        "attacker_c": "f06",
        "attacker_reserve": "f01",
        "defender_b": "p07",
        "defender_c": "p06",
        "defender_a": "p02",
    },
    {"attacker_a": "stream", "defender_c": "hill p06"},
    "charleroi quatre_bras",
)


def tables(state: State, seat: str = "referee") -> list[TextTable]:
    return RULES.tables(RULES.view(state, Viewer(seat)).at(7), WORDS)


def titled(state: State, title: str, seat: str = "referee") -> TextTable:
    return next(it for it in tables(state, seat) if it.title.startswith(title))


def row(table: TextTable, first: str) -> tuple[Any, ...]:
    return next(it for it in table.rows if it[0] == first)


def test_the_map_has_towns_with_blocks_and_the_cities_that_supply() -> None:
    given = marching({"laneffe": "f09:2", "ligny": "p02"}, turn=5)
    board = titled(given.state, "Map")
    assert board.title == "Map, 16 June, French turn, March phase"
    assert board.columns == ("town", "kind", "held by", "notes", "blocks")
    assert [it[0] for it in board.rows] == ["Ghent", "Brussels", "Laneffe", "Ligny", "Liege"]
    assert row(board, "Liege") == ("Liege", "city", "", "supplies the Prussians", "")
    assert row(board, "Laneffe")[2:] == ("French", "", "French II Corps infantry A (2)")
    assert board.places == ("ghent", "brussels", "laneffe", "ligny", "liege")
    assert board.note == "The French may march with 2 more groups."


def test_blocks_are_numbers_to_who_may_not_know_them() -> None:
    given = marching({"laneffe": "f09:2", "ligny": "p02"})
    [token] = given.tokens("f09")
    told = row(titled(given.state, "Map", ALLIED), "Laneffe")[4]
    assert told == f"unknown French block {token.rpartition('-')[2]}"
    units = titled(given.state, "Order of battle", ALLIED)
    mine = next(it for it in units.rows if it[1] == "Prussian I Corps infantry A")
    yours = next(it for it in units.rows if it[1] == "French II Corps infantry A")
    assert mine == ("Prussians", "Prussian I Corps infantry A", "infantry", "Ligny", 4, "F2")
    assert yours == ("French", yours[1], "infantry", "on the map", "?", "F2")


def test_marches_and_the_roads_that_they_took_are_told() -> None:
    given = marching({"laneffe": "f09 f10"})
    played = play(given, FRENCH, *road("f09", "laneffe", "charleroi"))
    assert titled(played.state, "Map").note == (
        "The French may march with 1 more group.\nThe French march with the group of Laneffe.\n"
        "French II Corps infantry A may march on."
    )
    roads = titled(played.state, "Roads")
    assert roads.rows == (("Charleroi", "Laneffe", "major road", "Sambre", 1, 8),)
    assert not [it for it in tables(given.state) if it.title.startswith("Roads")]
    moved = row(titled(played.state, "Map"), "Charleroi")[4]
    assert moved == "French II Corps infantry A (4, marched)"


def test_a_bid_is_told_before_the_set_up() -> None:
    given = with_state(fresh(bidding=True, drawn=["first"]), bid=Bid("second", FRENCH, 3))
    board = titled(given.state, "Map")
    assert board.title == "Map, before the first turn, Bidding"
    assert board.note == "The second player would play the French with 3 steps less."


def test_a_battle_is_told_lane_by_lane_on_its_own_board() -> None:
    given = with_state(changed(fighting(LIGNY), "f09", charge=True, fired=True), crossed=1, idle=1)
    board = titled(given.state, "Battle of Ligny")
    assert board.title == "Battle of Ligny: combat turn 1, French: combat"
    assert (board.on, board.board) == ("ligny", "map")
    assert board.columns == ("place", "terrain", "attackers: French", "defenders: Allies")
    assert len(board.rows) == 8
    assert row(board, "The attacker's left") == (
        "The attacker's left",
        "Stream",
        "Guard cavalry (3)",
        "",
    )
    assert row(board, "The attacker's centre")[2:] == (
        "French II Corps infantry A (4, about to charge, has fired)",
        "Prussian I Corps infantry B (1)",
    )
    assert row(board, "The defender's left")[1] == "Hill: Prussian I Corps artillery"
    assert board.note.splitlines() == [
        "The French came from Charleroi and Quatre Bras.",
        "1 unit has crossed the Stream in this combat turn.",
        "The attacker was idle for 1 combat turn.",
    ]


def test_losses_stand_beside_their_limits_and_cities_beside_what_they_cost() -> None:
    given = marching({"ghent": "f09"}, lost={PRUSSIAN: 3, ANGLO: 1})
    losses = titled(given.state, "Units lost")
    assert [it[:3] for it in losses.rows] == [
        ("French", 0, 12),
        ("Anglo-Dutch", 1, 8),
        ("Prussians", 3, 9),
    ]
    cities = titled(given.state, "Cities in French hands")
    assert cities.title == "Cities in French hands: 1"
    assert cities.rows == (
        ("Ghent", "Anglo-Dutch", 1, "yes"),
        ("Brussels", "Anglo-Dutch", 1, "no"),
        ("Liege", "Prussians", 2, "no"),
    )
    assert cities.note == "The French need 2 of them after their last turn."


def test_the_end_of_a_game_is_told() -> None:
    given = with_state(
        marching({"ghent": "f09"}), result=Result(ALLIED, "The French army was defeated.", "11.2")
    )
    note = titled(given.state, "Units lost").note
    assert note == "Allies won: The French army was defeated. [11.2]"


def test_terrain_that_was_drawn_is_named_to_who_holds_it() -> None:
    given = with_state(fighting(LIGNY), drawn={"attacker": ["farm", "hill"]})
    rows = {seat: titled(given.state, "Terrain", seat).rows for seat in (FRENCH, ALLIED)}
    assert rows[FRENCH] == (("French", 2, "Farm, Hill"), ("Allies", 0, ""))
    assert rows[ALLIED] == (("French", 2, "?"), ("Allies", 0, ""))


@pytest.mark.parametrize("reader", [FRENCH, ALLIED, "spectator", "referee"])
def test_tables_are_whole_and_speak_in_names(reader: str) -> None:
    for seed in range(12):
        for table in tables(made_board(Random(seed)), reader):
            assert all(len(it) == len(table.columns) for it in table.rows)
            assert len(table.places) in (0, len(table.rows))
            told = json.dumps(table.rows) + table.note + table.title
            assert not re.search(r"\b(?:[fap]\d\d|(?:french|anglo|prussian)-\d+)\b", told)
            assert "_" not in told


@pytest.mark.parametrize("reader", [FRENCH, ALLIED, "spectator"])
def test_no_table_tells_what_is_hidden(reader: str) -> None:
    hidden = 0
    for seed in range(12):
        state = made_board(Random(seed))
        views = RULES.view(state, Viewer(reader))
        shown = {block.id for area in views.map.areas for block in area.blocks}
        unknown = {it for it in state.blocks if it not in shown}
        hidden += len(unknown)
        for table in tables(state, reader):
            if table.board != "order-of-battle":
                told = json.dumps(table.rows, ensure_ascii=False)
                for unit in unknown:
                    name = re.escape(PACK.unit_names[unit])
                    assert not re.search(rf"(?<!\w){name}(?! [A-C])", told), (reader, unit)
        units = next(it for it in tables(state, reader) if it.board == "order-of-battle")
        names = {PACK.unit_names[it] for it in unknown}
        assert {it[3:5] for it in units.rows if it[1] in names} <= {("on the map", "?")}
    assert hidden > 100
