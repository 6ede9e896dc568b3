"""A worker that begins looks at the games that go on, and reads nothing of those that are over."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import Tracking

from api.mail.office import open_office
from api.mail.posting.turn_notifier import Attendance
from api.people.counting import Counting
from api.people.registry import open_registry
from api.people.telling.attending import Attendance as Messages
from napoleon.log.clocks import PASS, Clock
from napoleon.play.games import Games
from napoleon.rules.orders import OrderGiven
from projections.bots import Tables, move_bots
from projections.clocks import Clocks
from projections.encoding import encode
from projections.form_games import FormGames
from projections.projector import drawn, edition
from projections.rows import Changes, Step
from projections.store import ViewStore, open_views
from projections.store.contract import tracked
from projections.unfinished import let_sleep, unfinished
from projections.worker import catch_up
from tests.clocks import MONDAY, Time
from tests.core.play import play
from tests.many_games import copied_often
from tests.patience import PATIENCE
from tests.projections.test_every_list import steps_of
from tests.toy import Toy

MANY = 2_000
"""Games that are over."""

PASSING = {"order": "pass"}


@pytest.fixture
def env(log_env: dict[str, str]) -> dict[str, str]:
    """A log on each database."""
    return log_env


@pytest.fixture
def hour() -> Time:
    """The time of the day."""
    return Time(MONDAY)


@pytest.fixture
def games(env: dict[str, str], hour: Time) -> Iterator[Games]:
    with Games(env, rulesets={"toy": Toy()}, clock=hour) as games:
        yield games


@pytest.fixture
def views(games: Games, env: dict[str, str]) -> ViewStore:
    return open_views(env)


def begun(games: Games, turns: int) -> str:
    """A game with a bot and a clock, in which the bot is asked."""
    clock = Clock(3 * 24 * 60, then=PASS)
    made = games.create("toy", "wide", {"turns": turns}, bots=["blue"], clock=clock).game.id
    games.claim(made, "red")
    games.submit_orders(made, "red", [PASSING])
    return made


def with_many_over(games: Games, views: ViewStore, env: dict[str, str], hour: Time) -> list[str]:
    """Games that are over as one is that was played, and are listed as such; all of them sleep."""
    first = begun(games, 1)
    while not play(games, first, 50)[-1].over:
        pass
    catch_up(games, views)
    [model] = drawn(games, games.open(first)).lobby
    entry = msgspec.json.decode(model.body)
    copies = copied_often(env, first, MANY, games.head(first))
    drawn_by, position = edition(games), views.position(edition(games))
    changes = Changes()
    for it in copies:
        changes.steps.append(Step(it, 0, model.version))
        changes.lobby.append(model._replace(game=it, body=encode({**entry, "id": it})))
    newest, *others = games.recorder.places()
    views.record(changes, after=position, tracking=Tracking(drawn_by, newest))
    for number, place in enumerate(others, 1):
        views.insert_tracking(Tracking(tracked(drawn_by, number), place))
    hour.goes_on(days=2)
    assert let_sleep(games, views) == MANY + 1
    return copies


@pytest.fixture
def looks(games: Games, views: ViewStore) -> Iterator[dict[str, Callable[[], object]]]:
    """What a worker looks at first, each time as if it began."""
    office, registry = open_office(games), open_registry(games)
    recorder = games.recorder
    yield {
        "bots": lambda: Tables(games, views).look(),
        "clocks": lambda: Clocks(games).look(),
        "forms": lambda: FormGames(games, views).some(),
        "standing orders": recorder.instructed,
        "webhooks": lambda: recorder.webhooks_due(games.clock(), 10),
        "counting": lambda: Counting(registry).look(),
        "mail": lambda: Attendance(office).look(),
        "messages": lambda: Messages(registry, office).look(),
    }
    office.store.close()


def counted(games: Games, look: Callable[[], object], patch: pytest.MonkeyPatch) -> int:
    """How much the database of the log does for a look: its steps, or the rows that it reads."""
    datastore: Any = games.recorder.datastore  # type: ignore[attr-defined]
    if not hasattr(datastore, "conninfo"):
        with steps_of(datastore) as steps:
            look()
        return steps[0]
    asked: list[tuple[str, Any]] = []
    select = datastore.select

    def noted(statement: str, values: Any = ()) -> Any:
        asked.append((statement, values))
        return select(statement, values)

    with patch.context() as noting:
        noting.setattr(datastore, "select", noted)
        look()
    return sum(
        _rows(plan["Plan"])
        for statement, values in asked
        for [[plan]] in select(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values)
    )


def _rows(node: dict[str, Any]) -> int:
    removed = node.get("Rows Removed by Filter", 0)
    own = 0 if node.get("Plans") else (node["Actual Rows"] + removed) * node["Actual Loops"]
    return int(own) + sum(map(_rows, node.get("Plans", ())))


@pytest.mark.sampled(1)
def test_a_start_reads_nothing_of_games_that_are_over(
    games: Games,
    views: ViewStore,
    env: dict[str, str],
    hour: Time,
    looks: dict[str, Callable[[], object]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the machine does besides: what the database reads is counted, not its time."""
    going_on = [begun(games, 3) for _ in range(5)]
    catch_up(games, views)
    few = {who: counted(games, look, monkeypatch) for who, look in looks.items()}
    with_many_over(games, views, env, hour)
    _analysed(games)
    assert list(games.recorder.awake()) == going_on
    for who, look in looks.items():
        found = counted(games, look, monkeypatch)
        # Of a divided log each partition is looked into.
        assert found <= 1.5 * few[who] + 30 * games.recorder.partitions, who


def _analysed(games: Games) -> None:
    """PostgreSQL knows how large its tables are, as it does by itself after a minute."""
    datastore: Any = games.recorder.datastore  # type: ignore[attr-defined]
    if hasattr(datastore, "conninfo"):
        datastore.execute("ANALYZE")


@pytest.mark.sampled(1)
def test_a_bot_answers_at_once_however_many_games_are_over(
    games: Games, views: ViewStore, env: dict[str, str], hour: Time
) -> None:
    """It opens its own game alone; how long that takes is left to the bench."""
    with_many_over(games, views, env, hour)
    asked = begun(games, 3)
    catch_up(games, views)
    tables = Tables(games, views)
    tables.look()
    assert [*tables.due] == [asked]
    ended = Event()
    worker = Thread(target=move_bots, args=(games, views, ended))
    worker.start()
    try:
        until = time.monotonic() + PATIENCE
        while not any(_is_of_the_bot(it) for it in games.history(asked)):
            assert time.monotonic() < until, "the bot does not answer"
            time.sleep(0.01)
    finally:
        ended.set()
        worker.join()


def _is_of_the_bot(event: object) -> bool:
    return isinstance(event, OrderGiven) and event.player == "blue"


def test_a_game_that_sleeps_is_known_again_once_it_goes_on(
    games: Games, views: ViewStore, hour: Time
) -> None:
    """Its bot and its clock: the worker knew nothing of it, as it began meanwhile."""
    game_id = begun(games, 3)
    # As if it were over.
    games.recorder.rest({game_id: games.head(game_id)})
    assert [*games.recorder.awake()] == []
    tables, clocks = Tables(games, views), Clocks(games)
    tables.look()
    clocks.look()
    assert not tables.due
    hour.goes_on(days=1)
    play(games, game_id, 1)
    tables.look()
    assert [*tables.due] == [game_id]
    clocks.look()
    hour.goes_on(days=30)
    assert clocks.run_due() == 1


def test_those_that_may_go_on_are_told_with_what_the_lobby_says(
    games: Games, views: ViewStore
) -> None:
    """What was not drawn, or goes on after it was, is told without."""
    drawn_before = begun(games, 3)
    catch_up(games, views)
    fresh = begun(games, 3)
    found = dict(unfinished(games, views, [drawn_before, fresh, "nowhere"]))
    assert found[fresh] is None
    assert found["nowhere"] is None
    assert found[drawn_before] is not None
    assert json.dumps(found[drawn_before]["bots"]) == '["blue"]'
    play(games, drawn_before, 1)
    assert dict(unfinished(games, views, [drawn_before])) == {drawn_before: None}
