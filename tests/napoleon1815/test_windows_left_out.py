"""Nobody is asked for a card where everybody sees that none could be played [RULING.104].

In games of every form, with fog of war and without, of two players and of three, with cards and
with dice, every window is held against what could be behind the secrets of the position: a player
is asked if there is any hand of their deck by which something could be played, and not otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from napoleon.log.folding import fold
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee.migration import agree
from napoleon.rules.events import Event
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.cards.open_questions import might_play
from napoleon.rulesets.napoleon1815.events.windows import WindowLeftOut
from napoleon.rulesets.napoleon1815.orders import DeclineWindow
from napoleon.rulesets.napoleon1815.sides import side_of_army
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from tests.core.play import Clock
from tests.goldens.golden import FOLDER, read
from tests.napoleon1815.battles import BLANK, LOSS, field
from tests.napoleon1815.kit import (
    ALLIED,
    FRENCH,
    NOTHING,
    Played,
    activate,
    at,
    legal_orders,
    losses,
    play,
)
from tests.napoleon1815.playing_cards import attacked, barred, card, hands, no_cards, windows
from tests.napoleon1815.random_play import EVERY_TWO, GAMES, KINDS, whole_game
from tests.napoleon1815.supposing import could_play, suppositions, with_any_card
from tests.repetitions import IN_THE_HOUSE

LOOKED_AT = 2
"""Suppositions in which it is looked at who is asked, for each window."""


class Met(NamedTuple):
    """A window of a game that was played."""

    state: State
    decision: Decision
    left_out: bool


@cache
def met(number: int) -> list[Met]:
    """The windows of a game in which somebody was asked, or would have been."""
    play = whole_game(number)
    asked = [
        Met(play.positions[it.version], it.decision, left_out=False)
        for it in play.answers
        if it.decision.kind == "window"
    ]
    return asked + list(_left_out(play.events))


def with_the_decks_of_2_2(number: int) -> list[Event]:
    """A game by the rules of today with the pack of 2.2: what is rare is less so there."""
    earlier = RULES.edition(RULES.version, dict(RULES.replays)["2.2"])
    assert earlier is not None
    those = GAMES._replace(rules=earlier)
    kind = those.kind_of(number)
    events = [*earlier.setup(kind.scenario, kind.options, those.chance(number, 0))]
    for moment in those.moments(number):
        events += moment.causes
    return events


def _left_out(events: list[Any]) -> Iterator[Met]:
    state: Any = None
    for event in events:
        if isinstance(event, WindowLeftOut):
            [decision] = RULES.decisions(state)
            assert (decision.seat, decision.clause) == (event.player, event.window)
            assert event.clauses == ("OPS.8", "RULING.104")
            yield Met(RULES.copied(state), decision, left_out=True)
        state = RULES.apply(state, event)


every = pytest.mark.parametrize("number", EVERY_TWO, ids=lambda it: str(KINDS[it]))
"""Games in which every two options come together."""


# -- in every form of the game ------------------------------------------------------------------


@pytest.mark.sampled(2)
@every
def test_a_player_is_asked_if_something_could_be_played_and_not_otherwise(number: int) -> None:
    random = Random(number)
    assert met(number)
    for state, decision, left_out in met(number):
        assert could_play(state, decision, random) is not left_out, decision


@every
def test_who_is_asked_is_the_same_whatever_is_hidden(number: int) -> None:
    random = Random(number)
    for state, decision, left_out in met(number):
        if decision.clause == "W.PLAYED":
            continue
        for supposed in islice(suppositions(state, decision.seat, random), LOOKED_AT):
            deck = RULES.pack.deck(side_of_army(decision.seat), len(state.seats))
            for hand in (supposed.hands[decision.seat], random.sample(deck, 1)):
                supposed.hands[decision.seat] = hand
                table = Table(supposed, RULES.pack)
                assert might_play(table, decision.seat, decision.clause) is not left_out


def test_the_games_leave_out_windows_of_every_kind_that_can_be() -> None:
    found = {
        (it.decision.clause, len(it.state.seats))
        for n in EVERY_TWO
        for it in (*met(n), *_left_out(with_the_decks_of_2_2(n)))
        if it.left_out
    }
    assert {window for window, _ in found} == {
        "W.OPSTART",
        "W.FLIPPED",
        "W.ENTERED",
        "W.RESULT",
        "W.RETREAT",
        "W.OPEND",
    }
    assert ("W.OPEND", 2) in found
    assert ("W.FLIPPED", 2) not in found, "only a partner has nothing to answer"
    assert ("W.RESULT", 2) not in found, "whoever is beaten alone has corps there"


# -- one by one ------------------------------------------------------------------------------------


def test_ruling_104_the_end_of_an_operation_when_nobody_else_is_ready() -> None:
    blocks = {"derlon": at("p1"), "gerard": at("maubeuge", ready=False)}
    over = play(
        field(blocks, hands=hands("combined_op")), FRENCH, activate("p1", "derlon"), NOTHING
    )
    assert windows(over) == []
    assert over.the(WindowLeftOut).window == "W.OPEND"
    blocks["gerard"] = at("maubeuge")
    over = play(
        field(blocks, hands=hands("combined_op")), FRENCH, activate("p1", "derlon"), NOTHING
    )
    assert windows(over) == [(FRENCH, "W.OPEND")]
    assert not over.events_of(WindowLeftOut)


def test_ruling_104_in_fog_of_war_a_ready_block_may_be_any_block() -> None:
    blocks = {"derlon": at("p1"), "napoleon": at("maubeuge"), "gerard": at("maubeuge", ready=False)}
    given = field(blocks, hands=hands("combined_op"), options={"rules": "grognard"})
    over = play(no_cards(play(given, FRENCH, activate("p1", "derlon"))), FRENCH, NOTHING)
    assert windows(over) == [(FRENCH, "W.OPEND")]
    assert legal_orders(over, FRENCH) == [DeclineWindow()]
    refused = play(over, FRENCH, card("combined_op", FRENCH)).refused
    assert refused == barred("combined_op")


def beaten(corps: Mapping[str, Any], **given: Any) -> Played:
    """Drouot has beaten these Allied corps in Ligny; everybody holds cards of the retreat."""
    blocks = {"drouot": at("ligny", 3, 2), **corps}
    held = {seat: hands(allied="orderly_retreat hold")[ALLIED] for seat in given.pop("seats")}
    state = field(blocks, hands=held, **given)
    return attacked(state, FRENCH, "ligny", "drouot")


def test_ruling_104_a_stack_without_printed_cavalry_has_no_orderly_retreat() -> None:
    picton = beaten({"picton": at("ligny", 4, 0)}, seats=[ALLIED])
    flipped = no_cards(picton, french=[LOSS, BLANK, BLANK], allied=[BLANK])
    away = play(flipped, ALLIED, losses(picton=(1, 0)))
    assert away.the(WindowLeftOut).window == "W.RETREAT"
    assert away.asked == [(ALLIED, "retreat")]


def test_ruling_104_whether_cavalry_is_left_is_a_secret() -> None:
    perponcher = beaten({"perponcher": at("ligny", 3, 0)}, seats=[ALLIED])
    flipped = no_cards(perponcher, french=[LOSS, BLANK, BLANK], allied=[BLANK])
    away = play(flipped, ALLIED, losses(perponcher=(1, 0)))
    assert windows(away) == [(ALLIED, "W.RETREAT")]
    assert legal_orders(away, ALLIED) == [DeclineWindow()]


def test_ruling_104_a_partner_without_corps_in_the_combat_is_not_asked() -> None:
    three = {"options": {"players": 3}, "leader": "prussian"}
    begun = beaten({"uxbridge": at("ligny", 0, 4)}, seats=["anglo_dutch", "prussian"], **three)
    flipped = no_cards(begun, until="W.RESULT", french=[LOSS, BLANK, BLANK], allied=[BLANK])
    assert windows(flipped) == [("anglo_dutch", "W.RESULT")]
    assert [it.player for it in flipped.events_of(WindowLeftOut)] == ["prussian"]


# -- games that were begun under 2.1 ---------------------------------------------------------------


def asked_in_vain() -> Iterator[tuple[Any, list[Any]]]:
    """Recorded games of rules 2.1, up to where a player was asked in vain."""
    for path in sorted(FOLDER.glob("napoleon1815-2.1/*.json")):
        golden, game = read(path), None
        events = list(golden.replayed())
        for number, event in enumerate(events):
            if event.begins and game is not None and not game.over:
                decisions = RULES.decisions(game.state)
                if decisions and decisions[0].kind == "window":
                    table, first = Table(game.state, RULES.pack), decisions[0]
                    if first.clause != "W.PLAYED" and not might_play(
                        table, first.seat, first.clause
                    ):
                        yield golden, events[:number]
                        break
            game = fold(game, event, RULES)


@IN_THE_HOUSE
def test_a_question_that_was_put_under_2_1_is_answered(log_env: Mapping[str, str]) -> None:
    golden, events = next(asked_in_vain())
    games = Games(log_env, rulesets={RULES.name: RULES}, clock=Clock())
    games.events.put(events)
    game = games.open(golden.game)
    assert game.pinned[0] == "2.1"
    [asked] = games.decisions(game)
    for seat in game.created.seats:
        agree(games, golden.game, seat)
    game = games.open(golden.game)
    assert game.pinned[0] == RULES.version
    assert games.decisions(game) == [asked], "it stands in the middle of the window"
    offered = list(RULES.legal_orders(with_any_card(game.state, asked.seat), asked))
    assert offered == [DeclineWindow()]
    accepted = games.submit_orders(golden.game, asked.seat, [DeclineWindow()])
    assert isinstance(accepted, Accepted)
    assert asked not in games.decisions(games.open(golden.game))
