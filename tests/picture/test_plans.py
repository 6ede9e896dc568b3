"""What was found of every map is kept with the code, and a process need not find it.

That each file says what would be found today, ``make plans`` shows in tests/documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from time import process_time

import pytest
from msgspec.structs import replace

from napoleon.rules.picture import placing
from napoleon.rules.picture.model import Picture
from napoleon.rules.picture.placing import plan, to_keep
from napoleon.rules.picture.placing.boxes import meet
from tests.picture.maps import inland
from tools.plans import maps

SECONDS = 0.1
"""Of a processor that the placing of a map may take in a process that has just begun."""


@pytest.fixture(scope="module")
def every_map() -> list[Picture]:
    return list(maps())


@pytest.fixture
def forgotten() -> Iterator[None]:
    placing._plan.cache_clear()
    yield
    placing._plan.cache_clear()


def test_a_process_that_has_just_begun_places_each_map_at_once(
    every_map: list[Picture], forgotten: None
) -> None:
    assert len(every_map) >= 6
    for picture in every_map:
        began = process_time()
        plan(picture)
        assert process_time() - began < SECONDS, picture.title


def test_a_map_with_another_name_on_it_uses_no_file(forgotten: None) -> None:
    picture = inland()
    first = picture.places[0]
    longer = replace(picture, places=(replace(first, name=first.name * 2), *picture.places[1:]))
    one, other = plan(picture).sites[first.id].name, plan(longer).sites[first.id].name
    assert other.box.right - other.box.left > 1.5 * (one.box.right - one.box.left)
    assert to_keep(picture)[0] != to_keep(longer)[0]


def test_every_map_has_names_for_a_phone_and_no_box_of_one_lies_over_another(
    every_map: list[Picture],
) -> None:
    for picture in every_map:
        names = plan(picture).afar
        cities = {it.id for it in picture.places if it.kind in ("citadel", "capital", "country")}
        assert len(names) >= min(12, len(picture.places))
        # Those of the first ranks come before all others, and hardly one finds no room.
        first = [it.id for it in names[: len(cities)]]
        assert len(cities.intersection(first)) >= 0.8 * min(len(cities), len(names)), picture.title
        for one, other in combinations(names, 2):
            assert not any(meet(a.box, b.box) for a in one.boxes for b in other.boxes), (one, other)
