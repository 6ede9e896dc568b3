"""Powers that join a camp or change it, between two turns or by a card [14.1, 8.34]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames import Joining, Meeting
from napoleon.rulesets.napoleonic_wars.state import State, pair


@recorded("napoleonic_wars.stayed_out/1", "{nation} stays where it is.")
class StayedOut(Event, frozen=True):
    """A power joins no other camp in this interphase [14.1, R-88]."""

    nation: str
    camp: str
    """The camp that it stays in; empty if it stays out of both."""

    def apply(self, state: State) -> None:
        """It is asked no more."""
        state.ending.camps.append(self.nation)


@recorded("napoleonic_wars.camp_asked/1", "{nation} asks to join a camp: {camp}.")
class CampAsked(Event, frozen=True):
    """A power would join a camp [14.1.a]."""

    nation: str
    camp: str
    asked: tuple[str, ...]
    """The seats that have to agree."""

    def apply(self, state: State) -> None:
        """All of them answer at once."""
        state.ending.camps.append(self.nation)
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


@recorded("napoleonic_wars.camp_changed_by_card/1", "{nation} changes to another camp: {camp}.")
class CampChangedByCard(Event, frozen=True):
    """A card lets a power change camp, as all have agreed who are asked [R-116]."""

    nation: str
    camp: str

    def apply(self, state: State) -> None:
        """What follows is settled first."""
        push(state, Joining(self.nation, self.camp, []))


@recorded("napoleonic_wars.camp_joined/1", "{nation} joined a camp: {camp}.")
class CampJoined(Event, frozen=True):
    """A power is of a camp, and at war with all of the other one [14.1.a, 8.34]."""

    nation: str
    camp: str
    followers: tuple[str, ...]
    """The proxies in Pact with it, which come along [R-66, R-89]."""
    foes: tuple[str, ...]
    """The members of the other camp: its former allies, if it had been of it."""
    allies: tuple[str, ...]
    """The members of the camp that it joins."""
    abroad: tuple[str, ...]
    """Duchies of former allies in which its forces stand [8.34.c]."""
    invaded: tuple[str, ...]
    """Its duchies in which forces of its foes stand [8.34.d]."""
    lifting: tuple[str, ...]
    """The seats of new allies whose flags lie in its duchies [14.1.b]."""

    def apply(self, state: State) -> None:
        """It is neutral no more, and nobody passes through it."""
        state.nations[self.nation].conquered = ""
        group, wars = (self.nation, *self.followers), {*state.wars}
        for name in group:
            state.nations[name].camp = self.camp
            wars -= {pair(name, ally) for ally in self.allies}
            wars |= {pair(name, foe) for foe in self.foes}
        state.wars = sorted(wars)
        joining = top(state, Joining)
        joining.joined, joining.followers = True, [*self.followers]
        joining.abroad, joining.invaded = [*self.abroad], [*self.invaded]
        joining.lifting = [*self.lifting]


@recorded("napoleonic_wars.forces_cut_off/1", "{nation} has forces in {space} among new enemies.")
class ForcesCutOff(Event, frozen=True):
    """Forces of the power in a duchy of a former ally suffer attrition [8.34.c]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """What is left of them is regrouped."""
        joining = top(state, Joining)
        joining.abroad.remove(self.space)
        joining.cut_off.append(self.space)


@recorded("napoleonic_wars.allies_parted/1", "Former allies have parted in {space}.")
class AlliesParted(Event, frozen=True):
    """Forces of the power have left a duchy of a former ally [8.34.c]."""

    space: str

    def apply(self, state: State) -> None:
        """The next is looked at."""
        top(state, Joining).cut_off.remove(self.space)


@recorded("napoleonic_wars.new_enemies_met/1", "New enemies stand in one space: {space}.")
class NewEnemiesMet(Event, frozen=True):
    """They fight, unless the power that has changed sides evades [8.34.e, R-24]."""

    nation: str
    """The enemy that attacks; the power is the defender."""
    space: str
    standing: tuple[str, ...]
    """The seats that may evade."""

    def apply(self, state: State) -> None:
        """Nobody has entered: no interception, and no window before the battle."""
        put = ["W.ENTERED", "W.BATTLE"]
        push(state, Meeting(self.nation, self.space, "", standing=[*self.standing], put=put))


@recorded("napoleonic_wars.flags_lifted/1", "{player} takes no more flags off.")
class FlagsLifted(Event, frozen=True):
    """A new ally has taken off its flags as it liked [14.1.b]."""

    player: str

    def apply(self, state: State) -> None:
        """The next seat is asked."""
        top(state, Joining).lifting.remove(self.player)


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
