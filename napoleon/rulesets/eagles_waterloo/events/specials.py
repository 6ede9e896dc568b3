"""Specials, and the window for them [13]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, HIDDEN, Event, recorded
from napoleon.rulesets.eagles_waterloo.state import Card, Played, State


@recorded("eagles_waterloo.special_played/1", "The {player} played the special {card}.")
class SpecialPlayed(Event, frozen=True):
    """A special card is shown, has its effect, and is gone [13.0, G-28]."""

    player: str
    battle: str
    card: str
    place: str
    """The position or the lane that it names; empty for none."""
    target: Annotated[str, FOGGED]
    """The card that it names; empty for none."""
    seen_as: str
    """The target as others see it: a token, if it lies face down."""
    effect: str
    """Kind of its effect, as in the data pack."""
    lasts: bool
    """Whether it lasts until its owner's next player turn begins."""
    extra: int
    """Moves that it gives the card that it names."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        del battle.cards[self.card]
        battle.spent.append(self.card)
        battle.played.append(
            Played(self.card, self.player, state.phase, self.place, self.target, self.lasts)
        )
        if self.extra:
            battle.cards[self.target].extra += self.extra
        if state.phase == "combat":
            if battle.active == self.player:
                battle.fought = True
            else:
                battle.asked = True


@recorded("eagles_waterloo.specials_expired/1", "{cards} had their effect.")
class SpecialsExpired(Event, frozen=True):
    """Specials for the morale of cards end with the phase of their playing [13.a, G-95]."""

    battle: str
    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        battle.played = [it for it in battle.played if it.card not in self.cards]


@recorded("eagles_waterloo.window_passed/1", "The {player} played no special.")
class WindowPassed(Event, frozen=True):
    """The side whose turn it is not plays no special before the Combat phase [G-62]."""

    player: str
    battle: str

    def apply(self, state: State) -> None:
        state.battles[self.battle].asked = True


@recorded(
    "eagles_waterloo.card_rallied/1",
    "The die for {card:the} was {die}: {rallied:they rallied/no rally}.",
    drawn="die",
)
class CardRallied(Event, frozen=True):
    """A die for a routed unit: up to 3 it comes back to the Reserve [13.a]."""

    battle: str
    nation: str
    card: str
    die: int
    rallied: bool
    to: str
    draw: int

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        if self.rallied:
            battle.routed.remove(self.card)
            battle.cards[self.card] = Card(self.nation, self.to, late=True)
        state.draws = self.draw + 1


@recorded(
    "eagles_waterloo.detachment_came/1",
    "{card} came from Hal.",
    veiled="A card came from Hal.",
    drawn="card",
)
class DetachmentCame(Event, frozen=True):
    """A British unit from Hal comes into the Reserve [13.a, 200]."""

    player: str
    battle: str
    nation: str
    card: Annotated[str, HIDDEN]
    to: str
    draw: int

    def apply(self, state: State) -> None:
        state.battles[self.battle].cards[self.card] = Card(self.nation, self.to, late=True)
        state.draws = self.draw + 1
