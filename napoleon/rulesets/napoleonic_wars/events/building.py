"""Pieces that events place, move and tie down; foreign wars; neutral proxies [6.11-6.13, 7.5]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top, within
from napoleon.rulesets.napoleonic_wars.events.impulses import play_card
from napoleon.rulesets.napoleonic_wars.events.interphase import REINFORCEMENT
from napoleon.rulesets.napoleonic_wars.frames.cards import (
    Building,
    Demand,
    Deploying,
    Flagging,
    Program,
)
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse, Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.pieces import put, sink, squadrons_at, take, take_lot
from napoleon.rulesets.napoleonic_wars.state import ForeignWar, State


@recorded("napoleonic_wars.building_began/1", "{nation} may place pieces by the event.")
class BuildingBegan(Event, frozen=True):
    """An event builds pieces, as far as there are any [6.11, R-97]."""

    nation: str
    spaces: tuple[str, ...]
    sp: int
    leaders: tuple[str, ...]
    squadrons: int
    spread: bool

    def apply(self, state: State) -> None:
        """They are placed one after the other."""
        frame = Building(
            self.nation, [*self.spaces], self.sp, [*self.leaders], self.squadrons, self.spread
        )
        push(state, frame)


@recorded("napoleonic_wars.pieces_placed/1", "{nation} placed pieces in {space}.")
class PiecesPlaced(Event, frozen=True):
    """Pieces come onto the map by an event."""

    nation: str
    space: str
    sp: int
    leader: str
    squadrons: int
    """Squadrons ready to sail."""

    def apply(self, state: State) -> None:
        """The event has fewer to place, and all in one space if it says so."""
        if self.sp:
            put(state, self.space, self.nation, self.sp)
        if self.leader:
            it = state.leaders[self.leader]
            it.nation, it.standing, it.where = self.nation, "map", self.space
        if self.squadrons:
            squadrons_at(state, self.nation, self.space).ready += self.squadrons
        _placed(state, self.space, self.sp, self.squadrons, leader=bool(self.leader))


@recorded("napoleonic_wars.pieces_brought/1", "{nation} brought {sp} SP from {start} to {space}.")
class PiecesBrought(Event, frozen=True):
    """There are no more counters, so pieces come from elsewhere on the map [6.11.a, R-97]."""

    nation: str
    start: str
    space: str
    sp: int

    def apply(self, state: State) -> None:
        """They have done what they have done."""
        for lot in take(state, self.start, self.nation, self.sp):
            put(state, self.space, lot.nation, lot.sp, lot.entered, fought=lot.fought)
        _placed(state, self.space, self.sp, 0, leader=False)


def _placed(state: State, space: str, sp: int, squadrons: int, *, leader: bool) -> None:
    frame = top(state, Building)
    frame.sp -= sp
    frame.squadrons -= squadrons
    if leader:
        frame.leaders = []
    if not frame.spread:
        frame.spaces = [space]


@recorded("napoleonic_wars.building_ended/1", "{nation} placed no more.")
class BuildingEnded(Event, frozen=True):
    """The event builds no more."""

    nation: str

    def apply(self, state: State) -> None:
        """The card goes on."""
        pop_to(state, Building)


@recorded("napoleonic_wars.flag_is_chosen/1", "A flag may be raised in {space}.")
class FlagIsChosen(Event, frozen=True):
    """An event places a flag of one of several nations [R-107]."""

    space: str
    nations: tuple[str, ...]
    seat: str

    def apply(self, state: State) -> None:
        """A seat says of which."""
        push(state, Flagging(self.space, [*self.nations], self.seat))


@recorded("napoleonic_wars.flag_chosen/1", "It is the flag of {nation}.")
class FlagChosen(Event, frozen=True):
    """A seat has said whose flag is placed."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """It follows."""
        pop_to(state, Flagging)


@recorded("napoleonic_wars.flag_asked_for/1", "The player of {nation} was asked for its flag.")
class FlagAskedFor(Event, frozen=True):
    """The flag of a nation of another seat is to be placed [R-107]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """That seat agrees, or does not."""
        top(state, Flagging).consent = self.nation


@recorded("napoleonic_wars.flag_allowed/1", "{nation} agreed to have its flag placed.")
class FlagAllowed(Event, frozen=True):
    """It holds for the whole card [R-107]."""

    nation: str

    def apply(self, state: State) -> None:
        """The flag follows."""
        pop_to(state, Flagging)
        top(state, Program).agreed.append(self.nation)


@recorded("napoleonic_wars.flag_forbidden/1", "{nation} did not agree to have its flag placed.")
class FlagForbidden(Event, frozen=True):
    """It holds for the whole card [R-107]."""

    nation: str

    def apply(self, state: State) -> None:
        """Another flag is chosen, if there is one."""
        frame: Flagging = top(state, Flagging)
        frame.consent = ""
        frame.nations.remove(self.nation)
        if not frame.nations:
            pop_to(state, Flagging)
        program = within(state, Program)
        program.refused.append(self.nation)


# -- deployment ------------------------------------------------------------------------------------


@recorded("napoleonic_wars.far_move_began/1", "{nation} may move an army far.")
class FarMoveBegan(Event, frozen=True):
    """An event moves an army over friendly spaces [14.21]."""

    nation: str
    leaders: tuple[str, ...]
    gather: bool

    def apply(self, state: State) -> None:
        """A leader is named first."""
        push(state, Deploying(self.nation, [*self.leaders], self.gather))


@recorded("napoleonic_wars.army_named/1", "{leader} goes.")
class ArmyNamed(Event, frozen=True):
    """The leader whose army goes."""

    nation: str
    leader: str

    def apply(self, state: State) -> None:
        """It goes with what joins it."""
        top(state, Deploying).leader = self.leader


@recorded("napoleonic_wars.army_moved_far/1", "{leader} went from {start} to {space} with {sp} SP.")
class ArmyMovedFar(Event, frozen=True):
    """An army goes over any number of friendly spaces, without CP."""

    nation: str
    leader: str
    start: str
    space: str
    sp: int
    lots: tuple[Lot, ...]
    fought: bool
    """Whether it does not fight any more in this impulse."""

    def apply(self, state: State) -> None:
        """It stands there, and may gather more if the event says so."""
        for lot in self.lots:
            take_lot(state, self.start, lot)
            fought = lot.fought or self.fought
            put(state, self.space, lot.nation, lot.sp, lot.entered, fought=fought)
        leader = state.leaders[self.leader]
        leader.where, leader.fought = self.space, leader.fought or self.fought
        deploying = top(state, Deploying)
        deploying.sp = self.sp
        if not deploying.gather:
            pop_to(state, Deploying)


@recorded("napoleonic_wars.far_move_ended/1", "{nation} moved no farther.")
class FarMoveEnded(Event, frozen=True):
    """The army goes no farther."""

    nation: str

    def apply(self, state: State) -> None:
        """The card goes on."""
        pop_to(state, Deploying)


# -- foreign wars ----------------------------------------------------------------------------------


@recorded(
    "napoleonic_wars.foreign_war_began/1",
    "{card}: {nation} has a foreign war.",
    faded="{nation} has a foreign war.",
)
class ForeignWarBegan(Event, frozen=True):
    """A card lies aside, and demands pieces of a nation [6.13]."""

    nation: str
    card: Annotated[str, FADING]
    foe: str
    sp: int
    leaders: int
    squadrons: int

    def apply(self, state: State) -> None:
        """They are put on it."""
        state.discards.remove(self.card)
        state.foreign_wars.append(ForeignWar(self.card, self.nation, self.foe, 0, 0, []))
        push(
            state,
            Demand(self.card, self.nation, self.foe, self.sp, self.leaders, self.squadrons),
        )


@recorded(
    "napoleonic_wars.pieces_tied_down/1",
    "{nation} put pieces on {card}.",
    faded="{nation} put pieces on the card of a foreign war.",
)
class PiecesTiedDown(Event, frozen=True):
    """Pieces of a nation go from the map on a card, or from the stock if they were just built."""

    nation: str
    card: Annotated[str, FADING]
    space: str
    """Where they stood; empty if they were built for it [R-74]."""
    sp: int
    leader: str
    squadrons: int
    cp: int
    """The CP that they have cost."""
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """Fewer are demanded."""
        demand = top(state, Demand)
        war = next(it for it in state.foreign_wars if it.card == self.card)
        if self.sp and self.space:
            take(state, self.space, self.nation, self.sp)
        if self.squadrons and self.space:
            sink(state, self.nation, self.space, self.squadrons)
        if self.leader:
            leader = state.leaders[self.leader]
            leader.standing, leader.where = "war", ""
            leader.entered, leader.fought, leader.failed = 0, False, False
            war.leaders.append(self.leader)
            demand.leaders -= 1
        war.sp += self.sp
        war.squadrons += self.squadrons
        demand.sp -= self.sp
        demand.squadrons -= self.squadrons
        demand.cp -= self.cp


@recorded(
    "napoleonic_wars.card_given_up/1",
    "{nation} gave {card} for {cp} CP.",
    reveals=True,
    faded="{nation} gave a card for {cp} CP.",
)
class CardGivenUp(Event, frozen=True):
    """A card is used for its CP to build what an event demands [6.12, R-74]."""

    nation: str
    card: Annotated[str, FADING]
    cp: int
    home: bool

    def apply(self, state: State) -> None:
        """What is lacking is built with them."""
        play_card(state, self.nation, self.card, home=self.home)
        top(state, Demand).cp += self.cp


@recorded("napoleonic_wars.resource_given_up/1", "{nation} gave a Resource.")
class ResourceGivenUp(Event, frozen=True):
    """A Resource draws a card that has to be used [R-74]."""

    nation: str

    def apply(self, state: State) -> None:
        """The card follows."""
        state.nations[self.nation].resources -= 1


@recorded(
    "napoleonic_wars.demand_over/1",
    "{card}: {met:nothing more/no more} of {nation}.",
    faded="{met:Nothing more/No more} is taken of {nation}.",
)
class DemandOver(Event, frozen=True):
    """All that was demanded lies on the card; or what lacks cannot be built [6.13.b]."""

    nation: str
    card: Annotated[str, FADING]
    met: bool

    def apply(self, state: State) -> None:
        """The card goes on."""
        pop_to(state, Demand)


@recorded(
    "napoleonic_wars.foreign_war_rolled/1", "{nation} would end {card}: {die}, 6 needed.",
    drawn="die", faded="{nation} would end a foreign war: {die}, 6 needed.",
)  # fmt: skip
class ForeignWarRolled(Event, frozen=True):
    """A die for a CP: the foreign war ends on a 6 [7.6.a]."""

    nation: str
    card: Annotated[str, FADING]
    die: int
    draw: int

    def apply(self, state: State) -> None:
        """If it ends, that is told next."""
        state.draws = self.draw + 1


@recorded(
    "napoleonic_wars.foreign_war_ended/1",
    "{card} ended for {nation}.",
    faded="A foreign war of {nation} ended.",
)
class ForeignWarEnded(Event, frozen=True):
    """The card goes to the discards, and the pieces to the Regroup box [7.6.b, R-51]."""

    nation: str
    card: Annotated[str, FADING]
    remove: bool

    def apply(self, state: State) -> None:
        """They can be bought back."""
        end_war(state, next(it for it in state.foreign_wars if it.card == self.card))
        (state.removed if self.remove else state.discards).append(self.card)


def end_war(state: State, war: ForeignWar) -> None:
    """A foreign war is over: its pieces go to the Regroup box [7.6.b]."""
    state.foreign_wars.remove(war)
    nation = state.nations[war.nation]
    nation.regroup_sp += war.sp
    nation.regroup_squadrons += war.squadrons
    for leader in war.leaders:
        state.leaders[leader].standing = "regroup"


# -- neutral proxies -------------------------------------------------------------------------------


@recorded(
    "napoleonic_wars.proxy_card_drawn/1",
    "{nation} drew {card}.",
    drawn="card",
    reveals=True,
    faded="{nation} drew a card.",
)
class ProxyCardDrawn(Event, frozen=True):
    """A card by chance out of the hand of a nation that nobody commands [5.3.b]."""

    nation: str
    card: Annotated[str, FADING]
    draw: int

    def apply(self, state: State) -> None:
        """What is done with it follows."""
        state.draws = self.draw + 1


def own_pool(state: State) -> Pool:
    """The CP that a neutral proxy spends: of its card, or of its reinforcements [5.3.b, R-40]."""
    frame = next(it for it in reversed(state.stack) if isinstance(it, (Impulse, Reinforcement)))
    return next(it for it in frame.pools if it.id in (CARDS, REINFORCEMENT))


@recorded("napoleonic_wars.marker_used/1", "{nation} used the CP that it had kept.")
class MarkerUsed(Event, frozen=True):
    """The CP kept on the capital joins those of the card [7.5.f]."""

    nation: str
    cp: int

    def apply(self, state: State) -> None:
        """They are spent with the card."""
        state.nations[self.nation].marker_cp -= self.cp
        own_pool(state).cp += self.cp


@recorded("napoleonic_wars.marker_put/1", "{nation} kept a CP.")
class MarkerPut(Event, frozen=True):
    """One CP is kept on the capital, and no more [7.5.f]."""

    nation: str

    def apply(self, state: State) -> None:
        """It is used with its next card."""
        state.nations[self.nation].marker_cp = 1
        own_pool(state).cp -= 1


@recorded("napoleonic_wars.units_cashed_in/1", "{nation} took {sp} SP off {space} for {cp} CP.")
class UnitsCashedIn(Event, frozen=True):
    """Units of a neutral proxy's capital make up for CP that are lacking [R-21]."""

    nation: str
    space: str
    sp: int
    cp: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """They are CP of this impulse."""
        take(state, self.space, self.nation, self.sp)
        own_pool(state).cp += self.cp
