"""What holds in every whole game, whatever game it is.

A game says in `properties` of the folder of its tests what else holds in it, and how many games are
looked at: see `Properties`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import pytest

from napoleon.chance import PUBLIC, SeededChance
from napoleon.log.events.draws import DrawsCalled, SecretDrawsCalled, drawn_values, with_calls
from napoleon.rules.events import Event, total
from napoleon.rules.kit.table import Table
from tests.watching import MAPPER, Watched, digest, replayed, stored

Game = Watched[Any]

Property = Callable[[Game], None]

OFFERS_EVERY = 5
"""Legal orders are looked for at every version that is a multiple of it."""


class Properties(NamedTuple):
    """What a game says of its whole games beside what holds in all."""

    own: Sequence[Property] = ()
    """What holds in this game alone, finished or not."""
    opened: Callable[[str], bool] | None = None
    """Whether a draw of that purpose is made where all may see it; not asked if not said."""
    in_part: Collection[type[Event]] = ()
    """Events whose lines are a part of a sum that a later event has."""
    numbers: Sequence[int] = range(10)
    """Random games that are looked at under ``make soak``."""
    sample: Collection[int] = range(2)
    """Those of them that ``make test`` plays."""
    examples: int = 20
    """Games in which hypothesis chooses the orders."""
    counted: Sequence[int] = range(12)
    """Random games in which every event and every verb comes up."""
    often: int = 1
    """So many times at least in all of these."""
    seldom: Mapping[str, int] = {}
    """What need not come up as often: how often it does, by its name."""


@cache
def properties_of(name: str) -> Properties:
    """What the game of that name says of itself; nothing of one that is in no registry."""
    module = f"tests.{name}.properties"
    if find_spec(f"tests.{name}") is None or find_spec(module) is None:
        return Properties()
    said: Properties = import_module(module).PROPERTIES
    return said


def every_property(name: str) -> tuple[Property, ...]:
    """What holds for every game of that name, finished or not."""
    return (*ALWAYS, *properties_of(name).own)


# -- replay ----------------------------------------------------------------------------------------


def the_log_gives_the_positions_that_were_played(game: Game) -> None:
    """Nor does a replay draw anything."""
    events: list[Any] = [MAPPER.to_domain_event(row) for row in game.log]
    assert len(events) == len(game.live)
    with pytest.MonkeyPatch.context() as patch:
        for cls, name in ((SeededChance, "pick"), (Table, "draw")):
            patch.setattr(cls, name, _drawn)
        for version, (_, state) in enumerate(replayed(game.rules, events), 1):
            assert digest(state) == game.live[version - 1], version
            if version in game.positions:
                assert digest(state) == digest(game.positions[version])
                assert game.rules.decisions(state) == game.asked[version]


def _drawn(*_: object) -> None:
    raise AssertionError("a replay drew")


def no_event_changes_once_it_is_recorded(game: Game) -> None:
    assert [stored(event) for event in game.events] == game.log


def every_draw_is_called_before_an_event_tells_its_result(game: Game) -> None:
    called: list[int] = []
    for event in with_calls(game.events, game.calls, game.seed):
        if isinstance(event, DrawsCalled | SecretDrawsCalled):
            assert event.first == sum(called)
            called.append(len(event.purposes))
        elif values := drawn_values(event):
            assert len(values) == called[-1]
    assert sum(called) == len(game.calls) == game.state.draws


def only_what_all_may_see_is_drawn_in_the_open(game: Game) -> None:
    opened = properties_of(game.rules.name).opened
    for call in game.calls if opened else ():
        assert opened is not None
        assert (call.chain == PUBLIC) == opened(call.purpose), call


# -- what is told ----------------------------------------------------------------------------------


def breakdowns_sum_to_the_numbers_that_they_explain(game: Game) -> None:
    in_part = tuple(properties_of(game.rules.name).in_part)
    for event in game.events:
        if "breakdown" in event.payload and not isinstance(event, in_part):
            number = game.rules.numbers.of_lines(event, "breakdown")
            assert total(event.breakdown) == getattr(event, number), event  # type: ignore[attr-defined]


def every_event_cites_clauses_of_the_rules(game: Game) -> None:
    """But for the first one, which lays the table."""
    for event in game.events:
        assert event.clauses or event is game.events[0], event
        named = [*event.clauses, *(line.clause for line in getattr(event, "breakdown", ()))]
        assert all(game.rules.clause(clause) is not None for clause in named), event


# -- when somebody has to decide -------------------------------------------------------------------


def somebody_has_to_decide_until_the_game_is_over(game: Game) -> None:
    """And has something to choose, in answer to one question for each of those it decides for."""
    for version, decisions in game.asked.items():
        state: Any = game.positions[version]
        assert bool(decisions) == (state.result is None), version
        assert len({it.id for it in decisions}) == len(decisions), version
        assert len({(it.seat, it.subject) for it in decisions}) == len(decisions), version
        for decision in decisions:
            assert game.rules.clause(decision.clause) is not None
            if version % OFFERS_EVERY == 0:
                legal_orders = game.rules.legal_orders(state, decision)
                assert any(True for _ in legal_orders), decision


def decisions_keep_their_ids_until_they_are_answered(game: Game) -> None:
    """Those of others stay as they are; an answered one never comes again."""
    answered = set()
    versions = sorted(game.asked)
    for answer, then in zip(game.answers, versions[1:], strict=True):
        open_now, open_then = game.asked[answer.version], game.asked[then]
        answered.add(answer.decision.id)
        assert answered.isdisjoint(decision.id for decision in open_then)
        if open_then:
            others = [it for it in open_now if it.seat != answer.decision.seat]
            assert all(other in open_then for other in others)


BY_HAND = (
    *("resign", "player_resigned", "agree_to_end", "game_drawn"),
    *("end_offered", "end_offers_lapsed"),
)
"""What answers no decision, in most games: nobody who plays at random does it."""


ALWAYS: tuple[Property, ...] = (
    the_log_gives_the_positions_that_were_played,
    no_event_changes_once_it_is_recorded,
    every_draw_is_called_before_an_event_tells_its_result,
    only_what_all_may_see_is_drawn_in_the_open,
    breakdowns_sum_to_the_numbers_that_they_explain,
    every_event_cites_clauses_of_the_rules,
    somebody_has_to_decide_until_the_game_is_over,
    decisions_keep_their_ids_until_they_are_answered,
)
"""What holds for every game, finished or not."""
