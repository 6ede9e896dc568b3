"""Following: a player's mail is understood and carried out, and the answer to it is written."""

from __future__ import annotations

from typing import NamedTuple

from api.commands.following import leave
from api.commands.grammar import Grammar
from api.commands.speaker import Speaker
from api.commands.undoing import withdraw_to
from api.mail.answering import quotes
from api.mail.answering.echo import About, echo
from api.mail.answering.execute import (
    Done,
    Refused,
    carried_out,
    note_superseded,
    was_given,
)
from api.mail.answering.lines import Said, Sent, Sorter, Untaken
from api.mail.answering.opening import Opened
from api.mail.answering.press_replies import letter_answered, with_reply
from api.mail.answering.questions import (
    answered_by,
    as_quoted,
    decision_of,
    has_moved_on,
    may_be_of_an_older_link,
)
from api.mail.answering.replacing import Replaced, forget_waiting, replaced_by
from api.mail.answering.settings_by_mail import MailCommands
from api.mail.answering.shortening import cut, without_last
from api.mail.answering.taking import Taken
from api.mail.letters.composing import Letter
from api.mail.letters.notices import notice
from api.mail.office import Office
from api.mail.rows import InboundRow, LetterRow, MailboxRow
from api.mail.stand_ins import StandInBook
from api.reading import Reading
from napoleon.rules.orders import Refusal

MOST_OTHERS = 30
"""How many lines of a mail that do nothing are shown to those who are asked about it."""


class Doubtful(Exception):
    """A mail may order what is no word of its writer's: they are asked, and nothing is done."""


class Understood(NamedTuple):
    """What a mail orders, and what of it was not looked at."""

    sent: Sent
    left: tuple[str, ...] = ()


def answered(
    office: Office,
    taken: Taken,
    box: MailboxRow,
    reading: Reading,
    read: Opened,
    found: str,
    loose: tuple[Untaken, ...] = (),
) -> Letter:
    """Carry a player's mail out; the letter that answers it. Raises Doubtful, DeadToken, Lost.

    `loose` are lines of a mail to several games that stand under none of them.
    """
    mail = taken.row
    grammar = MailCommands(office, box).grammar
    asked_in = answered_by(office, box, mail, read)
    if read.cut:
        text = reading.gettext(
            "Your mail is too long to be read whole, so nothing in it was carried out. Send your "
            "orders alone, in a new answer without quotes."
        )
        return notice(reading, f"echo-{mail.digest[:16]}", [text], answers=read.message_id)
    sent, left = _understood(reading, grammar, asked_in, read)
    if sent.doubted and not mail.approved:
        raise Doubtful
    evidence = {"mail": mail.digest, "verdict": found, "number": sent.number}
    letter = letter_answered(reading, asked_in)
    speaker = Speaker(
        reading,
        key=f"mail-{mail.digest}",
        evidence=evidence,
        addresses=StandInBook(office),
        letter=0 if letter is None else letter.version,
        in_time=office.in_time,
    )
    said = About(
        f"echo-{mail.digest[:16]}",
        read.message_id,
        number=sent.number,
        untaken=(*loose, *sent.untaken),
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
        done = carried_out(speaker, orders, grammar, taken)
        done = done._replace(unreached=(*done.unreached, *left))
        return _echoed(office, box, done, said._replace(summary=over, news=news))
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
        sent, left = _understood(speaker.reading, grammar, asked_in, read)
        said = said._replace(untaken=(*loose, *sent.untaken))
        forget_waiting(speaker, replaced.mails)
        done = carried_out(speaker, sent, grammar, taken)
        done = done._replace(steps=(again, *done.steps))
    else:
        decision = decision_of(reading, asked_in, mail)
        forget_waiting(speaker, replaced.mails)
        done = carried_out(speaker, sent, grammar, taken, decision)
    if done.unreached or left:
        done = done._replace(unreached=(*done.unreached, *left, *sent.then))
        return _echoed(office, box, done, said)
    if any(isinstance(it, Refused) for it in done.steps):
        # What was to follow would follow something else.
        done = done._replace(left=(*done.left, *sent.then))
        return _echoed(office, box, done, said)
    kept = _kept(speaker, sent, done)
    if isinstance(kept, Refusal):
        refused = Refused(str(kept.facts.get("line", "then:")), kept)
        done = done._replace(steps=(*done.steps, refused), left=(*done.left, *sent.then))
        return _echoed(office, box, done, said)
    return _echoed(office, box, done, said._replace(kept=kept))


def shown(
    office: Office, mail: InboundRow, box: MailboxRow, reading: Reading, read: Opened
) -> list[str]:
    """What a mail would do, line by line, then what else its writer says, for them to see."""
    grammar, asked_in = MailCommands(office, box).grammar, answered_by(office, box, mail, read)
    sent, left = _understood(reading, grammar, asked_in, read)
    number = [f"set {sent.number}"] if sent.number else []
    does = [line for it in sent.steps for line in it.text.splitlines()]
    later = ["then:", *sent.then] if sent.then else []
    done = [*number, *does, *later]
    said = quotes.lines(read.text, as_quoted(asked_in, reading))
    others = [it.text.strip() for it in said if it.kind.is_written and it.text.strip()]
    others = [it for it in others if it not in (*done, *left)]
    return [*done, *left, *others[:MOST_OTHERS]]


def _understood(
    reading: Reading, grammar: Grammar, asked_in: LetterRow | None, read: Opened
) -> Understood:
    """What a mail orders, read in one position."""
    answered = as_quoted(asked_in, reading)
    some = cut(quotes.lines(read.text, answered))
    sent = Sorter(reading, grammar, answered).sort(some.lines)
    if some.whole:
        letter = letter_answered(reading, asked_in)
        return Understood(with_reply(reading, sent, some.lines, letter))
    sent, half = without_last(sent)
    return Understood(sent, (*half, *some.left))


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


def _kept(speaker: Speaker, sent: Sent, done: Done) -> tuple[str, ...] | Refusal:
    """Keep the orders that are to follow; those that were kept before are forgotten."""
    if not sent.then or speaker.reading.seat is None:
        return ()
    lines = [*done.left, *sent.then]
    outcome = leave(speaker.now(), lines, done.version)
    return outcome if isinstance(outcome, Refusal) else tuple(lines)
