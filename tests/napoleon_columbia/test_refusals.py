"""Each refusal before and after battles, with its clause: set-up, marches, skirmishes, ends."""

import pytest

from napoleon.rulesets.napoleon_columbia import orders
from napoleon.rulesets.napoleon_columbia.orders import (
    ChooseSkirmisher,
    EndMarch,
    EndSetup,
    Halt,
    MakeBid,
    March,
    OrderBattle,
    OrderSkirmish,
    PassBid,
    RemoveForSupply,
    RemoveStep,
    RevealLeader,
    TakeUp,
    UseHistoricalSetup,
)
from tests.napoleon_columbia.kit import (
    ALLIED,
    ANGLO,
    END_MARCH,
    FRENCH,
    fresh,
    marching,
    place,
    play,
    refusal,
    road,
    roads,
    until,
)


def bidding():
    """The first of the two seats has the word."""
    return fresh(bidding=True, drawn=["first"])


def bid():
    """One step was bid for the French."""
    return play(bidding(), "first", MakeBid("french", 1))


def won():
    """The French are played with three steps less."""
    two = play(play(bidding(), "first", MakeBid("french", 1)), "second", MakeBid("allied", 2))
    return play(play(two, "first", MakeBid("french", 3)), "second", PassBid())


def carded():
    """The Allies stand as the cards say, but for the six units of Brussels."""
    return play(fresh(), ALLIED, UseHistoricalSetup())


def historical():
    """The same in the scenario that has it so."""
    return fresh("historical")


def field(active=FRENCH, **given):
    """Both sides have units here and there."""
    towns = {
        "charleroi": "f01 f09 f15 f20",
        "beaumont": "f17",
        "mons": "f06",
        "ligny": "p02 p03 p04",
        "brussels": "a01 a02 a13",
        "hal": "a03",
    }
    return marching(towns, active=active, **given)


def met():
    """French cavalry has met the Prussians in Ligny."""
    return play(field(), FRENCH, *road("f20", "charleroi", "ligny"))


def both_groups():
    """Two French groups have marched."""
    return play(
        field(), FRENCH, *road("f17", "beaumont", "thuin"), *road("f09", "charleroi", "binche")
    )


def anglo_march():
    """The Anglo-Dutch have marched, and the Prussians may still."""
    return play(field(ALLIED), ALLIED, *road("a02", "brussels", "wavre"))


def full():
    """Eight units have marched along a major road."""
    eight = "f02 f03 f06 f07 f09 f10 f12 f13"
    given = marching({"charleroi": f"{eight} f15", "ghent": "a02"})
    return play(given, FRENCH, *roads(eight, "charleroi", "quatre_bras"))


def at_the_river():
    """Four units have crossed the Sambre against the Prussians."""
    given = marching({"laneffe": "f06 f07 f09 f10 f12", "charleroi": "p02"})
    return play(given, FRENCH, *roads("f06 f07 f09 f10", "laneffe", "charleroi"))


def apart():
    """A group has attacked Waterloo from Brussels, and the other is in Ligny."""
    given = marching({"nivelles": "f09", "wavre": "f15", "waterloo": "a02 a03 a04", "hal": "a06"})
    return play(given, FRENCH, *road("f09", "nivelles", "waterloo"))


def night():
    """It is a French night turn."""
    return field(night=True)


def checking():
    """Infantry of Charleroi was forced; Napoleon began the turn in another town."""
    given = marching({"charleroi": "f09", "beaumont": "f01 f17", "ghent": "a02"})
    way = road("f09", "charleroi", "binche", "mons", forced=True)
    return play(given, FRENCH, *way, END_MARCH)


def two_skirmishes():
    """The French have to say which skirmish comes first."""
    given = marching({"charleroi": "f09 f15", "ligny": "p02", "quatre_bras": "a02"})
    attacks = (*road("f09", "charleroi", "ligny"), *road("f15", "charleroi", "quatre_bras"))
    return play(given, FRENCH, *attacks, END_MARCH)


def two_battles():
    """The same for two battles."""
    given = marching(
        {
            "charleroi": "f09 f15 f17 f06 f07 f10",
            "ligny": "p02 p03 p04",
            "quatre_bras": "a02 a03 a04",
        }
    )
    attacks = (
        *roads("f09 f15 f17", "charleroi", "ligny"),
        *roads("f06 f07 f10", "charleroi", "quatre_bras"),
    )
    return play(given, FRENCH, *attacks, END_MARCH)


def choosing():
    """Four of six French units fight in the skirmish."""
    six = "f06 f07 f09 f10 f15 f17"
    given = marching({"charleroi": six, "ligny": "p02", "ghent": "a02"})
    return play(given, FRENCH, *roads(six, "charleroi", "ligny"), END_MARCH)


def owing():
    """The Anglo-Dutch owe a unit for Ghent."""
    given = marching({"ghent": "f09", "malines": "a02 a03", "tongres": "p02 p03"})
    return play(given, FRENCH, END_MARCH)


def over():
    """The French have given up."""
    return play(field(), FRENCH, orders.Resign())


def offered():
    """The French would agree to end the game."""
    return play(field(), FRENCH, orders.AgreeToEnd())


def half_given_up():
    """One of the two Allied players has given up."""
    return play(field(players=3), ANGLO, orders.Resign())


TABLE = {
    "Bids": [
        (bid, "second", [MakeBid("allied", 1)], "BID_TOO_LOW 13.0"),
        (bidding, "first", [MakeBid("french", 24)], "BID_TOO_HIGH N-41"),
        (bidding, "first", [MakeBid("french", 2)], "BID_TOO_HIGH 13.0"),
        (bid, "second", [MakeBid("allied", 3)], "BID_TOO_HIGH 13.0"),
        (bidding, "first", [PassBid()], "NO_BID_YET N-70"),
        (bidding, "second", [MakeBid("french", 1)], "NOT_YOUR_DECISION 13.0"),
        (field, FRENCH, [MakeBid("french", 1)], "WRONG_PHASE 2.0"),
    ],
    "RemoveStep": [
        (won, "first", [RemoveStep("a02")], "NOT_YOUR_UNIT 13.0"),
        (won, "first", [RemoveStep("f99")], "NOT_YOUR_UNIT 13.0"),
        (won, "first", [RemoveStep("f02"), RemoveStep("f02")], "SECOND_STEP 13.0"),
        (won, "first", [RemoveStep("f01")], "LAST_STEP N-41"),
        (won, "second", [RemoveStep("a02")], "NOT_YOUR_DECISION 13.0"),
    ],
    "PlaceUnit": [
        (fresh, ALLIED, [place("f02", "ghent")], "NOT_YOUR_UNIT 4.1"),
        (fresh, ALLIED, [place("a02", "paris")], "UNKNOWN_TOWN 4.1"),
        (fresh, ALLIED, [place("a02", "ligny")], "WRONG_ZONE 4.1"),
        (
            fresh,
            ALLIED,
            [place(unit, "ghent") for unit in ("a02", "a03", "a04", "a05", "a06")],
            "STACK_FULL 4.1",
        ),
        (fresh, ALLIED, [place("a02", "ghent"), place("a02", "hal")], "NOT_YOUR_UNIT 4.1"),
        (carded, ALLIED, [place("a01", "ghent")], "NOT_ADJACENT 4.3"),
        (
            carded,
            ALLIED,
            [place("a01", "hal"), place("a09", "hal"), place("a10", "hal")],
            "NOT_IN_EXCESS 4.3",
        ),
        (fresh, FRENCH, [place("f02", "beaumont")], "NOT_YOUR_DECISION 4.0"),
    ],
    "PlaceUnit of the French": [
        (
            lambda: until(fresh(), "setup", FRENCH),
            FRENCH,
            [place("f02", "thuin")],
            "WRONG_ZONE 4.2",
        ),
        (
            lambda: until(fresh(), "setup", FRENCH),
            FRENCH,
            [place("a02", "beaumont")],
            "NOT_YOUR_UNIT 4.2",
        ),
    ],
    "TakeUp": [
        (fresh, ALLIED, [TakeUp("a02")], "NOT_YOUR_UNIT 4.0"),
        (historical, ALLIED, [TakeUp("a02")], "ON_THE_CARD 4.3"),
    ],
    "UseHistoricalSetup": [
        (fresh, ALLIED, [place("a02", "ghent"), UseHistoricalSetup()], "SETUP_BEGUN N-69"),
    ],
    "EndSetup": [
        (fresh, ALLIED, [EndSetup()], "UNITS_UNPLACED N-03"),
    ],
    "March": [
        (field, FRENCH, road("p02", "ligny", "namur"), "NOT_YOUR_UNIT 5.1"),
        (field, FRENCH, road("f09", "charleroi", "brussels"), "NO_ROAD 5.0"),
        (field, FRENCH, road("f17", "charleroi", "binche"), "NO_ROAD 5.0"),
        (met, FRENCH, road("f20", "ligny", "namur"), "ENEMY_IN_PATH 5.0"),
        (
            field,
            FRENCH,
            [
                *road("f20", "charleroi", "binche"),
                *road("f09", "charleroi", "binche"),
                *road("f20", "binche", "nivelles"),
            ],
            "ALREADY_MARCHED N-04",
        ),
        (both_groups, FRENCH, road("f06", "mons", "maubeuge"), "NO_MARCH_LEFT 5.1"),
        (anglo_march, ALLIED, road("a03", "hal", "enghien"), "WRONG_ARMY_MARCH 5.1"),
        (night, FRENCH, road("f09", "charleroi", "ligny"), "NIGHT_ATTACK 5.7"),
        (
            night,
            FRENCH,
            road("f09", "charleroi", "binche", "mons", forced=True),
            "NIGHT_FORCED 5.7",
        ),
        (field, FRENCH, road("f09", "charleroi", "binche", "mons"), "TOO_FAR 5.3"),
        (field, FRENCH, road("f09", "charleroi", "binche", forced=True), "NOT_FORCED N-56"),
        (apart, FRENCH, road("f15", "wavre", "waterloo"), "COMMAND_CONTROL 5.2"),
        (full, FRENCH, road("f15", "charleroi", "quatre_bras"), "ROAD_FULL 5.4"),
        (at_the_river, FRENCH, road("f12", "laneffe", "charleroi"), "RIVER_LIMIT 5.5"),
        (field, ALLIED, road("a02", "brussels", "hal"), "NOT_YOUR_DECISION 5.0"),
    ],
    "Halt and EndMarch": [
        (field, FRENCH, [Halt("f09")], "NOT_MARCHING N-56"),
        (met, FRENCH, [Halt("f20")], "NOT_MARCHING N-56"),
        (checking, FRENCH, [EndMarch()], "WRONG_PHASE 2.0"),
    ],
    "RevealLeader": [
        (checking, FRENCH, [RevealLeader("f01")], "NOT_AT_START_TOWN 9.1"),
        (checking, FRENCH, [RevealLeader("f09")], "NOT_AT_START_TOWN 9.1"),
        (checking, FRENCH, [RevealLeader("p01")], "NOT_AT_START_TOWN 9.1"),
        (field, FRENCH, [RevealLeader("f01")], "DECISION_PENDING 5.0"),
    ],
    "OrderSkirmish and OrderBattle": [
        (two_skirmishes, FRENCH, [OrderSkirmish("wavre")], "NO_SUCH_FIGHT 6.6"),
        (two_skirmishes, FRENCH, [OrderBattle("ligny")], "DECISION_PENDING 6.6"),
        (two_skirmishes, ALLIED, [OrderSkirmish("ligny")], "NOT_YOUR_DECISION 6.6"),
        (two_battles, FRENCH, [OrderBattle("wavre")], "NO_SUCH_FIGHT 6.1"),
        (two_battles, ALLIED, [OrderBattle("ligny")], "NOT_YOUR_DECISION 6.1"),
    ],
    "ChooseSkirmisher": [
        (choosing, FRENCH, [ChooseSkirmisher("p02")], "NOT_YOUR_UNIT 6.6"),
        (choosing, FRENCH, [ChooseSkirmisher("f09")] * 2, "WRONG_NUMBER N-29"),
        (choosing, ALLIED, [ChooseSkirmisher("p02")], "NOT_YOUR_DECISION 6.6"),
    ],
    "RemoveForSupply": [
        (owing, ALLIED, [RemoveForSupply("f09")], "NOT_YOUR_UNIT 10.0"),
        (owing, ALLIED, [RemoveForSupply("p02")], "WRONG_ARMY 10.0"),
        (owing, FRENCH, [RemoveForSupply("f09")], "NOT_YOUR_DECISION 10.0"),
    ],
    "Ends": [
        (over, ALLIED, [orders.Resign()], "GAME_OVER 11.0"),
        (over, ALLIED, [orders.AgreeToEnd()], "GAME_OVER 11.0"),
        (over, FRENCH, [March("f09", "binche-charleroi")], "DECISION_PENDING 2.0"),
        (half_given_up, ANGLO, [orders.Resign()], "ALREADY_RESIGNED N-74"),
        (offered, FRENCH, [orders.AgreeToEnd()], "ALREADY_AGREED N-74"),
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
