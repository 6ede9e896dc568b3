"""Operations of those who share a seat: each has their own, and it ends with their share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from napoleon.play import operations, seats
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.standing_orders import answer_in_place
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven
from tests.core.play import unfollowed
from tests.repetitions import IN_THE_HOUSE
from tests.toy import Toy

pytestmark = IN_THE_HOUSE

BLUE, PRUSSIA, BRITAIN = "blue", "prussia", "britain"
PASS = {"order": "pass"}
BET = {"order": "bet", "value": 2}


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    env = {"NAPOLEON_HOME": str(tmp_path / "home"), "CREATE_TABLE": "yes"}
    with Games(env, rulesets={"toy": Toy()}, entropy=Random(35).randbytes) as it:
        yield it


@pytest.fixture
def tokens() -> dict[str, str]:
    return {}


@pytest.fixture
def game_id(games: Games, tokens: dict[str, str]) -> str:
    """A game in which Prussia, a share of blue, has passed and left a bet, not looked at yet."""
    created = games.create("toy", "wide", {"turns": 3}, referee=True, instant_answers=True)
    tokens.update({it: games.claim(created.game.id, it) for it in created.tokens})
    for share in (PRUSSIA, BRITAIN):
        token = seats.share_out(games, created.game.id, BLUE, share, tokens[BLUE])
        assert isinstance(token, str), token
        tokens[share] = games.claim(created.game.id, share)
    with unfollowed(games):
        assert isinstance(games.submit_orders(created.game.id, "red", [PASS]), Accepted)
        sent = games.submit_orders(created.game.id, BLUE, [PASS], then=[BET], by=PRUSSIA)
        assert isinstance(sent, Accepted), sent
    return created.game.id


def given(games: Games, game_id: str) -> list[str]:
    """By whom operations have given orders."""
    return [it.by for it in games.history(game_id) if isinstance(it, OrderGiven) and it.instruction]


def kept(games: Games, game_id: str) -> list[object]:
    return [*operations.of_rows(games.recorder.standing_orders(game_id))]


def test_it_is_given_by_the_share(games: Games, game_id: str) -> None:
    answer_in_place(games, game_id)
    assert (given(games, game_id), kept(games, game_id)) == ([PRUSSIA], [])


def test_only_the_share_reads_and_withdraws_it(games: Games, game_id: str) -> None:
    game = games.open(game_id)
    for other in ("", BRITAIN):
        assert operations.shown(games, game, BLUE, other) is None
        assert not operations.withdraw(games, game_id, BLUE, other)
    assert operations.shown(games, game, BLUE, PRUSSIA) is not None
    assert operations.withdraw(games, game_id, BLUE, PRUSSIA)
    answer_in_place(games, game_id)
    assert given(games, game_id) == []


@pytest.mark.parametrize("by", [PRUSSIA, BLUE, REFEREE])
def test_a_share_that_ends_takes_its_operation_with_it(
    games: Games, game_id: str, tokens: dict[str, str], by: str
) -> None:
    with unfollowed(games):
        assert seats.end_share(games, game_id, BLUE, PRUSSIA, tokens[by]) is None
    answer_in_place(games, game_id)
    assert (given(games, game_id), kept(games, game_id)) == ([], [])


def test_whoever_is_given_the_share_next_has_nothing_of_it(
    games: Games, game_id: str, tokens: dict[str, str]
) -> None:
    with unfollowed(games):
        assert isinstance(seats.share_out(games, game_id, BLUE, PRUSSIA, tokens[BLUE]), str)
    assert operations.shown(games, games.open(game_id), BLUE, PRUSSIA) is None
    answer_in_place(games, game_id)
    assert (given(games, game_id), kept(games, game_id)) == ([], [])


def test_an_order_by_hand_of_another_share_ends_it(games: Games, game_id: str) -> None:
    with unfollowed(games):
        assert isinstance(games.submit_orders(game_id, BLUE, [BET], by=BRITAIN), Accepted)
    answer_in_place(games, game_id)
    assert (given(games, game_id), kept(games, game_id)) == ([], [])
