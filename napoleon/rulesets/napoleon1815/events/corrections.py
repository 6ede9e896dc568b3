"""Corrections by a referee: what was on the table, and what is there from now on [RULING.98].

``reason`` is the id of the text that says why.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, FOGGED, HIDDEN, Event, Line, recorded
from napoleon.rulesets.napoleon1815.state import Block, Marker, State

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


@recorded(
    "napoleon1815.fatigue_corrected/1",
    "Correction: {corps}: fatigue {before} became {after}.",
    veiled="Correction: the fatigue of a corps of {player}.",
)
class FatigueCorrected(Event, frozen=True):
    """A corps has more fatigue or less [TERM.3]."""

    player: str
    corps: Annotated[str, HIDDEN]
    before: Annotated[int, HIDDEN]
    """Fatigue points, 0 to 8, as in `after`."""
    after: Annotated[int, HIDDEN]
    reason: str

    def apply(self, state: State) -> None:
        """The cylinder moves."""
        state.blocks[self.corps].fatigue = self.after


@recorded(
    "napoleon1815.strength_corrected/1",
    "Correction: {corps}: {before} became {after}.",
    veiled="Correction: the strength of a corps of {player}.",
)
class StrengthCorrected(Event, frozen=True):
    """A corps has more strength points or fewer; nobody scores for it [TERM.3]."""

    player: str
    corps: Annotated[str, HIDDEN]
    before: Annotated[dict[str, int], HIDDEN]
    """Strength points by kind, ``infantry`` and ``cavalry``, as in `after`."""
    after: Annotated[dict[str, int], HIDDEN]
    reason: str

    def apply(self, state: State) -> None:
        """Cubes are put on the track of the corps, or taken off."""
        block = state.blocks[self.corps]
        block.infantry, block.cavalry = self.after["infantry"], self.after["cavalry"]


# -- the board -------------------------------------------------------------------------------------


@recorded(
    "napoleon1815.track_corrected/1",
    "Correction: the victory track was set from {before} to {after}.",
)
class TrackCorrected(Event, frozen=True):
    """The marker of the victory track is put elsewhere [chapter 10]."""

    before: int
    after: int
    delta: int
    breakdown: tuple[Line, ...]
    reason: str

    def apply(self, state: State) -> None:
        """It is one of the moves of the track; points outstanding stay outstanding."""
        state.track = self.after
        state.history.append((state.turn, self.before, self.after, list(self.breakdown)))


@recorded(
    "napoleon1815.control_corrected/1",
    "Correction: control of {area}: {before} became {after}.",
)
class ControlCorrected(Event, frozen=True):
    """A flag is placed, changed or taken away; nobody scores for it [TERM.13]."""

    area: str
    before: str
    """The army whose flag stood there, or ``none``; likewise `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """The other flag stands there, or none."""
        if self.after == "none":
            del state.control[self.area]
        else:
            state.control[self.area] = self.after


@recorded(
    "napoleon1815.bridge_corrected/1",
    "Correction: the bridge on the road {road} was {before} and is {after}.",
)
class BridgeCorrected(Event, frozen=True):
    """A bridge is broken or whole [TERM.14]."""

    road: str
    before: str
    """``broken`` or ``whole``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """The marker is placed, or taken off."""
        if self.after == "broken":
            state.broken_bridges.append(self.road)
        else:
            state.broken_bridges.remove(self.road)


@recorded(
    "napoleon1815.fortified_position_corrected/1",
    "Correction: the fortified position in {area} was {before} and is {after}.",
)
class FortifiedPositionCorrected(Event, frozen=True):
    """A fortified position is there or not [TERM.12]."""

    area: str
    before: str
    """``standing`` or ``gone``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """The marker is placed, or taken off."""
        if self.after == "standing":
            state.fortified.append(self.area)
        else:
            state.fortified.remove(self.area)


@recorded(
    "napoleon1815.retreat_marker_corrected/1",
    "Correction: the retreat direction in {area}: {before} became {after}.",
)
class RetreatMarkerCorrected(Event, frozen=True):
    """The arrow of a contested area points elsewhere, or there is none [RETREATDIR.1]."""

    area: str
    before: dict[str, str]
    """``side`` and ``road`` of the marker; empty for none, and so is `after`."""
    after: dict[str, str]
    reason: str

    def apply(self, state: State) -> None:
        """An area has one marker at most [RETREATDIR.2]."""
        if self.after:
            state.markers[self.area] = Marker(self.after["side"], self.after["road"])
        else:
            del state.markers[self.area]


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
        """It is on the discard pile."""
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
