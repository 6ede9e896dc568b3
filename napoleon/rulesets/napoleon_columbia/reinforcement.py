"""6.34 Reinforcement: the last step of a combat turn [N-25]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.declaring import DeclaredVerb, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.sentences import together
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import fog, places, turns
from napoleon.rulesets.napoleon_columbia.acting import Unit, a_seat, a_unit, the_town
from napoleon.rulesets.napoleon_columbia.events.combat import ReinforcementEnded, UnitReinforced
from napoleon.rulesets.napoleon_columbia.orders import EndReinforcement, Reinforce
from napoleon.rulesets.napoleon_columbia.retreats import ROAD_LIMITS
from napoleon.rulesets.napoleon_columbia.seats import next_seat
from napoleon.rulesets.napoleon_columbia.table import Table, refuse
from napoleon.rulesets.napoleon_columbia.turns import (
    BATTLE,
    REINFORCEMENT,
    acting_side,
    battle_here,
)


def due(table: Table) -> bool:
    """Whether the acting side may still bring units into the battle."""
    battle = turns.running_battle(table)
    return battle is not None and battle.step == REINFORCEMENT and bool(_seat(table))


def _near(table: Table) -> Iterator[str]:
    """Units of the acting side in the towns around."""
    battle = battle_here(table)
    side = acting_side(battle)
    for town in table.data.neighbours(battle.town):
        yield from table.state.standing(town, side)


def _seat(table: Table) -> str:
    """The Anglo-Dutch seat comes before the Prussian one [N-54]."""
    battle = battle_here(table)
    able = [unit for unit in _near(table) if _refuse(table, unit) is None]
    return next_seat(table, acting_side(battle), battle.parts, able)


def asks(table: Table) -> list[Decision]:
    """Who joins the battle from adjacent towns [6.34]."""
    town = table.data.towns[battle_here(table).town].name
    text = f"Which units join the battle of {town}?"
    return [table.question(_seat(table), "reinforcement", "6.34", text)]


def _refuse(table: Table, unit: str) -> Refusal | None:
    battle, block = battle_here(table), table.state.blocks[unit]
    road = table.data.road_between(block.town, battle.town)
    if road is None:
        return refuse("NOT_ADJACENT", "6.34", "That unit is in no adjacent town.")
    if table.state.is_fought_over(block.town):
        return refuse("IN_BATTLE", "N-50", "That unit stands in a fight of its own.")
    if block.disrupted:
        return refuse("DISRUPTED", "7.3", "That unit has retreated in this turn.")
    limit = ROAD_LIMITS[road.kind]
    if battle.reinforce_use.get(acting_side(battle), {}).get(road.id, 0) >= limit:
        detail = "That road takes no more units in this combat turn."
        return refuse("ROAD_FULL", "6.34", detail, road=road.id, limit=limit)
    return None


def _bring(it: Unit, order: Reinforce) -> None:
    """It stands in the Reserve, of use from the next combat turn on [6.34]."""
    table, battle, origin = it.table, battle_here(it.table), it.block.town
    fog.part(table, it.unit)
    road = table.data.road_between(origin, battle.town)
    assert road is not None, "refused where there is no road"
    it.tell(
        UnitReinforced,
        "6.34",
        origin=origin,
        town=battle.town,
        road=road.id,
        place=places.reserve(battle.acting),
        use=battle.reinforce_use.get(it.side, {}).get(road.id, 0) + 1,
        limit=ROAD_LIMITS[road.kind],
    )
    fog.join(table, it.unit)


def _says(it: Unit, order: Reinforce) -> Phrase:
    return say("Bring up %(unit)s from %(town)s", town=the_town(it, it.block.town))


REINFORCE = DeclaredVerb(
    Reinforce,
    a_unit(REINFORCEMENT, BATTLE, _near, Unit),
    "6.34",
    unable=lambda it: _refuse(it.table, it.unit),
    does=_bring,
    line="reinforce with {unit:unit}",
    says=_says,
    follows=(say("comes into your Reserve"),),
    target=lambda it, order: it.block.town,
    irreversible=Irreversible.IF_RANDOM,
    told={
        UnitReinforced: together(
            "%(who)s came up from %(town)s %(to)s.",
            "%(who)s came up from %(town)s %(to)s.",
            "origin",
            "place",
            town="origin",
        ),
    },
)

END = DeclaredVerb(
    EndReinforcement,
    a_seat(REINFORCEMENT, BATTLE, lambda table: table.state.at),
    "6.34",
    does=lambda it, order: it.tell(ReinforcementEnded, "6.34"),
    line="end reinforcement",
    says=say("Bring no more reinforcements now"),
    irreversible=Irreversible.IF_RANDOM,
    costs=True,
)

VERBS = (REINFORCE, END)
