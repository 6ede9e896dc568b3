"""What the TypeScript compiler makes of the OpenAPI document: right calls pass, wrong ones do not.

It asks for Node.js and for the packages of its registry, so it is no part of ``make test``.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.api.test_game_types import RIGHT, WRONG, document

ROOT = Path(__file__).parents[2]

HEAD = 'import type { components } from "./napoleon";\n'

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(shutil.which("npm") is None, reason="Node.js is not installed"),
]


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiler, and with the types of the document."""
    folder = tmp_path_factory.mktemp("typescript")
    packages = ("openapi-typescript@7", "typescript@5")
    if run(folder, "npm", "install", "--no-audit", "--no-fund", *packages).returncode:
        pytest.skip("the packages cannot be had")
    (folder / "openapi.json").write_text(json.dumps(document()), encoding="utf-8")
    made = run(folder, "npx", "openapi-typescript", "openapi.json", "--output", "napoleon.d.ts")
    assert made.returncode == 0, made.stderr
    return folder


def compiled(folder: Path, name: str, source: str) -> Sequence[str]:
    """The errors of the compiler."""
    (folder / name).write_text(source, encoding="utf-8")
    found = run(folder, "npx", "tsc", "--strict", "--noEmit", name)
    return found.stdout.splitlines()


def constant(number: int, kind: str, value: object) -> str:
    schema = f'components["schemas"]["{kind}"]'
    return f"export const it{number}: {schema} = {json.dumps(value)};\n"


def test_what_a_game_knows_is_compiled(folder: Path) -> None:
    lines = [constant(number, *it) for number, it in enumerate(RIGHT)]
    assert compiled(folder, "right.ts", HEAD + "".join(lines)) == []


def test_each_line_that_no_game_knows_is_an_error(folder: Path) -> None:
    lines = [constant(number, *it) for number, it in enumerate(WRONG)]
    errors = compiled(folder, "wrong.ts", HEAD + "".join(lines))
    found = {int(it.partition("(")[2].partition(",")[0]) for it in errors if it.startswith("wrong")}
    assert found == {*range(2, 2 + len(WRONG))}


def test_the_example_of_the_documentation_is_compiled(folder: Path) -> None:
    _, _, block = (ROOT / "docs" / "building.md").read_text(encoding="utf-8").partition("```ts\n")
    assert compiled(folder, "example.ts", block.partition("```")[0]) == []
