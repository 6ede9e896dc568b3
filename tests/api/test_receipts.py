"""Receipts: a change of a game is signed at once, so its player can prove later what was there."""

from __future__ import annotations

import io
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from napoleon.log.store.home import LOG
from napoleon.log.store.recorder import CheckpointRow
from napoleon.record.bundle import write
from napoleon.record.hashes import LeafHashes
from napoleon.record.key_list import signing
from napoleon.record.notes import parsed_checkpoint, verified
from napoleon.record.verifier import Report, verify
from napoleon.rules.events import SPECTATOR
from tests.api.desk import Desk
from tests.api.test_forks import played

DRAW, BET = {"order": "draw"}, {"order": "bet", "value": 1}


def receipt(answer: TestResponse) -> str:
    return b64decode(answer.headers["Napoleon-Receipt"]).decode()


def bundle(desk: Desk, game_id: str) -> io.BytesIO:
    written = io.BytesIO()
    write(desk.games, game_id, SPECTATOR, written)
    return written


def checked(desk: Desk, game_id: str, kept: str) -> Report:
    return verify(bundle(desk, game_id), {"mine": kept})


def test_every_answer_to_a_change_is_signed_for(desk: Desk) -> None:
    """`Desk.call` asserts it of each 201 in all tests; here of what stands in it."""
    table = played(desk, 3)
    answers = [
        desk.call("POST", "/games", body={"ruleset": "toy", "scenario": "short"}),
        table.order("blue", BET),
        table.post("/takebacks", "red", {"to": 3}),
        table.post("/forks", "referee", {"at": 3}),
    ]
    for answer in answers:
        assert answer.status_code == 201, answer.text
        note = receipt(answer)
        game_id = note.splitlines()[0].rpartition("/")[2]
        text = verified(note, signing(desk.games).verifier)
        assert f"\n{parsed_checkpoint(text).size}\n" in note
        assert checked(desk, game_id, note).first_wrong is None
    assert "\n1\n" not in receipt(answers[0])


def test_what_was_just_recorded_is_signed_without_reading_it_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(desk, 3)
    table.order("blue", BET)
    asked, ask = list[str](), desk.games.recorder.checkpoints

    def watched(game: str, **which: int) -> Sequence[CheckpointRow]:
        asked.append(game)
        return ask(game, **which)

    # It is asked first for what has been signed, and then the log for the rest.
    monkeypatch.setattr(desk.games.recorder, "checkpoints", watched)
    answer = table.post("/takebacks", "red", {"to": 3})
    assert answer.status_code == 201
    assert not asked
    game = desk.games.open(table.id)
    root, last = LeafHashes(desk.games.recorder).tip(game, game.version)
    told = receipt(answer).splitlines()
    assert told[1:4] == [str(game.version), encoded(root), f"leaf {encoded(last)}"]


def encoded(it: bytes) -> str:
    return b64encode(it).decode()


def test_the_header_itself_is_read_as_it_came(desk: Desk) -> None:
    table = played(desk, 3)
    answer = desk.call("POST", "/games", body={"ruleset": "toy", "scenario": "short"})
    header = answer.headers["Napoleon-Receipt"]
    for kept in (
        header,
        f"Napoleon-Receipt: {header}",
        f"HTTP/1.1 201\r\nNAPOLEON-RECEIPT: {header}\r\n",
    ):
        report = checked(desk, answer.json["id"], kept)
        assert report.first_wrong is None
        assert next(it.detail for it in report.checks if it.name == "kept").startswith("1 ")
    wrong = checked(desk, table.id, header).first_wrong
    assert wrong is not None
    assert wrong.name == "kept"


def test_events_that_were_cut_and_played_otherwise_are_found_by_a_receipt(
    make_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    """No turn has ended since, so no checkpoint knows of them."""
    desk = make_desk(home=tmp_path / "club")
    table = played(desk, 0)
    before = table.version
    kept = receipt(table.order("red", DRAW))
    desk.games.close()
    with closing(sqlite3.connect(tmp_path / "club" / LOG)) as connection:
        for [name] in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM checkpoints")
        connection.execute("DELETE FROM events WHERE version > ?", (before,))
        connection.commit()
    again = make_desk(home=tmp_path / "club")
    cut = checked(again, table.id, kept).first_wrong
    assert cut is not None
    assert (cut.name, "cut off" in cut.detail) == ("kept", True)
    honest = verify(bundle(again, table.id))
    assert honest.first_wrong is None, "without the receipt nobody could tell"


def test_a_receipt_that_was_changed_is_none(desk: Desk) -> None:
    answer = desk.call("POST", "/games", body={"ruleset": "toy", "scenario": "short"})
    note = receipt(answer)
    lines = note.splitlines(keepends=True)
    leaf = lines[3]
    assert leaf.startswith("leaf ")
    lines[3] = "leaf " + "A" * 43 + "=\n"
    wrong = checked(desk, answer.json["id"], "".join(lines)).first_wrong
    assert wrong is not None
    assert wrong.name == "kept"


def test_a_repeated_request_is_answered_with_the_same_body(desk: Desk) -> None:
    table = played(desk, 0)
    first = table.order("red", DRAW, key="once")
    again = table.order("red", DRAW, key="once")
    assert (first.data, receipt(first)) == (again.data, receipt(again))
