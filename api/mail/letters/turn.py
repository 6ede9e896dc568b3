"""The turn mail: what happened, where everything stands, what is asked, and how to answer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from api.answered import FORM, INSTRUCTION, OPEN, RULES
from api.commands.cards import new_cards
from api.commands.windows import Told, shown_to, told_to
from api.mail.letters.composing import Letter
from api.mail.letters.drawing import drawn_to_fit
from api.mail.letters.offers import Group, listed
from api.mail.letters.subjects import sender, subject, told_of_state
from api.mail.office import Office
from api.mail.rows import MailboxRow
from api.reading import Reading
from napoleon.play.seats import passed_on_early
from napoleon.rules.prose.chronicle import capital
from napoleon.rules.tables import TextTable

MOST_OFFERS = 60
"""How many legal answers to a question are listed in a mail."""

MOST_NEWS = 60
"""How many paragraphs of the story are told in a mail: the newest ones."""

FEWEST_OFFERS = 20
"""How many lines that answer a question are listed before tables are left out."""


class Written(NamedTuple):
    """A letter as a mail tells it."""

    heading: str
    paragraphs: tuple[str, ...]
    """Line by line; an empty one is a blank line."""


class LeftOver(NamedTuple):
    """Orders that their reader had left to be given, and that were not."""

    why: str
    lines: tuple[str, ...]


class Asked(NamedTuple):
    """A question as a mail asks it."""

    text: str
    clause: str
    checked: bool
    groups: tuple[Group, ...]
    left: int
    """How many legal answers are not listed."""


def asked_in(reading: Reading, most: int) -> list[Asked]:
    """What the reader is asked, with at most so many lines that answer each question."""
    return [
        Asked(it.text, it.clause, it.checked, *listed(reading, it, most))
        for it in reading.questions
    ]


def asks(reading: Reading) -> str:
    """What names the state that the reader is told of at once; "" if it need not be."""
    if reading.game.state is None:
        return ""
    told = reading.game.over or reading.seat is None or reading.asked or reading.matters
    return _state(reading) if told else ""


def _state(reading: Reading) -> str:
    """What is the same as long as nothing new is asked of the reader.

    A seat gets one mail for each new question; a judge one for each turn.
    """
    game = reading.game
    if game.over:
        return f"over-{len(game.rewinds)}"
    asked = sorted(it.id for it in reading.asked)
    waiting = [it.id for it in reading.matters]
    facts = [asked, waiting] if reading.seat else [game.state.turn, waiting]
    digest = hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:16]
    return f"{len(game.rewinds)}-{digest}"


def turn_letter(
    office: Office,
    box: MailboxRow,
    reading: Reading,
    about: str,
    *,
    picture: bool = True,
    press: Sequence[Written] = (),
    left: Sequence[LeftOver] = (),
) -> Letter:
    """The mail about the state of a game since what the mailbox was told last.

    `press` is what was written to its reader and is told here in full, and `left` are orders of
    theirs that were not given.
    """
    title = subject(reading, told_of_state(reading))
    entries = reading.story(after=box.told)
    news = list(reading.paragraphs(entries))
    address = office.question_address(box, asks(reading))
    page = office.settings.public_url
    image = reading.picture() if picture else None
    is_first = not office.store.outbox.has_told(box.id)
    facts = {
        "title": title,
        "greeting": greeting(reading),
        "early": early(reading) if is_first else [],
        "press": press,
        "left": left,
        "answered": answered(reading, box.told),
        "cards": new_cards(reading, 0 if is_first else box.told),
        "news": news[-MOST_NEWS:],
        "untold": max(0, len(news) - MOST_NEWS),
        "questions": asked_in(reading, MOST_OFFERS),
        "matters": reading.matters,
        "windows": windows(reading),
        "address": address,
        "drawn": image is not None,
        "tables": tables(reading),
        "tables_left": False,
        "version": reading.game.version,
        "checkpoint": reading.checkpoint(),
        "page": f"{page}/games/{reading.game.id}" if page else "",
    }
    return Letter(
        about=about,
        sender=sender(reading),
        subject=title,
        drawn=drawn_to_fit("turn", reading.code, facts, _shortened(reading, facts)),
        version=reading.game.version,
        asks=asks(reading),
        picture=image,
    )


def answered(reading: Reading, told: int) -> list[str]:
    """What was answered for the reader's seat since the last mail, without asking it."""
    if reading.seat is None or reading.game.state is None:
        return []
    how = {
        RULES: reading.gettext("the only answer"),
        INSTRUCTION: reading.gettext("by your standing instructions"),
        FORM: reading.gettext("by your form for windows"),
        OPEN: reading.gettext("no card of yours fits"),
    }
    return [f"{it.text} ({how[it.how]})" for it in reading.answered(told)]


def windows(reading: Reading) -> Told | None:
    """What the reader's seat does in windows of cards; None where no form answers there."""
    form = shown_to(reading)
    return None if form is None else told_to(reading, form)


def greeting(reading: Reading) -> str:
    """Where the game stands, and who it waits for."""
    game = reading.game
    if game.over or game.state is None:
        return reading.stands
    return " ".join([reading.stands, waiting(reading), *reading.due])


def waiting(reading: Reading) -> str:
    """Who has to decide now, as a sentence, or that the game is over."""
    if reading.game.over:
        return reading.gettext("%(scenario)s is over.", scenario=reading.scenario)
    if reading.asked:
        others = [it for it in reading.waited_for if it != reading.seat]
        if not others:
            return reading.gettext("It is for you to decide.")
        names = reading.words.language.listed(map(reading.subject, others))
        return reading.gettext("It is for you to decide, and for %(names)s.", names=names)
    names = reading.words.language.listed(map(reading.subject, reading.waited_for))
    return reading.gettext("It waits for %(names)s.", names=names) if names else ""


def early(reading: Reading) -> list[str]:
    """What a first mail says of the seats that changed hands before their first order."""
    return [
        reading.gettext(
            "%(seat)s changed hands before its first order: who held the seat before may have seen "
            "what it sees.",
            seat=capital(reading.name(seat)),
        )
        for seat in passed_on_early(reading.games, reading.game)
    ]


def tables(reading: Reading) -> list[TextTable]:
    """The tables of the boards, without those that have nothing in them."""
    return [it for it in reading.tables if it.rows]


def _shortened(reading: Reading, facts: dict[str, Any]) -> Iterator[None]:
    """Leave out one thing after the other that can be asked for."""
    for most in (MOST_OFFERS // 2, FEWEST_OFFERS):
        if any(len(it.offers) > most for it in reading.questions):
            facts["questions"] = asked_in(reading, most)
            yield
    if facts["press"]:
        # It stands in the archive.
        facts["press"] = ()
        yield
    while facts["tables"]:
        largest = max(facts["tables"], key=lambda it: len(it.rows))
        facts["tables"] = [it for it in facts["tables"] if it is not largest]
        facts["tables_left"] = True
        yield
    while len(facts["news"]) > 1:
        half = len(facts["news"]) // 2
        facts["untold"] += len(facts["news"]) - half
        facts["news"] = facts["news"][-half:]
        yield
    facts["cards"] = []
    yield
    facts["questions"] = asked_in(reading, FEWEST_OFFERS // 2)
    yield
    facts["questions"] = []
    yield
