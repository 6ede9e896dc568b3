"""Powers that join a camp or change it [14.1, 8.34]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames.answers import Joining
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.pieces import unstack
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, State, pair


@recorded("napoleonic_wars.stayed_out/1", "{nation} stays where it is.")
class StayedOut(Event, frozen=True):
    """A power changes no camp, and declares no more wars in this interphase [14.1, R-88]."""

    nation: str

    def apply(self, state: State) -> None:
        """It is asked no more."""
        state.ending.camps.append(self.nation)


@recorded("napoleonic_wars.camp_asked/1", "{nation} asks to join a camp: {camp}.")
class CampAsked(Event, frozen=True):
    """A power would join a camp [14.1.a, 8.34.b]."""

    nation: str
    camp: str
    asked: tuple[str, ...]
    """The seats that have to agree."""

    def apply(self, state: State) -> None:
        """All of them answer at once; it asks once in an interphase, or in an impulse [R-179]."""
        if state.phase == INTERPHASE:
            state.ending.camps.append(self.nation)
        else:
            top(state, Impulse).camp_asked = True
        push(state, Joining(self.nation, self.camp, [*self.asked]))


@recorded(
    "napoleonic_wars.camp_answered/1",
    "{player} {agreed:agrees/does not agree}.",
    reveals=True,
)
class CampAnswered(Event, frozen=True):
    """A player of the camp has answered, as it is shown when all have [R-88]."""

    player: str
    nation: str
    agreed: bool

    def apply(self, state: State) -> None:
        """One no is no."""
        joining = top(state, Joining)
        joining.asked.remove(self.player)
        joining.answers = [it for it in joining.answers if it.seat != self.player]
        joining.turned_away = joining.turned_away or not self.agreed


@recorded("napoleonic_wars.camp_refused/1", "{nation} was not let into the camp.")
class CampRefused(Event, frozen=True):
    """A player of the camp has said no [14.1.c]."""

    nation: str

    def apply(self, state: State) -> None:
        """The offer is void until the next interphase."""
        pop_to(state, Joining)


@recorded("napoleonic_wars.camp_joined/1", "{nation} joined a camp: {camp}.")
class CampJoined(Event, frozen=True):
    """A power is of a camp, and at war with all of the other one [14.1.a, 8.34]."""

    nation: str
    camp: str
    followers: tuple[str, ...]
    """The proxies in Pact with it, which come along [R-66, R-89]."""
    friends: tuple[str, ...]
    """Who is of that camp already: wars with them are over."""
    foes: tuple[str, ...]
    """Who is at war with it from now on."""

    def apply(self, state: State) -> None:
        """It is neutral no more, and nobody passes through it."""
        own = (self.nation, *self.followers)
        over = {pair(one, other) for one in own for other in self.friends}
        new = {pair(one, other) for one in own for other in self.foes}
        state.wars = sorted({*state.wars} - over | new)
        for name in own:
            state.nations[name].camp, state.nations[name].conquered = self.camp, ""
        unstack(state)
        if inmost(state, Joining) is not None:
            pop_to(state, Joining)
