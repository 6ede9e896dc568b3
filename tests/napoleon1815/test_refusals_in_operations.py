"""Each refusal of chapter 17, with its clause: movement, shares of fatigue and losses, retreat."""

import pytest

from napoleon.rulesets.napoleon1815.orders import AllocateFatigue, StepMove
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    END,
    FRENCH,
    GIVE_UP,
    at,
    fatigue,
    losses,
    march,
    play,
    retreat,
)
from tests.napoleon1815.refusing import active, beaten, contested, hit, marching, refusal
from tests.napoleon1815.scripted import box


def step(given, *areas):
    """The refusal of one more road."""
    (road,) = march(*areas)
    return refusal(given, FRENCH, road)


def back(given, *areas):
    """The refusal of one more road of the retreat."""
    (road,) = retreat(*areas)
    return refusal(given, ALLIED, road)


# -- movement ----------------------------------------------------------------------------------


def test_a_road_elsewhere():
    assert step(marching("fleurus"), "p1", "p2") == "NOT_ADJACENT MOVE.2A"
    nowhere = StepMove("fleurus-paris")
    assert refusal(marching("fleurus"), FRENCH, nowhere) == "NOT_ADJACENT MOVE.2A"


def test_a_broken_bridge():
    given = marching("p3", points=2, blocks={"lobau": at("p3")}, broken=[("p3", "p4")])
    assert step(given, "p3", "p4") == "NOT_ENOUGH_MP MOVE.2C"


def test_a_movement_that_is_over():
    used_up = marching("fleurus", "p1", points=1)
    assert step(used_up, "p1", "p2") == "MUST_STOP MOVE.2E"
    with_friends = marching("fleurus", "ligny")
    assert step(with_friends, "ligny", "marbais") == "MUST_STOP MOVE.2F"
    with_enemies = marching("fleurus", "p1", blocks={"hill": at("p1")})
    assert step(with_enemies, "p1", "p2") == "MUST_STOP MOVE.2F"
    in_a_citadel = marching("p4", "c1", blocks={"lobau": at("p4")})
    assert step(in_a_citadel, "c1", "p4") == "MUST_STOP MOVE.2G"
    ended = play(marching("fleurus", "p1"), FRENCH, END)
    assert step(ended, "p1", "p2") == "MUST_STOP MOVE.2D"


def test_the_way_out_of_a_contested_area():
    own, enemy_s = contested((FRENCH, "marbais")), contested((ALLIED, "marbais"))
    assert step(own, "ligny", "fleurus") == "OWN_RETREAT_ROAD_ONLY RETREATDIR.5"
    assert step(enemy_s, "ligny", "marbais") == "ENEMY_RETREAT_ROAD RETREATDIR.6"


def test_a_commander_left_alone():
    given = marching("ligny", stack=("derlon", "ney"), blocks={"reille": at("beaumont")})
    assert step(given, "ligny", "marbais") == "COMMANDER_ALONE MOVE.2H"


def test_an_end_without_a_movement():
    assert refusal(active(), FRENCH, END) == "NO_MOVEMENT MOVE.2D"
    assert refusal(marching("fleurus"), ALLIED, END) == "NO_MOVEMENT MOVE.2D"


def test_an_attack_on_nobody():
    given = play(marching("fleurus", "p1"), FRENCH, END)
    assert refusal(given, FRENCH, ATTACK) == "NOT_CONTESTED COMBAT.0a"


def test_an_attack_before_the_fatigue_of_the_march_is_spread():
    given = marching(
        "fleurus", "p1", stack=("lobau", "ney"), blocks={"ney": at("fleurus"), "hill": at("p1")}
    )
    assert refusal(given, FRENCH, ATTACK) == "DECISION_PENDING ALLOC.1"


# -- shares ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "refused"),
    [
        (fatigue(picton=1, orange=1, perponcher=1), "WRONG_TOTAL ALLOC.1"),
        (fatigue(picton=2, orange=0, perponcher=0), "NOT_EVEN ALLOC.1"),
        (fatigue(picton=1, orange=1), "NOT_IN_STACK ALLOC.1"),
        (fatigue(picton=1, orange=1, perponcher=0, hill=0), "NOT_IN_STACK ALLOC.1"),
        (AllocateFatigue({"picton": -1, "orange": 2, "perponcher": 1}), "NOT_IN_STACK ALLOC.1"),
    ],
)
def test_shares_of_fatigue(order, refused):
    given = hit(box(0, 2), box(0, 0), box(0, 0))
    assert refusal(given, ALLIED, order) == refused


@pytest.mark.parametrize(
    ("order", "refused"),
    [
        (losses(picton=(1, 0), orange=(0, 0), perponcher=(0, 1)), "WRONG_TOTAL ALLOC.3"),
        (losses(picton=(0, 0), orange=(2, 0), perponcher=(0, 1)), "NOT_EVEN ALLOC.3"),
        (losses(picton=(1, 0), orange=(1, 0)), "NOT_IN_STACK ALLOC.3"),
        (losses(picton=(1, 0), orange=(1, 0), hill=(1, 0)), "NOT_IN_STACK ALLOC.3"),
        (losses(picton=(0, 1), orange=(1, 0), perponcher=(1, 0)), "NOT_ENOUGH_SP COMBAT.4e"),
        (losses(picton=(1, 0), orange=(1, 0), perponcher=(1, 0)), "CAVALRY_REQUIRED COMBAT.4d"),
    ],
)
def test_shares_of_losses(order, refused):
    given = hit(*[box(1, 0)] * 3)
    assert refusal(given, ALLIED, order) == refused


# -- retreat -----------------------------------------------------------------------------------


def test_the_first_road_of_a_retreat():
    assert back(beaten(), "p5", "r1") == "NOT_ADJACENT RETREAT.1"
    assert back(beaten(), "p2", "p1") == "ENEMY_RETREAT_ROAD RETREAT.4"
    own = beaten(marker=(ALLIED, "p3"), fortified=["p2"])
    assert back(own, "p2", "p5") == "OWN_RETREAT_ROAD_FIRST RETREAT.3"


def test_the_roads_after_it():
    given = play(beaten(), ALLIED, *retreat("p2", "p3"))
    assert back(given, "p3", "p2") == "ROAD_REUSED RETREAT.5"
    given = beaten(3, area="quatre_bras", marker=(FRENCH, "marbais"))
    given = play(given, ALLIED, *retreat("quatre_bras", "nivelles", "genappe"))
    assert back(given, "genappe", "nivelles") == "ROAD_REUSED RETREAT.5"
    assert back(given, "genappe", "quatre_bras") == "REENTERS_BATTLE RETREAT.5"


def test_a_retreat_that_is_over():
    covered = play(beaten(1), ALLIED, *retreat("p2", "p3"))
    assert back(covered, "p3", "p6") == "WRONG_LENGTH RETREAT.1"
    with_friends = play(beaten(blocks={"orange": at("p3")}), ALLIED, *retreat("p2", "p3"))
    assert back(with_friends, "p3", "p6") == "MUST_STOP RETREAT.6"
    with_enemies = play(beaten(blocks={"lobau": at("p3")}), ALLIED, *retreat("p2", "p3"))
    assert back(with_enemies, "p3", "p6") == "MUST_STOP RETREAT.6"
    in_a_dead_end = play(beaten(), ALLIED, *retreat("p2", "f1"))
    assert back(in_a_dead_end, "f1", "p2") == "MUST_STOP RETREAT.12"


def test_no_position_to_give_up():
    assert refusal(beaten(), ALLIED, GIVE_UP) == "NO_FORTIFIED_POSITION RETREAT.2"
    on_the_way = play(beaten(fortified=["p2"]), ALLIED, *retreat("p2", "p3"))
    assert refusal(on_the_way, ALLIED, GIVE_UP) == "NO_FORTIFIED_POSITION RETREAT.2"
    retreated = play(beaten(1, fortified=["p2"]), ALLIED, *retreat("p2", "p3"))
    assert refusal(retreated, ALLIED, GIVE_UP) == "NO_FORTIFIED_POSITION RETREAT.2"
