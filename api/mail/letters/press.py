"""Press in mails: what others have written, word for word, alone or among other news."""

from __future__ import annotations

from collections.abc import Callable

from api.commands.writing import by_lines, named, news_of, unsigned
from api.mail.letters.composing import Letter
from api.mail.letters.drawing import drawn
from api.mail.letters.subjects import sender, subject
from api.mail.letters.turn import Written
from api.mail.office import Office
from api.mail.rows import MailboxRow
from api.reading import Reading
from napoleon.log import press
from napoleon.log.game import Game
from napoleon.rules.prose.chronicle import capital

MOST_LETTERS = 10
"""How many letters are told in full at once: the newest ones. The archive has the others."""

_ABOUT = "press"
"""The subject of a mail that holds only a letter, before the number of the letter."""

Hides = Callable[[Game, str, str], bool]
"""Tells of a game, the holder of a mailbox and a writer whether that holder has muted them."""


def nobody(game: Game, holder: str, writer: str) -> bool:
    """Nobody is muted."""
    return False


def press_letter(office: Office, box: MailboxRow, reading: Reading, it: press.Letter) -> Letter:
    """A mail that holds only what somebody has written; it is answered as any other."""
    written = _written(reading, it, _words(reading).get(it.text, ""))
    title = subject(reading, written.heading)
    page = office.settings.public_url
    made = drawn(
        "press",
        reading.code,
        title=title,
        letter=written,
        answer=f"press to {reading.name(it.sender)}: ..." if it.way is not None else "press: ...",
        replies=it.way is None,
        page=f"{page}/games/{reading.game.id}/press" if page else "",
    )
    return Letter(
        about=about(it),
        sender=sender(reading, capital(reading.name(it.sender))),
        subject=title,
        drawn=made,
        version=reading.game.version,
    )


def about(it: press.Letter) -> str:
    """The subject of a mail that holds only a letter."""
    return f"{_ABOUT}-{it.version}"


def version_of(about: str) -> int:
    """The letter that a mail is about, if with nothing else; 0 for any other mail.

    >>> version_of("press-17"), version_of("0-94e29bacc88851a3")
    (17, 0)
    """
    kind, _, number = about.partition("-")
    return int(number) if kind == _ABOUT and number.isdecimal() else 0


def concerns(reading: Reading, it: press.Letter) -> bool:
    """Whether a letter is for the reader, and not of their own hand, nor a note in their diary."""
    if it.writer == reading.holder or it.diary:
        return False
    if it.way is not None:
        return it.way.reader == reading.viewer
    return it.public or reading.viewer in it.to or reading.holder in it.to


def is_hidden(reading: Reading, it: press.Letter, hides: Hides) -> bool:
    """Whether the reader does not want to read the one who wrote a letter."""
    return hides(reading.game, reading.holder, it.writer)


def is_kept(reading: Reading, it: press.Letter) -> bool:
    """Whether the words of a letter were not erased."""
    return it.text in _words(reading)


def press_since(reading: Reading, version: int, hides: Hides = nobody) -> list[Written]:
    """What was written to the reader after a version, the newest ones, the oldest first."""
    words, found = _words(reading), list[Written]()
    for it in press.letters(reading.games, reading.game, reading.game.viewer(reading.viewer)):
        if it.version <= version or len(found) == MOST_LETTERS:
            break
        if it.text in words and concerns(reading, it) and not is_hidden(reading, it, hides):
            found.append(_written(reading, it, words[it.text]))
    return found[::-1]


def _words(reading: Reading) -> dict[str, str]:
    return {it.id: it.text for it in reading.games.recorder.texts(reading.game.id)}


def _written(reading: Reading, it: press.Letter, text: str) -> Written:
    heading = reading.gettext(
        "%(who)s to %(names)s", who=reading.subject(it.sender), names=named(reading, it.to)
    )
    heading = ", ".join(filter(None, (heading, unsigned(reading, it), news_of(reading, it))))
    return Written(capital(heading), by_lines(text))
