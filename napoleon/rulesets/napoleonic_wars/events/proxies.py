"""Neutral proxies: the card that they draw, and the CP that they keep [5.3, 7.5]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rulesets.napoleonic_wars.events.interphase import REINFORCEMENT
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse, Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.pieces import take
from napoleon.rulesets.napoleonic_wars.state import State


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
