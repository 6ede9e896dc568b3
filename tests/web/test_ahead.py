"""What pages are made from is made ahead, and nothing that fails there keeps anybody from one."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from flask import Flask

from api.web import ahead
from napoleon.rules.picture import placing, svg
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk
from tests.patience import PATIENCE
from tests.web.browser import Browser
from tests.web.tables import table_of


def test_the_first_page_loads_no_template_and_lays_out_no_map(
    make_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = make_desk(RULES)
    table = table_of(desk)
    ahead.prepare(desk.app)
    laid_out = placing._plan.cache_info().misses
    loader = desk.app.jinja_env.loader
    assert loader is not None
    loaded: list[str] = []
    load = loader.load

    def watched(environment: Any, name: str, globals: Any = None) -> Any:  # noqa: A002
        loaded.append(name)
        return load(environment, name, globals)

    monkeypatch.setattr(loader, "load", watched)
    assert Browser(desk.app).get(f"/games/{table.id}").status_code == 200
    assert loaded == []
    assert placing._plan.cache_info().misses == laid_out


def test_what_cannot_be_made_ahead_is_told_and_the_rest_is_made(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def torn(*_: object, **__: object) -> str:
        raise ValueError("a map is torn")

    monkeypatch.setattr(svg, "draw", torn)
    ahead.prepare(desk.app)
    assert "something could not be made ahead" in caplog.text
    assert Browser(desk.app).get("/").status_code == 200


def test_it_is_done_beside_the_first_answers(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not while somebody is being answered, nor just after that."""
    made: list[bool] = []
    going_on, answered = Event(), Event()

    def slow(environ: Any, start_response: Any) -> list[bytes]:
        going_on.set()
        assert answered.wait(PATIENCE)
        return []

    desk.app.wsgi_app = slow  # type: ignore[method-assign]
    monkeypatch.setattr(ahead, "_all", lambda app: iter([lambda: made.append(answered.is_set())]))
    monkeypatch.setattr(ahead, "PAUSE", 0.2)
    monkeypatch.setattr(ahead, "PATIENCE", PATIENCE)
    begun = ahead.prepare_beside(desk.app)
    client = Thread(target=_closed, args=(desk.app,))
    client.start()
    assert going_on.wait(PATIENCE)
    begun.join(1.0)
    assert begun.is_alive() and not made
    answered.set()
    client.join()
    begun.join(PATIENCE)
    assert made == [True]


def test_who_is_answered_all_the_time_does_not_keep_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "PATIENCE", 0.1)
    traffic = ahead.Traffic(lambda environ, start_response: [])
    traffic({}, lambda *_: print)
    assert not traffic.is_quiet
    traffic.wait()


def _closed(app: Flask) -> None:
    """Ask, and close the answer as a server does."""
    app.wsgi_app({}, lambda *_: print).close()  # type: ignore[attr-defined]
