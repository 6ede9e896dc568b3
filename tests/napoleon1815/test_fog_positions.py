"""What can be looked at of a game in fog of war: no version in the midst of an order names a token.

Reinforcements come on the map block by block, each under a token; whoever could look at the version
of each would see which of them has left the pool just then.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest

from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.bots import RandomBot
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rulesets.napoleon1815 import RULES
from projections.decisions import decisions_view
from tests.core.play import Clock
from tests.repetitions import some_of

TURN = 3
"""By then reinforcements of both sides have come."""


@pytest.fixture(scope="module", params=["campaign", "historical_invasion"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Games, Game]]:
    env = {"NAPOLEON_HOME": str(tmp_path_factory.mktemp("fog")), "CREATE_TABLE": "yes"}
    with Games(env, rulesets={RULES.name: RULES}, clock=Clock()) as games:
        game_id = games.create(RULES.name, request.param, {"rules": "grognard"}).game.id
        bot = RandomBot(7)
        while (game := games.open(game_id)).state.turn < TURN:
            decision = bot.choose(games.decisions(game))
            order = bot.choose(list(RULES.legal_orders(game.state, decision)))
            assert isinstance(games.submit_orders(game_id, decision.seat, [order]), Accepted)
        yield games, game


def shown(games: Games, game: Game, version: int, reader: str) -> dict[str, Any]:
    position = games.seen_at(game.id, version, reader)
    assert position.version == version
    views = games.view(position, reader)
    told = {**views, "decisions": decisions_view(position, RULES, reader)}
    return {name: {**view, "version": 0} for name, view in told.items()}


def pieces(games: Games, game: Game) -> list[range]:
    """The versions of each order, the set-up among them."""
    rests = {games.end_of_order(game.id, version) for version in range(2, game.version + 1)}
    return [range(before + 1, rest + 1) for before, rest in pairwise([1, *sorted(rests)])]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("played", "reader"),
    some_of(
        [("campaign", "french"), ("campaign", SPECTATOR), ("historical_invasion", "allied")],
        product(["campaign", "historical_invasion"], ["french", "allied", SPECTATOR]),
        together=True,
    ),
    indirect=["played"],
)
def test_an_order_is_one_piece_to_whom_it_hides_something(
    played: tuple[Games, Game], reader: str
) -> None:
    games, game = played
    for piece in pieces(games, game):
        end = shown(games, game, piece[-1], reader)
        for version in piece:
            assert shown(games, game, version, reader) == end, version


@pytest.mark.parametrize("played", ["campaign"], indirect=True)
def test_blocks_came_one_by_one(played: tuple[Games, Game]) -> None:
    """So there would be something to be seen, and the referee sees it."""
    games, game = played
    came = [
        event
        for event in games.history(game.id)
        if event.type == "block_placed" and event.turn > 0 and event.fog
    ]
    assert came
    [first, *_] = came
    before, after = (shown(games, game, first.version - n, REFEREE) for n in (1, 0))
    assert before["order-of-battle"] != after["order-of-battle"]
