"""Cards turned face up, and gone for good [7.1, 8.1, 12.4, 14.0]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rulesets.eagles_waterloo.state import Battle, State


@recorded("eagles_waterloo.cards_revealed/1", "Turned face up {place:in}: {cards}.", reveals=True)
class CardsRevealed(Event, frozen=True):
    """Cards that lay face down are seen by everybody [7.1, 8.1]."""

    battle: str
    place: str
    cards: dict[str, str]
    """Card by token."""
    formations: dict[str, str]
    """By card, of infantry that is not in line [G-50]."""
    reason: str
    """``fired``, ``hit``, ``engaged`` or ``captured``."""

    def apply(self, state: State) -> None:
        """They stay face up until they are in Reserve [8.1]."""
        for card in self.cards.values():
            state.battles[self.battle].cards[card].revealed = True


@recorded("eagles_waterloo.card_routed/1", "{card} routed {place:in}.")
class CardRouted(Event, frozen=True):
    """A unit is eliminated [6.0]."""

    battle: str
    nation: str
    card: str
    place: str
    terrain: str
    """What it stood on; empty for none."""
    cause: str
    """``morale`` or ``retreat``."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        remove(battle, self.card)
        battle.routed.append(self.card)


@recorded("eagles_waterloo.general_died/1", "{card} died {place:in}.")
class GeneralDied(Event, frozen=True):
    """A general is eliminated [12.4]."""

    battle: str
    nation: str
    card: str
    place: str
    cause: str
    """``hit``, ``alone`` or ``retreat``."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        remove(battle, self.card)
        battle.routed.append(self.card)


@recorded("eagles_waterloo.decoy_eliminated/1", "{card} was a decoy, and is gone.", reveals=True)
class DecoyEliminated(Event, frozen=True):
    """A decoy was hit or engaged [14.0]."""

    battle: str
    nation: str
    card: str
    token: str
    place: str
    cause: str
    """``hit`` or ``engaged``."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        remove(battle, self.card)
        battle.spent.append(self.card)
        battle.busy = True


def remove(battle: Battle, card: str) -> None:
    """A card is no longer in play."""
    del battle.cards[card]
    if battle.current == card:
        battle.current = ""
    if card in battle.retreating:
        battle.retreating.remove(card)
