"""The position notation of the game: any position is written, read back, and shown to each seat."""

from __future__ import annotations

import re

import pytest

from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.notation import UnreadablePosition
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo import RULES, position_notation
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH
from napoleon.rulesets.eagles_waterloo.state import Card, Played, State
from tests import notation_page
from tests.eagles_waterloo.fields import fighting

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
    """A battle at Waterloo: a column in the Allied centre, a brigade in La Haye Sainte."""
    state = fighting(
        "waterloo",
        {
            "french_reserve": "f_ney f_en_avant",
            "french_left": "f_soye_brigade:square",
            "allied_centre": "f_bauduin_brigade:column b_ompteda_2nd_kgl:hits1 b_picton",
            "allied_left": "b_rha_a b_kempt_8th_br:column",
            "allied_reserve": "b_bylandt p_bulow:late",
        },
        sites={"b_la_haye_sainte": "allied_centre"},
        on={"b_ompteda_2nd_kgl": "b_la_haye_sainte"},
        decks={"french": "f_quiot_brigade", "prussian": "p_24th_rgt p_18th_rgt"},
        lost="f_brue_brigade",
    ).state
    state.pools = {"french": ["f_hulot_brigade"], "british": [], "prussian": []}
    return state


def test_the_position_of_the_page_is_read_and_written() -> None:
    text = notation_page.position(notation_page.chapter("EAGLES: Waterloo"))
    state = read(text)
    battle = state.battles["waterloo"]
    assert battle.cards["b_ompteda_2nd_kgl"] == Card(
        "british",
        "allied_centre",
        token="british-3",
        revealed=True,
        hits=1,
        terrain="b_la_haye_sainte",
    )
    assert write(state) == text
    assert [(it.seat, it.kind) for it in RULES.decisions(state)] == [(FRENCH, "combat")]


def test_a_campaign_of_which_every_battle_is_over_is_written() -> None:
    state = held()
    state.battles, state.at = {}, ""
    state.results = {"waterloo": FRENCH, "wavre": ""}
    assert "Battles over: Waterloo (French), Wavre (nobody)\n" in write(state)
    assert read(write(state)) == state


def test_specials_that_last_are_written() -> None:
    state = held()
    battle = state.battles["waterloo"]
    battle.played = [
        Played("b_reverse_slope", ALLIED, "combat", "allied_centre", "", lasts=True),
        Played("f_en_avant", FRENCH, "combat", "french_left", "f_soye_brigade"),
    ]
    battle.crossed = {"west": 2}
    assert read(write(state)) == state


def test_a_seat_reads_its_own_cards_and_of_others_what_lies_open() -> None:
    text = seen_by(FRENCH, held())
    assert "Waterloo, French left: Soye brigade (square)" in text
    assert "Bauduin brigade (open; column)" in text
    assert "Waterloo, Allied Reserve: British ?1, Prussians ?1" in text
    assert re.search(r"Waterloo, Allied left: british-\d+ \?, british-\d+ \?\n", text)
    for hidden in ("Kempt", "Royal Horse", "Bylandt", "Bülow", "24th", "Quiot"):
        assert hidden not in text
    with pytest.raises(UnreadablePosition):
        read(text)


def test_a_spectator_reads_what_lies_open_and_the_referee_everything() -> None:
    state = held()
    assert "Soye" not in seen_by(SPECTATOR, state)
    told = seen_by(REFEREE, state)
    for name in ("Soye", "Kempt", "Bylandt", "Bülow"):
        assert name in told


@pytest.mark.parametrize(
    ("wrong", "detail"),
    [
        ("  Waterloo, Allied left: Nobody (open)", "'Nobody' is not the name of one card here"),
        ("  Waterloo, Allied left: Ney (dancing)", "'dancing' says nothing of a card"),
        ("  Ligny, Allied left: Ney (open)", "there is no battle of Ligny"),
        ("Weather: fine", "there is no label 'Weather'"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(wrong: str, detail: str) -> None:
    text = write(held())
    with pytest.raises(UnreadablePosition) as refused:
        read(f"{text}{wrong}\n")
    assert (refused.value.line, refused.value.detail) == (text.count("\n") + 1, detail)
