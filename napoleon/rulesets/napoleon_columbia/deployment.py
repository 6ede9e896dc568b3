"""Deployment: the defender first, then the attacker, block by block [6.22 to 6.24, N-59]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import places, terrain, units
from napoleon.rulesets.napoleon_columbia.events.deployment import (
    DeploymentEnded,
    HolderNamed,
    LinesDrawnUp,
    UnitDeployed,
    UnitUndeployed,
)
from napoleon.rulesets.napoleon_columbia.orders import Deploy, EndDeploy, NameHolder, TakeUp
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of
from napoleon.rulesets.napoleon_columbia.turns import BATTLE, begin


def due(table: Table) -> bool:
    """Whether a battle is still to be deployed."""
    return terrain.preparing(table) is not None


def _role(table: Table, battle: Battle) -> str:
    """The role that deploys now; empty when both have [6.22]."""
    for role in (DEFENDER, ATTACKER):
        if _seats(table, battle, role):
            return role
    return ""


def _seats(table: Table, battle: Battle, role: str) -> list[str]:
    """Seats of a role that still deploy: who decides there first, then a partner [N-54]."""
    side = battle.side(role)
    first = battle.deciding[side]
    seats = [first, *(seat for seat in table.state.seats_of(side) if seat != first)]
    fighting = {seat_of(table, unit) for unit in battle.fighters}
    return [seat for seat in seats if seat in fighting and seat not in battle.deployed]


def asks(table: Table) -> list[Decision]:
    """Where the units of a seat stand, until it ends its deployment [6.22]."""
    battle = terrain.prepared(table)
    role = _role(table, battle)
    if not role:
        return []
    town = table.data.towns[battle.town].name
    text = f"Deploy your units for the battle of {town}, and end the deployment."
    return [table.question(_seats(table, battle, role)[0], "deploy", "6.22", text)]


def draw_up(table: Table) -> None:
    """Both sides stand in line [6.24]."""
    table.record(LinesDrawnUp(terrain.prepared(table).town), "6.24")


def combat_due(table: Table) -> bool:
    """Whether all battles are deployed, and combat turns begin."""
    return table.state.phase == "battle_deploy"


def begin_combat(table: Table) -> None:
    """The combat turns of all battles go round from now on [6.1]."""
    begin(table, BATTLE, "6.3")


def own_role(table: Table, battle: Battle, seat: str) -> str:
    """Whether a seat attacks or defends."""
    return ATTACKER if seat in table.state.seats_of(battle.attacker) else DEFENDER


def legal_orders(table: Table, decision: Decision) -> Iterator[Deploy]:
    """Every unit in Reserve in every position that may take it [6.22, 6.23]."""
    battle = terrain.prepared(table)
    role = own_role(table, battle, decision.seat)
    for unit in table.state.fighters_at(battle, places.reserve(role)):
        for place in places.positions(role):
            order = Deploy(unit, place)
            if refuse_deployment(table, decision, order) is None:
                yield order


def refuse_deployment(table: Table, decision: Decision, order: Deploy) -> Refusal | None:
    """Why a unit cannot be deployed in a position [6.21 to 6.23]."""
    battle = terrain.prepared(table)
    role = own_role(table, battle, decision.seat)
    fighter = battle.fighters.get(order.unit)
    if fighter is None or not commands(table, decision.seat, order.unit):
        return refuse("NOT_YOUR_UNIT", "6.22", "Name a unit of yours in this battle.")
    if order.place not in places.positions(role):
        return refuse("NOT_YOUR_POSITION", "6.22", "Name one of your three positions.")
    if not places.is_reserve(fighter.place):
        return refuse("ALREADY_DEPLOYED", "N-59", "Take that unit up before you deploy it anew.")
    artillery = units.type_of(table, order.unit) in units.ARTILLERY
    if artillery and battle.terrain_at(order.place) == terrain.WOODS:
        return refuse("ARTILLERY_IN_WOODS", "6.21.woods", "Artillery does not go into Woods.")
    there = [*table.state.fighters_at(battle, order.place), order.unit]
    if not _fits(table, there):
        detail = "One corps fights in a position, or two of an army with its leader."
        return refuse("CORPS_LIMIT", "6.23", detail, place=order.place)
    waiting = _waiting(table, battle, role)
    now = _filled(table, battle, role) + _can_be_filled(table, battle, role, waiting)
    others = [unit for unit in waiting if unit != order.unit]
    filled = _filled(table, battle, role, order.place)
    then = filled + _can_be_filled(table, battle, role, others, order.place)
    if then < now:
        detail = "That unit is needed in a position that would stay empty without it."
        return refuse("POSITION_MUST_BE_FILLED", "N-55", detail)
    return None


def _fits(table: Table, together: Iterable[str]) -> bool:
    """Whether units may stand in one position: one corps, or two with a leader [6.23, N-20].

    A leader helps the corps of their own army alone: they bring no two armies together.
    """
    labels = [table.data.blocks[unit] for unit in together]
    corps = {(it.army, it.corps) for it in labels if it.type != units.LEADER}
    if len(corps) < 2:
        return True
    leaders = {it.army for it in labels if it.type == units.LEADER}
    armies = {army for army, _ in corps}
    return len(corps) == 2 and len(armies) == 1 and armies <= leaders


def _filled(table: Table, battle: Battle, role: str, also: str = "") -> int:
    """How many positions of a role hold somebody, one more among them if it is named."""
    return sum(
        bool(table.state.fighters_at(battle, place)) or place == also
        for place in places.positions(role)
    )


def _waiting(table: Table, battle: Battle, role: str) -> list[str]:
    """The units in Reserve that can still be deployed."""
    there = table.state.fighters_at(battle, places.reserve(role))
    return [unit for unit in there if seat_of(table, unit) not in battle.deployed]


def _can_be_filled(
    table: Table, battle: Battle, role: str, waiting: Iterable[str], taken: str = ""
) -> int:
    """How many empty positions these units can fill; artillery fills no Woods [N-18, N-60].

    `taken` is a position that somebody else fills before.
    """
    kinds = [units.type_of(table, unit) in units.ARTILLERY for unit in waiting]
    guns = sum(kinds)
    empty = [
        place
        for place in places.positions(role)
        if place != taken and not table.state.fighters_at(battle, place)
    ]
    woods = sum(battle.terrain_at(place) == terrain.WOODS for place in empty)
    by_guns = min(guns, len(empty) - woods)
    return by_guns + min(len(kinds) - guns, len(empty) - by_guns)


def deploy(table: Table, decision: Decision, order: Deploy) -> None:
    """The enemy sees a block of that army in the position [N-59]."""
    battle, block = terrain.prepared(table), table.state.blocks[order.unit]
    deployed = UnitDeployed(
        decision.seat,
        order.unit,
        block.token,
        block.army,
        battle.town,
        order.place,
        fog=not block.revealed,
    )
    table.record(deployed, "6.22", "N-59")


def takings(table: Table, decision: Decision) -> Iterator[TakeUp]:
    """Every unit of the seat in a position."""
    orders = map(TakeUp, terrain.prepared(table).fighters)
    return (it for it in orders if refuse_taking(table, decision, it) is None)


def refuse_taking(table: Table, decision: Decision, order: TakeUp) -> Refusal | None:
    """Only a unit of the seat that stands in a position is taken up."""
    fighter = terrain.prepared(table).fighters.get(order.unit)
    if (
        fighter is None
        or places.is_reserve(fighter.place)
        or not commands(table, decision.seat, order.unit)
    ):
        return refuse("NOT_DEPLOYED", "6.22", "Name a unit of yours in one of your positions.")
    return None


def take_up(table: Table, decision: Decision, order: TakeUp) -> None:
    """It goes back to the Reserve."""
    battle, block = terrain.prepared(table), table.state.blocks[order.unit]
    place = battle.fighters[order.unit].place
    taken = UnitUndeployed(
        decision.seat,
        order.unit,
        block.token,
        battle.town,
        place,
        places.reserve(places.owner(place)),
        fog=not block.revealed,
    )
    table.record(taken, "6.22")


def holder_offers(table: Table, decision: Decision) -> Iterator[NameHolder]:
    """Units that may hold a Farm or a Hill of their position [N-17]."""
    orders = map(NameHolder, terrain.prepared(table).fighters)
    return (it for it in orders if refuse_holder(table, decision, it) is None)


def refuse_holder(table: Table, decision: Decision, order: NameHolder) -> Refusal | None:
    """Why a unit cannot be named as holder [6.21.hold, N-17]."""
    battle = terrain.prepared(table)
    fighter = battle.fighters.get(order.unit)
    if fighter is None or not commands(table, decision.seat, order.unit):
        return refuse("NOT_YOUR_UNIT", "6.21.hold", "Name a unit of yours in this battle.")
    kind = battle.terrain_at(fighter.place)
    if kind not in (terrain.FARM, terrain.HILL):
        return refuse("NOTHING_TO_HOLD", "6.21.hold", "That unit stands at no Farm and no Hill.")
    if kind == terrain.FARM and units.type_of(table, order.unit) != units.INFANTRY:
        return refuse("WRONG_TYPE", "6.21.farm", "Only infantry holds a Farm.")
    if battle.terrain[fighter.place].holder == order.unit:
        return refuse("HOLDER_PRESENT", "6.21.hold", "That unit holds it already.")
    return None


def name_holder(table: Table, decision: Decision, order: NameHolder) -> None:
    """Everybody sees that a block holds it [N-59, N-68]."""
    battle, block = terrain.prepared(table), table.state.blocks[order.unit]
    place = battle.fighters[order.unit].place
    named = HolderNamed(
        decision.seat,
        order.unit,
        block.token,
        battle.town,
        battle.terrain_at(place),
        place,
        fog=not block.revealed,
    )
    table.record(named, "6.21.hold", "N-17")


def end_offers(table: Table, decision: Decision) -> list[EndDeploy]:
    """The end of the deployment, once no position is empty without need."""
    order = EndDeploy()
    return [order] if refuse_end(table, decision, order) is None else []


def refuse_end(table: Table, decision: Decision, order: EndDeploy) -> Refusal | None:
    """At least one unit stands in each position [6.22]; Woods may stay empty by N-18, N-60.

    Two corps whose leader was taken up again may not stay together [6.23].
    """
    battle = terrain.prepared(table)
    role = own_role(table, battle, decision.seat)
    mixed = [
        place
        for place in places.positions(role)
        if not _fits(table, table.state.fighters_at(battle, place))
    ]
    if mixed:
        detail = "Two corps stand in a position without a leader of their army."
        return refuse("CORPS_LIMIT", "6.23", detail, place=mixed[0])
    waiting = _waiting(table, battle, role)
    partners = [unit for unit in waiting if seat_of(table, unit) != decision.seat]
    own = _can_be_filled(table, battle, role, waiting)
    if own > _can_be_filled(table, battle, role, partners):
        detail = "A position is empty, and units that can fill it are in the Reserve."
        return refuse("POSITION_EMPTY", "6.22", detail, positions=own)
    return None


def end(table: Table, decision: Decision, order: EndDeploy) -> None:
    """Whoever was not deployed stays in the Reserve [6.22]."""
    table.record(DeploymentEnded(decision.seat, terrain.prepared(table).town), "6.22")
