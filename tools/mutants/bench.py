"""A copy of the project in which mutants are tried out, so that a run changes none of its files."""

from __future__ import annotations

import compileall
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from py_compile import PycInvalidationMode

from tools.mutants.areas import Area
from tools.mutants.drawing import Mutant

PATIENCE = 4
"""How many times as long its tests may take as without a mutant."""
GRACE = 20.0
"""Seconds on top of that, for a machine that has become busy."""


class Outcome(StrEnum):
    """What the tests of its area made of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


class Bench:
    """The copy, and the time that the tests of each area take in it."""

    def __init__(self, root: Path, copy: Path, seed: int) -> None:
        self.root = copy
        self._seed = seed
        self._seconds: dict[str, float] = {}
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns(".*", "build", "__pycache__"))
        # Mutants of one size follow each other within a second: only the source's hash tells them.
        compileall.compile_dir(copy, quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)

    def time(self, area: Area) -> float:
        """Run the tests of an area without any mutant; the seconds they took.

        Raises RuntimeError if one fails: it would notice every mutant.
        """
        begun = time.monotonic()
        failed, output = self._run(area, None)
        if failed:
            raise RuntimeError(f"the tests of {area.name} fail without a mutant:\n{output}")
        self._seconds[area.name] = time.monotonic() - begun
        return self._seconds[area.name]

    def try_out(self, mutant: Mutant, area: Area) -> Outcome:
        """What the tests of `area`, which has been timed, make of `mutant`."""
        limit = PATIENCE * self._seconds[area.name] + GRACE
        with self._applied(mutant):
            try:
                failed, _ = self._run(area, limit)
            except subprocess.TimeoutExpired:
                return Outcome.TIMED_OUT
        return Outcome.KILLED if failed else Outcome.SURVIVED

    @contextmanager
    def _applied(self, mutant: Mutant) -> Iterator[None]:
        path = self.root / mutant.module
        path.write_text(mutant.changed)
        try:
            yield
        finally:
            path.write_text(mutant.source)

    def _run(self, area: Area, limit: float | None) -> tuple[bool, str]:
        tests = [*map(str, area.tests), *(f"--deselect={it}" for it in area.without)]
        quiet = ["-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider"]
        with subprocess.Popen(
            [sys.executable, "-m", "pytest", *quiet, f"--hypothesis-seed={self._seed}", *tests],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, _ = process.communicate(timeout=limit)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
        return process.returncode != 0, output
