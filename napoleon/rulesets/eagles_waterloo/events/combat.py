"""Fire, shock, and hits [7]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, Event, Line, recorded
from napoleon.rulesets.eagles_waterloo.state import Battle, State


class _Volley(Event, frozen=True):
    """What fire and shock tell: the dice of a card at its target [7.1].

    In fog, where the target lies face down and is not hit, only its owner may know what its
    formation adds [G-38].
    """

    player: str
    """Seat of the target."""
    battle: str
    card: str
    target: str
    """The card, or its token if it lay face down."""
    place: str
    """Position of the target."""
    strength: tuple[Line, ...]
    """The combat value, which is the number of dice, line by line."""
    rating: Annotated[int, FOGGED]
    """Every die of 7 less this, or more, hits."""
    breakdown: Annotated[tuple[Line, ...], FOGGED]
    """The rating, line by line."""
    dice: tuple[int, ...]
    hits: int
    draw: int


@recorded(
    "eagles_waterloo.card_fired/1",
    "{card} fired at {target:the} {place:in}: {dice}, {hits:hit/hits}.",
    drawn="dice",
)
class CardFired(_Volley, frozen=True):
    """A card fires [7.2]."""

    mode: str
    """``infantry``, ``cavalry``, ``short``, ``long`` or ``skirmish``."""
    silenced: bool
    """Whether a die of 1 keeps the battery from firing in its next turn [13.a, 199]."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        _acted(battle, self.card)
        if self.silenced:
            battle.cards[self.card].silent = 2
        state.draws = self.draw + 1


@recorded(
    "eagles_waterloo.card_shocked/1",
    "{card} shocked {target:the} {place:in}: {dice}, {hits:hit/hits}.",
    drawn="dice",
)
class CardShocked(_Volley, frozen=True):
    """A column or cavalry shocks [7.3]."""

    blown: bool
    """Whether it is cavalry, which is blown from then on [7.31]."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        _acted(battle, self.card)
        battle.cards[self.card].blown = self.blown
        state.draws = self.draw + 1


def _acted(battle: Battle, card: str) -> None:
    battle.cards[card].acted = True
    battle.current = card
    battle.fought = True


@recorded("eagles_waterloo.hits_recorded/1", "{card} took {hits:hit/hits}, {total} in all.")
class HitsRecorded(Event, frozen=True):
    """Hits on a card, which are checked in its owner's next Morale phase [6.0, 7.1]."""

    battle: str
    card: str
    hits: int
    total: int

    def apply(self, state: State) -> None:
        """It is not named again before the others there are hit [7.4]."""
        battle = state.battles[self.battle]
        battle.cards[self.card].hits = self.total
        battle.busy = True


@recorded("eagles_waterloo.general_hit/1", "{card} is in danger: {hits:die/dice} of 1.")
class GeneralHit(Event, frozen=True):
    """Each natural 1 rolled at the position of a general is a hit on them [12.4]."""

    battle: str
    card: str
    hits: int
    total: int

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        battle.cards[self.card].hits = self.total
        battle.busy = True


@recorded(
    "eagles_waterloo.targets_reopened/1",
    "All of the {side} {place:in} have been hit, and any of them may be named again.",
)
class TargetsReopened(Event, frozen=True):
    """Every unit there has a hit, so any of them may be named again [7.4]."""

    battle: str
    place: str
    side: str

    def apply(self, state: State) -> None:
        """It follows from the hits."""
