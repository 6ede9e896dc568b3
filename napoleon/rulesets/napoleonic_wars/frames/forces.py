"""Forces: on the march, met by others, losing units, deployed, aboard a convoy [9, 10]."""

from __future__ import annotations

import msgspec


class Lot(msgspec.Struct):
    """Strength points of a nation in a space that have done the same in this impulse [R-75]."""

    nation: str
    sp: int
    entered: int = 0
    """Spaces that they have entered."""
    fought: bool = False
    """Whether they have fought a battle that was no overrun."""


def same(one: Lot, other: Lot) -> bool:
    """Whether strength points of one nation have done the same in this impulse."""
    return (one.nation, one.entered, one.fought) == (other.nation, other.entered, other.fought)


class Force(msgspec.Struct):
    """Leaders and strength points that go together, or suffer together."""

    leaders: list[str] = []
    lots: list[Lot] = []

    @property
    def units(self) -> int:
        """Strength points and leaders: a leader counts as one [3.unit]."""
        return len(self.leaders) + sum(it.sp for it in self.lots)

    def joined_by(self, leader: str) -> Force:
        """It with a leader more."""
        return Force([*self.leaders, leader], self.lots)

    def without(self, leader: str) -> Force:
        """It without one of its leaders."""
        return Force([it for it in self.leaders if it != leader], self.lots)

    def plus(self, more: Force) -> Force:
        """Both as one: what has done the same is one lot, as losses are taken of lots."""
        both = Force([*self.leaders, *more.leaders])
        for lot in (*self.lots, *more.lots):
            alike = next((it for it in both.lots if same(it, lot)), None)
            if alike is None:
                both.lots.append(Lot(lot.nation, lot.sp, lot.entered, lot.fought))
            else:
                alike.sp += lot.sp
        return both


class March(msgspec.Struct, tag="march", tag_field="frame"):
    """A force that moves by parts [9, R-76]."""

    nation: str
    at: str
    armies: list[str]
    """The leaders whose armies march; none if it is one piece of strength points."""
    force: Force
    """All that marches, with the leaders that do so as units of these armies [9.6]."""
    came: str = ""
    """The space that it has left by its latest step; the port of a landing."""
    zones: list[str] = []
    """Of a landing, the zones that its convoy has passed: its way back [13.7.c]."""
    hits: int = 0
    """Hits of batteries, which count in the first round [R-37]."""
    fives: int = 0
    """Those of them that disrupt."""
    bound: str = ""
    """The duchy of a neutral that it enters next, as the CP for it are paid [9.54.b]."""
    trait: str = ""
    """The trait of the CP that were paid for that."""


class Evasion(msgspec.Struct):
    """An evasion that is announced: all are before any is rolled [10.2, R-101]."""

    force: Force
    to: str


class Arrival(msgspec.Struct):
    """A force that has intercepted, with where it came from [R-115]."""

    force: Force
    start: str


class Meeting(msgspec.Struct, tag="meeting", tag_field="frame"):
    """A force that has just entered or appeared in a space, up to the battle there [10, R-77]."""

    nation: str
    """The active nation."""
    space: str
    came: str
    """The space it came from; empty if it appeared."""
    waiting: list[str] = []
    """The seats that may still intercept, the next to be asked first."""
    standing: list[str] = []
    """The seats whose forces were there before, and may still evade."""
    arrived: list[Arrival] = []
    """What has intercepted it there."""
    put: list[str] = []
    """The windows that were put to others so far."""
    evading: list[Evasion] = []
    """What has been announced, and is not rolled yet."""
    settled: bool = False
    """Whether all that evades has been announced."""
    causes: list[str] = []
    """The clauses by which the force takes attrition, as long as it has not been rolled."""
    failed_evasions: int = 0


class Contest(msgspec.Struct, tag="contest", tag_field="frame"):
    """A flag placed by event next to armies that may tear it down [10.6]."""

    nation: str
    space: str
    had: str
    """The flag that lay there before."""
    waiting: list[str]
    """The seats that may still try, the next to be asked first."""


class Losses(msgspec.Struct, tag="losses", tag_field="frame"):
    """Losses by attrition that are still to be named [9.4]."""

    space: str
    force: Force
    """What they are taken from."""
    french: int = 0
    """How many of the French: their dice are rolled by themselves [9.45]."""
    others: int = 0
    flag: str = ""
    """The nation whose flag there may be lost as well [6.17]; empty if none may."""


class Deployment(msgspec.Struct, tag="deployment", tag_field="frame"):
    """An army that is deployed over friendly land [14.21]."""

    nation: str
    leader: str
    at: str
    force: Force
    free: bool
    """Whether it costs no CP."""


class Convoy(msgspec.Struct, tag="convoy", tag_field="frame"):
    """Units that are taken aboard in a port, to go over sea [13.6]."""

    nation: str
    port: str
    force: Force
    sp: int
    """The strength points that it may carry; leaders have their own limit."""
    leaders: int
    """The leaders that it may carry; SP and leaders together are five at most."""
    free: bool = False
    """Whether it costs no CP."""
    reach: int = 0
    """Of a deployment, the CP that it would cost at most; 0 in an impulse [14.21.a]."""
    bound: str = ""
    """The port of a neutral in which it lands next, as the CP for it are paid [R-186]."""
    zones: list[str] = []
    """The zones that it passes on that way."""
