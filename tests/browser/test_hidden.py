"""No page of one seat tells what the other one hides, at any time of a short game."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Page

from napoleon.log.journal import narrator
from napoleon.play.outcomes import Accepted
from napoleon.rules.events import SPECTATOR
from napoleon.rules.prose.storybook import PLAINLY
from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.repetitions import so_many

ORDERS = so_many(5, 14)
"""Orders of the short game."""

STARTS = {"napoleon1815": "waterloo_wavre", "napoleonic_empire": "europe"}

OTHER = {"french": "allied", "allied": "french"}

HTML = {"Accept": "text/html", "Accept-Language": "en", "Sec-Fetch-Site": "same-origin"}


def hidden(house: House, table: Table, seat: str) -> set[str]:
    """What `seat` must not read: the other's token, and cards that it has not heard of."""
    game = house.games.open(table.id)
    rules, other = house.games.rules(game), OTHER[seat]
    pictures = rules.pictures
    assert pictures is not None
    views = {
        who: msgspec.json.encode(house.games.view(game, who)).decode()
        for who in (seat, other, SPECTATOR)
    }
    mine, theirs = (
        pictures.cards(msgspec.json.decode(views[who], type=rules.views_type), PLAINLY)
        for who in (seat, other)
    )
    # The text of a card may name another card, and so may a question that everybody hears.
    known = views[seat] + table.get("/log?level=full&limit=1000", seat)
    tells = narrator(game, seat, rules).naming(rules.cards)
    known += " ".join(map(tells.text, house.games.history(table.id)))
    known += " ".join(rules.clauses[card.clause] for card in mine)
    known += " ".join(decision.prompt for decision in house.games.decisions(game))
    return {table.tokens[other], *(it.title for it in theirs if it.title not in known)}


def leaks(source: str, secrets: set[str]) -> list[str]:
    """Where the source of a page has some of `secrets`."""
    return [
        source[max(0, at - 80) : at + 80]
        for at in (source.find(secret) for secret in sorted(secrets))
        if at >= 0
    ]


def linked(page: Page, table: Table) -> list[str]:
    """Every address of the game that the page leads to, and what its scripts ask for."""
    found = page.locator("a[href]").evaluate_all("all => all.map((it) => it.href)")
    query = page.url.partition("?")[2]
    parts = [f"{table.page}/{name}?{query}" for name in ("position", "marks", "map.svg")]
    return sorted({url.partition("#")[0] for url in [*found, *parts] if table.id in url})


@pytest.mark.sampled(1)
@pytest.mark.parametrize("orders", ORDERS)
@pytest.mark.parametrize("ruleset", STARTS)
def test_no_page_of_a_seat_tells_what_the_other_hides(
    house: House, open_window: Callable[..., Window], ruleset: str, orders: int
) -> None:
    table = house.table(
        f"hidden in {ruleset}, {orders} orders",
        ruleset,
        STARTS[ruleset],
        players={"french": "Ney", "allied": "Arthur"},
    )
    chairs = {seat: Chair(open_window(), table, seat).sit() for seat in OTHER}
    games, bot = house.games, random.Random(ruleset)
    most = 0
    for _ in range(orders):
        game = games.open(table.id)
        decision = bot.choice(games.decisions(game))
        order = bot.choice(list(games.rules(game).legal_orders(game.state, decision)))
        assert isinstance(games.submit_orders(table.id, decision.seat, [order]), Accepted)
        for seat, chair in chairs.items():
            chair.shows(games.head(table.id))
            secrets = hidden(house, table, seat)
            most = max(most, len(secrets))
            assert leaks(chair.page.content(), secrets) == []
    assert most > 2, "there was nothing to hide"
    for seat, chair in chairs.items():
        secrets = hidden(house, table, seat)
        for url in linked(chair.page, table):
            if "/instructions" in url:
                # What may be ordered in advance has every card of the game, whoever holds it.
                secrets = {table.tokens[OTHER[seat]]}
            answer = chair.page.request.get(url, headers=HTML)
            assert answer.ok, url
            assert leaks(answer.text(), secrets) == [], url
