"""The drawings that are shipped fit their places.

That they are what the tool makes of packs, ``make drawings`` shows in tests/documents.
"""

from __future__ import annotations

import csv
import re
from math import hypot
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from napoleon.rules.picture import scenery
from napoleon.rules.picture.drawings import DRAWINGS, drawings, land_for
from napoleon.rules.picture.model import Land
from napoleon.rules.picture.svg import document, draw
from napoleon.rulesets.napoleon1815.packs.loader import load_pack as load_1815
from napoleon.rulesets.napoleon1815.picture import BOX
from napoleon.rulesets.napoleon_columbia.packs.loader import load_pack as load_columbia
from napoleon.rulesets.napoleon_columbia.picture import map as columbia
from napoleon.rulesets.napoleonic_empire.packs.loader import load_pack
from tests.picture.maps import LIGNY, classed, inland, overseas
from tools.cartography import (
    napoleon1815,
    napoleon_columbia,
    napoleonic_empire,
    relief,
)

SHIPPED = napoleonic_empire.GAME / DRAWINGS


@pytest.mark.parametrize("divided", [False, True])
def test_every_country_has_ground_on_the_drawing_of_its_board(divided: bool) -> None:
    board = load_pack(napoleonic_empire.PACK).board(divided)
    at = {it.id: (it.x, it.y) for it in board.countries.values()}
    land = land_for(drawings(SHIPPED), at)
    assert land.coast and land.borders and land.steep and land.gentle
    assert land.grounds.keys() == at.keys()


def test_areas_of_1815_stand_on_a_ground_without_a_sea() -> None:
    areas = load_1815(napoleon1815.PACK).areas.values()
    land = land_for(drawings(napoleon1815.GAME / DRAWINGS), {it.id: (it.x, it.y) for it in areas})
    assert land.steep and land.gentle and land.trees
    assert not land.coast and not land.grounds


def test_the_earth_is_where_the_areas_of_1815_are() -> None:
    """What is entered by longitude and latitude lies right between them.

    Some of them stand a little apart, as they would touch each other.
    """
    with (napoleon1815.PACK / "areas.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            x, y = napoleon1815.placed(float(row["lon"]), float(row["lat"]))
            assert abs(x - float(row["x"]) * napoleon1815.ACROSS) < 12, row["id"]
            assert abs(y - float(row["y"]) * napoleon1815.DOWN) < 6, row["id"]


@pytest.mark.parametrize("game", ["napoleon1815", "napoleonic_empire", "napoleon_columbia"])
def test_every_height_and_wood_says_where_it_comes_from(game: str) -> None:
    with (relief.FOLDER / f"{game}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["name"] + row["kind"] for row in rows}) == len(rows) >= 20
    for row in rows:
        assert row["kind"] in {*relief.ROWS, "wood"}
        assert row["status"] == "reconstructed" and len(row["source"]) > 10
        assert row["kind"] == "wood" or ";" in row["course"], "a height has a crest"


def test_the_earth_is_where_the_towns_of_the_columbia_map_are() -> None:
    """Their drawing was made of longitude and latitude; a few were moved for their names."""
    off = []
    for town in load_columbia(napoleon_columbia.PACK).towns.values():
        x, y = napoleon_columbia.placed(town.lon, town.lat)
        away = hypot(x - town.x * napoleon_columbia.ACROSS, y - town.y * napoleon_columbia.DOWN)
        assert away < 22, town.id
        off.append(away > 4)
    assert sum(off) < 8


@pytest.mark.parametrize(
    ("map_", "box"),
    [(napoleon1815, BOX), (napoleon_columbia, columbia.BOX)],
    ids=["1815", "columbia"],
)
def test_relief_is_on_the_sheet(map_: ModuleType, box: tuple[float, ...]) -> None:
    left, top, width, height = box
    for feature in relief.features(map_.__name__.rpartition(".")[2], map_.placed):
        for x, y in feature.course:
            assert left <= x <= left + width and top <= y <= top + height, feature.name


def test_slopes_are_closed_and_lie_around_their_crest() -> None:
    crest = relief.Feature("a hill", "mountains", 20, ((100, 100), (160, 110), (220, 100)))
    land = relief.with_relief(Land(), [crest])
    assert land.steep.count("M") == land.steep.count("Z") == 2
    assert land.gentle.count("M") == land.gentle.count("Z") == 1
    points = [(int(x), int(y)) for x, y in re.findall(r"(-?\d+),(-?\d+)", land.gentle)]
    assert min(x for x, _ in points) < 85 and max(x for x, _ in points) > 235
    assert all(80 - 30 < x < 240 + 30 and 60 < y < 150 for x, y in points)


def test_trees_of_a_wood_stand_apart() -> None:
    wood = relief.Feature("a wood", "wood", 40, ((100, 100), (200, 100)))
    trees = relief.with_relief(Land(), [wood]).trees
    assert len(trees) > 20
    for number, (x, y) in enumerate(trees):
        for other_x, other_y in trees[number + 1 :]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > (relief.TREES_APART - 2) ** 2


def test_heights_are_drawn_under_all_that_tells_something_and_trees_keep_off_names() -> None:
    wood = Land(steep="M0,0Q9,9 9,0Z", trees=((LIGNY.x, LIGNY.y), (40, 40)))
    svg = draw(inland(land=wood))
    assert svg.index('class="relief"') < svg.index('class="links"') < svg.index('class="places"')
    own = [it for it in classed(svg, "woods") if it[0].get("y") == "40"]
    assert [[tree.get("x") for tree in it] for it in own] == [["40"]]
    assert 'class="relief"' not in draw(inland()) and 'class="relief"' not in document(inland())


def test_heights_on_a_coast_end_there() -> None:
    some = overseas()
    svg = draw(replace(some, land=replace(some.land, steep="M0,0H9Z")))
    [clipped] = classed(svg, "relief")
    assert scenery.relief(some) == ""
    assert re.search(r'clip-path="url\(#coast\)">.*class="relief"', svg)
    assert len(clipped) == 1


def test_a_map_that_was_not_drawn_is_on_paper(tmp_path: Path) -> None:
    shipped = drawings(SHIPPED)
    moved: dict[str, Any] = {**shipped[0].places, "france": (1, 1)}
    assert land_for(shipped, moved) == Land()
    assert land_for(shipped, {}) == Land()
    assert drawings(tmp_path / "none") == ()
