"""Trying mail out: a reply as a mail program writes it, and a mail that tests how one arrives."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.utils import format_datetime

from api.mail.headers import READ, WRITTEN
from api.mail.office import Office
from api.mail.posting.sending import outbox_of, sender_of
from api.mail.rows import LetterRow
from napoleon.log.times import SECOND


def reply(message: bytes, text: str, at: int) -> tuple[bytes, str]:
    """The answer to a mail with `text` above the quoted mail, and the address that it goes to."""
    read = message_from_bytes(message, policy=READ)
    body = read.get_body(("plain",))
    said = "" if body is None else str(body.get_content())
    quoted = "".join(f"> {line}\n" for line in said.splitlines())
    to = str(read["Reply-To"])
    answer = _mail(str(read["To"]), to, at, text)
    subject = str(read["Subject"])
    answer["Subject"] = subject if subject.startswith("Re: ") else f"Re: {subject}"
    answer["In-Reply-To"] = str(read["Message-ID"])
    answer["References"] = f"{read['References']} {read['Message-ID']}"
    answer.set_content(f"{text}\n\nOn {read['Date']}, Napoleon wrote:\n{quoted}")
    return answer.as_bytes(), to


def written(sender: str, to: str, text: str, at: int) -> bytes:
    """A mail with `text` that answers none."""
    mail = _mail(sender, to, at, text)
    mail.set_content(f"{text}\n")
    return mail.as_bytes()


def _mail(sender: str, to: str, at: int, text: str) -> EmailMessage:
    mail = EmailMessage(policy=WRITTEN)
    mail["From"] = sender
    mail["To"] = to
    mail["Date"] = format_datetime(datetime.fromtimestamp(at // SECOND, UTC))
    digest = hashlib.sha256(f"{at} {to} {text}".encode()).hexdigest()[:24]
    mail["Message-ID"] = f"<{digest}@player.invalid>"
    return mail


def letter(office: Office, recipient: str, about: str, text: str, at: int) -> LetterRow:
    """A mail of the service that belongs to no game."""
    chosen = office.settings
    message_id = f"<{about}.{at}@{chosen.domain}>"
    mail = EmailMessage(policy=WRITTEN)
    mail["From"] = chosen.address
    mail["To"] = recipient
    mail["Subject"] = "A test of Napoleon's mail"
    mail["Date"] = format_datetime(datetime.fromtimestamp(at // SECOND, UTC))
    mail["Message-ID"] = message_id
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    return LetterRow(
        mailbox=0, game=about, holder=about, about=about, message_id=message_id, version=0,
        asks="", sender=chosen.address, recipient=recipient, message=mail.as_bytes(), made=at,
        due=at,
    )  # fmt: skip


def sent(office: Office, address: str, at: int) -> str:
    """Send a mail that tests whether mails arrive; what to look at. Raises Unsent, Refused."""
    chosen = office.settings
    text = (
        "This mail was sent to see whether mails of this service arrive.\n\n"
        "Look at its source. The header Authentication-Results should say that SPF, DKIM and\n"
        "DMARC pass; docs/mail-setup.md says what to do about each of them.\n"
    )
    sender_of(office)(letter(office, address, "test", text, at))
    if chosen.server is None:
        folder = outbox_of(office)
        return f"No SMTP_URL is set: the mail was written to {folder}."
    return f"The mail was handed to {chosen.server.host}. Look whether it arrives, and how."
