"""Whole games of bots, and against careless players: none stands still or breaks.

Five hundred games of the bot against itself, over all forms of the game; a hundred games against a
player who picks any order, for each side. `make test` plays one of each form, and a few against
such a player; `make soak` plays all.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from time import process_time
from typing import Any

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.bot import Player
from napoleon.rulesets.napoleon_columbia.sides import SIDES
from tests.napoleon_columbia.bot_games import EVERY_FORM, named, play
from tests.repetitions import so_many, some_of

GAMES = 42
"""Of the bot against itself, in each of the twelve forms: 504 in all."""

BEATS = 0.8
"""What part of its games the bot wins at least against a player who picks any order."""

A_DECISION = 0.06
"""Seconds that the bot takes on average at most, on a machine that has other things to do."""


def test_five_hundred_games_are_played() -> None:
    assert len(EVERY_FORM) * GAMES >= 500


@pytest.mark.sampled(5)
@pytest.mark.parametrize("form", EVERY_FORM, ids=named)
def test_the_bot_plays_itself_to_the_end(form: tuple[str, Mapping[str, Any]]) -> None:
    assert play(1815, *form).winner in SIDES


@pytest.mark.soak
@pytest.mark.parametrize("form", EVERY_FORM, ids=named)
def test_the_bot_plays_itself_to_the_end_in_many_games(
    form: tuple[str, Mapping[str, Any]],
) -> None:
    for number in range(GAMES):
        assert play(number, *form).winner in SIDES


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("games", so_many(2, 100))
def test_the_bot_beats_who_picks_any_order(side: str, games: int) -> None:
    won = sum(play(number, bots=[side]).winner == side for number in range(games))
    assert won >= BEATS * games


@pytest.mark.soak
def test_each_side_wins_some_games_of_bots() -> None:
    wins = dict.fromkeys(SIDES, 0)
    for number in range(40):
        wins[play(number).winner] += 1
    assert min(wins.values()) >= 4, wins


@pytest.mark.parametrize(
    "form",
    some_of(
        [("free", {"players": 3, "bidding": False, "hidden": False})],
        EVERY_FORM,
    ),
    ids=named,
)
def test_players_who_pick_any_order_break_nothing(form: tuple[str, Mapping[str, Any]]) -> None:
    play(1805, *form, bots=(), most=700)


def test_a_decision_takes_no_time_to_speak_of() -> None:
    """The bot alone, without what the rules need for what it knows and its offers."""
    given = play(1815, bots=[], most=40).state
    [decision, *_] = RULES.decisions(given)
    legal_orders = list(RULES.legal_orders(given, decision))
    known = RULES.known(given, Viewer(decision.seat))
    bot, started, times = installed()["napoleon_columbia"].bot(Random(0)), process_time(), 20
    assert isinstance(bot, Player)
    for _ in range(times):
        bot.choose(known, decision, legal_orders)
    assert (process_time() - started) / times < A_DECISION
