"""Player turns, their phases, and reinforcements [5, 10]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import HIDDEN, Event, recorded
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Card, State


@recorded("eagles_waterloo.turn_started/1", "{battle}: turn {round} of the {side} began.")
class TurnStarted(Event, frozen=True):
    """One side's turn in a battle begins, with its Morale phase [5.0]."""

    battle: str
    side: str
    round: int
    """Turns of each side, of all battles together, from 1 [G-56]."""

    def apply(self, state: State) -> None:
        state.at, state.turn, state.phase = self.battle, self.round, "morale"
        battle = state.battle
        battle.active = self.side
        battle.turns += 1
        battle.checked = battle.resting = battle.asked = False
        battle.fought = battle.drawn = battle.busy = False
        battle.current, battle.waiting, battle.crossed = "", "", {}
        battle.played = [it for it in battle.played if it.lasts and it.side != self.side]
        for card in battle.cards.values():
            if side_of(card.nation) == self.side:
                card.moves, card.way, card.acted, card.extra = 0, "", False, 0
                card.late = card.rests = False
                card.silent = max(0, card.silent - 1)


@recorded("eagles_waterloo.phase_started/1", "{battle}: the {side} went on to their {begun}.")
class PhaseStarted(Event, frozen=True):
    """Combat follows morale, and reinforcement follows combat [5.0]."""

    battle: str
    side: str
    begun: str
    """``combat`` or ``reinforcement``."""

    def apply(self, state: State) -> None:
        state.phase = self.begun


@recorded(
    "eagles_waterloo.back_drawn/1",
    "The next card from the deck of the {nation} was one of the {back}.",
    drawn="back",
)
class BackDrawn(Event, frozen=True):
    """From a deck with cards of two nations the back comes first, which everybody sees [G-37]."""

    battle: str
    nation: str
    """Whose deck it is."""
    back: str
    """The nation of the card that is drawn next."""
    draw: int

    def apply(self, state: State) -> None:
        state.draws = self.draw + 1


@recorded(
    "eagles_waterloo.reinforcements_drawn/1",
    "The {nation} drew {cards:the}.",
    veiled="The {nation} drew {count:card/cards}.",
    drawn="cards",
)
class ReinforcementsDrawn(Event, frozen=True):
    """Cards come from the reinforcement deck into the Reserve [10.0]."""

    player: str
    battle: str
    nation: str
    cards: Annotated[tuple[str, ...], HIDDEN]
    back: str
    """The nation of the cards, which their backs tell."""
    count: int
    left: int
    to: str
    special: str
    """The special that drew them; empty for those of every turn."""
    draw: int

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        for card in self.cards:
            battle.decks[self.nation].remove(card)
            battle.cards[card] = Card(self.back, self.to, late=True)
        state.draws = self.draw + 1


@recorded("eagles_waterloo.reinforcement_ended/1", "{battle}: the reinforcements have come.")
class ReinforcementEnded(Event, frozen=True):
    """Both decks of the side have given what they give [10.0]."""

    battle: str
    side: str

    def apply(self, state: State) -> None:
        state.battles[self.battle].drawn = True


@recorded("eagles_waterloo.prussians_arrived/1", "{card} was shown: the Prussians have arrived.")
class PrussiansArrived(Event, frozen=True):
    """A Prussian general is shown; from now on Prussians leave the Reserve [10.0, G-18]."""

    player: str
    battle: str
    card: str

    def apply(self, state: State) -> None:
        state.battles[self.battle].arrived = True


@recorded("eagles_waterloo.turn_ended/1", "{battle}: the turn of the {side} ended.")
class TurnEnded(Event, frozen=True):
    """The other side, or another battle, comes next [5.0, 16.b]."""

    battle: str
    side: str
    expired: tuple[str, ...]
    """Specials whose effect is over [13.0]."""
    quiet: int
    """Player turns in succession in which no card was hit, moved up or captured terrain [G-54]."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        battle.played = [it for it in battle.played if it.lasts]
        battle.quiet = self.quiet
        state.phase = "between"
