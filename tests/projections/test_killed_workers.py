"""Two workers, of which one is killed again and again: nothing is lost, nothing is done twice."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Mapping
from itertools import cycle
from random import Random

import pytest

from napoleon.log.snapshots import INTERVAL
from napoleon.play.games import Games
from napoleon.play.standing_orders import leave
from napoleon.rules.orders import OrderGiven
from napoleon.rules.standing_orders import Kept
from projections.store import open_views
from tests.core.play import Clock, play, unfollowed
from tests.patience import PATIENCE
from tests.projections.audit import agree_in_all, all_is_drawn
from tests.projections.test_workers import (
    drawn_in_all,
    launched,
    wait_until_drawn,
    wait_until_moved_on,
)
from tests.record.test_checkpoints import sizes, turn_ends
from tests.toy import Toy

LENGTHS = [(3_000, 4), pytest.param((6_000, 12), marks=pytest.mark.soak)]
"""Events that are recorded, and how often one of the workers is killed meanwhile."""
GAMES = 5


@pytest.fixture(params=["sqlite", "sqlite+redis", "postgres+redis", "divided", "divided+redis"])
def env(request: pytest.FixtureRequest, file_env: dict[str, str]) -> Iterator[dict[str, str]]:
    """The environment of a log, and of the read models of it."""
    log, _, views = request.param.partition("+")
    env = {**file_env, "NAPOLEON_SECRET": "the emperor's own secret, and long enough"}
    if log != "sqlite":
        env["DATABASE_URL"] = request.getfixturevalue("database_url")
    if log == "divided":
        env["DATABASE_PARTITIONS"] = "3"
    if views == "redis":
        env["REDIS_URL"] = request.getfixturevalue("redis_url")
    yield env


@pytest.fixture
def games(env: Mapping[str, str]) -> Iterator[Games]:
    with Games(env, rulesets={"toy": Toy()}, clock=Clock()) as games:
        yield games


def left_to_the_workers(games: Games) -> str:
    """A game in which blue is asked, and has left the answer; nobody has given it yet."""
    game_id = games.create("toy", "short", {}, instant_answers=True).game.id
    card = games.open(game_id).state.hands["blue"][0]
    kept = leave(games, game_id, "blue", {"instruction": "play_later", "card": card})
    assert isinstance(kept, Kept)
    with unfollowed(games):
        games.submit_orders(game_id, "red", [{"order": "pass"}])
    return game_id


def wait_until_answered(games: Games, asked: list[str]) -> None:
    """The workers have carried out every standing order that was left to them."""
    deadline = time.monotonic() + PATIENCE
    while any(games.recorder.standing_orders(game_id) for game_id in asked):
        assert time.monotonic() < deadline, "the workers do not answer"
        time.sleep(0.01)


def used(games: Games, game_id: str) -> list[str]:
    """Which standing orders the log of a game holds."""
    return [
        event.instruction["instruction"]
        for event in games.history(game_id)
        if isinstance(event, OrderGiven) and event.instruction is not None
    ]


def killed(worker: subprocess.Popen[str]) -> None:
    """Kill -9 it, wherever it is."""
    worker.kill()
    worker.communicate()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("length", LENGTHS, ids=lambda it: f"{it[1]} kills")
def test_killed_workers_lose_nothing_and_do_nothing_twice(
    games: Games, env: dict[str, str], length: tuple[int, int]
) -> None:
    recorded_at_last, times = length
    random = Random(1815)
    views = open_views(env)
    ids = [games.create("toy", "short", {"turns": 2000}).game.id for _ in range(GAMES)]
    kills = sorted(random.sample(range(200, recorded_at_last - 100), times))
    workers = [launched(env), launched(env)]
    asked: list[str] = []
    positions: list[int] = []
    try:
        for seed, game_id in enumerate(cycle(ids)):
            recorded = sum(games.recorder.places())
            if recorded >= recorded_at_last:
                break
            if kills and recorded >= kills[0]:
                kills.pop(0)
                asked.append(left_to_the_workers(games))
                # Somewhere in what is left to draw, so that they are in the middle of it.
                somewhere = recorded - random.randrange(20, 200)
                wait_until_moved_on(games, views, max(0, somewhere, *positions[-1:]))
                killed(workers.pop(random.randrange(2)))
                positions.append(drawn_in_all(games, views))
                if len(positions) % 4 == 0:
                    # Both, so that nobody mends what was left half done.
                    killed(workers.pop())
                    agree_in_all(games, views)
                workers += [launched(env) for _ in range(2 - len(workers))]
            play(games, game_id, 1, seed)
        # Their answers are events, too: what is drawn before the last of them is not yet all.
        wait_until_answered(games, asked)
        wait_until_drawn(games, views)
    finally:
        for worker in workers:
            killed(worker)
    assert len(asked) == len(positions) == times
    assert positions == sorted(positions)
    assert positions[-1] > recorded_at_last // 2, "they were killed all along the log"
    all_is_drawn(games, views)
    for game_id in asked:
        assert used(games, game_id) == ["play_later"]
        assert games.recorder.standing_orders(game_id) == []
    for game_id in ids:
        assert sizes(games, game_id) == turn_ends(games, game_id)[:-1]
        newest = games._snapshots.newest(game_id, games.rulesets["toy"])
        assert newest is not None
        assert newest.version == games.head(game_id) // INTERVAL * INTERVAL
        assert games.take_snapshots(game_id) == 0
