"""Disputes and the rulings that settle them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from napoleon.log.cases import RULED, STOOD, WITHDRAWN, Dispute
from napoleon.log.events.cases import DisputeClosed, RulingGiven
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee import disputes, rulings, takebacks
from napoleon.play.referee.rulings import Judgement
from napoleon.record.checkpoints import keep_due
from napoleon.rules.bots import RandomBot
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.corrections.board import TrackCorrected
from tests.core.play import stored
from tests.referee.law import (
    PASS,
    Clock,
    ask,
    give,
    of_type,
    refused,
    rule,
    table,
    turn,
)
from tests.toy import CardPlayed, ScoreCorrected


def dispute(games: Games, game_id: str, version: int, relief: str = "rewind") -> Dispute:
    """Blue disputes the event of a version."""
    opened = disputes.open_dispute(
        games, game_id, "blue", version, clause="GO", claim="That card is worth 1.", relief=relief
    )
    assert isinstance(opened, Dispute), opened
    return opened


def played(games: Games, game_id: str) -> CardPlayed:
    """The event in which red plays its card."""
    card = games.open(game_id).state.hands["red"][0]
    give(games, game_id, "red", {"order": "play", "card": card})
    [event] = of_type(games, game_id, CardPlayed)
    return event


def set_score(seat: str, score: int, reason: str = "Counted again.") -> Mapping[str, Any]:
    return {"correct": "set_score", "seat": seat, "score": score, "reason": reason}


# -- disputes --------------------------------------------------------------------------------------


def test_a_dispute_waits_for_statements_and_a_ruling(
    games: Games, game_id: str, clock: Clock
) -> None:
    event = played(games, game_id)
    opened = dispute(games, game_id, event.version)
    said = disputes.say(games, game_id, "red", opened.id, "It is worth what it says.")
    assert isinstance(said, Dispute)
    assert [it.by for it in said.statements] == ["red"]
    clock.advance(hours=72)
    late = disputes.say(games, game_id, "red", opened.id, "One more thing.")
    assert refused(late) == "CASE_CLOSED"
    by_referee = disputes.say(games, game_id, "referee", opened.id, "I am looking at it.")
    assert isinstance(by_referee, Dispute)
    rule(games, game_id, "stand", case=opened.id)
    closed = games.open(game_id).disputes[opened.id]
    [given] = of_type(games, game_id, RulingGiven)
    assert (closed.status, closed.closed) == (RULED, given.version)
    assert refused(disputes.say(games, game_id, "referee", opened.id, "So.")) == "CASE_CLOSED"


def test_an_event_stands_if_nobody_rules_in_time(games: Games, game_id: str, clock: Clock) -> None:
    opened = dispute(games, game_id, played(games, game_id).version)
    clock.advance(hours=14 * 24)
    judgement = Judgement("stand", ("GO",), "Late.", case=opened.id)
    assert refused(rulings.rule(games, game_id, "referee", judgement)) == "CASE_CLOSED"
    give(games, game_id, "blue", PASS)
    [closed] = of_type(games, game_id, DisputeClosed)
    assert closed.status == STOOD


def test_a_dispute_is_withdrawn_by_its_own_seat_only(games: Games, game_id: str) -> None:
    opened = dispute(games, game_id, played(games, game_id).version)
    assert refused(disputes.withdraw(games, game_id, "red", opened.id)) == "NOT_YOUR_CASE"
    after = disputes.withdraw(games, game_id, "blue", opened.id)
    assert isinstance(after, Dispute)
    assert after.status == WITHDRAWN
    assert refused(disputes.withdraw(games, game_id, "blue", opened.id)) == "CASE_CLOSED"


def test_what_cannot_be_disputed(games: Games, game_id: str, clock: Clock) -> None:
    event = played(games, game_id)
    dispute(games, game_id, event.version)
    asked = {"clause": "GO", "claim": "Wrong.", "relief": "rewind"}
    before = stored(games)
    for code, seat, version, changed in (
        ("ALREADY_DISPUTED", "blue", event.version, {}),
        ("UNKNOWN_VERSION", "red", 0, {}),
        ("TEXT_MISSING", "red", event.version, {"claim": "\u200b\u3164\u2800\u0301"}),
        ("TEXT_TOO_LONG", "red", event.version, {"claim": "x" * 4001}),
        ("BAD_TEXT", "red", event.version, {"claim": "Wrong.\r"}),
        ("BAD_TEXT", "red", event.version, {"claim": "Wrong\x85"}),
        ("BAD_TEXT", "red", event.version, {"claim": "Wrong\u2066"}),
        ("BAD_TEXT", "red", event.version, {"claim": "Wrong\ud800"}),
    ):
        outcome = disputes.open_dispute(games, game_id, seat, version, **{**asked, **changed})
        assert refused(outcome) == code
    assert stored(games) == before
    clock.advance(hours=14 * 24 + 1)
    assert refused(disputes.open_dispute(games, game_id, "red", 3, **asked)) == "TOO_LATE"
    alone = games.create("toy", "wide", {}).game.id
    assert refused(disputes.open_dispute(games, alone, "red", 3, **asked)) == "NO_REFEREE"


def test_an_event_that_was_undone_is_not_disputed(games: Games, game_id: str) -> None:
    version = give(games, game_id, "red", PASS)
    ask(games, game_id, "red")
    outcome = disputes.open_dispute(
        games, game_id, "blue", version, clause="GO", claim="Wrong.", relief="stand"
    )
    assert refused(outcome) == "UNDONE"


# -- rulings ---------------------------------------------------------------------------------------


def test_a_correction_in_place_says_what_there_was_before(games: Games, game_id: str) -> None:
    event = played(games, game_id)
    opened = dispute(games, game_id, event.version, "correct")
    hands = games.open(game_id).state.hands
    rule(games, game_id, "correct", case=opened.id, corrections=(set_score("red", 77),))
    [put_right] = of_type(games, game_id, ScoreCorrected)
    assert (put_right.before, put_right.after) == (event.points, 77)
    assert (put_right.by, put_right.behalf) == ("referee", "")
    after = games.open(game_id)
    assert (after.state.scores["red"], after.state.hands) == (77, hands)
    [given] = of_type(games, game_id, RulingGiven)
    assert given.order_id == put_right.order_id
    texts = {row.id: row.text for row in games.recorder.texts(game_id)}
    assert texts[put_right.reason] == "Counted again."
    assert texts[given.reason] == "So it is."


def test_a_ruling_goes_back_to_before_the_order_in_dispute(games: Games, game_id: str) -> None:
    start = games.open(game_id)
    opened = dispute(games, game_id, played(games, game_id).version)
    rule(games, game_id, "rewind", case=opened.id)
    assert table(games.open(game_id)) == table(start)
    [rewound] = of_type(games, game_id, HistoryRewound)
    [given] = of_type(games, game_id, RulingGiven)
    assert (rewound.to, rewound.cause) == (start.version, given.version)


def test_a_refused_ruling_records_nothing(games: Games, game_id: str) -> None:
    opened = dispute(games, game_id, played(games, game_id).version)
    rule(games, game_id, "stand", case=opened.id)
    before, newest = stored(games), games.head(game_id)
    for code, changed in (
        ("CASE_CLOSED", {"case": opened.id}),
        ("REWIND_TO_FUTURE", {"outcome": "rewind", "to": newest}),
        ("BAD_PAYLOAD", {"outcome": "rewind", "to": 4, "reroll": "some"}),
        ("BAD_PAYLOAD", {"outcome": "correct"}),
        (
            "BAD_TEXT",
            {"outcome": "correct", "corrections": (set_score("red", 1, "So.\x1b"),)},
        ),
        (
            "UNKNOWN_SEAT",
            {"outcome": "correct", "corrections": (set_score("red", 1), set_score("nobody", 1))},
        ),
    ):
        fields = {"outcome": "stand", "citation": ("GO",), "reason": "So.", **changed}
        outcome = rulings.rule(games, game_id, "referee", Judgement(**fields))
        assert refused(outcome) == code, changed
        assert stored(games) == before


DETAILS: dict[str, Any] = {
    "corrections": (set_score("red", 1),),
    "to": 4,
    "version": 5,
    "reroll": "all",
}


@pytest.mark.parametrize(
    ("outcome", "strange"),
    [
        ("stand", ("corrections", "to", "version", "reroll")),
        ("correct", ("to", "version", "reroll")),
        ("reroll", ("corrections", "to", "reroll")),
        ("rewind", ("corrections", "version")),
    ],
)
def test_a_ruling_says_nothing_that_its_outcome_leaves_undone(
    games: Games, game_id: str, outcome: str, strange: tuple[str, ...]
) -> None:
    played(games, game_id)
    before = stored(games)
    proper = {name: DETAILS[name] for name in DETAILS if name not in strange}
    for name in strange:
        judgement = Judgement(outcome, ("GO",), "So.", **proper, **{name: DETAILS[name]})
        refusal = rulings.rule(games, game_id, "referee", judgement)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.facts) == ("BAD_PAYLOAD", {"where": name})
    assert stored(games) == before


def test_what_is_said_twice_in_a_row_is_said_once(games: Games, game_id: str) -> None:
    opened = dispute(games, game_id, played(games, game_id).version)

    def said(by: str, text: str) -> list[str]:
        case = disputes.say(games, game_id, by, opened.id, text)
        assert isinstance(case, Dispute)
        return [it.by for it in case.statements]

    assert said("red", "No.") == ["red"]
    before = stored(games)
    assert said("red", "No.") == ["red"]
    assert stored(games) == before
    assert said("blue", "No.") == ["red", "blue"]
    assert said("red", "No.") == ["red", "blue", "red"], "it was not said just before"
    assert said("red", "No!") == ["red", "blue", "red", "red"]


def test_when_the_game_is_over_a_ruling_can_only_confirm(games: Games) -> None:
    game_id = games.create("toy", "wide", {"turns": 1}, referee=True).game.id
    turn(games, game_id, PASS, PASS)
    judgement = Judgement("rewind", ("GO",), "Again.", to=5)
    assert refused(rulings.rule(games, game_id, "referee", judgement)) == "GAME_OVER"
    rule(games, game_id, "stand")


def test_what_might_make_the_judge_partial_is_on_the_ruling(games: Games, game_id: str) -> None:
    games.claim(game_id, "red", name="Ney")
    games.claim(game_id, "referee")
    # As before 0.8.0, when two people of a game could go by one name.
    games.recorder.put_name(game_id, "referee", " ney ")
    rule(games, game_id, "stand", conflict=True)
    [given] = of_type(games, game_id, RulingGiven)
    assert given.conflicts == (
        "the judge says so",
        "the judge bears the name of the player of red",
        "blue is not claimed: whoever set the game up may hold it, and judge",
    )


def test_a_checkpoint_is_kept_of_a_ruling(games: Games, game_id: str) -> None:
    give(games, game_id, "red", PASS)
    rule(games, game_id, "correct", corrections=(set_score("red", 4),))
    size = games.head(game_id)
    keep_due(games, game_id)
    assert size in [row.size for row in games.recorder.checkpoints(game_id)]


# -- the real game ---------------------------------------------------------------------------------


@pytest.fixture
def real(tmp_path: Path, clock: Clock) -> Games:
    env = {"NAPOLEON_HOME": str(tmp_path / "real"), "CREATE_TABLE": "yes"}
    entropy = Random(1815).randbytes
    return Games(env, rulesets={RULES.name: RULES}, clock=clock, entropy=entropy)


def some_orders(games: Games, game_id: str, orders: int) -> None:
    bot = RandomBot(1815)
    for _ in range(orders):
        game = games.open(game_id)
        decision = bot.choose(games.decisions(game))
        order = bot.choose(list(RULES.legal_orders(game.state, decision)))
        assert isinstance(games.submit_orders(game_id, decision.seat, [order]), Accepted)


def test_the_victory_track_of_the_real_game_is_put_right(real: Games) -> None:
    scenario = RULES.scenarios[0].id
    game_id = real.create(RULES.name, scenario, {}, referee=True).game.id
    some_orders(real, game_id, 30)
    before = real.open(game_id)
    moved = before.state.track + 1
    put = {"correct": "set_track", "value": moved, "reason": "A flag was not scored."}
    judgement = Judgement("correct", ("RULING.98",), "The flag counts.", corrections=(put,))
    given = rulings.rule(real, game_id, "referee", judgement)
    assert not isinstance(given, Refusal), given
    [corrected] = of_type(real, game_id, TrackCorrected)
    assert (corrected.before, corrected.after) == (before.state.track, moved)
    assert sum(line.amount for line in corrected.breakdown) == corrected.delta == 1
    after = real.open(game_id)
    assert after.state.track == moved
    assert after.state.blocks == before.state.blocks
    assert [it.seat for it in real.decisions(after)] == [it.seat for it in real.decisions(before)]


def test_moves_of_the_real_game_are_taken_back_and_played_again(real: Games) -> None:
    scenario = RULES.scenarios[0].id
    game_id = real.create(RULES.name, scenario, {}, referee=True).game.id
    some_orders(real, game_id, 25)
    there = real.open(game_id)
    some_orders(real, game_id, 15)
    [seat] = {it.player for it in of_type(real, game_id, OrderGiven, after=there.version)} & {
        "french"
    }
    asked = takebacks.ask(real, game_id, seat, there.version)
    assert not isinstance(asked, Refusal)
    if asked.takeback:
        assert not isinstance(
            takebacks.answer(real, game_id, "allied", asked.takeback, "agree"), Refusal
        )
    assert table(real.open(game_id)) == table(there)
    some_orders(real, game_id, 15)
    fresh = Games({"NAPOLEON_HOME": str(real.env["NAPOLEON_HOME"])}, rulesets=real.rulesets)
    assert fresh.open(game_id) == real.open(game_id)


def test_nobody_drowns_a_game_in_disputes(games: Games, game_id: str) -> None:
    asked = {"clause": "GO", "claim": "Wrong.", "relief": "stand"}
    cases = [
        disputes.open_dispute(games, game_id, "red", version, **asked)
        for version in range(2, 2 + disputes.MOST_OPEN)
    ]
    last = disputes.open_dispute(games, game_id, "red", 1, **asked)
    assert refused(last) == "TOO_MANY_DISPUTES"
    case = cases[0]
    assert not isinstance(case, Refusal)
    for number in range(disputes.MOST_SAID):
        said = disputes.say(games, game_id, "blue", case.id, f"No, number {number}.")
        assert not isinstance(said, Refusal), said
    before = stored(games)
    assert refused(disputes.say(games, game_id, "blue", case.id, "No!")) == "TOO_MANY_STATEMENTS"
    assert stored(games) == before
    assert not isinstance(disputes.say(games, game_id, "referee", case.id, "Enough."), Refusal)
