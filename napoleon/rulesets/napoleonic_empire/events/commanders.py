"""Commanders: their moves, Kutuzov's withdrawal, and how they are lost [OPT1]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rulesets.napoleonic_empire.events.battle import fought
from napoleon.rulesets.napoleonic_empire.events.movement import shift
from napoleon.rulesets.napoleonic_empire.sides import ALLIED
from napoleon.rulesets.napoleonic_empire.state import State


@recorded("napoleonic_empire.commander_moved/1", "{name} led them: {path}.")
class CommanderMoved(Event, frozen=True):
    """A commander went along with armies of the same side [E-34]."""

    name: str
    path: tuple[str, ...]
    """The country that he left, then those that he entered."""

    def apply(self, state: State) -> None:
        """He does not move again in this turn."""
        commander = state.commanders[self.name]
        commander.country, commander.moved = self.path[-1], True


@recorded("napoleonic_empire.commander_retreated/1", "{name} went along to {to:the}.")
class CommanderRetreated(Event, frozen=True):
    """A commander left a lost battle with survivors, or with Kutuzov [E-37, E-38]."""

    name: str
    origin: str
    to: str

    def apply(self, state: State) -> None:
        """A retreat is not a move."""
        state.commanders[self.name].country = self.to


@recorded("napoleonic_empire.commander_lost/1", "{name} was lost in {country:the}.")
class CommanderLost(Event, frozen=True):
    """A battle has left a commander without armies [E-38]."""

    name: str
    country: str

    def apply(self, state: State) -> None:
        """He is out of the game."""
        del state.commanders[self.name]


@recorded(
    "napoleonic_empire.kutuzov_rolled/1",
    "Kutuzov {may_withdraw:could withdraw/had to stand and fight}.",
)
class KutuzovRolled(Event, frozen=True):
    """The die has said whether Kutuzov may withdraw [E-37]."""

    may_withdraw: bool

    def apply(self, state: State) -> None:
        """There is one roll in a battle."""
        fought(state).kutuzov = "may_withdraw" if self.may_withdraw else "settled"


@recorded("napoleonic_empire.kutuzov_stayed/1", "Kutuzov stood and fought in {country:the}.")
class KutuzovStayed(Event, frozen=True):
    """The Allied side lets the battle be fought [E-37]."""

    country: str

    def apply(self, state: State) -> None:
        """Cards come next."""
        fought(state).kutuzov = "settled"


@recorded(
    "napoleonic_empire.kutuzov_withdrew/1",
    "Kutuzov withdrew with {armies:army/armies} to {to:the}.",
)
class KutuzovWithdrew(Event, frozen=True):
    """All Allied armies have left before the battle, which is not fought [E-37]."""

    origin: str
    to: str
    armies: int

    def apply(self, state: State) -> None:
        """They stand in the other country."""
        shift(state, ALLIED, self.origin, self.to, self.armies)
        fought(state).withdrawn = True
