"""Quotes: which lines of a mail are its writer's own.

What is quoted, an attribution above it, and a signature are never carried out, however they look.
Mail programs mark them in many ways, or hardly. What looks like a quote counts as one; where a few
words only may have begun one, what stands below is doubtful, and its writer is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from napoleon.rules.notation.names import fold


class Kind(Enum):
    """Whose a line is."""

    OWN = "own"
    DOUBTFUL = "doubtful"
    """It may be quoted, by a program that marks nothing."""
    QUOTED = "quoted"
    SIGNATURE = "signature"

    @property
    def is_written(self) -> bool:
        """Whether the writer of the mail wrote it, or may have."""
        return self in (Kind.OWN, Kind.DOUBTFUL)


class Line(NamedTuple):
    """A line of a mail."""

    text: str
    kind: Kind


_QUOTE = re.compile("[ \t]*[>|\N{FULLWIDTH GREATER-THAN SIGN}\N{BROKEN BAR}]")
"""What stands before a quoted line; a bar stands before the lines that our own mails show."""

_BAR = re.compile(r"^\s*+\|\s*+")
_BLANKS = re.compile(
    "[\\s\N{ZERO WIDTH SPACE}-\N{RIGHT-TO-LEFT MARK}\N{ZERO WIDTH NO-BREAK SPACE}]+"
)

_COLON = "[:\N{FULLWIDTH COLON}]"


def _any(*words: str) -> str:
    return f"(?:{'|'.join(words)})"


_SEPARATED = _any(
    "original (?:message|appointment)",
    "(?:forwarded|reply) message",
    "(?:ursprüngliche|weitergeleitete) nachricht",
    "message (?:d.origine|original|transféré)",
    "mensaje (?:original|reenviado)",
    "messaggio (?:originale|inoltrato)",
    "元のメッセージ",
    "転送メッセージ",
)

_BEGUN = _any(
    "begin forwarded message",
    "anfang der weitergeleiteten nachricht",
    "début du message (?:transféré|réexpédié)",
    "inicio del mensaje reenviado",
    "inizio messaggio inoltrato",
)

_SEPARATOR = re.compile(
    rf"\s*+(?:[-_=*]{{2,}}+\s*+{_SEPARATED}\s*+(?:[-_=*]++\s*+)?|[_-]{{20,}}+\s*+"
    rf"|{_BEGUN}\s*+(?::\s*+)?)",
    re.IGNORECASE,
)
"""Lines after which everything is somebody else's."""

_ADDRESS = re.compile(r"[^\s<>()\[\]:]{1,64}@[^\s<>()\[\]:]{1,100}")
_TIME = re.compile(r"(?<!\d)(?:\d{4}|\d{1,2}[:.h]\d{2})(?!\d)")
_ENDS = re.compile(rf"{_COLON}\W{{0,5}}")
_LABEL = re.compile(rf"[\s*]*([^\W\d][^:\N{{FULLWIDTH COLON}}\n]{{0,29}}?)[\s*]*{_COLON}")
"""What each line of the header of a quoted mail begins with, in any language."""

_SIGNATURE = re.compile("(?:--|\N{EM DASH})\\s?")

_DEVICE = re.compile(
    "\\s*"
    + _any(
        "(?:sent|get) (?:from|with|via|by) ",
        "get outlook for",
        "von meinem .{1,40} gesendet",
        "gesendet (?:von|mit) ",
        "envoyé (?:de|depuis|avec) ",
        "télécharger outlook",
        "enviado (?:desde|con) ",
        "inviato da",
        "scarica outlook",
        ".{0,20}から送信",
    ),
    re.IGNORECASE,
)
"""What telephones and their programs write under mails."""

_LONGEST = 400
"""Characters of a line that are looked at to tell whose it is."""

_ARMOUR = re.compile(
    r"-----(BEGIN|END) PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE|[A-Z ]{1,40})-----\s*"
)
"""PGP: its signature is nobody's order, and what it signs is."""

_HASH = re.compile(r"(?:Hash|Charset|Version|Comment)\s*:.*")

_FEW = 6
"""Lines in which the header of a quoted mail stands together."""

_LABELS = 3
"""How many of them begin with a label: fewer may be anything."""

_MOST_WORDS = 3
"""Words of a label; one of orders such as ``activate Beaumont:`` may have as many."""

_TELLING = 20
"""Characters of a line of ours that nobody writes by chance."""

_MOST_COPIED = 4
"""Offers, and words that explain them, that are copied together: more of them may be a quote."""


_LONGEST_RUN = 20
"""How many lines are compared with our mail together."""

_MOST_SEARCHES = 2000
"""How often our mail is searched for what a mail says: beyond that all of it is doubtful."""


class Answered(NamedTuple):
    """The mail that is answered, which may be quoted without any mark."""

    text: str = ""
    offers: frozenset[str] = frozenset()
    """Orders and commands in it, and what explains them: copying these is no quote."""
    names: frozenset[str] = frozenset()
    """Who may be quoted, as `fold` writes them: the service, and the people of the game."""

    @property
    def told(self) -> str:
        """All that it says, in one line."""
        return " ".join(filter(None, map(squeezed, self.text.splitlines())))


def squeezed(text: str) -> str:
    """A line without its bar, and with single blanks."""
    return _BLANKS.sub(" ", _BAR.sub("", text, count=1)).strip()


def lines(text: str, answered: Answered | None = None) -> list[Line]:
    """Every line of a text, and whose it is."""
    return list(_told(text.splitlines(), answered or Answered()))


def _told(texts: list[str], answered: Answered) -> Iterator[Line]:
    ours = _Ours(answered)
    own = kind = Kind.OWN
    at = 0
    while at < len(texts):
        text = texts[at][:_LONGEST]
        if run := ours.run(texts, at):
            if run.kind is Kind.DOUBTFUL:
                own = kind = Kind.DOUBTFUL
            yield from (Line(it, run.kind) for it in texts[at : at + run.length])
            at += run.length
            continue
        if _SEPARATOR.fullmatch(text) or _begins_header(texts, at):
            yield from (Line(it, Kind.QUOTED) for it in texts[at:])
            return
        if armour := _ARMOUR.fullmatch(text):
            yield Line(texts[at], Kind.SIGNATURE)
            signed = armour[1] == "BEGIN" and armour[2] == "SIGNED MESSAGE"
            kind = own if signed or armour[1] == "END" else Kind.SIGNATURE
            at += 1
            while signed and at < len(texts) and _HASH.fullmatch(texts[at][:_LONGEST]):
                yield Line(texts[at], Kind.SIGNATURE)
                at += 1
            continue
        if length := _attribution(texts, at):
            yield from (Line(it, Kind.QUOTED) for it in texts[at : at + length])
            at += length
            if not _quote_follows(texts, at):
                # Some programs do not mark what they quote.
                yield from (Line(it, Kind.QUOTED) for it in texts[at:])
                return
            kind = own
            continue
        if _may_begin_quote(texts, at, answered.names):
            own = Kind.DOUBTFUL
            kind = Kind.DOUBTFUL if kind is Kind.OWN else kind
        if _QUOTE.match(text) and not _copied(text, answered.offers):
            yield Line(texts[at], Kind.QUOTED)
            if kind is Kind.SIGNATURE:
                kind = own
        else:
            if _SIGNATURE.fullmatch(text) or _DEVICE.match(text):
                kind = Kind.SIGNATURE
            yield Line(texts[at], kind)
        at += 1


def _may_begin_quote(texts: list[str], at: int, names: frozenset[str]) -> bool:
    """Whether a line names somebody and ends in a colon, or two labels stand there together."""
    text = _BLANKS.sub(" ", texts[at][:_LONGEST]).strip()
    if text.endswith((":", _LAST[1])) and not _THEN.fullmatch(text):
        told = f" {fold(text)} "
        return any(f" {it} " in told for it in names) and not _quote_follows(texts, at + 1)
    following = texts[at + 1] if at + 1 < len(texts) else ""
    labels = _label(text), _label(following)
    return all(it and " " not in it for it in labels) and labels[0] != labels[1]


def _attribution(texts: list[str], at: int) -> int:
    """How many lines from `at` on are an attribution: long ones are wrapped. 0 for none.

    No words are looked for, as there are too many languages: when somebody wrote, or their
    address, and a colon at the end; or both of them.
    """
    first = texts[at][:_LONGEST]
    if _QUOTE.match(first) or not (_ADDRESS.search(first) or _TIME.search(first)):
        return 0
    for length in (1, 2, 3):
        some = texts[at : at + length]
        if len(some) < length or any(not it.strip() or _QUOTE.match(it) for it in some):
            break
        told = _BLANKS.sub(" ", " ".join(it.strip() for it in some))[:_LONGEST]
        dated, addressed = _TIME.search(told), _ADDRESS.search(told)
        ended = _ENDS.search(told[-8:]) is not None and told.rstrip()[-1] in _LAST
        wraps = length == 2 and " " not in some[1].strip() and not _THEN.fullmatch(some[1])
        if (dated and addressed) or (ended and (addressed or (dated and (length == 1 or wraps)))):
            return _to_colon(texts, at, length)
    return 0


_THEN = re.compile(rf"\s*then\s*{_COLON}\s*", re.IGNORECASE)
_LAST = ":\N{FULLWIDTH COLON}"


def _to_colon(texts: list[str], at: int, length: int) -> int:
    """The same with the rest of an attribution that is wrapped behind the address."""
    following = texts[at + length : at + length + 1]
    ended = texts[at + length - 1].rstrip().endswith((":", _LAST[1]))
    if not ended and following and following[0].rstrip().endswith((":", _LAST[1])):
        return length + 1
    return length


def _quote_follows(texts: list[str], at: int) -> bool:
    following = next((texts[n] for n in range(at, len(texts)) if texts[n].strip()), "")
    return bool(_QUOTE.match(following)) and not _BAR.match(following)


def _begins_header(texts: list[str], at: int) -> bool:
    """Whether the header of a quoted mail begins there: from whom, when, to whom, about what.

    Those are lines with a label each, all different; a label of several words may as well be an
    order, and counts beside an address or a time only.
    """
    if not _label(texts[at]):
        return False
    some = [it for it in texts[at : at + _FEW * 4] if it.strip()][:_FEW]
    labels = [_label(it) for it in some]
    distinct = set(labels) - {""}
    if len(distinct) < _LABELS or not labels[1]:
        return False
    if " " in labels[0] and not _ADDRESS.search(some[0]) and len(set(labels[1:]) - {""}) >= _LABELS:
        # It may be an order above the header, which begins in the next line.
        return False
    single = sum(" " not in it for it in distinct) >= _LABELS
    return single or any(_ADDRESS.search(it) or _TIME.search(it) for it in some)


def _label(text: str) -> str:
    found = _LABEL.match(_BLANKS.sub(" ", text[:_LONGEST]))
    label = "" if found is None else found[1].strip(" *").lower()
    return "" if label == "then" or len(label.split()) > _MOST_WORDS else label


def _copied(text: str, offers: frozenset[str]) -> bool:
    """Whether a line behind a bar is one that our mail offered."""
    offer = re.split("\\s[-\N{EN DASH}\N{EM DASH}]\\s", squeezed(text), maxsplit=1)[0]
    return bool(_BAR.match(text)) and (offer in offers or squeezed(text) in offers)


class _Run(NamedTuple):
    """Lines that stand in a mail as in the mail that it answers."""

    length: int
    kind: Kind


class _Ours:
    """The mail that is answered, as it is looked for in the answer."""

    def __init__(self, answered: Answered) -> None:
        self._told = f" {answered.told} "
        unmarked = (it for it in answered.text.splitlines() if not _QUOTE.match(it))
        self._lines = frozenset(map(squeezed, unmarked)) - {""}
        self._offers = answered.offers
        self._searches = 0
        self._is_quoted = False
        """Whether lines above were: each line of ours belongs to the quote then, as programs
        change some of what they quote."""

    def run(self, texts: list[str], at: int) -> _Run | None:
        """The lines from `at` on that are, or may be, quoted without a mark; None if none are.

        What stands there as in our mail is quoted if more than what may be copied is among it.
        """
        if not self._told.strip() or not squeezed(texts[at]):
            return None
        if self._searches > _MOST_SEARCHES:
            return _Run(1, Kind.DOUBTFUL)
        found, length = list[str](), 0
        for number in range(at, min(len(texts), at + _LONGEST_RUN)):
            line = squeezed(texts[number])
            if not line:
                continue
            self._searches += 1
            if f" {' '.join([*found, line])} " not in self._told:
                break
            found.append(line)
            length = number - at + 1
        if not found:
            return None
        if self._is_quoted or any(map(self._is_telling, found)):
            self._is_quoted = True
            return _Run(length, Kind.QUOTED)
        copied = all(it in self._offers for it in found)
        if (copied and len(found) > _MOST_COPIED) or any(map(self._is_none_to_copy, found)):
            return _Run(length, Kind.DOUBTFUL)
        return None

    def _is_telling(self, line: str) -> bool:
        return len(line) >= _TELLING and " " in line and line not in self._offers

    def _is_none_to_copy(self, line: str) -> bool:
        """Whether it is a whole line of ours that nobody copies: orders stand behind a mark."""
        return line in self._lines and line not in self._offers
