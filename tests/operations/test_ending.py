"""Processes that are told to stop, or killed, while something is under way."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from subprocess import Popen
from typing import Any, TypeVar

import httpx
import pytest

from napoleon.play.games import Games
from projections.store import open_views
from tests.command_line.conftest import Shell
from tests.command_line.server import PATIENCE, fetched, wait_until
from tests.operations.formation import (
    PROCFILE,
    Formation,
    HalfSent,
    is_ready,
    new_game,
    next_order,
)
from tests.operations.units import unit
from tests.projections.audit import agree_in_all, all_is_drawn
from tests.repetitions import some_of

pytestmark = pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="looks for what is left of the processes in /proc"
)

Start = Callable[..., Formation]
T = TypeVar("T")


def on(store: str) -> pytest.MarkDecorator:
    """Runs a test on this one of the stores, and under ``make soak`` on the other one as well."""
    return pytest.mark.parametrize("env", some_of([store], ["files", "servers"]), indirect=True)


@pytest.fixture
def start(env: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Starts processes of some kinds on the store."""
    started: list[Formation] = []

    def start(*kinds: str) -> Formation:
        folder = tmp_path / str(len(started))
        folder.mkdir()
        started.append(Formation(env, folder / "scratch", *kinds))
        return started[-1]

    yield start
    for formation in started:
        formation.clear_away()


@pytest.mark.parametrize(
    ("env", "times"),
    some_of([("servers", 2)], product(["files", "servers"], [1, 2]), together=True),
    indirect=["env"],
)
def test_a_running_order_is_answered_before_the_end(
    start: Start, env: dict[str, str], times: int
) -> None:
    formation = start("web")
    formation.wait_until_ready(formation.web)
    game = new_game(formation.web)
    running = HalfSent(formation.web, game, "one")
    for _ in range(times):
        formation.processes["web"].terminate()
        # The process that has nothing to answer ends at once.
        wait_until(lambda: "Worker exiting" in formation.log(), "the signal to be passed on")
    status, accepted = running.finish()
    assert status == 201
    assert formation.end(signal.SIGTERM) == {"web": 0}
    recorded_as_answered(env, game["id"], accepted)


@on("files")
def test_an_order_that_a_kill_cuts_off_is_not_recorded(start: Start, env: dict[str, str]) -> None:
    formation = start("web")
    formation.wait_until_ready(formation.web)
    game = new_game(formation.web)
    running = HalfSent(formation.web, game, "one")
    formation.clear_away()
    with pytest.raises(OSError):
        running.finish()
    with Games(env) as games:
        assert games.head(game["id"]) == game["version"]
    again = start("web")
    again.wait_until_ready(again.web)
    for _ in range(2):
        answer = httpx.post(
            f"{again.web}{running.path}",
            content=running.body,
            headers=running.headers,
            timeout=PATIENCE,
            verify=False,
        )
        assert answer.status_code == 201
        recorded_as_answered(env, game["id"], answer.json())


@on("servers")
def test_the_service_goes_on_whichever_process_is_killed(start: Start, env: dict[str, str]) -> None:
    """As docs/operations.md tells it of systemd, in whose place the units are read here."""
    formation = start(*PROCFILE)
    formation.wait_until_ready(formation.web, formation.live)
    game = new_game(formation.web)
    with formation.kept(pause_of_unit):
        # One after the other, as each of them is back, and all is drawn, before the next.
        for kind in PROCFILE:
            killed = formation.processes[kind]
            killed.kill()
            killed.wait(PATIENCE)
            # The others go on.
            assert kind == "live" or is_ready(formation.live)
            meanwhile = given(formation.web, game, f"while-{kind}-is-gone")
            recorded_as_answered(env, game["id"], meanwhile)
            is_back(formation, kind, killed)
            accepted = given(formation.web, game, f"when-{kind}-is-back")
            recorded_as_answered(env, game["id"], accepted)
            is_drawn(formation.live, accepted["version"])


def pause_of_unit(kind: str) -> float:
    """Seconds after which systemd starts again what has ended."""
    service = unit(f"napoleon-{kind}.service")["Service"]
    assert service["Restart"] == "always"
    return float(service["RestartSec"])


def is_back(formation: Formation, kind: str, killed: Popen[bytes]) -> None:
    """Wait until a process was started in the place of one that was killed."""
    wait_until(lambda: formation.processes[kind] is not killed, f"{kind} to be started again")
    formation.wait_until_ready(formation.web, formation.live)


def is_drawn(address: str, version: int) -> None:
    """Wait until the read models show all of the only game."""

    def drawn() -> bool:
        health = fetched(f"{address}/api/v1/health").json()
        return bool(health["drawn"] == version)

    wait_until(drawn, "everything to be drawn")


def given(address: str, game: dict[str, Any], key: str) -> dict[str, Any]:
    """The answer to the next order that is offered, sent under `key` until it is answered."""
    order, headers = persistently(lambda: next_order(address, game))
    answer = persistently(
        lambda: httpx.post(
            f"{address}/api/v1/games/{game['id']}/orders",
            json=order,
            headers={**headers, "Idempotency-Key": key},
            timeout=PATIENCE,
            verify=False,
        )
    )
    assert answer.status_code == 201, answer.text
    accepted: dict[str, Any] = answer.json()
    return accepted


def persistently(ask: Callable[[], T]) -> T:
    """What is answered, when it is."""
    answers: list[T] = []

    def is_answered() -> bool:
        with suppress(httpx.TransportError):
            answers.append(ask())
        return bool(answers)

    wait_until(is_answered, "an answer", every=0.1)
    return answers[0]


def recorded_as_answered(env: dict[str, str], game_id: str, accepted: dict[str, Any]) -> None:
    """The log is whole, and ends with what was answered."""
    with Games(env) as games:
        events = games.history(game_id)
        assert [event.version for event in events] == list(range(1, accepted["version"] + 1))
        last = [event["version"] for event in accepted["events"]]
        assert [event.version for event in events[-len(last) :]] == last
        assert len({event.order_id for event in events[-len(last) :]}) == 1
        assert games.at(game_id, accepted["version"]).version == games.head(game_id)


@pytest.mark.soak
@on("files")
def test_a_worker_may_be_stopped_at_any_moment(start: Start, env: dict[str, str]) -> None:
    shell = Shell(Path(env["NAPOLEON_HOME"]))
    shell.env = env
    for seed in ("1", "2"):
        shell.run("play", "napoleon1815", "--to-turn", "3", "--seed", seed)

    def has_begun(formation: Formation) -> bool:
        try:
            return "napoleon_events_drawn_total" in formation.metrics("worker")
        except httpx.TransportError:
            return False

    with Games(env) as games:
        first = start("worker")
        wait_until(lambda: has_begun(first), "the worker to begin")
        # It may not have got as far as to say what it does when it is stopped.
        assert first.end(signal.SIGTERM)["worker"] in (0, -signal.SIGTERM)
        agree_in_all(games, open_views(env))

        second = start("worker")
        # The first may have drawn everything, so that nothing else tells when this one has begun.
        wait_until(lambda: "drawing from position" in second.log(), "the worker to draw")
        wait_until(
            lambda: (
                has_begun(second)
                and second.metrics("worker")["napoleon_projection_lag_events"] == 0
            ),
            "everything to be drawn",
        )
        assert second.end(signal.SIGTERM, times=2) == {"worker": 0}
        all_is_drawn(games, open_views(env))
