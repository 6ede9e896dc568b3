"""Corrections by a referee of where nations stand: consuls, camps, neutrals, caretakers [R-135]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rulesets.napoleonic_wars.pieces import unstack
from napoleon.rulesets.napoleonic_wars.state import PACT, State, pair


@recorded(
    "napoleonic_wars.consul_corrected/1",
    "Correction: the consul of {nation} shows its {plus:+1/normal} face: {box}.",
)
class ConsulCorrected(Event, frozen=True):
    """A consul stands elsewhere on the track; who enters or leaves a Pact changes camp [8.1, 8.2].

    Wars stay as they are.
    """

    nation: str
    row: str
    """Empty if it is on none."""
    box: str
    """The name of the box."""
    place: int
    plus: bool
    frozen: int
    """The turn up to whose interphase it stays there; 0 if it may move."""
    camp: str
    companions: tuple[str, ...]
    """It, and the proxies in Pact with it, whose camp that is."""
    reason: str

    def apply(self, state: State) -> None:
        """The power with its Pact commands it, if there is one."""
        nation = state.nations[self.nation]
        nation.row, nation.box, nation.plus_face = self.row, self.place, self.plus
        nation.frozen = self.frozen
        if self.place == PACT:
            nation.caretaker, nation.conquered = "", ""
        for name in self.companions:
            state.nations[name].camp = self.camp
        unstack(state)


@recorded(
    "napoleonic_wars.caretaker_corrected/1", "Correction: command of {nation} is with {player}."
)
class CaretakerCorrected(Event, frozen=True):
    """Another seat runs a proxy that was attacked [8.32.b]."""

    player: str
    nation: str
    before: str
    reason: str

    def apply(self, state: State) -> None:
        """It sees and plays its cards."""
        state.nations[self.nation].caretaker = self.player


@recorded(
    "napoleonic_wars.caretaker_withdrawn/1",
    "Correction: the command of {nation} is taken from {player}.",
)
class CaretakerWithdrawn(Event, frozen=True):
    """No seat runs a proxy any more [8.32.b]."""

    player: str
    nation: str
    reason: str

    def apply(self, state: State) -> None:
        """Nobody commands it, if it is in no Pact."""
        state.nations[self.nation].caretaker = ""


@recorded("napoleonic_wars.camp_corrected/1", "Correction: {nation} is of a camp: {camp}.")
class CampCorrected(Event, frozen=True):
    """A player power is of another camp, with its proxies in Pact [8.3, R-89]."""

    nation: str
    before: str
    camp: str
    companions: tuple[str, ...]
    reason: str

    def apply(self, state: State) -> None:
        """It is no conquered neutral; wars stay as they are."""
        for name in self.companions:
            state.nations[name].camp, state.nations[name].conquered = self.camp, ""
        unstack(state)


@recorded("napoleonic_wars.neutral_corrected/1", "Correction: {nation} is of no camp.")
class NeutralCorrected(Event, frozen=True):
    """A nation is of no camp, and may be a conquered neutral [15.21]."""

    nation: str
    before: str
    conqueror: str
    """Empty if nobody has conquered it."""
    companions: tuple[str, ...]
    reason: str

    def apply(self, state: State) -> None:
        """The conqueror's camp may pass; wars stay as they are."""
        for name in self.companions:
            state.nations[name].camp = ""
        state.nations[self.nation].conquered = self.conqueror
        unstack(state)


@recorded(
    "napoleonic_wars.grace_corrected/1",
    "Correction: {one} and {other} {held:may not/may} go to war with each other.",
)
class GraceCorrected(Event, frozen=True):
    """Two nations may not go to war up to the interphase of a turn, or may [15.21.d]."""

    one: str
    other: str
    held: bool
    until: int
    reason: str

    def apply(self, state: State) -> None:
        """So it is."""
        state.grace.pop(pair(self.one, self.other), 0)
        if self.held:
            state.grace[pair(self.one, self.other)] = self.until
