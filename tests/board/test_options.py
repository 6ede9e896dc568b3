"""Choices at the creation of a game: defaults filled in, anything unknown refused."""

import pytest

from napoleon.rules.kit.declared import bad_option, checked
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Option, SetupRefused

OPTIONS = (
    Option("players", "Players", "SETUP.1", (2, 3)),
    Option("fog", "Fog of war", "SETUP.1", (False, True)),
    Option("deck", "Deck", "SETUP.1", ("off", "by_year")),
)


def refusal_of(given):
    """Why these options are refused."""
    with pytest.raises(SetupRefused) as caught:
        checked(OPTIONS, given, "SETUP.9")
    return caught.value.refusal


def test_what_is_not_given_is_the_first_value():
    assert checked(OPTIONS, {}, "SETUP.9") == {"players": 2, "fog": False, "deck": "off"}


def test_what_is_given_stands_in_the_order_of_the_options():
    given = checked(OPTIONS, {"deck": "by_year", "players": 3}, "SETUP.9")
    assert list(given.items()) == [("players", 3), ("fog", False), ("deck", "by_year")]


def test_an_unknown_option_is_refused_with_those_there_are():
    assert refusal_of({"dice": True}) == Refusal(
        "BAD_OPTION",
        "SETUP.9",
        "There is no option dice.",
        {"allowed": ["deck", "fog", "players"]},
    )


def test_an_unknown_value_is_refused_with_those_there_are():
    assert refusal_of({"players": 4}) == Refusal(
        "BAD_OPTION", "SETUP.9", "players must be one of [2, 3].", {"allowed": [2, 3]}
    )


@pytest.mark.parametrize("value", [1, 1.0, "True", None, [True]])
def test_a_value_has_the_type_of_the_one_it_stands_for(value):
    assert refusal_of({"fog": value}).facts == {"allowed": [False, True]}


def test_a_ruleset_may_refuse_for_reasons_of_its_own():
    refusal = bad_option("SETUP.2", "The scenario is for two.", [2])
    assert refusal == Refusal("BAD_OPTION", "SETUP.2", "The scenario is for two.", {"allowed": [2]})
