"""The worker and the clocks of all games: it begins anew, survives damage, and distrusts jumps."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from eventsourcing.persistence import OperationalError

from napoleon.log.clocks import Clock
from napoleon.play import forks
from napoleon.play.games import Games
from napoleon.rules.orders import Refusal
from projections import clocks
from projections.clocks import Clocks
from tests.clocks import Time
from tests.timekeeping.conftest import set_up, told

HOURLY = Clock(60, grace=60, notice=0)


def looked(worker: Clocks) -> int:
    """A look of a worker; in how many games something was done."""
    worker.look()
    return worker.run_due()


def test_a_worker_does_what_is_due_when_it_is(games: Games, time: Time) -> None:
    first, second = set_up(games, HOURLY).game.id, set_up(games).game.id
    worker = Clocks(games)
    assert looked(worker) == 0
    time.goes_on(hours=1)
    assert looked(worker) == 1
    assert "deadline_passed" in told(games, first)
    assert "deadline_passed" not in told(games, second)
    assert looked(worker) == 0
    time.goes_on(days=3)
    assert looked(worker) == 2


def test_one_that_begins_anew_knows_what_is_left_to_be_done(
    games: Games, time: Time, opened: Callable[[], Games]
) -> None:
    game_id = set_up(games, HOURLY).game.id
    time.goes_on(hours=1)
    assert looked(Clocks(games)) == 1
    time.goes_on(hours=1)
    both = Clocks(opened()), Clocks(opened())
    for worker in both:
        looked(worker)
    assert told(games, game_id).count("grace_ended") == 1


def test_a_fork_is_run_by_no_clock(games: Games, time: Time) -> None:
    game = set_up(games, HOURLY).game
    forked = forks.fork(games, game.id, games.head(game.id))
    assert not isinstance(forked, Refusal)
    time.goes_on(days=1)
    assert looked(Clocks(games)) == 1
    assert "deadline_passed" in told(games, game.id)
    assert "deadline_passed" not in told(games, forked.game.id, forked.game.forked)


def test_a_broken_log_stops_its_own_clock_alone(
    games: Games, time: Time, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = set_up(games, HOURLY).game.id, set_up(games, HOURLY).game.id
    read = type(games.mapper).to_domain_event

    def damaged(mapper: object, stored: object) -> object:
        if stored.originator_id == broken:  # type: ignore[attr-defined]
            raise clocks.MapperDeserialisationError("it cannot be read")
        return read(mapper, stored)  # type: ignore[arg-type]

    monkeypatch.setattr(type(games.mapper), "to_domain_event", damaged)
    worker = Clocks(games)
    with caplog.at_level(logging.ERROR):
        assert looked(worker) == 0
    assert f"the clock of game {broken} stands still" in caplog.text
    time.goes_on(hours=1)
    assert looked(worker) == 1
    monkeypatch.undo()
    assert "deadline_passed" in told(games, sound)
    assert "deadline_passed" not in told(games, broken)


def test_a_game_is_looked_at_again_though_its_time_stepped_back(
    games: Games, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = set_up(games, HOURLY).game.id
    due = games.open(game_id).timekeeping.of("red")[0].set.due
    worker = Clocks(games)
    time.goes_on(hours=1)
    with monkeypatch.context() as stepped:
        # Its clock is behind that of the worker, so nothing is due yet.
        stepped.setattr(clocks, "run", lambda games, game_id: due)
        assert looked(worker) == 1
    assert looked(worker) == 1
    assert "deadline_passed" in told(games, game_id)


def test_no_clock_is_forgotten_when_the_database_fails_between_two_questions(
    games: Games, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(games)
    worker = Clocks(games)
    assert looked(worker) == 0
    # Of this one nothing was known, so that it is asked for first, and then what else is new.
    game_id = set_up(games, HOURLY).game.id

    def away(*asked: object) -> object:
        raise OperationalError("the server closed the connection")

    with monkeypatch.context() as broken:
        broken.setattr(type(games.recorder.partition(0)), "select_notifications", away)
        with pytest.raises(OperationalError):
            worker.look()
    assert looked(worker) == 0
    time.goes_on(hours=1)
    assert looked(worker) == 1
    assert "deadline_passed" in told(games, game_id)
