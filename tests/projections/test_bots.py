"""The worker moves the bots that hold seats."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from napoleon.play.games import Games
from napoleon.rules.orders import OrderGiven, Refusal
from projections.bots import Tables, move_bots
from projections.store.contract import ViewStore
from projections.worker import catch_up
from tests.patience import PATIENCE
from tests.repetitions import DRAWN_ANYWHERE
from tests.toy import Toy

pytestmark = DRAWN_ANYWHERE

PASS = {"order": "pass"}


@pytest.fixture
def asked(games: Games) -> str:
    """A game in which the bot of blue is asked."""
    game_id = games.create("toy", "wide", {"turns": 3}, bots=["blue"]).game.id
    games.submit_orders(game_id, "red", [PASS])
    return game_id


def wait_until(happened: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


def answers(games: Games, game_id: str) -> int:
    """How many orders the bot of blue has given."""
    told = games.history(game_id)
    return sum(isinstance(it, OrderGiven) and it.player == "blue" for it in told)


def waits_for(games: Games, game_id: str) -> list[str]:
    return [it.seat for it in games.decisions(games.open(game_id))]


def all_moved(tables: Tables) -> None:
    tables.look()
    while tables.due:
        tables.move_one()


def test_a_worker_that_begins_finds_the_games_that_wait(
    games: Games, views: ViewStore, asked: str
) -> None:
    games.create("toy", "wide", {"turns": 3})
    tables = Tables(games, views)
    all_moved(tables)
    assert "blue" not in waits_for(games, asked)
    found = answers(games, asked)
    all_moved(tables)
    assert answers(games, asked) == found >= 1


def test_who_waits_comes_first_and_what_is_over_is_left_out(games: Games, views: ViewStore) -> None:
    """So a worker that begins does not open all the games that bots have ever played."""
    short = [games.create("toy", "wide", {"turns": 1}, bots=["blue"]).game.id for _ in range(20)]
    for game_id in short:
        games.submit_orders(game_id, "red", [PASS])
    idle = games.create("toy", "wide", {"turns": 3}, bots=["blue"]).game.id
    asked = games.create("toy", "wide", {"turns": 3}, bots=["blue"]).game.id
    others = games.create("toy", "wide", {"turns": 3}, bots=["blue"]).game.id
    tables = Tables(games, views)
    all_moved(tables)
    for game_id in short:
        for decision in games.decisions(games.open(game_id)):
            games.submit_orders(game_id, decision.seat, [{"order": "bet", "value": 1}])
    all_moved(tables)
    assert all(games.open(it).over for it in short)
    games.submit_orders(asked, "red", [PASS])
    unread = Tables(games, views)
    unread.look()
    assert {*unread.due} == {*short, idle, asked, others}, "nothing was drawn of any"
    catch_up(games, views)
    begun = Tables(games, views)
    begun.look()
    assert [*begun.due] == [asked, others, idle]
    # What is drawn is of no use as soon as something else has happened.
    games.submit_orders(idle, "red", [PASS])
    begun.look()
    assert idle in begun.due


def test_it_sees_what_is_recorded_later(opened: Callable[..., Games], views: ViewStore) -> None:
    worker, server = opened(), opened()
    tables = Tables(worker, views)
    all_moved(tables)
    game_id = server.create("toy", "wide", {"turns": 3}, bots=["blue"]).game.id
    all_moved(tables)
    assert answers(server, game_id) == 0
    server.submit_orders(game_id, "red", [PASS])
    all_moved(tables)
    assert answers(server, game_id) >= 1
    assert "blue" not in waits_for(server, game_id)


def test_two_workers_never_answer_twice(
    opened: Callable[..., Games], views: ViewStore, asked: str
) -> None:
    workers = [opened(), opened()]
    ended = Event()
    threads = [Thread(target=move_bots, args=(games, views, ended)) for games in workers]
    for thread in threads:
        thread.start()
    server, chosen = opened(), Random(1815)
    try:
        while not server.open(asked).over:
            wait_until(lambda: waits_for(server, asked) != ["blue"])
            game = server.open(asked)
            for decision in server.decisions(game):
                if decision.seat == "red":
                    legal_orders = list(server.rules(game).legal_orders(game.state, decision))
                    server.submit_orders(asked, "red", [chosen.choice(legal_orders)])
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    given = [it for it in server.history(asked) if isinstance(it, OrderGiven)]
    # In each of the three turns both go once and both bet once.
    assert [it.player for it in given].count("blue") == 6
    assert [it.player for it in given].count("red") == 6


def test_a_bot_that_fails_stops_no_other(
    games: Games, views: ViewStore, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = games.create("toy", "wide", {"turns": 3}, bots=["blue"]).game.id
    games.submit_orders(other, "red", [PASS])
    decide = Toy.decide

    def failing(self: Toy, state: Any, seat: str, order: Any, chance: Any) -> Any:
        if seat == "blue" and state.hands == games.open(asked).state.hands:
            return Refusal("NO", "GO", "No.")
        return decide(self, state, seat, order, chance)

    monkeypatch.setattr(Toy, "decide", failing)
    tables = Tables(games, views)
    all_moved(tables)
    assert (answers(games, asked), answers(games, other) >= 1) == (0, True)
    monkeypatch.undo()
    all_moved(tables)
    assert answers(games, asked) == 0, "it is tried again after a while"


def test_a_database_that_is_gone_is_waited_for(
    games: Games, views: ViewStore, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any) -> None:
        raise OperationalError("disk I/O error")

    tables = Tables(games, views)
    tables.look()
    with monkeypatch.context() as patch:
        patch.setattr(games, "head", failing)
        with pytest.raises(OperationalError):
            tables.move_one()
    all_moved(tables)
    assert answers(games, asked) >= 1


def test_a_log_that_was_put_back_is_read_anew(
    games: Games, views: ViewStore, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(games, views)
    with monkeypatch.context() as patch:
        patch.setattr(games.recorder, "max_notification_id", lambda: 10_000)
        tables.look()
    tables.due.clear()
    all_moved(tables)
    assert answers(games, asked) >= 1
