"""Sieges [12]; their hits are taken as those of battles, see `battles`."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.events.battles import hit, new_round
from napoleon.rulesets.napoleonic_wars.frames.battles import Side, Siege
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.pieces import put, take_lot
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.siege_began/1", "{leader} besieged {space}.")
class SiegeBegan(Event, frozen=True):
    """An army attacks a fortress [12.2]."""

    nation: str
    leader: str
    space: str
    nations: tuple[str, ...]
    """The nation, and the minors allied to it whose forces are there [R-83]."""
    units: int

    def apply(self, state: State) -> None:
        """Each fortress is besieged once in an impulse [12.2.c]."""
        state.besieged.append(self.space)
        side = Side([*self.nations], self.leader, units=self.units)
        push(state, Siege(self.space, self.leader, side))


@recorded(
    "napoleonic_wars.siege_dice_rolled/1",
    "The besiegers of {space} rolled {number:die/dice}: {sixes:six/sixes}.",
    drawn="dice",
)
class SiegeDiceRolled(Event, frozen=True):
    """The dice of the besieger in a round: sixes alone count [12.3.a]."""

    space: str
    number: int
    breakdown: tuple[Line, ...]
    dice: tuple[int, ...]
    draw: int
    """The number of the last draw; it is not read if there are no dice."""
    sixes: int

    def apply(self, state: State) -> None:
        """Sixes add up over the rounds [R-32]."""
        siege = top(state, Siege)
        siege.besieger.rolled = True
        siege.scored = self.sixes
        siege.sixes += self.sixes
        if self.dice:
            state.draws = self.draw + 1


@recorded(
    "napoleonic_wars.fortress_dice_rolled/1",
    "The fortress of {space} rolled {number:die/dice}: {hits:hit/hits}.",
    drawn="dice",
)
class FortressDiceRolled(Event, frozen=True):
    """The dice of the fortress: as many as its strength, which never falls [12.3.a]."""

    space: str
    number: int
    breakdown: tuple[Line, ...]
    dice: tuple[int, ...]
    draw: int
    sixes: int
    fives: int
    """Those that count."""
    hits: int
    counted: tuple[Line, ...]
    """What the hits are made of [R-32]."""

    def apply(self, state: State) -> None:
        """The besieger has to take the hits."""
        siege = top(state, Siege)
        siege.walls_rolled = True
        hit(siege.besieger, self.sixes, self.fives)
        state.draws = self.draw + 1


@recorded("napoleonic_wars.siege_went_on/1", "Round {which} of the siege of {space} began.")
class SiegeWentOn(Event, frozen=True):
    """The besieger attacks again with what is undisrupted [12.3.b]."""

    space: str
    which: int

    def apply(self, state: State) -> None:
        """Both roll again."""
        siege = top(state, Siege)
        siege.round = self.which
        siege.walls_rolled = False
        siege.scored = 0
        new_round(siege.besieger)


@recorded("napoleonic_wars.fortress_fell/1", "{space} fell to {nation}.")
class FortressFell(Event, frozen=True):
    """It has taken as many sixes as its strength in one impulse [12.3.a, 12.3.c]."""

    nation: str
    space: str
    flag: str
    """The nation whose flag lies there now; empty if the enemy's was taken off [7.4.b]."""
    sixes: int
    rounds: int
    overrun: bool
    """Whether the besieger may move on [12.2.e]."""
    lots: tuple[Lot, ...]
    """What has besieged it and moves no more in this impulse; nothing after an overrun."""
    leaders: tuple[str, ...]

    def apply(self, state: State) -> None:
        """It is a fortress of the besieger's side now."""
        state.spaces[self.space].flag = self.flag
        _end(state, self.space, self.lots, self.leaders)


@recorded("napoleonic_wars.siege_ended/1", "The fortress of {space} held out.")
class SiegeEnded(Event, frozen=True):
    """The besieger can attack no more, or does not want to; they do not retreat [12.3.c]."""

    space: str
    lots: tuple[Lot, ...]
    leaders: tuple[str, ...]

    def apply(self, state: State) -> None:
        """The fortress stands."""
        _end(state, self.space, self.lots, self.leaders)


def _end(state: State, space: str, lots: tuple[Lot, ...], leaders: tuple[str, ...]) -> None:
    """Besiegers move no more in this impulse, except after a siege overrun [12.2.e]."""
    pop_to(state, Siege)
    for lot in lots:
        take_lot(state, space, lot)
        put(state, space, lot.nation, lot.sp, lot.entered, fought=True)
    for name in leaders:
        state.leaders[name].fought = True
