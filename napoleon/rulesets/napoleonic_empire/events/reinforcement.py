"""Reinforcements, armies by card, and rebels [chapter 8]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rulesets.napoleonic_empire.events.movement import add
from napoleon.rulesets.napoleonic_empire.sides import ALLIED
from napoleon.rulesets.napoleonic_empire.state import BY_CONTROL, Due, State


@recorded(
    "napoleonic_empire.reinforcements_counted/1",
    "The {side} had {due:army/armies} due, and were given {granted}.",
)
class ReinforcementsCounted(Event, frozen=True):
    """What the controlled countries give to their side, all told [REINF.1, REINF.3]."""

    side: str
    due: int
    granted: int
    """No more than the pool holds [E-20]."""
    breakdown: tuple[Line, ...]
    """Country by country, and what the pool lacks; sums to `granted`."""

    def apply(self, state: State) -> None:
        """Control has been judged, and is not judged again in this phase."""
        state.reinforced = True


@recorded(
    "napoleonic_empire.reinforcements_received/1",
    "The {side} received {armies:army/armies} in {country:the}.",
)
class ReinforcementsReceived(Event, frozen=True):
    """A country gives armies to the side that controls it [REINF.1]."""

    side: str
    country: str
    armies: int
    value: int
    """What the country is worth without cards."""
    modifier: int
    """What cards, a short pool or the owner's choice change of that."""
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """They stand in the country that earned them."""
        add(state, self.side, self.country, self.armies)
        settle(state, BY_CONTROL, self.country, self.armies)


@recorded(
    "napoleonic_empire.placement_cut_short/1",
    "The {side} had {due:army/armies} due, and {pool} in the pool.",
)
class PlacementCutShort(Event, frozen=True):
    """The pool is too small [E-20]."""

    side: str
    due: int
    pool: int

    def apply(self, state: State) -> None:
        """The owner chooses which countries go short."""


@recorded(
    "napoleonic_empire.armies_due/1", "The {side} had {armies:army/armies} to place: {countries}."
)
class ArmiesDue(Event, frozen=True):
    """Armies whose place their owner chooses [E-20, E-25, E-26, OPT3.2]."""

    side: str
    armies: int
    countries: tuple[str, ...]
    source: str
    """`BY_CONTROL`, or the id of the card."""
    together: bool = False

    def apply(self, state: State) -> None:
        """The owner is asked."""
        state.due.append(
            Due(self.side, self.armies, list(self.countries), self.source, self.together)
        )


@recorded("napoleonic_empire.due_settled/1", "The {side} placed all there were.")
class DueSettled(Event, frozen=True):
    """Nothing of what was due is left to be placed [REINF.3]."""

    side: str

    def apply(self, state: State) -> None:
        """The phase goes on."""
        state.due = []


@recorded(
    "napoleonic_empire.card_armies_placed/1",
    "The {side} placed {armies:army/armies} in {country:the} ({card:named}).",
)
class CardArmiesPlaced(Event, frozen=True):
    """Armies that a card gives came onto the map [E-25, E-26]."""

    side: str
    country: str
    armies: int
    card: str

    def apply(self, state: State) -> None:
        """They are armies like any other."""
        add(state, self.side, self.country, self.armies)
        settle(state, self.card, self.country, self.armies)


@recorded(
    "napoleonic_empire.rebels_placed/1", "{armies:rebel army/rebel armies} rose in {country:the}."
)
class RebelsPlaced(Event, frozen=True):
    """Nationalists rise, perhaps among French armies [NAT.1, NAT.2]."""

    country: str
    armies: int
    source: str
    """``NAT.1``, or the id of the card."""

    def apply(self, state: State) -> None:
        """They are ordinary Allied armies."""
        add(state, ALLIED, self.country, self.armies)
        if self.source == "NAT.1":
            state.nationalists_asked = True
        else:
            settle(state, self.source, self.country, self.armies)


@recorded("napoleonic_empire.rebels_declined/1", "No rebels rose.")
class RebelsDeclined(Event, frozen=True):
    """The Allied side leaves the nationalists at home [E-21]."""

    def apply(self, state: State) -> None:
        """It is not asked again in this phase."""
        state.nationalists_asked = True


def settle(state: State, source: str, country: str, armies: int) -> None:
    """Some armies fewer are due from `source`, if their owner was asked for their place."""
    for due in state.due:
        if due.source == source and country in due.countries:
            due.armies -= armies
    state.due = [due for due in state.due if due.armies]
