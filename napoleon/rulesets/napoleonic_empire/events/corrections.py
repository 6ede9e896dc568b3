"""Corrections by a referee: what was on the table, and what is there from now on [E-55].

``reason`` is the id of the text that says why.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import HIDDEN, Event, recorded
from napoleon.rulesets.napoleonic_empire.state import Commander, Discarded, State

# -- armies and commanders -------------------------------------------------------------------------


@recorded(
    "napoleonic_empire.armies_corrected/1",
    "Correction: the {side} have {after:army/armies} in {country:the}, no longer {before}.",
)
class ArmiesCorrected(Event, frozen=True):
    """A side has more armies in a country, or fewer; the others are in its pool [COMP.2]."""

    side: str
    country: str
    before: int
    """0 to 80, and so is `after`."""
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """They stand there; a country without any is not kept."""
        _put(state.armies[self.side], self.country, self.after)


@recorded(
    "napoleonic_empire.moved_armies_corrected/1",
    "Correction: of the armies of the {side} in {country:the}, {after} moved in this turn, "
    "not {before}.",
)
class MovedArmiesCorrected(Event, frozen=True):
    """More of the armies in a country may still move in this turn, or fewer [MOVE.2]."""

    side: str
    """The active side."""
    country: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """The others there have not moved."""
        _put(state.moved, self.country, self.after)


@recorded(
    "napoleonic_empire.commander_corrected/1",
    "Correction: {name} is in {after:the} (before: {before}).",
)
class CommanderCorrected(Event, frozen=True):
    """A commander is put into a country: from another one, or back into the game [E-34]."""

    name: str
    side: str
    before: str
    """The country where he was; ``none`` if he was out of the game."""
    after: str
    had_moved: bool
    """Whether he had moved in this turn; likewise `has_moved`."""
    has_moved: bool
    reason: str

    def apply(self, state: State) -> None:
        """He stands there."""
        state.commanders[self.name] = Commander(self.side, self.after, self.has_moved)


@recorded(
    "napoleonic_empire.commander_withdrawn/1",
    "Correction: {name}, who was in {country:the}, is out of the game.",
)
class CommanderWithdrawn(Event, frozen=True):
    """A commander is taken off the map [E-38]."""

    name: str
    country: str
    reason: str

    def apply(self, state: State) -> None:
        """He is gone, like one who was lost."""
        del state.commanders[self.name]


# -- what holds for a turn or a phase --------------------------------------------------------------


@recorded(
    "napoleonic_empire.movement_bar_corrected/1",
    "Correction: what keeps the {side} from moving this turn is {after}, no longer {before}.",
)
class MovementBarCorrected(Event, frozen=True):
    """The active side may not move in this turn, or may after all [E-28]."""

    side: str
    before: str
    """The card by which it may not move, or ``none``; likewise `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """The Move phase goes by it."""
        state.barred = "" if self.after == NONE else self.after


@recorded(
    "napoleonic_empire.continental_system_corrected/1",
    "Correction: the Continental System on {country:the} is {after}, no longer {before}.",
)
class ContinentalSystemCorrected(Event, frozen=True):
    """A country gives fewer armies in its next Reinforcement phase, or does not [E-27]."""

    country: str
    before: str
    """``pending`` or ``none``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """It weighs on the country, or no longer."""
        if self.after == NONE:
            state.continental.remove(self.country)
        else:
            state.continental.append(self.country)


@recorded(
    "napoleonic_empire.battle_due_corrected/1",
    "Correction: the battle in {country:the} was {before} in this phase, and is {after}.",
)
class BattleDueCorrected(Event, frozen=True):
    """A battle of the running Attack phase is still to be fought, or not [ATTACK.1, E-11]."""

    country: str
    before: str
    """``over`` or ``to be fought``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """A country is fought over once in a phase."""
        if self.after == OVER:
            state.fought.append(self.country)
        else:
            state.fought.remove(self.country)


# -- cards -----------------------------------------------------------------------------------------


@recorded(
    "napoleonic_empire.card_corrected/1",
    "Correction: {card:named} went from {source:the} to {target:the}.",
    veiled="Correction: a card went from {source:the} to {target:the}.",
    owner="readers",
    reveals=True,
)
class CardCorrected(Event, frozen=True):
    """A card that lay hidden is put where it lies hidden; past and new holders see which."""

    card: Annotated[str, HIDDEN]
    source: str
    """``deck``, ``face_down`` for the discards, or the seat whose hand it is; so is `target`."""
    target: str
    reason: str
    readers: tuple[str, ...]
    """The seats who know the card: those whose hands are meant, and the one that discarded it."""

    def apply(self, state: State) -> None:
        """It is in one place, like every card."""
        move_card(state, self.card, self.source, self.target)


@recorded(
    "napoleonic_empire.open_card_corrected/1",
    "Correction: {card:named} went from {source:the} to {target:the}.",
    reveals=True,
)
class OpenCardCorrected(Event, frozen=True):
    """A card that lies face up among the discards is put elsewhere, or the other way round.

    Everybody sees it lie there [CARD.1].
    """

    card: str
    source: str
    """``face_up`` for the discards, ``deck``, ``face_down`` or a seat; so is `target`."""
    target: str
    reason: str

    def apply(self, state: State) -> None:
        """It is in one place, like every card."""
        move_card(state, self.card, self.source, self.target)


NONE = "none"
PENDING = "pending"
OVER, TO_BE_FOUGHT = "over", "to be fought"
DECK, FACE_UP, FACE_DOWN = "deck", "face_up", "face_down"
PILES = (DECK, FACE_UP, FACE_DOWN)
"""Places of cards that are no hand; the discards lie face up or face down [CARD.1]."""


def place_of(state: State, card: str) -> str:
    """The pile, or the seat whose hand a card is in; empty for one that is not in the game yet."""
    for seat, hand in state.hands.items():
        if card in hand:
            return seat
    if card in state.deck:
        return DECK
    lying = discarded(state, card)
    if lying is None:
        return ""
    return FACE_DOWN if lying.face_down_by else FACE_UP


def discarded(state: State, card: str) -> Discarded | None:
    """How a card lies in the discard pile; None if it does not."""
    return next((it for it in state.discards if it.card == card), None)


def move_card(state: State, card: str, source: str, target: str) -> None:
    """Put a card from one place into another; deck and hands are kept in alphabetical order."""
    if source == DECK:
        state.deck.remove(card)
    elif source in PILES:
        state.discards = [it for it in state.discards if it.card != card]
    else:
        state.hands[source].remove(card)
    if target == DECK:
        state.deck = sorted([*state.deck, card])
    elif target == FACE_UP:
        state.discards.append(Discarded(card))
    elif target == FACE_DOWN:
        state.discards.append(Discarded(card, source))
    else:
        state.hands[target] = sorted([*state.hands[target], card])


def _put(numbers: dict[str, int], country: str, armies: int) -> None:
    if armies:
        numbers[country] = armies
    else:
        numbers.pop(country, None)
