"""Desks through the doors of the service: browsers without scripts, and mails."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from api.app import create_app
from napoleon.log.times import DAY, HOUR, MINUTE
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table
from tests.clocks import Clock
from tests.people.walks import ADDRESS, Worker, begun, confirmed, link_in, opened, text
from tests.web.browser import Browser, links, parsed, path, told, words

Make = Callable[..., Browser]


def seat_page(table: Table, seat: str = "red") -> str:
    return f"/games/{table.id}?seat={seat}"


def plays(browser: Browser, table: Table, seat: str = "red") -> bool:
    """Whether a browser is shown a seat's own page."""
    return f'data-seat="{seat}"' in browser.get(seat_page(table, seat)).text


def test_five_games_are_played_on_two_devices(desk: Desk, make_browser: Make) -> None:
    at_home, on_the_way = make_browser(), make_browser()
    link = begun(at_home)
    tables = [desk.table() for _ in range(5)]
    for table in tables:
        assert at_home.open_seat(table, "red").status_code == 303
    assert [it for it in at_home.cookies() if it != "napoleon_desk"] == []
    answer = opened(on_the_way, link)
    assert (answer.status_code, path(answer.location)) == (303, "/desk")
    for browser in (at_home, on_the_way):
        listed = links(browser.get("/desk"))
        assert all(any(table.id in it for it in listed) for table in tables)
        assert all(table.id in browser.get("/desk").text for table in tables)
        assert all(plays(browser, table) for table in tables)
    # The newest device claims a seat, and the other one plays it as well.
    form = {"seat": "red", "name": "Ney"}
    assert on_the_way.post(f"/games/{tables[0].id}/join", form).status_code == 200
    assert plays(at_home, tables[0]) and plays(on_the_way, tables[0])


def test_a_lost_phone_is_signed_out_and_its_owner_goes_on(
    desk: Desk, make_browser: Make, worker: Worker
) -> None:
    phone, other = make_browser(), make_browser()
    table = desk.table()
    phone.open_seat(table, "red")
    begun(phone)
    assert plays(phone, table), "seats that the browser kept are laid on the desk"
    assert [it for it in phone.cookies() if it != "napoleon_desk"] == []
    confirmed(worker, phone)
    asked = other.post("/sign-in/mail", {"address": ADDRESS.upper()})
    [message] = worker.run()
    assert message["To"] == ADDRESS
    there = link_in(message)
    assert "button" in other.get(there).text
    assert "napoleon_desk" not in other.cookies(), "a visit alone does nothing"
    assert path(other.post(there, {}).location) == "/desk"
    [told_of] = worker.run()
    assert "another device" in text(told_of)
    assert plays(other, table)
    [out] = [
        it.split('value="')[1].split('"')[0]
        for it in other.get("/desk/settings").text.split("/desk/devices/out")[1:]
    ]
    other.post("/desk/devices/out", {"device": out})
    assert not plays(phone, table) and plays(other, table)
    assert asked.status_code == 200


def test_a_link_in_a_mail_works_once_and_not_for_long(
    browser: Browser, make_browser: Make, worker: Worker, clock: Clock
) -> None:
    begun(browser)
    confirmed(worker, browser)
    for late in (False, True):
        make_browser().post("/sign-in/mail", {"address": ADDRESS})
        [message] = [it for it in worker.run() if "open your desk here" in text(it)]
        there = link_in(message)
        if late:
            clock.move_on(30 * MINUTE)
        else:
            assert make_browser().post(there, {}).status_code == 303
        for answer in (make_browser().get(there), make_browser().post(there, {})):
            assert told(answer) == (404, "UNKNOWN_LINK")


def test_nobody_is_told_who_exists(
    browser: Browser, make_browser: Make, worker: Worker, desk: Desk
) -> None:
    begun(browser)
    confirmed(worker, browser)
    asked = make_browser()
    known, strange = (
        asked.post("/sign-in/mail", {"address": it}) for it in (ADDRESS, "nobody@players.example")
    )
    assert (known.status_code, known.text) == (strange.status_code, strange.text)
    assert [it["To"] for it in worker.run()] == [ADDRESS]
    table = desk.table()
    known, strange = (
        asked.post(f"/games/{table.id}/send-seat", {"address": it})
        for it in (ADDRESS, "nobody@players.example")
    )
    assert (known.status_code, known.text) == (strange.status_code, strange.text)
    assert worker.run() == [], "they have no seat there"
    other = make_browser()
    begun(other, "Soult")
    fresh, theirs = (
        other.post("/desk/addresses", {"address": it}).text.replace(it, "…")
        for it in ("soult@players.example", ADDRESS)
    )
    assert fresh == theirs
    mails = {it["To"]: text(it) for it in worker.run()}
    assert "on another one already" in mails[ADDRESS]
    assert "If it is yours, follow the link" in mails["soult@players.example"]


def test_an_address_is_not_flooded(browser: Browser, worker: Worker, clock: Clock) -> None:
    begun(browser)
    confirmed(worker, browser)
    for _ in range(10):
        browser.post("/sign-in/mail", {"address": ADDRESS})
    assert len(worker.run()) == 3
    clock.move_on(HOUR)
    browser.post("/sign-in/mail", {"address": ADDRESS})
    assert len(worker.run()) == 1


@pytest.mark.parametrize("told_by", ["desk", "mailbox"])
def test_a_lost_seat_is_restored_by_mail(
    desk: Desk, make_browser: Make, worker: Worker, told_by: str
) -> None:
    table, owner, lost = desk.table(), make_browser(), make_browser()
    owner.open_seat(table, "red")
    form = {"seat": "red", "name": "Ney"}
    assert owner.post(f"/games/{table.id}/join", form).status_code == 200
    if told_by == "desk":
        begun(owner)
        confirmed(worker, owner)
    else:
        form = {"seat": "red", "address": ADDRESS}
        assert owner.post(f"/games/{table.id}/people/mailbox", form).status_code == 303
        [box] = worker.office.store.mailboxes.observers(table.id, "red")
        worker.office.store.mailboxes.move(box, confirmed=True)
        worker.run()
    lost.post(f"/games/{table.id}/send-seat", {"address": ADDRESS})
    [message] = worker.run()
    there = link_in(message)
    assert "The lost link opens nothing any more" in words(lost.get(there))
    assert not plays(lost, table)
    answer = lost.post(there, {})
    assert (answer.status_code, path(answer.location)) == (303, seat_page(table))
    assert plays(lost, table)
    assert plays(owner, table) == (told_by == "desk"), "the lost token is dead"
    assert told(lost.post(there, {})) == (404, "UNKNOWN_LINK")
    game = desk.games.open(table.id)
    assert desk.games.history(table.id)[-1].type == "token_renewed"
    assert game.claimed == ["red"] and desk.games.names(table.id) == {"red": "Ney"}
    if told_by == "mailbox":
        [box] = worker.office.store.mailboxes.observers(table.id, "red")
        assert (box.token, box.confirmed) == (game.tokens["red"], True)


def test_a_seat_that_is_handed_over_leaves_the_desk(desk: Desk, browser: Browser) -> None:
    table = desk.table(referee=True)
    begun(browser)
    browser.open_seat(table, "red")
    assert plays(browser, table)
    assert table.post("/seats/red/handover", "referee").status_code == 200
    assert not plays(browser, table)
    assert table.id not in browser.get("/desk").text
    assert table.id not in browser.get("/desk/settings").text


def test_a_person_is_erased_in_the_middle_of_a_game(
    desk: Desk, make_browser: Make, worker: Worker
) -> None:
    table, one, two = desk.table(), make_browser(), make_browser()
    link = begun(one)
    opened(two, link)
    one.open_seat(table, "red")
    one.post(f"/games/{table.id}/join", {"seat": "red", "name": "Ney"})
    confirmed(worker, one)
    recorded = desk.recorded()
    assert one.post("/desk/erase", {}).status_code == 303, "nobody is erased by a slip"
    answer = one.post("/desk/erase", {"sure": "on"})
    assert "You are erased Nothing is kept of you any more" in words(answer)
    assert desk.recorded() == recorded
    assert desk.games.names(table.id) == {}
    for browser in (one, two):
        assert not plays(browser, table)
        assert path(browser.get("/desk").location) == "/sign-in"
    assert told(opened(two, link)) == (401, "BAD_TOKEN")
    store = worker.registry.store
    assert store.addresses.get(ADDRESS) is None
    assert worker.run() == []
    two.post("/sign-in/mail", {"address": ADDRESS})
    assert worker.run() == []


def test_a_forged_cookie_opens_nothing(desk: Desk, browser: Browser) -> None:
    table = desk.table()
    for forged in ("", "x", "a" * 40, "ü" * 500, f"{table.id}.red.{'a' * 32}"):
        browser.client.set_cookie("napoleon_desk", forged)
        assert path(browser.get("/desk").location) == "/sign-in"
        assert browser.get(f"/games/{table.id}").status_code == 200
        assert not plays(browser, table)
        assert browser.get("/").status_code == 200


def test_another_desk_is_not_opened_on_top(make_browser: Make) -> None:
    mine, theirs = make_browser(), make_browser()
    own = begun(mine)
    assert told(opened(mine, begun(theirs, "Soult"))) == (409, "OTHER_DESK")
    assert "Ney" in words(mine.get("/desk"))
    assert opened(mine, own).status_code == 303
    settings = mine.get("/desk/settings").text
    assert "Ney" in settings and "/desk/devices/out" not in settings, "no second device was made"
    mine.post("/desk/out", {})
    assert path(mine.get("/desk").location) == "/sign-in"


def test_the_personal_link_is_made_anew(make_browser: Make) -> None:
    mine, other = make_browser(), make_browser()
    old = begun(mine)
    answer = mine.post("/desk/link", {})
    assert told(opened(other, old)) == (401, "BAD_TOKEN")
    fresh = answer.text.split('id="desk-link"')[1].split('value="')[1].split('"')[0]
    assert opened(other, fresh).status_code == 303
    assert "Ney" in words(mine.get("/desk"))


def test_a_seat_on_a_desk_gets_another_link_and_is_taken_off(
    desk: Desk, browser: Browser, make_browser: Make
) -> None:
    table, other = desk.table(), make_browser()
    begun(browser)
    for seat in table.seats:
        browser.open_seat(table, seat)
    unclaimed = browser.post("/desk/seats/renew", {"seat": f"{table.id}/red"})
    assert unclaimed.status_code == 409
    assert "its invitation is renewed instead" in words(unclaimed)
    browser.post(f"/games/{table.id}/join", {"seat": "red", "name": "Ney"})
    page = browser.get("/desk/settings")
    assert {f'value="{table.id}/{seat}"' for seat in table.seats} <= set(
        re.findall(r'value="[^"]*"', page.text)
    )
    answer = browser.post("/desk/seats/renew", {"seat": f"{table.id}/red"})
    assert "has another link, and it is shown this once" in words(answer)
    [fresh] = re.findall(rf"#token=({table.id}\.red\.[^\"]+)", answer.text)
    assert fresh not in browser.get("/desk/settings").text
    once_more = browser.post("/desk/seats/renew", {"seat": f"{table.id}/red"})
    [newer] = re.findall(rf"#token=({table.id}\.red\.[^\"]+)", once_more.text)
    session = f"/games/{table.id}/session"
    assert told(other.post(session, {"token": fresh}))[0] == 401, "the one before is dead"
    assert other.post(session, {"token": newer}).status_code == 303
    assert plays(browser, table) and plays(other, table)
    off = browser.post("/desk/seats/off", {"seat": f"{table.id}/red"})
    assert (off.status_code, path(off.location)) == (303, "/desk/settings")
    assert not plays(browser, table) and plays(browser, table, "blue") and plays(other, table)
    for wrong in ("", "red", f"{table.id}/red", f"{table.id}/referee", "/", "nowhere/red"):
        refused = browser.post("/desk/seats/renew", {"seat": wrong})
        assert 400 <= refused.status_code < 500, wrong


def test_a_desk_goes_by_another_name(browser: Browser) -> None:
    begun(browser)
    answer = browser.post("/desk/name", {"name": " Davout "})
    assert (answer.status_code, path(answer.location)) == (303, "/desk/settings")
    assert "signed in as Davout" in words(browser.get("/desk"))
    refused = browser.post("/desk/name", {"name": "x" * 81})
    assert refused.status_code == 422
    assert f'value="{"x" * 81}"' in refused.text, "what was typed stays"


def test_settings_are_shown_to_who_is_signed_in(browser: Browser) -> None:
    answer = browser.get("/desk/settings")
    assert (answer.status_code, path(answer.location)) == (303, "/sign-in")


def test_secrets_are_rotated_and_none_is_lost(
    browser: Browser, make_browser: Make, clock: Clock
) -> None:
    begun(browser)
    first = browser.cookies()["napoleon_desk"]
    stale = make_browser()
    stale.client.set_cookie("napoleon_desk", first)
    clock.move_on(7 * DAY)
    browser.get("/desk")
    second = browser.cookies()["napoleon_desk"]
    assert second != first
    # The answer was lost: the former one holds, and gets another.
    clock.move_on(HOUR)
    assert stale.get("/desk").status_code == 200
    third = stale.cookies()["napoleon_desk"]
    assert third not in (first, second)
    assert stale.get("/desk").status_code == 200
    clock.move_on(MINUTE)
    late = make_browser()
    late.client.set_cookie("napoleon_desk", first)
    assert late.get("/desk").status_code == 200, "pages are asked for at once"
    clock.move_on(5 * MINUTE)
    late.client.set_cookie("napoleon_desk", first)
    assert path(late.get("/desk").location) == "/sign-in"


def test_no_other_site_acts_on_a_desk(desk: Desk, browser: Browser) -> None:
    table = desk.table()
    begun(browser)
    browser.open_seat(table, "red")
    for address in ("/desk/erase", "/desk/link", "/sign-in/link", "/sign-in/new", "/desk/seats"):
        answer = browser.post(address, {"sure": "on"}, Sec_Fetch_Site="cross-site")
        assert told(answer) == (403, "FOREIGN_SITE")
    # The API takes the cookie only together with a header that no other site may send.
    api = f"/api/v1/games/{table.id}/decisions"
    bare, named = browser.client.get(api), browser.client.get(api, headers={"Napoleon-Seat": "red"})
    assert bare.json["decisions"] != named.json["decisions"]
    assert browser.client.get("/api/v1/me").status_code == 401
    answer = browser.client.get("/api/v1/me", headers={"Napoleon-Desk": "1"})
    assert answer.json["name"] == "Ney"


def test_the_cookie_is_kept_from_scripts_and_other_sites(desk: Desk) -> None:
    client = desk.app.test_client()
    sent = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    for base, name, secure in (
        ("http://localhost", "napoleon_desk=", False),
        ("https://localhost", "__Host-napoleon_desk=", True),
    ):
        answer = client.post("/sign-in/new", base_url=base, data={"name": "Ney"}, headers=sent)
        [cookie] = answer.headers.getlist("Set-Cookie")
        assert cookie.startswith(name)
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
        assert ("Secure" in cookie) == secure
        assert answer.headers["Cache-Control"] == "no-store"


def test_one_person_in_two_seats_is_told_to_all(desk: Desk, make_browser: Make) -> None:
    table, both, other = desk.table(), make_browser(), make_browser()
    assert table.get().json["one_person"] == []
    begun(both)
    for seat in table.seats:
        assert both.open_seat(table, seat).status_code == 303
    assert table.get().json["one_person"] == [table.seats]
    for browser in (both, other):
        main = parsed(browser.get(f"/games/{table.id}/people")).find(".//main")
        told_there = " ".join(main.itertext())
        assert "One person has all of these" in told_there
        assert "Ney" not in told_there, "nobody is told who that is"
    assert not table.get().json["one_seat_each"]


def test_a_second_seat_is_refused_where_each_is_another_persons(
    desk: Desk, browser: Browser
) -> None:
    table = desk.table(one_seat_each=True, open_seats=["blue"])
    assert table.get().json["one_seat_each"]
    browser.open_seat(table, "red")
    begun(browser)
    assert (
        browser.post(f"/games/{table.id}/join", {"seat": "red", "name": "Ney"}).status_code == 200
    )
    assert told(browser.open_seat(table, "blue")) == (403, "ONE_SEAT_EACH")
    form = {"seat": "blue", "name": "Ney"}
    assert told(browser.post(f"/games/{table.id}/take", form)) == (403, "ONE_SEAT_EACH")
    assert plays(browser, table) and not plays(browser, table, "blue")
    assert desk.games.open(table.id).open_seats == ("blue",)
    assert browser.open_seat(table, "red").status_code == 303, "their own is theirs"
    assert "Each person plays one seat" in words(browser.get(f"/games/{table.id}/people"))
    # Somebody who kept both tokens before lays one of them on a desk.
    hot_seat = Browser(desk.app)
    for seat in ("red", "blue"):
        hot_seat.open_seat(table, seat)
    begun(hot_seat, "Soult")
    assert table.get().json["one_person"] == []


def test_a_desk_shows_nothing_that_its_seats_may_not_know(tmp_path: Path) -> None:
    """Two games that differ only in what blue holds are the same on the desk of red."""
    shown = []
    for number, seed in enumerate((1, 2)):
        here = desk_at(tmp_path / str(number), entropy=Random(seed).randbytes, clock=Clock())
        table, browser = here.table(), Browser(here.app)
        begun(browser)
        browser.open_seat(table, "red")
        answer = browser.get("/desk").text + browser.get("/desk/settings").text
        answer = answer.replace(table.id, "…")
        shown.append(re.sub(r"[a-z2-7]{32,}|\d+ [a-z]+ ago|datetime=\"[^\"]*\"", "…", answer))
        with_blue = browser.client.get("/api/v1/me/games", headers={"Napoleon-Desk": "1"}).json
        assert {it["id"] for it in with_blue["games"]} == {table.id}
        own = {"held", "moves", "asked", "questions", "due", "unread"}
        known = {*here.get("/games").json["games"][0], *own}
        assert {*with_blue["games"][0]} == known, "what the lobby tells anybody, and one's seats"
    assert shown[0] == shown[1]


def test_desks_are_in_french_too(make_browser: Make, worker: Worker) -> None:
    browser = make_browser(language="fr")
    assert "Ouvrir votre bureau par courriel" in words(browser.get("/sign-in"))
    begun(browser)
    browser.post("/desk/addresses", {"address": ADDRESS})
    [message] = worker.run()
    assert message["Subject"] == "Cette adresse est-elle la vôtre ?"
    assert "Cette adresse est à moi" in words(browser.get(link_in(message)))
    browser.post(link_in(message), {})
    assert "Cette page est la même" in words(browser.get("/desk"))
    settings = words(browser.get("/desk/settings"))
    assert "Réglages" in settings and ADDRESS in settings
    gone = browser.post("/desk/erase", {"sure": "on"})
    assert "Vous êtes effacé" in words(gone)


def test_wrong_guesses_and_sign_ins_are_limited(desk: Desk) -> None:
    app = create_app(desk.games, desk.views, {"NAPOLEON_LIMITS": "guesses=2/hour,sign_ins=3/hour"})
    guesser, other = Browser(app), Browser(app)
    for client in (guesser, other):
        client.client.environ_base["REMOTE_ADDR"] = "203.0.113.7"
    other.client.environ_base["REMOTE_ADDR"] = "203.0.113.8"
    answers = [guesser.get(f"/sign-in/{'a' * 40}").status_code for _ in range(3)]
    assert answers == [404, 404, 429]
    asked = [
        other.post("/sign-in/mail", {"address": f"{it}@players.example"}).status_code
        for it in range(4)
    ]
    assert asked == [200, 200, 200, 429]
