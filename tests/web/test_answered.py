"""What was answered for a seat without asking it: its page and its mail list it, nobody else's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import AnsweredByRules
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.orders import StepMove
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table, counting
from tests.mail.tables import Post, body
from tests.stores import embedded
from tests.web.browser import Browser, words

SCENARIO = "ligny_quatre_bras"
ALLIED, FRENCH = "allied", "french"
OTHER = {FRENCH: ALLIED, ALLIED: FRENCH}


def play_to_an_answer(games: Games, game_id: str) -> AnsweredByRules:
    """Play anything, but march no farther than one has to, until the rules have answered."""
    chosen = Random(1)
    while True:
        game = games.open(game_id)
        decision = games.decisions(game)[0]
        legal = list(RULES.legal_orders(game.state, decision))
        stays = [it for it in legal if not isinstance(it, StepMove)]
        order = chosen.choice(legal if chosen.random() < 0.5 else stays)
        outcome = games.submit_orders(game_id, decision.seat, [order])
        assert isinstance(outcome, Accepted)
        for event in outcome.events:
            if isinstance(event, AnsweredByRules):
                return event


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


def test_the_page_lists_what_a_standing_order_has_answered(table: Table) -> None:
    games = table.desk.games
    left = table.post("/instructions", ALLIED, {"instruction": "decline_all"})
    assert left.status_code == 201, left.text
    chosen = Random(1)
    while "Answered for you" not in (own := page_of(table, ALLIED)):
        decision = games.decisions(games.open(table.id))[0]
        legal = list(RULES.legal_orders(games.open(table.id).state, decision))
        given = games.submit_orders(table.id, decision.seat, [chosen.choice(legal)])
        assert isinstance(given, Accepted)
    assert "(by your standing instructions)" in own
    assert "Answered for you" not in page_of(table, FRENCH)


def test_a_mail_lists_it_too(tmp_path: Path) -> None:
    post = Post(embedded(tmp_path), "1815")
    post.set_up(RULES.name, SCENARIO)
    try:
        answer = play_to_an_answer(post.games, post.id)
        for seat in (FRENCH, ALLIED):
            post.leave(seat)
        post.run()
        own, other = (body(post.newest(seat)) for seat in (answer.player, OTHER[answer.player]))
        assert "Answered for you" in own
        assert "(the only answer)" in own
        assert "Answered for you" not in other
    finally:
        post.close()
