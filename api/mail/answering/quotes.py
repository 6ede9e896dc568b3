"""Quotes: which lines of a mail are its writer's own.

What is quoted, an attribution above it, and a signature are never carried out, however they look.
Mail programs mark them in many ways, or hardly: of what may be either, a line counts as quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """Whose a line is."""

    OWN = "own"
    QUOTED = "quoted"
    SIGNATURE = "signature"


class Line(NamedTuple):
    """A line of a mail."""

    text: str
    kind: Kind


_QUOTE = re.compile("[ \t]*[>|\N{FULLWIDTH GREATER-THAN SIGN}\N{BROKEN BAR}]")
"""What stands before a quoted line; a bar stands before the lines that our own mails show."""

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

_WROTE = _any(
    "wrote", "schrieb", "a écrit", "escribió", "ha scritto", "schreef", "escreveu", "skrev"
)
_ON = _any("on", "am", "le", "el", "il giorno", "il", "op", "em", "den")

_DATED = re.compile(rf"\s*{_ON}\b.{{0,200}}\b{_WROTE}\b.{{0,120}}{_COLON}\s*", re.IGNORECASE)
"""What stands above a quote: when, and who wrote it. It may be wrapped."""

_NAMED = re.compile(
    rf"\s*(?:.{{1,200}}\b{_WROTE}\s*{_COLON}"
    rf"|.{{1,200}}{_any('書きました', '書いた', 'のメッセージ', 'のメール')}\s*{_COLON}"
    rf"|\d{{4}}[年/.-].{{1,200}}<[^>]{{1,100}}>\s*{_COLON})\s*",
    re.IGNORECASE,
)
"""The same in one line, however it begins."""

_FROM = _any("from", "von", "de", "da", "expéditeur", "absender", "差出人", "送信者")
_LATER = _any(
    *("sent", "date", "to", "subject", "gesendet", "datum", "an", "betreff", "envoyé", "à"),
    *("objet", "enviado", "enviado el", "fecha", "para", "asunto", "inviato", "data", "a"),
    *("oggetto", "送信日時", "日時", "宛先", "件名"),
)

_HEADER = re.compile(rf"\s*\**{_FROM}\**\s*{_COLON}\**\s*\S", re.IGNORECASE)
_LATER_HEADER = re.compile(rf"\s*\**{_LATER}\**\s*{_COLON}", re.IGNORECASE)

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

_FEW = 5
"""Lines in which the header of a quoted mail stands together."""


def lines(text: str) -> list[Line]:
    """Every line of a text, and whose it is."""
    return list(_told(text.splitlines()))


def _told(texts: list[str]) -> Iterator[Line]:
    kind, at = Kind.OWN, 0
    while at < len(texts):
        text = texts[at][:_LONGEST]
        if _SEPARATOR.fullmatch(text) or _begins_header(texts, at):
            yield from (Line(it, Kind.QUOTED) for it in texts[at:])
            return
        if length := _attribution(texts, at):
            yield from (Line(it, Kind.QUOTED) for it in texts[at : at + length])
            at += length
            if not _quote_follows(texts, at):
                # Some programs do not mark what they quote.
                yield from (Line(it, Kind.QUOTED) for it in texts[at:])
                return
            kind = Kind.OWN
            continue
        if _QUOTE.match(text):
            yield Line(texts[at], Kind.QUOTED)
            if kind is Kind.SIGNATURE:
                kind = Kind.OWN
        else:
            if _SIGNATURE.fullmatch(text) or _DEVICE.match(text):
                kind = Kind.SIGNATURE
            yield Line(texts[at], kind)
        at += 1


def _attribution(texts: list[str], at: int) -> int:
    """How many lines from `at` on are an attribution: long ones are wrapped. 0 for none."""
    if _QUOTE.match(texts[at]) or not texts[at].strip():
        return 0
    for length in (1, 2, 3):
        some = texts[at : at + length]
        if len(some) < length or any(not it.strip() or _QUOTE.match(it) for it in some):
            break
        told = " ".join(it.strip() for it in some)[:_LONGEST]
        if _DATED.fullmatch(told) or (length == 1 and _NAMED.fullmatch(told)):
            return length
    return 0


def _quote_follows(texts: list[str], at: int) -> bool:
    following = next((it for it in texts[at:] if it.strip()), "")
    return bool(_QUOTE.match(following))


def _begins_header(texts: list[str], at: int) -> bool:
    """Whether the header of a quoted mail begins there: from whom, when, to whom, about what."""
    if not _HEADER.match(texts[at]):
        return False
    return any(_LATER_HEADER.match(it) for it in texts[at + 1 : at + _FEW])
