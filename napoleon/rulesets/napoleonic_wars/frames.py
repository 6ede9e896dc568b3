"""What is going on inside what; so far an impulse is all that does.

Each frame holds all that it needs, so that a position is whole in the middle of anything. They come
and go in the `apply` of events; see `napoleon.rules.kit.frames`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Use = Literal["any", "land", "moves", "production", "winter"]
"""What CP may be spent on [6.3, R-71]."""

CARDS = "cards"
"""The pool of the cards that were played for their CP."""


class Pool(msgspec.Struct):
    """CP of one source. Those of all cards that are played for CP are one pool [R-71]."""

    id: str
    cp: int
    use: Use = "any"
    whom: str = ""
    """The nation whose pieces it is spent on, if it is not the one whose impulse it is."""
    leaders: list[str] = []
    """The leaders whose force alone it moves; empty for any."""
    trait: str = ""
    """What holds for a march by these CP, such as ``march_free``."""


class Impulse(msgspec.Struct, tag="impulse", tag_field="frame"):
    """An impulse of a nation [5.11, R-70]."""

    nation: str
    scheduled: bool
    """Whether it came at its place on the track, and not by preemption."""
    pools: list[Pool] = []
    played: list[str] = []
    """The cards that were played in it, without battle cards and responses."""
    joined: bool = False
    """Whether a card marked + was played, or a Resource used with another card [5.12.b]."""
    resource: bool = False


Frame = Impulse
"""What may be going on."""
