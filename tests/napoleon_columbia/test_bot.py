"""The bot: it knows what its seat may see, and goes for what wins."""

from __future__ import annotations

from random import Random

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.orders import Order
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.bot import Player
from napoleon.rulesets.napoleon_columbia.orders import (
    AllocateHit,
    CombatMove,
    Deploy,
    EndCombat,
    EndDeploy,
    EndMarch,
    Fire,
    FormSquare,
    MakeBid,
    March,
    PassBid,
    Reinforce,
    RemoveForSupply,
    Retreat,
    UseHistoricalSetup,
)
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon_columbia.state import Bid
from tests.napoleon_columbia.bot_games import BOTS
from tests.napoleon_columbia.kit import (
    END_COMBAT,
    END_MARCH,
    Board,
    Played,
    changed,
    drawn_up,
    fighting,
    fresh,
    marching,
    play,
    roads,
    until,
    with_state,
)
from tests.napoleon_columbia.random_play import KINDS

AT = "quatre_bras"


def answer(given: Played, seat: str = FRENCH) -> Order:
    """What the bot answers for a seat."""
    [decision, *_] = given.rules.decisions(given.state)
    assert decision.seat == seat
    legal_orders = given.rules.legal_orders(given.state, decision)
    return given.rules.bot(Random(0)).choose(
        given.rules.known(given.state, Viewer(seat)), decision, legal_orders
    )


def answers(given: Played, seat: str = FRENCH) -> list[Order]:
    """What it answers one after the other, up to where it does no more."""
    given_orders: list[Order] = []
    while True:
        order = answer(given, seat)
        given_orders.append(order)
        if isinstance(order, (EndMarch, EndDeploy, EndCombat)):
            return given_orders
        given = play(given, seat, order)


def test_it_is_installed() -> None:
    assert isinstance(installed()["napoleon_columbia"].bot(Random(0)), Player)


def test_it_cannot_answer_without_offers() -> None:
    given = marching({"beaumont": "f01", "liege": "p01"})
    [decision] = RULES.decisions(given.state)
    with pytest.raises(ValueError, match="no offers"):
        RULES.bot(Random(0)).choose(RULES.known(given.state, Viewer(FRENCH)), decision, [])


# -- where it marches ------------------------------------------------------------------------------


def test_the_french_march_on_cities() -> None:
    given = marching({"waterloo": "f01 f02 f09 f15", "liege": "p02 p03 p04 p06"})
    first = answer(given)
    assert isinstance(first, March)
    assert RULES.pack.roads[first.road].other("waterloo") == "brussels"


def test_a_stack_goes_together() -> None:
    given = marching({"waterloo": "f02 f03 f06 f09 f15", "liege": "p02 p03 p04 p06"})
    *marches, _ = answers(given)
    assert len(marches) == 5
    assert len({it.road for it in marches if isinstance(it, March)}) == 1


def test_it_attacks_whoever_is_much_weaker() -> None:
    given = marching(
        {"ligny": "f02 f03 f06 f09 f10 f12 f15", AT: "p03:1 p04:1 p05:1", "liege": "p07 p08"}
    )
    *marches, _ = answers(given)
    goals = [RULES.pack.roads[it.road].other("ligny") for it in marches if isinstance(it, March)]
    assert goals.count(AT) >= 4


def test_the_allies_run_into_nobody_who_is_stronger() -> None:
    given = marching(
        {
            "ligny": "f02 f03 f06 f09 f10 f12 f15 f17",
            AT: "a03 a04 a07",
            "liege": "p07 p08",
            "brussels": "a02 a06 a09 a10",
        },
        active=ALLIED,
    )
    for order in answers(given, ALLIED):
        if isinstance(order, March):
            to = RULES.pack.roads[order.road].other(given.state.blocks[order.unit].town)
            assert to != "ligny"


def test_the_allies_take_an_army_in_danger_back_to_its_friends() -> None:
    given = marching(
        {
            AT: "f02 f03 f06 f09 f10 f12 f15 f17",
            "waterloo": "a03 a04 a07",
            "brussels": "a02 a06 a09 a10",
            "liege": "p07 p08",
        },
        active=ALLIED,
    )
    *marches, _ = answers(given, ALLIED)
    left = {it.unit for it in marches if isinstance(it, March)}
    assert left == {"a03", "a04", "a07"}


def test_who_holds_a_city_for_the_french_stays_there() -> None:
    given = marching({"liege": "f02 f09 f15", "brussels": "a02 a06 a09 a10"})
    assert answer(given) == END_MARCH


def test_cavalry_that_passes_takes_an_open_city() -> None:
    given = marching({"waterloo": "f03 f21 f22", "liege": "p02 p03 p04 p06"})
    first = answer(given)
    assert isinstance(first, March)
    assert RULES.pack.roads[first.road].other("waterloo") in {"brussels", "hal", "wavre"}


# -- how it fights ---------------------------------------------------------------------------------


def in_battle(**lines: str) -> Played:
    """A battle at Quatre Bras with one unit in each lane where nothing else is said."""
    told = {
        "attacker_a": "f06",
        "attacker_b": "f07",
        "attacker_c": "f10",
        "defender_a": "a03",
        "defender_b": "a07",
        "defender_c": "a10",
        **lines,
    }
    return fighting(Board(AT, {k: v for k, v in told.items() if v}, {}, "charleroi"))


def test_guns_fire_before_anybody_goes_forward() -> None:
    assert answer(in_battle(attacker_a="f06 f04", defender_a="a02 a06 a09")) == Fire("f04")


def test_it_engages_where_the_odds_are_good() -> None:
    given = in_battle(attacker_b="f02 f09 f15", defender_b="a04:1")
    order = answer(given)
    assert isinstance(order, CombatMove)
    assert order.place == "defender_b"


def test_it_engages_nobody_who_is_stronger() -> None:
    given = in_battle(
        attacker_a="f06:1",
        attacker_b="f07:1",
        attacker_c="f10:1",
        defender_a="a02 a03",
        defender_b="a06 a07",
        defender_c="a09 a10",
    )
    assert not isinstance(answer(given), CombatMove)


def test_engaged_units_fire() -> None:
    given = in_battle(attacker_a="", defender_a="a02 f09 f15")
    assert isinstance(answer(given), Fire)


def test_infantry_forms_square_against_a_charge() -> None:
    lines = {"attacker_a": "f06 f07 a13 a14", "attacker_b": "f12", "defender_a": "a03"}
    given = changed(changed(in_battle(**lines), "a13", charge=True), "a14", charge=True)
    assert isinstance(answer(given), FormSquare)


def test_who_has_lost_goes_while_it_costs_nothing() -> None:
    given = in_battle(
        attacker_a="f06:1",
        attacker_b="f07:1",
        attacker_c="f10:1",
        attacker_reserve="f12:1",
        defender_a="a02 a06",
        defender_b="a09 a10",
        defender_c="a03 a07",
    )
    assert answer(given) == Retreat("f12", "charleroi")


def test_reserves_come_to_a_battle() -> None:
    given = fighting(
        Board(
            AT,
            {
                "attacker_a": "f06",
                "attacker_b": "f07",
                "attacker_c": "f10",
                "defender_a": "a03",
                "defender_b": "a07",
                "defender_c": "a10",
            },
            {},
            "charleroi",
        ),
        around={"ligny": "f02 f24"},
    )
    asked = play(given, FRENCH, END_COMBAT)
    assert answer(asked) == Reinforce("f02")


def test_no_position_stays_empty_and_guns_stand_in_line() -> None:
    given = play(
        marching({"ligny": "f02 f04 f06 f08 f09 f19", AT: "a02 a03 a07"}),
        FRENCH,
        *roads("f02 f04 f06 f08 f09 f19", "ligny", AT),
        END_MARCH,
        drawn=["hill", "stream", "farm"],
    )
    ready = until(given, "deploy", ALLIED)
    placed = until(play(ready, ALLIED, *drawn_up("defender", "a02", "a03", "a07")), "deploy")
    places = {it.unit: it.place for it in answers(placed) if isinstance(it, Deploy)}
    assert set(places.values()) == {f"attacker_{lane}" for lane in "abc"}
    assert {"f02", "f06", "f09"} <= places.keys()


# -- everything else -------------------------------------------------------------------------------


def test_the_unit_that_is_missed_least_goes_for_want_of_supply() -> None:
    given = with_state(
        marching({"ghent": "f15", "brussels": "a02 a06 a04:1"}),
        phase="supply",
        supplied=True,
        supply_due=[("ghent", "anglo", 1)],
    )
    assert answer(given, ALLIED) == RemoveForSupply("a04")


def test_it_bids_modestly_and_passes() -> None:
    given = fresh(bidding=True, drawn=["first"])
    first = answer(given, "first")
    assert first == MakeBid("allied", 0)
    dear = with_state(given, bid=Bid("first", "french", 9), bidder="second")
    assert answer(dear, "second") == PassBid()


def test_it_sets_up_by_the_cards() -> None:
    assert answer(fresh(), ALLIED) == UseHistoricalSetup()


def test_it_answers_every_kind_of_question() -> None:
    every = {"march", "setup", "terrain", "deploy", "combat", "hit", "beaten"}
    kinds: set[str] = set()
    for number, form in enumerate(KINDS[:4]):
        kinds |= BOTS.asked(number, form, every - kinds)
    assert kinds >= every


def test_it_knows_nothing_of_upright_blocks() -> None:
    """Games that differ only in how strong hidden enemies are have the same answers."""
    towns = {"ligny": "f02 f03 f06 f09", "liege": "p07 p08"}
    strong = marching({**towns, AT: "p02 p03 p04"})
    weak = marching({**towns, AT: "p02:1 p03:1 p04:1"})
    assert answers(strong) == answers(weak)


def test_hits_go_to_whoever_is_missed_least() -> None:
    given = in_battle(attacker_a="f02 f09:4 a06", defender_a="a03")
    state = given.rules.copied(given.state)
    state.battles[0].acting, state.battles[0].turn = "defender", 2
    hit = play(Played(given.rules, state, [], None), ALLIED, Fire("a06"), dice=[1, 6, 6, 6])
    assert answer(hit) == AllocateHit("f09")
