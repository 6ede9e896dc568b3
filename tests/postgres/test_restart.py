"""PostgreSQL is stopped and started while games go on: nothing is lost, nothing is done twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from flask import Flask

from api.app import create_app
from napoleon.log.store.postgres import connection
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from projections.store import open_views
from tests.core.play import digest
from tests.postgres.waiting import PATIENCE, wait_until
from tools.servers import OwnPostgres, postgres_server, short_folder

PASS = {"order": "pass"}

LAST = 200
"""Version at which the players stop."""


@pytest.fixture
def server() -> Iterator[OwnPostgres]:
    """A cluster that nobody else needs."""
    with postgres_server(short_folder("restart")) as server:
        yield server


class Player(Thread):
    """A seat that plays over the API up to version `LAST`, asking again when told to wait."""

    def __init__(self, app: Flask, game: str, seat: str, token: str) -> None:
        super().__init__()
        self.seat = seat
        self.accepted: dict[str, dict[str, Any]] = {}
        self.told_to_wait = Event()
        self.unexpected: list[Any] = []
        self._http = app.test_client()
        self._path = f"/api/v1/games/{game}"
        self._headers = {"Authorization": f"Bearer {token}"}

    def run(self) -> None:
        try:
            while (view := self._asked("GET", "/decisions").json)["version"] < LAST:
                mine = [it for it in view["decisions"] if it["seat"] == self.seat]
                if mine:
                    self._give(view["version"], mine[0]["offers"][-1])
                else:
                    time.sleep(0.01)
        except BaseException as error:
            self.unexpected.append(error)

    def _give(self, version: int, order: Mapping[str, Any]) -> None:
        key = f"{self.seat}-{version}"
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": key}
        answer = self._asked("POST", "/orders", json=order, headers=headers)
        if answer.status_code == 201:
            self.accepted[key] = answer.json
        else:
            assert answer.status_code == 412, answer.text

    def _asked(self, method: str, path: str, **request: Any) -> Any:
        """The answer, as soon as there is one: the same request is sent until then."""
        headers = {**self._headers, **request.pop("headers", {})}
        while True:
            answer = self._http.open(self._path + path, method=method, headers=headers, **request)
            if answer.status_code != 503:
                return answer
            assert answer.headers["Retry-After"], answer.text
            self.told_to_wait.set()


def test_a_standby_is_borne_with_until_it_is_promoted(
    server: OwnPostgres, opened: Callable[..., Games], caplog: pytest.LogCaptureFixture
) -> None:
    games = opened(DATABASE_URL=server.create_database())
    game_id = games.create("toy", "short", {"turns": 2}).game.id
    before, followed = games.head(game_id), list[int]()
    with games.recorder.subscribe(gt=0) as subscription:
        follower = Thread(target=lambda: followed.extend(it.id for it in subscription))
        follower.start()
        server.demote()
        wait_until(lambda: "cannot execute LISTEN" in caplog.text, "the follower to try again")
        assert games.head(game_id) == before
        with pytest.raises(OperationalError, match="read-only"):
            games.submit_orders(game_id, "red", [PASS], expected=before)
        server.promote()
        assert isinstance(games.submit_orders(game_id, "red", [PASS], expected=before), Accepted)
        newest = games.recorder.max_notification_id() or 0
        wait_until(lambda: len(followed) >= newest, "the follower to come back")
        subscription.stop()
        follower.join(PATIENCE)
    assert followed == list(range(1, newest + 1))


def test_games_go_on_after_a_restart(
    server: OwnPostgres,
    opened: Callable[..., Games],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.5)
    url = server.create_database()
    games = opened(DATABASE_URL=url)
    views = open_views(
        {
            "NAPOLEON_HOME": str(tmp_path),
            "CREATE_TABLE": "yes",
            "NAPOLEON_SECRET": "correct horse battery staple",
        }
    )
    app = create_app(games, views, {"NAPOLEON_LIMITS": "off"})
    created = [games.create("toy", "short", {"turns": 50}) for _ in range(2)]
    followed: list[int] = []
    players = [
        Player(app, game.id, seat, token)
        for game, tokens in created
        for seat, token in tokens.items()
    ]
    with games.recorder.subscribe(gt=0) as subscription:
        follower = Thread(target=lambda: followed.extend(it.id for it in subscription))
        follower.start()
        for player in players:
            player.start()
        for stop in (1, 2):
            wait_until(lambda: len(players[0].accepted) >= 10 * stop, "the games to go on")  # noqa: B023
            server.stop()
            for player in players:
                player.told_to_wait.clear()
            for player in players:
                assert player.told_to_wait.wait(PATIENCE), "everybody is told to wait"
            server.start()
        for player in players:
            player.join(PATIENCE)
        newest = games.recorder.max_notification_id() or 0
        wait_until(lambda: len(followed) >= newest, "the follower to come back")
        subscription.stop()
        follower.join(PATIENCE)

    assert [player.unexpected for player in players] == [[]] * 4
    assert followed == list(range(1, newest + 1)), "each event once, in order"
    for (game, _), mine in zip(created, (players[:2], players[2:]), strict=True):
        events = games.history(game.id)
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        assert digest(games.at(game.id, len(events))) == digest(games.open(game.id))
        given = [event.order_id for event in events if event.type == "order_given"]
        assert len(given) == len(set(given))
        told = sorted(answer["version"] for player in mine for answer in player.accepted.values())
        assert len(told) == len(set(told)) == len(given), "every order was answered, and once"
        assert told[-1] == len(events) >= LAST
