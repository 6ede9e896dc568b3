"""Shortening: what one mail may order at most, and how long its answer may be at most.

A line of a mail may be answered with a whole list of orders, so a short mail could have a huge
answer, to an address that may not be the sender's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from api.commands.grammar import LONGEST
from api.mail.answering.lines import Sent
from api.mail.answering.quotes import Line
from api.reading import Reading

MOST_LINES = 200
"""How many lines of its writer's own a mail may have."""

MOST_QUOTED = 300
"""How many other lines are looked at, to name those that look like orders."""

MOST_BLANK = 50
"""How many empty lines in a row are looked at."""

MOST_NAMED = 30
"""How many lines that were not reached are named one by one."""

LONGEST_NAMED = 200
"""How many characters of each."""

ROOM = 48 * 1024
"""How many bytes the answers to the lines of a mail may take in the answer, by estimate."""

_TEXT, _CELL = 60, 110
"""Bytes of markup around a text, and around a cell of a table, by estimate."""


class Section(NamedTuple):
    """A part of an answer."""

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    tables: tuple[Any, ...] = ()
    written: tuple[str, ...] = ()
    led: bool = False
    """Whether what is listed is what an order led to."""
    pictured: bool = False
    """Whether the picture of the mail stands there."""
    matters: bool = False
    """Whether it tells what came of an order, and is left out last."""


class Cut(NamedTuple):
    """The lines of a mail as far as they are read."""

    lines: tuple[Line, ...]
    left: tuple[str, ...] = ()
    """Those of its writer's own after them."""
    whole: bool = True
    """Whether none of those was left."""


def cut(lines: Sequence[Line]) -> Cut:
    """The first lines of a mail.

    One more than `MOST_LINES` is read, as the last may go on there; see `without_last`.

    >>> from api.mail.answering.quotes import Kind
    >>> some = cut([Line(str(number), Kind.OWN) for number in range(203)])
    >>> len(some.lines), some.left, some.whole
    (201, ('201', '202'), False)
    """
    read, own, others, blank = list[Line](), 0, 0, 0
    for at, it in enumerate(lines):
        if not it.text.strip():
            blank += 1
            if blank <= MOST_BLANK:
                read.append(it)
            continue
        blank = 0
        if it.kind.is_written:
            read.append(it)
            own += 1
            if own > MOST_LINES:
                return Cut(tuple(read), _own(lines[at + 1 :]), whole=False)
        elif others < MOST_QUOTED:
            read.append(it)
            others += 1
    return Cut(tuple(read))


def _own(lines: Sequence[Line]) -> tuple[str, ...]:
    texts = (it.text.strip()[:LONGEST] for it in lines if it.kind.is_written)
    return tuple(it for it in texts if it)


def without_last(sent: Sent) -> tuple[Sent, tuple[str, ...]]:
    """A mail of which not all was read, and what of it is left.

    Its last line is left as well, as it may be half of an order, and so is what was to follow.
    """
    last = tuple(it.text.splitlines()[0] for it in sent.steps[-1:])
    return sent._replace(steps=sent.steps[:-1], then=()), (*last, *sent.then)


def named(reading: Reading, lines: Sequence[str]) -> tuple[str, ...]:
    """Lines by name, as far as there is room, and how many more there are."""
    shown = tuple(it[:LONGEST_NAMED] for it in lines[:MOST_NAMED])
    more = len(lines) - len(shown)
    if not more:
        return shown
    told = reading.ngettext("… and one line more", "… and %(num)s lines more", more)
    return (*shown, told)


def fitted(reading: Reading, sections: Sequence[Section], room: int) -> list[Section]:
    """Sections that take no more than `room`, and a last one that says which were left out.

    What came of orders has the room first. A section that does not fit by itself is shortened.
    """
    kept, left = dict[int, Section](), room
    numbered = sorted(enumerate(sections), key=lambda it: not it[1].matters)
    for number, it in numbered:
        size = _size(it)
        if size <= left:
            kept[number], left = it, left - size
        elif not kept or size > room:
            shorter = _shortened(reading, it, left)
            if shorter is not None:
                kept[number], left = shorter, left - _size(shorter)
    found = [kept[it] for it in sorted(kept)]
    omitted = [it.title for number, it in enumerate(sections) if number not in kept]
    if omitted:
        told = reading.gettext(
            "These lines of your mail were seen to, but there is no room here for what came of "
            "them. Ask for one at a time:"
        )
        title = reading.gettext("Left out of this mail")
        found.append(Section(title, (told,), listed=named(reading, omitted)))
    return found


def _size(it: Section) -> int:
    texts = (it.title, *it.paragraphs, *it.lines, *it.listed, *it.written)
    cells = (str(cell) for table in it.tables for row in table.rows for cell in row)
    return sum(2 * len(text.encode()) + _TEXT for text in texts) + sum(
        2 * len(cell.encode()) + _CELL for cell in cells
    )


def _shortened(reading: Reading, it: Section, room: int) -> Section | None:
    """A section with as much of it as there is room for; None if that is hardly any."""
    told = reading.gettext("There is no room here for all of it.")
    shorter = Section(
        it.title[:LONGEST_NAMED], (*it.paragraphs[:1], told), led=it.led, matters=it.matters
    )
    if _size(shorter) > room:
        return None
    for name in ("lines", "listed", "written", "tables"):
        some: tuple[Any, ...] = ()
        for one in getattr(it, name):
            longer = Section(**{**shorter._asdict(), name: (*some, one)})
            if _size(longer) > room:
                return shorter
            some, shorter = (*some, one), longer
    return shorter
