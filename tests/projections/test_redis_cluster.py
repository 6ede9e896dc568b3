"""A Redis Cluster of which a node fails: nothing wrong is served, and nothing is lost."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, PersistenceError

from napoleon.play.games import Games
from projections import reading
from projections.lobby import Wanted
from projections.mending import mend
from projections.projector import edition
from projections.redis_client import client_at
from projections.store import ViewStore, open_views
from projections.worker import catch_up
from tests.core.play import play
from tests.patience import PATIENCE
from tests.projections.audit import all_is_drawn
from tools.servers import ValkeyCluster


@pytest.fixture
def env(file_env: dict[str, str], cluster_url: str) -> dict[str, str]:
    """Only the cluster."""
    return {**file_env, "REDIS_URL": cluster_url, "REDIS_CLUSTER": "on"}


def in_the_end(games: Games, views: ViewStore) -> None:
    """Draw as a worker does, which goes on whatever happens, and mend what is to be mended."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            for game_id in views.distrusted():
                mend(games, views, game_id)
            catch_up(games, views)
            assert not views.distrusted()
        except (PersistenceError, IntegrityError):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        else:
            return


@pytest.mark.sampled(1)
@pytest.mark.parametrize("what", ["lists", "game"])
def test_a_node_fails_in_the_middle_of_play(
    games: Games,
    views: Any,
    own_cluster: ValkeyCluster,
    file_env: dict[str, str],
    what: str,
) -> None:
    ids = [games.create("toy", "short", {}).game.id for _ in range(5)]
    for game_id in ids:
        play(games, game_id, 3)
    catch_up(games, views)
    all_is_drawn(games, views)
    from_log = open_views(file_env)
    key = "{napoleon}:shown" if what == "lists" else f"x:{{{ids[0]}}}"
    own_cluster.kill(own_cluster.primary_of(key))
    try:
        for game_id in ids:
            play(games, game_id, 1)
            game = games.open(game_id)
            for name in games.view(game, "red"):
                shown = reading.view_bytes(games, views, game, "red", name)
                assert shown == reading.view_bytes(games, from_log, game, "red", name)
        assert reading.lobby(games, views, Wanted()) == reading.lobby(games, from_log, Wanted())
        own_cluster.wait()
        in_the_end(games, views)
        all_is_drawn(games, views)
    finally:
        own_cluster.heal()


def test_a_process_that_begins_while_a_node_is_away_finds_the_others(
    games: Games, views: Any, own_cluster: ValkeyCluster, env: dict[str, str]
) -> None:
    play(games, games.create("toy", "short", {}).game.id, 3)
    catch_up(games, views)
    every = own_cluster.addresses.split()
    for dead in (every[0], own_cluster.url):
        own_cluster.kill(int(dead.rpartition(":")[2]))
        try:
            own_cluster.wait()
            named = " ".join([dead, *(it for it in every if it != dead)])
            begun = open_views({**env, "REDIS_URL": named})
            in_the_end(games, begun)
            all_is_drawn(games, begun)
        finally:
            own_cluster.heal()


def test_what_is_no_cluster_has_one_address() -> None:
    with pytest.raises(ValueError, match="several nodes"):
        client_at("redis://first redis://second", seconds=1, cluster=False)


def test_a_node_that_says_nothing_is_passed_over(cluster_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        named = f"redis://127.0.0.1:{silent.getsockname()[1]} {cluster_url}"
        begun = time.monotonic()
        assert client_at(named, seconds=10, cluster=True).get("nothing") is None
        assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    "other", ["rediss://u:p@second", "redis://v:p@second", "redis://u:q@second", "redis://second"]
)
def test_all_nodes_are_opened_by_the_same_words(other: str) -> None:
    """Those of the first are used for all."""
    with pytest.raises(ValueError, match="the same words"):
        client_at(f"redis://u:p@first {other}", seconds=1, cluster=True)
    client_at("redis://u:p@first redis://u:p@second", seconds=1, cluster=True)


def test_what_a_server_had_not_heard_of_when_it_took_over_is_drawn_again(
    games: Games, views: Any
) -> None:
    game_id = games.create("toy", "short", {}).game.id
    play(games, game_id, 3)
    catch_up(games, views)
    keys = views.inner._shared.keys(views.inner._build(edition(games)))
    views.inner._writer.set(keys.version(game_id), games.head(game_id) - 1)
    play(games, game_id, 1)
    with pytest.raises(IntegrityError):
        catch_up(games, views)
    assert views.distrusted() == [game_id]
    in_the_end(games, views)
    all_is_drawn(games, views)
