"""Composing: a mail from what it says, with all its headers, the same bytes however often."""

from __future__ import annotations

import hashlib
import hmac
import re
from binascii import b2a_qp
from collections.abc import Mapping
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

import msgspec

from api.mail.headers import WRITTEN
from api.mail.letters.drawing import Drawn
from api.mail.office import Office
from api.mail.rows import LetterRow, MailboxRow
from api.mail.tokens import Purpose
from napoleon.log.times import SECOND

GENERATED, REPLIED = "auto-generated", "auto-replied"
"""What ``Auto-Submitted`` says, so that robots do not answer (RFC 3834)."""

SERVICE = "Napoleon"
"""The sender of mails that are about no game."""

PICTURE = "map"
"""Content id of the picture in a mail."""

_IN_ADDRESSES = re.compile(r"[@<>\"\\\x00-\x1f]")
"""What addresses are made of, or would break a header."""

_POLICY = WRITTEN.clone(cte_type="7bit", max_line_length=78)

_UNFOLDED = _POLICY.clone(max_line_length=200)
"""How headers are written: where a subject is folded some programs show two blanks, or none."""


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail says, and how it is answered."""

    about: str
    """What it tells; a mailbox gets one mail about it."""
    subject: str
    drawn: Drawn
    version: int
    """Version of the game that it is about."""
    sender: str = SERVICE
    """Who it is from, in a list of mails; see `api.mail.letters.subjects.sender`."""
    asks: str = ""
    """What names the state of its reader in which it asks something; "" if it asks nothing."""
    answered_at: Purpose = Purpose.REPLY
    picture: bytes | None = None
    """The map as a PNG, under the content id `PICTURE`."""
    file: str = "map.png"
    """What the picture is called where it is kept as a file."""
    answers: str = ""
    """Message-ID of the mail that it answers; empty if it answers none."""
    submitted: str = GENERATED


def composed(
    office: Office, box: MailboxRow, letter: Letter, at: int, reply_to: str = ""
) -> LetterRow:
    """A letter to a mailbox as a mail that is ready to be sent, made at a time.

    It is answered at `reply_to`, or by default at the address of the mailbox for what it is.
    """
    sender = office.address(Purpose.BOUNCE, box)
    mail = EmailMessage(policy=_POLICY)
    answered = reply_to or office.address(letter.answered_at, box)
    for name, value in _headers(office, box, letter, at, answered).items():
        mail[name] = value
    # By themselves the boundaries would be random.
    apart = _digest(office, box, letter.about)
    html = _part("html", letter.drawn.html)
    mail["MIME-Version"] = "1.0"
    mail["Content-Type"] = f'multipart/alternative; boundary="=0={apart}"'
    mail.attach(_part("plain", letter.drawn.text))
    mail.attach(html)
    if letter.picture is not None:
        html.make_related(boundary=f"=1={apart}")
        html.add_related(
            letter.picture, "image", "png", cid=f"<{PICTURE}>", filename=letter.file,
            disposition="inline",
        )  # fmt: skip
    return LetterRow(
        mailbox=box.id,
        game=box.game,
        holder=box.holder,
        about=letter.about,
        message_id=message_id(office, box, letter.about),
        version=letter.version,
        asks=letter.asks,
        sender=sender,
        recipient=box.address,
        message=mail.as_bytes(policy=_UNFOLDED),
        made=at,
        due=at,
    )


def _part(kind: str, text: str) -> EmailMessage:
    """A part of a mail: text of a kind, in lines that every server lets pass.

    The library encodes letter by letter what a part says, which took a tenth of a mail.
    """
    part = EmailMessage(policy=_POLICY)
    part["Content-Type"] = f'text/{kind}; charset="utf-8"'
    part["Content-Transfer-Encoding"] = "quoted-printable"
    part.set_payload(b2a_qp(text.encode(), istext=True).decode("ascii"))
    return part


def message_id(office: Office, box: MailboxRow, about: str) -> str:
    """The Message-ID of the mail to a mailbox about something, which nobody else can guess."""
    return f"<{box.game}.{_digest(office, box, about)}@{office.settings.domain}>"


def _headers(
    office: Office, box: MailboxRow, letter: Letter, at: int, reply_to: str
) -> Mapping[str, str | Address]:
    domain = office.settings.domain
    thread = f"<{box.game}@{domain}>"
    leave = [f"<mailto:{office.address(Purpose.UNSUBSCRIBE, box)}?subject=unsubscribe>"]
    page = office.link("unsubscribe", office.tag(Purpose.UNSUBSCRIBE, box))
    headers: dict[str, str | Address] = {
        "From": Address(_named(letter.sender), addr_spec=office.settings.address),
        "To": box.address,
        "Reply-To": reply_to,
        "Subject": " ".join(letter.subject.split()),
        "Date": format_datetime(datetime.fromtimestamp(at // SECOND, UTC)),
        "Message-ID": message_id(office, box, letter.about),
        "In-Reply-To": letter.answers or thread,
        "References": " ".join(filter(None, (thread, letter.answers))),
        "List-Id": f"<{box.game}.games.{domain}>",
        "List-Unsubscribe": ", ".join([*leave, *([f"<{page}>"] if page else [])]),
        "Auto-Submitted": letter.submitted,
        "X-Auto-Response-Suppress": "All",
    }
    if page:
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _named(sender: str) -> str:
    """Who a mail is from, without anything that could be taken for an address."""
    return " ".join(_IN_ADDRESSES.sub(" ", sender).split())


def _digest(office: Office, box: MailboxRow, about: str) -> str:
    key = office.tag(Purpose.BOUNCE, box).encode()
    return hmac.new(key, about.encode(), hashlib.sha256).hexdigest()[:20]
