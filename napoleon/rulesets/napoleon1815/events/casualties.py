"""Fatigue, losses and elimination [chapters 5, 8 and 9]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, FOGGED, HIDDEN, Event, Line, recorded
from napoleon.rulesets.napoleon1815.events.turn import score
from napoleon.rulesets.napoleon1815.sides import enemy
from napoleon.rulesets.napoleon1815.state import Allocation, Reason, State


@recorded(
    "napoleon1815.fatigue_incurred/1",
    "{player} took {total:point of fatigue/points of fatigue} ({reason}): {corps}.",
    fogged="A stack of {player} took its fatigue ({reason}).",
)
class FatigueIncurred(Event, frozen=True):
    """A stack as a whole receives fatigue that is still to be spread [MOVE.3, MOVE.4]."""

    player: str
    side: str
    corps: Annotated[tuple[str, ...], FOGGED]
    total: Annotated[int, FOGGED]
    reason: Reason
    breakdown: Annotated[tuple[Line, ...], FOGGED]
    blind: bool = False
    """Whether its owner is asked in any case, as it would show what the stack is [VIS.8]."""

    def apply(self, state: State) -> None:
        if (self.total and self.corps) or self.blind:
            state.allocations.append(
                Allocation(
                    "fatigue",
                    self.player,
                    list(self.corps),
                    self.total,
                    self.reason,
                    blind=self.blind,
                )
            )
        if self.reason == "movement" and state.operation:
            state.operation.fatigue_counted = True
            state.operation.corps_that_moved = len(self.corps)
        if self.reason == "combat" and state.combat:
            state.combat.fatigued.append(self.side)
        if self.reason == "retreat" and state.combat:
            state.combat.retreat_fatigue = []
        if self.reason == "pursuit" and state.combat:
            state.combat.pursuit = "felt"


@recorded(
    "napoleon1815.fatigue_assigned/1",
    "{corps} took {points} fatigue and has {now}.",
    veiled="{player} assigned fatigue.",
    owner="reader",
)
class FatigueAssigned(Event, frozen=True):
    """One corps takes its share [ALLOC.1]."""

    player: str
    """Who was asked: the owner of the stack, or of a stack of two players the leader."""
    corps: Annotated[str, HIDDEN]
    points: Annotated[int, HIDDEN]
    now: Annotated[int, HIDDEN]
    partner: Annotated[str, HIDDEN] = ""
    """Whose corps it is, if not the one's who was asked; it would tell how they were spread."""

    @property
    def reader(self) -> str:
        """The owner of the corps [RULING.82]."""
        return self.partner or self.player

    def apply(self, state: State) -> None:
        """The cylinder moves; the last share closes the allocation."""
        state.blocks[self.corps].fatigue = self.now
        _settle_share(state, "fatigue", self.corps, self.points)


@recorded(
    "napoleon1815.fatigue_spread/1",
    "{player} spread the fatigue of a stack ({points}).",
    veiled="{player} spread the fatigue of a stack.",
)
class FatigueSpread(Event, frozen=True):
    """The corps of a stack take their shares in one event, so that nobody can count them.

    So it is in fog of war, and where squares shield a part of the stack [ALLOC.1, VIS.8].
    """

    player: str
    """Who was asked: the owner of the corps, or of those of two players the leader."""
    points: Annotated[dict[str, int], HIDDEN]
    """By corps; without any for cavalry scouts."""

    def apply(self, state: State) -> None:
        """The cylinders move, and the allocation is closed."""
        for corps, points in self.points.items():
            state.blocks[corps].fatigue += points
        allocation = next(
            it
            for it in state.allocations
            if (it.kind, it.player) == ("fatigue", self.player)
            and set(it.corps) == set(self.points)
        )
        state.allocations.remove(allocation)
        state.sealed.pop(self.player, None)


@recorded(
    "napoleon1815.corps_rested/1",
    "{player} rested the ready corps ({removed}).",
    veiled="{player} rested the ready corps.",
)
class CorpsRested(Event, frozen=True):
    """The corps of a player that are still ready lose all their fatigue [RECOVERY.1].

    It is one event for all of them, so that nobody can count those that had any [VIS.4].
    """

    player: str
    removed: Annotated[dict[str, int], HIDDEN]
    """Fatigue points by corps, for every ready one, from 0 up."""

    def apply(self, state: State) -> None:
        for corps in self.removed:
            state.blocks[corps].fatigue = 0


@recorded(
    "napoleon1815.fatigue_removed/1",
    "{corps} lost {points} fatigue and has {now} ({reason}).",
    veiled="{player} removed fatigue ({reason}).",
    faded="{player} removed fatigue.",
)
class FatigueRemoved(Event, frozen=True):
    """A card relieves a corps [RECOVERY.2]."""

    player: str
    corps: Annotated[str, HIDDEN]
    points: Annotated[int, HIDDEN]
    now: Annotated[int, HIDDEN]
    reason: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        state.blocks[self.corps].fatigue = self.now


@recorded(
    "napoleon1815.losses_incurred/1",
    "{player} suffered {total:loss/losses} ({reason}).",
)
class LossesIncurred(Event, frozen=True):
    """A side suffers losses that are still to be spread [COMBAT.4c]."""

    player: str
    side: str
    total: int
    reason: Reason
    corps: Annotated[tuple[str, ...], HIDDEN]
    absorbed: Annotated[int, HIDDEN]
    """What the corps can absorb at most; the rest is void [RULING.12]."""
    cavalry_owed: Annotated[bool, HIDDEN]
    """Whether one loss at least must be cavalry [COMBAT.4d]."""

    def apply(self, state: State) -> None:
        if self.absorbed:
            state.allocations.append(
                Allocation(
                    "losses",
                    self.player,
                    list(self.corps),
                    self.absorbed,
                    self.reason,
                    self.cavalry_owed,
                )
            )
        if self.reason == "combat" and state.combat:
            state.combat.bled.append(self.side)
        if self.reason == "exhaustion":
            state.worn.extend(self.corps)


@recorded(
    "napoleon1815.loss_assigned/1",
    "{corps} lost {points} {kind} and has {now} ({reason}).",
    veiled="{side} lost strength ({reason}).",
    owner="reader",
)
class LossAssigned(Event, frozen=True):
    """One corps loses strength of one kind [COMBAT.4c-d]. The enemy scores.

    Each strength point is an event of its own: so the events tell no more than the track does,
    however the points are spread over corps and kinds [VIS.4].
    """

    player: str
    """Who was asked: the owner of the stack, or of a stack of two players the leader."""
    side: str
    corps: Annotated[str, HIDDEN]
    kind: Annotated[str, HIDDEN]
    points: Annotated[int, HIDDEN]
    """Always 1."""
    now: Annotated[int, HIDDEN]
    """Strength points of that kind left."""
    reason: str
    partner: Annotated[str, HIDDEN] = ""
    """Whose corps it is, if not the one's who was asked; it would tell how they were spread."""

    @property
    def reader(self) -> str:
        """The owner of the corps [RULING.82]."""
        return self.partner or self.player

    def apply(self, state: State) -> None:
        """Cubes come off the track of the corps; the last share closes the allocation."""
        setattr(state.blocks[self.corps], self.kind, self.now)
        score(state, enemy(self.side), self.points, "VICTORY.1", "strength points lost")
        _settle_share(state, "losses", self.corps, self.points)


@recorded("napoleon1815.corps_eliminated/1", "{corps} was eliminated in {area} ({reason}).")
class CorpsEliminated(Event, frozen=True):
    """A corps is removed for good [ELIM.1-3]. What strength it had left scores."""

    corps: str
    side: str
    area: str
    strength_lost: int
    reason: str

    def apply(self, state: State) -> None:
        block = state.blocks[self.corps]
        block.area, block.removed = None, True
        block.infantry = block.cavalry = block.fatigue = 0
        score(state, enemy(self.side), self.strength_lost, "VICTORY.1", "strength points lost")
        if state.operation and self.corps in state.operation.blocks:
            state.operation.blocks.remove(self.corps)


@recorded("napoleon1815.commander_removed/1", "{commander} was lost in {area}.")
class CommanderRemoved(Event, frozen=True):
    """A commander was left without friendly corps [ELIM.4]."""

    commander: str
    side: str
    area: str
    points: int
    """What the enemy scores [VICTORY.5]."""

    def apply(self, state: State) -> None:
        block = state.blocks[self.commander]
        block.area, block.removed = None, True
        score(state, enemy(self.side), self.points, "VICTORY.5", "a commander lost")
        if state.operation and self.commander in state.operation.blocks:
            state.operation.blocks.remove(self.commander)


def _settle_share(state: State, kind: str, corps: str, points: int) -> None:
    for allocation in state.allocations:
        if allocation.kind == kind and corps in allocation.corps:
            allocation.points -= points
            if not allocation.points:
                state.allocations.remove(allocation)
                state.sealed.pop(allocation.player, None)
            return
