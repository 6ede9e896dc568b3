"""Offers in a letter: every legal answer once, those alike together, and explained once.

An answer that stands alone, such as one that ends a march or answers all at once, comes first. The
lowest and the highest of answers that differ only in a number stand for all between them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from api.reading import Offered, Question, Reading
from napoleon.rules.notation.names import fold

FEWEST_NUMBERS = 4
"""So many answers that differ in a number alone are told by the lowest and the highest."""

FEW = 4
"""So many lines of a kind are all explained if one of them is."""

LONG = 160
"""Characters of an explanation that is told once for all lines that it holds for."""

MOST_CONSTANT = 2
"""Words of an explanation that each line of a kind has, and that so tell nothing of any."""

_NUMBER = re.compile(r"(?<!\S)\d{1,4}(?!\S)")

_NUMBERS = re.compile(r"\b\d+\b")

_OF_MANY = re.compile(r"(?:ies|y|s)\b")
"""What words end in that differ with the number: one army, two armies."""

_SHORT = 3
"""Letters of words that say nothing by themselves: articles and prepositions."""

_JOINING = frozenset({"your", "from", "with", "into", "their", "dans", "avec", "vers", "depuis"})


class Block(NamedTuple):
    """Lines for which the same is to be said."""

    lines: tuple[str, ...]
    words: str = ""
    """What there is to say besides what the lines say; empty for nothing."""


class Group(NamedTuple):
    """Blocks about one thing."""

    heading: str
    """Empty where none is needed."""
    blocks: tuple[Block, ...]


class Listed(NamedTuple):
    """The offers of a question as a letter lists them."""

    groups: tuple[Group, ...]
    left: int
    """How many lines there was no room for."""


class _Row(NamedTuple):
    """A line, or the two that stand for all numbers between them."""

    lines: tuple[str, ...]
    kind: str
    """What lines have in common under one heading, or that differ in their last word alone, or in
    where they lead."""
    heading: str
    does: str
    follows: str
    telling: frozenset[str]
    """The words of what it does that the line does not say."""


def listed(reading: Reading, question: Question, most: int) -> Listed:
    """The offers of a question, at most so many lines of them."""
    rows = _alone_first(list(_rows(reading, question.offers)))
    kept, room = list[_Row](), most
    for row in rows:
        room -= len(row.lines)
        if room < 0:
            break
        kept.append(row)
    groups = [
        Group(heading, tuple(_blocks(list(some))))
        for heading, some in groupby(_by_heading(kept), lambda it: it.heading)
    ]
    return Listed(tuple(groups), len(rows) - len(kept))


def _rows(reading: Reading, offers: Sequence[Offered]) -> Iterator[_Row]:
    """Offers in their order; those that differ in a number alone at the place of the first."""
    alike: dict[tuple[str, str, str], list[Offered]] = {}
    for it in offers:
        alike.setdefault(_unnumbered(it), []).append(it)
    told = set[tuple[str, str, str]]()
    for it in offers:
        key = _unnumbered(it)
        numbers = [_number(one.line) for one in alike[key]]
        if len(numbers) < FEWEST_NUMBERS or not _are_in_a_row(numbers):
            yield _row((it.line,), it.heading, it.does, it.beside)
        elif key not in told:
            told.add(key)
            several = sorted(alike[key], key=lambda one: _number(one.line))
            words = reading.gettext(
                "any number from %(low)s to %(high)s", low=min(numbers), high=max(numbers)
            )
            low, high = several[0].price, several[-1].price
            if low != high:
                low = reading.gettext("from %(low)s to %(high)s", low=low, high=high)
            follows = "; ".join(filter(None, (words, low, it.follows)))
            yield _row((several[0].line, several[-1].line), it.heading, "", follows)


def _unnumbered(it: Offered) -> tuple[str, str, str]:
    """What offers share that differ in a number alone: one of what they do, and no name."""
    number = _NUMBER.search(it.line)
    if number is None or _NUMBERS.findall(it.does).count(number[0]) != 1:
        return it.line, it.does, it.follows
    does = _NUMBERS.sub(lambda one: "#" if one[0] == number[0] else one[0], it.does)
    return _NUMBER.sub("#", it.line, count=1), _OF_MANY.sub("", does), it.follows


def _number(line: str) -> int:
    found = _NUMBER.search(line)
    return int(found[0]) if found else 0


def _are_in_a_row(numbers: Sequence[int]) -> bool:
    return len(set(numbers)) == len(numbers) == max(numbers) - min(numbers) + 1


def _row(lines: tuple[str, ...], heading: str, does: str, follows: str) -> _Row:
    to, _, _ = lines[0].rpartition(" to ")
    kind = heading or to or lines[0].rpartition(" ")[0] or lines[0]
    return _Row(lines, kind, heading, does, follows, _telling(does, lines[0]))


@lru_cache(512)  # a letter that is too long lists them again, fewer of them
def _telling(does: str, line: str) -> frozenset[str]:
    """The words of what an order does that its line does not say, in whatever form."""
    written = fold(line).split()
    said = (it for it in fold(does).split() if len(it) > _SHORT and it not in _JOINING)
    return frozenset(it for it in said if not any(_is_said(it, one) for one in written))


def _is_said(word: str, written: str) -> bool:
    same = word == written
    return same or (len(written) > _SHORT and word[: len(written) - 1] == written[:-1])


def _alone_first(rows: list[_Row]) -> list[_Row]:
    """The rows that are the only ones with their verb first, where others have many."""
    verbs = Counter(it.lines[0].split(" ", 1)[0] for it in rows)
    if len(rows) <= FEWEST_NUMBERS:
        return rows
    return sorted(rows, key=lambda it: verbs[it.lines[0].split(" ", 1)[0]] > 1)


def _by_heading(rows: Sequence[_Row]) -> Iterator[_Row]:
    """Those without a heading first, then those of each heading together."""
    found: dict[str, list[_Row]] = {"": []}
    for it in rows:
        found.setdefault(it.heading, []).append(it)
    for some in found.values():
        yield from some


def _blocks(rows: list[_Row]) -> Iterator[Block]:
    """Lines for which the same is to be said, where they are of a kind or that takes long."""
    several = Counter(it.kind for it in rows)
    verbs = (it.lines[0].split(" ", 1)[0] for it in rows)
    rows = [
        it if several[it.kind] > 1 else it._replace(kind=verb)
        for it, verb in zip(rows, verbs, strict=True)
    ]
    alike = Counter(it.kind for it in rows)
    constant = {kind: _constant(rows, kind) for kind in alike}
    for it in rows:
        # Few are all explained if one of them is, as lines do not name all in this language.
        if alike[it.kind] <= FEW and it.telling - constant[it.kind]:
            constant[it.kind] = frozenset()
    words = [_words(it, constant[it.kind]) for it in rows]
    told: dict[tuple[str, str], list[str]] = {}
    for it, said in zip(rows, words, strict=True):
        key = ("" if len(said) > LONG else it.kind, said)
        told.setdefault(key, []).extend(it.lines)
    for (_, said), lines in told.items():
        yield Block(tuple(lines), said)


def _constant(rows: Sequence[_Row], kind: str) -> frozenset[str]:
    """The words that all lines of a kind have besides what they say themselves, if few."""
    some = [it.telling for it in rows if it.kind == kind and it.does]
    if len(some) < 2:
        return frozenset()
    shared = frozenset.intersection(*some)
    return shared if len(shared) <= MOST_CONSTANT else frozenset()


def _words(row: _Row, constant: frozenset[str]) -> str:
    """What there is to say of a row besides its line."""
    tells = row.telling - constant
    return ": ".join(filter(None, (row.does if tells else "", row.follows)))
