"""The five views: now, at any version, at any turn, and what caches may do with them."""

from __future__ import annotations

import pytest

from projections.difference import with_changes
from tests.api.desk import VIEWS, Desk, Table

READERS = ("red", "blue", "referee", None)


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_carries_the_version_and_its_etag(table: Table, name: str) -> None:
    answer = table.get(f"/{name}", "red")
    assert answer.status_code == 200
    assert answer.content_type == "application/json"
    assert answer.json["version"] == table.version
    assert answer.headers["ETag"] == f'"{table.version}"'
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Authorization, Cookie, Napoleon-Seat"


@pytest.mark.parametrize("name", VIEWS)
def test_who_has_the_version_already_is_told_so(table: Table, name: str) -> None:
    tag = table.get(f"/{name}", "red").headers["ETag"]
    for known in (tag, f"W/{tag}", f'"1", {tag}', "*"):
        again = table.get(f"/{name}", "red", headers={"If-None-Match": known})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert table.get(f"/{name}", headers={"If-None-Match": '"1"'}).status_code == 200


def test_an_earlier_version_answers_byte_for_byte_what_it_answered_then(
    desk: Desk, table: Table
) -> None:
    then = {}

    def remember() -> None:
        version = table.version
        for seat in READERS:
            for name in VIEWS:
                then[version, seat, name] = table.get(f"/{name}", seat).data

    remember()
    table.play_out(remember)
    assert table.get().json["status"] == "over"
    desk.catch_up()
    for (version, seat, name), body in then.items():
        assert table.get(f"/{name}?at={version}", seat).data == body


def test_the_read_model_and_the_log_answer_with_the_same_bytes(desk: Desk, table: Table) -> None:
    table.order("red", {"order": "draw"})
    from_log = {(s, n): table.get(f"/{n}", s).data for s in READERS for n in VIEWS}
    desk.catch_up()
    assert from_log == {(s, n): table.get(f"/{n}", s).data for s in READERS for n in VIEWS}


def test_nobody_reads_behind_his_own_order(desk: Desk, table: Table) -> None:
    desk.catch_up()
    version = table.order("red", {"order": "draw"}).json["version"]
    for name in VIEWS:
        assert table.get(f"/{name}", "red").json["version"] == version


def test_the_past_may_be_kept_for_ever_by_who_may_see_it(table: Table) -> None:
    old = table.version
    table.order("red", {"order": "pass"})
    mine = table.get(f"/map?at={old}", "red").headers
    everybodys = table.get(f"/map?at={old}").headers
    assert mine["Cache-Control"] == "private, max-age=31536000, immutable"
    assert everybodys["Cache-Control"] == "public, max-age=31536000, immutable"
    assert mine["Vary"] == everybodys["Vary"] == "Authorization, Cookie, Napoleon-Seat"
    assert mine["ETag"] == f'"{old}"'
    newest = table.get(f"/map?at={table.version}", "red").headers
    assert newest["Cache-Control"] == "private, no-cache"


def test_a_turn_is_shown_as_it_ended(table: Table) -> None:
    table.play_turn()
    turns = table.get("/turns").json
    end = max(entry["version"] for entry in turns if entry["turn"] == 1)
    for name in VIEWS:
        answer = table.get(f"/{name}?turn=1", "red")
        assert answer.data == table.get(f"/{name}?at={end}", "red").data
        assert answer.headers["Cache-Control"] == "private, no-cache", "it may be taken back"
    gone = next(e["version"] for e in turns if (e["turn"], e["phase"]) == (1, "go"))
    assert table.get("/map?turn=1&phase=go").json["version"] == gone


def test_a_turn_that_still_runs_is_not_kept(table: Table) -> None:
    before = table.get("/map?turn=1", "red")
    table.order("red", {"order": "draw"})
    after = table.get("/map?turn=1", "red")
    assert before.headers["Cache-Control"] == after.headers["Cache-Control"] == "private, no-cache"
    assert after.json["version"] == table.version > before.json["version"]


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("at=0", 404, "UNKNOWN_VERSION"),
        ("at=-1", 404, "UNKNOWN_VERSION"),
        ("at=999999", 404, "UNKNOWN_VERSION"),
        ("at=99999999999999999999", 422, "BAD_QUERY"),
        ("at=five", 422, "BAD_QUERY"),
        ("at=1_0", 422, "BAD_QUERY"),
        ("at=", 422, "BAD_QUERY"),
        ("at=1&at=2", 422, "BAD_QUERY"),
        ("at=1&turn=1", 422, "BAD_QUERY"),
        ("phase=go", 422, "BAD_QUERY"),
        ("turn=99", 404, "UNKNOWN_TURN"),
        ("turn=1&phase=tea", 404, "UNKNOWN_TURN"),
        ("version=1", 422, "UNKNOWN_FIELD"),
        ("since=0", 404, "UNKNOWN_VERSION"),
        ("since=-1", 404, "UNKNOWN_VERSION"),
        ("since=999999", 404, "UNKNOWN_VERSION"),
        ("since=2&at=999999", 404, "UNKNOWN_VERSION"),
        ("since=3&at=2", 422, "BAD_QUERY"),
        ("since=five", 422, "BAD_QUERY"),
        ("since=", 422, "BAD_QUERY"),
        ("since=1&since=2", 422, "BAD_QUERY"),
    ],
)
def test_a_position_that_there_is_not(
    table: Table, name: str, query: str, status: int, code: str
) -> None:
    answer = table.get(f"/{name}?{query}", "red")
    assert (answer.status_code, answer.json["code"]) == (status, code)


@pytest.mark.parametrize("name", VIEWS)
def test_what_has_changed_since_a_version_is_told_to_whoever_may_know_it(
    table: Table, name: str
) -> None:
    table.play_turn()
    newest = table.version
    for seat in READERS:
        then = {v: table.get(f"/{name}?at={v}", seat).json for v in range(1, newest + 1)}
        for since, shown in ((2, newest), (1, 4), (5, 9), (newest, newest)):
            answer = table.get(f"/{name}?since={since}&at={shown}", seat)
            assert answer.json == with_changes(then[since], then[shown])
            assert answer.headers["ETag"] == f'"{shown}"'
    assert table.get(f"/{name}?since={newest}", "red").json["changes"] == []


def test_changes_name_what_they_are_about(table: Table) -> None:
    before = table.version
    table.order("red", {"order": "draw"})
    answer = table.get(f"/map?since={before}")
    assert answer.json["since"] == before
    assert answer.json["areas"] == table.get("/map").json["areas"]
    assert answer.json["changes"] == [
        {"path": "/areas/bag/cards", "kind": "changed", "before": 8, "after": 7}
    ]


def test_changes_since_a_version_are_kept_as_long_as_the_view_they_lead_to(table: Table) -> None:
    old = table.version
    table.play_turn()
    for query in (f"at={old}", "turn=1", "turn=2", f"at={table.version}"):
        alone = table.get(f"/map?{query}").headers
        compared = table.get(f"/map?{query}&since=2").headers
        assert alone["Cache-Control"] == compared["Cache-Control"]
        assert alone["ETag"] == compared["ETag"]
        again = table.get(f"/map?{query}&since=2", headers={"If-None-Match": compared["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    assert table.get("/map?since=2").headers["Cache-Control"] == "private, no-cache"
    wrong = table.get("/map?since=0", headers={"If-None-Match": "*"})
    assert wrong.status_code == 404


def test_the_past_is_not_compared_with_what_came_after_it(table: Table) -> None:
    laid = table.get("/map?turn=0").json["version"]
    assert table.get(f"/map?turn=0&since={laid}").status_code == 200
    later = table.get(f"/map?turn=0&since={laid + 1}")
    assert (later.status_code, later.json["code"]) == (422, "BAD_QUERY")
    assert [error["pointer"] for error in later.json["errors"]] == ["/since"]


def test_a_change_of_one_army_is_told_to_its_seat_only(table: Table) -> None:
    before = table.version
    table.order("red", {"order": "draw"})
    mine = table.get(f"/order-of-battle?army=red&since={before}", "red")
    [drawn] = [it for it in mine.json["changes"] if it["path"].startswith("/armies/red/units/")]
    assert drawn["kind"] == "added"
    assert table.get("/order-of-battle?army=red&since=1", "red").status_code == 200
    for since in (before, 1):
        answer = table.get(f"/order-of-battle?army=red&since={since}", "blue")
        assert answer.json["code"] == "NOT_VISIBLE"
    everything = table.get(f"/order-of-battle?since={before}", "blue").json["changes"]
    assert not [change for change in everything if change["path"].startswith("/armies/red")]


@pytest.mark.parametrize("name", VIEWS)
def test_before_the_table_is_laid_there_is_nothing_to_see(table: Table, name: str) -> None:
    answer = table.get(f"/{name}?at=1", "red")
    assert answer.status_code == 200
    assert answer.json["version"] == 1


def test_offers_go_to_the_seat_that_decides(table: Table) -> None:
    def legal_orders(seat: str | None) -> object:
        return table.get("/decisions", seat).json["decisions"][0]["offers"]

    assert {"order": "draw"} in legal_orders("red")
    assert legal_orders("referee") == legal_orders("red")
    assert legal_orders("blue") is None
    assert legal_orders(None) is None


def test_ac_63_an_army_that_is_hidden_can_not_be_asked_for(desk: Desk, table: Table) -> None:
    for seat, army, status in (("red", "red", 200), ("red", "blue", 403), (None, "red", 403)):
        answer = table.get(f"/order-of-battle?army={army}", seat)
        assert answer.status_code == status
        if status == 200:
            assert [entry["army"] for entry in answer.json["armies"]] == [army]
        else:
            assert (answer.json["code"], answer.json["clause"]) == ("NOT_VISIBLE", "SETUP")
    unknown = table.get("/order-of-battle?army=green", "red")
    assert (unknown.status_code, unknown.json["code"]) == (404, "UNKNOWN_ARMY")
    assert table.get("/map?army=red", "red").json["code"] == "UNKNOWN_FIELD"
