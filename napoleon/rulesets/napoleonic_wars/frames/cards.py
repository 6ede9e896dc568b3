"""Cards that are played as events, and what they still do [6]."""

from __future__ import annotations

from typing import Literal

import msgspec


class Program(msgspec.Struct, tag="program", tag_field="frame"):
    """A card that is played as an event [6.1]."""

    card: str
    nation: str
    """The nation that has played it."""
    you: str
    """For whom it works: that nation; a power of the seat that was drawn to choose [R-99]."""
    todo: list[str]
    """The steps that are still to be done."""
    rolled: int = 0
    """The sum of the dice that it has rolled last."""
    agreed: list[str] = []
    """Nations of other seats whose flags it may place, as these have said [R-107]."""
    refused: list[str] = []
    """Those whose flags it may not place."""


class Building(msgspec.Struct, tag="building", tag_field="frame"):
    """Pieces that an event builds, as they are placed one after the other [6.11]."""

    nation: str
    spaces: list[str]
    sp: int = 0
    leaders: list[str] = []
    """The leaders of which one may be placed."""
    squadrons: int = 0
    spread: bool = False
    """Whether not everything has to come to the same space."""


class Flagging(msgspec.Struct, tag="flagging", tag_field="frame"):
    """A flag that an event places, of one of several nations."""

    space: str
    nations: list[str]
    seat: str
    consent: str = ""
    """The nation of another seat that was chosen, and has to agree [R-107]."""


class Demand(msgspec.Struct, tag="demand", tag_field="frame"):
    """Pieces that a nation has still to put on the card of a foreign war [6.13]."""

    card: str
    nation: str
    foe: str
    sp: int = 0
    leaders: int = 0
    squadrons: int = 0
    cp: int = 0
    """CP of cards that it has given to build what it lacks [R-74]."""
    seat: str = ""
    """The seat that was drawn to choose, if nobody commands the nation [R-99]."""


class Deploying(msgspec.Struct, tag="deploying", tag_field="frame"):
    """An army that an event moves over friendly spaces, however far [14.21]."""

    nation: str
    leaders: list[str]
    """The leaders of which one may go."""
    gather: bool
    """Whether it may pick up others on its way, and is spent then."""
    leader: str = ""
    sp: int = 0
    """The strength points that go with the leader."""


class Persuasion(msgspec.Struct, tag="persuasion", tag_field="frame"):
    """A consul that an event moves box by box [8.1, 8.11]."""

    nation: str
    way: Literal["right", "left"]
    rows: list[str]
    """The rows that it may enter from Unaligned."""
    seat: str
    """Who says how far it goes."""
    left: int
    """The boxes that it may still move."""
    moved: bool = False
