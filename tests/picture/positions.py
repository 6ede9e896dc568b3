"""Positions of whole games that bots have played, as everybody sees them, for tests of maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import NamedTuple

from api.command_line.play import play_on
from napoleon.log.branches import pieces
from napoleon.log.folding import Walk
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import REFEREE
from napoleon.rules.picture.model import Picture
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.views import Views
from tests.core.play import Clock
from tests.stores import embedded

SCENARIOS = {"eagles_waterloo": "ligny"}
"""Scenarios of games whose last one takes long; their own tests look at made positions of it."""

TO_TURN = {"napoleonic_wars": 2}
"""Until which turn a game is played that would take minutes."""


ON_THE_MAP: Mapping[str, Mapping[str, object]] = {
    "napoleon1815": {"rules": "grognard"},
    "napoleonic_empire": {"commanders": True, "divided_russia": True},
    "napoleon_columbia": {"players": 2, "hidden": True},
    "eagles_waterloo": {"decoys": True},
    "napoleonic_wars": {"players": 4},
}
"""Every game that declares pictures, and the options with which it is looked at."""

SEEDS = dict.fromkeys(ON_THE_MAP, 1) | {"napoleonic_empire": 5, "napoleonic_wars": 3}
"""Of the bots that play each of them."""


class WholeGame(NamedTuple):
    """A game that bots have played, in a log that stays open for all tests that look at it."""

    rules: Ruleset
    games: Games
    end: Game

    def seen(self, viewer: str, enough: int) -> list[Views]:
        """What somebody sees of at least so many positions of the game, or of all of them."""
        return list(some_views(self.games, self.end, enough, viewer))


def whole_game(
    name: str, options: Mapping[str, object], seed: int, to_turn: int | None
) -> WholeGame:
    """A game to a turn, or to its end; it is played once."""
    return _played(name, tuple(options.items()), seed, to_turn)


@cache
def _played(
    name: str, options: tuple[tuple[str, object], ...], seed: int, to_turn: int | None
) -> WholeGame:
    rules = installed()[name]
    env = embedded(Path(mkdtemp(prefix=name)))
    games = Games(env, rulesets={name: rules}, clock=Clock(), entropy=Random(seed).randbytes)
    scenario = SCENARIOS.get(name, rules.scenarios[-1].id)
    begun = games.create(name, scenario, dict(options), referee=True).game
    end = play_on(games, begun, RandomBot(seed), to_turn)
    assert end.over or end.state.turn == to_turn
    return WholeGame(rules, games, end)


def pictures(
    name: str, options: Mapping[str, object], seed: int, enough: int, viewer: str
) -> list[Picture]:
    """The maps of at least so many positions of a game, or of all of them, at even distances."""
    played = whole_game(name, options, seed, TO_TURN.get(name))
    assert played.rules.pictures is not None
    words = words_of(played.rules, ENGLISH)
    return [played.rules.pictures.picture(it, words) for it in played.seen(viewer, enough)]


def boards(
    name: str, options: Mapping[str, object], seed: int, enough: int, viewer: str
) -> list[Picture]:
    """The boards beside the map in such positions, of battles or of other things."""
    played = whole_game(name, options, seed, TO_TURN.get(name))
    assert played.rules.pictures is not None
    words = words_of(played.rules, ENGLISH)
    seen = played.seen(viewer, enough)
    return [it.picture for views in seen for it in played.rules.pictures.boards(views, words)]


def some_views(games: Games, newest: Game, enough: int, viewer: str = REFEREE) -> Iterator[Views]:
    """What somebody sees of positions at rest, `enough` or a few more, at even distances.

    The log is read once; of the thousands of positions between nothing is made but the state.
    """
    walk = Walk(games.rules(newest), set())
    at_rest = list(pieces(games.history(newest.id, upto=newest.version)))
    for number, piece in enumerate(at_rest):
        for event in piece:
            game = walk.step(event)
        if number % max(1, len(at_rest) // enough) == 0:
            shown = games.views(game, viewer, newest=newest)
            if shown is not None:
                yield shown
