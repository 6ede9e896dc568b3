"""Tests that write to memory give it back, those of runs that were killed included."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.memory import clear_what_ended_runs_left


def test_what_an_ended_run_left_is_removed_and_a_running_one_keeps_its_own(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = tmp_path / f"napoleon-{ended.pid}-abcdef"
    used = tmp_path / f"napoleon-{os.getpid()}-abcdef"
    others = tmp_path / "PostgreSQL.1617179000"
    for folder in (left, used, others):
        (folder / "games").mkdir(parents=True)
        (folder / "games" / "log.sqlite").write_bytes(b"a row")
    clear_what_ended_runs_left(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([used, others])
