"""A log that release 0.5.0 has kept: it opens, verifies, and gives out nothing that it should not.

Its order ids are hashes of idempotency keys that can be guessed, those of the page's form among
them; its times are told to the microsecond; and one of its games went over to newer rules, with
the hash of the whole table in the open. `games.json` holds the tokens and the keys.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from api.app import create_app
from napoleon.audit.audit import audit, audit_of_game
from napoleon.log.game import Game
from napoleon.log.ids import guessable_order_id
from napoleon.log.store.home import LOG
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee.migration import agree
from napoleon.play.standing_orders import kept_by
from napoleon.record import bundle
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.orders import OrderGiven
from projections.store import open_views
from projections.worker import catch_up
from tests.api.desk import VIEWS, Desk

GOLDEN = Path(__file__).parent / "recorded_logs" / "0.5.0"
GAMES: dict[str, dict[str, Any]] = json.loads((GOLDEN / "games.json").read_text())
RUNNING = [game_id for game_id, facts in GAMES.items() if not facts["name"].endswith("finished")]
MIGRATED = next(game_id for game_id, facts in GAMES.items() if facts["name"] == "migrated")
ENV = {"CREATE_TABLE": "yes", "NAPOLEON_SECRET": "kept for the log of 0.5.0 alone"}

running = pytest.mark.parametrize("game_id", RUNNING, ids=lambda it: GAMES[it]["name"])
every = pytest.mark.parametrize("game_id", GAMES, ids=lambda it: GAMES[it]["name"])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the store, as 0.5.0 has left it."""
    folder = tmp_path_factory.mktemp("home")
    with gzip.open(GOLDEN / f"{LOG}.gz") as kept, (folder / LOG).open("wb") as file:
        shutil.copyfileobj(kept, file)
    return folder


@pytest.fixture(scope="module")
def desk(home: Path) -> Iterator[Desk]:
    """The service on it, its read models drawn."""
    env = {**ENV, "NAPOLEON_HOME": str(home)}
    with Games(env) as games:
        views = open_views(env)
        catch_up(games, views)
        yield Desk(create_app(games, views), games, views, lambda: catch_up(games, views))


@pytest.fixture(scope="module")
def secrets(home: Path) -> dict[str, set[str]]:
    """What each game must not give out: the order ids that it holds, as they were recorded."""
    with closing(sqlite3.connect(home / LOG)) as connection:
        rows = connection.execute("SELECT game, json_extract(state, '$.o') FROM log").fetchall()
    return {game_id: {it for of, it in rows if of == game_id and it} for game_id in GAMES}


def holders(game_id: str) -> list[str]:
    return [SPECTATOR, *GAMES[game_id]["tokens"]]


def token(game_id: str, holder: str) -> str | None:
    return None if holder == SPECTATOR else str(GAMES[game_id]["tokens"][holder])


def bundled(desk: Desk, game_id: str, reader: str) -> io.BytesIO:
    file = io.BytesIO()
    bundle.write(desk.games, game_id, reader, file)
    return file


def answers(desk: Desk, game_id: str, holder: str) -> Iterator[tuple[str, bytes]]:
    """Everything that a reader of a game is given."""
    paths = ["", *(f"/{name}" for name in VIEWS), "/journal?limit=1000", "/turns", "/rulings"]
    paths += [f"/log?level={level}&limit=1000" for level in ("story", "play", "full")]
    paths += [f"/log/{version}" for version in range(1, GAMES[game_id]["size"] + 1, 7)]
    paths += ["/checkpoint", "/checkpoints", "/proof?version=7", "/takebacks", "/disputes"]
    for path in paths:
        answer = desk.get(f"/games/{game_id}{path}", token(game_id, holder))
        assert answer.status_code == 200, (path, answer.text)
        yield path, answer.data
    ndjson = {"Accept": "application/x-ndjson"}
    streamed = desk.get(f"/games/{game_id}/log", token(game_id, holder), headers=ndjson)
    yield "ndjson", streamed.data
    yield "lobby", desk.get("/games").data
    with ZipFile(bundled(desk, game_id, holder)) as archive:
        for name in archive.namelist():
            yield name, archive.read(name)


@every
def test_it_opens_and_every_order_is_decided_again(desk: Desk, game_id: str) -> None:
    assert desk.games.open(game_id).version == GAMES[game_id]["size"]
    found = audit_of_game(desk.games, game_id)
    assert found.holds, found.report.first_wrong
    assert found.adjudication is not None
    assert found.adjudication.divergence is None
    assert found.report.counts.withheld == 0, "the operator has everything"


@every
def test_the_recorded_ids_could_be_guessed(secrets: dict[str, set[str]], game_id: str) -> None:
    keys = GAMES[game_id]["keys"]
    guessed = {guessable_order_id(game_id, seat, key) for _, seat, key in keys}
    assert len(guessed) > 5
    assert guessed <= secrets[game_id]


@pytest.mark.sampled(1)
@running
def test_nobody_is_given_an_id_that_could_be_guessed(
    desk: Desk, secrets: dict[str, set[str]], game_id: str
) -> None:
    for holder in holders(game_id):
        for name, data in answers(desk, game_id, holder):
            text = data.decode()
            found = [it for it in secrets[game_id] if it in text]
            assert not found, (holder, name, found)


@running
def test_nobody_is_given_a_time_finer_than_a_second(desk: Desk, game_id: str) -> None:
    created, *events = desk.games.history(game_id)
    assert not any(event.at % 1_000_000 for event in events)
    finest = sorted({event.at for event in events})
    assert len(finest) > 10
    with closing(sqlite3.connect(Path(desk.games.env["NAPOLEON_HOME"]) / LOG)) as connection:
        rows = connection.execute(
            "SELECT json_extract(state, '$.at') FROM log WHERE game = ?", (game_id,)
        ).fetchall()
    # When the game was set up may be told: nobody has answered anything by that.
    told = {str(at) for (at,) in rows if at % 1_000_000 and at != created.at}
    assert told, "0.5.0 kept them to the microsecond"
    for name, data in answers(desk, game_id, SPECTATOR):
        text = data.decode()
        found = [it for it in told if it in text]
        # In a cell of data, such as when a take-back ends, a time tells of people only.
        assert not found, (name, found)


@every
def test_the_events_of_an_order_still_belong_together(
    desk: Desk, secrets: dict[str, set[str]], game_id: str
) -> None:
    events = desk.games.history(game_id)
    ids = [event.order_id for event in events if event.order_id]
    assert len(set(ids)) == len(secrets[game_id])
    changes = sum(one != other for one, other in pairwise(ids))
    assert changes == len(set(ids)) - 1
    assert {len(it) for it in ids} == {12}


def test_the_hash_of_the_table_is_given_to_nobody(desk: Desk, home: Path) -> None:
    with closing(sqlite3.connect(home / LOG)) as connection:
        [(table,)] = connection.execute(
            "SELECT json_extract(state, '$.table') FROM log WHERE topic = 'rules_migrated/1'"
        ).fetchall()
    assert len(table) == 64
    for name, data in answers(desk, MIGRATED, SPECTATOR):
        assert table not in data.decode(), name


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("game_id", "reader"),
    [(it, reader) for it in RUNNING for reader in holders(it) if reader != REFEREE],
)
def test_what_a_party_takes_home_verifies(desk: Desk, game_id: str, reader: str) -> None:
    found = audit(bundled(desk, game_id, reader), desk.games.rulesets)
    assert found.holds, found.report.first_wrong
    counts = found.report.counts
    assert counts.withheld > counts.events * 0.9, "all of it was recorded by 0.5.0"


def test_a_finished_game_withholds_nothing(desk: Desk) -> None:
    [game_id] = set(GAMES) - set(RUNNING)
    found = audit(bundled(desk, game_id, SPECTATOR), desk.games.rulesets)
    assert found.holds, found.report.first_wrong
    assert found.report.counts.withheld == 0
    assert found.adjudication is not None


def test_a_bundle_of_0_5_0_still_verifies() -> None:
    found = audit(GOLDEN / "fog-running-allied.zip", {})
    assert found.holds, found.report.first_wrong
    assert found.report.counts.withheld == 0


@running
def test_a_phone_that_sends_again_is_answered_as_before(desk: Desk, game_id: str) -> None:
    by_version = {event.version: event for event in desk.games.history(game_id)}
    sent = GAMES[game_id]["keys"][-5:]
    for version, seat, key in sent:
        given = by_version[version]
        assert isinstance(given, OrderGiven)
        before = desk.games.head(game_id)
        decision = _decision(desk.games, game_id, version - 1, seat)
        again = desk.games.submit_orders(game_id, seat, [given.order], decision=decision, key=key)
        assert isinstance(again, Accepted)
        assert again.events[0].version == version
        assert desk.games.head(game_id) == before


def _decision(games: Games, game_id: str, version: int, seat: str) -> str:
    """The id of what a seat had to decide, which is part of the request that was sent."""
    open_then = games.decisions(games.at(game_id, version))
    return next(it.id for it in open_then if it.seat == seat)


def test_standing_orders_that_were_left_are_still_there(desk: Desk) -> None:
    fog = next(it for it in RUNNING if GAMES[it]["name"] == "fog-running")
    assert [it.seat for it in kept_by(desk.games, fog, "allied")] == ["allied"]


# -- the verifier lets nothing be withheld that it need not --------------------------------------


def altered(source: io.BytesIO, change: Any) -> io.BytesIO:
    """The bundle with its log changed by `change`, a function of the list of events."""
    file = io.BytesIO()
    with ZipFile(source) as old, ZipFile(file, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "log.ndjson":
                lines = [json.loads(it) for it in data.splitlines()]
                change(lines)
                data = b"".join(
                    json.dumps(it, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
                    for it in lines
                )
            new.writestr(name, data)
    return file


def test_an_event_that_is_withheld_for_no_reason_is_found(desk: Desk) -> None:
    [over] = set(GAMES) - set(RUNNING)

    def withhold(lines: list[dict[str, Any]]) -> None:
        lines[50]["withheld"] = ["at"]
        lines[50]["turn"] = 99

    found = audit(altered(bundled(desk, over, SPECTATOR), withhold), desk.games.rulesets)
    assert not found.holds


def test_other_fields_are_not_withheld(desk: Desk) -> None:
    def withhold(lines: list[dict[str, Any]]) -> None:
        lines[50]["withheld"] = ["turn"]

    found = audit(altered(bundled(desk, RUNNING[0], SPECTATOR), withhold), desk.games.rulesets)
    assert found.report.first_wrong is not None
    assert found.report.first_wrong.version == 51


def test_what_this_release_records_is_not_withheld(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home, tmp_path / "store", ignore=shutil.ignore_patterns("views*"))
    env = {**os.environ, **ENV, "NAPOLEON_HOME": str(tmp_path / "store")}
    game_id = RUNNING[1]
    with Games(env) as games:
        # Its rules have a newer version today, by which it goes on if everybody agrees.
        for seat in games.open(game_id).created.seats:
            assert isinstance(agree(games, game_id, seat), Game)
        version = games.head(game_id)
        for _ in range(5):
            game = games.open(game_id)
            decision = games.decisions(game)[0]
            order = next(iter(games.rules(game).legal_orders(game.state, decision)))
            outcome = games.submit_orders(game_id, decision.seat, [order], key=decision.id)
            assert isinstance(outcome, Accepted)
        file = io.BytesIO()
        bundle.write(games, game_id, SPECTATOR, file)
        found = audit(file, games.rulesets)
        assert found.holds, found.report.first_wrong
        whole = found.report.counts.events - found.report.counts.withheld
        assert whole >= games.head(game_id) - version > 0

        def withhold(lines: list[dict[str, Any]]) -> None:
            lines[-1]["withheld"] = ["order_id"]

        assert not audit(altered(file, withhold), games.rulesets).holds
