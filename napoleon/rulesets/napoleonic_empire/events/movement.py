"""Movement [chapter 6]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rulesets.napoleonic_empire.state import State


@recorded("napoleonic_empire.movement_barred/1", "The {side} may not move this turn: {card:named}.")
class MovementBarred(Event, frozen=True):
    """A card keeps a side from moving in this turn [E-28]."""

    side: str
    card: str

    def apply(self, state: State) -> None:
        """Battles and retreats go on."""
        state.barred = self.card


@recorded(
    "napoleonic_empire.armies_moved/1",
    "The {side} moved {armies:army/armies} by {way} from {origin:the} to {to:the}.",
)
class ArmiesMoved(Event, frozen=True):
    """Armies went from one country to the next [MOVE.1, MOVE.4]."""

    side: str
    origin: str
    to: str
    armies: int
    way: str
    """``land`` or ``sea``."""
    stage: int = 1
    """1, or 2 for armies that a fast commander leads on from the country just entered [E-34]."""

    def apply(self, state: State) -> None:
        """They have moved, and stand in the new country."""
        shift(state, self.side, self.origin, self.to, self.armies)
        state.moved[self.to] = state.moved.get(self.to, 0) + self.armies
        if self.stage > 1:
            lessen(state.moved, self.origin, self.armies)


@recorded("napoleonic_empire.moves_ended/1", "The {side} moved no more.")
class MovesEnded(Event, frozen=True):
    """The Move phase is over [MOVE.1]."""

    side: str

    def apply(self, state: State) -> None:
        """The Attack phase comes next."""
        state.moves_ended = True


@recorded("napoleonic_empire.moves_exhausted/1", "The {side} had no more armies to move.")
class MovesExhausted(Event, frozen=True):
    """No army is left that may still move, so the Move phase is over [MOVE.2, E-58]."""

    side: str

    def apply(self, state: State) -> None:
        """The Attack phase comes next."""
        state.moves_ended = True


def shift(state: State, side: str, origin: str, to: str, armies: int) -> None:
    """Armies of a side leave one country for another."""
    lessen(state.armies[side], origin, armies)
    add(state, side, to, armies)


def take(state: State, side: str, country: str, armies: int) -> None:
    """Armies of a side are lost, or retreat: of those left no more have moved than there are."""
    lessen(state.armies[side], country, armies)
    left = state.armies_in(side, country)
    if side == state.active and state.moved.get(country, 0) > left:
        lessen(state.moved, country, state.moved[country] - left)


def add(state: State, side: str, country: str, armies: int) -> None:
    """Armies of a side come into a country."""
    state.armies[side][country] = state.armies_in(side, country) + armies


def lessen(numbers: dict[str, int], country: str, armies: int) -> None:
    """Some fewer in a country; one without any is not kept."""
    numbers[country] = numbers[country] - armies
    assert numbers[country] >= 0, "there are not so many"
    if not numbers[country]:
        del numbers[country]
