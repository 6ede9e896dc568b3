from __future__ import annotations

import errno
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from threading import Thread, Timer
from typing import Any, NoReturn

import pytest
from eventsourcing.persistence import InterfaceError, Notification, Subscription
from eventsourcing.projection import ApplicationSubscription

from napoleon.log.store.recorder import LogPartition
from napoleon.log.store.sqlite import recorder, waking
from napoleon.log.store.sqlite import subscription as module
from napoleon.play.games import Games
from tests.core.play import on_sqlite, play, process_env
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]

CREATE_GAMES = """
import sys
from napoleon.play.games import Games
from tests.toy import Toy

with Games(rulesets={"toy": Toy()}) as games:
    for _ in range(int(sys.argv[1])):
        games.create("toy", "short", {})
"""


def first(count: int, subscription: Subscription[Any]) -> list[Notification]:
    """The next notifications; fewer if they do not come within ten seconds."""
    too_late = Timer(10, subscription.stop)
    too_late.start()
    notifications = list(islice(subscription, count))
    too_late.cancel()
    return notifications


def followed(games: Games, game_id: str) -> LogPartition:
    """The part of the log in which a game is."""
    return games.recorder.partition(games.recorder.partition_of(game_id))


def test_another_process_is_followed(games: Games, env: dict[str, str]) -> None:
    recorder = games.recorder
    with ExitStack() as following:
        subscriptions = [
            following.enter_context(recorder.partition(number).subscribe(gt=0))
            for number in range(recorder.partitions)
        ]
        command = [sys.executable, "-c", CREATE_GAMES, "3"]
        subprocess.run(command, check=True, cwd=ROOT, env=process_env(env))
        assert len(recorder.every_game()) == 3
        for subscription, count in zip(subscriptions, recorder.places(), strict=True):
            ids = [notification.id for notification in first(count, subscription)]
            assert ids == list(range(1, count + 1)), "in order, without gaps"


@on_sqlite
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the file is looked at in turns")
def test_a_commit_of_another_process_wakes_at_once(
    games: Games, env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        waking.INotify().close()
    except OSError as error:
        pytest.skip(f"the system tells nobody here: {error}")
    monkeypatch.setattr(module, "POLL_SECONDS", 20 * PATIENCE)
    with games.recorder.subscribe(gt=0) as subscription:
        time.sleep(0.2)  # the watching thread has begun its hour
        command = [sys.executable, "-c", CREATE_GAMES, "1"]
        subprocess.run(command, check=True, cwd=ROOT, env=process_env(env))
        assert len(first(5, subscription)) == 5


class NoMoreFiles:
    """What the system tells by, for a user who may watch no more files."""

    def add_watch(self, path: Path, mask: int) -> NoReturn:
        raise OSError(errno.ENOSPC, "no more files")

    def close(self) -> None:
        """Nothing is open."""


def refused() -> NoReturn:
    raise OSError(errno.EMFILE, "no more of them")


@on_sqlite
@pytest.mark.parametrize("told_by", [refused, NoMoreFiles])
def test_where_the_system_tells_nobody_the_file_is_looked_at(
    games: Games, env: dict[str, str], monkeypatch: pytest.MonkeyPatch, told_by: Any
) -> None:
    monkeypatch.setattr(waking, "INotify", told_by, raising=False)
    with games.recorder.subscribe(gt=0) as subscription:
        command = [sys.executable, "-c", CREATE_GAMES, "1"]
        subprocess.run(command, check=True, cwd=ROOT, env=process_env(env))
        assert len(first(5, subscription)) == 5


def test_a_subscription_resumes_behind_what_was_read(games: Games, game_id: str) -> None:
    play(games, game_id, 4)
    partition = followed(games, game_id)
    newest = partition.max_notification_id()
    assert newest is not None
    with partition.subscribe(gt=newest - 2) as subscription:
        assert [item.id for item in first(2, subscription)] == [newest - 1, newest]


def test_topics_are_chosen(games: Games, game_id: str) -> None:
    play(games, game_id, 100)
    expected = [e.version for e in games.history(game_id) if e.topic == "toy.bet_sealed/1"]
    with followed(games, game_id).subscribe(topics=["toy.bet_sealed/1"]) as subscription:
        chosen = first(len(expected), subscription)
    assert [notification.originator_version for notification in chosen] == expected
    assert {notification.topic for notification in chosen} == {"toy.bet_sealed/1"}


@pytest.mark.parametrize("log_env", ["sqlite", "postgres"], indirect=True)
def test_events_of_all_games_come_in_the_order_of_the_log(games: Games) -> None:
    ids = [games.create("toy", "short", {}).game.id for _ in range(3)]
    for move in range(4):
        for game_id in ids:
            play(games, game_id, 1, seed=move)
    count = sum(map(games.head, ids))
    with ApplicationSubscription(games) as subscription:
        read = list(islice(subscription, count))
    assert [tracking.notification_id for _, tracking in read] == list(range(1, count + 1))
    for game_id in ids:
        mine = [event for event, _ in read if event.originator_id == game_id]
        assert mine == games.history(game_id)


@on_sqlite
def test_a_commit_of_this_process_wakes_at_once(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", 20 * PATIENCE)
    newest = games.recorder.max_notification_id()
    with games.recorder.subscribe(gt=newest) as subscription:
        time.sleep(0.2)  # the watching thread has begun its hour
        started = time.monotonic()
        play(games, game_id, 1)
        assert [item.id for item in first(1, subscription)] == [(newest or 0) + 1]
        assert time.monotonic() - started < PATIENCE


def test_it_can_be_stopped_while_somebody_waits(games: Games) -> None:
    seen: list[int] = []
    subscription = games.recorder.partition(0).subscribe()

    def follow() -> None:
        seen.extend(notification.id for notification in subscription)

    with subscription:
        thread = Thread(target=follow)
        thread.start()
        subscription.stop()
        thread.join(timeout=PATIENCE)
    assert not thread.is_alive()
    assert seen == []


@on_sqlite
def test_a_failure_while_following_reaches_the_reader(
    games: Games, opened: Callable[[], Games], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise InterfaceError("the file is gone")

    monkeypatch.setattr(recorder, "connect", fail)
    with (
        games.recorder.subscribe() as subscription,
        pytest.raises(InterfaceError, match="the file is gone"),
    ):
        next(subscription)
