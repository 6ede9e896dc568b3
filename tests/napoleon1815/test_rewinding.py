"""Going back and forking at every version of a random game, with fog of war and three players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from napoleon.audit.adjudication import decided_again
from napoleon.log.events.rewinds import REROLLS
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Created
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.rules.bots import RandomBot
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815 import RULES

OPTIONS = {"players": 3, "rules": "grognard"}


def table(game: Game) -> bytes:
    return msgspec.json.encode(game.state, order="sorted")


def play(games: Games, game_id: str, orders: int, seed: int) -> None:
    bot = RandomBot(seed)
    for _ in range(orders):
        game = games.open(game_id)
        decision = bot.choose(games.decisions(game))
        order = bot.choose(list(RULES.legal_orders(game.state, decision)))
        assert isinstance(games.submit_orders(game_id, decision.seat, [order]), Accepted)


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    env = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}
    games = Games(env, rulesets={RULES.name: RULES}, entropy=Random(1815).randbytes)
    yield games
    games.close()


@pytest.fixture
def game_id(games: Games) -> str:
    """A game of sixty orders."""
    created = games.create(RULES.name, "campaign", OPTIONS, referee=True)
    play(games, created.game.id, 60, seed=3)
    return created.game.id


def test_a_ruling_goes_back_to_every_version(games: Games, game_id: str) -> None:
    random = Random(7)
    head = games.head(game_id)
    laid = games.end_of_order(game_id, 2)
    rests = {games.end_of_order(game_id, version) for version in range(laid, head)}
    then = {version: table(games.at(game_id, version)) for version in range(laid, head + 1)}
    for number, version in enumerate(random.sample(range(laid, head), head - laid)):
        reroll = REROLLS[number % len(REROLLS)]
        ruling = Judgement("rewind", ("OPS.1",), "Once more.", to=version, reroll=reroll)
        outcome = rule(games, game_id, "referee", ruling)
        assert not isinstance(outcome, Refusal), outcome
        before = max(it for it in rests if it <= version)
        assert table(games.open(game_id)) == then[before], "an order is undone as a whole"
        if number % 10 == 0:
            play(games, game_id, 2, seed=number)
    assert all(table(games.at(game_id, version)) == then[version] for version in then)
    again = decided_again(games.history(game_id), RULES)
    assert again.divergence is None


def test_a_fork_at_every_version_is_what_was_there(games: Games, game_id: str) -> None:
    laid = games.end_of_order(game_id, 2)
    for version in range(laid, games.head(game_id), 5):
        fork = games.fork(game_id, version)
        assert isinstance(fork, Created)
        there = games.end_of_order(game_id, version)
        assert table(fork.game) == table(games.at(game_id, there))
        assert table(games.at(fork.game.id, version)) == table(games.at(game_id, version))
        play(games, fork.game.id, 3, seed=version)
        assert decided_again(games.history(fork.game.id), RULES).divergence is None
