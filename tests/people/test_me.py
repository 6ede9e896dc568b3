"""Desks through the API."""

from __future__ import annotations

from itertools import count
from typing import Any

from tests.api.desk import Desk
from tests.people.walks import ADDRESS, Worker, link_in
from tests.web.browser import Browser, words


def begun(desk: Desk, name: str = "Ney") -> tuple[str, str]:
    """Key and personal link of somebody who begins a desk."""
    answer = desk.call("POST", "/me", body={"name": name, "language": "fr"})
    assert answer.status_code == 200, answer.text
    return answer.json["key"], answer.json["link"]


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["code"]


def test_a_desk_is_begun_and_opened_elsewhere(desk: Desk, worker: Worker) -> None:
    key, link = begun(desk)
    answer = desk.call("POST", "/me/addresses", key, body={"address": ADDRESS})
    assert answer.status_code == 202
    [message] = worker.run()
    assert message["Subject"] == "Is this your address?" or message["Subject"]
    secret = link_in(message).rpartition("/")[2]
    assert code(desk.call("POST", "/sign-in", body={"link": secret})) == (401, "BAD_TOKEN")
    posted = desk.app.test_client().post(
        f"/sign-in/{secret}", headers={"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    )
    assert posted.status_code == 200
    other = desk.call("POST", "/sign-in", body={"link": link}).json["key"]
    assert other != key
    [told] = worker.run()
    assert told["To"] == ADDRESS
    shown = desk.get("/me", other).json
    assert (shown["name"], shown["language"], shown["addresses"]) == ("Ney", "fr", [ADDRESS])
    assert [it["own"] for it in shown["devices"]] == [True, False]
    [first] = [it["id"] for it in shown["devices"] if not it["own"]]
    assert desk.call("DELETE", f"/me/devices/{first}", other).status_code == 204
    assert code(desk.call("DELETE", f"/me/devices/{first}", other)) == (404, "UNKNOWN_DEVICE")
    assert code(desk.get("/me", key)) == (401, "BAD_TOKEN")
    forgotten = desk.call("POST", "/me/addresses/forget", other, body={"address": ADDRESS})
    assert forgotten.status_code == 204
    assert desk.get("/me", other).json["addresses"] == []


def test_seats_are_laid_on_a_desk(desk: Desk) -> None:
    key, _ = begun(desk)
    waiting, other = desk.table(), desk.table()
    for table, seat in ((other, "blue"), (waiting, "red")):
        token = table.token(seat)
        assert desk.call("POST", "/me/seats", key, body={"token": token}).status_code == 204
        assert table.get("", seat).status_code == 200, "the token opens its seat as before"
    listed = desk.get("/me/games", key).json["games"]
    assert [(it["id"], it["held"]) for it in listed] == [
        (waiting.id, ["red"]),
        (other.id, ["blue"]),
    ]
    assert [it["moves"] for it in listed] == [["red"], []]
    seat = f"/me/seats/{other.id}/blue"
    assert code(desk.call("POST", f"{seat}/token", key)) == (409, "NOT_CLAIMED")
    assert desk.call("DELETE", seat, key).status_code == 204
    assert code(desk.call("DELETE", seat, key)) == (404, "UNKNOWN_SEAT")
    for wrong in ("nonsense", f"{other.id}.blue.guess", "..", other.created["founder"]):
        answer = desk.call("POST", "/me/seats", key, body={"token": wrong})
        assert code(answer) == (401, "BAD_TOKEN")


def test_a_lost_token_is_renewed_at_the_desk(desk: Desk) -> None:
    key, _ = begun(desk)
    table = desk.table()
    claimed = table.post("/seats/red/claim", "red", {"name": "Ney"}).json["token"]
    desk.call("POST", "/me/seats", key, body={"token": claimed})
    answer = desk.call("POST", f"/me/seats/{table.id}/red/token", key)
    fresh = answer.json["token"]
    assert answer.json["seat"] == "red" and answer.json["link"].endswith(fresh)
    assert code(desk.get(f"/games/{table.id}", claimed)) == (401, "BAD_TOKEN")
    assert desk.get(f"/games/{table.id}", fresh).json["names"] == {"red": "Ney"}
    [mine] = desk.get("/me/games", key).json["games"]
    assert mine["held"] == ["red"]
    assert desk.games.open(table.id).passed_on == {}, "the holder is the same"


def test_the_key_of_a_desk_opens_no_seat(desk: Desk) -> None:
    key, _ = begun(desk)
    table = desk.table()
    desk.call("POST", "/me/seats", key, body={"token": table.token("red")})
    digest = desk.games.open(table.id).tokens["red"]
    for wrong in (key, digest, f"{table.id}.red.held-{digest}"):
        assert code(desk.get(f"/games/{table.id}", wrong)) == (401, "BAD_TOKEN")
        assert code(desk.call("POST", "/me/seats", key, body={"token": wrong})) == (
            401,
            "BAD_TOKEN",
        )
    assert code(desk.get("/me", table.token("red"))) == (401, "BAD_TOKEN")
    assert code(desk.get("/me")) == (401, "TOKEN_REQUIRED")


def test_a_person_is_erased_and_told_what_that_was(desk: Desk) -> None:
    key, link = begun(desk)
    table = desk.table()
    token = table.post("/seats/red/claim", "red", {"name": "Ney"}).json["token"]
    desk.call("POST", "/me/seats", key, body={"token": token})
    answer = desk.call("DELETE", "/me", key)
    assert answer.json == {
        "absences": 0,
        "addresses": 0,
        "challenges": 0,
        "blocks": 0,
        "channels": 0,
        "devices": 1,
        "mailboxes": 0,
        "stints": 1,
        "mails": 0,
        "names": 1,
        "reports": 0,
        "notes": 0,
        "invitations": 0,
        "seats": 1,
    }
    assert code(desk.get("/me", key)) == (401, "BAD_TOKEN")
    assert code(desk.call("POST", "/sign-in", body={"link": link})) == (401, "BAD_TOKEN")
    assert desk.get(f"/games/{table.id}", token).json["names"] == {}, "the seat goes on"


def test_the_answer_is_the_same_for_any_address(desk: Desk, worker: Worker) -> None:
    begun(desk)
    for address in (ADDRESS, "nobody at all", "x@y"):
        answer = desk.call("POST", "/sign-in/mail", body={"address": address})
        assert (answer.status_code, answer.text) == (202, "")
    assert worker.run() == []


def test_letters_of_others_are_unread_until_the_press_is_opened(
    desk: Desk, browser: Browser
) -> None:
    table = desk.table()
    browser.open_seat(table, "red")
    browser.post("/sign-in/new", {"name": "Ney"})
    headers = {"Napoleon-Desk": "1"}

    def unread() -> int:
        [game] = browser.client.get("/api/v1/me/games", headers=headers).json["games"]
        return int(game["unread"])

    written = count(1)

    def write(seat: str, to: list[str]) -> None:
        body = {"to": to, "text": f"letter {next(written)}"}
        assert table.post("/press", seat, body).status_code == 201

    assert unread() == 0
    write("blue", ["red"])
    write("blue", ["all"])
    write("red", ["blue"])
    assert unread() == 2, "their own letter is none"
    assert "2 letters unread" in words(browser.get("/desk"))
    browser.get(f"/games/{table.id}/press?seat=red")
    assert unread() == 0
    write("blue", ["all"])
    assert unread() == 1
    address = f"/api/v1/me/people/{table.id}/blue"
    muted = browser.client.put(address, json={"kind": "mute"}, headers=headers)
    assert muted.status_code == 204, muted.text
    assert unread() == 0, "who mutes somebody misses none of their letters"
