"""What lies in the folder of a store is for the user that runs the service alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from napoleon.log.store.home import LOG
from tests.command_line.conftest import Shell


@pytest.fixture(autouse=True)
def everybody_reads() -> Iterator[None]:
    """The usual umask: what nobody thought of may be read by all."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {it.name: oct(it.stat().st_mode & 0o777) for it in [folder, *folder.iterdir()]}


def as_it_should_be(folder: Path) -> dict[str, str]:
    files = (it.name for it in folder.iterdir())
    return {folder.name: "0o700", **dict.fromkeys(files, "0o600")}


def played(shell: Shell) -> str:
    return shell.run("play", "napoleon1815", "--seed", "4", "--to-turn", "1").stdout.strip()


def test_what_is_made_can_be_read_by_nobody_else(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    played(shell)
    assert {LOG, "views.sqlite", "signing-key.pem"} <= set(modes(shell.home))
    assert modes(shell.home) == as_it_should_be(shell.home)


@pytest.mark.parametrize("command", ["migrate", "rebuild"])
def test_what_was_made_by_an_earlier_release_is_closed(tmp_path: Path, command: str) -> None:
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    for name in ("-wal", "-shm"):
        for file in (LOG, "views.sqlite"):
            (shell.home / f"{file}{name}").touch()
    for path in shell.home.iterdir():
        path.chmod(0o644)
    shell.home.chmod(0o755)
    shell.run(command)
    found = modes(shell.home)
    if command != "migrate":
        del found[shell.home.name]
    assert found.items() <= as_it_should_be(shell.home).items()


def test_a_folder_with_other_things_in_it_stays_open(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.home.mkdir(mode=0o755)
    (shell.home / "readme.txt").write_text("for all")
    shell.run("migrate")
    found = modes(shell.home)
    assert found["store"] == "0o755"
    assert found["readme.txt"] == "0o644"
    assert found[LOG] == "0o600"


def test_backups_exports_and_what_is_restored_are_closed(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    game_id = played(shell)
    shell.run("backup", str(tmp_path / "backup.tar"))
    shell.run("export", game_id, "--output", str(tmp_path / "game.zip"))
    restored = Shell(tmp_path / "restored")
    restored.run("restore", str(tmp_path / "backup.tar"))
    for name in ("backup.tar", "game.zip"):
        assert modes(tmp_path)[name] == "0o600"
    assert modes(restored.home) == as_it_should_be(restored.home)
