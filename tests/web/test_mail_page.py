"""Mail in a browser: one's address on the page of people, and where links in mails lead."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from api.http.mail import office as office_of
from api.mail import mailboxes
from api.mail.mailboxes import of
from api.mail.rows import HELD, InboundRow, MailboxRow
from api.mail.tokens import Purpose
from tests.api.desk import Desk, Table
from tests.web.browser import words
from tests.web.cases import form
from tests.web.tables import seated


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def people(table: Table, action: str = "") -> str:
    return f"/games/{table.id}/people{action}"


def mailbox(table: Table, holder: str) -> MailboxRow | None:
    with table.desk.app.app_context():
        return of(office_of(), table.desk.games.open(table.id), holder)


def tag(table: Table, holder: str, purpose: Purpose) -> str:
    with table.desk.app.app_context():
        box = mailbox(table, holder)
        assert box is not None
        return office_of().tag(purpose, box)


def leave(table: Table, holder: str, **wanted: str) -> None:
    browser = seated(table, holder)
    sent = form(browser, people(table), "/people/mailbox")
    answer = browser.post(
        people(table, "/mailbox"), {**sent, "address": "ann@players.example", **wanted}
    )
    assert answer.status_code == 303, words(answer)


def test_an_address_is_left_changed_and_forgotten(table: Table) -> None:
    leave(table, "red", mail="digest", time_zone="Europe/Paris", language="fr")
    box = mailbox(table, "red")
    assert box is not None
    assert (box.wish, box.zone, box.language) == ("digest", "Europe/Paris", "fr")
    red = seated(table, "red")
    told = words(red.get(people(table)))
    assert "A mail was sent there" in told
    sent = form(red, people(table), "/people/mailbox")
    assert sent["address"] == "ann@players.example"
    erasing = form(red, people(table), "/people/mailbox/erase")
    assert red.post(people(table, "/mailbox/erase"), erasing).status_code == 303
    assert mailbox(table, "red") is None


def test_nobody_else_sees_it(table: Table) -> None:
    leave(table, "red")
    for holder in ("blue", "referee"):
        assert "players.example" not in seated(table, holder).get(people(table)).text


def test_what_is_wrong_is_said_on_the_page(table: Table) -> None:
    red = seated(table, "red")
    sent = form(red, people(table), "/people/mailbox")
    refused = red.post(people(table, "/mailbox"), {**sent, "address": "nobody"})
    assert refused.status_code == 422
    assert "no address that mail can be sent to" in words(refused)
    stranger = table.desk.app.test_client().post(
        people(table, "/mailbox"), data={"address": "a@b.example"}
    )
    assert stranger.status_code == 403


@pytest.mark.parametrize(
    ("page", "purpose"), [("confirm", Purpose.CONFIRM), ("unsubscribe", Purpose.UNSUBSCRIBE)]
)
def test_a_link_asks_first_and_a_button_does_it(table: Table, page: str, purpose: Purpose) -> None:
    leave(table, "red")
    client = table.desk.app.test_client()
    path = f"/mail/{page}/{tag(table, 'red', purpose)}"
    assert client.get(path).status_code == 200, "programs that look at mails follow links"
    box = mailbox(table, "red")
    assert box is not None
    assert (box.confirmed, box.wish) == (False, "instant")
    assert client.post(path).status_code == 200
    box = mailbox(table, "red")
    if page == "unsubscribe":
        assert box is None, "who was never theirs to write to is forgotten"
    else:
        assert box is not None
        assert (box.confirmed, box.wish) == (True, "instant")


def test_a_mail_program_unsubscribes_its_reader_with_one_click(table: Table) -> None:
    """RFC 8058: a POST from anywhere, without a page before it."""
    leave(table, "red")
    with table.desk.app.app_context():
        left = mailbox(table, "red")
        assert left is not None
        mailboxes.confirm(office_of(), left)
    path = f"/mail/unsubscribe/{tag(table, 'red', Purpose.UNSUBSCRIBE)}"
    answer = table.desk.app.test_client().post(
        path,
        data={"List-Unsubscribe": "One-Click"},
        headers={"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"},
    )
    assert answer.status_code == 200
    box = mailbox(table, "red")
    assert box is not None
    assert box.wish == "off"


@pytest.mark.parametrize("page", ["confirm", "unsubscribe", "held"])
def test_a_link_that_is_none_leads_nowhere(table: Table, page: str) -> None:
    leave(table, "red")
    client = table.desk.app.test_client()
    others = tag(table, "red", Purpose.BOUNCE)
    for wrong in ("x", "c1.aaaaaaaaaaaaaaaa", "h1.aaaaaaaaaaaaaaaa", others):
        for method in (client.get, client.post):
            assert method(f"/mail/{page}/{wrong}").status_code == 404


def test_commands_are_sent_from_a_page(table: Table) -> None:
    red = seated(table, "red")
    path = f"/games/{table.id}/commands"
    sent = form(red, path, "/commands")
    told = words(red.post(path, {**sent, "line": "status"}))
    assert "Status" in told
    assert "It is for you" not in told
    assert "take back [TEXT]" in told
    refused = red.post(path, {**sent, "line": "explain 999"})
    assert (refused.status_code, "no such version" in words(refused)) == (422, True)
    nonsense = red.post(path, {**sent, "line": "nonsense"})
    assert nonsense.status_code == 422
    assert "has no notation" in words(nonsense)
    assert "`" not in words(nonsense)
    before = table.version
    assert red.post(path, {**sent, "line": ""}).status_code == 422
    assert table.version == before
    stranger = table.desk.app.test_client()
    assert "Only the holder of a seat sends commands" in words(stranger.get(path))


def test_the_referees_desk_has_mails_that_are_held_and_whom_mails_do_not_reach(
    table: Table,
) -> None:
    leave(table, "red")
    leave(table, "blue")
    with table.desk.app.app_context():
        office = office_of()
        for holder in ("red", "blue"):
            box = mailbox(table, holder)
            assert box is not None
            mailboxes.confirm(office, box)
        red, blue = mailbox(table, "red"), mailbox(table, "blue")
        assert red is not None
        assert blue is not None
        mail = InboundRow(
            "d" * 64, "eve@x.example", "n@x", b"pass", 0, 0, state=HELD, mailbox=red.id
        )
        assert office.store.inbox.put(replace(mail, came=1_780_000_000_000_000))
        assert office.store.mailboxes.move(blue, bounces=3)
    told = words(seated(table, "referee").get(f"/games/{table.id}/desk"))
    assert "Red: came on" in told
    assert "Who cannot be reached by mail Blue" in told
    assert "eve@" not in told
