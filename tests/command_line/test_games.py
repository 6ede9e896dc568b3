"""``napoleon games``: what is played, what is stuck, and how the operator lets it go on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.command_line.conftest import Shell
from tests.test_log_of_0_5_0 import ENV, GOLDEN

GAMES = json.loads((GOLDEN / "games.json").read_text())


@pytest.fixture
def old(tmp_path: Path) -> Shell:
    """A club whose store was made by 0.5.0, and brought up to this release."""
    shell = Shell(tmp_path)
    shell.env["NAPOLEON_SECRET"] = ENV["NAPOLEON_SECRET"]
    (tmp_path / "log.sqlite").write_bytes(gzip.decompress((GOLDEN / "log.sqlite.gz").read_bytes()))
    shell.run("migrate")
    return shell


def ids(listed: dict[str, list[dict[str, str]]]) -> set[str]:
    return {it["id"] for it in listed["games"]}


def test_games_of_rules_that_are_only_replayed_are_stuck(old: Shell) -> None:
    running = {it for it, facts in GAMES.items() if not facts["name"].endswith("finished")}
    stuck = old.json("games", "--stuck")
    assert ids(stuck) == running
    assert ids(old.json("games")) >= ids(stuck)
    told = old.run("games", "--stuck").stdout
    assert "napoleon games migrate GAME --why TEXT" in " ".join(told.split())


def test_the_operator_lets_them_go_on_but_not_those_with_a_referee(old: Shell) -> None:
    stuck = old.json("games", "--stuck")["games"]
    judged = {it["id"] for it in stuck if it["referee"]}
    free = {it["id"] for it in stuck} - judged
    assert judged
    assert free
    moved = old.json("games", "migrate", "--all", "--why", "Blue has left the club.")
    assert {it["id"] for it in moved["migrated"]} == free
    assert not moved["refused"]
    assert ids(old.json("games", "--stuck")) == judged
    for it in free:
        told = " ".join(old.run("log", it).stdout.split())
        assert "Reason: Blue has left the club." in told
        [seat, *_] = next(one["waiting_for"] for one in stuck if one["id"] == it)
        old.run("bot", it, seat)
    refused = old.json("games", "migrate", *judged, "--why", "Why not?", status=1)
    assert {it["code"] for it in refused["refused"]} == {"HAS_REFEREE"}
    assert ids(old.json("games", "--stuck")) == judged


def test_what_is_meant_has_to_be_said(shell: Shell) -> None:
    assert shell.json("games") == {"games": []}
    shell.run("games", "migrate", "--why", "So.", status=2)
    shell.run("games", "migrate", "abc", "--all", "--why", "So.", status=2)
    shell.run("games", "migrate", "--all", status=2)
    assert "No game is stuck." in shell.run("games", "migrate", "--all", "--why", "So.").stdout
    assert (
        "no game nowhere"
        in shell.run("games", "migrate", "nowhere", "--why", "So.", status=1).stderr
    )


def test_a_game_that_can_be_played_is_listed_with_its_rules(shell: Shell) -> None:
    made = shell.json("new", "napoleonic_empire")
    [listed] = shell.json("games")["games"]
    assert (listed["id"], listed["rules_version"]) == (made["id"], "1.1")
    assert shell.json("games", "--stuck") == {"games": []}
    refused = shell.json("games", "migrate", made["id"], "--why", "Newer.", status=1)
    assert refused["refused"][0]["code"] == "RULES_UNCHANGED"
