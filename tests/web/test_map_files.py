"""The map as a file: for whom it is, and what it costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.app import create_app
from api.http.protection import places
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk, Table
from tests.web.browser import Browser
from tests.web.tables import desk_for, seated, table_of

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return table_of(desk_for(tmp_path, RULES))


def limited(table: Table, limits: str) -> Browser:
    """A browser at a service that counts what is asked of it."""
    desk = table.desk
    return Browser(create_app(desk.games, desk.views, {"NAPOLEON_LIMITS": limits}))


def test_the_map_is_there_as_a_drawing_and_as_pixels(table: Table) -> None:
    drawing = Browser(table.desk.app).get(f"/games/{table.id}/map.svg")
    assert (drawing.status_code, drawing.mimetype) == (200, "image/svg+xml")
    assert drawing.headers["Cache-Control"] == "private, no-cache"
    pixels = seated(table, "referee").get(f"/games/{table.id}/map.png")
    assert (pixels.status_code, pixels.mimetype) == (200, "image/png")
    assert pixels.headers["Cache-Control"] == "no-store"
    assert pixels.data.startswith(PNG)


def test_a_game_without_pictures_has_no_map(desk: Desk) -> None:
    for file in ("map.svg", "map.png"):
        answer = Browser(desk.app).get(f"/games/{desk.table().id}/{file}")
        assert (answer.status_code, "NO_PICTURE" in answer.text) == (404, True)


def test_pixels_count_as_what_they_cost(table: Table) -> None:
    reader = limited(table, "expensive=1/hour")
    asked = [f"/games/{table.id}/{file}" for file in ("map.png", "map.png", "map.svg")]
    codes = [reader.get(address, Via="1.1 proxy").status_code for address in asked]
    assert codes == [200, 429, 200]


def test_pixels_are_made_once_and_only_where_there_is_a_place(table: Table) -> None:
    reader = limited(table, "expensive=off,expensive_at_once=1")
    picture = f"/games/{table.id}/map.png"
    with reader.client.application.test_request_context(), places.expensive():
        assert reader.get(picture).status_code == 503
    made = reader.get(picture)
    with reader.client.application.test_request_context(), places.expensive():
        assert reader.get(picture).data == made.data
