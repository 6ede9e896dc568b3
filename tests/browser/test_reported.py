"""What players once reported of the page, each looked at in a browser.

What they reported of the map, of tabs and of clicks stands with the tests of those.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import expect

from napoleon.play.outcomes import Accepted
from napoleon.rulesets.napoleon1815.events.initiative import HandShown
from napoleon.rulesets.napoleon1815.orders import ChooseAction, Pass, PlayEvent
from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.browser.shelf import campaign, disputed

NAMED = "a hand looked at 6"
"""A game in which the French look at the hand of the Allies."""
CODES = re.compile(r"\bW\.[A-Z]+|^\d+$")
"""Ids of windows, and cards that are told by their digits alone."""


def flipped(house: House, name: str) -> tuple[Table, str]:
    """A game of its own, in which a card has just been flipped for an order, and whose it was."""
    players = {"french": "Grouchy", "allied": "Blücher"}
    table = house.table(name, "napoleon1815", "campaign", players=players, to_turn=2)
    seat = house.play_until(table, "go")
    while True:
        game = house.games.open(table.id)
        decision = house.games.decisions(game)[0]
        legal_orders = house.games.rules(game).legal_orders(game.state, decision)
        order = next(it for it in legal_orders if not isinstance(it, Pass | PlayEvent))
        if decision.kind == "choose_action":
            order = ChooseAction("move")
        assert isinstance(house.games.submit_orders(table.id, decision.seat, [order]), Accepted)
        if order == ChooseAction("move"):
            return table, seat


def test_a_take_back_that_waits_for_an_answer_is_named_where_the_questions_are(
    house: House, open_window: Callable[..., Window]
) -> None:
    table, by = flipped(house, "a slip of the hand")
    other = {"french": "allied", "allied": "french"}[by]
    asked = Chair(open_window(), table, other).sit().page
    waiting = asked.get_by_text("asked to go back to before")
    expect(waiting).to_have_count(0)
    request = table.post("/takebacks", by, {"why": "A slip."})["takeback"]
    expect(waiting.first).to_be_visible()
    assert asked.title().startswith("Your turn")
    asked.locator(f"a[href*='takebacks'][href$='#case-{request}']").first.click()
    expect(asked.locator(f"#case-{request}")).to_be_visible()


def test_a_dispute_is_named_on_the_page_of_who_rules(
    house: House, open_window: Callable[..., Window]
) -> None:
    table, dispute = disputed(house)
    page = Chair(open_window(), table, "referee").sit().page
    page.locator(f"#orders a[href*='disputes/{dispute}']").first.click()
    expect(page.get_by_text("It rained that morning").first).to_be_visible()


def test_a_hand_that_was_looked_at_is_told_by_the_names_of_its_cards(
    house: House, open_window: Callable[..., Window]
) -> None:
    players = {"french": "Fouché", "allied": "Müffling"}
    table = house.table(NAMED, "napoleon1815", "campaign", players=players, to_turn=5)
    shown = next(it for it in house.games.history(table.id) if isinstance(it, HandShown))
    reader = shown.to
    page = Chair(open_window(), table, reader).sit().page
    page.goto(f"{table.page}?seat={reader}&at={shown.version}")
    journal = page.locator("#journal").inner_text()
    names = house.games.rules(house.games.open(table.id)).cards
    assert shown.cards
    for number in shown.cards:
        assert names[number] in journal
    assert not [line for line in journal.splitlines() if re.fullmatch(r".*hand: [\d, ]+\.", line)]


def test_standing_orders_are_chosen_by_name(house: House, window: Window) -> None:
    table = campaign(house)
    page = Chair(window, table, "french").sit().page
    page.goto(f"{table.page}/instructions?seat=french")
    offered = page.locator("select option").all_inner_texts()
    assert len(offered) > 20
    assert [it for it in offered if CODES.search(it.strip())] == []


def test_a_used_invitation_opens_the_seat_of_who_used_it(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = open_window().page
    page.goto(campaign(house).link("french"))
    expect(page.locator("#orders")).to_be_visible()
    expect(page.get_by_text("opens no seat")).to_have_count(0)
    expect(page.get_by_role("list", name="Players")).to_contain_text("French: You")


def test_a_lost_invitation_is_renewed_by_the_founder(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = open_window().page
    page.goto(f"{house.address}/new?ruleset=napoleon1815&scenario=campaign")
    page.get_by_role("radiogroup", name="French").get_by_label("A friend").check()
    page.get_by_role("button", name="Set up the game").click()
    key = page.locator("#founder").input_value()
    lost = page.locator("#link-french").input_value()
    page.locator("a[href$='/invitations']").click()
    page.locator("[name=holder]").select_option("french")
    page.locator("[name=key]").fill(key)
    page.locator("main form").get_by_role("button").last.click()
    renewed = page.locator("#link").input_value()
    assert [_opens(house, link) for link in (renewed, lost)] == [True, False]


def _opens(house: House, link: str) -> bool:
    """Whether the token of a link is one of the game's."""
    page, _, token = link.partition("#token=")
    asked = page.replace(f"{house.address}/games", f"{house.address}/api/v1/games")
    answer = httpx.get(f"{asked}/hand", headers={"Authorization": f"Bearer {token}"}, verify=False)
    return answer.status_code == 200


def test_pages_and_steps_come_compressed(house: House, open_window: Callable[..., Window]) -> None:
    table = campaign(house)
    chair = Chair(open_window(), table, "french").sit()
    with chair.page.expect_response(lambda it: "/position" in it.url) as step:
        chair.page.locator("#previous").click()
    assert step.value.headers["content-encoding"] == "gzip"
    assert len(step.value.body()) > int(step.value.headers["content-length"])
