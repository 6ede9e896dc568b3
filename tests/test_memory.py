"""Tests that write to memory give it back, those of runs that were killed included."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.memory import clear_what_ended_runs_left

HOLDING = """
import sys
from pathlib import Path
from tests.memory import locked

lock = locked(Path(sys.argv[1]))
print("locked", flush=True)
sys.stdin.read()
"""


def filled(folder: Path, age: int = 0) -> Path:
    (folder / "games").mkdir(parents=True)
    (folder / "games" / "log.sqlite").write_bytes(b"a row")
    began = folder.stat().st_mtime - age
    os.utime(folder, (began, began))
    return folder


def test_what_an_ended_run_left_is_removed_and_a_running_one_keeps_its_own(tmp_path: Path) -> None:
    """Whatever their numbers: one that runs in another container has none here."""
    used, killed = filled(tmp_path / "napoleon-4194305-used"), filled(tmp_path / "napoleon-1-left")
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", HOLDING, str(it)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for it in (used, killed)
    ]  # fmt: skip
    for run in runs:
        assert run.stdout is not None
        assert run.stdout.readline() == "locked\n"
    runs[1].kill()
    runs[1].communicate()
    begins = filled(tmp_path / f"napoleon-{os.getpid()}-begins")
    unlocked = filled(tmp_path / f"napoleon-{os.getpid()}-old", age=86400)
    filled(tmp_path / "napoleon-4194306-old", age=86400)
    others = filled(tmp_path / "PostgreSQL.1617179000")
    try:
        clear_what_ended_runs_left(tmp_path)
        assert sorted(tmp_path.iterdir()) == sorted([used, begins, unlocked, others])
    finally:
        runs[0].communicate()
    clear_what_ended_runs_left(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([begins, unlocked, others])
