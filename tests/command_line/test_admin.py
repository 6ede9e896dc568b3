"""``napoleon admin``: the games that an operator looks through."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.command_line.conftest import Shell
from tests.command_line.test_games import GAMES, old

__all__ = ["old"]


def test_games_are_listed_with_whom_they_wait_for_and_their_size(shell: Shell) -> None:
    assert shell.json("admin", "games") == {"games": [], "unreadable": []}
    first = shell.json("new", "napoleonic_empire")["id"]
    second = shell.json("new", "napoleon1815")["id"]
    listed = shell.json("admin", "games")["games"]
    assert [it["id"] for it in listed] == [first, second]
    for it in listed:
        assert it["events"] == len(shell.json("log", it["id"]))
        assert it["waiting_for"]
        assert it["idle_days"] == 0
    told = shell.run("admin", "games").stdout
    for it in listed:
        assert it["id"] in told
        assert it["waiting_for"][0]["title"] in told


def test_games_are_found_by_ruleset_status_and_idleness(shell: Shell) -> None:
    made = {it: shell.json("new", it)["id"] for it in ("napoleonic_empire", "napoleon1815")}
    for ruleset, game in made.items():
        [it] = shell.json("admin", "games", "--ruleset", ruleset)["games"]
        assert it["id"] == game
        others = {"waiting", "running", "over"} - {it["status"]}
        for status in others:
            asked = ("--ruleset", ruleset, "--status", status)
            assert not shell.json("admin", "games", *asked)["games"]
    assert not shell.json("admin", "games", "--idle", "1")["games"]
    refused = shell.json("admin", "games", "--ruleset", "chess", status=1)
    assert refused["error"]["code"] == "UNKNOWN_RULESET"


def test_idle_games_come_first_and_games_that_are_over_wait_for_nobody(old: Shell) -> None:
    new = old.json("new", "napoleonic_empire")["id"]
    listed = old.json("admin", "games")["games"]
    assert listed[-1]["id"] == new
    updated = [it["updated"] for it in listed]
    assert updated == sorted(updated)
    assert {it["id"] for it in old.json("admin", "games", "--idle", "1")["games"]} == set(GAMES)
    over = old.json("admin", "games", "--status", "over")["games"]
    assert over
    assert not any(it["waiting_for"] for it in over)


def test_a_game_that_cannot_be_read_is_named(shell: Shell) -> None:
    broken, whole = (shell.json("new", "napoleonic_empire")["id"] for _ in range(2))
    [log] = Path(shell.home).glob("log.sqlite")
    with sqlite3.connect(log) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in tables.fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        found = database.execute("SELECT number FROM games WHERE game = ?", (broken,))
        damage = (b"{}", *found.fetchone())
        changed = database.execute("UPDATE events SET state = ? WHERE game = ?", damage)
        if not changed.rowcount:
            pytest.fail("No event of the game was found.")
    listed = shell.json("admin", "games")
    assert [it["id"] for it in listed["games"]] == [whole]
    assert listed["unreadable"] == [broken]
    assert broken in shell.run("admin", "games").stdout
