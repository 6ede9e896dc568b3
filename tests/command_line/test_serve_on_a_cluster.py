"""``napoleon serve`` on a Redis Cluster, of which a node dies in the middle of play."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.server import Player, wait_until
from tests.command_line.test_serve import (
    Service,
    log_is_whole,
    new_game,
    shown_as_recorded,
    views_agree,
)
from tools.servers import ValkeyCluster

pytestmark = pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="looks for what is left of the service in /proc"
)


class Attentive(Player):
    """One who looks at the map after each of their orders."""

    behind = 0
    """How often the map did not show their own order."""

    def send(self, sent: Any) -> Any:
        answer = super().send(sent)
        if answer.status_code == 201:
            shown = self._http.get("/map").raise_for_status().json()["version"]
            self.behind += shown < answer.json()["version"]
        return answer


@pytest.fixture
def service(tmp_path: Path, cluster_url: str) -> Iterator[Service]:
    service = Service(tmp_path)
    service.env |= {"REDIS_URL": cluster_url, "REDIS_CLUSTER": "on"}
    yield service
    service.clear_away()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("lost", ["the lists", "the game"])
def test_a_node_that_dies_loses_nothing_and_shows_nothing_old(
    service: Service, own_cluster: ValkeyCluster, lost: str
) -> None:
    server = service.start()
    game = new_game(server)
    playing: list[Player] = [
        Attentive(server.address, game["id"], it["seat"], it["token"], seed)
        for seed, it in enumerate(game["seats"])
    ]
    for player in playing:
        player.start()

    def play_on(orders: int) -> None:
        so_many = sum(len(it.accepted) for it in playing) + orders
        wait_until(lambda: sum(len(it.accepted) for it in playing) >= so_many, "some orders")

    play_on(4)
    key = "{napoleon}:shown" if lost == "the lists" else f"x:{{{game['id']}}}"
    own_cluster.kill(own_cluster.primary_of(key))
    try:
        play_on(8)
        own_cluster.wait()
        play_on(4)
        for player in playing:
            player.enough.set()
        for player in playing:
            player.join()
            assert not player.unexpected
            assert not player.unanswered
            assert isinstance(player, Attentive) and player.behind == 0
        log_is_whole(service, game["id"], playing)
        server.wait_until_drawn()
        wait_until(lambda: server.health()["status"] == "ok", "the service to be well again")
        shown_as_recorded(service, server, game)
        assert server.end(signal.SIGTERM)[0] == 0
        views_agree(service, game["id"])
    finally:
        own_cluster.heal()
