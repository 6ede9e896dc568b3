"""Whole games of toys keep what holds in every whole game: they are played field by field."""

from __future__ import annotations

import pytest

from tests.rulesets.entrants import kinds
from tests.rulesets.properties import every_property
from tests.rulesets.test_properties import hold_whatever_is_chosen
from tests.toys.ruleset import Game
from tests.toys.test_contracts import TOYS
from tests.watching import Careless, FieldByField, RandomGames

GAMES = 3
"""Of each form, with either player."""


def games_of(toy: Game) -> RandomGames:
    return RandomGames(toy, "000000toy0", kinds(toy), (Careless, FieldByField), in_a_turn=100)


@pytest.mark.parametrize("toy", TOYS, ids=lambda it: it.name)
def test_properties_hold_in_whole_games_of_a_toy(toy: Game) -> None:
    games = games_of(toy)
    for number in range(GAMES * len(games.kinds) * len(games.players)):
        game = games.whole_game(number)
        for holds in every_property(toy.name):
            holds(game)


@pytest.mark.parametrize("toy", TOYS, ids=lambda it: it.name)
def test_properties_hold_whatever_is_chosen_in_a_toy(toy: Game) -> None:
    hold_whatever_is_chosen(games_of(toy), examples=5)
