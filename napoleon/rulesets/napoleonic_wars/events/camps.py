"""Powers that join a camp between two turns [14.1, 8.34]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames import Joining
from napoleon.rulesets.napoleonic_wars.state import State, pair


@recorded("napoleonic_wars.stayed_out/1", "{nation} stays out of both camps.")
class StayedOut(Event, frozen=True):
    """A neutral power joins no camp in this interphase [14.1, R-88]."""

    nation: str

    def apply(self, state: State) -> None:
        """It is asked no more."""
        state.ending.camps.append(self.nation)


@recorded("napoleonic_wars.camp_asked/1", "{nation} asks to join a camp: {camp}.")
class CampAsked(Event, frozen=True):
    """A neutral power would join a camp [14.1.a]."""

    nation: str
    camp: str
    asked: tuple[str, ...]
    """The seats that have to agree."""

    def apply(self, state: State) -> None:
        """All of them answer at once."""
        state.ending.camps.append(self.nation)
        push(state, Joining(self.nation, self.camp, [*self.asked]))


@recorded("napoleonic_wars.camp_answered/1", "{player} {agreed:agrees/does not agree}.")
class CampAnswered(Event, frozen=True):
    """A player of the camp has answered; one no is no [R-88]."""

    player: str
    nation: str
    agreed: bool

    def apply(self, state: State) -> None:
        """After a refusal the offer is void until the next interphase [14.1.c]."""
        if self.agreed:
            top(state, Joining).waiting.remove(self.player)
        else:
            pop_to(state, Joining)


@recorded("napoleonic_wars.camp_joined/1", "{nation} joined a camp: {camp}.")
class CampJoined(Event, frozen=True):
    """A power is of a camp, and at war with all of the other one [14.1.a, 8.34]."""

    nation: str
    camp: str
    followers: tuple[str, ...]
    """The proxies in Pact with it, which come along [R-66, R-89]."""
    foes: tuple[str, ...]
    invaded: tuple[str, ...]
    """Its duchies in which forces of these stand."""

    def apply(self, state: State) -> None:
        """It is neutral no more, and nobody passes through it."""
        state.nations[self.nation].conquered = ""
        for name in (self.nation, *self.followers):
            state.nations[name].camp = self.camp
            state.wars += [pair(name, foe) for foe in self.foes]
        state.wars = sorted({*state.wars})
        joining = top(state, Joining)
        joining.joined, joining.invaded = True, [*self.invaded]


@recorded("napoleonic_wars.invaders_caught/1", "Forces in {space} are among enemies now.")
class InvadersCaught(Event, frozen=True):
    """New enemies in a duchy of the power suffer attrition [8.34.d]."""

    space: str

    def apply(self, state: State) -> None:
        """What is left of them takes the duchy, or leaves it."""
        joining = top(state, Joining)
        joining.invaded.remove(self.space)
        joining.held.append(self.space)


@recorded("napoleonic_wars.invaders_settled/1", "{space} is settled.")
class InvadersSettled(Event, frozen=True):
    """It is known what becomes of new enemies in a duchy [8.34.d]."""

    space: str

    def apply(self, state: State) -> None:
        """The next is looked at."""
        top(state, Joining).held.remove(self.space)


@recorded("napoleonic_wars.joining_settled/1", "{nation} is of the camp.")
class JoiningSettled(Event, frozen=True):
    """All that follows when a power joins a camp has been done."""

    nation: str

    def apply(self, state: State) -> None:
        """The next power is asked."""
        pop_to(state, Joining)
