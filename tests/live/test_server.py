"""The stream from real servers: crowds of clients, cut off and stopped."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from api.events import presenter
from napoleon.play.games import Games
from napoleon.play.outcomes import Created
from napoleon.rules.bots import RandomBot
from projections.store import open_views
from tests.live.crowd import Crowd, serving
from tests.repetitions import so_many
from tools.bench.logs import one_order

LIVE = ("python:api.server.live_settings", "api.live.wsgi:app")
WEB = ("python:api.server.web_settings", "api.wsgi:app")

CLIENTS = 200


@pytest.fixture
def games(log_env: dict[str, str]) -> Iterator[Games]:
    """A log on each database, in which games come out the same each time."""
    open_views({"NAPOLEON_HOME": log_env["NAPOLEON_HOME"], "CREATE_TABLE": "yes"})
    games = Games(log_env, entropy=Random(1815).randbytes)
    yield games
    games.close()


@pytest.fixture
def created(games: Games) -> Created:
    return games.create("napoleon1815", "historical_invasion", {})


@pytest.mark.sampled(1)
@pytest.mark.parametrize("orders", so_many(20, 100))
def test_of_200_clients_one_is_cut_off_at_each_order_and_none_misses_or_doubles_anything(
    log_env: dict[str, str], games: Games, created: Created, orders: int
) -> None:
    """In the middle of whatever is on its way to him; then the server stops."""
    random, bot, game = Random(7), RandomBot(7), created.game
    seats: list[str | None] = [None, *created.tokens]
    tokens = [created.tokens.get(seat or "") for seat in seats]
    with (
        serving(log_env, *LIVE) as server,
        Crowd(server.port, game.id, [tokens[n % len(tokens)] for n in range(CLIENTS)]) as crowd,
    ):
        crowd.receive_until(lambda client: client.last == game.version)
        begun = game.version
        for _ in range(orders):
            game = one_order(games, game, bot)
            crowd.receive(random.choice((0, 0.002, 0.02, 0.05)))
            crowd.cut(random.choice(crowd.clients))
        crowd.receive_until(lambda client: client.last == game.version)
        assert crowd.connected == CLIENTS
        status, log = server.stop()
        crowd.receive_until(lambda _: crowd.connected == 0)
    assert status == 0
    assert "graceful timeout" not in log
    assert '"level": "error"' not in log
    assert not game.over
    events = games.history(game.id, after=begun)
    for seat, token in zip(seats, tokens, strict=True):
        present = presenter(games, game, seat or "spectator")
        expected = [msgspec.json.encode(present(event)).decode() for event in events]
        for client in crowd.clients:
            if client.token == token:
                assert [message.id for message in client.events] == [it.version for it in events]
                assert [message.data for message in client.events] == expected


@pytest.mark.parametrize("log_env", ["sqlite"], indirect=True)
def test_a_web_process_with_threads_gives_as_many_streams_as_it_is_told(
    log_env: dict[str, str], games: Games, created: Created
) -> None:
    """Beside them it answers as ever, and they do not keep it from stopping."""
    env = {**log_env, "WEB_STREAMS": "3", "WEB_CONCURRENCY": "1"}
    threads = ("--worker-class", "gthread", "--threads", "8", "--graceful-timeout", "60")
    with (
        serving(env, *WEB, *threads) as server,
        Crowd(server.port, created.game.id, [None] * 4) as crowd,
    ):
        crowd.receive_until(lambda client: client.status != 0)
        assert sorted(client.status for client in crowd.clients) == [200, 200, 200, 503]
        crowd.receive_until(lambda _: crowd.connected == 3)
        game = one_order(games, created.game, RandomBot(7))
        served = [client for client in crowd.clients if client.status == 200]
        crowd.receive_until(lambda client: client not in served or client.last == game.version)
        status, _ = server.stop()
        crowd.receive_until(lambda _: crowd.connected == 0)
    assert status == 0
