"""Rulings on seats, bids, the three armies and other ends that no numbered case holds."""

from itertools import cycle

import pytest

from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.setup import BidWon
from napoleon.rulesets.napoleon_columbia.events.turn import (
    ArmyDefeated,
    EndOffersLapsed,
    GameDrawn,
    GameWon,
)
from napoleon.rulesets.napoleon_columbia.orders import (
    AgreeToEnd,
    AllocateHit,
    ChooseSkirmisher,
    MakeBid,
    OrderBattle,
    PassBid,
    Resign,
    UseHistoricalSetup,
)
from tests.napoleon_columbia.kit import (
    ALLIED,
    ANGLO,
    END_COMBAT,
    END_MARCH,
    FRENCH,
    KEEP_HIDDEN,
    PACK,
    PRUSSIAN,
    Board,
    fighting,
    fire,
    fresh,
    legal_orders,
    marching,
    place,
    play,
    refusal,
    road,
    roads,
    rules_with,
    until,
)


def test_n_39_an_allied_turn_after_the_last_french_one_is_played():
    rules = rules_with(turns=24)
    towns = {"brussels": "f09", "malines": "a02 a03", "tongres": "p02"}
    given = marching(towns, turn=23, rules=rules)

    played = until(play(given, FRENCH, END_MARCH), "march")

    assert played.asked == [(ALLIED, "march")]
    assert play(played, ALLIED, END_MARCH).the(GameWon).side == ALLIED


def test_n_39_with_two_cities_it_is_not():
    rules = rules_with(turns=24)
    towns = {"brussels": "f09", "liege": "f15", "malines": "a02", "tongres": "p02"}
    given = marching(towns, turn=23, rules=rules)
    assert play(given, FRENCH, END_MARCH).the(GameWon).side == FRENCH


def test_n_54_the_anglo_dutch_march_first():
    towns = {"brussels": "a02", "namur": "p02", "beaumont": "f09"}
    given = marching(towns, active=ALLIED, players=3)
    assert given.asked == [(ANGLO, "march")]
    after = play(given, ANGLO, END_MARCH)
    assert after.asked == [(PRUSSIAN, "march")]
    assert refusal(after, ANGLO, *road("a02", "brussels", "hal")) == ("NOT_YOUR_DECISION", "5.0")
    assert play(after, PRUSSIAN, END_MARCH).asked == [(FRENCH, "march")]


def test_n_54_the_end_of_combat_ends_only_the_own_part():
    lines = {"attacker_a": "f09", "defender_b": "p02 p03 a02"}
    given = fighting(Board("ligny", lines), acting_="defender", players=3)
    assert given.asked == [(PRUSSIAN, "combat")]
    assert play(given, PRUSSIAN, END_COMBAT).asked == [(ANGLO, "combat")]


def test_n_54_no_seat_is_asked_that_has_no_unit_there():
    lines = {"attacker_a": "f09", "defender_b": "a02"}
    given = fighting(Board("ligny", lines), acting_="defender", players=3, around={"ghent": "p02"})
    assert play(given, ANGLO, END_COMBAT).asked == [(FRENCH, "combat")]


def test_n_54_a_tie_of_two_armies_is_for_who_decides():
    lines = {"defender_a": "f09 p02 a02", "defender_b": "p03", "attacker_b": "f15"}
    given = fighting(Board("ligny", lines), players=3)
    fired = play(given, FRENCH, fire("f09"), dice=[1, 6, 6, 6])
    assert fired.asked == [(PRUSSIAN, "hit")]
    assert set(legal_orders(fired, PRUSSIAN)) == {AllocateHit("p02"), AllocateHit("a02")}


@pytest.mark.parametrize("side", [FRENCH, ALLIED])
def test_n_63_the_bid_says_who_plays_which_side(side):
    bid = play(fresh(bidding=True, drawn=["second"]), "second", MakeBid(side, 0))
    won = play(bid, "first", PassBid())
    players = won.the(BidWon).players
    assert players["french"] == ("second" if side == FRENCH else "first")
    assert players["anglo"] == players["prussian"] != players["french"]
    assert won.asked == [(players["anglo"], "setup")]


def test_n_67_a_defeated_army_leaves_and_is_asked_nothing_more():
    towns = {"beaumont": "f09", "brussels": "a01 a02", "namur": "p02"}
    given = marching(towns, active=ALLIED, players=3, lost={"anglo": 8})

    played = until(play(given, ANGLO, END_MARCH), "march", FRENCH)

    assert played.the(ArmyDefeated).left == 2
    assert len(played.state.eliminated["anglo"]) == 8
    again = play(played, FRENCH, END_MARCH)
    assert again.asked == [(PRUSSIAN, "march")]


def test_n_69_the_cards_place_all_or_none():
    given = fresh()
    assert UseHistoricalSetup() in legal_orders(given, ALLIED)
    placed = play(given, ALLIED, place("p02", "ligny"))
    assert UseHistoricalSetup() not in legal_orders(placed, ALLIED)


def test_n_69_the_scenario_uses_them_for_everybody():
    given = fresh("historical")
    beside = [unit for unit, it in given.state.blocks.items() if not it.town]
    allied = tuple(unit for unit in beside if not unit.startswith("f"))
    assert allied == PACK.historical.on_the_card["brussels"]
    begun = until(given, "march")
    assert begun.asked == [(FRENCH, "march")]


def test_n_70_a_bid_of_everything_ends_the_bidding():
    given = fresh(bidding=True, drawn=["first"])
    assert {it.steps for it in legal_orders(given, "first", MakeBid)} == {0, 1}
    bidders = cycle(("first", "second"))
    steps = 0
    while given.asked[0][1] == "bid":
        bidder = next(bidders)
        steps += 1
        highest = max(legal_orders(given, bidder, MakeBid), key=lambda it: it.steps)
        assert highest.steps == steps
        given = play(given, bidder, highest)
    assert given.asked == [(bidder, "handicap")]
    assert steps == given.state.handicap


def test_n_71_who_has_more_units_in_all_towns_orders_the_battles():
    towns = {
        "waterloo": "a02 a03 a04",
        "gembloux": "p02 p03 p04 p07",
        "quatre_bras": "f09 f15 f17",
        "ligny": "f06 f07 f10",
    }
    given = marching(towns, active=ALLIED, players=3)
    anglo = play(given, ANGLO, *roads("a02 a03 a04", "waterloo", "quatre_bras"), END_MARCH)
    both = play(anglo, PRUSSIAN, *roads("p02 p03 p04 p07", "gembloux", "ligny"), END_MARCH)
    assert both.asked == [(PRUSSIAN, "order_battles")]
    assert legal_orders(both, PRUSSIAN) == [OrderBattle("quatre_bras"), OrderBattle("ligny")]


def test_n_72_the_allies_choose_skirmishers_in_turn():
    towns = {"charleroi": "f09", "ligny": "p02 p03 p04 a02 a03"}
    given = marching(towns, players=3)
    asked = play(given, FRENCH, *road("f09", "charleroi", "ligny"), END_MARCH)

    seats = []
    for unit in ("p02", "a02", "p03"):
        [(seat, kind)] = asked.asked
        assert kind == "skirmishers"
        seats.append(seat)
        asked = play(asked, seat, ChooseSkirmisher(unit))
    seats.append(asked.asked[0][0])

    assert seats == [PRUSSIAN, ANGLO, PRUSSIAN, ANGLO]


def test_n_73_a_hit_among_hidden_blocks_goes_to_who_decides():
    lines = {"attacker_a": "f11", "attacker_b": "f09", "defender_a": "p02 p07 a02"}
    given = fighting(Board("ligny", lines), players=3, hidden=True)
    fired = play(given, FRENCH, fire("f11"), dice=[1, 6, 6])
    assert fired.asked == [(PRUSSIAN, "hit")]
    assert set(legal_orders(fired, PRUSSIAN)) == {AllocateHit("p02"), AllocateHit("p07")}


def test_n_74_a_side_has_lost_when_all_its_players_gave_up():
    given = marching({"ghent": "a02", "liege": "p02", "beaumont": "f09"}, players=3)
    one = play(given, ANGLO, Resign())
    assert not one.events_of(GameWon)
    assert play(one, PRUSSIAN, Resign()).the(GameWon).side == FRENCH
    assert play(given, FRENCH, Resign()).the(GameWon).side == ALLIED


@pytest.mark.parametrize(("seat", "winner"), [("first", "second"), ("second", "first")])
def test_n_74_who_gives_up_before_there_are_sides(seat, winner):
    given = fresh(bidding=True, drawn=["first"])
    assert play(given, seat, Resign()).the(GameWon).side == winner


def test_n_74_it_is_drawn_when_all_agree_and_playing_on_turns_it_down():
    given = marching({"ghent": "a02", "beaumont": "f09"})
    offered = play(given, ALLIED, AgreeToEnd())
    assert play(offered, FRENCH, AgreeToEnd()).the(GameDrawn).clause == "N-74"
    assert play(offered, FRENCH, END_MARCH).the(EndOffersLapsed).players == (ALLIED,)


@pytest.mark.parametrize(
    ("seat", "winner"),
    [(FRENCH, ALLIED), (ALLIED, FRENCH), (ANGLO, FRENCH), (PRUSSIAN, FRENCH), ("first", "second")],
)
def test_n_75_who_is_silent_for_too_long_loses_to_the_other_side(seat, winner):
    result = RULES.forfeited(seat)
    assert (result.winner, result.clause) == (winner, "N-75")


def test_n_40_the_anglo_dutch_decide_where_both_have_as_many():
    lines = {"attacker_a": "f09", "defender_b": "p02 a02"}
    given = fighting(Board("ligny", lines), acting_="defender", players=3)
    assert given.asked == [(ANGLO, "combat")]


def test_n_53_a_leader_stands_up_when_the_checks_are_done():
    given = marching({"beaumont": "f01 f09 f15", "ghent": "a02"})
    way = ("beaumont", "philippeville", "laneffe")
    asked = play(given, FRENCH, *road("f09", *way, forced=True), END_MARCH)
    assert KEEP_HIDDEN in legal_orders(asked, FRENCH)
    shown = play(asked, FRENCH, legal_orders(asked, FRENCH)[0], dice=[3])
    assert not shown.state.blocks["f01"].revealed
    assert not {*shown.tokens("f01")} & {*asked.tokens("f01")}
