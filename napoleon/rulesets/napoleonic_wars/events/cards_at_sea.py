"""What cards and the war on trade do to squadrons [13, R-112]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rulesets.napoleonic_wars.pieces import sink, squadrons_at
from napoleon.rulesets.napoleonic_wars.state import ForeignWar, State


@recorded(
    "napoleonic_wars.fleets_refitted/1",
    "{nation} refitted {squadrons:squadron/squadrons} in {place}.",
)
class FleetsRefitted(Event, frozen=True):
    """Squadrons are ready to sail, free of maneuvers [7.7]."""

    nation: str
    place: str
    squadrons: int

    def apply(self, state: State) -> None:
        """They may sail."""
        for it in state.squadrons:
            if (it.nation, it.at) == (self.nation, self.place):
                it.ready += it.refit
                it.refit = 0


@recorded(
    "napoleonic_wars.squadrons_lost/1", "{nation} lost {squadrons:squadron/squadrons} in {place}."
)
class SquadronsLost(Event, frozen=True):
    """Squadrons in a port sink by a card: unfinished ones first, ready ones last [R-111]."""

    nation: str
    place: str
    squadrons: int

    def apply(self, state: State) -> None:
        """They are gone; no more than there are."""
        sink(state, self.nation, self.place, self.squadrons)


@recorded("napoleonic_wars.squadron_put_aside/1", "A squadron of {nation} preys on trade.")
class SquadronPutAside(Event, frozen=True):
    """A squadron lies on a card as long as that holds [6.1.d, R-112]."""

    card: str
    nation: str
    place: str

    def apply(self, state: State) -> None:
        """It is off the map; so is the card, which is in no pile."""
        sink(state, self.nation, self.place, 1, ["ready"])
        if self.card in state.discards:
            state.discards.remove(self.card)
        state.foreign_wars.append(ForeignWar(self.card, self.nation, "gb", 0, 1, []))


@recorded("napoleonic_wars.raiders_hunted/1", "{nation} hunted the raiders: {total}, 9 needed.",
          drawn="dice")  # fmt: skip
class RaidersHunted(Event, frozen=True):
    """Two dice, unmodified, for a maneuver [R-112]."""

    nation: str
    card: str
    dice: tuple[int, ...]
    draw: int
    total: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """What comes of it another event tells."""
        state.draws = self.draw + 1


@recorded("napoleonic_wars.raid_ended/1", "The war on trade is over.")
class RaidEnded(Event, frozen=True):
    """The squadron goes to the Regroup box, or to a port; the card is discarded [R-112]."""

    card: str
    nation: str
    port: str
    """Where the squadron goes; empty for the Regroup box."""

    def apply(self, state: State) -> None:
        """The cut of CP is over."""
        state.foreign_wars = [it for it in state.foreign_wars if it.card != self.card]
        state.rules = [it for it in state.rules if it.card != self.card]
        state.discards.append(self.card)
        if self.port:
            squadrons_at(state, self.nation, self.port).ready += 1
        else:
            state.nations[self.nation].regroup_squadrons += 1
