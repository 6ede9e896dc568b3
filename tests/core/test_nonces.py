"""Nonces: what seats give to chance once, so that nobody can look for draws that suit him."""

from __future__ import annotations

from napoleon.chance import SECRET
from napoleon.log.drawing import chance_of
from napoleon.play.games import Games
from napoleon.play.outcomes import Created
from napoleon.play.referee import takebacks
from napoleon.play.seats import hand_over
from napoleon.rules.events import REFEREE
from tests.core.play import play
from tests.repetitions import IN_THE_HOUSE

pytestmark = IN_THE_HOUSE


def next_draws(games: Games, game_id: str) -> list[int]:
    """What chance would give now."""
    chance = chance_of(games.open(game_id))
    return [chance.pick(range(1000), "card", SECRET) for _ in range(4)]


def test_a_nonce_goes_into_the_draws(games: Games, game_id: str) -> None:
    before = next_draws(games, game_id)
    games.claim(game_id, "red", nonce="mine")
    assert games.open(game_id).nonces["red"] == "mine"
    assert next_draws(games, game_id) != before


def test_a_seat_gives_its_nonce_once(games: Games, game_id: str) -> None:
    token = games.claim(game_id, "red", nonce="mine")
    draws = next_draws(games, game_id)
    token = games.claim(game_id, "red", nonce="a better one", token=token)
    assert games.open(game_id).seat_of(token) == "red", "the seat can be claimed again"
    assert next_draws(games, game_id) == draws
    invitation = hand_over(games, game_id, "red", token)
    assert isinstance(invitation, str)
    games.claim(game_id, "red", nonce="the newcomer's", token=invitation)
    assert games.open(game_id).nonces["red"] == "mine"
    assert next_draws(games, game_id) == draws


def test_the_referee_gives_none(games: Games) -> None:
    created = games.create("toy", "short", {}, referee=True)
    draws = next_draws(games, created.game.id)
    games.claim(created.game.id, REFEREE, nonce="mine", token=created.tokens[REFEREE])
    assert next_draws(games, created.game.id) == draws


def test_a_free_withdrawal_changes_no_draw(games: Games, game_id: str) -> None:
    draws = next_draws(games, game_id)
    for _ in range(3):
        games.submit_orders(game_id, "red", [{"order": "pass"}])
        asked = takebacks.ask(games, game_id, "red", None)
        assert isinstance(asked, takebacks.Asked)
        assert asked.takeback == 0
        assert next_draws(games, game_id) == draws


def test_a_fork_begins_with_nonces_of_its_own(games: Games, game_id: str) -> None:
    games.claim(game_id, "red", nonce="mine")
    play(games, game_id, 2)
    fork = games.fork(game_id, games.head(game_id))
    assert isinstance(fork, Created)
    assert fork.game.nonces == fork.game.created.nonces
    games.claim(fork.game.id, "red", nonce="mine again")
    assert games.open(fork.game.id).nonces["red"] == "mine again"


def test_withdrawals_without_end_stay_cheap(games: Games, game_id: str) -> None:
    for _ in range(120):
        games.submit_orders(game_id, "red", [{"order": "pass"}])
        takebacks.ask(games, game_id, "red", None)
    game = games.open(game_id)
    assert len(game.rewinds) == 120
    assert len({target for _, target in game.rewinds}) == 1, "none of them hangs on another"
