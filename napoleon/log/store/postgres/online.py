"""A store on PostgreSQL as it moves while it is in use; see `napoleon.log.store.online`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from psycopg import errors
from psycopg.sql import SQL, Composed, Identifier, Literal

from napoleon.log.errors import CLOSED
from napoleon.log.store.moved import MoveRefused, Row, Table
from napoleon.log.store.online import CHANGES, GAMES, OF_A_GAME, STATE, MovingStore, key_of
from napoleon.log.store.postgres.connection import Connection, translated_errors
from napoleon.log.store.postgres.dividing import PARTITIONS, partitions_of
from napoleon.log.store.postgres.moving import WITHOUT_HURRY, Transaction, check, connected
from napoleon.log.store.postgres.rights import OWNER, READ, act_as_owner, grant
from napoleon.log.store.postgres.schema import WRITING

# Shorter than after what time PostgreSQL looks whether some wait for each other: then it is the
# move that tries again, and no player.
_PATIENCE = "SET LOCAL lock_timeout = '500ms'"

_ATTEMPTS = 60

_PAUSE = 0.1

# A game is noted once for all its rows, and they are long: their columns are not looked at.
_FUNCTIONS = """
    CREATE OR REPLACE FUNCTION note_game() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {schema}, pg_temp AS $$
    BEGIN
        INSERT INTO {changes} AS it VALUES ({games}, jsonb_build_array(NEW.game)::text, 1)
        ON CONFLICT (what, key) DO UPDATE SET stamp = it.stamp + 1;
        RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION note_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

    CREATE OR REPLACE FUNCTION refuse_while_closed() RETURNS trigger
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
    REVOKE ALL ON FUNCTION note_game, note_row, refuse_while_closed FROM PUBLIC;
"""

_NOTED_GAME = """
    CREATE OR REPLACE TRIGGER noted AFTER INSERT ON {table}
        FOR EACH ROW EXECUTE FUNCTION note_game()
"""

_NOTED_ROW = """
    CREATE OR REPLACE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION note_row({key})
"""

# Triggers are called by their names: it comes before those that look at the row.
_CLOSED = """
    CREATE OR REPLACE TRIGGER closed BEFORE INSERT OR UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION refuse_while_closed()
"""

_THERE = """
    SELECT relname::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE tgname = ? AND relname = ANY (?) AND relnamespace = current_schema()::regnamespace
"""


class PostgresMovingStore(Transaction, MovingStore):
    """The database of a store."""

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
        names = SQL(", ").join(map(Identifier, self.tables))
        for attempt in range(_ATTEMPTS):
            try:
                with self._connection.transaction():
                    self._connection.execute(_PATIENCE)
                    # In the order of writers, who wait for their turn before they write.
                    self._wait_for_writers()
                    self._connection.execute(
                        SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE").format(names)
                    )
            except errors.InsufficientPrivilege:
                raise MoveRefused(
                    "The role of this DATABASE_URL does not own the tables: give the command that "
                    f"of the role that does, which is {OWNER} after deploy/postgres-roles.sql."
                ) from None
            except (errors.LockNotAvailable, errors.DeadlockDetected):
                if attempt == _ATTEMPTS - 1:
                    raise
                time.sleep(_PAUSE)
            else:
                return

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
            self._switch_on("noted", table, SQL(_NOTED_GAME).format(table=Identifier(table)))
        for it in self.changing():
            key = "{" + ",".join(key_of(it)) + "}"
            noted = SQL(_NOTED_ROW).format(table=Identifier(it.name), key=Literal(key))
            self._switch_on("noted", it.name, noted)

    def _forget_changes(self) -> None:
        self._switch_off("noted")
        self._do(SQL("DROP TABLE IF EXISTS {}").format(Identifier(CHANGES)))

    def _refuse_changes(self) -> None:
        self._make_functions()
        for table in self.tables:
            self._switch_on("closed", table, SQL(_CLOSED).format(table=Identifier(table)))

    def _take_changes(self) -> None:
        self._switch_off("closed")

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
        found = self.run("", _THERE, (trigger, list(self.tables)))
        for (table,) in found:
            switching = SQL("ALTER TABLE {} DISABLE TRIGGER {}")
            self._do(switching.format(Identifier(table), Identifier(trigger)))

    def _switch_on(self, trigger: str, table: str, definition: Composed) -> None:
        self._do(definition)
        switching = SQL("ALTER TABLE {} ENABLE TRIGGER {}")
        self._do(switching.format(Identifier(table), Identifier(trigger)))

    def _do(self, statement: Composed) -> None:
        with translated_errors():
            self._connection.execute(SQL("SET LOCAL client_min_messages = warning"))
            self._connection.execute(statement)

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
