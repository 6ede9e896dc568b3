"""Bots and open seats in a browser: they are chosen for a new game, and found in the lobby."""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from tests.api.desk import Desk
from tests.web.browser import Browser, fields, links, parsed, told, words
from tests.web.test_new_game import FORM, invitations


def givings(browser: Browser, address: str) -> set[tuple[str, str]]:
    """Seats of a form, and to whom each may be given."""
    return {
        (it.attrib["name"].removeprefix("seat-"), it.attrib["value"])
        for it in parsed(browser.get(address)).iter("input")
        if it.get("name", "").startswith("seat-")
    }


def test_a_seat_is_given_to_the_bot(desk: Desk, browser: Browser) -> None:
    everybody = ("me", "friend", "anybody", "bot")
    assert givings(browser, FORM) == {(s, to) for to in everybody for s in ("red", "blue")}
    form = fields(browser.get(FORM)) | {"seat-red": "friend", "seat-blue": "bot"}
    made = browser.post("/new", form)
    assert list(invitations(made)) == ["red"]
    assert "Blue: the bot plays." in words(made)
    [game] = desk.get("/games").json["games"]
    assert game["bots"] == ["blue"]


def test_every_seat_that_the_options_make_may_be_given(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(NAPOLEON_1815)
    browser = Browser(desk.app)
    form = fields(browser.get("/new?ruleset=napoleon1815&scenario=campaign"))
    form = fields(browser.post("/new/choices", form | {"option-players": "1"}))
    seats = {it.removeprefix("seat-") for it in form if it.startswith("seat-")}
    assert seats == {"french", "anglo_dutch", "prussian"}
    given = {"seat-french": "friend", "seat-anglo_dutch": "bot", "seat-prussian": "anybody"}
    made = browser.post("/new", form | given)
    assert list(invitations(made)) == ["french", "prussian"]
    [game] = desk.get("/games").json["games"]
    assert (game["bots"], game["open_seats"]) == (["anglo_dutch"], ["prussian"])


def test_a_game_of_bots_alone_is_refused_beside_the_seats(desk: Desk, browser: Browser) -> None:
    form = fields(browser.get(FORM)) | {"seat-red": "bot", "seat-blue": "bot"}
    refused = browser.post("/new", form)
    assert refused.status_code == 422
    assert "At least one seat has to be left to a person." in words(refused)
    assert fields(refused).items() >= {"seat-red": "bot", "seat-blue": "bot"}.items()
    assert desk.recorded() == 0


def test_an_open_seat_is_found_and_taken(
    desk: Desk, browser: Browser, make_browser: Callable[..., Browser]
) -> None:
    table = desk.table(open_seats=["blue"])
    desk.catch_up()
    address = f"/games/{table.id}/take?seat=blue"
    assert address in links(browser.get("/"))
    form = fields(browser.get(address))
    late = fields(make_browser().get(address))
    taken = browser.post(f"/games/{table.id}/take", form | {"name": "Ney"})
    assert taken.status_code == 200
    assert "The seat is yours" in words(taken)
    assert browser.get(f"/games/{table.id}?seat=blue").status_code == 200
    assert table.get().json["seats"][1]["name"] == "Ney"
    again = browser.post(f"/games/{table.id}/take", form | {"name": "Ney"})
    assert again.status_code == 200, "an impatient click takes nothing twice"
    assert browser.get(address).headers["Location"].endswith(f"/games/{table.id}?seat=blue")
    other = make_browser()
    refused = other.post(f"/games/{table.id}/take", late | {"name": "Grouchy"})
    assert told(refused) == (409, "SEAT_NOT_OPEN")
    assert other.cookies() == {}
    assert told(other.get(address)) == (409, "SEAT_NOT_OPEN")
    assert address not in links(other.get("/"))


def test_a_stranger_takes_no_seat_to_which_somebody_was_invited(
    desk: Desk, browser: Browser
) -> None:
    table = desk.table(bots=["blue"])
    for seat in ("red", "blue"):
        assert told(browser.get(f"/games/{table.id}/take?seat={seat}")) == (409, "SEAT_NOT_OPEN")
        form = {"seat": seat, "name": "Ney"}
        answer = browser.post(f"/games/{table.id}/take", form)
        assert told(answer) == (409, "SEAT_NOT_OPEN")
    assert browser.cookies() == {}
