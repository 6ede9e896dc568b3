"""Names that several processes keep, erase and look for at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from napoleon.log.store.postgres import names
from napoleon.log.store.postgres.connection import Connection
from napoleon.play.games import Games
from tests.postgres.waiting import PATIENCE, wait_until

_WAITING = """
    SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE NOT granted AND datname = current_database()
"""


@pytest.fixture
def elsewhere() -> Iterator[ThreadPoolExecutor]:
    """Another process that goes on meanwhile."""
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
def meanwhile(
    games: Games, elsewhere: ThreadPoolExecutor
) -> Callable[[Callable[[], object]], Future[object]]:
    """Begins something elsewhere, and comes back when that is done or waits for somebody."""
    datastore = games.recorder.datastore  # type: ignore[attr-defined]

    def begin(what: Callable[[], object]) -> Future[object]:
        begun = elsewhere.submit(what)
        wait_until(lambda: begun.done() or bool(datastore.select(_WAITING)), "the other one")
        return begun

    return begin


Meanwhile = Callable[[Callable[[], object]], Future[object]]


def kept(shell: Connection, table: str) -> list[Any]:
    return [row[0] for row in shell.execute(f"SELECT folded FROM {table} ORDER BY folded")]  # type: ignore[arg-type]


def of_an_earlier_release(shell: Connection, game_id: str, name: str) -> None:
    """A process of the release before keeps a name of red, which it does not fold."""
    shell.execute("INSERT INTO names VALUES (%s, 'red', %s)", (game_id, name))


def test_a_name_that_is_erased_while_it_is_looked_for_does_not_come_back(
    games: Games, shell: Connection, game_id: str, meanwhile: Meanwhile
) -> None:
    of_an_earlier_release(shell, game_id, "Clara")
    with shell.transaction():
        shell.execute(*names.put(game_id, "red", None))
        search = meanwhile(lambda: games.recorder.games_named("clara", 9))
    search.result(PATIENCE)
    assert games.recorder.games_named("clara", 9) == []
    assert kept(shell, "folded_names") == kept(shell, "known_names") == []


def test_a_name_that_is_erased_after_it_was_read_does_not_come_back(
    games: Games, shell: Connection, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_an_earlier_release(shell, game_id, "Clara")
    fold = names.folded

    def erasing(name: str) -> str:
        if name == "Clara":
            shell.execute(*names.put(game_id, "red", None))
        return fold(name)

    monkeypatch.setattr(names, "folded", erasing)
    assert games.recorder.games_named("clara", 9) == []
    assert kept(shell, "folded_names") == kept(shell, "known_names") == []


def test_a_name_that_is_kept_while_the_one_before_is_forgotten_is_found(
    games: Games, shell: Connection, game_id: str, meanwhile: Meanwhile
) -> None:
    games.put_name(game_id, "red", "Murat")
    shell.execute("DELETE FROM names")
    with shell.transaction():
        shell.execute(*names.put(game_id, "red", "Ney"))
        search = meanwhile(lambda: games.recorder.games_named("murat", 9))
    assert search.result(PATIENCE) == []
    assert games.recorder.games_named("ney", 9) == [game_id]


def test_a_name_that_changes_while_it_is_looked_for_is_found_as_it_is(
    games: Games, shell: Connection, game_id: str, meanwhile: Meanwhile
) -> None:
    of_an_earlier_release(shell, game_id, "Clara")
    with shell.transaction():
        shell.execute("UPDATE names SET name = 'Ney'")
        search = meanwhile(lambda: games.recorder.games_named("clara", 9))
    search.result(PATIENCE)
    assert games.recorder.games_named("clara", 9) == []
    assert games.recorder.games_named("ney", 9) == [game_id]


def test_a_word_is_forgotten_when_the_last_two_who_had_it_are_erased_at_once(
    games: Games, shell: Connection, game_id: str, meanwhile: Meanwhile
) -> None:
    for seat in ("red", "blue"):
        games.put_name(game_id, seat, "Ney")
    with shell.transaction():
        shell.execute(*names.put(game_id, "red", None))
        other = meanwhile(lambda: games.put_name(game_id, "blue", None))
    other.result(PATIENCE)
    assert kept(shell, "known_names") == []


def test_a_word_is_known_that_one_takes_while_the_last_other_is_erased(
    games: Games, shell: Connection, game_id: str, meanwhile: Meanwhile
) -> None:
    games.put_name(game_id, "red", "Ney")
    with shell.transaction():
        shell.execute(*names.put(game_id, "blue", "Ney"))
        other = meanwhile(lambda: games.put_name(game_id, "red", None))
    other.result(PATIENCE)
    assert games.recorder.games_named("ney", 9) == [game_id]


def test_who_names_several_seats_and_who_names_one_of_them_do_not_block_each_other(
    games: Games, shell: Connection, game_id: str, meanwhile: Meanwhile
) -> None:
    with shell.transaction():
        shell.execute(*names.put(game_id, "red", "Ney"))
        other = meanwhile(lambda: games.put_name(game_id, "blue", "Murat"))
        shell.execute(*names.put(game_id, "blue", "Clara"))
    other.result(PATIENCE)
    [[blue]] = shell.execute("SELECT name FROM names WHERE seat = 'blue'")
    assert kept(shell, "known_names") == sorted([names.folded(blue), "ney"])
