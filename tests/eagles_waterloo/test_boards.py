"""The boards as text tables."""

from __future__ import annotations

import json
import re
from itertools import chain
from random import Random
from typing import Any

import pytest

from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.tables import TextTable
from napoleon.rules.terms import Result
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo import RULES, labels
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH, PRUSSIAN
from napoleon.rulesets.eagles_waterloo.state import Played as Special
from napoleon.rulesets.eagles_waterloo.state import State
from tests.eagles_waterloo.fields import Played, campaign, fighting, fresh
from tests.eagles_waterloo.made_boards import made_board, made_campaign, made_deployment

WORDS = words_of(RULES, ENGLISH)
PACK = RULES.pack

SEEDS = range(12)


def tables(state: State, seat: str = REFEREE) -> list[TextTable]:
    return RULES.tables(RULES.view(state, Viewer(seat)).at(7), WORDS)


def titled(state: State, title: str, seat: str = REFEREE) -> TextTable:
    return next(it for it in tables(state, seat) if it.title.startswith(title))


def row(table: TextTable, first: str) -> tuple[Any, ...]:
    return next(it for it in table.rows if it[0] == first)


def rows(table: TextTable, name: str) -> list[tuple[Any, ...]]:
    return [it for it in table.rows if name in it]


def ligny() -> Played:
    return fighting(
        "ligny",
        {
            "french_centre": "f_devilliers_brigade:column p_29th_rgt:square:hits2",
            "french_left": "f_guard_heavy_guyot:blown:up f_romme_brigade:down",
            "allied_left": "p_blucher p_24th_rgt:down",
            "french_reserve": "f_napoleon f_grand_battery f_hulot_brigade:late",
            "allied_reserve": "p_zieten p_night_falls",
        },
        sites={"p_ligny_brook": "allied_centre", "p_tongrinne": "allied_left"},
        on={"p_24th_rgt": "p_tongrinne"},
        decks={FRENCH: "f_billard_brigade", PRUSSIAN: "p_19th_rgt p_21st_rgt"},
        lost="p_hobe",
    )


def test_the_map_has_every_place_with_its_terrain_and_cards() -> None:
    board = titled(ligny().state, "Map")
    assert board.title == "Map, turn 1, French, Combat phase"
    assert board.columns == ("place", "terrain", "French", "Allies", "notes")
    assert [it[0] for it in board.rows] == [
        RULES.names[place.partition("field_1_")[2]] for place in board.places
    ]
    assert row(board, "French centre") == (
        "French centre",
        "",
        "Devilliers brigade (corps II, CV 3, morale B, F2, S3, in column)",
        "29th Regiment (corps I, CV 3, morale C, F2, S2, in square, 2 hits)",
        "engaged",
    )
    assert row(board, "Allied left")[1] == (
        "Tongrinne (building, held by the Allies: 24th Regiment)"
    )
    assert row(board, "Allied centre")[1] == "Ligny Brook (river)"
    assert row(board, "French left")[2] == (
        "Guyot's Guard Heavy cavalry (corps G, CV 3, morale A, F1, S4, blown), "
        "Romme brigade (corps IV, CV 3, morale C, F2, S3, face down)"
    )
    assert row(board, "French Reserve")[2:4] == ("3 French cards", "")
    assert board.note.splitlines() == [
        "0 units have crossed Ligny Brook in this turn.",
        "Ligny: the French have 1 card to come, up to 2 in a turn.",
        "Ligny: the Prussians have 2 cards to come, up to 2 in a turn.",
    ]


def test_a_card_that_lies_face_down_is_a_number_to_who_may_not_know_it() -> None:
    given = ligny()
    token = given.token("f_romme_brigade").rpartition("-")[2]
    told = row(titled(given.state, "Map", ALLIED), "French left")[2]
    assert told.endswith(f", French card {token} (face down)")
    token = given.token("p_24th_rgt").rpartition("-")[2]
    left = row(titled(given.state, "Map", FRENCH), "Allied left")
    assert left[1] == f"Tongrinne (building, held by the Allies: Prussian card {token})"
    assert left[3].endswith(f"Prussian card {token} (face down, on Tongrinne)")


def test_who_has_acted_is_told_in_their_own_turn() -> None:
    given = ligny()
    given.card("f_devilliers_brigade").acted = given.card("p_29th_rgt").acted = True
    centre = row(titled(given.state, "Map"), "French centre")
    assert "has acted" in centre[2] and "has acted" not in centre[3]


def test_specials_in_effect_are_told_with_their_text() -> None:
    given = ligny()
    assert not [it for it in tables(given.state) if it.title.startswith("Specials")]
    given.battle.played += [
        Special("f_pas_de_charge", FRENCH, "combat", "french_centre"),
        Special("p_broken_bridge", ALLIED, "combat", "middle"),
        Special("f_en_avant", FRENCH, "combat", "french_left", "f_romme_brigade"),
    ]
    token = given.token("f_romme_brigade").rpartition("-")[2]
    board = titled(given.state, "Specials in effect", ALLIED)
    assert [it[:4] for it in board.rows] == [
        ("Ligny", "Pas de Charge", "French", "French centre"),
        ("Ligny", "Broken Bridge", "Allies", "the middle lane"),
        ("Ligny", "En Avant", "French", f"French left, French card {token}"),
    ]
    assert board.rows[0][4] == PACK.by_id["f_pas_de_charge"].effect  # type: ignore[union-attr]


def test_reserves_can_be_read_by_who_holds_them_and_are_counted_for_others() -> None:
    state = ligny().state
    own, other = (titled(state, "Reserves", it) for it in (FRENCH, SPECTATOR))
    assert [it[2] for it in own.rows] == [
        "Napoleon",
        "Grand Battery",
        "Hulot brigade",
        "2 Prussian cards",
    ]
    assert own.rows[0][3:] == ("general", "commander of the army, corps A, +2/+2", "")
    effect = PACK.by_id["f_grand_battery"].effect  # type: ignore[union-attr]
    assert own.rows[1][3:] == ("special", "", effect)
    assert own.rows[2][5] == "may act from the next turn on"
    assert [it[2:5] for it in other.rows] == [
        ("3 French cards", "?", "?"),
        ("2 Prussian cards", "?", "?"),
    ]


def test_armies_are_counted_and_their_cards_listed_as_far_as_they_are_known() -> None:
    state = ligny().state
    armies = titled(state, "Armies", ALLIED)
    assert armies.columns[1:] == ("in play", "to come", "waiting for a later battle", "eliminated")
    assert armies.rows == (("French", 6, 1, 0, 0), ("Prussians", 5, 2, 0, 1))
    cards = titled(state, "Cards of the armies", ALLIED)
    assert rows(cards, "Hobe") == [
        ("Prussians", "Hobe", "general", "corps III, +1/+0", "eliminated")
    ]
    assert rows(cards, "Zieten")[0][4] == "Allied Reserve"
    assert rows(cards, "Devilliers brigade")[0][4] == "French centre"
    assert not rows(cards, "Romme brigade") and not rows(cards, "Napoleon")


def test_positions_that_enemies_have_entered_are_told_with_who_holds_them() -> None:
    given = ligny()
    given.battle.quiet = 3
    board = titled(given.state, "Positions")
    assert board.rows == (("Ligny", "French centre", "Allies", 1, 1),)
    assert board.note == "Ligny: 3 of 10 quiet turns."
    given.state.result = Result(FRENCH, "They hold the Allied left alone.", "4.3")
    assert titled(given.state, "Positions").note.splitlines()[0] == (
        "French won: They hold the Allied left alone. [4.3]"
    )


def test_the_campaign_has_its_battles_and_those_that_are_over() -> None:
    given = campaign(
        {"ligny": {"french_left": "f_billard_brigade", "allied_right": "p_19th_rgt"}},
        at="ligny",
        results={"quatre_bras": ALLIED},
    )
    board = titled(given.state, "Map")
    assert {str(it[0]).partition(", ")[2] for it in board.rows} == {"Ligny"}
    assert board.title == "Map, Ligny, turn 1, French, Combat phase"
    assert titled(given.state, "Battles that are over").rows == (("Quatre Bras", "Allies"),)
    given.state.results["quatre_bras"] = ""
    assert titled(given.state, "Battles that are over").rows == (("Quatre Bras", "drawn"),)


def test_decks_in_the_making_are_shown_to_who_makes_them() -> None:
    state = fresh("quatre_bras", decks="chosen").state
    state.drafts = {"quatre_bras": {FRENCH: ["f_ney"], "british": ["b_picton", "b_bylandt"]}}
    own = titled(state, "Decks in the making", ALLIED)
    assert own.rows == (("British", "Quatre Bras", 2, "Picton, Bylandt's brigade"),)
    assert not [it for it in tables(state, SPECTATOR) if it.title.startswith("Decks")]


def states(seed: int) -> list[State]:
    random = Random(seed)
    return [made_board(random), made_campaign(random, "combat"), made_deployment(random)]


@pytest.mark.parametrize("reader", [FRENCH, ALLIED, SPECTATOR, REFEREE])
def test_tables_are_whole_and_speak_in_names(reader: str) -> None:
    for seed in SEEDS:
        for state in states(seed):
            for table in tables(state, reader):
                assert all(len(it) == len(table.columns) for it in table.rows)
                assert len(table.places) in (0, len(table.rows))
                told = json.dumps(table.rows) + table.note + table.title
                assert not re.search(r"\b(?:french|british|prussian)-\d+\b", told)
                assert "_" not in told and "%(" not in told


@pytest.mark.parametrize("reader", [FRENCH, ALLIED, SPECTATOR])
def test_no_table_tells_what_is_hidden(reader: str) -> None:
    hidden = 0
    for seed in SEEDS:
        for state in states(seed):
            views = RULES.view(state, Viewer(reader))
            known = {it.id for army in views.order_of_battle.armies for it in army.cards}
            known |= {it.card for battle in state.battles.values() for it in battle.played}
            unknown = {
                card
                for battle in state.battles.values()
                for card in (*battle.cards, *battle.sites, *chain(*battle.decks.values()))
                if card not in known
            } - {"b_quatre_bras", "p_wavre"}  # called what battles are
            hidden += len(unknown)
            for table in tables(state, reader):
                told = json.dumps(table.rows, ensure_ascii=False)
                for card in unknown:
                    name = re.escape(labels.named(PACK, card))
                    # Names that stand alone in a cell, or before what is printed on the card.
                    found = re.search(
                        rf'(?:"|, |: |and ){name}(?:"|,|\)| \((?!copy|French|Brit))', told
                    )
                    assert not found, (reader, card, found)
    assert hidden > 100
