"""Terrain and deployment [6.21 to 6.24]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, HIDDEN, Event, recorded
from napoleon.rulesets.napoleon_columbia.events.blocks import abandon
from napoleon.rulesets.napoleon_columbia.events.fights import board
from napoleon.rulesets.napoleon_columbia.places import reserve
from napoleon.rulesets.napoleon_columbia.state import Fighter, Marker, State


@recorded(
    "napoleon_columbia.battle_started/1",
    "Battle {number} in {town}: {attackers:unit/units} attack, {defenders} defend.",
)
class BattleStarted(Event, frozen=True):
    """All units in a town take their places on a battle board [6.2]."""

    town: str
    number: int
    attacker: str
    attackers: int
    defenders: int
    deciding: dict[str, str]
    """By side, the seat that decides where two Allied armies fight together [N-40]."""

    def apply(self, state: State) -> None:
        """Everybody is in the Reserve until deployed."""
        battle = board(state, self.town)
        battle.deciding = dict(self.deciding)
        for unit, block in state.blocks.items():
            if block.town == self.town:
                side = "french" if block.army == "french" else "allied"
                battle.fighters[unit] = Fighter(reserve(battle.role(side)))


@recorded(
    "napoleon_columbia.terrain_drawn/1",
    "The {role} drew terrain: {terrain}.",
    veiled="The {role} drew terrain.",
    drawn="terrain",
)
class TerrainDrawn(Event, frozen=True):
    """A marker was drawn from the pool; only who drew it sees it before it is placed [6.21]."""

    player: str
    role: str
    town: str
    terrain: Annotated[str, HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        """It is to be placed."""
        battle = board(state, self.town)
        battle.drawn.setdefault(self.role, []).append(self.terrain)
        battle.drawn[self.role].sort()
        state.pool.remove(self.terrain)
        state.draws = self.draw + 1


@recorded("napoleon_columbia.terrain_shared_out/1", "Terrain was drawn for {town}.")
class TerrainSharedOut(Event, frozen=True):
    """The sides that get terrain in this battle have drawn it [FAQ.1]."""

    town: str
    attacker: int
    """Markers that the attacker drew."""
    defender: int

    def apply(self, state: State) -> None:
        """No more is drawn."""
        board(state, self.town).terrain_drawn = True


@recorded("napoleon_columbia.terrain_placed/1", "The {role} placed terrain at {place}: {terrain}.")
class TerrainPlaced(Event, frozen=True):
    """Terrain lies in a position, for all to see [6.21]."""

    player: str
    role: str
    town: str
    terrain: str
    place: str
    """The position; a stream lies across its lane [6.21.stream]."""

    def apply(self, state: State) -> None:
        """It stays for the whole battle."""
        battle = board(state, self.town)
        battle.drawn[self.role].remove(self.terrain)
        battle.terrain[self.place] = Marker(self.terrain)


@recorded(
    "napoleon_columbia.unit_deployed/1",
    "{unit} was deployed at {place}.",
    fogged="{token} was deployed at {place}.",
)
class UnitDeployed(Event, frozen=True):
    """A unit stands in a position; others see a block of its army there [N-59]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    army: str
    town: str
    place: str

    def apply(self, state: State) -> None:
        """It may be taken up again before the deployment ends."""
        board(state, self.town).fighters[self.unit].place = self.place


@recorded(
    "napoleon_columbia.unit_undeployed/1",
    "{unit} went back from {place} to the Reserve.",
    fogged="{token} went back from {place} to the Reserve.",
)
class UnitUndeployed(Event, frozen=True):
    """A unit is to be deployed elsewhere, or not at all [6.22]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    place: str
    to: str

    def apply(self, state: State) -> None:
        """It holds nothing any more."""
        board(state, self.town).fighters[self.unit].place = self.to
        abandon(state, self.unit, self.town)


@recorded(
    "napoleon_columbia.holder_named/1",
    "{unit} holds the {terrain} at {place}.",
    fogged="{token} holds the {terrain} at {place}.",
)
class HolderNamed(Event, frozen=True):
    """The one unit that a Farm or a Hill serves; others see that it is a block [N-17, N-59]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    terrain: str
    place: str

    def apply(self, state: State) -> None:
        """It holds it until it leaves, or another takes over."""
        board(state, self.town).terrain[self.place].holder = self.unit


@recorded("napoleon_columbia.deployment_ended/1", "The {player} ended the deployment in {town}.")
class DeploymentEnded(Event, frozen=True):
    """A seat has deployed; who was left stays in the Reserve [6.22]."""

    player: str
    town: str

    def apply(self, state: State) -> None:
        """The next one deploys, or the lines are shown."""
        board(state, self.town).deployed.append(self.player)


@recorded("napoleon_columbia.lines_drawn_up/1", "Both sides stood in line at {town}.")
class LinesDrawnUp(Event, frozen=True):
    """Both sides are deployed: combat turns can begin [6.24]."""

    town: str

    def apply(self, state: State) -> None:
        """Units in the open are revealed."""
        board(state, self.town).begun = True
