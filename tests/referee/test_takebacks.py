"""The law of take-backs: free before a seal, by consent from then on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from napoleon.log.cases import AGREED, OPEN, RULED, STOOD, WITHDRAWN
from napoleon.log.events.cases import TakebackClosed, TakebackRequested
from napoleon.log.events.rewinds import ALL, NONE, TAINTED, WITHDRAWAL, HistoryRewound
from napoleon.play import standing_orders as standing
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Created
from napoleon.play.referee import takebacks
from napoleon.play.referee.takebacks import Asked
from napoleon.rules.orders import OrderGiven, Refusal
from tests.core.play import stored
from tests.referee.law import (
    DRAW,
    PASS,
    Clock,
    ToyForThree,
    ask,
    bet,
    give,
    of_type,
    refused,
    rule,
    table,
    turn,
)

# -- before a seal ---------------------------------------------------------------------------------


def test_a_sealed_bet_that_nobody_has_answered_is_withdrawn_freely(
    games: Games, game_id: str
) -> None:
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", PASS)
    give(games, game_id, "red", bet(3))
    assert ask(games, game_id, "red").takeback == 0
    assert games.open(game_id).state.bets == {}
    give(games, game_id, "red", bet(1))


def test_several_own_moves_are_withdrawn_at_once(games: Games, game_id: str) -> None:
    give(games, game_id, "red", PASS)
    start = give(games, game_id, "blue", PASS)
    give(games, game_id, "blue", bet(2))
    assert ask(games, game_id, "blue", start).takeback == 0
    give(games, game_id, "blue", bet(3))


# -- what seals ------------------------------------------------------------------------------------


def test_a_draw_seals_even_if_only_the_own_seat_has_seen_it(games: Games, game_id: str) -> None:
    give(games, game_id, "red", DRAW)
    assert ask(games, game_id, "red").takeback > 0


def test_what_was_shown_to_another_seat_seals(games: Games, game_id: str) -> None:
    card = games.open(game_id).state.hands["red"][0]
    give(games, game_id, "red", {"order": "play", "card": card})
    assert ask(games, game_id, "red").takeback > 0


def test_an_act_of_another_seat_seals(games: Games, game_id: str) -> None:
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", PASS)
    assert ask(games, game_id, "red").takeback > 0


def test_an_answer_that_another_seat_has_left_seals(games: Games, game_id: str) -> None:
    left = standing.leave(games, game_id, "blue", {"instruction": "pass_this_turn"})
    assert not isinstance(left, Refusal)
    give(games, game_id, "red", PASS)
    by_instruction = of_type(games, game_id, OrderGiven)[-1]
    assert by_instruction.player == "blue"
    assert ask(games, game_id, "red").takeback > 0


def test_a_correction_by_the_referee_seals(games: Games, game_id: str) -> None:
    give(games, game_id, "red", PASS)
    put_right = {"correct": "set_score", "seat": "blue", "score": 4, "reason": "Miscounted."}
    rule(games, game_id, "correct", corrections=(put_right,))
    assert ask(games, game_id, "red").takeback > 0
    assert games.open(game_id).state.scores["blue"] == 4


def test_a_move_that_the_referee_has_made_for_the_seat_is_not_withdrawn_freely(
    games: Games, game_id: str
) -> None:
    give(games, game_id, "red", PASS, by="referee")
    assert ask(games, game_id, "red").takeback > 0


def test_what_was_undone_does_not_come_back_freely(games: Games, game_id: str) -> None:
    start = games.head(game_id)
    drawn = give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red", start)
    takebacks.answer(games, game_id, "blue", asked.takeback, "agree")
    give(games, game_id, "red", PASS)
    again = ask(games, game_id, "red", drawn)
    assert again.takeback > 0, "the card that was drawn comes back only if blue agrees"
    assert games.open(game_id).state.hands["red"] == games.at(game_id, start).state.hands["red"]


# -- consent ---------------------------------------------------------------------------------------


def test_when_all_agree_the_game_goes_back(games: Games, game_id: str) -> None:
    start = games.open(game_id)
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    asked = ask(games, game_id, "red", start.version, why="I meant to pass.")
    assert (asked.to, asked.version) == (start.version, asked.takeback)
    assert table(games.open(game_id)) != table(start), "nothing is undone before they agree"
    case = takebacks.answer(games, game_id, "blue", asked.takeback, "agree")
    assert not isinstance(case, Refusal)
    assert case.status == AGREED
    assert table(games.open(game_id)) == table(start)
    [rewound] = of_type(games, game_id, HistoryRewound)
    assert (rewound.to, rewound.cause) == (start.version, asked.takeback)
    assert games.open(game_id).takebacks[asked.takeback].answers == {"blue": TAINTED}


def test_the_first_refusal_lets_it_stand(opened: Callable[..., Games]) -> None:
    games = opened(ToyForThree())
    game_id = games.create("toy", "wide", {}).game.id
    give(games, game_id, "red", DRAW)
    position = table(games.open(game_id))
    asked = ask(games, game_id, "red").takeback
    assert games.open(game_id).takebacks[asked].affected == ("blue", "green")
    case = takebacks.answer(games, game_id, "green", asked, "refuse")
    assert not isinstance(case, Refusal)
    assert (case.status, case.refused) == (STOOD, "green")
    assert refused(takebacks.answer(games, game_id, "blue", asked, "agree")) == "CASE_CLOSED"
    assert table(games.open(game_id)) == position


@pytest.mark.parametrize(
    ("blue", "green", "strictest"),
    [(NONE, NONE, NONE), (NONE, TAINTED, TAINTED), (ALL, NONE, ALL), (TAINTED, ALL, ALL)],
)
def test_the_strictest_wish_says_what_is_drawn_anew(
    opened: Callable[..., Games], blue: str, green: str, strictest: str
) -> None:
    games = opened(ToyForThree())
    game_id = games.create("toy", "wide", {}).game.id
    start = table(games.open(game_id))
    give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red", reroll=NONE).takeback
    half = takebacks.answer(games, game_id, "blue", asked, "agree", blue)
    assert not isinstance(half, Refusal)
    assert half.status == OPEN
    assert table(games.open(game_id)) != start, "every seat that is affected has to agree"
    takebacks.answer(games, game_id, "green", asked, "agree", green)
    [rewound] = of_type(games, game_id, HistoryRewound)
    assert rewound.reroll == strictest
    assert table(games.open(game_id)) == start


def test_who_is_asked_and_plays_on_lets_it_stand(games: Games, game_id: str) -> None:
    give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red").takeback
    give(games, game_id, "blue", PASS)
    case = games.open(game_id).takebacks[asked]
    assert case.status == STOOD
    assert refused(takebacks.answer(games, game_id, "blue", asked, "agree")) == "CASE_CLOSED"


def test_who_has_asked_and_plays_on_does_not_ask_any_more(games: Games, game_id: str) -> None:
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", PASS)
    asked = ask(games, game_id, "red").takeback
    give(games, game_id, "red", bet(2))
    assert games.open(game_id).takebacks[asked].status == WITHDRAWN


def test_what_nobody_answers_in_time_stands(games: Games, game_id: str, clock: Clock) -> None:
    give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red").takeback
    clock.advance(hours=71)
    assert games.open(game_id).takebacks[asked].is_open(clock())
    clock.advance(hours=1)
    assert refused(takebacks.answer(games, game_id, "blue", asked, "agree")) == "CASE_CLOSED"
    assert of_type(games, game_id, TakebackClosed) == [], "nobody has acted since"
    give(games, game_id, "blue", PASS)
    [closed] = of_type(games, game_id, TakebackClosed)
    assert (closed.status, closed.by) == (STOOD, "")
    again = ask(games, game_id, "red")
    assert again.takeback > asked, "it may be asked again"


def test_the_referee_decides_for_the_seats(games: Games, game_id: str) -> None:
    start = games.open(game_id)
    give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red", reroll=ALL)
    rule(games, game_id, "rewind", case=asked.takeback)
    assert table(games.open(game_id)) == table(start)
    assert games.open(game_id).takebacks[asked.takeback].status == RULED
    [rewound] = of_type(games, game_id, HistoryRewound)
    assert (rewound.by, rewound.seat, rewound.reroll) == ("referee", "red", ALL)
    assert refused(takebacks.answer(games, game_id, "blue", asked.takeback, "agree")) == (
        "CASE_CLOSED"
    )


def test_a_ruling_that_goes_back_closes_what_others_have_asked_for(
    games: Games, game_id: str
) -> None:
    start = games.head(game_id)
    first = give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    asked = ask(games, game_id, "blue", first).takeback
    rule(games, game_id, "rewind", to=start)
    assert games.open(game_id).takebacks[asked].status == STOOD
    assert refused(takebacks.answer(games, game_id, "red", asked, "agree")) == "CASE_CLOSED"


# -- rulings that would not hold any more ------------------------------------------------------


PUT_RIGHT = {"correct": "set_score", "seat": "blue", "score": 4, "reason": "Miscounted."}


def corrected(games: Games, game_id: str) -> int:
    """Red passes, and the referee puts blue's score right; the version before both."""
    start = games.head(game_id)
    give(games, game_id, "red", PASS)
    rule(games, game_id, "correct", corrections=(PUT_RIGHT,))
    return start


def lost(games: Games, game_id: str, to: int) -> list[str]:
    """What the rulings decided that would not hold any more."""
    return [it.outcome for it in takebacks.rulings_lost(games, games.open(game_id), to)]


@pytest.mark.parametrize("judge", ["referee", "deputy"])
def test_a_correction_is_not_undone_without_the_referee(
    games: Games, game_id: str, judge: str
) -> None:
    start = corrected(games, game_id)
    assert lost(games, game_id, start) == ["correct"]
    asked = ask(games, game_id, "red", start).takeback
    assert games.open(game_id).takebacks[asked].affected == ("blue", "referee")
    half = takebacks.answer(games, game_id, "blue", asked, "agree")
    assert not isinstance(half, Refusal)
    assert half.status == OPEN
    assert games.open(game_id).state.scores["blue"] == 4, "the correction stands"
    whole = takebacks.answer(games, game_id, judge, asked, "agree")
    assert not isinstance(whole, Refusal)
    assert whole.status == AGREED
    assert games.open(game_id).state.scores["blue"] == 0


def test_the_referee_keeps_a_correction(games: Games, game_id: str) -> None:
    asked = ask(games, game_id, "red", corrected(games, game_id)).takeback
    takebacks.answer(games, game_id, "blue", asked, "agree")
    case = takebacks.answer(games, game_id, "referee", asked, "refuse")
    assert not isinstance(case, Refusal)
    assert case.status == STOOD
    assert games.open(game_id).state.scores["blue"] == 4


def test_what_was_ruled_before_is_left_alone_and_asks_no_referee(
    games: Games, game_id: str
) -> None:
    corrected(games, game_id)
    rule(games, game_id, "stand")
    later = games.head(game_id)
    give(games, game_id, "blue", DRAW)
    rule(games, game_id, "stand")
    assert lost(games, game_id, later) == [], "a ruling that lets things stand changes no table"
    asked = ask(games, game_id, "blue", later).takeback
    assert games.open(game_id).takebacks[asked].affected == ("red",)
    assert refused(takebacks.answer(games, game_id, "referee", asked, "agree")) == "NOT_AFFECTED"
    takebacks.answer(games, game_id, "red", asked, "agree")
    assert games.open(game_id).state.scores["blue"] == 4


def test_what_a_ruling_has_taken_back_does_not_come_again_without_the_referee(
    games: Games, game_id: str
) -> None:
    begun = games.head(game_id)
    start = give(games, game_id, "red", PASS)
    drawn = give(games, game_id, "blue", DRAW)
    rule(games, game_id, "rewind", to=start)
    give(games, game_id, "blue", PASS)
    assert lost(games, game_id, drawn) == ["rewind"]
    assert lost(games, game_id, start) == [], "it stays as it was ruled"
    assert lost(games, game_id, begun) == []
    asked = ask(games, game_id, "blue", drawn).takeback
    assert games.open(game_id).takebacks[asked].affected == ("red", "referee")
    for seat in ("red", "referee"):
        takebacks.answer(games, game_id, seat, asked, "agree")
    assert lost(games, game_id, begun) == [], "the ruling holds no more: none is lost again"


def test_what_was_drawn_anew_by_a_ruling_is_not_undone_without_the_referee(
    games: Games, game_id: str
) -> None:
    start = games.head(game_id)
    drawn = give(games, game_id, "red", DRAW)
    rule(games, game_id, "reroll", version=drawn)
    assert lost(games, game_id, start) == ["reroll"]
    asked = ask(games, game_id, "red", start).takeback
    assert games.open(game_id).takebacks[asked].affected == ("blue", "referee")


def test_nobody_agrees_to_undo_a_correction_that_they_were_not_told_of(
    games: Games, game_id: str
) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red", start).takeback
    rule(games, game_id, "correct", corrections=(PUT_RIGHT,))
    assert games.open(game_id).takebacks[asked].status == STOOD
    assert refused(takebacks.answer(games, game_id, "blue", asked, "agree")) == "CASE_CLOSED"
    assert games.open(game_id).state.scores["blue"] == 4


def test_without_a_referee_the_seats_decide_about_earlier_rulings(
    games: Games, game_id: str
) -> None:
    start = corrected(games, game_id)
    fork = games.fork(game_id, games.head(game_id))
    assert isinstance(fork, Created)
    assert lost(games, fork.game.id, start) == ["correct"], "it is named all the same"
    asked = ask(games, fork.game.id, "red", start).takeback
    assert games.open(fork.game.id).takebacks[asked].affected == ("blue",)


# -- what is refused -------------------------------------------------------------------------------


def test_nothing_is_recorded_of_what_is_refused(games: Games, game_id: str) -> None:
    give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red").takeback
    before, head = stored(games), games.head(game_id)
    for code, outcome in {
        "NOT_SEATED": takebacks.ask(games, game_id, "spectator", None),
        "ALREADY_ASKED": takebacks.ask(games, game_id, "red", None),
        "VERSION_CONFLICT": takebacks.ask(games, game_id, "red", None, expected=head - 1),
        "BAD_PAYLOAD": takebacks.ask(games, game_id, "red", None, reroll="some"),
        "TEXT_TOO_LONG": takebacks.ask(games, game_id, "red", None, why="x" * 4001),
        "UNKNOWN_CASE": takebacks.answer(games, game_id, "blue", 1, "agree"),
        "NOT_AFFECTED": takebacks.answer(games, game_id, "red", asked, "agree"),
    }.items():
        assert refused(outcome) == code
    assert refused(takebacks.answer(games, game_id, "blue", asked, "maybe")) == "BAD_PAYLOAD"
    assert stored(games) == before


def test_going_back_into_the_midst_of_an_order_leads_to_before_it(
    games: Games, game_id: str
) -> None:
    start = give(games, game_id, "red", PASS)
    before = table(games.open(game_id))
    drawn = give(games, game_id, "blue", DRAW)
    assert drawn - start > 2, "an order that draws is of several events"
    give(games, game_id, "blue", bet(1))
    for version in range(start, drawn):
        assert takebacks.goal(games, games.open(game_id), version) == start
    assert takebacks.goal(games, games.open(game_id), drawn) == drawn
    asked = ask(games, game_id, "blue", drawn - 1)
    assert asked.to == start, "the draw is undone with the order that has called for it"
    takebacks.answer(games, game_id, "red", asked.takeback, "agree")
    assert table(games.open(game_id)) == before
    rule(games, game_id, "rewind", to=drawn)
    assert games.open(game_id).state.hands != games.at(game_id, start).state.hands
    rule(games, game_id, "rewind", to=drawn - 1)
    assert table(games.open(game_id)) == before, "and so does a ruling"


def test_the_laying_of_the_table_is_not_gone_back_into(games: Games, game_id: str) -> None:
    laid = games.head(game_id)
    give(games, game_id, "red", PASS)
    assert takebacks.goal(games, games.open(game_id), 1) == laid


def test_there_is_no_going_back_before_the_table(games: Games) -> None:
    game_id = games.create("toy", "wide", {}, awaits_seats=True).game.id
    for seat in ("red", "blue"):
        games.claim(game_id, seat)
    give(games, game_id, "red", PASS)
    assert refused(takebacks.ask(games, game_id, "red", 1)) == "NOT_STARTED"
    assert refused(takebacks.ask(games, game_id, "red", 2)) == "NOT_STARTED"


def test_when_the_game_is_over_nothing_is_taken_back(games: Games) -> None:
    game_id = games.create("toy", "wide", {"turns": 1}).game.id
    turn(games, game_id, PASS, PASS)
    assert refused(takebacks.ask(games, game_id, "blue", None)) == "GAME_OVER"


# -- late and double requests ----------------------------------------------------------------------


def test_an_order_for_a_question_that_was_undone_is_late(games: Games, game_id: str) -> None:
    [asked] = [it.id for it in games.decisions(games.open(game_id))]
    give(games, game_id, "red", PASS)
    ask(games, game_id, "red")
    [again] = [it.id for it in games.decisions(games.open(game_id))]
    assert again != asked
    assert refused(games.submit_orders(game_id, "red", [PASS], decision=asked)) == "DECISION_CLOSED"
    assert isinstance(games.submit_orders(game_id, "red", [PASS], decision=again), Accepted)


def test_of_two_requests_at_once_one_is_asked(games: Games, game_id: str) -> None:
    turn(games, game_id, DRAW, DRAW)
    start = Barrier(2)

    def at_once(seat: str) -> Asked | Refusal:
        start.wait()
        return takebacks.ask(games, game_id, seat, None)

    with ThreadPoolExecutor(2) as both:
        outcomes = list(both.map(at_once, ("red", "blue")))
    assert sorted(type(it).__name__ for it in outcomes) == ["Asked", "Refusal"]
    assert refused(next(it for it in outcomes if isinstance(it, Refusal))) == "ALREADY_ASKED"
    assert len(of_type(games, game_id, TakebackRequested)) == 1


def test_of_the_same_answer_twice_at_once_one_counts(games: Games, game_id: str) -> None:
    give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red").takeback
    start = Barrier(2)

    def at_once(said: str) -> object:
        start.wait()
        return takebacks.answer(games, game_id, "blue", asked, said)

    with ThreadPoolExecutor(2) as both:
        outcomes = list(both.map(at_once, ("agree", "agree")))
    assert sum(isinstance(it, Refusal) for it in outcomes) == 1
    assert len(of_type(games, game_id, HistoryRewound)) == 1


def test_replay_is_the_live_game(games: Games, game_id: str, opened: Callable[..., Games]) -> None:
    start = games.head(game_id)
    turn(games, game_id, DRAW, DRAW)
    give(games, game_id, "red", PASS)
    ask(games, game_id, "red")
    asked = ask(games, game_id, "red", start).takeback
    takebacks.answer(games, game_id, "blue", asked, "agree")
    give(games, game_id, "red", DRAW)
    assert opened().open(game_id) == games.open(game_id)


# -- standing orders -------------------------------------------------------------------------------


def left(games: Games, game_id: str) -> list[tuple[str, str]]:
    """The standing orders that are kept: ids and seats."""
    return [(row.id, row.seat) for row in games.recorder.standing_orders(game_id)]


def leave_both(games: Games, game_id: str) -> list[tuple[str, str]]:
    """Each seat leaves a standing order that does not answer anything soon."""
    for seat in ("red", "blue"):
        kept = standing.leave(games, game_id, seat, {"instruction": "bet_same", "value": 2})
        assert not isinstance(kept, Refusal), kept
    assert len(left(games, game_id)) == 2
    return left(games, game_id)


def test_a_free_withdrawal_keeps_the_standing_orders(games: Games, game_id: str) -> None:
    both = leave_both(games, game_id)
    give(games, game_id, "red", PASS)
    assert ask(games, game_id, "red").takeback == 0
    assert of_type(games, game_id, HistoryRewound)[-1].reason == WITHDRAWAL
    assert left(games, game_id) == both


def test_a_take_back_by_consent_forgets_the_standing_orders(games: Games, game_id: str) -> None:
    leave_both(games, game_id)
    give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red").takeback
    assert len(left(games, game_id)) == 2, "a request changes nothing yet"
    answered = takebacks.answer(games, game_id, "blue", asked, "agree")
    assert not isinstance(answered, Refusal), answered
    assert of_type(games, game_id, HistoryRewound)[-1].reason != WITHDRAWAL
    assert left(games, game_id) == []


def test_a_rewind_by_ruling_forgets_the_standing_orders(games: Games, game_id: str) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", PASS)
    leave_both(games, game_id)
    rule(games, game_id, "stand")
    assert len(left(games, game_id)) == 2, "a ruling that undoes nothing leaves them"
    rule(games, game_id, "rewind", to=start)
    assert left(games, game_id) == []
