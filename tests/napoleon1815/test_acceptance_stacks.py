"""Acceptance cases of the digest: even shares, and stacks of both Allied armies (AC-29, AC-30)."""

from itertools import permutations

import pytest

from napoleon.rulesets.napoleon1815.events.casualties import FatigueAssigned
from napoleon.rulesets.napoleon1815.events.combat import CombatCardsCounted, CombatStarted
from tests.napoleon1815.battles import TIRING, WEARY, field, fight
from tests.napoleon1815.kit import (
    ALLIED,
    FIGHT,
    FRENCH,
    activate,
    at,
    fatigue,
    legal_orders,
    play,
    position,
)
from tests.napoleon1815.scripted import ScriptedChance, box

TRIO = ("picton", "orange", "hill")


def tired(points):
    """Three Allied corps suffer this much fatigue, and nothing else, in a combat."""
    given = position(
        {
            **{name: at("p2", 4, 0) for name in TRIO},
            "derlon": at("p2", 4, 0),
            "reille": at("p2", 4, 0),
            "lobau": at("p2", 4, 0),
            "ney": at("ligny"),
            "ziethen": at("gembloux"),
        }
    )
    flips = [box(0, 2)] * (points // 2) + [box(0, 1)] * (points % 2)
    chance = ScriptedChance(french=flips, allied=[box(0, 0)] * 3)
    return play(given, FRENCH, activate("p2", "derlon", "reille", "lobau"), FIGHT, chance=chance)


def test_ac_29_even_allocation():
    played = tired(5)
    assert played.asked == [(ALLIED, "allocate_fatigue")]
    assert len(legal_orders(played, ALLIED)) == 3
    for uneven in ((3, 1, 1), (2, 3, 0)):
        shares = fatigue(**dict(zip(TRIO, uneven, strict=True)))
        assert play(played, ALLIED, shares).refused == ("NOT_EVEN", "ALLOC.1")


@pytest.mark.parametrize("shares", sorted(set(permutations((2, 2, 1)))))
def test_ac_29_the_owner_chooses_who_gets_less(shares):
    points = dict(zip(TRIO, shares, strict=True))
    played = play(tired(5), ALLIED, fatigue(**points))
    assert {e.corps: e.points for e in played.events_of(FatigueAssigned)} == points
    assert all("ALLOC.1" in e.clauses for e in played.events_of(FatigueAssigned))


def test_ac_29_without_a_remainder_nobody_is_asked():
    played = tired(6)
    assert [(e.corps, e.points) for e in played.events_of(FatigueAssigned)] == [
        (name, 2) for name in TRIO
    ]
    assert played.asked == [(ALLIED, "go")]


@pytest.mark.parametrize("attacker", [FRENCH, ALLIED])
@pytest.mark.parametrize("first", [FRENCH, ALLIED])
@pytest.mark.parametrize("incurred", [1, -1])
def test_ac_29_answers_are_carried_out_french_first(attacker, first, incurred):
    stacks = {FRENCH: ("derlon", "reille", "lobau"), ALLIED: TRIO}
    there = {name: at("p2", 4, 0) for stack in stacks.values() for name in stack}
    given = field(there, to_go=attacker)
    shown = {side: [WEARY, WEARY, TIRING] for side in stacks}
    tired_both = fight(given, attacker, "p2", *stacks[attacker], **shown)
    tired_both.state.allocations[:] = tired_both.state.allocations[::incurred]
    second = ALLIED if first == FRENCH else FRENCH
    waiting = play(tired_both, first, legal_orders(tired_both, first)[0])
    assert not waiting.events_of(FatigueAssigned), "an answer is sealed until all are in"
    spread = play(waiting, second, legal_orders(waiting, second)[0])
    spread_by = [event.player for event in spread.events_of(FatigueAssigned)]
    assert spread_by == [FRENCH] * 3 + [ALLIED] * 3


def test_ac_30_mixed_armies():
    given = position(
        {
            "picton": at("p2", 4, 0),
            "ziethen": at("p2", 4, 0),
            "blucher": at("p2"),
            "derlon": at("p2", 4, 0),
            "ney": at("ligny"),
        },
        to_go=ALLIED,
    )
    for mixed in (("picton", "ziethen"), ("picton", "blucher")):
        played = play(given, ALLIED, activate("p2", *mixed))
        assert played.refused == ("MIXED_ARMIES", "OPS.4")
    assert play(given, ALLIED, activate("p2", "ziethen", "blucher")).refused is None

    given.to_go = FRENCH
    chance = ScriptedChance(french=[box(0, 0)], allied=[box(0, 0)] * 2)
    attacked = play(given, FRENCH, activate("p2", "derlon"), FIGHT, chance=chance)
    started = attacked.the(CombatStarted)
    assert set(started.defenders) == {"picton", "ziethen", "blucher"}
    assert "COMBAT.0b" in started.clauses
    assert attacked.lines(CombatCardsCounted, side=ALLIED) == [(1, "COMBAT.1b"), (1, "COMBAT.1b")]
