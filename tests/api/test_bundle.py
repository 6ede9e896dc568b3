"""The bundle over REST: whoever asks gets what he may have, and checks it by himself."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from napoleon.log.store.home import KEY_FILE
from napoleon.record.bundle import write
from napoleon.record.verifier import verify
from tests.api.desk import Desk, Table

READERS = {None: "spectator", "red": "red", "blue": "blue", "referee": "referee"}


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game in its second turn."""
    table = desk.table(referee=True)
    table.play_turn()
    desk.catch_up()
    return table


def member(answer: TestResponse, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        return archive.read(name)


@pytest.mark.parametrize("seat", READERS)
def test_everybody_gets_what_he_may_have(table: Table, seat: str | None) -> None:
    answer = table.get("/bundle", seat)
    reader = READERS[seat]
    assert answer.status_code == 200
    assert answer.content_type == "application/zip"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Vary"] == "Authorization, Cookie, Napoleon-Seat, Accept-Language"
    assert answer.headers["Content-Length"] == str(len(answer.data))
    name = f"{table.id}-{table.version}-{reader}.zip"
    assert answer.headers["Content-Disposition"] == f"attachment; filename={name}"
    file = io.BytesIO()
    write(table.desk.games, table.id, reader, file)
    assert answer.data == file.getvalue()
    manifest = json.loads(member(answer, "manifest.json"))
    assert (manifest["reader"], manifest["complete"]) == (reader, False)


@pytest.mark.parametrize("seat", READERS)
def test_it_is_checked_with_the_key_and_the_checkpoints_of_the_service(
    table: Table, seat: str | None
) -> None:
    mails = {str(it["size"]): it["note"] for it in table.get("/checkpoints").json}
    key = table.desk.get("/record/key").text
    for _ in range(2):
        report = verify(io.BytesIO(table.get("/bundle", seat).data), mails, key)
        assert report.first_wrong is None
        assert report.counts.events == table.version
        table.play_out()
    assert report.counts.draws > 0
    assert report.counts.draws_waiting == 0


def test_the_secret_seed_is_in_it_only_when_the_game_is_over(table: Table) -> None:
    seed = table.desk.games.open(table.id).created.seed.encode()
    for seat in READERS:
        assert seed not in member(table.get("/bundle", seat), "openings.ndjson")
    table.play_out()
    for seat in READERS:
        assert seed in member(table.get("/bundle", seat), "openings.ndjson")


def test_a_checkpoint_of_it_is_kept(table: Table) -> None:
    answer = table.get("/bundle")
    newest = table.get("/checkpoints").json[-1]
    assert newest["size"] == table.version
    assert member(answer, f"checkpoints/{table.version:06}.txt").decode() == newest["note"]


def test_bad_input(table: Table) -> None:
    desk = table.desk
    for path, token, status, code in (
        (f"/games/{table.id}/bundle", "forged", 401, "BAD_TOKEN"),
        (f"/games/{table.id}/bundle?at=3", None, 422, "UNKNOWN_FIELD"),
        ("/games/zzzzzzzzzz/bundle", None, 404, "UNKNOWN_GAME"),
    ):
        answer = desk.get(path, token)
        assert (answer.status_code, answer.json["code"]) == (status, code)
        assert answer.content_type == "application/problem+json"


def test_without_a_key_there_is_no_bundle(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    table = make_desk(home=tmp_path / "here").table()
    (tmp_path / "here" / KEY_FILE).unlink()
    answer = table.get("/bundle")
    assert (answer.status_code, answer.json["code"]) == (503, "CANNOT_SIGN")
    assert str(tmp_path) not in answer.text
