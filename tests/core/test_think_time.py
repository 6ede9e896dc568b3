"""Think time: what is counted for whom."""

from __future__ import annotations

from napoleon.play.games import Games
from napoleon.play.referee import takebacks
from napoleon.play.think_time import Answers, Thought, answers, think_times
from tests.repetitions import IN_THE_HOUSE

pytestmark = IN_THE_HOUSE

SECOND = 1_000_000
PASS = {"order": "pass"}


def test_the_time_of_an_order_is_that_since_the_table_was_last_changed(games: Games) -> None:
    now = [1_763_700_000 * SECOND]
    games._clock = lambda: now[0]
    game_id = games.create("toy", "wide", {"turns": 3}).game.id
    for seat, seconds in (("red", 40), ("blue", 5)):
        now[0] += seconds * SECOND
        games.submit_orders(game_id, seat, [PASS])
        # A name that is taken, a seat that is claimed: no change of the table.
        now[0] += 2 * SECOND
        games.claim(game_id, seat)
    now[0] += 58 * SECOND
    games.submit_orders(game_id, "blue", [{"order": "bet", "value": 1}])
    found = think_times(games.history(game_id), ("red", "blue"))
    assert found["red"] == Thought(1, 40, 40)
    assert (found["blue"].orders, found["blue"].total, found["blue"].longest) == (2, 67, 60)
    assert found["blue"].mean == 34


def test_the_time_is_what_the_told_times_say(games: Games) -> None:
    """To the second: finer times could tell an answer that was left in advance."""
    now = [1_763_700_000 * SECOND + 900_000]
    games._clock = lambda: now[0]
    game_id = games.create("toy", "wide", {"turns": 3}).game.id
    now[0] += 200_000
    games.submit_orders(game_id, "red", [PASS])
    assert think_times(games.history(game_id), ("red", "blue"))["red"] == Thought(1, 1, 1)


def test_what_is_taken_back_took_its_time(games: Games) -> None:
    now = [1_763_700_000 * SECOND]
    games._clock = lambda: now[0]
    game_id = games.create("toy", "wide", {"turns": 3}).game.id
    for _ in range(2):
        now[0] += 10 * SECOND
        games.submit_orders(game_id, "red", [PASS])
        now[0] += 3 * SECOND
        takebacks.ask(games, game_id, "red", None)
    assert think_times(games.history(game_id), ("red", "blue"))["red"] == Thought(2, 20, 10)


def test_what_a_seat_orders_in_a_row_is_one_answer(games: Games) -> None:
    now = [1_763_700_000 * SECOND]
    games._clock = lambda: now[0]
    game_id = games.create("toy", "wide", {"turns": 3}).game.id
    bet = {"order": "bet", "value": 1}
    for seat, seconds, order in (
        ("red", 40, PASS), ("blue", 5, PASS), ("blue", 60, bet), ("red", 20, bet),
    ):  # fmt: skip
        now[0] += seconds * SECOND
        games.submit_orders(game_id, seat, [order])
    found = answers(games.history(game_id), ("red", "blue", "nobody"))
    assert found == {"red": Answers(2, 30), "blue": Answers(1, 65), "nobody": Answers(0, 0)}


def test_nobody_has_thought_before_the_table_is_laid() -> None:
    assert think_times((), ("red",)) == {"red": Thought()}
