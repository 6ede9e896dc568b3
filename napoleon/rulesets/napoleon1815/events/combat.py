"""Combat, retreat and pursuit [chapter 8]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, FOGGED, HIDDEN, Event, Line, recorded
from napoleon.rulesets.napoleon1815.state import Combat, Hit, State


def running(state: State) -> Combat:
    """The combat that is being fought; only for what happens within one."""
    assert state.combat is not None, "this happens only within a combat"
    return state.combat


@recorded("napoleon1815.attack_declined/1", "{player} did not attack in {area}.")
class AttackDeclined(Event, frozen=True):
    """A stack that ended its movement in a contested area does not attack [OPS.10]."""

    player: str
    area: str

    def apply(self, state: State) -> None:
        assert state.operation is not None
        state.operation.attack_declined = True


@recorded("napoleon1815.combat_started/1", "{attackers} attacked {defenders} in {area}.")
class CombatStarted(Event, frozen=True):
    """A combat begins [COMBAT.0a-c]."""

    area: str
    attacker: str
    kind: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.combat = Combat(
            self.area, self.attacker, self.kind, list(self.attackers), list(self.defenders)
        )


@recorded(
    "napoleon1815.combat_cards_counted/1",
    "{side} counted {total} combat cards.",
)
class CombatCardsCounted(Event, frozen=True):
    """How many cards a side flips [COMBAT.1]."""

    side: str
    player: str
    """Whose strengths are in the breakdown; empty if they are those of two players [VIS.4]."""
    total: int
    breakdown: Annotated[tuple[Line, ...], HIDDEN]

    def apply(self, state: State) -> None:
        running(state).cards[self.side] = self.total


@recorded("napoleon1815.combat_called_off/1", "The attack of {attacker} was called off.")
class CombatCalledOff(Event, frozen=True):
    """The attacker has no cards left at the check [COMBAT.1d]."""

    attacker: str
    player: str
    total_at_check: Annotated[int, HIDDEN]
    breakdown: Annotated[tuple[Line, ...], HIDDEN]

    def apply(self, state: State) -> None:
        """No combat is fought; its attackers will be spent."""
        combat = running(state)
        combat.defenders = []
        combat.over = True


@recorded(
    "napoleon1815.combat_effects_set/1",
    "{side_hit} suffered {losses:loss/losses} and {fatigue} fatigue.",
)
class CombatEffectsSet(Event, frozen=True):
    """What one side suffers after all reductions [COMBAT.3]."""

    side_hit: str
    losses: int
    fatigue: int
    breakdown: tuple[Line, ...]
    """Sums to the fatigue."""
    added: int = 0
    """Of the losses, those that a card adds and that do not count for the winner [RULING.26]."""

    def apply(self, state: State) -> None:
        """The effects are known, not yet carried out."""
        combat = running(state)
        combat.hits[self.side_hit] = Hit(self.losses, self.fatigue)
        if self.added:
            combat.added[self.side_hit] = self.added


@recorded("napoleon1815.combat_won/1", "{winner} won the combat by {distance}.")
class CombatWon(Event, frozen=True):
    """One side inflicted more losses [COMBAT.5]."""

    winner: str
    losses_inflicted: dict[str, int]
    distance: int

    def apply(self, state: State) -> None:
        combat = running(state)
        combat.decided, combat.winner, combat.distance = True, self.winner, self.distance


@recorded("napoleon1815.combat_drawn/1", "The combat was drawn at {losses:loss/losses} each.")
class CombatDrawn(Event, frozen=True):
    """Both sides inflicted equal losses [COMBAT.5]."""

    losses: int

    def apply(self, state: State) -> None:
        """Nobody retreats, nobody pursues."""
        combat = running(state)
        combat.decided = combat.over = True


@recorded("napoleon1815.retreat_owed/1", "{side} had to retreat {roads:road/roads}.")
class RetreatOwed(Event, frozen=True):
    """The loser has to go [RETREAT.1]."""

    side: str
    roads: int
    must_use: str | None
    may_not_use: str | None

    def apply(self, state: State) -> None:
        """Its owner picks the path, road by road."""
        running(state).retreat = "owed"


@recorded("napoleon1815.retreat_waived/1", "No retreat: {reason}.", faded="No retreat.")
class RetreatWaived(Event, frozen=True):
    """The loser stays where it is, or no longer exists [RETREAT.2, RULING.48, CARD.hold]."""

    reason: Annotated[str, FADING]
    event: Annotated[str, FADING] = ""
    """The card event that allows it, if one does."""

    def apply(self, state: State) -> None:
        combat = running(state)
        combat.retreat = "waived"
        if self.event:
            combat.settled.append(self.event)


@recorded("napoleon1815.stack_retreated/1", "{blocks} retreated from {origin} to {area}.")
class StackRetreated(Event, frozen=True):
    """The losing stack retreats over one road [RETREAT.3-7]."""

    side: str
    blocks: tuple[str, ...]
    origin: str
    area: str
    road: str
    breakdown: Annotated[tuple[Line, ...], FOGGED]
    """Extra fatigue of this road; it is added up and spread at the end [RETREAT.8]. Hidden in
    fog of war, where it tells how many corps stand in the area that was entered."""
    player: str = ""
    """Who leads the stack; said in fog of war only."""

    def apply(self, state: State) -> None:
        combat = running(state)
        for block in self.blocks:
            state.blocks[block].area = self.area
        combat.path.append(self.road)
        combat.retreat_fatigue.extend(self.breakdown)
        if state.operation:
            state.operation.retreated = list(self.blocks)


@recorded("napoleon1815.retreat_ended/1", "The retreat ended in {area} ({reason}).")
class RetreatEnded(Event, frozen=True):
    """The distance is covered, or the stack had to stop [RETREAT.6, RULING.22]."""

    side: str
    area: str
    reason: str

    def apply(self, state: State) -> None:
        combat = running(state)
        combat.retreat = "done"
        combat.halted = self.reason


@recorded("napoleon1815.pursuit_skipped/1", "No pursuit: {reason}.", faded="There was no pursuit.")
class PursuitSkipped(Event, frozen=True):
    """The winner does not pursue [PURSUIT.1]."""

    reason: Annotated[str, FADING]
    """Some cards prevent it."""

    def apply(self, state: State) -> None:
        combat = running(state)
        combat.pursuit = "skipped"
        combat.over = True


@recorded("napoleon1815.pursuit_started/1", "{side} pursued with {cards:card/cards}.")
class PursuitStarted(Event, frozen=True):
    """The winner's cavalry follows [PURSUIT.2]."""

    side: str
    cards: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        combat = running(state)
        combat.pursuit, combat.pursuit_cards = "running", self.cards


@recorded("napoleon1815.pursuit_ended/1", "The pursuit ended.")
class PursuitEnded(Event, frozen=True):
    """The fatigue of the pursuit has been given out [PURSUIT.3]."""

    side: str

    def apply(self, state: State) -> None:
        combat = running(state)
        combat.pursuit = "done"
        combat.over = True
