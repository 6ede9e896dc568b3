"""Wars that begin, invasions of neutrals, and forces among new enemies [8.3]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Breach
from napoleon.rulesets.napoleonic_wars.frames.forces import Convoy, March, Meeting
from napoleon.rulesets.napoleonic_wars.state import State, pair


@recorded("napoleonic_wars.war_began/1", "{nation} is at war with {foe}.")
class WarBegan(Event, frozen=True):
    """A nation attacks another, or declares war on it: their allies are at war as well [8.33]."""

    nation: str
    foe: str
    declarers: tuple[str, ...]
    """The nation and its allies."""
    foes: tuple[str, ...]
    """The other one and its allies."""

    def apply(self, state: State) -> None:
        """A nation neutral after a defeat no longer is, and nobody passes through [15.21.c]."""
        state.wars = sorted(
            {*state.wars, *(pair(one, other) for one in self.declarers for other in self.foes)}
        )
        for name in (*self.declarers, *self.foes):
            state.nations[name].conquered = ""


@recorded("napoleonic_wars.invasion_began/1", "{nation} invades {victim}: it goes to {space}.")
class InvasionBegan(Event, frozen=True):
    """A force is about to enter a duchy of a neutral minor, and its CP are paid [9.54.b, R-77]."""

    nation: str
    victim: str
    space: str
    trait: str
    """The trait of the CP."""
    zones: tuple[str, ...]
    """The zones that its convoy passes, if it comes by sea [R-186]."""

    def apply(self, state: State) -> None:
        """It enters as soon as it is known who commands the victim."""
        if self.zones:
            convoy = top(state, Convoy)
            convoy.bound, convoy.zones = self.space, [*self.zones]
            return
        march = top(state, March)
        march.bound, march.trait = self.space, self.trait


@recorded("napoleonic_wars.prussia_roused/1", "Prussia was invaded, and may leave its country.")
class PrussiaRoused(Event, frozen=True):
    """A Prussian duchy was invaded in the first round of 1805 [8.5]."""

    def apply(self, state: State) -> None:
        """Its forces may leave Prussia."""
        state.roused = True


# -- forces among new enemies [8.34.c-e] -----------------------------------------------------------


@recorded("napoleonic_wars.breach_opened/1", "Forces of {nation} are among enemies, or theirs are.")
class BreachOpened(Event, frozen=True):
    """New enemies stand in duchies of each other, or together [8.34.c-e]."""

    nation: str
    declarers: tuple[str, ...]
    foes: tuple[str, ...]
    flags: tuple[str, ...]
    leaving: tuple[str, ...]
    invaded: tuple[str, ...]
    shared: tuple[str, ...]

    def apply(self, state: State) -> None:
        """Duchy by duchy it is settled."""
        push(
            state,
            Breach(
                self.nation,
                [*self.declarers],
                [*self.foes],
                [*self.flags],
                [*self.leaving],
                invaded=[*self.invaded],
                shared=[*self.shared],
            ),
        )


@recorded("napoleonic_wars.flags_kept/1", "{player} took no more flags off.")
class FlagsKept(Event, frozen=True):
    """A seat takes no more of its flags off duchies of a new ally [14.1.b]."""

    player: str

    def apply(self, state: State) -> None:
        """It is asked no more."""
        top(state, Breach).flags.remove(self.player)


@recorded("napoleonic_wars.declarers_caught/1", "Forces in {space} leave a former ally.")
class DeclarersCaught(Event, frozen=True):
    """Forces of the breaker of an alliance suffer attrition there [8.34.c]."""

    space: str

    def apply(self, state: State) -> None:
        """What is left of them goes."""
        breach = top(state, Breach)
        breach.leaving.remove(self.space)
        breach.going.append(self.space)


@recorded("napoleonic_wars.declarers_gone/1", "{space} is left.")
class DeclarersGone(Event, frozen=True):
    """What was left of them is regrouped [8.34.c]."""

    space: str

    def apply(self, state: State) -> None:
        """The next duchy is looked at."""
        top(state, Breach).going.remove(self.space)


@recorded("napoleonic_wars.invaders_caught/1", "Forces in {space} are among enemies now.")
class InvadersCaught(Event, frozen=True):
    """New enemies in a duchy of the declarers suffer attrition [8.34.d]."""

    space: str

    def apply(self, state: State) -> None:
        """What is left of them fights there, takes the duchy, or leaves it."""
        breach = top(state, Breach)
        breach.invaded.remove(self.space)
        breach.held.append(self.space)


@recorded("napoleonic_wars.invaders_settled/1", "{space} is settled.")
class InvadersSettled(Event, frozen=True):
    """It is known what becomes of new enemies in a duchy [8.34.d]."""

    space: str

    def apply(self, state: State) -> None:
        """The next is looked at."""
        top(state, Breach).held.remove(self.space)


@recorded("napoleonic_wars.enemies_clashed/1", "New enemies meet in {space}.")
class EnemiesClashed(Event, frozen=True):
    """Both stand in one space: they fight, or the declarers evade [8.34.e, R-24]."""

    nation: str
    """Who attacks: the other side."""
    space: str
    standing: tuple[str, ...]
    """The seats of the declarers there."""

    def apply(self, state: State) -> None:
        """The declarers are the defenders."""
        breach = top(state, Breach)
        for spaces in (breach.held, breach.shared):
            if self.space in spaces:
                spaces.remove(self.space)
        push(state, Meeting(self.nation, self.space, "", standing=[*self.standing]))


@recorded("napoleonic_wars.enemies_parted/1", "Nobody is left to fight in {space}.")
class EnemiesParted(Event, frozen=True):
    """One side is not there any more [8.34.e]."""

    space: str

    def apply(self, state: State) -> None:
        """The next space is looked at."""
        top(state, Breach).shared.remove(self.space)


@recorded("napoleonic_wars.breach_settled/1", "No forces of {nation} stand among enemies.")
class BreachSettled(Event, frozen=True):
    """All that follows when new enemies stand among each other has been done."""

    nation: str

    def apply(self, state: State) -> None:
        """The game goes on where it stood."""
        pop_to(state, Breach)
