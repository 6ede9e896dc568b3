"""Whole games of bots, and of careless players: none stands still, breaks, or loses an army.

Five hundred games of the bot against itself, over all combinations of the options; `make test`
plays ten in each of six forms, in which every two choices come together, `make soak` all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest

from napoleon.rulesets.napoleonic_empire.sides import SIDES
from tests.napoleonic_empire.bot_games import (
    EVERY_FORM,
    Played,
    from_the_log,
    named,
    placed_and_lost,
    play,
)

GAMES = 42
"""Of the bot against itself, in each of the twelve forms: 504 in all."""

ENOUGH = 10
"""Of these, under `make test`, in each of `EVERY_TWO` forms."""

WON_BY_EACH = 10
"""One of so many games is won by each side at least."""

CARELESS_ORDERS = 600
"""Two careless players may go on for ever."""


def choices(options: Mapping[str, Any]) -> set[Any]:
    """Every two values of options that were chosen."""
    return set(combinations(options.items(), 2))


EVERY_TWO = (
    ("off", False, False),
    ("off", True, True),
    ("by_year", False, True),
    ("by_year", True, False),
    ("each_round", False, False),
    ("each_round", True, True),
)
"""Deck, commanders, divided Russia: forms in which every two choices come together."""


def against_itself() -> Iterator[Any]:
    """Forms, and how many games are played in each."""
    for options in EVERY_FORM:
        form = (options["historical_deck"], options["commanders"], options["divided_russia"])
        if form in EVERY_TWO:
            yield pytest.param(options, ENOUGH, id=f"{ENOUGH}-{named(options)}")
        yield pytest.param(options, GAMES, marks=pytest.mark.soak, id=f"{GAMES}-{named(options)}")


each_form = pytest.mark.parametrize("options", EVERY_FORM, ids=named)


def assert_sound(game: Played) -> None:
    """The log of a game tells all of it: its last position, and where every army is [COMP.2]."""
    assert from_the_log(game.events) == game.state
    on_map = {side: sum(game.state.armies[side].values()) for side in SIDES}
    assert on_map == placed_and_lost(game.events)


def test_five_hundred_games_are_played() -> None:
    assert len(EVERY_FORM) * GAMES >= 500


def test_every_two_choices_come_together() -> None:
    played = [it.values[0] for it in against_itself() if it.values[1] == ENOUGH]
    assert len(played) == len(EVERY_TWO)
    assert set().union(*map(choices, played)) == set().union(*map(choices, EVERY_FORM))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("options", "games"), [*against_itself()])
def test_the_bot_plays_itself_to_the_end(options: dict[str, Any], games: int) -> None:
    wins = dict.fromkeys(SIDES, 0)
    for number in range(games):
        game = play(number, options)
        assert_sound(game)
        wins[game.winner] += 1
    assert min(wins.values()) >= games // WON_BY_EACH


@pytest.mark.sampled(4)
@each_form
def test_the_bot_beats_who_picks_any_order(options: dict[str, Any]) -> None:
    for side in SIDES:
        game = play(1806, options, bots=[side])
        assert_sound(game)
        assert game.winner == side


@pytest.mark.sampled(4)
@each_form
def test_players_who_pick_any_order_break_nothing(options: dict[str, Any]) -> None:
    assert_sound(play(1805, options, bots=(), most=CARELESS_ORDERS))
