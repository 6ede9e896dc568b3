"""What is ordered at sea [13]."""

from __future__ import annotations

from napoleon.rules.orders import Order


class SetSail(Order, frozen=True, tag="set_sail"):
    """Make so many squadrons ready to sail together."""

    start: str
    squadrons: int


class SailWith(Order, frozen=True, tag="sail_with"):
    """Take squadrons of an ally along, in one stack."""

    nation: str
    squadrons: int


class SailTo(Order, frozen=True, tag="sail_to"):
    """Sail to the next zone, or into a port."""

    to: str


class Patrol(Order, frozen=True, tag="patrol"):
    """Search for all enemies in the zone."""


class Anchor(Order, frozen=True, tag="anchor"):
    """Sail no farther for now."""


class Seek(Order, frozen=True, tag="seek"):
    """Try to intercept the fleet that sails."""


class LetSail(Order, frozen=True, tag="let_sail"):
    """Let the fleet sail by."""


class Elude(Order, frozen=True, tag="elude"):
    """Try to evade a fleet that has found yours."""


class AcceptBattle(Order, frozen=True, tag="accept_battle"):
    """Let your fleet fight."""


class Sally(Order, frozen=True, tag="sally"):
    """Meet the fleet that passes the strait, out of the port."""


class StayInPort(Order, frozen=True, tag="stay_in_port"):
    """Let the fleet pass the strait."""


class SinkSquadron(Order, frozen=True, tag="sink_squadron"):
    """Let a nation of your side lose a squadron."""

    nation: str


class MakeForPort(Order, frozen=True, tag="make_for_port"):
    """Say to which port your fleet goes."""

    port: str


class PrepareConvoy(Order, frozen=True, tag="prepare_convoy"):
    """Prepare a convoy, to take units over sea."""


class TakeAboard(Order, frozen=True, tag="take_aboard"):
    """Take strength points aboard in a port."""

    port: str
    nation: str
    sp: int


class Embark(Order, frozen=True, tag="embark"):
    """Take a leader aboard."""

    leader: str


class LandAt(Order, frozen=True, tag="land_at"):
    """Let the convoy sail to a port."""

    to: str


class CallOffConvoy(Order, frozen=True, tag="call_off_convoy"):
    """Send no convoy after all."""


class DeployFleet(Order, frozen=True, tag="deploy_fleet"):
    """Deploy so many squadrons between two turns."""

    start: str
    squadrons: int


class PickUpSquadrons(Order, frozen=True, tag="pick_up_squadrons"):
    """Take more squadrons along where the fleet is."""

    squadrons: int


class DeployFleetTo(Order, frozen=True, tag="deploy_fleet_to"):
    """Let the fleet that is deployed go to a zone or port."""

    to: str


class EndFleetDeployment(Order, frozen=True, tag="end_fleet_deployment"):
    """Let the fleet stay where it is."""


class DeployConvoy(Order, frozen=True, tag="deploy_convoy"):
    """Deploy units over sea between two turns."""


class HuntRaiders(Order, frozen=True, tag="hunt_raiders"):
    """Hunt the squadron that preys on trade, for a maneuver."""


class CallRaidersHome(Order, frozen=True, tag="call_raiders_home"):
    """Call the squadron that preys on trade to a port, for a maneuver."""

    port: str


class InvadeBySea(Order, frozen=True, tag="invade_by_sea"):
    """Land in a port of a neutral minor, which ends its neutrality."""

    to: str
