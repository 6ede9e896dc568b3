"""Whole games keep what holds in every game, and what holds in theirs: see `properties`.

Games of every kind are played by players of every temper; then hypothesis chooses the orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from tests.rulesets.entrants import entrants
from tests.rulesets.properties import Game, every_property, properties_of
from tests.rulesets.test_random_games import games
from tests.watching import RandomGames


def cases() -> Iterator[Any]:
    """Games and their numbers; those of the sample at once."""
    for name in games():
        said = properties_of(name)
        for number in said.numbers:
            marks = [] if number in said.sample else [pytest.mark.soak]
            kind = games()[name].kind_of(number)
            yield pytest.param(name, number, marks=marks, id=f"{name}-{number}-{kind}")


@pytest.mark.parametrize(("name", "number"), list(cases()))
def test_properties_hold_in_a_whole_game(name: str, number: int, subtests: pytest.Subtests) -> None:
    game = games()[name].whole_game(number)
    for holds in every_property(name):
        with subtests.test(holds.__name__):
            holds(game)


@pytest.mark.parametrize("name", games())
def test_properties_hold_whatever_is_chosen(name: str) -> None:
    hold_whatever_is_chosen(games()[name], properties_of(name).examples)


def hold_whatever_is_chosen(those: RandomGames, examples: int) -> None:
    """All properties hold in some games of which hypothesis chose the orders."""

    @settings(max_examples=examples, deadline=None)
    @given(those.plays())
    def hold(game: Game) -> None:
        for holds in every_property(those.rules.name):
            holds(game)

    hold()


# -- what happens at all ---------------------------------------------------------------------------

FEW = 50
"""Games that are counted under ``make test`` as well."""


def counted() -> Iterator[Any]:
    """The games whose events and verbs are counted."""
    for name in games():
        is_few = len(properties_of(name).counted) < FEW
        yield pytest.param(name, marks=[] if is_few else [pytest.mark.soak])


@pytest.mark.parametrize("name", list(counted()))
def test_everything_happens_in_random_games(name: str) -> None:
    """Every event and every verb comes up, often enough to say something; but for corrections."""
    said, those = properties_of(name), games()[name]
    happened: Counter[str] = Counter()
    for number in said.counted:
        for moment in those.moments(number):
            happened[_tag(type(moment.order))] += 1
            happened.update(event.type for event in moment.causes)
    played = [it for it in entrants()[name].events if "corrections" not in it.__module__]
    names = {
        *map(_tag, those.rules.verbs),
        *(it.topic.split(".")[1].split("/")[0] for it in played),
    }
    seldom = {it: happened[it] for it in names if happened[it] < said.seldom.get(it, said.often)}
    assert not seldom, seldom


def _tag(verb: Any) -> str:
    return str(verb.__struct_config__.tag)
