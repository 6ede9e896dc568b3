"""6.21.farm, 6.21.hill to 6.21.hold Who holds a Farm or a Hill in a battle [N-17]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.prose.sentences import alone
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import places, terrain, units
from napoleon.rulesets.napoleon_columbia.acting import FIGHTER, Acting
from napoleon.rulesets.napoleon_columbia.events.combat import HolderSwapped, TerrainTaken
from napoleon.rulesets.napoleon_columbia.orders import SwapHolder, TakeTerrain
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.table import refuse


def refuse_type(it: Acting) -> Refusal | None:
    """Units that can never hold the Farm or the Hill where they stand [6.21.farm, 6.5]."""
    if it.terrain == terrain.FARM and it.kind != units.INFANTRY:
        return refuse("WRONG_TYPE", "6.21.farm", "Only infantry holds a Farm.")
    if it.fighter.square or it.fighter.shelter:
        return refuse("WRONG_TYPE", "6.21.hold", f"{it.name} stands in a square.")
    return None


def _refuse_unit(it: Acting) -> Refusal | None:
    """Who can hold terrain at all, and has not acted [6.21.hold]."""
    if it.terrain not in (terrain.FARM, terrain.HILL) or places.is_reserve(it.place):
        detail = f"{it.name} stands at no Farm and no Hill."
        return refuse("NOTHING_TO_HOLD", "6.21.hold", detail)
    return refuse_type(it) or it.refuse_shaken() or it.refuse_acted("6.21.hold")


_HOLDING = {
    terrain.FARM: say("+1 to its fire, and cavalry does not hit it"),
    terrain.HILL: say("+1 to its fire at long range, if it is artillery"),
}


def gain(it: Acting, order: Order) -> tuple[Phrase, ...]:
    """What a unit has of the terrain that it holds."""
    return (_HOLDING[it.terrain],)


def _refuse_taking(it: Acting) -> Refusal | None:
    if refusal := _refuse_unit(it):
        return refusal
    if it.holder:
        return refuse("HOLDER_PRESENT", "6.21.hold", "A unit holds it already.")
    return None


_TAKE = {
    terrain.FARM: say("Take the Farm with %(unit)s"),
    terrain.HILL: say("Take the Hill with %(unit)s"),
}

TAKE = DeclaredVerb(
    TakeTerrain,
    FIGHTER,
    "6.21.hold",
    unable=_refuse_taking,
    does=lambda it, order: it.tell(TerrainTaken, "6.21.hold", "N-17"),
    line="occupy with {unit:unit}",
    says=lambda it, order: _TAKE[it.terrain],
    follows=gain,
    told={TerrainTaken: alone("%(who)s took %(terrain)s %(where)s.")},
)


def _refuse_swap(it: Acting) -> Refusal | None:
    if refusal := _refuse_unit(it):
        return refusal
    if not it.holder or it.at_holder.side != it.side:
        return refuse("NO_HOLDER", "6.21.hold", "No unit of your side holds it.")
    if it.holder == it.unit:
        return refuse("HOLDER_PRESENT", "6.21.hold", "That unit holds it already.")
    if not commands(it.table, it.player, it.holder):
        return refuse("NOT_YOUR_UNIT", "N-54", "A unit of your partner holds it.")
    return it.at_holder.refuse_shaken() or it.at_holder.refuse_acted("6.21.hold")


def _swap(it: Acting, order: SwapHolder) -> None:
    """It costs neither of them anything [N-17]."""
    before = it.at_holder
    it.tell(
        HolderSwapped,
        "6.21.hold",
        "N-17",
        previous=before.unit,
        previous_token=before.token,
        fog=it.fog or before.fog,
    )


_SWAP = {
    terrain.FARM: say("Take over the Farm with %(unit)s"),
    terrain.HILL: say("Take over the Hill with %(unit)s"),
}

SWAP = DeclaredVerb(
    SwapHolder,
    FIGHTER,
    "6.21.hold",
    unable=_refuse_swap,
    does=_swap,
    line="relieve with {unit:unit}",
    says=lambda it, order: _SWAP[it.terrain],
    follows=gain,
)

VERBS = (TAKE, SWAP)
