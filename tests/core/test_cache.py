"""The cache of positions: bounded, and never seen half-way between two versions."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from threading import Event, Thread

import pytest

from napoleon.log import game_log as module
from napoleon.log.cache import EARLIER, Cache
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from tests.core.play import digest, play
from tests.patience import PATIENCE
from tests.repetitions import IN_THE_HOUSE, ON_EACH

pytestmark = IN_THE_HOUSE


@pytest.fixture
def impatient() -> Iterator[None]:
    """Threads change places far more often than they usually do."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


def test_the_game_used_longest_ago_goes_first(games: Games) -> None:
    ids = [games.create("toy", "short", {}).game.id for _ in range(3)]
    cache = Cache(2)
    cache.publish(games.open(ids[0]))
    cache.publish(games.open(ids[1]))
    assert cache.newest(ids[0]) is games.open(ids[0])
    cache.publish(games.open(ids[2]))
    assert cache.newest(ids[1]) is None
    assert cache.newest(ids[0]) is games.open(ids[0])


def test_an_earlier_position_never_replaces_a_later_one(games: Games, game_id: str) -> None:
    cache = Cache(2)
    later, earlier = games.open(game_id), games.at(game_id, 2)
    cache.publish(later)
    cache.publish(earlier)
    assert cache.newest(game_id) is later


def test_the_last_positions_are_at_hand_as_they_were(
    games: Games, game_id: str, opened: Callable[[], Games]
) -> None:
    positions = []
    for number in range(EARLIER + 3):
        play(games, game_id, 1, seed=number)
        positions.append(games.open(game_id))
    *older, newest = positions
    for position in older[-EARLIER:]:
        assert games.at(game_id, position.version) is position
    assert games.at(game_id, newest.version) is newest
    long_ago = older[0]
    assert games.at(game_id, long_ago.version) is not long_ago, "no more are kept"
    with opened() as elsewhere:
        for position in positions:
            assert digest(elsewhere.at(game_id, position.version)) == digest(position)


def test_unknown_games_push_nothing_out(games: Games, game_id: str) -> None:
    game = games.open(game_id)
    for number in range(2 * module.CACHED_GAMES):
        with pytest.raises(LookupError):
            games.open(f"unknown{number}")
    assert games.open(game_id) is game


def test_more_games_than_the_cache_holds(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_cache", Cache(2))
    ids = [games.create("toy", "short", {}).game.id for _ in range(5)]
    for seed in range(4):
        for game_id in ids:
            [position] = play(games, game_id, 1, seed)
            assert digest(position) == digest(games.at(game_id, position.version))


def test_an_unchanged_game_is_not_built_again(
    games: Games, game_id: str, opened: Callable[[], Games]
) -> None:
    game = games.open(game_id)
    assert games.open(game_id) is game
    assert games.at(game_id, game.version) is game
    play(opened(), game_id, 1)
    assert games.open(game_id) is not game


@pytest.mark.sampled(1)
@ON_EACH
def test_readers_never_see_half_a_move(opened: Callable[[], Games], impatient: None) -> None:
    """Readers compare what is published with what a replay of that version gives."""
    writer, games = opened(), opened()
    game_id = writer.create("toy", "wide", {"turns": 2000}).game.id
    writer.submit_orders(game_id, "red", [{"order": "draw"}])
    finished = Event()
    seen: list[tuple[int, bytes]] = []
    failures: list[BaseException] = []

    def read() -> None:
        try:
            while not finished.is_set():
                game = games.open(game_id)
                before = digest(game)
                views = games.view(game, "referee")
                assert digest(game) == before, "a published position does not change"
                assert views["map"]["version"] == game.version
                seen.append((game.version, before))
        except BaseException as failure:
            failures.append(failure)

    readers = [Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    random = Random(3)
    deadline = time.monotonic() + PATIENCE
    for orders in count():
        # On a busy machine the readers get to see only a few of the positions.
        enough = len(dict(seen)) > 20 or failures or time.monotonic() > deadline
        if orders >= 150 and enough:
            break
        game = writer.open(game_id)
        decision = random.choice(writer.decisions(game))
        order = random.choice(list(writer.rules(game).legal_orders(game.state, decision)))
        assert isinstance(writer.submit_orders(game_id, decision.seat, [order]), Accepted)
    finished.set()
    for reader in readers:
        reader.join()
    assert not failures
    by_version = dict(seen)
    assert len(by_version) > 20, "the readers have seen the game move"
    assert len(set(seen)) == len(by_version), "one version, one position"
    replayed = opened()
    for version, published in by_version.items():
        assert published == digest(replayed.at(game_id, version))
