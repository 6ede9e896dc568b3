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


# -- flags and marches -----------------------------------------------------------------------------


class RaiseFlag(Order, frozen=True, tag="raise_flag"):
    """Raise your flag in a space, or take the enemy's off one of your colour."""

    space: str


class Challenge(Order, frozen=True, tag="challenge"):
    """Let an army try to tear down a flag that was placed without forces."""

    leader: str


class Tolerate(Order, frozen=True, tag="tolerate"):
    """Let such a flag stand."""


class Gather(Order, frozen=True, tag="gather"):
    """Gather an army to march: a leader, with as many strength points as they can lead."""

    leader: str


class GatherPiece(Order, frozen=True, tag="gather_piece"):
    """Gather strength points without a leader to march, four at most."""

    space: str
    sp: int


class Join(Order, frozen=True, tag="join"):
    """Take another army along, which pays its own CP."""

    leader: str


class Take(Order, frozen=True, tag="take"):
    """Let so many strength points of a nation march, and no more."""

    nation: str
    sp: int


class TakeLeader(Order, frozen=True, tag="take_leader"):
    """Take a leader along as a unit of the army."""

    leader: str


class LeaveLeader(Order, frozen=True, tag="leave_leader"):
    """Leave a leader behind."""

    leader: str


class Go(Order, frozen=True, tag="go"):
    """March to the next space."""

    to: str


class Halt(Order, frozen=True, tag="halt"):
    """March no farther for now."""


# -- meetings --------------------------------------------------------------------------------------


class Intercept(Order, frozen=True, tag="intercept"):
    """Try to meet the force with an army, or with the army group that its leader commands."""

    leader: str
    group: bool
    sp: int


class LetPass(Order, frozen=True, tag="let_pass"):
    """Do not intercept."""


class Evade(Order, frozen=True, tag="evade"):
    """Let what leaders command withdraw to another space, if it can."""

    to: str


class Slip(Order, frozen=True, tag="slip"):
    """Let strength points without a leader withdraw to another space, if they can."""

    to: str
    nation: str
    sp: int


class Stand(Order, frozen=True, tag="stand"):
    """Let what has not been named stand."""


class LoseUnits(Order, frozen=True, tag="lose_units"):
    """Lose strength points of a nation by attrition."""

    nation: str
    sp: int


class LoseFlag(Order, frozen=True, tag="lose_flag"):
    """Lose a flag by attrition."""


class LoseLeader(Order, frozen=True, tag="lose_leader"):
    """Lose a leader by attrition."""

    leader: str


# -- battles and sieges ----------------------------------------------------------------------------


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat to a space."""

    to: str


class Besiege(Order, frozen=True, tag="besiege"):
    """Besiege the fortress of a space with the army of a leader."""

    leader: str


class GoOn(Order, frozen=True, tag="go_on"):
    """Fight another round of the siege."""


class GiveUp(Order, frozen=True, tag="give_up"):
    """Fight no other round of the siege."""


# -- cards as events -------------------------------------------------------------------------------


class PlayForEvent(Order, frozen=True, tag="play_for_event"):
    """Play a card for what it says."""

    card: str


class PlaceUnits(Order, frozen=True, tag="place_units"):
    """Place strength points that an event builds."""

    space: str
    sp: int


class PlaceLeader(Order, frozen=True, tag="place_leader"):
    """Place a leader that an event brings."""

    leader: str
    space: str


class PlaceSquadron(Order, frozen=True, tag="place_squadron"):
    """Place a squadron that an event builds."""

    port: str


class BringUnits(Order, frozen=True, tag="bring_units"):
    """Bring strength points from elsewhere on the map, as there are no more counters."""

    start: str
    space: str
    sp: int


class PlaceNoMore(Order, frozen=True, tag="place_no_more"):
    """Place no more pieces by the event."""


class ChooseFlag(Order, frozen=True, tag="choose_flag"):
    """Say whose flag an event places."""

    nation: str


class LeadDeployment(Order, frozen=True, tag="lead_deployment"):
    """Name the leader whose army an event moves."""

    leader: str


class Deploy(Order, frozen=True, tag="deploy"):
    """Move the army over friendly spaces, with so many strength points."""

    sp: int
    to: str


class EndDeployment(Order, frozen=True, tag="end_deployment"):
    """Move the army no farther."""


class TieUnits(Order, frozen=True, tag="tie_units"):
    """Put strength points on the card of a foreign war."""

    space: str
    sp: int


class TieLeader(Order, frozen=True, tag="tie_leader"):
    """Put a leader on the card of a foreign war."""

    leader: str


class TieSquadron(Order, frozen=True, tag="tie_squadron"):
    """Put a squadron on the card of a foreign war."""

    at: str


class GiveCard(Order, frozen=True, tag="give_card"):
    """Give a card for its CP, to build what an event demands."""

    card: str


class GiveResource(Order, frozen=True, tag="give_resource"):
    """Give a Resource, to build what an event demands with the card that it draws."""


class EndForeignWar(Order, frozen=True, tag="end_foreign_war"):
    """Roll a die to end a foreign war."""

    card: str


class StopSpending(Order, frozen=True, tag="stop_spending"):
    """Spend no more of the CP that an event gave."""


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


class RegroupLeader(Order, frozen=True, tag="regroup_leader"):
    """Bring a leader back from the Regroup box."""

    leader: str
    space: str


# -- the end of a turn -----------------------------------------------------------------------------
