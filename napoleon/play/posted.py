"""Game files that have travelled: what posts and mails do to a text, undone line by line.

A file that was quoted, fenced, put into ``[code]``, wrapped, or whose quotes and angles a program
has made prettier or safer, is read as what it was. Nothing is guessed: a line that follows another
belongs to it only if a program that wraps would have broken it there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from typing import NamedTuple

_QUOTED = re.compile("[ \t]*+(?:[>\N{FULLWIDTH GREATER-THAN SIGN}][ \t]?)++")
_FENCE = re.compile(r"(?:```|~~~)[\w-]*+")
_OPENED = re.compile(r"\[(?:code|quote|spoiler|pre)(?:=[^\]]{0,200})?\]", re.IGNORECASE)
_CLOSED = re.compile(r"\[/(?:code|quote|spoiler|pre)\]", re.IGNORECASE)
_BLANKS = re.compile("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\t\r]")
_UNSEEN = re.compile("[\N{ZERO WIDTH SPACE}-\N{RIGHT-TO-LEFT MARK}\N{ZERO WIDTH NO-BREAK SPACE}]")

_CURLY = "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}" + (
    "\N{DOUBLE LOW-9 QUOTATION MARK}\N{DOUBLE HIGH-REVERSED-9 QUOTATION MARK}"
)
_END_OF_HEADER = re.compile(rf'["{_CURLY}]\]$')
_BENT = re.compile(rf"[{_CURLY}]")
_ESCAPED = re.compile(rf"\\[{_CURLY}]")

_HEADER = re.compile(r"\[\w+ ")

_ESCAPED_FILE = re.compile(r"\[\w+ &(?:quot|#34|#x22|ldquo|\#8220);", re.IGNORECASE)

LONGEST_WORD = 60
"""Letters of a word that no program breaks: a line with a longer one says nothing of a width."""

SLACK = 6
"""By how much lines may be shorter since marks of quotes were taken from them."""


class Written(NamedTuple):
    """A line of a game file."""

    number: int
    """Where it begins, from 1."""
    text: str
    more: tuple[str, ...] = ()
    """Lines after it that a program may have broken off it."""

    @property
    def ways(self) -> Iterator[str]:
        """The line made whole, as a program has broken it: at blanks, or in words."""
        if self.more:
            yield " ".join([self.text, *self.more])
            yield "".join([self.text, *self.more])
        else:
            yield self.text


def lines(text: str, begins: Callable[[str], bool]) -> Iterator[Written]:
    """The lines of a file as they were written.

    `begins` tells whether an order begins with a line; it is asked once the lines before were read.
    """
    return _whole(list(_bared(text)), begins)


def same(one: str, other: str) -> bool:
    """Whether two texts differ only in blanks and the looks of quotes."""
    return _plain(one) == _plain(other)


def _plain(text: str) -> str:
    straight = _BENT.sub('"', text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return "".join(straight.split())


def straightened(line: str) -> str:
    """A line whose text is in straight quotes; those inside of it stay as they are."""
    told = _ESCAPED.sub(r'\\"', line)
    last = len(told.removesuffix("]")) - 1
    if last < 1 or told[last] not in _CURLY:
        return told
    begun = (at for at in range(last) if told[at] in _CURLY and told[at - 1 : at] != "\\")
    first = next(begun, None)
    if first is None:
        return told
    return f'{told[:first]}"{told[first + 1 : last]}"{told[last + 1 :]}'


def _bared(text: str) -> Iterator[tuple[int, str]]:
    """Every line with its number, without what was put around it and around the file."""
    told = _UNSEEN.sub("", _BLANKS.sub(" ", text.rstrip()))
    if _ESCAPED_FILE.search(told):
        told = unescape(told)
    found = list[tuple[int, str]]()
    for number, line in enumerate(told.split("\n"), 1):
        quoted = _QUOTED.match(line)
        bare = (line[quoted.end() :] if quoted else line).strip()
        if _FENCE.fullmatch(bare):
            if any(it for _, it in found if _HEADER.match(it)):
                yield from found
                return
            found.clear()
            continue
        if opened := _OPENED.search(bare):
            found.clear()
            bare = bare[opened.end() :].strip()
        if closed := _CLOSED.search(bare):
            found.append((number, bare[: closed.start()].strip()))
            if any(_HEADER.match(it) for _, it in found):
                yield from found
                return
            found.clear()
            continue
        found.append((number, bare))
    yield from found


def _whole(bare: Sequence[tuple[int, str]], begins: Callable[[str], bool]) -> Iterator[Written]:
    width = _width([line for _, line in bare])
    at = 0
    while at < len(bare):
        number, line = bare[at]
        at += 1
        more = list[str]()
        while at < len(bare) and (
            _is_half_a_header([line, *more], bare[at][1])
            or (_was_broken([line, *more][-1], bare[at][1], width) and not begins(bare[at][1]))
        ):
            more.append(bare[at][1])
            at += 1
        yield Written(number, line, tuple(more))


def _is_half_a_header(some: Sequence[str], following: str) -> bool:
    """Whether lines begin a header that has not ended."""
    if not _HEADER.match(some[0]) or _HEADER.match(following) or not following:
        return False
    return not _END_OF_HEADER.search(some[-1])


def _was_broken(line: str, following: str, width: int) -> bool:
    """Whether a program that fills lines would have broken one there."""
    if not line or not following or following[0] in "[#;" or line.endswith('"]'):
        return False
    first = following.split(" ", 1)[0]
    return len(line) + 1 + len(first) > width - SLACK


def _width(some: Sequence[str]) -> int:
    """How long lines become before they are broken."""
    return max(
        (len(it) for it in some if max(map(len, it.split()), default=0) <= LONGEST_WORD), default=0
    )
