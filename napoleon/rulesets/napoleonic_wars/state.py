"""The position: nations, pieces on the map, cards, wars, and what is going on inside what.

Who controls a space, who is allied and how many keys somebody has follows from it, and is in no
field: see `nations` and `spaces`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from napoleon.rules.events import HIDDEN
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleonic_wars.frames import Frame
from napoleon.rulesets.napoleonic_wars.frames.answers import Answer, silent
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot

SETUP, MULLIGAN, IMPULSES, TURN_END, INTERPHASE = (
    "setup",
    "mulligan",
    "impulses",
    "turn_end",
    "interphase",
)
"""The phases of a turn [5]."""

PACT = 4
"""The box of a row in which a proxy is allied; 0 is Unaligned [8.1.b]."""

Standing = Literal["map", "pool", "regroup", "war", "dead"]
"""Where a leader is: on the map, to be built, in the Regroup box, in a foreign war, or dead."""


class HomeCard(msgspec.Struct):
    """A home card with the nation that may use it; `up` until it is used [6.2]."""

    card: str
    up: bool = True
    owner: str = ""
    """The nation to which it goes back with the next turn, if it lies with another [14.34]."""


class Nation(msgspec.Struct, kw_only=True):
    """A nation, with what it holds and where it stands."""

    hand: list[Annotated[str, HIDDEN]] = []
    unseen: bool = False
    """Whether its new hand lies face down, up to its place in the order of mulligans [4.5.d]."""
    carried: list[Annotated[str, HIDDEN]] = []
    """Cards of the turn before, as long as the new ones may be thrown in [14.31, R-60]."""
    home: list[HomeCard] = []
    resources: int = 0
    plus_key: bool = False
    """Whether it has a key more by The Emperor Commands [15.5]."""
    regroup_sp: int = 0
    regroup_squadrons: int = 0
    marker_cp: int = 0
    """The CP kept on the capital of a neutral proxy [7.5.f]."""
    camp: str = ""
    row: str = ""
    """The power on whose row its consul stands; empty for a player power, or Unaligned [8.1].

    A consul on its +1 face stands on a row also when it is Unaligned [3.client].
    """
    box: int = 0
    plus_face: bool = False
    caretaker: str = ""
    """The seat that runs it since it was attacked [8.32.b]."""
    conquered: str = ""
    """The nation that conquered it, as long as that keeps it neutral [15.21]."""
    frozen: int = 0
    """The turn up to whose interphase its consul stays where it is; 0 if it may move [15.22]."""
    decided: bool = False
    """Whether it has kept its hand, in the step of mulligans [4.5]."""


class Space(msgspec.Struct):
    """A duchy: the flag that lies there, and the strength that stands there."""

    flag: str = ""
    lots: list[Lot] = []


class Leader(msgspec.Struct):
    """A leader. The nation of Bernadotte is no constant [R-119]."""

    nation: str
    standing: Standing
    where: str = ""
    entered: int = 0
    fought: bool = False
    failed: bool = False
    """Whether an interception of theirs has failed in this impulse [10.3]."""


class Squadrons(msgspec.Struct):
    """Squadrons of a nation in a port or a sea zone that have done the same."""

    nation: str
    at: str
    ready: int = 0
    refit: int = 0
    building: int = 0
    lead: str = ""
    """At sea the nation whose squadron lies on top of the stack that it is in; empty for its own
    [13.2]."""
    sails: bool = False
    """Whether it belongs to the fleet that is under way."""
    stays: bool = False
    """Whether it has fled, and does not sail again in this impulse [13.41]."""

    @property
    def finished(self) -> int:
        """How many are not under construction."""
        return self.ready + self.refit

    @property
    def number(self) -> int:
        """How many there are."""
        return self.finished + self.building


class ForeignWar(msgspec.Struct):
    """A card that ties down pieces until a 6 is rolled [7.6]."""

    card: str
    nation: str
    foe: str
    sp: int
    squadrons: int
    leaders: list[str]


class PeaceChange(msgspec.Struct):
    """A card of its next draw that a power gives up to change the peace roll [5.8.a]."""

    nation: str
    by: int


class Exposed(msgspec.Struct):
    """Allied field forces in an uncontrolled duchy, which suffer attrition [5.6.a]."""

    space: str
    nations: list[str]


class Ending(msgspec.Struct):
    """How far the end of a turn has come, and the interphase after it."""

    begun: bool = False
    exposed: list[Exposed] = []
    """The field forces that have still to suffer attrition."""
    tried: list[str] = []
    """The nations about whose conquest was decided [15.1]."""
    asked: list[str] = []
    """The seats that were asked to change the peace roll [R-90]."""
    camps: list[str] = []
    """The powers that have said whether they change camp or go to war [14.1, R-88]."""
    reinforced: list[str] = []
    """The nations that have spent their reinforcements [14.2]."""
    drawing: bool = True
    """Whether new cards have still to be drawn [14.31]."""
    drawn_lot: list[str] = []
    """The nations that have lost a card of too many by lot [14.33]."""
    influence: dict[str, int] = {}
    """By nation the CP of cards of too many that it may still spend on influence [14.33.a]."""


class Rule(msgspec.Struct):
    """A standing change that a card has made, read where the rules are that it changes [6.1.d]."""

    hook: str
    card: str
    nation: str
    """The nation that has played it."""
    of: str
    """The nation that it is about; empty for nobody in particular."""
    until: str


class Bidding(msgspec.Struct):
    """Two players bid for a camp in secret; the higher bidder gives up strength [4.3.d, R-68]."""

    seats: list[str]
    answers: list[Answer] = []
    winner: str = ""
    due: int = 0
    """The SP that the winner has still to give up."""

    @property
    def waiting(self) -> list[str]:
        """The seats that have still to bid."""
        return [] if self.winner else silent(self.seats, self.answers)


class State(msgspec.Struct, kw_only=True):
    """The whole position."""

    options: dict[str, Any] = {}
    """What the players have chosen when the game was made."""

    turn: int = 1
    phase: str = SETUP
    draws: int = 0
    result: Result | None = None
    agreed: list[str] = []
    """The seats that have agreed to end the game without a winner."""
    leaving: list[str] = []
    """The seats that have left in the middle of something: the rules answer for them [R-167]."""
    gone: list[str] = []
    """The seats that have left the game; nobody commands their powers any more."""
    turned_down: bool = False
    """Whether somebody has answered a question and not that offer."""
    given: dict[str, int] = {}
    bidding: Bidding | None = None
    """The bids for a camp; None when it is known who plays which."""
    powers: dict[str, str]
    """By player power the seat that commands it."""
    nations: dict[str, Nation]
    spaces: dict[str, Space]
    leaders: dict[str, Leader]
    squadrons: list[Squadrons] = []
    bag: list[Annotated[str, HIDDEN]]
    """The draw pile, in no order: what comes from it is drawn by chance."""
    discards: list[str] = []
    removed: list[str] = []
    foreign_wars: list[ForeignWar] = []
    rules: list[Rule] = []
    peace: int = 0
    """What events add to the peace roll of this turn [5.8, 6.b]."""
    winter: Literal["", "strikes", "done"] = ""
    """Whether Russia has rolled for winter before its scheduled impulse, and may name a space."""
    winter_cp: int = 0
    """The CP that Russia has for what the winter took, until that impulse [17.1.b]."""
    wars: list[str] = []
    """Pairs of nations at war, as ``au-fr``."""
    roused: bool = False
    """Whether a Prussian duchy was invaded in the first round of 1805 [8.5]."""
    grace: dict[str, int] = {}
    """By pairs that may not go to war the turn in whose interphase that ends [15.21.d, R-63]."""
    peace_bids: list[PeaceChange] = []
    """What powers add to it by cards of their next draw."""
    ending: Ending = msgspec.field(default_factory=Ending)
    parley: list[str] = []
    """The player powers that may still offer to submit after the latest impulse [15.41]."""
    round: int = 1
    """Round of the turn, from 1 on; 1805 has a first one of its own rules."""
    marker: int = 0
    """Place on the Movement Track of the nation that is scheduled next."""
    last: str = ""
    """The nation that took the latest impulse, also of the turn before [5.2.c]."""
    asked: bool = False
    """Whether the holder of the preemption marker was asked before this impulse [17.3]."""
    over: bool = False
    """Whether card play ends: after the impulse of the last nation with cards, or by winter."""
    besieged: list[str] = []
    """The fortresses that were besieged in this impulse [12.2.c]."""
    failed_from: list[str] = []
    """The spaces from which an interception has failed in this impulse [10.13]."""
    stack: list[Frame] = []


def pair(one: str, other: str) -> str:
    """How a pair of nations is kept.

    >>> pair("fr", "au")
    'au-fr'
    """
    return f"{one}-{other}" if one <= other else f"{other}-{one}"
