"""The bot at sea: it lands where keys are near, holds zones, hunts the weaker, and makes an end."""

from __future__ import annotations

from random import Random

import pytest

from napoleon.rules.orders import Order
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.bot import Player
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    Embark,
    LandAt,
    Patrol,
    PrepareConvoy,
    SailTo,
    SetSail,
    TakeAboard,
)
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse
from napoleon.rulesets.napoleonic_wars.orders.marches import RaiseFlag
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import decisions, emptied, legal_orders, pack, play, stand
from tests.napoleonic_wars.test_sea import ships


def _played(state: State) -> list[Order]:
    """What the bot orders in an impulse of Great Britain, up to its end."""
    bot, given = Player(pack(), Random(1)), list[Order]()
    while not given or given[-1] != EndImpulse():
        [decision] = decisions(state)
        known = RULES.known(state, Viewer(decision.seat))
        given.append(bot.choose(known, decision, legal_orders(state)))
        state = play(state, given[-1], dice=[1] * 40).state
        assert len(given) < 40, "it goes round in circles"
    return given


def _britain() -> State:
    state = emptied("gb", cp=6)
    stand(state, "london", "gb", 4, "moore")
    return state


def test_an_army_is_shipped_to_an_empty_key_and_takes_it() -> None:
    state = _britain()
    ships(state, "north_sea", "gb", 1)
    given = _played(state)
    assert given[:4] == [
        PrepareConvoy(),
        Embark("moore"),
        TakeAboard("london", "gb", 4),
        LandAt("amsterdam"),
    ]
    assert RaiseFlag("amsterdam") in given


def test_no_army_lands_where_nobody_controls_the_zone_or_the_enemy_is_strong() -> None:
    assert LandAt("amsterdam") not in _played(_britain())
    state = _britain()
    ships(state, "north_sea", "gb", 1)
    stand(state, "amsterdam", "fr", 5)
    assert LandAt("amsterdam") not in _played(state)


@pytest.mark.parametrize(("french", "hunted"), [(1, True), (4, False)])
def test_fleets_hunt_who_is_no_stronger(french: int, hunted: bool) -> None:
    state = emptied("gb", cp=2)
    ships(state, "english_channel", "gb", 2)
    ships(state, "english_channel", "fr", french)
    assert (Patrol() in _played(state)) is hunted


def test_a_fleet_leaves_port_to_shut_the_enemy_in_and_one_holds_the_zone() -> None:
    state = emptied("gb", cp=2)
    ships(state, "cornwall", "gb", 1)
    ships(state, "brittany", "fr", 1)
    given = _played(state)
    assert given[:2] == [SetSail("cornwall", 1), SailTo("english_channel")]
    assert SetSail("english_channel", 1) not in given
