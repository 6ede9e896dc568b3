"""Lines: what a mail orders, line by line, and which of its lines look like orders and are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from api.commands.grammar import LONGEST, Grammar, ends
from api.commands.table import is_command
from api.mail.answering.quotes import Answered, Kind, Line, squeezed
from api.mail.answering.typed import as_typed, bare, is_near, may_be_wrapped
from api.reading import Reading
from api.typed_names import in_source
from napoleon.play.execution import read_line
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Refusal

MOST_UNTAKEN = 30
"""How many lines that were not taken are named."""

SHORTEST = 3
"""Letters of an abbreviation that a mail may begin a line with: prose is full of shorter ones."""

MOST_WORDS = 12
"""How many words a line has at most that is taken for a misspelt order."""

_SET = re.compile(r"\s*+set\s++#?(\d{1,6})\s*+(?:[.:]\s*+)?", re.IGNORECASE)
_THEN = re.compile(r"\s*+then\s*+[:\N{FULLWIDTH COLON}]\s*+(.*)", re.IGNORECASE)
_COLONS = ":\N{FULLWIDTH COLON}"

_DASH = re.compile(r"\s[-\N{EN DASH}\N{EM DASH}]\s")


class Untaken(NamedTuple):
    """A line that was not taken, and why."""

    text: str
    why: str
    prose: bool = False
    """Whether its writer says something in it that is neither order nor command."""


class Said(Enum):
    """What a line of one's own is."""

    COMMAND = "command"
    ORDER = "order"
    UNENDED = "unended"
    """A command with a text whose end cannot be told."""
    UNCLEAR = "unclear"
    """An order that may go on in the next line, and cannot be read together with it."""
    PROSE = "prose"


class Step(NamedTuple):
    """A line that is to be carried out."""

    text: str
    said: Said


class Wrap(Enum):
    """Whether a line goes on in the next one, as mail programs wrap what is long."""

    NONE = "none"
    JOINED = "joined"
    UNCLEAR = "unclear"
    """The next one may belong to it, and both together are nothing that can be read."""


class Block(NamedTuple):
    """A command with the lines of its text."""

    lines: tuple[str, ...]
    """All of them: that of the command first, and that which ends it last."""
    whole: str
    """The command with its text, as it was written; empty if it cannot be told where that ends."""
    others: tuple[Line, ...] = ()
    """Lines among them that are not its writer's own, and no part of it."""

    @property
    def step(self) -> Step:
        """What is to be carried out."""
        return Step(self.whole, Said.COMMAND) if self.whole else Step(self.lines[0], Said.UNENDED)


class Sent(NamedTuple):
    """What a mail orders."""

    number: int
    """Number of the set of orders; 0 if none is given."""
    steps: tuple[Step, ...]
    then: tuple[str, ...]
    """Orders that are to be given once they are legal."""
    untaken: tuple[Untaken, ...]
    doubted: bool = False
    """Whether something in it may be no word of its writer's: they are asked first."""

    @property
    def orders(self) -> tuple[str, ...]:
        """Its orders alone."""
        return tuple(it.text for it in self.steps if it.said is Said.ORDER)


class Sorter:
    """Tells orders, commands and prose apart, for one reader of a game."""

    def __init__(
        self, reading: Reading, commands: Grammar, answered: Answered | None = None
    ) -> None:
        """`answered` is the mail that is answered, which may be quoted."""
        self._reading = reading
        self._answered = answered or Answered()
        self._ours = frozenset(" ".join(it.split()) for it in self._answered.text.splitlines())
        self._commands = commands
        notation = reading.rules.notation
        self._verbs = frozenset() if notation is None else notation.words
        self._known = sorted(self._verbs | commands.first_words)
        offers = (it.line for question in reading.questions for it in question.offers)
        self._vocabulary = (frozenset() if notation is None else notation.vocabulary).union(
            word for line in offers for word in fold(line).split()
        )
        self._doubts = False
        self._read_before: dict[str, object] = {}

    def sort(self, lines: Sequence[Line]) -> Sent:
        """What the lines of a mail order, those that are doubtful included."""
        self._doubts = False
        sent = self._sorted(lines)
        sure = [it for it in lines if it.kind is not Kind.DOUBTFUL]
        doubted = self._doubts
        if len(sure) < len(lines):
            certain = self._sorted(sure)
            doubted |= certain[:3] != sent[:3]
        return sent._replace(doubted=doubted)

    def _sorted(self, lines: Sequence[Line]) -> Sent:
        number, steps, then, untaken = 0, list[Step](), list[str](), list[Untaken]()
        waits = False
        for place, text in enumerate(self._own(lines)):
            if isinstance(text, Step):
                steps.append(text)
                continue
            if isinstance(text, Block):
                steps.append(text.step)
                untaken += self._left_out(text)
                continue
            if found := _SET.fullmatch(text):
                number = int(found[1])
                continue
            if found := _THEN.fullmatch(text):
                waits, text = True, found[1].strip()
                if not text:
                    continue
            text = self._readable(self._offered(text))
            said = self._said(text)
            if said is Said.PROSE and squeezed(text) in self._answered.offers:
                continue  # the words that explain an offer, copied with it
            if said is Said.PROSE:
                untaken.append(Untaken(text, self._why_none(text), prose=True))
            elif place and said is Said.COMMAND and self._leads(text):
                why = self._reading.gettext("It counts only above everything else that you write.")
                untaken.append(Untaken(text, why))
            elif waits and said is Said.ORDER:
                then.append(text)
            else:
                steps.append(Step(text, said))
        untaken += self._quoted(lines, also_ours=not steps and not then)
        return Sent(number, tuple(steps), tuple(then), tuple(untaken[:MOST_UNTAKEN]))

    def _why_none(self, text: str) -> str:
        """Why a line of one's own is neither order nor command."""
        begun = self._commands.begins(text)
        if begun is not None and begun.judges and begun.is_for(self._reading.holder):
            return self._reading.gettext("It is written: %(line)s.", line=begun.usage)
        return self._reading.gettext("It is no order and no command.")

    def _own(self, lines: Sequence[Line]) -> Iterator[str | Block | Step]:
        """The writer's own lines; one that was wrapped is made whole if it is an order then.

        A command with a text comes with all its lines.
        """
        places = [n for n, it in enumerate(lines) if it.kind.is_written]
        texts = [lines[n].text for n in places]
        at = 0
        while at < len(texts):
            if self._takes_text(texts[at]):
                block = self._block(texts[at:])
                last = at + len(block.lines) - 1
                among = lines[places[at] : places[last]]
                yield block._replace(others=tuple(it for it in among if not it.kind.is_written))
                at = last + 1
                continue
            text, at = bare(texts[at])[:LONGEST], at + 1
            if (found := _THEN.fullmatch(text)) and found[1].strip():
                yield "then:"
                text = found[1].strip()
            if not text:
                continue
            before = texts[at - 2].strip() if at > 1 else ""
            if may_be_wrapped(before, text) and not self._stands_alone(bare(before)[:LONGEST]):
                self._doubts |= self._is_order(text)
            wrap = Wrap.NONE
            while (following := self._next(texts, at)) < len(texts):
                more = texts[following].strip()
                wrap = self._wrap(text, more, beside=following == at)
                if wrap is Wrap.NONE:
                    break
                text, at = f"{text} {more}", following + 1
                if wrap is Wrap.UNCLEAR:
                    break
            yield Step(text, Said.UNCLEAR) if wrap is Wrap.UNCLEAR else text

    def _next(self, texts: Sequence[str], at: int) -> int:
        return next((n for n in range(at, len(texts)) if texts[n].strip()), len(texts))

    def _takes_text(self, line: str) -> bool:
        taken = self._commands.read(bare(line))
        return self._commands.opens(bare(line)) is not None or (
            taken is not None and taken.command.in_lines
        )

    def _block(self, texts: Sequence[str]) -> Block:
        """The command with a text that the first of some lines begins.

        A text that was begun and is not ended, or that may go on in the next line, is no command:
        nothing that is only half of what somebody says is sent.
        """
        head = bare(texts[0])
        last = self._end_of(texts)
        if last:
            colon = ":" if self._commands.opens(head) and head[-1] not in _COLONS else ""
            whole = "\n".join([f"{head}{colon}", *map(str.rstrip, texts[1:last])]).rstrip()
            read = self._commands.read(whole)
            return Block((head, *texts[1 : last + 1]), whole if read is not None else "")
        if self._commands.opens(head) is not None:
            return Block((head, *texts[1:]), "")
        lines = [head]
        for text in texts[1:]:
            if not text.strip() or self._stands_alone(text.strip()):
                break
            lines.append(text)
        return Block(tuple(lines), head if len(lines) == 1 else "")

    def _end_of(self, texts: Sequence[str]) -> int:
        """Which of some lines ends the text that the first one begins; 0 if none does."""
        first = bare(texts[0])
        taken = self._commands.read(first)
        command = self._commands.opens(first) or (taken and taken.command)
        for n, text in enumerate(texts):
            if n and command and ends(command, text):
                return n
            if n and taken and self._takes_text(text):
                # The text was in its line, and this is another.
                break
        return 0

    def _stands_alone(self, text: str) -> bool:
        """Whether a line is a command, or can be read as an order in the position."""
        if self._commands.read(text) or self._commands.opens(text):
            return True
        return self._is_order(text)

    def _left_out(self, block: Block) -> Iterator[Untaken]:
        """What of a text is not sent: what others wrote, and all of one without an end."""
        if not block.whole:
            why = self._reading.gettext("It cannot be told where the text ends.")
            yield from (Untaken(it.strip()[:LONGEST], why) for it in block.lines if it.strip())
        why = self._reading.gettext("It is quoted: only what you write yourself is carried out.")
        for it in block.others:
            if it.text.strip():
                yield Untaken(it.text.strip()[:LONGEST], why)

    def _wrap(self, text: str, following: str, *, beside: bool) -> Wrap:
        """Whether an order goes on in the next line, which alone would be nothing.

        The shortest reading never wins: what is an order by itself may be half of another.
        """
        if self._said(text) is not Said.ORDER or self._means_something(following):
            return Wrap.NONE
        if self._reads(f"{text} {following}") and (beside or not self._reads(text)):
            return Wrap.JOINED
        if not beside or not self._reads(text) or self._said(following) is Said.ORDER:
            return Wrap.NONE
        if self._may_go_on_in(following):
            return Wrap.UNCLEAR
        self._doubts |= may_be_wrapped(text, following) and following[:1].islower()
        return Wrap.NONE

    def _leads(self, text: str) -> bool:
        understood = self._commands.read(text)
        return understood is not None and understood.command.leads

    def _means_something(self, text: str) -> bool:
        """Whether a line is none that only another one makes sense of."""
        if _SET.fullmatch(text) or _THEN.fullmatch(text):
            return True
        return self._commands.read(text) is not None or self._is_order(text)

    def _is_order(self, text: str) -> bool:
        return self._said(text) is Said.ORDER and self._reads(text)

    def _may_go_on_in(self, text: str) -> bool:
        """Whether a line begins with a word that orders are made of, or nearly."""
        words = fold(text).split()
        return 0 < len(words) <= MOST_WORDS and (
            words[0].isdecimal()
            or words[0] in self._vocabulary
            or (len(words[0]) > SHORTEST and is_near(words[0], self._vocabulary))
        )

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
        near = len(first) > SHORTEST and is_near(first, self._known)
        return Said.ORDER if few and near else Said.PROSE

    def _reads(self, text: str) -> bool:
        """Whether a line can be read as an order in the position."""
        read = self._read(text)
        return read is not None and (not isinstance(read, Refusal) or read.code != "BAD_LINE")

    def _read(self, text: str) -> object:
        """What a line is read as: an order, or why it is none; None where nothing can be read."""
        if text not in self._read_before:
            self._read_before[text] = self._read_now(text)
        return self._read_before[text]

    def _read_now(self, text: str) -> object:
        reading, notation = self._reading, self._reading.rules.notation
        if notation is None or reading.seat is None or reading.game.state is None:
            return None
        typed = in_source(reading.rules, reading.code, text)
        return read_line(notation, reading.game.state, reading.asked, reading.seat, typed)

    def _offered(self, text: str) -> str:
        """A line without the words that explain it, where an offer was copied with them."""
        parts = _DASH.split(text)
        for n in range(1, len(parts)):
            offer = " \N{EN DASH} ".join(parts[:n]).strip()
            told = " \N{EN DASH} ".join(parts[n:]).strip()
            if offer in self._answered.offers and told in self._answered.offers:
                return offer
        return text

    def _readable(self, text: str) -> str:
        """A line as it was typed, before a program made quotes, dashes and full stops of it."""
        if self._commands.read(text) is not None or self._reads(text):
            return text
        return next((it for it in as_typed(text) if it and self._reads(it)), text)

    def _quoted(self, lines: Sequence[Line], *, also_ours: bool) -> Iterator[Untaken]:
        """Lines that are quoted, or under a signature, and would be taken if they were not.

        Those of the mail that is answered are no surprise, unless nothing else was taken.
        """
        signed = self._reading.gettext("It stands under a signature.")
        other = self._reading.gettext("It is quoted: only what you write yourself is carried out.")
        for it in lines:
            quoted = it.text.lstrip(" \t>\N{FULLWIDTH GREATER-THAN SIGN}")
            bare = quoted.lstrip(" |").strip()
            if it.kind.is_written or not bare:
                continue
            ours = not also_ours and " ".join(quoted.split()) in self._ours
            if ours or not self._would_be_taken(bare):
                continue
            yield Untaken(bare[:LONGEST], signed if it.kind is Kind.SIGNATURE else other)

    def _would_be_taken(self, text: str) -> bool:
        return self._commands.read(text) is not None or self._is_order(text)


def offered(said: str, reading: Reading) -> frozenset[str]:
    """What a mail of ours offers to be sent back, with the words that explain it."""
    here = {squeezed(it) for it in said.splitlines() if it.lstrip().startswith("|")}
    found = set[str]()
    for question in reading.questions:
        for offer in question.offers:
            if squeezed(offer.line) in here:
                found |= {squeezed(offer.line), squeezed(offer.words or "")}
    for matter in reading.matters:
        found |= {squeezed(it) for it in matter.commands}
    # Of a notice, which may be answered when nothing is asked any more.
    found |= {it for it in here if is_command(it)}
    found |= set(_own_again(said, reading))
    return frozenset(found - {""})


def _own_again(said: str, reading: Reading) -> Iterator[str]:
    """What an answer of ours shows of its reader's own lines: they may write them once more.

    A line that was carried out or refused is a heading; what was left of them stands under one.
    """
    refused = reading.gettext("Refused: %(line)s", line="").strip()
    left = {
        reading.gettext("Left over"),
        reading.gettext("Orders that wait"),
        reading.gettext("Orders that were not given"),
        reading.gettext("Not carried out"),
    }
    notation = reading.rules.notation
    verbs = frozenset() if notation is None else notation.words
    heading, texts = "", said.splitlines()
    for text, following in zip(texts, [*texts[1:], ""], strict=True):
        if text and following == "-" * len(text):
            heading = text
            for it in (text, text.removeprefix(refused).strip()):
                if fold(it).split(" ")[0] in verbs or is_command(it):
                    yield squeezed(it)
        elif text.startswith(("| ", "> ")) and (heading in left or heading.startswith(refused)):
            yield squeezed(text.removeprefix("> "))
