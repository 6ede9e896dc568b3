"""Whoever checks a bundle is not worn out by it, whatever is in it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from napoleon.log.store.keys import create_key
from napoleon.play.games import Games
from napoleon.record.checkpoints import hashes
from tests.record import attempt
from tests.record.bundling import rows
from tests.record.handmade import Members, zipped
from tests.record.hostile import HOSTILE, REAL, largest

MEBIBYTES, SECONDS = 256, 10

ALL = ("verify.py", "verify", "import", "import as json")
"""What reads a bundle."""

ONE_OF_ALL = tuple((it,) for it in ALL)
"""One of them for each bundle, in turn."""

Programs = Sequence[tuple[str, ...]]
"""What reads the first bundle, the second one and so on, from the beginning again at its end."""

in_turn = pytest.mark.parametrize(
    "programs",
    [ONE_OF_ALL, pytest.param([ALL], marks=pytest.mark.soak)],
    ids=["one of four", "all"],
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store without games."""
    home = tmp_path_factory.mktemp("store")
    env = {"NAPOLEON_HOME": str(home), "CREATE_TABLE": "yes"}
    Games(env).close()
    create_key(env)
    return home


@pytest.fixture(scope="module")
def most() -> Members:
    return largest()


def attempted(
    folder: Path, home: Path, programs: Programs, **bundles: bytes
) -> list[dict[str, Any]]:
    """What came of checking and importing bundles in another process; see `attempt`."""
    tried = []
    for (name, data), chosen in zip(bundles.items(), cycle(programs), strict=False):
        path = folder / f"{name}.zip"
        path.write_bytes(data)
        tried.append(f"{path}={','.join(chosen)}")
    # What the machine has to bear if all goes wrong: four times what is asserted.
    confined = ("sh", "-c", f'ulimit -v {4 * MEBIBYTES * 1024}; exec "$@"', "sh")
    command = (sys.executable, "-m", attempt.__name__, str(home), *tried)
    run = subprocess.run([*confined, *command], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(found) == len(programs[0]) * len(bundles)
    for took in found:
        assert took["mebibytes"] < MEBIBYTES, took
        assert took["seconds"] < SECONDS, took
    return found


@in_turn
def test_hostile_bundles_are_refused_before_they_wear_anybody_out(
    tmp_path: Path, home: Path, programs: Programs
) -> None:
    bundles = {name: make() for name, make in HOSTILE.items()}
    for took in attempted(tmp_path, home, programs, **bundles):
        assert took["status"] == 1, took
        if took["program"] == "verify.py":
            assert "FAIL" in took["told"], took
        if took["program"] == "import as json":
            assert json.loads(took["told"])["error"]["code"], took
    game, leaves = rows(REAL)[0]["game"], REAL["leaves.txt"].decode().splitlines()
    with Games({"NAPOLEON_HOME": str(home)}) as games:
        head = games.recorder.head(game) or 0
        assert games.recorder.max_notification_id() in (head or None, head)
        recorded = [it.hex() for it in hashes(games, game, head)] if head else []
    assert recorded == leaves[:head], "at most what is good of them was recorded"
    assert head < len(leaves)


@pytest.mark.soak
@in_turn
def test_the_largest_record_that_holds_wears_nobody_out(
    most: Members, tmp_path: Path, home: Path, programs: Programs
) -> None:
    alone, *_ = attempted(tmp_path, home, programs, largest=zipped(most))
    assert (alone["program"], alone["status"]) == ("verify.py", 0), alone


@in_turn
def test_a_record_of_more_events_is_refused_with_the_limit(
    most: Members, tmp_path: Path, home: Path, programs: Programs
) -> None:
    first = most["log.ndjson"].split(b"\n", 1)[0] + b"\n"
    larger = zipped(most | {"log.ndjson": first + most["log.ndjson"]})
    for took in attempted(tmp_path, home, programs, larger=larger):
        if not took["program"].startswith("import"):
            assert "12001 lines of log.ndjson" in " ".join(took["told"].split()), took
