"""What was answered for a seat without asking it: its page and its mail list it, nobody else's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.orders import AnsweredByRules
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table, counting
from tests.mail.tables import Post, body
from tests.stores import embedded
from tests.web.browser import Browser, words

SCENARIO = "ligny_quatre_bras"
ALLIED, FRENCH = "allied", "french"
OTHER = {FRENCH: ALLIED, ALLIED: FRENCH}


SEED = 5
"""With it players come to an answer of the rules within fifteen orders."""

MOST = 60


def play(games: Games, game_id: str) -> Iterator[list[Event]]:
    """Let anybody who is asked give any order; what each causes."""
    chosen = Random(SEED)
    for _ in range(MOST):
        game = games.open(game_id)
        decision = games.decisions(game)[0]
        order = chosen.choice(list(RULES.legal_orders(game.state, decision)))
        outcome = games.submit_orders(game_id, decision.seat, [order])
        assert isinstance(outcome, Accepted)
        yield outcome.events


def play_to_an_answer(games: Games, game_id: str) -> AnsweredByRules:
    """The first answer that the rules give."""
    events = (event for caused in play(games, game_id) for event in caused)
    return next(it for it in events if isinstance(it, AnsweredByRules))


def until_asked(games: Games, game_id: str, seat: str) -> None:
    """Let the others do as little as may be, until a seat is asked."""
    while all(it.seat != seat for it in games.decisions(games.open(game_id))):
        game = games.open(game_id)
        decision = games.decisions(game)[0]
        order = RULES.pass_order(game.state, decision)
        order = order or next(iter(RULES.legal_orders(game.state, decision)))
        assert isinstance(games.submit_orders(game_id, decision.seat, [order]), Accepted)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = desk_at(tmp_path, RULES, entropy=counting())
    yield desk
    desk.games.close()


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(ruleset=RULES.name, scenario=SCENARIO)


def page_of(table: Table, seat: str, language: str = "en") -> str:
    browser = Browser(table.desk.app, language)
    if seat != SPECTATOR:
        assert browser.open_seat(table, seat).status_code == 303
    return words(browser.get(f"/games/{table.id}"))


@pytest.mark.parametrize(
    ("language", "title", "reason"),
    [
        ("en", "Answered for you: 1 question", "(the only answer)"),
        ("fr", "Réponse donnée pour vous", "(la seule réponse possible)"),
    ],
)
def test_the_page_lists_what_the_rules_have_answered(
    table: Table, language: str, title: str, reason: str
) -> None:
    answer = play_to_an_answer(table.desk.games, table.id)
    own = page_of(table, answer.player, language)
    assert title in own
    assert reason in own
    assert title not in page_of(table, OTHER[answer.player], language)
    assert title not in page_of(table, SPECTATOR, language)


def test_the_page_lists_what_a_standing_order_has_answered(desk: Desk) -> None:
    games = desk.games
    table = desk.table(ruleset=RULES.name, scenario=SCENARIO, instant_answers=True)
    left = table.post("/instructions", ALLIED, {"instruction": "decline_all"})
    assert left.status_code == 201, left.text
    for _ in play(games, table.id):
        if "Answered for you" in (own := page_of(table, ALLIED)):
            break
    assert "(by your standing instructions)" in own
    assert "Answered for you" not in page_of(table, FRENCH)


def test_a_mail_lists_it_too(tmp_path: Path) -> None:
    post = Post(embedded(tmp_path), "1815")
    post.set_up(RULES.name, SCENARIO)
    try:
        for seat in (FRENCH, ALLIED):
            post.leave(seat)
        post.run()
        answer = play_to_an_answer(post.games, post.id)
        until_asked(post.games, post.id, answer.player)
        post.run()
        assert "Answered for you" in body(post.newest(answer.player))
        assert "(the only answer)" in body(post.newest(answer.player))
        assert "Answered for you" not in body(post.newest(OTHER[answer.player]))
    finally:
        post.close()
