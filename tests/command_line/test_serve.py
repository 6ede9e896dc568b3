"""``napoleon serve`` as it is run: killed, restarted and stopped in the middle of play."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from api.server import gate
from api.server.gate import wait_until_open
from napoleon.log.store.home import LOG
from napoleon.log.store.sqlite.connection import pragma
from napoleon.play.games import Games
from projections.store import open_views
from tests.command_line.conftest import Shell
from tests.command_line.server import Player, Server, fetched, wait_until
from tests.operations.formation import HalfSent, next_order
from tests.patience import PATIENCE
from tests.projections.audit import agree, all_is_drawn, canonical, replayed
from tests.repetitions import so_many

pytestmark = pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="looks for what is left of the service in /proc"
)


class Service:
    """A store, and the servers that were started on it one after the other."""

    def __init__(self, home: Path) -> None:
        self.env = {"NAPOLEON_HOME": str(home), "NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL"}
        self.home = home
        self._started: list[Server] = []

    def start(self, port: int = 0) -> Server:
        self._started.append(Server(self.env, port))
        return self._started[-1].listens()

    def start_in_vain(self) -> Server:
        self._started.append(Server(self.env))
        return self._started[-1]

    def clear_away(self) -> None:
        for server in self._started:
            server.clear_away()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    yield service
    service.clear_away()


def new_game(server: Server) -> dict[str, Any]:
    answer = httpx.post(
        f"{server.address}/api/v1/games",
        json={"ruleset": "napoleon1815", "scenario": "historical_invasion"},
        timeout=PATIENCE,
        verify=False,
    )
    assert answer.status_code == 201
    created: dict[str, Any] = answer.json()
    return created


def players(server: Server, game: dict[str, Any], seed: int) -> list[Player]:
    """Bots for both seats of a game."""
    return [
        Player(server.address, game["id"], seat["seat"], seat["token"], seed + number)
        for number, seat in enumerate(game["seats"])
    ]


@pytest.mark.parametrize("times", so_many(2, 4))
def test_kill_9_loses_and_doubles_nothing(service: Service, times: int) -> None:
    random = Random(1815)
    server = service.start()
    port = server.port
    game = new_game(server)
    rounds = accepted = unanswered = 0
    while rounds < times or (not unanswered and rounds < 12):
        playing = players(server, game, seed=100 * rounds)
        for player in playing:
            player.start()
        in_the_middle_of_play(playing, random, at_once=rounds >= times)
        status, _ = server.end(signal.SIGKILL, group=True)
        for player in playing:
            player.join()
            assert not player.unexpected
        assert status == -signal.SIGKILL
        log_is_whole(service, game["id"], playing)
        views_agree(service, game["id"])

        server = service.start(port)
        sent_again(service, server, game, playing)
        server.wait_until_drawn()
        shown_as_recorded(service, server, game)
        rounds += 1
        accepted += sum(len(player.accepted) for player in playing)
        unanswered += sum(len(player.unanswered) for player in playing)
        if fetched(f"{server.address}/api/v1/games/{game['id']}").json()["status"] == "over":
            game = new_game(server)
    assert accepted > 10
    assert unanswered > 0, "an order was under way when the service was killed"
    assert server.end(signal.SIGTERM)[0] == 0


def in_the_middle_of_play(playing: list[Player], random: Random, *, at_once: bool) -> None:
    """Return at some moment after a few orders, while another one is under way.

    It may have been answered meanwhile: on a busy machine nearly always, as whoever sleeps even for
    half a millisecond is woken after the service has had its turn. If `at_once`, nobody sleeps
    between the sending of the order and the return.
    """
    wait_until(lambda: sum(len(p.accepted) for p in playing) > 3, "some orders")
    time.sleep(random.uniform(0, 0.4))
    answered_soon = [sent.key for p in playing for sent in p.unanswered]
    wait_until(
        lambda: (
            any(sent.key not in answered_soon for p in playing for sent in [*p.unanswered])
            or not any(p.is_alive() for p in playing)
        ),
        "an order under way",
        every=0 if at_once else 0.0005,
    )
    if not at_once:
        time.sleep(random.uniform(0, 0.004))


def log_is_whole(service: Service, game_id: str, playing: list[Player]) -> None:
    """Every version is there, the replay works, and every accepted order is recorded once."""
    assert pragma(service.home / LOG, "integrity_check") == "ok"
    with Games(service.env) as games:
        events = games.history(game_id)
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        assert replayed(games, events).version == games.head(game_id) == len(events)
        ids = {
            (player.seat, key): games.order_id_of(game_id, player.seat, key)
            for player in playing
            for key in player.accepted
        }
    orders = Counter(event.order_id for event in events if event.type == "order_given")
    assert set(orders.values()) <= {1}
    for player in playing:
        for key, (_, answer) in player.accepted.items():
            order_id = ids[player.seat, key]
            assert orders[order_id] == 1
            recorded = [event.version for event in events if event.order_id == order_id]
            assert recorded == [event["version"] for event in answer["events"]]


def views_agree(service: Service, game_id: str) -> None:
    """As far as they are drawn, the views show what the log says."""
    with Games(service.env) as games:
        agree(games, open_views(service.env), game_id)


def sent_again(
    service: Service, server: Server, game: dict[str, Any], playing: list[Player]
) -> None:
    """What was accepted is answered as before; what was not answered is carried out once."""
    again = players(server, game, seed=0)
    for player, old in zip(again, playing, strict=True):
        for sent, answer in list(old.accepted.values())[-3:]:
            repeated = player.send(sent)
            assert (repeated.status_code, repeated.json()) == (201, answer)
        for sent in old.unanswered:
            answers = [player.send(sent) for _ in range(2)]
            assert [answer.status_code for answer in answers] in ([201, 201], [412, 412])
            assert answers[0].json()["version"] == answers[1].json()["version"]
            with Games(service.env) as games:
                order_id = games.order_id_of(game["id"], player.seat, sent.key)
                given = [event.order_id for event in games.history(game["id"])
                         if event.type == "order_given"]  # fmt: skip
            assert given.count(order_id) == (answers[0].status_code == 201)
    log_is_whole(service, game["id"], playing)


def shown_as_recorded(service: Service, server: Server, game: dict[str, Any]) -> None:
    """The read models show what a replay of the log gives, and so does the service."""
    with Games(service.env) as games:
        all_is_drawn(games, open_views(service.env))
        position = replayed(games, games.history(game["id"]))
        for seat in game["seats"]:
            for name, view in games.view(position, seat["seat"]).items():
                answer = fetched(
                    f"{server.address}/api/v1/games/{game['id']}/{name}",
                    Authorization=f"Bearer {seat['token']}",
                )
                assert answer.content == canonical(view)


def test_sigterm_in_the_middle_of_play_ends_everything(service: Service) -> None:
    server = service.start()
    game = new_game(server)
    playing = players(server, game, seed=7)
    for player in playing:
        player.start()
    wait_until(lambda: sum(len(p.accepted) for p in playing) > 5, "some orders")
    status, errors = server.end(signal.SIGTERM)
    for player in playing:
        player.enough.set()
        player.join()
    assert (status, errors) == (0, "")
    log_is_whole(service, game["id"], playing)
    views_agree(service, game["id"])


def test_a_worker_that_died_is_started_again(service: Service) -> None:
    server = service.start()
    wait_until(lambda: set(server.children()) == {"web", "worker"}, "both processes")
    first = server.children()["worker"]
    game = new_game(server)
    server.wait_until_drawn()
    os.kill(first, signal.SIGKILL)
    playing = players(server, game, seed=3)
    for player in playing:
        player.start()
    wait_until(lambda: sum(len(p.accepted) for p in playing) > 10, "orders without a worker")
    for player in playing:
        player.enough.set()
        player.join()
        assert not player.unexpected
    server.wait_until_drawn()
    assert server.children()["worker"] != first
    shown_as_recorded(service, server, game)
    status, errors = server.end(signal.SIGTERM)
    assert (status, errors) == (0, "The worker ended (-9) and is restarted.\n")


def test_what_the_service_started_ends_with_it(service: Service) -> None:
    """Also if it was killed alone; then the next one can take its port."""
    server = service.start()
    server.health()
    status, _ = server.end(signal.SIGKILL)
    assert status == -signal.SIGKILL
    again = service.start(server.port)
    assert again.health()["recorded"] == 0
    os.kill(again.children()["web"], signal.SIGKILL)
    again.process.wait(timeout=PATIENCE)
    assert again.process.returncode == 1
    wait_until(again.is_gone, "the worker and the web processes to end")


@pytest.mark.soak
def test_slow_clients_and_live_streams_keep_nobody_waiting(service: Service) -> None:
    """At the one address, without a proxy: more of both than there are web processes."""
    server = service.start()
    game = new_game(server)
    at = f"{server.address}/api/v1/games/{game['id']}"
    with ExitStack() as stack:
        slow = [HalfSent(server.address, game, f"slow-{number}") for number in range(4)]
        streams = [
            stack.enter_context(httpx.stream("GET", f"{at}/live", timeout=PATIENCE, verify=False))
            for _ in range(4)
        ]
        told = [stream.iter_lines() for stream in streams]
        for lines in told:
            assert f"id: {game['version']}" in lines
        order, headers = next_order(server.address, game)
        answer = httpx.post(
            f"{at}/orders", json=order, headers=headers, timeout=PATIENCE, verify=False
        )
        assert answer.status_code == 201
        for lines in told:
            assert f"id: {answer.json()['version']}" in lines
        assert [half.finish()[0] for half in slow] == [412] * 4
        status, errors = server.end(signal.SIGTERM)
        assert (status, errors) == (0, "")
        for lines in told:
            list(lines)


def test_a_port_that_is_taken(service: Service, shell: Shell) -> None:
    server = service.start()
    result = shell.run("serve", status=1, PORT=str(server.port))
    assert result.stderr.startswith("The service cannot start: Address already in use")
    assert "listens" not in result.stdout
    assert server.end(signal.SIGINT)[0] == 0


def test_a_host_that_is_none(shell: Shell) -> None:
    result = shell.run("serve", "--port", "0", status=1, HOST="host.invalid")
    assert result.stderr.startswith("The service cannot start: ")


def test_a_store_that_cannot_be_made_ends_what_was_started(service: Service) -> None:
    """The web server loads meanwhile, so it must not be left alone."""
    service.home.joinpath(LOG).mkdir()
    server = service.start_in_vain()
    assert server.process.wait(timeout=PATIENCE) == 1
    assert server.errors().startswith("The store cannot be used: ")
    wait_until(server.is_gone, "the web server to end")


def test_nobody_is_answered_before_the_store_is_there() -> None:
    reading, held = os.pipe()
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(wait_until_open, {gate.VARIABLE: str(reading)})
        with pytest.raises(TimeoutError):
            waiting.result(timeout=0.2)
        os.close(held)
        waiting.result(timeout=PATIENCE)
    wait_until_open({gate.VARIABLE: str(reading)})
    wait_until_open({})
    os.close(reading)
