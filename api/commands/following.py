"""Commands about what is to follow: orders that wait until their seat is asked for them."""

from __future__ import annotations

import msgspec

from api.commands.speaker import Outcome, Speaker
from api.refusals import cited
from api.typed_names import in_source
from napoleon.play import operations
from napoleon.rules.orders import Refusal

NOT_SEATED = Refusal("NOT_SEATED", "", "Only the holder of a seat gives orders.")


def operation(speaker: Speaker) -> Outcome:
    """What of the speaker's own waits, or why it goes no further."""
    reading = speaker.reading
    if reading.seat is None:
        return NOT_SEATED
    title = reading.gettext("Orders that wait")
    found = operations.shown(speaker.games, speaker.game, reading.seat, speaker.by)
    if found is None:
        return speaker.answer(title, reading.gettext("No orders of yours wait."))
    told = reading.gettext("They are given one by one, as soon as you are asked for them.")
    if found["why"] is not None:
        why = cited(
            msgspec.convert(found["why"], Refusal), reading.words.language.code, reading.zone
        )
        told = reading.gettext("These orders were not given: %(why)s", why=why)
    return speaker.answer(title, told, listed=tuple(map(as_line, found["left"])))


def then(speaker: Speaker, text: str) -> Outcome:
    """Leave orders that follow, and forget those that were left before."""
    return leave(speaker, lines_of(text))


def lines_of(text: str) -> list[str]:
    """Orders as they are typed one after the other: a line each, or with semicolons.

    >>> lines_of("move; move to Ligny; attack;")
    ['move', 'move to Ligny', 'attack']
    """
    parts = (part.strip() for line in text.splitlines() for part in line.split(";"))
    return [it for it in parts if it]


def leave(speaker: Speaker, lines: list[str], since: int = 0) -> Outcome:
    """Leave lines that follow after version `since`, or the newest one."""
    reading, game = speaker.reading, speaker.game
    if reading.seat is None:
        return NOT_SEATED
    understood = [in_source(reading.rules, reading.code, line) for line in lines]
    found = operations.leave(
        speaker.games, game, reading.seat, speaker.by, understood, since or game.version
    )
    return found if isinstance(found, Refusal) else operation(speaker.now())


def drop(speaker: Speaker) -> Outcome:
    """Forget what waits."""
    reading = speaker.reading
    if reading.seat is not None:
        operations.withdraw(speaker.games, speaker.game.id, reading.seat, speaker.by)
    told = reading.gettext("No orders of yours wait any more.")
    return speaker.answer(reading.gettext("Orders that wait"), told)


def as_line(line: object) -> str:
    """An order that waits, as its author reads it."""
    return line if isinstance(line, str) else msgspec.json.encode(line).decode()
