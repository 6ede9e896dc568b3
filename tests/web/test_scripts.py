"""The parts of the scripts that need no browser, tested in Node.js; and the texts in them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from api.web.script_texts import texts
from api.web.static import FOLDER
from tests.patience import PATIENCE

TESTS = Path(__file__).parent / "scripts"
SAID = re.compile(r'\b_\("([^"]+)"')
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
@pytest.mark.parametrize(
    "name", ["choosing", "moments", "once", "parties", "pointing", "session", "sse", "times"]
)
def test_a_script_does_what_it_says(name: str, tmp_path: Path) -> None:
    # Beside a file that says so, every release of Node.js takes the scripts for modules.
    shutil.copytree(FOLDER / "js", tmp_path / "js")
    shutil.copytree(TESTS, tmp_path / "tests")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    command = [str(NODE), "--test", f"tests/{name}.test.mjs"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_every_text_of_the_scripts_is_found() -> None:
    scripts = (FOLDER / "js").glob("*.js")
    said = {text for it in scripts for text in SAID.findall(it.read_text(encoding="utf-8"))}
    assert set(texts()) == said != set()
