"""Blocks: shown, stood up again, under new tokens; steps lost, units eliminated [3.2 to 3.4]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, HIDDEN, Event, Line, recorded
from napoleon.rules.kit import tokens
from napoleon.rulesets.napoleon_columbia.state import State, forget_engagements


@recorded(
    "napoleon_columbia.tokens_replaced/1",
    "The tokens {old} became {new} ({pairing}).",
    veiled="The tokens {old} became {new}.",
    drawn="pairing",
)
class TokensReplaced(Event, frozen=True):
    """Upright blocks that stand together get new tokens by chance [N-58]."""

    player: str
    army: str
    town: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    pairing: Annotated[dict[str, str], HIDDEN]
    """New token by unit."""
    draw: int

    def apply(self, state: State) -> None:
        """Nobody else can tell which of them is which."""
        tokens.put(state.blocks, self.pairing)
        state.tokens += len(self.pairing)
        state.draws = self.draw + 1


@recorded("napoleon_columbia.towns_mixed/1", "The blocks in {towns} stand up.")
class TownsMixed(Event, frozen=True):
    """What is over leaves no block known in these towns [N-58]."""

    towns: tuple[str, ...]

    def apply(self, state: State) -> None:
        """Their blocks have new tokens."""
        state.unmixed = [it for it in state.unmixed if it not in self.towns]


@recorded("napoleon_columbia.units_revealed/1", "{units} were shown in {town}.", reveals=True)
class UnitsRevealed(Event, frozen=True):
    """Everybody sees the labels of these blocks [3.2, 6.24, N-47]."""

    town: str
    units: dict[str, str]
    """Unit by token."""
    strengths: dict[str, int]
    """Steps by unit."""
    reason: str
    """``deployed``, ``engaged``, ``fires``, ``leaves``, ``skirmish`` or ``leader``."""

    def apply(self, state: State) -> None:
        """They lie open until they stand up again."""
        for unit in self.units.values():
            state.blocks[unit].revealed = True


@recorded("napoleon_columbia.units_concealed/1", "{units} stood up in {town}.")
class UnitsConcealed(Event, frozen=True):
    """Blocks that lay open stand up, or lie face down, and get new tokens [6.24, N-58]."""

    town: str
    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        """Their labels are hidden; tokens follow."""
        for unit in self.units:
            state.blocks[unit].revealed = False


@recorded(
    "napoleon_columbia.step_lost/1",
    "{unit} lost {steps:step/steps} by {cause}, and has {left}.",
    fogged="{token} lost steps by {cause}.",
)
class StepLost(Event, frozen=True):
    """A unit has less strength [3.4]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    steps: Annotated[int, FOGGED]
    left: Annotated[int, FOGGED]
    cause: str
    """``forced``, ``hit`` or ``rout``."""

    def apply(self, state: State) -> None:
        """What is left counts from now on [N-26]."""
        state.blocks[self.unit].strength = self.left
        if self.cause == "hit":
            _take_hit(state)
        elif self.cause == "rout":
            _note_loss(state, self.unit)


@recorded(
    "napoleon_columbia.rout_loss_due/1",
    "{unit} had to lose {steps:step/steps} as in a rout.",
    fogged="{token} had to lose steps as in a rout.",
)
class RoutLossDue(Event, frozen=True):
    """What a rout, or leaving enemies, costs a unit, and why [7.41, 7.0]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    steps: Annotated[int, FOGGED]
    """Those that it has left at most are lost."""
    breakdown: Annotated[tuple[Line, ...], FOGGED]
    """Sums to the steps."""
    against: Annotated[tuple[str, ...], FOGGED]
    """Enemy cavalry with which it was engaged, if it is cavalry itself."""

    def apply(self, state: State) -> None:
        """What it loses comes next."""


@recorded(
    "napoleon_columbia.unit_unharmed/1",
    "{unit} suffered nothing from {cause}.",
    fogged="{token} was looked at after {cause}.",
)
class UnitUnharmed(Event, frozen=True):
    """A rout costs this unit nothing [7.41]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    cause: str

    def apply(self, state: State) -> None:
        """The next unit is looked at."""
        _note_loss(state, self.unit)


@recorded(
    "napoleon_columbia.unit_eliminated/1",
    "{unit} was eliminated by {cause}: the {army} have lost {total}, limit {limit}.",
    reveals=True,
)
class UnitEliminated(Event, frozen=True):
    """A unit is lost for good; everybody sees which [3.4, N-44]."""

    unit: str
    army: str
    cause: str
    """``hit``, ``forced``, ``morale``, ``stream``, ``no_retreat``, ``rout``, ``shelter`` or
    ``supply``."""
    total: int
    """Units of the army that are eliminated by now [11.0]."""
    limit: int
    """How many defeat it."""
    town: str
    token: str

    def apply(self, state: State) -> None:
        """It counts for the defeat of its army."""
        state.eliminated[self.army].append(self.unit)
        if self.cause == "hit":
            _take_hit(state)
        remove(state, self.unit)


def remove(state: State, unit: str) -> None:
    """A unit leaves the game, and with it whatever is known of it."""
    del state.blocks[unit]
    if state.marching == unit:
        state.marching = ""
    state.unchecked = [it for it in state.unchecked if it != unit]
    _note_loss(state, unit)
    for skirmish in state.skirmishes:
        for chosen in skirmish.chosen.values():
            if unit in chosen:
                chosen.remove(unit)
    for battle in state.battles:
        if unit in battle.fighters:
            leave_board(state, unit, battle.town)


def leave_board(state: State, unit: str, town: str) -> None:
    """A unit is no longer on the board of the battle in a town."""
    battle = state.battle_in(town)
    assert battle is not None, "it stood on a battle board"
    del battle.fighters[unit]
    abandon(state, unit, town)
    for fighter in battle.fighters.values():
        if fighter.shelter == unit:
            fighter.shelter = ""
    forget_engagements(state, battle)


def abandon(state: State, unit: str, town: str) -> None:
    """Nobody holds the Farm or the Hill that the unit held [N-17]."""
    battle = state.battle_in(town)
    assert battle is not None, "it stood on a battle board"
    for marker in battle.terrain.values():
        if marker.holder == unit:
            marker.holder = ""


def _take_hit(state: State) -> None:
    if state.shot is not None:
        state.shot.hits -= 1
        if not state.shot.hits:
            state.shot = None


def _note_loss(state: State, unit: str) -> None:
    if state.beaten is not None and unit in state.beaten.losing:
        state.beaten.losing.remove(unit)
