"""The echo: how a mail was understood, what came of it, and what is asked next."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, NamedTuple

from api.commands.answers import Answer
from api.mail.answering.carrying_out import Done, Refused
from api.mail.answering.lines import Untaken
from api.mail.letters.composing import REPLIED, Letter
from api.mail.letters.drawing import drawn
from api.mail.letters.turn import MOST_OFFERS, asks, subject, waiting
from api.mail.office import Office
from api.mail.rows import MailboxRow
from api.reading import Reading
from api.refusals import cited
from napoleon.rules.orders import Refusal

MOST_NEAREST = 6
"""How many of the legal orders are named beside a refusal."""


class Section(NamedTuple):
    """A part of an echo."""

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    tables: tuple[Any, ...] = ()
    written: tuple[str, ...] = ()


class About(NamedTuple):
    """What an echo is about besides what was carried out."""

    about: str
    answers: str
    """Message-ID of the mail that is answered."""
    summary: str = ""
    number: int = 0
    kept: tuple[str, ...] = ()
    """Orders that wait until they are legal."""
    untaken: tuple[Untaken, ...] = ()
    news: tuple[str, ...] = ()


def echo(office: Office, box: MailboxRow, reading: Reading, done: Done, said: About) -> Letter:
    """The answer to a mail; `reading` is the game as it stands after it."""
    title = subject(reading)
    pictures = [it.picture_of for it in done.steps if isinstance(it, Answer) and it.picture_of]
    image = reading.at(pictures[-1]).picture() if pictures else None
    made = drawn(
        "echo",
        reading.code,
        title=title,
        summary=said.summary or _summary(reading, done, said),
        steps=_sections(reading, done, said),
        untaken=said.untaken,
        news=said.news,
        questions=reading.questions,
        matters=reading.matters,
        most=MOST_OFFERS,
        address=office.question_address(box, asks(reading)),
        drawn=image is not None,
        closing=_closing(reading, done),
        receipt=reading.receipt() if done.version else "",
    )
    return Letter(
        about=said.about,
        subject=title,
        drawn=made,
        version=reading.game.version,
        asks=asks(reading),
        picture=image,
        answers=said.answers,
        submitted=REPLIED,
    )


def _summary(reading: Reading, done: Done, said: About) -> str:
    carried = sum(isinstance(it, Answer) and it.changed for it in done.steps)
    refused = sum(isinstance(it, Refused) for it in done.steps)
    told = []
    if said.number:
        told.append(reading.gettext("This answers your set %(number)s.", number=said.number))
    if carried:
        told.append(
            reading.ngettext(
                "One line was carried out.", "%(num)s lines were carried out.", carried
            )
        )
    if refused:
        told.append(reading.gettext("One was refused, and nothing after it was tried."))
    if not done.steps and not said.kept:
        told.append(reading.gettext("Your mail holds no order and no command."))
    told += [waiting(reading), *reading.due]
    return " ".join(filter(None, told))


def _sections(reading: Reading, done: Done, said: About) -> list[Section]:
    found = [
        _refused(reading, it) if isinstance(it, Refused) else _answered(reading, it)
        for it in done.steps
    ]
    if done.left and not said.kept:
        text = reading.gettext("These orders were not reached. Send them again if you want them:")
        found.append(Section(reading.gettext("Left over"), (text,), done.left))
    if said.kept:
        text = reading.gettext(
            "These orders are given as soon as each of them is legal, as long as they all are in "
            "their turn. Nobody else sees them. The command “drop then” forgets them."
        )
        found.append(Section(reading.gettext("Orders that wait"), (text,), said.kept))
    return found


def _answered(reading: Reading, answer: Answer) -> Section:
    told = answer.paragraphs
    if answer.changed and answer.listed:
        told = (*told, reading.gettext("It led to this:"))
    return Section(answer.title, told, answer.lines, answer.listed, answer.tables, answer.written)


def _refused(reading: Reading, it: Refused) -> Section:
    refusal = it.refusal
    title = reading.gettext("Refused: %(line)s", line=it.line.splitlines()[0])
    nearest = nearest_to(reading, it.line, refusal)
    told: tuple[str, ...] = (cited(refusal, reading.words.language.code),)
    if nearest:
        told = (*told, reading.gettext("Legal now, and nearest to it:"))
    return Section(title, told, nearest)


def nearest_to(reading: Reading, line: str, refusal: Refusal) -> tuple[str, ...]:
    """The legal orders that look most like a line."""
    known = refusal.facts.get("nearest")
    if isinstance(known, list | tuple):
        return tuple(map(str, known))[:MOST_NEAREST]
    offers = [offer.line for it in reading.questions for offer in it.offers]
    return tuple(get_close_matches(line, offers, MOST_NEAREST, 0))


def _closing(reading: Reading, done: Done) -> str:
    if done.version and not reading.game.over:
        return reading.gettext(
            "As long as nothing has sealed it, the command withdraw takes your last order back."
        )
    return reading.gettext("The command help lists everything that you may write.")
