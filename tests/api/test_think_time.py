"""Think time over REST and on the page of the people."""

from __future__ import annotations

from tests.api.desk import Desk
from tests.web.browser import Browser, words


def test_anybody_reads_how_long_seats_took(desk: Desk) -> None:
    table = desk.table()
    table.play_turn()
    told = table.get("/think-time")
    assert told.status_code == 200
    assert [it["seat"] for it in told.json["seats"]] == ["red", "blue"]
    assert all(it["orders"] == 2 for it in told.json["seats"])
    assert told.headers["ETag"] == f'"{told.json["version"]}"'
    assert desk.get(f"/games/{table.id}/think-time", "dead").status_code == 401
    page = Browser(desk.app).get(f"/games/{table.id}/people")
    assert words(page).count("Think time:") == 2
