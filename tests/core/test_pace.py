"""When an answer comes does not tell whether it was left in advance.

A spectator follows two games live. In one of them blue has left its bet in advance; in the other a
person at the table bets for blue. The spectator has all that anybody is told, at the very moment
that it is told, and 500 answers of each kind to learn from.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from napoleon.play import pace
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee.takebacks import Asked, ask, withdraw
from napoleon.play.standing_orders import leave
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.standing_orders import Kept
from napoleon.rules.viewer import Viewer
from projections.standing_orders import Looked, look, pause
from tests.toy import Toy

ANSWERS, ENOUGH = 500, 100
SECOND = 1_000_000
PASS: Mapping[str, Any] = {"order": "pass"}
START = 1_763_700_000_000_000


class Clock:
    """A clock that shows the time that somebody has set."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> int:
        return self.time

    def go_on(self, seconds: float) -> None:
        self.time += round(seconds * SECOND)


class Seen(NamedTuple):
    """What a spectator has of one answer."""

    waited: float
    """Seconds from the moment that the question was told to that of the answer."""
    told: float
    """Seconds between them by the times that the events themselves tell."""
    phase: float
    """Where within a second it came."""
    fields: tuple[str, ...]
    """What the event has, and what of that is hidden."""


Answer = Callable[[Games, Clock, str], None]
"""Brings blue's bet about, however long that takes."""


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(tmp_path: Path, clock: Clock) -> Iterator[Games]:
    """A store of its own, as each look goes to all games in which something was left."""
    with _table(tmp_path, clock) as games:
        yield games


def _table(home: Path, clock: Clock) -> Games:
    env = {"NAPOLEON_HOME": str(home), "CREATE_TABLE": "yes"}
    return Games(env, rulesets={"toy": Toy()}, clock=clock, entropy=random.Random(1).randbytes)


def watched(
    games: Games, clock: Clock, answer: Answer, answers: int = ANSWERS, **charter: bool
) -> list[Seen]:
    """What a spectator sees of so many bets of blue."""
    made = games.create("toy", "short", {"turns": 2000}, **charter)
    game_id, seen = made.game.id, list[Seen]()
    if answer.__name__ != "by_hand":
        left = leave(games, game_id, "blue", {"instruction": "bet_same", "value": 1})
        assert isinstance(left, Kept)
    random_pause = random.Random(2)
    while len(seen) < answers:
        clock.go_on(random_pause.uniform(0, 7))
        for seat in ("red", "blue"):
            order(games, game_id, seat, PASS)
        asked, head = clock.time, games.head(game_id)
        if "blue" in games.open(game_id).state.bets:
            head -= 2
        else:
            answer(games, clock, game_id)
        told = redacted(newest_bet(games, game_id), Viewer(SPECTATOR))
        question = redacted(games.history(game_id, after=head - 1, upto=head)[0], Viewer(SPECTATOR))
        fields = (*told, str(told["data"]), str(len(told["order_id"])))
        came = clock.time
        seen.append(
            Seen((came - asked) / SECOND, (told["at"] - question["at"]) / SECOND,
                 came % SECOND / SECOND, fields)
        )  # fmt: skip
        order(games, game_id, "red", {"order": "bet", "value": 2})
    return seen


def is_bet(event: Any) -> bool:
    return (
        isinstance(event, OrderGiven) and event.player == "blue" and event.order["order"] == "bet"
    )


def newest_bet(games: Games, game_id: str) -> Any:
    return next(it for it in games.backwards(game_id, games.head(game_id)) if is_bet(it))


def order(games: Games, game_id: str, seat: str, given: Mapping[str, Any]) -> None:
    assert isinstance(games.submit_orders(game_id, seat, [given]), Accepted)


def by_instruction(games: Games, clock: Clock, game_id: str) -> None:
    """The worker's own loop, with a clock in place of a pause."""
    known: dict[str, Looked] = {}
    before = games.head(game_id)
    while games.head(game_id) == before:
        clock.go_on(max(pause(known, games.now()), 0.0005))
        known = look(games, known)


def by_hand(games: Games, clock: Clock, game_id: str) -> None:
    """A person who thinks for a few seconds, or for many."""
    people = random.Random(games.head(game_id))
    clock.go_on(pace.LEAST + people.expovariate(1 / pace.MEAN))
    order(games, game_id, "blue", {"order": "bet", "value": 1})


def separated(one: Sequence[float], other: Sequence[float]) -> float:
    """How well the best limit tells one from the other: the distance of Kolmogorov and Smirnov.

    1 if it always does, 0 if never.
    """
    one, other = sorted(one), sorted(other)
    return max(
        abs(bisect_right(one, it) / len(one) - bisect_right(other, it) / len(other))
        for it in (*one, *other)
    )


LIMIT = math.sqrt(-math.log(0.001 / 2) / ANSWERS)
"""What the distance of two samples of 500 of the same exceeds once in a thousand times."""


@pytest.fixture(scope="module")
def instructed(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> list[Seen]:
    with _table(tmp_path_factory.mktemp("store"), clock) as table:
        return watched(table, clock, by_instruction)


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> list[Seen]:
    with _table(tmp_path_factory.mktemp("store"), clock) as table:
        return watched(table, clock, by_hand)


def test_five_hundred_answers_of_each_kind_look_alike(
    instructed: list[Seen], given: list[Seen]
) -> None:
    assert len(instructed) == len(given) == ANSWERS
    for name in ("waited", "told", "phase"):
        distance = separated(*([getattr(it, name) for it in seen] for seen in (instructed, given)))
        assert distance < LIMIT, name
    assert {it.fields for it in instructed} == {it.fields for it in given}


def test_a_wait_may_be_anything_that_a_person_needs(instructed: list[Seen]) -> None:
    waits = Counter(int(it.waited // 5) * 5 for it in instructed)
    assert min(it.waited for it in instructed) >= pace.LEAST - 1
    assert max(it.waited for it in instructed) <= pace.MOST + 1
    assert all(waits[start] >= 3 for start in range(0, 40, 5)), waits
    assert all(float(it.told).is_integer() for it in instructed)


def test_the_comparison_finds_answers_that_come_at_once(
    table: Games, clock: Clock, given: list[Seen]
) -> None:
    at_once = watched(table, clock, by_instruction, 150, instant_answers=True)
    for name in ("waited", "told"):
        found = separated(*([getattr(it, name) for it in seen] for seen in (at_once, given)))
        assert found > 0.9, name


def test_the_comparison_finds_answers_that_come_with_the_beat_of_a_clock(
    table: Games, clock: Clock, given: list[Seen]
) -> None:
    def beating(games: Games, clock: Clock, game_id: str) -> None:
        known: dict[str, Looked] = {}
        before = games.head(game_id)
        while games.head(game_id) == before:
            clock.go_on((SECOND - clock.time % SECOND) / SECOND)
            known = look(games, known)

    beats = watched(table, clock, beating, 150)
    assert separated([it.phase for it in beats], [it.phase for it in given]) > 0.9


def test_who_is_first_of_two_that_answer_in_advance_is_chance(table: Games, clock: Clock) -> None:
    game_id = table.create("toy", "short", {"turns": 2000}).game.id
    for seat in ("red", "blue"):
        left = leave(table, game_id, seat, {"instruction": "bet_same", "value": 1})
        assert isinstance(left, Kept)
    first = Counter[str]()
    for _ in range(ENOUGH):
        for seat in ("red", "blue"):
            order(table, game_id, seat, PASS)
        by_instruction(table, clock, game_id)
        first[newest_bettor(table, game_id)] += 1
        by_instruction(table, clock, game_id)
    # Four standard deviations of a fair coin.
    assert abs(first["red"] - ENOUGH / 2) < 4 * math.sqrt(ENOUGH) / 2, first


def newest_bettor(games: Games, game_id: str) -> str:
    found = games.backwards(game_id, games.head(game_id))
    return next(it.player for it in found if isinstance(it, OrderGiven))


def test_all_processes_come_to_the_same_time(table: Games) -> None:
    game_id = table.create("toy", "short", {}).game.id
    with Games(table.env, rulesets={"toy": Toy()}) as other:
        assert pace.due(other.open(game_id), "x", 0) == pace.due(table.open(game_id), "x", 0)
    assert pace.due(table.open(game_id), "x", 0) != pace.due(table.open(game_id), "y", 0)


def asked_and_withdrawn(games: Games, game_id: str) -> None:
    """What a seat can do as often as it likes without answering anything."""
    asked = ask(games, game_id, "red", 1)
    assert isinstance(asked, Asked)
    assert not isinstance(withdraw(games, game_id, "red", asked.takeback), Refusal)


@pytest.mark.parametrize("busy", [False, True], ids=["in peace", "in a bustle"])
def test_nothing_that_others_do_puts_an_answer_off(table: Games, clock: Clock, busy: bool) -> None:
    game_id = table.create("toy", "short", {"turns": 2000}).game.id
    left = leave(table, game_id, "blue", {"instruction": "bet_same", "value": 1})
    assert isinstance(left, Kept)
    for _ in range(5):
        for seat in ("red", "blue"):
            order(table, game_id, seat, PASS)
        started, known = clock.time, look(table, {})
        [expected] = [it.due for it in known.values() if it.head[0] == table.head(game_id)]
        assert expected is not None
        while "blue" not in table.open(game_id).state.bets:
            clock.go_on(max(min(pause(known, table.now()), 0.9), 0.0005))
            if busy and "blue" not in table.open(game_id).state.bets:
                asked_and_withdrawn(table, game_id)
            known = look(table, known)
        assert abs(clock.time - expected) < 0.9 * SECOND
        assert clock.time - started < (pace.MOST + 1) * SECOND
        order(table, game_id, "red", {"order": "bet", "value": 2})
