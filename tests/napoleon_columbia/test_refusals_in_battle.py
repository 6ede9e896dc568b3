"""Each refusal in a battle, with its clause: deployment, combat, retreat, regrouping."""

import pytest

from napoleon.rulesets.napoleon_columbia.orders import (
    BreakSquare,
    CombatMove,
    Deploy,
    FormSquare,
    LeaveShelter,
    NameHolder,
    PlaceTerrain,
    Regroup,
    RevealLeader,
    Shelter,
    StandUp,
    SwapHolder,
    TakeTerrain,
    TakeUp,
)
from tests.napoleon_columbia.kit import (
    ALLIED,
    ANGLO,
    END_COMBAT,
    END_DEPLOY,
    END_MARCH,
    FRENCH,
    Board,
    changed,
    deploy,
    fighting,
    fire,
    hit,
    marching,
    move,
    play,
    refusal,
    reinforce,
    retreat,
    roads,
    until,
    with_state,
)


def attacked(defenders="p01 p02 p03 p07 p06", drawn=("hill", "farm", "woods"), **given):
    """The French have attacked Ligny, and place the terrain that they have drawn."""
    position = marching({"charleroi": "f09 f15 f17", "ligny": defenders}, **given)
    march = roads("f09 f15 f17", "charleroi", "ligny")
    return play(position, FRENCH, *march, END_MARCH, drawn=drawn)


def placing():
    """The defender has placed a Farm in lane a, and still has Woods."""
    given = play(attacked(), FRENCH, PlaceTerrain("hill", "c"))
    return play(given, ALLIED, PlaceTerrain("farm", "a"))


def deploying():
    """The defender has a Farm in lane a and Woods in lane b."""
    return play(placing(), ALLIED, PlaceTerrain("woods", "b"))


ROUND = {
    "attacker_a": "f09 f11 f20",
    "attacker_b": "f15",
    "attacker_reserve": "f17 f22 f01",
    "defender_a": "a02",
    "defender_b": "f06 a03",
    "defender_c": "a05",
}
"""The French have somebody everywhere, and are engaged in lane b of the defender."""


def board(
    lines=(),
    terrain=(),
    came_from="charleroi",
    around=(),
    acting="attacker",
    backwards=False,
    **changes,
):
    """A battle at Ligny in which the French attack."""
    lines = {**ROUND, **dict(lines)}
    there = Board("ligny", {k: v for k, v in lines.items() if v}, dict(terrain), came_from)
    given = fighting(there, acting_=acting, around=dict(around), backwards=backwards)
    for unit, values in changes.items():
        given = changed(given, unit, **values)
    return given


def farm(**changes):
    """French infantry holds the Farm of its position."""
    lines = {"attacker_a": "f09 f10 f11 f20"}
    return board(lines, {"attacker_a": "farm f09"}, **changes)


def partners_hill():
    """A Prussian battery holds a Hill, and an Anglo-Dutch one stands beside it."""
    lines = {"attacker_a": "f09", "defender_a": "a05 p06 a02 a03", "defender_b": "p02"}
    there = Board("ligny", lines, {"defender_a": "hill p06"})
    return fighting(there, acting_="defender", players=3)


def hurt():
    """Two of three defenders are the strongest, and one takes a hit."""
    given = board({"defender_b": "f06 a03 a07 a04"})
    return play(given, FRENCH, fire("f06"), dice=[2, 6, 6])


def shown_to_nobody():
    """Napoleon lies open; the other units in Woods may not be shown for morale.

    The board is made by hand, as in case 56: whoever is engaged lies open [N-47].
    """
    lines = {"attacker_b": "f15", "defender_a": "a04:1 a01 a02 f09", "defender_b": "a09"}
    given = fighting(Board("ligny", lines, {"defender_a": "woods"}))
    hidden = with_state(changed(given, "a01", revealed=False), begun=False)
    return play(hidden, FRENCH, END_COMBAT)


def reinforcing(**changes):
    """The French may bring units to Ligny."""
    around = {"charleroi": "f02 f03 f04", "brussels": "f05", "quatre_bras": "f07"}
    other = Board("gembloux", {"attacker_a": "f10", "defender_b": "a06"})
    lines = {key: units for key, units in ROUND.items() if units}
    given = fighting(Board("ligny", lines, {}, "charleroi"), other, around=around)
    for unit, values in changes.items():
        given = changed(given, unit, **values)
    return play(given, FRENCH, END_COMBAT)


def routed():
    """The Allies have lost a position, and have to leave."""
    lines = {"defender_b": "f09 a11:1", "defender_a": "a02 a06", "attacker_b": "f15"}
    there = Board("ligny", lines, {}, "charleroi")
    given = fighting(there, around={"quatre_bras": "f07"})
    return play(given, FRENCH, fire("f09"), dice=[1, 1, 6, 6])


def regrouping():
    """The French have won Ligny, while another battle goes on."""
    lines = {"attacker_a": "f09 f15 f17 f20", "defender_a": "p04"}
    other = Board("gembloux", {"attacker_a": "f10", "defender_b": "a06"})
    around = {"charleroi": "f02 f03", "quatre_bras": "f07", "brussels": "f05"}
    there = Board("ligny", lines, {}, "charleroi")
    given = fighting(there, other, acting_="defender", around=around)
    return play(changed(given, "f07", disrupted=True), ALLIED, retreat("p04", "namur"))


def deploying_few():
    """There are just as many defenders as positions."""
    placed = until(attacked("p02 p03 p04"), "terrain", ALLIED)
    return until(placed, "deploy", ALLIED)


def beyond():
    """French horse artillery stands in a vacant position of the enemy, who is not routed yet."""
    lines = {"attacker_a": "f09", "defender_b": "a02", "defender_a": "f23 a03"}
    given = fighting(Board("ligny", lines))
    return with_state(changed(given, "a03", place="defender_c"), begun=False)


def weak_cavalry():
    """Cavalry of firepower 1 is engaged with a square."""
    lines = {"defender_a": "a15 f15", "defender_b": "f09"}
    given = fighting(Board("ligny", lines), attacker=ALLIED)
    return changed(given, "f15", square=True)


def two_battles():
    """The French came to Ligny from Gembloux too, where they fight by now."""
    other = Board("gembloux", {"attacker_a": "f10", "defender_b": "a06"})
    there = Board("ligny", ROUND, {}, "charleroi gembloux")
    return fighting(there, other)


SHAKEN, SQUARE = {"shaken": True}, {"square": True}
MOVED, FIRED = {"moves": 1}, {"fired": True}

TABLE = {
    "PlaceTerrain": [
        (attacked, FRENCH, [PlaceTerrain("farm", "a")], "NOT_YOURS 6.21"),
        (placing, ALLIED, [PlaceTerrain("woods", "a")], "LANE_TAKEN 6.21"),
        (placing, FRENCH, [PlaceTerrain("woods", "a")], "NOT_YOUR_DECISION 6.21"),
        (board, FRENCH, [PlaceTerrain("woods", "a")], "WRONG_PHASE 2.0"),
    ],
    "Deploy": [
        (deploying, ALLIED, [Deploy("f09", "defender_a")], "NOT_YOUR_UNIT 6.22"),
        (deploying, ALLIED, [Deploy("p02", "attacker_a")], "NOT_YOUR_POSITION 6.22"),
        (deploying, ALLIED, [Deploy("p02", "defender_reserve")], "NOT_YOUR_POSITION 6.22"),
        (
            deploying,
            ALLIED,
            [Deploy("p02", "defender_a"), Deploy("p02", "defender_c")],
            "ALREADY_DEPLOYED N-59",
        ),
        (deploying, ALLIED, [Deploy("p06", "defender_b")], "ARTILLERY_IN_WOODS 6.21.woods"),
        (deploying, ALLIED, deploy("p02 p07", "defender_a"), "CORPS_LIMIT 6.23"),
        (
            deploying_few,
            ALLIED,
            deploy("p02 p03", "defender_a"),
            "POSITION_MUST_BE_FILLED N-55",
        ),
        (deploying, ALLIED, [Deploy("p02", "defender_a"), END_DEPLOY], "POSITION_EMPTY 6.22"),
    ],
    "Deploy with a leader": [
        (
            deploying,
            ALLIED,
            [
                *deploy("p01 p02 p07", "defender_a"),
                Deploy("p03", "defender_b"),
                Deploy("p06", "defender_c"),
                TakeUp("p01"),
                END_DEPLOY,
            ],
            "CORPS_LIMIT 6.23",
        ),
    ],
    "TakeUp": [
        (deploying, ALLIED, [TakeUp("p02")], "NOT_DEPLOYED 6.22"),
        (deploying, ALLIED, [TakeUp("f09")], "NOT_DEPLOYED 6.22"),
    ],
    "NameHolder": [
        (deploying, ALLIED, [NameHolder("f09")], "NOT_YOUR_UNIT 6.21.hold"),
        (deploying, ALLIED, [NameHolder("p02")], "NOTHING_TO_HOLD 6.21.hold"),
        (
            deploying,
            ALLIED,
            [Deploy("p06", "defender_a"), NameHolder("p06")],
            "WRONG_TYPE 6.21.farm",
        ),
        (
            deploying,
            ALLIED,
            [Deploy("p02", "defender_a"), NameHolder("p02"), NameHolder("p02")],
            "HOLDER_PRESENT 6.21.hold",
        ),
    ],
    "CombatMove": [
        (board, FRENCH, [move("a02", "defender_reserve")], "NOT_YOUR_UNIT 6.32"),
        (lambda: board(f09=SQUARE), FRENCH, [move("f09", "defender_a")], "SQUARE_FIXED 6.5"),
        (
            lambda: board(f09=SQUARE, f11={"shelter": "f09"}),
            FRENCH,
            [move("f11", "attacker_reserve")],
            "SQUARE_FIXED 6.5",
        ),
        (lambda: board(f09=FIRED), FRENCH, [move("f09", "defender_a")], "ALREADY_FIRED 6.33"),
        (lambda: board(f09=MOVED), FRENCH, [move("f09", "defender_a")], "NO_MOVES_LEFT 6.32"),
        (board, FRENCH, [move("f09", "attacker_a")], "NOT_A_PLACE N-22"),
        (board, FRENCH, [move("f09", "defender_reserve")], "NOT_A_PLACE N-22"),
        (board, FRENCH, [move("f09", "paris")], "NOT_A_PLACE N-22"),
        (board, FRENCH, [move("f09", "attacker_b")], "SIDEWAYS 6.32"),
        (board, FRENCH, [move("f17", "defender_a")], "SIDEWAYS 6.32"),
        (
            lambda: board({"attacker_a": "f09 f20 a06"}, backwards=True),
            FRENCH,
            [move("f09", "defender_a")],
            "ENGAGED N-22",
        ),
        (
            lambda: board({"attacker_a": "f09 f20 a06"}, f09=SHAKEN),
            FRENCH,
            [move("f09", "defender_a")],
            "SHAKEN N-81",
        ),
        (
            lambda: board({"attacker_b": "f15 a06"}),
            FRENCH,
            [move("f06", "attacker_b")],
            "POSITION_ENGAGED 6.32",
        ),
        (
            board,
            FRENCH,
            [move("f20", "defender_a"), move("f20", "attacker_a")],
            "ENGAGE_AFTER_DISENGAGE 6.32",
        ),
        (
            lambda: board({"defender_b": "f06 f21 a03"}),
            FRENCH,
            [move("f21", "attacker_b"), move("f21", "defender_b")],
            "ENGAGE_AFTER_DISENGAGE 6.32",
        ),
        (lambda: board(f09=SHAKEN), FRENCH, [move("f09", "defender_a")], "SHAKEN N-21"),
        (board, FRENCH, [move("f11", "defender_a")], "FOOT_ARTILLERY_ENGAGE 6.32"),
        (
            lambda: board(terrain={"defender_c": "woods"}, lines={"attacker_c": "f23"}),
            FRENCH,
            [CombatMove("f23", "defender_c")],
            "WOODS_ARTILLERY 6.21.woods",
        ),
        (
            lambda: board({"attacker_a": "f09 f11 f23"}, {"defender_a": "stream"}),
            FRENCH,
            [CombatMove("f23", "defender_a")],
            "STREAM_ARTILLERY FAQ.5",
        ),
        (
            lambda: board({"attacker_a": "f09 f10 f20"}, {"defender_a": "stream"}),
            FRENCH,
            [move(unit, "defender_a") for unit in ("f09", "f10", "f20")],
            "STREAM_LIMIT 6.21.stream",
        ),
        (board, ALLIED, [move("a02", "defender_reserve")], "NOT_YOUR_DECISION 6.3"),
    ],
    "Squares": [
        (board, FRENCH, [FormSquare("a02")], "NOT_YOUR_UNIT 6.5"),
        (board, FRENCH, [FormSquare("f20")], "NOT_INFANTRY 6.5"),
        (lambda: board(f09=SQUARE), FRENCH, [FormSquare("f09")], "ALREADY_ACTED 6.5"),
        (lambda: board(f09=FIRED), FRENCH, [FormSquare("f09")], "ALREADY_ACTED 6.5"),
        (board, FRENCH, [FormSquare("f06")], "IN_ENEMY_POSITION 6.5"),
        (
            lambda: board(terrain={"attacker_a": "woods"}, lines={"attacker_a": "f09"}),
            FRENCH,
            [FormSquare("f09")],
            "WOODS_OR_FARM 6.5",
        ),
        (farm, FRENCH, [FormSquare("f09")], "WOODS_OR_FARM 6.5"),
        (lambda: board(f09=SHAKEN), FRENCH, [FormSquare("f09")], "SHAKEN N-21"),
        (board, FRENCH, [BreakSquare("f09")], "NOT_IN_SQUARE 6.5"),
        (board, FRENCH, [BreakSquare("a02")], "NOT_YOUR_UNIT 6.5"),
        (board, FRENCH, [FormSquare("f09"), BreakSquare("f09")], "ALREADY_ACTED 6.5"),
    ],
    "Shelter": [
        (board, FRENCH, [Shelter("a05", "f09")], "NOT_YOUR_UNIT 6.52"),
        (board, FRENCH, [Shelter("f20", "f09")], "WRONG_TYPE 6.52"),
        (board, FRENCH, [Shelter("f11", "f09")], "NO_SQUARE 6.52"),
        (lambda: board(f15=SQUARE), FRENCH, [Shelter("f11", "f15")], "NO_SQUARE 6.52"),
        (
            lambda: board(f09=SQUARE, f11=FIRED),
            FRENCH,
            [Shelter("f11", "f09")],
            "ALREADY_ACTED 6.52",
        ),
        (lambda: board(f09=SQUARE, f11=SHAKEN), FRENCH, [Shelter("f11", "f09")], "SHAKEN N-21"),
        (
            lambda: board({"attacker_a": "f09 f11 f08"}, f09=SQUARE),
            FRENCH,
            [Shelter("f11", "f09"), Shelter("f08", "f09")],
            "SQUARE_TAKEN 6.52",
        ),
        (board, FRENCH, [LeaveShelter("f11")], "NOT_SHELTERED 6.52"),
        (board, FRENCH, [LeaveShelter("a05")], "NOT_YOUR_UNIT 6.52"),
        (
            lambda: board(f09=SQUARE),
            FRENCH,
            [Shelter("f11", "f09"), LeaveShelter("f11")],
            "ALREADY_ACTED 6.52",
        ),
    ],
    "StandUp": [
        (board, FRENCH, [StandUp("a02")], "NOT_YOUR_UNIT 6.24"),
        (board, FRENCH, [StandUp("f09")], "NOT_IN_RESERVE_OR_WOODS 6.24"),
        (
            lambda: board(terrain={"defender_b": "woods"}),
            FRENCH,
            [StandUp("f06")],
            "ENGAGED 6.21.woods",
        ),
        (board, FRENCH, [StandUp("f17")], "NOT_REVEALED 6.24"),
    ],
    "TakeTerrain and SwapHolder": [
        (farm, FRENCH, [TakeTerrain("a02")], "NOT_YOUR_UNIT 6.21.hold"),
        (farm, FRENCH, [TakeTerrain("f15")], "NOTHING_TO_HOLD 6.21.hold"),
        (farm, FRENCH, [TakeTerrain("f20")], "WRONG_TYPE 6.21.farm"),
        (lambda: farm(f10=SQUARE), FRENCH, [TakeTerrain("f10")], "WRONG_TYPE 6.21.hold"),
        (lambda: farm(f10=SHAKEN), FRENCH, [TakeTerrain("f10")], "SHAKEN N-21"),
        (lambda: farm(f10=MOVED), FRENCH, [TakeTerrain("f10")], "ALREADY_ACTED 6.21.hold"),
        (farm, FRENCH, [TakeTerrain("f10")], "HOLDER_PRESENT 6.21.hold"),
        (farm, FRENCH, [SwapHolder("a02")], "NOT_YOUR_UNIT 6.21.hold"),
        (farm, FRENCH, [SwapHolder("f09")], "HOLDER_PRESENT 6.21.hold"),
        (
            lambda: board(terrain={"attacker_a": "hill"}),
            FRENCH,
            [SwapHolder("f11")],
            "NO_HOLDER 6.21.hold",
        ),
        (partners_hill, ANGLO, [SwapHolder("a05")], "NOT_YOUR_UNIT N-54"),
        (lambda: farm(f09=FIRED), FRENCH, [SwapHolder("f10")], "ALREADY_ACTED 6.21.hold"),
        (lambda: farm(f09=SHAKEN), FRENCH, [SwapHolder("f10")], "SHAKEN N-21"),
    ],
    "Fire": [
        (board, FRENCH, [fire("a02")], "NOT_YOUR_UNIT 6.33"),
        (board, FRENCH, [fire("f17")], "IN_RESERVE 6.33"),
        (lambda: board(f06=FIRED), FRENCH, [fire("f06")], "ALREADY_FIRED 6.33"),
        (
            lambda: board(f09=SQUARE, f11={"shelter": "f09"}),
            FRENCH,
            [fire("f11")],
            "SHELTERED 6.52",
        ),
        (lambda: board(f06=SHAKEN), FRENCH, [fire("f06")], "SHAKEN N-21"),
        (board, FRENCH, [move("f20", "defender_a"), fire("f20")], "ALREADY_MOVED 6.33"),
        (board, FRENCH, [fire("f09")], "NOT_ENGAGED 6.33"),
        (
            lambda: board({"defender_a": "", "attacker_a": "f09 f11"}),
            FRENCH,
            [fire("f11")],
            "NO_TARGET 6.4",
        ),
        (board, FRENCH, [fire("f11", "square")], "NO_TARGET 6.4"),
        (
            beyond,
            FRENCH,
            [fire("f23")],
            "NO_TARGET 6.33.art",
        ),
        (lambda: board(terrain={"defender_a": "woods"}), FRENCH, [fire("f11")], "WOODS 6.21.woods"),
        (
            lambda: board({"attacker_b": "f15 f08"}),
            FRENCH,
            [fire("f08")],
            "POSITION_ENGAGED 6.33.art",
        ),
        (
            lambda: board(
                {"defender_b": "f20 a03", "attacker_a": "f09"}, {"defender_b": "farm a03"}
            ),
            FRENCH,
            [fire("f20")],
            "FARM_CAVALRY 6.21.farm",
        ),
        (
            weak_cavalry,
            ALLIED,
            [fire("a15", "square")],
            "F_ZERO 6.51",
        ),
    ],
    "AllocateHit": [
        (hurt, ALLIED, [hit("a04")], "NOT_STRONGEST 6.4"),
        (hurt, ALLIED, [hit("f06")], "NOT_STRONGEST 6.4"),
        (hurt, FRENCH, [hit("a03")], "NOT_YOUR_DECISION 6.4"),
        (hurt, FRENCH, [END_COMBAT], "DECISION_PENDING 6.4"),
    ],
    "RevealLeader": [
        (shown_to_nobody, ALLIED, [RevealLeader("a02")], "NOT_WITH_THEM 9.2"),
        (shown_to_nobody, ALLIED, [RevealLeader("p01")], "NOT_WITH_THEM 9.2"),
    ],
    "EndCombat": [
        (lambda: board(f06=SHAKEN), FRENCH, [END_COMBAT], "WITHDRAWAL_PENDING 6.31"),
    ],
    "Retreat": [
        (board, FRENCH, [retreat("a02", "namur")], "NOT_YOUR_UNIT 7.0"),
        (lambda: board(f09=SQUARE), FRENCH, [retreat("f09", "charleroi")], "SQUARE_FIXED N-42"),
        (lambda: board(f06=SHAKEN), FRENCH, [retreat("f06", "charleroi")], "SHAKEN N-21"),
        (lambda: board(f09=MOVED), FRENCH, [retreat("f09", "charleroi")], "ALREADY_ACTED 7.0"),
        (board, FRENCH, [retreat("f09", "brussels")], "TOWN_BARRED 7.1"),
        (board, FRENCH, [retreat("f09", "namur")], "TOWN_BARRED 7.1"),
        (
            lambda: board(around={"charleroi": "a06"}),
            FRENCH,
            [retreat("f09", "charleroi")],
            "TOWN_BARRED N-32",
        ),
        (
            lambda: board(acting="defender"),
            ALLIED,
            [retreat("a02", "charleroi")],
            "TOWN_BARRED 7.1",
        ),
        (two_battles, FRENCH, [retreat("f09", "gembloux")], "BATTLE_TOWN 7.1"),
        (
            board,
            FRENCH,
            [retreat(unit, "charleroi") for unit in ("f09", "f11", "f20")],
            "ROAD_FULL 7.2",
        ),
        (routed, ALLIED, [retreat("f09", "namur")], "NOT_YOUR_UNIT 7.4"),
        (routed, ALLIED, [retreat("a02", "quatre_bras")], "TOWN_BARRED N-32"),
        (routed, FRENCH, [retreat("f09", "charleroi")], "NOT_YOUR_DECISION 7.4"),
    ],
    "Reinforce": [
        (reinforcing, FRENCH, [reinforce("a06")], "NOT_YOUR_UNIT 6.34"),
        (reinforcing, FRENCH, [reinforce("f05")], "NOT_ADJACENT 6.34"),
        (reinforcing, FRENCH, [reinforce("f10")], "IN_BATTLE N-50"),
        (
            lambda: reinforcing(f07={"disrupted": True}),
            FRENCH,
            [reinforce("f07")],
            "DISRUPTED 7.3",
        ),
        (
            reinforcing,
            FRENCH,
            [reinforce(unit) for unit in ("f02", "f03", "f04")],
            "ROAD_FULL 6.34",
        ),
    ],
    "Regroup": [
        (regrouping, FRENCH, [Regroup("a06", "ligny")], "NOT_YOUR_UNIT 7.5"),
        (regrouping, FRENCH, [Regroup("f05", "ligny")], "NO_ROAD 7.5"),
        (regrouping, FRENCH, [Regroup("f02", "quatre_bras")], "NO_ROAD 7.5"),
        (
            regrouping,
            FRENCH,
            [Regroup("f02", "ligny"), Regroup("f02", "charleroi")],
            "ALREADY_MOVED N-36",
        ),
        (regrouping, FRENCH, [Regroup("f07", "ligny")], "DISRUPTED N-33"),
        (regrouping, FRENCH, [Regroup("f10", "ligny")], "IN_BATTLE N-36"),
        (regrouping, FRENCH, [Regroup("f09", "namur")], "NOT_FRIENDLY_TOWN N-36"),
        (
            regrouping,
            FRENCH,
            [Regroup(unit, "quatre_bras") for unit in ("f09", "f15", "f17")],
            "ROAD_FULL 7.5",
        ),
    ],
}
"""By verb: where a seat gives orders, and code and clause of the refusal of the last one."""

CASES = [(verb, *case) for verb, cases in TABLE.items() for case in cases]


@pytest.mark.parametrize(
    ("given", "seat", "given_orders", "refused"),
    [case[1:] for case in CASES],
    ids=[f"{verb}-{case[-1]}-{number}" for number, (verb, *case) in enumerate(CASES)],
)
def test_refused(given, seat, given_orders, refused):
    assert refusal(given(), seat, *given_orders) == tuple(refused.split())
