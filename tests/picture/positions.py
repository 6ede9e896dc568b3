"""Positions of whole games that bots have played, as everybody sees them, for tests of maps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from api.command_line.play import play_on
from napoleon.log.branches import pieces
from napoleon.log.folding import Walk
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import installed
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


def pictures(
    folder: Path, name: str, options: dict[str, object], seed: int, enough: int, viewer: str
) -> list[Picture]:
    """The maps of at least so many positions of a game, or of all of them, at even distances."""
    rules = installed()[name]
    assert rules.pictures is not None
    words = words_of(rules, ENGLISH)
    seen = views_of(folder, name, options, seed, enough, viewer)
    return [rules.pictures.picture(it, words) for it in seen]


def boards(
    folder: Path, name: str, options: dict[str, object], seed: int, enough: int, viewer: str
) -> list[Picture]:
    """The boards beside the map in such positions, of battles or of other things."""
    rules = installed()[name]
    assert rules.pictures is not None
    words = words_of(rules, ENGLISH)
    seen = views_of(folder, name, options, seed, enough, viewer)
    return [it.picture for views in seen for it in rules.pictures.boards(views, words)]


def views_of(
    folder: Path, name: str, options: dict[str, object], seed: int, enough: int, viewer: str
) -> list[Views]:
    """What is seen of at least so many positions of a game, or of all of them."""
    rules = installed()[name]
    entropy = Random(seed).randbytes
    with Games(embedded(folder), rulesets={name: rules}, clock=Clock(), entropy=entropy) as games:
        scenario = SCENARIOS.get(name, rules.scenarios[-1].id)
        begun = games.create(name, scenario, options, referee=True).game
        game = play_on(games, begun, RandomBot(seed), TO_TURN.get(name))
        assert game.over or name in TO_TURN
        return list(some_views(games, game, enough, viewer))


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
