"""Templates are compiled once for all processes of a store, and again when anything has changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api.app import create_app
from api.web import compiled
from napoleon.log.store.home import TEMPLATES
from tests.api.desk import Desk
from tests.web.browser import Browser


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that were compiled."""
    found: list[str] = []
    compile_ = Flask.jinja_environment.compile

    def watched(self: Any, source: Any, name: Any = None, *args: Any, **named: Any) -> Any:
        found.append(name)
        return compile_(self, source, name, *args, **named)

    monkeypatch.setattr(Flask.jinja_environment, "compile", watched)
    return found


def _looked_at(desk: Desk, home: Path) -> bytes:
    """The first page, by a process that has just started."""
    app = create_app(desk.games, desk.views)
    # Apart from what the tests keep for all their processes.
    app.jinja_env.bytecode_cache = None
    compiled.keep_compiled(app, {"NAPOLEON_HOME": str(home)})
    answer = Browser(app).get("/")
    assert answer.status_code == 200
    return answer.data


def test_the_next_process_compiles_nothing(desk: Desk, tmp_path: Path, texts: list[str]) -> None:
    _looked_at(desk, tmp_path)
    assert "lobby.html" in texts
    texts.clear()
    _looked_at(desk, tmp_path)
    assert texts == []


def test_what_was_compiled_by_other_code_is_compiled_again(
    desk: Desk, tmp_path: Path, texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _looked_at(desk, tmp_path)
    before = [*texts]
    texts.clear()
    monkeypatch.setattr(compiled, "_tag", lambda: "of another release")
    _looked_at(desk, tmp_path)
    assert texts == before


def test_what_is_torn_is_compiled_again(desk: Desk, tmp_path: Path, texts: list[str]) -> None:
    _looked_at(desk, tmp_path)
    for file in (tmp_path / TEMPLATES).iterdir():
        file.write_bytes(file.read_bytes()[:40] or b"torn")
    before = [*texts]
    texts.clear()
    _looked_at(desk, tmp_path)
    assert texts == before


@pytest.mark.parametrize("made", [True, False])
def test_without_a_folder_pages_are_shown_all_the_same(
    desk: Desk, tmp_path: Path, made: bool
) -> None:
    """It cannot be made, or has been taken away."""
    home = tmp_path / "home"
    if made:
        home.mkdir()
        (home / TEMPLATES).write_text("a file")
    assert b"<main" in _looked_at(desk, home)


def test_nobody_else_looks_into_the_folder(desk: Desk, tmp_path: Path) -> None:
    _looked_at(desk, tmp_path)
    assert (tmp_path / TEMPLATES).stat().st_mode & 0o077 == 0


def _moved(home: Path) -> None:
    (home / TEMPLATES).rename(home / "elsewhere")
    (home / TEMPLATES).symlink_to(home / "elsewhere")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda home: home.chmod(0o777),
        lambda home: home.chmod(0o720),
        lambda home: home.chmod(0o702),
        lambda home: (home / TEMPLATES).chmod(0o777),
        lambda home: (home / TEMPLATES).chmod(0o770),
        lambda home: (home / TEMPLATES).chmod(0o707),
        _moved,
    ],
    ids=["home", "home, group", "home, others", "folder", "group", "others", "a link"],
)
def test_nothing_is_run_from_where_others_may_write(
    desk: Desk, tmp_path: Path, texts: list[str], spoil: Callable[[Path], object]
) -> None:
    """What was compiled is code: who writes there would have the service run theirs."""
    _looked_at(desk, tmp_path)
    before = [*texts]
    texts.clear()
    spoil(tmp_path)
    kept = {it: it.stat().st_mtime_ns for it in (tmp_path / TEMPLATES).iterdir()}
    _looked_at(desk, tmp_path)
    assert texts == before
    assert {it: it.stat().st_mtime_ns for it in (tmp_path / TEMPLATES).iterdir()} == kept


def test_nothing_is_run_from_a_folder_of_another_user(
    desk: Desk, tmp_path: Path, texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _looked_at(desk, tmp_path)
    before = [*texts]
    texts.clear()
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    _looked_at(desk, tmp_path)
    assert texts == before


def test_the_store_may_be_named_by_a_link(desk: Desk, tmp_path: Path, texts: list[str]) -> None:
    home, link = tmp_path / "home", tmp_path / "link"
    home.mkdir(mode=0o700)
    link.symlink_to(home)
    _looked_at(desk, link)
    assert "lobby.html" in texts
    texts.clear()
    _looked_at(desk, link)
    assert texts == []
