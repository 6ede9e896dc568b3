"""7, FAQ.6 Retreats: of one's own will, and of a side that was beaten [6.6, 6.7]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import TARGET, Actor, DeclaredVerb, Domain, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say, say_many
from napoleon.rulesets.napoleon_columbia import fog, losses, units
from napoleon.rulesets.napoleon_columbia.acting import FIGHTER, Acting, Unit, called, the_town
from napoleon.rulesets.napoleon_columbia.combat_moves import of_leaving
from napoleon.rulesets.napoleon_columbia.events.blocks import RoutLossDue, UnitUnharmed
from napoleon.rulesets.napoleon_columbia.events.retreat import UnitRetreated
from napoleon.rulesets.napoleon_columbia.orders import Retreat
from napoleon.rulesets.napoleon_columbia.seats import commands, next_seat
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle, Beaten
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of

BEATEN = "beaten"
"""The kind of the question where the beaten retreat to."""

ROAD_LIMITS = {"major": 2, "minor": 1}
"""Units that leave, come in or regroup along a road [7.2, 6.34, 7.5]."""

ROUT_LOSSES = {
    units.INFANTRY: 1,
    units.FOOT_ARTILLERY: 2,
    units.HORSE_ARTILLERY: 1,
    units.LEADER: 0,
}
"""Steps that a rout costs; cavalry loses one if it is engaged with cavalry [7.41]."""

BY_CAVALRY = 1
"""Steps that cavalry loses which is engaged with cavalry [7.41]."""

_TYPES = {
    units.INFANTRY: "infantry",
    units.FOOT_ARTILLERY: "foot artillery",
    units.HORSE_ARTILLERY: "horse artillery",
}
"""What the log calls the types that always lose steps."""


class RoutLoss(NamedTuple):
    """Why a unit loses steps in a rout, and how many."""

    breakdown: tuple[Line, ...] = ()
    """Sums to the steps."""
    against: tuple[str, ...] = ()
    """The enemy cavalry that makes cavalry lose one."""

    @property
    def steps(self) -> int:
        """Steps that it loses."""
        return total(self.breakdown)


def rout_loss(table: Table, battle: Battle, unit: str) -> RoutLoss:
    """What a unit would lose in a rout as things stand [7.41, N-35]."""
    kind = units.type_of(table, unit)
    if kind != units.CAVALRY:
        steps = ROUT_LOSSES[kind]
        return RoutLoss((Line(steps, "7.41", _TYPES[kind]),) if steps else ())
    place = battle.fighters[unit].place
    enemies = table.state.fighters_at(battle, place, enemy(side_of(table.state.blocks[unit].army)))
    riders = tuple(it for it in enemies if units.type_of(table, it) == units.CAVALRY)
    return (
        RoutLoss((Line(BY_CAVALRY, "7.41", "engaged with cavalry"),), riders) if riders else NO_LOSS
    )


NO_LOSS = RoutLoss()


class Leaving(Acting):
    """A unit that leaves a fight, of its own will or because its side was beaten.

    One of the beaten need not stand on a battle board: it may have skirmished.
    """

    has_to_leave = False

    @property
    def loss(self) -> RoutLoss:
        """What leaving of its own will costs it [7.0, 7.41]."""
        if self.has_to_leave or not self.is_engaged:
            return NO_LOSS
        return rout_loss(self.table, self.battle, self.unit)


class Driven(Leaving):
    """A unit of a side that was beaten."""

    has_to_leave = True


def _suffer(table: Table, unit: str, loss: RoutLoss, clause: str) -> None:
    """A unit loses what a rout costs it [7.41]."""
    if table.rulings.reasons_told:
        block = table.state.blocks[unit]
        due = RoutLossDue(
            seat_of(table, unit), unit, block.token, loss.steps, *loss, fog=not block.revealed
        )
        table.record(due, "7.41", clause)
    losses.lose_steps(table, unit, loss.steps, "rout", "7.41", clause)


# -- where to [7.1, 7.2] --------------------------------------------------------------------------


def _used_by_attacker(table: Table, town: str) -> tuple[str, list[str]]:
    """The attacker of the fight in a town, and the towns from which they came in."""
    battle = table.state.battle_in(town)
    fight = battle or next(it for it in table.state.skirmishes if it.town == town)
    return fight.attacker, fight.used.get(fight.attacker, [])


def _road_use(table: Table, town: str) -> dict[str, int]:
    battle = table.state.battle_in(town)
    if battle is not None:
        return battle.retreat_use
    return table.state.beaten.use if table.state.beaten else {}


def refuse_way(table: Table, unit: str, to: str) -> Refusal | None:
    """Why a unit cannot retreat to a town [7.1, 7.2, N-32, N-50]."""
    block = table.state.blocks[unit]
    side = side_of(block.army)
    road = table.data.road_between(block.town, to)
    if road is None:
        detail = f"No road leads there from {table.data.towns[block.town].name}."
        return refuse("TOWN_BARRED", "7.1", detail)
    name = table.data.towns[to].name
    if table.state.is_fought_over(to):
        return refuse("BATTLE_TOWN", "7.1", f"There is a fight in {name} itself.", town=to)
    if table.state.count(to, enemy(side)):
        return refuse("TOWN_BARRED", "N-32", f"Enemies are in {name}.", town=to)
    attacker, used = _used_by_attacker(table, block.town)
    if side == attacker and to not in used:
        detail = f"The attacker goes back only to where they came from, not to {name}."
        return refuse("TOWN_BARRED", "7.1", detail, town=to)
    if side != attacker and to in used:
        return refuse("TOWN_BARRED", "7.1", f"The attacker came from {name}.", town=to)
    limit = ROAD_LIMITS[road.kind]
    if _road_use(table, block.town).get(road.id, 0) >= limit:
        detail = f"The road to {name} takes no more units in this combat turn."
        return refuse("ROAD_FULL", "7.2", detail, road=road.id, limit=limit)
    return None


def _go(it: Unit, to: str, *clauses: str) -> None:
    """A unit leaves by road, lies face down, and is disrupted [7.2, 7.3]."""
    table, origin = it.table, it.block.town
    fog.part(table, it.unit)
    road = table.data.road_between(origin, to)
    assert road is not None, "refused where there is no road"
    use = _road_use(table, origin).get(road.id, 0) + 1
    it.tell(
        UnitRetreated,
        *clauses,
        origin=origin,
        town=to,
        road=road.id,
        use=use,
        limit=ROAD_LIMITS[road.kind],
    )
    fog.lie_down(table, it.unit)


# -- of one's own will, in the Combat phase [7.0] -------------------------------------------------


def _refuse_leaving(it: Leaving) -> Refusal | None:
    """Units that cannot leave now, wherever to [7.0, N-21, N-42]."""
    if it.has_to_leave:
        return None
    if it.fighter.square or it.fighter.shelter:
        return refuse("SQUARE_FIXED", "N-42", f"{it.name} stands in a square, and cannot leave.")
    return it.refuse_shaken() or it.refuse_acted("7.0")


def _retreat(it: Leaving, order: Retreat) -> None:
    """An engaged unit suffers as in a rout, and then goes; one of the beaten just goes [7.0]."""
    if it.has_to_leave:
        _go(it, order.town, *_clauses(_beaten(it.table)))
        return
    loss = it.loss
    if loss.steps:
        _suffer(it.table, it.unit, loss, "7.0")
    if it.unit in it.table.state.blocks:
        _go(it, order.town, "7.0", "7.2")


# -- of a side that was beaten [7.4, 6.6, 6.7] ----------------------------------------------------


def _beaten(table: Table) -> Beaten:
    beaten = table.state.beaten
    assert beaten is not None, "a side was beaten"
    return beaten


def _clauses(beaten: Beaten) -> tuple[str, ...]:
    chapter = {"rout": "7.4", "skirmish": "6.6", "stalemate": "6.7"}[beaten.why]
    return chapter, "N-61"


def losses_due(table: Table) -> bool:
    """Whether rout losses are still to be taken [N-61]."""
    return table.state.beaten is not None and bool(table.state.beaten.losing)


def lose(table: Table) -> None:
    """The losses of all units, as they stood when the rout began [7.41, N-35]."""
    beaten = _beaten(table)
    battle = table.state.battle_in(beaten.town)
    assert battle is not None, "only battles end in a rout"
    due = {unit: rout_loss(table, battle, unit) for unit in beaten.losing}
    for unit, loss in due.items():
        if unit not in table.state.blocks:
            continue
        if loss.steps:
            _suffer(table, unit, loss, "N-35")
        else:
            block = table.state.blocks[unit]
            unharmed = UnitUnharmed(
                seat_of(table, unit), unit, block.token, "rout", fog=not block.revealed
            )
            table.record(unharmed, "7.41")


def retreat_due(table: Table) -> bool:
    """Whether units of a beaten side are still there."""
    return table.state.beaten is not None and bool(_leaving(table))


def _leaving(table: Table) -> list[str]:
    beaten = table.state.beaten
    return table.state.standing(beaten.town, beaten.side) if beaten else []


def _can_go(table: Table, unit: str) -> bool:
    towns = table.data.neighbours(table.state.blocks[unit].town)
    return any(refuse_way(table, unit, town) is None for town in towns)


def asks(table: Table) -> list[Decision]:
    """Who retreats where, one at a time, while a road is free [N-61]."""
    beaten = _beaten(table)
    able = [unit for unit in _leaving(table) if _can_go(table, unit)]
    seat = next_seat(table, beaten.side, (), able)
    if not seat:
        return []
    town = table.data.towns[beaten.town].name
    clause = _clauses(beaten)[0]
    return [table.question(seat, "beaten", clause, f"Which unit retreats from {town}, and where?")]


def give_up(table: Table) -> None:
    """Units that find no road are eliminated [7.4, N-29, N-31]."""
    for unit in fog.in_order(table, _leaving(table)):
        if unit in table.state.blocks:
            losses.eliminate(table, unit, "no_retreat", *_clauses(_beaten(table)))


# -- the order -------------------------------------------------------------------------------------


def _candidates(table: Table, decision: Decision) -> Iterable[str]:
    if decision.kind != BEATEN:
        return FIGHTER.candidates(table, decision)
    return [unit for unit in _leaving(table) if commands(table, decision.seat, unit)]


def _refuse_foreign(table: Table, decision: Decision, unit: str, clause: str) -> Refusal | None:
    if decision.kind != BEATEN:
        return FIGHTER.refusal(table, decision, unit, clause)
    if unit in _leaving(table) and commands(table, decision.seat, unit):
        return None
    return refuse("NOT_YOUR_UNIT", "7.4", "Name a unit of yours that has to leave.")


LEAVING: Actor[Table, Leaving] = Actor(
    ("combat", BEATEN),
    "",
    lambda table, asked, unit: (Driven if asked.kind == BEATEN else Leaving)(
        table, asked.seat, unit
    ),
    field="unit",
    candidates=_candidates,
    refusal=_refuse_foreign,
    named=called,
)
"""A unit in the Combat phase of its seat, or one of a side that was beaten."""

NEAR: Domain[Leaving] = Domain(
    lambda it: it.table.data.neighbours(it.block.town),
    the_town,
    lambda it, town: refuse_way(it.table, it.unit, town),
    TARGET,
)
"""A town to which a unit can retreat."""


def _follows(it: Leaving, order: Retreat) -> list[Phrase]:
    found = [say("it is disrupted until the turn ends")]
    if it.has_to_leave:
        return found
    if steps := it.loss.steps:
        found.append(say_many("it loses %(count)s step", "it loses %(count)s steps", steps))
    return [*found, *of_leaving(it)]


VERBS = (
    DeclaredVerb(
        Retreat,
        LEAVING,
        "7.0",
        fields={"town": NEAR},
        unable=_refuse_leaving,
        does=_retreat,
        line="retreat {unit:unit} to {town:town}",
        says=say("Retreat with %(unit)s to %(town)s"),
        follows=_follows,
        irreversible=Irreversible.IF_RANDOM,
        costs=True,
    ),
)
