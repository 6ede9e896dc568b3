"""A friend is invited by mail from the screen on which a game is set up."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from api.people import strangers
from api.people.rows import AddressRow
from napoleon.log.times import DAY
from tests.api.conftest import desk_at
from tests.api.desk import Desk
from tests.clocks import Clock
from tests.people.walks import ADDRESS, Worker, begun, confirmed, text
from tests.web.browser import Browser, fields, parsed, path, words

FORM = "/new?ruleset=toy&scenario=short"
FRIEND = "Wellesley@players.example"

Make = Callable[..., Browser]


@pytest.fixture
def founder(browser: Browser, worker: Worker) -> Browser:
    """Somebody whose address is confirmed, as only they have others written to."""
    begun(browser)
    confirmed(worker, browser)
    worker.run()
    return browser


def written_to(worker: Worker, address: str = FRIEND) -> int:
    """How often it is kept that an address was invited."""
    hashes = strangers.hashes_of(worker.registry, address)
    return len(worker.registry.store.strangers.written_to(hashes, 0))


def set_up(browser: Browser, address: str = FRIEND, name: str = "Ney") -> str:
    """A game to which a friend is invited; what the page says of it."""
    form = fields(browser.get(FORM)) | {"name": name, "mail-blue": address}
    made = browser.post("/new", form)
    assert made.status_code == 201, words(made)
    return words(made)


def token_in(message: EmailMessage) -> str:
    """The token of the seat in a mail of a service that has no public address."""
    [token] = [it.strip("|> ") for it in text(message).splitlines() if ".blue." in it]
    return token


def test_a_friend_is_written_to_and_takes_the_seat(
    desk: Desk, founder: Browser, make_browser: Make, worker: Worker
) -> None:
    told = set_up(founder)
    assert f"An invitation goes to {FRIEND}" in told
    [message] = worker.run()
    assert message["To"] == FRIEND
    assert message["Subject"] == "You are invited: A toy game"
    assert message["Auto-Submitted"] == "auto-generated"
    said = text(message)
    assert "as Blue" in said and "Ney invites you" in said
    friend, [game] = make_browser(), desk.get("/games").json["games"]
    opened = friend.post(f"/games/{game['id']}/session", {"token": token_in(message)})
    assert path(opened.location) == f"/games/{game['id']}/join?seat=blue"
    form = {"seat": "blue", "name": "Wellesley"}
    assert friend.post(f"/games/{game['id']}/join", form).status_code == 200
    assert desk.get("/games").json["games"][0]["names"] == {"red": "Ney", "blue": "Wellesley"}


def test_the_link_leads_to_the_public_address(tmp_path: Path) -> None:
    """Whatever host the request was sent to: that may be anybody's."""
    desk = desk_at(tmp_path, env={"PUBLIC_URL": "https://club.example"}, clock=Clock())
    browser, worker = Browser(desk.app), Worker(desk)
    begun(browser)
    worker.registry.store.addresses.put(AddressRow(1, ADDRESS.lower(), ADDRESS, 1))
    set_up(browser)
    [message] = worker.run()
    [game] = desk.get("/games").json["games"]
    assert f"https://club.example/games/{game['id']}#token={game['id']}.blue." in text(message)
    assert "localhost" not in text(message).replace("napoleon@localhost", "")


def test_who_has_a_confirmed_address_is_named(founder: Browser, worker: Worker) -> None:
    set_up(founder, name="")
    [message] = worker.run()
    assert "Ney invites you to a game of A toy game, as Blue." in text(message)


@pytest.mark.parametrize("name", ["win.example", "http://x", "a@b", "see <here>"])
def test_no_name_is_an_advertisement(browser: Browser, worker: Worker, name: str) -> None:
    begun(browser, name)
    confirmed(worker, browser)
    set_up(browser, name="Ney")
    [message] = worker.run()
    assert name not in text(message)
    assert "You are invited to a game of A toy game, as Blue." in text(message)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("wellesley(at)example.org", "There is no @ in this address."),
        ("wellesley@", "This is no address that mail can be sent to."),
        ("a@b.example\r\nBcc: c@d.example", "This is no address that mail can be sent to."),
        ("napoleon@localhost", "This is no address that mail can be sent to."),
    ],
)
def test_what_is_no_address_is_said_beside_it(
    desk: Desk, founder: Browser, worker: Worker, address: str, why: str
) -> None:
    form = fields(founder.get(FORM)) | {"name": "Ney", "mail-blue": address, "referee": "on"}
    refused = founder.post("/new", form)
    assert refused.status_code == 422
    [field] = [it for it in parsed(refused).iter("input") if it.get("name") == "mail-blue"]
    [note] = [
        it for it in parsed(refused).iter("p") if it.get("id") == field.get("aria-describedby")
    ]
    assert "".join(note.itertext()) == why
    assert fields(refused)["name"] == "Ney"
    assert fields(refused)["mail-blue"].split() == address.split()
    assert (
        "checked"
        in next(it for it in parsed(refused).iter("input") if it.get("name") == "referee").attrib
    )
    assert desk.recorded() == 0 and worker.run() == []


def test_only_who_has_a_confirmed_address_has_others_written_to(
    desk: Desk, browser: Browser, worker: Worker
) -> None:
    form = fields(browser.get(FORM)) | {"name": "Ney", "mail-blue": FRIEND}
    for has_desk in (False, True):
        if has_desk:
            begun(browser)
        refused = browser.post("/new", form)
        assert refused.status_code == 422
        assert "To invite people by mail you need a confirmed address" in words(refused)
    assert worker.run() == [] and desk.recorded() == 0


def test_an_address_is_not_flooded_and_nobody_is_told(
    founder: Browser, worker: Worker, clock: Clock
) -> None:
    said = set()
    for number in range(3):
        told = set_up(founder, FRIEND.upper() if number % 2 else FRIEND)
        said.add(told.partition("An invitation")[1])
    assert len(worker.run()) == 1
    assert said == {"An invitation"}
    clock.move_on(2 * DAY)
    set_up(founder)
    assert len(worker.run()) == 0
    clock.move_on(31 * DAY)
    set_up(founder)
    assert len(worker.run()) == 1


def test_five_are_written_to_in_a_day(founder: Browser, worker: Worker, clock: Clock) -> None:
    for number in range(6):
        told = set_up(founder, f"friend{number}@players.example")
        assert ("An invitation goes to" in told) is (number < 5)
    assert len(worker.run()) == 5
    clock.move_on(DAY + 1)
    set_up(founder, "another@players.example")
    assert len(worker.run()) == 1


def test_the_address_is_forgotten_once_it_is_sent(
    founder: Browser, worker: Worker, clock: Clock
) -> None:
    set_up(founder)
    worker.run()
    kept = [it for it in worker.office.store.outbox.all() if it.recipient == FRIEND]
    assert kept == []
    assert written_to(worker) == 1
    clock.move_on(31 * DAY)
    worker.run()
    assert written_to(worker) == 0


def test_who_is_erased_has_invited_nobody(founder: Browser, worker: Worker) -> None:
    set_up(founder)
    founder.post("/desk/erase", {"sure": "on"})
    assert worker.run() == []


def test_a_friend_is_written_to_in_french(make_browser: Make, worker: Worker) -> None:
    browser = make_browser(language="fr")
    begun(browser)
    confirmed(worker, browser)
    worker.run()
    set_up(browser)
    [message] = worker.run()
    assert "invité" in str(message["Subject"]) and ADDRESS not in text(message)
