"""Whole games keep what holds in every game, and what holds in theirs: see `properties`.

Games of every kind are played by players of every temper; then hypothesis chooses the orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from napoleon.chance import SECRET
from tests.rulesets import properties
from tests.rulesets.entrants import entrants
from tests.rulesets.properties import Game, Property, every_property, properties_of
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


@pytest.mark.parametrize("one_in", [2, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", games())
def test_properties_hold_whatever_is_chosen(name: str, one_in: int) -> None:
    hold_whatever_is_chosen(games()[name], properties_of(name).examples // one_in)


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


# -- that it is no idle test -----------------------------------------------------------------------


def _recorded_otherwise(game: Game) -> None:
    game.log[-1] = game.log[0]


def _told_late(game: Game) -> None:
    game.live[-1] = game.live[0]


def _drawn_twice(game: Game) -> None:
    game.calls.append(game.calls[-1])


def _drawn_under_cover(game: Game) -> None:
    game.calls[:] = [it._replace(chain=SECRET) for it in game.calls]


def _of_another_sum(game: Game) -> None:
    place = next(n for n, it in enumerate(game.events) if getattr(it, "breakdown", ()))
    event: Any = game.events[place]
    more = (*event.breakdown, msgspec.structs.replace(event.breakdown[0], amount=1))
    game.events[place] = msgspec.structs.replace(event, breakdown=more)


def _by_no_clause(game: Game) -> None:
    game.events[-1] = msgspec.structs.replace(game.events[-1], clauses=())


def _nobody_asked(game: Game) -> None:
    game.asked[game.answers[-1].version] = []


def _asked_again(game: Game) -> None:
    game.asked[max(game.asked)] = [game.answers[0].decision]


BROKEN: dict[Property, Callable[[Game], None]] = {
    properties.no_event_changes_once_it_is_recorded: _recorded_otherwise,
    properties.the_log_gives_the_positions_that_were_played: _told_late,
    properties.every_draw_is_called_before_an_event_tells_its_result: _drawn_twice,
    properties.only_what_all_may_see_is_drawn_in_the_open: _drawn_under_cover,
    properties.breakdowns_sum_to_the_numbers_that_they_explain: _of_another_sum,
    properties.every_event_cites_clauses_of_the_rules: _by_no_clause,
    properties.somebody_has_to_decide_until_the_game_is_over: _nobody_asked,
    properties.decisions_keep_their_ids_until_they_are_answered: _asked_again,
}


@pytest.mark.parametrize("holds", properties.ALWAYS, ids=lambda it: it.__name__)
def test_a_game_that_breaks_a_property_is_noticed(holds: Property) -> None:
    game = games()["napoleonic_empire"].whole_game(len(games()["napoleonic_empire"].kinds))
    holds(game)
    BROKEN[holds](game)
    with pytest.raises((AssertionError, ValueError)):
        holds(game)
