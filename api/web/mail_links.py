"""Pages that links in mails lead to: an address is confirmed, or told nothing more.

Programs that look at mails follow links by themselves, so a visit alone does nothing; the button on
the page does, and so does what mail programs send for List-Unsubscribe (RFC 8058).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from flask import Response

from api.http.mail import office
from api.http.people import registry
from api.http.problems import Problem
from api.mail import claiming
from api.mail.answering.quarantine import release
from api.mail.observers import unsubscribe
from api.mail.rows import InboundRow, MailboxRow
from api.mail.tokens import Purpose, read_tag
from api.people.inviting import whom_of
from api.people.strangers import want_nothing
from api.web.pages import page, web


class Deed(NamedTuple):
    """What the button on a page does."""

    found: Callable[[str], Any]
    """What a link with a tag is about. Raises Problem 404."""
    act: Callable[[Any], object]


@web.get("/mail/confirm/<tag>", defaults={"deed": "confirm"})
@web.get("/mail/unsubscribe/<tag>", defaults={"deed": "unsubscribe"})
@web.get("/mail/held/<tag>", defaults={"deed": "held"})
@web.get("/mail/club/<tag>", defaults={"deed": "club"})
@web.get("/mail/no-invitations/<tag>", defaults={"deed": "no_invitations"})
def asked_by_link(deed: str, tag: str) -> Response:
    """A page with a button that does what the link is for, and says so."""
    return page(f"mail/{deed}.html", about=_DEEDS[deed].found(tag), done=False)


@web.post("/mail/confirm/<tag>", defaults={"deed": "confirm"})
@web.post("/mail/unsubscribe/<tag>", defaults={"deed": "unsubscribe"})
@web.post("/mail/held/<tag>", defaults={"deed": "held"})
@web.post("/mail/club/<tag>", defaults={"deed": "club"})
@web.post("/mail/no-invitations/<tag>", defaults={"deed": "no_invitations"})
def do_by_link(deed: str, tag: str) -> Response:
    """It is done; a mail that is let go is carried out as soon as mails are looked at again."""
    found, act = _DEEDS[deed]
    about = found(tag)
    act(about)
    return page(f"mail/{deed}.html", about=about, done=True)


def _invited(tag: str) -> str:
    """The hash of the address that an invitation was sent to. Raises Problem 404."""
    read = read_tag(tag)
    invited = read is not None and read.purpose is Purpose.INVITED
    whom = whom_of(office(), read) if read is not None and invited else ""
    if not whom:
        raise _nowhere()
    return whom


def _held_by_club(tag: str) -> InboundRow:
    """The mail to the service itself that a link is about. Raises Problem 404."""
    read = read_tag(tag)
    if read is not None and read.purpose is Purpose.CLUB:
        mail = office().store.inbox.get(read.number)
        if mail is not None and office().signer.holds(read, mail.digest):
            return mail
    raise _nowhere()


def _nowhere() -> Problem:
    return Problem("UNKNOWN_LINK", "This link leads nowhere, or no longer does.")


def _box(tag: str, purpose: Purpose) -> MailboxRow:
    """The mailbox that a link is about. Raises Problem 404."""
    read = read_tag(tag)
    if read is None or read.purpose is not purpose:
        raise _nowhere()
    box = claiming.mailbox_of(office(), read)
    if box is None:
        raise _nowhere()
    return box


def _held(tag: str) -> InboundRow:
    """The mail that is held, and that a link is about. Raises Problem 404."""
    read = read_tag(tag)
    if read is not None and read.purpose is Purpose.HELD:
        mail = office().store.inbox.get(read.number)
        box = None if mail is None else office().store.mailboxes.get(mail.mailbox)
        if mail and box and office().signer.holds(read, mail.digest, box.token):
            return mail
    raise _nowhere()


_DEEDS = {
    "confirm": Deed(
        partial(_box, purpose=Purpose.CONFIRM), lambda box: claiming.confirm(office(), box)
    ),
    "unsubscribe": Deed(
        partial(_box, purpose=Purpose.UNSUBSCRIBE), lambda box: unsubscribe(office(), box)
    ),
    "held": Deed(_held, lambda mail: release(office(), mail)),
    "club": Deed(_held_by_club, lambda mail: release(office(), mail)),
    "no_invitations": Deed(_invited, lambda whom: want_nothing(registry(), whom)),
}
"""By the template of their page."""
