"""Seats are not people, over HTTP: hand-overs, deputies, names and texts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.desk import VIEWS, Desk, Table

PASS = {"order": "pass"}


@pytest.fixture
def table(desk: Desk) -> Table:
    table = desk.table(referee=True)
    table.order("red", {"order": "draw"})
    return table


def claimed(table: Table, seat: str, token: str | None, name: str) -> str:
    path = f"/games/{table.id}/seats/{seat}/claim"
    answer = table.desk.call("POST", path, token, body={"name": name})
    assert answer.status_code == 200, answer.text
    return str(answer.json["token"])


# -- hand-over -------------------------------------------------------------------------------------


def test_a_seat_is_handed_over(desk: Desk, table: Table) -> None:
    old = claimed(table, "red", table.token("red"), "Ney")
    knew = {name: desk.get(f"/games/{table.id}/{name}", old).json for name in VIEWS}
    answer = desk.call("POST", f"/games/{table.id}/seats/red/handover", old)
    assert answer.status_code == 200
    invitation = answer.json["token"]
    assert answer.json["link"].endswith(f"#token={invitation}")
    for path in ("/hand", "/log", ""):
        dead = desk.get(f"/games/{table.id}{path}", old)
        assert (dead.status_code, dead.json["code"]) == (401, "BAD_TOKEN")
    again = desk.call("POST", f"/games/{table.id}/seats/red/handover", old)
    assert again.status_code == 401
    assert table.get().json["seats"][0] == {
        "seat": "red",
        "claimed": False,
        "name": None,
        "nonce": "service",
        "shares": [],
    }
    fresh = claimed(table, "red", invitation, "Soult")
    for name, view in knew.items():
        now = desk.get(f"/games/{table.id}/{name}", fresh).json
        assert {**now, "version": 0} == {**view, "version": 0}, "the newcomer sees what it knew"
    assert "Ney" not in table.get("/log").text


def test_a_referee_hands_a_seat_over_and_the_log_says_so(desk: Desk, table: Table) -> None:
    answer = table.post("/seats/blue/handover", "referee")
    assert answer.status_code == 200
    event = table.get("/log?limit=1000").json["events"][-1]
    assert (event["type"], event["by"], event["behalf"]) == (
        "seat_handed_over",
        "referee",
        "blue",
    )
    assert event["data"]["token"] is None
    assert desk.get(f"/games/{table.id}/hand", table.token("blue")).status_code == 401


def test_a_referee_renews_a_lost_invitation_and_the_log_says_so(desk: Desk, table: Table) -> None:
    answer = table.post("/seats/blue/invitation", "referee")
    assert answer.status_code == 200
    again = answer.json["token"]
    assert answer.json["link"].endswith(f"#token={again}")
    event = table.get("/log?limit=1000").json["events"][-1]
    assert (event["type"], event["by"], event["behalf"]) == (
        "invitation_renewed",
        "referee",
        "blue",
    )
    assert event["text"].startswith("The invitation to Blue was renewed.")
    assert event["data"]["token"] is None
    assert desk.get(f"/games/{table.id}/hand", table.token("blue")).status_code == 401
    claimed(table, "blue", again, "Blücher")
    refused = table.post("/seats/blue/invitation", "referee")
    assert (refused.status_code, refused.json["code"]) == (422, "SEAT_CLAIMED")


@pytest.mark.parametrize(
    ("by", "status", "code"),
    [("red", 403, "NOT_YOUR_SEAT"), ("blue", 403, "NOT_YOUR_SEAT"), (None, 403, "NOT_SEATED")],
)
def test_who_may_not_renew_an_invitation(
    table: Table, by: str | None, status: int, code: str
) -> None:
    recorded = table.desk.recorded()
    answer = table.post("/seats/blue/invitation", by)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    unknown = table.post("/seats/green/invitation", "referee")
    assert (unknown.status_code, unknown.json["code"]) == (404, "UNKNOWN_SEAT")
    assert table.desk.recorded() == recorded


@pytest.mark.parametrize(
    ("seat", "by", "status", "code"),
    [
        ("blue", "red", 403, "NOT_YOUR_SEAT"),
        ("blue", None, 403, "NOT_SEATED"),
        ("green", "referee", 404, "UNKNOWN_SEAT"),
        ("deputy", "referee", 404, "UNKNOWN_SEAT"),
        ("referee", "red", 403, "NOT_YOUR_SEAT"),
        ("referee", None, 403, "NOT_SEATED"),
    ],
)
def test_who_may_not_hand_a_seat_over(
    desk: Desk, table: Table, seat: str, by: str | None, status: int, code: str
) -> None:
    recorded = desk.recorded()
    answer = table.post(f"/seats/{seat}/handover", by)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert desk.recorded() == recorded


# -- the chairs of referee and deputy --------------------------------------------------------------


def test_the_chair_of_the_referee_is_claimed_and_handed_over(desk: Desk, table: Table) -> None:
    first = claimed(table, "referee", table.token("referee"), "Thiers")
    assert desk.get(f"/games/{table.id}/hand", table.token("referee")).status_code == 401
    assert desk.get(f"/games/{table.id}/hand", first).json["cards"]
    invited = desk.call("POST", f"/games/{table.id}/seats/referee/handover", first)
    assert invited.status_code == 200
    assert desk.get(f"/games/{table.id}/hand", first).status_code == 401
    second = claimed(table, "referee", invited.json["token"], "Mignet")
    event = table.get("/log?limit=1000").json["events"][-1]
    assert (event["type"], event["by"]) == ("seat_claimed", "referee")
    assert desk.call("POST", f"/games/{table.id}/deputy", second).status_code == 200


def test_a_chair_is_claimed_by_who_was_invited_to_it_only(desk: Desk, table: Table) -> None:
    deputy = table.post("/deputy", "referee").json["token"]
    recorded = desk.recorded()
    for chair, token in (
        ("referee", deputy),
        ("referee", table.token("red")),
        ("deputy", table.token("referee")),
        ("deputy", None),
    ):
        path = f"/games/{table.id}/seats/{chair}/claim"
        answer = desk.call("POST", path, token, body={"name": "N"})
        assert (answer.status_code, answer.json["code"]) == (403, "NOT_YOUR_SEAT")
        answer = desk.call("POST", path, "x.y.z", body={"name": "N"})
        assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
    alone = desk.table()
    answer = alone.post("/seats/referee/claim", "red", {"name": "N"})
    assert (answer.status_code, answer.json["code"]) == (404, "UNKNOWN_SEAT")
    assert desk.recorded() == recorded + alone.version
    fresh = claimed(table, "deputy", deputy, "Guizot")
    assert desk.get(f"/games/{table.id}/hand", deputy).status_code == 401
    assert desk.get(f"/games/{table.id}/hand", fresh).status_code == 200


def test_a_judge_has_no_part_in_chance(desk: Desk, table: Table) -> None:
    recorded = desk.recorded()
    answer = table.post("/seats/referee/claim", "referee", {"name": "N", "nonce": "mine"})
    assert (answer.status_code, answer.json["code"]) == (422, "BAD_PAYLOAD")
    assert desk.recorded() == recorded


@pytest.mark.parametrize("name", ["", " ", "\u3164", "\u200b", "\u2800 ", "Ney\u202e", "Ney\n"])
def test_a_name_can_be_seen(desk: Desk, table: Table, name: str) -> None:
    recorded = desk.recorded()
    taken = table.post("/seats/red/claim", "red", {"name": name})
    token = table.token("red")
    put = desk.call("PUT", f"/games/{table.id}/seats/red/name", token, body={"name": name})
    for answer in (taken, put):
        assert (answer.status_code, answer.json["code"]) == (422, "BAD_PAYLOAD")
    assert desk.recorded() == recorded


# -- deputies, and acting for a seat ---------------------------------------------------------------


def test_a_deputy_sees_everything_and_acts_under_a_name_of_his_own(
    desk: Desk, table: Table
) -> None:
    deputy = table.post("/deputy", "referee").json["token"]
    for name in VIEWS:
        path = f"/games/{table.id}/{name}"
        assert desk.get(path, deputy).data == desk.get(path, table.token("referee")).data
    body = {"outcome": "stand", "clauses": ["GO"], "reason": "It does."}
    path = f"/games/{table.id}/rulings"
    given = desk.call("POST", path, deputy, body=body, headers={"If-Match": "*"})
    assert (given.status_code, given.json["ruling"]["by"]) == (201, "deputy")
    not_his = desk.call("POST", f"/games/{table.id}/deputy", deputy)
    assert (not_his.status_code, not_his.json["code"]) == (403, "NOT_THE_REFEREE")
    assert table.delete("/deputy", "referee").status_code == 204
    assert desk.get(f"/games/{table.id}/hand", deputy).status_code == 401
    again = table.delete("/deputy", "referee")
    assert (again.status_code, again.json["code"]) == (404, "NO_DEPUTY")


def test_only_the_referee_has_a_deputy(table: Table) -> None:
    for by, code in (("red", "NOT_THE_REFEREE"), (None, "NOT_SEATED")):
        answer = table.post("/deputy", by)
        assert (answer.status_code, answer.json["code"]) == (403, code)


@pytest.mark.parametrize("holder", ["referee", "deputy"])
def test_a_referee_gives_orders_for_a_seat_and_everybody_reads_it(
    desk: Desk, table: Table, holder: str
) -> None:
    token = table.token("referee")
    if holder == "deputy":
        token = table.post("/deputy", "referee").json["token"]
    path = f"/games/{table.id}/orders?for=blue"
    answer = desk.call("POST", path, token, body=PASS, headers={"If-Match": "*"})
    assert answer.status_code == 201, answer.text
    acted = [event for event in answer.json["events"] if event["by"]]
    assert {(event["by"], event["behalf"]) for event in acted} == {(holder, "blue")}
    assert all(event["text"].endswith(f"(The {holder} acted for Blue.)") for event in acted)
    seen = table.get("/log?limit=1000").json["events"][-len(answer.json["events"]) :]
    assert [event["text"] for event in seen if event["by"]] == [
        f"Blue gave an order. (The {holder} acted for Blue.)",
        f"Blue has gone. (The {holder} acted for Blue.)",
    ]


def order_for(desk: Desk, table: Table, seat: str, by: str | None) -> tuple[int, str]:
    path = f"/games/{table.id}/orders?for={seat}"
    answer = desk.call("POST", path, table.token(by), body=PASS, headers={"If-Match": "*"})
    return answer.status_code, answer.json["code"]


def test_who_may_not_act_for_a_seat(desk: Desk, table: Table) -> None:
    recorded = desk.recorded()
    assert order_for(desk, table, "blue", "red") == (403, "NOT_THE_REFEREE")
    assert order_for(desk, table, "blue", "blue") == (403, "NOT_THE_REFEREE")
    assert order_for(desk, table, "blue", None) == (403, "NOT_THE_REFEREE")
    assert order_for(desk, table, "green", "referee") == (422, "UNKNOWN_SEAT")
    assert order_for(desk, table, "red", "referee") == (422, "NOT_YOUR_DECISION")
    plain = table.order("referee", PASS)
    assert (plain.status_code, plain.json["code"]) == (403, "NOT_SEATED")
    assert desk.recorded() == recorded


# -- what is erased --------------------------------------------------------------------------------


def test_a_name_is_changed_and_erased(desk: Desk, table: Table) -> None:
    token = claimed(table, "red", table.token("red"), "Ney")
    path = f"/games/{table.id}/seats/red/name"
    recorded = desk.recorded()

    def name() -> Any:
        return table.get().json["seats"][0]["name"]

    assert desk.call("PUT", path, token, body={"name": "Michel"}).status_code == 204
    assert name() == "Michel"
    for other in (table.token("blue"), table.token("referee")):
        answer = desk.call("PUT", path, other, body={"name": "Traitor"})
        assert (answer.status_code, answer.json["code"]) == (403, "NOT_YOUR_SEAT")
    assert desk.call("DELETE", path, table.token("blue")).json["code"] == "NOT_YOUR_SEAT"
    assert desk.call("DELETE", path).json["code"] == "NOT_SEATED"
    assert desk.call("DELETE", path, token).status_code == 204
    assert name() is None
    desk.call("PUT", path, token, body={"name": "Ney"})
    assert desk.call("DELETE", path, table.token("referee")).status_code == 204
    assert name() is None
    assert desk.recorded() == recorded, "names are no part of the log"
    nobody = table.delete("/seats/green/name", "referee")
    assert (nobody.status_code, nobody.json["code"]) == (404, "UNKNOWN_SEAT")
    own = f"/games/{table.id}/seats/referee/name"
    assert desk.call("PUT", own, table.token("referee"), body={"name": "N"}).status_code == 204


def test_a_text_is_erased_and_the_checkpoint_stays_what_it_was(table: Table) -> None:
    why = {"why": "My dog ate the map."}
    case = table.post("/takebacks", "red", why).json["takeback"]
    page = table.get(f"/takebacks/{case}").json
    size = table.version
    root = table.get(f"/checkpoint?size={size}").text.splitlines()[2]
    other = table.delete(f"/texts/{page['why_id']}", "blue")
    assert (other.status_code, other.json["code"]) == (403, "NOT_YOUR_TEXT")
    assert table.delete(f"/texts/{page['why_id']}", "red").status_code == 204
    gone = table.delete(f"/texts/{page['why_id']}", "red")
    assert (gone.status_code, gone.json["code"]) == (404, "UNKNOWN_TEXT")
    assert table.get(f"/takebacks/{case}").json["why"] is None
    assert table.get(f"/checkpoint?size={size}").text.splitlines()[2] == root


# -- games that await their seats ------------------------------------------------------------------


def test_a_game_that_awaits_its_seats_has_no_table_before(desk: Desk) -> None:
    table = desk.table(awaits_seats=True, referee=True)
    assert table.created["status"] == "waiting"
    for drawn in (False, True):
        if drawn:
            desk.catch_up()
        now = table.get().json
        assert (now["status"], now["turn"], now["phase"]) == ("waiting", 0, None)
        assert (now["waiting_for"], now["result"]) == (["red", "blue"], None)
        assert [it["id"] for it in desk.get("/games?status=waiting").json["games"]] == [table.id]
        assert desk.get("/games?status=running").json["games"] == []
        for name in VIEWS[:4]:
            assert table.get(f"/{name}", "red").json == {"version": 1}
        assert table.get("/decisions", "red").json == {"version": 1, "decisions": []}
        assert table.get("/turns").json == []
    early = table.order("red", PASS)
    assert (early.status_code, early.json["code"]) == (422, "NOT_STARTED")
    left = table.post("/instructions", "red", {"instruction": "pass_this_turn"})
    assert (left.status_code, left.json["code"]) == (422, "NOT_STARTED")
    back = table.post("/takebacks", "red", {})
    assert (back.status_code, back.json["code"]) == (422, "NOTHING_TO_TAKE_BACK")

    red = claimed(table, "red", table.token("red"), "Ney")
    assert table.get().json["waiting_for"] == ["blue"]
    body = {"name": "Blücher", "nonce": "mine"}
    claim = f"/games/{table.id}/seats/blue/claim"
    assert desk.call("POST", claim, table.token("blue"), body=body).status_code == 200
    now = table.get().json
    assert (now["status"], now["waiting_for"]) == ("running", ["red"])
    assert [it["nonce"] for it in now["seats"]] == ["service", "given"]
    assert desk.get(f"/games/{table.id}/hand", red).json["cards"]
    desk.catch_up()
    assert [it["id"] for it in desk.get("/games?status=running").json["games"]] == [table.id]
    given = desk.call(
        "POST", f"/games/{table.id}/orders", red, body=PASS, headers={"If-Match": "*"}
    )
    assert given.status_code == 201
