"""Text and numbers as SVG writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape

from napoleon.rules.picture.model import Point

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@lru_cache(maxsize=16384)
def text(words: str) -> str:
    """Any text as the content of an element or the value of an attribute.

    >>> text('"Vive" & <b>')
    '&quot;Vive&quot; &amp; &lt;b&gt;'
    """
    return escape(_NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", words))


@lru_cache(maxsize=16384)
def number(value: float) -> str:
    """A coordinate, to a tenth of a unit.

    >>> number(12.04), number(-0.01), number(2 / 3)
    ('12', '0', '0.7')
    """
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def pair(x: float, y: float) -> str:
    """A point as a path writes it."""
    return f"{number(x)},{number(y)}"


def polyline(points: Iterable[Point]) -> str:
    """The data of a path from point to point."""
    return f"M{'L'.join(pair(*point) for point in points)}"


def polygon(corners: Iterable[Point]) -> str:
    """The data of a path around some corners."""
    return f"{polyline(corners)}Z"


@lru_cache(maxsize=1024)
def curve(points: tuple[Point, ...]) -> str:
    """The data of a smooth path through two points or more."""
    data = [f"M{pair(*points[0])}"]
    for index in range(len(points) - 1):
        before, here = points[max(0, index - 1)], points[index]
        there, after = points[index + 1], points[min(len(points) - 1, index + 2)]
        # The tangent at a point is that of the chord between its neighbours.
        first = here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6
        second = there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6
        data.append(f"C{pair(*first)} {pair(*second)} {pair(*there)}")
    return "".join(data)
