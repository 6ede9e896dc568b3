"""axe-core, which finds in a page what keeps somebody from using it; installed by npm when needed.

Nothing of it is part of this project: it comes to ``build/npm`` and stays there.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from typing import Any

from playwright.sync_api import Page

from tests.command_line.server import ROOT
from tests.patience import PATIENCE

RELEASE = "axe-core@4.14.1"
FOLDER = ROOT / "build" / "npm"
SCRIPT = FOLDER / "node_modules" / "axe-core" / "axe.min.js"

GRAVE = ("serious", "critical")


class NotInstalled(Exception):
    """There is no axe-core, and it cannot be installed."""


def source() -> str:
    """The script, installed if it is not yet. Raises NotInstalled."""
    npm = shutil.which("npm")
    FOLDER.mkdir(parents=True, exist_ok=True)
    # Several processes run tests at once.
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not SCRIPT.is_file():
            if npm is None:
                raise NotInstalled("npm, which axe-core is installed by, is not there.")
            _install(npm)
    return SCRIPT.read_text()


def _install(npm: str) -> None:
    quietly = ("--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
    command = [npm, "install", *quietly, f"--prefix={FOLDER}", RELEASE]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise NotInstalled(f"npm could not install {RELEASE}: {error.stderr or error}") from error


def findings(page: Page, script: str, *rules: str) -> list[str]:
    """What is grave about the page as it is now, by all rules of axe-core or only by `rules`."""
    if not page.evaluate("'axe' in window"):
        # By way of the debugger, where no Content-Security-Policy stands.
        page.evaluate(script)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    answer = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{found['id']} ({found['impact']}): {found['help']}: {node['target']} {node['html'][:200]}"
        for found in answer["violations"]
        if found["impact"] in GRAVE
        for node in found["nodes"]
    ]
