"""Cards: drawn, revealed, flipped, discarded; dice; lasting events [chapters 3, 4 and 13]."""

from __future__ import annotations

from typing import Annotated

import msgspec

from napoleon.rules.events import FADING, HIDDEN, Event, recorded
from napoleon.rulesets.napoleon1815.state import State


@recorded("napoleon1815.deck_shuffled/1", "{side} shuffled a deck of {size:card/cards} ({reason}).")
class DeckShuffled(Event, frozen=True):
    """A new deck: at set-up, or the discard pile when the deck has run out [CARDS.8]."""

    side: str
    size: int
    reason: str
    cards: tuple[int, ...] = ()
    """At set-up: the numbers of the cards in the deck, which everybody knows."""

    def apply(self, state: State) -> None:
        """A deck is a bag: what is in it counts, not its order."""
        if self.cards:
            state.decks[self.side] = sorted(self.cards)
            state.discards[self.side] = []
        else:
            state.decks[self.side] = sorted(state.discards[self.side])
            state.discards[self.side] = []


@recorded(
    "napoleon1815.card_drawn/1",
    "{player} drew card {card:named}; {deck_left} are left in the deck.",
    veiled="{player} drew a card; {deck_left} are left in the deck.",
    drawn="card",
)
class CardDrawn(Event, frozen=True):
    """A card goes from a deck to a hand [DRAW.1]."""

    player: str
    side: str
    card: Annotated[int, HIDDEN, FADING]
    deck_left: int
    draw: int
    """Number of the draw in the game's chance."""

    def apply(self, state: State) -> None:
        """It is in the hand, even a red one, until all have drawn [RULING.15]."""
        state.decks[self.side].remove(self.card)
        state.hands[self.player].append(self.card)
        state.draws = self.draw + 1


@recorded(
    "napoleon1815.red_card_revealed/1",
    "{player} drew the red card {card}, {event}.",
    faded="{player} drew a red card.",
    reveals=True,
)
class RedCardRevealed(Event, frozen=True):
    """A red card leaves the hand it was drawn to [DRAW.2]."""

    player: str
    card: Annotated[int, FADING]
    event: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        """It waits for its fate; the first one revealed stands for now."""
        state.hands[self.player].remove(self.card)
        state.revealed.append(self.card)
        state.red_card = (self.card, self.player)


@recorded(
    "napoleon1815.red_cards_cancelled/1",
    "The red cards {cards:named} cancelled each other.",
    faded="The red cards cancelled each other.",
)
class RedCardsCancelled(Event, frozen=True):
    """Two or more red cards in one draw phase are all without effect [DRAW.3]."""

    cards: Annotated[tuple[int, ...], FADING]

    def apply(self, state: State) -> None:
        state.red_card = None


@recorded(
    "napoleon1815.lasting_event_started/1",
    "{event} came into force until {until} ends.",
    faded="An event came into force until {until} ends.",
)
class LastingEventStarted(Event, frozen=True):
    """An event stays in force until the turn ends [CARDS.10, DRAW.4]."""

    event: Annotated[str, FADING]
    card: Annotated[int, FADING]
    until: str
    player: str = ""
    """Whose blocks alone it concerns; empty if it is for everybody [THREE.10]."""

    def apply(self, state: State) -> None:
        state.lasting[self.event] = self.card
        if self.player:
            state.lasting_for[self.event] = self.player
        state.revealed = [card for card in state.revealed if card != self.card]
        state.red_card = None


@recorded(
    "napoleon1815.lasting_event_ended/1",
    "{event} went out of force.",
    faded="An event went out of force.",
)
class LastingEventEnded(Event, frozen=True):
    """The turn is over, and the event with it [RECOVERY.5]."""

    event: Annotated[str, FADING]
    card: Annotated[int, FADING]
    side: str

    def apply(self, state: State) -> None:
        del state.lasting[self.event]
        state.lasting_for.pop(self.event, None)
        state.discards[self.side].append(self.card)


@recorded(
    "napoleon1815.card_discarded/1",
    "{player} discarded card {card:named} ({reason}).",
    faded="{player} discarded a card.",
    reveals=True,
    drawn="card",
)
class CardDiscarded(Event, frozen=True):
    """A card goes to its owner's discard pile, face up [CARDS.5]."""

    player: str
    side: str
    card: Annotated[int, FADING]
    reason: Annotated[str, FADING]
    draw: int | None = None
    """Number of the draw, if chance chose the card."""

    def apply(self, state: State) -> None:
        if self.draw is not None:
            state.draws = self.draw + 1
        if self.card in state.hands[self.player]:
            state.hands[self.player].remove(self.card)
        if self.card in state.revealed:
            state.revealed.remove(self.card)
        if state.combat is not None and state.combat.on_table:
            lying = [it for it in state.combat.on_table if it != (self.player, self.card)]
            state.combat.on_table = lying or msgspec.UNSET
        if state.red_card and state.red_card[0] == self.card:
            state.red_card = None
        state.discards[self.side].append(self.card)


@recorded("napoleon1815.recovery_barred/1", "{side} may play no recovery cards this turn.")
class RecoveryBarred(Event, frozen=True):
    """Delayed troops without troops to delay [CARD.delay]."""

    side: str

    def apply(self, state: State) -> None:
        state.recovery_barred.append(self.side)


@recorded(
    "napoleon1815.card_flipped/1",
    "{player} flipped card {card:named} for {purpose} "
    "({value}, {losses:loss/losses}, {fatigue} fatigue).",
    faded="{player} flipped a card for {purpose} "
    "({value}, {losses:loss/losses}, {fatigue} fatigue).",
    drawn="card",
)
class CardFlipped(Event, frozen=True):
    """The card on top of a deck is revealed and used [TERM.16]."""

    player: str
    side: str
    card: Annotated[int | None, FADING]
    """None if there was no card left to flip [RULING.16]."""
    value: int
    losses: int
    fatigue: int
    purpose: str
    """``initiative``, ``leader``, ``movement``, ``combat``, ``ney`` or ``pursuit``."""
    draw: int | None = None

    def apply(self, state: State) -> None:
        if self.card is not None:
            state.decks[self.side].remove(self.card)
            state.open_cards.setdefault(self.side, []).append(self.card)
        if self.draw is not None:
            state.draws = self.draw + 1
        if self.purpose == "ney" and state.combat:
            state.combat.ney = self.value


@recorded(
    "napoleon1815.flipped_cards_discarded/1",
    "{side} discarded the flipped cards {cards:named}.",
    faded="{side} discarded the flipped cards.",
)
class FlippedCardsDiscarded(Event, frozen=True):
    """The step is over, and the cards that lay open in it are discarded [CARDS.5]."""

    side: str
    cards: Annotated[tuple[int, ...], FADING]

    def apply(self, state: State) -> None:
        state.open_cards.pop(self.side)
        state.discards[self.side].extend(self.cards)


@recorded(
    "napoleon1815.dice_rolled/1",
    "{player} rolled {faces} for {purpose}: {losses:loss/losses}, {fatigue} fatigue.",
    drawn="faces",
)
class DiceRolled(Event, frozen=True):
    """Dice instead of flipped cards [DICE.2]."""

    player: str
    side: str
    faces: tuple[int, ...]
    losses: int
    fatigue: int
    purpose: str
    draw: int
    """Number of the last draw used; each die is one draw."""

    def apply(self, state: State) -> None:
        state.draws = self.draw + 1
