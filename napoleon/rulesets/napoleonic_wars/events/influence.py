"""Consuls that move on the diplomacy track, and what CP of cards of too many buy [8.1, 14.33]."""

from __future__ import annotations

from typing import Annotated, Literal

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames.cards import Persuasion
from napoleon.rulesets.napoleonic_wars.frames.impulses import Influencing, Pool
from napoleon.rulesets.napoleonic_wars.state import State

INFLUENCE = "influence"
"""The pool of the CP of cards of too many."""


@recorded(
    "napoleonic_wars.consul_moved/1", "The consul of {nation} moved on the row of {row}: {box}."
)
class ConsulMoved(Event, frozen=True):
    """A consul enters a box short of Pact, and shows its normal face there [8.1.c-e]."""

    nation: str
    row: str
    box: str
    """The name of the box."""
    place: int
    """How many boxes that is from Unaligned."""

    def apply(self, state: State) -> None:
        """An Unaligned consul is on no row."""
        stand_at(state, self.nation, self.row, self.place)


def stand_at(state: State, name: str, row: str, place: int) -> None:
    """A consul stands in a box; an event that moves it has done so."""
    nation = state.nations[name]
    nation.row, nation.box = row if place else "", place
    nation.plus_face = False
    persuasion = inmost(state, Persuasion)
    if persuasion is not None and persuasion.nation == name:
        persuasion.left -= 1
        persuasion.moved = True


@recorded(
    "napoleonic_wars.consul_flipped/1",
    "The consul of {nation} on the row of {row} was turned to its {plus:+1/normal} face.",
)
class ConsulFlipped(Event, frozen=True):
    """A consul is turned for 1 CP [8.1.e]."""

    nation: str
    row: str
    plus: bool

    def apply(self, state: State) -> None:
        """On its normal face an Unaligned one is on no row [8.1.f]."""
        nation = state.nations[self.nation]
        nation.plus_face = self.plus
        nation.row = self.row if self.plus or nation.box else ""


# -- by events of cards ----------------------------------------------------------------------------


@recorded(
    "napoleonic_wars.persuasion_began/1",
    "The consul of {nation} is moved by {card}.",
    faded="The consul of {nation} is moved by a card.",
)
class PersuasionBegan(Event, frozen=True):
    """A card moves a consul by some boxes at most [8.11]."""

    nation: str
    card: Annotated[str, FADING]
    way: Literal["right", "left"]
    rows: tuple[str, ...]
    """The rows that it may enter, or the one that it stands on."""
    player: str
    boxes: int

    def apply(self, state: State) -> None:
        """It is moved box by box."""
        push(state, Persuasion(self.nation, self.way, [*self.rows], self.player, self.boxes))


@recorded("napoleonic_wars.persuasion_ended/1", "The consul of {nation} goes no farther.")
class PersuasionEnded(Event, frozen=True):
    """An event moves a consul no farther."""

    nation: str

    def apply(self, state: State) -> None:
        """The card goes on."""
        pop_to(state, Persuasion)


# -- by cards of too many [14.33] ------------------------------------------------------------------


@recorded("napoleonic_wars.influence_began/1", "{nation} has {cp} CP for influence.")
class InfluenceBegan(Event, frozen=True):
    """The CP of cards of too many may be spent on influence [14.33.a]."""

    nation: str
    cp: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """They serve for nothing else."""
        del state.ending.influence[self.nation]
        push(state, Influencing(self.nation, [Pool(INFLUENCE, self.cp, "reinforcement")]))


@recorded("napoleonic_wars.influence_ended/1", "{nation} let {lapsed} CP of influence lapse.")
class InfluenceEnded(Event, frozen=True):
    """A nation spends no more of them."""

    nation: str
    lapsed: int

    def apply(self, state: State) -> None:
        """The next nation follows."""
        assert top(state, Influencing).nation == self.nation, "it has them"
        pop_to(state, Influencing)
