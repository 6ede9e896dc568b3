"""What page, mail and command line show of shots and of specials: each of them the whole truth."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.events import REFEREE
from napoleon.rulesets.eagles_waterloo import RULES
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired
from napoleon.rulesets.eagles_waterloo.orders import PlaySpecial
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table, counting
from tests.command_line.conftest import Shell
from tests.mail.tables import Post, body
from tests.stores import embedded
from tests.web.browser import Browser, parsed, words
from tests.web.test_order_form import offered, said

SEED = 5
"""With it a game at Waterloo comes to specials without effect."""

SHOT = 6
"""With it, to a shot from a hill."""

MOST = 600

Reached = Callable[[Games, str], Any]

NO_EFFECT = {"en": "no effect now", "fr": "sans effet maintenant"}


def shot(games: Games, game_id: str) -> CardFired | None:
    """The newest shot whose strength is changed by a hill or by woods."""
    newest = games.open(game_id).version
    for event in games.history(game_id, after=max(0, newest - 12)):
        if isinstance(event, CardFired) and len(event.strength) > 1:
            return event
    return None


def idle(games: Games, game_id: str) -> list[PlaySpecial]:
    """The specials that are offered without effect, if others are, too."""
    game = games.open(game_id)
    [decision, *_] = games.decisions(game)
    found = [it for it in RULES.legal_orders(game.state, decision) if isinstance(it, PlaySpecial)]
    assert RULES.wording is not None
    told = [RULES.wording.words(game.state, decision, it).follows[0].text for it in found]
    vain = [it for it, text in zip(found, told, strict=True) if text == NO_EFFECT["en"]]
    return vain if len(vain) < len(found) else []


def play_up_to(reached: Reached, games: Games, game_id: str, seed: int = SEED) -> Any:
    """Let anybody who is asked give any order until something is so; the answer of `reached`."""
    chosen = Random(seed)
    for _ in range(MOST):
        found = reached(games, game_id)
        if found:
            return found
        game = games.open(game_id)
        [decision, *_] = games.decisions(game)
        order = chosen.choice(list(RULES.legal_orders(game.state, decision)))
        assert isinstance(games.submit_orders(game_id, decision.seat, [order]), Accepted)
    raise AssertionError(f"nothing of that kind in {MOST} orders")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = desk_at(tmp_path, RULES, entropy=counting())
    yield desk
    desk.games.close()


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(ruleset=RULES.name, scenario="waterloo", referee=True)


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    post = Post(embedded(tmp_path), str(SEED))
    post.set_up(RULES.name, "waterloo")
    yield post
    post.close()


def browser_of(table: Table, seat: str, language: str) -> Browser:
    browser = Browser(table.desk.app, language)
    assert browser.open_seat(table, seat).status_code == 303
    return browser


@pytest.mark.parametrize(
    ("language", "titles", "hill", "in_all"),
    [
        ("en", ("dice", "rating"), "on a hill", "in all"),
        ("fr", ("dés", "valeur"), "sur une colline", "en tout"),
    ],
)
def test_the_page_explains_the_dice_and_the_rating(
    table: Table, language: str, titles: tuple[str, str], hill: str, in_all: str
) -> None:
    fired = play_up_to(shot, table.desk.games, table.id, seed=SHOT)
    answer = browser_of(table, REFEREE, language).get(f"/games/{table.id}/log/{fired.version}")
    tables = [it for it in parsed(answer).iter("table") if it.get("class") == "breakdown"]
    for lines, title, found in zip((fired.strength, fired.breakdown), titles, tables, strict=True):
        assert said(found.find("caption")).endswith(f" ({title})")
        rows = [[said(it) for it in row] for row in found.iter("tr")][1:]
        assert [row[0] for row in rows[:-1]] == [f"{it.amount:+d}" for it in lines]
        cited = [
            str(link.get("href")) for link in found.iter("a") if "clause" in link.get("class", "")
        ]
        assert [it.partition("#")[2] for it in cited] == [it.clause for it in lines]
        assert rows[-1] == [str(sum(it.amount for it in lines)), in_all]
    assert hill in words(answer)
    assert len(fired.dice) == sum(it.amount for it in fired.strength)
    assert ", ".join(map(str, fired.dice)) in words(answer)


def test_what_is_hidden_of_a_shot_is_named(table: Table) -> None:
    def at_the_unknown(games: Games, game_id: str) -> CardFired | None:
        newest = games.open(game_id).version
        fired = games.history(game_id, after=max(0, newest - 12))
        return next((it for it in fired if isinstance(it, CardFired) and it.fog), None)

    fired = play_up_to(at_the_unknown, table.desk.games, table.id, seed=3)
    page = words(browser_of(table, fired.by, "en").get(f"/games/{table.id}/log/{fired.version}"))
    assert "How the number comes about (dice)" in page
    assert "is hidden from you until the game is over. (rating)" in page


def test_the_api_tells_every_sum(table: Table) -> None:
    fired = play_up_to(shot, table.desk.games, table.id, seed=SHOT)
    body = table.get(f"/log/{fired.version}", REFEREE).json
    assert [(it["of"], it["total"]) for it in body["sums"]] == [
        ("dice", len(fired.dice)),
        ("rating", fired.rating),
    ]
    assert body["sums"][0]["lines"][0]["note"] == "printed"
    assert body["sums"][1]["lines"] == body["breakdown"]
    assert body["total"] == fired.rating
    told = {it["id"] for it in body["texts"]}
    assert told >= {it.clause for it in (*fired.strength, *fired.breakdown)}


def test_the_command_line_explains_the_dice_and_the_rating(tmp_path: Path, table: Table) -> None:
    fired = play_up_to(shot, table.desk.games, table.id, seed=SHOT)
    shell = Shell(tmp_path)
    arguments = ("log", table.id, "--seat", REFEREE, "--explain", str(fired.version))
    told = " ".join(re.sub(r"[│┃━─┏┓┡┩└┘┴┬┼├┤╇╈]", " ", shell.run(*arguments).stdout).split())
    dice, rating = told.partition("Why (dice)")[2].split("Why (rating)")
    for lines, found in ((fired.strength, dice), (fired.breakdown, rating)):
        for it in lines:
            assert f"{it.amount} {it.clause} {it.note}" in found
        assert f"{sum(it.amount for it in lines)} in all" in found
    assert [it["of"] for it in shell.json(*arguments)["sums"]] == ["dice", "rating"]


@pytest.mark.parametrize(
    ("language", "dice", "rating", "hill"),
    [
        ("en", "Dice:", "Rating:", "on a hill"),
        ("fr", "Dés\N{NO-BREAK SPACE}:", "Valeur\N{NO-BREAK SPACE}:", "sur une colline"),
    ],
)
def test_a_mail_explains_the_dice_and_the_rating(
    post: Post, language: str, dice: str, rating: str, hill: str
) -> None:
    fired = play_up_to(shot, post.games, post.id, seed=SHOT)
    post.leave(REFEREE, language=language)
    post.run()
    told = post.answer(REFEREE, f"explain {fired.version}")
    strength, _, worth = told.partition(dice)[2].partition(rating)
    assert hill in strength
    for lines, found in ((fired.strength, strength), (fired.breakdown, worth)):
        assert all(f"[{it.clause}]" in found for it in lines)
        assert f"+{sum(it.amount for it in lines)}\n" in found


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_offers_specials_without_effect_last_and_says_so(
    table: Table, language: str
) -> None:
    vain = play_up_to(idle, table.desk.games, table.id)
    games = table.desk.games
    [decision, *_] = games.decisions(games.open(table.id))
    found = offered(browser_of(table, decision.seat, language), table)
    specials = [it for it in found if '"play_special"' in it["order"]]
    says_so = [NO_EFFECT[language] in it["label"] for it in specials]
    assert says_so.count(True) == len(vain) < len(says_so)
    assert says_so == sorted(says_so), "one without effect comes before one with"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_mail_offers_specials_without_effect_last_and_says_so(post: Post, language: str) -> None:
    vain = play_up_to(idle, post.games, post.id)
    [decision, *_] = post.games.decisions(post.games.open(post.id))
    post.leave(decision.seat, language=language)
    post.run()
    told = " ".join(body(post.newest(decision.seat)).split())
    assert told.count(NO_EFFECT[language]) == len(vain)
    assert RULES.notation is not None
    state = post.games.open(post.id).state
    found = [it for it in RULES.legal_orders(state, decision) if isinstance(it, PlaySpecial)]
    at = {it: told.index(RULES.notation.write(it, state, decision.seat)) for it in found}
    assert min(at[it] for it in vain) > max(at[it] for it in found if it not in vain)


def test_the_command_line_offers_specials_without_effect_last_and_says_so(
    tmp_path: Path, table: Table
) -> None:
    vain = play_up_to(idle, table.desk.games, table.id)
    [decision, *_] = table.desk.games.decisions(table.desk.games.open(table.id))
    arguments = ("command", table.id, "orders", "--seat", decision.seat)
    shell = Shell(tmp_path)
    shell.run("migrate")
    listed = shell.json(*arguments)
    rows = [row for it in listed["tables"] for row in it["rows"] if row[0].startswith("play ")]
    says_so = ["no effect now" in does for _, does in rows]
    assert says_so.count(True) == len(vain) < len(says_so)
    assert says_so == sorted(says_so), "one without effect comes before one with"
