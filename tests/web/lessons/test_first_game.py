"""The first game: a click seats the reader, and prompts follow what is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

from api.languages import translations
from api.web.game import first_game
from napoleon.audit.audit import audit_of_game
from napoleon.chance import commitment
from napoleon.play import standing_orders
from napoleon.rules.bots import RandomPlayer
from napoleon.rules.lessons import order_of
from napoleon.rules.orders import OrderGiven
from tests.api.desk import Desk
from tests.repetitions import so_many
from tests.web.browser import Browser, parsed, told, words
from tests.web.lessons.teaching import (
    FIRST,
    ONLY_EUROPE,
    TAUGHT,
    Followed,
    Taught,
    begun,
    bots_are_done,
    followed,
    happened,
    lesson,
    only,
)


def test_a_click_in_the_lobby_begins_it(desk: Desk, browser: Browser, learnt: Taught) -> None:
    assert f"Play your first game: {learnt.rules.title}" in words(browser.get("/"))
    address = begun(browser, learnt)
    game_id = address.rpartition("/")[2].partition("?")[0]
    game = desk.games.open(game_id)
    assert game.created.ruleset == learnt.rules.name
    assert {*game.created.seats} - {*game.played_by_bots} == {learnt.lesson.player}
    assert sorted(game.claimed) == sorted(game.created.seats)
    assert desk.get("/games").json["games"] == [], "lessons fill no list"
    bots_are_done(desk, game_id)
    assert lesson(browser, address).startswith(f"Your first game. {learnt.begins}")


def test_the_lesson_runs_alike_on_the_page_and_over_the_api(
    desk: Desk, browser: Browser, over_the_api: Followed, learnt: Taught
) -> None:
    steps = learnt.lesson.steps
    first, told = followed(desk, browser, learnt, by_api=False)
    assert told == over_the_api.told
    assert first != over_the_api.game
    assert happened(desk, first) == happened(over_the_api.desk, over_the_api.game)
    told_in_all = " ".join(told)
    for step in steps:
        assert step.text.text in told_in_all
        told_in_all = told_in_all.partition(step.text.text)[2]
    passed = [
        it
        for it in desk.games.history(first)
        if isinstance(it, OrderGiven)
        and it.player == learnt.lesson.player
        and it.instruction is not None
    ]
    assert len(passed) >= learnt.at_least, "who holds no card that fits is not asked"
    assert all(it.order["order"] in learnt.passes for it in passed)
    assert len(told) == len(steps) + 1 - (len(passed) if learnt.tells_of_passes else 0)
    assert "prepared for the lesson" in told[0]
    assert "prepared for the lesson" not in told[1]
    assert (learnt.lesson.end or learnt.lesson.done).text in told[-1]
    audited = audit_of_game(desk.games, first)
    assert audited.holds
    assert any("Chance was prepared for learning" in it.detail for it in audited.report.checks)
    game = desk.games.open(first)
    assert game.created.prepared == learnt.lesson.label


@FIRST
def test_the_first_lesson_is_nine_clicks(desk: Desk, browser: Browser, learnt: Taught) -> None:
    address = begun(browser, learnt)
    game_id = address.rpartition("/")[2].partition("?")[0]
    clicks = 0
    while True:
        bots_are_done(desk, game_id)
        [panel] = [
            it
            for it in parsed(browser.get(address)).iter("aside")
            if "lesson" in it.get("class", "")
        ]
        form = next(panel.iter("form"), None)
        if form is None:
            break
        [button] = form.iter("button")
        sent = {it.attrib["name"]: it.get("value", "") for it in form.iter("input")}
        given = browser.post(
            form.attrib["action"], {**sent, button.attrib["name"]: button.attrib["value"]}
        )
        assert given.status_code == 303, "no order of the lesson needs a second word"
        clicks += 1
    assert clicks == 9
    assert learnt.lesson.end is not None
    assert learnt.lesson.end.text in words(browser.get(address))
    [link] = [it.attrib["href"] for it in panel.iter("a")]
    assert "Quatre-Bras" in words(browser.get(link))


@FIRST
def test_cards_are_asked_about_again_when_the_lesson_is_over(
    over_the_api: Followed, learnt: Taught
) -> None:
    desk, game_id = over_the_api.desk, over_the_api.game
    game = desk.games.open(game_id)
    rules, seat = desk.games.rules(game), learnt.lesson.player
    assert rules.standing is not None
    assert rules.standing.windows is not None
    asked = {it.id for it in rules.standing.windows.kinds(game.state, seat)}
    assert {it["window"] for it in learnt.lesson.beforehand} == asked, "all of them, no other"
    [question] = [it for it in desk.games.decisions(game) if it.seat == seat]
    assert rules.standing.windows.is_window(question)
    assert standing_orders.kept_by(desk.games, game_id, seat) == [], "they have run out"


ENDING = pytest.mark.parametrize(
    "learnt",
    [TAUGHT["napoleonic_empire"], TAUGHT["napoleon_columbia"]],
    indirect=True,
    ids=["napoleonic_empire", "napoleon_columbia"],
)


@ENDING
def test_the_end_of_a_lesson_is_told_at_the_next_question_only(
    desk: Desk, browser: Browser, learnt: Taught
) -> None:
    game_id, heard = followed(desk, browser, learnt, by_api=True)
    end = learnt.lesson.end
    assert end is not None
    assert end.text in heard[-1]
    later = played(desk, browser, f"/games/{game_id}?seat={learnt.lesson.player}", 8)
    assert [end.text in it.told for it in later] == [True] + [False] * (len(later) - 1)


@only("eagles_waterloo")
def test_an_order_before_the_others_have_begun_leaves_nothing_out(
    desk: Desk, browser: Browser, learnt: Taught
) -> None:
    """Where all seats are asked at once, who learns may be faster than the bot."""
    declared = learnt.lesson
    game_id = begun(browser, learnt).rpartition("/")[2].partition("?")[0]
    games = desk.games
    game = games.open(game_id)
    mine = [it for it in games.decisions(game) if it.seat == declared.player]
    assert declared.opening
    order = order_of(declared.steps[0].order, games.rules(game).legal_orders(game.state, mine[0]))
    assert order is not None
    games.submit_orders(game_id, declared.player, [order])
    bots_are_done(desk, game_id)
    given = [it for it in games.history(game_id) if isinstance(it, OrderGiven)]
    others = [it.order for it in given if it.player != declared.player]
    assert len(others) == len(declared.opening)
    assert declared.replies_left(given) == []


@ONLY_EUROPE
def test_the_battle_of_the_lesson_is_told_in_french(over_the_api: Followed) -> None:
    desk, game_id = over_the_api.desk, over_the_api.game
    [begun] = [it.version for it in desk.games.history(game_id) if it.type == "battle_began"]
    told = words(Browser(desk.app, "fr").get(f"/games/{game_id}/battles/{begun}"))
    for line in ("Unités non désorganisées +7", "Mack commande +1", "Unités (Autriche) +1"):
        assert line in told


def test_the_other_seats_order_what_the_lesson_says(over_the_api: Followed, learnt: Taught) -> None:
    steps, player = learnt.lesson.steps, learnt.lesson.player
    given = [
        it
        for it in over_the_api.desk.games.history(over_the_api.game)
        if isinstance(it, OrderGiven)
    ]
    wanted = [*learnt.lesson.opening, *(it for step in steps for it in step.replies)]
    assert wanted
    assert steps[-1].replies == ()
    followed = [
        at
        for at, it in enumerate(given)
        if it.player == player and (learnt.tells_of_passes or it.instruction is None)
    ]
    upto = max(followed)
    for at in range(upto):
        left = learnt.lesson.replies_left(given[: at + 1])
        assert left is not None
        if at + 1 in followed:
            assert left == [], "everything is ordered before the next step"
    assert learnt.lesson.replies_left(given[: upto + 1]) is None


def test_the_lesson_runs_alike_whatever_the_bot_prefers(
    make_desk: Callable[..., Desk], over_the_api: Followed, learnt: Taught
) -> None:
    other = make_desk(replace(learnt.rules, bot=RandomPlayer))
    game_id, told = followed(other, Browser(other.app), learnt, by_api=True)
    assert told[:-1] == over_the_api.told[:-1]
    taught, now = (
        happened(desk, game)
        for desk, game in ((over_the_api.desk, over_the_api.game), (other, game_id))
    )
    last = max(
        at
        for at, (name, data) in enumerate(taught)
        if name == "order_given" and data["player"] == learnt.lesson.player
    )
    assert now[: last + 1] == taught[: last + 1]


def test_the_chance_of_no_other_game_is_prepared(desk: Desk, learnt: Taught) -> None:
    known = commitment(learnt.lesson.seed)
    asked = {"ruleset": learnt.rules.name, "scenario": learnt.lesson.scenario}
    made = [desk.call("POST", "/games", body=asked).json for _ in range(2)]
    assert len({it["commitment"] for it in made} | {known}) == 3
    assert [desk.games.open(it["id"]).created.prepared for it in made] == ["", ""]
    begged = desk.call("POST", "/games", body={**asked, "prepared": {"label": "x", "seed": "00"}})
    assert begged.status_code == 422


def test_a_fork_of_the_lesson_has_chance_of_its_own(
    desk: Desk, browser: Browser, learnt: Taught
) -> None:
    game_id = begun(browser, learnt).rpartition("/")[2].partition("?")[0]
    forked = desk.games.fork(game_id, desk.games.head(game_id))
    assert forked.game.created.prepared == ""  # type: ignore[union-attr]
    assert forked.game.created.seed != learnt.lesson.seed  # type: ignore[union-attr]


def test_who_leaves_the_lesson_is_prompted_by_what_is_asked(
    desk: Desk, browser: Browser, learnt: Taught
) -> None:
    address, seat = begun(browser, learnt), learnt.lesson.player
    game_id = address.rpartition("/")[2].partition("?")[0]
    bots_are_done(desk, game_id)
    game = desk.games.open(game_id)
    [decision] = [it for it in desk.games.decisions(game) if it.seat == seat]
    offers = list(desk.games.rules(game).legal_orders(game.state, decision))
    other = next(it for it in offers if it != order_of(learnt.lesson.steps[0].order, offers))
    desk.games.submit_orders(game_id, seat, [other])
    bots_are_done(desk, game_id)
    told = lesson(browser, address)
    assert told
    assert "Your order:" not in told


class Asked(NamedTuple):
    """What the player of a first game is asked, and told beside it."""

    kind: str
    turn: int
    told: str


def played(desk: Desk, browser: Browser, address: str, orders: int) -> list[Asked]:
    """Play a first game on as a bot does, and hear what is told before each order."""
    game_id, games, heard = address.rpartition("/")[2].partition("?")[0], desk.games, []
    for number in range(orders):
        bots_are_done(desk, game_id)
        game = games.open(game_id)
        rules = games.rules(game)
        assert rules.lesson is not None
        seat = rules.lesson.player
        if game.over:
            break
        [decision] = [it for it in games.decisions(game) if it.seat == seat]
        state: Any = game.state
        heard.append(Asked(decision.kind, state.turn, lesson(browser, address)))
        offers = rules.legal_orders(game.state, decision)
        order = rules.bot(Random(number)).choose(games.known(game, seat), decision, offers)
        games.submit_orders(game_id, seat, [order])
    return heard


@ONLY_EUROPE
def test_what_came_of_the_lesson_is_not_told_to_who_left_it(
    desk: Desk, browser: Browser, learnt: Taught
) -> None:
    address, declared = begun(browser, learnt), learnt.lesson
    game_id = address.rpartition("/")[2].partition("?")[0]
    games, marched, has_left = desk.games, 0, False
    while not has_left:
        bots_are_done(desk, game_id)
        game = games.open(game_id)
        [decision] = [it for it in games.decisions(game) if it.seat == declared.player]
        given = [
            it
            for it in games.history(game_id)
            if isinstance(it, OrderGiven) and it.player == declared.player
        ]
        step = declared.reached(given)
        assert step is not None
        offers = list(games.rules(game).legal_orders(game.state, decision))
        follows = order_of(step.order, offers)
        has_left = marched == 5 and len(offers) > 1
        order = next(it for it in offers if it != follows) if has_left else follows
        assert order is not None
        games.submit_orders(game_id, declared.player, [order])
        marched += step.order["order"] == "go"
    heard = played(desk, browser, address, 12)
    assert not any("Your order:" in it.told for it in heard)
    acts = [it.told for it in heard if it.kind == "act"]
    assert acts
    assert declared.end is not None
    assert not any(declared.end.text in it.told for it in heard)
    assert all(declared.done.text in it for it in acts)


@ONLY_EUROPE
def test_what_came_of_the_lesson_is_told_once(desk: Desk, browser: Browser, learnt: Taught) -> None:
    game_id, _ = followed(desk, browser, learnt, by_api=True)
    end, done = learnt.lesson.end, learnt.lesson.done
    heard = played(desk, browser, f"/games/{game_id}?seat={learnt.lesson.player}", 25)
    assert end is not None
    assert [end.text in it.told for it in heard] == [True] + [False] * (len(heard) - 1)
    later = [it.told for it in heard if it.kind == "act" and it.turn > 1]
    assert later
    assert all(done.text in it for it in later)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("orders", so_many(40, 50))
def test_prompts_follow_what_the_player_does(
    desk: Desk, browser: Browser, learnt: Taught, orders: int
) -> None:
    heard = played(desk, browser, begun(browser, learnt), orders)
    declared = learnt.lesson
    phrases = (
        declared.welcome, *declared.first.values(), *declared.again.values(), declared.done,
    )  # fmt: skip
    prompts = {first_game.OTHERWISE, *(it.text for it in phrases)}
    shown = {it.told.removeprefix("Your first game. ") for it in heard}
    general = {it for it in shown if "Your order:" not in it}
    assert general <= prompts
    assert len(general) >= learnt.hears


def test_nobody_else_is_shown_prompts(
    desk: Desk, browser: Browser, make_browser: Callable[..., Browser], learnt: Taught
) -> None:
    address, seat = begun(browser, learnt), learnt.lesson.player
    assert lesson(make_browser(), address) == ""
    # Who names another game as a lesson is told nothing in it.
    table = desk.table(ruleset=learnt.rules.name, scenario=learnt.lesson.scenario)
    browser.open_seat(table, seat)
    browser.client.set_cookie("lesson", table.id)
    assert lesson(browser, f"/games/{table.id}?seat={seat}") == ""
    assert lesson(browser, address) == ""


def test_in_french(desk: Desk, make_browser: Callable[..., Browser], learnt: Taught) -> None:
    browser = make_browser(language="fr")
    address = begun(browser, learnt)
    bots_are_done(desk, address.rpartition("/")[2].partition("?")[0])
    told = lesson(browser, address)
    assert told.startswith(f"Votre première partie. {learnt.en_francais}")


def test_every_step_is_told_in_french(learnt: Taught) -> None:
    declared, known = learnt.lesson, translations("fr")
    phrases = (
        declared.welcome, *(it.text for it in declared.steps), *declared.first.values(),
        *declared.again.values(), declared.done, *([declared.end] if declared.end else []),
    )  # fmt: skip
    assert [it.text for it in phrases if known.gettext(it.text) == it.text] == []


def test_without_the_game_there_is_none(make_desk: Callable[..., Desk]) -> None:
    other = Browser(make_desk().app)
    assert "Play your first game" not in words(other.get("/"))
    for asked in ({}, {"ruleset": "napoleon1815"}, {"ruleset": "toy"}):
        assert told(other.post("/first-game", asked)) == (422, "UNKNOWN_RULESET")
