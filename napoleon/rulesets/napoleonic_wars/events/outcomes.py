"""What comes of battles: rounds, rout, retreat, overrun, flags, the end [11.3.c - 11.7]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, top, within
from napoleon.rulesets.napoleonic_wars.events.battles import NOBODY, BattleSide, new_round, side_of
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.pieces import clip, die, have_fought, take
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.next_round_began/1", "Round {which} of the battle in {space} began.")
class NextRoundBegan(Event, frozen=True):
    """Nobody has won yet, or a card lets them fight on [11.3.d]."""

    space: str
    which: int
    by_card: bool

    def apply(self, state: State) -> None:
        """What is undisrupted rolls again."""
        battle = top(state, Battle)
        battle.round = self.which
        battle.more_rounds -= self.by_card
        new_round(battle.attacker)
        new_round(battle.defender)


@recorded("napoleonic_wars.battle_decided/1", "The {loser} lost the battle in {space}.")
class BattleDecided(Event, frozen=True):
    """A side is gone, or has suffered more hits [11.3.c]."""

    space: str
    loser: Literal["attacker", "defender", "nobody"]
    attacker_suffered: int
    defender_suffered: int

    def apply(self, state: State) -> None:
        """The loser has fought, which nobody who survives an overrun has [10.3, 11.6]."""
        battle = top(state, Battle)
        battle.loser = self.loser
        if self.loser != NOBODY:
            have_fought(state, self.space, side_of(battle, self.loser).nations)


def _lose(
    state: State, space: str, sp: dict[str, int], leaders: tuple[str, ...], good: tuple[str, ...]
) -> None:
    for nation, number in sp.items():
        take(state, space, nation, number)
    for name in leaders:
        die(state.leaders[name], for_good=name in good)


@recorded("napoleonic_wars.force_routed/1", "The {side} in {space} was routed.")
class ForceRouted(Event, frozen=True):
    """The winner has inflicted at least three hits more than they have suffered [11.5]."""

    side: BattleSide
    space: str
    margin: int
    breakdown: tuple[Line, ...]
    """Hits that each side has suffered."""
    sp: dict[str, int]
    """By nation the strength points that are lost: all that were disrupted."""
    leaders: tuple[str, ...]
    for_good: tuple[str, ...]

    def apply(self, state: State) -> None:
        """They are gone."""
        battle = top(state, Battle)
        side = side_of(battle, self.side)
        _lose(state, self.space, self.sp, self.leaders, self.for_good)
        side.disrupted, side.shaken = {}, []
        if side.commander in self.leaders:
            side.commander = ""
        battle.routed = True


@recorded("napoleonic_wars.force_eliminated/1", "The {side} in {space} had no way out.")
class ForceEliminated(Event, frozen=True):
    """A force that cannot retreat is eliminated, which is an overrun [11.4.e]."""

    side: BattleSide
    space: str
    sp: dict[str, int]
    leaders: tuple[str, ...]
    for_good: tuple[str, ...]

    def apply(self, state: State) -> None:
        """It is gone."""
        battle = top(state, Battle)
        _lose(state, self.space, self.sp, self.leaders, self.for_good)
        battle.retreated = battle.overrun = True


@recorded("napoleonic_wars.force_retreated/1", "The {side} retreated from {start} to {space}.")
class ForceRetreated(Event, frozen=True):
    """A beaten side has gone as one to one space, and rolled its attrition there [R-81]."""

    side: BattleSide
    start: str
    space: str
    lost: int
    """Units that it loses by that attrition; they are named next."""
    overrun: bool
    """Whether those are all that it has [11.6]."""

    def apply(self, state: State) -> None:
        """The space is the winner's; the attrition may have to be named before."""
        battle = within(state, Battle)
        battle.retreated, battle.overrun = True, self.overrun


@recorded("napoleonic_wars.flag_overrun/1", "{nation} took {space} by their victory.")
class FlagOverrun(Event, frozen=True):
    """The winner places or removes a flag free of CP, which an event of its own tells [11.7]."""

    nation: str
    space: str
    hits: int
    """Hits that they have inflicted."""
    units: int
    """What the loser had at the start [R-30]."""

    def apply(self, state: State) -> None:
        """They have used their right."""
        top(state, Battle).settled = True


@recorded("napoleonic_wars.flag_waived/1", "{nation} left the flag in {space} as it was.")
class FlagWaived(Event, frozen=True):
    """The winner does not use their right to a flag [11.7]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """Nothing changes."""
        top(state, Battle).settled = True


@recorded("napoleonic_wars.battle_ended/1", "The battle in {space} is over.")
class BattleEnded(Event, frozen=True):
    """Pieces that fought move no more in this impulse, except after an overrun [9.51, 11.6]."""

    space: str
    overrun: bool
    goes_on: bool
    """Whether the attackers may march on with the CP that are left."""
    tired: tuple[str, ...]
    """The nations whose forces there have fought a battle that ends their march."""

    def apply(self, state: State) -> None:
        """The march goes on with what is left of it, or is over."""
        pop_to(state, Battle)
        have_fought(state, self.space, self.tired)
        if not self.goes_on and state.stack and isinstance(state.stack[-1], March):
            state.stack.pop()
        clip(state)
