"""Deadlines: when they are set, moved, met and missed, and what the log says of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest

from napoleon.audit.adjudication import decided_again
from napoleon.log.clocks import FORFEIT, PASS, Clock
from napoleon.log.events.clocks import DeadlineNear, DeadlinePassed, DeadlinesSet, GraceEnded
from napoleon.log.game import Game
from napoleon.play import forks, seats
from napoleon.play.clock import absences, running, setting, stand_ins
from napoleon.play.counting import micros
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee import migration, takebacks
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.terms import SetupRefused
from tests.repetitions import IN_THE_HOUSE, ON_EACH
from tests.timekeeping.conftest import TWO_DAYS, Time, hours_left, passes_by, set_up, told
from tests.toy import Toy

pytestmark = IN_THE_HOUSE

DRAW, PASS_ORDER = {"order": "draw"}, {"order": "pass"}


def go(games: Games, game_id: str, seat: str, order: dict[str, object] = PASS_ORDER) -> None:
    """Give an order that is carried out."""
    outcome = games.submit_orders(game_id, seat, [order])
    assert isinstance(outcome, Accepted), outcome


def code(outcome: object) -> str:
    """The code of a refusal."""
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def test_a_game_without_a_clock_records_nothing_of_time(games: Games) -> None:
    game = set_up(games, None).game
    go(games, game.id, "red")
    assert not {"clock_set", "deadlines_set"} & set(told(games, game.id))


def test_whoever_is_asked_has_the_time_of_the_clock(games: Games, game_id: str, time: Time) -> None:
    assert (hours_left(games, game_id, "red"), hours_left(games, game_id, "blue")) == (48, None)
    time.goes_on(hours=5)
    assert hours_left(games, game_id, "red") == 43
    go(games, game_id, "red")
    assert (hours_left(games, game_id, "red"), hours_left(games, game_id, "blue")) == (None, 48)
    # in the save of the order, and by nobody
    last = games.history(game_id)[-1]
    assert isinstance(last, DeadlinesSet)
    assert last.by == ""
    assert last.order_id == games.history(game_id)[-2].order_id


def test_a_question_that_stands_open_keeps_its_deadline(
    games: Games, game_id: str, time: Time
) -> None:
    go(games, game_id, "red")
    go(games, game_id, "blue")
    time.goes_on(hours=10)
    go(games, game_id, "blue", {"order": "bet", "value": 2})
    assert hours_left(games, game_id, "red") == 38


def test_kinds_of_decisions_may_have_times_of_their_own(games: Games) -> None:
    game = set_up(games, Clock(48 * 60, kinds={"bet": 6 * 60})).game
    go(games, game.id, "red")
    go(games, game.id, "blue")
    assert hours_left(games, game.id, "red") == 6


def test_seats_that_nobody_has_taken_and_bots_have_no_deadline(games: Games, time: Time) -> None:
    clock = msgspec.structs.replace(TWO_DAYS, then=PASS)
    game_id = games.create("toy", "wide", {"turns": 3}, clock=clock, bots=["blue"]).game.id
    assert hours_left(games, game_id, "red") is None
    time.goes_on(hours=3)
    games.claim(game_id, "red")
    assert hours_left(games, game_id, "red") == 48
    go(games, game_id, "red")
    assert games.open(game_id).timekeeping.deadlines == {}


def test_a_seat_that_passes_to_another_person_has_its_time_anew(games: Games, time: Time) -> None:
    created = set_up(games)
    game_id = created.game.id
    time.goes_on(hours=40)
    seats.hand_over(games, game_id, "red", created.tokens[REFEREE])
    assert hours_left(games, game_id, "red") is None
    games.claim(game_id, "red")
    assert hours_left(games, game_id, "red") == 48


def test_silence_is_reminded_told_and_then_decided_by_the_referee(
    games: Games, game_id: str, time: Time
) -> None:
    passes_by(games, time, game_id, hours=35, minutes=59)
    assert "deadline_near" not in told(games, game_id)
    passes_by(games, time, game_id, minutes=1)
    near = games.history(game_id)[-1]
    assert isinstance(near, DeadlineNear)
    assert near.seat == "red"
    passes_by(games, time, game_id, hours=12)
    assert isinstance(games.history(game_id)[-1], DeadlinePassed)
    before = passes_by(games, time, game_id, hours=23).version
    game = passes_by(games, time, game_id, hours=1)
    assert told(games, game_id, before) == ["grace_ended"]
    [late] = game.timekeeping.of("red")
    assert late.then == "referee"
    assert running.next_due(game.timekeeping) is None
    # whoever is late may still answer
    go(games, game_id, "red")
    assert hours_left(games, game_id, "blue") == 48


@ON_EACH
def test_whoever_looks_second_finds_it_done(
    games: Games, game_id: str, time: Time, opened: Callable[[], Games]
) -> None:
    other = opened()
    time.goes_on(hours=49)
    for worker in (games, other, games, other):
        running.run(worker, game_id)
    assert told(games, game_id).count("deadline_passed") == 1


def test_after_a_year_of_rest_nothing_is_decided_for_anybody_who_was_not_told(
    games: Games, game_id: str, time: Time
) -> None:
    before = games.head(game_id)
    passes_by(games, time, game_id, days=365)
    assert told(games, game_id, before) == ["deadline_passed"]
    assert hours_left(games, game_id, "red") == 48 - 365 * 24


def test_a_seat_passes_where_the_charter_and_the_rules_let_it(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=PASS)).game
    passes_by(games, time, game.id, hours=1)
    after = passes_by(games, time, game.id, hours=1)
    [given] = [it for it in games.history(game.id) if isinstance(it, OrderGiven)]
    assert (given.player, given.by, given.behalf) == ("red", "clock", "red")
    assert given.order == PASS_ORDER
    assert hours_left(games, game.id, "blue") == 1
    # a bet cannot be passed by: the referee decides
    go(games, game.id, "blue")
    passes_by(games, time, game.id, hours=1)
    after = passes_by(games, time, game.id, hours=1)
    assert {it.then for it in after.timekeeping.deadlines.values()} == {"referee"}
    assert decided_again(games.history(game.id), Toy()).divergence is None


def test_an_opponent_may_claim_the_game_where_the_charter_says_so(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=FORFEIT)).game
    assert code(running.claim_game(games, game.id, "blue", "red")) == "NOT_FORFEIT"
    passes_by(games, time, game.id, hours=1)
    assert code(running.claim_game(games, game.id, "blue", "red")) == "NOT_FORFEIT"
    passes_by(games, time, game.id, days=30)
    assert not games.open(game.id).over, "silence alone ends nothing"
    assert code(running.claim_game(games, game.id, "red", "red")) == "NOT_AN_OPPONENT"
    assert code(running.claim_game(games, game.id, REFEREE, "red")) == "NOT_SEATED"
    over = running.claim_game(games, game.id, "blue", "red")
    assert isinstance(over, Game)
    assert over.over
    assert over.result is not None
    assert over.result.winner == "blue"
    assert games.decisions(over) == []
    assert code(games.submit_orders(game.id, "red", [PASS_ORDER])) == "GAME_OVER"
    # all is open now, to whoever looks
    shown = games.view(over, "spectator")["hand"]
    assert shown == games.view(over, REFEREE)["hand"]
    assert shown != games.view(games.at(game.id, over.version - 1), "spectator")["hand"]
    assert decided_again(games.history(game.id), Toy()).divergence is None


def test_a_forfeit_is_not_claimed_once_there_was_an_answer(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=FORFEIT)).game
    passes_by(games, time, game.id, hours=1)
    passes_by(games, time, game.id, hours=1)
    go(games, game.id, "red")
    assert code(running.claim_game(games, game.id, "blue", "red")) == "NOT_FORFEIT"


def test_a_stand_in_is_called_before_anything_is_decided(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=PASS)).game
    assert code(stand_ins.name(games, game.id, REFEREE)) == "NOT_YOUR_SEAT"
    assert isinstance(stand_ins.name(games, game.id, "red"), Game)
    passes_by(games, time, game.id, hours=1)
    called = passes_by(games, time, game.id, hours=1)
    assert called.shares == {"red-stand-in": "red"}
    assert hours_left(games, game.id, "red") == 1
    token = stand_ins.token_of(called, "red")
    assert called.seat_of(token) == "red-stand-in"
    fresh = games.claim(game.id, "red-stand-in", token=token)
    assert games.open(game.id).seat_of(fresh) == "red-stand-in"
    outcome = games.submit_orders(game.id, "red", [PASS_ORDER], by="red-stand-in")
    assert isinstance(outcome, Accepted)
    # the holder is back, and dismisses them
    assert isinstance(stand_ins.dismiss(games, game.id, "red"), Game)
    assert games.open(game.id).seat_of(fresh) is None


def test_a_stand_in_who_is_silent_too_is_not_called_again(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=PASS)).game
    stand_ins.name(games, game.id, "red")
    for _ in range(4):
        after = passes_by(games, time, game.id, hours=1)
    assert [it.then for it in games.history(game.id) if isinstance(it, GraceEnded)] == [
        "stand_in",
        "pass",
    ]
    first = stand_ins.token_of(after, "red")
    stand_ins.dismiss(games, game.id, "red")
    stand_ins.name(games, game.id, "red")
    assert after.seat_of(first) == "red-stand-in"
    assert games.open(game.id).seat_of(first) is None


def test_an_absence_does_not_undo_that_a_deadline_was_missed(
    games: Games, game_id: str, time: Time
) -> None:
    passes_by(games, time, game_id, hours=48)
    before = games.open(game_id).timekeeping.deadlines
    absences.declare(games, game_id, "red", date(2026, 6, 3), date(2026, 6, 30), "UTC")
    assert games.open(game_id).timekeeping.deadlines == before
    # but it counts from the next question on
    go(games, game_id, "red")
    go(games, game_id, "blue")
    # two days after the 1st of July, seen from noon of the 3rd of June
    assert hours_left(games, game_id, "red") == 29.5 * 24


def test_a_seat_holds_the_clock_once_for_a_question(games: Games, game_id: str, time: Time) -> None:
    until = micros(datetime(2026, 6, 8, tzinfo=UTC))
    assert isinstance(absences.wait(games, game_id, "red", until), Game)
    assert hours_left(games, game_id, "red") == 6 * 24 + 12
    assert code(absences.wait(games, game_id, "red", until + 1_000_000)) == "WAITED_ALREADY"
    assert code(absences.wait(games, game_id, "blue", until)) == "NO_DEADLINE"
    go(games, game_id, "red")
    too_far = micros(datetime(2026, 6, 30, tzinfo=UTC))
    assert code(absences.wait(games, game_id, "blue", too_far)) == "TOO_LONG"
    past = micros(datetime(2026, 5, 1, tzinfo=UTC))
    assert code(absences.wait(games, game_id, "blue", past)) == "BAD_DATE"


def test_nothing_falls_due_while_the_clock_is_held(games: Games, game_id: str, time: Time) -> None:
    time.goes_on(hours=40)
    setting.hold(games, game_id, REFEREE, "Holidays")
    assert code(setting.hold(games, game_id, REFEREE)) == "CLOCK_HELD"
    before = games.head(game_id)
    passes_by(games, time, game_id, days=20)
    assert games.head(game_id) == before
    setting.resume(games, game_id, REFEREE)
    assert hours_left(games, game_id, "red") == 8
    assert code(setting.resume(games, game_id, REFEREE)) == "CLOCK_RUNS"


def test_what_is_asked_while_the_clock_is_held_has_all_its_time_afterwards(
    games: Games, game_id: str, time: Time
) -> None:
    setting.hold(games, game_id, REFEREE)
    time.goes_on(days=3)
    go(games, game_id, "red")
    time.goes_on(days=3)
    setting.resume(games, game_id, REFEREE)
    assert hours_left(games, game_id, "blue") == 48


def test_a_new_clock_gives_everybody_its_time(games: Games, game_id: str, time: Time) -> None:
    time.goes_on(hours=40)
    assert code(setting.set_clock(games, game_id, "red", Clock(60))) == "NOT_THE_REFEREE"
    setting.set_clock(games, game_id, REFEREE, Clock(10 * 60))
    assert hours_left(games, game_id, "red") == 10
    before = games.head(game_id)
    setting.set_clock(games, game_id, REFEREE, Clock(10 * 60))
    assert games.head(game_id) == before
    setting.remove_clock(games, game_id, REFEREE)
    assert games.open(game_id).timekeeping.deadlines == {}
    assert code(setting.remove_clock(games, game_id, REFEREE)) == "NO_CLOCK"
    before = games.head(game_id)
    go(games, game_id, "red")
    assert "deadlines_set" not in told(games, game_id, before)


@pytest.mark.parametrize(
    ("clock", "where"),
    [
        (Clock(60, notice=-1), "notice"),
        (Clock(60, wait=-1), "wait"),
        (Clock(60, days=()), "days"),
        (Clock(60, days=(8,)), "days"),
        (Clock(60, closes=1441), "hours"),
        (Clock(60, then="shot"), "then"),
    ],
)
def test_a_clock_that_no_form_can_say_is_refused(
    games: Games, game_id: str, clock: Clock, where: str
) -> None:
    refused = setting.set_clock(games, game_id, REFEREE, clock)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["where"]) == ("BAD_CLOCK", where)
    with pytest.raises(SetupRefused):
        games.create("toy", "wide", {"turns": 3}, clock=clock)


def test_whoever_takes_an_order_back_gains_no_time(games: Games, game_id: str, time: Time) -> None:
    time.goes_on(hours=47)
    go(games, game_id, "red")
    time.goes_on(minutes=30)
    assert not isinstance(takebacks.ask(games, game_id, "red", None), Refusal)
    # as much as when the order was given
    assert hours_left(games, game_id, "red") == 1


def test_the_referee_goes_on_only_with_what_is_still_waited_for(games: Games, game_id: str) -> None:
    [due] = games.open(game_id).timekeeping.of("red")
    go(games, game_id, "red")
    refused = running.process(games, game_id, REFEREE, due.set.decision)
    assert code(refused) == "DECISION_CLOSED"
    [due] = games.open(game_id).timekeeping.of("blue")
    assert code(running.process(games, game_id, "red", due.set.decision)) == "NOT_THE_REFEREE"
    assert isinstance(running.process(games, game_id, REFEREE, due.set.decision), Game)
    [given] = [
        it for it in games.history(game_id) if isinstance(it, OrderGiven) and it.player == "blue"
    ]
    assert (given.by, given.behalf) == (REFEREE, "blue")
    [due, *_] = games.open(game_id).timekeeping.of("red")
    assert code(running.process(games, game_id, REFEREE, due.set.decision)) == "CANNOT_PASS"


def test_a_fork_has_no_clock(games: Games, game_id: str) -> None:
    forked = forks.fork(games, game_id, games.head(game_id))
    assert not isinstance(forked, Refusal)
    assert forked.game.timekeeping.clock is None
    assert forked.game.timekeeping.deadlines == {}


@ON_EACH
def test_a_replay_comes_to_the_same(
    games: Games, game_id: str, time: Time, opened: Callable[[], Games]
) -> None:
    absences.declare(games, game_id, "red", date(2026, 6, 3), date(2026, 6, 5), "UTC")
    stand_ins.name(games, game_id, "blue")
    passes_by(games, time, game_id, days=8)
    assert opened().open(game_id).timekeeping == games.open(game_id).timekeeping


# -- nobody gains by what moves deadlines ----------------------------------------------------------


def test_more_time_is_not_had_again_by_taking_an_order_back(
    games: Games, game_id: str, time: Time
) -> None:
    absences.wait(games, game_id, "red", micros(datetime(2026, 6, 8, tzinfo=UTC)))
    before = hours_left(games, game_id, "red")
    for _ in range(3):
        go(games, game_id, "red")
        assert not isinstance(takebacks.ask(games, game_id, "red", None), Refusal)
        later = micros(datetime(2026, 6, 9, tzinfo=UTC))
        assert code(absences.wait(games, game_id, "red", later)) == "WAITED_ALREADY"
    assert hours_left(games, game_id, "red") == before


def test_whoever_was_silent_beyond_the_grace_is_so_after_taking_an_order_back(
    games: Games, time: Time
) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=FORFEIT)).game
    passes_by(games, time, game.id, hours=1)
    passes_by(games, time, game.id, hours=1)
    go(games, game.id, "red")
    takebacks.ask(games, game.id, "red", None)
    assert isinstance(running.claim_game(games, game.id, "blue", "red"), Game)


def test_others_are_as_late_as_they_were_when_somebody_takes_an_order_back(
    games: Games, time: Time
) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0)).game
    go(games, game.id, "red")
    go(games, game.id, "blue")
    go(games, game.id, "red", {"order": "bet", "value": 2})
    passes_by(games, time, game.id, hours=1)
    late = games.open(game.id).timekeeping.of("blue")[0].late
    assert late
    if isinstance(takebacks.ask(games, game.id, "red", None), Refusal):
        pytest.fail("a sealed bet is taken back freely as long as nobody has seen it")
    assert games.open(game.id).timekeeping.of("blue")[0].late == late


def test_a_pass_by_silence_is_not_taken_back_without_the_others(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=PASS)).game
    passes_by(games, time, game.id, hours=1)
    passes_by(games, time, game.id, hours=1)
    asked = takebacks.ask(games, game.id, "red", None)
    assert not isinstance(asked, Refusal)
    assert asked.takeback, "the others have to agree"


def test_time_left_is_kept_by_a_withdrawal_whatever_happened_to_the_clock(
    games: Games, game_id: str, time: Time
) -> None:
    time.goes_on(hours=10)
    go(games, game_id, "red")
    setting.hold(games, game_id, REFEREE)
    time.goes_on(days=5)
    setting.resume(games, game_id, REFEREE)
    takebacks.ask(games, game_id, "red", None)
    assert hours_left(games, game_id, "red") == 38


def test_a_hand_over_by_the_holder_does_not_stop_the_clock(games: Games, time: Time) -> None:
    created = set_up(games)
    game_id = created.game.id
    token = games.claim(game_id, "red")
    time.goes_on(hours=47)
    invitation = seats.hand_over(games, game_id, "red", token)
    assert hours_left(games, game_id, "red") == 1
    assert isinstance(invitation, str)
    games.claim(game_id, "red", token=invitation)
    assert hours_left(games, game_id, "red") == 1


def test_the_grace_does_not_run_while_the_clock_is_held(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=24 * 60, notice=0, then=FORFEIT)).game
    passes_by(games, time, game.id, hours=1)
    passes_by(games, time, game.id, hours=20)
    setting.hold(games, game.id, REFEREE)
    passes_by(games, time, game.id, days=3)
    assert code(running.claim_game(games, game.id, "blue", "red")) == "CLOCK_HELD"
    setting.resume(games, game.id, REFEREE)
    passes_by(games, time, game.id, hours=3)
    assert not any(isinstance(it, GraceEnded) for it in games.history(game.id))
    passes_by(games, time, game.id, hours=1)
    assert isinstance(running.claim_game(games, game.id, "blue", "red"), Game)


def test_absences_that_change_while_the_clock_is_held_are_counted_once(
    games: Games, game_id: str, time: Time
) -> None:
    away = absences.declare(games, game_id, "red", date(2026, 6, 10), date(2026, 6, 19), "UTC")
    assert not isinstance(away, Refusal)
    setting.hold(games, game_id, REFEREE)
    absences.call_off(games, game_id, "red", away.id)
    go(games, game_id, "red")
    absences.declare(games, game_id, "blue", date(2026, 6, 2), date(2026, 6, 3), "UTC")
    setting.resume(games, game_id, REFEREE)
    assert hours_left(games, game_id, "blue") == 48 + 48


def test_nothing_is_put_off_while_the_clock_is_held(games: Games, game_id: str) -> None:
    setting.hold(games, game_id, REFEREE)
    until = micros(datetime(2026, 6, 5, tzinfo=UTC))
    assert code(setting.extend(games, game_id, REFEREE, "red", until)) == "CLOCK_HELD"
    assert code(absences.wait(games, game_id, "red", until)) == "CLOCK_HELD"


def test_a_stand_in_is_called_once_for_a_question(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=FORFEIT)).game
    for _ in range(3):
        stand_ins.name(games, game.id, "red")
        passes_by(games, time, game.id, hours=1)
        passes_by(games, time, game.id, hours=1)
    then = [it.then for it in games.history(game.id) if isinstance(it, GraceEnded)]
    assert then == ["stand_in", "forfeit"]


def test_a_stand_in_goes_with_whoever_has_named_them(games: Games, time: Time) -> None:
    created = set_up(games, Clock(60, grace=60, notice=0))
    game_id = created.game.id
    stand_ins.name(games, game_id, "red")
    passes_by(games, time, game_id, hours=1)
    called = passes_by(games, time, game_id, hours=1)
    assert called.shares
    seats.hand_over(games, game_id, "red", created.tokens[REFEREE])
    after = games.open(game_id)
    assert after.shares == {}
    assert after.timekeeping.stand_ins == {}


def test_nobody_is_away_for_ever(games: Games, game_id: str) -> None:
    first = date(2026, 6, 10)
    taken = 0
    for number in range(12):
        start = first + timedelta(days=30 * number)
        outcome = absences.declare(games, game_id, "red", start, start + timedelta(days=29), "UTC")
        taken += not isinstance(outcome, Refusal)
    assert taken == absences.MOST_DAYS // 30


def test_whoever_is_silent_themselves_claims_nothing(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=FORFEIT)).game
    go(games, game.id, "red")
    go(games, game.id, "blue")
    for _ in range(4):
        passes_by(games, time, game.id, hours=1)
    assert code(running.claim_game(games, game.id, "blue", "red")) == "LATE_YOURSELF"


def test_clocks_wait_while_a_game_waits_for_its_rules(games: Games, time: Time) -> None:
    game = set_up(games, Clock(60, grace=60, notice=0, then=FORFEIT)).game
    newer = Toy()
    newer.version, newer.replays = "2", (("1", "0" * 64),)
    games.rulesets = {"toy": newer}
    for _ in range(3):
        passes_by(games, time, game.id, hours=1)
    assert "deadline_passed" not in told(games, game.id)
    assert code(running.claim_game(games, game.id, "blue", "red")) == "RULES_CHANGED"
    migration.agree(games, game.id, REFEREE)
    assert hours_left(games, game.id, "red") == 1
