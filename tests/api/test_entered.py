"""How many files one has to read to follow an order that is posted, in a process that is warm.

Many small files on one way are a sign that what belongs together lies apart. The limits are what
was counted last; they may go down.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from napoleon.rules.contract import installed
from tests.entered import Entered, entered, hold
from tests.web.tables import desk_for, play, table_of

FILES = {
    "eagles_waterloo": 89,
    "napoleon1815": 92,
    "napoleon_columbia": 81,
    "napoleonic_empire": 76,
    "napoleonic_wars": 88,
}
"""For each game the files that an order enters, of the service and of the game."""

BEFORE, WARMING, LOOKED_AT = 30, 8, 16
"""Orders that are given at first, that are posted at first, and of which files are counted."""


def test_every_game_has_a_limit() -> None:
    assert sorted(FILES) == sorted(installed())


@pytest.mark.parametrize("name", FILES)
def test_an_order_is_read_in_few_files(tmp_path: Path, name: str) -> None:
    table = table_of(desk_for(tmp_path, installed()[name]))
    games, chance = table.desk.games, Random(1815)
    play(table, BEFORE)
    found: list[Entered] = []
    for _ in range(WARMING + LOOKED_AT):
        game = games.open(table.id)
        decision = games.decisions(game)[0]
        order = chance.choice(list(games.rules(game).legal_orders(game.state, decision)))
        data = msgspec.to_builtins(order)

        def post(seat: str = decision.seat, data: object = data) -> None:
            assert table.order(seat, data).status_code == 201

        found.append(entered(post))
    hold(FILES[name], found[WARMING:])
