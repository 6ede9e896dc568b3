"""Strict discards: what was seen of cards fades when it is over [RULING.41, RULING.83, VIS.3]."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from msgspec import to_builtins

from napoleon.log.folding import folded
from napoleon.log.game import Game
from napoleon.play import execution
from napoleon.play.requests import Request
from napoleon.rules.events import CARD_CLAUSES, REFEREE, SPECTATOR, Event
from napoleon.rules.narration import describe
from napoleon.rules.orders import OrderGiven
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events.cards import CardDrawn, CardFlipped
from napoleon.rulesets.napoleon1815.events.operations import OperationEnded
from napoleon.rulesets.napoleon1815.events.turn import PhaseStarted
from napoleon.rulesets.napoleon1815.events.windows import EventPlayed
from tests.napoleon1815.random_play import begun

SEATS = ("french", "allied")
EVERYBODY = (*SEATS, SPECTATOR)
CARDS = ("card", "by_card", "offered", "order", "choice")
"""Fields in which numbers of cards stand; in `cards` they are counted where a combat is."""


@cache
def played(*, strict: bool) -> tuple[list[tuple[Game, int]], list[Event]]:
    """Each position of a random game, with the version before the order that led to it; its log."""
    picking = random.Random(1815)
    log = begun(
        RULES,
        "ligny_quatre_bras",
        {"strict_discards": strict},
        seed=f"{1815:064x}",
        tokens=dict.fromkeys((*SEATS, REFEREE), "token"),
    )
    game = folded(None, log, RULES)
    positions = []
    while not game.over:
        decision = picking.choice(RULES.decisions(game.state))
        order = picking.choice(list(RULES.legal_orders(game.state, decision)))
        request = Request(decision.seat, [order], None, "", b"")
        outcome = execution.give(game, request, RULES, at=0)
        assert isinstance(outcome, tuple), outcome
        before = game.version
        game, accepted = outcome
        log += accepted.events
        positions.append((game, before))
    return positions, log


def facts(event: Event, seat: str, game: Game) -> dict[str, Any]:
    """An event as a seat reads it in a position."""
    return redacted(event, Viewer(seat, over=game.over, faded=game.faded))


def running(*, strict: bool = True) -> tuple[Game, list[Event]]:
    """The last position that is not the end of the game, and the log up to it."""
    found, log = played(strict=strict)
    game = [it for it, _ in found if not it.over][-1]
    return game, log[: game.version]


def test_ruling_41_nothing_fades_without_the_option():
    found, log = played(strict=False)
    assert all(game.faded == 0 for game, _ in found)
    game, events = running(strict=False)
    assert any(event.closes for event in log)
    flipped = [event for event in events if isinstance(event, CardFlipped)]
    assert [facts(it, SPECTATOR, game)["data"]["card"] for it in flipped] == [
        it.card for it in flipped
    ]


def test_ruling_83_everything_can_be_read_after_the_order_that_caused_it():
    found, _ = played(strict=True)
    assert all(game.faded <= before for game, before in found)


def test_ruling_83_an_operation_and_a_phase_are_what_is_over():
    _, log = played(strict=True)
    assert {type(event) for event in log if event.closes} == {OperationEnded, PhaseStarted}


def test_ruling_83_the_operations_before_the_last_have_faded():
    found, log = played(strict=True)
    for game, _ in found:
        orders = [e.version for e in log[: game.version] if isinstance(e, OrderGiven)]
        closed = [e.version for e in log[: game.version] if e.closes and e.version < orders[-1]]
        assert game.faded == max(closed, default=0)


@pytest.mark.parametrize("seat", EVERYBODY)
def test_vis_3_nobody_reads_a_card_that_has_faded_its_player_neither(seat: str):
    game, events = running()
    gone = [event for event in events if event.version <= game.faded]
    assert {CardDrawn, CardFlipped, EventPlayed, OrderGiven} <= {type(event) for event in gone}
    on_the_board = {*RULES.pack.blocks, "rain"}
    names = {card.event for card in RULES.pack.cards.values()} - on_the_board
    for event in gone:
        read = facts(event, seat, game)
        assert not any(clause.startswith(CARD_CLAUSES) for clause in read["clauses"])
        for line in read.get("breakdown") or ():
            assert not line["clause"].startswith(CARD_CLAUSES)
            assert line["note"] == ""
        sentence = describe(event, Viewer(seat, faded=game.faded))
        # Corps are worn out without any card as well, which is called like one.
        known = {"exhaustion"} if "RECOVERY.3" in event.clauses else set()
        assert not (names - known) & {word.strip("(),.:") for word in sentence.split()}
        if event.fading:
            assert {read["data"][name] for name in event.fading} == {None}
        assert not any(read["data"].get(name) for name in CARDS)


def test_ruling_83_results_stay():
    game, events = running()
    for event in events:
        if isinstance(event, CardFlipped):
            read = facts(event, SPECTATOR, game)["data"]
            assert (read["value"], read["losses"], read["fatigue"]) == (
                event.value,
                event.losses,
                event.fatigue,
            )


def test_ruling_83_the_sums_of_breakdowns_stay():
    game, events = running()
    for event in events:
        lines = getattr(event, "breakdown", ())
        read = facts(event, REFEREE, game)["breakdown"] if lines else []
        faded = (
            redacted(event, Viewer("french", faded=game.faded)).get("breakdown") if lines else []
        )
        assert [line["amount"] for line in read] == [line.amount for line in lines]
        assert faded is None or [line["amount"] for line in faded] == [x.amount for x in lines]


def test_ruling_83_the_referee_reads_on():
    game, events = running()
    for event in events:
        assert redacted(event, Viewer(REFEREE, faded=game.faded)) == redacted(
            event, Viewer(REFEREE)
        )
        assert describe(event, Viewer(REFEREE, faded=game.faded)) == describe(
            event, Viewer(REFEREE)
        )


def test_vis_10_when_the_game_is_over_everything_can_be_read():
    found, log = played(strict=True)
    game = found[-1][0]
    assert game.over
    for event in log:
        assert facts(event, SPECTATOR, game) == redacted(event, Viewer(REFEREE))


def test_ruling_83_earlier_positions_are_shown_without_their_cards():
    found, _ = played(strict=True)
    newest = found[-1][0]
    for game, _ in found[:-1:20]:
        assert newest.fades and game.version < newest.version
        for seat in SEATS:
            then = to_builtins(RULES.view(game.state, Viewer(seat)))
            now = to_builtins(RULES.view(game.state, Viewer(seat, faded=1)))
            assert all(hand["cards"] is None for hand in now["hand"]["hands"])
            assert now["map"]["lasting_events"] is None
            for name in ("operation", "combat"):
                assert (now["map"][name] is None) == (then["map"][name] is None)
                assert not (now["map"][name] or {}).get("card_events")
            assert now["order-of-battle"] == then["order-of-battle"]
        assert RULES.view(game.state, Viewer(REFEREE, faded=1)) == RULES.view(
            game.state, Viewer(REFEREE)
        )
    assert newest.viewer("french").at(newest.version).faded == 0
