"""The drawings that are shipped: they are what the tool makes of the pack, and fit its places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cartography import napoleonic_empire as map_
from cartography.__main__ import written
from napoleon.rules.picture.drawings import drawings, land_for
from napoleon.rules.picture.model import Land
from napoleon.rulesets.napoleonic_empire.packs.loader import load_pack
from napoleon.rulesets.napoleonic_empire.picture import DRAWINGS

SHIPPED = map_.GAME / DRAWINGS


def test_what_is_shipped_is_what_is_drawn() -> None:
    drawn = {f"{name}.json": written(it) for name, it in map_.coasts(map_.PACK)}
    assert {it.name: it.read_bytes() for it in SHIPPED.iterdir()} == drawn


@pytest.mark.parametrize("divided", [False, True])
def test_every_country_has_ground_on_the_drawing_of_its_board(divided: bool) -> None:
    board = load_pack(map_.PACK).board(divided)
    at = {it.id: (it.x, it.y) for it in board.countries.values()}
    land = land_for(drawings(SHIPPED), at)
    assert land.coast and land.borders
    assert land.grounds.keys() == at.keys()


def test_a_map_that_was_not_drawn_is_on_paper(tmp_path: Path) -> None:
    shipped = drawings(SHIPPED)
    moved: dict[str, Any] = {**shipped[0].places, "france": (1, 1)}
    assert land_for(shipped, moved) == Land()
    assert land_for(shipped, {}) == Land()
    assert drawings(tmp_path / "none") == ()
