"""Refusals at sea, each with its clause; and fleets and convoys between two turns [13, 14.21]."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleonic_wars.frames.impulses import Reinforcement
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    DeployConvoy,
    DeployFleet,
    DeployFleetTo,
    Embark,
    EndFleetDeployment,
    LandAt,
    PickUpSquadrons,
    PrepareConvoy,
    SailWith,
    SetSail,
    SinkSquadron,
    TakeAboard,
)
from napoleon.rulesets.napoleonic_wars.orders.between_turns import Deploy, DeployTo, PickUp
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import emptied, legal_orders, play, refused, stand, told
from tests.napoleonic_wars.test_convoys import london, naples
from tests.napoleonic_wars.test_interphase import left, reinforcing
from tests.napoleonic_wars.test_sea import losing, ships, where

Position = Callable[[], State]


def toulon(players: int = 2) -> State:
    state = emptied("fr", cp=4)
    ships(state, "toulon", "fr", 2)
    return play(state, SetSail("toulon", 2)).state


def beside_russia() -> State:
    """A British fleet beside one of an ally that another seat commands."""
    state = emptied("gb", cp=4)
    state.powers["ru"] = "tsar"
    ships(state, "atlantic", "gb", 1)
    ships(state, "atlantic", "ru", 1)
    return play(state, SetSail("atlantic", 1)).state


def stacked() -> State:
    state = emptied("fr", cp=4)
    ships(state, "toulon", "fr", 2)
    ships(state, "toulon", "sp", 2)
    return play(state, SetSail("toulon", 2)).state


def loading() -> State:
    state = london(8)
    stand(state, "london", "", 0, "moore")
    stand(state, "york", "gb", 2, "wellington")
    stand(state, "london", "ru", 2)
    return play(state, PrepareConvoy()).state


def full() -> State:
    return play(loading(), TakeAboard("london", "gb", 5)).state


def guarded() -> State:
    """A French squadron lies in the port of Rome."""
    state = naples()
    ships(state, "rome", "fr", 1)
    return play(state, PrepareConvoy(), TakeAboard("sicily", "gb", 2)).state


def to_a_port_with(nation: str, sp: int) -> State:
    """A British convoy, and a friendly port in which enemies stand."""
    state = london(8)
    state.spaces["lisbon"].flag = "gb"
    stand(state, "lisbon", nation, sp)
    return play(state, PrepareConvoy(), TakeAboard("london", "gb", 2)).state


CASES: list[tuple[Position, Order, str]] = [
    (toulon, SailWith("ru", 1), "NO_ALLY 13.2.a"),
    (toulon, SailWith("sp", 1), "NO_FLEET 13.1.a"),
    (stacked, SailWith("sp", 3), "WRONG_NUMBER 13.1.a"),
    (lambda: emptied("fr", cp=4), SetSail("toulon", 1), "NO_FLEET 13.1.a"),
    (lambda: one_in_toulon(), SetSail("toulon", 2), "WRONG_NUMBER 13.1.a"),
    (beside_russia, SailWith("ru", 1), "NOT_STACKED 13.21.a"),
    (lambda: emptied("gb", cp=4), PrepareConvoy(), "NOBODY_THERE 13.6.a"),
    (loading, TakeAboard("vienna", "gb", 1), "NO_FRIENDLY_PORT 13.6.a"),
    (loading, TakeAboard("edinburgh", "gb", 1), "NOBODY_THERE 13.6.a"),
    (loading, TakeAboard("london", "ru", 1), "NOT_YOUR_UNITS 13.6.a"),
    (loading, LandAt("lisbon"), "NOBODY_ABOARD 13.6.a"),
    (loading, Embark("napoleon"), "NOT_THERE 13.6.a"),
    (full, Embark("moore"), "TOO_MANY 13.6.a"),
    (full, TakeAboard("york", "gb", 1), "ONE_PORT 13.6.a"),
    (lambda: to_a_port_with("fr", sp=2), LandAt("lisbon"), "ENEMY_THERE 13.6.a"),
    (lambda: guarded(), LandAt("rome"), "ENEMY_FLEET 13.6.c"),
]  # fmt: skip


def one_in_toulon() -> State:
    state = emptied("fr", cp=4)
    ships(state, "toulon", "fr", 1)
    return state


@pytest.mark.parametrize(("given", "order", "why"), CASES)
def test_it_is_refused_with_its_clause(given: Position, order: Order, why: str) -> None:
    assert " ".join(refused(given(), order)) == why


def test_a_nation_that_has_lost_more_is_spared_the_odd_loss() -> None:
    assert refused(losing(), SinkSquadron("fr")) == ("SPREAD_EVENLY", "11.3.b")


# -- between two turns [14.21] ---------------------------------------------------------------------


def cruising() -> State:
    """Two French squadrons leave Toulon between two turns."""
    state = reinforcing("fr", cp=0)
    state.squadrons = []
    ships(state, "toulon", "fr", 3)
    ships(state, "gulf_of_cadiz", "fr", 1)
    return play(state, DeployFleet("toulon", 2)).state


def test_a_fleet_is_deployed_as_far_as_the_home_card_would_pay() -> None:
    """The Emperor Commands has 5 CP or more: ten maneuvers [14.21.a, R-59]."""
    gone = play(
        cruising(),
        DeployFleetTo("gulf_of_lion"),
        DeployFleetTo("western_mediterranean"),
        DeployFleetTo("tyrrhenian_sea"),
    )
    assert where(gone.state, "fr")["tyrrhenian_sea"] == (2, 0, 0)
    stopped = play(gone.state, EndFleetDeployment())
    assert not any(it.sails for it in stopped.state.squadrons)
    frame = stopped.state.stack[-1]
    assert isinstance(frame, Reinforcement) and frame.deployed
    assert DeployConvoy() not in legal_orders(stopped.state)


def test_it_picks_up_squadrons_and_drops_none() -> None:
    more = play(cruising(), PickUpSquadrons(1), DeployFleetTo("gulf_of_lion"))
    assert where(more.state, "fr")["gulf_of_lion"] == (3, 0, 0)
    assert refused(cruising(), PickUpSquadrons(2)) == ("WRONG_NUMBER", "14.21.a")


def test_nowhere_that_enemies_could_meet_it() -> None:
    state = cruising()
    ships(state, "gulf_of_lion", "gb", 1)
    assert refused(state, DeployFleetTo("gulf_of_lion")) == ("ENEMY_FLEET", "14.21.b")
    assert refused(state, DeployFleetTo("atlantic")) == ("NOT_ADJACENT", "13.1.a")
    at_sea = play(cruising(), DeployFleetTo("gulf_of_lion"), DeployFleetTo("western_mediterranean"))
    assert refused(at_sea.state, DeployFleetTo("gulf_of_cadiz")) == ("ENEMY_FORTRESS", "14.21.b")
    assert refused(at_sea.state, DeployFleetTo("gibraltar")) == ("NO_FRIENDLY_PORT", "14.21.b")


def test_no_farther_than_that() -> None:
    state = play(cruising(), DeployFleetTo("gulf_of_lion")).state
    frame = state.stack[-1]
    frame.maneuvers = 0  # type: ignore[union-attr]
    assert refused(state, DeployFleetTo("western_mediterranean")) == ("TOO_FAR", "14.21.a")
    assert refused(reinforcing("fr"), DeployFleet("vienna", 1)) == ("NO_FLEET", "14.21.a")


def test_an_extra_fleet_costs_a_maneuver_a_zone() -> None:
    state = reinforcing("fr", cp=2)
    state.squadrons = []
    ships(state, "toulon", "fr", 1)
    ships(state, "brittany", "fr", 1)
    first = play(state, DeployFleet("toulon", 1), EndFleetDeployment())
    assert DeployFleet("brittany", 1) in legal_orders(first.state)
    second = play(
        first.state,
        DeployFleet("brittany", 1),
        DeployFleetTo("english_channel"),
        DeployFleetTo("bay_of_biscay"),
        DeployFleetTo("atlantic"),
    )
    assert left(second.state) == 0
    assert told(second, "fleet_step_paid")[-1].maneuvers == 1


def test_a_convoy_is_deployed_to_a_friendly_port() -> None:
    state = naples()
    state.stack = reinforcing("gb").stack
    frame = state.stack[-1]
    assert isinstance(frame, Reinforcement)
    frame.nation = "gb"
    state.phase = reinforcing("gb").phase
    begun = play(state, DeployConvoy(), TakeAboard("sicily", "gb", 2))
    assert refused(begun.state, LandAt("rome"))[0] != "", "no landing between two turns"
    state.spaces["naples"].flag = "gb"
    sailed = play(state, DeployConvoy(), TakeAboard("sicily", "gb", 2), LandAt("naples"))
    assert sp_in(sailed.state, "naples", "gb") == 2
    assert refused(sailed.state, DeployConvoy()) == ("NO_MORE_DEPLOYMENTS", "14.21.a")
    stand(sailed.state, "naples", "", 0, "wellington")
    sailed.state.spaces["rome"].flag = "gb"
    ashore = play(sailed.state, Deploy("wellington"), PickUp("gb", 2), DeployTo("rome"))
    assert sp_in(ashore.state, "rome", "gb") == 2, "what has sailed is deployed on by land"
