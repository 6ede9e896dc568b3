"""Carrying out what a mail orders: its commands and orders one after the other.

Orders in a row are one request, under a key made of the mail's digest: after a crash the same mail
gets the same answer, and nothing twice. A command that must not be done twice is counted before it
is begun.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple, Protocol

from api.commands.answers import Answer
from api.commands.grammar import Grammar
from api.commands.ordering import Given, give
from api.commands.speaker import Speaker
from api.mail.answering.lines import Said, Sent, Step
from napoleon.log.events.mails import OrdersMailed
from napoleon.play.transactions import Transaction
from napoleon.rules.orders import Refusal

TO_SOMEBODY = ("press", "dispatch")
"""Commands with a text that name whom it goes to."""


class Refused(NamedTuple):
    """A line that was refused."""

    line: str
    refusal: Refusal


class Done(NamedTuple):
    """What came of a mail."""

    steps: tuple[Answer | Refused, ...]
    left: tuple[str, ...] = ()
    """Orders that were not reached, as one before them was refused or another has to decide."""
    version: int = 0
    """Version of the game after its orders; 0 if none was carried out."""
    unreached: tuple[str, ...] = ()
    """Lines that were not begun, as there was no time for them or there are too many."""


class Work(Protocol):
    """What keeps account of the work on a mail."""

    def goes_on(self) -> bool:
        """Whether there is time for another step."""

    def begin(self, number: int) -> bool:
        """Note that a step is begun; returns False if it was begun before."""


def carried_out(
    speaker: Speaker, sent: Sent, grammar: Grammar, work: Work, decision: str | None = None
) -> Done:
    """Carry out what a mail orders; its first order answers `decision`, or whatever is asked.

    Where its time is over before its end the rest is left; but not if some of it was carried out
    before an interruption, so that the same is done again. Raises what the games raise.
    """
    steps: list[Answer | Refused] = []
    left, version, number = list[str](), 0, 0
    unreached, hurries = list[str](), not was_given(speaker)
    stopped = False
    for said, group in groupby(sent.steps, key=lambda it: it.said):
        some = list(group)
        if said is Said.COMMAND:
            for step in some:
                number += 1
                if not work.goes_on() and hurries and steps:
                    unreached.append(step.text.splitlines()[0])
                else:
                    steps.append(_commanded(speaker.now(), step, grammar, number, work))
        elif said is Said.UNENDED:
            steps += [Refused(it.text, unended(it.text)) for it in some]
        elif not work.goes_on() and hurries and steps:
            unreached += [it.text for it in some]
        elif said is Said.UNCLEAR and not stopped:
            steps.append(Refused(some[0].text, unclear()))
            left += [it.text for it in some[1:]]
            stopped = True
        elif stopped:
            left += [it.text for it in some]
        else:
            given = _ordered(speaker, [it.text for it in some], len(steps), decision)
            decision = None
            steps += given.answers
            version = given.version or version
            rest = list(given.left)
            if given.refused is not None:
                steps.append(Refused(rest.pop(0), given.refused))
            left += rest
            stopped = bool(given.left)
    return Done(tuple(steps), tuple(left), version, tuple(unreached))


def note_superseded(speaker: Speaker) -> None:
    """Record that a set of orders came, and that nothing in it counts. Raises DeadToken."""
    seat = speaker.reading.seat
    if seat is None or speaker.evidence is None or speaker.game.over or was_given(speaker):
        return
    event = OrdersMailed(seat, **speaker.evidence, superseded=True)

    def act(transaction: Transaction) -> None:
        transaction.record(event, by=speaker.holder)

    speaker.games.transact(speaker.game.id, act, by=speaker.holder, seen=speaker.game)


def _commanded(
    speaker: Speaker, step: Step, grammar: Grammar, number: int, work: Work
) -> Answer | Refused:
    understood = grammar.read(step.text)
    assert understood is not None
    command, arguments = understood
    if command.sealed and not work.begin(number):
        told = speaker.reading.gettext(
            "The service was interrupted while it did this; look whether it was done."
        )
        return Answer(title=step.text, paragraphs=(told,))
    outcome = command.given(speaker, arguments)
    return Refused(step.text, outcome) if isinstance(outcome, Refusal) else outcome


def unended(line: str) -> Refusal:
    """Why nothing was sent of a text whose end cannot be told."""
    first = line.lower().split()[0]
    word = first.rstrip(":\N{FULLWIDTH COLON}")
    head = f"{word} to SEAT:" if first in TO_SOMEBODY else f"{word} ...:"
    detail = (
        "Nothing was sent, as there is no text, or it cannot be told where it ends. Write it in "
        f"lines of its own under “{head}”, and under it the line “end {word}”; what fits "
        "in one line may stand in that, with an empty line under it."
    )
    return Refusal("TEXT_UNENDED", "", detail)


def unclear() -> Refusal:
    """Why an order was not carried out that may be the half of one."""
    detail = (
        "It may be one order that was cut in two lines, or an order and something else, and "
        "nothing is carried out by half. Write an order in one line, and what you say beside it "
        "under an empty line."
    )
    return Refusal("LINE_UNCLEAR", "", detail)


def _ordered(speaker: Speaker, lines: list[str], number: int, decision: str | None) -> Given:
    newest = speaker.now()
    return give(newest._replace(key=f"{speaker.key}-{number}"), lines, decision=decision)


def was_given(speaker: Speaker) -> bool:
    """Whether this very mail is in the log already."""
    mail = (speaker.evidence or {}).get("mail")
    return any(
        isinstance(it, OrdersMailed) and it.mail == mail
        for it in speaker.games.backwards(speaker.game.id, speaker.game.version)
    )
