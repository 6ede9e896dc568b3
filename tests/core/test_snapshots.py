"""Snapshots change how fast a position is found, and nothing else."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from napoleon.log import game_log as module
from napoleon.log import snapshots as snapshots_module
from napoleon.log.errors import UnknownVersion
from napoleon.log.folding import copied, folded
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.play.games import Games
from tests.core.play import digest, noted_reads, play
from tests.repetitions import IN_THE_HOUSE, ON_EACH
from tests.toy import RULES

pytestmark = IN_THE_HOUSE


@pytest.fixture(autouse=True)
def interval(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(module, "INTERVAL", 20)
    return 20


def kept(games: Games) -> list[tuple[str, int, bytes]]:
    """The snapshots: stream, version and bytes of each."""
    if isinstance(games.recorder, PostgresLogRecorder):
        columns = "stream, version, state FROM snapshots"
    else:
        columns = "originator_id, originator_version, state FROM stored_snapshots"
    select = games.recorder.datastore.select  # type: ignore[attr-defined]
    return [tuple(row) for row in select(f"SELECT {columns} ORDER BY 2")]


def damage_all(games: Games, damage: bytes) -> None:
    """Put other bytes into the snapshots."""
    if isinstance(games.recorder, PostgresLogRecorder):
        games.recorder.datastore.execute("UPDATE snapshots SET state = %b", (damage,))
    else:
        games.recorder.datastore.select(  # type: ignore[attr-defined]
            "UPDATE stored_snapshots SET state = ?", (damage,)
        )


def found(opened: Callable[[], Games], game_id: str, version: int) -> bytes:
    """The position at a version as a process finds it that has just begun."""
    with opened() as games:
        return digest(games.at(game_id, version))


def replayed(games: Games, game_id: str) -> Iterator[bytes]:
    """The position at every version, replayed from the first event without the service."""
    game = None
    for event in games.history(game_id):
        game = folded(game, [event], RULES)
        yield digest(game)


@pytest.fixture
def played(games: Games) -> str:
    game_id = games.create("toy", "wide", {"turns": 50}).game.id
    play(games, game_id, 45)
    return game_id


@ON_EACH
def test_every_position_is_the_same_with_and_without(
    games: Games, played: str, opened: Callable[[], Games]
) -> None:
    versions = range(1, games.head(played) + 1)
    without = list(replayed(games, played))
    for version in versions[::9]:
        assert found(opened, played, version) == without[version - 1]
    assert games.take_snapshots(played) == games.head(played) // 20 > 3
    fresh = opened()
    assert [digest(fresh.at(played, version)) for version in versions] == without
    assert digest(fresh.open(played)) == without[-1]


def test_they_are_taken_as_the_game_goes_on(games: Games) -> None:
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    for seed in range(30):
        play(games, game_id, 3, seed)
        games.take_snapshots(game_id)
    assert [version for _, version, _ in kept(games)] == list(
        range(20, games.head(game_id) + 1, 20)
    )
    assert games.take_snapshots(game_id) == 0
    assert [digest(games.at(game_id, v)) for v in range(1, games.head(game_id) + 1)] == list(
        replayed(games, game_id)
    )


def test_a_position_starts_from_the_last_snapshot_before_it(
    games: Games, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games.take_snapshots(played)
    read = noted_reads(games, monkeypatch)
    games.at(played, 59)
    assert sum(read) == 19, "those after version 40; the rules of an open game are known"


def test_a_log_that_was_put_back_has_no_later_position(
    games: Games, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert games.open(played).version > 50
    select, head = games.recorder.select_events, 45

    def put_back(game: str, *, lte: int | None = None, **part: Any) -> object:
        return select(game, lte=min(head, lte or head), **part)

    monkeypatch.setattr(games.recorder, "select_events", put_back)
    monkeypatch.setattr(games.recorder, "head", lambda game: head)
    assert games.at(played, 45).version == 45
    with pytest.raises(UnknownVersion):
        games.at(played, 46)


@ON_EACH
def test_two_workers_may_take_the_same_ones(
    games: Games, played: str, opened: Callable[[], Games]
) -> None:
    taken = games.take_snapshots(played)
    before = kept(games)
    position = games.at(played, 40)
    games._snapshots.put(position, RULES)
    assert kept(games) == before
    assert len(before) == taken


def test_a_snapshot_of_other_rules_is_not_found(
    games: Games, played: str, monkeypatch: pytest.MonkeyPatch, opened: Callable[[], Games]
) -> None:
    expected = digest(games.at(played, 45))
    games.take_snapshots(played)
    monkeypatch.setattr(snapshots_module, "release", lambda _: "next")
    later = opened()
    assert digest(later.at(played, 45)) == expected
    taken = later.take_snapshots(played)
    assert taken > 0
    assert len(kept(later)) == 2 * taken, "they are kept side by side"


def test_a_snapshot_of_another_shape_is_not_found(
    games: Games, played: str, monkeypatch: pytest.MonkeyPatch, opened: Callable[[], Games]
) -> None:
    games.take_snapshots(played)

    class Later(RULES.state_type):  # type: ignore[misc, name-defined]
        morale: int = 5

    monkeypatch.setattr(type(RULES), "state_type", Later)
    assert opened()._snapshots.newest(played, RULES) is None
    assert games._snapshots.newest(played, RULES) is not None, "known by its old shape"


@pytest.mark.parametrize("damage", [b"", b"no zlib", zlib.compress(b"[]"), zlib.compress(b"{")])
def test_a_damaged_snapshot_is_as_good_as_none(
    games: Games, played: str, damage: bytes, opened: Callable[[], Games]
) -> None:
    expected = digest(games.at(played, 45))
    games.take_snapshots(played)
    damage_all(games, damage)
    assert digest(opened().at(played, 45)) == expected


def test_a_copy_shares_nothing(games: Games, played: str) -> None:
    game = games.open(played)
    copy = copied(game, RULES)
    assert digest(copy) == digest(game)
    before = digest(game)
    copy.tokens["red"] = "x"
    copy.claimed.append("red")
    copy.nonces["red"] = "x"
    copy.state.hands["red"].append(99)
    copy.state.history.clear()
    assert digest(game) == before


def test_snapshots_are_small(games: Games, played: str) -> None:
    games.take_snapshots(played)
    for _, version, state in kept(games):
        assert len(state) < len(msgspec.json.encode(games.at(played, version)))
