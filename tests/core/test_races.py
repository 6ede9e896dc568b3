"""Several writers on one game: threads, processes, and interruptions at the worst moment."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from napoleon.log.store.home import LOG
from napoleon.log.store.sqlite.connection import pragma
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, DeadToken, KeyReused, Stale
from tests.core.play import Interrupted, digest, process_env
from tests.patience import PATIENCE
from tests.toy import RULES

ROOT = Path(__file__).parents[2]
PASS = {"order": "pass"}
BET = {"order": "bet", "value": 2}


@pytest.fixture
def rules() -> Interrupted:
    return Interrupted()


@pytest.fixture
def slow(env: Mapping[str, str], games: Games, rules: Interrupted) -> Any:
    """A second process at work on the log of `games`, interrupted in its decisions."""
    with Games(env, rulesets={"toy": rules}) as slow:
        yield slow


@pytest.fixture
def betting(games: Games, game_id: str) -> str:
    """A game in which both seats have to bet."""
    games.submit_orders(game_id, "red", [PASS])
    games.submit_orders(game_id, "blue", [PASS])
    return game_id


def test_the_second_of_two_writers_is_told_what_it_missed(
    games: Games, slow: Games, rules: Interrupted, game_id: str
) -> None:
    seen = games.head(game_id)
    rules.meanwhile.append(lambda: games.submit_orders(game_id, "red", [{"order": "draw"}]))
    outcome = slow.submit_orders(game_id, "red", [PASS], expected=seen)
    assert outcome == Stale(seen + 4, games.history(game_id, after=seen))
    assert games.head(game_id) == seen + 4


def test_an_answer_is_decided_again_behind_the_other_seats(
    games: Games, slow: Games, rules: Interrupted, betting: str
) -> None:
    seen = games.head(betting)
    rules.meanwhile.append(lambda: games.submit_orders(betting, "red", [BET]))
    outcome = slow.submit_orders(betting, "blue", [BET], decision="1.bet.blue")
    assert isinstance(outcome, Accepted)
    assert outcome.events[0].version == seen + 3
    assert games.open(betting).state.turn == 2, "the second bet has ended the turn"
    assert digest(games.open(betting)) == digest(slow.open(betting))


def test_a_claim_in_between_is_survived(
    games: Games, slow: Games, rules: Interrupted, game_id: str
) -> None:
    rules.meanwhile += [lambda: games.claim(game_id, "blue"), lambda: games.claim(game_id, "red")]
    outcome = slow.submit_orders(game_id, "red", [PASS])
    assert isinstance(outcome, Accepted)
    assert outcome.version == games.head(game_id)


def test_who_is_interrupted_all_the_time_gives_up(
    games: Games, slow: Games, rules: Interrupted, game_id: str
) -> None:
    seen = games.head(game_id)
    rules.meanwhile += [lambda: games.claim(game_id, "blue")] * 3
    outcome = slow.submit_orders(game_id, "red", [PASS])
    assert outcome == Stale(seen + 3, games.history(game_id, after=seen))
    assert {event.type for event in games.history(game_id, after=seen)} == {"seat_claimed"}


@pytest.mark.parametrize("interruptions", [0, 1, 2])
def test_the_same_request_in_between_is_the_answer(
    games: Games, slow: Games, rules: Interrupted, game_id: str, interruptions: int
) -> None:
    rules.meanwhile += [lambda: games.claim(game_id, "blue")] * interruptions
    answers: list[object] = []
    rules.meanwhile.append(
        lambda: answers.append(games.submit_orders(game_id, "red", [PASS], key="k"))
    )
    assert slow.submit_orders(game_id, "red", [PASS], key="k") == answers[0]
    assert isinstance(answers[0], Accepted)
    assert games.head(game_id) == answers[0].version


def test_another_body_in_between_is_told_apart(
    games: Games, slow: Games, rules: Interrupted, game_id: str
) -> None:
    rules.meanwhile.append(
        lambda: games.submit_orders(game_id, "red", [{"order": "draw"}], key="k")
    )
    outcome = slow.submit_orders(game_id, "red", [PASS], key="k")
    assert outcome == KeyReused(games.head(game_id))


def test_of_two_claims_at_once_one_wins(opened: Callable[[], Games]) -> None:
    logs = [opened(), opened()]
    for _ in range(10):
        game, tokens = logs[0].create("toy", "short", {})
        barrier = Barrier(2)

        def claim(games: Games) -> str | None:
            barrier.wait()  # noqa: B023 - both threads end within the round
            try:
                return games.claim(game.id, "red", token=tokens["red"])  # noqa: B023
            except DeadToken:
                return None

        with ThreadPoolExecutor(2) as pool:
            [fresh] = [token for token in pool.map(claim, logs) if token]
        assert logs[0].open(game.id).seat_of(fresh) == "red"
        assert logs[0].head(game.id) == game.version + 1


WRITE = """
import sys
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from tests.toy import Toy

game_id, seat, goes = sys.argv[1:]
accepted = 0
with Games(rulesets={"toy": Toy()}) as games:
    while accepted < int(goes):
        game = games.open(game_id)
        mine = [item for item in games.decisions(game) if item.seat == seat]
        if mine:
            order = {"order": "bet", "value": 2} if mine[0].kind == "bet" else {"order": "pass"}
            answer = games.submit_orders(game_id, seat, [order], decision=mine[0].id)
            if isinstance(answer, Accepted):
                accepted += 1
"""


@pytest.mark.sampled(1)
def test_processes_play_against_each_other(games: Games, env: Mapping[str, str]) -> None:
    turns = 50
    game_id = games.create("toy", "short", {"turns": turns}).game.id
    start = games.head(game_id)
    players = [
        subprocess.Popen(
            [sys.executable, "-c", WRITE, game_id, seat, str(2 * turns)],
            cwd=ROOT,
            env=process_env(env),
        )
        for seat in ("red", "blue")
    ]
    assert [player.wait(timeout=PATIENCE) for player in players] == [0, 0]
    game = games.open(game_id)
    assert game.over
    events = games.history(game_id, after=start)
    assert [event.version for event in events] == list(range(start + 1, game.version + 1))
    assert len({event.order_id for event in events}) == 4 * turns
    assert digest(games.at(game_id, game.version)) == digest(game)
    if "DATABASE_URL" not in env:
        assert pragma(Path(env["NAPOLEON_HOME"], LOG), "integrity_check") == "ok"


def test_threads_write_many_games(games: Games) -> None:
    def whole_game(_: int) -> str:
        game_id = games.create("toy", "short", {"turns": 2}).game.id
        while not (game := games.open(game_id)).over:
            decision = games.decisions(game)[0]
            order = next(iter(RULES.legal_orders(game.state, decision)))
            outcome = games.submit_orders(game_id, decision.seat, [order], expected=game.version)
            assert isinstance(outcome, Accepted)
        return game_id

    with ThreadPoolExecutor(6) as pool:
        finished = list(pool.map(whole_game, range(24)))
    for number, place in enumerate(games.recorder.places()):
        partition = games.recorder.partition(number)
        ids = [n.id for n in partition.select_notifications(None, limit=10_000)]
        assert ids == list(range(1, place + 1))
    for game_id in finished:
        assert digest(games.open(game_id)) == digest(games.at(game_id, games.head(game_id)))
