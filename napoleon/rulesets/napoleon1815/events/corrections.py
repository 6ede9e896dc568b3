"""Blocks and cards that a referee puts elsewhere [RULING.98].

``reason`` is the id of the text that says why.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, FOGGED, HIDDEN, Event, recorded
from napoleon.rulesets.napoleon1815.state import Block, State

# -- blocks ----------------------------------------------------------------------------------------


@recorded(
    "napoleon1815.blocks_corrected/1",
    "Correction: {blocks} stand in {area}, no longer in {origin}.",
    fogged="Correction: {tokens} stand in {area}, no longer in {origin}.",
)
class BlocksCorrected(Event, frozen=True):
    """Blocks of one player are put from one area into another."""

    player: str
    blocks: Annotated[tuple[str, ...], FOGGED]
    origin: str
    area: str
    reason: str
    tokens: tuple[str, ...] = ()
    """What others see of the blocks in fog of war."""

    def apply(self, state: State) -> None:
        """They stand in the new area, as they are."""
        for block in self.blocks:
            state.blocks[block].area = self.area


@recorded(
    "napoleon1815.block_restored/1",
    "Correction: {block} stands in {area} ({infantry} infantry, {cavalry} cavalry, fatigue "
    "{fatigue}); it was off the map ({source}).",
    veiled="Correction: {block} stands in {area}; it was off the map ({source}).",
    fogged="Correction: {token} stands in {area}; it was off the map ({source}).",
)
class BlockRestored(Event, frozen=True):
    """A block that was off the map is put on it."""

    player: str
    block: Annotated[str, FOGGED]
    area: str
    source: str
    """Where it was: ``removed``, ``reinforcements`` or ``by event``."""
    ready: bool
    reason: str
    infantry: Annotated[int, HIDDEN] = 0
    cavalry: Annotated[int, HIDDEN] = 0
    fatigue: Annotated[int, HIDDEN] = 0
    token: str = ""
    """What others see of it in fog of war."""

    def apply(self, state: State) -> None:
        """It stands there, and is no longer expected."""
        state.blocks[self.block] = Block(
            area=self.area,
            ready=self.ready,
            infantry=self.infantry,
            cavalry=self.cavalry,
            fatigue=self.fatigue,
            token=self.token,
        )
        state.tokens += bool(self.token)
        state.reinforcements.pop(self.block, None)
        if self.block in state.awaiting_event:
            state.awaiting_event.remove(self.block)


@recorded(
    "napoleon1815.block_withdrawn/1",
    "Correction: {block} was taken off the map in {area} for good ({infantry} infantry, {cavalry} "
    "cavalry, fatigue {fatigue}).",
    veiled="Correction: {kind} was taken off the map in {area} for good.",
    fogged="Correction: {token} ({kind}) was taken off the map in {area} for good.",
    reveals=True,
)
class BlockWithdrawn(Event, frozen=True):
    """A block is eliminated by a correction; nobody scores for it."""

    player: str
    block: Annotated[str, FOGGED]
    kind: str
    """What everybody sees off the map: the block itself, or that it was a scout of its army."""
    area: str
    reason: str
    infantry: Annotated[int, HIDDEN] = 0
    cavalry: Annotated[int, HIDDEN] = 0
    fatigue: Annotated[int, HIDDEN] = 0
    token: str = ""

    def apply(self, state: State) -> None:
        """It is off the map, as an eliminated block is [ELIM.3]."""
        block = state.blocks[self.block]
        block.area, block.removed = None, True
        block.infantry = block.cavalry = block.fatigue = 0


@recorded(
    "napoleon1815.readiness_corrected/1",
    "Correction: {block} was {before} and is {after}.",
    fogged="Correction: {token} was {before} and is {after}.",
)
class ReadinessCorrected(Event, frozen=True):
    """A block is ready or spent [TERM.5]."""

    player: str
    block: Annotated[str, FOGGED]
    before: str
    """``ready`` or ``spent``, and so is `after`."""
    after: str
    reason: str
    token: str = ""

    def apply(self, state: State) -> None:
        """It is turned upright, or laid flat."""
        state.blocks[self.block].ready = self.after == "ready"


# -- cards -----------------------------------------------------------------------------------------


@recorded(
    "napoleon1815.card_corrected/1",
    "Correction: card {card:named} of the {side} deck went from {source} to {target}.",
    veiled="Correction: a card of the {side} deck went from {source} to {target}.",
    owner="readers",
    reveals=True,
)
class CardCorrected(Event, frozen=True):
    """A card is put into a deck or hand; only those whose hand held or holds it see which."""

    side: str
    card: Annotated[int, HIDDEN, FADING]
    source: str
    """``deck``, ``discards``, or the seat whose hand it is; likewise `target`."""
    target: str
    reason: str

    @property
    def readers(self) -> tuple[str, ...]:
        """The seats whose hands are meant [VIS.1]."""
        return tuple(place for place in (self.source, self.target) if place not in PILES)

    def apply(self, state: State) -> None:
        """It is in one place, like every card."""
        move_card(state, self.side, self.card, self.source, self.target)


@recorded(
    "napoleon1815.discard_corrected/1",
    "Correction: card {card:named} of the {side} deck went from {source} to the discards.",
    faded="Correction: a card of the {side} deck went from {source} to the discards.",
    reveals=True,
)
class DiscardCorrected(Event, frozen=True):
    """A card is discarded by a correction, face up like every discard [CARDS.5, VIS.3]."""

    side: str
    card: Annotated[int, FADING]
    source: str
    """``deck``, or the seat whose hand it was in."""
    reason: str

    def apply(self, state: State) -> None:
        move_card(state, self.side, self.card, self.source, "discards")


PILES = ("deck", "discards")
"""Places of cards that are no hand."""


def cards_in(state: State, side: str, place: str) -> list[int]:
    """The cards of a place: a pile of `side`, or the hand of a seat. The list is the state's."""
    piles = {"deck": state.decks, "discards": state.discards}
    return piles[place][side] if place in piles else state.hands[place]


def move_card(state: State, side: str, card: int, source: str, target: str) -> None:
    """Put a card from one place into another; a deck is kept in ascending order."""
    cards_in(state, side, source).remove(card)
    into = cards_in(state, side, target)
    into.append(card)
    if target == "deck":
        into.sort()
