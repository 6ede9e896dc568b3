"""Consenting: whether an address, or a mail that is held, is somebody's own, as they answer.

A word that stands alone on a line says so; nothing else does, however friendly it sounds. Those who
answer in other words are asked once more.
"""

from __future__ import annotations

import re
from enum import Enum

from api.languages import LANGUAGES, noted, translations
from api.mail import claiming, mailboxes
from api.mail.answering import quotes
from api.mail.answering.opening import Opened
from api.mail.answering.quarantine import release
from api.mail.letters.composing import Letter, composed
from api.mail.letters.notices import asked_again, disowned, notice
from api.mail.office import Office
from api.mail.posting.outbox import tell_judges
from api.mail.rows import CONFIRMATION, HELD, SEEN, InboundRow, MailboxRow
from api.mail.tokens import Purpose, Tag
from napoleon.log.game import Game

_YES = (noted("yes"),)
_NO = (noted("no"), noted("stop"), noted("unsubscribe"))

_AROUND = re.compile(
    "[\\s.!*\"'\\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}"
    "\\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
    "\\N{LEFT SINGLE QUOTATION MARK}-\\N{DOUBLE HIGH-REVERSED-9 QUOTATION MARK}"
    "\\N{ZERO WIDTH SPACE}-\\N{RIGHT-TO-LEFT MARK}\\N{ZERO WIDTH NO-BREAK SPACE}]"
)
"""What may stand around a word, by who writes it and by their mail program."""


LONGEST = 40
"""Characters of a line that may be one of these words with what stands around it."""


class Consent(Enum):
    """What somebody answers who was asked."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


def consent(text: str) -> Consent:
    """What the text of an answer says, in any of the languages of the service.

    >>> consent("Yes."), consent("No! That was not me."), consent("non")
    (<Consent.YES: 'yes'>, <Consent.UNCLEAR: 'unclear'>, <Consent.NO: 'no'>)
    """
    own = [it.text for it in quotes.lines(text) if it.kind is quotes.Kind.OWN]
    words = {_AROUND.sub("", it).casefold() for it in own if len(it) <= LONGEST}
    agrees, refuses = bool(words & _in_all(_YES)), bool(words & _in_all(_NO))
    if agrees is refuses:
        return Consent.UNCLEAR
    return Consent.YES if agrees else Consent.NO


def _in_all(words: tuple[str, ...]) -> set[str]:
    return {translations(code).gettext(it).casefold() for code in LANGUAGES for it in words}


def says_something(read: Opened) -> bool:
    """Whether a mail agrees or refuses."""
    return consent(read.text) is not Consent.UNCLEAR


def _says_more(read: Opened) -> bool:
    """Whether a mail that agrees has lines of its writer's own beside that word."""
    own = (_AROUND.sub("", it.text) for it in quotes.lines(read.text) if it.kind.is_written)
    return sum(bool(it) for it in own) > 1


def ask_for_a_click(office: Office, tag: Tag, read: Opened) -> None:
    """Tell those who agree in mails that look like a robot's to follow the link; once."""
    if consent(read.text) is not Consent.YES:
        return
    kept = office.store.inbox.get(tag.number) if tag.purpose is Purpose.HELD else None
    box = office.mailbox(tag) if kept is None else office.store.mailboxes.get(kept.mailbox)
    if kept is not None and box is not None:
        box = box if office.signer.holds(tag, kept.digest, box.token) else None
    game = None if box is None else office.game_of(box)
    if box is None or game is None or read.author != box.address.lower():
        return
    reading = office.reading(game, box)
    told = reading.gettext(
        "Your mail looks as if a robot or a mailing list had sent it, so its “yes” does not count. "
        "Follow the link in our mail instead."
    )
    about = f"click-{kept.digest}" if kept is not None else f"{CONFIRMATION}-click"
    _ask(office, box, notice(reading, about, [told], answered_at=Purpose.CONFIRM))


def about_address(office: Office, box: MailboxRow, game: Game, read: Opened) -> str:
    """See to the answer to the question whether an address is theirs; what it was, in a word.

    An address that is not, or is to be told nothing, is forgotten.
    """
    if read.author != box.address.lower():
        return "another sender"
    said, now = consent(read.text), office.games.clock()
    if said is Consent.NO:
        mailboxes.erase(office, box)
        return "forgotten"
    if said is Consent.UNCLEAR:
        if not box.confirmed:
            letter = asked_again(office.reading(game, box), f"{CONFIRMATION}-again")
            _ask(office, box, letter)
        return "unclear"
    mailboxes.confirm(office, box)
    taken, reading = claiming.claimed(office, box), office.reading(game, box)
    told = [reading.gettext("Your address is confirmed: from now on you are told here.")]
    if _says_more(read):
        told += [reading.gettext("What else your mail says was not read: send it once more.")]
    welcome = notice(reading, "confirmed", told, answers=read.message_id)
    # People who were told so are not told again.
    office.store.outbox.put(composed(office, taken, welcome, now))
    claiming.renew(office, box, taken)
    return "confirmed"


def about_held_mail(office: Office, tag: Tag, read: Opened) -> str:
    """The same about a mail that is held: it is carried out, or refused and the judges told."""
    kept = office.store.inbox.get(tag.number)
    box = None if kept is None else office.store.mailboxes.get(kept.mailbox)
    if kept is None or box is None or not office.signer.holds(tag, kept.digest, box.token):
        return "dead token"
    game = office.game_of(box)
    if game is None:
        return "dead token"
    if read.author != box.address.lower():
        return "another sender"
    said = consent(read.text)
    if said is Consent.YES:
        release(office, kept)
        return "approved"
    if said is Consent.NO:
        _refuse(office, game, box, kept, read)
        return "disowned"
    if kept.state == HELD:
        letter = asked_again(office.reading(game, box), f"held-{kept.digest}-again", Purpose.HELD)
        tagged = office.settings.tagged(office.tag_of_held(kept, box))
        _ask(office, box, letter, reply_to=tagged)
    return "unclear"


def _refuse(office: Office, game: Game, box: MailboxRow, kept: InboundRow, read: Opened) -> None:
    """Never carry out a mail that is not its player's."""
    reading = office.reading(game, box)
    if kept.state != HELD or not office.store.inbox.move(kept, state=SEEN, finding="disowned"):
        text = reading.gettext(
            "That mail is not held any more: somebody has said yes or no to it before. If it was "
            "carried out and you did not mean it to be, write to the referee, or take it back."
        )
        late = notice(reading, f"late-{kept.digest}", [text], answers=read.message_id)
        office.store.outbox.put(composed(office, box, late, office.games.clock()))
        return
    text = reading.gettext("It was not carried out, and will not be. The referee is told, if any.")
    about = f"disowned-{kept.digest}"
    answer = notice(reading, about, [text], answers=read.message_id)
    office.store.outbox.put(composed(office, box, answer, office.games.clock()))
    tell_judges(office, game, box.holder, lambda judge: disowned(judge, box.holder, about))


def _ask(office: Office, box: MailboxRow, letter: Letter, reply_to: str = "") -> None:
    """Ask once more; what was asked so before is not."""
    row = composed(office, box, letter, office.games.clock(), reply_to=reply_to)
    office.store.outbox.put(row)
