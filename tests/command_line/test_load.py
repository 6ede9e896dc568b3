"""``python -m tools.load``: bots play over HTTP, and it is said how they were served."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line.server import ROOT
from tests.repetitions import some_of


@pytest.mark.soak
@pytest.mark.parametrize(
    "stores", some_of(["PostgreSQL and Redis"], ["SQLite", "PostgreSQL and Redis"])
)
def test_orders_a_second_their_times_and_the_lag_are_told(
    request: pytest.FixtureRequest, tmp_path: Path, stores: str
) -> None:
    env = {"TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    if stores != "SQLite":
        env["DATABASE_URL"] = request.getfixturevalue("database_url")
        env["REDIS_URL"] = request.getfixturevalue("redis_url")
    found = subprocess.run(
        [sys.executable, "-m", "tools.load", "--games", "3", "--seconds", "1"],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    for told in (
        f"load test: {stores}",
        r"accepted orders .* [\d,]+ in [\d.]+ s: [\d,]+ a second",
        r"an order, .* p50 [\d.]+ ms, p99 [\d.]+ ms",
        r"events not drawn yet .* p50 \d+, most \d+",
        r"read models behind the log .* p50 [\d.]+ s, p99 [\d.]+ s",
    ):
        assert re.search(told, found.stdout), f"{told}:\n{found.stdout}"
    assert "NOT accepted" not in found.stdout
    assert "in 0.0 s" not in found.stdout
    assert not list(tmp_path.iterdir()), "its store is gone"


@pytest.mark.soak
@pytest.mark.parametrize("partitions", ["", "2"])
def test_a_day_is_played_and_audited(
    tmp_path: Path, database_url: str, redis_url: str, partitions: str
) -> None:
    env = {
        "TMPDIR": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": database_url,
        "DATABASE_PARTITIONS": partitions,
        "REDIS_URL": redis_url,
    }
    small = ["--games", "3", "--mailboxes", "1", "--at-once", "2"]
    found = subprocess.run(
        [sys.executable, "-m", "tools.load.day", *small],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    for told in (
        r"accepted orders +│ 30 in \d+ s: [\d,]+ a second",
        r"orders lost, doubled +│ 0, 0 ",
        r"shown otherwise than recorded │ 0; 1 compared",
        r"webhooks +│ [1-9]\d* messages, 0 left behind",
        r"mails +│ [1-9]\d*; of mails and messages 0 came twice",
        r"bytes of the log +│ [\d.]+ MB",
        r"memory of the processes +│ [1-9]\d+ MB",
    ):
        assert re.search(told, found.stdout), f"{told}:\n{found.stdout}"
    assert "NOT accepted" not in found.stdout
    assert not list(tmp_path.iterdir()), "its store is gone"
