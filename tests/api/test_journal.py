"""The journal: the log in sentences."""

from __future__ import annotations

import pytest

from tests.api.desk import Desk, Table

READERS = ("red", "blue", None)


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game that was played for a turn."""
    table = desk.table()
    table.play_turn()
    return table


@pytest.mark.parametrize("reader", READERS)
def test_the_journal_has_the_sentences_of_the_log(table: Table, reader: str | None) -> None:
    events = table.get("/log?limit=1000", reader).json["events"]
    entries = table.get("/journal?limit=1000", reader).json["entries"]
    assert [(e["version"], e["text"]) for e in entries] == [
        (e["version"], e["text"]) for e in events
    ]


def test_what_is_hidden_is_told_to_others_when_the_game_is_over(desk: Desk, table: Table) -> None:
    def told() -> list[list[str]]:
        pages = [table.get("/journal?limit=1000", it).json["entries"] for it in READERS]
        return [[entry["text"] for entry in page] for page in pages]

    desk.catch_up()
    veiled = told()
    assert veiled[0] != veiled[1] != veiled[2] != veiled[0]
    table.play_out()
    desk.catch_up()
    opened = told()
    assert opened[0] == opened[1] == opened[2]
    assert opened[2][: len(veiled[2])] != veiled[2]


def test_the_journal_is_paged_without_gaps(table: Table) -> None:
    seen: list[int] = []
    after: int | None = 0
    while after is not None:
        page = table.get(f"/journal?after={after}&limit=5").json
        seen += [entry["version"] for entry in page["entries"]]
        after = page["next"]
    assert seen == list(range(1, table.version + 1))
