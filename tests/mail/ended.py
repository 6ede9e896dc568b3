"""Games of every kind that are played by bots in no time, and resigned unless they have ended."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from api.command_line.play import play_on
from api.command_line.players import own_bots
from napoleon.log.game import Game
from napoleon.log.times import MINUTE
from napoleon.play.counting import micros
from napoleon.rules.bots import RandomBot
from napoleon.rules.events import REFEREE
from tests.clocks import Clock
from tests.mail.tables import Post
from tests.stores import embedded

GAMES = {
    "napoleon1815": ("historical_invasion", 4),
    "napoleonic_empire": ("europe", 6),
    "napoleon_columbia": ("historical", 12),
    "eagles_waterloo": ("quatre_bras", 4),
    "napoleonic_wars": ("1805", 2),
}
"""The scenario of each game, and the turn in which it ends by resignation, if not before."""

CLUB = "https://club.example"

_BEGIN = micros(datetime(2026, 6, 1, 12, tzinfo=UTC))


class Hand(Clock):
    """A clock that stands still unless somebody moves it on."""

    def __call__(self) -> int:
        return _BEGIN + self.ahead


def ended(ruleset: str, home: Path, public: str = CLUB) -> Post:
    """A game that has just ended, of which everybody is told at once."""
    scenario, turn = GAMES[ruleset]
    clock = Hand()
    post = Post({**embedded(home), "PUBLIC_URL": public}, "1815", clock)
    post.set_up(ruleset, scenario)
    game = post.games.open(post.id)
    seats = game.created.seats
    for name, seat in zip(("Anna", "Émile"), seats, strict=False):
        post.games.put_name(post.id, seat, name)
    bots = own_bots(post.games.rules(game), seats, seats, 1)

    def watch(now: Game) -> None:
        clock.move_on(7 * MINUTE)

    for number, seat in enumerate(seats):
        post.leave(seat, language=("en", "fr")[number % 2], time_zone="Europe/Paris")
    post.leave(REFEREE)
    game = play_on(post.games, game, RandomBot(1), turn, watch, bots)
    post.run()
    if not game.over:
        [decision, *_] = post.games.decisions(game)
        post.answer(decision.seat, "resign")
    assert post.games.open(post.id).over
    return post
