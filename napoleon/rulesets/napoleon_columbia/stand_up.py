"""6.24 Revealed blocks that stand up in Reserve or Woods [N-47]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleon_columbia import fog, places, terrain
from napoleon.rulesets.napoleon_columbia.acting import FIGHTER, Acting
from napoleon.rulesets.napoleon_columbia.events.blocks import UnitsConcealed
from napoleon.rulesets.napoleon_columbia.orders import StandUp
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import refuse


def may_be_upright(battle: Battle, place: str) -> bool:
    """Whether blocks may stand upright in a place, unless enemies are in it [6.24]."""
    return places.is_reserve(place) or battle.terrain_at(place) == terrain.WOODS


def _refuse_standing(it: Acting) -> Refusal | None:
    if not may_be_upright(it.battle, it.place):
        detail = "A block stands up again in the Reserve or in Woods only."
        return refuse("NOT_IN_RESERVE_OR_WOODS", "6.24", detail)
    if it.is_engaged:
        return refuse("ENGAGED", "6.21.woods", "An engaged block lies open.")
    if not it.block.revealed:
        return refuse("NOT_REVEALED", "6.24", "That block stands upright already.")
    return None


def _stand_up(it: Acting, order: StandUp) -> None:
    """The enemy can no longer tell which of the upright blocks there it is [N-58]."""
    it.tell(UnitsConcealed, "6.24", units=(it.unit,))
    fog.mix(it.table, fog.companions(it.table, it.unit))


VERBS = (
    DeclaredVerb(
        StandUp,
        FIGHTER,
        "6.24",
        unable=_refuse_standing,
        does=_stand_up,
        line="stand up {unit:unit}",
        says=say("Stand up %(unit)s"),
        follows=(say("the enemy loses sight of it"),),
    ),
)
