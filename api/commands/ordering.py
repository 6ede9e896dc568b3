"""Orders: lines in the notation of the game, carried out one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from api.reading import Reading
from api.typed_names import in_source
from napoleon.log.events.mails import OrdersMailed
from napoleon.play.execution import read_line
from napoleon.play.outcomes import Accepted, DeadToken, KeyReused, Stale
from napoleon.rules.orders import OrderGiven, Refusal


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the lines of orders that were sent together."""

    answers: tuple[Answer, ...] = ()
    """One for each line that was carried out."""
    refused: Refusal | None = None
    """Why the next one was not; None if it was not refused."""
    left: tuple[str, ...] = ()
    """The lines after that, or after another had to decide."""
    version: int = 0
    """Version of the game after them; 0 if nothing was recorded."""


def give(
    speaker: Speaker,
    lines: Sequence[str],
    expected: int | None = None,
    decision: str | None = None,
) -> Given:
    """Carry out lines until one is refused, or the speaker's seat has nothing to decide.

    With `expected` nothing is carried out unless that is the newest version, and with `decision`
    unless the first line answers that question.
    """
    reading = speaker.reading
    if reading.seat is None:
        why = Refusal("NOT_SEATED", "", "Only the holder of a seat gives orders.")
        return Given(refused=why, left=tuple(lines))
    evidence = OrdersMailed(reading.seat, **speaker.evidence) if speaker.evidence else None
    understood = [in_source(reading.rules, reading.code, line) for line in lines]
    try:
        outcome = speaker.games.submit_orders(
            speaker.game.id,
            reading.seat,
            understood,
            expected=expected,
            decision=decision,
            key=speaker.key or None,
            by=speaker.by,
            newest=speaker.game,
            evidence=evidence,
        )
    except DeadToken:
        why = Refusal("BAD_TOKEN", "", "The seat has passed to somebody else.")
        return Given(refused=why, left=tuple(lines))
    if isinstance(outcome, Refusal):
        return Given(refused=outcome, left=tuple(lines))
    if isinstance(outcome, Stale):
        why = Refusal("VERSION_CONFLICT", "", "The game has gone on since.")
        return Given(refused=why, left=tuple(lines))
    if isinstance(outcome, KeyReused):
        why = Refusal("KEY_REUSED", "", "Other orders were sent under the same key.")
        return Given(refused=why, left=tuple(lines))
    answers = tuple(_told(speaker, lines, outcome))
    return Given(
        answers=answers,
        refused=outcome.refused,
        left=tuple(lines[outcome.carried_out :]),
        version=outcome.version,
    )


def order(speaker: Speaker, line: str) -> Outcome:
    """Carry out one line of orders."""
    given = give(speaker, [line])
    if given.refused is not None and not given.answers:
        return given.refused
    return given.answers[0]


def _told(speaker: Speaker, lines: Sequence[str], accepted: Accepted) -> Iterator[Answer]:
    """Each line as it was understood, and what it led to."""
    then = speaker.now().reading
    begins = [it.version for it in accepted.events if isinstance(it, OrderGiven)]
    ends = [*(version - 1 for version in begins[1:]), accepted.version]
    before = speaker.game
    for line, begun, ended in zip(lines, begins, ends, strict=False):
        if begun <= before.version:
            # It was given before, and is answered again.
            before = speaker.games.at(speaker.game.id, begun - 1)
        else:
            before = speaker.games.later(before, begun - 1)
        reading = Reading(speaker.games, before, speaker.holder, then.code)
        told = tuple(then.paragraphs(then.story(begun - 1, ended)))
        yield Answer(title=line, paragraphs=(_meant(reading, line),), listed=told, changed=True)


def _meant(reading: Reading, line: str) -> str:
    """What a line of the reader's own meant in a position, in words."""
    notation = reading.rules.notation
    if notation is None or reading.seat is None:
        return line
    typed = in_source(reading.rules, reading.code, line)
    read = read_line(notation, reading.game.state, reading.asked, reading.seat, typed)
    return line if isinstance(read, Refusal) else reading.in_words(read)
