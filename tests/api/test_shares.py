"""Several people on one seat, over HTTP: tokens, what they open, and who has ordered what."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Barrier
from typing import Any
from zipfile import ZipFile

import pytest
from werkzeug.test import TestResponse

from tests.api.desk import VIEWS, Desk, Table, counting
from tests.core.play import Clock

DRAW, PASS = {"order": "draw"}, {"order": "pass"}

CHANNELS = (*VIEWS, "log", "log/7", "journal", "turns", "instructions", "takebacks", "disputes", "")
"""Everything that is read under the address of a game, and answers each time alike."""


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game with a referee; blue is to go."""
    table = desk.table(referee=True)
    table.order("red", PASS)
    return table


def call(table: Table, method: str, path: str, token: str | None, body: Any = None) -> TestResponse:
    """Ask under the game's address with that token, upon whichever version."""
    headers = {"If-Match": "*"}
    return table.desk.call(method, f"/games/{table.id}{path}", token, body=body, headers=headers)


def shared(table: Table, share: str = "prussia", by: str = "blue") -> str:
    """The token of somebody who has claimed his share of blue."""
    invitation = table.post("/seats/blue/shares", by, {"share": share})
    assert invitation.status_code == 201, invitation.text
    claim = call(
        table, "POST", f"/seats/{share}/claim", invitation.json["token"], {"name": f"N. of {share}"}
    )
    assert claim.status_code == 200, claim.text
    assert claim.json["seat"] == share
    return str(claim.json["token"])


def of_blue(table: Table) -> list[dict[str, Any]]:
    shares: list[dict[str, Any]] = table.get().json["seats"][1]["shares"]
    return shares


# -- giving, claiming, ending ----------------------------------------------------------------------


def test_a_share_is_given_out_and_claimed(desk: Desk, table: Table) -> None:
    [toy] = desk.get("/rulesets").json
    assert toy["shares"] == {"blue": ["britain", "prussia"]}
    britain = {"share": "britain", "given": False, "claimed": False, "name": None}
    invitation = table.post("/seats/blue/shares", "blue", {"share": "prussia"})
    assert invitation.status_code == 201
    assert set(invitation.json) == {"seat", "share", "token", "link"}
    assert (invitation.json["seat"], invitation.json["share"]) == ("blue", "prussia")
    token = invitation.json["token"]
    assert invitation.json["link"].endswith(f"#token={token}")
    assert of_blue(table) == [britain, {**britain, "share": "prussia", "given": True}]
    claim = call(table, "POST", "/seats/prussia/claim", token, {"name": "Ziethen"})
    fresh = claim.json["token"]
    assert call(table, "GET", "/hand", token).json["code"] == "BAD_TOKEN"
    assert call(table, "GET", "/hand", fresh).status_code == 200
    theirs = {"share": "prussia", "given": True, "claimed": True, "name": "Ziethen"}
    assert of_blue(table) == [britain, theirs]
    assert table.get().json["waiting_for"] == ["blue"], "he is waited for with his seat"
    log = table.get("/log?limit=1000")
    given, claimed = log.json["events"][-2:]
    assert (given["type"], given["by"], given["behalf"]) == ("seat_shared", "blue", None)
    assert given["data"] == {"seat": "blue", "share": "prussia", "token": None}
    assert given["text"] == "Somebody was invited to share the seat Blue, as Prussia."
    assert (claimed["type"], claimed["by"], claimed["behalf"]) == ("seat_claimed", "prussia", None)
    assert "Ziethen" not in log.text


def test_a_share_that_is_given_out_again_is_another_persons(desk: Desk, table: Table) -> None:
    first = shared(table)
    second = table.post("/seats/blue/shares", "referee", {"share": "prussia"}).json["token"]
    assert call(table, "GET", "/hand", first).status_code == 401
    assert call(table, "GET", "/hand", second).status_code == 200
    nobody_yet = {"share": "prussia", "given": True, "claimed": False, "name": None}
    assert of_blue(table)[1] == nobody_yet
    event = table.get("/log?limit=1000").json["events"][-1]
    assert (event["by"], event["behalf"]) == ("referee", "blue")


@pytest.mark.parametrize("by", ["prussia", "blue", "referee"])
def test_a_share_is_ended(desk: Desk, table: Table, by: str) -> None:
    own = shared(table)
    token = own if by == "prussia" else table.token(by)
    assert call(table, "DELETE", "/seats/blue/shares/prussia", token).status_code == 204
    event = table.get("/log?limit=1000").json["events"][-1]
    assert event["text"].startswith("Prussia has no share of the seat Blue any more.")
    assert [it["given"] for it in of_blue(table)] == [False, False]
    recorded = desk.recorded()
    for path in CHANNELS:
        dead = call(table, "GET", f"/{path}" if path else "", own)
        assert (dead.status_code, dead.json["code"]) == (401, "BAD_TOKEN")
    assert call(table, "POST", "/orders", own, PASS).status_code == 401
    again = table.delete("/seats/blue/shares/prussia", "blue")
    assert (again.status_code, again.json["code"]) == (404, "NO_SHARE")
    assert desk.recorded() == recorded


@pytest.mark.parametrize(
    ("by", "seat", "share", "status", "code"),
    [
        ("red", "blue", "prussia", 403, "NOT_YOUR_SEAT"),
        ("britain", "blue", "prussia", 403, "NOT_YOUR_SEAT"),
        ("britain", "blue", "britain", 403, "NOT_YOUR_SEAT"),
        (None, "blue", "prussia", 403, "NOT_SEATED"),
        ("blue", "blue", "austria", 422, "UNKNOWN_SHARE"),
        ("red", "red", "prussia", 422, "UNKNOWN_SHARE"),
        ("blue", "green", "prussia", 404, "UNKNOWN_SEAT"),
        ("blue", "blue", "", 422, "BAD_PAYLOAD"),
    ],
)
def test_who_may_not_give_a_share_out(
    desk: Desk, table: Table, by: str | None, seat: str, share: str, status: int, code: str
) -> None:
    token = shared(table, "britain") if by == "britain" else table.token(by)
    recorded = desk.recorded()
    answer = call(table, "POST", f"/seats/{seat}/shares", token, {"share": share})
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert desk.recorded() == recorded


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/seats/blue/claim", {"name": "Ney"}),
        ("POST", "/seats/britain/claim", {"name": "Ney"}),
        ("POST", "/seats/blue/handover", None),
        ("PUT", "/seats/blue/name", {"name": "Ney"}),
        ("DELETE", "/seats/blue/name", None),
        ("DELETE", "/seats/blue/shares/britain", None),
        ("POST", "/orders?for=blue", PASS),
        ("POST", "/deputy", None),
    ],
)
def test_what_is_not_for_who_has_a_share(
    desk: Desk, table: Table, method: str, path: str, body: Any
) -> None:
    shared(table, "britain")
    token = shared(table, "prussia")
    recorded = desk.recorded()
    answer = call(table, method, path, token, body)
    assert answer.status_code == 403
    assert answer.json["code"] in ("NOT_YOUR_SEAT", "NOT_THE_REFEREE")
    assert desk.recorded() == recorded


def test_a_share_gives_no_part_in_chance(desk: Desk, table: Table) -> None:
    token = table.post("/seats/blue/shares", "blue", {"share": "prussia"}).json["token"]
    claim = {"name": "Ziethen", "nonce": "mine"}
    answer = call(table, "POST", "/seats/prussia/claim", token, claim)
    assert (answer.status_code, answer.json["code"]) == (422, "BAD_PAYLOAD")


# -- reading ---------------------------------------------------------------------------------------


def answers(table: Table, token: str | None, paths: Iterable[str] = CHANNELS) -> dict[str, bytes]:
    return {path: call(table, "GET", f"/{path}" if path else "", token).data for path in paths}


def members(table: Table, token: str | None) -> dict[str, bytes]:
    with ZipFile(BytesIO(call(table, "GET", "/bundle", token).data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("drawn", [False, True])
def test_who_has_a_share_reads_what_the_seat_reads(desk: Desk, table: Table, drawn: bool) -> None:
    token = shared(table)
    table.post("/instructions", "blue", {"instruction": "bet_same", "value": 3})
    call(table, "POST", "/orders", token, DRAW)
    if drawn:
        desk.catch_up()
    own = answers(table, token)
    assert own == answers(table, table.token("blue"))
    assert members(table, token) == members(table, table.token("blue"))
    hidden = ("order-of-battle", "hand", "log", "journal", "instructions")
    for other in ("red", None):
        theirs = answers(table, table.token(other))
        assert not {name for name in hidden if theirs[name] == own[name]}, other
    assert desk.get("/games?mine=true", token).json["games"][0]["id"] == table.id


@pytest.mark.parametrize("instructed", [False, True])
def test_the_other_side_reads_that_he_has_bet_and_not_what(
    make_desk: Any, instructed: bool
) -> None:
    """However they have done it: by hand, or by a standing order that they have left."""
    seen = []
    for value in (1, 3):
        table = make_desk(entropy=counting(), clock=Clock()).table(instant_answers=instructed)
        table.order("red", PASS)
        token = shared(table)
        bet = {"instruction": "bet_same", "value": value}
        if instructed:
            assert call(table, "POST", "/instructions", token, bet).status_code == 201
        assert call(table, "POST", "/orders", token, PASS).status_code == 201
        if not instructed:
            bet = {"order": "bet", "value": value}
            assert call(table, "POST", "/orders", token, bet).status_code == 201
        seen.append(answers(table, table.token("red")))
    assert seen[0] == seen[1]
    assert b"Blue has bet. (Prussia acted for Blue.)" in seen[0]["log"]


# -- acting ----------------------------------------------------------------------------------------


def test_an_order_says_who_of_the_seat_gave_it(desk: Desk, table: Table) -> None:
    token = shared(table)
    answer = call(table, "POST", "/orders", token, DRAW)
    assert answer.status_code == 201, answer.text
    acted = [event for event in answer.json["events"] if event["by"]]
    assert {(event["by"], event["behalf"]) for event in acted} == {("prussia", "blue")}
    own = [event["text"] for event in acted if event["type"] == "card_drawn"]
    assert own[0].startswith("Blue draws card ")
    assert own[0].endswith(" (Prussia acted for Blue.)")
    seen = table.get("/log?limit=1000", "red").json["events"][-len(answer.json["events"]) :]
    assert [event["text"] for event in seen if event["by"]] == [
        "Blue gave an order. (Prussia acted for Blue.)",
        "Blue draws a card. (Prussia acted for Blue.)",
        "Blue has gone. (Prussia acted for Blue.)",
    ]
    desk.catch_up()
    journal = table.get("/journal?limit=1000").json
    assert "Blue has gone. (Prussia acted for Blue.)" in str(journal)
    audit = table.get("/audit").json
    assert (audit["ok"], audit["orders"]) == (True, 2)


def test_an_answer_that_is_sent_twice_is_one_persons(table: Table) -> None:
    tokens = [shared(table, share) for share in ("britain", "prussia")]
    headers = {"If-Match": f'"{table.version}"', "Idempotency-Key": "1"}
    path = f"/games/{table.id}/orders"
    first, other = (
        table.desk.call("POST", path, token, body=PASS, headers=headers) for token in tokens
    )
    assert (first.status_code, other.status_code) == (201, 412)
    again = table.desk.call("POST", path, tokens[0], body=PASS, headers=headers)
    assert (again.status_code, again.data) == (201, first.data)


def test_of_two_who_answer_at_once_one_comes_second(desk: Desk, table: Table) -> None:
    tokens = [shared(table), str(table.token("blue"))]
    headers = {"If-Match": f'"{table.version}"'}
    start = Barrier(len(tokens))

    def answered(token: str) -> TestResponse:
        start.wait()
        path = f"/games/{table.id}/orders"
        return desk.call("POST", path, token, body=PASS, headers=headers)

    recorded = desk.recorded()
    with ThreadPoolExecutor(len(tokens)) as pool:
        first, second = sorted(pool.map(answered, tokens), key=lambda it: it.status_code)
    assert (first.status_code, second.status_code) == (201, 412)
    assert second.json["code"] == "VERSION_CONFLICT"
    assert second.json["events"] == first.json["events"]
    assert desk.recorded() == recorded + len(first.json["events"])


def test_cases_say_who_of_the_seat_has_spoken(table: Table) -> None:
    token = shared(table)
    free = call(table, "POST", "/takebacks", table.token("red"), {})
    takeback = free.json["takeback"]
    assert takeback is None, "nothing has sealed it"
    table.order("red", DRAW)
    takeback = call(table, "POST", "/takebacks", table.token("red"), {}).json["takeback"]
    said = call(table, "POST", f"/takebacks/{takeback}/answers", token, {"answer": "refuse"})
    assert said.status_code == 201, said.text
    assert (said.json["status"], said.json["answers"][0]["seat"]) == ("stood", "blue")
    claim = {"version": table.version, "clause": "GO", "claim": "No.", "relief": "stand"}
    opened = call(table, "POST", "/disputes", token, claim)
    assert (opened.status_code, opened.json["seat"]) == (201, "blue")
    path = f"/disputes/{opened.json['dispute']}/statements"
    call(table, "POST", path, token, {"text": "As I say."})
    page = call(table, "POST", path, table.token("blue"), {"text": "As he says."}).json
    spoken = [(it["by"], it["behalf"]) for it in page["statements"]]
    assert spoken == [("prussia", "blue"), ("blue", None)]
    event = table.get(f"/log/{page['statements'][0]['version']}").json
    told = "Blue made a statement on a dispute. (Prussia acted for Blue.)"
    assert event["text"] == told


def test_who_has_a_share_says_and_erases_his_own_name(table: Table) -> None:
    token = shared(table)
    path = "/seats/prussia/name"
    assert call(table, "PUT", path, token, {"name": "Bülow"}).status_code == 204
    assert of_blue(table)[1]["name"] == "Bülow"
    assert call(table, "PUT", path, table.token("blue"), {"name": "N"}).status_code == 403
    assert call(table, "DELETE", path, token).status_code == 204
    assert of_blue(table)[1]["name"] is None


def test_a_webhook_of_a_share_is_told_of_the_turn_of_the_seat(desk: Desk, table: Table) -> None:
    token = shared(table)
    left = call(table, "POST", "/webhooks", token, {"url": "https://club.example/hook"})
    assert left.status_code == 201
    [row] = desk.games.recorder.webhooks(table.id)
    assert row.reader == "blue"
    holder = call(table, "GET", "/webhooks", table.token("blue")).json["webhooks"]
    assert holder == [], "everybody has his own"


def test_a_fork_needs_somebody_of_each_seat(table: Table) -> None:
    tokens = {"red": table.token("red"), "blue": shared(table)}
    fork = call(table, "POST", "/forks", tokens["blue"], {"at": table.version, "tokens": tokens})
    assert fork.status_code == 201, fork.text
    there = f"/games/{fork.json['id']}"
    assert table.desk.get(f"{there}/hand", tokens["blue"]).status_code == 401
    shares = table.desk.get(there).json["seats"][1]["shares"]
    assert [it["given"] for it in shares] == [False, False]
