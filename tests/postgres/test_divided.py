"""A log that is divided: who waits for whom, what is kept from change, and who follows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, NotSupportedError, StoredEvent

from napoleon.log.store.postgres.dividing import BY_GAME
from napoleon.log.store.recorder import (
    CheckpointRow,
    ListedGames,
    LogRecorder,
    SideRecords,
    StoreMissing,
)
from napoleon.play.games import Games
from projections import worker
from projections.following import Following
from projections.lag import Lag, lag
from projections.lobby import Wanted
from projections.projector import edition
from projections.reading import lobby, places
from projections.store import ViewStore, open_views
from projections.store.contract import tracked
from projections.witness import Loss, loss
from projections.worker import catch_up, draw_anew
from tests.core.play import play
from tests.followed import recorded
from tests.postgres.waiting import wait_until

PARTITIONS = 3

WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@pytest.fixture
def env(env: dict[str, str]) -> dict[str, str]:
    return {**env, "DATABASE_PARTITIONS": str(PARTITIONS)}


@pytest.fixture
def log(games: Games) -> LogRecorder:
    """The recorder of `games`, in which there are three of them: one in each partition."""
    games.recorder.insert_events([event(it) for it in GAMES])
    assert sorted(map(games.recorder.partition_of, GAMES)) == [*range(PARTITIONS)]
    return games.recorder


GAMES = ("one", "two", "three")


def event(game: str, version: int = 1) -> StoredEvent:
    return StoredEvent(game, version, "toy.bet_sealed/1", b'{"at":1}')


@contextmanager
def shell(env: dict[str, str]) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as connection:
        yield connection


@contextmanager
def writing(env: dict[str, str], game: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """A writer who has recorded an event and has not committed it."""
    with shell(env) as connection, connection.transaction(force_rollback=True):
        connection.execute(
            "INSERT INTO events (game, version, topic, state) SELECT number, 2, 1, '{}' "
            "FROM games WHERE game = %s",
            (game,),
        )
        yield connection


def test_a_writer_holds_up_nobody_in_another_partition(
    log: LogRecorder, env: dict[str, str]
) -> None:
    before = log.places()
    with writing(env, "one"):
        for game in ("two", "three"):
            log.insert_events([event(game, 2)], side_records=SideRecords(names={}))
            log.rest({game: 1})
        assert log.places() == tuple(
            place + (number != log.partition_of("one")) for number, place in enumerate(before)
        )
    log.insert_events([event("one", 2)])
    assert log.places() == tuple(it + 1 for it in before), "what is undone uses no place up"


def test_writers_of_one_partition_come_one_after_the_other(
    log: LogRecorder, env: dict[str, str]
) -> None:
    """Otherwise a follower would see the second before the first, and miss that for ever."""
    log.insert_events([event(name) for name in ("four", "five", "six")])
    [beside] = [
        it for it in ("four", "five", "six") if log.partition_of(it) == log.partition_of("one")
    ]
    number = log.partition_of("one")
    before = log.places()[number]
    with ExitStack() as open_transactions:
        open_transactions.enter_context(writing(env, "one"))
        second = Thread(target=log.insert_events, args=([event(beside, 2)],))
        second.start()
        with shell(env) as look:
            wait_until(lambda: look.execute(WAITING).fetchall() != [(0,)], "nobody waits")
        assert log.places()[number] == before
    second.join()
    [seen] = log.partition(number).select_notifications(before + 1, 10)
    assert (seen.id, seen.originator_id) == (before + 1, beside)


def test_checkpoints_of_a_game_wait_for_each_other(log: LogRecorder, env: dict[str, str]) -> None:
    log.put_checkpoint(CheckpointRow("one", 2, "note", bytes(64)))
    refused: list[Exception] = []

    def put() -> None:
        try:
            log.put_checkpoint(CheckpointRow("one", 4, "note", bytes(64)))
        except IntegrityError as error:
            refused.append(error)

    with shell(env) as connection, connection.transaction():
        connection.execute(
            "INSERT INTO checkpoints SELECT number, 3, 'note', %b FROM games WHERE game = 'one'",
            (bytes(32),),
        )
        second = Thread(target=put)
        second.start()
        with shell(env) as look:
            wait_until(lambda: look.execute(WAITING).fetchall() != [(0,)], "nobody waits")
    second.join()
    assert len(refused) == 1, "its leaves follow those of a checkpoint that is not the newest"


@pytest.mark.parametrize("table", BY_GAME)
def test_no_part_of_the_log_can_be_changed(
    log: LogRecorder, env: dict[str, str], table: str
) -> None:
    """Not even by the owner of its tables, by whichever name."""
    with shell(env) as connection:
        for name in (table, *(f"{table}_{number}" for number in range(PARTITIONS))):
            with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="append-only"):
                connection.execute(f"TRUNCATE {name}")
        for change in (
            "DELETE FROM events",
            "UPDATE events SET version = 9",
            "DELETE FROM events_0",
        ):
            with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="append-only"):
                connection.execute(change)
        for name in ("events", "events_0", "events_1", "events_2"):
            with pytest.raises(psycopg.Error, match=r"append-only|partition constraint"):
                connection.execute(
                    f"INSERT INTO {name} (game, version, topic, state) VALUES (1, 7, 1, '')"
                )
    assert recorded(log) == len(GAMES)


def test_no_number_stands_for_a_moment_of_it(log: LogRecorder) -> None:
    for asked in (
        log.max_notification_id,
        log.subscribe,
        lambda: log.select_notifications(1, 10),
        lambda: log.games_after(1),
    ):
        with pytest.raises(NotSupportedError, match="3 partitions"):
            asked()
    with pytest.raises(ValueError, match="no partition 3"):
        log.partition(PARTITIONS)


def test_the_number_of_partitions_is_settled_once(
    opened: Callable[..., Games], games: Games
) -> None:
    assert games.recorder.partitions == PARTITIONS
    with pytest.raises(StoreMissing, match="divided into 3, and DATABASE_PARTITIONS says 4"):
        opened(DATABASE_PARTITIONS="4")
    assert opened(DATABASE_PARTITIONS="").recorder.partitions == PARTITIONS
    assert opened(CREATE_TABLE="no", DATABASE_PARTITIONS="9").recorder.partitions == PARTITIONS


# -- followers -------------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "redis"])
def views(request: pytest.FixtureRequest, env: dict[str, str]) -> ViewStore:
    """Read models of the log, in either database."""
    if request.param == "redis":
        env["REDIS_URL"] = request.getfixturevalue("redis_url")
    return open_views(env)


def some(games: Games, count: int) -> list[str]:
    ids = [games.create("toy", "short", {"turns": 2}).game.id for _ in range(count)]
    for number, game_id in enumerate(ids):
        play(games, game_id, 3 + number)
    return ids


def shown(games: Games, views: ViewStore, ids: list[str]) -> bool:
    return views.shown(ids, edition=edition(games)) == {it: games.head(it) for it in ids}


def test_each_partition_is_drawn_from_where_it_was_left(games: Games, views: ViewStore) -> None:
    ids = some(games, 5)
    assert catch_up(games, views) == recorded(games.recorder)
    assert places(games, views) == games.recorder.places()
    assert shown(games, views, ids)
    play(games, ids[2], 2)
    number = games.recorder.partition_of(ids[2])
    drawn = places(games, views)
    assert [
        n
        for n, (log, it) in enumerate(zip(games.recorder.places(), drawn, strict=True))
        if log > it
    ] == [number]
    assert lag(games, views)[:2] == (recorded(games.recorder), sum(drawn))
    catch_up(games, views)
    assert shown(games, views, ids)
    assert lag(games, views) == Lag(recorded(games.recorder), recorded(games.recorder), 0.0)
    assert draw_anew(games, views) == recorded(games.recorder)
    assert places(games, views) == games.recorder.places()


def test_the_lobby_is_one_whatever_partition_lags(games: Games, views: ViewStore) -> None:
    ids = some(games, 7)
    catch_up(games, views)
    ids += some(games, 2)
    pages, after = list[str](), None
    while True:
        page, after = lobby(games, views, Wanted(limit=2, after=after))
        pages += [it["id"] for it in page]
        if after is None:
            break
    assert pages == ids[::-1], "by time and id, and each once"
    assert [it for _, it in games.recorder.listed(ListedGames(limit=4))] == ids[:-5:-1]


def test_a_worker_follows_every_partition(games: Games, views: ViewStore) -> None:
    """And goes on where read models have been lost."""
    ids = some(games, 4)
    first = Following()
    followed = [first, *(Following(number, first.ended) for number in range(1, PARTITIONS))]
    threads = [
        Thread(
            target=worker._go_on,
            args=(it.ended, lambda it=it: worker._follow(games, views, it)),
        )
        for it in followed
    ]
    threads.append(Thread(target=worker._watch, args=(games, views, *followed)))
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: shown(games, views, ids), "it is not drawn")
        ids += some(games, 3)
        wait_until(lambda: shown(games, views, ids), "what is new is not drawn")
        views.forget(edition(games))
        wait_until(lambda: shown(games, views, ids), "what was lost is not drawn again")
    finally:
        for it in followed:
            it.end()
        for thread in threads:
            thread.join()
    assert places(games, views) == games.recorder.places()


def test_an_edition_begins_in_all_partitions_at_once(games: Games, views: ViewStore) -> None:
    some(games, 3)
    catch_up(games, views)
    for number in range(PARTITIONS):
        assert views.begin(tracked("another", number)) == 0
        assert views.position(tracked("another", number)) == 0


def test_what_one_partition_has_lost_is_noticed(
    games: Games, views: ViewStore, env: dict[str, str]
) -> None:
    ids = some(games, PARTITIONS)
    catch_up(games, views)
    assert loss(games, views) is None
    lost = ids[1]
    number = games.recorder.partition_of(lost)
    drawn = games.recorder.places()[number]
    with shell(env) as connection:
        # As it is after a restart without the end of the write-ahead log.
        connection.execute("SET session_replication_role = replica")
        connection.execute("DELETE FROM events WHERE part = %s AND id = %s", (number, drawn))
        connection.execute("UPDATE partitions SET place = place - 1 WHERE part = %s", (number,))
    found = loss(games, views)
    assert found == Loss(drawn - 1, drawn, number)
    assert f"partition {number} holds {drawn - 1} events" in str(found)
