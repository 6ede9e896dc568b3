"""Terrain: played, occupied, captured [11]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, Event, recorded
from napoleon.rulesets.eagles_waterloo.state import Site, State


@recorded("eagles_waterloo.terrain_played/1", "The {player} played {card:the} {place:in}.")
class TerrainPlayed(Event, frozen=True):
    """Terrain lies face up in its position, and never moves [4.2, 11.0]."""

    player: str
    battle: str
    card: str
    place: str
    side: str

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        del battle.cards[self.card]
        battle.sites[self.card] = Site(self.place, self.side)
        battle.fought = True


@recorded(
    "eagles_waterloo.terrain_occupied/1",
    "{card} took its stand on {terrain:the}.",
    fogged="{token} took its stand on {terrain:the}.",
)
class TerrainOccupied(Event, frozen=True):
    """A unit stands on terrain, which is a move [11.5, G-52]."""

    player: str
    battle: str
    card: Annotated[str, FOGGED]
    token: str
    terrain: str
    side: str
    instead: Annotated[str, FOGGED]
    """The unit that gave place; empty for none."""
    instead_token: str

    def apply(self, state: State) -> None:
        """A unit that gave place has acted, too."""
        battle = state.battles[self.battle]
        card = battle.cards[self.card]
        card.terrain = self.terrain
        card.moves += 1
        card.acted = True
        battle.sites[self.terrain].side = self.side
        battle.current, battle.fought = self.card, True
        if self.instead:
            other = battle.cards[self.instead]
            other.terrain, other.acted = "", True


@recorded("eagles_waterloo.terrain_fallen/1", "{terrain} fell to the {side}.")
class TerrainFallen(Event, frozen=True):
    """Terrain on which nobody stands any more falls to enemy infantry in its position [11.5]."""

    battle: str
    terrain: str
    place: str
    side: str
    """Who has captured it."""
    to: str = ""
    """The unit that takes its stand on it at once; empty if its holder chooses [G-23]."""

    def apply(self, state: State) -> None:
        """Its new holder puts infantry on it [G-23]."""
        battle = state.battles[self.battle]
        battle.sites[self.terrain].side = self.side
        battle.captured = "" if self.to else self.terrain
        battle.busy = True


@recorded("eagles_waterloo.captors_chosen/1", "{cards} went onto {terrain:the}.")
class CaptorsChosen(Event, frozen=True):
    """The infantry that goes onto captured terrain, which is no action of it [11.5, G-23]."""

    player: str
    battle: str
    terrain: str
    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        battle.captured = ""
        for card in self.cards:
            battle.cards[card].terrain = self.terrain
