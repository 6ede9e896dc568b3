"""Attacks, their order, skirmishes [6.1, 6.6]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import HIDDEN, Event, Line, recorded
from napoleon.rulesets.napoleon_columbia.state import Battle, Beaten, Shot, Skirmish, State


@recorded(
    "napoleon_columbia.attack_declared/1",
    "{attackers:unit/units} of the {side} attacked {defenders} in {town}.",
)
class AttackDeclared(Event, frozen=True):
    """Units entered a town that enemies hold [6.1, 6.6]."""

    side: str
    """The side that attacks."""
    town: str
    roads: tuple[str, ...]
    """By which they came."""
    crossing: bool
    """Whether one of these crosses a river [5.5]."""
    attackers: int
    defenders: int
    skirmish: bool
    """Whether there are too few units for a battle, counted once [N-49]."""

    def apply(self, state: State) -> None:
        """The fight needs its place in the order [N-12]."""
        (state.contested_skirmishes if self.skirmish else state.contested).append(self.town)


@recorded("napoleon_columbia.attacks_counted/1", "Fights in this turn: {towns}.")
class AttacksCounted(Event, frozen=True):
    """All attacks of the turn are known [6.1]."""

    towns: tuple[str, ...]

    def apply(self, state: State) -> None:
        """No other comes in this turn."""
        state.attacks_declared = True


@recorded("napoleon_columbia.skirmish_ordered/1", "The skirmish in {town} came next.")
class SkirmishOrdered(Event, frozen=True):
    """A skirmish has its place in the order [6.6]."""

    town: str
    attacker: str
    used: dict[str, tuple[str, ...]]
    """By side, the towns from which it came in [N-32]."""

    def apply(self, state: State) -> None:
        """It is fought after those before it."""
        state.contested_skirmishes.remove(self.town)
        used = {side: list(towns) for side, towns in self.used.items()}
        state.skirmishes.append(Skirmish(self.town, self.attacker, used))


@recorded("napoleon_columbia.battle_ordered/1", "The battle in {town} came next.")
class BattleOrdered(Event, frozen=True):
    """A battle has its place in the order [N-12]."""

    town: str
    attacker: str
    number: int
    """From 1, that of its board [N-64]."""
    used: dict[str, tuple[str, ...]]
    """By side, the towns from which it came in [N-32]."""

    def apply(self, state: State) -> None:
        """Battles are deployed, and go round, in this order."""
        state.contested.remove(self.town)
        used = {side: list(towns) for side, towns in self.used.items()}
        state.battles.append(Battle(self.town, self.attacker, self.number, used))
        state.fought = self.number


@recorded(
    "napoleon_columbia.skirmisher_chosen/1",
    "The {player} chose {unit:the} to fight in {town}.",
    veiled="The {player} chose a unit to fight in {town}.",
)
class SkirmisherChosen(Event, frozen=True):
    """A unit fights in the skirmish; the others look on [6.6]."""

    player: str
    unit: Annotated[str, HIDDEN]
    side: str
    town: str

    def apply(self, state: State) -> None:
        """It stays hidden until both sides have chosen [N-29]."""
        state.skirmishes[0].chosen.setdefault(self.side, []).append(self.unit)


@recorded("napoleon_columbia.skirmishers_ready/1", "The {side} chose who fights in {town}.")
class SkirmishersReady(Event, frozen=True):
    """A side has all its skirmishers [6.6]."""

    side: str
    town: str
    number: int

    def apply(self, state: State) -> None:
        """The other one chooses, or they are revealed."""
        state.skirmishes[0].ready.append(self.side)


@recorded(
    "napoleon_columbia.skirmish_started/1",
    "Skirmish in {town}: {attackers:attacker/attackers} against {defenders:defender/defenders}.",
)
class SkirmishStarted(Event, frozen=True):
    """The skirmishers of both sides fight one round [6.6]."""

    town: str
    attacker: str
    attackers: int
    """All units of the attacker there."""
    defenders: int

    def apply(self, state: State) -> None:
        """The defender fires first."""
        state.skirmishes[0].begun = True


@recorded(
    "napoleon_columbia.skirmisher_fired/1",
    "{unit} fired with firepower {firepower} and rolled {dice}: {hits:hit/hits}.",
    drawn="dice",
)
class SkirmisherFired(Event, frozen=True):
    """A unit fires in a skirmish, with a firepower of its type [6.6]."""

    unit: str
    side: str
    town: str
    firepower: int
    dice: tuple[int, ...]
    hits: int
    target: str
    """Side that is fired at."""
    draw: int
    """The last of the draws."""
    breakdown: tuple[Line, ...] = ()
    """Sums to the firepower; empty in games under the rules 1.0."""

    def apply(self, state: State) -> None:
        """Hits are taken one by one."""
        state.skirmishes[0].fired.append(self.unit)
        state.draws = self.draw + 1
        if self.hits:
            state.shot = Shot(self.target, self.hits)


@recorded("napoleon_columbia.skirmish_decided/1", "The {loser} had to leave {town}.")
class SkirmishDecided(Event, frozen=True):
    """The side with fewer units retreats; of equal ones the attacker [6.6]."""

    town: str
    loser: str
    attackers: int
    defenders: int

    def apply(self, state: State) -> None:
        """They go at once; a side without units has gone already."""
        state.skirmishes[0].decided = True
        state.beaten = Beaten(self.loser, self.town, "skirmish")


@recorded("napoleon_columbia.skirmish_ended/1", "The skirmish in {town} was over.")
class SkirmishEnded(Event, frozen=True):
    """Nothing more happens in it [6.6]."""

    town: str
    loser: str
    """Empty if nobody is left in the town."""
    attackers: int
    defenders: int

    def apply(self, state: State) -> None:
        """Those who fought stand up again [N-58]."""
        del state.skirmishes[0]
        state.beaten = None
        if self.town not in state.unmixed:
            state.unmixed.append(self.town)


def board(state: State, town: str) -> Battle:
    """The battle in a town; only for what happens within one."""
    battle = state.battle_in(town)
    assert battle is not None, "this happens only within a battle"
    return battle
