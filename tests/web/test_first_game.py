"""The first game: a click seats the reader, and prompts follow what is done."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from api.web.game import first_game
from api.web.game import lesson as steps
from napoleon.audit.audit import audit_of_game
from napoleon.chance import commitment
from napoleon.play import bots
from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from tests.api.desk import Desk
from tests.repetitions import so_many
from tests.web.browser import Browser, parsed, told, words
from tests.web.tables import desk_for


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """A service with the game to learn with."""
    return make_desk(NAPOLEON_1815)


class Followed(NamedTuple):
    """A first game that was played over the API as its prompts say."""

    desk: Desk
    game: str
    told: list[str]


@pytest.fixture(scope="module")
def over_the_api(tmp_path_factory: pytest.TempPathFactory) -> Followed:
    desk = desk_for(tmp_path_factory.mktemp("lesson"), NAPOLEON_1815)
    return Followed(desk, *followed(desk, Browser(desk.app), by_api=True))


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


def offered(browser: Browser, address: str, words: str) -> tuple[Any, dict[str, str]]:
    """The order of the button with these words, and what its form sends beside it."""
    for form in parsed(browser.get(address)).iter("form"):
        for button in form.iter("button"):
            does = [it for it in button.iter("span") if it.get("class") == "does"]
            if does and " ".join("".join(does[0].itertext()).split()) == words:
                sent = {
                    it.attrib["name"]: it.get("value", "")
                    for it in form.iter("input")
                    if it.get("name") and it.get("type") == "hidden"
                }
                return json.loads(button.attrib["value"]), sent
    raise AssertionError(f"there is no button {words!r}")


def followed(desk: Desk, browser: Browser, *, by_api: bool) -> tuple[str, list[str]]:
    """The id of a first game in which the prompts were followed to the end, and the prompts."""
    address, told = begun(browser), []
    game_id = address.rpartition("/")[2].partition("?")[0]
    [token] = [it for it in browser.cookies().values() if it.startswith(f"{game_id}.french.")]
    while True:
        while bots.answer_once(desk.games, game_id):
            pass
        told.append(lesson(browser, address))
        wanted = re.search("Your order: “(.+)”", told[-1])
        if wanted is None:
            return game_id, told
        order, sent = offered(browser, address, wanted[1])
        if by_api:
            answer = desk.call(
                "POST",
                f"/games/{game_id}/orders",
                token,
                body=order,
                headers={"If-Match": "*"},
            )
            assert answer.status_code == 201
        else:
            given = browser.post(
                f"/games/{game_id}/orders?seat=french",
                {**sent, "order": json.dumps(order), "sure": "yes"},
            )
            assert given.status_code in (200, 303), words(given)


def happened(desk: Desk, game_id: str) -> list[Any]:
    """What the log says of the table, without what makes each game another one."""
    left_out = {"game", "at", "order_id", "token", "tokens"}
    return [
        (
            it.type,
            {name: getattr(it, name) for name in it.__struct_fields__ if name not in left_out},
        )
        for it in desk.games.history(game_id)
    ]


def test_the_lesson_runs_alike_on_the_page_and_over_the_api(
    desk: Desk, browser: Browser, over_the_api: Followed
) -> None:
    first, told = followed(desk, browser, by_api=False)
    assert told == over_the_api.told
    assert first != over_the_api.game
    assert happened(desk, first) == happened(over_the_api.desk, over_the_api.game)
    told_in_all = " ".join(told)
    for step in steps.STEPS:
        assert step.text in told_in_all
        told_in_all = told_in_all.partition(step.text)[2]
    passed = [
        it
        for it in desk.games.history(first)
        if isinstance(it, OrderGiven) and it.player == "french" and it.instruction is not None
    ]
    assert len(passed) > 8, "whoever holds no card that fits is not asked"
    assert all(it.order == {"order": "decline_window"} for it in passed)
    assert len(told) == len(steps.STEPS) + 1 - len(passed)
    assert "prepared for the lesson" in told[0]
    assert "prepared for the lesson" not in told[1]
    assert first_game.DONE in told[-1]
    audited = audit_of_game(desk.games, first)
    assert audited.holds
    assert any("Chance was prepared for learning" in it.detail for it in audited.report.checks)
    game = desk.games.open(first)
    assert game.created.prepared == steps.CHANCE.label


def test_what_the_lesson_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    told = happened(over_the_api.desk, over_the_api.game)

    def said(kind: str, *names: str) -> list[tuple[Any, ...]]:
        return [tuple(data[it] for it in names) for name, data in told if name == kind]

    assert said("initiative_decided", "player", "values") == [
        ("french", {"french": 4, "allied": 2})
    ]
    assert said("movement_points_set", "player", "value", "total") == [
        ("french", 3, 2),
        ("allied", 2, 2),
        ("french", 4, 3),
        ("allied", 1, 1),
    ]
    assert said("combat_cards_counted", "side", "total") == [
        ("french", 2), ("allied", 5), ("french", 2), ("allied", 2),
    ]  # fmt: skip
    assert said("combat_won", "winner", "losses_inflicted") == [
        ("allied", {"french": 2, "allied": 3}),
        ("french", {"french": 1, "allied": 0}),
    ]
    assert said("victory_track_moved", "before", "after") == [(13, 14), (14, 13)]
    assert said("retreat_ended", "side", "area") == [("french", "fleurus")]
    moved = said("stack_moved", "blocks", "area")
    assert (("hill",), "ath") in moved
    assert moved[-1] == (("uxbridge",), "soignies")
    assert said("fatigue_incurred", "side", "total", "reason") == [
        ("french", 1, "movement"), ("french", 1, "event"), ("french", 2, "combat"),
        ("french", 1, "pursuit"), ("allied", 0, "movement"), ("french", 1, "movement"),
        ("french", 2, "combat"), ("allied", 0, "movement"),
    ]  # fmt: skip


def test_the_chance_of_no_other_game_is_prepared(desk: Desk) -> None:
    known = commitment(steps.CHANCE.seed)
    asked = {"ruleset": "napoleon1815", "scenario": "ligny_quatre_bras"}
    made = [desk.call("POST", "/games", body=asked).json for _ in range(2)]
    assert len({it["commitment"] for it in made} | {known}) == 3
    assert [desk.games.open(it["id"]).created.prepared for it in made] == ["", ""]
    begged = desk.call("POST", "/games", body={**asked, "prepared": {"label": "x", "seed": "00"}})
    assert begged.status_code == 422


def test_a_fork_of_the_lesson_has_chance_of_its_own(desk: Desk, browser: Browser) -> None:
    game_id = begun(browser).rpartition("/")[2].partition("?")[0]
    forked = desk.games.fork(game_id, desk.games.head(game_id))
    assert forked.game.created.prepared == ""  # type: ignore[union-attr]
    assert forked.game.created.seed != steps.CHANCE.seed  # type: ignore[union-attr]


def test_whoever_leaves_the_lesson_is_prompted_by_what_is_asked(
    desk: Desk, browser: Browser
) -> None:
    address = begun(browser)
    game_id = address.rpartition("/")[2].partition("?")[0]
    game = desk.games.open(game_id)
    [decision] = [it for it in desk.games.decisions(game) if it.seat == "french"]
    offers = list(desk.games.rules(game).legal_orders(game.state, decision))
    other = next(it for it in offers if it != steps.order_of(steps.STEPS[0], offers))
    desk.games.submit_orders(game_id, "french", [other])
    while bots.answer_once(desk.games, game_id):
        pass
    told = lesson(browser, address)
    assert told
    assert "Your order:" not in told


@pytest.mark.parametrize("orders", so_many(22, 36))
def test_prompts_follow_what_the_player_does(desk: Desk, browser: Browser, orders: int) -> None:
    address = begun(browser)
    game_id = address.rpartition("/")[2].partition("?")[0]
    games, seen = desk.games, {}
    for number in range(orders):
        while bots.answer_once(games, game_id):
            pass
        game = games.open(game_id)
        [decision] = [it for it in games.decisions(game) if it.seat == "french"]
        seen.setdefault(lesson(browser, address), decision.kind)
        offers = games.rules(game).legal_orders(game.state, decision)
        bot = games.rules(game).bot(Random(number))
        order = bot.choose(games.known(game, "french"), decision, offers)
        games.submit_orders(game_id, "french", [order])
    prompts = {
        first_game.WELCOME, *first_game.FIRST.values(), *first_game.AGAIN.values(),
        first_game.OTHERWISE, first_game.DONE,
    }  # fmt: skip
    shown = {it.removeprefix("Your first game. ") for it in seen}
    general = {it for it in shown if "Your order:" not in it}
    assert general <= prompts
    assert len(general) >= 6


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
