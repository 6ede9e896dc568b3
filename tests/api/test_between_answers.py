"""Garbage is looked for between answers, and not in the middle of one."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api.server.between_answers import BETWEEN, LooksBetween


@pytest.fixture
def looks() -> Iterator[list[str]]:
    """What goes on when Python looks for garbage, from now on."""
    before, is_on = gc.get_threshold(), gc.isenabled()
    seen: list[str] = []

    def watch(phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            seen.append(_going_on[-1])

    gc.enable()
    gc.callbacks.append(watch)
    yield seen
    gc.callbacks.remove(watch)
    gc.set_threshold(*before)
    if not is_on:
        gc.disable()


_going_on = [""]


def answering(values: int) -> Any:
    """An application that makes so many values for its answer."""

    def app(environ: Any, start_response: Any) -> list[bytes]:
        _going_on.append("answering")
        start_response("200 OK", [])
        environ["kept"] = [[] for _ in range(values)]
        _going_on.append("answered")
        return [b"here you are"]

    return app


def test_nobody_waits_for_it(looks: list[str]) -> None:
    app = LooksBetween(answering(20 * BETWEEN))
    environ = EnvironBuilder().get_environ()
    gc.collect()
    looks.clear()
    assert b"".join(run_wsgi_app(app, environ, buffered=True)[0]) == b"here you are"
    assert looks == ["answered"]


def test_it_is_not_done_for_little(looks: list[str]) -> None:
    app = LooksBetween(answering(BETWEEN // 20))
    environ = EnvironBuilder().get_environ()
    gc.collect()
    looks.clear()
    run_wsgi_app(app, environ, buffered=True)
    assert looks == []
