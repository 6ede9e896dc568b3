"""What is ordered as a turn ends, and before the next [5.8, 14]."""

from __future__ import annotations

from napoleon.rules.orders import Order


class ChangePeace(Order, frozen=True, tag="change_peace"):
    """Give up a card of a power's next draw to change the peace roll by one."""

    nation: str
    by: int


class LeavePeace(Order, frozen=True, tag="leave_peace"):
    """Do not change the peace roll."""


class RegroupLeader(Order, frozen=True, tag="regroup_leader"):
    """Bring a leader back from the Regroup box."""

    leader: str
    space: str


class RegroupSquadron(Order, frozen=True, tag="regroup_squadron"):
    """Bring a squadron back from the Regroup box."""

    port: str


class Refit(Order, frozen=True, tag="refit"):
    """Refit a squadron in a port."""

    port: str


class Deploy(Order, frozen=True, tag="deploy"):
    """Begin to deploy the army of a leader."""

    leader: str


class PickUp(Order, frozen=True, tag="pick_up"):
    """Take strength points along where the army stands."""

    nation: str
    sp: int


class PickUpLeader(Order, frozen=True, tag="pick_up_leader"):
    """Take a leader along where the army stands."""

    leader: str


class DeployTo(Order, frozen=True, tag="deploy_to"):
    """Lead the army on over friendly land."""

    to: str


class EndDeployment(Order, frozen=True, tag="end_deployment"):
    """Let the army stand where it is."""


class EndReinforcement(Order, frozen=True, tag="end_reinforcement"):
    """Spend no more reinforcements; CP that are left lapse."""


class DiscardExcess(Order, frozen=True, tag="discard_excess"):
    """Discard a card of too many."""

    nation: str
    card: str
