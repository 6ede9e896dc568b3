"""Marks and games that are awake, on SQLite; see `napoleon.log.store.marks`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec
from eventsourcing.persistence import Notification

from napoleon.log.store.marks import AT_ONCE, MARKED, PORTION, check_marked, portions
from napoleon.log.store.sqlite.connection import Datastore

_TOPICS = ", ".join(f"'{it}'" for it in MARKED)

SCHEMA = (
    # The numbers of the topics whose events are marked.
    "CREATE TABLE marked_topics (topic INTEGER PRIMARY KEY)",
    """
    CREATE TABLE marks (
        game INTEGER, topic INTEGER, id INTEGER, PRIMARY KEY (game, topic, id)) WITHOUT ROWID
    """,
    "CREATE TABLE awake (game INTEGER PRIMARY KEY)",
    # Which of the events that were there before the triggers have been gone through.
    """
    CREATE TABLE marking (
        only INTEGER PRIMARY KEY CHECK (only = 1), done INTEGER NOT NULL, upto INTEGER NOT NULL)
    """,
    f"""
    CREATE TRIGGER topics_are_marked AFTER INSERT ON topics WHEN NEW.topic IN ({_TOPICS})
    BEGIN INSERT INTO marked_topics VALUES (NEW.number); END
    """,  # noqa: S608
    """
    CREATE TRIGGER events_are_marked AFTER INSERT ON events
    WHEN EXISTS (SELECT 1 FROM marked_topics WHERE topic = NEW.topic)
    BEGIN INSERT OR IGNORE INTO marks VALUES (NEW.game, NEW.topic, NEW.id); END
    """,
    """
    CREATE TRIGGER events_wake_games AFTER INSERT ON events
    WHEN NOT EXISTS (SELECT 1 FROM awake WHERE game = NEW.game)
    BEGIN INSERT INTO awake VALUES (NEW.game); END
    """,
    # What earlier releases have recorded: nobody knows yet which of these games are over.
    f"INSERT INTO marked_topics SELECT number FROM topics WHERE topic IN ({_TOPICS})",  # noqa: S608
    "INSERT INTO awake SELECT number FROM games",
    "INSERT INTO marking SELECT 1, 0, coalesce(max(id), 0) FROM events",
)
"""What a log has since schema 6."""

_AWAKE = "SELECT game FROM awake WHERE game > ? ORDER BY game LIMIT ?"

_NUMBERS = "SELECT number FROM games WHERE game IN (SELECT value FROM json_each(?))"

_NAMES = """
    SELECT number, games.game FROM awake JOIN games ON games.number = awake.game
    WHERE awake.game > ? ORDER BY awake.game LIMIT ?
"""

_TOPICS_ASKED = "SELECT number FROM topics WHERE topic IN (SELECT value FROM json_each(:topics))"

# In this order, so that neither the events nor the marks are gone through.
_MARKED = f"""
    SELECT games.game, version, topics.topic, state, events.id FROM (
        SELECT marks.id AS id FROM json_each(:games) AS chosen CROSS JOIN marks
        ON marks.game = chosen.value AND marks.topic IN ({_TOPICS_ASKED})
        {{unmarked}}) AS found
    CROSS JOIN events ON events.id = found.id
    CROSS JOIN games ON games.number = events.game
    CROSS JOIN topics ON topics.number = events.topic
    WHERE events.topic IN ({_TOPICS_ASKED})
    ORDER BY events.game, events.id
"""  # noqa: S608

_UNMARKED = f"""
    UNION SELECT id FROM events WHERE id > :done AND id <= :upto
    AND topic IN ({_TOPICS_ASKED}) AND +game IN (SELECT value FROM json_each(:games))
"""  # noqa: S608

_MARK = """
    INSERT OR IGNORE INTO marks SELECT game, topic, id FROM events
    WHERE id > :after AND id <= :upto AND topic IN (SELECT topic FROM marked_topics)
"""

_HEADS = """
    SELECT games.game, (SELECT max(version) FROM events WHERE events.game = games.number)
    FROM json_each(?) AS asked CROSS JOIN games ON games.game = asked.value
"""

_REST = """
    DELETE FROM awake WHERE game = (SELECT number FROM games WHERE game = :game)
    AND :version = (SELECT max(version) FROM events WHERE events.game = awake.game)
"""


def marked(
    datastore: Datastore, topics: Collection[str], games: Collection[str] | None
) -> Iterator[Notification]:
    """See `LogRecorder.marked`."""
    check_marked(topics)
    if games is None:
        chosen = _awake_numbers(datastore)
    else:
        chosen = (
            [row[0] for row in datastore.select(_NUMBERS, (_list(some),))]
            for some in portions(games)
        )
    for numbers in chosen:
        done, upto = _left(datastore)
        statement = _MARKED.format(unmarked=_UNMARKED if done < upto else "")
        values = {
            "games": _list(numbers),
            "topics": _list([*topics]),
            "done": done,
            "upto": upto,
        }
        yield from (Notification(*row) for row in datastore.select(statement, values))


def _awake_numbers(datastore: Datastore) -> Iterator[list[int]]:
    done, upto = _left(datastore)
    # Where not all is marked, what is left is gone through once, and not for each portion.
    after, most = 0, -1 if done < upto else AT_ONCE
    while found := [row[0] for row in datastore.select(_AWAKE, (after, most))]:
        yield found
        after = found[-1]


def _left(datastore: Datastore) -> tuple[int, int]:
    [[done, upto]] = datastore.select("SELECT done, upto FROM marking")
    return done, upto


def mark_more(datastore: Datastore) -> bool:
    """See `LogRecorder.mark_more`."""
    done, upto = _left(datastore)
    if done >= upto:
        return False
    with datastore.transaction(commit=True) as cursor:
        cursor.execute("SELECT done, upto FROM marking")
        done, upto = cursor.fetchone()
        until = min(done + PORTION, upto)
        cursor.execute(_MARK, {"after": done, "upto": until})
        cursor.execute("UPDATE marking SET done = ?", (until,))
    return bool(until < upto)


def awake(datastore: Datastore) -> Iterator[str]:
    """See `LogRecorder.awake`."""
    after = 0
    while found := datastore.select(_NAMES, (after, AT_ONCE)):
        yield from (row[1] for row in found)
        after = found[-1][0]


def rest(datastore: Datastore, over: Mapping[str, int]) -> None:
    """See `LogRecorder.rest`."""
    with datastore.transaction(commit=True) as cursor:
        cursor.executemany(
            _REST, [{"game": game, "version": version} for game, version in over.items()]
        )


def heads(datastore: Datastore, games: Collection[str]) -> dict[str, int]:
    """See `LogRecorder.heads`."""
    return {
        game: version
        for some in portions(games)
        for game, version in datastore.select(_HEADS, (_list(some),))
        if version is not None
    }


def _list(values: Sequence[str] | Sequence[int]) -> str:
    return msgspec.json.encode(values).decode()
