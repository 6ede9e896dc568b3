"""The position notation of the game: any position is written, read back, and shown to each seat."""

from __future__ import annotations

import re
from typing import Any

import pytest

from napoleon.rules.events import REFEREE, SPECTATOR, Line
from napoleon.rules.notation import UnreadablePosition
from napoleon.rules.terms import Result
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES, position_notation
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.state import (
    BY_CONTROL,
    Battle,
    Commander,
    Discarded,
    Due,
    State,
    Window,
)
from tests import notation_page
from tests.napoleonic_empire import kit

PACK = RULES.pack


def write(state: State) -> str:
    """All of a position."""
    return position_notation.write(PACK, state)


def read(text: str) -> State:
    """The position in a text."""
    return position_notation.read(PACK, text)


def seen_by(seat: str, state: State) -> str:
    """What the views of a seat show of a position."""
    return position_notation.write_views(PACK, RULES.view(state, Viewer(seat)))


def held() -> State:
    """The French Move phase, with cards in every place where there are any."""
    return kit.position(
        {"france": 20, "spain": 2},
        {"england": 10, "spain": 2},
        hands={FRENCH: ["jena", "grapeshot"], ALLIED: ["nelson", "tilsit"]},
        deck=["toulon", "josephine"],
        discards=["austerlitz", ("berthier", FRENCH), ("metternich", ALLIED)],
        commanders={"napoleon": "france", "wellington": "england"},
    )


def test_the_position_of_the_page_is_read_and_written() -> None:
    text = notation_page.position(notation_page.chapter("Napoleonic Empire"))
    state = read(text)
    assert state.battle is not None
    assert state.battle.cards == [("austerlitz", FRENCH)]
    assert state.commanders["napoleon"] == Commander(FRENCH, "austria", moved=True)
    assert state.control == {
        **dict.fromkeys(("england", "prussia"), ALLIED),
        **dict.fromkeys(("austria", "spain"), "contested"),
        "france": FRENCH,
        "portugal": "",
    }
    assert write(state) == text


FULL_BATTLE = Battle(
    country="spain",
    attacker=FRENCH,
    armies={FRENCH: 2, ALLIED: 3},
    kutuzov="settled",
    opened=True,
    cards=[("peninsular_war", ALLIED), ("little_corporal", FRENCH)],
    dice={FRENCH: 6, ALLIED: 1},
    totals={FRENCH: 9, ALLIED: 7},
    winner=FRENCH,
    tied=True,
    loss_dice=[3, 4, 5],
    losses={FRENCH: 0, ALLIED: 2},
    withdrawn=True,
)

OTHERWISE: dict[str, Any] = {
    "started": False,
    "turn": 7,
    "round": 4,
    "active": ALLIED,
    "extra": True,
    "phase": "turn_end",
    "draws": 61,
    "result": Result("", "Both sides agreed: a draw.", "E-31"),
    "russia_to_set_up": 10,
    "moved": {"france": 3, "warsaw": 2},
    "dated": ["toulon", "jena"],
    "window": Window("turn_end", ALLIED, 1),
    "windows_closed": ["draw", "turn_end"],
    "drawn": False,
    "excess": 2,
    "barred": "josephine",
    "moves_ended": True,
    "fought": ["spain", "austria"],
    "attack_ended": True,
    "battle": FULL_BATTLE,
    "continental": ["england", "france"],
    "due": [
        Due(FRENCH, 2, ["italy", "france"], "louisiana_purchase"),
        Due(ALLIED, 2, ["spain"], "balance_of_power", together=True),
        Due(ALLIED, 3, ["riga", "minsk"], BY_CONTROL),
    ],
    "reinforced": True,
    "nationalists_asked": True,
    "checked": True,
    "extra_granted": "frederick",
    "control": {"france": FRENCH, "england": ALLIED, "spain": "contested", "sweden": ""},
    "held": ["france", "spain"],
    "history": [(1, 10, 9, [Line(-1, "VIC.2", "Italy: lost")])],
    "offered": FRENCH,
    "turned_down": True,
    "given": {FRENCH: 3, ALLIED: 4},
}
"""Another value for every field that the position of a test does not have to have."""


ALWAYS = {"options", "seats", "armies", "deck", "hands", "commanders", "discards"}
"""The fields that the position of a test shows by itself."""


@pytest.mark.parametrize("field", OTHERWISE)
def test_a_field_of_another_value_makes_another_text(field: str) -> None:
    state = held()
    setattr(state, field, OTHERWISE[field])
    assert state != held()
    text = write(state)
    assert text != write(held())
    assert read(text) == state


def test_no_field_of_the_state_is_forgotten() -> None:
    assert set(State.__struct_fields__) == ALWAYS | OTHERWISE.keys()
    assert not re.search("^[a-z_]+:", write(held()), re.M), "a field without a label"


def test_every_part_of_a_battle_has_a_label() -> None:
    state = held()
    state.battle = FULL_BATTLE
    [line] = [line for line in write(state).split("\n") if line.startswith("Battle:")]
    assert line == (
        "Battle: in Spain; attacker French; armies French (2), Allies (3); Kutuzov settled; "
        "opened yes; cards Peninsular War (Allies), The Little Corporal (French); "
        "dice French (6), Allies (1); totals French (9), Allies (7); winner French; tied yes; "
        "loss dice 3, 4, 5; losses French (0), Allies (2); withdrawn yes"
    )
    assert len(line.split("; ")) == len(Battle.__struct_fields__)


def test_what_is_typed_by_hand_may_be_short_and_in_any_order() -> None:
    text = """
Position of napoleonic_empire
On the map:
  Confederation of the Rhine: allies 1; french 4 with davout
Phase: move
Windows closed: draw, move
Cards drawn: yes
Game begun: yes
Deck: Trafalgar, Austerlitz
Active: French
Hands: French (toulon; jena), Allies ()
Players: French, Allies
Options: commanders (true), historical_deck ("off"), divided_russia (false)
"""
    state = read(text)
    assert state.armies == {FRENCH: {"rhineland": 4}, ALLIED: {"rhineland": 1}}
    assert state.commanders == {"davout": Commander(FRENCH, "rhineland")}
    assert (state.deck, state.hands[FRENCH]) == (["austerlitz", "trafalgar"], ["jena", "toulon"])
    assert state.control == {"rhineland": "contested"}
    assert kit.asked(state) == [(FRENCH, "move")]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Position of", "Place of", "a position begins with"),
        ("Active: French", "Active: Swedes", "'Swedes' is not the name of one thing"),
        ("Turn: 3", "Turn: three", "three"),
        ("Turn: 3", "Turn 3", "a label, a colon and a value"),
        ("Turn: 3", "Turns: 3", "no label 'Turns'"),
        ("Turn: 3", "Window: draw", "a window is"),
        ("Turn: 3", "Battle: near Spain", "begins with none of: in,"),
        ("Turn: 3", "Battle: in Spain", "attacker"),
        ("Turn: 3", "Due: French 2", "armies are due as in"),
        ("Turn: 3", "Extra turn: no", "the only value is: yes"),
        ("Turn: 3", "Scored: 3", "a move of the track is"),
        ("Turn: 3", "Result: French won", "a result is"),
        ("; Jena", "; Borodino", "'Borodino' is not the name"),
        ("Deck: Josephine", "Deck: ?7", "only what a seat may know"),
        ("Discards: Austerlitz", "Discards: ?", "only what a seat may know"),
        ("  Spain:", "  Atlantis:", "is not the name of one thing"),
        ("French 20", "French twenty", "are no armies, as in"),
        ("with Napoleon", "with Soult", "'Soult' is not the name"),
        ("with Napoleon", "with (moved)", "is no commander"),
        ("Hands: French", "Hends: French", "no label 'Hends'"),
    ],
)
def test_a_text_that_is_no_position_says_where_and_why(old: str, new: str, said: str) -> None:
    text = write(held())
    number = next(n for n, line in enumerate(text.split("\n"), 1) if old in line)
    with pytest.raises(UnreadablePosition, match=re.escape(said)) as refusal:
        read(text.replace(old, new, 1))
    assert refusal.value.line == number


def test_a_text_without_hands_is_incomplete() -> None:
    text = re.sub("^Hands.*\n", "", write(held()), flags=re.M)
    with pytest.raises(UnreadablePosition, match="the position is incomplete"):
        read(text)


# -- what is hidden ------------------------------------------------------------------------------


def test_a_seat_reads_what_its_views_show() -> None:
    french, allied, spectator = (seen_by(seat, held()) for seat in (FRENCH, ALLIED, SPECTATOR))
    assert 'Hands: French (Jena; "Wiff" of Grapeshot), Allies (?2)\n' in french
    assert "Hands: French (?2), Allies (Admiral Horatio Nelson; Treaty of Tilsit)\n" in allied
    assert "Hands: French (?2), Allies (?2)\n" in spectator
    assert (
        "Discards: Austerlitz, Louis Berthier (face down by French), ? (face down by Allies)\n"
        in french
    )
    assert "Austerlitz, ? (face down by French), ? (face down by Allies)\n" in spectator
    for text in (french, allied, spectator):
        assert "Deck: ?2\n" in text
        assert "  France: French 20 with Napoleon\n" in text
        with pytest.raises(UnreadablePosition, match="only what a seat may know"):
            read(text)


def test_the_views_of_the_referee_and_the_whole_text_agree() -> None:
    whole = write(held()).split("\n")
    for line in seen_by(REFEREE, held()).split("\n"):
        assert sorted(line) in map(sorted, whole), line


def test_views_in_a_battle_show_all_of_it() -> None:
    state = kit.position({"spain": 4, "france": 4}, {"spain": 3, "portugal": 1}, at=kit.BATTLES)
    fought = kit.fight(state, "spain", french=[6, 1], allied=[1, 1, 1])
    lost = write(fought.state)
    for line in lost.split("\n"):
        if line.startswith(("Battle:", "Due:", "Battles over:", "  ")):
            assert line.replace("opened yes; ", "") in seen_by(SPECTATOR, fought.state)


def test_texts_are_the_same_whatever_is_hidden() -> None:
    """Two positions that differ only in what the French may not know."""
    one, other = held(), held()
    other.hands[ALLIED], other.deck = ["josephine", "toulon"], ["metternich", "nelson"]
    other.discards[-1] = Discarded("tilsit", ALLIED)
    for seat in (FRENCH, SPECTATOR):
        assert seen_by(seat, one) == seen_by(seat, other)
    assert seen_by(ALLIED, one) != seen_by(ALLIED, other)
