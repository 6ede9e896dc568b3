"""Games to look at: of the toy ruleset, and of those that are installed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from napoleon.play.outcomes import Accepted
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import REFEREE
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table, counting
from tests.web.browser import Browser

SECTIONS = (
    "now",
    "orders",
    "journal",
    "hand",
    "battle",
    "people",
    "areas",
    "track",
    "text",
    "map",
    "news",
)


def desk_for(home: Path, rules: Ruleset) -> Desk:
    """A service for one ruleset, that comes to the same ids, tokens and times every time."""
    ticks = count(1_000_000)
    return desk_at(home, rules, entropy=counting(), clock=lambda: next(ticks))


def table_of(desk: Desk, **options: Any) -> Table:
    """A new game of the ruleset of the service in its first scenario, with a referee."""
    [rules] = desk.games.rulesets.values()
    return desk.table(
        ruleset=rules.name, scenario=rules.scenarios[0].id, options=options, referee=True
    )


def play(table: Table, orders: int, seed: int = 1815) -> None:
    """Let anybody who is asked give any order, that many times or to the end."""
    games, chosen = table.desk.games, random.Random(seed)
    for _ in range(orders):
        game = games.open(table.id)
        for decision in games.decisions(game)[:1]:
            order = chosen.choice(list(games.rules(game).legal_orders(game.state, decision)))
            assert isinstance(games.submit_orders(table.id, decision.seat, [order]), Accepted)


def readers(table: Table) -> list[str | None]:
    """Everybody who may look at a game: the seats, the referee, and a spectator."""
    return [*table.seats, REFEREE, None]


def reader(table: Table, who: int | str | None) -> str | None:
    """The seat of a number, the first being 0; the referee and a spectator as they are."""
    return table.seats[who] if isinstance(who, int) else who


def seated(table: Table, seat: str | None) -> Browser:
    """The browser of a seat, of the referee or of a spectator."""
    browser = Browser(table.desk.app)
    if seat is not None:
        assert browser.open_seat(table, seat).status_code == 303
    return browser


def rests(table: Table) -> Iterator[int]:
    """The versions of a game at which nobody is in the middle of an order."""
    events = table.desk.games.history(table.id)
    for one, other in zip(events, [*events[1:], None], strict=True):
        if other is None or other.begins:
            yield one.version
