"""The boards as text tables."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from api.languages import language_of
from napoleon.rules.events import Line
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.tables import TextTable
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.state import Battle, Due, State, Window
from tests.napoleonic_empire.kit import BATTLES, TURN_END, fresh, position
from tests.napoleonic_empire.seeing import views

MAP, ARMIES, VICTORY, TRACK, CARDS = range(5)


def tables(state: State, seat: str = "spectator") -> list[TextTable]:
    return RULES.tables(views(state, seat), words_of(RULES, ENGLISH))


def row(table: TextTable, first: str) -> tuple[Any, ...]:
    return next(it for it in table.rows if it[0] == first)


def test_the_map_has_every_country_that_may_be_entered() -> None:
    commanders = dict.fromkeys(["lannes", "davout"], "spain")
    state = position({"france": 5, "spain": 2}, {"spain": 3}, commanders=commanders)
    state.moved["spain"] = 1
    board = tables(state)[MAP]
    assert board.title == "Map, Round 2, French turn, move"
    assert board.columns == (
        "country",
        "value",
        "control",
        "French",
        "Allies",
        "moved",
        "commanders",
    )
    assert len(board.rows) == 16
    assert row(board, "France") == ("France", 4, "French", 5, None, None, "")
    assert row(board, "Spain") == ("Spain", 1, "contested", 2, 3, 1, "Davout, Lannes")
    assert row(board, "Warsaw") == ("Warsaw", 1, None, None, None, None, "")
    assert board.note == ""
    assert tables(state)[ARMIES].note == "Lost: Napoleon, Wellington, Charles, Blücher, Kutuzov."


def test_opt3_the_divided_map() -> None:
    board = tables(fresh(divided_russia=True).state)[MAP]
    assert board.title == "Map, Before the first turn, setup"
    assert len(board.rows) == 19
    assert board.note == "The Allies have 10 armies to set up."


def test_what_no_country_shows_is_told_under_the_map() -> None:
    state = replace(
        position(
            {"france": 5},
            {},
            at=TURN_END,
            continental=["france", "england"],
            discards=["josephine", "conscription", "berthier"],
        ),
        window=Window("turn_end", ALLIED),
        barred="josephine",
        due=[Due(FRENCH, 2, ["france", "italy"], "conscription")],
        extra_granted="berthier",
        offered=ALLIED,
    )
    board = tables(state)[MAP]
    assert board.title.endswith("French turn, turn end")
    assert board.note.splitlines() == [
        "Cards may be played (end of the turn): the Allies have the word.",
        "The French may not move this turn: Josephine.",
        "The Continental System weighs on France and England.",
        "The French have 2 armies to place (Conscription): France, Italy.",
        "The French have another turn: Louis Berthier.",
        "The Allies offer to end the game without a winner.",
    ]


def test_the_battle_that_is_being_fought_has_a_table() -> None:
    battle = Battle("austria", FRENCH, {FRENCH: 12, ALLIED: 10}, opened=True)
    state = replace(position({"austria": 12}, {"austria": 10}, at=BATTLES), battle=battle)
    before = tables(state)[1]
    assert before.title == "Battle in Austria"
    assert before.rows[0] == ("French", "attacker", 12, "", None, None, None)
    assert before.note == ""
    battle.cards = [("austerlitz", FRENCH), ("nelson", ALLIED), ("little_corporal", FRENCH)]
    battle.dice, battle.totals = {FRENCH: 3, ALLIED: 1}, {FRENCH: 19, ALLIED: 14}
    battle.loss_dice, battle.losses = [4, 5, 6], {FRENCH: 4, ALLIED: 10}
    after = tables(state)[1]
    assert after.rows == (
        ("French", "attacker", 12, "Austerlitz +3, The Little Corporal +1", 3, 19, 4),
        ("Allies", "defender", 10, "Admiral Horatio Nelson +2", 1, 14, 10),
    )
    assert after.note == "Loss dice: 4, 5, 6."


def test_armies_with_what_they_are_to_expect() -> None:
    state = position({"france": 5, "spain": 1}, {"england": 2}, continental=["england"])
    assert tables(state)[ARMIES].rows == (
        ("French", 6, 74, 5, "+4 France [REINF.1]; +1 Spain [REINF.1]"),
        ("Allies", 2, 78, 1, "+3 England [REINF.1]; -2 England [CARD.continental_system]"),
    )


def test_how_far_each_side_is_from_victory() -> None:
    continent = {it.id: 1 for it in RULES.pack.board(divided=False).countries.values()}
    del continent["england"], continent["ottoman"], continent["warsaw"]
    history = [(2, 9, 10, [Line(1, "VIC.2", "sweden")])]
    state = replace(position(continent, {"spain": 2}), history=history)
    table = tables(state)
    assert table[VICTORY].rows == (
        (
            "French",
            "Control every country of the continent. [VIC.2]",
            13,
            15,
            2,
            "Spain (French 1, Allies 2), Grand Duchy of Warsaw (empty)",
        ),
        ("Allies", "Control France. [VIC.1]", 0, 1, 1, "France (French 1)"),
    )
    assert table[TRACK].title == "Continental countries under French control: 13"
    assert table[TRACK].rows == ((2, 9, 10, "+1 sweden [VIC.2]"),)
    assert table[TRACK].note == ""


def test_the_end_of_a_game_is_told() -> None:
    won = Result(ALLIED, "The Allies control France.", "VIC.1")
    drawn = Result("", "Both sides agreed to end it.", "VIC.3")
    note = {
        it.clause: tables(replace(position({}, {}), result=it, phase="over"))[TRACK].note
        for it in (won, drawn)
    }
    assert note == {
        "VIC.1": "Allies won: The Allies control France. [VIC.1]",
        "VIC.3": "The game was drawn: Both sides agreed to end it. [VIC.3]",
    }


def test_d_cards_are_named_to_those_who_may_know_them() -> None:
    state = position(
        {},
        {},
        hands={FRENCH: ["toulon", "berthier"], ALLIED: ["nelson"]},
        discards=["jena", ("friedland", FRENCH)],
        deck=["tilsit"],
    )
    rows = {seat: tables(state, seat)[CARDS].rows for seat in (FRENCH, ALLIED, "spectator")}
    assert rows[FRENCH] == (
        ("French", 2, "Toulon, Louis Berthier", 1, "Friedland"),
        ("Allies", 1, "?", 0, "?"),
    )
    assert rows[ALLIED] == (
        ("French", 2, "?", 1, "?"),
        ("Allies", 1, "Admiral Horatio Nelson", 0, ""),
    )
    assert rows["spectator"] == (("French", 2, "?", 1, "?"), ("Allies", 1, "?", 0, "?"))
    assert tables(state)[CARDS].note == "In the deck: 1. Played: Jena."


def test_who_controls_a_country_is_said_in_the_language_of_the_reader() -> None:
    state = position({"france": 5, "spain": 2}, {"spain": 3, "prussia": 1})
    french = words_of(RULES, language_of(RULES, "fr"))
    board = RULES.tables(views(state, "spectator"), french)[MAP]
    controlled = {it[2] for it in board.rows}
    assert controlled == {"Français", "Alliés", "zone disputée", None}
