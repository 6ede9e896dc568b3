"""Set-up: the table is laid out [chapter 3]."""

from __future__ import annotations

from typing import Annotated, Any

from napoleon.rules.events import FOGGED, HIDDEN, Event, recorded
from napoleon.rulesets.napoleon1815.state import Block, Due, State


@recorded(
    "napoleon1815.table_laid/1",
    "The scenario {scenario} was laid out; the track stands at {track}.",
)
class TableLaid(Event, frozen=True):
    """The board before any block stands on it [SETUP.1, SETUP.3]. Begins the state."""

    scenario: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    last_turn: int
    track: int
    control: dict[str, str]
    """Army by area."""
    fortified: tuple[str, ...]
    broken_bridges: tuple[str, ...]
    reinforcements: dict[str, tuple[int, tuple[str, ...]]]
    """Block to the turn it is due and its areas in order of preference."""
    event_blocks: tuple[str, ...]

    def begin(self) -> State:
        """The state that this event starts from."""
        return State(
            scenario=self.scenario,
            options=dict(self.options),
            seats=list(self.seats),
            last_turn=self.last_turn,
            track=self.track,
            control=dict(self.control),
            fortified=list(self.fortified),
            broken_bridges=list(self.broken_bridges),
            reinforcements={
                block: Due(turn, list(areas))
                for block, (turn, areas) in self.reinforcements.items()
            },
            awaiting_event=list(self.event_blocks),
            hands={seat: [] for seat in self.seats},
        )


@recorded(
    "napoleon1815.block_placed/1",
    "{block} was placed in {area} ({infantry} infantry, {cavalry} cavalry, fatigue {fatigue}).",
    veiled="{block} was placed in {area}.",
    fogged="{token} was placed in {area}.",
)
class BlockPlaced(Event, frozen=True):
    """A block comes onto the map: at set-up, as a reinforcement or by an event [SETUP.3-4]."""

    player: str
    block: Annotated[str, FOGGED]
    area: str
    reason: str
    infantry: Annotated[int, HIDDEN] = 0
    cavalry: Annotated[int, HIDDEN] = 0
    fatigue: Annotated[int, HIDDEN] = 0
    token: str = ""
    """What others see of it in fog of war."""

    def apply(self, state: State) -> None:
        """The block stands there, ready."""
        state.blocks[self.block] = Block(
            area=self.area,
            infantry=self.infantry,
            cavalry=self.cavalry,
            fatigue=self.fatigue,
            token=self.token,
        )
        state.tokens += bool(self.token)
        state.reinforcements.pop(self.block, None)
        if self.block in state.awaiting_event:
            state.awaiting_event.remove(self.block)


@recorded("napoleon1815.game_started/1", "The game started with turn {first_turn}.")
class GameStarted(Event, frozen=True):
    """Everything is in its place [SETUP.3]."""

    first_turn: int

    def apply(self, state: State) -> None:
        state.started = self.fog
        state.sealed = {}


@recorded(
    "napoleon1815.reinforcement_delayed/1",
    "{corps} will not arrive before turn {new_turn}.",
)
class ReinforcementDelayed(Event, frozen=True):
    """A reinforcement comes a turn later: by card, or because its areas are barred."""

    corps: str
    new_turn: int

    def apply(self, state: State) -> None:
        state.reinforcements[self.corps].turn = self.new_turn
