"""Battles and sieges [11, 12]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames import Battle, Meeting, Side, Siege
from napoleon.rulesets.napoleonic_wars.pieces import fought, take
from napoleon.rulesets.napoleonic_wars.state import State

SideName = Literal["attacker", "defender"]


def side_of(battle: Battle, name: str) -> Side:
    """The attacker or the defender."""
    return battle.attacker if name == "attacker" else battle.defender


def other_side(battle: Battle, name: str) -> Side:
    """The one who fights against them."""
    return battle.defender if name == "attacker" else battle.attacker


@recorded("napoleonic_wars.battle_began/1", "{attackers} and {defenders} fought at {space}.")
class BattleBegan(Event, frozen=True):
    """Field forces of nations at war are in one space [9.51, 11]."""

    space: str
    came: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attacking: str
    """Who commands the attackers; empty without a leader."""
    defending: str
    attacking_units: int
    defending_units: int
    terrain: int
    failed_evasions: int

    def apply(self, state: State) -> None:
        """It is fought before anything else."""
        pop_to(state, Meeting)
        attacker = Side([*self.attackers], self.attacking, units=self.attacking_units)
        defender = Side([*self.defenders], self.defending, units=self.defending_units)
        push(
            state,
            Battle(self.space, self.came, attacker, defender, self.terrain, self.failed_evasions),
        )


@recorded(
    "napoleonic_wars.battle_dice_rolled/1",
    "The {side} rolled {number} dice: {sixes} sixes, {fives} fives.",
    drawn="dice",
)
class BattleDiceRolled(Event, frozen=True):
    """The dice of a side in a round [11.2]."""

    side: SideName
    space: str
    number: int
    breakdown: tuple[Line, ...]
    dice: tuple[int, ...]
    draw: int
    sixes: int
    fives: int

    def apply(self, state: State) -> None:
        """The other side has to take the hits [11.3.a]."""
        battle = top(state, Battle)
        side_of(battle, self.side).rolled = True
        other = other_side(battle, self.side)
        other.removing, other.disrupting = self.sixes, self.fives
        other.suffered += self.sixes + self.fives
        state.draws = self.draw + 1


@recorded("napoleonic_wars.units_removed/1", "{nation} lost {sp} SP at {space}.")
class UnitsRemoved(Event, frozen=True):
    """Hits by sixes [11.3.a]."""

    side: SideName
    nation: str
    space: str
    sp: int
    disrupted: int
    """How many of them were disrupted already."""

    def apply(self, state: State) -> None:
        """They are gone."""
        side = side_of(top(state, Battle), self.side)
        take(state, self.space, self.nation, self.sp)
        if self.disrupted:
            side.disrupted[self.nation] -= self.disrupted
        side.removing -= self.sp
        side.taken[self.nation] = side.taken.get(self.nation, 0) + self.sp


@recorded("napoleonic_wars.units_disrupted/1", "{sp} SP of {nation} were disrupted at {space}.")
class UnitsDisrupted(Event, frozen=True):
    """Hits by fives: they fight no more in this battle [11.3.a]."""

    side: SideName
    nation: str
    space: str
    sp: int

    def apply(self, state: State) -> None:
        """They roll no dice."""
        side = side_of(top(state, Battle), self.side)
        side.disrupted[self.nation] = side.disrupted.get(self.nation, 0) + self.sp
        side.disrupting -= self.sp
        side.taken[self.nation] = side.taken.get(self.nation, 0) + self.sp


@recorded("napoleonic_wars.leader_hit/1", "{leader} was {removed:lost/disrupted} at {space}.")
class LeaderHit(Event, frozen=True):
    """A leader takes a hit in the place of a strength point [R-28, R-79]."""

    side: SideName
    nation: str
    leader: str
    space: str
    removed: bool
    for_good: bool
    successor: str
    """Who commands the side now."""

    def apply(self, state: State) -> None:
        """They lead nobody, or roll no die."""
        side = side_of(top(state, Battle), self.side)
        if self.removed:
            leader = state.leaders[self.leader]
            leader.standing, leader.where = "dead" if self.for_good else "pool", ""
            leader.entered, leader.fought, leader.failed = 0, False, False
            side.shaken = [it for it in side.shaken if it != self.leader]
            side.removing -= 1
        else:
            side.shaken.append(self.leader)
            side.disrupting -= 1
        side.taken[self.nation] = side.taken.get(self.nation, 0) + 1
        side.commander = self.successor


@recorded("napoleonic_wars.hits_wasted/1", "Nobody was left to take more hits.")
class HitsWasted(Event, frozen=True):
    """They count all the same [R-80]."""

    side: SideName

    def apply(self, state: State) -> None:
        """Nothing more is to be taken."""
        side = side_of(top(state, Battle), self.side)
        side.removing = side.disrupting = 0


@recorded("napoleonic_wars.battle_tied/1", "Round {which} at {space} was a tie.")
class BattleTied(Event, frozen=True):
    """A second round is fought with what is undisrupted [11.3.d]."""

    space: str
    which: int

    def apply(self, state: State) -> None:
        """Both roll again."""
        battle = top(state, Battle)
        battle.round += 1
        for side in (battle.attacker, battle.defender):
            side.rolled, side.taken = False, {}


@recorded("napoleonic_wars.battle_decided/1", "The {loser} lost the battle of {space}.")
class BattleDecided(Event, frozen=True):
    """Who suffered more hits has lost [11.3.c]."""

    space: str
    loser: Literal["attacker", "defender", "nobody"]
    attacker_suffered: int
    defender_suffered: int

    def apply(self, state: State) -> None:
        """The loser is routed or retreats."""
        battle = top(state, Battle)
        battle.loser = self.loser


@recorded("napoleonic_wars.force_routed/1", "The disrupted units of the {loser} were lost.")
class ForceRouted(Event, frozen=True):
    """The winner has inflicted at least three hits more than they suffered [11.5]."""

    space: str
    loser: SideName
    strength: dict[str, int]
    leaders: tuple[str, ...]
    for_good: tuple[str, ...]

    def apply(self, state: State) -> None:
        """They are gone."""
        battle = top(state, Battle)
        side = side_of(battle, self.loser)
        for nation, sp in self.strength.items():
            take(state, self.space, nation, sp)
        for name in self.leaders:
            leader = state.leaders[name]
            leader.standing = "dead" if name in self.for_good else "pool"
            leader.where = ""
        side.disrupted, side.shaken = {}, []
        battle.routed = True


@recorded("napoleonic_wars.retreat_made/1", "The {loser} left {start} for {space}.")
class RetreatMade(Event, frozen=True):
    """A beaten side goes as one to one space [R-81]."""

    loser: SideName
    start: str
    space: str

    def apply(self, state: State) -> None:
        """What moves is told by events of its own."""
        top(state, Battle).retreated = True


@recorded("napoleonic_wars.force_eliminated/1", "The {loser} had nowhere to go, and was lost.")
class ForceEliminated(Event, frozen=True):
    """A force that cannot retreat is eliminated, which is an overrun [11.4.e]."""

    loser: SideName
    space: str
    strength: dict[str, int]
    leaders: tuple[str, ...]
    for_good: tuple[str, ...]

    def apply(self, state: State) -> None:
        """It is gone."""
        for nation, sp in self.strength.items():
            take(state, self.space, nation, sp)
        for name in self.leaders:
            leader = state.leaders[name]
            leader.standing = "dead" if name in self.for_good else "pool"
            leader.where = ""
        top(state, Battle).retreated = True


@recorded("napoleonic_wars.battle_ended/1", "The battle of {space} was over.")
class BattleEnded(Event, frozen=True):
    """Whoever fought moves no more in this impulse, but after an overrun [9.51, 11.6]."""

    space: str
    overrun: bool

    def apply(self, state: State) -> None:
        """The march goes on, or not."""
        battle = top(state, Battle)
        pop_to(state, Battle)
        if not self.overrun:
            nations = {*battle.attacker.nations, *battle.defender.nations}
            for space in {self.space, battle.came}:
                fought(state, space, nations)


@recorded("napoleonic_wars.siege_began/1", "{leader} besieged {space}.")
class SiegeBegan(Event, frozen=True):
    """An army attacks a fortress [12.2]."""

    leader: str
    space: str

    def apply(self, state: State) -> None:
        """Each fortress is besieged once in an impulse [12.2.c]."""
        state.besieged.append(self.space)
        push(state, Siege(self.space, self.leader))


@recorded(
    "napoleonic_wars.siege_round_fought/1",
    "{space}: {sixes} sixes by the besieger, who suffered {hits}.",
    drawn="dice",
)
class SiegeRoundFought(Event, frozen=True):
    """The dice of the besieger, then those of the fortress [12.3]."""

    space: str
    number: int
    breakdown: tuple[Line, ...]
    dice: tuple[int, ...]
    """First those of the besieger, `number` of them, then those of the fortress."""
    draw: int
    sixes: int
    hits: int
    removed: int

    def apply(self, state: State) -> None:
        """Sixes add up; the besieger's losses are to be taken."""
        siege = top(state, Siege)
        siege.sixes += self.sixes
        siege.to_remove = self.removed
        siege.to_disrupt = self.hits - self.removed
        siege.may_go_on = self.sixes > self.hits
        state.draws = self.draw + 1


@recorded("napoleonic_wars.fortress_fell/1", "{space} fell to {nation}.")
class FortressFell(Event, frozen=True):
    """It has taken as many sixes as its strength in one impulse [12.3.a]."""

    space: str
    nation: str
    overrun: bool
    """Whether the besieger may move on [12.2.e]."""

    def apply(self, state: State) -> None:
        """The besieger's flag lies there free of CP [12.3.c]."""
        state.spaces[self.space].flag = self.nation
        pop_to(state, Siege)


@recorded("napoleonic_wars.siege_given_up/1", "{space} held out.")
class SiegeGivenUp(Event, frozen=True):
    """The besieger neither retreats nor routs [12.3.c]."""

    space: str

    def apply(self, state: State) -> None:
        """The fortress stands."""
        pop_to(state, Siege)
