"""The contracts of all games hold for the unfinished one, listed only where a setting asks for it.

They run as they do for the others, in a process of their own with that setting.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHOLE_GAMES = ("test_bot_games.py", "test_properties.py", "test_random_games.py")
"""Those that play whole games take most of the time."""


def _others() -> tuple[str, ...]:
    every = sorted(it.name for it in (ROOT / "tests" / "rulesets").glob("test_*.py"))
    return tuple(it for it in every if it not in WHOLE_GAMES)


@pytest.mark.parametrize("files", [WHOLE_GAMES, _others()], ids=["whole games", "others"])
def test_the_contracts_of_all_games_hold_for_the_unfinished_one(files: tuple[str, ...]) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "napoleonic_wars"]
        + [f"tests/rulesets/{it}" for it in files],
        cwd=ROOT,
        env={**env, "NAPOLEON_UNFINISHED": "on"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-4000:]
    assert " passed" in run.stdout
