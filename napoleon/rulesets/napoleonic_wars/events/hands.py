"""What cards do to hands: cards are drawn, lost, taken, looked at, handed over [5.12, 6]."""

from __future__ import annotations

from typing import Annotated, Literal

from napoleon.rules.events import FADING, HIDDEN, Event, recorded
from napoleon.rules.kit.frames import inmost
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.state import HomeCard, State


@recorded(
    "napoleonic_wars.card_drawn_in_impulse/1",
    "{nation} drew {card}.",
    veiled="{nation} drew a card.",
    drawn="card",
)
class CardDrawnInImpulse(Event, frozen=True):
    """An event or a Resource brings a card into a hand [5.12.c, 16.2.a]."""

    player: str
    """The seat that commands the nation; empty if none does."""
    nation: str
    card: Annotated[str, HIDDEN, FADING]
    draw: int
    to: Literal["keep", "play", "resource"]
    """Whether it is kept in this impulse, or may be played at once: as part of the event, or as
    the play of a Resource."""

    def apply(self, state: State) -> None:
        """It is in the hand; in an impulse of others that is all."""
        state.bag.remove(self.card)
        state.nations[self.nation].hand.append(self.card)
        state.draws = self.draw + 1
        impulse = inmost(state, Impulse)
        if impulse is None or impulse.nation != self.nation:
            return
        lists = {"keep": impulse.barred, "play": impulse.free, "resource": impulse.at_once}
        lists[self.to].append(self.card)


@recorded(
    "napoleonic_wars.card_discarded_by_lot/1",
    "{nation} lost {card}.",
    drawn="card",
    reveals=True,
    faded="{nation} lost a card.",
)
class CardDiscardedByLot(Event, frozen=True):
    """A hand loses a card by chance, which everybody sees [6.b, 18.D]."""

    nation: str
    card: Annotated[str, FADING]
    draw: int

    def apply(self, state: State) -> None:
        """It lies with the discards."""
        state.nations[self.nation].hand.remove(self.card)
        state.discards.append(self.card)
        state.draws = self.draw + 1


@recorded(
    "napoleonic_wars.card_taken/1",
    "{taker} took {card} from {nation}.",
    veiled="{taker} took a card from {nation}.",
    drawn="card",
    owner="readers",
    reveals=True,
)
class CardTaken(Event, frozen=True):
    """A nation takes a card by chance out of another's hand: both seats know it."""

    readers: tuple[str, ...]
    nation: str
    taker: str
    card: Annotated[str, HIDDEN, FADING]
    draw: int

    def apply(self, state: State) -> None:
        """It is in the other hand."""
        state.nations[self.nation].hand.remove(self.card)
        state.nations[self.taker].hand.append(self.card)
        state.draws = self.draw + 1


@recorded(
    "napoleonic_wars.hand_looked_at/1",
    "The hand of {nation} was looked at: {cards}.",
    veiled="The hand of {nation} was looked at.",
    reveals=True,
)
class HandLookedAt(Event, frozen=True):
    """A seat sees a hand [6.5.a]."""

    player: str
    nation: str
    cards: Annotated[tuple[str, ...], HIDDEN, FADING]

    def apply(self, state: State) -> None:
        """What was seen stays in the log of the seat, and nothing else changes."""


@recorded("napoleonic_wars.home_card_handed_over/1", "{nation} gave {card} to {to}.")
class HomeCardHandedOver(Event, frozen=True):
    """A home card lies with another power until the next turn [14.34]."""

    nation: str
    card: str
    to: str

    def apply(self, state: State) -> None:
        """It lies face up there."""
        giver = state.nations[self.nation]
        giver.home = [it for it in giver.home if it.card != self.card]
        state.nations[self.to].home.append(HomeCard(self.card, owner=self.nation))
