"""Links are built once, and are still those of the request in which they are shown."""

from __future__ import annotations

import re

import flask
import pytest
from flask import Flask

from tests.api.desk import Desk

LINK = re.compile(rb'(?:href|action)="([^"]*)"')


def linked(app: Flask, host: str = "localhost", root: str = "") -> set[bytes]:
    """Where the page of all games leads to, for who has come by this name to a service there."""
    answer = app.test_client().get(
        "/",
        headers={"Accept": "text/html", "Host": host},
        environ_overrides={"SCRIPT_NAME": root},
    )
    assert answer.status_code == 200
    return set(LINK.findall(answer.data))


def test_a_service_below_another_address_links_to_itself(desk: Desk) -> None:
    above, below = linked(desk.app), linked(desk.app, root="/club")
    assert above
    assert all(link.startswith((b"/", b"#", b"?")) for link in above)
    assert all(link.startswith((b"/club/", b"#", b"?")) for link in below)
    assert linked(desk.app) == above


def test_no_name_that_somebody_comes_by_stays_in_a_link(desk: Desk) -> None:
    assert linked(desk.app, host="evil.example") == linked(desk.app)


def test_an_address_in_full_has_the_name_of_its_own_request(desk: Desk) -> None:
    url_for = desk.app.jinja_env.globals["url_for"]
    for host in ("one.example", "two.example"):
        with desk.app.test_request_context(headers={"Host": host}):
            assert url_for("web.lobby", _external=True).startswith(f"http://{host}/")


def test_addresses_are_those_of_flask_and_built_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    url_for = desk.app.jinja_env.globals["url_for"]
    values = {"game_id": "a b/c", "seat": None, "at": 7, "level": "counts", "_anchor": "journal"}
    with desk.app.test_request_context():
        expected = flask.url_for("web.game", **values)
        assert [url_for("web.game", **values) for _ in range(2)] == [expected] * 2
        monkeypatch.setattr(flask, "url_for", lambda *_, **__: "built again")
        assert url_for("web.game", **values) == expected
        assert url_for("web.game", **{**values, "at": 8}) == "built again"
