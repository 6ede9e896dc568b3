"""What a web server loads before it starts its workers, and what it leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_PROGRAM = """
import json, sys, threading
sys.modules["sqlalchemy"] = None
from api.server import web_settings
web_settings.when_ready(None)
from napoleon.rules.contract import installed
print(json.dumps([
    "api.app" in sys.modules,
    sorted(set(installed()) - {rules.name for rules in installed()._loaded.values()}),
    threading.active_count(),
]))
"""


@pytest.fixture
def loaded(tmp_path: Path) -> list[object]:
    """Whether the application's code is loaded, the games that are not, and how many threads run.

    The library of mail and people cannot be loaded there.
    """
    env = {**os.environ, "NAPOLEON_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-c", _PROGRAM]
    told = subprocess.run(command, env=env, check=True, capture_output=True)
    found: list[object] = json.loads(told.stdout)
    return found


def test_the_workers_find_all_code_loaded_and_nothing_opened(
    loaded: list[object], tmp_path: Path
) -> None:
    assert loaded == [True, [], 1]
    assert not (tmp_path / "home").exists()
