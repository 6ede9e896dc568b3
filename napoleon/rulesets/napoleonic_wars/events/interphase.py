"""Between two turns: reinforcements, deployment, new hands [14]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.events.setup import join_hands
from napoleon.rulesets.napoleonic_wars.frames.forces import Deployment, Force
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.pieces import put, squadrons_at, take
from napoleon.rulesets.napoleonic_wars.state import State

REINFORCEMENT = "reinforcement"
"""The pool of the CP of an interphase."""


@recorded("napoleonic_wars.reinforcement_began/1", "{nation} has {cp} CP of reinforcements.")
class ReinforcementBegan(Event, frozen=True):
    """A nation spends CP between two turns [14.2]."""

    nation: str
    cp: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """They serve for production, refits, deployment and influence [14.2.c]."""
        pool = Pool(REINFORCEMENT, self.cp, "reinforcement")
        push(state, Reinforcement(self.nation, [pool]))


@recorded("napoleonic_wars.reinforcement_ended/1", "{nation} is reinforced; {lapsed} CP lapsed.")
class ReinforcementEnded(Event, frozen=True):
    """A nation spends no more [R-91]."""

    nation: str
    lapsed: int

    def apply(self, state: State) -> None:
        """The next nation is reinforced."""
        state.ending.reinforced.append(self.nation)
        pop_to(state, Reinforcement)


@recorded("napoleonic_wars.leader_regrouped/1", "{nation} brought {leader} back to {space}.")
class LeaderRegrouped(Event, frozen=True):
    """A leader comes back from the Regroup box [7.7.b]."""

    nation: str
    leader: str
    space: str

    def apply(self, state: State) -> None:
        """They stand on the map again."""
        leader = state.leaders[self.leader]
        leader.standing, leader.where = "map", self.space


@recorded("napoleonic_wars.squadron_regrouped/1", "{nation} brought a squadron back to {port}.")
class SquadronRegrouped(Event, frozen=True):
    """A squadron comes back from the Regroup box [7.7.b]."""

    nation: str
    port: str

    def apply(self, state: State) -> None:
        """It has to be refitted before it sails."""
        state.nations[self.nation].regroup_squadrons -= 1
        squadrons_at(state, self.nation, self.port).refit += 1


@recorded("napoleonic_wars.squadron_refitted/1", "{nation} refitted a squadron in {port}.")
class SquadronRefitted(Event, frozen=True):
    """A squadron is made ready to sail [7.7.c]."""

    nation: str
    port: str
    maneuvers: int
    """What is left of the CP that paid for it."""

    def apply(self, state: State) -> None:
        """It may sail."""
        fleet = next(
            it
            for it in state.squadrons
            if (it.nation, it.at) == (self.nation, self.port) and it.refit
        )
        fleet.refit -= 1
        fleet.ready += 1
        frame = next(it for it in state.stack if isinstance(it, (Impulse, Reinforcement)))
        frame.maneuvers = self.maneuvers


@recorded("napoleonic_wars.deployment_began/1", "{leader} is deployed from {space}.")
class DeploymentBegan(Event, frozen=True):
    """A leader is moved over friendly land between two turns [14.21]."""

    nation: str
    leader: str
    space: str
    free: bool

    def apply(self, state: State) -> None:
        """One goes free, and one more for CP."""
        top(state, Reinforcement).deploy(free=self.free)
        army = Force([self.leader])
        push(state, Deployment(self.nation, self.leader, self.space, army, self.free))


@recorded("napoleonic_wars.force_picked_up/1", "{leader} took forces along in {space}.")
class ForcePickedUp(Event, frozen=True):
    """An army takes strength points and leaders along [14.21.a]."""

    leader: str
    space: str
    taken: Force

    def apply(self, state: State) -> None:
        """It drops none of them on the way."""
        deployment = top(state, Deployment)
        deployment.force = deployment.force.plus(self.taken)


@recorded("napoleonic_wars.force_deployed/1", "{leader} went from {start} to {space}.")
class ForceDeployed(Event, frozen=True):
    """An army goes over friendly land, out of reach of enemies [14.21]."""

    leader: str
    start: str
    space: str
    force: Force

    def apply(self, state: State) -> None:
        """It stands there."""
        for going in self.force.lots:
            for lot in take(state, self.start, going.nation, going.sp):
                put(state, self.space, lot.nation, lot.sp, lot.entered, fought=lot.fought)
        for name in self.force.leaders:
            state.leaders[name].where = self.space
        top(state, Deployment).at = self.space


@recorded("napoleonic_wars.deployment_ended/1", "{leader} stays in {space}.")
class DeploymentEnded(Event, frozen=True):
    """The army goes no farther [14.21.a]."""

    leader: str
    space: str

    def apply(self, state: State) -> None:
        """The nation goes on with its reinforcements."""
        pop_to(state, Deployment)


@recorded("napoleonic_wars.hands_set_aside/1", "New cards are drawn.")
class HandsSetAside(Event, frozen=True):
    """Cards that were not played wait, as they may not be thrown in [14.31, R-60]."""

    def apply(self, state: State) -> None:
        """Hands are empty."""
        for nation in state.nations.values():
            nation.carried, nation.hand = nation.hand, []
            nation.decided, nation.unseen = False, True


@recorded("napoleonic_wars.new_cards_drawn/1", "All nations have drawn.")
class NewCardsDrawn(Event, frozen=True):
    """The commander of a nation may throw its new cards in [14.31, 4.5]."""

    unasked: tuple[str, ...]
    """The nations that nobody commands [R-05]."""

    def apply(self, state: State) -> None:
        """Nobody throws in the hand of a neutral proxy."""
        state.ending.drawing = False
        for name in self.unasked:
            join_hands(state, name)


@recorded(
    "napoleonic_wars.excess_by_lot/1", "{nation} had too many cards and lost {card}.",
    reveals=True, drawn="card", faded="{nation} had too many cards and lost one.",
)  # fmt: skip
class ExcessByLot(Event, frozen=True):
    """A card of a hand above its maximum is discarded by lot [14.33.a]."""

    nation: str
    card: Annotated[str, FADING]
    draw: int
    resources: int
    """What the nation saves by it: 1 if somebody plays it [16.1, R-62]."""

    def apply(self, state: State) -> None:
        """Nations that nobody plays lose all that is too many so."""
        nation = state.nations[self.nation]
        nation.hand.remove(self.card)
        state.discards.append(self.card)
        nation.resources += self.resources
        state.draws = self.draw + 1
        if self.resources:
            state.ending.drawn_lot.append(self.nation)


@recorded(
    "napoleonic_wars.excess_discarded/1",
    "{nation} discarded {card}.",
    reveals=True,
    faded="{nation} discarded a card.",
)
class ExcessDiscarded(Event, frozen=True):
    """A card above the maximum is discarded by choice [14.33.a]."""

    nation: str
    card: Annotated[str, FADING]
    cp: int
    """What it gives for influence; 0 for nations that have none [R-103, R-123]."""
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """The nation has a card fewer."""
        state.nations[self.nation].hand.remove(self.card)
        state.discards.append(self.card)
        if self.cp:
            saved = state.ending.influence
            saved[self.nation] = saved.get(self.nation, 0) + self.cp
