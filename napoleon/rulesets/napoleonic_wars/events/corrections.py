"""Corrections by a referee: what was on the table, and what is there from now on [R-135].

``reason`` is the id of the text that says why.
"""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import inmost
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse, Pool
from napoleon.rulesets.napoleonic_wars.pieces import die, merge, put, squadrons_at, sweep, unstack
from napoleon.rulesets.napoleonic_wars.state import Standing, State, pair


def _stand(state: State, space: str, nation: str, lots: tuple[Lot, ...]) -> None:
    """These, and no others of the nation, stand in a space."""
    there = state.spaces[space]
    there.lots = [it for it in there.lots if it.nation != nation]
    for lot in lots:
        put(state, space, lot.nation, lot.sp, lot.entered, fought=lot.fought)


@recorded(
    "napoleonic_wars.strength_corrected/1",
    "Correction: {nation} has {after} SP in {space}, not {before}.",
)
class StrengthCorrected(Event, frozen=True):
    """More or fewer strength points stand in a space; those that stay are as they were [R-01]."""

    nation: str
    space: str
    before: int
    after: int
    lots: tuple[Lot, ...]
    """All of the nation there from now on."""
    reason: str

    def apply(self, state: State) -> None:
        """They stand there."""
        _stand(state, self.space, self.nation, self.lots)


@recorded("napoleonic_wars.leader_corrected/1", "Correction: {leader} stands in {space}.")
class LeaderCorrected(Event, frozen=True):
    """A leader stands in a space [2.2.c]."""

    leader: str
    before: Standing
    came: str
    """The space they were in; empty if they were off the map."""
    space: str
    reason: str

    def apply(self, state: State) -> None:
        """They have not moved in this impulse."""
        leader = state.leaders[self.leader]
        die(leader, for_good=False)
        leader.standing, leader.where = "map", self.space


@recorded("napoleonic_wars.leader_withdrawn/1", "Correction: {leader} is not on the map.")
class LeaderWithdrawn(Event, frozen=True):
    """A leader is off the map: to be built, in the Regroup box, or out of the game."""

    leader: str
    before: Standing
    came: str
    after: Standing
    reason: str

    def apply(self, state: State) -> None:
        """They lead nobody."""
        leader = state.leaders[self.leader]
        die(leader, for_good=False)
        leader.standing = self.after


@recorded("napoleonic_wars.flag_corrected/1", "Correction: the flag of {after} lies in {space}.")
class FlagCorrected(Event, frozen=True):
    """Another flag lies in a space [7.4]."""

    space: str
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """Control follows from it."""
        state.spaces[self.space].flag = self.after


@recorded("napoleonic_wars.flag_withdrawn/1", "Correction: no flag lies in {space}.")
class FlagWithdrawn(Event, frozen=True):
    """A flag is taken away [7.4]."""

    space: str
    before: str
    reason: str

    def apply(self, state: State) -> None:
        """Control follows the colour."""
        state.spaces[self.space].flag = ""


@recorded(
    "napoleonic_wars.regroup_corrected/1",
    "Correction: {nation} has {after} SP in its Regroup box, not {before}.",
)
class RegroupCorrected(Event, frozen=True):
    """More or fewer strength points wait to be bought back [7.7]."""

    nation: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """They are in the box."""
        state.nations[self.nation].regroup_sp = self.after


@recorded(
    "napoleonic_wars.squadrons_corrected/1",
    "Correction: {nation} has other squadrons at {place}.",
)
class SquadronsCorrected(Event, frozen=True):
    """Other squadrons are in a port or a sea zone [13.1]."""

    nation: str
    place: str
    before: tuple[int, int, int]
    """Ready, awaiting refit, under construction."""
    after: tuple[int, int, int]
    reason: str

    def apply(self, state: State) -> None:
        """They are there."""
        fled = squadrons_at(state, self.nation, self.place, stays=True)
        fled.stays = False
        merge(state, fled)
        fleet = squadrons_at(state, self.nation, self.place)
        fleet.ready, fleet.refit, fleet.building = self.after
        sweep(state)
        unstack(state)


@recorded(
    "napoleonic_wars.resources_corrected/1",
    "Correction: {nation} has {after} Resources, not {before}.",
)
class ResourcesCorrected(Event, frozen=True):
    """A nation has more or fewer Resources [16]."""

    nation: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """It has so many."""
        state.nations[self.nation].resources = self.after


@recorded(
    "napoleonic_wars.plus_key_corrected/1",
    "Correction: {nation} {held:has/does not have} the status of a key more.",
)
class PlusKeyCorrected(Event, frozen=True):
    """The status that The Emperor Commands gives [15.5]."""

    nation: str
    held: bool
    reason: str

    def apply(self, state: State) -> None:
        """It counts, or not."""
        state.nations[self.nation].plus_key = self.held


@recorded("napoleonic_wars.cp_corrected/1", "Correction: {after} CP are left, not {before}.")
class CPCorrected(Event, frozen=True):
    """More or fewer CP of the cards of an impulse are left [6.3]."""

    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """They may be spent."""
        impulse = inmost(state, Impulse)
        assert impulse is not None, "it is corrected within one"
        for pool in impulse.pools:
            if pool.id == CARDS:
                pool.cp = self.after
                return
        impulse.pools.append(Pool(CARDS, self.after))


@recorded("napoleonic_wars.round_corrected/1", "Correction: it is round {after}, not {before}.")
class RoundCorrected(Event, frozen=True):
    """The round of the turn [5.5]."""

    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """It is that round."""
        state.round = self.after


@recorded(
    "napoleonic_wars.war_corrected/1",
    "Correction: {one} and {other} are {at_war:at war/at peace}.",
)
class WarCorrected(Event, frozen=True):
    """Two nations are at war, or not [8.33]."""

    one: str
    other: str
    at_war: bool
    reason: str

    def apply(self, state: State) -> None:
        """So it is."""
        both = pair(self.one, self.other)
        state.wars = sorted({*state.wars, both} if self.at_war else {*state.wars} - {both})


@recorded(
    "napoleonic_wars.interception_corrected/1",
    "Correction: {leader} {able:may/may not} try to intercept in this impulse.",
)
class InterceptionCorrected(Event, frozen=True):
    """A leader has not failed an interception, or has [10.3]."""

    leader: str
    able: bool
    reason: str

    def apply(self, state: State) -> None:
        """They may try, or not."""
        leader = state.leaders[self.leader]
        leader.failed = not self.able
        if self.able:
            state.failed_from = [it for it in state.failed_from if it != leader.where]


@recorded(
    "napoleonic_wars.leader_rested/1",
    "Correction: {leader} {fought:has/has not} fought in this impulse.",
)
class LeaderRested(Event, frozen=True):
    """A leader moves no more in this impulse, or may [9.51]."""

    leader: str
    fought: bool
    reason: str

    def apply(self, state: State) -> None:
        """So it is."""
        state.leaders[self.leader].fought = self.fought


@recorded(
    "napoleonic_wars.regrouped_ships_corrected/1",
    "Correction: {nation} has {after:squadron/squadrons} in its Regroup box.",
)
class RegroupedShipsCorrected(Event, frozen=True):
    """More or fewer squadrons wait to be bought back [7.7]."""

    nation: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """They are in the box."""
        state.nations[self.nation].regroup_squadrons = self.after


@recorded("napoleonic_wars.kept_cp_corrected/1", "Correction: {nation} keeps {cp} CP.")
class KeptCPCorrected(Event, frozen=True):
    """A CP is kept on a capital, or none [7.5.f]."""

    nation: str
    cp: int
    reason: str

    def apply(self, state: State) -> None:
        """It helps the next production."""
        state.nations[self.nation].marker_cp = self.cp


@recorded("napoleonic_wars.schedule_corrected/1", "Correction: {nation} is scheduled next.")
class ScheduleCorrected(Event, frozen=True):
    """The impulse marker lies on another nation [5.11]."""

    nation: str
    marker: int
    reason: str

    def apply(self, state: State) -> None:
        """It is due next."""
        state.marker = self.marker


@recorded(
    "napoleonic_wars.peace_corrected/1",
    "Correction: events add {after} to the peace roll, not {before}.",
)
class PeaceCorrected(Event, frozen=True):
    """Events add more or less to the peace roll of this turn [5.8]."""

    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """So it is."""
        state.peace = self.after


# -- what has moved, and lies where ----------------------------------------------------------------


@recorded(
    "napoleonic_wars.moves_corrected/1",
    "Correction: what {nation} may still move in {space} is another part of its forces.",
)
class MovesCorrected(Event, frozen=True):
    """Other strength points of a nation in a space have moved or fought in this impulse [9.51]."""

    nation: str
    space: str
    lots: tuple[Lot, ...]
    """All of the nation there: as many as before."""
    reason: str

    def apply(self, state: State) -> None:
        """So they have."""
        _stand(state, self.space, self.nation, self.lots)


@recorded("napoleonic_wars.allegiance_corrected/1", "Correction: {leader} is of {nation}.")
class AllegianceCorrected(Event, frozen=True):
    """A leader is of another nation [R-119]."""

    leader: str
    before: str
    nation: str
    reason: str

    def apply(self, state: State) -> None:
        """They lead its forces."""
        state.leaders[self.leader].nation = self.nation


@recorded(
    "napoleonic_wars.stack_corrected/1",
    "Correction: in {place} the fleet of {nation} lies in the stack of {lead}.",
)
class StackCorrected(Event, frozen=True):
    """A fleet at sea lies in another stack, or by itself [13.2, 13.21]."""

    nation: str
    place: str
    before: str
    """Who led its stack."""
    lead: str
    """Whose squadron lies on top; the nation itself, if it lies by itself or leads others."""
    reason: str

    def apply(self, state: State) -> None:
        """A squadron that it led lies by itself, if it leads none any more."""
        lead = "" if self.lead == self.nation else self.lead
        for it in state.squadrons:
            if (it.nation, it.at) == (self.nation, self.place):
                it.lead = lead
        unstack(state)


@recorded(
    "napoleonic_wars.flight_corrected/1",
    "Correction: in {place} the fleet of {nation} {fled:stays there/may sail} in this impulse.",
)
class FlightCorrected(Event, frozen=True):
    """A fleet has fled and does not sail again in this impulse, or may [13.41]."""

    nation: str
    place: str
    fled: bool
    reason: str

    def apply(self, state: State) -> None:
        """All squadrons of the nation there are alike."""
        own = [it for it in state.squadrons if (it.nation, it.at) == (self.nation, self.place)]
        for it in own:
            it.stays = self.fled
            merge(state, it)
        sweep(state)


@recorded(
    "napoleonic_wars.tied_down_corrected/1",
    "Correction: {sp} SP and {squadrons:squadron/squadrons} of {nation} lie on {card}.",
)
class TiedDownCorrected(Event, frozen=True):
    """More or fewer pieces are tied down by a card [6.13]."""

    card: str
    nation: str
    sp_before: int
    squadrons_before: int
    sp: int
    squadrons: int
    reason: str

    def apply(self, state: State) -> None:
        """They are out until it ends."""
        war = next(it for it in state.foreign_wars if it.card == self.card)
        war.sp, war.squadrons = self.sp, self.squadrons


@recorded(
    "napoleonic_wars.war_leader_corrected/1",
    "Correction: {leader} {held:lies/does not lie} on {card}.",
)
class WarLeaderCorrected(Event, frozen=True):
    """A leader is in a foreign war, or is not [6.13]."""

    card: str
    leader: str
    held: bool
    reason: str

    def apply(self, state: State) -> None:
        """A leader who comes back is in the Regroup box [7.6.b]."""
        war = next(it for it in state.foreign_wars if it.card == self.card)
        war.leaders = [it for it in war.leaders if it != self.leader]
        leader = state.leaders[self.leader]
        die(leader, for_good=False)
        leader.standing = "war" if self.held else "regroup"
        if self.held:
            war.leaders.append(self.leader)
