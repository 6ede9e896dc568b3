"""A fleet does not stay in the stack of a nation that is no ally any more [13.2, R-130, R-203]."""

from __future__ import annotations

import pytest

from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event
from napoleon.rulesets.napoleonic_wars.corrections.kinds import SetCamp, SetConsul, SetNeutral
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.events.camps import CampJoined
from napoleon.rulesets.napoleonic_wars.events.conquest import NationConquered
from napoleon.rulesets.napoleonic_wars.events.pacts import PactEnded
from napoleon.rulesets.napoleonic_wars.fleets import enemy_stacks, lead_of, stack
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Offer
from napoleon.rulesets.napoleonic_wars.orders.conquest import AcceptOffer
from napoleon.rulesets.napoleonic_wars.pieces import unstack
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State
from tests.napoleonic_wars.correcting import WHY, corrected
from tests.napoleonic_wars.diplomacy import allied
from tests.napoleonic_wars.playing import at_play, copied, emptied, pack, play, stand

SEA = "adriatic_sea"


def stacked(lead: str = "gb") -> State:
    """Fleets of Britain, Austria and Sweden, which is in Pact with Austria, lie in one stack."""
    state = emptied(players=5)
    allied(state, "sw", "au")
    state.squadrons = [Squadrons("gb", SEA, 2), Squadrons("au", SEA, 1), Squadrons("sw", SEA, 1)]
    for it in state.squadrons:
        it.lead = "" if it.nation == lead else lead
    return state


def leads(state: State) -> dict[str, str]:
    return {it.nation: lead_of(it) for it in state.squadrons}


APART = {"gb": "gb", "au": "au", "sw": "sw"}

ENDINGS: tuple[tuple[Event, dict[str, str]], ...] = (
    (NationConquered("au", "fr", "submission", ("sw",), False, (), 2), APART),
    (NationConquered("sw", "fr", "conquest", (), True, (), 2), {**APART, "au": "gb"}),
    (NationConquered("gb", "fr", "conquest", (), False, (), 2), APART),
    (PactEnded("sw", "au"), {**APART, "au": "gb"}),
    (CampJoined("au", "imperial", ("sw",), ("fr",), ("gb",)), APART),
)


@pytest.mark.parametrize(("event", "after"), ENDINGS)
def test_a_fleet_lies_by_itself_as_an_alliance_ends(event: Event, after: dict[str, str]) -> None:
    state = stacked()
    if isinstance(event, PactEnded):
        state.nations["sw"].box = 2
    state = apply(state, event)
    assert leads(state) == after


@pytest.mark.parametrize(
    ("correction", "after"),
    [
        (SetNeutral("au", "fr", reason=WHY), APART),
        (SetConsul("sw", "aide", "au", reason=WHY), {**APART, "au": "gb"}),
        (SetCamp("au", "imperial", reason=WHY), APART),
    ],
)
def test_a_correction_parts_fleets_as_well(correction: Correction, after: dict[str, str]) -> None:
    state = stacked()
    state.wars = []
    assert leads(corrected(state, correction)[0]) == after


def test_a_leader_that_changes_camp_leaves_all_others() -> None:
    state = apply(stacked("au"), CampJoined("au", "imperial", ("sw",), ("fr",), ("gb",)))
    assert leads(state) == {"gb": "gb", "au": "au", "sw": "au"}


def test_an_enemy_patrol_does_not_meet_who_has_submitted() -> None:
    """[15.4, 13.21.b]"""
    state = at_play({}, players=5)
    state.squadrons = [Squadrons("gb", SEA, 2), Squadrons("au", SEA, 1, lead="gb")]
    state.stack = [Offer("au", "fr", sent=True)]
    assert [it.nation for it in stack(state, SEA, "gb")] == ["gb", "au"]
    stand(state, "vienna", "fr", 20)
    after = play(state, AcceptOffer()).state
    assert not after.nations["au"].camp
    assert enemy_stacks(after, pack(), SEA, "fr") == ["gb"]
    assert [it.nation for it in stack(after, SEA, "gb")] == ["gb"]


def test_a_fleet_under_way_parts_when_it_has_arrived() -> None:
    """[13.1.a]"""
    state = stacked()
    state.nations["au"].camp = state.nations["sw"].camp = ""
    for it in state.squadrons:
        it.sails = True
    under_way = copied(state)
    unstack(under_way)
    assert under_way == state
    for it in state.squadrons:
        it.sails = False
    unstack(state)
    assert leads(state) == APART
