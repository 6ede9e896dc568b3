"""The game in French: what is no name of the data pack is translated."""

from __future__ import annotations

from api.languages import language_of
from napoleon.rules.picture.model import Picture
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, State
from tests.napoleonic_wars.playing import at_play, begun

FRENCH = language_of(RULES, "fr")
WORDS = words_of(RULES, FRENCH)


def board(state: State, name: str) -> Picture:
    assert RULES.pictures is not None
    views = RULES.view(state, Viewer("imperial"))
    return next(it.picture for it in RULES.pictures.boards(views, WORDS) if it.id == name)


def test_turns_are_called_by_year_and_round() -> None:
    state = at_play({}, turn=2)
    state.phase = IMPULSES
    called = RULES.storybook.turn_called(state)
    assert RULES.storybook.asked.told(FRENCH, called) == f"1807, manche {state.round}"
    assert RULES.storybook.asked.told(FRENCH, "1805") == "1805"


def test_the_first_turn_has_its_year_from_the_set_up_on() -> None:
    """The event that sets the game up stands before every turn, and cannot name one."""
    _, events = begun()
    first, *others = events
    assert (first.type, first.turn) == ("game_set_up", 0)
    of_turn = [it for it in others if it.turn == 1]
    assert of_turn
    assert RULES.storybook.turn_name(WORDS, of_turn[0]) == "1805"


def test_boards_call_nations_without_an_article() -> None:
    diplomacy = board(at_play({}), "diplomacy")
    names = [it.name for it in diplomacy.places]
    assert "France\N{NO-BREAK SPACE}: Amie" in names
    pieces = [piece.label for it in diplomacy.places for piece in it.pieces]
    assert {"Danemark", "Espagne", "Suède"} <= {*pieces}


def test_the_scenario_has_a_title_in_french() -> None:
    assert [FRENCH.gettext(it.title) for it in RULES.scenarios] == ["La campagne à partir de 1805"]
