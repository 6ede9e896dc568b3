"""Settings of mail: how it is sent, from which address, and what is made of odd mails."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from msgspec import Meta, Struct, field

from napoleon.environment import BadSetting, read, viewer_for
from napoleon.log.events import mails

SMTP_URL = "SMTP_URL"
MAIL_ADDRESS = "MAIL_ADDRESS"
MAIL_LISTEN = "MAIL_LISTEN"
MAIL_IMAP_URL = "MAIL_IMAP_URL"
MAIL_POLICY = "MAIL_POLICY"
PUBLIC_URL = "PUBLIC_URL"
MAIL_DKIM_KEY = "MAIL_DKIM_KEY"
MAIL_DKIM_SELECTOR = "MAIL_DKIM_SELECTOR"

LARGEST = 1024 * 1024
"""Bytes of a mail that is taken in: what is larger is refused before anything of it is read."""

AGREED = 1_000_000
"""Bytes of a mail that the operator's mail server should take: it adds headers to what it hands on.

It is told to in the files of deploy/mail.
"""

_ADDRESS = re.compile(r"([A-Za-z0-9._-]{1,24})@([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)", re.ASCII)

_SELECTOR = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")

_HERE = ("localhost", "127.0.0.1", "::1")

_PORTS = {"smtp": 25, "smtps": 465, "lmtp": 24}
_IMAP_PORTS = {"imap": 143, "imap+starttls": 143, "imaps": 993}


class Policy(StrEnum):
    """What is made of a mail that opens a seat, but not as its player's mails do.

    A game may be stricter than the service.
    """

    LOG = mails.LOG
    """It counts, and what is odd about it is recorded."""
    HOLD = mails.HOLD
    """It waits until its player says that it is theirs."""
    REFUSE = mails.REFUSE
    """It does not count."""


class Starttls(StrEnum):
    """Whether a connection is encrypted after it has begun."""

    REQUIRED = "required"
    OFFERED = "offered"
    """If the server offers it."""
    NEVER = "never"


class Server(Struct, frozen=True):
    """A mail server, and how it is spoken to."""

    scheme: str
    """``smtp``, ``smtps`` or ``lmtp``."""
    host: str
    """Name or address of the machine; for ``lmtp`` it may be the path of a socket."""
    port: int
    user: str = ""
    password: str = ""
    starttls: Starttls = Starttls.OFFERED


class Polled(Struct, frozen=True):
    """A mailbox that mails are fetched from."""

    scheme: str
    """``imaps``, ``imap+starttls``, or ``imap`` without encryption."""
    host: str
    port: int
    user: str
    password: str
    folder: str = "INBOX"


class Listening(Struct, frozen=True):
    """Where mails are taken in."""

    scheme: str
    """``lmtp`` or ``smtp``."""
    host: str
    port: int


def _server(env: Mapping[str, str]) -> Server | None:
    text = env.get(SMTP_URL, "")
    if not text:
        return None
    # The address may hold a password, so it is not shown.
    wrong = BadSetting(
        f"{SMTP_URL} has to be smtp://, smtps:// or lmtp:// with a host, such as "
        "smtp://user:password@mail.example:587?starttls=required"
    )
    try:
        parts = urlsplit(text)
        port = parts.port
        wish = parse_qs(parts.query, strict_parsing=bool(parts.query))
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        # A password goes over an encrypted connection unless it is said that it may not.
        usual = Starttls.REQUIRED if password else Starttls.OFFERED
        if parts.hostname in _HERE and not password:
            # Nobody listens on the way, and no certificate is for such a name.
            usual = Starttls.NEVER
        starttls = Starttls(wish.pop("starttls", [usual])[-1])
    except ValueError:
        raise wrong from None
    socket = parts.path if parts.scheme == "lmtp" and not parts.hostname else ""
    host = parts.hostname or socket
    if parts.scheme not in _PORTS or not host or wish or (parts.path.strip("/") and not socket):
        raise wrong
    return Server(
        parts.scheme,
        host,
        port or (0 if socket else _PORTS[parts.scheme]),
        user,
        password,
        starttls,
    )


def _address(env: Mapping[str, str]) -> str:
    text = env.get(MAIL_ADDRESS) or "napoleon@localhost"
    if not _ADDRESS.fullmatch(text):
        raise BadSetting(
            f"{MAIL_ADDRESS} has to be an address such as napoleon@club.example, with at most 24 "
            "letters, digits, dots, - and _ before the @"
        )
    return text.lower()


def _listening(env: Mapping[str, str]) -> Listening:
    text = env.get(MAIL_LISTEN) or "lmtp://127.0.0.1:8024"
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        parts, host, port = SplitResult("", "", "", "", ""), None, None
    if parts.scheme not in ("lmtp", "smtp") or not host or port is None or parts.path.strip("/"):
        raise BadSetting(f"{MAIL_LISTEN} has to be lmtp:// or smtp:// with host and port")
    return Listening(parts.scheme, host, port)


def _polled(env: Mapping[str, str]) -> Polled | None:
    text = env.get(MAIL_IMAP_URL, "")
    if not text:
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = SplitResult("", "", "", "", ""), None
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if parts.scheme not in _IMAP_PORTS or not parts.hostname or not user or not password:
        # The address holds a password, so it is not shown.
        raise BadSetting(
            f"{MAIL_IMAP_URL} has to be imaps://user:password@mail.example/FOLDER, or imap:// or "
            "imap+starttls://"
        )
    folder = unquote(parts.path.strip("/")) or "INBOX"
    return Polled(
        parts.scheme, parts.hostname, port or _IMAP_PORTS[parts.scheme], user, password, folder
    )


def _public_url(env: Mapping[str, str]) -> str:
    text = env.get(PUBLIC_URL, "").rstrip("/")
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = SplitResult("", "", "", "", "")
    if text and (parts.scheme not in ("http", "https") or not parts.hostname or parts.query):
        raise BadSetting(f"{PUBLIC_URL} has to be the address of the service, https://club.example")
    return text


def _dkim_key(env: Mapping[str, str]) -> Path | None:
    text = env.get(MAIL_DKIM_KEY, "")
    if text and not Path(text).is_absolute():
        raise BadSetting(f"{MAIL_DKIM_KEY} has to be the whole path of a file, beginning with /")
    return Path(text) if text else None


def _dkim_selector(env: Mapping[str, str]) -> str:
    text = env.get(MAIL_DKIM_SELECTOR, "").lower() or "napoleon"
    if not _SELECTOR.fullmatch(text):
        raise BadSetting(
            f"{MAIL_DKIM_SELECTOR} has to be a name of letters, digits, - and dots, as napoleon"
        )
    return text


class Settings(Struct, frozen=True, kw_only=True):
    """What the environment says of mail."""

    server: Annotated[Server | None, viewer_for(_server)] = field(name=SMTP_URL)
    """None: mails are written as files beside the store."""
    address: Annotated[str, viewer_for(_address)] = field(name=MAIL_ADDRESS)
    """The address of the service. What stands after a + before its @ says what a mail is about."""
    listening: Annotated[Listening, viewer_for(_listening)] = field(name=MAIL_LISTEN)
    polled: Annotated[Polled | None, viewer_for(_polled)] = field(name=MAIL_IMAP_URL)
    """The mailbox that mails are fetched from instead; None: a mail server hands them over."""
    public_url: Annotated[str, viewer_for(_public_url)] = field(name=PUBLIC_URL)
    """Where the pages are, for links; empty: mails have none, and are answered instead."""
    policy: Policy = field(default=Policy.HOLD, name=MAIL_POLICY)
    hourly: Annotated[int, Meta(ge=0, le=100_000)] = field(default=120, name="MAIL_HOURLY")
    """How many mails of one mailbox are answered in an hour, the others later; 0: all of them."""
    authserv_id: str = field(default="", name="MAIL_AUTHSERV_ID")
    """The name under which the operator's own mail server writes what it found out about senders
    (RFC 8601); empty: nobody's word is taken."""

    dkim_key: Annotated[Path | None, viewer_for(_dkim_key)] = field(name=MAIL_DKIM_KEY)
    """The file of the key that the service signs its mails with; None: it signs none."""
    dkim_selector: Annotated[str, viewer_for(_dkim_selector)] = field(name=MAIL_DKIM_SELECTOR)
    """Names the key in the DNS: ``SELECTOR._domainkey.DOMAIN``."""

    @property
    def domain(self) -> str:
        """What stands after the @ of the service's address."""
        return self.address.partition("@")[2]

    def tagged(self, tag: str) -> str:
        """The address of the service that says what a mail is about."""
        local, _, domain = self.address.partition("@")
        return f"{local}+{tag}@{domain}"


def settings(env: Mapping[str, str]) -> Settings:
    """The settings in `env`. Raises BadSetting."""
    return read(Settings, env)
