"""Foreign wars: what a card demands, and what is given to build it [6.12, 6.13, 7.6]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.events.impulses import play_card
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand
from napoleon.rulesets.napoleonic_wars.pieces import sink, take
from napoleon.rulesets.napoleonic_wars.state import ForeignWar, State


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
