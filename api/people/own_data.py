"""My data: all that the service keeps about somebody, as one file.

Every table of people is in it, as it stands: a table that is added is in the file by itself. What
is left out of a row could be used by the finder of a lost file, or says something of others; the
file says which columns these are, and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_bytes, policy
from typing import Any

from api.mail import mailboxes
from api.mail.office import Office
from api.mail.rows import LetterRow
from api.people import reliability, strangers
from api.people.letters import OF_NO_GAME, holder_of
from api.people.registry import Registry
from api.people.rows import SeatRow
from api.people.store.tables import (
    METADATA,
    blocks,
    challenges,
    channels,
    devices,
    links,
    made,
    never,
    notes,
    people,
    seats,
    stints,
    versions,
    visits,
    written_to,
)
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import SECOND

NOT_THEIRS: Mapping[str, str] = {
    versions.name: "the number of the schema: it is about nobody",
    made.name: "forms that set games up, for a day: nobody is in it",
    written_to.name: "hashes of addresses that were invited: `at_addresses` tells those of theirs",
    never.name: "hashes of addresses that want no invitations: `at_addresses` tells of theirs",
    visits.name: "hashes of addresses that have written: `at_addresses` tells those of theirs",
}
"""The tables of people that are not in the file, and why."""

LEFT_OUT: Mapping[str, Mapping[str, str]] = {
    people.name: {"link": "the hash of the personal link"},
    devices.name: {
        "secret": "the hash of what the device keeps",
        "former": "the hash of what the device kept before",
    },
    seats.name: {"token": "the hash of the token of the seat"},
    stints.name: {
        "token": "the hash of the token of the seat",
        "tally": "as the program goes on with it: `counted` tells what was counted",
    },
    links.name: {
        "secret": "the hash of the link",
        "token": "the hash of the token of the seat",
    },
    channels.name: {
        "key": "a key of the browser",
        "auth": "a secret of the browser: who has it could write to it",
    },
    notes.name: {"token": "empty: only notes of nobody's desk have the hash of a token"},
    challenges.name: {
        "challenger": "who somebody else is",
        "token": "the hash of what invites to the seat",
    },
    blocks.name: {
        "token": "the hash of the token of the seat of somebody else",
        "other": "who somebody else is",
    },
}
"""The columns that are not in the file, and why, by table."""

OF_EVERY_ROW = ("person",)
"""Columns that say nothing, as they are the same in every row."""

TIMES = frozenset(
    {
        "added",
        "changed",
        "confirmed",
        "declined",
        "done",
        "due",
        "ends",
        "made",
        "rotated",
        "seen",
        "since",
        "told_at",
    }
    | {"until", "used"}
)
"""Columns that hold times."""

NO_TIMES = frozenset({(stints.name, "since")})
"""Columns that are called like them and hold versions of a game, by table."""

MAIL: Mapping[str, str] = {
    "mail_mailboxes": "seats",
    "mail_letters": "seats and mails",
    "mail_inbound": "seats",
    "mail_stand_ins": "left out: the address is somebody else's; the seat says that there is one",
    "mail_conditionals": "left out: orders of a seat that wait; its own page and mails tell them",
    "mail_calls": "left out: which games are to be looked at; nobody is in it",
    "mail_versions": "left out: the number of the schema",
}
"""Where in the file the tables of mail are, or why they are not."""


def own_data(registry: Registry, office: Office, person: int) -> dict[str, Any]:
    """All that is kept about somebody, by what it is. Raises PersistenceError."""
    reliability.of(registry, person)
    kept = registry.store.people.kept(person)
    letters = office.store.outbox.all(OF_NO_GAME, holder_of(person))
    return {
        "made": _told_time(registry.now()),
        **{named(table): [_row(table, it) for it in rows] for table, rows in kept.items()},
        "counted": reliability.counted_in(registry, person),
        "mails": [_mail(it) for it in letters],
        "at_addresses": list(_at_addresses(registry, person)),
        "beside_seats": list(_beside_seats(registry, office, person)),
        "left_out": {
            named(table): dict(columns) for table, columns in LEFT_OUT.items() if table in kept
        },
    }


def named(table: str) -> str:
    """What a table is called in the file."""
    return table.removeprefix("people_")


def exported() -> list[str]:
    """The names of the tables that are in the file."""
    return [it for it in METADATA.tables if it not in NOT_THEIRS]


def _row(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    hidden = {*LEFT_OUT.get(table, ()), *OF_EVERY_ROW}
    return {
        name: _told_time(value)
        if name in TIMES and (table, name) not in NO_TIMES and value
        else value
        for name, value in row.items()
        if name not in hidden
    }


def _at_addresses(registry: Registry, person: int) -> Iterator[dict[str, Any]]:
    """What is kept under hashes of their addresses."""
    store = registry.store.strangers
    for it in registry.store.addresses.of(person):
        hashes = strangers.hashes_of(registry, it.address)
        yield {
            "address": it.address,
            "invitations": [
                {
                    "game": sent.game,
                    "holder": sent.holder,
                    "made": _told_time(sent.made),
                    "answered": _told_time(sent.answered) if sent.answered else None,
                }
                for sent in store.written_to(hashes, 0)
            ],
            "mails_answered": [_told_time(visit.made) for visit in store.visits(hashes, 0)],
            "no_invitations": store.wants_nothing(hashes),
        }


def _beside_seats(registry: Registry, office: Office, person: int) -> Iterator[dict[str, Any]]:
    """What stands beside the log for the seats that they hold."""
    for laid in registry.store.seats.of(person):
        with suppress(UnknownGame, *UNREADABLE):
            game = registry.games.open(laid.game)
            if game.tokens.get(laid.holder) == laid.token:
                yield _beside(registry, office, laid, game)


def _beside(registry: Registry, office: Office, laid: SeatRow, game: Game) -> dict[str, Any]:
    box = mailboxes.of(office, game, laid.holder)
    hooks = registry.games.recorder.webhooks(game.id)
    return {
        "game": game.id,
        "holder": laid.holder,
        "name": registry.games.names(game.id).get(laid.holder),
        "mailbox": box
        and {
            "address": box.address,
            "mail": box.wish,
            "time_zone": box.zone,
            "language": box.language,
            "confirmed": box.confirmed,
        },
        "mails": [
            _mail(it)
            for it in office.store.outbox.all(game.id, laid.holder)
            if box is not None and it.mailbox == box.id
        ],
        "mails_received": [
            {"came": _told_time(it.came), "from": it.sender, "to": it.recipient}
            for it in ([] if box is None else office.store.inbox.of(box.id))
        ],
        "webhooks": [it.url for it in hooks if it.token == laid.token],
        "stand_in": office.store.stand_ins.of(game.id, laid.holder) is not None,
    }


def _mail(letter: LetterRow) -> dict[str, Any]:
    """A mail without its words: links stand in them, which let somebody in."""
    read = message_from_bytes(letter.message, policy=policy.default)
    return {
        "to": letter.recipient,
        "made": _told_time(letter.made),
        "subject": str(read["Subject"] or ""),
        "state": letter.state,
    }


def _told_time(at: int) -> str:
    return datetime.fromtimestamp(at // SECOND, UTC).isoformat()
