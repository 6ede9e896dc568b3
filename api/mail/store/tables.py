"""The tables of mail. All times in them are microseconds since 1970 UTC."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from api.mail.store.schema import Tables

SCHEMA = 3
"""Number of the schema; it is kept in `versions`."""

METADATA = MetaData()
"""No id is given twice: what is signed for one mailbox must never be about another."""

_ID = BigInteger().with_variant(Integer, "sqlite")


def _queued(table: str) -> tuple[Column[Any] | Index, ...]:
    """What workers take the rows of a table by; see `api.mail.store.queue.Queue`."""
    return (
        Column("due", BigInteger, nullable=False),
        Column("failures", Integer, nullable=False),
        Column("state", String, nullable=False),
        Index(f"{table}_due", "state", "due"),
    )


versions = Table("mail_versions", METADATA, Column("schema", Integer, primary_key=True))

mailboxes = Table(
    "mail_mailboxes",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("game", String, nullable=False),
    Column("holder", String, nullable=False),
    Column("token", String, nullable=False),
    Column("address", String, nullable=False),
    Column("wish", String, nullable=False),
    Column("zone", String, nullable=False),
    Column("language", String, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("bounces", Integer, nullable=False),
    Column("told", BigInteger, nullable=False),
    Column("told_at", BigInteger, nullable=False),
    Column("newest_set", Integer, nullable=False),
    Column("set_for", String, nullable=False),
    Column("set_mail", String, nullable=False),
    UniqueConstraint("game", "holder"),
    sqlite_autoincrement=True,
)

letters = Table(
    "mail_letters",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("mailbox", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("holder", String, nullable=False),
    Column("about", String, nullable=False),
    Column("message_id", String, nullable=False),
    Column("asks", String, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("sender", String, nullable=False),
    Column("recipient", String, nullable=False),
    Column("message", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
    *_queued("mail_letters"),
    Column("trouble", Text, nullable=False),
    UniqueConstraint("mailbox", "about"),
    Index("mail_letters_of", "game", "holder"),
    sqlite_autoincrement=True,
)

inbound = Table(
    "mail_inbound",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("digest", String, nullable=False, unique=True),
    Column("message_id", String, nullable=False),
    Column("sender", String, nullable=False),
    Column("recipient", String, nullable=False),
    Column("mailbox", BigInteger, nullable=False),
    Column("raw", LargeBinary),
    Column("came", BigInteger, nullable=False),
    *_queued("mail_inbound"),
    Column("finding", String, nullable=False),
    Column("approved", Boolean, nullable=False),
    Column("progress", Integer, nullable=False),
    Index("mail_inbound_of", "mailbox", "message_id"),
    sqlite_autoincrement=True,
)

conditionals = Table(
    "mail_conditionals",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("game", String, nullable=False),
    Column("holder", String, nullable=False),
    Column("token", String, nullable=False),
    Column("line", Text, nullable=False),
    Column("digest", String, nullable=False),
    Column("due", BigInteger, nullable=False),
    UniqueConstraint("digest", "holder"),
    sqlite_autoincrement=True,
)

stand_ins = Table(
    "mail_stand_ins",
    METADATA,
    Column("game", String, primary_key=True),
    Column("seat", String, primary_key=True),
    Column("token", String, nullable=False),
    Column("address", String, nullable=False),
    Column("language", String, nullable=False),
)

calls = Table(
    "mail_calls",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("game", String, nullable=False),
    sqlite_autoincrement=True,
)

TABLES = Tables("mail", METADATA, versions, SCHEMA)
