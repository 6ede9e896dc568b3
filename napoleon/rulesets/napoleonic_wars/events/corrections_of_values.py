"""Corrections by a referee of single values, which `values` declares: one shape for all [R-135]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.values import MARKS, NUMBERS


@recorded("napoleonic_wars.number_corrected/1", "Correction: {of}, {what}: {after}, not {before}.")
class NumberCorrected(Event, frozen=True):
    """A number of the position is another one."""

    what: str
    """Which; see `values.NUMBERS`."""
    of: str
    """Of whom it is said."""
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """So much it is."""
        NUMBERS[self.what].write(state, self.of, self.after)


@recorded("napoleonic_wars.mark_corrected/1", "Correction: {of}, {mark}: {holds:yes/no}.")
class MarkCorrected(Event, frozen=True):
    """Something in the position is so, or is not."""

    mark: str
    """What; see `values.MARKS`."""
    of: str
    """Of whom it is said."""
    holds: bool
    reason: str

    def apply(self, state: State) -> None:
        """So it is."""
        MARKS[self.mark].write(state, self.of, int(self.holds))
