"""Refusals before the first turn and between two of them, each with its clause."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from napoleon.rules.orders import Order
from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleonic_wars import RULES, setting_up
from napoleon.rulesets.napoleonic_wars.frames.impulses import Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.orders.beginning import KeepHand, ThrowIn
from napoleon.rulesets.napoleonic_wars.orders.between_turns import (
    Deploy,
    DiscardExcess,
    PickUp,
    PickUpLeader,
)
from napoleon.rulesets.napoleonic_wars.orders.conquest import (
    AddTerm,
    ChooseCeded,
    Evacuate,
    SendOffer,
    StayThere,
    Withdraw,
)
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import AskToJoin, PullOut, StayOut, TakeOver
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse
from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, MULLIGAN, State, pair
from tests.napoleonic_wars.closing import closing, quietly
from tests.napoleonic_wars.playing import begun, chance, decisions, going_on, pack, play, refused
from tests.napoleonic_wars.test_conquest import AUSTRIA, flagged
from tests.napoleonic_wars.test_interphase import drawing
from tests.napoleonic_wars.test_submission import beaten

Position = Callable[[], State]


# -- conquest and submission -----------------------------------------------------------------------


def leaving() -> State:
    """Austria is conquered, and the French in Vienna and Linz have to say where they go."""
    state = flagged("fr", *AUSTRIA, "linz")
    put(state, "vienna", "fr", 4)
    put(state, "linz", "fr", 2)
    picks = [ChooseCeded(it) for it in ("moravia", "graz", "trieste")]
    return quietly(state, *picks, dice=[6, 3], asks=["cession"], until=["evacuate"]).state


def withdrawing() -> State:
    """The French have left Vienna, and say whether others stay in the country."""
    return play(leaving(), Evacuate("fr", "moravia")).state


def submitting() -> State:
    """Austria may offer to submit."""
    return play(beaten(), EndImpulse()).state


CONQUEST: list[tuple[Position, Order, str]] = [
    (leaving, Evacuate("sp", "moravia"), "NOT_YOUR_DECISION 15.21.a"),
    (leaving, Withdraw("fr", "linz"), "NOT_IN_THE_COUNTRY 15.21.a"),
    (withdrawing, Withdraw("fr", "paris"), "NOT_IN_THE_COUNTRY 15.21.a"),
    (withdrawing, StayThere("sp"), "NOT_YOUR_DECISION 15.21.a"),
    (submitting, SendOffer("ru"), "NOT_YOUR_DECISION 15.41.a"),
    (submitting, AddTerm("gb", "tyrol", "cede"), "NOT_YOUR_DECISION 15.41.a"),
]

# -- camps -----------------------------------------------------------------------------------------


def neutral(*, players: int, grace: bool = False) -> State:
    """Austria was conquered by France, and may join a camp between two turns."""
    state = closing(players=players, changing=["au"])
    state.phase = INTERPHASE
    austria = state.nations["au"]
    austria.conquered, austria.camp = "fr", ""
    state.wars = [it for it in state.wars if "au" not in it.split("-")]
    if grace:
        state.grace |= {pair("au", it): 3 for it in ("fr", "sp")}
    return going_on(state).state


def caught() -> State:
    """Austria has joined the coalition, and the French stand in Graz."""
    state = neutral(players=2)
    put(state, "graz", "fr", 2)
    return play(state, AskToJoin("au", "coalition"), dice=[1, 1]).state


CAMPS: list[tuple[Position, Order, str]] = [
    (lambda: neutral(players=2), StayOut("ru"), "NOT_YOUR_DECISION 14.1.a"),
    (lambda: neutral(players=4, grace=True), AskToJoin("au", "coalition"), "GRACE 15.21.d"),
    (caught, TakeOver("fr", "vienna"), "NOT_ASKED_FOR 8.34.d"),
    (caught, PullOut("sp", "graz"), "NOT_YOUR_DECISION 8.34.d"),
]

# -- deployment and hands --------------------------------------------------------------------------


def deploying() -> State:
    """The army of Davout is deployed, and takes others along in Brussels."""
    state = closing()
    state.phase = INTERPHASE
    state.stack = [Reinforcement("fr", [Pool("reinforcement", 18, "production")])]
    return play(state, Deploy("davout")).state


def discarding() -> State:
    """Austria has a card too many."""
    return quietly(drawing({"au": ["spies", "typhus_1"]}), until=["excess"]).state


def mulligan() -> State:
    """The first hands are dealt."""
    state, _ = begun()
    while state.phase != MULLIGAN:
        state = play(state, next(iter(RULES.legal_orders(state, decisions(state)[0])))).state
    return state


HANDS: list[tuple[Position, Order, str]] = [
    (deploying, PickUp("au", 1), "NOTHING_THERE 14.21.a"),
    (deploying, PickUpLeader("ney"), "NOT_THERE 14.21.a"),
    (discarding, DiscardExcess("au", "militia_9"), "CARD_NOT_IN_HAND 14.33.a"),
    (discarding, DiscardExcess("gb", "spies"), "NOT_YOUR_DECISION 14.33.a"),
    (mulligan, KeepHand("dk"), "NOT_YOUR_DECISION 4.5.a"),
    (mulligan, ThrowIn("dk"), "NOT_YOUR_DECISION 4.5.a"),
]


@pytest.mark.parametrize(("position", "order", "why"), CONQUEST + CAMPS + HANDS)
def test_it_is_refused_with_its_clause(position: Position, order: Order, why: str) -> None:
    assert " ".join(refused(position(), order)) == why


def test_the_same_orders_are_legal_where_nothing_stands_against_them() -> None:
    assert play(withdrawing(), Withdraw("fr", "linz"))
    assert play(withdrawing(), StayThere("fr"))
    assert play(neutral(players=2), StayOut("au"))
    assert play(neutral(players=4), AskToJoin("au", "coalition"))
    assert play(caught(), TakeOver("fr", "graz"))
    assert play(deploying(), PickUp("fr", 1))


def test_there_is_one_scenario() -> None:
    with pytest.raises(SetupRefused) as found:
        setting_up.begin(pack(), "1812", {})
    refusal = found.value.refusal
    assert (refusal.code, refusal.clause) == ("UNKNOWN_SCENARIO", "4.1.a")
    with pytest.raises(SetupRefused) as found:
        RULES.setup("1812", {}, chance(0, 0))
    assert found.value.refusal == refusal
