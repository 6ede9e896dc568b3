"""6.4 Hits: one by one, each on the strongest target."""

from __future__ import annotations

from napoleon.rules.kit import steps
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import fog, losses, phrases
from napoleon.rulesets.napoleon_columbia.acting import Unit, called
from napoleon.rulesets.napoleon_columbia.events.combat import HitsVoided
from napoleon.rulesets.napoleon_columbia.orders import AllocateHit
from napoleon.rulesets.napoleon_columbia.seats import deciding_seat
from napoleon.rulesets.napoleon_columbia.state import Battle, Shot
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of


def due(table: Table) -> bool:
    """Whether hits are still to be taken."""
    return table.state.shot is not None


def _shot(table: Table) -> Shot:
    shot = table.state.shot
    assert shot is not None, "somebody has fired"
    return shot


def targets(table: Table, battle: Battle, place: str, side: str, group: str) -> list[str]:
    """The units of a side in a position that are hit together, in the open or as squares [6.51]."""
    squares = [
        unit
        for unit in table.state.fighters_at(battle, place, side)
        if battle.fighters[unit].square or battle.fighters[unit].shelter
    ]
    if group == "square":
        return squares
    return [u for u in table.state.fighters_at(battle, place, side) if u not in squares]


def _strengths(table: Table) -> dict[str, int]:
    """The steps of all who may take a hit."""
    shot = _shot(table)
    blocks = table.state.blocks
    if not shot.place:
        fighting = table.state.skirmishes[0].chosen[shot.target]
        return {unit: blocks[unit].strength for unit in fighting}
    battle = table.state.battle_in(table.state.at)
    assert battle is not None, "the fire is one of a battle"
    aimed_at = targets(table, battle, shot.place, shot.target, shot.group)
    if shot.spares_farm and battle.terrain_at(shot.place) == "farm":
        holder = battle.terrain[shot.place].holder
        aimed_at = [unit for unit in aimed_at if unit != holder]
    return {unit: blocks[unit].strength for unit in aimed_at}


def candidates(table: Table) -> list[str]:
    """The units one of which takes the next hit: the strongest [6.4, N-26].

    Nobody chooses among hidden blocks of a partner, so the decider takes it then [N-73].
    """
    blocks = table.state.blocks
    found = steps.strongest(_strengths(table), least=_shot(table).least)
    owners = {seat_of(table, unit) for unit in found}
    if len(owners) > 1 and not all(blocks[unit].revealed for unit in found):
        own = _deciding(table)
        found = [unit for unit in found if seat_of(table, unit) == own]
    return fog.in_order(table, found)


def asks(table: Table) -> list[Decision]:
    """Which of the strongest takes the hit; in shared stacks who decides there says it [N-54].

    Among hidden blocks their owner is asked even where only one can take it, as nobody is to
    learn that it is the strongest.
    """
    found = candidates(table)
    if not found:
        return []
    blocks = table.state.blocks
    strengths = _strengths(table)
    hidden = len(strengths) > 1 and not all(blocks[unit].revealed for unit in strengths)
    if len(found) == 1 and not hidden:
        return []
    owners = {seat_of(table, unit) for unit in found}
    seat = owners.pop() if len(owners) == 1 else _deciding(table)
    return [table.question(seat, "hit", "6.4", "Which of your strongest units takes the hit?")]


def _deciding(table: Table) -> str:
    shot = _shot(table)
    battle = table.state.battle_in(table.state.at) if shot.place else None
    if battle is not None:
        return battle.deciding[shot.target]
    return deciding_seat(table, shot.target, [table.state.skirmishes[0].town])


def take(table: Table) -> None:
    """The one unit that can takes the hit; without any the hits are void [6.4]."""
    found = candidates(table)
    if found:
        losses.lose_steps(table, found[0], 1, "hit", "6.4", "N-26")
        return
    shot = _shot(table)
    town = table.state.at if shot.place else table.state.skirmishes[0].town
    clause = "6.51" if shot.group == "square" else "6.4"
    table.record(HitsVoided(town, shot.hits), clause)


def _refuse_hit(table: Table, decision: Decision, unit: str, clause: str) -> Refusal | None:
    """The hit goes to one of the strongest [6.4]."""
    found = candidates(table)
    if unit in found:
        return None
    detail = "The hit goes to one of the strongest units that are fired at."
    return refuse("NOT_STRONGEST", "6.4", detail, units=found)


def _left(it: Unit, order: AllocateHit) -> tuple[Phrase, ...]:
    left = it.block.strength - 1
    return (phrases.left_with(left) if left else say("it is eliminated"),)


VERBS = (
    DeclaredVerb(
        AllocateHit,
        Actor(
            ("hit",),
            "",
            lambda table, asked, unit: Unit(table, asked.seat, unit),
            field="unit",
            candidates=lambda table, asked: candidates(table),
            refusal=_refuse_hit,
            named=called,
        ),
        "6.4",
        does=lambda it, order: losses.lose_steps(it.table, it.unit, 1, "hit", "6.4", "N-26"),
        line="hit {unit:unit}",
        says=say("Have %(unit)s take the hit"),
        follows=_left,
        irreversible=Irreversible.IF_RANDOM,
        costs=True,
    ),
)
