"""Lines: what a mail orders, line by line, and which of its lines look like orders and are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import NamedTuple

from api.commands.table import LONGEST, Grammar
from api.mail.answering.quotes import Kind, Line
from api.reading import Reading
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Refusal

MOST_UNTAKEN = 30
"""How many lines that were not taken are named."""

SHORTEST = 3
"""Letters of an abbreviation that a mail may begin a line with: prose is full of shorter ones."""

LIKENESS = 0.85
"""How much the first word of a line has to look like one that is known, from 0 to 1."""

MOST_WORDS = 12
"""How many words a line has at most that is taken for a misspelt order."""

_SET = re.compile(r"\s*set\s+#?(\d{1,6})\s*[.:]?\s*", re.IGNORECASE)
_THEN = re.compile(r"\s*then\s*[:\N{FULLWIDTH COLON}]\s*(.*)", re.IGNORECASE)
_UNSEEN = re.compile("[\N{ZERO WIDTH SPACE}-\N{RIGHT-TO-LEFT MARK}\N{ZERO WIDTH NO-BREAK SPACE}]")
"""What mail programs leave in lines without showing it."""

_BULLET = re.compile(r"\s*(?:[-*\N{BULLET}]\s+|\d{1,2}[.)]\s+)")


class Untaken(NamedTuple):
    """A line that was not taken, and why."""

    text: str
    why: str


class Said(Enum):
    """What a line of one's own is."""

    COMMAND = "command"
    ORDER = "order"
    PROSE = "prose"


class Step(NamedTuple):
    """A line that is to be carried out."""

    text: str
    said: Said


class Sent(NamedTuple):
    """What a mail orders."""

    number: int
    """Number of the set of orders; 0 if none is given."""
    steps: tuple[Step, ...]
    then: tuple[str, ...]
    """Orders that are to be given once they are legal."""
    untaken: tuple[Untaken, ...]

    @property
    def orders(self) -> tuple[str, ...]:
        """Its orders alone."""
        return tuple(it.text for it in self.steps if it.said is Said.ORDER)


class Sorter:
    """Tells orders, commands and prose apart, for one reader of a game."""

    def __init__(
        self, reading: Reading, commands: Grammar, ours: frozenset[str] = frozenset()
    ) -> None:
        """`ours` are the lines of the mail that is answered, which may be quoted."""
        self._reading = reading
        self._ours = ours
        self._commands = commands
        notation = reading.rules.notation
        self._verbs = frozenset() if notation is None else notation.words
        self._known = sorted(self._verbs | commands.first_words)

    def sort(self, lines: Sequence[Line]) -> Sent:
        """What the lines of a mail order."""
        number, steps, then, untaken = 0, list[Step](), list[str](), list[Untaken]()
        waits = False
        for text in self._own(lines):
            if found := _SET.fullmatch(text):
                number = int(found[1])
                continue
            if found := _THEN.fullmatch(text):
                waits, text = True, found[1].strip()
                if not text:
                    continue
            said = self._said(text)
            if said is Said.PROSE:
                untaken.append(Untaken(text, self._gettext("It is no order and no command.")))
            elif waits and said is Said.ORDER:
                then.append(text)
            else:
                steps.append(Step(text, said))
        untaken += self._quoted(lines)
        return Sent(number, tuple(steps), tuple(then), tuple(untaken[:MOST_UNTAKEN]))

    def _own(self, lines: Sequence[Line]) -> Iterator[str]:
        """The writer's own lines; one that was wrapped is made whole if it is an order then."""
        own = [it for it in lines if it.kind is Kind.OWN]
        at = 0
        while at < len(own):
            text = _BULLET.sub("", _UNSEEN.sub("", own[at].text)).strip()[:LONGEST]
            following = own[at + 1].text.strip() if at + 1 < len(own) else ""
            if following and self._is_wrapped(text, following):
                text, at = f"{text} {following}", at + 1
            yield text
            at += 1

    def _is_wrapped(self, text: str, following: str) -> bool:
        if self._said(text) is not Said.ORDER or self._said(following) is not Said.PROSE:
            return False
        return not self._reads(text) and self._reads(f"{text} {following}")

    def _said(self, text: str) -> Said:
        if self._commands.read(text) is not None:
            return Said.COMMAND
        first = fold(text).split(" ")[0]
        if not first:
            return Said.PROSE
        if first in self._verbs:
            return Said.ORDER
        short = len(first) >= SHORTEST and any(it.startswith(first) for it in self._verbs)
        if short and self._reads(text):
            return Said.ORDER
        # What is misspelt is refused, rather than passed over while what follows is carried out.
        few = len(text.split()) <= MOST_WORDS
        near = len(first) > SHORTEST and get_close_matches(first, self._known, 1, LIKENESS)
        return Said.ORDER if few and near else Said.PROSE

    def _reads(self, text: str) -> bool:
        """Whether a line can be read as an order in the position."""
        reading, notation = self._reading, self._reading.rules.notation
        if notation is None or reading.seat is None or reading.game.state is None:
            return False
        decision = next(iter(reading.asked), None)
        read = notation.read(reading.game.state, decision, reading.seat, text)
        return not isinstance(read, Refusal) or read.code != "BAD_LINE"

    def _quoted(self, lines: Sequence[Line]) -> Iterator[Untaken]:
        """Lines that are quoted, or under a signature, and would be taken if they were not."""
        for it in lines:
            bare = it.text.lstrip(" \t>\N{FULLWIDTH GREATER-THAN SIGN}").strip()
            if it.kind is Kind.OWN or not bare or bare.startswith("|"):
                continue
            if " ".join(bare.split()) in self._ours or not self._would_be_taken(bare):
                continue
            signed = it.kind is Kind.SIGNATURE
            why = (
                self._gettext("It stands under a signature.")
                if signed
                else self._gettext("It is quoted: only what you write yourself is carried out.")
            )
            yield Untaken(bare[:LONGEST], why)

    def _would_be_taken(self, text: str) -> bool:
        return self._commands.read(text) is not None or (
            self._said(text) is Said.ORDER and self._reads(text)
        )

    def _gettext(self, text: str) -> str:
        return self._reading.gettext(text)
