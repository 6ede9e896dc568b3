"""Convoys and assault landings [13.6, 13.7]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top, within
from napoleon.rulesets.napoleonic_wars.events.marches import copied
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Guns
from napoleon.rulesets.napoleonic_wars.frames.forces import (
    Convoy,
    Force,
    Losses,
    Lot,
    March,
    Meeting,
)
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Reinforcement
from napoleon.rulesets.napoleonic_wars.pieces import have_fought, put, take
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.convoy_began/1", "{nation} prepared a convoy.")
class ConvoyBegan(Event, frozen=True):
    """Units will be taken aboard in a port [13.6]."""

    nation: str
    port: str
    """Empty if it is not chosen yet."""
    sp: int
    leaders: int
    free: bool
    """Whether it costs no CP."""
    reach: int
    """Of a deployment, the CP that it would cost at most; 0 in an impulse."""

    def apply(self, state: State) -> None:
        """It may be made up."""
        push(
            state,
            Convoy(self.nation, self.port, Force(), self.sp, self.leaders, self.free, self.reach),
        )


@recorded("napoleonic_wars.aboard/1", "Units of {nation} went aboard in {port}.")
class Aboard(Event, frozen=True):
    """What a convoy carries now."""

    nation: str
    port: str
    force: Force

    def apply(self, state: State) -> None:
        """They still stand in the port."""
        convoy = top(state, Convoy)
        convoy.port, convoy.force = self.port, copied(self.force)


@recorded("napoleonic_wars.convoy_called_off/1", "{nation} sent no convoy.")
class ConvoyCalledOff(Event, frozen=True):
    """Nobody sails."""

    nation: str

    def apply(self, state: State) -> None:
        """It may be prepared again."""
        pop_to(state, Convoy)


@recorded("napoleonic_wars.convoy_sailed/1", "A convoy of {nation} sailed from {start} to {space}.")
class ConvoySailed(Event, frozen=True):
    """Units have gone over sea; in an enemy port they have to land [13.6, 13.7]."""

    nation: str
    start: str
    space: str
    force: Force
    zones: tuple[str, ...]
    assault: bool
    waiting: tuple[str, ...]
    """The seats that may intercept a landing."""
    standing: tuple[str, ...]
    """The seats whose forces it meets."""

    def apply(self, state: State) -> None:
        """They move no more in this impulse; what lands is met and fights."""
        pop_to(state, Convoy)
        impulse = inmost(state, Impulse)
        if impulse is not None:
            impulse.convoyed = True
        elif state.stack and isinstance(state.stack[-1], Reinforcement):
            state.stack[-1].deployed = True
        force = Force([*self.force.leaders])
        for lot in self.force.lots:
            take(state, self.start, lot.nation, lot.sp)
            put(state, self.space, lot.nation, lot.sp, 1, fought=not self.assault)
            force.lots.append(Lot(lot.nation, lot.sp, 1))
        for name in self.force.leaders:
            leader = state.leaders[name]
            leader.where, leader.entered = self.space, 1
            leader.fought = not self.assault
        if self.assault:
            march = March(
                self.nation, self.space, [*force.leaders], force, self.start, [*self.zones]
            )
            push(state, march)
            push(
                state,
                Meeting(self.nation, self.space, "", [*self.waiting], [*self.standing]),
            )


@recorded("napoleonic_wars.landing_shelled/1", "What landed in {space} took {hits:hit/hits}.")
class LandingShelled(Event, frozen=True):
    """Batteries have hit what lands: sixes remove units, fives disrupt them [13.7.a, R-37]."""

    space: str
    hits: int
    fives: int
    french: int
    others: int
    """Units that are lost, of the French and of others; their owner names them."""

    def apply(self, state: State) -> None:
        """The hits count in the first round of a battle there."""
        guns, march = top(state, Guns), within(state, March)
        guns.target.sinking = 0
        march.hits, march.fives = self.hits, self.fives
        pop_to(state, Guns)
        if self.french or self.others:
            losses = Losses(self.space, copied(march.force), self.french, self.others)
            push(state, losses)


@recorded("napoleonic_wars.landing_over/1", "The landing in {space} is over.")
class LandingOver(Event, frozen=True):
    """What has landed moves no more in this impulse [13.6.a]."""

    nation: str
    space: str
    nations: tuple[str, ...]

    def apply(self, state: State) -> None:
        """It stands there, or is gone."""
        have_fought(state, self.space, self.nations)
        pop_to(state, March)
