"""7.5 Regrouping: the winner of a battle draws in units, or sends some out [N-36, N-51]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.kit.declaring import TARGET, DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.sentences import together
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import fog, places
from napoleon.rulesets.napoleon_columbia.acting import Unit, a_seat, a_unit, the_town
from napoleon.rulesets.napoleon_columbia.events.retreat import (
    RegroupingClosed,
    RegroupingEnded,
    UnitRegrouped,
)
from napoleon.rulesets.napoleon_columbia.orders import EndRegroup, Regroup
from napoleon.rulesets.napoleon_columbia.retreats import ROAD_LIMITS
from napoleon.rulesets.napoleon_columbia.seats import next_seat
from napoleon.rulesets.napoleon_columbia.sides import enemy
from napoleon.rulesets.napoleon_columbia.state import Regrouping
from napoleon.rulesets.napoleon_columbia.table import Table, refuse


def due(table: Table) -> bool:
    """Whether the winner of a battle may regroup."""
    return table.state.regrouping is not None


def _running(table: Table) -> Regrouping:
    regrouping = table.state.regrouping
    assert regrouping is not None, "a battle was won"
    return regrouping


class Mover(Unit):
    """A unit that could move to or from the town of the battle that was won."""

    @found_once
    def regrouping(self) -> Regrouping:
        """What the winner has moved after the battle."""
        return _running(self.table)

    @property
    def towns(self) -> Sequence[str]:
        """From the battle it could go to all around, and from there to the battle."""
        fought = self.regrouping.town
        return self.table.data.neighbours(fought) if self.block.town == fought else (fought,)


def _standing(table: Table) -> Iterator[str]:
    """The units of the winner in the town of the battle, and then those around it."""
    regrouping = _running(table)
    for town in (regrouping.town, *table.data.neighbours(regrouping.town)):
        yield from table.state.standing(town, regrouping.side)


def _can_move(it: Mover) -> bool:
    return any(_refuse(it, town) is None for town in it.towns)


def asks(table: Table) -> list[Decision]:
    """Who moves to or from the town; nobody is asked where nobody can [7.5, N-54]."""
    regrouping = _running(table)
    able = [unit for unit in _standing(table) if _can_move(Mover(table, "", unit))]
    seat = next_seat(table, regrouping.side, regrouping.parts, able)
    if not seat:
        return []
    town = table.data.towns[regrouping.town].name
    text = f"Which units regroup at {town}?"
    return [table.question(seat, "regroup", "7.5", text)]


def close(table: Table) -> None:
    """Nobody regroups any more after this battle."""
    table.record(RegroupingClosed(_running(table).town), "7.5")


def _refuse(it: Mover, to: str) -> Refusal | None:
    """Why a unit cannot regroup like that [7.5, N-33, N-36]."""
    table, regrouping, block = it.table, it.regrouping, it.block
    road = table.data.road_between(block.town, to)
    if road is None or regrouping.town not in (block.town, to):
        detail = "Units move one road, to or from the town of the battle that was won."
        return refuse("NO_ROAD", "7.5", detail)
    if it.unit in regrouping.moved:
        return refuse("ALREADY_MOVED", "N-36", "That unit has regrouped.")
    if block.disrupted:
        return refuse("DISRUPTED", "N-33", "That unit has retreated in this turn.")
    if table.state.is_fought_over(block.town):
        return refuse("IN_BATTLE", "N-36", "That unit stands in a battle that goes on.")
    battle, side = table.state.battle_in(to), regrouping.side
    # Units go where own units are; into a battle of their own, that is into its Reserve.
    there = table.state.sides_in(to)
    if side not in there or (battle is None and enemy(side) in there):
        return refuse("NOT_FRIENDLY_TOWN", "N-36", "No units of your side hold that town.")
    limit = ROAD_LIMITS[road.kind]
    coming = battle.reinforce_use.get(side, {}).get(road.id, 0) if battle else 0
    if regrouping.use.get(road.id, 0) >= limit or coming >= limit:
        detail = "That road takes no more units."
        return refuse("ROAD_FULL", "7.5", detail, road=road.id, limit=limit)
    return None


def _move(it: Mover, order: Regroup) -> None:
    """The unit moves one road; in a battle it stands in the Reserve [7.5, N-51]."""
    table, regrouping, origin = it.table, it.regrouping, it.block.town
    fog.part(table, it.unit)
    road = table.data.road_between(origin, order.town)
    assert road is not None, "refused where there is no road"
    battle = table.state.battle_in(order.town)
    reserve = places.reserve(battle.role(regrouping.side)) if battle else ""
    it.tell(
        UnitRegrouped,
        "7.5",
        *(("N-51",) if reserve else ()),
        origin=origin,
        town=order.town,
        road=road.id,
        use=regrouping.use.get(road.id, 0) + 1,
        limit=ROAD_LIMITS[road.kind],
        place=reserve,
    )
    if reserve:
        fog.join(table, it.unit)


def _says(it: Mover, order: Regroup) -> Phrase:
    origin = the_town(it, it.block.town)
    return say("Regroup %(unit)s from %(origin)s to %(town)s", origin=origin)


def _follows(it: Mover, order: Regroup) -> tuple[Phrase, ...]:
    if it.table.state.battle_in(order.town) is None:
        return ()
    return (say("joins the battle there, in Reserve"),)


REGROUP = DeclaredVerb(
    Regroup,
    a_unit("regroup", "", _standing, Mover),
    "7.5",
    fields={
        "town": Domain(
            lambda it: it.towns,
            the_town,
            _refuse,
            TARGET,
        ),
    },
    does=_move,
    line="regroup {unit:unit} to {town:town}",
    says=_says,
    follows=_follows,
    irreversible=Irreversible.IF_RANDOM,
    told={
        UnitRegrouped: together(
            "%(who)s regrouped from %(origin)s to %(town)s.",
            "%(who)s regrouped from %(origin)s to %(town)s.",
            "origin",
            "town",
        ),
    },
)

END = DeclaredVerb(
    EndRegroup,
    a_seat("regroup", "", lambda table: _running(table).town),
    "7.5",
    does=lambda it, order: it.tell(RegroupingEnded, "7.5"),
    line="end regrouping",
    says=say("Regroup no more"),
    irreversible=Irreversible.IF_RANDOM,
)

VERBS = (REGROUP, END)
