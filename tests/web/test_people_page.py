"""People in a browser: names, handing a seat over, shares, the deputy."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from napoleon.log.display_names import LIKE_ANOTHER
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, links, parsed, words
from tests.web.cases import FOREIGN, form, forms
from tests.web.tables import seated


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def people(table: Table, action: str = "") -> str:
    return f"/games/{table.id}/people{action}"


def invitation(answer: TestResponse) -> str:
    """The token of an invitation that a page shows."""
    assert answer.status_code == 200, words(answer)
    assert answer.headers["Cache-Control"] == "no-store"
    [link] = [it.attrib["value"] for it in parsed(answer).iter("input") if it.get("id") == "link"]
    return link.partition("#token=")[2]


def opens(table: Table, token: str) -> str | None:
    return table.desk.games.open(table.id).seat_of(token)


def test_everybody_says_his_own_name(table: Table) -> None:
    red, blue = seated(table, "red"), seated(table, "blue")
    sent = form(red, people(table), "/people/name")
    assert sent["holder"] == "red"
    assert red.post(people(table, "/name"), {**sent, "name": "Ney"}).status_code == 303
    assert "Red: Ney" in words(blue.get(people(table)))
    refused = blue.post(people(table, "/name"), {"seat": "blue", "holder": "red", "name": "Me"})
    assert (refused.status_code, 'data-code="NOT_YOUR_SEAT"' in refused.text) == (403, True)
    nameless = red.post(people(table, "/name"), {"seat": "red", "holder": "red", "name": ""})
    assert nameless.status_code == 422
    erased = {"seat": "referee", "holder": "red"}
    referee = seated(table, "referee")
    assert referee.post(people(table, "/name/erase"), erased).status_code == 303
    assert "Ney" not in words(blue.get(people(table)))


def test_a_seat_is_handed_over_and_the_invitation_shown_once(table: Table) -> None:
    red = seated(table, "red")
    sent = form(red, people(table), "/people/handover")
    answer = red.post(people(table, "/handover"), sent)
    token = invitation(answer)
    assert opens(table, token) == "red"
    assert opens(table, str(table.token("red"))) is None
    assert red.cookies() == {}, "the browser keeps no dead token"
    assert token not in red.get(people(table)).text
    again = red.post(people(table, "/handover"), {"seat": "red", "holder": "red"})
    assert (again.status_code, 'data-code="NOT_SEATED"' in again.text) == (403, True)


def test_a_lost_invitation_is_renewed(table: Table) -> None:
    referee = seated(table, "referee")
    sent = form(referee, people(table), "/people/invitation")
    assert sent["holder"] == "blue", "the last seat"
    token = invitation(referee.post(people(table, "/invitation"), sent))
    assert opens(table, token) == "blue"
    assert opens(table, str(table.token("blue"))) is None
    recorded = table.desk.recorded()
    assert invitation(referee.post(people(table, "/invitation"), sent)) == token, "sent twice"
    assert table.desk.recorded() == recorded
    table.desk.games.claim(table.id, "blue")
    late = referee.post(people(table, "/invitation"), {"seat": "referee", "holder": "blue"})
    assert (late.status_code, 'data-code="SEAT_CLAIMED"' in late.text) == (422, True)
    assert form(referee, people(table), "/people/invitation")["holder"] == "red"
    for reader in ("red", None):
        offered = forms(seated(table, reader), people(table))
        assert not [it for it in offered if it.endswith("/people/invitation")]


@pytest.mark.parametrize("answer_is_lost", [False, True])
def test_a_form_that_was_sent_twice_gives_the_same_invitation(
    table: Table, *, answer_is_lost: bool
) -> None:
    red = seated(table, "red")
    sent = form(red, people(table), "/people/handover")
    sender = seated(table, "red") if answer_is_lost else red
    token = invitation(sender.post(people(table, "/handover"), sent))
    recorded = table.desk.recorded()
    assert invitation(red.post(people(table, "/handover"), sent)) == token == sent["fresh"]
    assert table.desk.recorded() == recorded
    assert red.cookies() == {}


def test_two_forms_sent_at_once_hand_the_seat_over_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = seated(table, "red")
    sent = form(red, people(table), "/people/handover")
    act, recorded = table.desk.games.transact, table.desk.recorded()

    def late(*args: Any, **options: Any) -> Any:
        act(*args, **options)
        return act(*args, **options)

    monkeypatch.setattr(table.desk.games, "transact", late)
    assert opens(table, invitation(red.post(people(table, "/handover"), sent))) == "red"
    assert table.desk.recorded() == recorded + 1


def test_shares_and_deputies_are_invited_once_by_one_form(table: Table) -> None:
    for seat, action in (("blue", "/shares"), ("referee", "/deputy")):
        browser = seated(table, seat)
        sent = form(browser, people(table), f"/people{action}")
        token = invitation(browser.post(people(table, action), sent))
        recorded = table.desk.recorded()
        assert invitation(browser.post(people(table, action), sent)) == token == sent["fresh"]
        assert table.desk.recorded() == recorded


def test_a_form_sent_again_takes_no_seat_from_who_was_invited_by_it(table: Table) -> None:
    blue = seated(table, "blue")
    sent = form(blue, people(table), "/people/shares")
    share, token = sent["share"], invitation(blue.post(people(table, "/shares"), sent))
    claimed = table.desk.games.claim(table.id, share, token=token)
    again = blue.post(people(table, "/shares"), sent)
    assert (again.status_code, 'data-code="ALREADY_SENT"' in again.text) == (409, True)
    assert (opens(table, claimed), opens(table, token)) == (share, None)


@pytest.mark.parametrize("fresh", ["x", "{id}.blue.{secret}", "{secret}"])
def test_nobody_is_invited_with_a_token_that_is_none(table: Table, fresh: str) -> None:
    recorded = table.desk.recorded()
    sent = {"seat": "red", "holder": "red", "fresh": fresh.format(id=table.id, secret="s" * 32)}
    answer = seated(table, "red").post(people(table, "/handover"), sent)
    assert (answer.status_code, 'data-code="BAD_PAYLOAD"' in answer.text) == (422, True)
    assert table.desk.recorded() == recorded


def test_a_referee_hands_over_any_seat_and_appoints_a_deputy(table: Table) -> None:
    referee = seated(table, "referee")
    own = {"seat": "referee"}
    token = invitation(referee.post(people(table, "/handover"), {**own, "holder": "blue"}))
    assert opens(table, token) == "blue"
    token = invitation(referee.post(people(table, "/deputy"), own))
    assert opens(table, token) == "deputy"
    assert "Deputy of the referee" in words(Browser(table.desk.app).get(people(table)))
    sent = form(referee, people(table), "/deputy/dismiss")
    assert referee.post(people(table, "/deputy/dismiss"), sent).status_code == 303
    assert opens(table, token) is None


def test_a_seat_is_shared_and_the_share_ended(table: Table) -> None:
    blue = seated(table, "blue")
    given = {"seat": "blue", "holder": "blue", "share": "prussia"}
    token = invitation(blue.post(people(table, "/shares"), given))
    assert opens(table, token) == "prussia"
    page = words(blue.get(people(table)))
    assert "Prussia invited, not claimed yet" in page and "Britain not given out" in page
    partner = Browser(table.desk.app)
    partner.post(f"/games/{table.id}/session", {"token": token})
    assert "point of view: Prussia" in words(partner.get(people(table)))
    sent = form(partner, people(table), "/shares/end")
    answer = partner.post(people(table, "/shares/end"), sent)
    assert answer.status_code == 303
    assert opens(table, token) is None
    assert partner.cookies() == {}
    gone = blue.post(people(table, "/shares/end"), given)
    assert (gone.status_code, 'data-code="NO_SHARE"' in gone.text) == (404, True)


@pytest.mark.parametrize(
    ("action", "sent", "code"),
    [
        ("/handover", {"holder": "blue"}, "NOT_YOUR_SEAT"),
        ("/handover", {"holder": "green"}, "UNKNOWN_SEAT"),
        ("/shares", {"holder": "blue", "share": "prussia"}, "NOT_YOUR_SEAT"),
        ("/shares", {"holder": "red", "share": "prussia"}, "UNKNOWN_SHARE"),
        ("/deputy", {}, "NOT_THE_REFEREE"),
        ("/deputy/dismiss", {}, "NOT_THE_REFEREE"),
        ("/name/erase", {"holder": "blue"}, "NOT_YOUR_SEAT"),
    ],
)
def test_what_is_not_for_red_to_do(
    table: Table, action: str, sent: dict[str, str], code: str
) -> None:
    before = table.desk.recorded()
    answer = seated(table, "red").post(people(table, action), {"seat": "red", **sent})
    assert answer.status_code in (403, 404, 422)
    assert f'data-code="{code}"' in answer.text
    assert table.desk.recorded() == before


def test_who_only_looks_may_leave_an_address_and_sees_no_token(table: Table) -> None:
    spectator = Browser(table.desk.app)
    assert forms(spectator, people(table)) == [people(table, "/observers")]
    for seat in ("red", "blue", "referee"):
        assert str(table.token(seat)) not in seated(table, "red").get(people(table)).text
    answer = spectator.post(people(table, "/handover"), {"seat": "red", "holder": "red"})
    assert (answer.status_code, 'data-code="NOT_SEATED"' in answer.text) == (403, True)


@pytest.mark.parametrize("action", ["/handover", "/shares", "/deputy", "/name"])
def test_no_other_site_gives_seats_away(table: Table, action: str) -> None:
    before = table.desk.recorded()
    sent = {"seat": "blue", "holder": "blue", "share": "prussia", "name": "X"}
    answer = seated(table, "blue").post(people(table, action), sent, **FOREIGN)
    assert (answer.status_code, "FOREIGN_SITE" in answer.text) == (403, True)
    assert table.desk.recorded() == before


def test_a_seat_that_changed_hands_before_its_first_order_is_marked(table: Table) -> None:
    red = seated(table, "red")
    page = f"/games/{table.id}"
    assert "changed hands" not in words(red.get(page))
    # Somebody looks, and passes the seat on.
    table.desk.games.claim(table.id, "blue")
    table.desk.games.claim(table.id, "blue")
    assert "Blue" in words(red.get(page))
    assert "changed hands before its first order" in words(red.get(page))
    assert people(table) + "?seat=red" in links(red.get(page)), "where it is explained"
    told = words(red.get(people(table)))
    assert told.count("The seat changed hands before its first order. Those who held it") == 1


def test_the_mark_of_a_name_like_anothers_is_explained_and_not_taken_over(table: Table) -> None:
    red = seated(table, "red")
    sent = form(red, people(table), "/people/name")
    assert red.post(people(table, "/name"), {**sent, "name": "Ney"}).status_code == 303
    explained = "that this name reads like another one in this game"
    assert explained not in words(red.get(people(table)))
    table.desk.games.recorder.put_name(table.id, "blue", "N\u0435y")
    told = words(red.get(people(table)))
    assert f"Red: {LIKE_ANOTHER}Ney" in told
    assert told.count(explained) == 2
    assert form(red, people(table), "/people/name")["name"] == "Ney"
