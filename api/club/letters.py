"""The answers to what is written to the service itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from api.clocks_told import when
from api.club.scene import Outcome
from api.languages import translations
from api.mail.answering.opening import Opened
from api.mail.letters.composing import REPLIED
from api.mail.letters.drawing import Drawn, drawn
from api.mail.office import Office
from api.mail.rows import InboundRow
from api.mail.tokens import Purpose
from api.people import letters
from api.refusals import cited
from napoleon.rules.orders import Refusal
from napoleon.rules.tables import TextTable

MOST_NAMED = 10
"""How many lines that were not carried out are named."""

LONGEST_NAMED = 120
"""How many characters of each."""


class Section(NamedTuple):
    """What came of a line."""

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    tables: tuple[TextTable, ...] = ()


def section(code: str, line: str, outcome: Outcome) -> Section:
    """What came of a line, in a language."""
    if isinstance(outcome, Refusal):
        title = translations(code).gettext("Refused: %(line)s") % {"line": line}
        return Section(title, (cited(outcome, code),))
    return Section(outcome.title, outcome.paragraphs, outcome.lines, outcome.listed, outcome.tables)


def answer(
    office: Office,
    mail: InboundRow,
    read: Opened,
    code: str,
    sections: Sequence[Section],
    *,
    untaken: Sequence[str] = (),
    left: Sequence[str] = (),
) -> None:
    """Send the answer to a mail; the same one once. Raises PersistenceError."""
    gettext = translations(code).gettext
    made = drawn(
        "club",
        code,
        title=gettext("Napoleon answers"),
        sections=sections,
        untaken=[it[:LONGEST_NAMED] for it in untaken[:MOST_NAMED]],
        left=[it[:LONGEST_NAMED] for it in left[:MOST_NAMED]],
    )
    tag = office.signer.tag(Purpose.CLUB, 0, read.author)
    _put(office, read, _subject(read, gettext("Napoleon answers")), made, mail.digest[:32], tag)


def ask(
    office: Office, mail: InboundRow, read: Opened, code: str, lines: Sequence[str], *, sure: bool
) -> None:
    """Ask somebody whether a mail is theirs, and whether they mean it."""
    gettext = translations(code).gettext
    tag = office.signer.tag(Purpose.CLUB, mail.id, mail.digest)
    why = (
        gettext(
            "Somebody, most likely you, has written to Napoleon from your address what stands "
            "below."
        )
        if not sure
        else gettext("You have written to Napoleon what stands below.")
    )
    made = drawn(
        "notice",
        code,
        title=gettext("Is this yours?"),
        paragraphs=[
            why,
            gettext(
                "If it is yours and you mean it, answer this mail with the word “yes” alone on a "
                "line, and it is done. If not, do nothing, and nothing is."
            ),
        ],
        lines=(),
        shown=[it[:LONGEST_NAMED] for it in lines],
        said=gettext("Or follow this link:"),
        page=office.link("club", tag),
    )
    title = gettext("Is this yours?")
    _put(office, read, _subject(read, title), made, f"ask-{mail.digest[:28]}", tag)


def waits(
    office: Office, mail: InboundRow, read: Opened, code: str, *, until: int, zone: str
) -> None:
    """Tell somebody who has written very often when they are answered. Raises PersistenceError."""
    gettext = translations(code).gettext
    said = gettext(
        "You have sent %(count)s mails within an hour. Those that came after them are not lost: "
        "they are answered from %(when)s on."
    ) % {"count": office.settings.hourly, "when": when(until, zone, code)}
    title = gettext("Your mails wait")
    made = drawn(
        "notice", code, title=title, paragraphs=[said], lines=(), shown=(), said="", page=""
    )
    tag = office.signer.tag(Purpose.CLUB, 0, read.author)
    _put(office, read, title, made, f"waits-{mail.digest[:26]}", tag)


def _put(office: Office, read: Opened, title: str, made: Drawn, about: str, tag: str) -> None:
    more = {"Reply-To": office.settings.tagged(tag), "Auto-Submitted": REPLIED}
    if read.message_id and read.message_id.isprintable() and " " not in read.message_id:
        more |= {"In-Reply-To": read.message_id, "References": read.message_id}
    row = letters.mailed(office, 0, read.author, title, made, about, more)
    office.store.outbox.put(row)


def _subject(read: Opened, title: str) -> str:
    """The subject of an answer: that of the mail, as mail programs put those in a thread."""
    told = "".join(it for it in read.subject if it.isprintable())[:100].strip()
    if not told:
        return title
    return told if told.lower().startswith("re:") else f"Re: {told}"
