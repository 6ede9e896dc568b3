"""The first game: a click seats the reader, and prompts follow what is done."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from api.web.game import first_game
from napoleon.play import bots
from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from tests.api.desk import Desk
from tests.web.browser import Browser, parsed, told, words


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """A service with the game to learn with."""
    return make_desk(NAPOLEON_1815)


def begun(browser: Browser) -> str:
    """The page of a first game that has just begun."""
    sent = browser.post("/first-game", {})
    assert sent.status_code == 303
    return str(sent.headers["Location"])


def lesson(browser: Browser, address: str) -> str:
    found = [
        it for it in parsed(browser.get(address)).iter("aside") if "lesson" in it.get("class", "")
    ]
    return " ".join("".join(found[0].itertext()).split()) if found else ""


def test_a_click_in_the_lobby_begins_it(desk: Desk, browser: Browser) -> None:
    assert "Play your first game" in words(browser.get("/"))
    address = begun(browser)
    game_id = address.rpartition("/")[2].partition("?")[0]
    game = desk.games.open(game_id)
    assert (game.played_by_bots, game.claimed) == (("allied",), ["allied", "french"])
    assert desk.get("/games").json["games"] == [], "lessons fill no list"
    assert lesson(browser, address).startswith("Your first game. You lead the French")


def test_prompts_follow_what_the_player_does(desk: Desk, browser: Browser) -> None:
    address = begun(browser)
    game_id = address.rpartition("/")[2].partition("?")[0]
    games, seen = desk.games, {}
    for number in range(36):
        while bots.answer_once(games, game_id):
            pass
        game = games.open(game_id)
        [decision] = [it for it in games.decisions(game) if it.seat == "french"]
        seen.setdefault(lesson(browser, address), decision.kind)
        offers = games.rules(game).offers(game.state, decision)
        bot = games.rules(game).bot(Random(number))
        order = bot.choose(games.views(game, "french"), decision, offers)
        games.give(game_id, "french", [order])
    prompts = {
        first_game.WELCOME, *first_game.FIRST.values(), *first_game.AGAIN.values(),
        first_game.OTHERWISE, first_game.DONE,
    }  # fmt: skip
    shown = {it.removeprefix("Your first game. ") for it in seen}
    assert shown <= prompts
    assert len(shown) >= 6


def test_nobody_else_is_shown_prompts(
    desk: Desk, browser: Browser, make_browser: Callable[..., Browser]
) -> None:
    address = begun(browser)
    assert lesson(make_browser(), address) == ""
    # Whoever names another game as a lesson is told nothing in it.
    table = desk.table(ruleset="napoleon1815", scenario="campaign")
    browser.open_seat(table, "french")
    browser.client.set_cookie("lesson", table.id)
    assert lesson(browser, f"/games/{table.id}?seat=french") == ""
    assert lesson(browser, address) == ""


def test_in_french(make_browser: Callable[..., Browser]) -> None:
    browser = make_browser(language="fr")
    assert lesson(browser, begun(browser)).startswith("Votre première partie. Vous menez")


def test_without_the_game_there_is_none(make_desk: Callable[..., Desk]) -> None:
    other = Browser(make_desk().app)
    assert "Play your first game" not in words(other.get("/"))
    assert told(other.post("/first-game", {})) == (422, "UNKNOWN_RULESET")
