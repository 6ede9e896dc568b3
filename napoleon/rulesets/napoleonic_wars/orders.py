"""What players may order."""

from __future__ import annotations

from napoleon.rules.kit import conceding
from napoleon.rules.orders import Order

Resign = conceding.Resign
AgreeToEnd = conceding.AgreeToEnd


class BidForCamp(Order, frozen=True, tag="bid_for_camp"):
    """Bid strength points for a camp, in secret."""

    camp: str
    sp: int


class GiveUpStrength(Order, frozen=True, tag="give_up_strength"):
    """Give up a strength point for the camp that you have."""

    nation: str
    space: str


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


# -- at sea ----------------------------------------------------------------------------------------


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


class Invade(Order, frozen=True, tag="invade"):
    """March into a duchy of a neutral minor, which ends its neutrality."""

    to: str


class InvadeBySea(Order, frozen=True, tag="invade_by_sea"):
    """Land in a port of a neutral minor, which ends its neutrality."""

    to: str


# -- diplomacy -------------------------------------------------------------------------------------


class MoveConsul(Order, frozen=True, tag="move_consul"):
    """Move the consul of a nation a box right on your row, or left on somebody else's."""

    nation: str
    way: str


class FlipConsul(Order, frozen=True, tag="flip_consul"):
    """Turn the consul of a nation to its +1 face, or back."""

    nation: str


class EndInfluence(Order, frozen=True, tag="end_influence"):
    """Spend no more CP of cards of too many on influence."""


class Sway(Order, frozen=True, tag="sway"):
    """Move a consul a box by an event, on this row."""

    row: str


class SwayNoMore(Order, frozen=True, tag="sway_no_more"):
    """Move a consul no farther by an event."""


class Restore(Order, frozen=True, tag="restore"):
    """Restore a broken Pact by the CP of a card."""

    nation: str
    card: str


class AcceptPact(Order, frozen=True, tag="accept_pact"):
    """Take a client that was attacked, and has a caretaker, into your Pact."""

    nation: str


class DeclareWar(Order, frozen=True, tag="declare_war"):
    """Declare war on a power for 7 CP."""

    on: str


class ChangeCamp(Order, frozen=True, tag="change_camp"):
    """Ask the members of a camp to let you join it for 7 CP."""

    camp: str


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


# -- windows ---------------------------------------------------------------------------------------


class Respond(Order, frozen=True, tag="respond"):
    """Play a card of a nation in a window."""

    nation: str
    card: str


class Decline(Order, frozen=True, tag="decline"):
    """Play no card in a window."""


class PlayBattleCard(Order, frozen=True, tag="play_battle_card"):
    """Play a battle card of a nation that fights."""

    nation: str
    card: str


class PlayNoBattleCard(Order, frozen=True, tag="play_no_battle_card"):
    """Play no battle card in this round, or no more."""


# -- battles and sieges ----------------------------------------------------------------------------


class GiveHit(Order, frozen=True, tag="give_hit"):
    """Let a nation of your side take a hit that is left when all are spread evenly."""

    nation: str


class HitUnits(Order, frozen=True, tag="hit_units"):
    """Let strength points take the hits of a nation."""


class HitLeader(Order, frozen=True, tag="hit_leader"):
    """Let a leader take a hit, so that a strength point is spared."""

    leader: str


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat to a space."""

    to: str


class Claim(Order, frozen=True, tag="claim"):
    """Take the space of a battle you have won: your flag comes there, or the enemy's comes off."""


class Waive(Order, frozen=True, tag="waive"):
    """Leave the flag of a space as it is."""


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


class AllowFlag(Order, frozen=True, tag="allow_flag"):
    """Let an event of another player place the flag of a nation of yours."""


class ForbidFlag(Order, frozen=True, tag="forbid_flag"):
    """Do not let an event of another player place the flag of a nation of yours."""


class LeadFar(Order, frozen=True, tag="lead_far"):
    """Name the leader whose army an event moves."""

    leader: str


class GoFar(Order, frozen=True, tag="go_far"):
    """Move the army over friendly spaces, with so many strength points."""

    sp: int
    to: str


class GoNoFarther(Order, frozen=True, tag="go_no_farther"):
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


# -- the end of a turn -----------------------------------------------------------------------------


class ChangePeace(Order, frozen=True, tag="change_peace"):
    """Give up a card of a power's next draw to change the peace roll by one."""

    nation: str
    by: int


class LeavePeace(Order, frozen=True, tag="leave_peace"):
    """Do not change the peace roll."""


class ChooseCeded(Order, frozen=True, tag="choose_ceded"):
    """Choose a duchy that is ceded."""

    space: str


class GiveCeded(Order, frozen=True, tag="give_ceded"):
    """Give a ceded duchy to another power of your camp."""

    space: str
    nation: str


class KeepCeded(Order, frozen=True, tag="keep_ceded"):
    """Give no more ceded duchies away."""


class TakeGift(Order, frozen=True, tag="take_gift"):
    """Take the duchy that is given to you."""


class RefuseGift(Order, frozen=True, tag="refuse_gift"):
    """Do not take the duchy that is given to you."""


class Evacuate(Order, frozen=True, tag="evacuate"):
    """Lead the forces of a nation out of a capital that is given back."""

    nation: str
    to: str


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Take the forces of a nation in a space into its Regroup box."""

    nation: str
    space: str


class StayThere(Order, frozen=True, tag="stay_there"):
    """Let all other forces of a nation stay in the country."""

    nation: str


class AddTerm(Order, frozen=True, tag="add_term"):
    """Add a duchy to the terms: ceded, or given back."""

    nation: str
    duchy: str
    way: str


class DropTerm(Order, frozen=True, tag="drop_term"):
    """Take a duchy out of the terms."""

    nation: str
    duchy: str


class SendOffer(Order, frozen=True, tag="send_offer"):
    """Offer to submit on these terms."""

    nation: str


class NoOffer(Order, frozen=True, tag="no_offer"):
    """Do not offer to submit."""

    nation: str


class AcceptOffer(Order, frozen=True, tag="accept_offer"):
    """Let the nation submit on its terms."""


class RejectOffer(Order, frozen=True, tag="reject_offer"):
    """Do not accept the terms."""


# -- between two turns -----------------------------------------------------------------------------


class StayOut(Order, frozen=True, tag="stay_out"):
    """Let a power stay where it is: it joins no camp, and declares no more wars."""

    nation: str


class AskToJoin(Order, frozen=True, tag="ask_to_join"):
    """Ask the members of a camp to let a power join it."""

    nation: str
    camp: str


class OpenWar(Order, frozen=True, tag="open_war"):
    """Declare war between two turns, without CP."""

    nation: str
    on: str


class Welcome(Order, frozen=True, tag="welcome"):
    """Let the power join your camp."""


class TurnAway(Order, frozen=True, tag="turn_away"):
    """Do not let the power join your camp."""


class TakeOver(Order, frozen=True, tag="take_over"):
    """Raise the flag of a nation where it stands among new enemies."""

    nation: str
    space: str


class PullOut(Order, frozen=True, tag="pull_out"):
    """Take forces from among new enemies into their Regroup box."""

    nation: str
    space: str


class TakeFlagBack(Order, frozen=True, tag="take_flag_back"):
    """Take your flag off a duchy of a new ally."""

    space: str


class KeepFlags(Order, frozen=True, tag="keep_flags"):
    """Take no more of your flags off duchies of a new ally."""


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
