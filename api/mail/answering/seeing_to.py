"""Seeing to a mail that has come: who it is from, whether it counts, what it orders, the answer.

Whoever is not known gets no answer, and no sign that anybody is here. All of it may be done again
after a crash: what was done is found done.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial

from flufl.bounce import scan_message
from msgspec.structs import replace

from api.commands.speaker import Speaker
from api.commands.table import Grammar
from api.commands.undoing import withdraw_to
from api.mail.answering import quotes
from api.mail.answering.carrying_out import (
    Done,
    Refused,
    carried_out,
    note_superseded,
    was_given,
)
from api.mail.answering.consenting import about_address, about_held_mail
from api.mail.answering.echo import About, echo
from api.mail.answering.lines import Said, Sent, Sorter, offered
from api.mail.answering.opening import Opened, Unreadable, opened
from api.mail.answering.questions import (
    answered_by,
    as_asked,
    decision_of,
    has_moved_on,
    may_be_of_an_older_link,
)
from api.mail.answering.receiving import tag_of
from api.mail.answering.replacing import Replaced, forget_waiting, replaced_by
from api.mail.answering.senders import BULK, is_bulk, is_robot, oddity, verdict
from api.mail.answering.settings_by_mail import MailCommands
from api.mail.letters.composing import Letter, composed
from api.mail.letters.notices import held, notice
from api.mail.observers import unsubscribe
from api.mail.office import Office
from api.mail.posting.outbox import came_back
from api.mail.rows import HELD, SEEN, SENT, ConditionalRow, InboundRow, LetterRow, MailboxRow
from api.mail.settings import Policy
from api.mail.stand_ins import StandInBook
from api.mail.tokens import Purpose, Tag, find_tag
from api.reading import Reading
from napoleon.log.game import Game
from napoleon.log.odd_mails import stricter
from napoleon.log.times import SECOND
from napoleon.play.outcomes import DeadToken
from napoleon.rules.orders import Refusal

LEASE = 15 * SECOND
"""How long one process has a mail to itself: it is answered in far less."""

_log = logging.getLogger(__name__)


class Received:
    """The mails that have come, for `projections.delivery.deliver`."""

    kind = "received mails"

    def __init__(self, office: Office) -> None:
        self._office = office

    def newest(self) -> object:
        """Id of the newest mail."""
        return self._office.store.inbox.newest()

    def take(self, most: int) -> Iterator[InboundRow]:
        """At most `most` of the mails that nobody has seen to."""
        now = self._office.games.clock()
        for row in self._office.store.inbox.due(now, most):
            if self._office.store.inbox.move(row, due=now + LEASE, failures=row.failures + 1):
                yield replace(row, due=now + LEASE, failures=row.failures + 1)

    def attempt(self, taken: InboundRow) -> None:
        """See to one of them."""
        see_to(self._office, taken)


def see_to(office: Office, mail: InboundRow) -> str:
    """See to a mail that was taken; returns what was made of it, in a word."""
    finding, state = _seen_to(office, mail)
    office.store.inbox.move(mail, state=state, finding=finding)
    _log.info("mail %d: %s", mail.id, finding)
    return finding


def _seen_to(office: Office, mail: InboundRow) -> tuple[str, str]:
    if mail.raw is None:
        return "erased", SEEN
    try:
        read = opened(mail.raw)
    except Unreadable:
        return "unreadable", SEEN
    tag = tag_of(mail.recipient)
    if tag is not None and tag.purpose is Purpose.BOUNCE:
        return _bounced(office, tag, read), SEEN
    if robot := is_robot(mail, read, office.settings):
        return robot, SEEN
    tag = tag or find_tag(read.subject) or find_tag(read.text)
    if tag is None:
        return "no token", SEEN
    if tag.purpose in (Purpose.HELD, Purpose.CONFIRM) and is_bulk(read):
        # Nobody can tell that a person said so.
        return "robot", SEEN
    if tag.purpose is Purpose.HELD:
        return about_held_mail(office, tag, read), SEEN
    box = office.mailbox(tag)
    game = None if box is None else office.game_of(box)
    if box is None or game is None:
        return "dead token", SEEN
    if tag.purpose is Purpose.UNSUBSCRIBE:
        unsubscribe(office, box)
        return "unsubscribed", SEEN
    if tag.purpose is Purpose.CONFIRM or not box.confirmed:
        return about_address(office, box, game, read), SEEN
    return _of_player(office, mail, box, game, read)


def _bounced(office: Office, tag: Tag, read: Opened) -> str:
    """A mail came back for good; what says only that it is late does not count."""
    box = office.mailbox(tag)
    if box is None or not scan_message(read.message):
        return "robot"
    came_back(office, box.id)
    return "bounce"


def _of_player(
    office: Office, mail: InboundRow, box: MailboxRow, game: Game, read: Opened
) -> tuple[str, str]:
    found = verdict(read, office.settings)
    odd = "" if mail.approved else oddity(read, box, found)
    policy = Policy(stricter(office.settings.policy, game.odd_mails))
    if odd == BULK:
        policy = Policy.REFUSE if policy is Policy.REFUSE else Policy.HOLD
    if odd and policy is not Policy.LOG:
        return _odd(office, mail, box, game, odd, policy, read)
    earlier = office.store.inbox.earlier(mail, read.message_id, box.id)
    reading = office.reading(game, box)
    if earlier is not None:
        text = reading.gettext("This mail has come before. Nothing was done a second time.")
        _put(office, box, notice(reading, f"again-{mail.digest}", [text], answers=read.message_id))
        return "again", SEEN
    office.store.inbox.move(mail, message_id=read.message_id, mailbox=box.id)
    try:
        answer = _answered(office, mail, box, reading, read, odd or found)
    except DeadToken:
        return "dead token", SEEN
    _put(office, box, answer)
    return "answered", SEEN


def _odd(
    office: Office,
    mail: InboundRow,
    box: MailboxRow,
    game: Game,
    odd: str,
    policy: Policy,
    read: Opened,
) -> tuple[str, str]:
    reading = office.reading(game, box)
    why = {
        "another sender": reading.gettext("it was sent from another address than yours"),
        "a forged sender": reading.gettext("its sender seems to be forged"),
        BULK: reading.gettext("it looks as if a mailing list or a robot had sent it"),
    }[odd]
    if policy is Policy.REFUSE:
        text = reading.gettext("A mail with orders for you was refused: %(why)s.", why=why)
        _put(office, box, notice(reading, f"refused-{mail.digest}", [text]))
        return f"refused: {odd}", SEEN
    office.store.inbox.move(mail, mailbox=box.id)
    tag = office.tag_of_held(mail, box)
    own = [it.text for it in quotes.lines(read.text) if it.kind is quotes.Kind.OWN]
    sender = read.author or mail.sender
    letter = held(office, reading, mail, tag, why=why, sender=sender, lines=own)
    row = composed(office, box, letter, office.games.clock(), reply_to=office.settings.tagged(tag))
    office.store.outbox.put(row)
    return f"held: {odd}", HELD


def _answered(
    office: Office, mail: InboundRow, box: MailboxRow, reading: Reading, read: Opened, found: str
) -> Letter:
    """Carry a player's mail out; the letter that answers it. Raises DeadToken."""
    grammar = MailCommands(office, box).grammar
    asked_in = answered_by(office, box, mail, read)
    if read.cut:
        text = reading.gettext(
            "Your mail is too long to be read whole, so nothing in it was carried out. Send your "
            "orders alone, in a new answer without quotes."
        )
        return notice(reading, f"echo-{mail.digest[:16]}", [text], answers=read.message_id)
    sent = _understood(reading, grammar, asked_in, read)
    evidence = {"mail": mail.digest, "verdict": found, "number": sent.number}
    speaker = Speaker(
        reading, key=f"mail-{mail.digest}", evidence=evidence, addresses=StandInBook(office)
    )
    said = About(
        f"echo-{mail.digest[:16]}", read.message_id, number=sent.number, untaken=sent.untaken
    )
    done = Done(())
    if sent.orders and (newer := _superseded(office, mail, box, sent, reading, asked_in)):
        note_superseded(speaker)
        summary = reading.gettext(
            "Your set %(number)s came after your set %(newer)s, which counts. Nothing in it was "
            "carried out.",
            number=sent.number,
            newer=newer,
        )
        return _echoed(office, box, done, said._replace(summary=summary))
    over, news = "", tuple[str, ...]()
    if sent.orders and asked_in is not None and has_moved_on(reading, asked_in, mail):
        over = reading.gettext(
            "The game has gone on since the mail that you answer, so your orders were not carried "
            "out. This has happened, and this is asked now."
        )
        news = tuple(reading.paragraphs(reading.story(after=asked_in.version)))
    elif (
        asked_in is None
        and not was_given(speaker)
        and may_be_of_an_older_link(office, box, reading, read, sent.orders)
    ):
        over = reading.gettext(
            "Your mail does not say which question it answers, and an earlier one offered the same "
            "line, so it was not carried out. This is asked now."
        )
    if over:
        orders = _without_orders(sent)
        done = carried_out(speaker, orders, grammar, partial(_begun, office, mail))
        return _echoed(office, box, done, said._replace(summary=over, news=news))
    begin = partial(_begun, office, mail)
    replaced = Replaced()
    if sent.number and sent.orders and not was_given(speaker):
        replaced = replaced_by(office, box, reading, sent.number, asked_in)
    if replaced.to:
        again = withdraw_to(speaker, replaced.to)
        if isinstance(again, Refusal):
            done = Done((Refused(f"set {sent.number}", again),), sent.orders)
            return _echoed(office, box, done, said)
        speaker = speaker.now()
        # It is read where it is carried out.
        sent = _understood(speaker.reading, grammar, asked_in, read)
        said = said._replace(untaken=sent.untaken)
        done = carried_out(speaker, sent, grammar, begin)
        done = done._replace(steps=(again, *done.steps))
    else:
        decision = decision_of(reading, asked_in, mail)
        done = carried_out(speaker, sent, grammar, begin, decision)
    forget_waiting(office, box, replaced.mails)
    if any(isinstance(it, Refused) for it in done.steps):
        # What was to follow would follow something else.
        done = done._replace(left=(*done.left, *sent.then))
        return _echoed(office, box, done, said)
    kept = _kept(office, mail, box, sent, done)
    return _echoed(office, box, done, said._replace(kept=kept))


def _understood(
    reading: Reading, grammar: Grammar, asked_in: LetterRow | None, read: Opened
) -> Sent:
    """What a mail orders, read in one position."""
    answered = _ours(asked_in, reading)
    return Sorter(reading, grammar, answered).sort(quotes.lines(read.text, answered))


def _without_orders(sent: Sent) -> Sent:
    """The same with its commands alone."""
    commands = tuple(it for it in sent.steps if it.said is Said.COMMAND)
    return sent._replace(number=0, steps=commands, then=())


def _echoed(office: Office, box: MailboxRow, done: Done, said: About) -> Letter:
    """The answer, from the position that the mail has led to."""
    newest = office.store.mailboxes.get(box.id) or box
    then = office.reading(office.games.open(box.game), newest)
    return echo(office, newest, then, done, said)


def _superseded(
    office: Office,
    mail: InboundRow,
    box: MailboxRow,
    sent: Sent,
    reading: Reading,
    asked_in: LetterRow | None,
) -> int:
    """The number of a set that counts instead of this one; 0 if this one counts."""
    state = reading.game.state
    here = "" if state is None else f"{state.turn}/{state.phase}"
    position = here if asked_in is None else asked_in.asks or asked_in.about
    if not sent.number or box.set_mail == mail.digest:
        return 0
    if box.set_for == position and sent.number <= box.newest_set:
        return box.newest_set
    office.store.mailboxes.move(box, newest_set=sent.number, set_for=position, set_mail=mail.digest)
    return 0


def _kept(
    office: Office, mail: InboundRow, box: MailboxRow, sent: Sent, done: Done
) -> tuple[str, ...]:
    """Keep the orders that are to wait until they are legal, in place of those kept before."""
    if not sent.then:
        return ()
    lines = (*done.left, *sent.then)
    now = office.games.clock()
    rows = [
        ConditionalRow(box.game, box.holder, box.token, line, f"{mail.digest}-{number}", now)
        for number, line in enumerate(lines)
    ]
    office.store.conditionals.replace(box.game, box.holder, rows)
    return lines


def _begun(office: Office, mail: InboundRow, number: int) -> bool:
    newest = office.store.inbox.get(mail.id)
    if newest is None or newest.progress >= number:
        return False
    return office.store.inbox.move(newest, progress=number)


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


def _ours(asked_in: LetterRow | None, reading: Reading) -> quotes.Answered:
    """The mail that is answered: quoting it is no order, but copying what it offers is."""
    if asked_in is None or not asked_in.message:
        return quotes.Answered()
    try:
        said = opened(asked_in.message).text
    except Unreadable:
        return quotes.Answered()
    return quotes.Answered(said, offered(said, as_asked(reading, asked_in)))
