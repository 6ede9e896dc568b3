"""Reaching: the mail servers and our own listener, asked over SMTP, LMTP and IMAP."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from api.mail.answering.polling import AWAY, opened
from api.mail.checking.findings import Finding, good, not_known, to_change
from api.mail.checking.names import Names, Unanswered
from api.mail.posting.sending import connected
from api.mail.settings import AGREED, LARGEST, Settings

TLS, HANDED, OUT, IN, LISTENER = (
    "TLS",
    "SMTP_URL",
    "size of what is sent",
    "size of what is taken in",
    "napoleon mail",
)

SECONDS = 10.0
"""How long a server may take for each step."""

ROOM = 16 * 1024
"""Bytes of headers that a mail server adds to what it hands on, at most by far."""

DAYS = 14
"""A certificate that ends sooner is to be renewed."""

_WRONG = (smtplib.SMTPException, OSError)

_SET = (
    f"Set message_size_limit = {AGREED} (Postfix), or smtp max-message-size {AGREED} (OpenSMTPD)."
)


def exchange_of(names: Names, hosts: list[str], port: int) -> tuple[Finding, Finding | None]:
    """How the first server that takes mails in encrypts, and which sizes it announces."""
    if not hosts:
        return not_known(TLS, "No server is known that takes mails in."), None
    host, why = hosts[0], "it has no address"
    try:
        addresses = names.addresses(host)
    except Unanswered as error:
        return not_known(TLS, f"The DNS did not answer: {error}."), None
    for address in addresses:
        client = smtplib.SMTP(timeout=SECONDS)
        # The name that its certificate is compared with, whatever it is called from here.
        client._host = host  # type: ignore[attr-defined]
        try:
            with _open(client, address, port) as server:
                size = _size(server)
                return _encryption(server, host), _taken_in(host, size)
        except _WRONG as error:
            why = _told(error)
    return not_known(
        TLS,
        f"The server {host} cannot be reached at port {port} from here: {why}.",
        "If others reach it, nothing is wrong: try the check from another machine.",
    ), None


def _encryption(server: smtplib.SMTP, host: str) -> Finding:
    if not server.has_extn("starttls"):
        return to_change(
            TLS,
            f"The server {host} does not offer STARTTLS, so mails to it come unencrypted.",
            "Give it a certificate (smtpd_tls_cert_file and smtpd_tls_key_file of Postfix, pki of "
            "OpenSMTPD).",
        )
    cure = f"Give the server a certificate for {host} that others trust, and renew it in time."
    try:
        server.starttls(context=ssl.create_default_context())
    except ssl.SSLCertVerificationError as error:
        said = f"The certificate of {host} is not accepted: {error.verify_message}."
        return to_change(TLS, said, cure)
    except _WRONG as error:
        return to_change(TLS, f"The server {host} cannot encrypt: {_told(error)}.", cure)
    assert isinstance(server.sock, ssl.SSLSocket)
    certificate = server.sock.getpeercert() or {}
    until = datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC)
    left = (until - datetime.now(UTC)).days
    if left < DAYS:
        said = f"The certificate of {host} ends on {until:%Y-%m-%d}, in {max(0, left)} days."
        return to_change(TLS, said, "Renew it.")
    said = f"The server {host} encrypts, with a certificate of that name until {until:%Y-%m-%d}."
    return good(TLS, said)


def _taken_in(host: str, size: int | None) -> Finding:
    most = LARGEST - ROOM
    if size is None:
        return not_known(
            IN, f"The server {host} does not announce how large a mail it takes.", _SET
        )
    if not 0 < size <= most:
        announced = f"mails of {size} bytes" if size else "mails of any size"
        return to_change(
            IN,
            f"The server {host} takes {announced}, and the service {LARGEST}: what is larger is "
            "sent back only after it was taken.",
            _SET,
        )
    if size < AGREED:
        return to_change(IN, f"The server {host} takes no mails above {size} bytes.", _SET)
    said = f"The server {host} takes mails of {size} bytes, and the service those of {LARGEST}."
    return good(IN, said)


def server_of(settings: Settings) -> tuple[Finding, Finding | None]:
    """Whether mails can be handed over as SMTP_URL says, and how large they may be."""
    if settings.server is None:
        return to_change(
            HANDED,
            "No mail server is set: mails are written as files.",
            "Set SMTP_URL to your mail server, such as smtp://127.0.0.1:25.",
        ), None
    host = settings.server.host
    try:
        with connected(settings.server) as server:
            size = _size(server)
    except ssl.SSLError as error:
        return to_change(
            HANDED,
            f"No mail can be handed to {host} with encryption: {_told(error)}.",
            "Let SMTP_URL name the server as its certificate does or, for one on this machine, end "
            "in ?starttls=never.",
        ), None
    except _WRONG as error:
        return to_change(
            HANDED,
            f"No mail can be handed to {host}: {_told(error)}.",
            "Start the server, or correct SMTP_URL.",
        ), None
    handed = good(HANDED, f"The server {host} takes mails from here.")
    if size is None:
        return handed, not_known(
            OUT, f"The server {host} does not announce how large mails may be."
        )
    if 0 < size < AGREED:
        said = f"The server {host} takes mails of {size} bytes, which is too little for pictures."
        return handed, to_change(OUT, said, _SET)
    announced = f"{size} bytes" if size else "any size"
    return handed, good(OUT, f"The server {host} takes mails of {announced}.")


def listener_of(settings: Settings) -> Finding:
    """Whether mails that come are taken in: by our listener, or from a mailbox."""
    if (box := settings.polled) is not None:
        try:
            with opened(box):
                return good(LISTENER, f"The mailbox at {box.host} can be looked into.")
        except AWAY as error:
            return to_change(
                LISTENER,
                f"The mailbox at {box.host} cannot be looked into: {_told(error)}.",
                "Correct MAIL_IMAP_URL.",
            )
    where = settings.listening
    client = smtplib.LMTP() if where.scheme == "lmtp" else smtplib.SMTP(timeout=SECONDS)
    called = f"{where.scheme}://{where.host}:{where.port}"
    try:
        with _open(client, where.host, where.port) as server:
            size = _size(server)
    except _WRONG as error:
        return to_change(
            LISTENER,
            f"Nobody takes mails in at {called}: {_told(error)}.",
            "Start 'napoleon mail', or correct MAIL_LISTEN.",
        )
    if size != LARGEST:
        return to_change(
            LISTENER,
            f"At {called} somebody else listens, or another release.",
            "Start 'napoleon mail' again, or correct MAIL_LISTEN.",
        )
    return good(LISTENER, f"Mails are taken in at {called}, up to {LARGEST} bytes.")


@contextmanager
def _open(server: smtplib.SMTP, host: str, port: int) -> Iterator[smtplib.SMTP]:
    """A connection on which the server has said what it can."""
    try:
        server.connect(host, port)
        server.ehlo_or_helo_if_needed()
        yield server
    finally:
        server.close()


def _size(server: smtplib.SMTP) -> int | None:
    """The largest mail that it takes; 0 for any, None if it does not say."""
    if not server.has_extn("size"):
        return None
    said = server.esmtp_features["size"].strip()
    return int(said) if said.isascii() and said.isdigit() else 0


def _told(error: BaseException) -> str:
    verified = getattr(error, "verify_message", None)
    text = verified or getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split()).rstrip(".")
