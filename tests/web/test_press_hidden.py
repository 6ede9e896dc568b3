"""A letter between two seats is on no page, in no answer and in no file of a third.

Two services play the same game with the same ids, tokens and times; the games differ only in what a
letter says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import count
from zipfile import ZipFile

import pytest

from tests.api.desk import Desk, Table, counting
from tests.referee.law import ToyForThree
from tests.web.browser import Browser
from tests.web.test_hidden import SAME_ID, addresses

WORDS = ("Join me.", "Ten thousand francs, and the left bank of the Rhine.")

READ = (
    "",
    "log?limit=1000",
    "log?level=story&form=entries",
    "log?level=story&form=text",
    "journal",
    "press",
    "dispatches",
    "disputes",
    "rulings",
    "think-time",
)


def played(desk: Desk, text: str) -> Table:
    table = desk.table(referee=True)
    letter = table.post("/press", "red", {"to": ["blue"], "text": text})
    assert letter.status_code == 201, letter.text
    table.post("/press", "red", {"to": ["all"], "text": "Play on."})
    table.order("red", {"order": "pass"})
    table.post("/press", "blue", {"to": ["red", "referee"], "text": text[::-1]})
    path = f"/games/{table.id}/texts/{letter.json['text_id']}"
    assert desk.call("DELETE", path, table.token("red")).status_code == 204
    desk.catch_up()
    return table


@pytest.fixture
def tables(make_desk: Callable[..., Desk]) -> list[Table]:
    """Two services that come to the same ids, tokens and times."""

    def alike() -> Desk:
        ticks = count(1_000_000)
        return make_desk(ToyForThree(), entropy=counting(), clock=lambda: next(ticks))

    return [played(alike(), text) for text in WORDS]


def seen(table: Table, seat: str | None) -> Iterator[tuple[str, bytes]]:
    """Everything that the API and the pages tell a seat."""
    for path in READ:
        answer = table.get(f"/{path}" if path else "", seat)
        assert answer.status_code == 200, (path, answer.text)
        yield path, repr(sorted(answer.headers)).encode() + answer.data
    for version in range(1, table.version + 1):
        yield f"log/{version}", table.get(f"/log/{version}", seat).data
    browser = Browser(table.desk.app)
    if seat is not None:
        browser.open_seat(table, seat)
    for address in addresses(table, 3):
        asked = address.replace("seat=red", f"seat={seat or 'spectator'}")
        page = browser.get(asked, X_Request_Id=SAME_ID)
        yield asked, repr(sorted(page.headers)).encode() + page.data


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seat", ["green", None], ids=["green", "spectator"])
def test_what_others_are_told_is_the_same_whatever_a_letter_says(
    tables: list[Table], seat: str | None
) -> None:
    one, other = (dict(seen(table, seat)) for table in tables)
    assert one.keys() == other.keys()
    assert [it for it in one if one[it] != other[it]] == []
    for told in one.values():
        assert WORDS[0].encode() not in told


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seat", ["red", "blue", "referee"])
def test_those_who_may_read_it_are_told(tables: list[Table], seat: str) -> None:
    one, other = (dict(seen(table, seat)) for table in tables)
    assert one["press"] != other["press"]
    assert WORDS[0][::-1].encode() in one["press"]


def test_nobody_else_learns_who_wrote_or_erased_it(tables: list[Table]) -> None:
    events = tables[0].get("/log?limit=1000", "green").json["events"]
    quiet = [it for it in events if it["type"] in ("letter_sent", "letter_erased")]
    assert [it["text"] for it in quiet] == [
        "A letter was sent.",
        "A letter was sent.",
        "The words of a letter were erased.",
    ]
    for it in quiet:
        assert (it["by"], it["behalf"]) == (None, None)
        assert set(it["data"].values()) == {None}


def test_in_bundles_of_others_it_is_a_commitment(tables: list[Table]) -> None:
    one, other = (bundle(table, "green") for table in tables)
    assert one.keys() == other.keys()
    for name in ("texts.json", "openings.ndjson", "story.txt", "replay.html", "draws.ndjson"):
        assert one[name] == other[name], name
    digests = re.compile(rb"[0-9a-f]{64}")
    assert digests.sub(b"", one["log.ndjson"]) == digests.sub(b"", other["log.ndjson"])
    assert WORDS[0].encode() not in b"".join(one.values())


def bundle(table: Table, seat: str) -> dict[str, bytes]:
    with ZipFile(BytesIO(table.get("/bundle", seat).data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
