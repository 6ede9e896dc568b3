"""The acceptance cases on set-up, bids for the sides, and three players [4, 12.0, 13.0]."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.march import ForcedMarchChecked
from napoleon.rulesets.napoleon_columbia.events.setup import BidWon, HandicapStepRemoved
from napoleon.rulesets.napoleon_columbia.orders import (
    MakeBid,
    PassBid,
    PlaceUnit,
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
    KEEP_HIDDEN,
    PACK,
    PRUSSIAN,
    RULES,
    fighters_in,
    fresh,
    legal_orders,
    marching,
    place,
    play,
    refusal,
    road,
    roads,
    until,
)


def _won(*bids):
    """The bids of the two seats in turn, the last of which wins."""
    played = fresh(bidding=True, drawn=["first"])
    seats = ("first", "second") * len(bids)
    for seat, (side, steps) in zip(seats, bids, strict=False):
        played = play(played, seat, MakeBid(side, steps))
    [passing] = {"first", "second"} - {seats[len(bids) - 1]}
    return play(played, passing, PassBid())


def test_case_15_the_allies_give_two_steps_away():
    won = _won(("french", 0), ("allied", 1), ("allied", 2))
    assert won.the(BidWon).players == {"french": "second", "anglo": "first", "prussian": "first"}

    weakened = play(won, "first", RemoveStep("a02"), RemoveStep("p02"))

    assert weakened.strength("a02", "p02") == [3, 3]
    assert weakened.asked == [("first", "setup")]


def test_case_15_the_french_give_three_steps_away():
    won = _won(("allied", 1), ("allied", 2), ("french", 3))

    twice = refusal(won, "first", RemoveStep("f09"), RemoveStep("f09"))
    assert twice == ("SECOND_STEP", "13.0")
    weakened = play(won, "first", RemoveStep("f09"), RemoveStep("f15"), RemoveStep("f02"))

    assert len(weakened.events_of(HandicapStepRemoved)) == 3
    assert weakened.strength("f09", "f15", "f02") == [3, 3, 3]
    assert weakened.asked == [("second", "setup")]


def test_case_41_four_allied_units_stand_in_a_town():
    given = fresh()

    four = [place(unit, "ghent") for unit in ("a01", "a02", "a03", "a04")]

    assert refusal(given, ALLIED, *four, place("a05", "ghent")) == ("STACK_FULL", "4.1")
    assert refusal(given, ALLIED, place("p02", "ghent")) == ("WRONG_ZONE", "4.1")
    assert refusal(given, ALLIED, place("a02", "ligny")) == ("WRONG_ZONE", "4.1")
    assert refusal(given, ALLIED, place("a02", "beaumont")) == ("WRONG_ZONE", "4.1")


def test_case_41_twelve_french_units_stand_in_a_town():
    given = until(fresh(), "setup", FRENCH)
    units = [it.id for it in PACK.blocks_of(FRENCH)]

    twelve = [place(unit, "beaumont") for unit in units[:12]]

    thirteenth = refusal(given, FRENCH, *twelve, place(units[12], "beaumont"))
    assert thirteenth == ("STACK_FULL", "4.2")
    assert refusal(given, FRENCH, place("f02", "thuin")) == ("WRONG_ZONE", "4.2")


def _both_allies_at_quatre_bras():
    given = marching({"charleroi": "f09 f15 f17", "quatre_bras": "a02 a03 p02 p03 p04"}, players=3)
    return play(
        given,
        FRENCH,
        *roads("f09 f15 f17", "charleroi", "quatre_bras"),
        END_MARCH,
        drawn=["hill", "hill", "farm"],
    )


def test_case_71_who_has_more_units_decides_for_both():
    placed = until(_both_allies_at_quatre_bras(), "terrain", PRUSSIAN)
    assert placed.asked == [(PRUSSIAN, "terrain")]

    deploying = until(placed, "deploy")
    assert deploying.asked == [(PRUSSIAN, "deploy")]
    partner = until(deploying, "deploy", ANGLO)
    for where in ("defender_reserve", "defender_a", "defender_b", "defender_c"):
        seen = fighters_in(partner, ANGLO, "quatre_bras", where)
        assert {it["name"] is None for it in seen if it["army"] == PRUSSIAN} <= {True}
        assert {it["name"] is None for it in seen if it["army"] == ANGLO} <= {False}


def test_case_71_wellington_gives_nothing_to_prussians():
    given = marching({"brussels": "a01 a02 p02", "namur": "p01"}, active=ALLIED, players=3)
    way = ("brussels", "waterloo", "quatre_bras")

    anglo = play(given, ANGLO, *road("a02", *way, forced=True), END_MARCH)
    both = play(anglo, PRUSSIAN, *road("p02", *way, forced=True), END_MARCH)
    shown = play(both, ANGLO, RevealLeader("a01"))
    checked = play(shown, PRUSSIAN, KEEP_HIDDEN, dice=[3, 3])

    totals = {it.unit: (it.total, it.harmed) for it in checked.events_of(ForcedMarchChecked)}
    assert totals == {"a02": (4, False), "p02": (3, True)}


@pytest.mark.parametrize("turn", range(1, 24))
def test_case_72_the_allies_talk_in_their_night_turns(turn):
    given = marching(
        {"ghent": "a02", "liege": "p02", "beaumont": "f09"},
        players=3,
        active=PACK.turn(turn).side,
        turn=turn,
    )

    refused = RULES.refuse_talk(given.state, ANGLO, PRUSSIAN)

    assert (refused is None) == (turn in (6, 12, 18))
    assert refused is None or (refused.code, refused.clause) == ("NO_CONSULTATION", "12.0")
    assert RULES.refuse_talk(given.state, ANGLO, FRENCH) is None


def test_case_72_the_allies_talk_before_they_have_set_up():
    given = fresh(players=3)
    assert RULES.refuse_talk(given.state, PRUSSIAN, ANGLO) is None
    french = until(given, "setup", FRENCH)
    assert RULES.refuse_talk(french.state, PRUSSIAN, ANGLO) is not None


def test_case_73_bids_rise_and_name_either_side():
    given = fresh(bidding=True, drawn=["first"])

    bid = play(given, "first", MakeBid("french", 1))

    assert refusal(bid, "second", MakeBid("allied", 1)) == ("BID_TOO_LOW", "13.0")
    higher = play(bid, "second", MakeBid("allied", 2))
    won = play(higher, "first", PassBid())
    assert won.the(BidWon).players == {"french": "first", "anglo": "second", "prussian": "second"}
    weakened = play(won, "second", RemoveStep("a09"), RemoveStep("p15"))
    assert weakened.asked == [("second", "setup")]
    assert all(not it.town for it in weakened.state.blocks.values())


AROUND = {"hal", "ninove", "alost", "waterloo", "wavre", "louvain", "malines"}


def test_case_74_the_cards_place_everybody_but_two_of_brussels():
    given = play(fresh(), ALLIED, UseHistoricalSetup())
    card = PACK.historical.placed
    waiting = [unit for unit, it in given.state.blocks.items() if not it.town and it.army == ANGLO]
    assert tuple(waiting) == PACK.historical.on_the_card["brussels"]
    assert given.towns("p02", "a05") == [card["p02"], card["a05"]]

    four = play(given, ALLIED, *(place(unit, "brussels") for unit in waiting[:4]))
    for unit in waiting[4:]:
        towns = {it.town for it in legal_orders(four, ALLIED, PlaceUnit) if it.unit == unit}
        assert towns == AROUND

    french = until(four, "setup", FRENCH)
    ours = play(french, FRENCH, UseHistoricalSetup())
    units = [it.id for it in PACK.blocks_of(FRENCH)]
    assert ours.towns(*units) == [card[unit] for unit in units]
    assert PRUSSIAN in {it.army for it in ours.state.blocks.values() if it.town == "charleroi"}


def test_case_74_a_town_with_four_units_is_not_offered():
    given = play(fresh(), ALLIED, UseHistoricalSetup())
    waiting = PACK.historical.on_the_card["brussels"]
    others = ("a02", "a03", "a04", "a13")

    crowded = play(
        given,
        ALLIED,
        *(order for unit in others for order in (TakeUp(unit), place(unit, "hal"))),
        *(place(unit, "brussels") for unit in waiting[:4]),
    )

    assert crowded.state.count("hal", ALLIED) == 4
    fifth = place(waiting[4], "hal")
    assert fifth not in legal_orders(crowded, ALLIED)
    assert refusal(crowded, ALLIED, fifth) == ("STACK_FULL", "4.1")
