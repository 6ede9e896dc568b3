"""Who wrote without a signature, or in a diary, is on no page and in no answer or file of others.

Two services play the same game with the same ids, tokens and times; the games differ only in which
of two seats wrote what.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

import pytest

from tests.api.desk import Desk, Table, counting
from tests.referee.law import ToyForThree
from tests.web.test_press_hidden import bundle, seen

GREY, NOTE = "Join whom you like.", "I trust nobody."


def played(desk: Desk, writer: str, other: str) -> Table:
    table = desk.table(referee=True, grey_press=True)

    def write(by: str, **said: object) -> int:
        answer = table.post("/press", by, said)
        assert answer.status_code == 201, answer.text
        return int(answer.json["version"])

    letter = write(writer, to=["green"], text=GREY, unsigned=True)
    write(writer, to=["all"], text=GREY, unsigned=True)
    write("green", answers=letter, text="Thank you.")
    write(other, to=["diary"], text=NOTE)
    write(writer, to=[other], text="Between us.", unsigned=True)
    table.order("red", {"order": "pass"})
    desk.catch_up()
    return table


@pytest.fixture
def tables(make_desk: Callable[..., Desk]) -> list[Table]:
    """Two services that come to the same ids, tokens and times."""

    def alike() -> Desk:
        ticks = count(1_000_000)
        return make_desk(ToyForThree(), entropy=counting(), clock=lambda: next(ticks))

    return [played(alike(), "red", "blue"), played(alike(), "blue", "red")]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seat", ["green", None], ids=["green", "spectator"])
def test_what_others_are_told_is_the_same_if_another_wrote(
    tables: list[Table], seat: str | None
) -> None:
    one, other = (dict(seen(table, seat)) for table in tables)
    assert one.keys() == other.keys()
    assert [it for it in one if one[it] != other[it]] == []
    assert GREY.encode() in one["press"]
    for told in one.values():
        assert NOTE.encode() not in told


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seat", ["red", "blue", "referee"])
def test_those_who_may_know_do(tables: list[Table], seat: str) -> None:
    one, other = (dict(seen(table, seat)) for table in tables)
    assert one["press"] != other["press"]
    if seat == "referee":
        assert NOTE.encode() in one["press"]


def test_in_bundles_of_others_it_is_a_commitment(tables: list[Table]) -> None:
    one, other = (bundle(table, "green") for table in tables)
    assert one.keys() == other.keys()
    for name in ("texts.json", "openings.ndjson", "story.txt", "replay.html", "draws.ndjson"):
        assert one[name] == other[name], name
    digests = re.compile(rb"[0-9a-f]{64}")
    assert digests.sub(b"", one["log.ndjson"]) == digests.sub(b"", other["log.ndjson"])
    assert NOTE.encode() not in b"".join(one.values())
