"""Operations: goes, activation, blocks spent and readied [chapter 4, OPS]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, FOGGED, Event, recorded
from napoleon.rulesets.napoleon1815.state import Operation, State


@recorded("napoleon1815.player_passed/1", "{player} passed for the rest of the turn.")
class PlayerPassed(Event, frozen=True):
    """A pass is final for the phase [OPS.2, RULING.3]."""

    player: str
    forced: bool
    next_player: str
    """Whose go it is now; empty when all have passed."""

    def apply(self, state: State) -> None:
        state.passed.append(self.player)
        state.to_go = self.next_player
        state.green = []


@recorded(
    "napoleon1815.operation_started/1",
    "{player} activated {blocks} in {area}.",
    fogged="{player} activated {tokens} in {area}.",
)
class OperationStarted(Event, frozen=True):
    """A stack of ready blocks is activated [OPS.3]."""

    number: int
    player: str
    side: str
    area: str
    blocks: Annotated[tuple[str, ...], FOGGED]
    tokens: tuple[str, ...] = ()
    """What others see of the blocks in fog of war."""

    def apply(self, state: State) -> None:
        """The operation is under way; the combat of the last one is forgotten."""
        state.operations = self.number
        state.side_operations[self.side] = state.side_operations.get(self.side, 0) + 1
        state.combat = None
        state.operation = Operation(
            number=self.number,
            player=self.player,
            side=self.side,
            blocks=list(self.blocks),
            origin=self.area,
            from_contested=self.area in state.contested,
        )


@recorded("napoleon1815.action_chosen/1", "{player} chose: {action}.")
class ActionChosen(Event, frozen=True):
    """The active player moves, fights or does nothing [OPS.10]."""

    player: str
    action: str

    def apply(self, state: State) -> None:
        """Doing nothing finishes the operation; a stack that moves sets out now.

        [MOVE.3B, RULING.88]
        """
        operation = state.operation
        assert operation is not None
        operation.action = self.action
        operation.from_contested = operation.origin in state.contested
        operation.finished = self.action == "nothing"


@recorded(
    "napoleon1815.block_spent/1",
    "{block} became spent.",
    fogged="{token} became spent.",
    faded="A block became spent.",
)
class BlockSpent(Event, frozen=True):
    """A block has finished for this turn [TERM.5, OPS.7]."""

    block: Annotated[str, FOGGED]
    reason: Annotated[str, FADING]
    player: str = ""
    """Whose block it is; said in fog of war only."""
    token: str = ""

    def apply(self, state: State) -> None:
        state.blocks[self.block].ready = False


@recorded(
    "napoleon1815.block_readied/1",
    "{block} became ready again.",
    fogged="{token} became ready again.",
)
class BlockReadied(Event, frozen=True):
    """A spent block is turned back at the end of the turn [RECOVERY.4]."""

    block: Annotated[str, FOGGED]
    player: str = ""
    """Whose block it is; said in fog of war only."""
    token: str = ""

    def apply(self, state: State) -> None:
        state.blocks[self.block].ready = True


@recorded(
    "napoleon1815.operation_cut_short/1",
    "The operation of {player} was cut short ({reason}).",
    faded="The operation of {player} was cut short.",
)
class OperationCutShort(Event, frozen=True):
    """An enemy card ends an operation; what was done stays done [CARD.insubordination]."""

    player: str
    reason: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        assert state.operation is not None
        state.operation.finished = True


@recorded("napoleon1815.operation_ended/1", "Operation {number} ended.", closes=True)
class OperationEnded(Event, frozen=True):
    """The go passes on [OPS.1, OPS.10]."""

    number: int
    next_player: str

    def apply(self, state: State) -> None:
        """No operation is running; the last one is kept until another starts."""
        assert state.operation is not None
        state.operation.ended = True
        state.operation.green = state.green
        state.to_go = self.next_player
        state.green = []


@recorded("napoleon1815.recovery_card_laid/1", "{player} laid a recovery card face down.")
class RecoveryCardLaid(Event, frozen=True):
    """A player has chosen one more recovery card, and a corps for it [RECOVERY.2, RULING.97]."""

    player: str

    def apply(self, state: State) -> None:
        """Which card it is, and for whom, stays in the player's sealed orders."""


@recorded("napoleon1815.recovery_finished/1", "{player} finished recovery.")
class RecoveryFinished(Event, frozen=True):
    """A player has no more recovery cards to play this turn [RECOVERY.2]."""

    player: str

    def apply(self, state: State) -> None:
        """The player's sealed cards have been carried out."""
        state.finished_recovery.append(self.player)
        state.sealed.pop(self.player, None)
