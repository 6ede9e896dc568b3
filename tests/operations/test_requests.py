"""What is done once an answer has gone out, in the report of its request."""

from __future__ import annotations

from flask import Flask
from prometheus_client import REGISTRY

from api.telemetry.requests import afterwards, watch
from tests.operations.conftest import Lines


def _counted() -> float:
    labels = {"method": "GET", "route": "/done", "status": "200"}
    return REGISTRY.get_sample_value("napoleon_http_requests_total", labels) or 0


def test_what_fails_afterwards_takes_nothing_with_it(lines: Lines) -> None:
    app, done, before = Flask("service"), list[str](), _counted()

    @app.get("/done")
    def answer() -> str:
        afterwards(lambda: done.append("first"))
        afterwards(lambda: [][0])
        afterwards(lambda: done.append("last"))
        return "answered"

    watch(app)
    found = app.test_client().get("/done", headers={"X-Request-Id": "5b2f-0001"})
    assert (found.status_code, found.text) == (200, "answered")
    found.close()
    assert done == ["first", "last"]
    assert _counted() == before + 1
    [told] = lines.all("request")
    assert (told["status"], told["route"], told["request_id"]) == (200, "/done", "5b2f-0001")
    [failed] = [it for it in lines.all() if it["level"] == "error"]
    assert failed["request_id"] == "5b2f-0001"
    assert "IndexError" in failed["exception"]
