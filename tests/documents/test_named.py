"""Commands in the text of a page do what it says of them, and every kind of block has a test."""

from __future__ import annotations

import shlex
import subprocess
import sys
import zipfile
from typing import NamedTuple

import pytest

from tests.command_line.conftest import Shell, every_command
from tests.command_line.server import ROOT
from tests.documents.named import NOT_HERE, SHORTER, STANDS_FOR
from tests.documents.test_make import targets
from tests.operations.formation import PROCFILE
from tools.documents.page import PAGES, blocks, commands

NAMED = sorted({shlex.join(it.text.split()) for page in PAGES for it in commands(page)})

IN_MAKE = [it for it in NAMED if it.startswith("make ")]
BY_NAME = [it for it in NAMED if it.startswith("napoleon ") and len(it.split()) == 2]
WHOLE = [it for it in NAMED if it not in (*NOT_HERE, *IN_MAKE, *BY_NAME)]


class Desk(NamedTuple):
    """Where the commands are run."""

    shell: Shell
    game: str
    """Id of a game that goes on."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A store with a game; beside it a record of another, its verifier and a kept checkpoint."""
    folder = tmp_path_factory.mktemp("desk")
    shell = Shell(folder / "store")
    shell.run("migrate")
    scenario = ("napoleon1815", "--scenario", "ligny_quatre_bras", "--seed", "1806")
    finished = shell.run("play", *scenario).stdout.strip()
    shell.run("export", finished, "--output", str(folder / "game.zip"))
    shell.run("keys", "export", str(folder / "keys.json"))
    with zipfile.ZipFile(folder / "game.zip") as bundle:
        notes = [name for name in bundle.namelist() if name.startswith("checkpoints/")]
        (folder / "note").write_bytes(bundle.read(notes[0]))
        (folder / "verify.py").write_bytes(bundle.read("verify.py"))
    (folder / "napoleon").symlink_to(ROOT / "napoleon")
    running = shell.run("play", *scenario, "--to-turn", "6").stdout.strip()
    return Desk(shell, running)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("command", WHOLE)
def test_a_command_ends_well(command: str, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk.shell.home.parent)
    meant = {**STANDS_FOR, "GAME": desk.game, "ID": desk.game, "note": "note"}
    program, *arguments = [meant.get(word, word) for word in command.split()]
    for beginning, more in SHORTER.items():
        if command.startswith(beginning):
            arguments += more
    if program == "python":
        # Tools are run from a checkout, as they are no part of an installation.
        folder = ROOT if arguments[0] == "-m" else None
        subprocess.run([sys.executable, *arguments], cwd=folder, check=True, capture_output=True)
        return
    assert program == "napoleon"
    shell = desk.shell
    if arguments[0] == "import":
        # Into a store of its own, as the game is in this one already.
        shell = Shell(shell.home.with_name("elsewhere"))
        shell.run("migrate")
    shell.run(*arguments)


@pytest.mark.parametrize("command", BY_NAME)
def test_a_command_that_is_named_exists(command: str) -> None:
    assert command.split()[1] in every_command()


@pytest.mark.parametrize("command", IN_MAKE)
def test_a_target_that_is_named_exists(command: str) -> None:
    assert command.split()[1] in targets()


def test_what_is_not_run_is_named_and_tested_as_far_as_it_can_be() -> None:
    assert set(NOT_HERE) <= set(NAMED)
    for _, tests in NOT_HERE.values():
        assert (ROOT / tests).exists()
    assert set(SHORTER) <= {" ".join(it.split()[:2]) for it in WHOLE}
    [live] = [it for it in NOT_HERE if it.startswith("gunicorn")]
    assert live == PROCFILE["live"]


def test_what_systemd_and_compose_are_asked_for_exists() -> None:
    for command in NOT_HERE:
        words = command.split()
        if words[0] == "systemctl":
            unit = words[-1] if "." in words[-1] else f"{words[-1]}.service"
            assert (ROOT / "deploy" / "systemd" / unit).exists()
        if words[0] == "docker":
            assert (ROOT / words[words.index("--file") + 1]).exists()


TESTED = {
    "console": "tests/documents/test_pages.py",
    "http": "tests/documents/test_blocks.py",
    "ini": "tests/documents/test_blocks.py",
    "js": "tests/documents/test_blocks.py",
    "json": "tests/documents/test_blocks.py",
    "position": "tests/notation_page.py",
    "python": "tests/documents/test_blocks.py",
    "sh": "tests/documents/test_blocks.py",
    "text": "tests/documents/test_blocks.py",
    "ts": "tests/api/test_compiled_types.py",
    "typed": "tests/napoleon1815/test_notation.py",
}
"""Languages of blocks, and what shows that those are true."""


def test_every_block_says_what_it_is() -> None:
    found = {block.language for page in PAGES for block in blocks(page)}
    assert found == set(TESTED)
    for file in TESTED.values():
        assert (ROOT / file).exists()
