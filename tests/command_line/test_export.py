"""``napoleon export`` and ``napoleon import``: a game leaves a store, and stands in another one."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from napoleon.play.games import Games
from napoleon.record.verifier import verify
from tests.command_line.conftest import Shell
from tests.core.play import digest, stored

WARNING = "Warning: the game is running, and this file holds its secrets"


@pytest.fixture
def another(tmp_path: Path) -> Shell:
    """Another user, whose store is empty."""
    shell = Shell(tmp_path / "another")
    shell.run("migrate")
    return shell


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that commands are run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def exported(shell: Shell, game: str, path: Path, *arguments: str) -> Path:
    shell.run("export", game, "-o", str(path), *arguments)
    return path


def manifest(path: Path) -> Any:
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read("manifest.json"))


# -- export ----------------------------------------------------------------------------------------


def test_the_whole_record_is_exported_under_the_name_of_the_game(
    veteran: Shell, finished: str, here: Path
) -> None:
    result = veteran.run("export", finished)
    with Games(veteran.env) as games:
        name = f"{finished}-{games.head(finished)}-operator.zip"
    assert result.stdout == f"{name}\n"
    assert result.stderr == "", "nothing is secret any more"
    assert verify(here / name).first_wrong is None
    assert manifest(here / name)["complete"] is True
    assert [it.name for it in here.iterdir()] == [name], "nothing else is left there"


def test_the_secrets_of_a_running_game_are_warned_of(
    veteran: Shell, game: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.zip"
    assert WARNING in veteran.run("export", game, "-o", str(path)).stderr
    assert path.stat().st_mode & 0o077 == 0, "nobody else may read it"
    for arguments in (("--spectator",), ("--referee",), ("--seat", "french")):
        assert veteran.run("export", game, "-o", str(path), *arguments).stderr == ""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("arguments", "reader"),
    [
        (("--spectator",), "spectator"),
        (("--referee",), "referee"),
        (("--seat", "allied"), "allied"),
        ((), "operator"),
    ],
)
def test_it_is_exported_as_somebody_may_have_it(
    veteran: Shell, game: str, tmp_path: Path, arguments: tuple[str, ...], reader: str
) -> None:
    path = tmp_path / "game.zip"
    answer = veteran.json("export", game, "-o", str(path), *arguments)
    told = manifest(path)
    assert answer == {
        "game": game,
        "version": told["size"],
        "reader": reader,
        "file": str(path),
        "bytes": path.stat().st_size,
    }
    assert (told["reader"], told["complete"]) == (reader, reader == "operator")
    assert verify(path).first_wrong is None


def test_what_can_not_be_exported(veteran: Shell, game: str, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "game.zip")
    for arguments, message in (
        (("0000000000",), "There is no game 0000000000"),
        ((game, "--seat", "russian"), "no seat russian"),
        ((game, "-o", nowhere), "cannot be written: No such file or directory"),
    ):
        result = veteran.run("export", *arguments, status=1)
        assert message in result.stderr
        assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_an_export_that_fails_leaves_what_was_there(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shell.run("play", "napoleon1815", "--seed", "3", "--to-turn", "1").stdout.strip()
    (tmp_path / "store" / "signing-key.pem").unlink()
    path = tmp_path / "game.zip"
    path.write_bytes(b"an older one")
    assert "no signing key" in shell.run("export", game, "-o", str(path), status=1).stderr
    assert path.read_bytes() == b"an older one"
    assert {it.name for it in tmp_path.iterdir()} == {"store", "game.zip"}


@pytest.mark.parametrize(
    "arguments", [(), ("GAME", "--spectator", "--referee"), ("GAME", "--seat", "x", "--referee")]
)
def test_wrong_usage_of_export(veteran: Shell, arguments: tuple[str, ...]) -> None:
    assert veteran.run("export", *arguments, status=2).stderr.startswith("Usage:")


# -- import ----------------------------------------------------------------------------------------


def test_a_running_game_moves_to_another_store(
    veteran: Shell, game: str, another: Shell, tmp_path: Path
) -> None:
    path = exported(veteran, game, tmp_path / "game.zip")
    with Games(veteran.env) as games, Games(another.env) as there:
        size = games.head(game)
        result = another.run("import", str(path))
        assert result.stdout.splitlines() == [
            f"{size} of {size} events of the game {game} are good.",
            f"Versions 1 to {size} were recorded.",
        ]
        assert digest(there.open(game)) == digest(games.open(game))
    assert another.json("show", game) == veteran.json("show", game)
    assert another.run("log", game).stdout == veteran.run("log", game).stdout
    again = another.run("import", str(path))
    assert "They were in the store already." in again.stdout


def test_import_tells_programs_what_has_come_of_it(
    veteran: Shell, finished: str, another: Shell, tmp_path: Path
) -> None:
    path = exported(veteran, finished, tmp_path / "game.zip", "--spectator")
    size = manifest(path)["size"]
    facts = {"game": finished, "events": size, "good": size, "version": size, "stop": None}
    assert another.json("import", str(path)) == {**facts, "recorded": size}
    assert another.json("import", str(path)) == {**facts, "recorded": 0}


def test_what_is_good_is_kept_and_the_rest_is_said(
    veteran: Shell, game: str, another: Shell, tmp_path: Path
) -> None:
    path, broken = exported(veteran, game, tmp_path / "game.zip"), tmp_path / "broken.zip"
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(broken, "w") as changed:
        for name in archive.namelist():
            lines = archive.read(name).split(b"\n")
            if name == "log.ndjson":
                lines[149] = lines[149].replace(b'"turn":', b'"turn":1')
            changed.writestr(name, b"\n".join(lines))
    result = another.run("import", str(broken), status=1)
    size = manifest(path)["size"]
    lines = result.stdout.splitlines()
    assert lines[0] == f"149 of {size} events of the game {game} are good."
    assert lines[1].startswith("It stopped at version 150: ")
    with Games(another.env) as there:
        kept = there.head(game)
    assert f"Versions 1 to {kept} were recorded." in lines
    assert 100 < kept < 150
    stop = another.json("import", str(broken), status=1)["stop"]
    assert stop == {"version": 150, "reason": lines[1].removeprefix("It stopped at version 150: ")}
    refused = another.run("import", str(path), status=1)
    assert refused.stderr.startswith("Nothing was recorded. The store has this game up to")
    another.run("import", str(path), "--extend")
    assert another.json("show", game) == veteran.json("show", game)


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_a_file_whose_events_are_good_is_verified_as_well(
    veteran: Shell, game: str, another: Shell, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    path, bent = exported(veteran, game, tmp_path / "game.zip"), tmp_path / "bent.zip"
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(bent, "w") as changed:
        for name in archive.namelist():
            lines = archive.read(name).splitlines(keepends=True)
            changed.writestr(name, b"".join(lines[1:] if name == "draws.ndjson" else lines))
    result = another.run("import", str(bent), *arguments, status=1)
    assert f"{manifest(path)['size']}" in result.stdout
    assert result.stderr.startswith("All events are good, but: The record does not hold at event")
    assert "draws.ndjson lacks what draw 0 was made from" in result.stderr


def test_what_can_not_be_imported_leaves_the_store_as_it_was(
    veteran: Shell, game: str, another: Shell, tmp_path: Path
) -> None:
    whole = exported(veteran, game, tmp_path / "game.zip").read_bytes()
    party = exported(veteran, game, tmp_path / "party.zip", "--seat", "french")
    half = tmp_path / "half.zip"
    half.write_bytes(whole[: len(whole) // 2])
    with Games(another.env) as there:
        before = stored(there)
        for path, message in ((half, "no whole zip file"), (party, "of a running game")):
            for arguments in ((), ("--json",)):
                result = another.run("import", str(path), *arguments, status=1)
                assert result.stderr.startswith("Nothing was recorded. ")
                assert message in result.stderr
                if arguments:
                    error = {"code": "BUNDLE_REFUSED", "detail": result.stderr.removesuffix("\n")}
                    assert json.loads(result.stdout) == {"error": error}
                else:
                    assert result.stdout == ""
        assert stored(there) == before


@pytest.mark.parametrize("arguments", [(), ("nowhere.zip",), ("a.zip", "b.zip")])
def test_wrong_usage_of_import(shell: Shell, arguments: tuple[str, ...]) -> None:
    assert shell.run("import", *arguments, status=2).stderr.startswith("Usage:")


def test_import_needs_a_store(veteran: Shell, finished: str, tmp_path: Path) -> None:
    path = exported(veteran, finished, tmp_path / "game.zip")
    assert "migrate" in Shell(tmp_path / "empty").run("import", str(path), status=1).stderr
