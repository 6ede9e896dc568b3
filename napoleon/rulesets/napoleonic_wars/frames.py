"""What is going on inside what: an impulse, a march in it, a battle on the march.

Each frame holds all that it needs, so that a position is whole in the middle of anything. They come
and go in the `apply` of events; see `napoleon.rules.kit.frames`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from napoleon.rules.events import HIDDEN, Line
from napoleon.rulesets.napoleonic_wars.frames_at_sea import (
    FleetDeployment,
    Guns,
    Refuge,
    SeaBattle,
    Search,
    Voyage,
)

Use = Literal["any", "land", "moves", "production", "winter", "reinforcement"]
"""What CP may be spent on [6.3, R-71]; those of reinforcements serve influence too [14.2.c]."""

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


class Side(msgspec.Struct):
    """A side of a battle, or the besieger: field forces of these nations in one space."""

    nations: list[str]
    commander: str = ""
    """Who commands, or did as long as there was a leader; empty without one."""
    disrupted: dict[str, int] = {}
    """Disrupted strength points by nation."""
    shaken: list[str] = []
    """Disrupted leaders."""
    excess: int = 0
    """Disruptions for which no unit was left [11.3.e]."""
    rolled: bool = False
    """Whether it has rolled its dice in this round."""
    removing: int = 0
    """Units that it has still to lose."""
    disrupting: int = 0
    """Units that it has still to see disrupted, once none is to be lost any more."""
    odd: list[str] = []
    """The nations that have been given an odd one of the hits that are shared next."""
    owed: dict[str, int] = {}
    """By nation the hits of the kind that comes first which are its share [11.3.b]."""
    taken: dict[str, int] = {}
    """By nation the hits of this round that were its share so far."""
    hits: int = 0
    """Hits of this round."""
    suffered: int = 0
    """Hits over all rounds, whether or not a unit was left to take them [R-80]."""
    lines: list[Line] = []
    """Dice of this round by cards."""
    calm: int = 0
    """How many 5s against it are not counted in this round, by cards."""
    hurt: int = 0
    """The die by which a card hits its commander: 5 disrupts, 6 removes; 0 if none does."""
    unled: bool = False
    """Whether no battle rating counts in this round, as a card has hit its commander."""
    units: int = 0
    """Strength points and leaders at the start [R-30]."""
    no_rout: bool = False
    """Whether a card saves it from a rout [11.5]."""


class Battle(msgspec.Struct, tag="battle", tag_field="frame"):
    """A battle by land [11]."""

    space: str
    came: str
    """Where the attackers entered from; empty if they appeared [R-131]."""
    attacker: Side
    defender: Side
    terrain: int = 0
    """Dice of the defender in the first round [11.22]."""
    failed_evasions: int = 0
    flat: bool = False
    """Whether a card takes the terrain bonus away."""
    round: int = 1
    more_rounds: int = 0
    """Rounds that are still to be fought by cards, even if one side has more hits [11.3.d]."""
    loser: Literal["", "attacker", "defender", "nobody"] = ""
    """Who has lost, once that is known; ``nobody`` if both sides are gone."""
    routed: bool = False
    retreated: bool = False
    """Whether the loser has left the space, or was eliminated."""
    overrun: bool = False
    """Whether the loser was lost as it had no way out, or on it [11.6]."""
    called: int = 0
    """The round for which those who may play battle cards were called last."""
    deciding: list[str] = []
    """The seats that may still play battle cards in this round, the next first [11.1]."""
    settled: bool = False
    """Whether the winner has said what they do with the flag [11.7]."""
    zones: list[str] = []
    """Of a landing, the zones that its convoy has passed: its way back [13.7.c]."""


class Siege(msgspec.Struct, tag="siege", tag_field="frame"):
    """A siege [12]."""

    space: str
    leader: str
    """Whose army besieges; it is one army [R-83]."""
    besieger: Side = msgspec.field(default_factory=lambda: Side([]))
    round: int = 1
    walls_rolled: bool = False
    """Whether the fortress has rolled its dice in this round."""
    scored: int = 0
    """The sixes of the besieger in this round."""
    sixes: int = 0
    """Their sixes in all rounds [R-32]."""
    called: int = 0
    deciding: list[str] = []
    """Whether the besieger may still play battle cards in this round [12.2.d]."""

    @property
    def stage(self) -> Literal["dice", "losses", "again"]:
        """What is done now: dice are rolled, losses taken, or another round is thought of."""
        if not self.walls_rolled:
            return "dice"
        return "losses" if self.besieger.removing + self.besieger.disrupting else "again"


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


class Spending(msgspec.Struct, tag="spending", tag_field="frame"):
    """CP that an event gives to another nation, to be spent at once."""

    nation: str
    pool: str


class Answer(msgspec.Struct):
    """What a seat has answered in a window: nobody else knows it before all have [R-73]."""

    seat: str
    order: Annotated[dict[str, Any], HIDDEN]


class Window(msgspec.Struct, tag="window", tag_field="frame"):
    """A moment at which other nations may play a card [R-72]."""

    kind: str
    """Such as ``W.BATTLE``."""
    nation: str
    """The nation that has done what it is about."""
    about: str
    """The card or the space that it is about."""
    asked: list[str] = []
    """The seats that are asked; none before it is put, and after a response."""
    answers: list[Answer] = []

    @property
    def waiting(self) -> list[str]:
        """The seats that have still to answer."""
        given = {it.seat for it in self.answers}
        return [it for it in self.asked if it not in given]


class Term(msgspec.Struct):
    """A duchy of the terms of a submission [15.41]."""

    duchy: str
    way: Literal["cede", "unflag"]
    """Ceded to who accepts, or given back by them."""


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
    """Whether the next is chosen by who lost it [R-93]."""
    ceded: list[str] = []
    """Those that may still be given to another power of the camp."""
    gift: list[str] = []
    """A duchy that is offered, and the power to which."""
    stayed: list[str] = []
    """The nations that have said who of them stays in the country [15.21.a]."""


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


class Deployment(msgspec.Struct, tag="deployment", tag_field="frame"):
    """An army that is deployed over friendly land [14.21]."""

    nation: str
    leader: str
    at: str
    force: Force
    free: bool
    """Whether it costs no CP."""


class Joining(msgspec.Struct, tag="joining", tag_field="frame"):
    """A power that asks to join a camp [14.1, R-88]."""

    nation: str
    camp: str
    asked: list[str]
    """The seats that have to agree; none once all have answered."""
    answers: list[Answer] = []
    """What they have answered: nobody else knows it before all have [R-88]."""
    turned_away: bool = False
    """Whether one of them does not agree."""

    @property
    def waiting(self) -> list[str]:
        """The seats that have still to answer."""
        given = {it.seat for it in self.answers}
        return [it for it in self.asked if it not in given]


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


class Influencing(msgspec.Struct, tag="influencing", tag_field="frame"):
    """CP of cards of too many, which a nation spends on influence [14.33.a]."""

    nation: str
    pools: list[Pool]


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


Frame = (
    Window
    | Impulse
    | March
    | Meeting
    | Contest
    | Losses
    | Battle
    | Siege
    | Program
    | Building
    | Flagging
    | Demand
    | Deploying
    | Spending
    | Offer
    | Conquest
    | Reinforcement
    | Deployment
    | Joining
    | Voyage
    | Search
    | SeaBattle
    | Guns
    | Refuge
    | FleetDeployment
    | Convoy
    | Breach
    | Rupture
    | Persuasion
    | Influencing
)
"""What may be going on."""
