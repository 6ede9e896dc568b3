"""The verbs of Napoléon 1815: everything a player can order [chapter 17]."""

from __future__ import annotations

from typing import Annotated

import msgspec

from napoleon.orders import Order

Points = Annotated[int, msgspec.Meta(ge=0)]


class ChooseInertiaArea(Order, frozen=True, tag="choose_inertia_area"):
    """Name the area whose blocks become spent [CARD.inertia]."""

    area: str


class ChooseDelayedCorps(Order, frozen=True, tag="choose_delayed_corps"):
    """Name the Prussian reinforcement that comes a turn later [CARD.delay]."""

    corps: str


class Pass(Order, frozen=True, tag="pass"):
    """Carry out no more operations this turn [OPS.2]."""


class ActivateStack(Order, frozen=True, tag="activate_stack"):
    """Activate a stack of ready blocks in one area [OPS.3]; blocks in alphabetical order."""

    area: str
    blocks: tuple[str, ...]


class ChooseAction(Order, frozen=True, tag="choose_action"):
    """Move, fight where the stack stands, or do nothing [OPS.6, OPS.10]."""

    action: str


class StepMove(Order, frozen=True, tag="step_move"):
    """Move the active stack along one road [MOVE.2]."""

    road: str


class EndMove(Order, frozen=True, tag="end_move"):
    """Move no further [MOVE.2D]."""


class ChooseAttack(Order, frozen=True, tag="choose_attack"):
    """Attack, or not, after a movement that ended in a contested area [RULING.18]."""

    attack: bool


class AllocateFatigue(Order, frozen=True, tag="allocate_fatigue"):
    """Spread fatigue over the corps of a stack, all of them named [ALLOC.1]."""

    points: dict[str, Points]


class Loss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Strength points that one corps loses."""

    infantry: Points = 0
    cavalry: Points = 0

    @property
    def points(self) -> int:
        """Infantry and cavalry together."""
        return self.infantry + self.cavalry


class AllocateLosses(Order, frozen=True, tag="allocate_losses"):
    """Spread losses over the corps of a stack, all of them named [ALLOC.3, COMBAT.4d]."""

    losses: dict[str, Loss]


class ChooseRetreat(Order, frozen=True, tag="choose_retreat"):
    """Retreat along one road [RETREAT.1-10]."""

    road: str


class GiveUpFortifiedPosition(Order, frozen=True, tag="give_up_fortified_position"):
    """Lose the fortified position and stay [RETREAT.2]."""


class PlayRecoveryCard(Order, frozen=True, tag="play_recovery_card"):
    """Play a card from hand for its recovery value on a spent corps [RECOVERY.2]."""

    card: int
    corps: str


class FinishRecovery(Order, frozen=True, tag="finish_recovery"):
    """Play no more recovery cards this turn [RULING.49]."""


VERBS: tuple[type[Order], ...] = (
    ChooseInertiaArea,
    ChooseDelayedCorps,
    Pass,
    ActivateStack,
    ChooseAction,
    StepMove,
    EndMove,
    ChooseAttack,
    AllocateFatigue,
    AllocateLosses,
    ChooseRetreat,
    GiveUpFortifiedPosition,
    PlayRecoveryCard,
    FinishRecovery,
)

SEALED = (AllocateFatigue, AllocateLosses, PlayRecoveryCard, FinishRecovery)
"""Verbs whose orders stay hidden, and wait, until everybody who was asked has answered."""

SEALED_TAGS = frozenset(str(verb.__struct_config__.tag) for verb in SEALED)
