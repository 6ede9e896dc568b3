"""Rulings E-55, E-59 and E-60 in positions of random games, read anew from the rulings alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from napoleon.chance import SeededChance
from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.corrections.cards import PlaceCard
from napoleon.rulesets.napoleonic_empire.corrections.in_turn import SetMovementBar
from napoleon.rulesets.napoleonic_empire.corrections.on_map import (
    PlaceCommander,
    SetArmies,
    SetMovedArmies,
)
from napoleon.rulesets.napoleonic_empire.events.reinforcement import (
    ReinforcementsCounted,
    ReinforcementsReceived,
)
from napoleon.rulesets.napoleonic_empire.events.turn import (
    EndOfferAccepted,
    EndOfferLapsed,
    EndTurnedDown,
    GameDrawn,
    GameWon,
    PhaseStarted,
)
from napoleon.rulesets.napoleonic_empire.orders import AgreeToEnd, Resign
from napoleon.rulesets.napoleonic_empire.state import State
from tests.napoleonic_empire.correcting import attempts
from tests.napoleonic_empire.random_play import GAME, Play, whole_game
from tests.repetitions import repetitions

SIDES = ("french", "allied")
BARS = {"french": "josephine", "allied": "tilsit"}
WHY = "It was moved wrongly."


@pytest.fixture(scope="module", params=repetitions(12, 120))
def play(request: pytest.FixtureRequest) -> Play:
    """A game to its end, or as far as it is played."""
    number: int = request.param
    return whole_game(number)


def some_positions(play: Play) -> list[State]:
    """Some at which a question was open."""
    versions = [it for it in sorted(play.asked) if play.asked[it]]
    return [play.positions[it] for it in Random(play.seed).sample(versions, min(25, len(versions)))]


def after(state: State, events: Any) -> State:
    """The position after these events."""
    later: Any = RULES.copied(state)
    for event in events:
        later = RULES.apply(later, event)
    return later  # type: ignore[no-any-return]


def given(play: Play, state: State, side: str, order: Order) -> list[Event]:
    """What comes of an order, which has to be legal."""
    caused = RULES.decide(state, side, order, SeededChance(play.seed, GAME, drawn=state.draws))
    assert not isinstance(caused, Refusal), caused
    return list(caused)


# -- E-55: what no order can bring about, no correction does -----------------------------------


def impossible(state: State) -> set[str]:
    """What the rules can never bring about, of all that holds in a position."""
    found = set[str]()
    if state.armies.get("england", {}).get("french"):
        found.add("French armies in England")
    if state.moved.get("england"):
        found.add("armies that have just moved in England")
    if any(
        name != "wellington" and commander.country == "england"
        for name, commander in state.commanders.items()
    ):
        found.add("a commander but Wellington in England")
    if state.barred and any(BARS[state.active] in hand for hand in state.hands.values()):
        found.add("a bar whose card is in a hand")
    return found


def to_the_impossible(state: State) -> list[Correction]:
    """Corrections that would bring it about."""
    bar = BARS.get(state.active, BARS["french"])
    return [
        SetArmies("french", "england", 1, reason=WHY),
        SetMovedArmies("england", 1, reason=WHY),
        SetMovementBar(True, reason=WHY),
        *[PlaceCard(bar, side, reason=WHY) for side in SIDES],
        *[
            PlaceCommander(it, "england", moved, reason=WHY)
            for it in ("napoleon", "blucher", "kutuzov")
            for moved in (False, True)
        ],
    ]


def test_no_correction_brings_about_what_no_order_can(play: Play) -> None:
    random, corrections = Random(play.seed), RULES.corrections
    assert corrections is not None
    for state in some_positions(play):
        assert not impossible(state)
        for correction in [*to_the_impossible(state), *attempts(state, random)]:
            caused = corrections.carry_out(state, correction, "0")
            if not isinstance(caused, Refusal):
                assert not impossible(after(state, caused)), correction


# -- E-59: the offer to end goes with the game --------------------------------------------------


def test_an_offer_to_end_goes_with_the_game(play: Play) -> None:
    random = Random(play.seed)
    for state in some_positions(play):
        by, other = random.sample(SIDES, 2)
        if state.offered:
            continue
        offered = after(state, given(play, state, by, AgreeToEnd()))
        assert offered.offered == by
        for loser in SIDES:
            caused = given(play, offered, loser, Resign())
            assert [it.side for it in caused if isinstance(it, EndOfferLapsed)] == [by]
            assert any(isinstance(it, GameWon) for it in caused)
            assert not after(offered, caused).offered
        caused = given(play, offered, other, AgreeToEnd())
        assert any(isinstance(it, GameDrawn) for it in caused)
        assert any(isinstance(it, EndOfferAccepted) for it in caused)
        assert not after(offered, caused).offered
        for decision in RULES.decisions(offered):
            order = random.choice(list(RULES.legal_orders(offered, decision)))
            caused = given(play, offered, decision.seat, order)
            later = after(offered, caused)
            turned_down = [it for it in caused if isinstance(it, EndTurnedDown)]
            if decision.seat == other:  # E-53: any other order turns it down
                assert turned_down
                assert not later.offered
            else:
                assert not turned_down
                assert later.offered == ("" if later.result is not None else by)


# -- E-60: armies in several parts --------------------------------------------------------------


def test_a_country_is_told_of_once_however_many_parts_its_armies_come_in(play: Play) -> None:
    counted: ReinforcementsCounted | None = None
    received = 0
    for event in play.events:
        match event:
            case PhaseStarted():
                counted, received = None, 0
            case ReinforcementsCounted():
                counted = event
                assert sum(line.amount for line in event.breakdown) == event.granted
            case ReinforcementsReceived():
                assert sum(line.amount for line in event.breakdown) == event.armies
                taken_off = {line.clause for line in event.breakdown if line.amount < 0}
                assert taken_off <= {"CARD.continental_system"}, "more than came was told of"
                received += event.armies
                assert counted is not None
                assert received <= counted.granted
