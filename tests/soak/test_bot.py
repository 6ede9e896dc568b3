"""The bot of Napoléon 1815 in hundreds of games.

It beats a player who picks any legal order, in whatever form the game is played; and against itself
neither side is favoured, and no army stands idle.
"""

from __future__ import annotations

from itertools import product
from statistics import mean
from typing import Any

import pytest

from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.sides import FRENCH, SIDES
from tests.napoleon1815.bot_games import bot_game, wins
from tests.napoleon1815.bot_record import record

pytestmark = pytest.mark.soak

GAMES = 100
ENOUGH = 80
AGAINST_ITSELF = 200
SCENARIOS = tuple(RULES.pack.scenarios)
FORMS: tuple[dict[str, Any], ...] = (
    {},
    {"resolver": "dice"},
    {"rules": "grognard"},
    {"players": 3},
    {"players": 3, "rules": "grognard"},
)
EVERY_FORM = [
    dict(zip((option.name for option in RULES.options), values, strict=True))
    for values in product(*(option.values for option in RULES.options))
]


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_it_wins_80_of_100_games_over_all_scenarios(options: dict[str, Any]) -> None:
    won = [
        wins(number, SIDES[number % 2], SCENARIOS[number // 2 % len(SCENARIOS)], options)
        for number in range(GAMES)
    ]
    assert sum(won) >= ENOUGH


def test_it_wins_80_of_100_games_of_the_historical_invasion() -> None:
    won = [wins(number, SIDES[number % 2], "historical_invasion", {}) for number in range(GAMES)]
    assert sum(won) >= ENOUGH


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_against_itself_neither_side_is_favoured_and_both_attack(scenario: str) -> None:
    """A share of wins of 50 % is known within 7 points from so many games."""
    games = [record(number, scenario) for number in range(1, AGAINST_ITSELF + 1)]
    assert 0.35 <= mean(it.winner == FRENCH for it in games) <= 0.65
    for side in SIDES:
        assert 3 <= mean(it.attacks[side] for it in games) <= 10
        assert sum(it.idle[side] for it in games) < sum(it.present[side] for it in games) / 2
    assert max(it.slowest for it in games) < 1.0


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("options", EVERY_FORM, ids=str)
def test_it_plays_every_form_against_itself(scenario: str, options: dict[str, Any]) -> None:
    state, _ = bot_game(1815, RULES.seats(options), scenario, options)
    assert state.result is not None
