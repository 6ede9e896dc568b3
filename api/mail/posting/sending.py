"""Sending: a mail is handed to the operator's mail server, or written to a file."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from api.mail.office import Office
from api.mail.posting.signing import Sign, signing
from api.mail.rows import LetterRow
from api.mail.settings import Server, Starttls
from napoleon.log.store.home import OUTBOX, home
from napoleon.log.store.private import FOLDER_MODE, make_file

SECONDS = 30
"""How long a mail server may take for each step."""

Send = Callable[[LetterRow], None]
"""Hands a mail over. Raises Unsent, Refused."""


class Unsent(Exception):
    """The mail could not be handed over now."""


class Ours(Unsent):
    """It is the operator's own mail server that does not take it: no address is at fault."""


class Refused(Exception):
    """The mail will never be taken: there is no such address, say."""


def sender_of(office: Office) -> Send:
    """What sends the mails of a service as its settings say. Raises BadSetting."""
    chosen = office.settings
    return sender(chosen.server, outbox_of(office), signing(chosen))


def outbox_of(office: Office) -> Path:
    """The folder that mails are written to without a mail server."""
    return home(office.games.env) / OUTBOX


def sender(server: Server | None, folder: Path, sign: Sign | None = None) -> Send:
    """What signs and sends by a mail server, or without one writes files in `folder`."""

    def send(letter: LetterRow) -> None:
        leaving = letter if sign is None else replace(letter, message=sign(letter.message))
        if server is None:
            _written(leaving, folder)
        else:
            _sent(leaving, server)

    return send


def _written(letter: LetterRow, folder: Path) -> None:
    """Write a mail as a file that any mail program opens; written again it is the same file."""
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        path = folder / f"{letter.id:06d}-{letter.game}-{letter.holder}.eml"
        draft = path.with_suffix(".part")
        make_file(draft)
        draft.write_bytes(letter.message)
        draft.replace(path)
    except OSError as error:
        raise Unsent(f"{folder} cannot be written: {error.strerror}") from None


def _sent(letter: LetterRow, server: Server) -> None:
    try:
        with connected(server) as connection:
            connection.sendmail(letter.sender, [letter.recipient], letter.message)
    except smtplib.SMTPRecipientsRefused as error:
        [(code, said)] = error.recipients.values()
        raise (Refused if code >= 500 else Unsent)(_told(code, said)) from None
    except smtplib.SMTPSenderRefused as error:
        raise Ours(_told(error.smtp_code, error.smtp_error)) from None
    except smtplib.SMTPDataError as error:
        wrong = Refused if error.smtp_code >= 500 else Unsent
        raise wrong(_told(error.smtp_code, error.smtp_error)) from None
    except smtplib.SMTPResponseException as error:
        raise Unsent(_told(error.smtp_code, error.smtp_error)) from None
    except (smtplib.SMTPException, OSError) as error:
        raise Unsent(f"{type(error).__name__}: {error}") from None


def connected(server: Server) -> smtplib.SMTP:
    """A connection that mails can be sent over. Raises what smtplib raises."""
    if server.scheme == "lmtp":
        connection: smtplib.SMTP = smtplib.LMTP(server.host, server.port)
    elif server.scheme == "smtps":
        context = ssl.create_default_context()
        connection = smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=context)
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
    try:
        _secured(connection, server)
    except BaseException:
        connection.close()
        raise
    return connection


def _secured(connection: smtplib.SMTP, server: Server) -> None:
    """Encrypt the connection as the operator wants it, and say who we are."""
    connection.ehlo_or_helo_if_needed()
    if server.scheme == "smtp" and server.starttls is not Starttls.NEVER:
        if connection.has_extn("starttls"):
            connection.starttls(context=ssl.create_default_context())
            connection.ehlo()
        elif server.starttls is Starttls.REQUIRED:
            raise smtplib.SMTPException("the server offers no STARTTLS")
    if server.user:
        connection.login(server.user, server.password)


def _told(code: int, said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return f"{code} {' '.join(text.split())}"[:500]
