"""The five views: now, at any version, at any turn, and what caches may do with them."""

from __future__ import annotations

import pytest

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
    assert answer.headers["Vary"] == "Authorization"


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
    assert mine["Vary"] == everybodys["Vary"] == "Authorization"
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
        assert "immutable" in answer.headers["Cache-Control"]
    gone = next(e["version"] for e in turns if (e["turn"], e["phase"]) == (1, "go"))
    assert table.get("/map?turn=1&phase=go").json["version"] == gone


def test_a_turn_that_still_runs_is_not_kept(table: Table) -> None:
    before = table.get("/map?turn=1", "red")
    table.order("red", {"order": "draw"})
    after = table.get("/map?turn=1", "red")
    assert before.headers["Cache-Control"] == after.headers["Cache-Control"] == "private, no-cache"
    assert after.json["version"] == table.version > before.json["version"]


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
    ],
)
def test_a_position_that_there_is_not(
    table: Table, name: str, query: str, status: int, code: str
) -> None:
    answer = table.get(f"/{name}?{query}", "red")
    assert (answer.status_code, answer.json["code"]) == (status, code)


@pytest.mark.parametrize("name", VIEWS)
def test_before_the_table_is_laid_there_is_nothing_to_see(table: Table, name: str) -> None:
    answer = table.get(f"/{name}?at=1", "red")
    assert answer.status_code == 200
    assert answer.json["version"] == 1


def test_offers_go_to_the_seat_that_decides(table: Table) -> None:
    def offers(seat: str | None) -> object:
        return table.get("/decisions", seat).json["decisions"][0]["offers"]

    assert {"order": "draw"} in offers("red")
    assert offers("referee") == offers("red")
    assert offers("blue") is None
    assert offers(None) is None


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
