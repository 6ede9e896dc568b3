"""6.6, FAQ.4 Skirmishes: one round of fire where a side has fewer than three units."""

from __future__ import annotations

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleon_columbia import fog, phrases, units
from napoleon.rulesets.napoleon_columbia.acting import Unit, called
from napoleon.rulesets.napoleon_columbia.events.fights import (
    SkirmishDecided,
    SkirmishEnded,
    SkirmisherChosen,
    SkirmisherFired,
    SkirmishersReady,
    SkirmishStarted,
)
from napoleon.rulesets.napoleon_columbia.orders import ChooseSkirmisher
from napoleon.rulesets.napoleon_columbia.seats import commands, deciding_seat
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import Skirmish
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of
from napoleon.rulesets.napoleon_columbia.turns import SKIRMISH

MOST = 4
"""Units of a side that fight [6.6]."""


def running(table: Table) -> Skirmish | None:
    """The skirmish that is fought now; None if none is left."""
    return table.state.skirmishes[0] if table.state.skirmishes else None


def _here(table: Table) -> Skirmish:
    skirmish = running(table)
    assert skirmish is not None, "this happens only within a skirmish"
    return skirmish


# -- who fights [N-29] ----------------------------------------------------------------------------


def choice_due(table: Table) -> bool:
    """Whether a side still has to choose who fights."""
    skirmish = running(table)
    return skirmish is not None and len(skirmish.ready) < 2


def _choosing(skirmish: Skirmish) -> str:
    """The side that chooses now: the defender first; neither sees whom the other has chosen."""
    order = (enemy(skirmish.attacker), skirmish.attacker)
    return next(side for side in order if side not in skirmish.ready)


def choice_asks(table: Table) -> list[Decision]:
    """Which of more than four units fight [N-29]."""
    skirmish = _here(table)
    side = _choosing(skirmish)
    if not _must_choose(table, skirmish, side):
        return []
    seat = _choosing_seat(table, skirmish, side)
    here, left = to_choose(table)
    town = table.data.towns[here].name
    text = f"Who fights in the skirmish in {town}? {left} more."
    return [table.question(seat, "skirmishers", "6.6", text)]


def to_choose(table: Table) -> tuple[str, int]:
    """The town of the skirmish that is prepared, and how many units have still to be named."""
    skirmish = _here(table)
    return skirmish.town, MOST - len(skirmish.chosen.get(_choosing(skirmish), []))


def _must_choose(table: Table, skirmish: Skirmish, side: str) -> bool:
    there = table.state.count(skirmish.town, side)
    return there > MOST and len(skirmish.chosen.get(side, [])) < MOST


def _choosing_seat(table: Table, skirmish: Skirmish, side: str) -> str:
    """Two players of a side choose in turn, who has more units there first [N-72]."""
    chosen = skirmish.chosen.get(side, [])
    first = deciding_seat(table, side, [skirmish.town])
    seats = [first, *(it for it in table.state.seats_of(side) if it != first)]
    able = [
        seat
        for seat in seats
        if any(
            seat_of(table, unit) == seat and unit not in chosen
            for unit in table.state.standing(skirmish.town, side)
        )
    ]
    return min(able, key=lambda seat: sum(seat_of(table, unit) == seat for unit in chosen))


def choose_rest(table: Table) -> None:
    """Where nobody is left out, all units fight [N-29]."""
    skirmish = _here(table)
    side = _choosing(skirmish)
    there = table.state.standing(skirmish.town, side)
    if not skirmish.chosen.get(side):
        for unit in fog.in_order(table, there)[:MOST]:
            chosen = SkirmisherChosen(seat_of(table, unit), unit, side, skirmish.town)
            table.record(chosen, "6.6")
    number = len(skirmish.chosen[side])
    table.record(SkirmishersReady(side, skirmish.town, number), "6.6")


def _to_choose(table: Table, decision: Decision) -> list[str]:
    skirmish, side = _here(table), _side(table, decision)
    chosen = skirmish.chosen.get(side, [])
    there = table.state.standing(skirmish.town, side)
    return [it for it in there if it not in chosen and commands(table, decision.seat, it)]


def _side(table: Table, decision: Decision) -> str:
    return side_of(table.state.armies_of_seat(decision.seat)[0])


def _foreign(table: Table, decision: Decision, unit: str, clause: str) -> Refusal | None:
    """Why a unit cannot be chosen [6.6]."""
    skirmish, side = _here(table), _side(table, decision)
    there = table.state.standing(skirmish.town, side)
    if unit not in there or not commands(table, decision.seat, unit):
        return refuse("NOT_YOUR_UNIT", clause, "Name a unit of yours in the skirmish.")
    if unit in skirmish.chosen.get(side, []):
        return refuse("WRONG_NUMBER", "N-29", "That unit fights already.")
    return None


VERBS = (
    DeclaredVerb(
        ChooseSkirmisher,
        Actor(
            ("skirmishers",),
            SKIRMISH,
            lambda table, asked, unit: Unit(table, asked.seat, unit),
            field="unit",
            candidates=_to_choose,
            refusal=_foreign,
            named=called,
        ),
        "6.6",
        # The enemy sees the unit when both sides have chosen.
        does=lambda it, order: it.tell(SkirmisherChosen, "6.6", "N-29", town=it.block.town),
        line="skirmish with {unit:unit}",
        says=say("Have %(unit)s fight"),
        follows=lambda it, order: (
            phrases.dice(it.block.strength, units.skirmish_firepower(it.table, it.unit)),
        ),
        irreversible=Irreversible.IF_RANDOM,
    ),
)


# -- one round of fire ----------------------------------------------------------------------------


def start_due(table: Table) -> bool:
    """Whether both sides have chosen, and nobody has fired."""
    skirmish = running(table)
    return skirmish is not None and not skirmish.begun


def start(table: Table) -> None:
    """Those who fight are revealed [6.6]."""
    skirmish = _here(table)
    attacker = skirmish.attacker
    attackers = table.state.count(skirmish.town, attacker)
    defenders = table.state.count(skirmish.town, enemy(attacker))
    table.record(SkirmishStarted(skirmish.town, attacker, attackers, defenders), "6.6")
    fighting = [unit for chosen in skirmish.chosen.values() for unit in chosen]
    fog.reveal(table, skirmish.town, fighting, "skirmish", "6.6")


def fire_due(table: Table) -> bool:
    """Whether somebody still has to fire."""
    return running(table) is not None and bool(_next(table))


def _next(table: Table) -> str:
    """Who fires next: the defender's units first, then what is left of the attacker's."""
    skirmish = _here(table)
    if skirmish.decided or not all(skirmish.chosen.values()):
        return ""
    for side in (enemy(skirmish.attacker), skirmish.attacker):
        for unit in skirmish.chosen.get(side, []):
            if unit not in skirmish.fired:
                return unit
    return ""


def fire(table: Table) -> None:
    """One unit fires with as many dice as it has steps [6.6, N-29]."""
    skirmish, unit = _here(table), _next(table)
    block = table.state.blocks[unit]
    firepower = units.skirmish_firepower(table, unit)
    name = units.name_for_chance(table, unit)
    purpose = f"fire of {name} as a skirmisher"
    dice = tuple(table.draw(range(1, 7), purpose, PUBLIC)[0] for _ in range(block.strength))
    side = side_of(block.army)
    fired = SkirmisherFired(
        unit,
        side,
        skirmish.town,
        firepower,
        dice,
        sum(die <= firepower for die in dice),
        enemy(side),
        table.state.draws + len(dice) - 1,
        _why(table, unit, firepower) if table.rulings.reasons_told else (),
    )
    table.record(fired, "6.6", "3.5")


def _why(table: Table, unit: str, firepower: int) -> tuple[Line, ...]:
    """Why a unit fires with another firepower than is printed: by its type [6.6]."""
    printed = table.data.blocks[unit].firepower
    lines = [Line(printed, "3.5", "printed")]
    if firepower != printed:
        lines.append(Line(firepower - printed, "6.6", "in a skirmish"))
    return tuple(lines)


# -- who has to go --------------------------------------------------------------------------------


def decision_due(table: Table) -> bool:
    """Whether it is still to be said who leaves."""
    skirmish = running(table)
    return skirmish is not None and not skirmish.decided


def decide(table: Table) -> None:
    """The side with fewer units goes, all of them counted; of equal ones the attacker [6.6]."""
    skirmish = _here(table)
    attacker = skirmish.attacker
    attackers = table.state.count(skirmish.town, attacker)
    defenders = table.state.count(skirmish.town, enemy(attacker))
    loser = attacker if attackers <= defenders else enemy(attacker)
    table.record(SkirmishDecided(skirmish.town, loser, attackers, defenders), "6.6")


def end_due(table: Table) -> bool:
    """Whether the loser has left, and the skirmish is over."""
    return running(table) is not None


def end(table: Table) -> None:
    """Those who fought stand up again; the winners may reinforce battles [6.6]."""
    skirmish = _here(table)
    attacker = skirmish.attacker
    attackers = table.state.count(skirmish.town, attacker)
    defenders = table.state.count(skirmish.town, enemy(attacker))
    loser = "" if not attackers + defenders else enemy(attacker) if attackers else attacker
    table.record(SkirmishEnded(skirmish.town, loser, attackers, defenders), "6.6")
