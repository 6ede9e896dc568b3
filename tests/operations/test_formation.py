"""All processes of the Procfile, on files and on database servers: played on, killed, ended."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.command_line.server import PATIENCE, fetched, wait_until
from tests.operations.formation import PROCFILE, Formation, is_ready, new_game, next_order
from tests.repetitions import some_of

pytestmark = pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="looks for what is left of the processes in /proc"
)


WORKING = [{"partitions": [0]}]
"""A worker that has the whole of a log in one piece. Nobody can say so of a log in a file."""


@pytest.fixture
def settings() -> dict[str, str]:
    """What else the environment of the processes says."""
    return {}


@pytest.fixture
def formation(env: dict[str, str], settings: dict[str, str], tmp_path: Path) -> Iterator[Formation]:
    """All of them under honcho, ready."""
    formation = Formation(env | settings, tmp_path / "scratch")
    try:
        formation.wait_until_ready(formation.web, formation.live)
        yield formation
    finally:
        formation.clear_away()


@pytest.mark.parametrize("env", some_of(["servers"], ["files", "servers"]), indirect=True)
def test_an_order_is_given_here_and_heard_of_there(
    formation: Formation, env: dict[str, str]
) -> None:
    game = new_game(formation.web)
    at = f"/api/v1/games/{game['id']}"
    order, headers = next_order(formation.web, game)
    with httpx.stream(
        "GET", f"{formation.live}{at}/live", timeout=PATIENCE, verify=False
    ) as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("id: ")) == f"id: {game['version']}"
        answer = httpx.post(
            f"{formation.web}{at}/orders",
            json=order,
            headers=headers,
            timeout=PATIENCE,
            verify=False,
        )
        assert answer.status_code == 201, answer.text
        version = answer.json()["version"]
        next(line for line in lines if line == f"id: {version}")

        assert formation.metrics("live")["napoleon_live_streams"] == 1
        [answering] = formation.workers("live")
        os.kill(answering, signal.SIGKILL)
        with pytest.raises(httpx.TransportError):
            list(lines)
    wait_until(lambda: is_ready(formation.live), "another live process")
    assert formation.metrics("live")["napoleon_live_streams"] == 0, "it ended with its process"

    wait_until(
        lambda: formation.metrics("worker")["napoleon_projection_lag_events"] == 0, "all drawn"
    )
    health = fetched(f"{formation.web}/api/v1/health").json()
    assert health.pop("workers", WORKING) == WORKING
    assert health == {"status": "ok", "signing": "ok", "recorded": version, "drawn": version}
    ready = fetched(f"{formation.live}/api/v1/health/ready").json()
    assert (ready["views"], ready["recorded"]) == ("ok", version)
    assert formation.metrics("web")["napoleon_orders_accepted_total"] == 1
    assert formation.metrics("worker")["napoleon_events_drawn_total"] == version
    assert fetched(f"{formation.web}/metrics").status_code == 404

    with httpx.stream(
        "GET", f"{formation.live}{at}/live", timeout=PATIENCE, verify=False
    ) as stream:
        lines = stream.iter_lines()
        next(lines)
        # honcho's status for a service that was told to stop.
        assert formation.end(signal.SIGTERM) == {"honcho": 128 + signal.SIGTERM}
        list(lines)
    assert not list(formation.scratch.iterdir()), "temporary files are left"
    told = told_in_json(formation.log(), game["id"], version)
    assert {f"Using worker: {kind}" for kind in ("gthread", "gevent")} == {
        line["event"] for line in told if line["event"].startswith("Using worker")
    }


# A worker whose server is gone looks for it every so many seconds, half of this time-out.
@pytest.mark.soak
@pytest.mark.parametrize("settings", [{"GUNICORN_CMD_ARGS": "--timeout 4"}], ids=["soon"])
@pytest.mark.parametrize("env", ["files"], indirect=True)
@pytest.mark.parametrize("kind", PROCFILE)
def test_honcho_ends_all_when_one_is_killed(formation: Formation, kind: str) -> None:
    """As docs/operations.md tells it."""
    os.kill(formation.first_of(kind), signal.SIGKILL)
    assert formation.processes["honcho"].wait(PATIENCE) != 0
    wait_until(lambda: not formation.living(), "the other processes to end")


def told_in_json(log: str, game: str, version: int) -> list[dict[str, Any]]:
    """Every line but honcho's own is JSON; the order is told of, and no error but the kill's."""
    own = re.compile(r"\w+\.1 (started|stopped) .*|SIGTERM received|sending SIGTERM to .*")
    told = [
        msgspec.json.decode(line) for line in log.splitlines() if not own.fullmatch(line.strip())
    ]
    [accepted] = [line for line in told if line["event"] == "order accepted"]
    assert (accepted["game"], accepted["version"]) == (game, version)
    [request] = [line for line in told if line.get("route", "").endswith("/orders")]
    assert request["request_id"] == accepted["request_id"]
    errors = [line["event"] for line in told if line["level"] == "error"]
    assert len(errors) == 1, errors
    assert "SIGKILL" in errors[0]
    return told
