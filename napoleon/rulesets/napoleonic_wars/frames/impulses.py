"""Nations that spend CP: in an impulse, by an event, between two turns [5.11, 6.3, 14.2]."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from napoleon.rules.events import HIDDEN

Use = Literal["any", "land", "moves", "production", "winter", "reinforcement"]
"""What CP may be spent on [6.3, R-71]; those of reinforcements serve influence too [14.2.c]."""

CARDS = "cards"
"""The pool of the cards that were played for their CP."""

WINTER = "winter"
"""The pool of what the winter has given to Russia [17.1.b]."""


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
    counted: int = 0
    """Cards and Resources that count for 5.12: what a play itself brings is part of that play."""
    free: list[Annotated[str, HIDDEN]] = []
    """Cards that an event drew to be played at once, as a part of it [5.12.c]."""
    at_once: list[Annotated[str, HIDDEN]] = []
    """The card that a Resource drew: it may be played as that Resource's play [16.2.a]."""
    barred: list[Annotated[str, HIDDEN]] = []
    """Cards that an event drew into the hand, and not for this impulse."""
    continued: bool = False
    """Whether a card that an event drew was played: no third card joins [R-105]."""
    due: list[str] = []
    """The windows that are still to be put for what was played last."""
    passing: bool = False
    """Whether it only spends the CP of Russian Winter, and is no impulse [R-104]."""
    maneuvers: int = 0
    """Maneuvers that are left of a CP that was spent at sea [13.a, R-33]."""
    convoyed: bool = False
    """Whether the nation has sent its convoy [13.6.b]."""
    zones: int = 0
    """The sea zones that the nation and its allies controlled when the impulse began."""
    camp_asked: bool = False
    """Whether its nation has asked to join another camp in it [R-179]."""


class Spending(msgspec.Struct, tag="spending", tag_field="frame"):
    """CP that an event gives to another nation, to be spent at once."""

    nation: str
    pool: str


class Reinforcement(msgspec.Struct, tag="reinforcement", tag_field="frame"):
    """CP that a nation spends between two turns [14.2]."""

    nation: str
    pools: list[Pool]
    maneuvers: int = 0
    """What is left of a CP for refits [13.a]."""
    deployed: bool = False
    """Whether the free deployment has been made [14.21.a]."""
    extra: bool = False
    """Whether the extra one has been made [14.21.c]."""

    def deploy(self, *, free: bool) -> None:
        """One deployment is free, and one more is paid for."""
        self.deployed, self.extra = self.deployed or free, self.extra or not free


class Influencing(msgspec.Struct, tag="influencing", tag_field="frame"):
    """CP of cards of too many, which a nation spends on influence [14.33.a]."""

    nation: str
    pools: list[Pool]
