"""Workers that tell people, as processes: one that is killed while it sends, and two at once."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from api.people import seats
from api.people.registry import Registry, open_registry
from api.people.rows import INSTANT, ChannelRow
from api.people.signing_in import begin
from api.people.telling import channels
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from projections.store import open_views
from tests.patience import PATIENCE
from tests.people.telling import Subscriber, service, signer
from tests.webhooks.receiver import LOOPBACK, Received

ROOT = Path(__file__).parents[2]

WORKER = """
from api.command_line.main import main
from api.people.telling import attending, delivery
from napoleon.log.times import SECOND

# Nobody waits for minutes here.
attending.SETTLES, delivery.LEASE = 0, 12 * SECOND
main(["worker"])
"""


@pytest.fixture
def env(log_env: dict[str, str]) -> dict[str, str]:
    """The environment of a service, once on each database, which may tell this machine."""
    return {**log_env, "WEBHOOK_ALLOW": f"{LOOPBACK}/32"}


@contextmanager
def working(env: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """While a worker runs; it is killed in the end, if it has not ended."""
    command = [sys.executable, "-c", WORKER]
    worker = subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True)
    try:
        yield worker
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.communicate(timeout=PATIENCE)


def move(games: Games, game_id: str) -> None:
    """Play until it is another seat's turn."""
    first = games.decisions(games.open(game_id))[0].seat
    while (decision := games.decisions(games.open(game_id))[0]).seat == first:
        game = games.open(game_id)
        order = next(iter(games.rules(game).legal_orders(game.state, decision)))
        assert isinstance(games.submit_orders(game_id, decision.seat, [order]), Accepted)


def wait_for(registry: Registry, messages: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while registry.store.messages.waiting() != messages:
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.sampled(1)
def test_a_worker_that_is_killed_while_it_sends_loses_nothing_and_nobody_tells_it_thrice(
    env: dict[str, str],
) -> None:
    killed = Event()

    def answer(_: Received) -> int:
        killed.wait(PATIENCE)
        return 201

    with Games(env) as games, service(answer) as there:
        open_views(env)
        registry = open_registry(games)
        created = games.create("napoleon1815", "historical_invasion", {})
        game_id = created.game.id
        asked = games.decisions(games.open(game_id))[0].seat
        [other] = [it for it in created.tokens if it != asked][:1]
        entered, _ = begin(registry, "Ney", "fr", "phone")
        assert seats.lay(registry, entered.person.id, created.game, other, created.tokens[other])
        phone = Subscriber(there)
        said = phone.subscription()
        channel = channels.by_browser(
            registry,
            entered.person.id,
            entered.device.id,
            "phone",
            said["endpoint"],
            INSTANT,
            key=said["keys"]["p256dh"],
            auth=said["keys"]["auth"],
        )
        assert isinstance(channel, ChannelRow)
        time.sleep(0.01)
        move(games, game_id)
        with working(env):
            there.wait(1)
        killed.set()
        assert registry.store.messages.waiting() == 1, "it is not lost"
        with working(env), working(env):
            wait_for(registry, 0)
            # Both look at every game when they begin: what was told is not told again.
            time.sleep(2)
        first, second = phone.came()
        assert phone.read(first) == phone.read(second)
        assert first.headers["topic"] == second.headers["topic"], "a browser shows it once"
        assert signer(first) == signer(second)
        told = phone.read(second)
        assert told["tag"] == game_id and told["body"].startswith("À vous de jouer")
        assert not json.dumps(told).count(other), "nothing but the game is named"
        registry.store.close()
