"""A store that a released version has left, by its own code, is taken over by this one.

Each tag is installed with what its own files ask for, so this needs a package index, and minutes.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import Shell
from tests.command_line.server import ROOT

pytestmark = [pytest.mark.drill, pytest.mark.soak]

SEEDS = ("1805", "1815")
OWN_RULES_SINCE = (0, 7, 0)
"""Games of this release and of later ones go on under their own rules."""


def tags() -> list[str]:
    """The tags of releases, the oldest first; none in a checkout that has none."""
    told = subprocess.run(
        ["git", "tag", "--list", "v*"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return sorted(told.stdout.split(), key=number)


def number(tag: str) -> tuple[int, ...]:
    return tuple(map(int, tag[1:].split(".")))


class Release:
    """The code of a tag with an environment of its own, and a store."""

    def __init__(self, tag: str, folder: Path) -> None:
        self.home = folder / "home"
        self._tree = folder / "tree"
        self._tree.mkdir()
        packed = subprocess.run(["git", "archive", tag], cwd=ROOT, capture_output=True, check=True)
        subprocess.run(["tar", "-x", "-C", self._tree], input=packed.stdout, check=True)
        subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
        constraints = ROOT / "constraints.txt"
        pip = [folder / "env/bin/pip", "install", "--quiet", "--constraint", constraints]
        subprocess.run([*pip, "--editable", self._tree], check=True)
        self._command = folder / "env/bin/napoleon"

    def run(self, *arguments: str, status: int = 0, home: Path | None = None) -> str:
        env = {**os.environ, "NAPOLEON_HOME": str(home or self.home), "PYTHONPATH": ""}
        told = subprocess.run(
            [self._command, *arguments], env=env, cwd=self._tree, capture_output=True, text=True
        )
        assert told.returncode == status, told.stdout + told.stderr
        return told.stdout if status == 0 else told.stderr


def rulesets(tree: Path) -> list[str]:
    """The games of a release, as its own files register them."""
    told = (tree / "setup.cfg").read_text()
    return sorted(set(re.findall(r"^ +(\w+) = napoleon\.(?:rulesets\.)?\1", told, re.MULTILINE)))


NONE = [pytest.param("", marks=pytest.mark.skip(reason="this checkout has no tags"))]


@pytest.mark.parametrize("tag", tags() or NONE)
def test_games_of_the_tag_go_on(tag: str, tmp_path: Path) -> None:
    old = Release(tag, tmp_path)
    old.run("migrate")
    games = {}
    for ruleset in rulesets(old._tree) or ["napoleon1815"]:
        for seed in SEEDS:
            played = old.run("play", ruleset, "--seed", seed, "--to-turn", "4")
            games[played.split()[-1]] = ruleset
    assert len(games) >= len(SEEDS)
    before: dict[str, Any] = {it: json.loads(old.run("show", it, "--json")) for it in games}

    shell = Shell(old.home)
    shell.run("migrate")
    assert {it["id"] for it in shell.json("games")["games"]} <= games.keys()
    for it, shown in before.items():
        assert told_still(shown, shell.json("show", it))
    stuck = {it["id"] for it in shell.json("games", "--stuck")["games"]}
    if number(tag) >= OWN_RULES_SINCE:
        assert not stuck
    elif stuck:
        moved = shell.json("games", "migrate", "--all", "--why", f"The rules of {tag} are gone.")
        assert {it["id"] for it in moved["migrated"]} == stuck
    for game in shell.json("games")["games"]:
        shell.run("bot", game["id"], *game["waiting_for"][:1])
        file = tmp_path / f"{game['id']}.zip"
        shell.run("export", game["id"], "-o", str(file))
        assert shell.json("verify", str(file))["ok"]
    shell.run("rebuild")


def told_still(then: Any, now: Any) -> bool:
    """Whether the boards say all that they said; later releases tell more, such as names."""
    if isinstance(then, dict):
        return all(it in now and told_still(value, now[it]) for it, value in then.items())
    if isinstance(then, list):
        return len(then) == len(now) and all(map(told_still, then, now))
    return bool(then == now)


@pytest.mark.skipif(not tags(), reason="this checkout has no tags")
def test_an_upgrade_is_rolled_back_and_what_was_played_since_is_taken_along(tmp_path: Path) -> None:
    """As docs/operations.md says: the earlier release, its backup, and the games one by one."""
    old = Release(tags()[-1], tmp_path)
    old.run("migrate")
    game = old.run("play", "napoleon1815", "--seed", "1815", "--to-turn", "3").split()[-1]
    backup = tmp_path / "before.tar"
    old.run("backup", str(backup))

    newer = Shell(old.home)
    newer.run("migrate")
    [listed] = newer.json("games")["games"]
    newer.run("bot", game, *listed["waiting_for"][:1])
    played = newer.json("games")["games"][0]["version"]
    assert played > listed["version"]
    boards = newer.json("show", game)
    for command in ("migrate", "rebuild"):
        assert "The store is not ready" in old.run(command, status=1)
    assert newer.json("show", game) == boards, "the earlier release harms nothing"

    bundle = tmp_path / "since.zip"
    newer.run("export", game, "-o", str(bundle))
    back = tmp_path / "back"
    old.run("restore", str(backup), home=back)
    old.run("import", str(bundle), "--extend", home=back)
    shown = json.loads(old.run("show", game, "--json", home=back))
    assert shown["map"]["version"] == played
