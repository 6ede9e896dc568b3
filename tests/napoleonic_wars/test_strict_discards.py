"""Strict discards: of cards that were played the last one alone is remembered [5.11.g, R-94]."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from napoleon.log.folding import folded
from napoleon.log.game import Game
from napoleon.play import execution
from napoleon.play.requests import Request
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.known import UNKNOWN, is_known
from napoleon.rules.narration import describe
from napoleon.rules.orders import Order
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from tests.napoleon1815.random_play import begun
from tests.napoleonic_wars.playing import pack

SEATS = ("fr", "gb", "ru_au")
EVERYBODY = (*SEATS, SPECTATOR)


@cache
def played(*, strict: bool) -> tuple[list[tuple[Game, int]], list[Event]]:
    """Each position of a random game, with the version before the order that led to it; its log."""
    random = Random(1805)
    options = {"players": 3, "strict_discards": strict}
    tokens = dict.fromkeys((*SEATS, REFEREE), "token")
    log = begun(RULES, "1805", options, seed=f"{1805:064x}", tokens=tokens)
    game = folded(None, log, RULES)
    positions = []
    while not game.over and len(positions) < 500:
        decision = random.choice(RULES.decisions(game.state))
        by_verb: dict[type[Order], list[Order]] = {}
        for order in RULES.legal_orders(game.state, decision):
            by_verb.setdefault(type(order), []).append(order)
        order = random.choice(by_verb[random.choice([*by_verb])])
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


def names_in(value: Any) -> set[str]:
    """The ids of cards of the deck in an answer."""
    if isinstance(value, dict):
        return {it for part in value.values() for it in names_in(part)}
    if isinstance(value, list):
        return {it for part in value for it in names_in(part)}
    return {value} & {*pack().deck} if isinstance(value, str) else set()


def test_nothing_fades_without_the_option() -> None:
    found, log = played(strict=False)
    assert all(game.faded == 0 for game, _ in found)
    last, _ = found[-1]
    named = [it for it in log if it.type == "card_played_for_cp"]
    assert named and all(facts(it, SPECTATOR, last)["data"]["card"] for it in named)
    shown = RULES.view(last.state, Viewer(SPECTATOR)).hand
    assert [it.id for it in shown.discards] == last.state.discards


def test_everything_can_be_read_after_the_order_that_caused_it() -> None:
    found, log = played(strict=True)
    assert all(game.faded <= before for game, before in found)
    assert {it.type for it in log if it.closes} == {"impulse_ended", "turn_began"}
    assert found[-1][0].faded


@pytest.mark.parametrize("seat", EVERYBODY)
def test_nobody_reads_a_card_that_has_faded(seat: str) -> None:
    """Nor in the orders by which it was played, nor in what it came from [R-94]."""
    found, log = played(strict=True)
    game, _ = found[-1]
    gone = [it for it in log if it.version <= game.faded and it.type != "game_created"]
    assert sum(bool(it.fading) for it in gone) > 100
    titles = {it.name for it in pack().cards.values() if not it.home}
    for event in gone:
        read = facts(event, seat, game)
        assert not names_in(read), (event.type, read)
        sentence = describe(event, Viewer(seat, faded=game.faded), RULES.names)
        assert not any(it in sentence for it in titles), (event.type, sentence)
        assert redacted(event, Viewer(REFEREE, faded=game.faded)) == redacted(
            event, Viewer(REFEREE)
        )


def test_of_the_discards_the_last_one_is_shown() -> None:
    found, _ = played(strict=True)
    some = [game for game, _ in found if len(game.state.discards) > 2][::20]
    assert some
    notation = RULES.notation
    assert notation is not None
    for game in some:
        discards = game.state.discards
        for seat in EVERYBODY:
            known = RULES.known(game.state, Viewer(seat))
            assert known.discards == [UNKNOWN] * (len(discards) - 1) + discards[-1:]
            shown = RULES.view(game.state, Viewer(seat)).hand
            assert [it.id for it in shown.discards] == discards[-1:]
            assert notation.write_known(known)
        assert RULES.known(game.state, Viewer(REFEREE)).discards == discards
        assert all(map(is_known, RULES.known(game.state, Viewer("fr", over=True)).discards))


def test_earlier_positions_are_shown_without_their_cards() -> None:
    found, _ = played(strict=True)
    for game, _ in found[::25]:
        for seat in SEATS:
            then = to_builtins(RULES.view(game.state, Viewer(seat)))
            now = to_builtins(RULES.view(game.state, Viewer(seat, faded=1)))
            assert all(it["cards"] is None for it in now["hand"]["hands"])
            assert now["hand"]["discards"] == []
            assert [it["size"] for it in now["hand"]["hands"]] == [
                it["size"] for it in then["hand"]["hands"]
            ]
            assert (now["map"]["impulse"] or {}).get("played") is None
            lying = {*names_in(now["order-of-battle"])}
            assert names_in(now["map"]) <= lying, "only what lies on the table"
            assert now["order-of-battle"] == then["order-of-battle"]
        assert RULES.view(game.state, Viewer(REFEREE, faded=1)) == RULES.view(
            game.state, Viewer(REFEREE)
        )
