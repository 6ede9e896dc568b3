"""Set-up: the table is laid out [chapter 3]."""

from __future__ import annotations

from typing import Any

from napoleon.rules.events import Event, recorded
from napoleon.rulesets.napoleonic_empire.sides import ALLIED
from napoleon.rulesets.napoleonic_empire.state import Commander, State


@recorded("napoleonic_empire.table_laid/1", "The armies took the field: {armies}.")
class TableLaid(Event, frozen=True):
    """The armies at the start [SETUP.1, SETUP.2]. Begins the state."""

    options: dict[str, Any]
    seats: tuple[str, ...]
    armies: dict[str, dict[str, int]]
    """By side and country."""
    commanders: dict[str, tuple[str, str]]
    """Side and country of each commander; those of a divided Russia come with its armies [E-33]."""
    russia_to_set_up: int
    """Russian armies that the Allied player spreads over a divided Russia; 0 else [E-45]."""

    def begin(self) -> State:
        """The state that this event starts from."""
        return State(
            options=dict(self.options),
            seats=list(self.seats),
            armies={side: dict(placed) for side, placed in self.armies.items()},
            deck=[],
            hands={seat: [] for seat in self.seats},
            commanders={
                name: Commander(side, country) for name, (side, country) in self.commanders.items()
            },
            russia_to_set_up=self.russia_to_set_up,
        )


@recorded("napoleonic_empire.deck_shuffled/1", "The deck was shuffled: {count:card/cards}.")
class DeckShuffled(Event, frozen=True):
    """The cards that are in the game from the start form the deck [SETUP.4, E-41]."""

    count: int
    cards: tuple[str, ...]
    """All of them, in alphabetical order: what is in the deck is not secret now, its order is."""
    dated: tuple[str, ...]
    """Cards that join it in later rounds [OPT2]."""

    def apply(self, state: State) -> None:
        """A deck is a bag."""
        state.deck = list(self.cards)
        state.dated = list(self.dated)


@recorded("napoleonic_empire.russian_armies_set_up/1", "The Russian armies took post: {split}.")
class RussianArmiesSetUp(Event, frozen=True):
    """The Allied player has spread the Russian armies over the four areas [E-45]."""

    split: dict[str, int]
    """Armies by area, those without any left out."""
    commanders: dict[str, str]
    """Where the commanders of Russia begin [E-54]."""

    def apply(self, state: State) -> None:
        """They stand there."""
        state.armies[ALLIED].update(self.split)
        state.russia_to_set_up = 0
        for name, area in self.commanders.items():
            state.commanders[name] = Commander(ALLIED, area)


@recorded("napoleonic_empire.game_started/1", "The game began.")
class GameStarted(Event, frozen=True):
    """Everything is in its place [SETUP.4]."""

    held: tuple[str, ...]
    """Continental countries that the French control."""

    def apply(self, state: State) -> None:
        """The first turn starts next."""
        state.started = True
        state.held = list(self.held)
        state.control = {
            country: state.standing(country)
            for side in state.seats
            for country in state.armies[side]
        }
