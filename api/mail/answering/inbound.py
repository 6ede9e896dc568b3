"""Handles a mail that has come: who it is from, whether it counts, what it orders, the answer.

Mails of strangers are dropped silently. All of it is safe to repeat after a crash: nothing is done
twice.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Protocol

from flufl.bounce import scan_message
from msgspec.structs import replace

from api.mail import claiming
from api.mail.answering.consenting import (
    about_address,
    about_held_mail,
    ask_for_a_click,
    says_something,
)
from api.mail.answering.following import Doubtful, answered, shown
from api.mail.answering.opening import Opened, Unreadable, opened
from api.mail.answering.parting import STEPS, parted
from api.mail.answering.senders import BULK, is_bulk, is_robot, oddity, verdict
from api.mail.answering.taking import LEASE, Lost, Taken, later, put_off, tag_of
from api.mail.letters.composing import Letter, composed
from api.mail.letters.notices import held, notice, waits
from api.mail.observers import unsubscribe
from api.mail.office import Office
from api.mail.posting.outbox import came_back
from api.mail.rows import HELD, NEW, SEEN, SENT, InboundRow, MailboxRow
from api.mail.settings import Policy
from api.mail.tokens import Purpose, Tag, find_tag
from api.reading import Reading
from napoleon.log.events.mails import stricter
from napoleon.log.game import Game
from napoleon.play.outcomes import DeadToken

MOST_SHOWN = 16 * 1024
"""Characters of a held mail that its player is shown: nobody says yes to what they do not see."""

DOUBTFUL = "doubtful"
"""What is odd about a mail that may order what its writer only quoted."""

_log = logging.getLogger(__name__)


class Club(Protocol):
    """What sees to mails to the address of the service itself."""

    def see_to(self, taken: Taken, read: Opened, tag: Tag | None) -> tuple[str, str]:
        """See to a mail; what was made of it, and its state by now. Raises Lost."""


class Received:
    """The mails that have come, for `projections.delivery.deliver`."""

    kind = "received mails"

    def __init__(self, office: Office, club: Club | None = None) -> None:
        """Without a `club` mails to the address of the service itself are not answered."""
        self._office = office
        self._club = club

    def newest(self) -> object:
        """Id of the newest mail."""
        return self._office.store.inbox.newest()

    def take(self, most: int) -> Iterator[InboundRow]:
        """At most `most` of the mails that nobody has seen to."""
        now = self._office.games.clock()
        for row in self._office.store.inbox.due(now, most):
            changed = {"due": now + LEASE, "failures": row.failures + 1}
            if self._office.store.inbox.move(row, **changed):
                yield replace(row, **changed)

    def attempt(self, taken: InboundRow) -> None:
        """See to one of them."""
        see_to(self._office, taken, self._club)


def see_to(office: Office, mail: InboundRow, club: Club | None = None) -> str:
    """See to a mail that was taken; returns what was made of it, in a word."""
    taken = Taken(office, mail)
    try:
        finding, state = _seen_to(office, taken, club)
        if state == NEW:
            return finding
        taken.note(state=state, finding=finding)
    except Lost:
        finding = "lost"
    _log.info("mail %d: %s", mail.id, finding)
    return finding


def _seen_to(office: Office, taken: Taken, club: Club | None) -> tuple[str, str]:
    """What was made of it, and its state by now."""
    mail = taken.row
    if mail.raw is None:
        return "erased", SEEN
    try:
        read = opened(mail.raw)
    except Unreadable:
        return "unreadable", SEEN
    tag = tag_of(mail.recipient)
    if tag is not None and tag.purpose is Purpose.BOUNCE:
        return _bounced(office, tag, read), SEEN
    if tag is not None and tag.purpose is Purpose.TRIP:
        return "round trip" if office.signer.holds(tag) else "dead token", SEEN
    if robot := is_robot(mail, read, office.settings):
        return robot, SEEN
    tag = tag or find_tag(read.subject) or find_tag(read.text)
    if tag is None or tag.purpose in (Purpose.CLUB, Purpose.INVITED):
        return ("no token", SEEN) if club is None else club.see_to(taken, read, tag)
    if tag.purpose in (Purpose.HELD, Purpose.CONFIRM) and is_bulk(read):
        # Nobody can tell that a person said so.
        ask_for_a_click(office, tag, read)
        return "robot", SEEN
    if tag.purpose is Purpose.HELD:
        return about_held_mail(office, tag, read), SEEN
    box = claiming.mailbox_of(office, tag) or _known(office, taken.row, tag)
    game = None if box is None else office.game_of(box)
    if box is None or game is None:
        return "dead token", SEEN
    if tag.purpose is Purpose.UNSUBSCRIBE:
        unsubscribe(office, box)
        return "unsubscribed", SEEN
    if not box.confirmed or (tag.purpose is Purpose.CONFIRM and says_something(read)):
        return about_address(office, box, game, read), SEEN
    return _of_player(office, taken, box, game, read)


def _known(office: Office, mail: InboundRow, tag: Tag) -> MailboxRow | None:
    """The mailbox of a tag that died as its seat was claimed, while this mail was seen to.

    The Message-ID of a mail is kept once its tag was found to be alive.
    """
    box = office.store.mailboxes.get(tag.number)
    if box is None or tag.purpose not in (Purpose.REPLY, Purpose.QUESTION, Purpose.CONFIRM):
        return None
    was_known = bool(mail.message_id) and mail.mailbox == tag.number
    if claiming.was_claimed(office, box) and (was_known or office.has_signed(tag, box)):
        return claiming.renew(office, box, claiming.claimed(office, box))
    return box if was_known else None


def _bounced(office: Office, tag: Tag, read: Opened) -> str:
    """A mail came back for good; what says only that it is late does not count."""
    box = office.mailbox(tag)
    if box is None or not scan_message(read.message):
        return "robot"
    came_back(office, box.id)
    return "bounce"


def _of_player(
    office: Office, taken: Taken, box: MailboxRow, game: Game, read: Opened
) -> tuple[str, str]:
    found = verdict(read, office.settings)
    odd = "" if taken.row.approved else oddity(read, box, found)
    policy = Policy(stricter(office.settings.policy, game.odd_mails))
    if odd == BULK:
        policy = Policy.REFUSE if policy is Policy.REFUSE else Policy.HOLD
    reading, aside = office.reading(game, box), bool(odd) and policy is not Policy.LOG
    if until := later(office, taken, box, odd=aside):
        if not aside:
            _put(office, box, waits(office, box, reading, until))
        put_off(taken, until)
        return "put off", NEW
    if aside:
        return _odd(office, taken, box, reading, odd, policy, read)
    mail = taken.row
    earlier = office.store.inbox.earlier(mail, read.message_id, box.id)
    if earlier is not None:
        text = reading.gettext("This mail has come before. Nothing was done a second time.")
        _put(office, box, notice(reading, f"again-{mail.digest}", [text], answers=read.message_id))
        return "again", SEEN
    taken.note(message_id=read.message_id, mailbox=box.id)
    parts = parted(office, mail, box, reading, read)
    try:
        if any(it.doubtful for it in parts) and not mail.approved:
            raise Doubtful
        for number, part in enumerate(parts):
            taken.before = number * STEPS
            answer = answered(
                office, taken, part.box, part.reading, part.read, odd or found, part.untaken
            )
            # The player who plays from here has the seat.
            seated = claiming.claimed(office, part.box)
            _put(office, claiming.renew(office, part.box, seated), answer)
    except Doubtful:
        return _odd(office, taken, box, reading, DOUBTFUL, Policy.HOLD, read)
    except DeadToken:
        return "dead token", SEEN
    return "answered", SEEN


def _odd(
    office: Office,
    taken: Taken,
    box: MailboxRow,
    reading: Reading,
    odd: str,
    policy: Policy,
    read: Opened,
) -> tuple[str, str]:
    mail = taken.row
    why = {
        "another sender": reading.gettext("it was sent from another address than yours"),
        "a forged sender": reading.gettext("its sender seems to be forged"),
        BULK: reading.gettext("it looks as if a mailing list or a robot had sent it"),
        DOUBTFUL: reading.gettext("some of it may be quoted, or cut in two by a mail program"),
    }[odd]
    if policy is Policy.REFUSE:
        text = reading.gettext("A mail with orders for you was refused: %(why)s.", why=why)
        _put(office, box, notice(reading, f"refused-{mail.digest}", [text]))
        return f"refused: {odd}", SEEN
    lines = shown(office, mail, box, reading, read)
    if sum(map(len, lines)) > MOST_SHOWN:
        text = reading.gettext(
            "A mail with orders for you was refused: %(why)s. It is too long to be shown to you: "
            "send what you want of it once more.",
            why=why,
        )
        _put(office, box, notice(reading, f"refused-{mail.digest}", [text]))
        return f"refused: {odd}", SEEN
    taken.note(mailbox=box.id)
    tag = office.tag_of_held(mail, box)
    sender = read.author or mail.sender
    letter = held(office, reading, mail, tag, why=why, sender=sender, lines=lines)
    row = composed(office, box, letter, office.games.clock(), reply_to=office.settings.tagged(tag))
    office.store.outbox.put(row)
    return f"held: {odd}", HELD


def _put(office: Office, box: MailboxRow, letter: Letter) -> None:
    """Send an answer; what it asks need not be asked by a mail of its own."""
    now = office.games.clock()
    row = composed(office, box, letter, now)
    if office.game_of(box) is None or office.store.mailboxes.get(box.id) is None:
        # The seat has passed on, or they wanted to be forgotten.
        return
    if letter.asks and letter.about != letter.asks:
        known = replace(row, about=letter.asks, message=b"", state=SENT, message_id="")
        office.store.outbox.put(known)
    office.store.outbox.put(row, box, told=letter.version, told_at=now)
