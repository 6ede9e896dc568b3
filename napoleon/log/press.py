"""Press: what has been written in a game, as one of its readers may find it in the archive."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

import msgspec

from napoleon.log.events.dispatches import DispatchDue, DispatchSent
from napoleon.log.events.grey_press import (
    UNSIGNED,
    LetterDelivered,
    LetterWritten,
    PressUnsigned,
)
from napoleon.log.events.press import LetterSent, PressPublished
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.rules.events import Event
from napoleon.rules.viewer import Viewer

_MOST = 128
"""How many letters are read at once at most."""

_GAP = 8
"""How far apart letters may be that are read at once."""

ALL = "all"
"""Addresses a letter to everybody who sees the game."""


class Way(msgspec.Struct, frozen=True):
    """How a dispatch went."""

    origin: str
    destination: str
    sent: int
    """The turn in which it was sent."""
    due: int
    """The turn in which it came; for its sender that in which it is due."""
    reader: str = ""
    """Whom it has come to; empty for what was sent."""


class Letter(msgspec.Struct, frozen=True):
    """Something that was written, without its words."""

    version: int
    at: int
    """When it was written, in microseconds since 1970 UTC."""
    turn: int
    phase: str
    sender: str
    """A seat, the referee or the deputy; `UNSIGNED` where its reader may not know who."""
    writer: str
    """Who wrote it for the sender: the same, or a share of the seat."""
    to: tuple[str, ...]
    """Seats and judges, or `ALL` alone; `UNSIGNED` alone for the writer of a letter without a
    signature, whom the sender of an answer does not know."""
    text: str
    """Id of a text."""
    way: Way | None = None
    """How it was sent, or has come, if it is a dispatch."""
    grey: bool = False
    """Whether it was written without a signature."""
    answers: int = 0
    """Version of the letter without a signature that it answers; 0 for none."""

    @property
    def has_come(self) -> bool:
        """Whether it is a dispatch as its reader has it, and not as it was sent."""
        return self.way is not None and bool(self.way.reader)

    @property
    def captured(self) -> bool:
        """Whether it is a dispatch that somebody has captured."""
        return self.way is not None and self.has_come and self.way.reader not in self.to

    @property
    def public(self) -> bool:
        """Whether everybody may read it."""
        return self.to == (ALL,)

    @property
    def diary(self) -> bool:
        """Whether somebody has written it to themselves."""
        return self.to == (self.sender,)


def letter_of(event: Event) -> Letter | None:
    """What was written by an event; None for an event by which nothing was."""
    stamp = (event.version, event.at, event.turn, event.phase)
    match event:
        case PressPublished():
            writer = event.by if event.behalf else event.sender
            return Letter(*stamp, event.sender, writer, (ALL,), event.text)
        case LetterSent():
            return Letter(*stamp, event.sender, event.writer, event.to, event.text)
        case DispatchSent():
            way = Way(event.origin, event.destination, event.turn, event.due)
            return Letter(*stamp, event.sender, event.writer, (event.to,), event.text, way)
        case DispatchDue() if event.reader:
            way = Way(event.origin, event.destination, event.sent, event.turn, event.reader)
            return Letter(*stamp, event.sender, event.writer, (event.to,), event.text, way)
        case PressUnsigned():
            return Letter(*stamp, UNSIGNED, UNSIGNED, (ALL,), event.text, grey=True)
        case LetterDelivered():
            grey, by = event.sender == UNSIGNED, event.sender
            return Letter(*stamp, by, by, event.to, event.text, grey=grey, answers=event.answers)
    return None


def _read_by(event: Event, own: Event | None, reader: Viewer) -> Letter | None:
    """What `reader` may read of a letter: of `event`, or as its writer of their `own` before it."""
    letter = letter_of(event)
    if letter is None:
        return None
    may_read = letter.public or reader.may_read(event)
    if isinstance(own, LetterWritten) and reader.may_read(own):
        # Its writer does not learn whom they have answered.
        to = letter.to if may_read else own.to
        return msgspec.structs.replace(letter, sender=own.sender, writer=own.writer, to=to)
    return letter if may_read else None


def letters(
    log: GameLog, game: Game, reader: Viewer, before: int | None = None, after: int = 0
) -> Iterator[Letter]:
    """What `reader` may read of the press of a game, the newest first, as far as it is asked for.

    With `before` only what was written before that version, and only what was after version
    `after`.
    """
    end = len(game.press) if before is None else bisect_left(game.press, before)
    begin = bisect_right(game.press, after)
    # What the writer of a letter reads stands before it, where it may be unsigned.
    pair = 1 if game.grey_press else 0
    for versions in _runs(game.press[begin:end]):
        first = versions[-1] - pair
        events = log.history(game.id, after=first - 1, upto=versions[0])
        for version in versions:
            place = version - first
            own = events[place - 1] if pair else None
            letter = _read_by(events[place], own, reader)
            if letter is not None:
                yield letter


def _runs(press: Sequence[int]) -> Iterator[list[int]]:
    """Versions from the last to the first, in runs that are read at once.

    They grow, as mostly only the newest letters are asked for; and none has more than a few events
    to each letter.

    >>> list(_runs([3, 4, 5, 900, 901, 902, 903]))
    [[903], [902, 901], [900], [5, 4, 3]]
    """
    run: list[int] = []
    most = 1
    for version in reversed(press):
        if run and (len(run) == most or run[-1] - version > _GAP):
            yield run
            run, most = [], min(2 * most, _MOST)
        run.append(version)
    if run:
        yield run
