"""What a seat notes for itself is on no page, in no answer, stream or file of anybody else.

Two services play the same game with the same ids, tokens and times; the games differ only in what
red and the referee have noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import count
from zipfile import ZipFile

import pytest

from tests.api.desk import Desk, Table, counting
from tests.live.listening import listen
from tests.people.test_notes import PLAN, claim, write
from tests.referee.law import ToyForThree
from tests.web.browser import Browser
from tests.web.test_hidden import SAME_ID, addresses

PLANS = (PLAN, "Everything depends on Hougoumont, and the guard stays where it is until six.")

READ = ("", "log?limit=1000", "log?level=story&form=text", "journal", "press", "views/map")


def noted(desk: Desk, plan: str) -> Table:
    """A game in which red and the referee have kept notes, and blue has one of their own."""
    table = desk.table(referee=True)
    for holder, text in (("red", plan), ("referee", plan[::-1]), ("blue", "Nothing yet.")):
        browser = Browser(desk.app)
        claim(browser, table, holder)
        answer = write(browser, table, text, holder)
        assert answer.status_code == 303
    table.order("red", {"order": "pass"})
    desk.catch_up()
    return table


@pytest.fixture
def twins(make_desk: Callable[..., Desk]) -> list[Table]:
    """Two services that come to the same ids, tokens and times."""

    def alike() -> Desk:
        ticks = count(1_000_000)
        return make_desk(ToyForThree(), entropy=counting(), clock=lambda: next(ticks))

    return [noted(alike(), plan) for plan in PLANS]


def seen(table: Table, seat: str | None) -> Iterator[tuple[str, bytes]]:
    """Everything that the API, the pages and the stream tell a seat."""
    for path in READ:
        answer = table.get(f"/{path}" if path else "", seat)
        yield path, repr(sorted(answer.headers)).encode() + answer.data
    browser = Browser(table.desk.app)
    if seat is not None:
        browser.open_seat(table, seat)
    for address in addresses(table, 3):
        asked = address.replace("seat=red", f"seat={seat or 'spectator'}")
        page = browser.get(asked, X_Request_Id=SAME_ID)
        yield asked, repr(sorted(page.headers)).encode() + page.data
    with listen(table, seat, last=0) as client:
        client.upto(table.version)
        yield "live", client.received.replace(b": nothing new\n\n", b"")


def bundled(table: Table, seat: str | None) -> bytes:
    with ZipFile(BytesIO(table.get("/bundle", seat).data)) as archive:
        return b"".join(archive.read(it) for it in archive.namelist())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seat", ["blue", "green", None])
def test_what_others_are_told_is_the_same_whatever_a_note_says(
    twins: list[Table], seat: str | None
) -> None:
    one, other = (dict(seen(table, seat)) for table in twins)
    assert one.keys() == other.keys()
    assert [it for it in one if one[it] != other[it]] == []
    if seat == "blue":
        assert b"Nothing yet." in b"".join(one.values()), "their own are told"


def test_a_referee_reads_no_notes_but_their_own(twins: list[Table]) -> None:
    told = b"".join(it for _, it in seen(twins[0], "referee"))
    assert PLANS[0].encode() not in told
    assert PLANS[0][::-1].encode() in told


def test_no_bundle_has_a_note_not_even_that_of_its_writer(twins: list[Table]) -> None:
    for seat in ("red", "referee", "blue", None):
        told = bundled(twins[0], seat)
        for text in (PLANS[0], PLANS[0][::-1], "Nothing yet."):
            assert text.encode() not in told
