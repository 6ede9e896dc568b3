"""The echo: how a mail was understood, what came of it, and what is asked next."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import zip_longest
from typing import Any, NamedTuple

from api.commands.answers import Answer
from api.commands.cards import new_cards
from api.mail.answering.execute import Done, Refused
from api.mail.answering.lines import Untaken
from api.mail.answering.shortening import (
    LONGEST_NAMED,
    MOST_LINES,
    ROOM,
    Section,
    fitted,
    named,
)
from api.mail.answering.taking import MOST_SECONDS
from api.mail.letters.composing import REPLIED, Letter
from api.mail.letters.drawing import Drawn, drawn, within
from api.mail.letters.subjects import after, sender, subject
from api.mail.letters.turn import MOST_NEWS, MOST_OFFERS, asked_in, asks, waiting
from api.mail.office import Office
from api.mail.rows import MailboxRow
from api.reading import Reading
from api.refusals import cited
from napoleon.play.standing_orders import answers_soon
from napoleon.rules.orders import Refusal

FEWEST_OFFERS = 10
"""How many legal answers to a question are listed however long an answer is."""

LEAST_ROOM = 4 * 1024
"""Bytes that what came of a mail gets of its answer, whatever else there is."""

MOST_NEAREST = 6
"""How many of the legal orders are named beside a refusal."""


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
    title = subject(reading, _over(reading, done, said))
    shown = _shown(done)
    # Nobody is asked what they have answered in advance; the turn mail asks if it comes to that.
    in_advance = bool(reading.asked) and answers_soon(office.games, reading.game.id, box.holder)
    asked = "" if in_advance else asks(reading)
    image = reading.at(shown.picture_of).picture(shown.around) if shown else None
    facts: dict[str, Any] = {
        "title": title,
        "summary": said.summary or _summary(reading, done, said, in_advance=in_advance),
        "untaken": said.untaken,
        "news": said.news[-MOST_NEWS:],
        "untold": max(0, len(said.news) - MOST_NEWS),
        "questions": [] if in_advance else asked_in(reading, MOST_OFFERS),
        "matters": reading.matters,
        "most": MOST_OFFERS,
        "cards": new_cards(reading, box.told) if done.version else [],
        "address": office.question_address(box, asked),
        "drawn": False,
        "closing": _closing(reading, done),
        "receipt": reading.receipt() if done.version else "",
        "shortened": False,
    }
    sections = _sections(reading, done, said)
    made = _made(reading, facts, sections)
    return Letter(
        about=said.about,
        sender=sender(reading),
        subject=title,
        drawn=made,
        version=reading.game.version,
        asks=asked,
        picture=image,
        answers=said.answers,
        submitted=REPLIED,
    )


def _made(reading: Reading, facts: dict[str, Any], sections: list[Section]) -> Drawn:
    """The answer with as much as there is room for; what is left out can be asked for."""
    room = ROOM
    while True:
        steps = fitted(reading, sections, room)
        made = within("echo", reading.code, **facts, steps=steps)
        if made is not None:
            return made
        if facts["shortened"] is False:
            facts["shortened"] = True
            facts["untaken"] = tuple(
                it._replace(text=it.text[:LONGEST_NAMED]) for it in facts["untaken"]
            )
        elif facts["most"] > FEWEST_OFFERS:
            facts["most"] //= 2
            facts["questions"] = facts["questions"] and asked_in(reading, facts["most"])
        elif facts["news"]:
            half = len(facts["news"]) // 2
            facts["untold"] += len(facts["news"]) - half
            facts["news"] = facts["news"][-half:] if half else ()
        elif room > LEAST_ROOM:
            room //= 2
        elif facts["questions"]:
            facts["questions"] = []
        else:
            return drawn("echo", reading.code, **facts, steps=steps)


def _over(reading: Reading, done: Done, said: About) -> str:
    """What the subject of an answer says: what came of the mail, and what is asked next."""
    refused = [it for it in done.steps if isinstance(it, Refused)]
    answers = [it for it in done.steps if isinstance(it, Answer)]
    carried = [it for it in answers if it.changed]
    if reading.game.over:
        told = reading.gettext("%(scenario)s is over", scenario=reading.scenario)
    elif refused:
        told = reading.gettext("Refused: %(line)s", line=refused[0].line)
    elif said.summary or (not answers and not said.kept):
        told = reading.gettext("Nothing was carried out")
    elif carried or said.kept:
        first = carried[0].title if carried else said.kept[0]
        told = reading.gettext("Carried out: %(line)s", line=first)
    else:
        return answers[0].title
    return after(reading, told)


def _summary(reading: Reading, done: Done, said: About, *, in_advance: bool) -> str:
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
    if in_advance:
        told.append(
            reading.gettext(
                "What you are asked now is answered in your place, as you have said in advance."
            )
        )
    else:
        told += [waiting(reading), *reading.due]
    return " ".join(filter(None, told))


def _sections(reading: Reading, done: Done, said: About) -> list[Section]:
    found = list[Section]()
    for it, following in zip_longest(done.steps, done.steps[1:]):
        if isinstance(it, Refused):
            found.append(_refused(reading, it))
            continue
        section = _answered(reading, it, pictured=it is _shown(done))
        # What several lines led to may be one story, which is told under the last of them.
        goes_on = isinstance(following, Answer) and following.listed == it.listed
        found.append(section._replace(listed=()) if goes_on and it.changed else section)
    if done.left and not said.kept:
        text = reading.gettext("These orders were not reached. Send them again if you want them:")
        found.append(Section(reading.gettext("Left over"), (text,), done.left, matters=True))
    if done.unreached:
        text = reading.gettext(
            "Of one mail at most %(lines)s lines are seen to, and at most for %(seconds)s seconds. "
            "These lines were not reached, and nothing in them was carried out. Send them again if "
            "you want them:",
            lines=MOST_LINES,
            seconds=int(MOST_SECONDS),
        )
        title = reading.gettext("Left over")
        found.append(Section(title, (text,), named(reading, done.unreached), matters=True))
    if said.kept:
        text = reading.gettext(
            "These orders are given as soon as each of them is legal, as long as they all are in "
            "their turn. Nobody else sees them. The command “drop then” forgets them."
        )
        found.append(Section(reading.gettext("Orders that wait"), (text,), said.kept, matters=True))
    return found


def _shown(done: Done) -> Answer | None:
    """The answer whose map is shown: the last one, as a mail has room for one picture."""
    answers = [it for it in done.steps if isinstance(it, Answer) and it.picture_of]
    return answers[-1] if answers else None


def _answered(reading: Reading, answer: Answer, *, pictured: bool) -> Section:
    return Section(
        answer.title, answer.paragraphs, answer.lines, answer.listed, answer.tables,
        answer.written,
        led=answer.changed,
        pictured=pictured,
        matters=answer.changed,
    )  # fmt: skip


def _refused(reading: Reading, it: Refused) -> Section:
    refusal = it.refusal
    title = reading.gettext("Refused: %(line)s", line=it.line.splitlines()[0])
    nearest = nearest_to(reading, it.line, refusal)
    told: tuple[str, ...] = (cited(refusal, reading.words.language.code, reading.zone),)
    if nearest:
        told = (*told, reading.gettext("Legal now, and nearest to it:"))
    return Section(title, told, nearest, matters=True)


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
