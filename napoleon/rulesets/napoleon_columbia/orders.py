"""The verbs of the game: everything a player can order [chapter b].

What the digest names as one order with a list is given part by part here, so that the list of
legal orders stays complete and short: a march goes road by road [N-56], a set-up and a
deployment block by block [N-57, N-59], a retreat unit by unit [N-61].
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from napoleon.rules.kit import conceding
from napoleon.rules.orders import Order

Id = Annotated[str, msgspec.Meta(max_length=64)]
"""Id of a town, a unit, a road or a place of a battle board."""

Steps = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""Steps that a bid gives away."""

Group = Literal["open", "square"]
"""What is fired at in a position: units in the open, or squares with whom they shelter [6.51]."""


class MakeBid(Order, frozen=True, tag="bid"):
    """Bid to play a side with so many steps less [13.0]."""

    side: Literal["french", "allied"]
    steps: Steps


class PassBid(Order, frozen=True, tag="pass_bid"):
    """Leave the side that was bid for to the other player [13.0]."""


class RemoveStep(Order, frozen=True, tag="remove_step"):
    """Take a step from a unit for the bid [13.0]."""

    unit: Id


class PlaceUnit(Order, frozen=True, tag="place_unit"):
    """Place a unit in a town of its zone [4.1, 4.2]."""

    unit: Id
    town: Id


class TakeUp(Order, frozen=True, tag="take_up"):
    """Take up a unit that you have just placed or deployed, to place it elsewhere [4.0, 6.22]."""

    unit: Id


class UseHistoricalSetup(Order, frozen=True, tag="use_historical_setup"):
    """Place all units as the order-of-battle cards say [4.3]."""


class EndSetup(Order, frozen=True, tag="end_setup"):
    """End your set-up: all units are placed [N-03]."""


class March(Order, frozen=True, tag="march"):
    """March with a unit along a road [5.0, N-56]."""

    unit: Id
    road: Id
    forced: bool = False
    """Whether it is known to go beyond the normal allowance, for which a die is rolled [5.6]."""


class Halt(Order, frozen=True, tag="halt"):
    """End the march of the unit that is marching [N-56]."""

    unit: Id


class EndMarch(Order, frozen=True, tag="end_march"):
    """March with no more units in this turn [5.0]."""


class RevealLeader(Order, frozen=True, tag="reveal_leader"):
    """Show a leader, for the bonus that they give [9.1, 9.2]."""

    leader: Id


class KeepHidden(Order, frozen=True, tag="keep_hidden"):
    """Show no leader now [9.1, 9.2]."""


class OrderSkirmish(Order, frozen=True, tag="order_skirmish"):
    """Have the skirmish in this town come next in the order [6.6]."""

    town: Id


class OrderBattle(Order, frozen=True, tag="order_battle"):
    """Have the battle in this town come next in the order [6.1, N-12]."""

    town: Id


class ChooseSkirmisher(Order, frozen=True, tag="choose_skirmisher"):
    """Have a unit fight in the skirmish [6.6]."""

    unit: Id


class PlaceTerrain(Order, frozen=True, tag="place_terrain"):
    """Place terrain that you have drawn in one of your positions [6.21]."""

    terrain: Literal["woods", "farm", "stream", "hill"]
    lane: Literal["a", "b", "c"]


class Deploy(Order, frozen=True, tag="deploy"):
    """Deploy a unit from the Reserve in a position of yours [6.22, N-59]."""

    unit: Id
    place: Id


class NameHolder(Order, frozen=True, tag="name_holder"):
    """Have a unit hold the Farm or the Hill of its position [6.21.hold, N-17]."""

    unit: Id


class EndDeploy(Order, frozen=True, tag="end_deploy"):
    """End your deployment; units that were not deployed stay in the Reserve [6.22]."""


class CombatMove(Order, frozen=True, tag="combat_move"):
    """Move a unit to a place of the battle board: engage, disengage or reposition [6.32]."""

    unit: Id
    place: Id


class FormSquare(Order, frozen=True, tag="form_square"):
    """Form square with an infantry unit [6.5]."""

    unit: Id


class BreakSquare(Order, frozen=True, tag="break_square"):
    """Break square with an infantry unit [6.5]."""

    unit: Id


class Shelter(Order, frozen=True, tag="shelter"):
    """Shelter a leader or an artillery unit in a square of its position [6.52]."""

    unit: Id
    square: Id


class LeaveShelter(Order, frozen=True, tag="leave_shelter"):
    """Leave the shelter of a square [6.52]."""

    unit: Id


class StandUp(Order, frozen=True, tag="stand_up"):
    """Stand up a revealed unit in Reserve or Woods, so that the enemy loses sight of it [6.24]."""

    unit: Id


class TakeTerrain(Order, frozen=True, tag="take_terrain"):
    """Take the Farm or the Hill of the position, which nobody holds [6.21.hold]."""

    unit: Id


class SwapHolder(Order, frozen=True, tag="swap_holder"):
    """Take over the Farm or the Hill from the unit of yours that holds it [6.21.hold]."""

    unit: Id


class Fire(Order, frozen=True, tag="fire"):
    """Fire at the enemy, in your position or across the lane [6.33]."""

    unit: Id
    group: Group = "open"


class AllocateHit(Order, frozen=True, tag="allocate_hit"):
    """Choose which of your strongest units takes the hit [6.4]."""

    unit: Id


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat from the fight to an adjacent town [7.0, 7.4]."""

    unit: Id
    town: Id


class EndCombat(Order, frozen=True, tag="end_combat"):
    """End your Combat phase in this battle [6.3]."""


class Reinforce(Order, frozen=True, tag="reinforce"):
    """Bring a unit from an adjacent town into the Reserve [6.34]."""

    unit: Id


class EndReinforcement(Order, frozen=True, tag="end_reinforcement"):
    """Bring no more units into this battle now [6.34]."""


class Regroup(Order, frozen=True, tag="regroup"):
    """Move a unit to or from the town of a battle that you have won [7.5]."""

    unit: Id
    town: Id


class EndRegroup(Order, frozen=True, tag="end_regroup"):
    """End the regrouping [7.5]."""


class RemoveForSupply(Order, frozen=True, tag="remove_for_supply"):
    """Lose a unit for the want of supply [10.0]."""

    unit: Id


Resign = conceding.Resign
AgreeToEnd = conceding.AgreeToEnd
"""To give the game up, and to agree that it ends without a winner, at any time [N-74]."""
