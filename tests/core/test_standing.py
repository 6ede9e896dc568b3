"""Instructions: kept until they are used, and used once, whoever is killed or comes second."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError

from napoleon.log.store.postgres import recording
from napoleon.log.store.recorder import SideRecords, StandingOrderRow
from napoleon.log.store.sqlite.recorder import SQLiteLogRecorder
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.standing_orders import answer_in_place, kept_by, leave, withdraw
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.standing_orders import Kept, Use
from napoleon.rules.terms import Decision, SetupRefused
from tests.core.play import digest, process_env, stored, unfollowed
from tests.referee.law import refused
from tests.repetitions import IN_THE_HOUSE, ON_EACH
from tests.toy import Bet, Standing, State, Toy

pytestmark = IN_THE_HOUSE

ROOT = Path(__file__).parents[2]

PASS = {"order": "pass"}
BET = {"order": "bet", "value": 1}
PASS_THIS_TURN = {"instruction": "pass_this_turn"}
BET_SAME = {"instruction": "bet_same", "value": 3}


def left(games: Games, game_id: str, seat: str, instruction: Mapping[str, Any]) -> Kept:
    """Leave a standing order, which is kept."""
    kept = leave(games, game_id, seat, instruction)
    assert isinstance(kept, Kept), kept
    return kept


def play_held(games: Games, game_id: str, seat: str) -> dict[str, Any]:
    """The standing order to play the first card that `seat` holds."""
    return {"instruction": "play_later", "card": games.open(game_id).state.hands[seat][0]}


def given(games: Games, game_id: str, seat: str) -> list[tuple[Any, Any]]:
    """The orders of `seat`, each with the standing order that gave it."""
    return [
        (event.order, event.instruction)
        for event in games.history(game_id)
        if isinstance(event, OrderGiven) and event.player == seat
    ]


def in_file(games: Games, game_id: str) -> list[str]:
    """Ids of the standing orders in the file, those that have run out as well."""
    return [row.id for row in games.recorder.standing_orders(game_id)]


def accepted(games: Games, game_id: str, seat: str, order: Mapping[str, Any]) -> Accepted:
    outcome = games.submit_orders(game_id, seat, [order])
    assert isinstance(outcome, Accepted), outcome
    return outcome


def waiting(games: Games, game_id: str) -> list[str]:
    """Who has to decide."""
    return [decision.seat for decision in games.decisions(games.open(game_id))]


# -- what is kept --------------------------------------------------------------------------------


@ON_EACH
def test_the_same_standing_order_left_again_is_kept_once(games: Games, game_id: str) -> None:
    kept = left(games, game_id, "blue", BET_SAME)
    assert left(games, game_id, "blue", BET_SAME) == kept
    assert left(games, game_id, "blue", {**BET_SAME, "value": 2}) != kept
    assert len(kept_by(games, game_id, "blue")) == 2
    assert left(games, game_id, "red", BET_SAME) != kept


@pytest.mark.parametrize(
    ("instruction", "where"),
    [
        ({"instruction": "bet_same"}, "instruction"),
        ({"instruction": "bet_same", "value": "3"}, "value"),
    ],
)
def test_a_refusal_says_what_is_wrong(
    games: Games, game_id: str, instruction: dict[str, Any], where: str
) -> None:
    outcome = leave(games, game_id, "blue", instruction)
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.facts) == ("BAD_PAYLOAD", {"where": where})


def test_a_game_that_knows_no_standing_orders_takes_none(env: Mapping[str, str]) -> None:
    class Plain(Toy):
        standing = None

    with Games(env, rulesets={"toy": Plain()}) as games:
        with pytest.raises(SetupRefused) as failed:
            games.create("toy", "short", {}, instant_answers=True)
        assert failed.value.refusal.code == "NO_INSTRUCTIONS"
        game_id = games.create("toy", "short", {}).game.id
        outcome = leave(games, game_id, "red", BET_SAME)
        assert refused(outcome) == "BAD_PAYLOAD"
        assert kept_by(games, game_id, "red") == []


# -- when it is used -----------------------------------------------------------------------------


def test_standing_orders_of_both_answer_one_another(games: Games, game_id: str) -> None:
    for seat in ("blue", "red"):
        left(games, game_id, seat, BET_SAME)
        left(games, game_id, seat, PASS_THIS_TURN)
    game = games.open(game_id)
    assert (game.state.turn, game.state.phase, waiting(games, game_id)) == (2, "go", ["red"])
    assert [kept.word.value for kept in kept_by(games, game_id, "red")] == [3]


def test_what_is_not_used_up_is_used_again_until_it_is_withdrawn(games: Games) -> None:
    game_id = games.create("toy", "short", {"turns": 50}, instant_answers=True).game.id
    kept = left(games, game_id, "blue", BET_SAME)
    for _ in range(2):
        for seat, order in (("red", PASS), ("blue", PASS), ("red", BET)):
            accepted(games, game_id, seat, order)
    bets = [order for order in given(games, game_id, "blue") if order[0] != PASS]
    assert bets == [({"order": "bet", "value": 3}, BET_SAME)] * 2
    assert withdraw(games, game_id, "blue", kept.id)
    assert not withdraw(games, game_id, "blue", kept.id)
    accepted(games, game_id, "red", PASS)
    accepted(games, game_id, "blue", PASS)
    assert waiting(games, game_id) == ["red", "blue"]


def test_what_has_run_out_is_forgotten_unused(games: Games, game_id: str) -> None:
    accepted(games, game_id, "red", PASS)
    accepted(games, game_id, "blue", PASS)
    left(games, game_id, "blue", PASS_THIS_TURN)
    accepted(games, game_id, "red", BET)
    assert len(in_file(games, game_id)) == 1
    accepted(games, game_id, "blue", BET)
    assert games.open(game_id).state.turn == 2
    assert in_file(games, game_id) == []
    accepted(games, game_id, "red", PASS)
    assert waiting(games, game_id) == ["blue"]


def test_what_the_rules_refuse_is_forgotten_and_the_seat_is_asked(env: Mapping[str, str]) -> None:
    class Mistaken(Standing):
        def answer(self, state: State, decision: Decision, kept: Any) -> Use | None:
            return Use(kept[0], Bet(9), spent=False)

    class MistakenToy(Toy):
        standing = Mistaken()

    with Games(env, rulesets={"toy": MistakenToy()}) as games:
        game_id = games.create("toy", "short", {}, instant_answers=True).game.id
        left(games, game_id, "blue", BET_SAME)
        answer = accepted(games, game_id, "red", PASS)
        assert games.head(game_id) == answer.version
        assert waiting(games, game_id) == ["blue"]
        assert in_file(games, game_id) == []


# -- what cannot be carried out ------------------------------------------------------------------

BROKEN = {
    "empty": b"",
    "no JSON": b"[{",
    "no UTF-8": b'[{"instruction": "\xff"}, {}]',
    "no pair": b"[]",
    "nothing": b"null",
    "no occasion": b'[{"instruction": "bet_same", "value": 3}, 1]',
    "a kind that is gone": b'[{"instruction": "surrender"}, {"turn": 1}]',
    "a field that is gone": b'[{"instruction": "bet_same", "value": 3, "x": 1}, {"turn": 1}]',
}


@pytest.mark.parametrize("seat", ["red", "blue"])
@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_read_is_forgotten_and_the_others_are_used(
    games: Games, game_id: str, caplog: pytest.LogCaptureFixture, body: bytes, seat: str
) -> None:
    games.recorder.put_standing_order(StandingOrderRow(game_id, "broken", seat, body))
    kept = left(games, game_id, "blue", BET_SAME)
    assert in_file(games, game_id) == [kept.id]
    [logged] = caplog.records
    assert f"instruction broken of game {game_id} is forgotten" in logged.getMessage()

    games.recorder.put_standing_order(StandingOrderRow(game_id, "broken", seat, body))
    assert kept_by(games, game_id, "red") == []
    assert kept_by(games, game_id, "blue") == [kept]
    games.recorder.put_standing_order(StandingOrderRow(game_id, "broken", seat, body))
    left(games, game_id, "blue", PASS_THIS_TURN)
    games.recorder.put_standing_order(StandingOrderRow(game_id, "broken", seat, body))
    accepted(games, game_id, "red", PASS)
    assert given(games, game_id, "blue") == [
        (PASS, PASS_THIS_TURN),
        ({**BET, "value": 3}, BET_SAME),
    ]
    assert "broken" not in in_file(games, game_id)


@pytest.mark.parametrize("error", [KeyError, OperationalError, IntegrityError])
def test_an_accepted_order_stands_whatever_standing_orders_do(
    games: Games,
    game_id: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
) -> None:
    def fail(*_: Any) -> None:
        raise error("broken")

    left(games, game_id, "blue", PASS_THIS_TURN)
    monkeypatch.setattr(Standing, "answer", fail)
    answer = accepted(games, game_id, "red", PASS)
    assert games.head(game_id) == answer.version
    assert waiting(games, game_id) == ["blue"], "the seat is asked"
    assert f"instructions of game {game_id}" in caplog.text

    monkeypatch.undo()
    games.follow_standing_orders(game_id)
    assert given(games, game_id, "blue") == [(PASS, PASS_THIS_TURN)]


# -- crashes -------------------------------------------------------------------------------------


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fails in the transaction of a use, after everything has been written."""

    def failing_after(insert: Callable[..., Any]) -> Callable[..., Any]:
        def insert_and_fail(*events: Any, side_records: SideRecords, **others: Any) -> Any:
            ids = insert(*events, side_records=side_records, **others)
            if side_records.used is not None:
                raise OperationalError("disk I/O error")
            return ids

        return insert_and_fail

    insert = SQLiteLogRecorder._insert_events
    monkeypatch.setattr(SQLiteLogRecorder, "_insert_events", failing_after(insert))
    monkeypatch.setattr(recording, "record", failing_after(recording.record))


@pytest.mark.usefixtures("failing")
@ON_EACH
def test_a_use_is_recorded_with_its_events_or_not_at_all(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch, opened: Callable[[], Games]
) -> None:
    kept = left(games, game_id, "blue", play_held(games, game_id, "blue"))
    answer = accepted(games, game_id, "red", PASS)
    assert games.head(game_id) == answer.version, "the order stands though its answer failed"
    assert kept_by(games, game_id, "blue") == [kept]
    assert digest(games.open(game_id)) == digest(games.at(game_id, answer.version))
    with pytest.raises(OperationalError):
        answer_in_place(games, game_id)
    assert given(games, game_id, "blue") == []

    monkeypatch.undo()
    assert answer_in_place(opened(), game_id).given == 1
    assert answer_in_place(games, game_id).given == 0
    assert len(given(games, game_id, "blue")) == 1
    assert in_file(games, game_id) == []


@pytest.mark.usefixtures("failing")
def test_who_is_told_of_a_failure_may_leave_it_again(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OperationalError):
        leave(games, game_id, "red", PASS_THIS_TURN)
    [kept] = kept_by(games, game_id, "red")
    monkeypatch.undo()
    assert left(games, game_id, "red", PASS_THIS_TURN) == kept
    assert given(games, game_id, "red") == [(PASS, PASS_THIS_TURN)]


KILLED = """
import os, signal, sys
from napoleon.play.games import Games
from napoleon.log.store.postgres import recording
from napoleon.log.store.sqlite.recorder import SQLiteLogRecorder
from tests.toy import Toy

game_id, where = sys.argv[1:]

def dying_after(insert):
    def insert_and_die(*events, side_records, **more):
        before = side_records.used is not None and where == "before the transaction"
        ids = before or insert(*events, side_records=side_records, **more)
        if side_records.used is not None:
            os.kill(os.getpid(), signal.SIGKILL)
        return ids
    return insert_and_die

SQLiteLogRecorder._insert_events = dying_after(SQLiteLogRecorder._insert_events)
recording.record = dying_after(recording.record)
with Games(rulesets={"toy": Toy()}) as games:
    games.submit_orders(game_id, "red", [{"order": "pass"}])
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("where", ["before the transaction", "within the transaction"])
def test_kill_9_leaves_the_standing_order_to_be_used_once(
    games: Games, game_id: str, env: Mapping[str, str], opened: Callable[[], Games], where: str
) -> None:
    kept = left(games, game_id, "blue", play_held(games, game_id, "blue"))
    command = [sys.executable, "-c", KILLED, game_id, where]
    killed = subprocess.run(command, cwd=ROOT, env=process_env(env), check=False)
    assert killed.returncode == -signal.SIGKILL
    assert given(games, game_id, "red") == [(PASS, None)]
    assert given(games, game_id, "blue") == []
    assert kept_by(games, game_id, "blue") == [kept]

    assert answer_in_place(opened(), game_id).given == 1
    assert len(given(games, game_id, "blue")) == 1
    assert in_file(games, game_id) == []
    assert answer_in_place(games, game_id).given == 0


# -- races ---------------------------------------------------------------------------------------


class Interrupted(Toy):
    """Rules that let others act while an order is being decided."""

    def __init__(self) -> None:
        self.meanwhile: list[Callable[[], object]] = []

    def decide(self, *arguments: Any) -> list[Event] | Refusal:
        outcome = super().decide(*arguments)
        if self.meanwhile:
            self.meanwhile.pop(0)()
        return outcome


@pytest.fixture
def rules() -> Interrupted:
    return Interrupted()


@pytest.fixture
def slow(env: Mapping[str, str], games: Games, rules: Interrupted) -> Any:
    """A second process at work on the log of `games`, interrupted in its decisions."""
    with Games(env, rulesets={"toy": rules}) as slow:
        yield slow


@pytest.fixture
def asked(games: Games, game_id: str) -> str:
    """A game in which blue is asked, and its standing order is still to be used."""
    left(games, game_id, "blue", play_held(games, game_id, "blue"))
    with unfollowed(games):
        games.submit_orders(game_id, "red", [PASS])
    return game_id


def by_hand(games: Games, game_id: str) -> None:
    """Blue passes, before anybody has seen to its standing orders."""
    with unfollowed(games):
        games.submit_orders(game_id, "blue", [PASS])


def claimed(games: Games, game_id: str) -> None:
    """Somebody takes red's seat, before anybody has seen to standing orders."""
    with unfollowed(games):
        games.claim(game_id, "red")


@ON_EACH
def test_of_two_that_use_it_at_once_one_does(
    games: Games, slow: Games, rules: Interrupted, asked: str
) -> None:
    rules.meanwhile.append(lambda: answer_in_place(games, asked))
    assert answer_in_place(slow, asked).given == 0
    assert len(given(games, asked, "blue")) == 1
    assert in_file(games, asked) == []
    assert digest(slow.open(asked)) == digest(games.open(asked))


@ON_EACH
def test_threads_that_race_use_it_once(opened: Callable[[], Games]) -> None:
    logs = [opened(), opened()]
    for _ in range(10):
        game_id = logs[0].create("toy", "short", {}, instant_answers=True).game.id
        left(logs[0], game_id, "blue", play_held(logs[0], game_id, "blue"))
        with unfollowed(logs[0]):
            logs[0].submit_orders(game_id, "red", [PASS])
        barrier = Barrier(2)

        def answered(games: Games) -> int:
            barrier.wait()  # noqa: B023 - both threads end within the round
            return answer_in_place(games, game_id).given  # noqa: B023

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(answered, logs)) == [0, 1]
        assert len(given(logs[0], game_id, "blue")) == 1


def test_an_answer_by_hand_in_between_is_the_answer(
    games: Games, slow: Games, rules: Interrupted, asked: str
) -> None:
    rules.meanwhile.append(lambda: by_hand(games, asked))
    assert answer_in_place(slow, asked).given == 0
    assert given(games, asked, "blue") == [(PASS, None)]


@pytest.mark.parametrize("instruction", ["play_later", "pass_this_turn"])
def test_what_was_withdrawn_in_between_is_not_used(
    games: Games, slow: Games, rules: Interrupted, game_id: str, instruction: str
) -> None:
    data = PASS_THIS_TURN if instruction == "pass_this_turn" else play_held(games, game_id, "blue")
    kept = left(games, game_id, "blue", data)
    with unfollowed(games):
        games.submit_orders(game_id, "red", [PASS])
    before = stored(games)
    rules.meanwhile.append(lambda: withdraw(games, game_id, "blue", kept.id))
    assert answer_in_place(slow, game_id).given == 0
    assert stored(games) == before
    assert in_file(games, game_id) == []
    assert waiting(slow, game_id) == ["blue"]


def test_a_claim_in_between_is_survived(
    games: Games, slow: Games, rules: Interrupted, asked: str
) -> None:
    rules.meanwhile.append(lambda: claimed(games, asked))
    assert answer_in_place(slow, asked).given == 1
    assert len(given(games, asked, "blue")) == 1


def test_what_is_left_later_than_the_position_has_not_run_out(
    games: Games, env: Mapping[str, str], asked: str
) -> None:
    later: list[Kept] = []

    def go_on() -> None:
        for seat, order in (("blue", PASS), ("red", BET), ("blue", BET)):
            with unfollowed(games):
                games.submit_orders(asked, seat, [order])
        later.append(left(games, asked, "blue", PASS_THIS_TURN))

    class Late(Games):
        def open(self, game_id: str) -> Any:
            game = super().open(game_id)
            if not later:
                go_on()
            return game

    with Late(env, rulesets={"toy": Toy()}) as late:
        assert answer_in_place(late, asked).given == 0
    assert games.open(asked).state.turn == 2
    assert later[0] in kept_by(games, asked, "blue")
