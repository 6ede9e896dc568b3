"""Operations: orders that a seat has written for what it will be asked next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from napoleon.log.events.service import ServiceEvent
from napoleon.play import operations, pace, seats, standing_orders
from napoleon.play.clock import absences
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee import takebacks
from napoleon.play.referee.disputes import open_dispute
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.play.standing_orders import answer_in_place, answers_soon, kept_by
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rulesets import napoleon1815
from tests.core.play import unfollowed
from tests.core.test_pace import SECOND, Clock
from tests.repetitions import IN_THE_HOUSE, ON_EACH

pytestmark = IN_THE_HOUSE

ALLIED, FRENCH = "allied", "french"
ACTIVATE = "activate Namur: Blücher, Pirch"
MARCH = ("move", "move to Fosses")

CHANGED = Refusal("RULES_CHANGED", "", "The rules of this game cannot be played here any more.")

TOKENS: dict[str, str] = {}
"""The token of the referee, by game."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def games(log_env: dict[str, str], clock: Clock) -> Iterator[Games]:
    rules = {"napoleon1815": napoleon1815.RULES}
    with Games(log_env, rulesets=rules, clock=clock, entropy=random.Random(3).randbytes) as it:
        yield it


def begun(games: Games, *, instant: bool = True, windows: str = "form", **more: Any) -> str:
    """A campaign in which the Allies go first; the same one every time."""
    created = games.create(
        "napoleon1815", "campaign", {}, windows=windows, instant_answers=instant, **more
    )
    game_id = created.game.id
    TOKENS[game_id] = created.tokens.get(REFEREE, "")
    games.follow_standing_orders(game_id)
    return game_id


def paced(games: Games, clock: Clock) -> str:
    """The same where answers come at the pace of people, and the first questions are answered."""
    game_id = begun(games, instant=False, referee=True)
    while not asked(games, game_id):
        clock.time += 61 * SECOND
        answer_in_place(games, game_id)
    return game_id


def asked(games: Games, game_id: str) -> list[tuple[str, str]]:
    return [(it.seat, it.kind) for it in games.decisions(games.open(game_id))]


def sent(games: Games, game_id: str, *then: str, seat: str = ALLIED, key: str = "") -> Accepted:
    outcome = games.submit_orders(game_id, seat, [ACTIVATE], then=then, key=key or None)
    assert isinstance(outcome, Accepted), outcome
    return outcome


def shown(games: Games, game_id: str, seat: str = ALLIED) -> Any:
    return operations.shown(games, games.open(game_id), seat, "")


def given(games: Games, game_id: str, seat: str = ALLIED) -> list[str]:
    """The orders that operations have given."""
    return [
        str(it.order["order"])
        for it in games.history(game_id)
        if isinstance(it, OrderGiven) and it.player == seat and it.instruction
        if it.instruction["instruction"] == "operation"
    ]


def by_hand(games: Games, game_id: str, *lines: str, seat: str = ALLIED) -> Accepted:
    outcome = games.submit_orders(game_id, seat, lines)
    assert isinstance(outcome, Accepted), outcome
    return outcome


def run(games: Games, clock: Clock, game_id: str) -> None:
    """All that is due within some minutes."""
    for _ in range(12):
        clock.time += 61 * SECOND
        answer_in_place(games, game_id)


# -- it goes on --------------------------------------------------------------------------------


def test_a_march_goes_on_after_its_flip_through_windows_in_which_nobody_plays(
    games: Games,
) -> None:
    game_id = begun(games)
    sent(games, game_id, *MARCH)
    assert given(games, game_id) == ["choose_action", "step_move"]
    assert asked(games, game_id) == [(ALLIED, "march")]
    assert shown(games, game_id) is None


def test_it_stops_at_what_is_not_legal_and_says_why(games: Games) -> None:
    game_id = begun(games)
    sent(games, game_id, "move", "move to Ligny", "move to Sombreffe")
    found = shown(games, game_id)
    assert given(games, game_id) == ["choose_action"]
    assert (found["state"], found["why"]["code"]) == ("stopped", "NOT_ADJACENT")
    assert found["left"] == ["move to Ligny", "move to Sombreffe"]
    assert asked(games, game_id) == [(ALLIED, "march")]
    by_hand(games, game_id, "move to Fosses")
    assert shown(games, game_id) is None


def test_it_stops_where_another_question_is_put_than_its_line_was_written_for(
    games: Games,
) -> None:
    game_id = begun(games)
    sent(games, game_id, "attack")
    found = shown(games, game_id)
    assert given(games, game_id) == []
    assert (found["state"], found["left"]) == ("stopped", ["attack"])


def test_all_of_it_is_one_save_or_none(games: Games) -> None:
    game_id = begun(games)
    before = games.head(game_id)
    refused = games.submit_orders(game_id, ALLIED, [ACTIVATE], then=["move", "dance to Paris"])
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["where"]) == ("BAD_LINE", "then[1]")
    assert (games.head(game_id), shown(games, game_id)) == (before, None)
    refused = games.submit_orders(game_id, ALLIED, ["activate Paris: Ney"], then=["move"])
    assert isinstance(refused, Refusal)
    assert (games.head(game_id), shown(games, game_id)) == (before, None)


def test_a_request_that_is_sent_again_begins_nothing_again(games: Games) -> None:
    game_id = begun(games)
    first = sent(games, game_id, "move", key="k")
    head = games.head(game_id)
    again = sent(games, game_id, "move", key="k")
    assert (again.version, games.head(game_id)) == (first.version, head)
    assert given(games, game_id) == ["choose_action"]


def test_a_referee_leaves_no_operation(games: Games) -> None:
    game_id = begun(games, referee=True)
    refused = games.submit_orders(game_id, ALLIED, [ACTIVATE], then=["move"], by=REFEREE)
    assert isinstance(refused, Refusal)
    assert refused.code == "NOT_SEATED"


# -- its time ----------------------------------------------------------------------------------


def test_its_orders_come_at_the_pace_of_standing_orders_and_once(
    games: Games, clock: Clock
) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, "move")
    assert given(games, game_id) == []
    run(games, clock, game_id)
    assert given(games, game_id) == ["choose_action"]


def test_what_is_left_again_after_a_crash_is_not_given_again(games: Games) -> None:
    """A mail is seen to a second time, after all that it left was given."""
    game_id = begun(games)
    since = by_hand(games, game_id, ACTIVATE).version
    for _ in range(2):
        left = operations.leave(games, games.open(game_id), ALLIED, "", MARCH[:1], since)
        assert not isinstance(left, Refusal)
        answer_in_place(games, game_id)
    assert (given(games, game_id), shown(games, game_id)) == (["choose_action"], None)


@ON_EACH
def test_two_processes_give_nothing_twice(games: Games, clock: Clock) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, "move", "move to Fosses")
    with Games(games.env, rulesets=games.rulesets, clock=clock) as other:
        for _ in range(12):
            clock.time += 61 * SECOND
            for it in (games, other):
                answer_in_place(it, game_id)
    assert given(games, game_id) == ["choose_action", "step_move"]


def test_a_process_that_died_after_an_order_goes_on_with_the_next(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = begun(games)
    with unfollowed(games):
        sent(games, game_id, *MARCH)
    give = standing_orders.give_in_place

    def gives_and_dies(*arguments: Any) -> Any:
        give(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(standing_orders, "give_in_place", gives_and_dies)
        with pytest.raises(KeyboardInterrupt):
            answer_in_place(games, game_id)
    assert given(games, game_id) == ["choose_action"]
    answer_in_place(games, game_id)
    assert given(games, game_id) == ["choose_action", "step_move"]


# -- nobody else knows -------------------------------------------------------------------------


def test_nobody_is_told_that_something_waits(games: Games, clock: Clock) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, "move")
    game = games.open(game_id)
    assert operations.shown(games, game, FRENCH, "") is None
    assert kept_by(games, game_id, ALLIED) == kept_by(games, game_id, FRENCH) == []


def test_one_line_withdraws_it(games: Games, clock: Clock) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, "move")
    assert operations.withdraw(games, game_id, ALLIED, "")
    assert not operations.withdraw(games, game_id, ALLIED, "")
    run(games, clock, game_id)
    assert given(games, game_id) == []


def test_what_another_process_stops_meanwhile_is_withdrawn_as_well(
    games: Games, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, "move")
    drop = games.recorder.drop_standing_order

    def stopped_first(game: str, name: str) -> bool:
        monkeypatch.undo()
        kept = operations.of_rows(games.recorder.standing_orders(game))[0]
        running = operations.Running(kept, 0)
        operations.stop(games, games.open(game), running, operations.OTHERS_ACTED)
        return drop(game, name)

    monkeypatch.setattr(games.recorder, "drop_standing_order", stopped_first)
    assert operations.withdraw(games, game_id, ALLIED, "")
    assert shown(games, game_id) is None


def test_what_is_answered_soon_need_not_be_told(games: Games, clock: Clock) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, "move")
    while (ALLIED, "choose_action") not in asked(games, game_id):
        clock.time += SECOND
        answer_in_place(games, game_id)
    assert answers_soon(games, game_id, ALLIED)
    clock.time += round(SECOND * pace.MOST) + 61 * SECOND
    assert not answers_soon(games, game_id, ALLIED)


# -- in the middle -----------------------------------------------------------------------------


def case(games: Games, game_id: str) -> Any:
    """A dispute of the last order of the Allies, by the French."""
    order = [it for it in games.history(game_id) if isinstance(it, OrderGiven)][-1]
    return open_dispute(
        games, game_id, FRENCH, order.version, clause="OPS.1", claim="Not so.", relief="stand"
    )


def take_back(games: Games, game_id: str) -> Any:
    return takebacks.ask(games, game_id, ALLIED, None, why="A slip.")


def ruling(games: Games, game_id: str) -> Any:
    corrections = ({"correct": "set_track", "value": 3, "reason": "Counted."},)
    said = Judgement("correct", ("OPS.1",), "It was wrong.", corrections=corrections)
    return rule(games, game_id, REFEREE, said)


def rewind(games: Games, game_id: str) -> Any:
    said = Judgement("rewind", ("OPS.1",), "Once more.", to=games.head(game_id) - 1)
    return rule(games, game_id, REFEREE, said)


def hand_over(games: Games, game_id: str) -> Any:
    return seats.hand_over(games, game_id, ALLIED, TOKENS[game_id])


def other_order(games: Games, game_id: str) -> Any:
    return games.submit_orders(game_id, FRENCH, [{"order": "agree_to_end"}])


@pytest.mark.parametrize("act", [case, take_back, ruling, rewind, hand_over, other_order])
def test_it_stops_when_something_else_comes_up(games: Games, clock: Clock, act: Any) -> None:
    """Their author could give the order still, and does not know yet what has come up."""
    game_id = paced(games, clock)
    sent(games, game_id, *MARCH)
    outcome = act(games, game_id)
    assert not isinstance(outcome, Refusal), outcome
    run(games, clock, game_id)
    assert given(games, game_id) == []
    rows = operations.of_rows(games.recorder.standing_orders(game_id))
    assert all(it.word.stopped is not None for it in rows)
    # Whoever takes the seat over is not told of it, and a rewind forgets all that was left.
    assert bool(rows) is (act not in (hand_over, rewind))


def test_it_goes_on_while_its_author_is_away_and_others_write(games: Games, clock: Clock) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, *MARCH)
    today = datetime.fromtimestamp(clock.time / SECOND, UTC).date()
    away = absences.declare(games, game_id, ALLIED, today, today + timedelta(days=3), "UTC")
    assert not isinstance(away, Refusal), away
    run(games, clock, game_id)
    assert given(games, game_id) == ["choose_action", "step_move"]


def test_who_gives_the_game_up_leaves_nothing(games: Games, clock: Clock) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, *MARCH)
    by_hand(games, game_id, "resign!")
    run(games, clock, game_id)
    assert (given(games, game_id), shown(games, game_id)) == ([], None)


def test_it_does_not_go_on_under_other_rules(
    games: Games, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They cannot be played here: nothing is decided, and what waits is told to its author."""
    game_id = paced(games, clock)
    sent(games, game_id, *MARCH)
    with monkeypatch.context() as patch:
        patch.setattr(operations.execution, "refuse_changed_rules", lambda *_: CHANGED)
        run(games, clock, game_id)
        assert given(games, game_id) == []
    assert shown(games, game_id) is not None


def claimed(games: Games, game_id: str) -> Any:
    return games.claim(game_id, ALLIED, name="Blücher")


def renewed(games: Games, game_id: str) -> Any:
    return seats.renew_invitation(games, game_id, ALLIED, TOKENS[game_id])


@pytest.mark.parametrize("act", [claimed, renewed])
def test_whoever_claims_a_seat_reads_nothing_of_what_an_invitation_left(
    games: Games, clock: Clock, act: Any
) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, *MARCH)
    assert not isinstance(act(games, game_id), Refusal)
    assert shown(games, game_id) is None
    run(games, clock, game_id)
    assert (given(games, game_id), games.recorder.standing_orders(game_id)) == ([], [])


def test_others_who_claim_their_seats_stop_nothing(games: Games, clock: Clock) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, *MARCH)
    games.claim(game_id, FRENCH, name="Grouchy")
    run(games, clock, game_id)
    assert given(games, game_id) == ["choose_action", "step_move"]


def test_what_answers_no_question_is_ordered_by_hand_only(games: Games) -> None:
    """It would come as soon as the seat is asked anything, and ends the game."""
    game_id = begun(games)
    sent(games, game_id, "resign!")
    found = shown(games, game_id)
    assert (found["state"], found["why"]["code"]) == ("stopped", "BY_HAND")
    assert not games.open(game_id).over


def test_while_a_take_back_waits_it_answers_nothing(games: Games, clock: Clock) -> None:
    game_id = paced(games, clock)
    by_hand(games, game_id, ACTIVATE)
    run(games, clock, game_id)
    by_hand(games, game_id, "move")
    run(games, clock, game_id)
    assert not isinstance(take_back(games, game_id), Refusal)
    head = games.head(game_id) or 0
    operations.leave(games, games.open(game_id), ALLIED, "", [MARCH[1]], head)
    clock.time += 61 * SECOND
    answer_in_place(games, game_id)
    assert given(games, game_id) == []


def test_who_gives_another_order_by_hand_has_changed_their_mind(games: Games, clock: Clock) -> None:
    game_id = paced(games, clock)
    sent(games, game_id, "move")
    while (ALLIED, "choose_action") not in asked(games, game_id):
        clock.time += SECOND
        answer_in_place(games, game_id)
    by_hand(games, game_id, "nothing")
    run(games, clock, game_id)
    assert (given(games, game_id), shown(games, game_id)) == ([], None)


def test_only_what_is_beside_the_game_is_quiet() -> None:
    """Whatever kind of event is added stops operations, until somebody says that it need not."""
    quiet = {it.topic for it in operations.QUIET}
    assert "ruling_given/1" not in quiet
    assert "history_rewound/1" not in quiet
    assert all(issubclass(it, ServiceEvent) for it in operations.QUIET)


def test_what_is_left_in_the_place_of_something_else_is_noticed(games: Games, clock: Clock) -> None:
    """At the same version, and with a number in the store that another one had before."""
    game_id = paced(games, clock)
    operations.leave(games, games.open(game_id), ALLIED, "", ["pass"], games.head(game_id) or 0)
    before = games.recorder.instructed()
    operations.withdraw(games, game_id, ALLIED, "")
    operations.leave(games, games.open(game_id), ALLIED, "", [ACTIVATE], games.head(game_id) or 0)
    assert games.recorder.instructed() != before
