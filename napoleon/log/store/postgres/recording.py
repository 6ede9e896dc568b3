"""What one save sends to the database, in the order in which the server carries it out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from eventsourcing.persistence import IntegrityError, StoredEvent

from napoleon.log.store.postgres import names
from napoleon.log.store.postgres.connection import Connection, Cursor
from napoleon.log.store.postgres.marks import Turn
from napoleon.log.store.postgres.schema import WRITING
from napoleon.log.store.recorder import SideRecords, StandingOrderRow

_LOCK = "SELECT pg_advisory_xact_lock(%s)"

_LOCK_PARTITIONS = "SELECT wait_for_turn(%b::text[])"

_NUMBER_GAMES = """
    INSERT INTO games (game) SELECT given FROM unnest(%b::text[]) AS given
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE game = given)
"""

_NUMBER_TOPICS = """
    INSERT INTO topics (topic) SELECT given FROM unnest(%b::text[]) AS given
    WHERE NOT EXISTS (SELECT 1 FROM topics WHERE topic = given)
    ORDER BY given ON CONFLICT DO NOTHING
"""

_INSERT_EVENTS = """
    INSERT INTO events (game, version, topic, state)
    SELECT
        (SELECT number FROM games WHERE games.game = given.game), version,
        (SELECT number FROM topics WHERE topics.topic = given.topic), state
    FROM unnest(%b::text[], %b::integer[], %b::text[], %b::bytea[])
        WITH ORDINALITY AS given (game, version, topic, state, place)
    ORDER BY place
    RETURNING id
"""

_INSERT_ORDER = """
    INSERT INTO orders VALUES ((SELECT number FROM games WHERE game = %s), %s, %s, %s, %b, %s, %b)
"""

_INSERT_SEAL = """
    INSERT INTO order_seals VALUES ((SELECT number FROM games WHERE game = %s), %s, %b)
"""

INSERT_CHECKPOINT = """
    INSERT INTO checkpoints VALUES ((SELECT number FROM games WHERE game = %s), %s, %s, %b)
"""

_INSERT_TEXT = "INSERT INTO texts VALUES (%s, %s, %b, %s)"

_ERASE_TEXTS = "DELETE FROM texts WHERE game = %s AND id = ANY (%s)"

_FORGET_STANDING_ORDERS = "DELETE FROM instructions WHERE game = %s"

DROP_STANDING_ORDER = "DELETE FROM instructions WHERE game = %s AND id = %s RETURNING id"

_OF_SEAT = "SELECT id FROM instructions WHERE game = %s AND seat = %s"

_PUT_STANDING_ORDER = "INSERT INTO instructions (game, id, seat, body) VALUES (%s, %s, %s, %b)"

_KEPT_STANDING_ORDER = "SELECT id FROM instructions WHERE game = %s AND id = %s"


def behind_everybody(
    connection: Connection, games: Sequence[str], fresh: Sequence[str] = ()
) -> None:
    """Wait for all who write in a log that is not divided."""
    connection.execute(_LOCK, (WRITING,))


def behind_others_there(
    connection: Connection, games: Sequence[str], fresh: Sequence[str] = ()
) -> None:
    """Wait for all who write in the partitions of `games`; they are found by their numbers."""
    if fresh:
        connection.execute(_NUMBER_GAMES, (fresh,))
    connection.execute(_LOCK_PARTITIONS, (games,))


def record(
    connection: Connection,
    events: Sequence[StoredEvent],
    side_records: SideRecords,
    known: frozenset[str],
    turn: Turn,
) -> Cursor:
    """Send the events and what goes with them; see `LogRecorder.insert_events`.

    There is at least one event; the topics in `known` have been recorded before. The cursor gives
    the ids of the events. Raises IntegrityError if the standing order is no longer kept, or others
    are for a seat than said; anything else that is wrong, the server says.
    """
    send = connection.execute
    fresh = sorted({str(it.originator_id) for it in events if it.originator_version <= 1})
    # First of all, so that nobody who waits holds what others need.
    turn(connection, sorted({str(it.originator_id) for it in events}), fresh)
    if fresh:
        send(_NUMBER_GAMES, (fresh,))
    topics = {event.topic for event in events} - known
    if topics:
        send(_NUMBER_TOPICS, (sorted(topics),))
    columns = zip(
        *((str(it.originator_id), it.originator_version, it.topic, it.state) for it in events),
        strict=True,
    )
    ids = send(_INSERT_EVENTS, [list(column) for column in columns])
    game = str(events[0].originator_id)
    if side_records.order is not None:
        *row, seal = msgspec.structs.astuple(side_records.order)
        send(_INSERT_ORDER, row)
        if seal is not None:
            send(_INSERT_SEAL, (*row[:2], seal))
    for seat, name in side_records.names.items():
        send(*names.put(game, seat, name))
    for text in side_records.texts:
        send(_INSERT_TEXT, msgspec.structs.astuple(text))
    if side_records.erased:
        send(_ERASE_TEXTS, (game, list(side_records.erased)))
    if side_records.forget:
        send(_FORGET_STANDING_ORDERS, (game,))
    for left in side_records.left:
        send(_PUT_STANDING_ORDER, (left.game, left.id, left.seat, left.body))
    for checkpoint in side_records.checkpoints:
        send(INSERT_CHECKPOINT, msgspec.structs.astuple(checkpoint))
    if side_records.used is not None:
        kept = send(
            DROP_STANDING_ORDER if side_records.spent else _KEPT_STANDING_ORDER,
            (game, side_records.used),
        )
        if kept.fetchone() is None:
            raise IntegrityError(f"instruction {side_records.used} is not kept any more")
    if side_records.unchanged is not None:
        seat, ids_said = side_records.unchanged
        if {row[0] for row in send(_OF_SEAT, (game, seat)).fetchall()} != {*ids_said}:
            raise IntegrityError(f"other instructions are kept for {seat}")
    return ids


def replace_standing_orders(
    connection: Connection,
    place: tuple[str, str],
    before: Sequence[str],
    gone: Sequence[str],
    rows: Sequence[StandingOrderRow],
    turn: Turn,
) -> Cursor:
    """Send what replaces standing orders; see `LogRecorder.replace_standing_orders`.

    `place` is the game and the seat. The cursor gives the ids of all that the seat has now. Raises
    IntegrityError if they were not those of `before`.
    """
    send = connection.execute
    # So that of two processes one comes second.
    turn(connection, [place[0]], ())
    if {row[0] for row in send(_OF_SEAT, place).fetchall()} != {*before}:
        raise IntegrityError("others were kept meanwhile")
    for standing_order in gone:
        send(DROP_STANDING_ORDER, (place[0], standing_order))
    for row in rows:
        send(_PUT_STANDING_ORDER, (row.game, row.id, row.seat, row.body))
    return send(_OF_SEAT, place)
