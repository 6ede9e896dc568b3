"""What a game says of its lines, in `lines` of the folder of its tests, for `test_lines`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.notation.grammar import Pattern
from napoleon.rules.orders import Order, Refusal
from tests import notation_page
from tests.rulesets.made_orders import Held

TESTS = Path(__file__).parents[1]


class Called(NamedTuple):
    """Things that go by several names."""

    line: str
    """A line that names one, with ``{}`` for the name."""
    order: Callable[[str], Order]
    """What it means, by the id of the thing."""
    names: Mapping[str, Iterable[str]]
    """By the id of each, in what words it is read, the first one as it is written."""


class Misread(NamedTuple):
    """A line that cannot be read: the column, from 1 on, and what could have stood there."""

    line: str
    column: int
    expected: set[str]


class Twins(NamedTuple):
    """Two positions that differ only in what some seats may not know, and lines of theirs."""

    one: Any
    other: Any
    seats: Sequence[str]
    lines: Sequence[str]


class Lines(NamedTuple):
    """The lines of a game, as far as no rule of the house says them."""

    rules: Ruleset
    patterns: Sequence[Pattern]
    held: Held
    """The names that stand in the fields of orders; see `any_order`."""
    at: Callable[[str], tuple[Any, str]]
    """A position in which a line of the page is typed, and the seat that types it."""
    bad: tuple[str, str]
    """A line that the page shows as a bad one, and how the refusal begins."""
    ambiguous: str
    """A line of which the page shows that it is ambiguous."""
    called: Sequence[Called]
    misread: Sequence[Misread]
    """Lines that are typed in the position of the page."""
    strange: Sequence[str]
    """Lines that may mean very many things, or look as if they did."""
    twins: Twins
    other_way_round: Sequence[str] = ()
    """Examples of the page that are written in another way than they are typed there."""
    settled: Callable[[Any], Any] = lambda state: state
    """What is left of a position once it is written: what goes by with an answer need not be."""
    played: Ruleset | None = None
    """The rules of the positions in which lines are typed, if they have another pack."""

    @property
    def page(self) -> str:
        """The chapter of the game in the page of the notation."""
        return notation_page.chapter(self.rules.title)

    def read_anywhere(self, line: str) -> Order | Refusal:
        """What a line means apart from any position."""
        return self.notation.read(None, None, "", line)

    @property
    def notation(self) -> Any:
        """The notation of the game."""
        return self.rules.notation

    def understood(self, line: str, state: Any, seat: str) -> Order | Refusal:
        """What a seat means by a line in a position."""
        rules: Any = self.played or self.rules
        asked = [it for it in rules.decisions(state) if it.seat == seat]
        read: Order | Refusal = rules.notation.read(state, asked[0] if asked else None, seat, line)
        return read

    def refused(self, line: str, state: Any, seat: str) -> Refusal:
        """Why it means nothing."""
        answer = self.understood(line, state, seat)
        assert isinstance(answer, Refusal), answer
        return answer

    def written(self, order: Order, state: Any, seat: str) -> str:
        """The line that a seat reads back as an order in a position."""
        rules: Any = self.played or self.rules
        return str(rules.notation.write(order, state, seat))


@cache
def every_games_lines() -> dict[str, Lines]:
    """The lines of each game that tells of them."""
    return {
        name: import_module(f"tests.{name}.lines").LINES
        for name in sorted(installed())
        if (TESTS / name / "lines.py").exists()
    }


def settled(name: str) -> Callable[[Any], Any]:
    """What a game says is left of a position once it is written; all of it if it says nothing."""
    lines = every_games_lines().get(name)
    return Lines._field_defaults["settled"] if lines is None else lines.settled
