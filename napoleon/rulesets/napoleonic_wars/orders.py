"""What players may order."""

from __future__ import annotations

from napoleon.rules.orders import Order


class PlaceResource(Order, frozen=True, tag="place_resource"):
    """Let one of your powers begin with a Resource."""

    nation: str


class KeepHand(Order, frozen=True, tag="keep_hand"):
    """Keep the hand of a nation."""

    nation: str


class ThrowIn(Order, frozen=True, tag="throw_in"):
    """Throw in the hand of a nation, and draw a card fewer."""

    nation: str


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
