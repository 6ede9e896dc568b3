"""The tables of the log on PostgreSQL, and the triggers that keep it append-only."""

from __future__ import annotations

from psycopg.sql import SQL, Composed, Identifier

from napoleon.log.store.postgres.connection import Connection
from napoleon.log.store.postgres.rights import (
    ADD,
    ADD_AND_REMOVE,
    CHANGE,
    READ,
    act_as_owner,
    check_right_to_create,
    grant,
)
from napoleon.log.store.recorder import StoreMissing

SCHEMA_VERSION = 1
"""Kept in the table ``schema_version``."""

CHANNEL = "napoleon"
"""Where it is notified that something has been recorded."""

WRITING = int.from_bytes(b"NAPOLEON", "big")
"""Number of the advisory lock that a writer of the log holds until its transaction ends."""

_TABLES = """
    CREATE TABLE schema_version (
        number integer NOT NULL, is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only));

    -- Games and topics are numbered, as both names would be repeated in every row and index.
    CREATE TABLE games (
        number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game text COLLATE "C" NOT NULL UNIQUE);
    CREATE TABLE topics (
        number smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        topic text COLLATE "C" NOT NULL UNIQUE);

    -- Ids follow the order of commits without gaps: there is one writer at a time, what is rolled
    -- back uses none up, and nothing is ever deleted.
    CREATE TABLE events (
        id bigint PRIMARY KEY,
        game integer NOT NULL,
        version integer NOT NULL,
        topic smallint NOT NULL,
        state bytea NOT NULL,
        UNIQUE (game, version));
    CREATE TABLE orders (
        game integer,
        order_id text COLLATE "C",
        first_version integer NOT NULL,
        last_version integer NOT NULL,
        digest bytea NOT NULL,
        carried_out integer NOT NULL,
        refused bytea,
        PRIMARY KEY (game, order_id));
    CREATE TABLE checkpoints (
        game integer,
        size integer,
        note text NOT NULL,
        leaves bytea NOT NULL,
        PRIMARY KEY (game, size));

    CREATE TABLE names (
        game text COLLATE "C", seat text COLLATE "C", name text NOT NULL,
        PRIMARY KEY (game, seat));
    -- What people have written. It may be erased; the events hold its digest only.
    CREATE TABLE texts (
        game text COLLATE "C", id text COLLATE "C", salt bytea NOT NULL, text text NOT NULL,
        PRIMARY KEY (game, id));
    CREATE TABLE instructions (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        seat text NOT NULL,
        body bytea NOT NULL,
        UNIQUE (game, id));
    CREATE TABLE webhooks (
        game text COLLATE "C", id text COLLATE "C", reader text NOT NULL, token text NOT NULL,
        url text NOT NULL, secret bytea NOT NULL, sent integer NOT NULL,
        failures integer NOT NULL, due bigint NOT NULL,
        PRIMARY KEY (game, id));
    -- As a worker asks for that all the time.
    CREATE INDEX webhooks_by_due ON webhooks (due);
    CREATE TABLE snapshots (
        stream text COLLATE "C", version integer, topic text NOT NULL, state bytea NOT NULL,
        PRIMARY KEY (stream, version));

    -- What a person reads in a database shell.
    CREATE VIEW log AS
        SELECT events.id, games.game, version, topics.topic, convert_from(state, 'UTF8') AS state
        FROM events
        JOIN games ON games.number = events.game
        JOIN topics ON topics.number = events.topic;
"""

_FUNCTIONS = """
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the log is append-only: no % of %', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END $$;

    -- Held until the transaction ends: so nobody sees an id before all smaller ones.
    CREATE FUNCTION wait_for_other_writers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock({writing});
        RETURN NULL;
    END $$;

    -- Versions begin with 1; the library's own test cases begin some streams with 0.
    CREATE FUNCTION give_next_id() RETURNS trigger LANGUAGE plpgsql
    SET search_path = {schema}, pg_temp AS $$
    DECLARE
        newest integer := (SELECT max(version) FROM events WHERE game = NEW.game);
    BEGIN
        IF NEW.version IS DISTINCT FROM
                coalesce(newest + 1, least(greatest(NEW.version, 0), 1)) THEN
            RAISE EXCEPTION 'the log is append-only: not the next version of the game'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        NEW.id := coalesce((SELECT max(id) FROM events), 0) + 1;
        RETURN NEW;
    END $$;

    -- So all leaves up to the newest checkpoint are there, each once. A leaf's hash has 32 bytes.
    CREATE FUNCTION check_next_checkpoint() RETURNS trigger LANGUAGE plpgsql
    SET search_path = {schema}, pg_temp AS $$
    DECLARE
        newest integer := coalesce(
            (SELECT max(size) FROM checkpoints WHERE game = NEW.game), 0);
    BEGIN
        IF NEW.size <= newest OR length(NEW.leaves) <> 32 * (NEW.size - newest) THEN
            RAISE EXCEPTION 'the log is append-only: not the next checkpoint of the game'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$;

    CREATE FUNCTION tell_followers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NOTIFY {channel};
        RETURN NULL;
    END $$;
"""

_TRIGGERS = """
    CREATE TRIGGER one_writer BEFORE INSERT ON events
        FOR EACH STATEMENT EXECUTE FUNCTION wait_for_other_writers();
    CREATE TRIGGER in_sequence BEFORE INSERT ON events
        FOR EACH ROW EXECUTE FUNCTION give_next_id();
    CREATE TRIGGER told AFTER INSERT ON events
        FOR EACH STATEMENT EXECUTE FUNCTION tell_followers();
    CREATE TRIGGER one_writer BEFORE INSERT ON checkpoints
        FOR EACH STATEMENT EXECUTE FUNCTION wait_for_other_writers();
    CREATE TRIGGER in_sequence BEFORE INSERT ON checkpoints
        FOR EACH ROW EXECUTE FUNCTION check_next_checkpoint();
"""

# The row triggers are for single rows; a statement that hits no row changes nothing.
_APPEND_ONLY = """
    CREATE TRIGGER no_change BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER no_truncate BEFORE TRUNCATE ON {table}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
"""

_NUMBERED = "INSERT INTO schema_version (number) VALUES ({number})"

APPEND_ONLY = ("games", "topics", "events", "orders", "checkpoints")
"""The tables whose rows are never changed or removed."""

RIGHTS = {
    **dict.fromkeys(APPEND_ONLY, ADD),
    **dict.fromkeys(("schema_version", "log"), READ),
    **dict.fromkeys(("texts", "instructions"), ADD_AND_REMOVE),
    **dict.fromkeys(("names", "webhooks", "snapshots"), CHANGE),
}
"""What the role of the service may do with each table."""


def migrate(connection: Connection) -> None:
    """Make the tables in a database that has none, all or nothing, and let the service use them.

    Several processes may do so at once. Raises StoreMissing for a later release's database, for
    one that does not hold text in UTF-8, and for a role that may make no tables; and errors of
    psycopg.
    """
    with connection.transaction():
        has_roles = act_as_owner(connection)
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITING,))
        found = schema_version(connection)
        if found == 0:
            _create(connection)
        elif found != SCHEMA_VERSION:
            raise StoreMissing(f"the database has schema {found}, not {SCHEMA_VERSION}")
        if has_roles:
            grant(connection, RIGHTS)


def schema_version(connection: Connection) -> int:
    """The schema of the log in a database; 0 if there is none. Raises errors of psycopg."""
    [[table]] = connection.execute("SELECT to_regclass('schema_version')::text")
    if table is None:
        return 0
    [[number]] = connection.execute("SELECT number FROM schema_version")
    return int(number)


def _create(connection: Connection) -> None:
    check_right_to_create(connection)
    [[schema, encoding]] = connection.execute(
        "SELECT current_schema(), current_setting('server_encoding')"
    )
    if encoding != "UTF8":
        raise StoreMissing(f"the database holds text in {encoding}, not in UTF8")
    for statements in _statements(schema):
        connection.execute(statements)


def _statements(schema: str) -> list[Composed]:
    """What turns an empty database into a log, in the tables of `schema`."""
    names = {"schema": Identifier(schema), "channel": Identifier(CHANNEL)}
    return [
        SQL(_TABLES).format(),
        SQL(_FUNCTIONS).format(writing=WRITING, **names),
        SQL(_TRIGGERS).format(),
        *(SQL(_APPEND_ONLY).format(table=Identifier(table)) for table in APPEND_ONLY),
        SQL(_NUMBERED).format(number=SCHEMA_VERSION),
    ]
