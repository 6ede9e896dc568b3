"""Where each person plays one seat: every door asks who takes it, and lets nobody take two."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from napoleon.log.times import MINUTE
from tests.api.desk import Desk, Table
from tests.clocks import Clock
from tests.people.test_me import begun as begun_by_api
from tests.people.test_me import code
from tests.people.walks import ADDRESS, Worker, begun, text
from tests.web.browser import Browser, fields, parsed, path, told, words

Make = Callable[..., Browser]

REFUSED = (403, "ONE_SEAT_EACH")


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game of red, who is invited, and blue, who is open to anybody; each is to be another."""
    return desk.table(one_seat_each=True, open_seats=["blue"], referee=True)


def claim(table: Table, seat: str, key: str = "", token: str | None = None, **said: Any) -> Any:
    """A seat is claimed over REST, with the key of a desk."""
    body = {"name": f"of {seat}", **said, **({"desk": key} if key else {})}
    address = f"/games/{table.id}/seats/{seat}/claim"
    return table.desk.call("POST", address, token or table.token(seat), body=body)


def take(table: Table, seat: str, key: str = "") -> Any:
    body = {"name": f"of {seat}", **({"desk": key} if key else {})}
    return table.desk.call("POST", f"/games/{table.id}/seats/{seat}/take", body=body)


# -- REST ------------------------------------------------------------------------------------------


def test_a_program_takes_one_seat_with_the_key_of_its_desk(desk: Desk, table: Table) -> None:
    for door in (claim(table, "red"), take(table, "blue")):
        assert code(door) == REFUSED
        assert "has to be known who takes it" in door.json["detail"]
    assert code(claim(table, "red", "wrong")) == (401, "BAD_TOKEN")
    ney, soult = begun_by_api(desk)[0], begun_by_api(desk, "Soult")[0]
    taken = claim(table, "red", ney)
    assert taken.status_code == 200
    assert table.desk.get(f"/games/{table.id}/hand", taken.json["token"]).status_code == 200
    [laid] = desk.get("/me/games", ney).json["games"]
    assert (laid["id"], laid["held"]) == (table.id, ["red"]), "it lies on their desk by that"
    second = take(table, "blue", ney)
    assert code(second) == REFUSED
    assert "you have another one" in second.json["detail"]
    assert desk.games.open(table.id).open_seats == ("blue",)
    assert take(table, "blue", soult).status_code == 200


def test_an_invitation_opens_nothing_before_its_seat_is_taken(desk: Desk, table: Table) -> None:
    """So the tokens that a founder is told at creation play nothing."""
    for seat in ("red", "blue"):
        for address in ("", "/hand", "/decisions", "/log", "/press"):
            assert code(table.get(address, seat)) == REFUSED, address
        orders = table.post("/orders", seat, {"order": "draw"})
        assert code(orders) == REFUSED
    assert table.get("/hand", "referee").status_code == 200, "a judge plays no seat"
    assert claim(table, "referee").status_code == 200
    key = begun_by_api(desk)[0]
    taken = claim(table, "red", key).json["token"]
    answer = desk.call(
        "POST",
        f"/games/{table.id}/orders",
        taken,
        body={"order": "draw"},
        headers={"If-Match": "*"},
    )
    assert answer.status_code == 201


def test_what_is_not_taken_after_all_leaves_the_desk_as_it_was(desk: Desk, table: Table) -> None:
    key = begun_by_api(desk)[0]
    token = {"token": table.token("red")}
    assert desk.call("POST", "/me/seats", key, body=token).status_code == 204
    other = begun_by_api(desk, "Soult")[0]
    body = {"name": "Soult", "desk": other}
    taken = desk.call("POST", f"/games/{table.id}/seats/blue/take", body=body)
    assert taken.status_code == 200
    # A name like that of somebody else: the invitation still lies on the desk.
    assert code(claim(table, "red", key, name="Soult")) == (409, "NAME_TAKEN")
    [listed] = desk.get("/me/games", key).json["games"]
    assert listed["held"] == ["red"]
    assert claim(table, "red", key, name="Ney").status_code == 200


def test_a_seat_stays_on_the_desk_until_it_is_handed_over(
    desk: Desk, table: Table, clock: Clock
) -> None:
    key = begun_by_api(desk)[0]
    token = claim(table, "red", key).json["token"]
    address = f"/me/seats/{table.id}/red"
    assert code(desk.call("DELETE", address, key)) == REFUSED
    assert code(take(table, "blue", key)) == REFUSED
    renewed = desk.call("POST", f"{address}/token", key).json["token"]
    assert code(take(table, "blue", key)) == REFUSED, "a fresh token is the same seat's"
    assert desk.get(f"/games/{table.id}/hand", token).status_code == 401
    over = desk.call("POST", f"/games/{table.id}/seats/red/handover", renewed)
    assert over.status_code == 200
    clock.move_on(MINUTE)
    assert take(table, "blue", key).status_code == 200
    again = claim(table, "red", key, over.json["token"])
    assert code(again) == REFUSED


def test_of_two_seats_taken_at_once_one_is_refused(desk: Desk) -> None:
    table = desk.table(one_seat_each=True, open_seats=["red", "blue"])
    key = begun_by_api(desk)[0]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda seat: take(table, seat, key), ("red", "blue")))
    assert sorted(it.status_code for it in answers) == [200, 403]


def test_a_fork_is_for_different_people_too(desk: Desk, table: Table) -> None:
    forked = table.post("/forks", "referee", {"at": table.get().json["version"]})
    assert forked.status_code == 201, forked.text
    other = Table(desk, forked.json)
    assert other.get().json["one_seat_each"]
    assert code(other.get("/hand", "red")) == REFUSED
    assert code(claim(other, "red")) == REFUSED


# -- pages -----------------------------------------------------------------------------------------


def test_a_browser_without_a_desk_is_asked_who_it_is(table: Table, make_browser: Make) -> None:
    guest = make_browser()
    opened = guest.open_seat(table, "red")
    there = f"/games/{table.id}/join?seat=red"
    assert (opened.status_code, path(opened.location)) == (303, there)
    asked = guest.get(there)
    assert "it has to be known who takes it" in words(asked)
    assert not [it for it in parsed(asked).iter("form") if "/join" in it.get("action", "")]
    form = {"seat": "red", "name": "Ney"}
    for address in (f"/games/{table.id}/join", f"/games/{table.id}/take"):
        seat = {"seat": "blue"} if address.endswith("take") else {}
        assert told(guest.post(address, form | seat)) == REFUSED
    assert 'data-seat="red"' not in guest.get(f"/games/{table.id}?seat=red").text
    assert path(guest.get(f"/games/{table.id}?seat=red").location) == there
    # A desk is begun, the invitation lies on it, and the seat is taken.
    begun(guest)
    form = fields(guest.get(there)) | {"name": "Ney"}
    assert guest.post(f"/games/{table.id}/join", form).status_code == 200
    assert 'data-seat="red"' in guest.get(f"/games/{table.id}?seat=red").text
    assert guest.post(f"/games/{table.id}/join", form).status_code == 200, "sent twice"
    assert told(guest.open_seat(table, "blue")) == REFUSED
    take_form = {"seat": "blue", "name": "Soult"}
    assert told(guest.post(f"/games/{table.id}/take", take_form)) == REFUSED


def test_a_seat_that_is_taken_is_opened_by_nobody_unknown(
    desk: Desk, table: Table, make_browser: Make
) -> None:
    key = begun_by_api(desk)[0]
    token = claim(table, "red", key).json["token"]
    guest, other = make_browser(), make_browser()
    answer = guest.post(f"/games/{table.id}/session", {"token": token})
    assert told(answer) == REFUSED
    assert guest.cookies() == {}
    begun(other, "Soult")
    assert (
        other.post(f"/games/{table.id}/take", {"seat": "blue", "name": "Soult"}).status_code == 200
    )
    assert told(other.post(f"/games/{table.id}/session", {"token": token})) == REFUSED


def test_a_page_does_not_let_go_of_the_seat_either(table: Table, browser: Browser) -> None:
    begun(browser)
    browser.open_seat(table, "red")
    assert (
        browser.post(f"/games/{table.id}/join", {"seat": "red", "name": "Ney"}).status_code == 200
    )
    assert told(browser.post(f"/games/{table.id}/leave", {"seat": "red"})) == REFUSED
    off = browser.post("/desk/seats/off", {"seat": f"{table.id}/red"})
    assert off.status_code == 403
    assert "until you hand it over" in words(off)
    assert table.id in browser.get("/desk").text


def test_the_founder_gets_one_seat(desk: Desk, browser: Browser, make_browser: Make) -> None:
    page = "/new?ruleset=toy&scenario=short"
    form = fields(browser.get(page)) | {"name": "Ney", "one_seat_each": "on"}
    unknown = browser.post("/new", form)
    assert unknown.status_code == 422
    assert "sign in first" in words(unknown)
    begun(browser)
    both = browser.post("/new", form | {"seat-blue": "me"})
    assert both.status_code == 422
    assert "Then you play one seat, and not several." in words(both)
    assert desk.recorded() == 0
    made = browser.post("/new", form)
    assert made.status_code == 201
    [game] = desk.get("/games").json["games"]
    assert game["id"] in browser.get("/desk").text, "their seat lies on their desk"
    shown = {it.get("id"): it.get("value", "") for it in parsed(made).iter("input")}
    token = shown["link-blue"].partition("#token=")[2]
    refused = browser.post(f"/games/{game['id']}/session", {"token": token})
    assert told(refused) == REFUSED
    friend = make_browser()
    friend.post(f"/games/{game['id']}/session", {"token": token})
    begun(friend, "Soult")
    form = {"seat": "blue", "name": "Soult"}
    assert friend.post(f"/games/{game['id']}/join", form).status_code == 200
    assert desk.get(f"/games/{game['id']}").json["one_person"] == []


# -- mail ------------------------------------------------------------------------------------------


def test_an_invitation_opens_nothing_by_mail(desk: Desk, table: Table, worker: Worker) -> None:
    """Nobody leaves an address for a seat that they have not taken."""
    body = {"address": ADDRESS}
    answer = desk.call("PUT", f"/games/{table.id}/mailbox", table.token("red"), body=body)
    assert code(answer) == REFUSED
    assert [text(it) for it in worker.run()] == []
