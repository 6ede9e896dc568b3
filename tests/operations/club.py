"""A club that goes on with its games while a backup is taken, and comes back from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from threading import Event, Thread
from typing import NamedTuple

import msgspec

from api.app import create_app
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.record.checkpoints import hashes
from napoleon.record.keys import signing_key
from napoleon.record.tree import root
from napoleon.rules.bots import RandomBot
from projections.lag import lag
from projections.store import open_views
from projections.worker import catch_up
from tests.api.desk import V1
from tests.command_line.server import wait_until
from tests.projections.audit import all_is_drawn, recorded_games


class Club(NamedTuple):
    """A store with games that go on."""

    env: Mapping[str, str]
    games: Games
    tokens: dict[str, dict[str, str]]
    """By game and seat."""


def club(env: Mapping[str, str]) -> Club:
    """Three new games in the store that `env` names."""
    games = Games(env)
    created = [games.create("napoleon1815", "historical_invasion", {}) for _ in range(3)]
    return Club(env, games, {it.game.id: dict(it.tokens) for it in created})


def move(games: Games, game_id: str, bot: RandomBot) -> None:
    """Let a bot answer one open decision of a game."""
    game = games.open(game_id)
    decision = games.decisions(game)[0]
    order = bot.choose(list(games.rules(game).legal_orders(game.state, decision)))
    assert isinstance(games.submit_orders(game_id, decision.seat, [order]), Accepted)


@contextmanager
def being_played(played: Club) -> Iterator[list[int]]:
    """A writer that goes on with the games all the while; gives the moves, as they are made."""
    enough, moves = Event(), list[int]()

    def write() -> None:
        bot, random = RandomBot(1), Random(1)
        # At a walk: a game must not be over before what happens beside it.
        while not enough.wait(0.05):
            move(played.games, random.choice(sorted(played.tokens)), bot)
            moves.append(len(moves))

    writer = Thread(target=write)
    writer.start()
    try:
        wait_until(lambda: len(moves) > 20, "some moves")
        # Of each game before and afterwards: on a busy machine none may have come for one of them.
        _each_is_moved_on(played)
        yield moves
        _each_is_moved_on(played)
    finally:
        enough.set()
        writer.join()


def _each_is_moved_on(played: Club) -> None:
    heads = {game_id: played.games.head(game_id) for game_id in played.tokens}
    wait_until(
        lambda: all(played.games.head(it) > head for it, head in heads.items()), "a move of each"
    )


def is_a_prefix(restored_env: Mapping[str, str], played: Club) -> None:
    """Assert that a restored log is the original one up to some moment, and can be gone on with."""
    restored = Games(restored_env)
    assert recorded_games(restored) == sorted(played.tokens, key=lambda it: first(played, it))
    for game_id, tokens in played.tokens.items():
        version = restored.head(game_id)
        assert 41 < version < played.games.head(game_id), "taken in the middle of play"
        assert state(restored, game_id, version) == state(played.games, game_id, version)
        assert root(hashes(restored, game_id, version)) == root(
            hashes(played.games, game_id, version)
        )
        assert restored.open(game_id).seat_of(tokens["french"]) == "french"
    key = signing_key(restored_env)
    assert key.verifier == signing_key(played.env).verifier

    views = open_views(restored_env)
    assert lag(restored, views).drawn <= lag(restored, views).recorded
    catch_up(restored, views)
    all_is_drawn(restored, views)
    is_served(restored_env, played)
    restored.close()


def first(played: Club, game_id: str) -> int:
    return played.games.at(game_id, 1).created.at


def state(games: Games, game_id: str, version: int) -> bytes:
    """The whole position as bytes, hidden or not."""
    return msgspec.json.encode(games.at(game_id, version).state, order="sorted")


def is_served(env: Mapping[str, str], played: Club) -> None:
    """Every game is answered, and takes the next order under the token that it had."""
    client = create_app(env=env).test_client()
    assert client.get(f"{V1}/health/ready").json["views"] == "ok"
    for game_id, tokens in played.tokens.items():
        for seat in ("french", "allied"):
            headers = {"Authorization": f"Bearer {tokens[seat]}"}
            view = client.get(f"{V1}/games/{game_id}/decisions", headers=headers).json
            for decision in view["decisions"]:
                if decision["seat"] == seat:
                    answer = client.post(
                        f"{V1}/games/{game_id}/orders",
                        json=decision["offers"][0],
                        headers={**headers, "If-Match": f'"{view["version"]}"'},
                    )
                    assert answer.status_code == 201, answer.text
                    assert answer.json["events"][0]["version"] == view["version"] + 1
                    break
