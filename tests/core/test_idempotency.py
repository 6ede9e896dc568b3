"""The same request is carried out once, however often it is sent."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, KeyReused
from napoleon.rules.orders import Refusal
from tests.core.play import play, stored
from tests.repetitions import IN_THE_HOUSE, ON_EACH

pytestmark = IN_THE_HOUSE

PASS: dict[str, Any] = {"order": "pass"}
BET: dict[str, Any] = {"order": "bet", "value": 2}


@ON_EACH
def test_the_same_again_is_answered_the_same(games: Games, game_id: str) -> None:
    seen = games.head(game_id)
    first = games.submit_orders(game_id, "red", [PASS], expected=seen, key="k1")
    assert isinstance(first, Accepted)
    before = stored(games)
    assert games.submit_orders(game_id, "red", [PASS], expected=seen, key="k1") == first
    play(games, game_id, 3)
    assert games.submit_orders(game_id, "red", [PASS], expected=seen, key="k1") == first
    assert [row for row in stored(games) if row in before] == before


def test_also_after_a_restart(games: Games, game_id: str, opened: Callable[[], Games]) -> None:
    first = games.submit_orders(game_id, "red", [{"order": "draw"}], key="k1")
    games.close()
    assert opened().submit_orders(game_id, "red", [{"order": "draw"}], key="k1") == first


def test_also_after_the_end_of_the_game(games: Games, game_id: str) -> None:
    first = games.submit_orders(game_id, "red", [PASS], key="k1")
    play(games, game_id, 100)
    assert games.open(game_id).over
    assert games.submit_orders(game_id, "red", [PASS], expected=1, key="k1") == first
    assert isinstance(games.submit_orders(game_id, "red", [{"order": "fly"}], key="k1"), KeyReused)


def test_what_was_refused_of_it_is_answered_again(games: Games, game_id: str) -> None:
    games.submit_orders(game_id, "red", [PASS])
    orders: list[dict[str, Any]] = [PASS, {"order": "bet", "value": 9}]
    first = games.submit_orders(game_id, "blue", orders, key="k1")
    assert isinstance(first, Accepted)
    assert first.refused is not None
    assert first.carried_out == 1
    play(games, game_id, 3)
    assert games.submit_orders(game_id, "blue", orders, key="k1") == first


@pytest.mark.parametrize(
    "again",
    [
        {"orders": [{"order": "draw"}]},
        {"orders": [PASS, PASS]},
        {"orders": [PASS], "decision": "2.go.red"},
    ],
)
def test_another_body_is_told_apart(games: Games, game_id: str, again: dict[str, Any]) -> None:
    first = games.submit_orders(game_id, "red", [PASS], key="k1")
    assert isinstance(first, Accepted)
    before = stored(games)
    assert games.submit_orders(game_id, "red", key="k1", **again) == KeyReused(first.version)
    assert stored(games) == before


def test_also_behind_what_was_carried_out(games: Games, game_id: str) -> None:
    games.submit_orders(game_id, "red", [PASS, PASS], key="k1")
    assert isinstance(games.submit_orders(game_id, "red", [PASS, BET], key="k1"), KeyReused)


def test_spelling_does_not_make_another_body(games: Games, game_id: str) -> None:
    games.submit_orders(game_id, "red", [PASS])
    games.submit_orders(game_id, "blue", [PASS])
    first = games.submit_orders(game_id, "red", [{"order": "bet", "value": 2}], key="k1")
    assert games.submit_orders(game_id, "red", [{"value": 2, "order": "bet"}], key="k1") == first


def test_keys_belong_to_a_seat_and_a_game(games: Games, game_id: str) -> None:
    other_id = games.create("toy", "short", {}).game.id
    answers = [
        games.submit_orders(game_id, "red", [PASS], key="k1"),
        games.submit_orders(game_id, "blue", [PASS], key="k1"),
        games.submit_orders(other_id, "red", [PASS], key="k1"),
    ]
    assert all(isinstance(answer, Accepted) for answer in answers)
    assert len({answer.events[0].order_id for answer in answers}) == 3  # type: ignore[union-attr]


def test_without_a_key_the_same_again_is_another_order(games: Games, game_id: str) -> None:
    assert isinstance(games.submit_orders(game_id, "red", [PASS]), Accepted)
    assert isinstance(games.submit_orders(game_id, "red", [PASS]), Refusal)


@pytest.mark.parametrize("expected", [True, False], ids=["a version named", "any version"])
@ON_EACH
def test_sent_at_once_it_is_recorded_once(opened: Callable[[], Games], expected: bool) -> None:
    logs = [opened() for _ in range(4)]
    game_id = logs[0].create("toy", "short", {"turns": 50}).game.id
    for round_number in range(10):
        seat = ("red", "blue")[round_number % 2]
        seen = logs[0].head(game_id)
        barrier = Barrier(len(logs))

        def send(games: Games) -> object:
            barrier.wait()  # noqa: B023 - all threads end within the round
            version = seen if expected else None  # noqa: B023
            key = f"k{round_number}"  # noqa: B023
            return games.submit_orders(game_id, seat, [PASS], expected=version, key=key)  # noqa: B023

        with ThreadPoolExecutor(len(logs)) as pool:
            answers = list(pool.map(send, logs))
        assert all(isinstance(answer, Accepted) for answer in answers), answers
        assert all(answer == answers[0] for answer in answers)
        assert logs[0].head(game_id) == seen + 2
        if seat == "blue":
            for better in ("red", "blue"):
                assert isinstance(logs[0].submit_orders(game_id, better, [BET]), Accepted)


@ON_EACH
def test_of_two_bodies_sent_at_once_one_is_recorded(opened: Callable[[], Games]) -> None:
    logs = [opened(), opened()]
    for attempt in range(10):
        game_id = logs[0].create("toy", "short", {}).game.id
        before = logs[0].head(game_id)
        barrier = Barrier(2)

        def send(number: int) -> object:
            barrier.wait()  # noqa: B023
            order = ({"order": "draw"}, PASS)[number]
            return logs[number].submit_orders(game_id, "red", [order], key=f"k{attempt}")  # noqa: B023

        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(send, range(2)))
        [won] = [answer for answer in answers if isinstance(answer, Accepted)]
        [lost] = [answer for answer in answers if not isinstance(answer, Accepted)]
        assert lost == KeyReused(won.version)
        assert logs[0].history(game_id, after=before) == won.events
