"""Seats by the names that people type: in any language, abbreviated, with an article or without."""

from __future__ import annotations

import re
from collections.abc import Iterator

from api.reading import Reading
from napoleon.rules.notation.names import Names, fold
from napoleon.rules.orders import Refusal

_ARTICLES = re.compile(
    r"(?:the|les|le|la)\s+(?=\S)|l['\N{RIGHT SINGLE QUOTATION MARK}]", re.IGNORECASE
)


def bare(typed: str) -> str:
    """A name without its article and its accents, in lower case."""
    return fold(_ARTICLES.sub("", typed.strip(), count=1) or typed)


def matches(reading: Reading, typed: str) -> Iterator[tuple[str, int]]:
    """The seats that a name may mean: by its id, or its name in English or in the language.

    Each with how far the name is from the whole one, from 0 on.
    """
    seats = reading.game.created.seats
    own = {it: reading.rules.names.get(it, it) for it in seats}
    return Names(own, {it: reading.name(it) for it in seats}).matches(typed)


def nearest(reading: Reading, typed: str) -> list[str]:
    """The seats that a name means equally well; none if it means none."""
    found = sorted(matches(reading, bare(typed)), key=lambda it: it[1])
    return list(dict.fromkeys(it for it, quality in found if quality == found[0][1]))


def seat_of(reading: Reading, typed: str) -> str | Refusal:
    """The seat that somebody means. Refused: ``UNKNOWN_SEAT``, ``AMBIGUOUS_SEAT``."""
    best = nearest(reading, typed)
    if len(best) == 1:
        return best[0]
    if best:
        detail = f"“{typed.strip()}” may be several seats."
        return Refusal("AMBIGUOUS_SEAT", "", detail, {"seats": best})
    seats = reading.game.created.seats
    names = ", ".join(map(reading.name, seats))
    return Refusal("UNKNOWN_SEAT", "", f"The seats are {names}.", {"seats": list(seats)})
