"""Addresses of PostgreSQL databases: how to connect to one, and what people are told about it."""

from __future__ import annotations

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from napoleon.log.store.recorder import StoreMissing

_SESSION = {
    "lock_timeout": "5s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "5s",
    # A writer that waited for another has to see what that one has written.
    "default_transaction_isolation": "read\\ committed",
}

_NETWORK = {
    "application_name": "napoleon",
    "connect_timeout": "5",
    # A server that has gone away without a word is noticed within half a minute.
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}


def conninfo(url: str) -> str:
    """What libpq connects to the database at `url` with: what is not said there is added.

    Raises StoreMissing if that is not an address.
    """
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # It is not repeated, here or as the cause: it may hold a password.
        raise StoreMissing("DATABASE_URL is not the address of a PostgreSQL database") from None
    session = " ".join(f"-c {name}={value}" for name, value in _SESSION.items())
    # What comes last counts, so an address may choose its own timeouts.
    options = f"{session} {given.get('options') or ''}".strip()
    fixed = {"options": options, "client_encoding": "utf8"}
    return make_conninfo("", **{**_NETWORK, **given, **fixed})


def place(url: str) -> str:
    """The database at `url` in words for people: without the password."""
    at = conninfo_to_dict(conninfo(url))
    return f"PostgreSQL database {at.get('dbname', '')} at {at.get('host') or 'localhost'}"
