"""``napoleon notation``: orders, positions and games as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import Shell


def test_the_lines_of_a_seat_are_listed(veteran: Shell, game: str) -> None:
    lines = {
        seat: veteran.json("notation", "orders", game, "--seat", seat)
        for seat in ("french", "allied")
    }
    assert any(lines.values())
    for seat, printed in lines.items():
        assert veteran.run("notation", "orders", game, "--seat", seat).stdout.split("\n")[:-1] == (
            printed
        )


def test_a_position_hides_what_the_seat_may_not_know(veteran: Shell, game: str) -> None:
    for seat in ("french", "allied", "spectator"):
        text = veteran.run("notation", "position", game, "--seat", seat).stdout
        assert text.startswith("Position of napoleon1815\n")
        assert " ?" in text
    answer = veteran.run("notation", "position", game, "--at", "1", status=1)
    assert "not laid yet" in answer.stderr


@pytest.mark.soak
def test_a_finished_game_is_written_and_checked(
    veteran: Shell, finished: str, tmp_path: Path
) -> None:
    text = veteran.run("notation", "game", finished).stdout
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    assert "events: good." in veteran.run("notation", "check", str(file)).stdout
    assert veteran.json("notation", "check", str(file))["ok"]
    file.write_text(text + "French: storm the gates\n", encoding="utf-8")
    wrong = veteran.run("notation", "check", str(file), status=1)
    assert f"line {text.count(chr(10)) + 1}: " in wrong.stderr
    file.write_text(text, encoding="utf-8-sig")
    assert veteran.json("notation", "check", str(file))["ok"], "as an editor on Windows saves it"
    file.write_bytes(b"\xff")
    assert "UTF-8" in veteran.run("notation", "check", str(file), status=1).stderr
    file.unlink()
    assert "does not exist" in veteran.run("notation", "check", str(file), status=2).stderr


def test_a_running_game_is_written_without_its_seed(
    veteran: Shell, game: str, tmp_path: Path
) -> None:
    text = veteran.run("notation", "game", game).stdout
    assert "[Seed" not in text
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    assert "not over" in veteran.run("notation", "check", str(file), status=1).stderr
