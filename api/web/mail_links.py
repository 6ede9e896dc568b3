"""Pages that links in mails lead to: an address is confirmed, or told nothing more.

Programs that look at mails follow links by themselves, so a visit alone does nothing; the button on
the page does, and so does what mail programs send for List-Unsubscribe (RFC 8058).
"""

from __future__ import annotations

from flask import Response

from api.http.mail import office
from api.http.problems import Problem
from api.mail import mailboxes
from api.mail.answering.held import release
from api.mail.store.inbox import InboundRow
from api.mail.store.mailboxes import MailboxRow
from api.mail.tokens import Purpose, read_tag
from api.web.pages import page, web


@web.get("/mail/confirm/<tag>")
def asked_to_confirm(tag: str) -> Response:
    """A button that confirms an address."""
    return page("mail/confirm.html", box=_box(tag, Purpose.CONFIRM), done=False)


@web.post("/mail/confirm/<tag>")
def confirm_address(tag: str) -> Response:
    """The address is confirmed."""
    box = _box(tag, Purpose.CONFIRM)
    mailboxes.confirm(office(), box)
    return page("mail/confirm.html", box=box, done=True)


@web.get("/mail/unsubscribe/<tag>")
def asked_to_unsubscribe(tag: str) -> Response:
    """A button after which nothing more is sent to an address."""
    return page("mail/unsubscribe.html", box=_box(tag, Purpose.UNSUBSCRIBE), done=False)


@web.post("/mail/unsubscribe/<tag>")
def unsubscribe_address(tag: str) -> Response:
    """Nothing more is sent there."""
    box = _box(tag, Purpose.UNSUBSCRIBE)
    mailboxes.unsubscribe(office(), box)
    return page("mail/unsubscribe.html", box=box, done=True)


@web.get("/mail/held/<tag>")
def asked_to_release(tag: str) -> Response:
    """A button by which a player says that a mail which is held is theirs."""
    _held(tag)
    return page("mail/held.html", done=False)


@web.post("/mail/held/<tag>")
def release_mail(tag: str) -> Response:
    """The mail is carried out, as soon as mails are looked at again."""
    release(office(), _held(tag))
    return page("mail/held.html", done=True)


def _box(tag: str, purpose: Purpose) -> MailboxRow:
    """The mailbox that a link is about. Raises Problem 404."""
    read = read_tag(tag)
    box = None if read is None or read.purpose is not purpose else office().mailbox(read)
    if box is None:
        raise Problem("UNKNOWN_LINK", "This link leads nowhere, or no longer does.")
    return box


def _held(tag: str) -> InboundRow:
    """The mail that is held, and that a link is about. Raises Problem 404."""
    read = read_tag(tag)
    if read is not None and read.purpose is Purpose.HELD:
        mail = office().store.inbox.get(read.number)
        box = None if mail is None else office().store.mailboxes.get(mail.mailbox)
        if mail and box and office().signer.holds(read, mail.digest, box.token):
            return mail
    raise Problem("UNKNOWN_LINK", "This link leads nowhere, or no longer does.")
