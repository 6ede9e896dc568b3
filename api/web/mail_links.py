"""Pages that links in mails lead to: an address is confirmed, or told nothing more.

Programs that look at mails follow links by themselves, so a visit alone does nothing; the button on
the page does, and so does what mail programs send for List-Unsubscribe (RFC 8058).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import Response

from api.http.mail import office
from api.http.people import registry
from api.http.problems import Problem
from api.mail import claiming
from api.mail.answering.quarantine import release
from api.mail.observers import unsubscribe
from api.mail.office import Office
from api.mail.rows import InboundRow, MailboxRow
from api.mail.tokens import Purpose, read_tag
from api.people.inviting import whom_of
from api.people.strangers import want_nothing
from api.web.pages import page, web


class Deed(NamedTuple):
    """What the button on a page about an address does."""

    purpose: Purpose
    """What the tag of its link is for."""
    act: Callable[[Office, MailboxRow], object]


_DEEDS = {
    "confirm": Deed(Purpose.CONFIRM, claiming.confirm),
    "unsubscribe": Deed(Purpose.UNSUBSCRIBE, unsubscribe),
}


@web.get("/mail/confirm/<tag>", defaults={"deed": "confirm"})
@web.get("/mail/unsubscribe/<tag>", defaults={"deed": "unsubscribe"})
def asked_about_address(deed: str, tag: str) -> Response:
    """A button that confirms an address, or one after which nothing more is sent there."""
    return page(f"mail/{deed}.html", box=_box(tag, _DEEDS[deed].purpose), done=False)


@web.post("/mail/confirm/<tag>", defaults={"deed": "confirm"})
@web.post("/mail/unsubscribe/<tag>", defaults={"deed": "unsubscribe"})
def see_to_address(deed: str, tag: str) -> Response:
    """The address is confirmed, or nothing more is sent there."""
    purpose, act = _DEEDS[deed]
    box = _box(tag, purpose)
    act(office(), box)
    return page(f"mail/{deed}.html", box=box, done=True)


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


@web.get("/mail/no-invitations/<tag>")
def asked_whether_never(tag: str) -> Response:
    """A button after which nobody is invited by mail at the address that a link was sent to."""
    _invited(tag)
    return page("mail/no_invitations.html", done=False)


@web.post("/mail/no-invitations/<tag>")
def never_again(tag: str) -> Response:
    """Nobody is invited there any more."""
    want_nothing(registry(), _invited(tag))
    return page("mail/no_invitations.html", done=True)


@web.get("/mail/club/<tag>")
def asked_to_go_on(tag: str) -> Response:
    """A button by which somebody says that a mail to the service itself is theirs."""
    _held_by_club(tag)
    return page("mail/club.html", done=False)


@web.post("/mail/club/<tag>")
def go_on(tag: str) -> Response:
    """What they have written is done, as soon as mails are looked at again."""
    release(office(), _held_by_club(tag))
    return page("mail/club.html", done=True)


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
    box = None if read is None or read.purpose is not purpose else office().mailbox(read)
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
