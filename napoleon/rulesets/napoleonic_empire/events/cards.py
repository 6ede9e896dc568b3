"""Deck, hands, discards, and the windows in which cards are played [chapters 5 and 9]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import HIDDEN, Event, recorded
from napoleon.rulesets.napoleonic_empire.sides import enemy
from napoleon.rulesets.napoleonic_empire.state import Discarded, State, Window


@recorded(
    "napoleonic_empire.card_drawn/1",
    "The {side} drew {card:named}.",
    veiled="The {side} drew a card.",
    drawn="card",
    owner="side",
)
class CardDrawn(Event, frozen=True):
    """A card was drawn from the deck [DRAW.1]."""

    side: str
    card: Annotated[str, HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        """It goes to the hand."""
        state.deck.remove(self.card)
        state.hands[self.side] = sorted([*state.hands[self.side], self.card])
        state.draws = self.draw + 1


@recorded("napoleonic_empire.deck_rebuilt/1", "The discards formed a new deck: {count:card/cards}.")
class DeckRebuilt(Event, frozen=True):
    """The deck ran out, and the discard pile was shuffled [DRAW.2]."""

    count: int

    def apply(self, state: State) -> None:
        """All that is known of the new deck is what is elsewhere."""
        state.deck = sorted([*state.deck, *(it.card for it in state.discards)])
        state.discards = []


@recorded(
    "napoleonic_empire.drawing_ended/1", "The {side} drew {cards:card/cards} in the Draw phase."
)
class DrawingEnded(Event, frozen=True):
    """The cards of the Draw phase are in hand [DRAW.1, E-07]."""

    side: str
    cards: int
    """2, or fewer if deck and discards are both empty."""

    def apply(self, state: State) -> None:
        """The hand limit comes next."""
        state.drawn = True


@recorded(
    "napoleonic_empire.hand_limit_applied/1",
    "The {side} had to discard {excess:card/cards}.",
)
class HandLimitApplied(Event, frozen=True):
    """The hand was checked against the limit [DRAW.3, E-08]."""

    side: str
    excess: int
    """Cards beyond seven, 1 or more."""

    def apply(self, state: State) -> None:
        """The owner chooses which."""
        state.excess = self.excess


@recorded(
    "napoleonic_empire.card_discarded/1",
    "The {side} discarded {card:named} ({reason}).",
    veiled="The {side} discarded a card face down ({reason}).",
    owner="side",
)
class CardDiscarded(Event, frozen=True):
    """A card went to the discard pile face down [DRAW.3]."""

    side: str
    card: Annotated[str, HIDDEN]
    reason: str

    def apply(self, state: State) -> None:
        """Only its owner knows what it was."""
        state.hands[self.side].remove(self.card)
        state.discards.append(Discarded(self.card, self.side))
        state.excess -= 1


@recorded(
    "napoleonic_empire.window_opened/1", "Cards were asked for, of the {side} first ({kind})."
)
class WindowOpened(Event, frozen=True):
    """Both sides may play cards now [E-13, E-24]."""

    kind: str
    side: str
    """Side that has the word first."""

    def apply(self, state: State) -> None:
        """Nobody has passed yet."""
        state.window = Window(self.kind, self.side)
        if self.kind == "battle" and state.battle is not None:
            state.battle.opened = True


@recorded("napoleonic_empire.window_left_out/1", "Nobody could play a card ({kind}).")
class WindowLeftOut(Event, frozen=True):
    """Everybody knows that nobody could play a card, so nobody is asked for one [E-57]."""

    kind: str

    def apply(self, state: State) -> None:
        """It does not open any more in this turn, unless for another battle."""
        if self.kind == "battle" and state.battle is not None:
            state.battle.opened = True
        else:
            state.windows_closed.append(self.kind)


@recorded("napoleonic_empire.window_closed/1", "No more cards were played ({kind}).")
class WindowClosed(Event, frozen=True):
    """Both sides have passed in succession [E-13]."""

    kind: str

    def apply(self, state: State) -> None:
        """It does not open again in this turn, unless for another battle."""
        state.window = None
        if self.kind != "battle":
            state.windows_closed.append(self.kind)


@recorded("napoleonic_empire.pass_declared/1", "The {side} passed.")
class PassDeclared(Event, frozen=True):
    """A side plays no card now [E-13]."""

    side: str

    def apply(self, state: State) -> None:
        """The word goes to the other side."""
        assert state.window is not None
        state.window.passes += 1
        state.window.word = enemy(self.side)


@recorded("napoleonic_empire.pass_forced/1", "The {side} could play no card, and passed.")
class PassForced(Event, frozen=True):
    """A side is not asked, as everybody knows that it can play nothing [E-57]."""

    side: str

    def apply(self, state: State) -> None:
        """The word goes to the other side, as by any pass."""
        assert state.window is not None
        state.window.passes += 1
        state.window.word = enemy(self.side)


@recorded("napoleonic_empire.card_played/1", "The {side} played {card:named}.", reveals=True)
class CardPlayed(Event, frozen=True):
    """A card was played, and lies face up in the discard pile [CARD.1]."""

    side: str
    """Who played it; its effect may be the other side's [E-23]."""
    card: str
    window: str

    def apply(self, state: State) -> None:
        """The word goes to the other side."""
        assert state.window is not None
        state.hands[self.side].remove(self.card)
        state.discards.append(Discarded(self.card))
        state.window.passes = 0
        state.window.word = enemy(self.side)


@recorded("napoleonic_empire.card_without_effect/1", "{card:named} had no effect: {reason}.")
class CardWithoutEffect(Event, frozen=True):
    """A card was played to no effect [E-25]."""

    card: str
    reason: str

    def apply(self, state: State) -> None:
        """It stays played."""


@recorded("napoleonic_empire.event_card_added/1", "{card:named} joined the deck in round {round}.")
class EventCardAdded(Event, frozen=True):
    """A dated card was shuffled into the deck [E-41]."""

    card: str
    round: int

    def apply(self, state: State) -> None:
        """It may be drawn from now on."""
        state.dated.remove(self.card)
        state.deck = sorted([*state.deck, self.card])


@recorded(
    "napoleonic_empire.continental_system_began/1",
    "The Continental System weighs on {countries:the} for a Reinforcement phase each.",
)
class ContinentalSystemBegan(Event, frozen=True):
    """Two countries give fewer armies, each in one Reinforcement phase [E-27]."""

    countries: tuple[str, ...]

    def apply(self, state: State) -> None:
        """It does not weigh twice on a country."""
        state.continental += [it for it in self.countries if it not in state.continental]


@recorded(
    "napoleonic_empire.continental_system_consumed/1",
    "The Continental System no longer weighs on {country:the}.",
)
class ContinentalSystemConsumed(Event, frozen=True):
    """The one Reinforcement phase in which a country was to suffer it is over [E-27]."""

    country: str

    def apply(self, state: State) -> None:
        """The country has its full value again."""
        state.continental.remove(self.country)
