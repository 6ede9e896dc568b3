"""A row of the read models that somebody changed is shown to nobody; it is told, and mended."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from flask.testing import FlaskClient

from api.app import create_app
from napoleon.log.store.home import VIEWS
from napoleon.log.store.keys import SECRET
from napoleon.log.store.seals import SEAL_BYTES
from napoleon.play.games import Games
from projections import metrics
from projections.encoding import packed, unpacked
from projections.lobby import Wanted
from projections.mending import mend_views
from projections.projector import edition
from projections.rebuild import Redrawn, redraw
from projections.rulings import Wanted as WantedRulings
from projections.store import SealedViews, open_views
from projections.store.redis.commands import removals
from projections.worker import catch_up
from tests.command_line.conftest import Shell
from tests.command_line.server import Server, fetched, wait_until
from tests.core.play import play
from tests.projections.audit import all_is_drawn
from tests.projections.test_listing import ruled
from tests.toy import Toy

V1 = "/api/v1"


class Place:
    """A log with two games, what is drawn of them, and the service that shows it."""

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env
        self.games = Games(env, rulesets={"toy": Toy()})
        made = [self.games.create("toy", "short", {"turns": 50}, referee=True) for _ in range(2)]
        (self.game, self.other), self.tokens = [it.game.id for it in made], made[0].tokens
        self.hidden = self.games.create("toy", "short", {}, unlisted=True).game.id
        for each in (self.game, self.other):
            play(self.games, each, 8)
            ruled(self.games, each, "GO")
        self.views = self.open()
        catch_up(self.games, self.views)
        self.client = self.serve()
        self.truth = self.answers()

    def open(self, **env: str) -> SealedViews:
        return open_views({**self.env, **env})

    def serve(self, **env: str) -> FlaskClient:
        chosen = {**self.env, "NAPOLEON_LIMITS": "off"}
        return create_app(self.games, self.open(**env), chosen).test_client()

    def asked(self) -> Iterator[tuple[str, str | None]]:
        for token in (None, *self.tokens.values()):
            for page in ("map", "hand"):
                yield f"/games/{self.game}/{page}", token
            for turn in (1, 2):
                yield f"/games/{self.game}/map?turn={turn}", token
        for page in ("/games", "/games?status=running", "/games?limit=1", "/rulings"):
            yield page, None
        yield "/rulings?clause=GO", None

    def answers(self) -> list[bytes]:
        found = []
        for path, token in self.asked():
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            answer = self.client.get(V1 + path, headers=headers)
            assert answer.status_code == 200, (path, answer.data)
            found.append(answer.data)
        return found

    def health(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.client.get(f"{V1}/health").json  # type: ignore[assignment]
        ready = self.client.get(f"{V1}/health/ready")
        assert ready.status_code == 200
        assert answer.get("views", "ok") == ready.json["views"]  # type: ignore[index]
        return answer

    def mended(self) -> None:
        """Return when the companion of a worker has drawn everything again."""
        ended = Event()
        worker = Thread(target=mend_views, args=(self.games, self.views, ended))
        worker.start()
        try:
            wait_until(lambda: not self.views.distrusted(), "the games to be drawn again")
        finally:
            ended.set()
            worker.join()

    @property
    def in_redis(self) -> bool:
        return "REDIS_URL" in self.env

    def run(self, statement: str) -> None:
        """Change the file."""
        with closing(sqlite3.connect(Path(self.env["NAPOLEON_HOME"]) / VIEWS)) as file, file:
            file.create_function("with_another_turn", 1, with_another_turn)
            statement = statement.replace(":game", f"'{self.game}'")
            statement = statement.replace(":other", f"'{self.other}'")
            assert file.execute(statement.replace(":hidden", f"'{self.hidden}'")).rowcount

    @property
    def redis(self) -> Any:
        return self.views.inner._writer  # type: ignore[attr-defined]

    @property
    def keys(self) -> Any:
        inner: Any = self.views.inner
        return inner._shared.keys(inner._build(edition(self.games)))


@pytest.fixture
def place(views_env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    # A worker looks once a second for what is to be mended; nobody has to wait for that here.
    monkeypatch.setattr("projections.mending.LOOKING", 0.02)
    made = Place({**views_env, "NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL"})
    yield made
    made.games.close()


def in_fields(place: Place, key: str, change: Callable[[bytes, bytes], bytes]) -> None:
    for field, value in place.redis.hgetall(key).items():
        place.redis.hset(key, field, change(field, value))


def with_another_turn(sealed: bytes) -> bytes:
    """A view as it is kept, in which somebody has put another turn."""
    body, seal = sealed[:-SEAL_BYTES], sealed[-SEAL_BYTES:]
    return packed(unpacked(body).replace(b'"turn":', b'"turn":9', 1)) + seal


def board(place: Place) -> None:
    """Red has other things on the board."""
    if place.in_redis:

        def change(_: bytes, value: bytes) -> bytes:
            version, _, sealed = value.partition(b" ")
            return version + b" " + with_another_turn(sealed)

        in_fields(place, place.keys.views(place.game), change)
    else:
        place.run("UPDATE drawn SET body = with_another_turn(body) WHERE game = :game")


def board_as_text(place: Place) -> None:
    """What is there is not even of the right kind."""
    if place.in_redis:
        in_fields(place, place.keys.views(place.game), lambda *_: b"nothing at all")
    else:
        place.run("UPDATE drawn SET body = '{}' WHERE game = :game")


def board_of_another_reader(place: Place) -> None:
    """The spectator is shown what red sees."""
    if place.in_redis:
        key = place.keys.views(place.game)
        red = place.redis.hget(key, "referee/map")
        place.redis.hset(key, "spectator/map", red)
    else:
        place.run(
            "UPDATE drawn SET body = (SELECT body FROM drawn AS its WHERE its.game = :game AND "
            "its.name = 'map' AND reader = 'referee') WHERE game = :game AND name = 'map'"
            " AND reader = 'spectator'"
        )


def board_of_another_game(place: Place) -> None:
    if place.in_redis:
        other = place.redis.hgetall(place.keys.views(place.other))
        place.redis.hset(place.keys.views(place.game), mapping=other)
    else:
        place.run(
            "UPDATE drawn SET body = (SELECT body FROM drawn AS its WHERE its.game = :other AND "
            "its.name = drawn.name AND its.reader = drawn.reader) WHERE game = :game"
        )


def entry(place: Place) -> None:
    if place.in_redis:
        change = lambda _, value: value.replace(b'"turn":', b'"turn":9')  # noqa: E731
        in_fields(place, place.keys.lobby, change)
    else:
        place.run(
            "UPDATE lobby SET body = CAST(replace(CAST(body AS TEXT), '\"turn\":', '\"turn\":9') "
            "AS BLOB) WHERE game = :game"
        )


def entry_of_another_game(place: Place) -> None:
    if place.in_redis:
        place.redis.hset(
            place.keys.lobby, place.game, place.redis.hget(place.keys.lobby, place.other)
        )
    else:
        place.run(
            "UPDATE lobby SET body = (SELECT body FROM lobby AS its WHERE its.game = :other) "
            "WHERE game = :game"
        )


def unlisted_game_listed(place: Place) -> None:
    if place.in_redis:
        place.redis.zadd(place.keys.listed, {place.hidden: 2**52})
        place.redis.zadd(place.keys.of_one("status", "running"), {place.hidden: 2**52})
    else:
        place.run("UPDATE lobby SET listed = 1, created = 4000000000000000 WHERE game = :hidden")


def listed_elsewhere(place: Place) -> None:
    """In the wrong order."""
    if place.in_redis:
        for key in (place.keys.listed, place.keys.of_one("status", "running")):
            place.redis.zadd(key, {place.game: 2**52})
    else:
        place.run("UPDATE lobby SET created = 4000000000000000 WHERE game = :game")


def ruling(place: Place) -> None:
    if place.in_redis:
        change = lambda _, value: value.replace(b'"stand"', b'"void"')  # noqa: E731
        in_fields(place, place.keys.rulings, change)
    else:
        place.run(
            "UPDATE rulings SET body = CAST(replace(CAST(body AS TEXT), '\"stand\"', '\"void\"') "
            "AS BLOB)"
        )


def turn(place: Place) -> None:
    if place.in_redis:

        def change(_: bytes, value: bytes) -> bytes:
            version, _, seal = value.partition(b" ")
            return b"%d %b" % (max(1, int(version) - 1), seal)

        in_fields(place, place.keys.turns(place.game), change)
    else:
        place.run("UPDATE turns SET version = max(1, version - 1) WHERE game = :game")


def shown_version(place: Place) -> None:
    """As if more had been drawn than there is."""
    if place.in_redis:
        place.redis.hset(place.keys.versions, place.game, 99)
    else:
        place.run("UPDATE lobby SET version = 99 WHERE game = :game")


CHANGES = [
    board,
    board_as_text,
    board_of_another_reader,
    board_of_another_game,
    entry,
    entry_of_another_game,
    unlisted_game_listed,
    listed_elsewhere,
    ruling,
    turn,
    shown_version,
]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("change", CHANGES)
def test_only_the_truth_is_shown_and_it_is_mended(
    place: Place, change: Callable[[Place], None], caplog: pytest.LogCaptureFixture
) -> None:
    assert place.health()["status"] == "ok"
    counted = metrics.VIEWS_CHANGED._value.get()  # type: ignore[attr-defined]
    change(place)
    caplog.set_level(logging.INFO)
    assert place.answers() == place.truth
    assert place.answers() == place.truth, "not the second time either"
    told = place.health()
    assert (told["status"], told["views"]) == ("degraded", "changed")
    assert "see that one runs" in told["detail"]
    distrusted = place.views.distrusted()
    assert {*distrusted} <= {place.game, place.other, place.hidden}
    assert metrics.VIEWS_CHANGED._value.get() == counted + len(distrusted)  # type: ignore[attr-defined]
    lines = [it.getMessage() for it in caplog.records if "was changed by" in it.getMessage()]
    assert len(lines) == len(distrusted), "once for each game"
    for game_id in distrusted:
        assert any(game_id in line for line in lines)
    place.mended()
    assert place.answers() == place.truth
    assert place.health()["status"] == "ok"
    all_is_drawn(place.games, place.views)
    assert not place.views.distrusted()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("change", [board, entry, ruling, turn])
def test_a_game_that_is_rebuilt_says_what_was_changed(
    place: Place, change: Callable[[Place], None]
) -> None:
    change(place)
    assert redraw(place.games, place.views, place.game).differed
    assert redraw(place.games, place.views, place.game).differed == []
    all_is_drawn(place.games, place.views)


def test_a_board_of_before_is_not_shown_for_the_one_of_now(place: Place) -> None:
    """It was sealed, for another version."""
    if place.in_redis:
        key = place.keys.views(place.game)
        before = place.redis.hgetall(key)
    else:
        with closing(sqlite3.connect(Path(place.env["NAPOLEON_HOME"]) / VIEWS)) as file:
            before = file.execute("SELECT * FROM drawn WHERE game = ?", (place.game,)).fetchall()
    play(place.games, place.game, 3, seed=5)
    catch_up(place.games, place.views)
    place.truth = place.answers()
    if place.in_redis:
        place.redis.hset(key, mapping=before)
    else:
        with closing(sqlite3.connect(Path(place.env["NAPOLEON_HOME"]) / VIEWS)) as file, file:
            file.executemany("REPLACE INTO drawn VALUES (?, ?, ?, ?, ?)", before)
    assert place.answers() == place.truth
    if place.in_redis:
        newer = {
            it: b"%d %b" % (place.games.head(place.game), v.split(b" ", 1)[1])
            for it, v in before.items()
        }
        place.redis.hset(key, mapping=newer)
    else:
        place.run(f"UPDATE drawn SET version = {place.games.head(place.game)} WHERE game = :game")
    assert place.answers() == place.truth
    assert place.health()["views"] == "changed"


def test_a_game_that_does_not_exist_is_taken_out(place: Place) -> None:
    if place.in_redis:
        place.redis.hset(place.keys.lobby, "nobody", b"{}" + bytes(20))
        for key in (place.keys.listed, place.keys.of_one("status", "running")):
            place.redis.zadd(key, {"nobody": 2**52})
    else:
        place.run(
            "INSERT INTO lobby VALUES ('nobody', 1, 4000000000000000, 'toy', 'running', "
            "CAST('{}' AS BLOB), 1, '')"
        )
    assert place.answers() == place.truth
    assert place.views.distrusted() == ["nobody"]
    place.mended()
    assert place.answers() == place.truth
    assert place.views.shown(["nobody"], edition=edition(place.games)) == {}
    assert place.health()["status"] == "ok"


def version_of_no_number(place: Place) -> None:
    if place.in_redis:
        place.redis.hset(place.keys.versions, place.game, "many")
    else:
        place.run("UPDATE lobby SET version = 'many' WHERE game = :game")


def mark_of_no_number(place: Place) -> None:
    if place.in_redis:
        inner: Any = place.views.inner
        place.redis.hset(inner._shared.marks, place.game, b"\xff many")
        place.redis.set(inner._shared.last, b"\xff")
    else:
        place.run("UPDATE marks SET version = 'many' WHERE game = :game")
        place.run("UPDATE last_drawn SET position = 'far'")


def position_of_no_number(place: Place) -> None:
    if place.in_redis:
        place.redis.set(place.keys.position, "far")
    else:
        place.run("UPDATE tracking SET notification_id = 'far'")


def games_of_no_name(place: Place) -> None:
    if place.in_redis:
        inner: Any = place.views.inner
        place.redis.sadd(inner._shared.distrusted, b"\xff", "no game")
        place.redis.sadd(inner._shared.dropped, b"\xff")
        place.redis.zadd(inner._shared.builds, {b"\xff": 1})
    else:
        place.run("INSERT INTO distrusted VALUES (CAST(x'ff' AS TEXT)), ('no game')")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "change", [version_of_no_number, mark_of_no_number, position_of_no_number, games_of_no_name]
)
def test_what_is_no_number_and_no_name_stops_no_worker(
    place: Place, change: Callable[[Place], None]
) -> None:
    change(place)
    play(place.games, place.game, 3, seed=5)
    catch_up(place.games, place.views)
    place.views.tend(edition(place.games), complete=True)
    assert place.views.marks(edition(place.games))
    place.views.distrust(place.game)
    place.mended()
    all_is_drawn(place.games, place.views)
    assert place.health()["status"] == "ok"


def test_a_game_that_cannot_be_mended_keeps_no_other_waiting(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first: list[str] = []

    def failing(games: Games, views: SealedViews, game_id: str) -> Redrawn:
        first.append(game_id)
        if game_id == first[0]:
            raise OperationalError("disk I/O error")
        return redraw(games, views, game_id)

    monkeypatch.setattr("projections.mending.redraw", failing)
    for game_id in (place.game, place.other):
        place.views.distrust(game_id)
    ended = Event()
    worker = Thread(target=mend_views, args=(place.games, place.views, ended))
    worker.start()
    try:
        wait_until(lambda: place.views.distrusted() == first[:1], "the other one to be mended")
        wait_until(lambda: first.count(first[0]) > 1, "it to be tried again")
    finally:
        ended.set()
        worker.join()
    told = [it.getMessage() for it in caplog.records if it.levelno == logging.WARNING]
    assert [first[0] in it and "cannot be drawn again" in it for it in told] == [True], "once"


def test_what_another_key_has_sealed_is_drawn_again(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    """As after the key was changed: nobody has changed a row, so no alarm is raised."""
    counted = metrics.VIEWS_CHANGED._value.get()  # type: ignore[attr-defined]
    place.env[SECRET] = "quite another secret, 0123456789"
    place.views = place.open()
    place.client = place.serve(**{SECRET: place.env[SECRET]})
    caplog.set_level(logging.INFO)
    assert place.answers() == place.truth
    assert "by another key" in caplog.text
    assert "was changed" not in caplog.text
    assert metrics.VIEWS_CHANGED._value.get() == counted  # type: ignore[attr-defined]
    assert place.views.distrusted()
    place.mended()
    assert place.answers() == place.truth
    assert place.health()["status"] == "ok"


def test_without_a_key_the_log_answers(place: Place) -> None:
    place.views = place.open(**{SECRET: "weak"})
    board(place)
    place.client = place.serve(**{SECRET: "weak"})
    assert place.answers() == place.truth
    assert not place.views.distrusted(), "nobody knows whether they are as they were drawn"
    listed = {"edition": edition(place.games), "reached": 0}
    assert place.views.lobby(Wanted(), **listed) is None
    assert place.views.rulings(WantedRulings(), **listed) is None


def test_a_running_service_shows_the_truth_and_mends_itself(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "home")
    shell.run("migrate")
    game = shell.run("play", "napoleon1815", "--seed", "1815", "--to-turn", "3").stdout.strip()
    server = Server(shell.env)
    try:
        server.listens().wait_until_drawn()
        pages = [f"games/{game}/map", f"games/{game}/turns", "games"]
        truth = [fetched(f"{server.address}/api/v1/{page}").content for page in pages]
        with closing(sqlite3.connect(tmp_path / "home" / VIEWS)) as file, file:
            file.execute("UPDATE drawn SET body = CAST('{}' AS BLOB)")
            file.execute("UPDATE turns SET version = version - 1")
            file.execute("UPDATE lobby SET body = CAST('{}' AS BLOB)")
        assert [fetched(f"{server.address}/api/v1/{page}").content for page in pages] == truth
        wait_until(lambda: server.health()["status"] == "ok", "the service to be well again")
        assert [fetched(f"{server.address}/api/v1/{page}").content for page in pages] == truth
        with closing(sqlite3.connect(tmp_path / "home" / VIEWS)) as file:
            query = "SELECT count(*) FROM drawn WHERE body = CAST('{}' AS BLOB)"
            wait_until(lambda: file.execute(query).fetchone() == (0,), "it to be drawn again")
    finally:
        server.clear_away()


@pytest.mark.soak
def test_a_key_that_is_rotated_under_a_running_service_is_noticed(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "home")
    shell.run("migrate")
    game = shell.run("play", "napoleon1815", "--seed", "1815", "--to-turn", "2").stdout.strip()
    server = Server(shell.env)
    query = "SELECT substr(body, -20, 4) FROM drawn WHERE name = 'map' AND reader = 'spectator'"
    try:
        server.listens().wait_until_drawn()
        page = f"{server.address}/api/v1/games/{game}/map"
        truth = fetched(page).content
        with closing(sqlite3.connect(tmp_path / "home" / VIEWS)) as file:
            before = file.execute(query).fetchone()
            shell.run("keys", "rotate")

            def is_sealed_again() -> bool:
                assert fetched(page).content == truth
                return bool(file.execute(query).fetchone() != before)

            wait_until(is_sealed_again, "the game to be sealed with the new key", every=0.2)
        wait_until(lambda: server.health()["status"] == "ok", "the service to be well")
    finally:
        server.clear_away()


def test_the_lists_are_looked_for_once_for_all_games_that_are_drawn_again(place: Place) -> None:
    """Going through all keys of a server takes long where others keep much in it."""
    if not place.in_redis:
        pytest.skip("a file is asked by index")
    games = [place.game, place.other, place.hidden]
    place.redis.mset({f"somebody else's {number}": "" for number in range(3000)})
    counts = []
    for some in (games[:1], games):
        place.redis.config_resetstat()
        assert [*removals(place.redis, place.keys, some)]
        counts.append(place.redis.info("commandstats")["cmdstat_scan"]["calls"])
    assert counts[0] == counts[1] <= 2 * (1 + place.redis.dbsize() // 500), counts
    found = {it[0] for it in removals(place.redis, place.keys, games)}
    assert found == {"ZREM", "HDEL"}
