"""Whole games of bots, and against careless players: none stands still or breaks.

More than five hundred games of the bot against itself, over all kinds of the game; a hundred games
of each battle and of the campaign against a player who picks any order, for each side. `make test`
plays five of the former and a few of the latter; `make soak` plays all.
"""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo import RULES
from napoleon.rulesets.eagles_waterloo.bot import Player
from napoleon.rulesets.eagles_waterloo.sides import SIDES
from tests.eagles_waterloo.bot_games import play
from tests.eagles_waterloo.random_play import KINDS, Kind
from tests.repetitions import so_many, some_of

GAMES = 4
"""Of the bot against itself, of each kind: 536 in all."""

EVERY_NINTH = KINDS[::-9]
"""Fifteen kinds, all battles and the campaign among them."""

BEATS = 0.8
"""What part of its games the bot wins at least against a player who picks any order."""

SCENARIOS = [it.id for it in RULES.scenarios]
BATTLES = [it for it in SCENARIOS if it != "campaign"]

A_DECISION = 0.02
"""Seconds that the bot takes on average at most, on a machine that has other things to do."""

ENDS = (*SIDES, "")
"""How a game may end: won, or drawn."""


def test_five_hundred_games_are_played() -> None:
    assert len(KINDS) * GAMES >= 500
    assert len(EVERY_NINTH) == 15
    assert {it.scenario for it in EVERY_NINTH} == set(SCENARIOS)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("kind", some_of(EVERY_NINTH, KINDS), ids=str)
def test_the_bot_plays_itself_to_the_end(kind: Kind) -> None:
    assert play(1815, kind.scenario, kind.options).winner in ENDS


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_bot_plays_itself_to_the_end_in_many_games(kind: Kind) -> None:
    for number in range(1, GAMES):
        assert play(number, kind.scenario, kind.options).winner in ENDS


@pytest.mark.sampled(3)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("scenario", some_of(BATTLES, SCENARIOS))
@pytest.mark.parametrize("games", so_many(3, 100))
def test_the_bot_beats_who_picks_any_order(scenario: str, side: str, games: int) -> None:
    won = sum(play(number, scenario, bots=[side]).winner == side for number in range(games))
    assert won >= BEATS * games


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_side_wins_some_games_of_bots(scenario: str) -> None:
    wins = dict.fromkeys(ENDS, 0)
    for number in range(40):
        wins[play(number, scenario).winner] += 1
    assert min(wins[side] for side in SIDES) >= 2, wins


def test_a_decision_takes_no_time_to_speak_of() -> None:
    """The bot alone, without what the rules need for views and offers."""
    state = play(1815, "waterloo", most=90).state
    [decision, *_] = RULES.decisions(state)
    legal_orders = list(RULES.legal_orders(state, decision))
    view = RULES.view(state, Viewer(decision.seat))
    assert decision.kind == "combat" and len(legal_orders) > 1
    bot, started, times = installed()["eagles_waterloo"].bot, process_time(), 20
    assert bot is Player
    for _ in range(times):
        Player(Random(0)).choose(view, decision, legal_orders)
    assert (process_time() - started) / times < A_DECISION
