"""What readers are given of what happened, compared byte by byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import Any

from napoleon.play.execution import stamped
from napoleon.rules.events import Event
from napoleon.rules.narration import describe
from napoleon.rules.redaction import redacted, unread
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES
from tests.napoleon1815.published import ToldApart, becomes_public
from tests.napoleon1815.random_play import GAME
from tests.napoleon1815.receiving import encoded


def still_in_the_dark(
    readers: Sequence[str], one: Sequence[Event], other: Sequence[Event], *, after: int = 0
) -> list[str]:
    """The readers to whom both stories, which begin after version `after`, are the same.

    The others were told a secret by the rules. Raises ToldApart if one learns it otherwise.
    """
    return [reader for reader in readers if _is_the_same(reader, one, other, after)]


def _is_the_same(reader: str, one: Sequence[Event], other: Sequence[Event], after: int) -> bool:
    mine, yours = list(_read(one, reader, after)), list(_read(other, reader, after))
    differing = [pair for pair in zip_longest(mine, yours) if encoded(pair[0]) != encoded(pair[1])]
    if not differing:
        return True
    if sorted(map(_fact, mine)) == sorted(map(_fact, yours)):
        raise ToldApart(f"{reader} by the order of events from {differing[0]} on")
    if not becomes_public(reader, *differing[0]):
        raise ToldApart(f"{reader} by {differing[0]}")
    return False


def same_at_first(
    reader: str, one: Sequence[Event], other: Sequence[Event], *, after: int = 0
) -> int:
    """How many events, from the first one on, are the same to a reader in both stories."""
    pairs = zip(_read(one, reader, after), _read(other, reader, after), strict=False)
    return sum(1 for _ in takewhile(lambda pair: encoded(pair[0]) == encoded(pair[1]), pairs))


def kept_from(
    readers: Sequence[str], one: Sequence[Event], other: Sequence[Event]
) -> set[type[Event]]:
    """Classes of events that are not the same in both stories, which read the same."""
    return {
        type(mine)
        for reader in readers
        for mine, yours in zip(one, other, strict=True)
        for name in unread(mine, Viewer(reader))
        if getattr(mine, name) != getattr(yours, name)
    }


def _read(events: Sequence[Event], reader: str, after: int) -> Iterator[dict[str, Any]]:
    """Events as they are presented, now and when their cards have faded."""
    for event in stamped(events, GAME, after=after, at=0):
        faded = event.version
        yield {
            **redacted(event, Viewer(reader)),
            "text": describe(event, Viewer(reader), RULES.names),
            "faded": redacted(event, Viewer(reader, faded=faded)),
            "faded text": describe(event, Viewer(reader, faded=faded), RULES.names),
        }


def _fact(event: dict[str, Any]) -> bytes:
    """An event without its place among the others."""
    return encoded({**event, "version": 0, "faded": None})
