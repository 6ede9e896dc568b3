"""Fog of war: tokens, revealed and hidden blocks, cavalry scouts [chapter 11]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, FOGGED, HIDDEN, Event, recorded
from napoleon.rules.kit.tokens import put
from napoleon.rulesets.napoleon1815.state import State


@recorded(
    "napoleon1815.tokens_replaced/1",
    "The tokens {old} in {area} became {new} ({pairing}).",
    veiled="The tokens {old} in {area} became {new}.",
    drawn="pairing",
)
class TokensReplaced(Event, frozen=True):
    """The enemy can no longer tell which of these blocks is which [VIS.7]."""

    player: str
    area: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    pairing: Annotated[dict[str, str], HIDDEN]
    """New token by block."""
    draw: int
    """Number of the last draw used; there is one for each block."""

    def apply(self, state: State) -> None:
        put(state.blocks, self.pairing)
        state.tokens += len(self.pairing)
        state.draws = self.draw + 1


@recorded(
    "napoleon1815.blocks_revealed/1",
    "The blocks in {area} were revealed: {blocks}.",
    reveals=True,
)
class BlocksRevealed(Event, frozen=True):
    """Blocks are shown to everybody, by a combat or a card [FOG.3-4]."""

    area: str
    blocks: dict[str, str]
    """Block by token."""

    def apply(self, state: State) -> None:
        for block in self.blocks.values():
            state.blocks[block].revealed = True


@recorded("napoleon1815.blocks_hidden/1", "The blocks {blocks} were hidden again.")
class BlocksHidden(Event, frozen=True):
    """After combat and pursuit blocks stand upright again [FOG.3]."""

    blocks: tuple[str, ...]

    def apply(self, state: State) -> None:
        """New tokens follow for those that could be told apart [VIS.7]."""
        for block in self.blocks:
            state.blocks[block].revealed = False


@recorded(
    "napoleon1815.scout_eliminated/1",
    "The scout {token} was eliminated in {area} ({reason}).",
    faded="The scout {token} was eliminated in {area}.",
    reveals=True,
)
class ScoutEliminated(Event, frozen=True):
    """A cavalry scout is removed; nobody scores for it [SCOUT.5, SCOUT.8b].

    Only its owner reads which of several it was: that would tell where tokens have gone.
    """

    player: str
    block: Annotated[str, FOGGED]
    token: str
    area: str
    reason: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        block = state.blocks[self.block]
        block.area, block.removed = None, True
        if state.operation and self.block in state.operation.blocks:
            state.operation.blocks.remove(self.block)


@recorded(
    "napoleon1815.scout_reported/1",
    "The scouts of {player} found {finding} in {area}.",
    veiled="The scouts of {player} looked around in {area}.",
    reveals=True,
)
class ScoutReported(Event, frozen=True):
    """A scout learns whether there are corps among the enemy blocks of an area [SCOUT.6]."""

    player: str
    area: str
    finding: Annotated[str, HIDDEN]
    """``corps`` or ``scouts only``."""

    def apply(self, state: State) -> None:
        """Knowledge changes nothing on the table."""
