"""Files of whole stores that are damaged, hostile or not for this store: nothing is recorded."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from api.moving.importing import import_all
from napoleon.log.store.home import LOG, MAIL
from napoleon.log.store.moved import MoveRefused
from napoleon.record.key_list import signing
from tests.command_line.conftest import Shell
from tests.command_line.server import ROOT
from tests.operations.lived_in import open_games
from tests.operations.test_moving import SECRET, napoleon, parts, shell_at

Parts = dict[str, bytes]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A store of one short game, whose key is in a file."""
    shell = Shell(tmp_path_factory.mktemp("small") / "store")
    shell.run("migrate")
    shell.run("play", "napoleon1815", "--seed", "4", "--to-turn", "2")
    shell.run("export", "--all", "-o", str(shell.home.parent / "whole.zip"))
    return shell


@pytest.fixture
def file(store: Shell) -> Path:
    return store.home.parent / "whole.zip"


@pytest.fixture
def empty(tmp_path: Path) -> Shell:
    shell = Shell(tmp_path / "empty")
    shell.run("migrate")
    return shell


def refused(empty: Shell, file: Path, words: str) -> None:
    """It is refused in these words, and the store is as empty as it was, and can be used."""
    with open_games(empty.env) as games:
        key = signing(games).verifier
    told = empty.run("import", str(file), status=1).stderr
    assert words in told, told
    assert told.startswith("Nothing was recorded. "), told
    with open_games(empty.env) as games:
        assert games.recorder.max_notification_id() is None
        assert signing(games).verifier == key


def forged(file: Path, to: Path, change: Callable[[Parts], Any], *, fits: bool = True) -> Path:
    """A file with other content; with `fits` its manifest says what is in it now."""
    with zipfile.ZipFile(file) as archive:
        found = {it: archive.read(it) for it in archive.namelist()}
    change(found)
    if fits:
        manifest = json.loads(found["manifest.json"])
        for name, part in manifest["tables"].items():
            body = found[f"{name}.ndjson"]
            part |= {"rows": body.count(b"\n"), "bytes": len(body)}
            part["sha256"] = sha256(body).hexdigest()
        found["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in found.items():
            archive.writestr(name, body)
    return to


def said(**changed: Any) -> Callable[[Parts], None]:
    def change(found: Parts) -> None:
        manifest = {**json.loads(found["manifest.json"]), **changed}
        found["manifest.json"] = json.dumps(manifest).encode()

    return change


def lines(name: str, change: Callable[[list[bytes]], Any]) -> Callable[[Parts], None]:
    def changed(found: Parts) -> None:
        rows = found[f"{name}.ndjson"].splitlines(keepends=True)
        change(rows)
        found[f"{name}.ndjson"] = b"".join(rows)

    return changed


def replaced(at: int, row: bytes) -> Callable[[list[bytes]], None]:
    def change(rows: list[bytes]) -> None:
        rows[at] = row + b"\n"

    return change


FORGED: dict[str, tuple[Callable[[Parts], Any], str]] = {
    "newer format": (said(number=3, release="9.1.0"), "of release 9.1.0, and this is release"),
    "newer release": (said(release="99.0.0"), "install that release or a newer one first"),
    "no release": (said(release="banana"), "No release is called 'banana'"),
    "no manifest": (lambda it: it.pop("manifest.json"), "manifest.json is missing"),
    "no JSON": (lambda it: it.update({"manifest.json": b"{"}), "manifest.json is damaged"),
    "no part": (lambda it: it.pop("webhooks.ndjson"), "webhooks.ndjson is missing"),
    "a path": (lambda it: it.update({"../../evil": b""}), "'../../evil' is none of a store"),
    "other keys": (lambda it: it.update({"keys.json": b"{}"}), "keys.json has been changed"),
    "bomb": (lambda it: it.update({"names.ndjson": bytes(2**28)}), "can come to"),
    "deep": (lines("events", replaced(2, b"[" * 10**5)), "Row 3 of events is damaged"),
    "of another kind": (lines("events", replaced(4, b'["1",5,1,""]')), "Row 5 of events"),
    "a gap": (lines("events", lambda it: it.pop(9)), "version 10 is not in it"),
    "no game": (lines("games", lambda it: it.clear()), "which game has number 1"),
    "no topic": (lines("topics", lambda it: it.pop(0)), "nothing says of which kind"),
    "unknown topic": (
        lines("topics", replaced(0, b'[1,"chess.moved/1"]')),
        "No ruleset that is installed here records chess.moved/1",
    ),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", FORGED)
def test_what_is_forged_is_refused(kind: str, file: Path, empty: Shell, tmp_path: Path) -> None:
    change, words = FORGED[kind]
    fits = kind not in ("no manifest", "no JSON", "no part")
    refused(empty, forged(file, tmp_path / "forged.zip", change, fits=fits), words)


def test_what_is_not_what_was_written_is_refused(file: Path, empty: Shell, tmp_path: Path) -> None:
    change = lines("events", lambda it: it.pop())
    changed = forged(file, tmp_path / "changed.zip", change, fits=False)
    refused(empty, changed, "The part events has been changed")


def test_what_is_cut_off_or_damaged_is_refused(file: Path, empty: Shell, tmp_path: Path) -> None:
    whole, worse = file.read_bytes(), tmp_path / "worse.zip"
    for length in (100, len(whole) // 2, len(whole) - 1):
        worse.write_bytes(whole[:length])
        refused(empty, worse, "its end is missing")
    with zipfile.ZipFile(file) as archive:
        events = archive.getinfo("events.ndjson")
    at = events.header_offset + events.compress_size // 2
    worse.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
    refused(empty, worse, "events is damaged")


def test_a_file_that_was_damaged_is_the_cause_and_no_game_is(
    file: Path, empty: Shell, tmp_path: Path
) -> None:
    """Changed bits in a packed part may unpack to rows of another order, or of another game."""
    whole, worse = file.read_bytes(), tmp_path / "worse.zip"
    with zipfile.ZipFile(file) as archive:
        parts = [it for it in archive.infolist() if it.filename.endswith(".ndjson")]
    # The others are so short that a changed bit may stand in their headers.
    packed = [it for it in parts if it.compress_size > 200]
    assert {"events.ndjson", "orders.ndjson", "topics.ndjson"} <= {it.filename for it in packed}
    random = Random(1815)
    for part in packed * 20:
        at = part.header_offset + random.randrange(100, part.compress_size)
        bits = whole[at] ^ random.randrange(1, 256)
        worse.write_bytes(whole[:at] + bytes([bits]) + whole[at + 1 :])
        with worse.open("rb") as source, pytest.raises(MoveRefused) as told:
            import_all(empty.env, source, lambda done, rows: None)
        named = f"The part {part.filename.removesuffix('.ndjson')} "
        assert str(told.value).startswith(named), told.value
    change = lines("events", lambda it: it.insert(0, it.pop()))
    changed = forged(file, tmp_path / "changed.zip", change, fits=False)
    refused(empty, changed, "The part events has been changed")


def test_a_store_with_games_takes_no_other_in(store: Shell, file: Path) -> None:
    before = (store.home / LOG).read_bytes()
    told = store.run("import", str(file), status=1).stderr
    assert "it has games of its own" in told
    assert (store.home / LOG).read_bytes() == before


def test_only_a_plain_file_is_replaced(store: Shell, tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("yesterday's")
    link.symlink_to(file)
    for path in (link, Path(os.devnull)):
        told = store.run("export", "--all", "-o", str(path), status=1).stderr
        assert "not a plain file" in told
    assert file.read_text() == "yesterday's"
    store.run("export", "--all", "-o", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(it.name for it in tmp_path.iterdir()) == ["file", "link"]


def test_a_log_with_a_gap_is_not_exported(file: Path, empty: Shell, tmp_path: Path) -> None:
    empty.run("import", str(file))
    with closing(sqlite3.connect(empty.home / LOG)) as log:
        log.execute("DROP TRIGGER no_delete_of_events")
        log.execute("DELETE FROM events WHERE version = 7")
        log.commit()
    told = empty.run("export", "--all", "-o", str(tmp_path / "no.zip"), status=1).stderr
    assert "version 7 is not in it, and version 8 is" in told
    assert not (tmp_path / "no.zip").exists()


# -- keys ------------------------------------------------------------------------------------------


def test_a_key_in_a_file_moves_and_goes_on_signing(
    store: Shell, file: Path, empty: Shell, tmp_path: Path
) -> None:
    empty.run("import", str(file))
    with open_games(store.env) as old, open_games(empty.env) as new:
        assert signing(new).verifier == signing(old).verifier
    empty.run("export", "--all", "-o", str(tmp_path / "again.zip"))
    assert parts(tmp_path / "again.zip") == parts(file)


def test_a_file_of_before_there_were_people_is_taken_in(
    store: Shell, file: Path, empty: Shell, tmp_path: Path
) -> None:
    def as_it_was(found: Parts) -> None:
        manifest = json.loads(found["manifest.json"])
        for table in [it for it in manifest["tables"] if it.startswith("people_")]:
            del manifest["tables"][table], found[f"{table}.ndjson"]
        found["manifest.json"] = json.dumps({**manifest, "number": 1}).encode()

    empty.run("import", str(forged(file, tmp_path / "older.zip", as_it_was)))
    with open_games(store.env) as old, open_games(empty.env) as new:
        newest = old.recorder.max_notification_id()
        assert new.recorder.max_notification_id() == newest


def test_where_a_secret_signs_the_earlier_key_is_still_known(
    store: Shell, file: Path, database_url: str, tmp_path: Path
) -> None:
    there = shell_at(tmp_path / "there", DATABASE_URL=database_url)
    told = there.json("import", str(file))
    with open_games(store.env) as old, open_games(there.env) as new:
        earlier, signs = signing(old).verifier, signing(new).verifier
    assert signs != earlier
    assert earlier.id.hex() in told["notes"][0]
    assert "napoleon mail" in told["notes"][1]
    listed = there.json("keys", "list")["keys"]
    assert [it["signs"] for it in listed] == [False, True]
    assert all(it["here"] for it in listed), "mails that went out before are answered"


def test_another_secret_is_refused_before_anything_is_recorded(tmp_path: Path) -> None:
    first, other = shell_at(tmp_path / "first"), Shell(tmp_path / "other")
    first.run("play", "napoleon1815", "--seed", "4", "--to-turn", "1")
    file = tmp_path / "whole.zip"
    assert "NAPOLEON_SECRET" in first.json("export", "--all", "-o", str(file))["stays"][0]
    other.run("migrate")
    refused(other, file, "NAPOLEON_SECRET is another one here, or not set")
    other.env |= {"NAPOLEON_SECRET": "another horse, another battery"}
    other.run("keys", "rotate")
    refused(other, file, "NAPOLEON_SECRET is another one here, or not set")
    other.env |= {"NAPOLEON_FORMER_SECRET": SECRET["NAPOLEON_SECRET"]}
    [note] = other.json("import", str(file))["notes"]
    assert "signs from now on" in note


def test_another_name_of_the_key_is_refused(file: Path, tmp_path: Path) -> None:
    other = Shell(tmp_path / "other")
    other.env |= {"NAPOLEON_ORIGIN": "club.example"}
    other.run("migrate")
    refused(other, file, "NAPOLEON_ORIGIN names another one here, 'club.example'")


# -- a process that dies ---------------------------------------------------------------------------

DYING = """
import os, signal, sqlite3, sys
from functools import partial

number = int(sys.argv.pop(1))

class Dying(sqlite3.Connection):
    def execute(self, statement, *values):
        global number
        if statement == "COMMIT" or statement.startswith("PRAGMA user_version ="):
            number -= 1
            if number < 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return super().execute(statement, *values)

import napoleon.log.store.sqlite.moving as moving
connect = sqlite3.connect
moving.connect = lambda path, **_: connect(path, isolation_level=None, factory=Dying)
from api.command_line.main import main
main()
"""

DYING_ON_POSTGRES = """
import os, signal
import napoleon.log.store.postgres.moving as moving
put = moving.Transaction.put
def dies(self, table, rows):
    put(self, table, rows)
    if table.name == "webhooks":
        os.kill(os.getpid(), signal.SIGKILL)
moving.Transaction.put = dies
from api.command_line.main import main
main()
"""


def dies(program: str, shell: Shell, *arguments: str) -> bool:
    """Whether a process that runs ``napoleon`` was killed; it must not have failed."""
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        env={**os.environ, **shell.env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode in (0, -signal.SIGKILL), ran.stderr
    return ran.returncode != 0


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.soak), 3])
def test_wherever_an_import_dies_it_can_be_done_again(tmp_path: Path, every: int) -> None:
    first = Shell(tmp_path / "first")
    first.run("migrate")
    first.run("play", "napoleon1815", "--seed", "4", "--to-turn", "1")
    with closing(sqlite3.connect(first.home / MAIL)) as mail:
        mail.execute("INSERT INTO mail_stand_ins VALUES ('g', 'french', '', 'a@b.example', 'en')")
        mail.commit()
    file, again = tmp_path / "whole.zip", tmp_path / "again.zip"
    first.run("export", "--all", "-o", str(file))
    told = set()
    for number in range(0, 20, every):
        shell = Shell(tmp_path / f"store{number}")
        shell.run("migrate")
        if not dies(DYING, shell, str(number), "import", str(file)):
            break
        # Either it is as empty as before, or nobody opens it until it is filled.
        with closing(sqlite3.connect(shell.home / LOG)) as log:
            [[filling]] = log.execute("PRAGMA user_version")
        if filling < 0:
            for command in (("migrate",), ("export", "--all"), ("keys", "list")):
                assert "run 'napoleon import'" in shell.run(*command, status=1).stderr
        told.add(filling < 0)
        shell.run("import", str(file))
        shell.run("export", "--all", "-o", str(again))
        assert parts(again) == parts(file)
    assert told == {True, False}
    assert number > 4


def test_on_postgresql_it_leaves_an_empty_store(
    file: Path, database_url: str, tmp_path: Path
) -> None:
    there = shell_at(tmp_path / "there", DATABASE_URL=database_url)
    assert dies(DYING_ON_POSTGRES, there, "import", str(file))
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (0,)
    napoleon(there, "import", str(file))
    there.run("export", "--all", "-o", str(tmp_path / "again.zip"))
    assert parts(tmp_path / "again.zip") == parts(file)
