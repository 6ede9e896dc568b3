"""The log: pages, the stream, single events with their clauses, turns."""

from __future__ import annotations

import json

import pytest

from tests.api.desk import Desk, Table


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game that was played for a turn."""
    table = desk.table(referee=True)
    table.play_turn()
    return table


def test_an_event_has_the_fields_of_the_contract(table: Table) -> None:
    event = table.get("/log?after=3&limit=1", "red").json["events"][0]
    fields = ["version", "type", "at", "by", "behalf", "order_id"]
    fields += ["turn", "phase", "clauses", "data"]
    assert list(event)[:10] == fields
    assert event["version"] == 4
    assert event["type"] == "card_drawn"
    assert event["behalf"] is None


def test_the_log_is_paged_without_gaps(table: Table) -> None:
    whole = table.get("/log?limit=1000", "red").json
    assert whole["next"] is None
    assert [event["version"] for event in whole["events"]] == list(range(1, table.version + 1))
    pages: list[object] = []
    after: int | None = 0
    while after is not None:
        page = table.get(f"/log?after={after}&limit=4", "red").json
        assert len(page["events"]) <= 4
        pages += page["events"]
        after = page["next"]
    assert pages == whole["events"]
    assert table.get(f"/log?after={table.version}").json == {"events": [], "next": None}
    assert table.get("/log?after=123456").json == {"events": [], "next": None}


def test_a_page_holds_a_hundred_events_unless_asked_otherwise(desk: Desk) -> None:
    table = desk.table(options={"turns": 50})
    while table.version <= 100:
        table.play_turn()
    page = table.get("/log").json
    assert (len(page["events"]), page["next"]) == (100, 100)


def test_the_stream_has_the_same_events_one_a_line(table: Table) -> None:
    answer = table.get("/log", "red", headers={"Accept": "application/x-ndjson"})
    assert answer.content_type == "application/x-ndjson"
    lines = answer.text.splitlines()
    assert [json.loads(line) for line in lines] == table.get("/log", "red").json["events"]
    limited = table.get("/log?after=3&limit=2", headers={"Accept": "application/x-ndjson"})
    assert [json.loads(line)["version"] for line in limited.text.splitlines()] == [4, 5]


@pytest.mark.soak
def test_a_long_stream_comes_whole(desk: Desk) -> None:
    table = desk.table(options={"turns": 2000})
    while table.version < 1100:
        for seat in table.get().json["waiting_for"]:
            assert table.order(seat, table.legal_orders(seat)[-1]).status_code == 201
    answer = table.get("/log", headers={"Accept": "application/x-ndjson"})
    versions = [json.loads(line)["version"] for line in answer.text.splitlines()]
    assert versions == list(range(1, table.version + 1))


def test_while_nothing_is_taken_back_the_story_leaves_out_calls_of_chance_only(
    table: Table,
) -> None:
    story, play, full = (
        table.get(f"/log?level={level}", "red").json["events"]
        for level in ("story", "play", "full")
    )
    assert full == table.get("/log", "red").json["events"]
    calls = ("draws_called", "secret_draws_called", "link_revealed")
    assert story == play == [event for event in full if event["type"] not in calls]
    assert len(story) < len(full)
    assert not any(event["undone"] for event in full)


def test_a_level_is_paged_without_gaps(table: Table) -> None:
    whole = table.get("/log?level=story&limit=1000").json["events"]
    journal = table.get("/journal?level=story&limit=1000").json["entries"]
    assert [entry["version"] for entry in journal] == [event["version"] for event in whole]
    for path, key, all_of_it in (("log", "events", whole), ("journal", "entries", journal)):
        pages: list[object] = []
        after: int | None = 0
        while after is not None:
            page = table.get(f"/{path}?level=story&after={after}&limit=3").json
            assert len(page[key]) <= 3
            pages += page[key]
            after = page["next"]
        assert pages == all_of_it
    stream = {"Accept": "application/x-ndjson"}
    lines = table.get("/log?level=story&limit=5", headers=stream).text.splitlines()
    assert [json.loads(line) for line in lines] == whole[:5]


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "limit=0", "limit=1001", "limit=1.5", "level=all"]
)
def test_a_wrong_page_is_refused(table: Table, query: str) -> None:
    answer = table.get(f"/log?{query}")
    assert (answer.status_code, answer.json["code"]) == (422, "BAD_QUERY")


def test_an_unknown_parameter_is_refused(table: Table) -> None:
    answer = table.get("/log?before=3&page=2")
    assert (answer.status_code, answer.json["code"]) == (422, "UNKNOWN_FIELD")
    assert [error["pointer"] for error in answer.json["errors"]] == ["/before", "/page"]


def test_one_event_is_explained_with_the_clauses_it_cites(desk: Desk) -> None:
    table = desk.table()
    card = table.get("/hand", "red").json["cards"][0]
    version = table.order("red", {"order": "play", "card": card}).json["version"]
    event = next(
        explained
        for number in range(version, 0, -1)
        if (explained := table.get(f"/log/{number}").json)["type"] == "card_played"
    )
    assert event["breakdown"] == [{"amount": card, "clause": "GO", "note": "value of the card"}]
    assert event["texts"] == [
        {"id": "GO", "text": "In your go draw a card, play a card for its value, or pass."}
    ]
    assert event["total"] == card
    assert event["text"] == f"Red plays card {card} for {card} points."
    assert table.get("/log/1").json["total"] is None


@pytest.mark.parametrize("version", ["0", "999999", "999999999999999999"])
def test_an_event_that_there_is_not(table: Table, version: str) -> None:
    answer = table.get(f"/log/{version}")
    assert (answer.status_code, answer.json["code"]) == (404, "UNKNOWN_VERSION")


@pytest.mark.parametrize("version", ["x", "-1", "1.5", "9" * 5000])
def test_what_is_no_version_is_no_address(table: Table, version: str) -> None:
    answer = table.get(f"/log/{version}")
    assert (answer.status_code, answer.json["code"]) == (404, "NOT_FOUND")


def test_the_turns_end_where_the_log_says(desk: Desk, table: Table) -> None:
    from_log = table.get("/turns").json
    desk.catch_up()
    assert table.get("/turns").json == from_log
    assert [(entry["turn"], entry["phase"]) for entry in from_log] == [
        (0, "setup"),
        (1, "go"),
        (1, "bet"),
        (2, "go"),
    ]
    assert from_log[-1]["version"] == table.version
    assert from_log[0]["version"] == 6


def test_pages_and_turns_carry_the_version_as_etag(table: Table) -> None:
    for path in ("/log", "/log/1", "/turns"):
        tag = table.get(path).headers["ETag"]
        assert tag == f'"{table.version}"'
        assert table.get(path, headers={"If-None-Match": tag}).status_code == 304
