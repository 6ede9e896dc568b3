"""Recorded games of every version of the rules replay to what they were, for ever.

Rules of the recorded version and pack come to the same events again. What a note on a line of a
breakdown says, and which clauses are cited, may be put better without a new version of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Union

import msgspec
import pytest

from napoleon import game_file
from napoleon.events import SPECTATOR, TOPICS
from napoleon.game import Game, GameCreated, OrderGiven, SeatClaimed, fold
from napoleon.orders import Refusal, to_data
from napoleon.playing import carried_out, folded
from napoleon.request import Request
from napoleon.ruleset import installed
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events import EventCancelled, MessageSent, corrections
from napoleon.rulesets.napoleon1815.notation import Notation1815
from tests.goldens.decision_points import PARTS, Answer, reached
from tests.goldens.golden import FOLDER, Golden, digest, logged, read
from tests.goldens.record import CARRIED_OUT, ENDS, FIRST, begun

GOLDENS = sorted(FOLDER.glob("*/*.json"))
NEWEST = sorted(FOLDER.glob(f"{RULES.name}-{RULES.version}/*.json"))

VERBS: Any = Union[RULES.verbs]  # noqa: UP007 - the members are only known at run time

IN_ACCEPTANCE_CASES = {"napoleon1815.control_refused/1"}
"""Too rare for a golden: AC-26."""

BY_A_REFEREE = {
    event.topic for event in TOPICS.values() if event.__module__ == corrections.__name__
}
"""No order causes a correction: `tests/napoleon1815/test_corrections.py`."""


@pytest.fixture(params=GOLDENS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def golden(request: pytest.FixtureRequest) -> Golden:
    return read(request.param)


def replayed(golden: Golden) -> Game:
    game: Game | None = None
    for event in golden.replayed():
        game = fold(game, event, installed()[golden.ruleset])
    assert game is not None
    return game


def test_a_golden_replays_to_its_digest(golden: Golden) -> None:
    game = replayed(golden)
    assert game.over
    assert (game.id, game.version) == (golden.game, len(golden.events))
    assert (game.created.rules_version, game.created.pack) == (golden.rules_version, golden.pack)
    assert digest(game.state) == golden.digest


@pytest.fixture(params=NEWEST, ids=lambda path: path.stem)
def newest(request: pytest.FixtureRequest) -> Golden:
    return read(request.param)


def test_the_orders_of_a_golden_cause_its_events_again(newest: Golden) -> None:
    events = begun(newest.game, newest.scenario, newest.options, newest.seed)
    game = folded(None, events, RULES)
    for seat, order in newest.orders:
        request = Request(seat, (msgspec.convert(order, VERBS),), None, "", b"")
        outcome = carried_out(game, request, RULES, at=FIRST)
        assert not isinstance(outcome, Refusal), (seat, order, outcome)
        game, accepted = outcome
        events += accepted.events
    recorded = [row for row in newest.events if row[0] != SeatClaimed.topic]
    assert list(map(facts, logged(events))) == list(map(facts, recorded))


def test_a_golden_is_posted_as_a_text_and_read_back(newest: Golden) -> None:
    text = game_file.write(list(newest.replayed()), Notation1815(RULES))
    back = game_file.read(text, {RULES.name: Notation1815(RULES)})
    assert isinstance(back, game_file.ReadGame), back
    assert [(seat, to_data(order)) for seat, order in back.orders] == [
        (seat, to_data(msgspec.convert(order, VERBS))) for seat, order in newest.orders
    ]
    assert back.game is not None
    assert digest(back.game.state) == newest.digest


@pytest.mark.parametrize("reader", ["french", "anglo_dutch", "prussian", SPECTATOR])
def test_what_partners_say_is_in_the_game_file_of_who_said_it(reader: str) -> None:
    logs = (list(read(path).replayed()) for path in NEWEST)
    talk = next(log for log in logs if any(isinstance(it, MessageSent) for it in log))
    end = max(it.version for it in talk if isinstance(it, MessageSent))
    said = {it.player for it in talk if isinstance(it, MessageSent)}
    text = game_file.write(talk[:end], Notation1815(RULES), reader)
    assert ('say "Where are you?"' in text) == (reader in said)


def facts(row: tuple[str, msgspec.Raw]) -> tuple[str, dict[str, Any]]:
    """What an event says of the game: its payload without envelope and notes."""
    topic, stored = row
    data = msgspec.json.decode(stored)
    payload = {name: data[name] for name in TOPICS[topic].payload if name in data}
    if "breakdown" in payload:
        payload["breakdown"] = [line[:2] for line in payload["breakdown"]]
    return topic, payload


def test_the_newest_goldens_show_every_end_in_every_form() -> None:
    games = [replayed(read(path)) for path in NEWEST]
    assert {game.created.pack for game in games} == {RULES.pack_hash}
    assert {game.created.scenario for game in games} == {it.id for it in RULES.scenarios}

    def shown(*options: str) -> set[tuple[Any, ...]]:
        results = [(game.state.result, game.state.options) for game in games]
        return {(it.winner, it.clause, *(o[name] for name in options)) for it, o in results}

    values = {option.name: option.values for option in RULES.options}
    for names in (["players", "rules"], ["resolver"], ["farm_stop"]):
        forms = list(product(*(values[name] for name in names)))
        assert shown(*names) == {(*end, *form) for end in ENDS for form in forms}


def test_the_newest_goldens_show_every_event_and_every_card() -> None:
    events = [event for path in NEWEST for event in read(path).replayed()]
    seen = {event.topic for event in events}
    ours = {topic for topic in TOPICS if topic.startswith(f"{RULES.name}.")} - BY_A_REFEREE
    known = ours | {cls.topic for cls in (GameCreated, SeatClaimed, OrderGiven)}
    assert known - seen == IN_ACCEPTANCE_CASES, "beside what a referee and the house do"
    carried_out = {event.event for event in events if event.type in CARRIED_OUT}  # type: ignore[attr-defined]
    cancelling = {
        RULES.pack.cards[event.by_card].event
        for event in events
        if isinstance(event, EventCancelled)
    }
    assert carried_out | cancelling == {card.event for card in RULES.pack.cards.values()}
    assert len(carried_out | cancelling) == 47


def test_the_newest_goldens_reach_every_row_of_chapter_21() -> None:
    assert {row for path in NEWEST for row in rows_reached(read(path))} == PARTS


def rows_reached(golden: Golden) -> Iterator[str]:
    """What the questions of a recorded game and their answers are examples of."""
    game: Game | None = None
    for event in golden.replayed():
        if isinstance(event, OrderGiven) and event.order["order"] != "send_message":
            assert game is not None
            order = msgspec.convert(event.order, VERBS)
            [decision] = [it for it in RULES.decisions(game.state) if it.seat == event.player]
            yield from reached(Answer(game.state, decision, order))
        game = fold(game, event, RULES)


def test_a_field_that_later_rules_add_does_not_change_a_digest() -> None:
    class Position(msgspec.Struct):
        turn: int

    class Richer(msgspec.Struct):
        turn: int
        scouts: dict[str, int] = {}

    assert digest(Position(3)) == digest(Richer(3)) != digest(Position(4))
    assert digest(Richer(3, {"red": 1})) != digest(Position(3))
