"""``napoleon migrate``, ``pack check``, and what all commands have in common."""

from __future__ import annotations

import shutil
import socket
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from napoleon.log.store.home import KEY_FILE, LOG, MAIL, VIEWS
from napoleon.play.games import Games
from tests.command_line.conftest import Shell, every_command

ROOT = Path(__file__).parents[2]
PACK = ROOT / "napoleon" / "rulesets" / "napoleon1815" / "data"


def dump(file: Path) -> list[str]:
    """All that a database holds, as SQL."""
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def test_migrate_creates_the_store_and_then_leaves_it_alone(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "deep" / "folder")
    first = shell.run("migrate").stdout
    assert str(shell.home) in first
    files = (LOG, VIEWS, MAIL)
    assert {file.name for file in shell.home.glob("*.sqlite")} == set(files)
    shell.run("play", "napoleon1815", "--to-turn", "2")
    before = [dump(shell.home / name) for name in files]
    assert shell.run("migrate").stdout == first
    assert [dump(shell.home / name) for name in files] == before
    assert shell.json("migrate") == {"home": str(shell.home), "log": str(shell.home / LOG)}


@pytest.mark.parametrize(
    "arguments",
    [("show", "x"), ("log", "x"), ("play", "napoleon1815"), ("worker",)],
)
def test_without_a_store_every_command_says_what_to_do(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    result = Shell(tmp_path / "nowhere").run(*arguments, status=1)
    assert "napoleon migrate" in result.stderr
    assert result.stdout == ""
    assert not (tmp_path / "nowhere").exists()


def test_migrate_makes_the_signing_key_once(shell: Shell) -> None:
    key = (shell.home / KEY_FILE).read_bytes()
    shell.run("migrate")
    assert (shell.home / KEY_FILE).read_bytes() == key
    assert stat.S_IMODE((shell.home / KEY_FILE).stat().st_mode) == 0o600


def test_with_a_secret_there_is_no_key_to_be_kept(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.run("migrate", NAPOLEON_SECRET="a long and random text")
    assert not (shell.home / KEY_FILE).exists()


@pytest.mark.parametrize(
    ("content", "said"), [(None, "napoleon keys import"), (b"Vive l'Empereur!", "no signing key")]
)
def test_without_a_signing_key_the_worker_says_what_to_do(
    shell: Shell, content: bytes | None, said: str
) -> None:
    (shell.home / KEY_FILE).unlink()
    if content is not None:
        (shell.home / KEY_FILE).write_bytes(content)
    result = shell.run("worker", status=1)
    assert said in result.stderr
    assert result.stdout == ""


def test_without_a_view_file_the_worker_says_what_to_do(shell: Shell) -> None:
    (shell.home / VIEWS).unlink()
    assert "napoleon migrate" in shell.run("worker", status=1).stderr
    assert not (shell.home / VIEWS).exists()


@pytest.mark.parametrize("command", ["migrate", "serve"])
def test_a_log_that_cannot_be_used(tmp_path: Path, command: str) -> None:
    shell = Shell(tmp_path)
    (tmp_path / LOG).write_bytes(b"Vive l'Empereur! " * 100)
    assert "not a database" in shell.run(command, status=1).stderr


def test_a_log_of_another_release_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / LOG)) as connection:
        connection.executescript("CREATE TABLE later (x); PRAGMA user_version = 99;")
    before = dump(tmp_path / LOG)
    for command in ("migrate", "serve"):
        assert "schema 99" in Shell(tmp_path).run(command, status=1).stderr
    assert dump(tmp_path / LOG) == before
    assert not (tmp_path / VIEWS).exists()


def test_a_store_in_a_place_where_none_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = Shell(tmp_path / "file" / "store").run("migrate", status=1)
    assert result.stderr == (
        f"The store cannot be created in {tmp_path / 'file' / 'store'}: Not a directory. "
        "NAPOLEON_HOME names another folder.\n"
    )


def test_a_pack_that_can_be_played_with(shell: Shell) -> None:
    text = shell.run("pack", "check", str(PACK)).stdout
    assert "FAIL" not in text
    answer = shell.json("pack", "check", str(PACK))
    assert answer["ok"] is True
    assert len(answer["findings"]) > 10
    assert all(finding["ok"] for finding in answer["findings"])
    assert f"{len(answer['findings'])} checks, 0 failed" in text


def test_a_pack_that_cannot(shell: Shell, tmp_path: Path) -> None:
    broken = tmp_path / "pack"
    shutil.copytree(PACK, broken)
    roads = (broken / "roads.csv").read_text().splitlines()
    (broken / "roads.csv").write_text("\n".join([*roads[:-1], roads[-1].replace(",", ",x", 1)]))
    result = shell.run("pack", "check", str(broken), status=1)
    assert "FAIL" in result.stdout
    assert result.stderr == "The pack failed.\n"
    answer = shell.json("pack", "check", str(broken), status=1)
    assert answer["ok"] is False
    failed = [finding for finding in answer["findings"] if not finding["ok"]]
    assert failed
    assert all(finding["detail"] for finding in failed)


@pytest.mark.parametrize(
    "arguments", [(), ("/nowhere",), (str(PACK), "--ruleset", "chess"), (str(PACK / "cards.csv"),)]
)
def test_wrong_usage_of_pack_check(shell: Shell, arguments: tuple[str, ...]) -> None:
    assert shell.run("pack", "check", *arguments, status=2).stderr.startswith("Usage:")


@pytest.mark.parametrize(
    "wrong",
    [{"METRICS_PORT": "x"}, {"METRICS_PORT": "65534"}, {"NAPOLEON_LOG": "xml"}],
)
def test_a_worker_says_which_setting_is_wrong(shell: Shell, wrong: dict[str, str]) -> None:
    [name] = wrong
    told = shell.run("worker", status=1, **wrong).stderr
    assert told.startswith("The worker cannot start: ")
    assert name in told


def test_a_port_for_metrics_that_is_taken(shell: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = shell.run("worker", "--metrics-port", port, status=1).stderr
    assert "The metrics cannot be served: Address already in use." in told


def test_every_command_is_there(shell: Shell) -> None:
    commands = every_command().values()
    names = {command.name for command in commands}
    played = {"new", "play", "bot", "show", "map", "log", "notation"}
    kept = {
        "serve",
        "migrate",
        "move",
        "worker",
        "rebuild",
        "backup",
        "restore",
        "invite",
        "keys",
        "health",
    }
    record = {"verify", "export", "import", "games"}
    by_mail = {"mail", "command"}
    assert names == played | kept | record | by_mail | {"admin", "pack", "people", "bench"}
    overview = shell.run("--help").stdout
    for command in commands:
        assert command.name is not None
        assert command.name in overview
        assert command.help
        assert shell.run(command.name, "--help").stdout.startswith("Usage:")
    assert shell.run("--version").stdout.startswith("napoleon, version ")


@pytest.mark.parametrize(
    "arguments", [("march",), ("show", "x", "--fast"), ("serve", "--port", "x")]
)
def test_what_is_no_command(shell: Shell, arguments: tuple[str, ...]) -> None:
    assert shell.run(*arguments, status=2).stderr.startswith("Usage:")


def test_reading_leaves_the_store_as_it_was(veteran: Shell, game: str) -> None:
    before = dump(veteran.home / LOG)
    for command in ("show", "log"):
        veteran.run(command, game)
    with Games(veteran.env) as games:
        assert games.head(game) > 41
    assert dump(veteran.home / LOG) == before
