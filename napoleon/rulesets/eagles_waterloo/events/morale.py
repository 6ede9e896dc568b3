"""Checks of morale, and of generals [6.0, 12.4, 16.d]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rulesets.eagles_waterloo.state import Battle, State


@recorded(
    "eagles_waterloo.morale_checked/1",
    "{card} rolled {dice} against a morale of {needed}: {routed:they routed/they stood}.",
    drawn="dice",
)
class MoraleChecked(Event, frozen=True):
    """A die for each hit of a card: what is above its morale routs it [6.0]."""

    battle: str
    card: str
    purpose: str
    """``morale`` or ``retreat``."""
    dice: tuple[int, ...]
    ignored: int
    """Hits that a special removes without a die [13.a]."""
    needed: int
    """The highest die that passes; a 6 never does, and a 1 always."""
    breakdown: tuple[Line, ...]
    removed: int
    """Hits that are gone without effect."""
    routed: bool
    draw: int | None
    """Number of the last draw; None if nothing was drawn."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        _note(battle, self.card, self.purpose)
        if self.draw is not None:
            state.draws = self.draw + 1


@recorded(
    "eagles_waterloo.general_checked/1",
    "{card} rolled {dice} for the hits on them: {died:dead/alive}.",
    drawn="dice",
)
class GeneralChecked(Event, frozen=True):
    """A die for each hit of a general: a 6 kills [12.4]."""

    battle: str
    card: str
    purpose: str
    """``general`` or ``retreat``."""
    dice: tuple[int, ...]
    ignored: int
    """Hits that a special removes without a die [13.a]."""
    died: bool
    draw: int | None
    """Number of the last draw; None if nothing was drawn."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        _note(battle, self.card, self.purpose)
        if self.draw is not None:
            state.draws = self.draw + 1


def _note(battle: Battle, card: str, purpose: str) -> None:
    battle.cards[card].hits = 0
    if battle.waiting == card:
        battle.waiting = ""
    if purpose == "retreat":
        battle.retreating.remove(card)
    else:
        battle.checked = True


@recorded("eagles_waterloo.check_ordered/1", "The {player} had the morale of their cards checked.")
class CheckOrdered(Event, frozen=True):
    """A card is to be checked next, or all the others in the order in which they stand [G-45]."""

    player: str
    battle: str
    card: str
    """Empty for all the others."""

    def apply(self, state: State) -> None:
        """The checks have begun: no special for them is played any more [13.a]."""
        battle = state.battles[self.battle]
        battle.checked = True
        if self.card:
            battle.waiting = self.card
        else:
            battle.resting = True
