"""About how wide words are, without a font: a reader's machine has fonts of its own.

Widths are those of Palatino and of Arial in bold, in thousandths of the size of the letters; the
fonts that stand in for them are about as wide, or narrower.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from unicodedata import normalize

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

_SERIF: Mapping[str, int] = dict(
    zip(
        _LETTERS,
        (
            *(500, 553, 444, 611, 479, 333, 556, 582, 291, 234, 556, 291, 883, 582, 546, 601, 560),
            *(395, 424, 326, 603, 565, 834, 516, 556, 500),
            *(778, 611, 709, 774, 611, 556, 763, 832, 337, 333, 726, 611, 946, 831, 786, 604, 786),
            *(668, 525, 613, 778, 722, 1000, 667, 667, 667),
        ),
        strict=True,
    )
) | {" ": 250, "-": 333, "'": 278, "\u2019": 278, ".": 250}

_SANS: Mapping[str, int] = dict(
    zip(
        _LETTERS,
        (
            *(556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611),
            *(389, 556, 333, 611, 556, 778, 556, 556, 500),
            *(722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778),
            *(722, 667, 611, 722, 667, 944, 667, 667, 611),
        ),
        strict=True,
    )
) | {" ": 278, "-": 333, "'": 238, "\u2019": 278, ".": 278, "?": 611, "+": 584, "\u00d7": 584}


@lru_cache(maxsize=4096)
def serif(words: str, size: float) -> float:
    """How wide `words` are in letters of a map of that size, in units of the size.

    >>> round(serif("Mons", 10), 1), serif("Été", 10) == serif("Ete", 10)
    (25.0, True)
    """
    return _width(words, _SERIF, 500) * size


@lru_cache(maxsize=4096)
def sans(words: str, size: float) -> float:
    """How wide `words` are in the bold letters of pieces of that size, in units of the size."""
    return _width(words, _SANS, 556) * size


def _width(words: str, letters: Mapping[str, int], other: int) -> float:
    plain = (it for it in normalize("NFD", words) if not "\u0300" <= it <= "\u036f")
    return sum(letters.get(it, other) for it in plain) / 1000
