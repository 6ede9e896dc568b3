"""Marks and games that are awake, on PostgreSQL; see `napoleon.log.store.marks`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from eventsourcing.persistence import Notification
from psycopg.sql import SQL, Composed, Identifier, Literal

from napoleon.log.store.marks import AT_ONCE, MARKED, PORTION, check_marked, portions
from napoleon.log.store.postgres.connection import Connection, Cursor, Datastore

Turn = Callable[[Connection, Sequence[str], Sequence[str]], object]
"""Waits for others who write in some games, of which those that are named last may be new."""

# Triggers write with the rights of the owner, as the role of the release before has none here.
_TABLES = """
    -- The numbers of the topics whose events are marked.
    CREATE TABLE marked_topics (topic smallint PRIMARY KEY);
    CREATE TABLE marks (game integer, topic smallint, id bigint, PRIMARY KEY (game, topic, id));
    CREATE TABLE awake (game integer PRIMARY KEY);
    -- Which of the events that were there before the triggers have been gone through.
    CREATE TABLE marking (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        done bigint NOT NULL, upto bigint NOT NULL);

    CREATE FUNCTION keep_marked_topics() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    BEGIN
        INSERT INTO marked_topics
        SELECT number FROM fresh WHERE topic = ANY ({topics}) ON CONFLICT DO NOTHING;
        RETURN NULL;
    END $$;

    CREATE FUNCTION keep_marks() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    BEGIN
        INSERT INTO marks
        SELECT game, topic, id FROM fresh WHERE topic IN (SELECT topic FROM marked_topics)
        ON CONFLICT DO NOTHING;
        INSERT INTO awake SELECT DISTINCT game FROM fresh ON CONFLICT DO NOTHING;
        RETURN NULL;
    END $$;
    REVOKE ALL ON FUNCTION keep_marked_topics, keep_marks FROM PUBLIC;

    CREATE TRIGGER marked AFTER INSERT ON topics REFERENCING NEW TABLE AS fresh
        FOR EACH STATEMENT EXECUTE FUNCTION keep_marked_topics();
    CREATE TRIGGER marked AFTER INSERT ON events REFERENCING NEW TABLE AS fresh
        FOR EACH STATEMENT EXECUTE FUNCTION keep_marks();

    -- What earlier releases have recorded: nobody knows yet which of these games are over.
    INSERT INTO marked_topics SELECT number FROM topics WHERE topic = ANY ({topics});
    INSERT INTO awake SELECT number FROM games;
    INSERT INTO marking (done, upto) SELECT 0, coalesce(max(id), 0) FROM events;
"""

# Each role that writes the log may do what a worker does with these, whatever its name.
_USABLE = """
    DO $$
    DECLARE
        writer regrole;
    BEGIN
        FOR writer IN
            SELECT DISTINCT grantee::regrole FROM pg_class, aclexplode(relacl)
            WHERE pg_class.oid = 'events'::regclass AND privilege_type = 'INSERT' AND grantee <> 0
        LOOP
            EXECUTE format('GRANT SELECT ON marked_topics, known_names TO %s', writer);
            EXECUTE format('GRANT SELECT, INSERT, DELETE ON changed_names TO %s', writer);
            EXECUTE format('GRANT SELECT, INSERT ON marks TO %s', writer);
            EXECUTE format('GRANT SELECT, INSERT, DELETE ON awake TO %s', writer);
            EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON marking TO %s', writer);
        END LOOP;
    END $$;
"""

_AWAKE = """
    SELECT game FROM awake WHERE game > %(after)s AND {here} ORDER BY game LIMIT %(most)s
"""

_NUMBERS = "SELECT number FROM games WHERE game = ANY (%s)"

_NAMES = """
    SELECT number, games.game FROM (
        SELECT game FROM awake WHERE game > %(after)s AND {here} ORDER BY game LIMIT %(most)s
    ) AS chosen
    JOIN games ON games.number = chosen.game ORDER BY number
"""

# What is asked for is an array and no subquery, so that both indices are used from the left.
_MARKED = """
    SELECT games.game, version, topics.topic, state, found.id FROM (
        SELECT game, id FROM marks WHERE game = ANY (%(games)s) AND topic = ANY (%(topics)s)
        {unmarked}) AS found
    JOIN LATERAL (
        SELECT version, topic, state FROM events
        WHERE events.id = found.id AND topic = ANY (%(topics)s) {there}) AS event ON true
    JOIN games ON games.number = found.game
    JOIN topics ON topics.number = event.topic
    ORDER BY found.game, found.id
"""

# Of a divided log an id alone says nothing. By the game its events would all be read.
_THERE = "AND events.part = found.game %% %(partitions)s"

_UNMARKED = """
    UNION SELECT game, id FROM events WHERE id > %(done)s AND id <= %(upto)s
    AND topic = ANY (%(topics)s) AND game = ANY (%(games)s)
"""

_TOPICS = "SELECT number FROM topics WHERE topic = ANY (%s)"

_LEFT = "SELECT done, upto FROM marking"

_MARK = """
    WITH portion AS (SELECT done, least(done + %(most)s, upto) AS until FROM marking FOR UPDATE),
    kept AS (
        INSERT INTO marks SELECT game, topic, id FROM events, portion
        WHERE id > done AND id <= until AND topic IN (SELECT topic FROM marked_topics)
        ON CONFLICT DO NOTHING)
    UPDATE marking SET done = until FROM portion WHERE marking.done < until
    RETURNING marking.done < marking.upto
"""

_HEADS = """
    SELECT games.game, newest.version FROM games
    JOIN LATERAL (
        SELECT max(version) AS version FROM events WHERE events.game = games.number
    ) AS newest ON newest.version IS NOT NULL
    WHERE games.game = ANY (%s)
"""

_REST = """
    DELETE FROM awake USING games, unnest(%s::text[], %s::integer[]) AS over (game, version)
    WHERE games.game = over.game AND awake.game = games.number
    AND over.version = (SELECT max(version) FROM events WHERE events.game = awake.game)
    RETURNING awake.game
"""


class Parts(NamedTuple):
    """Which games are looked at: those whose numbers modulo `of` are among `numbers`."""

    of: int
    numbers: Sequence[int]

    def chosen(self, number: str) -> str:
        """The condition that a game's `number`, an expression of SQL, is one of these."""
        if len(self.numbers) == self.of:
            return "true"
        return f"{number} %% %(partitions)s = ANY (%(numbers)s)"

    @property
    def values(self) -> dict[str, Any]:
        """What that condition is about."""
        return {"partitions": self.of, "numbers": list(self.numbers)}


def schema(name: str) -> Composed:
    """What a log in the tables of the schema `name` has since version 3."""
    return SQL(_TABLES).format(schema=Identifier(name), topics=Literal(list(MARKED)))


USABLE = SQL(_USABLE)
"""Gives those who write the log the rights to it."""


def marked(
    datastore: Datastore,
    topics: Collection[str],
    games: Collection[str] | None,
    parts: Parts,
) -> Iterator[Notification]:
    """See `LogRecorder.marked`; of the games that are awake those in `parts` are looked at."""
    check_marked(topics)
    kinds = [int(row[0]) for row in datastore.select(_TOPICS, (list(topics),))]
    if games is None:
        chosen = _awake_numbers(datastore, parts)
    else:
        chosen = (
            [int(row[0]) for row in datastore.select(_NUMBERS, (list(some),))]
            for some in portions(games)
        )
    for numbers in chosen:
        done, upto = _left(datastore)
        found = datastore.select(
            _MARKED.format(
                unmarked=_UNMARKED if done < upto else "", there=_THERE if parts.of > 1 else ""
            ),
            {
                "games": numbers,
                "topics": kinds,
                "done": done,
                "upto": upto,
                "partitions": parts.of,
            },
        )
        yield from (Notification(*row) for row in found)


def _awake_numbers(datastore: Datastore, parts: Parts) -> Iterator[list[int]]:
    done, upto = _left(datastore)
    # Where not all is marked, what is left is gone through once, and not for each portion.
    after, most = 0, None if done < upto else AT_ONCE
    asked = _AWAKE.format(here=parts.chosen("game"))
    while found := [
        int(row[0])
        for row in datastore.select(asked, {"after": after, "most": most, **parts.values})
    ]:
        yield found
        after = found[-1]


def _left(datastore: Datastore) -> tuple[int, int]:
    [[done, upto]] = datastore.select(_LEFT)
    return int(done), int(upto)


def mark_more(datastore: Datastore) -> bool:
    """See `LogRecorder.mark_more`."""
    done, upto = _left(datastore)
    if done >= upto:
        return False
    datastore.execute(_MARK, {"most": PORTION})
    done, upto = _left(datastore)
    return done < upto


def awake(datastore: Datastore, parts: Parts) -> Iterator[str]:
    """See `LogRecorder.awake`."""
    after, asked = 0, _NAMES.format(here=parts.chosen("game"))
    while found := datastore.select(asked, {"after": after, "most": AT_ONCE, **parts.values}):
        yield from (str(row[1]) for row in found)
        after = int(found[-1][0])


def rest(datastore: Datastore, over: Mapping[str, int], turn: Turn) -> None:
    """See `LogRecorder.rest`. `turn` waits for writers of these games.

    Who does not might overlook what is being recorded, and put that to sleep.
    """
    datastore.transaction(partial(_rest, over=over, turn=turn), recorded=lambda: None)


def _rest(connection: Connection, over: Mapping[str, int], turn: Turn) -> Cursor:
    turn(connection, [*over], ())
    return connection.execute(_REST, (list(over), list(over.values())))


def heads(datastore: Datastore, games: Collection[str]) -> dict[str, int]:
    """See `LogRecorder.heads`."""
    return {
        str(game): int(version)
        for some in portions(games)
        for game, version in datastore.select(_HEADS, (list(some),))
    }
