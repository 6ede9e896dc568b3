"""Liveness and readiness, with the stores as they are, behind, away, missing and old."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError, Tracking
from flask.testing import FlaskClient

from api.app import create_app
from api.live.app import create_live_app
from napoleon.log.store.home import LOG, VIEWS
from napoleon.play.games import Games
from projections.lag import LagCollector, lag
from projections.projector import edition
from projections.rows import Changes
from projections.store import open_views
from tests.api.conftest import desk_at
from tests.api.desk import V1, Desk
from tests.operations.conftest import Lines


class NoStore:
    """A store of which everything that is asked fails."""

    def __getattr__(self, name: str) -> Any:
        raise OperationalError("the store is asked")


def test_an_empty_service_is_ready(desk: Desk) -> None:
    assert desk.get("/health/ready").json == {
        "status": "ready",
        "recorded": 0,
        "views": "ok",
        "lag": {"events": 0, "seconds": 0.0},
    }


def test_views_that_are_behind_are_told_with_their_lag(tmp_path: Path) -> None:
    ticks = count(1_000_000_000, 250_000)
    desk = desk_at(tmp_path, clock=lambda: next(ticks))
    desk.table()
    desk.catch_up()
    drawn = desk.recorded()
    table = desk.table()
    oldest = next(desk.games.backwards(table.id, 1)).at
    ready = desk.get("/health/ready")
    assert ready.status_code == 200
    assert ready.json["views"] == "behind"
    assert ready.json["lag"]["events"] == desk.recorded() - drawn > 0
    # The clock has moved on once for the answer above, and once more for this line.
    assert ready.json["lag"]["seconds"] == (next(ticks) - 250_000 - oldest) / 1e6 > 0
    desk.catch_up()
    assert desk.get("/health/ready").json["views"] == "ok"


def test_views_that_are_ahead_of_a_restored_log_are_told(desk: Desk, lines: Lines) -> None:
    desk.catch_up()
    drawn_by = edition(desk.games)
    desk.views.record(Changes(), after=0, tracking=Tracking(drawn_by, 7))
    answer = desk.get("/health/ready")
    assert (answer.status_code, answer.json["views"]) == (200, "ahead")
    assert "napoleon rebuild" in lines.text


def test_views_that_are_away_keep_nobody_from_being_answered(tmp_path: Path) -> None:
    desk = desk_at(tmp_path)
    desk.table()
    for views in (tmp_path / VIEWS, NoStore()):
        if isinstance(views, Path):
            views.unlink()
            app = create_app(desk.games, env={"NAPOLEON_HOME": str(tmp_path)})
        else:
            app = create_app(desk.games, views)  # type: ignore[arg-type]
        answer = app.test_client().get(f"{V1}/health/ready")
        assert answer.status_code == 200
        assert answer.json == {
            "status": "ready",
            "recorded": desk.recorded(),
            "views": "away",
            "lag": None,
        }


@pytest.mark.parametrize("create", [create_app, create_live_app])
def test_without_a_log_a_process_is_live_and_not_ready(tmp_path: Path, create: Any) -> None:
    client: FlaskClient = create(env={"NAPOLEON_HOME": str(tmp_path)}).test_client()
    not_ready(client)
    assert client.get(f"{V1}/health/live").json == {"status": "ok"}


def test_a_log_of_another_release_is_not_ready(tmp_path: Path) -> None:
    Games({"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}).close()
    with closing(sqlite3.connect(tmp_path / LOG)) as connection:
        connection.execute("PRAGMA user_version = 1000")
    not_ready(create_app(env={"NAPOLEON_HOME": str(tmp_path)}).test_client())


def not_ready(client: FlaskClient) -> None:
    answer = client.get(f"{V1}/health/ready")
    assert (answer.status_code, answer.json["code"]) == (503, "STORE_UNAVAILABLE")
    assert int(answer.headers["Retry-After"]) > 0


def test_a_live_process_needs_no_views_to_be_ready(tmp_path: Path) -> None:
    env = {"NAPOLEON_HOME": str(tmp_path)}
    Games({**env, "CREATE_TABLE": "yes"}).close()
    answer = create_live_app(env=env).test_client().get(f"{V1}/health/ready")
    assert (answer.status_code, answer.json["views"]) == (200, "away")


def test_liveness_asks_no_store() -> None:
    client = create_app(NoStore(), NoStore()).test_client()  # type: ignore[arg-type]
    assert client.get(f"{V1}/health/live").status_code == 200
    assert client.get(f"{V1}/health/ready").status_code == 503


def test_the_lag_is_measured_when_it_is_asked_for(desk: Desk, tmp_path: Path) -> None:
    def measured(views: Any) -> list[float]:
        families = LagCollector(desk.games, views).collect()
        return [sample.value for family in families for sample in family.samples]

    desk.table()
    events, seconds = measured(desk.views)
    assert events == desk.recorded() == lag(desk.games, desk.views).events
    assert seconds > 0
    desk.catch_up()
    assert measured(desk.views) == [0, 0]
    assert measured(NoStore()) == [], "what is away is not said to be up to date"
    assert open_views({"NAPOLEON_HOME": str(tmp_path)})
