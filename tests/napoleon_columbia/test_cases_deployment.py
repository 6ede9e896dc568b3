"""The acceptance cases on terrain, deployment and the order of battles [6.1 to 6.23]."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.blocks import StepLost, UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import CombatTurnStarted
from napoleon.rulesets.napoleon_columbia.events.deployment import (
    BattleStarted,
    DeploymentEnded,
    TerrainDrawn,
)
from napoleon.rulesets.napoleon_columbia.events.fights import (
    SkirmishDecided,
    SkirmishEnded,
    SkirmisherFired,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import SideRouted
from napoleon.rulesets.napoleon_columbia.orders import (
    ChooseSkirmisher,
    CombatMove,
    Deploy,
    OrderBattle,
    PlaceTerrain,
)
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    END_DEPLOY,
    END_MARCH,
    FRENCH,
    deploy,
    drawn_up,
    legal_orders,
    marching,
    move,
    play,
    refusal,
    reinforce,
    retreat,
    roads,
    rules_with,
    until,
)

PLAIN = ["hill", "hill", "farm"]
"""Terrain that is in nobody's way."""


def deploying(attackers, defenders, drawn=PLAIN, **given):
    """The French have attacked Ligny from Charleroi; the Allies deploy."""
    position = marching({"charleroi": attackers, "ligny": defenders}, **given)
    attacked = play(
        position, FRENCH, *roads(attackers, "charleroi", "ligny"), END_MARCH, drawn=drawn
    )
    return until(attacked, "deploy", ALLIED)


def test_case_08_every_position_has_somebody():
    given = deploying("f09 f15 f17 f02 f03 f04 f05", "p02 p03 p04 p07", drawn=PLAIN)

    defended = play(given, ALLIED, *drawn_up("defender", "p02", "p03 p04", "p07"))
    drawn = play(
        defended,
        FRENCH,
        *deploy("f02 f03", "attacker_a"),
        *deploy("f09", "attacker_b"),
        *deploy("f15", "attacker_c"),
        END_DEPLOY,
    )

    assert drawn.asked == [(FRENCH, "combat")]
    assert drawn.place("f04") == "attacker_reserve"


@pytest.mark.parametrize("empty", ["a", "b", "c"])
def test_case_08_no_position_stays_empty(empty):
    given = deploying("f09 f15 f17", "p02 p03 p04 p07")
    filled = [f"defender_{lane}" for lane in "abc" if lane != empty]

    orders = [Deploy("p02", filled[0]), Deploy("p07", filled[1]), END_DEPLOY]

    assert refusal(given, ALLIED, *orders) == ("POSITION_EMPTY", "6.22")


def _three_battles():
    given = marching(
        {
            "charleroi": "f06 f07 f09 f10 f15 f17 f12 f13 f02",
            "ligny": "p02 p03 p04",
            "quatre_bras": "a02 a03 a04",
            "binche": "a06 a07 a09",
        }
    )
    return play(
        given,
        FRENCH,
        *roads("f06 f07 f09", "charleroi", "ligny"),
        *roads("f10 f15 f17", "charleroi", "quatre_bras"),
        *roads("f12 f13 f02", "charleroi", "binche"),
        END_MARCH,
    )


def test_case_20_three_battles_draw_three_three_and_two():
    ordered = play(
        _three_battles(),
        FRENCH,
        OrderBattle("ligny"),
        OrderBattle("quatre_bras"),
        drawn=["hill", "hill", "farm"],
    )
    fought = until(ordered, "combat", drawn=["farm", "stream", "woods", "woods", "woods"])

    drawn = [*ordered.events_of(TerrainDrawn), *fought.events_of(TerrainDrawn)]
    by_battle = {town: [it.role for it in drawn if it.town == town] for town in _TOWNS}
    assert by_battle == {
        "ligny": ["attacker", "defender", "defender"],
        "quatre_bras": ["attacker", "defender", "defender"],
        "binche": ["defender", "defender"],
    }
    assert fought.state.pool == []


_TOWNS = ("ligny", "quatre_bras", "binche")


def test_case_30_two_defenders_against_six():
    given = marching({"charleroi": "f06 f07 f09 f15 f20 f22", "ligny": "p02 p05"})
    attacked = play(
        given, FRENCH, *roads("f06 f07 f09 f15 f20 f22", "charleroi", "ligny"), END_MARCH
    )
    assert attacked.asked == [(FRENCH, "skirmishers")]

    fought = play(
        attacked,
        FRENCH,
        *map(ChooseSkirmisher, ("f06", "f07", "f20", "f22")),
        dice=[6] * 6 + [6] * 12,
    )

    shots = fought.events_of(SkirmisherFired)
    assert [(it.unit, it.firepower) for it in shots] == [
        *(("p02", 1), ("p05", 2)),
        *(("f06", 1), ("f07", 1), ("f20", 2), ("f22", 2)),
    ]
    assert fought.the(SkirmishDecided).loser == ALLIED
    assert fought.asked == [(ALLIED, "beaten")]
    left = play(play(fought, ALLIED, retreat("p02", "namur")), ALLIED, retreat("p05", "namur"))
    assert left.strength("p02", "p05") == [4, 2]
    assert left.state.phase == "march"
    assert not left.events_of(StepLost)


def test_case_31_of_equal_sides_the_attacker_goes():
    given = marching({"charleroi": "f06 f07", "ligny": "p05 p02"})

    fought = play(
        given, FRENCH, *roads("f06 f07", "charleroi", "ligny"), END_MARCH, dice=[6] * 6 + [6] * 6
    )

    decided = fought.the(SkirmishDecided)
    assert (decided.loser, decided.attackers, decided.defenders) == (FRENCH, 2, 2)
    assert fought.asked == [(FRENCH, "beaten")]


@pytest.mark.parametrize(
    ("units", "accepted"),
    [
        ("p02 p03", True),
        ("p02 p07", False),
        ("p02 p07 p01", False),
        ("p01 p02 p07", True),
        ("p01 p02 p07 p11", False),
    ],
)
def test_case_42_one_corps_in_a_position_or_two_with_the_leader(units, accepted):
    given = deploying("f09 f15 f17", "p01 p02 p03 p07 p11 p12 p15")

    played = play(given, ALLIED, *deploy(units, "defender_b")[:2])
    for unit in units.split()[2:]:
        if played.refused is None:
            played = play(played, ALLIED, *deploy(unit, "defender_b"))

    assert played.refused == (None if accepted else ("CORPS_LIMIT", "6.23"))


def test_case_42_the_reserve_takes_any_number_of_corps():
    given = deploying("f09 f15 f17", "p02 p03 p07 p11 p15 p05 p13")

    ended = play(given, ALLIED, *drawn_up("defender", "p02", "p03", "p07"))

    reserve = [ended.place(unit) for unit in ("p11", "p15", "p05", "p13")]
    assert reserve == ["defender_reserve"] * 4


def _two_woods():
    """The defender has two Woods, one infantry and two batteries."""
    given = marching({"charleroi": "f09 f15 f17", "ligny": "p02 p06 p10"})
    attacked = play(
        given,
        FRENCH,
        *roads("f09 f15 f17", "charleroi", "ligny"),
        END_MARCH,
        drawn=["hill", "woods", "woods"],
    )
    placed = until(attacked, "terrain", ALLIED)
    return play(placed, ALLIED, PlaceTerrain("woods", "a"), PlaceTerrain("woods", "b"))


def test_case_43_a_second_woods_stays_vacant_for_want_of_infantry():
    given = _two_woods()

    assert refusal(given, ALLIED, *deploy("p06", "defender_a")) == (
        *("ARTILLERY_IN_WOODS", "6.21.woods"),
    )
    misplaced = refusal(given, ALLIED, *deploy("p02", "defender_c"))
    assert misplaced == ("POSITION_MUST_BE_FILLED", "N-55")
    early = refusal(given, ALLIED, *deploy("p02", "defender_a"), END_DEPLOY)
    assert early == ("POSITION_EMPTY", "6.22")

    ended = play(
        given, ALLIED, *deploy("p02", "defender_a"), *deploy("p06", "defender_c"), END_DEPLOY
    )

    assert ended.the(DeploymentEnded).player == ALLIED
    ours = play(ended, FRENCH, *drawn_up("attacker", "f09", "f15", "f17"))
    entered = play(ours, FRENCH, move("f15", "defender_b"))
    routed = entered.the(SideRouted)
    assert (routed.side, routed.place) == (ALLIED, "defender_b")


def test_case_48_battles_go_round_in_the_order_of_the_attacker():
    given = marching(
        {
            "charleroi": "f06 f07 f09 f10 f15 f17",
            "ligny": "p02 p03 p04",
            "quatre_bras": "a02 a03 a04",
        }
    )
    attacked = play(
        given,
        FRENCH,
        *roads("f06 f07 f09", "charleroi", "ligny"),
        *roads("f10 f15 f17", "charleroi", "quatre_bras"),
        END_MARCH,
    )

    ordered = play(attacked, FRENCH, OrderBattle("ligny"), drawn=PLAIN)
    begun = [*ordered.events]
    begun += until(ordered, "combat", drawn=["farm", "woods", "woods"]).events
    deployed = [it.town for it in begun if isinstance(it, DeploymentEnded)]
    assert deployed == ["ligny", "ligny", "quatre_bras", "quatre_bras"]

    fought = until(ordered, "combat", FRENCH, drawn=["farm", "woods", "woods"])
    fought = play(fought, FRENCH, retreat("f06", "charleroi"), retreat("f07", "charleroi"))
    turns = [(it.town, it.role) for it in begun if isinstance(it, CombatTurnStarted)]
    for seat in (FRENCH, ALLIED, FRENCH, ALLIED):
        fought = play(fought, seat, END_COMBAT)
        turns += [(it.town, it.role) for it in fought.events_of(CombatTurnStarted)]
    assert turns == [
        ("ligny", "attacker"),
        ("ligny", "defender"),
        ("quatre_bras", "attacker"),
        ("quatre_bras", "defender"),
        ("ligny", "attacker"),
    ]

    ligny = play(fought, FRENCH, retreat("f09", "charleroi"))
    assert ligny.state.battle_in("ligny") is None
    other = until(ligny, "combat", FRENCH)
    engage = next(it for it in legal_orders(other, FRENCH, CombatMove) if "defender" in it.place)
    others = until(play(other, FRENCH, engage, END_COMBAT), "combat", FRENCH)
    assert other.the(CombatTurnStarted).town == "quatre_bras"
    assert {it.town for it in others.events_of(CombatTurnStarted)} == {"quatre_bras"}


def test_case_49_skirmishes_come_first_and_their_winners_reinforce():
    given = marching(
        {
            "quatre_bras": "f09 f15 f17",
            "gembloux": "f06 f07 f10 f12",
            "wavre": "a05:1",
            "waterloo": "a02 a03 a04",
        },
        rules=rules_with(rivers={"gembloux-wavre": False}),
    )
    attacked = play(
        given,
        FRENCH,
        *roads("f09 f15 f17", "quatre_bras", "waterloo"),
        *roads("f06 f07 f10 f12", "gembloux", "wavre"),
        END_MARCH,
        dice=[6] + [6] * 12,
    )
    assert attacked.asked == [(ALLIED, "beaten")]
    assert not attacked.events_of(BattleStarted)

    over = play(attacked, ALLIED, retreat("a05", "brussels"), drawn=PLAIN)

    kinds = over.types
    assert kinds.index("skirmish_ended") < kinds.index("terrain_drawn")
    assert over.the(SkirmishEnded).loser == ALLIED
    fought = until(over, "combat", FRENCH)
    came = play(fought, FRENCH, END_COMBAT, reinforce("f06"))
    assert came.place("f06") == "attacker_reserve"
    assert legal_orders(came, FRENCH) == []


def test_case_49_nobody_who_is_eliminated_reinforces():
    given = marching({"charleroi": "f06:1 f07", "ligny": "p05:1"})

    fought = play(
        given, FRENCH, *roads("f06 f07", "charleroi", "ligny"), END_MARCH, dice=[6, 1, 6, 6]
    )

    assert fought.the(UnitEliminated).unit == "p05"
    assert fought.the(SkirmishEnded).loser == ALLIED
