"""Pacts made, broken and restored; who commands a proxy that was attacked [8.2, 8.32]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push
from napoleon.rulesets.napoleonic_wars.events.impulses import play_card
from napoleon.rulesets.napoleonic_wars.events.influence import stand_at
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.pieces import unstack
from napoleon.rulesets.napoleonic_wars.state import PACT, State, pair


@recorded("napoleonic_wars.pact_formed/1", "{nation} entered a Pact with {power}.")
class PactFormed(Event, frozen=True):
    """A consul enters the Pact box: the proxy is of the power's camp and wars [8.2.a, R-66]."""

    nation: str
    power: str
    camp: str
    followers: tuple[str, ...]
    """It with the proxies in Pact with it."""
    foes: tuple[str, ...]
    """The enemies of the power, which are theirs from now on."""

    def apply(self, state: State) -> None:
        """The player of the power commands it, and no caretaker any more [8.32.d]."""
        stand_at(state, self.nation, self.power, PACT)
        state.wars = [it for it in state.wars if not {*self.followers} & {*it.split("-")}]
        for name in self.followers:
            nation = state.nations[name]
            nation.camp, nation.conquered, nation.caretaker = self.camp, "", ""
            state.wars += [pair(name, foe) for foe in self.foes]
        state.wars = sorted({*state.wars})


@recorded("napoleonic_wars.pact_broken/1", "The Pact of {nation} with {power} was broken.")
class PactBroken(Event, frozen=True):
    """An event breaks a Pact; it may still be restored [8.21.a]."""

    nation: str
    power: str
    place: int
    """The box to which the consul goes on the row."""

    def apply(self, state: State) -> None:
        """Camp and wars stay as they are up to then."""
        nation = state.nations[self.nation]
        nation.box, nation.plus_face = self.place, False
        push(state, Rupture(self.nation, self.power))


@recorded(
    "napoleonic_wars.pact_paid/1",
    "{nation} gave {card} for {cp} CP to restore the Pact.",
    reveals=True,
    faded="{nation} gave a card for {cp} CP to restore the Pact.",
)
class PactPaid(Event, frozen=True):
    """A power pays with one card for every box back to Pact [8.21.a, R-85]."""

    nation: str
    card: Annotated[str, FADING]
    cp: int
    breakdown: tuple[Line, ...]
    """What the boxes cost."""
    home: bool

    def apply(self, state: State) -> None:
        """What is left of the card lapses."""
        window = state.stack[-1]
        window.asked, window.answers = [], []  # type: ignore[union-attr]
        play_card(state, self.nation, self.card, home=self.home)


@recorded("napoleonic_wars.pact_restored/1", "The Pact of {nation} with {power} was restored.")
class PactRestored(Event, frozen=True):
    """The consul is back in the Pact box: everything stays as it was [8.21.a]."""

    nation: str
    power: str

    def apply(self, state: State) -> None:
        """Nothing was changed yet."""
        stand_at(state, self.nation, self.power, PACT)


@recorded("napoleonic_wars.pact_ended/1", "The Pact of {nation} with {power} is over.")
class PactEnded(Event, frozen=True):
    """Nobody has restored it: the proxy is neutral [8.21.b-c]."""

    nation: str
    power: str

    def apply(self, state: State) -> None:
        """It is of no camp, at war with nobody, and its fleets lie by themselves [R-130]."""
        state.nations[self.nation].camp = ""
        state.wars = [it for it in state.wars if self.nation not in it.split("-")]
        unstack(state)


@recorded("napoleonic_wars.rupture_settled/1", "The broken Pact of {nation} is settled.")
class RuptureSettled(Event, frozen=True):
    """All that follows from a broken Pact has been done."""

    nation: str

    def apply(self, state: State) -> None:
        """The game goes on where it stood."""
        pop_to(state, Rupture)


# -- caretakers [8.32.b-d] -------------------------------------------------------------------------


@recorded(
    "napoleonic_wars.caretaker_appointed/1",
    "{player} took command of {nation}, which was attacked.",
)
class CaretakerAppointed(Event, frozen=True):
    """A seat runs a proxy that was attacked, without being its ally [8.32.b, R-55]."""

    player: str
    nation: str
    keys: int
    """The keys of all powers of the seat, fewest of those that come into question."""

    def apply(self, state: State) -> None:
        """It sees and plays its cards."""
        state.nations[self.nation].caretaker = self.player


@recorded("napoleonic_wars.caretaker_dismissed/1", "{player} gave up command of {nation}.")
class CaretakerDismissed(Event, frozen=True):
    """The war of a proxy under a caretaker is over, or the caretaker is its enemy [R-181]."""

    player: str
    nation: str

    def apply(self, state: State) -> None:
        """Nobody commands it."""
        state.nations[self.nation].caretaker = ""
