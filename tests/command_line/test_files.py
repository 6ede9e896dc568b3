"""Files that commands write: whole or not at all, and only in the place of plain files."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from api.command_line.files import written
from tests.command_line.conftest import Shell

WRITING = {
    "export": ("export", "{game}", "-o", "{path}"),
    "svg": ("map", "{game}", "--svg", "{path}"),
    "png": ("map", "{game}", "--png", "{path}"),
    "backup": ("backup", "{path}"),
}
"""Every command that writes to a path that a person gives."""


def a_link(path: Path) -> None:
    target = path.with_name("target")
    target.write_text("what others rely on")
    path.symlink_to(target)


ODD: dict[str, Callable[[Path], object]] = {
    "link": a_link,
    "dangling link": lambda path: path.symlink_to(path.with_name("nothing")),
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
}


def run(shell: Shell, command: str, game: str, path: Path, status: int = 0) -> str:
    words = [it.format(game=game, path=path) for it in WRITING[command]]
    return shell.run(*words, status=status).output


@pytest.mark.sampled(6)
@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("command", WRITING)
def test_what_is_no_plain_file_is_left_as_it_is(
    veteran: Shell, game: str, tmp_path: Path, command: str, odd: str
) -> None:
    path = tmp_path / "out"
    ODD[odd](path)
    before, names = path.lstat(), sorted(tmp_path.iterdir())
    run(veteran, command, game, path, status=2 if odd == "folder" else 1)
    after = path.lstat()
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert sorted(tmp_path.iterdir()) == names
    if odd == "link":
        assert path.read_text() == "what others rely on"


def test_a_device_is_left_as_it_is(veteran: Shell, game: str) -> None:
    """As root it was replaced by a file."""
    for command in WRITING:
        run(veteran, command, game, Path(os.devnull), status=1)
        assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize("command", ["export", "svg", "png"])
def test_a_plain_file_is_replaced(veteran: Shell, game: str, tmp_path: Path, command: str) -> None:
    path = tmp_path / "out"
    path.write_text("before")
    path.chmod(0o640)
    run(veteran, command, game, path)
    assert path.stat().st_size > len("before")
    private = command == "export"
    assert stat.S_IMODE(path.stat().st_mode) == (0o600 if private else 0o640)


def test_what_fails_half_way_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("before")
    with pytest.raises(ZeroDivisionError), written(path) as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert [it.read_text() for it in tmp_path.iterdir()] == ["before"]
