"""Whole games of bots, and against careless players: none stands still or breaks, and bots win.

Hundreds of games of each bot against itself, in all forms of its game, and against players who
pick any order. ``make test`` plays a few of them, ``make soak`` all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import chain, islice
from time import process_time
from typing import Any

import pytest

from napoleon.rules.bots import RandomPlayer
from napoleon.rules.contract import installed
from tests.repetitions import sampled
from tests.rulesets.bot_games import BotGames
from tests.rulesets.entrants import Form, choices
from tests.rulesets.properties import every_property
from tests.rulesets.test_random_games import games

ITSELF, OTHERS, FEW = 1, 1, 3
"""Forms of each game in which ``make test`` lets the bot play itself, and others: few games each.

They are drawn so that each shows most that no earlier one shows.
"""

WATCHED_EVERY = 10
"""Of many games one in so many is examined event by event."""

FIRST = 1815
"""The game that is played in every form."""


@cache
def bot_games() -> dict[str, BotGames]:
    """The games of the bots that are registered."""
    every = {name: import_module(f"tests.{name}.bot_games").BOTS for name in games()}
    assert set(every) == {name for name, rules in installed().items() if rules.bot}
    return every


def forms() -> Iterator[Any]:
    """Forms in which a bot plays itself, and the numbers of the games."""
    for name, those in bot_games().items():
        every = those.forms or those.games.kinds
        short = [it for it in every if not those.games.long(it)]
        sample = sampled([{*choices(it)} for it in short], ITSELF)
        at_once = [short[place] for place in sample]
        for form in every:
            marks, shown = [] if form in at_once else [pytest.mark.soak], f"{name}-{form}"
            yield pytest.param(name, form, [FIRST], id=shown, marks=marks)
            if those.each > 1:
                many, soak = range(those.each), pytest.mark.soak
                yield pytest.param(name, form, many, id=f"{shown}-{those.each}", marks=soak)


@pytest.mark.parametrize(("name", "form", "numbers"), list(forms()))
def test_the_bot_plays_itself_to_the_end(name: str, form: Form, numbers: list[int]) -> None:
    those = bot_games()[name]
    for number in numbers:
        if number % WATCHED_EVERY and number != FIRST:
            those.play(number, form)
            continue
        game, bots = those.watched(number, form)
        assert game.state.result.winner in those.ends
        assert bots.slowest < those.seconds
        for holds in every_property(name):
            holds(game)


def opponents() -> Iterator[Any]:
    """Forms, sides and how many games are played against who picks any order."""
    for name, those in bot_games().items():
        sides = sorted({*those.ends} - {"", *those.spared})
        every = [
            (row, side) for row in those.against for side in sides if side in those.sides_in(row)
        ]
        quick = [it for it in every if all(map(those.quick, it[0]))]
        shown = [{side, *chain(*map(choices, row))} for row, side in quick]
        at_once = [quick[place] for place in sampled(shown, OTHERS)]
        for row, side in every:
            for times in (FEW, those.tried):
                marks = [] if times == FEW and (row, side) in at_once else [pytest.mark.soak]
                test_id = f"{name}-{row[0]}-{side}-{times}"
                yield pytest.param(name, row, side, times, marks=marks, id=test_id)


@pytest.mark.parametrize(("name", "row", "side", "times"), list(opponents()))
def test_the_bot_beats_who_picks_any_order(
    name: str, row: list[Form], side: str, times: int
) -> None:
    those = bot_games()[name]
    played = (those.play(number, row[number % len(row)], side) for number in range(times))
    assert sum(winner == side for winner, _ in played) >= those.beats * times


def balances() -> Iterator[Any]:
    """Forms in which each side wins some games, and how many are played."""
    for name, those in bot_games().items():
        for form in those.balanced:
            if those.at_once:
                yield pytest.param(name, form, those.at_once, id=f"{name}-{form}")
            yield pytest.param(name, form, 40, marks=pytest.mark.soak, id=f"{name}-{form}-40")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "form", "times"), list(balances()))
def test_each_side_wins_some_games_of_bots(name: str, form: Form, times: int) -> None:
    those = bot_games()[name]
    won = Counter(those.play(number, form)[0] for number in range(times))
    assert min(won[side] for side in {*those.ends} - {""}) >= those.wins * times, won


# -- that it is no idle test -----------------------------------------------------------------------

SLOW = 0.01
"""Seconds."""


class Sleepy(RandomPlayer):
    """Picks any order, after much thought."""

    def choose(self, known: Any, decision: Any, legal_orders: Any) -> Any:
        begun = process_time()
        while process_time() - begun < SLOW:
            pass
        return super().choose(known, decision, legal_orders)


COLUMBIA = "napoleon_columbia"


def _with(bot: Any) -> BotGames:
    """Columbia's games with another bot."""
    those = bot_games()[COLUMBIA]
    return those._replace(games=those.games._replace(rules=replace(those.games.rules, bot=bot)))


def test_a_bot_that_takes_long_is_noticed() -> None:
    slow = _with(Sleepy)
    bots = slow.bots(0, slow.games.kinds[0])
    for _ in islice(slow.games.moments(0, bots, slow.games.kinds[0]), 50):
        pass
    assert bots.slowest >= SLOW


def test_a_bot_that_picks_any_order_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bot_games(), COLUMBIA, _with(RandomPlayer))
    [row] = bot_games()[COLUMBIA].against
    with pytest.raises(AssertionError):
        for side in sorted(bot_games()[COLUMBIA].ends):
            test_the_bot_beats_who_picks_any_order(COLUMBIA, list(row), side, FEW)
