"""A digest of several games: each under its heading, and all of them answered in one mail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from api.commands.cards import new_cards
from api.mail.letters.composing import Letter
from api.mail.letters.drawing import drawn_to_fit
from api.mail.letters.subjects import LONGEST, short
from api.mail.letters.turn import (
    FEWEST_OFFERS,
    MOST_OFFERS,
    Written,
    answered,
    asked_in,
    asks,
    greeting,
)
from api.mail.office import Office
from api.mail.rows import MailboxRow
from api.reading import Reading

MOST_NEWS = 20
"""How many paragraphs of the story of each game are told: the newest ones."""


class Told(NamedTuple):
    """A game of a digest, as its reader knows it."""

    box: MailboxRow
    reading: Reading
    about: str
    press: Sequence[Written]


def digest_letter(office: Office, told: Sequence[Told]) -> Letter:
    """The mail that tells several games to one address; it goes to the mailbox of the first."""
    reading = told[0].reading
    title = _subject(told)
    parts = [_part(office, it) for it in told]
    facts = {"title": title, "parts": parts}
    return Letter(
        about=told[0].about,
        subject=title,
        drawn=drawn_to_fit("digest", reading.code, facts, _shortened(told, parts)),
        version=reading.game.version,
        asks=asks(reading),
    )


def game_line(reading: Reading) -> str:
    """The line that stands above the lines of a game where a mail answers several."""
    return f"game #{short(reading.game.id)}"


def _subject(told: Sequence[Told]) -> str:
    """How many games ask something, and which they are."""
    reading = told[0].reading
    asking = [it.reading for it in told if it.reading.questions or it.reading.matters]
    names = (f"{it.title} #{short(it.game.id)}" for it in asking or [it.reading for it in told])
    count = (
        reading.ngettext("One game asks you", "%(num)s games ask you", len(asking))
        if asking
        else reading.ngettext("News of one game", "News of %(num)s games", len(told))
    )
    told_of = reading.gettext("%(what)s: %(games)s", what=count, games=", ".join(names))
    said = f"[Napoleon] {told_of}"
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip(', ')}…"


def _part(office: Office, it: Told) -> dict[str, Any]:
    reading, box = it.reading, it.box
    news = list(reading.paragraphs(reading.story(after=box.told)))
    page = office.settings.public_url
    is_first = not office.store.outbox.has_told(box.id)
    return {
        "heading": f"{reading.title} #{short(reading.game.id)} ({reading.name(reading.holder)})",
        "line": game_line(reading),
        "greeting": greeting(reading),
        "questions": asked_in(reading, MOST_OFFERS),
        "matters": reading.matters,
        "address": office.question_address(box, asks(reading)),
        "cards": new_cards(reading, 0 if is_first else box.told),
        "news": news[-MOST_NEWS:],
        "untold": max(0, len(news) - MOST_NEWS),
        "answered": answered(reading, box.told),
        "press": it.press,
        "page": f"{page}/games/{reading.game.id}" if page else "",
    }


def _shortened(told: Sequence[Told], parts: Sequence[dict[str, Any]]) -> Iterator[None]:
    """Leave out of every game alike what can be asked for."""
    for most in (FEWEST_OFFERS, FEWEST_OFFERS // 2):
        for it, part in zip(told, parts, strict=True):
            part["questions"] = asked_in(it.reading, most)
        yield
    for name in ("press", "cards", "answered"):
        for part in parts:
            part[name] = []
        yield
    for _ in range(5):
        for part in parts:
            half = len(part["news"]) // 2
            part["untold"] += len(part["news"]) - half
            part["news"] = part["news"][-half:] if half else []
        yield
    for part in parts:
        part["questions"] = []
    yield
