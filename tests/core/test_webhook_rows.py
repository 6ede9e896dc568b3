"""Webhooks as the log's database keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from eventsourcing.persistence import IntegrityError
from msgspec.structs import replace

from napoleon.log.store.recorder import WebhookRow
from napoleon.play.games import Games
from tests.core.play import Clock, play
from tests.toy import Toy


@pytest.fixture
def games(log_env: dict[str, str]) -> Iterator[Games]:
    """A log without any game."""
    with Games(log_env, rulesets={"toy": Toy()}, clock=Clock()) as opened:
        yield opened


@pytest.fixture
def game_id(games: Games) -> str:
    return games.create("toy", "short", {"turns": 2}).game.id


def row(game: str, id_: str = "first", sent: int = 0, due: int = 0) -> WebhookRow:
    url = "https://club.example.org/napoleon"
    return WebhookRow(game, id_, "red", "ab" * 32, url, bytes(range(32)), sent, due=due)


def test_a_webhook_is_kept_as_it_is(games: Games, game_id: str) -> None:
    kept = replace(row(game_id, due=2**53), failures=3)
    games.recorder.put_webhook(kept)
    assert games.recorder.webhooks(game_id) == [kept]
    assert games.recorder.webhooks("another") == []


def test_webhooks_are_listed_by_id(games: Games, game_id: str) -> None:
    for name in ("b", "C", "a", "-", "_", "B"):
        games.recorder.put_webhook(row(game_id, name))
    listed = [each.id for each in games.recorder.webhooks(game_id)]
    assert listed == ["-", "B", "C", "_", "a", "b"]


def test_there_is_one_of_an_id_in_a_game(games: Games, game_id: str) -> None:
    other = games.create("toy", "short", {}).game.id
    games.recorder.put_webhook(row(game_id))
    games.recorder.put_webhook(row(other))
    with pytest.raises(IntegrityError):
        games.recorder.put_webhook(row(game_id, sent=3))
    assert games.recorder.webhooks(game_id) == [row(game_id)]


def test_a_webhook_is_forgotten_once(games: Games, game_id: str) -> None:
    for name in ("first", "second"):
        games.recorder.put_webhook(row(game_id, name))
    assert not games.recorder.drop_webhook("another", "first")
    assert games.recorder.drop_webhook(game_id, "first")
    assert not games.recorder.drop_webhook(game_id, "first")
    assert games.recorder.webhooks(game_id) == [row(game_id, "second")]


def test_due_is_who_has_something_to_be_told_and_may_be_told_now(
    games: Games, game_id: str
) -> None:
    head = games.head(game_id)
    behind = [row(game_id, f"at{due}", head - 1, due) for due in (30, 10, 20)]
    for each in (*behind, row(game_id, "told", head, 0), row("nowhere", "no game", 0, 0)):
        games.recorder.put_webhook(each)

    def due(now: int, limit: int = 10) -> list[str]:
        return [each.id for each in games.recorder.webhooks_due(now, limit)]

    assert due(9) == []
    assert due(20) == ["at10", "at20"]
    assert due(99) == ["at10", "at20", "at30"]
    assert due(99, limit=2) == ["at10", "at20"]
    play(games, game_id, 1)
    assert due(9) == ["told"]
    assert games.recorder.webhooks_due(30, 10)[-1] == behind[0]


def test_a_webhook_moves_on_from_what_it_was_and_nothing_else(games: Games, game_id: str) -> None:
    before = row(game_id, sent=1, due=5)
    games.recorder.put_webhook(before)
    for stale in (
        replace(before, sent=2),
        replace(before, failures=1),
        replace(before, due=6),
        replace(before, id="another"),
        replace(before, game="another"),
    ):
        assert not games.recorder.move_webhook(stale, replace(stale, sent=9))
    assert games.recorder.webhooks(game_id) == [before]
    after = replace(before, sent=4, failures=2, due=7)
    other = replace(after, reader="blue", token="", url="", secret=b"")
    assert games.recorder.move_webhook(before, other)
    assert games.recorder.webhooks(game_id) == [after]
    assert not games.recorder.move_webhook(before, other)


def test_of_many_at_once_one_takes_it(games: Games, game_id: str) -> None:
    workers = 4
    rounds = 10
    barrier = Barrier(workers)

    def take(worker: int) -> list[int]:
        taken = []
        for number in range(rounds):
            before = row(game_id, str(number))
            barrier.wait()
            if games.recorder.move_webhook(before, replace(before, due=worker + 1)):
                taken.append(number)
        return taken

    for number in range(rounds):
        games.recorder.put_webhook(row(game_id, str(number)))
    with ThreadPoolExecutor(workers) as pool:
        taken = list(pool.map(take, range(workers)))
    assert sorted(number for each in taken for number in each) == list(range(rounds))
    for worker, numbers in enumerate(taken):
        kept = {each.id: each.due for each in games.recorder.webhooks(game_id)}
        assert {kept[str(number)] for number in numbers} <= {worker + 1}
