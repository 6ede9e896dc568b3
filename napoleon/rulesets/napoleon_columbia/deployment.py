"""6.22 to 6.23 Deployment: the defender first, then the attacker, block by block [N-59]."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import holders, phrases, places, setups, terrain, units
from napoleon.rulesets.napoleon_columbia.acting import (
    Acting,
    Part,
    Unit,
    a_fighter,
    a_seat,
    called,
    the_town,
)
from napoleon.rulesets.napoleon_columbia.events.deployment import (
    DeploymentEnded,
    HolderNamed,
    LinesDrawnUp,
    UnitDeployed,
    UnitUndeployed,
)
from napoleon.rulesets.napoleon_columbia.events.setup import UnitTakenUp
from napoleon.rulesets.napoleon_columbia.orders import Deploy, EndDeploy, NameHolder, TakeUp
from napoleon.rulesets.napoleon_columbia.seats import commands, is_unseen
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of
from napoleon.rulesets.napoleon_columbia.turns import BATTLE, BATTLE_DEPLOY, begin


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
    text = f"Where do your units stand in the battle of {town}?"
    return [table.question(_seats(table, battle, role)[0], "deploy", "6.22", text)]


def draw_up(table: Table) -> None:
    """Both sides stand in line [6.24]."""
    table.record(LinesDrawnUp(terrain.prepared(table).town), "6.24")


def combat_due(table: Table) -> bool:
    """Whether all battles are deployed, and combat turns begin."""
    return table.state.phase == BATTLE_DEPLOY


def begin_combat(table: Table) -> None:
    """The combat turns of all battles go round from now on [6.1]."""
    begin(table, BATTLE, "6.3")


# -- where units stand ----------------------------------------------------------------------------

DEPLOYING = a_fighter("deploy", BATTLE_DEPLOY, terrain.prepared)
"""A unit of the seat in the battle that is made ready."""


def _own_positions(it: Acting) -> tuple[str, ...]:
    return places.positions(it.role) if places.is_reserve(it.place) else ()


def _on(it: Acting, place: str) -> Phrase:
    return phrases.on(places.owner(place), place)


def _refuse_position(it: Acting, place: str) -> Refusal | None:
    """Why a unit cannot be deployed in a position [6.21 to 6.23]."""
    table, battle, role = it.table, it.battle, it.role
    if place not in places.positions(role):
        return refuse("NOT_YOUR_POSITION", "6.22", "Name one of your three positions.")
    if not places.is_reserve(it.place):
        return refuse("ALREADY_DEPLOYED", "N-59", "Take that unit up before you deploy it again.")
    if it.kind in units.ARTILLERY and battle.terrain_at(place) == terrain.WOODS:
        return refuse("ARTILLERY_IN_WOODS", "6.21.woods", "Artillery does not go into Woods.")
    if not _fits(table, it.player, [*table.state.fighters_at(battle, place), it.unit]):
        detail = "One corps fights in a position, or two of an army with its leader."
        return refuse("CORPS_LIMIT", "6.23", detail, place=place)
    line = Line(table, battle, role, it.player)
    waiting = _waiting(table, battle, role)
    others = [unit for unit in waiting if unit != it.unit]
    now = line.filled() + line.can_be_filled(waiting)
    if line.filled(place) + line.can_be_filled(others, place) < now:
        detail = "That unit is needed in a position that would stay empty without it."
        return refuse("POSITION_MUST_BE_FILLED", "N-55", detail)
    return None


UNSEEN = "unseen"
"""The one corps for which the upright blocks of a partner count together [N-87]."""


def _fits(table: Table, seat: str, together: Iterable[str]) -> bool:
    """Whether units may stand in one position: one corps, or two with a leader [6.23, N-20].

    A leader helps the corps of their own army alone: they bring no two armies together. Blocks that
    the seat does not see count for a corps of their army, whatever they are: their owner answers
    for them [N-87].
    """
    leaders, corps = set(), set()
    for unit in together:
        label = table.data.blocks[unit]
        if is_unseen(table, seat, unit):
            corps.add((label.army, UNSEEN))
        elif label.type == units.LEADER:
            leaders.add(label.army)
        else:
            corps.add((label.army, label.corps))
    if len(corps) < 2:
        return True
    armies = {army for army, _ in corps}
    return len(corps) == 2 and len(armies) == 1 and armies <= leaders


def _waiting(table: Table, battle: Battle, role: str) -> list[str]:
    """The units in Reserve that can still be deployed."""
    there = table.state.fighters_at(battle, places.reserve(role))
    return [unit for unit in there if seat_of(table, unit) not in battle.deployed]


class Line(NamedTuple):
    """The three positions of a role, as a seat that deploys there sees them."""

    table: Table
    battle: Battle
    role: str
    seat: str

    def filled(self, also: str = "") -> int:
        """How many positions hold somebody, one more among them if it is named."""
        return sum(
            bool(self.table.state.fighters_at(self.battle, place)) or place == also
            for place in places.positions(self.role)
        )

    def can_be_filled(self, waiting: Collection[str], taken: str = "") -> int:
        """How many empty positions these units can fill; artillery fills no Woods [N-18, N-60].

        `taken` is a position that somebody else fills before.
        """
        guns = sum(map(self._fills_no_woods, waiting))
        empty = [
            place
            for place in places.positions(self.role)
            if place != taken and not self.table.state.fighters_at(self.battle, place)
        ]
        woods = sum(self.battle.terrain_at(place) == terrain.WOODS for place in empty)
        by_guns = min(guns, len(empty) - woods)
        return by_guns + min(len(waiting) - guns, len(empty) - by_guns)

    def _fills_no_woods(self, unit: str) -> bool:
        """Whether a unit is artillery, as far as the seat may know: any block might fill [N-86]."""
        if is_unseen(self.table, self.seat, unit):
            return False
        return units.type_of(self.table, unit) in units.ARTILLERY


DEPLOY = DeclaredVerb(
    Deploy,
    DEPLOYING,
    "6.22",
    fields={"place": Domain(_own_positions, _on, _refuse_position)},
    does=lambda it, order: it.tell(
        UnitDeployed, "6.22", "N-59", army=it.block.army, place=order.place
    ),
    line="deploy {unit:unit} {place:place}",
    says=say("Deploy %(unit)s %(place)s"),
)


# -- what was placed or deployed is taken up again -------------------------------------------------


def _to_take_up(table: Table, decision: Decision) -> list[str]:
    found = table.state.blocks if decision.kind == "setup" else terrain.prepared(table).fighters
    return [unit for unit in found if _refuse_taking(table, decision, unit, "") is None]


def _refuse_taking(table: Table, decision: Decision, unit: str, clause: str) -> Refusal | None:
    if decision.kind == "setup":
        return setups.refuse_taking(table, decision.seat, unit)
    fighter = terrain.prepared(table).fighters.get(unit)
    deployed = fighter is not None and not places.is_reserve(fighter.place)
    if deployed and commands(table, decision.seat, unit):
        return None
    return refuse("NOT_DEPLOYED", "6.22", "Name a unit of yours in one of your positions.")


def _taken(table: Table, decision: Decision, unit: str) -> Unit:
    """A unit on a battle board, or in the set-up one on the map."""
    return (Acting if decision.kind == "deploy" else Unit)(table, decision.seat, unit)


def _take_up(it: Unit, order: TakeUp) -> None:
    """The unit goes back to the Reserve, or lies beside the map again."""
    if isinstance(it, Acting):
        it.tell(UnitUndeployed, "6.22", to=places.reserve(it.role))
    else:
        it.tell(UnitTakenUp, "N-57", town=it.block.town, fog=True)


def _says_taking(it: Unit, order: TakeUp) -> Phrase:
    if isinstance(it, Acting):
        return say("Take %(unit)s back to the Reserve")
    return say("Take up %(unit)s from %(town)s", town=the_town(it, it.block.town))


TAKE_UP = DeclaredVerb(
    TakeUp,
    Actor(
        ("setup", "deploy"),
        "",
        _taken,
        field="unit",
        candidates=_to_take_up,
        refusal=_refuse_taking,
        named=called,
    ),
    "6.22",
    does=_take_up,
    line="take up {unit:unit}",
    says=_says_taking,
)
"""In the set-up, and before a battle [N-57, N-59]."""


# -- who holds a Farm or a Hill [N-17] -------------------------------------------------------------


def _refuse_holder(it: Acting) -> Refusal | None:
    if it.terrain not in (terrain.FARM, terrain.HILL):
        return refuse("NOTHING_TO_HOLD", "6.21.hold", "That unit stands at no Farm and no Hill.")
    if it.terrain == terrain.FARM and it.kind != units.INFANTRY:
        return refuse("WRONG_TYPE", "6.21.farm", "Only infantry holds a Farm.")
    if it.holder == it.unit:
        return refuse("HOLDER_PRESENT", "6.21.hold", "That unit holds it already.")
    return None


_HOLD = {
    terrain.FARM: say("Have %(unit)s hold the Farm"),
    terrain.HILL: say("Have %(unit)s hold the Hill"),
}

NAME_HOLDER = DeclaredVerb(
    NameHolder,
    DEPLOYING,
    "6.21.hold",
    unable=_refuse_holder,
    # Everybody sees that a block holds it [N-59, N-68].
    does=lambda it, order: it.tell(HolderNamed, "6.21.hold", "N-17"),
    line="hold with {unit:unit}",
    says=lambda it, order: _HOLD[it.terrain],
    follows=holders.gain,
)


# -- the end of it ---------------------------------------------------------------------------------


def _refuse_end(it: Part) -> Refusal | None:
    """At least one unit stands in each position [6.22]; Woods may stay empty by N-18, N-60, N-86.

    Two corps whose leader was taken up again may not stay together [6.23].
    """
    table, battle = it.table, terrain.prepared(it.table)
    role = _role(table, battle)
    mixed = [
        place
        for place in places.positions(role)
        if not _fits(table, it.player, table.state.fighters_at(battle, place))
    ]
    if mixed:
        detail = "Two corps stand in a position without a leader of their army."
        return refuse("CORPS_LIMIT", "6.23", detail, place=mixed[0])
    waiting = _waiting(table, battle, role)
    partners = [unit for unit in waiting if seat_of(table, unit) != it.player]
    line = Line(table, battle, role, it.player)
    own = line.can_be_filled(waiting)
    if own > line.can_be_filled(partners):
        detail = "A position is empty, and units that can fill it are in the Reserve."
        return refuse("POSITION_EMPTY", "6.22", detail, positions=own)
    return None


END = DeclaredVerb(
    EndDeploy,
    a_seat("deploy", BATTLE_DEPLOY, lambda table: terrain.prepared(table).town),
    "6.22",
    unable=_refuse_end,
    does=lambda it, order: it.tell(DeploymentEnded, "6.22"),
    line="end deployment",
    says=say("End the deployment"),
    follows=(say("the others stay in Reserve"),),
    irreversible=Irreversible.IF_RANDOM,
)

VERBS = (DEPLOY, NAME_HOLDER, END)
