"""The journal: the log in sentences, from the read model and from the log alike."""

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


@pytest.mark.parametrize("reader", READERS)
def test_the_read_model_answers_with_the_bytes_of_the_log(
    desk: Desk, table: Table, reader: str | None
) -> None:
    pages = ("/journal", "/journal?after=3&limit=4", f"/journal?after={table.version}")
    behind = [table.get(page, reader).data for page in pages]
    desk.catch_up()
    assert [table.get(page, reader).data for page in pages] == behind


def test_what_is_hidden_is_not_told_to_others(desk: Desk, table: Table) -> None:
    for _ in range(2):
        own, others = (
            [e["text"] for e in table.get("/journal", reader).json["entries"]]
            for reader in ("red", "blue")
        )
        assert own != others
        desk.catch_up()


def test_the_journal_is_paged_without_gaps(table: Table) -> None:
    seen: list[int] = []
    after: int | None = 0
    while after is not None:
        page = table.get(f"/journal?after={after}&limit=5").json
        seen += [entry["version"] for entry in page["entries"]]
        after = page["next"]
    assert seen == list(range(1, table.version + 1))
