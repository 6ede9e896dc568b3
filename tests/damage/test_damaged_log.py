"""A damaged log is told as one at the right version, in every channel, and the rest given out."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest

from api.app import create_app
from napoleon.audit.audit import audit
from napoleon.log.errors import BrokenLog
from napoleon.play.games import Games
from napoleon.record import bundle, checkpoints
from projections import reading
from projections.lobby import Wanted
from projections.store import open_views
from projections.worker import catch_up, draw_anew
from tests.api.desk import Desk, ToyWithArmies
from tests.core.play import logs, play
from tests.damage.shell import DAMAGES, ON_SQLITE, Damage, run
from tests.followed import recorded
from tests.record.test_tampering import zipped
from tests.stores import embedded
from tools.servers import PostgresServer

VERSION = 12
"""That of the event which is damaged."""


class Log(NamedTuple):
    """A log in which a game was played, to be copied, and the game."""

    env: dict[str, str]
    game: str


LIKEWISE = {
    "two rows are gone",
    "separators are behind a state",
    "a separator is in a state",
    "a state is nested",
    "a state is nested as deep as can be read",
    "a state is no object",
    "a state is no text",
    "a state is empty",
}
"""What is read on both databases by the same code, from the same bytes."""


ONE_OF_EACH = {"a row is gone", "a topic is lost", "an event is told twice", "a state is no JSON"}
"""A gap, what is no event that is known, an event that does not fit, and what cannot be read."""


def every_damage(*, on_sqlite: Collection[str], on_postgres: Collection[str]) -> list[Any]:
    """By database, what happens to a log; `make soak` does all of it to both."""
    some = [
        *(("sqlite", it, on_sqlite) for it in (*DAMAGES, *ON_SQLITE)),
        *(("postgres", it, on_postgres) for it in DAMAGES),
    ]
    return [
        pytest.param(
            database,
            damage,
            id=f"{database}-{damage}",
            marks=[] if damage in chosen else [pytest.mark.soak],
        )
        for database, damage, chosen in some
    ]


EVERY = pytest.mark.parametrize(
    ("original", "damage"),
    every_damage(on_sqlite={*DAMAGES, *ON_SQLITE}, on_postgres=DAMAGES.keys() - LIKEWISE),
    indirect=True,
)
"""How each damage is read, from either database."""

SOME = pytest.mark.parametrize(
    ("original", "damage"),
    every_damage(
        on_sqlite=ONE_OF_EACH | {"a state is nested", "a version is no number"},
        on_postgres=ONE_OF_EACH,
    ),
    indirect=True,
)
"""What becomes of a damage when it has been read, whose code knows no database."""


@pytest.fixture(scope="module")
def original(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Log]:
    """A log on each database, made once for all tests."""
    env = embedded(tmp_path_factory.mktemp("original"))
    with ExitStack() as at_last:
        if request.param == "postgres":
            server: PostgresServer = request.getfixturevalue("postgres")
            env["DATABASE_URL"] = server.create_database()
            env["NAPOLEON_SECRET"] = "correct horse battery staple"
            at_last.callback(server.drop_database, env["DATABASE_URL"])
        with Games(env, rulesets={"toy": ToyWithArmies()}) as games:
            game_id = play_a_game(games)
        yield Log(env, game_id)


@pytest.fixture
def log_env(
    original: Log, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[dict[str, str]]:
    """The environment of a copy of the log."""
    env = {**original.env, "NAPOLEON_HOME": str(tmp_path)}
    copytree(original.env["NAPOLEON_HOME"], tmp_path, dirs_exist_ok=True)
    if "DATABASE_URL" not in env:
        yield env
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    env["DATABASE_URL"] = server.copy_database(original.env["DATABASE_URL"])
    yield env
    server.drop_database(env["DATABASE_URL"])


@pytest.fixture
def played(original: Log) -> str:
    """The game that was played, of which nobody has changed anything yet, alone in the log."""
    return original.game


@pytest.fixture
def damage(request: pytest.FixtureRequest) -> Damage:
    return {**DAMAGES, **ON_SQLITE}[request.param]


@pytest.fixture
def opened(log_env: dict[str, str]) -> Iterator[Callable[[], Games]]:
    """Opens the log as another process would, as often as it is called."""
    with logs(lambda: Games(log_env, rulesets={"toy": ToyWithArmies()})) as them:
        yield them


def play_a_game(games: Games) -> str:
    """The id of a new game that is played for a while, alone in the log."""
    game_id = games.create("toy", "short", {"turns": 50}, referee=True).game.id
    games.claim(game_id, "referee", fresh=token_of(game_id))
    play(games, game_id, 20)
    return game_id


def token_of(game_id: str) -> str:
    """The token of the referee."""
    return f"{game_id}.referee.{'x' * 32}"


@pytest.mark.sampled(10)
@EVERY
def test_it_is_a_broken_log_at_that_version(
    damage: Damage, played: str, opened: Callable[[], Games]
) -> None:
    last = opened().head(played)
    damage.do(opened(), VERSION)
    games = opened()
    positions = (lambda: games.open(played), lambda: games.at(played, last - 1))
    histories = (
        lambda: games.history(played),
        lambda: games.history(played, after=VERSION - 1, limit=1),
        lambda: games.history(played, after=VERSION - 2, upto=VERSION),
        lambda: list(games.backwards(played, last - 1)),
    )
    for read in positions if damage.is_readable else (*positions, *histories):
        with pytest.raises(BrokenLog) as broken:
            read()
        assert broken.value.version == VERSION
    assert games.at(played, VERSION - 1).version == VERSION - 1
    found, why = games.replay_until_broken(played)
    assert found.version == VERSION - 1
    assert why is not None
    assert why.version == VERSION


@pytest.mark.sampled(4)
@EVERY
def test_who_had_replayed_the_log_before_finds_the_damage(
    damage: Damage, played: str, opened: Callable[[], Games]
) -> None:
    games = opened()
    whole, nothing = games.replay_until_broken(played)
    assert nothing is None
    assert whole.version == games.head(played)
    damage.do(opened(), VERSION)
    found, why = games.replay_until_broken(played)
    assert found.version == VERSION - 1
    assert why is not None
    assert why.version == VERSION


@pytest.mark.sampled(4)
@SOME
def test_all_the_rest_is_given_out_and_the_verifier_names_the_place(
    damage: Damage, played: str, opened: Callable[[], Games]
) -> None:
    checkpoints.keep(opened(), played, opened().head(played))
    before = exported(opened(), played)["log.ndjson"].splitlines()
    damage.do(opened(), VERSION)
    files = exported(opened(), played)
    after = files["log.ndjson"].splitlines()
    assert len(set(before) - set(after)) <= 2, "all the rest is in it"
    assert set(before[: VERSION - 1]) <= set(after)
    found = audit(zipped(files), {"toy": ToyWithArmies()})
    assert found.report.first_wrong is not None
    assert found.report.first_wrong.version == VERSION


@pytest.mark.sampled(4)
@SOME
def test_of_a_log_that_was_never_signed_only_what_holds_is(
    damage: Damage, played: str, opened: Callable[[], Games]
) -> None:
    damage.do(opened(), VERSION)
    files = exported(opened(), played)
    assert [it for it in files if it.startswith("checkpoints/")] == [
        f"checkpoints/{VERSION - 1:06}.txt"
    ]
    found = audit(zipped(files), {"toy": ToyWithArmies()})
    assert found.report.first_wrong is not None
    assert found.report.first_wrong.version == VERSION
    assert not opened().recorder.checkpoints(played)


@SOME
def test_nothing_is_signed_of_what_was_damaged_under_a_running_service(
    damage: Damage, played: str, opened: Callable[[], Games]
) -> None:
    games = opened()
    games.open(played)
    damage.do(opened(), VERSION)
    for sign in (checkpoints.keep_due, lambda *game: checkpoints.keep(*game, VERSION + 1)):
        with suppress(BrokenLog):
            sign(games, played)
            # What can be read is signed: nobody knows yet that it was another event.
            assert damage.is_readable


def exported(games: Games, game_id: str) -> dict[str, bytes]:
    file = io.BytesIO()
    bundle.write(games, game_id, bundle.OPERATOR, file)
    with ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.sampled(4)
@SOME
def test_the_worker_goes_on_with_all_other_games(
    damage: Damage, played: str, opened: Callable[[], Games], log_env: dict[str, str]
) -> None:
    damage.do(opened(), VERSION)
    games, views = opened(), open_views(log_env)
    other = games.create("toy", "short", {}).game.id
    play(games, other, 3)
    assert catch_up(games, views) == recorded(games.recorder)
    assert draw_anew(games, views) == recorded(games.recorder)
    entries, _ = reading.lobby(games, views, Wanted())
    assert [it["id"] for it in entries] == [other]
    entries, _ = reading.lobby(games, views, Wanted(after=other))
    assert entries == []
    entries, _ = reading.lobby(games, views, Wanted(after=played))
    assert [it["id"] for it in entries] in ([], [other])


def addresses(desk: Desk, game_id: str) -> list[str]:
    """Every address under which a game, or all of them, can be read without more than its id.

    Those of somebody's own desk are another matter: first they ask who is there.
    """
    wanted = ({"game_id"}, set[str]())
    map_ = desk.app.url_map
    rules = (it for it in map_.iter_rules() if "GET" in it.methods and it.arguments in wanted)
    found = {rule.rule.replace("<game_id>", game_id) for rule in rules} - {"/static"}
    return sorted(it for it in found if not re.match("(/api/v1/me|/desk)(/|$)", it))


@pytest.mark.sampled(4)
@SOME
def test_every_address_of_the_game_tells_what_it_is(
    damage: Damage,
    played: str,
    opened: Callable[[], Games],
    log_env: dict[str, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    token = token_of(played)
    damage.do(opened(), VERSION)
    games = opened()
    desk = Desk(create_app(games, open_views(log_env)), games, open_views(log_env), int)
    told, pages = Counter[str](), Counter[int]()
    client = desk.app.test_client()
    for address in addresses(desk, played):
        sent = {"Authorization": f"Bearer {token}"}
        if not address.startswith("/api/"):
            sent["Accept"] = "text/html"
        answer = client.get(address, headers=sent)
        if answer.mimetype == "application/problem+json":
            told[answer.json["code"]] += 1
            if answer.json["code"] == "BROKEN_LOG":
                assert answer.json["version"] == VERSION
        else:
            pages[answer.status_code] += 1
        answer.close()
    assert told["BROKEN_LOG"] > 10
    assert set(told) <= {"BROKEN_LOG", "NOT_FOUND", "NOT_THE_REFEREE", "BAD_QUERY"}
    assert "unexpected error" not in caplog.text
    found = desk.get(f"/games/{played}/audit", token).json
    assert next(it["version"] for it in found["checks"] if not it["ok"]) == VERSION
    with desk.get(f"/games/{played}/bundle", token) as taken_home:
        assert taken_home.status_code == 200
    assert desk.get("/games").json["games"] == []


@pytest.mark.sampled(8)
@EVERY
def test_a_process_that_has_audited_the_game_audits_what_is_there_now(
    damage: Damage, played: str, opened: Callable[[], Games], log_env: dict[str, str]
) -> None:
    token, games = token_of(played), opened()
    desk = Desk(create_app(games, open_views(log_env)), games, open_views(log_env), int)
    before = desk.get(f"/games/{played}/audit", token)
    assert before.json["ok"]
    known = {"If-None-Match": before.headers["ETag"]}
    assert desk.get(f"/games/{played}/audit", token, headers=known).status_code == 304
    damage.do(games, VERSION)
    after = desk.get(f"/games/{played}/audit", token, headers=known)
    assert after.status_code == 200
    assert after.headers["ETag"] != before.headers["ETag"]
    assert not after.json["ok"]
    assert next(it["version"] for it in after.json["checks"] if it["ok"] is False) == VERSION


@pytest.mark.parametrize("original", ["sqlite", "postgres"], indirect=True)
def test_a_changed_name_of_a_topic_is_found_by_a_process_that_knew_it(
    played: str, opened: Callable[[], Games], log_env: dict[str, str]
) -> None:
    token, games = token_of(played), opened()
    desk = Desk(create_app(games, open_views(log_env)), games, open_views(log_env), int)
    assert desk.get(f"/games/{played}/audit", token).json["ok"]
    run(games, "UPDATE topics SET topic = 'toy.card_played/9' WHERE topic = 'toy.card_drawn/1'")
    assert not desk.get(f"/games/{played}/audit", token).json["ok"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("original", ["sqlite", "postgres"], indirect=True)
def test_an_event_that_was_deleted_is_named_at_whatever_version(
    played: str, opened: Callable[[], Games], log_env: dict[str, str]
) -> None:
    """In the middle, and at the end as far as a checkpoint that was kept has signed it."""
    games = opened()
    desk = Desk(create_app(games, open_views(log_env)), games, open_views(log_env), int)
    checkpoints.keep(games, played, VERSION + 3)

    def named() -> int | None:
        # As anybody: a token may have been given out by the very event that is missing.
        found = desk.get(f"/games/{played}/audit").json
        assert "checks" in found, found
        wrong = [it["version"] for it in found["checks"] if it["ok"] is False]
        assert found["ok"] is not bool(wrong)
        return wrong[0] if wrong else None

    run(games, "CREATE TABLE copied AS SELECT * FROM events")
    newest = games.head(played)
    for version in range(2, newest):
        run(games, f"DELETE FROM events WHERE version = {version}")
        assert named() == version
        run(games, f"INSERT INTO events SELECT * FROM copied WHERE version = {version}")
    signed = games.recorder.checkpointed(played)
    assert VERSION < signed < newest - 1
    for version in range(signed, 1, -1):
        run(games, f"DELETE FROM events WHERE version >= {version}")
        assert named() == version


BEGINNINGS = {
    "it is gone": "DELETE FROM events WHERE version = 1",
    "it is another event": "UPDATE events SET topic = 2 WHERE version = 1",
    "its seed is none": r"""UPDATE events SET state = '{"a":1}' WHERE version = 1""",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("original", ["sqlite", "postgres"], indirect=True)
@pytest.mark.parametrize("statement", BEGINNINGS.values(), ids=BEGINNINGS.keys())
def test_of_a_log_without_its_beginning_nothing_can_be_read(
    played: str,
    opened: Callable[[], Games],
    statement: str,
    log_env: dict[str, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    other = opened().create("toy", "short", {}).game.id
    here = f"game = (SELECT number FROM games WHERE game = '{played}')"
    run(opened(), statement.replace("version", f"{here} AND version"))
    games, views = opened(), open_views(log_env)
    desk = Desk(create_app(games, views), games, views, int)
    for address in addresses(desk, played):
        answer = desk.app.test_client().get(address)
        if answer.mimetype == "application/problem+json":
            assert answer.json["code"] in ("BROKEN_LOG", "NOT_FOUND", "BAD_QUERY")
    assert "unexpected error" not in caplog.text
    assert [it["id"] for it in desk.get("/games").json["games"]] == [other]
    catch_up(games, views)
    assert [it["id"] for it in desk.get("/games").json["games"]] == [other]
