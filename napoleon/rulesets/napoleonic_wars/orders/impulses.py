"""What is ordered in an impulse: cards for their CP, building, Resources, winter [5-7, 16, 17]."""

from __future__ import annotations

from napoleon.rules.orders import Order


class Preempt(Order, frozen=True, tag="preempt"):
    """Take an impulse before the nation that is scheduled."""


class LetGo(Order, frozen=True, tag="let_go"):
    """Let the scheduled nation take its impulse."""


class PlayForCP(Order, frozen=True, tag="play_for_cp"):
    """Play a card for its CP."""

    card: str


class EndImpulse(Order, frozen=True, tag="end_impulse"):
    """End the impulse; CP that are left lapse."""


class Build(Order, frozen=True, tag="build"):
    """Build strength points."""

    space: str
    sp: int


class BuildLeader(Order, frozen=True, tag="build_leader"):
    """Build a leader."""

    leader: str
    space: str


class LayDown(Order, frozen=True, tag="lay_down"):
    """Lay down a squadron."""

    port: str


class Regroup(Order, frozen=True, tag="regroup"):
    """Bring strength points back from the Regroup box."""

    space: str
    sp: int


class EndForeignWar(Order, frozen=True, tag="end_foreign_war"):
    """Roll a die to end a foreign war."""

    card: str


class DrawByResource(Order, frozen=True, tag="draw_by_resource"):
    """Spend a Resource to draw a card."""


class TryEarlyWinter(Order, frozen=True, tag="try_early_winter"):
    """Spend a Resource to try to end card play of the turn."""


class PassImpulse(Order, frozen=True, tag="pass_impulse"):
    """Pass, as the nation has no card, and spend no Resource."""


class Strike(Order, frozen=True, tag="strike"):
    """Let the winter strike the enemies in a space."""

    space: str


class Spare(Order, frozen=True, tag="spare"):
    """Let the winter strike nobody."""
