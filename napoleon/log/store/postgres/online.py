"""A store on PostgreSQL as it moves while it is in use; see `napoleon.log.store.online`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString

from psycopg import errors
from psycopg.sql import SQL, Composable, Composed, Identifier, Literal

from napoleon.log.errors import CLOSED
from napoleon.log.store.moved import MoveRefused, Row, Table
from napoleon.log.store.online import (
    CHANGES,
    GAMES,
    KEYS,
    OF_A_GAME,
    STATE,
    MovingStore,
    Part,
    key_of,
)
from napoleon.log.store.postgres.connection import Connection, translated_errors
from napoleon.log.store.postgres.dividing import PARTITIONS, partitions_of
from napoleon.log.store.postgres.moving import WITHOUT_HURRY, Transaction, check, connected
from napoleon.log.store.postgres.rights import OWNER, READ, act_as_owner, grant
from napoleon.log.store.postgres.schema import WRITING

# Shorter than after what time PostgreSQL looks whether some wait for each other: then it is the
# move that tries again, and no player.
_BRIEFLY = "500ms"

# Now and then longer than that: only then PostgreSQL ends a vacuum that it runs by itself.
_LONGER = "SELECT setting::integer + 500 FROM pg_settings WHERE name = 'deadlock_timeout'"

_ONCE_IN = 10

_ATTEMPTS = 60

# Nobody can write to a closed store, so nobody else waits.
_WHILE_CLOSED = 10_000

_ATTEMPTS_WHILE_CLOSED = 12

_PAUSE = 0.1

_NOTED = "noted_by_move"

# BEFORE triggers of rows are called by their names: it comes before those that look at the row.
_CLOSED = "closed_by_move"

# A game is noted once for all its rows, and they are long: their columns are not looked at.
_FUNCTIONS = """
    CREATE OR REPLACE FUNCTION move_note_game() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {schema}, pg_temp AS $$
    BEGIN
        INSERT INTO {changes} AS it VALUES ({games}, jsonb_build_array(NEW.game)::text, 1)
        ON CONFLICT (what, key) DO UPDATE SET stamp = it.stamp + 1;
        RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION move_note_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {schema}, pg_temp AS $$
    DECLARE
        found jsonb;
    BEGIN
        FOREACH found IN ARRAY ARRAY[to_jsonb(OLD), to_jsonb(NEW)] LOOP
            CONTINUE WHEN found IS NULL;
            INSERT INTO {changes} AS it
            SELECT TG_TABLE_NAME, jsonb_agg(found->name ORDER BY place)::text, 1
            FROM unnest(TG_ARGV[0]::text[]) WITH ORDINALITY AS given (name, place)
            ON CONFLICT (what, key) DO UPDATE SET stamp = it.stamp + 1;
        END LOOP;
        RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION move_refuse() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    BEGIN
        IF (SELECT letting FROM {state}) IS DISTINCT FROM 1 THEN
            RAISE EXCEPTION {closed} USING ERRCODE = 'object_in_use';
        END IF;
        IF TG_OP = 'DELETE' THEN
            RETURN OLD;
        END IF;
        RETURN NEW;
    END $$;
    REVOKE ALL ON FUNCTION move_note_game, move_note_row, move_refuse FROM PUBLIC;
"""

_NOTED_GAME = """
    CREATE TRIGGER {name} AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION move_note_game()
"""

_NOTED_ROW = """
    CREATE TRIGGER {name} AFTER INSERT OR UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION move_note_row({key})
"""

_REFUSED = """
    CREATE TRIGGER {name} BEFORE INSERT OR UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION move_refuse()
"""

_THERE = """
    SELECT relname::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE tgname = ? AND relname = ANY (?) AND relnamespace = current_schema()::regnamespace
"""


class PostgresMovingStore(Transaction, MovingStore):
    """The database of a store."""

    _HELD = " FOR UPDATE"

    def __init__(self, connection: Connection, tables: Sequence[Table]) -> None:
        Transaction.__init__(self, connection)
        MovingStore.__init__(self, tables)
        self._partitions = partitions_of(connection)

    def run(self, file: str, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """See `MovingStore.run`."""
        with translated_errors():
            asked = statement.replace("?", "%s")
            found = self._connection.execute(asked.encode(), values, binary=True)
            return found.fetchall() if found.description else []

    def files(self) -> Sequence[str]:
        """See `MovingStore.files`: all tables are in one database."""
        return [""]

    @contextmanager
    def reading(self) -> Iterator[None]:
        """See `MovingStore.reading`."""
        with self._begun("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._begun("BEGIN"):
            yield

    @contextmanager
    def _begun(self, words: str) -> Iterator[None]:
        with translated_errors():
            self._connection.execute(words.encode())
            try:
                self._connection.execute(WITHOUT_HURRY)
                yield
                self._connection.execute("COMMIT")
            finally:
                # Nothing to undo after a commit.
                if not self._connection.closed:
                    self._connection.rollback()

    @contextmanager
    def _standing_still(self) -> Iterator[None]:
        """See `MovingStore`. Nobody waits longer for it than for a slow order."""
        with self._begun("BEGIN"):
            has_roles = act_as_owner(self._connection)
            self._hold_tables()
            yield
            if has_roles and self._has("", STATE):
                there = [it for it in (STATE, CHANGES) if self._has("", it)]
                grant(self._connection, dict.fromkeys(there, READ))

    def _hold_tables(self) -> None:
        names = SQL(", ").join(map(Identifier, (*self.tables, KEYS)))
        patience = self._patience()
        for last, longest in enumerate(patience, 1 - len(patience)):
            try:
                with self._connection.transaction():
                    limit = "SELECT set_config('lock_timeout', %s, true)"
                    self._connection.execute(limit, (longest,))
                    # What a move writes waits here first, too.
                    if self._has("", STATE):
                        self._connection.execute(f"SELECT FROM {STATE} FOR UPDATE".encode())
                    # In the order of writers, who wait for their turn before they write.
                    self._wait_for_writers()
                    self._connection.execute(
                        SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE").format(names)
                    )
                    self._connection.execute("SET LOCAL lock_timeout TO DEFAULT")
            except errors.InsufficientPrivilege:
                raise MoveRefused(
                    "The role of this DATABASE_URL does not own the tables: give the command that "
                    f"of the role that does, which is {OWNER} after deploy/postgres-roles.sql."
                ) from None
            except (errors.LockNotAvailable, errors.DeadlockDetected):
                if not last:
                    raise
                time.sleep(_PAUSE)
            else:
                return

    def _patience(self) -> list[str]:
        """For how long each attempt to hold the tables waits."""
        [[longer]] = self._connection.execute(_LONGER)
        state = self.state()
        if state is not None and state.part not in (Part.LEAVING, Part.ARRIVED):
            return [f"{max(_WHILE_CLOSED, longer)}ms"] * _ATTEMPTS_WHILE_CLOSED
        return [
            _BRIEFLY if attempt % _ONCE_IN else f"{longer}ms" for attempt in range(1, _ATTEMPTS + 1)
        ]

    def _wait_for_writers(self) -> None:
        if self._partitions == 1:
            self._connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITING,))
        else:
            self._connection.execute("SELECT FROM partitions ORDER BY part FOR UPDATE")

    def _has(self, file: str, table: str) -> bool:
        [[found]] = self.run("", "SELECT to_regclass(?)::text", (table,))
        return found is not None

    def _note_changes(self) -> None:
        self._make_functions()
        for table in OF_A_GAME:
            self._switch_on(_NOTED, table, SQL(_NOTED_GAME))
        for it in self.changing():
            key = "{" + ",".join(key_of(it)) + "}"
            self._switch_on(_NOTED, it.name, SQL(_NOTED_ROW), key=Literal(key))

    def _stop_noting(self) -> None:
        self._switch_off(_NOTED)

    def _refuse_changes(self, tables: Mapping[str, str]) -> None:
        self._make_functions()
        for table in tables:
            self._switch_on(_CLOSED, table, SQL(_REFUSED))

    def _take_changes(self) -> None:
        self._switch_off(_CLOSED)

    def _make_functions(self) -> None:
        [[schema]] = self.run("", "SELECT current_schema()::text")
        names = {"schema": schema, "changes": CHANGES, "state": STATE}
        self._do(
            SQL(_FUNCTIONS).format(
                games=Literal(GAMES),
                closed=Literal(CLOSED),
                **{name: Identifier(it) for name, it in names.items()},
            )
        )

    def _switch_off(self, trigger: str) -> None:
        """Let a trigger be called no more. To drop it would wait for all who read the tables."""
        for table in self._there(trigger, [*self.tables, KEYS]):
            self._switch("DISABLE", trigger, table)

    def _switch_on(self, trigger: str, table: str, definition: SQL, **more: Composable) -> None:
        if not self._there(trigger, [table]):
            self._do(definition.format(name=Identifier(trigger), table=Identifier(table), **more))
        self._switch("ENABLE", trigger, table)

    def _switch(self, how: LiteralString, trigger: str, table: str) -> None:
        switching = SQL("ALTER TABLE {} {} TRIGGER {}")
        self._do(switching.format(Identifier(table), SQL(how), Identifier(trigger)))

    def _there(self, trigger: str, tables: Sequence[str]) -> list[str]:
        """Those of the tables that have that trigger."""
        return [str(table) for (table,) in self.run("", _THERE, (trigger, list(tables)))]

    def _do(self, statement: Composed) -> None:
        with translated_errors():
            self._connection.execute(SQL("SET LOCAL client_min_messages = warning"))
            self._connection.execute(statement)

    def know_sizes(self) -> None:
        """See `MovingStore.know_sizes`. Otherwise that comes in the way when it is opened."""
        with self._begun("BEGIN"):
            act_as_owner(self._connection)
            self._do(SQL("ANALYZE {}").format(SQL(", ").join(map(Identifier, self.tables))))

    def events(self) -> int:
        """See `MovingStore.events`: ids have no gaps, in each partition."""
        if self._partitions == 1:
            [[newest]] = self.run("", "SELECT coalesce(max(id), 0) FROM events")
        else:
            [[newest]] = self.run("", f"SELECT sum(place)::bigint FROM {PARTITIONS}")  # noqa: S608
        return int(newest)


@contextmanager
def moving(env: Mapping[str, str], tables: Sequence[Table]) -> Iterator[PostgresMovingStore]:
    """The store that `env` names. Raises StoreMissing, and the library's errors."""
    with connected(env) as connection:
        check(env, connection)
        yield PostgresMovingStore(connection, tables)
