"""Nations that are conquered or submit; new enemies among each other; broken Pacts [8, 15]."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from napoleon.rules.events import HIDDEN


class Term(msgspec.Struct):
    """A duchy of the terms of a submission [15.41]."""

    duchy: str
    way: Literal["cede", "unflag"]
    """Ceded to the one who accepts, or given back by them."""


class Offer(msgspec.Struct, tag="offer", tag_field="frame"):
    """A submission that is offered, or thought of [15.4, R-87]."""

    nation: str
    to: str
    terms: list[Annotated[Term, HIDDEN]] = []
    """Secret until it is sent."""
    sent: bool = False


class Conquest(msgspec.Struct, tag="conquest", tag_field="frame"):
    """What follows when a nation is conquered, or submits [15.2]."""

    nation: str
    by: str
    """Who conquered it; empty if it became neutral without."""
    way: Literal["conquest", "submission", "demand"]
    followers: list[str] = []
    """The proxies in Pact with it, which go with it [R-66]."""
    seen: bool = False
    """Whether a seat has known the hand of a proxy that nobody commands any more [8.21.b]."""
    rolled: bool = False
    """Whether it is known how many duchies are ceded."""
    owed: int = 0
    """Duchies that are still to be ceded."""
    victim_picks: bool = False
    """Whether the loser chooses the next [R-93]."""
    ceded: list[str] = []
    """Those that may still be given to another power of the camp."""
    gift: list[str] = []
    """A duchy that is offered, and the power to which."""
    stayed: list[str] = []
    """The nations that have said who of them stays in the country [15.21.a]."""


class Breach(msgspec.Struct, tag="breach", tag_field="frame"):
    """New enemies stand in duchies of each other, or together [8.34.c-e]."""

    nation: str
    """Who began the war, or changed camp."""
    declarers: list[str]
    """It with its allies, or with the proxies that come along."""
    foes: list[str]
    """Who is at war with them now, and was not before."""
    flags: list[str] = []
    """The seats that may still take flags off duchies of a new ally [14.1.b]."""
    leaving: list[str] = []
    """Duchies of former allies in which declarers have still to suffer attrition [8.34.c]."""
    going: list[str] = []
    """Those that what is left of them leaves."""
    invaded: list[str] = []
    """The declarers' duchies in which new enemies have still to suffer attrition [8.34.d]."""
    held: list[str] = []
    """Those in which what is left of these fights, raises a flag, or leaves."""
    shared: list[str] = []
    """Other duchies in which both stand, and have to fight [8.34.e]."""


class Rupture(msgspec.Struct, tag="rupture", tag_field="frame"):
    """A Pact that was broken, and may still be restored [8.21]."""

    nation: str
    power: str
    put: bool = False
    """Whether the window for that was put."""
