"""Orders that nobody asks for, given by forms: to resign, to agree to an end, and of partners."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from napoleon.rules.contract import installed
from tests.api.desk import Table
from tests.web.browser import Browser, parsed, words
from tests.web.tables import desk_for, play, seated, table_of
from tests.web.test_order_form import chosen, confirmed, hidden, orders_of, said, send


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        ("napoleonic_empire", "The French offer to end the game without a winner."),
        ("napoleon1815", "French would end the game without a winner."),
    ],
)
def test_what_nobody_asks_for_can_be_ordered_as_well(
    tmp_path: Path, ruleset: str, told: str
) -> None:
    table = table_of(desk_for(tmp_path, installed()[ruleset]))

    resign, offer = "Resign", "Offer to end the game without a winner"
    agree = "Agree to end the game without a winner"

    def free(seat: str) -> dict[str, dict[str, str]]:
        forms = orders_of(seated(table, seat), table).iter("form")
        free = [form for form in forms if "verb" in hidden(form)]
        return {said(form.find(".//button")): hidden(form) for form in free}

    assert list(free("french")) == list(free("allied")) == [resign, offer]
    browser = seated(table, "french")
    asked = send(browser, table, free("french")[offer])
    assert offer in words(asked)
    assert send(browser, table, confirmed(asked)).status_code == 303
    assert list(free("french")) == [resign]
    browser = seated(table, "allied")
    # What is offered is told first, and not among what nobody asks for.
    assert list(free("allied")) == [agree, resign]
    page = browser.get(f"/games/{table.id}?seat=allied")
    assert told in words(page)
    asked = send(browser, table, free("allied")[agree])
    assert send(browser, table, confirmed(asked)).status_code == 303
    assert table.get().json["result"]["winner"] is None
    assert free("allied") == {}
    assert free("referee") == {}


@pytest.fixture
def in_contact(tmp_path: Path) -> Table:
    """A game of three players whose Allied commanders are near each other."""
    table = table_of(desk_for(tmp_path, installed()["napoleon1815"]), players=3)
    for seed in range(200):
        if table.get("/map").json["contact"]:
            break
        play(table, 1, seed)
    return table


def free_form(browser: Browser, table: Table, verb: str) -> Element:
    """The form for a verb that answers no question."""
    forms = orders_of(browser, table).iter("form")
    [form] = [it for it in forms if hidden(it).get("verb") == verb]
    return form


def test_partners_in_contact_write_to_each_other(in_contact: Table) -> None:
    table = in_contact
    browser = seated(table, "prussian")
    form = free_form(browser, table, "send_message")
    assert "field.text" in [it.get("name") for it in form.iter("input")]
    asked = send(browser, table, {**hidden(form), "field.text": "I shall come to Waterloo."})
    assert send(browser, table, confirmed(asked)).status_code == 303
    told_to = seated(table, "anglo_dutch").get(f"/games/{table.id}").text
    assert "I shall come to Waterloo." in told_to
    assert "I shall come to Waterloo." not in seated(table, "french").get(f"/games/{table.id}").text


def test_partners_in_contact_offer_each_other_cards(in_contact: Table) -> None:
    table = in_contact
    cards = {seat: hand_of(table, seat) for seat in ("prussian", "anglo_dutch")}
    browser = seated(table, "prussian")
    form = free_form(browser, table, "offer_cards")
    boxes = [it for it in form.iter("input") if it.get("type") == "checkbox"]
    given, taken = (
        {int(it.get("value", "")) for it in boxes if it.get("name") == name}
        for name in ("field.give", "field.take")
    )
    assert given == {*cards["prussian"]}
    # Any that the partner could hold, so that nothing is told of what they do hold.
    assert taken >= {*cards["anglo_dutch"]}
    assert not taken & given
    give = [str(it) for it in cards["prussian"][:2]]
    asked = send(browser, table, {**hidden(form), "field.give": give})
    names = [said(it) for it in form.iter("label") if it[0].get("value") in give]
    assert f"Offer to exchange cards: Cards that you give: {', '.join(names)}" in words(asked)
    assert send(browser, table, confirmed(asked)).status_code == 303
    partner = seated(table, "anglo_dutch")
    accepted = send(
        partner, table, chosen(partner, table, {"order": "answer_offer", "accept": True})
    )
    assert send(partner, table, confirmed(accepted)).status_code == 303
    assert hand_of(table, "anglo_dutch") == sorted(cards["anglo_dutch"] + cards["prussian"][:2])
    assert hand_of(table, "prussian") == cards["prussian"][2:]


def hand_of(table: Table, seat: str) -> list[int]:
    """The cards that a seat holds, in ascending order."""
    hands = table.get("/hand", seat).json["hands"]
    [cards] = [it["cards"] for it in hands if it["player"] == seat]
    return sorted(card["number"] for card in cards)


def test_to_resign_is_asked_about_each_time(in_contact: Table) -> None:
    """What cannot be undone is never left to a word that was given once."""
    browser = seated(in_contact, "prussian")
    form = hidden(free_form(browser, in_contact, "resign"))
    asked = send(browser, in_contact, form)
    [box] = [it for it in parsed(asked).iter("div") if it.get("id") == "confirm"]
    assert "quiet" not in [it.get("name") for it in box.iter("input")]
    done = send(browser, in_contact, {**confirmed(asked), "quiet": "1"})
    assert done.status_code == 303 and "sure-" not in str(done.headers.getlist("Set-Cookie"))
