"""How battles begin, their dice and hits [11]; the hits of sieges are taken alike [12.2].

Who takes which hit is told by an event for each kind of piece, so that a log says what was lost.
"""

from __future__ import annotations

from typing import Literal

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Side, Siege
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot, March, Meeting
from napoleon.rulesets.napoleonic_wars.pieces import die, take_lot
from napoleon.rulesets.napoleonic_wars.state import State

ATTACKER: Literal["attacker"] = "attacker"
DEFENDER: Literal["defender"] = "defender"
BESIEGER: Literal["besieger"] = "besieger"
NOBODY: Literal["nobody"] = "nobody"

BattleSide = Literal["attacker", "defender"]
AnySide = Literal["attacker", "defender", "besieger"]


def fight(state: State) -> Battle | Siege:
    """The battle or siege that is on top."""
    frame = state.stack[-1]
    assert isinstance(frame, Battle | Siege), f"{type(frame).__name__} is on top of it"
    return frame


def side_of(frame: Battle | Siege, name: str) -> Side:
    """A side of it, by its name."""
    if isinstance(frame, Siege):
        return frame.besieger
    return frame.attacker if name == ATTACKER else frame.defender


def other_than(name: str) -> BattleSide:
    """Who fights against that side of a battle."""
    return DEFENDER if name == ATTACKER else ATTACKER


def new_round(side: Side) -> None:
    """A side rolls again; what cards did for one round is over."""
    side.rolled = side.unled = False
    side.taken, side.lines = {}, []
    side.hits = side.calm = side.hurt = 0


@recorded("napoleonic_wars.battle_began/1", "A battle began in {space}.")
class BattleBegan(Event, frozen=True):
    """Field forces of nations at war are in one space [9.51, 11]."""

    space: str
    came: str
    """Where the attackers entered from; empty if they appeared [R-131]."""
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attacking: str
    """The leader who commands the attackers; empty without one."""
    defending: str
    attacking_units: int
    defending_units: int
    terrain: int
    """Dice of the defenders in the first round."""
    breakdown: tuple[Line, ...]
    """What they come from [11.22]."""
    failed_evasions: int

    def apply(self, state: State) -> None:
        """It is fought before anything else."""
        pop_to(state, Meeting)
        attacker = Side([*self.attackers], self.attacking, units=self.attacking_units)
        defender = Side([*self.defenders], self.defending, units=self.defending_units)
        battle = Battle(
            self.space, self.came, attacker, defender, self.terrain, self.failed_evasions
        )
        march = state.stack[-1] if state.stack else None
        if isinstance(march, March):
            # What batteries have done to it counts in the first round.
            attacker.suffered, attacker.hits = march.hits, march.hits
            attacker.disrupting, battle.zones = march.fives, [*march.zones]
            march.hits = march.fives = 0
        push(state, battle)


# -- dice and hits ---------------------------------------------------------------------------------


@recorded(
    "napoleonic_wars.battle_dice_rolled/1",
    "The {side} in {space} rolled {number:die/dice}: {hits:hit/hits}.",
    drawn="dice",
)
class BattleDiceRolled(Event, frozen=True):
    """The dice of a side in a round [11.2]."""

    side: BattleSide
    space: str
    number: int
    breakdown: tuple[Line, ...]
    """What they are rolled for."""
    dice: tuple[int, ...]
    draw: int
    """The number of the last draw; it is not read if there are no dice."""
    sixes: int
    fives: int
    """Those that count."""
    hits: int
    counted: tuple[Line, ...]
    """What the hits are made of [11.3.a]."""

    def apply(self, state: State) -> None:
        """The other side has to take the hits once both have rolled."""
        battle = top(state, Battle)
        side_of(battle, self.side).rolled = True
        hit(side_of(battle, other_than(self.side)), self.sixes, self.fives)
        if self.dice:
            state.draws = self.draw + 1


def hit(side: Side, sixes: int, fives: int) -> None:
    """Hits against a side, which it will take."""
    side.removing, side.disrupting = sixes, fives
    side.hits += sixes + fives
    side.suffered += sixes + fives


@recorded("napoleonic_wars.odd_hit_given/1", "{nation} takes a hit more in {space}.")
class OddHitGiven(Event, frozen=True):
    """The player of a side's commander gives a hit that cannot be spread evenly [11.3.b]."""

    side: AnySide
    nation: str
    space: str

    def apply(self, state: State) -> None:
        """It is shared out with the others."""
        side_of(fight(state), self.side).odd.append(self.nation)


@recorded("napoleonic_wars.hits_shared/1", "The {side} in {space} takes its hits.")
class HitsShared(Event, frozen=True):
    """The hits of one kind are spread over the nations of a side [11.3.b, R-79]."""

    side: AnySide
    space: str
    removed: bool
    """Whether units are removed, or else disrupted."""
    shares: dict[str, int]

    def apply(self, state: State) -> None:
        """Each nation takes its own."""
        side = side_of(fight(state), self.side)
        side.owed, side.odd = dict(self.shares), []
        for nation, hits in self.shares.items():
            side.taken[nation] = side.taken.get(nation, 0) + hits


def _pay(side: Side, nation: str, hits: int, *, removed: bool) -> None:
    """A nation has taken hits of its share."""
    if removed:
        side.removing -= hits
    else:
        side.disrupting -= hits
    if nation in side.owed:
        side.owed[nation] -= hits
        if not side.owed[nation]:
            del side.owed[nation]


@recorded("napoleonic_wars.units_removed/1", "{nation} lost {sp} SP in {space}.")
class UnitsRemoved(Event, frozen=True):
    """Sixes that hit strength points [11.3.a]."""

    side: AnySide
    nation: str
    space: str
    sp: int
    lots: tuple[Lot, ...]
    """Which those are."""
    disrupted: int
    """How many of them were disrupted already."""

    def apply(self, state: State) -> None:
        """They are gone."""
        side = side_of(fight(state), self.side)
        for lot in self.lots:
            take_lot(state, self.space, lot)
        calmer(side, self.nation, self.disrupted)
        _pay(side, self.nation, self.sp, removed=True)


def calmer(side: Side, nation: str, sp: int) -> None:
    """So many disrupted strength points fewer."""
    if sp:
        side.disrupted[nation] -= sp
        if not side.disrupted[nation]:
            del side.disrupted[nation]


@recorded("napoleonic_wars.units_disrupted/1", "{nation} has {sp} SP disrupted in {space}.")
class UnitsDisrupted(Event, frozen=True):
    """Fives that hit strength points: they fight no more in this battle [11.3.a]."""

    side: AnySide
    nation: str
    space: str
    sp: int

    def apply(self, state: State) -> None:
        """They roll no dice."""
        side = side_of(fight(state), self.side)
        side.disrupted[self.nation] = side.disrupted.get(self.nation, 0) + self.sp
        _pay(side, self.nation, self.sp, removed=False)


@recorded("napoleonic_wars.leader_hit/1", "{leader} was {removed:lost/disrupted} in {space}.")
class LeaderHit(Event, frozen=True):
    """A leader takes a hit [R-28, R-79]."""

    side: AnySide
    nation: str
    leader: str
    space: str
    removed: bool
    by_card: bool
    """Whether a card hits a commander; that is a hit of its own [11.3]."""
    for_good: bool
    """Whether they never come back, if they are lost [7.2.b]."""
    successor: str
    """Who commands the side after that."""

    def apply(self, state: State) -> None:
        """They lead nobody any more, or roll no die."""
        side = side_of(fight(state), self.side)
        if self.removed:
            die(state.leaders[self.leader], for_good=self.for_good)
            side.shaken = [it for it in side.shaken if it != self.leader]
        else:
            side.shaken.append(self.leader)
        side.commander = self.successor
        if self.by_card:
            side.hurt, side.unled = 0, True
            side.hits += 1
            side.suffered += 1
        else:
            _pay(side, self.nation, 1, removed=self.removed)


@recorded("napoleonic_wars.hits_unmet/1", "Nobody was left in {space} for {hits:hit/hits} more.")
class HitsUnmet(Event, frozen=True):
    """Hits for which there is no unit; they count all the same [R-80]."""

    side: AnySide
    space: str
    hits: int
    removed: bool

    def apply(self, state: State) -> None:
        """Disruptions beyond all units take dice away in the next round [11.3.e]."""
        side = side_of(fight(state), self.side)
        if self.removed:
            side.removing = 0
        else:
            side.excess += self.hits
            side.disrupting = 0
