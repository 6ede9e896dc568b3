"""The last letter: who won and why, how it came to that, what was hidden, and how to go on.

A mailbox gets one for each end of its game: a ruling may take an end back, and the game goes on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from api.mail.letters import subjects
from api.mail.letters.composing import Letter
from api.mail.letters.course import course_of
from api.mail.letters.drawing import drawn
from api.mail.letters.opened import opened
from api.mail.letters.played import Played
from api.mail.letters.turn import Written
from api.mail.office import Office
from api.mail.rows import LAST, MailboxRow
from api.reading import Reading
from napoleon.log.game import Game
from napoleon.rules.endings import as_data
from napoleon.rules.prose.chronicle import capital
from napoleon.rules.tables import ending

MOST_NEWS = 12
"""How many paragraphs of the story are told: those that led to the end."""


class Pages(NamedTuple):
    """Where a game that is over is found; all empty where the service has no public address."""

    game: str
    course: str
    record: str
    bundle: str


def about(game: Game) -> str:
    """What the letter about this end of a game is about, and about no other end of it."""
    # A log that was put back from a backup may end once more, and otherwise.
    end = msgspec.json.encode([len(game.rewinds), game.result])
    return f"{LAST}{hashlib.sha256(end).hexdigest()[:16]}"


def last_letter(
    office: Office,
    box: MailboxRow,
    reading: Reading,
    press: Sequence[Written] = (),
    *,
    picture: bool = True,
) -> Letter:
    """The letter to a mailbox about the end of its game. Raises KeyUnusable, BrokenLog.

    `press` is what was written to its reader and is told here in full.
    """
    played = Played(reading)
    course, secrets = course_of(played), opened(played)
    pages = _pages(office, reading)
    image = course.png() if picture else None
    outcome = how_it_ended(reading)
    title = subject(reading, outcome)
    news = list(played.since(box.told))
    created = reading.game.created
    made = drawn(
        "last",
        reading.code,
        title=title,
        greeting=reading.gettext("%(scenario)s is over.", scenario=reading.scenario),
        outcome=outcome,
        press=press,
        news=news[-MOST_NEWS:],
        untold=max(0, len(news) - MOST_NEWS),
        course=course,
        drawn=image is not None,
        secrets=secrets,
        span=played.span(),
        times=played.times(),
        pages=pages,
        version=reading.game.version,
        checkpoint=reading.checkpoint(),
        club=office.settings.address,
        # A first game that teaches is not for two.
        found="" if created.prepared else rematch(reading),
        again=pages.course if reading.seat else "",
    )
    return Letter(
        sender=subjects.sender(reading),
        about=about(reading.game),
        subject=title,
        drawn=made,
        version=reading.game.version,
        picture=image,
        file="track.png",
    )


def how_it_ended(reading: Reading) -> str:
    """Who won and why, in a sentence with its clause, as the page of the game tells it."""

    def said(reason: str) -> str:
        return capital(reading.rules.storybook.said(reading.words, reason))

    return ending(as_data(reading.game.result), reading.words, said)


def subject(reading: Reading, outcome: str) -> str:
    """What stands over the letter: the game, and how it ended."""
    told = outcome.rpartition(" [")[0]
    return subjects.subject(reading, told)


def rematch(reading: Reading) -> str:
    """The line that sets the same game up again by mail, with the sides changed for its reader."""
    created, rules = reading.game.created, reading.rules
    usual = {it.name: it.values[0] for it in rules.options}
    chosen = [
        f"{name}={_said(value)}"
        for name, value in created.options.items()
        if name in usual and value != usual[name]
    ]
    seats = created.seats
    after = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
    bots = [("bot", rules.names[after[it]]) for it in seats if it in reading.game.played_by_bots]
    mine = [("as", rules.names[after[reading.seat]])] if reading.seat else []
    seated = [word for pair in (*bots, *mine) for word in pair]
    return " ".join(["found", rules.title, created.scenario, *chosen, *seated])


def _said(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _pages(office: Office, reading: Reading) -> Pages:
    url, game = office.settings.public_url, reading.game
    if not url:
        return Pages("", "", "", "")
    page = f"{url}/games/{game.id}"
    seat = f"?seat={reading.seat}" if reading.seat else ""
    bundle = f"{url}/api/v1/games/{game.id}/bundle"
    return Pages(page, f"{page}/course{seat}", f"{page}/record", bundle)
