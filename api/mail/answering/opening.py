"""Opening: a mail from its bytes, whatever they are, as far as it is of interest here."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import getaddresses

import msgspec

from api.mail.answering.texts import LARGEST, from_html, unfolded, without_pictures
from api.mail.headers import READ

MOST_PARTS = 50
"""How many parts of a mail are looked at."""

LONGEST_TEXT = 64 * 1024
"""Characters of a mail that are read: orders stand at its top."""


CUT = "X-Napoleon-Cut"
"""The header of a mail of which only the headers were kept, as it was too large."""


class Unreadable(Exception):
    """These bytes are no mail that anybody has written."""


class Opened(msgspec.Struct, frozen=True):
    """A mail that has been read."""

    message: EmailMessage
    message_id: str
    author: str
    """The address that it says it is from; empty if it names none, or several."""
    subject: str
    text: str
    """What it says, with quotes marked as text mails mark them."""
    cut: bool = False
    """Whether it goes on beyond what is read."""


def opened(raw: bytes) -> Opened:
    """Read a mail. Raises Unreadable."""
    try:
        message = message_from_bytes(raw, policy=READ)
        assert isinstance(message, EmailMessage)
        text, attached, cut = _texts(message)
        return Opened(
            message,
            header(message, "Message-ID")[:998],
            _author(message),
            header(message, "Subject"),
            f"{text}{attached}"[:LONGEST_TEXT],
            cut or len(text) > LONGEST_TEXT or CUT in message,
        )
    except Exception as error:  # whatever a hostile mail makes the parser raise
        raise Unreadable(f"{type(error).__name__}: {error}") from None


def header(message: EmailMessage, name: str) -> str:
    """A header in one line, by its first value; empty if there is none, or it cannot be read."""
    try:
        return " ".join(str(message.get(name, "")).split())
    except Exception:
        return ""


def _author(message: EmailMessage) -> str:
    values = message.get_all("From", [])
    found = [it for _, it in getaddresses([str(it) for it in values]) if it]
    if len(values) != 1 or len(found) != 1:
        return ""
    try:
        return Address(addr_spec=found[0]).addr_spec.lower()
    except Exception:
        return ""


def _texts(message: EmailMessage) -> tuple[str, str, bool]:
    """What a mail says, the files of text that come with it, as quotes, and whether it goes on.

    It says all texts that say something, as a picture may stand between two; else all HTML.
    """
    texts, html, attached = list[str](), list[str](), list[str]()
    for part in _parts(message):
        if part.get_content_disposition() == "attachment" or part.get_filename():
            if part.get_content_type() == "text/plain":
                # It is nobody's order, and what looks like one in it is named.
                attached += [f"> {it}" for it in _decoded(part).splitlines()]
        elif part.get_content_type() == "text/plain":
            text = _decoded(part)
            if part.get_param("format", "") == "flowed":
                text = unfolded(text, delsp=str(part.get_param("delsp", "")).lower() == "yes")
            if text.strip():
                texts.append(text)
        elif part.get_content_type() == "text/html":
            html.append(without_pictures(_decoded(part)))
    told = texts or list(map(from_html, html))
    cut = not texts and any(len(it) > LARGEST for it in html)
    return "\n".join(told), "\n".join(["", *attached]), cut


def _parts(message: EmailMessage) -> Iterator[EmailMessage]:
    """The parts that hold no others; not those of mails inside the mail."""
    waiting, seen = [message], 0
    while waiting and seen < MOST_PARTS:
        part = waiting.pop(0)
        seen += 1
        if part.get_content_maintype() == "multipart":
            inside = part.get_payload()
            if isinstance(inside, list):
                waiting = [*(it for it in inside if isinstance(it, EmailMessage)), *waiting]
        elif part.get_content_maintype() == "text":
            yield part


def _decoded(part: EmailMessage) -> str:
    """The text of a part, whatever it says of its characters."""
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return ""
    charset = part.get_content_charset() or "utf-8"
    try:
        text = raw.decode(charset)
    except (LookupError, UnicodeDecodeError):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            text = raw.decode("windows-1252", "replace")
    return text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
