"""Checkpoints: kept when they are due, each once, and never against what was signed before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing as closed
from itertools import pairwise
from pathlib import Path
from threading import Barrier
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from napoleon.log.errors import UnknownGame, UnknownVersion
from napoleon.log.store.home import KEY_FILE, LOG
from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.recorder import CheckpointRow
from napoleon.play.games import Games
from napoleon.record import checkpoints, tree
from napoleon.record.checkpoints import RULING, due, hashes, keep, keep_due, note, origin
from napoleon.record.hashes import LeafHashes, split
from napoleon.record.key_rotation import rotate
from napoleon.record.keys import signing_key
from napoleon.record.leaves import closing, hashed, leaf
from napoleon.record.notes import Checkpoint, parsed_checkpoint, verified
from projections.store import open_views
from projections.worker import catch_up
from tests.core.play import Clock, logs, play
from tests.toy import Toy


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """The environment of an embedded store that may be created."""
    return {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}


@pytest.fixture
def opened(env: Mapping[str, str]) -> Iterator[Callable[[], Games]]:
    """Opens the same log as another process would, as often as it is called."""
    with logs(lambda: Games(env, rulesets={"toy": Toy()}, clock=Clock())) as them:
        yield them


@pytest.fixture
def games(opened: Callable[[], Games]) -> Games:
    return opened()


@pytest.fixture
def game_id(games: Games) -> str:
    """A game of three turns in `games`."""
    return games.create("toy", "short", {"turns": 3}, referee=True).game.id


def sizes(games: Games, game_id: str) -> list[int]:
    return [row.size for row in games.recorder.checkpoints(game_id)]


def checked(games: Games, game_id: str, signed: str) -> Checkpoint:
    """The checkpoint in a note that the service has signed."""
    key = signing_key(games.env)
    checkpoint = parsed_checkpoint(verified(signed, key.verifier))
    assert checkpoint.origin == origin(key.name, game_id) == f"napoleon/games/{game_id}"
    return checkpoint


def leaves(games: Games, game_id: str) -> list[bytes]:
    """The hashes of the leaves, made anew from all that is stored."""
    game = games.open(game_id)
    by = closing(game.created, fades=game.fades)
    return [hashed(leaf(row, by)) for row in games.recorder.select_events(game_id)]


def turn_ends(games: Games, game_id: str) -> list[int]:
    events = games.history(game_id)
    ends = [a.version for a, b in pairwise(events) if a.turn != b.turn]
    return [*ends, events[-1].version]


# -- which are kept ------------------------------------------------------------------------------


def test_the_end_of_every_turn_and_of_the_game_is_kept(games: Games, game_id: str) -> None:
    play(games, game_id, 100)
    assert games.open(game_id).over
    assert sizes(games, game_id) == [], "no order waits for a checkpoint"
    keep_due(games, game_id)
    assert sizes(games, game_id) == turn_ends(games, game_id)
    assert len(sizes(games, game_id)) == 4
    all_leaves = leaves(games, game_id)
    for row in games.recorder.checkpoints(game_id):
        root = tree.root(all_leaves[: row.size])
        assert checked(games, game_id, row.note)[1:] == (row.size, root)
    kept = b"".join(row.leaves for row in games.recorder.checkpoints(game_id))
    assert split(kept) == all_leaves


def test_what_is_kept_does_not_depend_on_when(games: Games, game_id: str) -> None:
    other = games.create("toy", "short", {"turns": 3}, referee=True).game.id
    for number in range(100):
        play(games, game_id, 1, seed=number)
        play(games, other, 1, seed=number)
        keep_due(games, game_id)
        keep_due(games, game_id)
    keep_due(games, other)
    assert sizes(games, game_id) == turn_ends(games, game_id)
    assert sizes(games, other) == turn_ends(games, other)


def test_the_worker_keeps_what_is_due(
    env: Mapping[str, str], opened: Callable[[], Games], games: Games, game_id: str
) -> None:
    views = open_views(env)
    play(games, game_id, 6)
    catch_up(games, views)
    assert sizes(games, game_id) == turn_ends(games, game_id)[:-1]
    play(games, game_id, 100)
    catch_up(opened(), views)
    assert sizes(games, game_id) == turn_ends(games, game_id)


def row(version: int, turn: int, save: int, topic: str = "toy.passed/1") -> StoredEvent:
    state = {"at": save, "o": f"order {save}", "t": turn}
    return StoredEvent("game", version, topic, msgspec.json.encode(state))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], []),
        ([row(1, 0, 1), row(2, 0, 1)], []),
        ([row(1, 0, 1), row(2, 1, 1), row(3, 1, 2)], [1]),
        ([row(5, 1, 1), row(6, 2, 1), row(7, 2, 1), row(8, 3, 2)], [5, 7]),
        # A seat is claimed, outside of all turns.
        ([row(5, 1, 1), row(6, 0, 2), row(7, 1, 3)], []),
        ([row(5, 1, 1), row(6, 0, 2), row(7, 2, 3)], [6]),
        # A rewind leads back to another turn.
        ([row(5, 3, 1), row(6, 2, 2)], [5]),
        ([row(5, 1, 1), row(6, 1, 2, RULING)], [6]),
        ([row(5, 1, 1), row(6, 1, 2, RULING), row(7, 1, 2), row(8, 1, 3)], [7]),
        ([row(5, 1, 2), row(6, 1, 2, RULING), row(7, 2, 2), row(8, 2, 3)], [6, 7]),
        ([row(5, 1, 1, RULING), row(6, 1, 2, RULING), row(7, 1, 3)], [5, 6]),
    ],
)
def test_what_is_due(rows: list[StoredEvent], expected: list[int]) -> None:
    assert list(due(rows)) == expected


def test_every_ruling_is_kept_with_its_save(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "RULING", "toy.go_ended/1")
    play(games, game_id, 100)
    keep_due(games, game_id)
    events = games.history(game_id)
    ruled = {it.order_id for it in events if it.topic == "toy.go_ended/1"}
    ends = {max(it.version for it in events if it.order_id == order_id) for order_id in ruled}
    assert len(ends) > 2
    assert sizes(games, game_id) == sorted({*turn_ends(games, game_id), *ends})


def test_one_more_is_kept_when_it_is_asked_for(games: Games, game_id: str) -> None:
    play(games, game_id, 5)
    ends = turn_ends(games, game_id)
    size = games.head(game_id) - 1
    signed = keep(games, game_id, size)
    assert checked(games, game_id, signed).size == size
    assert sizes(games, game_id) == sorted({size, *(it for it in ends if it < size)})
    before = games.recorder.checkpoints(game_id)
    assert keep(games, game_id, size) == signed
    earlier = next(it for it in range(1, size) if it not in ends)
    assert checked(games, game_id, keep(games, game_id, earlier)).size == earlier
    assert games.recorder.checkpoints(game_id) == before, "an earlier one is signed, but not kept"


# -- several at once -----------------------------------------------------------------------------


def test_two_workers_keep_each_checkpoint_once(
    opened: Callable[[], Games], games: Games, game_id: str
) -> None:
    play(games, game_id, 100)
    workers = [opened() for _ in range(4)]
    barrier = Barrier(len(workers))

    def work(worker: Games) -> None:
        barrier.wait()
        keep_due(worker, game_id)

    with ThreadPoolExecutor(len(workers)) as pool:
        list(pool.map(work, workers))
    assert sizes(games, game_id) == turn_ends(games, game_id)


def test_a_worker_that_comes_second_goes_on_from_the_first(
    opened: Callable[[], Games], games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(games, game_id, 100)
    slow, put = opened(), type(games.recorder).put_checkpoint
    ends, between = turn_ends(games, game_id), turn_ends(games, game_id)[0] + 1

    def overtaken(recorder: Any, kept: CheckpointRow) -> None:
        if recorder is slow.recorder and kept.size == ends[1]:
            monkeypatch.undo()
            keep(games, game_id, between)
        put(recorder, kept)

    monkeypatch.setattr(type(games.recorder), "put_checkpoint", overtaken)
    keep_due(slow, game_id)
    assert sizes(games, game_id) == sorted([*ends, between])


def test_what_does_not_follow_is_not_kept(games: Games, game_id: str) -> None:
    signed = keep(games, game_id, 3)
    for size, count in ((3, 0), (3, 3), (2, 2), (2, 0), (4, 0), (4, 2), (4, 4), (5, 1)):
        with pytest.raises(IntegrityError):
            games.recorder.put_checkpoint(CheckpointRow(game_id, size, signed, bytes(32 * count)))
    with pytest.raises(IntegrityError):
        games.recorder.put_checkpoint(CheckpointRow("nowhere", 1, signed, bytes(32)))
    assert sizes(games, game_id) == [3]


# -- signed on demand ----------------------------------------------------------------------------


def test_any_size_is_signed_and_follows_from_every_smaller_one(games: Games, game_id: str) -> None:
    play(games, game_id, 10)
    keep_due(games, game_id)
    head = games.head(game_id)
    roots = [checked(games, game_id, note(games, game_id, at)).root for at in range(1, head + 1)]
    newest = hashes(games, game_id, head)
    assert newest == leaves(games, game_id)
    for older in range(1, head + 1):
        steps = tree.consistency_proof(newest, older)
        assert tree.verify_consistency(older, head, roots[older - 1], roots[-1], steps)


def test_a_kept_checkpoint_is_shown_as_it_was_kept(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed = keep(games, game_id, 4)
    monkeypatch.setitem(games.env, "NAPOLEON_SECRET", "a new secret of the same house")
    rotate(games, lost="DATABASE_URL" in games.env)
    assert note(games, game_id, 4) == signed
    assert checked(games, game_id, note(games, game_id, 3)).size == 3


def test_a_size_that_the_log_has_not(games: Games, game_id: str) -> None:
    head = games.head(game_id)
    for ask in (note, keep, hashes):
        for size in (0, -1, head + 1):
            with pytest.raises(UnknownVersion):
                ask(games, game_id, size)
        with pytest.raises(UnknownGame):
            ask(games, "nowhere", 1)
    with pytest.raises(UnknownGame):
        keep_due(games, "nowhere")
    assert sizes(games, game_id) == []


def test_without_a_key_nothing_is_signed_nor_kept(
    games: Games, game_id: str, tmp_path: Path
) -> None:
    (tmp_path / KEY_FILE).unlink()
    play(games, game_id, 10)
    for ask in (lambda: note(games, game_id, 1), lambda: keep_due(games, game_id)):
        with pytest.raises(KeyUnusable):
            ask()
    assert sizes(games, game_id) == []


# -- against what was signed before --------------------------------------------------------------


def test_a_log_that_was_changed_contradicts_no_signature(
    games: Games, opened: Callable[[], Games], game_id: str, tmp_path: Path
) -> None:
    """Who changes the log's file changes no checkpoint: it is his log that fits none of them."""
    play(games, game_id, 5)
    kept = games.head(game_id)
    signed = checked(games, game_id, keep(games, game_id, kept))
    play(games, game_id, 2)
    with closed(sqlite3.connect(tmp_path / LOG)) as shell:
        shell.execute("DROP TRIGGER no_update_of_events")
        shell.execute("UPDATE events SET state = json_set(state, '$.at', 1) WHERE version = 3")
        shell.commit()
    other = opened()
    head = other.head(game_id)
    later = checked(other, game_id, note(other, game_id, head))
    known = hashes(other, game_id, head)
    steps = tree.consistency_proof(known, kept)
    assert tree.verify_consistency(kept, head, signed.root, later.root, steps)
    stored = leaves(other, game_id)
    assert [
        at for at, pair in enumerate(zip(stored, known, strict=True), 1) if pair[0] != pair[1]
    ] == [3]
    assert tree.root(stored[:kept]) != signed.root


def test_roots_are_the_same_in_whatever_order_they_are_asked_for(
    games: Games, game_id: str
) -> None:
    play(games, game_id, 10)
    game, head = games.open(game_id), games.head(game_id)
    known = LeafHashes(games.recorder)
    for size in (3, head, 1, 5, head, head - 1):
        assert known.root(game, size) == tree.root(leaves(games, game_id)[:size])


def test_hashes_are_made_once(games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play(games, game_id, 10)
    game, known = games.open(game_id), LeafHashes(games.recorder, known_games=1)
    first = known.upto(game, 7)
    asked: list[int] = []
    select = games.recorder.select_events

    def watched(*arguments: Any, **options: Any) -> Any:
        asked.append(options["gt"])
        return select(*arguments, **options)

    monkeypatch.setattr(games.recorder, "select_events", watched)
    assert known.upto(game, 7) == first
    assert known.upto(game, 3) == first[:3]
    assert known.upto(game, game.version)[:7] == first
    assert asked == [7]
    other = games.open(games.create("toy", "wide", {}).game.id)
    known.upto(other, 1)
    assert known.upto(game, 7) == first
    assert asked[-1] == 0, "the games asked for last are known"
