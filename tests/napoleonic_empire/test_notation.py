"""The order notation of the game, as far as it is like that of no other."""

from __future__ import annotations

import pytest

from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.notation import NotationEmpire
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleonic_empire.state import State
from tests.napoleonic_empire import kit
from tests.napoleonic_empire.lines import LINES, moving, window

NOTATION = NotationEmpire(RULES)
read_anywhere = LINES.read_anywhere


def understood(line: str, state: State, seat: str = FRENCH) -> Order | Refusal:
    """What a seat means by a line."""
    return LINES.understood(line, state, seat)


def refused(line: str, state: State, seat: str = FRENCH) -> Refusal:
    """The refusal of a line."""
    return LINES.refused(line, state, seat)


def test_no_line_of_one_order_is_a_line_of_another() -> None:
    assert read_anywhere("place 2 in Moscow") == orders.PlaceCardArmies("moscow", 2)
    assert read_anywhere("reinforce Moscow with 2") == orders.PlaceReinforcements("moscow", 2)


# -- names ---------------------------------------------------------------------------------------


def test_a_divided_russia_has_four_areas_and_is_no_country() -> None:
    whole, divided = (
        moving(),
        kit.position({"france": 20}, {"riga": 10}, options={"divided_russia": True}),
    )
    assert understood("battle Riga", divided) == orders.ChooseBattle("riga")
    assert refused("battle Russia", divided).facts["expected"] == ["a country"]
    assert understood("battle Russia", whole) == orders.ChooseBattle("russia")
    assert refused("battle Riga", whole).facts["expected"] == ["a country"]


@pytest.mark.parametrize(
    "way",
    [
        *("France-Spain", "france - spain", "France\u2013Spain", "FRANCE>SPAIN", "france -> spain"),
        *("from France to Spain", "France to Spain"),
    ],
)
def test_a_way_is_written_as_people_write_ways(way: str) -> None:
    assert read_anywhere(f"move 3 {way}") == orders.MoveArmies("france", "spain", 3)
    led_by = orders.MoveWithCommander(("lannes",), ("france", "spain"), 3)
    assert read_anywhere(f"move 3 {way} with Lannes") == led_by


def test_a_way_that_is_not_there_is_for_the_rules_to_refuse() -> None:
    order = understood("move 3 France-Egypt", moving())
    assert isinstance(order, orders.MoveArmies)
    assert kit.refusal(moving(), FRENCH, order) == ("NOT_ADJACENT", "MOVE.1")


def test_an_abbreviation_means_what_is_legal() -> None:
    state = window(french=["grapeshot", "jena"], allied=["shopkeepers"])
    assert understood("play g", state) == orders.PlayCard("grapeshot")
    assert refused("play g", window(french=["jena"])).code == "AMBIGUOUS_LINE"
    assert understood("play jena", state) == orders.PlayCard("jena"), "the rules say it is too late"


# -- what is wrong -------------------------------------------------------------------------------


def test_of_very_many_meanings_a_few_are_told() -> None:
    answer = refused("discard b, b, b", moving())
    assert answer.code == "AMBIGUOUS_LINE"
    assert len(answer.facts["readings"]) == 12
    assert answer.detail.endswith("; and more.")


# -- what is hidden ------------------------------------------------------------------------------


def test_nearest_choices_are_the_callers_own() -> None:
    state = window(french=["grapeshot"], allied=["shopkeepers"])
    assert refused("pley wif of grapshot", state).facts["nearest"][0] == 'play "Wiff" of Grapeshot'
    assert refused("pley nation of shopkepers", state, ALLIED).facts["nearest"] == []


@pytest.mark.parametrize("seat", SIDES)
def test_a_line_is_the_same_for_every_seat(seat: str) -> None:
    order = orders.DiscardExcess(("jena", "nelson"))
    assert NOTATION.write(order, moving(), seat) == "discard Jena, Admiral Horatio Nelson"
