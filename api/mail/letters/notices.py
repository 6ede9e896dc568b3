"""Short mails of the service itself: is this address yours, did you write this, nothing arrives."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from api.clocks_told import when
from api.mail.letters.composing import GENERATED, REPLIED, Letter
from api.mail.letters.drawing import drawn
from api.mail.letters.subjects import sender, subject
from api.mail.office import Office
from api.mail.rows import CONFIRMATION, InboundRow, MailboxRow
from api.mail.tokens import Purpose
from api.reading import Reading
from napoleon.log.times import HOUR
from napoleon.rules.prose.chronicle import capital


def confirmation(office: Office, box: MailboxRow, reading: Reading) -> Letter:
    """Asks whether an address belongs to the person who left it."""
    seat = reading.name(reading.holder)
    page = office.link("confirm", office.tag(Purpose.CONFIRM, box))
    title = reading.gettext("Confirm your address: %(game)s", game=reading.title)
    made = drawn(
        "confirmation", reading.code, title=title, game=reading.title, seat=seat, page=page
    )
    return Letter(
        about=CONFIRMATION,
        sender=sender(reading),
        subject=title,
        drawn=made,
        version=reading.game.version,
        answered_at=Purpose.CONFIRM,
    )


def called_upon(office: Office, box: MailboxRow, reading: Reading, seat: str, token: str) -> Letter:
    """Asks a stand-in to take over: by answering, or by a link that their token opens."""
    page = office.settings.public_url
    # Where it has to be known who plays, no answer by mail tells it.
    in_browser = reading.game.stands_empty(reading.holder)
    letter = notice(
        reading,
        CONFIRMATION,
        [
            reading.gettext(
                "You were named as the stand-in of %(who)s in %(game)s, who have fallen silent.",
                who=reading.subject(seat),
                game=reading.title,
            ),
            *([] if in_browser else _by_answer(reading)),
        ],
        said=reading.gettext("Take the seat in a browser:")
        if in_browser
        else reading.gettext("Or take the seat in a browser:"),
        page=f"{page}/games/{reading.game.id}#token={token}" if page else "",
        answered_at=Purpose.CONFIRM,
    )
    title = reading.gettext("You are asked to take over: %(game)s", game=reading.title)
    return msgspec.structs.replace(letter, subject=title)


def _by_answer(reading: Reading) -> list[str]:
    """How a stand-in answers by mail."""
    return [
        reading.gettext(
            "If you will play in their place, answer this mail with the word “yes” alone on a "
            "line: you are then told what is asked, and give orders by mail."
        ),
        reading.gettext(
            "If not, answer “no”, and your address is forgotten; or do nothing, and you will "
            "hear no more."
        ),
    ]


def notice(
    reading: Reading,
    about: str,
    paragraphs: list[str],
    *,
    lines: tuple[str, ...] = (),
    shown: Sequence[str] = (),
    said: str = "",
    page: str = "",
    answers: str = "",
    answered_at: Purpose = Purpose.REPLY,
    over: str = "",
) -> Letter:
    """A few paragraphs, with lines that may be sent back, and a link to a page.

    `over` is what its subject says, by default its first paragraph as far as there is room. What is
    `shown` are lines of somebody else's, as a quote: nobody sends them back.
    """
    title = subject(reading, over or paragraphs[0])
    made = drawn(
        "notice",
        reading.code,
        title=title,
        paragraphs=paragraphs,
        lines=lines,
        shown=shown,
        said=said,
        page=page,
    )
    return Letter(
        about=about,
        sender=sender(reading),
        subject=title,
        drawn=made,
        version=reading.game.version,
        answers=answers,
        answered_at=answered_at,
        submitted=REPLIED if answers else GENERATED,
    )


def held(
    office: Office,
    reading: Reading,
    mail: InboundRow,
    tag: str,
    *,
    why: str,
    sender: str,
    lines: Sequence[str],
) -> Letter:
    """Asks a player whether a mail that is held is theirs, and shows them who sent what."""
    shown = [it.rstrip() for it in lines if it.strip()]
    return notice(
        reading,
        f"held-{mail.digest}",
        [
            reading.gettext("A mail with orders for you has come, and is held: %(why)s.", why=why),
            reading.gettext(
                "If it is yours, answer this mail with the word “yes” alone on a line, and it is "
                "carried out."
            ),
            reading.gettext(
                "If it is not, answer “no”: it is never carried out, and the referee is told. As "
                "long as you do nothing nobody can play for you with it."
            ),
            reading.gettext("It came from %(sender)s and says:", sender=sender or "?"),
        ],
        shown=shown,
        said=reading.gettext("Or follow this link:"),
        page=office.link("held", tag),
        answered_at=Purpose.HELD,
        over=reading.gettext("is this mail yours?"),
    )


def waits(office: Office, box: MailboxRow, reading: Reading, until: int) -> Letter:
    """Tells somebody who has sent very many mails that they are answered later, once an hour."""
    text = reading.gettext(
        "You have sent %(count)s mails within an hour. Those that came after them are not lost: "
        "they are answered from %(when)s on.",
        count=office.settings.hourly,
        when=when(until, reading.zone, reading.code),
    )
    over = reading.gettext("your mails wait")
    return notice(reading, f"waits-{until // HOUR}", [text], over=over)


def asked_again(reading: Reading, about: str, answered_at: Purpose = Purpose.CONFIRM) -> Letter:
    """Asks somebody once more whose answer was neither yes nor no."""
    text = reading.gettext(
        "Your answer holds neither the word “yes” nor “no” alone on a line, so nothing was done. "
        "Please answer with one of the two; you are not asked again."
    )
    return notice(
        reading, about, [text], answered_at=answered_at, over=reading.gettext("yes or no?")
    )


def disowned(reading: Reading, holder: str, about: str) -> Letter:
    """Tells the referee that somebody tried to play for a player."""
    text = reading.gettext(
        "A mail with orders for a seat was held, and %(who)s say that it is not theirs. Nothing in "
        "it was carried out.",
        who=reading.subject(holder),
    )
    over = reading.gettext("a mail that is not of its player")
    return notice(reading, about, [text], over=over)


def failing(reading: Reading, holder: str, about: str) -> Letter:
    """Tells the referee that a player cannot be reached."""
    name = reading.subject(holder)
    text = reading.gettext(
        "Mails to %(name)s come back, and none are sent there any more until they say where to.",
        name=name,
    )
    over = reading.gettext("%(name)s cannot be reached", name=capital(name))
    return notice(reading, about, [text], over=over)


def rules_set(reading: Reading) -> Letter | None:
    """Tells a seat that the operator let the game go on under newer rules; None if they did not.

    It is told as long as the turn lasts in which that was.
    """
    game = reading.game
    change = game.set_by_operator
    if change is None or game.state is None or game.state.turn != change.turn:
        return None
    told = reading.gettext(
        "The operator let the game go on under the rules %(version)s. Reason: %(reason)s",
        version=game.pinned[0],
        reason=change.reason,
    )
    over = reading.gettext("the rules of the game have changed")
    return notice(reading, f"rules-{change.version}", [told], lines=("status", "orders"), over=over)
