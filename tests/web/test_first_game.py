"""The first game: a click seats the reader, and prompts follow what is done."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import pytest

from api.languages import translations
from api.web.game import first_game
from napoleon.audit.audit import audit_of_game
from napoleon.chance import commitment
from napoleon.play import bots, standing_orders
from napoleon.rules.bots import RandomPlayer
from napoleon.rules.contract import Ruleset
from napoleon.rules.lessons import Lesson, order_of
from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.eagles_waterloo import RULES as EAGLES_WATERLOO
from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from napoleon.rulesets.napoleon_columbia import RULES as NAPOLEON_COLUMBIA
from napoleon.rulesets.napoleonic_empire import RULES as NAPOLEONIC_EMPIRE
from napoleon.rulesets.napoleonic_wars import RULES as NAPOLEONIC_WARS
from tests.api.desk import Desk
from tests.repetitions import so_many
from tests.web.browser import Browser, parsed, told, words
from tests.web.tables import desk_for


class Taught(NamedTuple):
    """A game that is learnt, and how its lesson begins and passes."""

    rules: Ruleset
    lesson: Lesson
    begins: str
    en_francais: str
    passes: tuple[str, ...]
    """The orders of who holds no card that fits."""
    at_least: int
    """How often they are given in the lesson."""
    tells_of_passes: bool = True
    """Whether each of them is a step."""
    hears: int = 6
    """How many different prompts who left the lesson is told in some turns."""


def taught(rules: Ruleset, *told: Any) -> Taught:
    assert rules.lesson is not None
    return Taught(rules, rules.lesson, *told)


TAUGHT = {
    "napoleon1815": taught(
        NAPOLEON_1815, "You lead the French", "Vous menez", ("decline_window", "declare_blue"), 8
    ),
    "napoleonic_wars": taught(
        NAPOLEONIC_WARS, "It is 1805.", "Nous sommes en 1805", ("decline", "play_no_battle_card"), 3
    ),
    "napoleonic_empire": taught(
        NAPOLEONIC_EMPIRE, "You lead the French", "Vous menez les Français", ("pass",), 8, False
    ),
    "napoleon_columbia": taught(
        NAPOLEON_COLUMBIA, "It is 15 June 1815", "Nous sommes le 15 juin 1815", (), 0, False
    ),
    "eagles_waterloo": taught(
        EAGLES_WATERLOO, "You lead the French at", "Vous menez les Français aux", (), 0, False, 4
    ),
}


@pytest.fixture(scope="module", params=TAUGHT.values(), ids=[*TAUGHT])
def learnt(request: pytest.FixtureRequest) -> Taught:
    """Each of the games that have a lesson."""
    assert isinstance(request.param, Taught)
    return request.param


ONLY_EUROPE = pytest.mark.parametrize(
    "learnt", [TAUGHT["napoleonic_wars"]], indirect=True, ids=["napoleonic_wars"]
)


@pytest.fixture
def desk(make_desk: Callable[..., Desk], learnt: Taught) -> Desk:
    """A service with the game to learn with."""
    return make_desk(learnt.rules)


class Followed(NamedTuple):
    """A first game that was played over the API as its prompts say."""

    desk: Desk
    game: str
    told: list[str]


@pytest.fixture(scope="module")
def each_over_the_api(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Followed]:
    """Plays the first game of each ruleset, once for all tests."""

    @cache
    def play(name: str) -> Followed:
        learnt = TAUGHT[name]
        desk = desk_for(tmp_path_factory.mktemp("lesson"), learnt.rules)
        return Followed(desk, *followed(desk, Browser(desk.app), learnt, by_api=True))

    return play


@pytest.fixture
def over_the_api(each_over_the_api: Callable[[str], Followed], learnt: Taught) -> Followed:
    return each_over_the_api(learnt.rules.name)


def begun(browser: Browser, learnt: Taught) -> str:
    """The page of a first game that has just begun."""
    sent = browser.post("/first-game", {"ruleset": learnt.rules.name})
    assert sent.status_code == 303
    return str(sent.headers["Location"])


def bots_are_done(desk: Desk, game_id: str) -> None:
    """Let the bots answer until the player is asked."""
    while bots.answer_once(desk.games, game_id):
        pass


def lesson(browser: Browser, address: str) -> str:
    return lesson_on(parsed(browser.get(address)))


def lesson_on(page: Element) -> str:
    found = [it for it in page.iter("aside") if "lesson" in it.get("class", "")]
    return " ".join("".join(found[0].itertext()).split()) if found else ""


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


def offered(page: Element, words: str) -> tuple[Any, dict[str, str]]:
    """The order that is offered in these words, and what its form sends beside it."""
    for form in page.iter("form"):
        for button in form.iter("button"):
            does = [it for it in button.iter("span") if it.get("class") == "does"]
            # Where only a number is chosen, that is all that can be read on the button.
            said = button.get("aria-label") or "".join(
                text for it in does for text in it.itertext()
            )
            if " ".join(said.split()) == words:
                return json.loads(button.attrib["value"]), _hidden(form)
        # Very many orders are listed to be chosen from.
        for option in form.iter("option"):
            if " ".join("".join(option.itertext()).split()).split(": ")[0] == words:
                return json.loads(option.attrib["value"]), _hidden(form)
    raise AssertionError(f"there is no button {words!r}")


def _hidden(form: Any) -> dict[str, str]:
    """What a form sends beside what is chosen in it."""
    return {
        it.attrib["name"]: it.get("value", "")
        for it in form.iter("input")
        if it.get("name") and it.get("type") == "hidden"
    }


def followed(
    desk: Desk, browser: Browser, learnt: Taught, *, by_api: bool
) -> tuple[str, list[str]]:
    """The id of a first game in which the prompts were followed to the end, and the prompts."""
    address, seat, told = begun(browser, learnt), learnt.lesson.player, []
    game_id = address.rpartition("/")[2].partition("?")[0]
    [token] = [it for it in browser.cookies().values() if it.startswith(f"{game_id}.{seat}.")]
    while True:
        bots_are_done(desk, game_id)
        page = parsed(browser.get(address))
        told.append(lesson_on(page))
        wanted = re.search("Your order: “(.+)”", told[-1])
        if wanted is None:
            return game_id, told
        order, sent = offered(page, wanted[1])
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
                f"/games/{game_id}/orders?seat={seat}",
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


def of_kind(told: list[Any], kind: str, *names: str) -> list[tuple[Any, ...]]:
    """What events of a kind say."""
    return [tuple(data[it] for it in names) for name, data in told if name == kind]


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


@pytest.mark.parametrize("learnt", [TAUGHT["napoleon1815"]], indirect=True, ids=["napoleon1815"])
def test_what_the_first_lesson_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    told = happened(over_the_api.desk, over_the_api.game)
    said = partial(of_kind, told)

    assert said("initiative_decided", "player", "values")[0] == (
        "french", {"french": 3, "allied": 2}
    )  # fmt: skip
    assert said("movement_points_set", "player", "value", "total") == [
        ("french", 3, 2), ("allied", 4, 4),
    ]  # fmt: skip
    assert said("combat_cards_counted", "side", "total") == [
        ("french", 2), ("allied", 2), ("allied", 1), ("french", 3),
    ]  # fmt: skip
    assert said("combat_won", "winner", "losses_inflicted") == [
        ("french", {"french": 2, "allied": 0}),
        ("french", {"french": 2, "allied": 1}),
    ]
    assert said("combat_effects_set", "side_hit", "losses", "fatigue")[-1] == ("allied", 2, 3)
    assert said("victory_track_moved", "before", "after") == [
        (13, 11), (11, 10), (10, 9), (9, 8), (8, 9),
    ]  # fmt: skip
    assert said("control_taken", "side", "area") == [("french", "quatre_bras")]
    assert said("stack_retreated", "blocks", "area") == [
        (("perponcher",), "marbais"), (("perponcher",), "ligny"), (("orange",), "nivelles"),
    ]  # fmt: skip
    assert len(said("pursuit_started", "side")) == 2
    assert (("orange",), "quatre_bras") in said("stack_moved", "blocks", "area")
    assert said("fatigue_assigned", "corps", "points", "now") == [
        ("ney", 1, 1), ("ney", 1, 2), ("reille", 1, 2), ("perponcher", 1, 1),
        ("orange", 1, 1), ("orange", 3, 4), ("orange", 1, 5),
    ]  # fmt: skip
    assert said("fatigue_removed", "corps", "points") == [("reille", 2)]
    assert said("losses_incurred", "side", "total", "reason")[-1] == ("allied", 1, "exhaustion")
    assert said("points_scored", "points", "clause") == [(1, "VICTORY.3")]
    assert said("turn_ended", "turn_number") == [(5,)]
    games = over_the_api.desk.games
    game = games.open(over_the_api.game)
    strength = games.rules(game).pack.pieces  # type: ignore[attr-defined]
    worth = {it: strength[it].infantry + strength[it].cavalry for it in ("ney", "reille")}
    assert sum(worth.values()) == 10
    perponcher = strength["perponcher"]
    assert perponcher.infantry + perponcher.cavalry == 3


FIRST = pytest.mark.parametrize(
    "learnt", [TAUGHT["napoleon1815"]], indirect=True, ids=["napoleon1815"]
)


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
    desk: Desk, browser: Browser, learnt: Taught
) -> None:
    game_id, _ = followed(desk, browser, learnt, by_api=True)
    game = desk.games.open(game_id)
    rules, seat = desk.games.rules(game), learnt.lesson.player
    assert rules.standing is not None
    assert rules.standing.windows is not None
    asked = {it.id for it in rules.standing.windows.kinds(game.state, seat)}
    assert {it["window"] for it in learnt.lesson.beforehand} == asked, "all of them, no other"
    [question] = [it for it in desk.games.decisions(game) if it.seat == seat]
    assert rules.standing.windows.is_window(question)
    assert standing_orders.kept_by(desk.games, game_id, seat) == [], "they have run out"


@ONLY_EUROPE
def test_what_the_lesson_of_europe_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    told = happened(over_the_api.desk, over_the_api.game)
    said = partial(of_kind, told)
    assert said("card_played_for_cp", "nation", "card", "cp") == [
        ("fr", "the_emperor_commands", 6),
        ("gb", "militia_1", 2), ("gb", "admiralty", 4),
        ("au", "hofkriegsrat", 4),
        ("ru", "holy_mother_russia", 4),
        ("pr", "anglo_american_war", 4),
        ("ot", "cossacks_2", 3),
        ("sp", "conscripts_3", 4),
        ("sw", "talleyrand_1", 4),
        ("dk", "blockade_runner_2", 3),
        ("fr", "imperial_decree", 5),
    ]  # fmt: skip
    assert said("interception_tried", "leader", "start", "total", "succeeds") == [
        ("mack", "linz", 11, True),
    ]  # fmt: skip
    [(dice, lost)] = said("attrition_rolled", "dice", "lost")
    assert (len(dice), dice.count(6), lost) == (18, 1, 1)
    assert said("dice_changed", "side", "amount") == [("attacker", 2)]
    assert said("battle_dice_rolled", "space", "side", "number", "hits") == [
        ("tyrol", "attacker", 15, 6), ("tyrol", "defender", 12, 3),
    ]  # fmt: skip
    assert said("units_removed", "nation", "space", "sp") == [
        ("fr", "tyrol", 2), ("au", "tyrol", 4),
    ]  # fmt: skip
    assert said("force_routed", "side", "margin", "sp") == [("defender", 3, {"au": 2})]
    assert said("force_retreated", "space") == [("linz",)]
    [(_, back)] = [it for it in said("force_shifted", "start", "force") if it[0] == "tyrol"]
    assert (back.leaders, [it.sp for it in back.lots]) == (["mack", "john"], [1])
    assert said("card_captured", "nation", "card") == [("gb", "militia_1")]
    built = said("units_built", "nation", "space", "sp")
    assert [it for it in built if it[0] in ("gb", "au", "ru", "sp")] == [
        ("gb", "london", 2), ("au", "vienna", 2), ("ru", "st_petersburg", 2), ("sp", "madrid", 2),
    ]  # fmt: skip
    assert {it[:2] for it in built if it[0] in ("pr", "ot", "sw", "dk")} == {
        ("pr", "berlin"), ("ot", "constantinople"), ("sw", "stockholm"), ("dk", "copenhagen"),
    }  # fmt: skip
    assert said("command_points_spent", "nation", "cp")[-2:] == [("fr", 2), ("fr", 3)]
    assert said("consul_moved", "nation", "row", "box") == [("dk", "fr", "partner")]
    assert said("pact_formed", "nation", "power") == [("dk", "fr")]
    assert said("early_winter_rolled", "die", "powers") == [(6, 5)]
    assert said("card_play_ended", "turn") == [(1,)]
    assert said("peace_rolled", "die", "total") == [(2, 2)]
    games = over_the_api.desk.games
    seen: Any = games.views(games.open(over_the_api.game), "imperial")
    points = {it.seat: it.points for it in seen.victory_track.standings}
    assert points == {"imperial": 3, "coalition": 0}


def only(name: str) -> Any:
    """For the test of one of the games that have a lesson."""
    return pytest.mark.parametrize("learnt", [TAUGHT[name]], indirect=True, ids=[name])


@only("napoleonic_empire")
def test_what_the_lesson_of_the_empire_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    desk, game_id = over_the_api.desk, over_the_api.game
    said = partial(of_kind, happened(desk, game_id))
    drawn = [card for side, card in said("card_drawn", "side", "card") if side == "french"]
    assert {*drawn[:2]} == {"conscription", "austerlitz"}
    assert "man_of_destiny" in drawn[2:4]
    received = said("reinforcements_received", "side", "country", "armies")
    first = dict(it[1:] for it in received[:10])
    assert {it[0] for it in received[:10]} == {"french"}
    assert (first.pop("france"), first.pop("rhineland"), {*first.values()}) == (4, 2, {1})
    assert said("battle_started", "country", "attacker", "attacking", "defending") == [
        ("portugal", "allied", 5, 3), ("austria", "french", 17, 16), ("spain", "french", 4, 2),
    ]  # fmt: skip
    assert said("rebels_placed", "country", "armies") == [("spain", 2)]
    assert said("armies_retreated", "origin", "to", "armies") == [
        ("portugal", "spain", 1), ("austria", "prussia", 5), ("spain", "portugal", 2),
    ]  # fmt: skip
    totals = said("battle_totalled", "country", "attacker_total", "defender_total")
    assert totals[1:] == [("austria", 24, 20), ("spain", 9, 6)]
    dice = [(side, value) for side, kind, value in said("die_rolled", "side", "purpose", "value")
            if kind == "battle"]  # fmt: skip
    assert dice[2:4] == [("french", 4), ("allied", 3)]
    eliminated = said("armies_eliminated", "country", "side", "armies")
    assert {("portugal", "french", 2), ("austria", "french", 1), ("austria", "allied", 11)} <= {
        *eliminated
    }
    state: Any = desk.games.open(game_id).state
    assert (state.armies_in("french", "austria"), state.armies_in("allied", "prussia")) == (16, 13)
    assert said("victory_checked", "held", "needed")[-1] == (10, 15)
    assert said("turn_started", "side", "extra")[-1] == ("french", True)


@only("napoleon_columbia")
def test_what_the_lesson_of_the_blocks_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    said = partial(of_kind, happened(over_the_api.desk, over_the_api.game))
    assert said("attack_declared", "town", "attackers", "defenders", "crossing") == [
        ("charleroi", 3, 4, True),
    ]  # fmt: skip
    limits = dict(said("unit_marched", "town", "limit")[:6])
    assert limits == {"laneffe": 8, "charleroi": 4}
    drawn = said("terrain_drawn", "role", "terrain")
    assert drawn[0] == ("attacker", "hill")
    assert {*drawn[1:]} == {("defender", "woods"), ("defender", "farm")}
    assert said("unit_fired", "unit", "firepower", "dice", "hits") == [
        ("f24", 2, (1, 2), 2),
        ("p04", 1, (6, 3), 0),
        ("p06", 1, (1, 3, 6), 1),
        ("f21", 4, (1, 3), 2),
    ]
    lost = said("step_lost", "unit", "cause", "left")
    assert lost == [
        ("p06", "hit", 3), ("p02", "hit", 3), ("f24", "hit", 1), ("p04", "hit", 1),
        ("p02", "rout", 2), ("p03", "rout", 2), ("p06", "rout", 1),
    ]  # fmt: skip
    assert said("unit_eliminated", "unit", "total", "limit") == [("p04", 1, 9)]
    assert said("unit_retreated", "town") == [("ligny",), ("ligny",), ("quatre_bras",)]
    assert said("battle_ended", "town", "winner", "why") == [("charleroi", "french", "rout")]
    assert said("turn_started", "date", "side", "night")[-1] == ("1815-06-15", "french", True)
    assert said("victory_checked", "limits")[-1] == ({"french": 12, "anglo": 8, "prussian": 9},)
    marched = said("unit_marched", "army", "town")
    assert marched[-3:] == [("prussian", "ligny"), ("prussian", "ligny"), ("french", "laneffe")]


@only("eagles_waterloo")
def test_what_the_lesson_of_the_eagles_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    desk, game_id = over_the_api.desk, over_the_api.game
    said = partial(of_kind, happened(desk, game_id))
    assert said("muster_dealt", "nation", "count")[0] == ("french", 5)
    assert said("card_fired", "card", "rating", "dice", "hits") == [
        ("f_ii_corps_12_pdr_foot_b", 2, (6, 5), 2),
        ("b_brunswick_infantry", 2, (2, 4, 6, 5, 3), 2),
    ]
    assert said("card_shocked", "card", "rating", "dice", "hits", "blown") == [
        ("f_jamin_b_brigade", 3, (4, 6, 4), 3, False),
        ("f_roussel_12th_cav", 4, (4, 3, 6), 3, True),
    ]
    assert said("morale_checked", "card", "needed", "dice", "routed") == [
        ("b_5th_div_foot", 3, (2, 6), True),
        ("f_jamin_b_brigade", 4, (4, 4), False),
        ("b_brunswick_infantry", 2, (4, 3, 4, 2, 6, 1), True),
    ]
    assert said("reinforcements_drawn", "cards")[0] == (("f_frasnes_ridge",),)
    assert said("battle_won", "side", "place", "reason") == [("french", "allied_left", "position")]
    game = desk.games.open(game_id)
    assert game.over
    assert game.created.options == {
        "decks": "random", "historical": True, "scale": "half", "decoys": False,
    }  # fmt: skip


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
