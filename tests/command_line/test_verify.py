"""``napoleon verify``: a record holds, or the first event that does not is named."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.command_line.conftest import Shell
from tests.record.handmade import GAME, Members, played, sealed, vkey, zipped


@pytest.fixture
def user(tmp_path: Path) -> Shell:
    """A user who has no store, and needs none."""
    return Shell(tmp_path / "none")


def saved(folder: Path, members: Members) -> str:
    file = folder / "game.zip"
    file.write_bytes(zipped(members))
    return str(file)


@pytest.fixture
def good(tmp_path: Path) -> str:
    return saved(tmp_path, sealed(played().bundle("red")))


@pytest.fixture
def bad(tmp_path: Path) -> str:
    members = played().bundle("red")
    return saved(
        tmp_path, members | {"log.ndjson": members["log.ndjson"].replace(b"ruby", b"opal")}
    )


def test_a_record_that_holds_is_told_check_by_check(user: Shell, good: str) -> None:
    output = user.run("verify", good).stdout
    for check in ("events", "leaves", "tree", "signatures", "openings", "seed", "calls", "nonces"):
        assert check in output
    assert "blue gave none, and has the one that the service made" in " ".join(output.split())
    assert "FAIL" not in output
    assert '\nWhat could be checked holds. This was written by release "of today"' in output
    assert "The key came with it: compare it with the one that you know.\n" in output
    [last] = output.splitlines()[-1:]
    assert last.startswith("Not checked: whether story.txt and replay.html")
    assert not user.home.exists()


def test_a_folder_is_checked_as_its_bundle(user: Shell, good: str, tmp_path: Path) -> None:
    zipfile.ZipFile(good).extractall(tmp_path / "game")
    assert user.json("verify", str(tmp_path / "game")) == user.json("verify", good)


def test_the_first_wrong_event_is_named_and_the_status_is_1(user: Shell, bad: str) -> None:
    result = user.run("verify", bad, status=1)
    assert "FAIL" in result.stdout
    assert result.stderr == (
        "The record does not hold at event 6: "
        "Event 6 does not have the hash that was recorded for it.\n"
    )


def test_the_report_is_json_for_programs(user: Shell, good: str, bad: str) -> None:
    wrong = user.json("verify", bad, status=1)
    assert (wrong["ok"], wrong["game"], wrong["counts"]["events"]) == (False, GAME, 32)
    assert [it["version"] for it in wrong["checks"] if it["name"] == "leaves"] == [6]


def test_what_a_player_kept_and_trusts_is_held_against_it(
    user: Shell, good: str, tmp_path: Path
) -> None:
    mail = tmp_path / "turn-3.txt"
    mail.write_text(f"Dear Red,\n\n{played().sign()}\nYours\n", encoding="utf-8")
    report = user.json("verify", good, "--checkpoint", str(mail), "--key", vkey())
    assert report["ok"]
    service = played()
    service.leaves[5]["data"]["nonce"] = "opal"
    rewritten = saved(tmp_path, service.bundle("red"))
    result = user.run("verify", rewritten, "--checkpoint", str(mail), status=1)
    assert "contradicts this log" in result.stderr
    other = user.run("verify", good, "--key", vkey(name="other.example"), status=1)
    assert "you trust" in other.stderr


def test_a_damaged_part_is_named_also_if_it_is_only_there_to_be_read(
    user: Shell, good: str, tmp_path: Path
) -> None:
    damaged = bytearray(Path(good).read_bytes())
    with zipfile.ZipFile(good) as archive:
        at = archive.getinfo("story.txt").header_offset
    damaged[at + 30 + len("story.txt") + 2] ^= 1
    (tmp_path / "damaged.zip").write_bytes(damaged)
    answer = user.run("verify", str(tmp_path / "damaged.zip"), status=1)
    assert '"story.txt" is damaged' in answer.stderr


def test_whatever_is_no_bundle_fails_with_its_cause(user: Shell, good: str, tmp_path: Path) -> None:
    cut = tmp_path / "cut.zip"
    cut.write_bytes(Path(good).read_bytes()[:2000])
    assert "This is no whole zip file" in user.run("verify", str(cut), status=1).stderr
    assert "manifest.json is missing" in user.run("verify", str(tmp_path), status=1).stderr


def test_wrong_usage_is_told_apart(user: Shell, good: str, tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(b"\xff\xfe\xfd")
    user.run("verify", status=2)
    user.run("verify", str(tmp_path / "nothing.zip"), status=2)
    user.run("verify", good, "--checkpoint", str(tmp_path / "nothing"), status=2)
    user.run("verify", good, "--checkpoint", str(tmp_path / "noise"), status=2)
