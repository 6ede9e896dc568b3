"""The initiative phase: what blue cards show, take and give, and who goes first [chapter 14.2]."""

from __future__ import annotations

from typing import Annotated, Any

from napoleon.rules.events import FADING, HIDDEN, Event, recorded
from napoleon.rulesets.napoleon1815.state import State


@recorded(
    "napoleon1815.hand_shown/1",
    "{of} showed {to} the hand: {cards:named}.",
    veiled="{of} showed {to} the hand.",
    owner="to",
    reveals=True,
)
class HandShown(Event, frozen=True):
    """A player looks at a hand as it is now, without what was declared [VIS.1, RULING.17]."""

    of: str
    to: str
    cards: Annotated[tuple[int, ...], HIDDEN, FADING]
    """In ascending order."""

    def apply(self, state: State) -> None:
        """Looking changes nothing on the table."""


@recorded(
    "napoleon1815.deck_shown/1",
    "{player} looked through the deck: {cards:named}.",
    veiled="{player} looked through the deck.",
    reveals=True,
)
class DeckShown(Event, frozen=True):
    """A player looks once at what is left in their deck, to choose from it [VIS.2]."""

    player: str
    side: str
    cards: Annotated[tuple[int, ...], HIDDEN, FADING]
    """In ascending order: a deck is a bag."""

    def apply(self, state: State) -> None:
        """That player takes a card next."""
        state.foresight = self.player


@recorded(
    "napoleon1815.card_taken_from_deck/1",
    "{player} took card {card:named} from the deck; {deck_left} are left in it.",
    veiled="{player} took a card from the deck; {deck_left} are left in it.",
)
class CardTakenFromDeck(Event, frozen=True):
    """A chosen card goes from a player's deck to their hand [CARD.foresight].

    The deck needs no shuffling afterwards: a card is drawn from it at random.
    """

    player: str
    side: str
    card: Annotated[int, HIDDEN, FADING]
    deck_left: int

    def apply(self, state: State) -> None:
        state.decks[self.side].remove(self.card)
        state.hands[self.player].append(self.card)
        state.foresight = ""


@recorded(
    "napoleon1815.strength_added/1",
    "{corps} gained a point of {kind} and has {now}.",
    veiled="A corps of {player} gained a strength point.",
)
class StrengthAdded(Event, frozen=True):
    """A corps gains a strength point; nothing scores [CARD.reinforcements]."""

    player: str
    corps: Annotated[str, HIDDEN]
    kind: Annotated[str, HIDDEN]
    """``infantry`` or ``cavalry``."""
    now: Annotated[int, HIDDEN]
    """Strength points of that kind."""

    def apply(self, state: State) -> None:
        setattr(state.blocks[self.corps], self.kind, self.now)


@recorded(
    "napoleon1815.corps_encouraged/1",
    "{player} took fatigue off the corps with Napoleon ({removed}).",
    veiled="{player} took fatigue off the corps with Napoleon.",
)
class CorpsEncouraged(Event, frozen=True):
    """Every corps with Napoleon loses a fatigue point, if it has any [CARD.vive_empereur].

    It is one event for all of them, so that nobody can count those that had any [VIS.4].
    """

    player: str
    removed: Annotated[dict[str, int], HIDDEN]
    """Fatigue points, 0 or 1, by corps."""

    def apply(self, state: State) -> None:
        for corps, points in self.removed.items():
            state.blocks[corps].fatigue -= points


@recorded(
    "napoleon1815.initiative_decided/1",
    "{side} won the initiative (cards flipped: {values}).",
)
class InitiativeDecided(Event, frozen=True):
    """Who begins the operations phase [INIT.3-4, INIT.6]."""

    side: str
    player: str
    values: dict[str, Any]
    """Value of the flipped card by player; empty where Intuition decided."""
    tie: bool

    def apply(self, state: State) -> None:
        state.initiative = self.player
