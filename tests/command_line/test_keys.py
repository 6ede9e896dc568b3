"""``napoleon keys``, and what the other commands do when the key of the store is not there."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import psycopg
import pytest

from napoleon.log.store.home import KEY_FILE
from tests.command_line.conftest import Shell
from tests.command_line.server import ROOT, Server, fetched
from tests.patience import PATIENCE
from tests.servers import OwnPostgres

pytestmark = pytest.mark.drill

SECRET, OTHER = "correct horse battery staple", "the old guard dies and never surrenders"

TO_TURN = ("--scenario", "historical_invasion", "--seed", "1815", "--to-turn", "2")


@pytest.fixture
def game(shell: Shell) -> str:
    return shell.run("play", "napoleon1815", *TO_TURN).stdout.strip()


def test_a_key_is_rotated_and_an_old_note_holds(shell: Shell, game: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    shell.run("export", game, "-o", str(first), "--spectator")
    [before] = shell.json("keys", "list")["keys"]
    assert (before["here"], before["signs"], before["until"]) == (True, True, None)
    # What a player keeps: a note out of the bundle.
    mine = tmp_path / "mine.txt"
    with zipfile.ZipFile(first) as archive:
        [name, *_] = [it for it in archive.namelist() if it.startswith("checkpoints/")]
        mine.write_bytes(archive.read(name))

    told = shell.run("keys", "rotate").stdout
    assert f"{before['key']} has signed for it" in told
    old, new = shell.json("keys", "list")["keys"]
    assert (old["key"], old["here"], old["signs"]) == (before["key"], True, False)
    assert old["until"] == new["since"]
    assert new["key"] in told
    assert (shell.home / KEY_FILE).stat().st_mode & 0o777 == 0o600

    shell.run("export", game, "-o", str(second), "--spectator")
    for key in (None, before["key"], new["key"]):
        arguments = () if key is None else ("--key", key)
        told = shell.run("verify", str(second), "--checkpoint", str(mine), *arguments).stdout
        assert "does not hold" not in told
    table = shell.run("keys", "list").stdout
    assert old["id"] in table
    assert new["id"] in table


@pytest.mark.sampled(1)
@pytest.mark.parametrize("command", [("migrate",), ("serve", "--port", "0"), ("worker",)])
def test_nothing_starts_without_the_key_and_none_is_made(
    shell: Shell, game: str, command: tuple[str, ...]
) -> None:
    shell.run("export", game, "-o", str(shell.home.parent / "game.zip"))
    [key] = shell.json("keys", "list")["keys"]
    content = (shell.home / KEY_FILE).read_bytes()
    (shell.home / KEY_FILE).unlink()
    env = {**os.environ, **shell.env}
    run = [sys.executable, "-m", "api.command_line", *command]
    done = subprocess.run(
        run, cwd=ROOT, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert f"napoleon+{key['id']}" in line
    for way_out in ("put it back", "napoleon keys import FILE", "napoleon keys rotate --lost"):
        assert way_out in line
    assert not [*shell.home.glob(f"*{KEY_FILE}*")]
    # Reading goes on.
    assert shell.run("log", game).stdout
    assert shell.run("keys", "list", status=1).stderr.startswith("Nothing can be signed: ")
    assert shell.json("keys", "list", status=1)["keys"][0]["here"] is False
    # The file is put back, and all is well.
    (shell.home / KEY_FILE).write_bytes(content)
    shell.run("migrate")


def test_a_lost_key_is_given_up_knowingly(shell: Shell, game: str, tmp_path: Path) -> None:
    [before] = shell.json("keys", "list")["keys"]
    assert "is not lost" in shell.run("keys", "rotate", "--lost", status=1).stderr
    shell.run("export", game, "-o", str(tmp_path / "before.zip"))
    (shell.home / KEY_FILE).unlink()
    assert "--lost" in shell.run("keys", "rotate", status=1).stderr
    told = shell.json("keys", "rotate", "--lost")
    assert (told["earlier"], told["vouched"]) == (before["key"], False)
    shell.run("migrate")
    shell.run("export", game, "-o", str(tmp_path / "after.zip"))
    shell.run("verify", str(tmp_path / "after.zip"))
    shell.run("verify", str(tmp_path / "after.zip"), "--key", told["signs"])
    failed = shell.run("verify", str(tmp_path / "after.zip"), "--key", before["key"], status=1)
    assert "only the bundle says that it is of the same service" in failed.stderr


def test_keys_are_exported_and_imported(shell: Shell, game: str, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    shell.run("keys", "rotate")
    listed = shell.json("keys", "list")
    assert "Who can read it can sign" in shell.run("keys", "export", str(file)).stdout
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    content = file.read_bytes()
    assert "already" in shell.run("keys", "export", str(file), status=1).stderr
    assert file.read_bytes() == content
    nowhere = str(tmp_path / "no" / "keys")
    assert "cannot be written" in shell.run("keys", "export", nowhere, status=1).stderr

    elsewhere = Shell(tmp_path / "elsewhere")
    elsewhere.run("migrate")
    told = elsewhere.json("keys", "import", str(file))
    assert (told["signs"], told["usable"]) == (listed["keys"][-1]["key"], True)
    assert elsewhere.json("keys", "list") == listed
    # The game goes there with all that was signed of it.
    bundle = str(tmp_path / "game.zip")
    shell.run("export", game, "-o", bundle)
    elsewhere.run("import", bundle)
    again = tmp_path / "again.zip"
    elsewhere.run("export", game, "-o", str(again))
    assert again.read_bytes() == Path(bundle).read_bytes()

    for path in shell.home.glob(f"{KEY_FILE}*"):
        path.unlink()
    shell.run("migrate", status=1)
    assert "Its private part is here now" in shell.run("keys", "import", str(file)).stdout
    shell.run("migrate")
    assert shell.json("keys", "list") == listed
    file.write_text("Vive l'Empereur!")
    assert shell.run("keys", "import", str(file), status=1).stderr == (
        "Refused: the file holds no keys of a store, nor a public key.\n"
    )


def test_with_a_secret_that_is_the_private_part(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.env["NAPOLEON_SECRET"] = SECRET
    shell.run("migrate")
    [before] = shell.json("keys", "list")["keys"]
    assert before["here"] is True
    told = shell.run("keys", "export", str(tmp_path / "keys.json")).stdout
    assert "made of NAPOLEON_SECRET, which is not in it" in told
    assert SECRET not in (tmp_path / "keys.json").read_text()
    assert "another secret" in shell.run("keys", "rotate", status=1).stderr
    shell.env["NAPOLEON_SECRET"] = OTHER
    for command in ("migrate", "worker"):
        refused = shell.run(command, status=1).stderr
        assert "NAPOLEON_SECRET makes another one" in refused
        assert before["id"] in refused
    shell.env["NAPOLEON_FORMER_SECRET"] = SECRET
    done = shell.run("keys", "rotate").stdout
    assert f"{before['key']} has signed for it" in done
    assert "Restart web, live, worker and mail" in done
    del shell.env["NAPOLEON_FORMER_SECRET"]
    shell.run("migrate")
    [old, new] = shell.json("keys", "list")["keys"]
    assert (old["here"], new["here"], new["signs"]) == (False, True, True)
    weak = shell.run("worker", status=1, NAPOLEON_FORMER_SECRET="short").stderr
    assert "NAPOLEON_FORMER_SECRET is too easily guessed" in weak


def test_a_backup_has_all_keys(shell: Shell, game: str, tmp_path: Path) -> None:
    shell.run("keys", "rotate")
    shell.run("keys", "rotate")
    listed = shell.json("keys", "list")
    assert len(listed["keys"]) == 3
    shell.run("backup", str(tmp_path / "backup.tar"))
    elsewhere = Shell(tmp_path / "elsewhere")
    elsewhere.run("restore", str(tmp_path / "backup.tar"))
    assert elsewhere.json("keys", "list") == listed
    assert all(it["here"] for it in listed["keys"])
    files = [*elsewhere.home.glob(f"{KEY_FILE}*")]
    assert len(files) == 3
    assert {stat.S_IMODE(it.stat().st_mode) for it in files} == {0o600}


def test_the_private_part_of_an_earlier_key_can_be_destroyed(shell: Shell) -> None:
    told = shell.run("keys", "rotate", "--destroy").stdout
    assert "is gone, and replies to mails sent before" in told
    [old, new] = shell.json("keys", "list")["keys"]
    assert (old["here"], new["here"]) == (False, True)
    assert [it.name for it in shell.home.glob(f"{KEY_FILE}*")] == [KEY_FILE]


def test_the_role_of_the_service_may_not_change_the_keys(
    own_postgres: OwnPostgres, tmp_path: Path
) -> None:
    url = own_postgres.create_database()
    try:
        shell = Shell(tmp_path / "store")
        shell.env |= {"DATABASE_URL": url, "NAPOLEON_SECRET": SECRET}
        shell.run("migrate")
        with psycopg.connect(url, autocommit=True) as superuser:
            superuser.execute((ROOT / "deploy" / "postgres-roles.sql").read_text())
            name = superuser.info.dbname
        # It grants the service what it may do.
        shell.run("migrate")
        shell.env |= {
            "DATABASE_URL": own_postgres.url(name, user="napoleon_app"),
            "NAPOLEON_SECRET": OTHER,
            "NAPOLEON_FORMER_SECRET": SECRET,
        }
        refused = shell.run("keys", "rotate", status=1).stderr
        assert "may not change the keys" in refused
        shell.env["DATABASE_URL"] = own_postgres.url(name, user="napoleon_owner")
        assert shell.json("keys", "rotate")["vouched"] is True
        shell.env["DATABASE_URL"] = own_postgres.url(name, user="napoleon_app")
        assert len(shell.json("keys", "list")["keys"]) == 2
    finally:
        own_postgres.drop_database(url)


def test_a_service_that_runs_goes_on_without_the_key_and_says_so(shell: Shell, game: str) -> None:
    """Orders are taken and boards drawn; nothing is signed until the key is back."""
    path = shell.home / KEY_FILE
    content = path.read_bytes()
    server = Server(shell.env)
    try:
        server.listens().wait_until_drawn()
        assert server.health()["signing"] == "ok"
        path.unlink()
        assert server.health()["signing"] == "away"
        games = f"{server.address}/api/v1/games"
        setup = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
        made = httpx.post(games, json=setup, timeout=PATIENCE)
        assert made.status_code == 201
        server.wait_until_drawn()
        new = made.json()["id"]
        assert fetched(f"{games}/{new}/map").status_code == 200
        refused = fetched(f"{games}/{new}/checkpoint")
        assert (refused.status_code, refused.json()["code"]) == (503, "CANNOT_SIGN")
        keys = fetched(f"{server.address}/api/v1/record/keys").json()
        assert [it["until"] for it in keys] == [None], "what is known of it can be told"
        path.write_bytes(content)
        assert server.health()["signing"] == "ok"
        assert fetched(f"{games}/{new}/checkpoint").status_code == 200
        assert set(server.children()) == {"web", "worker"}
    finally:
        server.clear_away()
