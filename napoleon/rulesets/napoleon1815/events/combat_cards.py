"""What green cards do in a combat, a retreat and a pursuit [chapters 14.4 and 14.5]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, FOGGED, Event, Line, recorded
from napoleon.rulesets.napoleon1815.events.combat import running
from napoleon.rulesets.napoleon1815.state import State


@recorded(
    "napoleon1815.combat_joined/1",
    "{blocks} came from {origin} and joined the combat in {area}.",
    fogged="{tokens} came from {origin} and joined the combat in {area}.",
)
class CombatJoined(Event, frozen=True):
    """A corps marches to the guns, perhaps with commanders [CARD.march_to_the_guns]."""

    player: str
    side: str
    blocks: Annotated[tuple[str, ...], FOGGED]
    origin: str
    area: str
    road: str
    tokens: tuple[str, ...] = ()
    """What others see of the blocks in fog of war."""

    def apply(self, state: State) -> None:
        combat = running(state)
        for block in self.blocks:
            state.blocks[block].area = self.area
        joined = combat.attackers if self.side == combat.attacker else combat.defenders
        joined.extend(self.blocks)


@recorded(
    "napoleon1815.combat_avoided/1",
    "{side} avoided the combat by a retreat of {roads:road/roads}.",
)
class CombatAvoided(Event, frozen=True):
    """The defender goes before any card is flipped: nobody wins [CARD.rear_guard, RULING.28]."""

    side: str
    roads: int
    breakdown: tuple[Line, ...]
    """Fatigue for it, which is given out with that of the retreat."""

    def apply(self, state: State) -> None:
        """A retreat is owed, though there is no loser."""
        combat = running(state)
        combat.decided, combat.withdrawing, combat.distance = True, self.side, self.roads
        combat.retreat_fatigue.extend(self.breakdown)


@recorded("napoleon1815.squares_formed/1", "{corps} formed squares.")
class SquaresFormed(Event, frozen=True):
    """The corps of a player take less fatigue in this combat [CARD.squares, RULING.80]."""

    player: str
    corps: tuple[str, ...]

    def apply(self, state: State) -> None:
        running(state).squares = list(self.corps)


@recorded(
    "napoleon1815.later_effect_started/1",
    "The second part of {event} was due.",
    faded="The second part of a card was due.",
)
class LaterEffectStarted(Event, frozen=True):
    """What a card of this combat still costs is carried out now [chapter 14.4]."""

    event: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        assert state.combat is not None, "it was played in a combat"
        state.combat.settled.append(self.event)


@recorded("napoleon1815.retreat_extended/1", "{side} had to retreat {roads:road/roads} farther.")
class RetreatExtended(Event, frozen=True):
    """A retreat that was over goes on [CARD.panic]."""

    side: str
    roads: int
    breakdown: tuple[Line, ...]
    """Fatigue for it, which is given out with that of the road."""

    def apply(self, state: State) -> None:
        combat = running(state)
        combat.retreat, combat.halted = "owed", ""
        combat.distance = len(combat.path) + self.roads
        combat.retreat_fatigue.extend(self.breakdown)
