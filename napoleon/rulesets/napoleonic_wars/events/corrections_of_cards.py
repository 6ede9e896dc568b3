"""Corrections by a referee of cards: where they lie, and what they do from the table [R-135]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, HIDDEN, Event, recorded
from napoleon.rulesets.napoleonic_wars.events.foreign_wars import end_war
from napoleon.rulesets.napoleonic_wars.state import HomeCard, Rule, State

DECK, DISCARDS, REMOVED = "deck", "discards", "removed"


def _piles(state: State) -> dict[str, list[str]]:
    piles = {DECK: state.bag, DISCARDS: state.discards, REMOVED: state.removed}
    return piles | {name: it.hand for name, it in state.nations.items()}


def pile_of(state: State, name: str) -> list[str]:
    """A pile, or the hand of a nation."""
    return _piles(state)[name]


def place_of(state: State, card: str) -> str:
    """Where a card of the deck lies: a pile, or the nation whose hand it is in; empty if aside."""
    return next((name for name, cards in _piles(state).items() if card in cards), "")


def _move(state: State, card: str, before: str, after: str) -> None:
    pile_of(state, before).remove(card)
    pile_of(state, after).append(card)


@recorded(
    "napoleonic_wars.card_corrected/1",
    "Correction: {card} goes from {before} to {after}.",
    veiled="Correction: a card goes from {before} to {after}.",
    owner="readers",
    reveals=True,
)
class CardCorrected(Event, frozen=True):
    """A card goes from a hand or the deck to another, unseen by others [18.D]."""

    readers: tuple[str, ...]
    card: Annotated[str, HIDDEN, FADING]
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """It lies there."""
        _move(state, self.card, self.before, self.after)


@recorded(
    "napoleonic_wars.open_card_corrected/1",
    "Correction: {card} goes from {before} to {after}.",
    reveals=True,
    faded="Correction: a card goes from {before} to {after}.",
)
class OpenCardCorrected(Event, frozen=True):
    """A card that everybody sees goes elsewhere, or one is laid open."""

    card: Annotated[str, FADING]
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """It lies there."""
        _move(state, self.card, self.before, self.after)


@recorded(
    "napoleonic_wars.home_card_corrected/1",
    "Correction: {card} lies face {up:up/down}.",
)
class HomeCardCorrected(Event, frozen=True):
    """A home card may be played in this turn, or not [6.2]."""

    card: str
    up: bool
    reason: str

    def apply(self, state: State) -> None:
        """It is turned."""
        for nation in state.nations.values():
            for it in nation.home:
                if it.card == self.card:
                    it.up = self.up


@recorded(
    "napoleonic_wars.card_taken_off/1",
    "Correction: {card} has no effect any more.",
    faded="Correction: a card has no effect any more.",
)
class CardTakenOff(Event, frozen=True):
    """A foreign war or another lasting effect is over [6.1.d, 7.6]."""

    card: Annotated[str, FADING]
    aside: bool
    """Whether the card lay on the table, and goes to the discards."""
    reason: str

    def apply(self, state: State) -> None:
        """Pieces on it can be bought back."""
        state.rules = [it for it in state.rules if it.card != self.card]
        for war in [it for it in state.foreign_wars if it.card == self.card]:
            end_war(state, war)
        if self.aside:
            state.discards.append(self.card)


@recorded(
    "napoleonic_wars.card_laid/1",
    "Correction: {card} has its effect.",
    reveals=True,
    faded="Correction: a card has its effect.",
)
class CardLaid(Event, frozen=True):
    """A lasting effect of a card is there [6.1.d]."""

    card: Annotated[str, FADING]
    hook: Annotated[str, FADING]
    nation: str
    """Whose card it is."""
    of: str
    """The nation that it is about; empty for nobody in particular."""
    until: str
    source: str
    """The pile or the hand that the card leaves; empty if it stays where it is."""
    reason: str

    def apply(self, state: State) -> None:
        """The place of the rules that it changes reads it."""
        state.rules.append(Rule(self.hook, self.card, self.nation, self.of, self.until))
        if self.source:
            pile_of(state, self.source).remove(self.card)


@recorded("napoleonic_wars.home_card_lent/1", "Correction: {card} lies with {to}.")
class HomeCardLent(Event, frozen=True):
    """A home card lies with another power, or with its owner again [14.34]."""

    card: str
    before: str
    to: str
    back_to: str
    """To whom it goes back with the next turn; empty if it is there."""
    reason: str

    def apply(self, state: State) -> None:
        """It is as used as it was."""
        holder = state.nations[self.before]
        up = next(it.up for it in holder.home if it.card == self.card)
        holder.home = [it for it in holder.home if it.card != self.card]
        state.nations[self.to].home.append(HomeCard(self.card, up, self.back_to))
