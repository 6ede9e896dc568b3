"""A snapshot counts only for the log that it was taken from, and as it was taken."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import msgspec
import pytest
from pytest import MonkeyPatch

from napoleon.audit.audit import audit_of_game
from napoleon.log import game_log as module
from napoleon.log.snapshots import Snapshots
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.play.games import Games
from projections.rebuild import rebuild, redraw
from projections.store import open_views
from projections.worker import catch_up
from tests.core.play import digest, logs, play
from tests.damage.shell import run
from tests.repetitions import IN_THE_HOUSE, some_of
from tests.toy import Toy

SEAL = 32


@pytest.fixture(autouse=True)
def interval(monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(module, "INTERVAL", 20)


@pytest.fixture
def opened(log_env: dict[str, str]) -> Iterator[Callable[..., Games]]:
    """Opens the log as another process would, as often as it is called."""
    with logs(lambda **env: Games({**log_env, **env}, rulesets={"toy": Toy()})) as them:
        yield them


@pytest.fixture
def played(opened: Callable[..., Games]) -> str:
    games = opened()
    game_id = games.create("toy", "wide", {"turns": 50}).game.id
    play(games, game_id, 40)
    assert games.take_snapshots(game_id) > 3
    return game_id


class Row(msgspec.Struct):
    stream: str
    version: int
    state: bytes


def names(games: Games) -> tuple[str, str, str]:
    if isinstance(games.recorder, PostgresLogRecorder):
        return "snapshots", "stream", "version"
    return "stored_snapshots", "originator_id", "originator_version"


def kept(games: Games) -> list[Row]:
    table, stream, version = names(games)
    select = games.recorder.datastore.select  # type: ignore[attr-defined]
    return [Row(*it) for it in select(f"SELECT {stream}, {version}, state FROM {table} ORDER BY 2")]


def put(games: Games, row: Row, state: bytes) -> None:
    table, stream, version = names(games)
    run(
        games,
        f"UPDATE {table} SET state = ? WHERE {version} = {row.version} AND {stream} = "
        f"'{row.stream}'",
        state,
    )


def richer(state: bytes) -> bytes:
    """The content of a snapshot in which red has a thousand points more."""
    game, table = msgspec.json.decode(zlib.decompress(state))
    table["scores"]["red"] += 1000
    return zlib.compress(msgspec.json.encode([game, table]))


def edit(games: Games, seal: Callable[[bytes], bytes]) -> None:
    for row in kept(games):
        put(games, row, seal(row.state) + richer(row.state[SEAL:]))


EDITS = {
    "under its old seal": lambda state: state[:SEAL],
    "without a seal, as release 0.5.0 had them": lambda state: b"",
    "under none": lambda state: bytes(SEAL),
}


def positions(games: Games, game_id: str) -> list[bytes]:
    return [digest(games.at(game_id, it)) for it in range(1, games.head(game_id) + 1)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("log_env", "seal"),
    some_of(
        [*product(["sqlite"], EDITS), ("postgres", "under none")],
        product(["sqlite", "postgres"], EDITS),
        together=True,
    ),
    indirect=["log_env"],
)
def test_an_edited_one_is_ignored_and_replaced(
    played: str,
    opened: Callable[..., Games],
    seal: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before, snapshots = positions(opened(), played), kept(opened())
    edit(opened(), EDITS[seal])
    games = opened()
    assert positions(games, played) == before
    assert digest(opened().open(played)) == before[-1]
    assert "snapshot 20 of game" in caplog.text
    assert opened().take_snapshots(played) == len(snapshots)
    assert kept(opened()) == snapshots
    assert opened().take_snapshots(played) == 0


def test_one_of_another_version_or_game_is_ignored(
    played: str, opened: Callable[..., Games]
) -> None:
    games = opened()
    other = games.create("toy", "wide", {"turns": 50}).game.id
    play(games, other, 40, seed=9)
    games.take_snapshots(other)
    before = positions(opened(), played)
    own = [row for row in kept(games) if row.stream.startswith(played)]
    theirs = [row for row in kept(games) if row.stream.startswith(other)]
    put(games, own[0], theirs[0].state)
    put(games, own[1], own[0].state)
    put(games, own[2], own[1].state)
    assert positions(opened(), played) == before


def test_one_of_a_log_that_is_another_now_is_ignored(
    played: str, opened: Callable[..., Games], caplog: pytest.LogCaptureFixture
) -> None:
    """As when a backup was restored and played on, and the snapshots are those of before."""
    drawn = next(it for it in opened().history(played) if it.topic == "toy.card_drawn/1")
    run(
        opened(),
        "UPDATE events SET state = ? "
        f"WHERE version = {drawn.version} AND game = (SELECT number FROM games WHERE game = "
        f"'{played}')",
        msgspec.json.encode(msgspec.structs.replace(drawn, at=drawn.at + 1, game="", version=0)),
    )
    opened().at(played, 59)
    assert "snapshot 40 of game" in caplog.text
    assert opened().take_snapshots(played) > 3
    caplog.clear()
    opened().at(played, 59)
    assert "snapshot" not in caplog.text


@IN_THE_HOUSE
def test_one_that_was_sealed_by_another_key_is_ignored(
    played: str, opened: Callable[..., Games]
) -> None:
    before = positions(opened(), played)
    stranger = opened(NAPOLEON_SECRET="another secret of another club", CREATE_TABLE="no")
    assert positions(stranger, played) == before
    assert stranger.take_snapshots(played) > 3
    assert opened().take_snapshots(played) > 3, "they are not its own"


@IN_THE_HOUSE
def test_without_a_key_none_is_used(
    played: str, opened: Callable[..., Games], tmp_path: Path, log_env: dict[str, str]
) -> None:
    before = positions(opened(), played)
    elsewhere = {"NAPOLEON_SECRET": "weak"}
    keyless = opened(**elsewhere, CREATE_TABLE="no")
    edit(opened(), lambda state: state[:SEAL])
    assert positions(keyless, played) == before
    assert keyless.take_snapshots(played) == 0


@pytest.mark.sampled(1)
def test_the_audit_and_the_rebuild_do_without(
    played: str, opened: Callable[..., Games], log_env: dict[str, str], monkeypatch: MonkeyPatch
) -> None:
    views = open_views(log_env)
    catch_up(opened(), views)

    def none(*_: object, **__: object) -> None:
        raise AssertionError("a snapshot is looked at")

    with monkeypatch.context() as patch:
        patch.setattr(Snapshots, "newest", none)
        assert audit_of_game(opened(), played).holds
    games = opened()
    edit(games, lambda state: b"")
    assert redraw(opened(), views, played).differed == []
    for row in kept(opened()):
        assert zlib.decompress(row.state[SEAL:])
    assert opened().take_snapshots(played) == 0
    edit(games, lambda state: b"")
    rebuild(opened(), views, lambda done, total: None)
    assert opened().take_snapshots(played) == 0


@IN_THE_HOUSE
def test_views_that_were_drawn_from_an_edited_one_are_found_out(
    played: str, opened: Callable[..., Games], log_env: dict[str, str], monkeypatch: MonkeyPatch
) -> None:
    """Whatever seal it has: who rebuilds looks at the log alone."""
    views = open_views(log_env)
    monkeypatch.setattr(Snapshots, "_holds", lambda *_: True)
    edit(opened(), lambda state: state[:SEAL])
    catch_up(opened(), views)
    assert redraw(opened(), views, played).differed
    assert redraw(opened(), views, played).differed == []
