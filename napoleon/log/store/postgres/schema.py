"""The tables of the log on PostgreSQL, and the triggers that keep it append-only."""

from __future__ import annotations

from psycopg.sql import SQL, Composed, Identifier, Literal

from napoleon.log.store.postgres import dividing, marks, names
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
from napoleon.log.store.recorder import RULING, StoreMissing
from napoleon.log.times import SECOND

SCHEMA_VERSION = 3
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
        id bigint {id_key},
        game integer NOT NULL,
        version integer NOT NULL,
        topic smallint NOT NULL,
        {part} state bytea NOT NULL,
        UNIQUE (game, version)) {by_game};
    CREATE TABLE orders (
        game integer,
        order_id text COLLATE "C",
        first_version integer NOT NULL,
        last_version integer NOT NULL,
        digest bytea NOT NULL,
        carried_out integer NOT NULL,
        refused bytea,
        PRIMARY KEY (game, order_id)) {by_game};
    CREATE TABLE checkpoints (
        game integer,
        size integer,
        note text NOT NULL,
        leaves bytea NOT NULL,
        PRIMARY KEY (game, size)) {by_game};

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

# What is said of the keys that sign; the newest row about a key holds. The service only reads it.
_SIGNING_KEYS = """
    CREATE TABLE signing_keys (
        number integer PRIMARY KEY,
        key text COLLATE "C" NOT NULL,
        since bigint NOT NULL,
        until bigint,
        vouched text NOT NULL);

    CREATE FUNCTION check_next_key() RETURNS trigger LANGUAGE plpgsql
    SET search_path = {schema}, pg_temp AS $$
    BEGIN
        IF NEW.number IS DISTINCT FROM (SELECT coalesce(max(number), 0) + 1 FROM signing_keys) THEN
            RAISE EXCEPTION 'the log is append-only: not the next row about its keys'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$;

    CREATE TRIGGER one_writer BEFORE INSERT ON signing_keys
        FOR EACH STATEMENT EXECUTE FUNCTION wait_for_other_writers();
    CREATE TRIGGER in_sequence BEFORE INSERT ON signing_keys
        FOR EACH ROW EXECUTE FUNCTION check_next_key();
"""

_WITH_LISTS = 2
"""The schema since which there are lists, keys, folded names and seals on orders."""

_NUMBERED = "INSERT INTO schema_version (number) VALUES ({number})"

_RENUMBERED = "UPDATE schema_version SET number = {number}"
# What is listed without read models: games by when they were set up, and rulings by when they were
# given. Triggers write it, so it is complete whatever release records an event, with the rights of
# the owner, as the role of that release has none here. Games that are listed nowhere are not here,
# nor are those whose first event cannot be read.
_LISTS = """
    CREATE TABLE listed (
        at bigint, game text COLLATE "C" NOT NULL UNIQUE, ruleset text COLLATE "C" NOT NULL,
        scenario text COLLATE "C" NOT NULL, PRIMARY KEY (at, game));
    CREATE TABLE ruled (
        at bigint, game text COLLATE "C", version integer, ruleset text COLLATE "C" NOT NULL,
        PRIMARY KEY (at, game, version));

    CREATE FUNCTION put_in_list(number integer, version integer, state bytea) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    DECLARE
        told jsonb;
        id text := (SELECT games.game FROM games WHERE games.number = put_in_list.number);
        kind text;
    BEGIN
        BEGIN
            told := convert_from(state, 'UTF8')::jsonb;
        EXCEPTION WHEN data_exception OR program_limit_exceeded OR statement_too_complex THEN
            RETURN;
        END;
        IF id IS NULL OR told->>'at' !~ '^[0-9]{{1,18}}$' OR told->>'at' IS NULL THEN
            RETURN;
        END IF;
        IF version > 1 THEN
            INSERT INTO ruled
            SELECT (told->>'at')::bigint / {second} * {second}, id, put_in_list.version, ruleset
            FROM listed WHERE game = id ON CONFLICT DO NOTHING;
        ELSIF told->>'ruleset' IS NOT NULL AND told->>'scenario' IS NOT NULL
                AND coalesce(told->>'unlisted', 'false') = 'false' THEN
            INSERT INTO listed
            VALUES ((told->>'at')::bigint, id, told->>'ruleset', told->>'scenario')
            ON CONFLICT DO NOTHING;
        END IF;
    END $$;

    CREATE FUNCTION keep_list() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    BEGIN
        IF NEW.version = 1
                OR NEW.topic = (SELECT number FROM topics WHERE topic = {ruling}) THEN
            PERFORM put_in_list(NEW.game, NEW.version, NEW.state);
        END IF;
        RETURN NULL;
    END $$;
    REVOKE ALL ON FUNCTION put_in_list, keep_list FROM PUBLIC;

    CREATE TRIGGER listed AFTER INSERT ON events
        FOR EACH ROW EXECUTE FUNCTION keep_list();
"""

# What names are looked for by, with the name that it was made of; those of earlier releases come in
# when a name is looked for. It is no column of `names`, and the seals on orders none of `orders`,
# as processes of the release before, which go on for a while, write rows without them.
_FOLDED = """
    CREATE TABLE folded_names (
        game text COLLATE "C", seat text COLLATE "C", name text NOT NULL, folded text NOT NULL,
        PRIMARY KEY (game, seat));
"""

_ORDER_SEALS = """
    CREATE TABLE order_seals (
        game integer, order_id text COLLATE "C", seal bytea NOT NULL,
        PRIMARY KEY (game, order_id));
"""

# What earlier releases have recorded: games before the rulings in them.
_FILLED = """
    SELECT put_in_list(game, version, state) FROM events WHERE version = 1;
    SELECT put_in_list(game, version, state) FROM events
    WHERE topic = (SELECT number FROM topics WHERE topic = {ruling}) AND version > 1;
"""

# Each role that reads the log may read what came with this schema, whatever its name.
_READABLE = """
    DO $$
    DECLARE
        reader regrole;
    BEGIN
        FOR reader IN
            SELECT DISTINCT grantee::regrole FROM pg_class, aclexplode(relacl)
            WHERE pg_class.oid = 'games'::regclass AND privilege_type = 'SELECT' AND grantee <> 0
        LOOP
            EXECUTE format('GRANT SELECT ON listed, ruled, signing_keys TO %s', reader);
        END LOOP;
    END $$;
"""

LISTS = ("listed", "ruled")
"""The tables of what is listed without read models. No row of them is changed or removed."""

APPEND_ONLY = ("games", "topics", "events", "orders", "checkpoints")
"""The tables of the log, to which the service adds rows that are never changed or removed."""

ORDER_SEALS = "order_seals"
"""The table of the seals on orders, to which rows are only added, too."""

MARKS = "marks"
"""The table of marked events; see `napoleon.log.store.marks`."""

KEYS = "signing_keys"
"""Its rows are never changed or removed either, and only the operator adds any."""

RIGHTS = {
    **dict.fromkeys((*APPEND_ONLY, ORDER_SEALS, MARKS), ADD),
    # Which key signs is for the operator to decide, and lists are made of the log by triggers.
    **dict.fromkeys(("schema_version", "log", KEYS, *LISTS, "marked_topics", "known_names"), READ),
    **dict.fromkeys(("texts", "instructions", "awake", "changed_names"), ADD_AND_REMOVE),
    **dict.fromkeys(("names", "folded_names", "webhooks", "snapshots", "marking"), CHANGE),
}
"""What the role of the service may do with each table."""


def migrate(connection: Connection, partitions: int = 0) -> None:
    """Make the tables in a database that has none, or those that are new, all or nothing.

    The service may use them from then on. A new log is divided into so many `partitions`, 0 for
    not at all; one that is there stays as it is.

    Several processes may do so at once. Raises StoreMissing for a later release's database, for
    one that does not hold text in UTF-8, for one in another number of partitions than said, and for
    a role that may make no tables; and errors of psycopg.
    """
    with connection.transaction():
        has_roles = act_as_owner(connection)
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITING,))
        found = schema_version(connection)
        if found == 0:
            _create(connection, partitions or 1)
        elif 0 < found < SCHEMA_VERSION:
            _upgrade(connection, found)
        elif found != SCHEMA_VERSION:
            raise StoreMissing(f"the database has schema {found}, not {SCHEMA_VERSION}")
        there = dividing.partitions_of(connection)
        if partitions not in (0, there):
            raise StoreMissing(
                f"the log is divided into {there}, and DATABASE_PARTITIONS says {partitions}: that "
                "is settled when the log is made, so move it into a new database"
            )
        if has_roles:
            grant(connection, RIGHTS if there == 1 else {**RIGHTS, **dividing.rights(there)})


def schema_version(connection: Connection) -> int:
    """The schema of the log in a database; 0 if there is none. Raises errors of psycopg."""
    [[table]] = connection.execute("SELECT to_regclass('schema_version')::text")
    if table is None:
        return 0
    [[number]] = connection.execute("SELECT number FROM schema_version")
    return int(number)


def _create(connection: Connection, partitions: int) -> None:
    check_right_to_create(connection)
    [[schema, encoding]] = connection.execute(
        "SELECT current_schema(), current_setting('server_encoding')"
    )
    if encoding != "UTF8":
        raise StoreMissing(f"the database holds text in {encoding}, not in UTF8")
    for statements in _statements(schema, partitions):
        connection.execute(statements)


def _upgrade(connection: Connection, found: int) -> None:
    [[schema]] = connection.execute("SELECT current_schema()")
    lists = (SQL(_FILLED).format(ruling=Literal(RULING)), SQL(_READABLE).format())
    for statements in (
        *_added_since(found, schema),
        *(lists if found < _WITH_LISTS else ()),
        marks.USABLE,
        SQL(_RENUMBERED).format(number=SCHEMA_VERSION),
    ):
        connection.execute(statements)


def _added_since(number: int, schema: str) -> list[Composed]:
    """What has come after the schema `number`."""
    added = {
        _WITH_LISTS: [
            SQL(_SIGNING_KEYS).format(schema=Identifier(schema)),
            SQL(_APPEND_ONLY).format(table=Identifier(KEYS)),
            *_lists(schema),
            SQL(_FOLDED).format(),
            SQL(_ORDER_SEALS).format(),
            SQL(_APPEND_ONLY).format(table=Identifier(ORDER_SEALS)),
        ],
        3: [
            marks.schema(schema),
            SQL(_APPEND_ONLY).format(table=Identifier(MARKS)),
            names.schema(schema),
        ],
    }
    return [it for since, statements in added.items() if since > number for it in statements]


def _statements(schema: str, partitions: int) -> list[Composed]:
    """What turns an empty database into a log, in the tables of `schema`."""
    names = {"schema": Identifier(schema), "channel": Identifier(CHANNEL)}
    return [
        SQL(_TABLES).format(**dividing.columns(partitions)),
        *(dividing.parts(partitions) if partitions > 1 else ()),
        SQL(_FUNCTIONS).format(writing=WRITING, **names),
        SQL(_TRIGGERS).format(),
        *(SQL(_APPEND_ONLY).format(table=Identifier(table)) for table in APPEND_ONLY),
        *_added_since(1, schema),
        *(dividing.schema(schema, partitions) if partitions > 1 else ()),
        SQL(_NUMBERED).format(number=SCHEMA_VERSION),
    ]


def _lists(schema: str) -> list[Composed]:
    """What makes the lists, which schema 1 does not have."""
    return [
        SQL(_LISTS).format(
            schema=Identifier(schema), second=Literal(SECOND), ruling=Literal(RULING)
        ),
        *(SQL(_APPEND_ONLY).format(table=Identifier(table)) for table in LISTS),
    ]
