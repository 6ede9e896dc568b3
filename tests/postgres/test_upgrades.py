"""A database of the release before is brought up to this one, while that release goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from napoleon.log.events.cases import RulingGiven
from napoleon.log.store.marks import MARKED
from napoleon.log.store.postgres.schema import LISTS, SCHEMA_VERSION, schema_version
from napoleon.log.store.recorder import ListedGames, StoreMissing
from napoleon.play.games import Games
from napoleon.play.referee import texts
from napoleon.play.transactions import Transaction
from tests.core.play import play, stored

AS_SCHEMA_2 = """
    DROP TRIGGER marked ON topics;
    DROP TRIGGER marked ON events;
    DROP TABLE marked_topics, marks, awake, marking;
    DROP FUNCTION keep_marked_topics, keep_marks;
    DROP TRIGGER noted ON names;
    DROP TRIGGER known ON folded_names;
    DROP TRIGGER in_turn ON names;
    DROP TRIGGER in_turn ON folded_names;
    DROP TABLE changed_names, known_names;
    DROP INDEX folded_names_by_folded;
    DROP FUNCTION note_changed_name, keep_known_names, wait_for_others_who_name;
    UPDATE schema_version SET number = 2;
"""
"""What makes a database of this release one of schema 2."""

AS_BEFORE = f"""
    {AS_SCHEMA_2}
    DROP TRIGGER listed ON events;
    DROP TABLE listed, ruled;
    DROP FUNCTION put_in_list, keep_list;
    DROP TABLE signing_keys;
    DROP TABLE folded_names;
    DROP TABLE order_seals;
    DROP FUNCTION check_next_key;
    UPDATE schema_version SET number = 1;
"""
"""What makes a database of this release one of schema 1."""


def lists(games: Games) -> Any:
    return games.recorder.listed(ListedGames(limit=100)), games.recorder.ruled(None, 100)


def test_a_log_of_schema_1_gets_its_lists(
    env: dict[str, str], opened: Callable[..., Games]
) -> None:
    games = opened()
    made = [games.create("toy", "short", {}, referee=True).game.id for _ in range(5)]
    play(games, made[0], 5)
    games.create("toy", "wide", {}, unlisted=True)

    def write(act: Transaction) -> None:
        act.record(RulingGiven(0, "stand", ("END",), texts.keep(act, games, "!")), by="referee")

    games.transact(made[1], write)
    before, events = lists(games), stored(games)
    assert {it[1] for it in before[0]} == set(made)
    assert [it[1] for it in before[1]] == [made[1]]
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as shell:
        shell.execute(AS_BEFORE)
        shell.execute("DROP ROLE IF EXISTS napoleon_reads_lists")
        shell.execute("CREATE ROLE napoleon_reads_lists")
        shell.execute("GRANT SELECT ON games TO napoleon_reads_lists")
        with pytest.raises(StoreMissing, match="napoleon migrate"):
            opened(CREATE_TABLE="no")
        migrated = opened()
        assert schema_version(shell) == SCHEMA_VERSION
        assert (lists(migrated), stored(migrated)) == (before, events)
        for table in LISTS:
            [[reads]] = shell.execute(
                "SELECT has_table_privilege('napoleon_reads_lists', %s, 'SELECT')", [table]
            )
            assert reads, "whoever reads the log reads its lists"
        shell.execute("DROP OWNED BY napoleon_reads_lists")
        shell.execute("DROP ROLE napoleon_reads_lists")
        # A process of the release before is still there, and writes as it did.
        fresh = games.create("toy", "short", {}).game.id
        assert fresh in {it[1] for it in lists(migrated)[0]}


def test_a_log_of_schema_2_gets_its_marks(
    env: dict[str, str], opened: Callable[..., Games]
) -> None:
    """A process of the release before goes on: what it records is marked, and wakes its game."""
    games = opened()
    made = [games.create("toy", "short", {}, bots=["blue"]).game.id for _ in range(3)]
    marked, events = list(games.recorder.marked(MARKED)), stored(games)
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as shell:
        shell.execute(AS_SCHEMA_2)
        shell.execute("DROP ROLE IF EXISTS napoleon_writes")
        shell.execute("CREATE ROLE napoleon_writes")
        shell.execute("GRANT SELECT, INSERT ON events TO napoleon_writes")
        migrated = opened()
        assert schema_version(shell) == SCHEMA_VERSION
        assert stored(migrated) == events
        assert list(migrated.recorder.awake()) == made
        assert list(migrated.recorder.marked(MARKED)) == marked
        migrated.recorder.rest({it: migrated.head(it) for it in made})
        assert list(migrated.recorder.awake()) == []
        games.claim(made[1], "red")
        fresh = games.create("toy", "short", {}).game.id
        assert list(migrated.recorder.awake()) == [made[1], fresh]
        while migrated.recorder.mark_more():
            pass
        assert list(migrated.recorder.marked(MARKED, made)) == marked
        for table, rights in (("marks", "INSERT"), ("awake", "DELETE"), ("marking", "UPDATE")):
            [[may]] = shell.execute(
                "SELECT has_table_privilege('napoleon_writes', %s, %s)", [table, rights]
            )
            assert may, "each role that writes the log writes its marks"
        shell.execute("DROP OWNED BY napoleon_writes")
        shell.execute("DROP ROLE napoleon_writes")


def test_names_that_were_erased_before_the_upgrade_are_forgotten_with_it(
    env: dict[str, str], opened: Callable[..., Games]
) -> None:
    games = opened()
    made = [games.create("toy", "short", {}).game.id for _ in range(2)]
    for game_id, name in zip(made, ("Murat", "Ney"), strict=True):
        games.put_name(game_id, "red", name)
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as shell:
        shell.execute(AS_SCHEMA_2)
        # As a release does that folds none.
        shell.execute("DELETE FROM names WHERE name = 'Murat'")
        migrated = opened()
        for table in ("folded_names", "known_names"):
            rows = shell.execute(f"SELECT folded FROM {table}").fetchall()  # type: ignore[arg-type]
            assert rows == [("ney",)]
        assert migrated.recorder.games_named("ney", 9) == [made[1]]


def test_nobody_changes_the_lists(env: dict[str, str], opened: Callable[..., Games]) -> None:
    opened().create("toy", "short", {})
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as shell:
        for table in LISTS:
            for change in (f"TRUNCATE {table}", f"DELETE FROM {table}"):
                if table == "listed" or change.startswith("TRUNCATE"):
                    with pytest.raises(psycopg.errors.IntegrityError, match="append-only"):
                        shell.execute(change)  # type: ignore[call-overload]
