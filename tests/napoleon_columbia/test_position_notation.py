"""The position notation of the game: any position is written, read back, and shown to each seat."""

from __future__ import annotations

import re
from typing import Any

import pytest

from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.notation import UnreadablePosition
from napoleon.rules.terms import Result
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES, position_notation
from napoleon.rulesets.napoleon_columbia.state import (
    Battle,
    Beaten,
    Bid,
    Fighter,
    Marker,
    Regrouping,
    Shot,
    Skirmish,
    State,
    Tally,
)
from tests import notation_page
from tests.napoleon_columbia.kit import ALLIED, FRENCH, Board, Played, fighting, fresh, marching

PACK = RULES.pack


def write(state: State) -> str:
    """All of a position."""
    return position_notation.write(PACK, state)


def read(text: str) -> State:
    """The position in a text."""
    return position_notation.read(PACK, text)


def seen_by(seat: str, state: State) -> str:
    """What the views of a seat show of a position."""
    return position_notation.write_known(PACK, RULES.known(state, Viewer(seat)))


def held() -> State:
    """A battle in Ligny: of the Allies the Prussians in Woods and Reserve stand upright."""
    return fighting(
        Board(
            "ligny",
            {
                "attacker_a": "f02 f04",
                "attacker_b": "f09",
                "attacker_c": "f15",
                "attacker_reserve": "f21",
                "defender_a": "p02",
                "defender_b": "p07:2",
                "defender_c": "p09",
                "defender_reserve": "p01",
            },
            {"attacker_b": "farm f09", "defender_b": "woods"},
            "charleroi",
        ),
        around={"charleroi": "f12:2", "gembloux": "p15", "brussels": "a02"},
        lost={"prussian": 1},
    ).state


def test_the_position_of_the_page_is_read_and_written() -> None:
    text = notation_page.position(notation_page.chapter("Napoleon, 4th edition"))
    state = read(text)
    [battle] = state.battles
    assert battle.fighters["f21"] == Fighter("defender_a", moves=2, way="engage", charge=True)
    assert battle.terrain == {"attacker_b": Marker("farm", "f09"), "defender_b": Marker("woods")}
    assert state.blocks["f09"].path == ["charleroi-ligny"]
    assert (state.blocks["f09"].start, state.blocks["p02"].start) == ("charleroi", "ligny")
    assert write(state) == text
    assert [(it.seat, it.kind) for it in RULES.decisions(state)] == [(FRENCH, "combat")]


FULL_BATTLE = Battle(
    town="ligny",
    attacker=FRENCH,
    number=2,
    used={FRENCH: ["charleroi", "quatre_bras"], ALLIED: []},
    deciding={FRENCH: FRENCH, ALLIED: ALLIED},
    drawn={"attacker": ["hill"], "defender": ["stream", "woods"]},
    terrain_drawn=True,
    terrain={"attacker_b": Marker("farm", "f09"), "defender_c": Marker("stream")},
    fighters={
        "f02": Fighter("attacker_a", square=True),
        "f04": Fighter("attacker_a", shelter="f02", fired=True, first_fire=True),
        "f21": Fighter("defender_b", moves=2, way="disengage", charge=True, shaken=True),
    },
    deployed=[ALLIED],
    begun=True,
    acting="defender",
    turn=4,
    step="reinforcement",
    parts=[ALLIED],
    crossed=1,
    retreat_use={"gembloux-ligny": 2},
    reinforce_use={FRENCH: {"charleroi-ligny": 1, "ligny-quatre_bras": 2}, ALLIED: {}},
    busy=True,
    idle=1,
    stalemate_counted=True,
)

OTHERWISE: dict[str, Any] = {
    "options": {"players": 3, "bidding": False, "hidden": True},
    "seats": [FRENCH, "anglo", "prussian"],
    "scenario": "historical",
    "players": {FRENCH: "first", "anglo": "second", "prussian": "second"},
    "tokens": 99,
    "turn": 7,
    "active": ALLIED,
    "night": True,
    "phase": "forced_checks",
    "draws": 61,
    "result": Result("", "Everybody agreed to end it.", "N-74"),
    "given": {FRENCH: 3, ALLIED: 4},
    "parts": ["anglo"],
    "bidder": "second",
    "bid": Bid("first", ALLIED, 3),
    "handicap": 2,
    "card_laid": [FRENCH],
    "groups": [(FRENCH, "beaumont"), (FRENCH, "braine_le_comte")],
    "marching": "f09",
    "road_use": {"beaumont-thuin": 8, "ligny-quatre_bras": 1},
    "leaders_asked": [FRENCH],
    "helped": {FRENCH: "beaumont"},
    "unchecked": ["f09", "f21"],
    "attacks_declared": False,
    "contested": ["ligny", "quatre_bras"],
    "contested_skirmishes": ["wavre"],
    "skirmishes": [
        Skirmish(
            "wavre",
            FRENCH,
            {FRENCH: ["ligny"], ALLIED: []},
            chosen={FRENCH: ["f02", "f21"], ALLIED: ["p02"]},
            ready=[FRENCH, ALLIED],
            begun=True,
            fired=["p02"],
            decided=True,
        )
    ],
    "battles": [FULL_BATTLE],
    "at": "",
    "last_battle": 3,
    "fought": 3,
    "pool": ["farm"],
    "shot": Shot(ALLIED, 3, "defender_b", "square", 1, spares_farm=True),
    "beaten": Beaten(ALLIED, "ligny", "rout", ["p02", "p07"], {"gembloux-ligny": 1}),
    "regrouping": Regrouping(FRENCH, "ligny", {"charleroi-ligny": 1}, ["f02"], [FRENCH]),
    "unmixed": ["ligny"],
    "supplied": True,
    "supply_due": [("liege", "prussian", 2), ("ghent", "anglo", 1)],
    "eliminated": {FRENCH: ["f19", "f03"], "anglo": [], "prussian": ["p18"]},
    "defeated": ["anglo"],
    "checked": True,
    "history": [Tally(1, {FRENCH: 1, "anglo": 0, "prussian": 2}, 1)],
    "agreed": [FRENCH],
    "turned_down": True,
    "resigned": ["anglo"],
}
"""Another value for every field but the blocks."""


@pytest.mark.parametrize("field", OTHERWISE)
def test_a_field_of_another_value_makes_another_text(field: str) -> None:
    state = held()
    setattr(state, field, OTHERWISE[field])
    assert state != held()
    text = write(state)
    assert text != write(held())
    assert read(text) == state


def test_no_field_of_the_state_is_forgotten() -> None:
    assert set(State.__struct_fields__) == OTHERWISE.keys() | {"blocks"}
    state = held()
    for field, value in OTHERWISE.items():
        setattr(state, field, value)
    assert not re.search("^[a-z_]+:", write(state), re.M), "a field without a label"
    assert '":' not in write(state), "a part without a label"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("revealed", True, "open"),
        ("disrupted", True, "disrupted"),
        ("forced", True, "forced"),
        ("halted", True, "halted"),
        ("weakened", True, "weakened"),
        ("start", "braine_le_comte", "began in Braine-le-Comte"),
        ("path", ["beaumont-thuin", "charleroi-thuin"], "marched "),
    ],
)
def test_whatever_is_so_of_a_block_is_written(name: str, value: Any, said: str) -> None:
    state = held()
    setattr(state.blocks["f12"], name, value)
    [line] = [it for it in write(state).split("\n") if it.startswith("  Charleroi:")]
    assert f"; {said}" in line
    assert read(write(state)) == state


def test_units_that_were_not_placed_lie_beside_the_map() -> None:
    state = fresh().state
    [line] = [it for it in write(state).split("\n") if it.startswith("Beside the map:")]
    assert "Guard infantry 4, " in line
    assert read(write(state)) == state


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Position of", "Place of", "a position begins with"),
        ("Active: French", "Active: Swedes", "'Swedes' is not the name of one thing"),
        ("Turn: 1", "Turn: one", "one"),
        ("Turn: 1", "Turn 1", "a label, a colon and a value"),
        ("Turn: 1", "Turns: 1", "no label 'Turns'"),
        ("Turn: 1", "Night: no", "the only value is: yes"),
        ("Turn: 1", "Bid: 3", "a bid is as in"),
        ("Turn: 1", "Groups: Beaumont", "a group is as in"),
        ("Turn: 1", "Supply: 2", "what supply costs is as in"),
        ("Turn: 1", "Battle: near Ligny", "begins with none of: in,"),
        ("Turn: 1", "Result: French won", "a result is"),
        ("  Ligny:", "  Atlantis:", "is not the name of one thing"),
        ("Kellermann 2", "Kellermann two", "is not a unit, as in"),
        ("Kellermann 2", "french-5 ?", "only what a seat may know"),
        ("Kellermann 2 (", "Kellermann 2 (asleep; ", "'asleep' says nothing of a unit"),
        ("Kellermann (attacker's Reserve", "Kellermann (nowhere", "'nowhere' is not the name"),
        ("attacker's Reserve)", "attacker's Reserve, tired)", "'tired' says nothing of a unit"),
    ],
)
def test_a_text_that_is_no_position_says_where_and_why(old: str, new: str, said: str) -> None:
    text = write(held())
    number = next(n for n, line in enumerate(text.split("\n"), 1) if old in line)
    with pytest.raises(UnreadablePosition, match=re.escape(said)) as refusal:
        read(text.replace(old, new, 1))
    assert refusal.value.line == number


def test_a_text_without_players_is_incomplete() -> None:
    text = re.sub("^Players.*\n", "", write(held()), flags=re.M)
    with pytest.raises(UnreadablePosition, match="the position is incomplete"):
        read(text)


# -- what is hidden ------------------------------------------------------------------------------


def line_of(text: str, start: str) -> str:
    """The line of a text that begins like that."""
    [found] = [it for it in text.split("\n") if it.startswith(start)]
    return found


def test_a_seat_reads_what_its_views_show() -> None:
    french, allied, spectator = (seen_by(seat, held()) for seat in (FRENCH, ALLIED, SPECTATOR))
    assert line_of(french, "  Gembloux:") == "  Gembloux: prussian-11 ?"
    assert (
        line_of(allied, "  Gembloux:") == "  Gembloux: Prussian IV Corps infantry A 4 (prussian-11)"
    )
    assert (
        line_of(french, "  Charleroi:") == "  Charleroi: French III Corps infantry A 2 (french-10)"
    )
    assert line_of(spectator, "  Charleroi:") == "  Charleroi: french-10 ?"
    for text in (french, spectator):
        assert "Blücher" not in text and "Prussian II Corps infantry A" not in text
        assert "Prussian I Corps infantry A 4 (prussian-6; open)" in text, "it lies open"
        assert "prussian-7 (defender's centre)" in line_of(text, "Battle:")
    for text in (french, allied, spectator):
        with pytest.raises(UnreadablePosition):
            read(text)


def test_terrain_that_is_drawn_is_a_number_to_others() -> None:
    state = held()
    [battle] = state.battles
    battle.begun, battle.drawn, state.phase = (
        False,
        {"defender": ["hill", "woods"]},
        "battle_deploy",
    )
    assert "terrain to place defender (hill, woods)" in seen_by(ALLIED, state)
    assert "terrain to place defender (?2)" in seen_by(FRENCH, state)
    assert "terrain to place defender (?2)" in seen_by(SPECTATOR, state)


def test_the_referee_sees_the_units_of_the_whole_text() -> None:
    whole = write(held()).split("\n")
    for line in seen_by(REFEREE, held()).split("\n"):
        if line.startswith("  "):
            assert sorted(line) in map(sorted, whole), line


def test_texts_are_the_same_whatever_is_hidden() -> None:
    """Two positions that differ only in what the French may not know."""
    one: Played = marching({"beaumont": "f02", "ligny": "p02 p03", "brussels": "a02"})
    other: Played = marching({"beaumont": "f02", "ligny": "p07 p08:1", "brussels": "a05"})
    for seat in (FRENCH, SPECTATOR):
        assert seen_by(seat, one.state) == seen_by(seat, other.state)
    assert seen_by(ALLIED, one.state) != seen_by(ALLIED, other.state)
