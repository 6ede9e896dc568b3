"""A log that has lost events which had been drawn: nothing heals itself out of sight.

A page of the write-ahead log that the disk has lost makes SQLite open a shorter log, and says
nothing. What was drawn from the log is the last witness of what it held.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from napoleon.log.errors import EventsLost
from napoleon.log.store.home import LOG
from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from projections.projector import edition
from projections.store import open_views
from projections.witness import loss, lost_games
from projections.worker import catch_up
from tests.command_line.conftest import Shell
from tests.command_line.server import Server, fetched, wait_until
from tests.core.play import play
from tests.projections.audit import all_is_drawn
from tests.stores import embedded
from tests.toy import Toy
from tools.servers import PostgresServer

PAGE = 4096


@contextmanager
def serving(shell: Shell) -> Iterator[Server]:
    server = Server({**shell.env, "NAPOLEON_LIMITS": "off"}).listens()
    try:
        yield server
    finally:
        server.clear_away()


class Player:
    """Who has all tokens of a game, and plays it over HTTP."""

    def __init__(self, address: str) -> None:
        self.address = f"{address}/api/v1"
        body = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
        made = self.post("/games", body).json()
        self.id = made["id"]
        self.tokens = {it["seat"]: it["token"] for it in made["seats"]}
        self._bot = RandomBot(7)

    def post(self, path: str, body: Any, seat: str = "", **headers: str) -> httpx.Response:
        if seat:
            headers["Authorization"] = f"Bearer {self.tokens[seat]}"
        return httpx.post(self.address + path, json=body, headers=headers, timeout=60, verify=False)

    def order(self) -> httpx.Response:
        """What comes of the next order."""
        for seat in ("french", "allied"):
            path = f"{self.address}/games/{self.id}/decisions"
            asked = fetched(path, Authorization=f"Bearer {self.tokens[seat]}").json()
            for decision in asked["decisions"]:
                if decision["seat"] == seat:
                    offer = self._bot.choose(decision["offers"])
                    newest = {"If-Match": f'"{asked["version"]}"'}
                    return self.post(f"/games/{self.id}/orders", offer, seat, **newest)
        raise AssertionError("nobody is asked anything")

    def version(self) -> int:
        answer = fetched(f"{self.address}/games/{self.id}")
        return int(answer.json()["version"]) if answer.status_code == 200 else 0


def lose_a_page(log: Path) -> None:
    """Zero 4 KiB in the middle of the write-ahead log, as a disk may after a power cut."""
    wal = log.with_name(f"{log.name}-wal")
    size = wal.stat().st_size
    assert size > 8 * PAGE, "there is something to lose"
    with wal.open("r+b") as file:
        file.seek(size // 2)
        file.write(bytes(PAGE))


@pytest.mark.soak
def test_a_lost_wal_is_told_and_not_healed_out_of_sight(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    with serving(shell) as server:
        players = [Player(server.address) for _ in range(4)]
        for player in players:
            for _ in range(5):
                assert player.order().status_code == 201
        server.wait_until_drawn()
        recorded = server.health()["recorded"]
        played = {it.id: it.version() for it in players}
        server.end(signal.SIGKILL, group=True)
    lose_a_page(shell.home / LOG)
    with serving(shell) as server:
        health = server.health()
        assert health["status"] == "short"
        assert health["recorded"] < health["drawn"] == recorded
        assert fetched(f"{server.address}/api/v1/health/ready").json()["views"] == "ahead"
        said = shell.json("rebuild", status=1)
        assert said["error"]["code"] == "EVENTS_LOST"
        assert said["drawn"] == recorded
        missing = {it["game"]: it for it in said["games"]}
        assert {it: missing[it]["drawn"] for it in missing}.items() <= played.items()
        assert sum(it["missing"] for it in missing.values()) == recorded - health["recorded"]
        # Positions come from the log, and nothing is added to it.
        for player in players:
            player.address = f"{server.address}/api/v1"
            left = missing.get(player.id, {"recorded": played[player.id]})["recorded"]
            assert player.version() == left
        whole = next(it for it in players if it.version())
        refused = whole.order()
        assert (refused.status_code, refused.json()["code"]) == (503, "EVENTS_LOST")
        assert int(refused.headers["Retry-After"]) > 0
        listed = fetched(f"{server.address}/api/v1/games").json()["games"]
        assert {it["id"] for it in listed} == {it.id for it in players if it.version()}
        # The worker has begun by now, and has left what was drawn as it is.
        time.sleep(3)
        assert server.health() == health
        told = shell.run("rebuild", status=1)
        assert all(it in told.output for it in missing)
        confirmed = shell.json("rebuild", "--confirm-loss")
        assert confirmed["events"] == health["recorded"]
        assert confirmed["lost"] == said["games"]
        server.wait_until_drawn()
        wait_until(lambda: whole.order().status_code == 201, "orders to be taken")
        wait_until(lambda: server.health()["status"] == "ok", "the service to be well")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("views", ["file", "redis"])
def test_a_database_that_was_put_back_is_told(
    views: str,
    postgres: PostgresServer,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    """As from an older dump, or a standby that had not received everything, and then played on."""
    made = postgres.create_database()
    env = {
        **embedded(tmp_path),
        "DATABASE_URL": made,
        "NAPOLEON_SECRET": "correct horse battery staple",
    }
    if views == "redis":
        env["REDIS_URL"] = request.getfixturevalue("redis_url")
    toy = {"toy": Toy()}
    drawn = open_views(env)
    with Games(env, rulesets=toy) as games:
        game_id = games.create("toy", "short", {"turns": 50}).game.id
        play(games, game_id, 5)
    older = postgres.copy_database(made)
    try:
        with Games(env, rulesets=toy) as games:
            play(games, game_id, 6)
            catch_up(games, drawn)
            shown = drawn.shown([game_id], edition=edition(games))
        with Games({**env, "DATABASE_URL": older}, rulesets=toy) as games:
            assert loss(games, drawn) is not None
            # Somebody goes on before anybody has looked, as an earlier release would.
            play(games, game_id, 9, seed=4)
            assert loss(games, drawn) is not None
            [found] = lost_games(games, drawn)
            assert (found.game, found.drawn) == (game_id, shown[game_id])
            assert found.missing is None
            with pytest.raises(EventsLost):
                catch_up(games, drawn)
            assert drawn.shown([game_id], edition=edition(games)) == shown
            drawn.forget(edition(games))
            catch_up(games, drawn)
            all_is_drawn(games, drawn)
    finally:
        postgres.drop_database(older)
        postgres.drop_database(made)
