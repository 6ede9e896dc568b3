"""13.5, 13.8 Batteries of ports and straits: when they fire, and with how many dice [13.7]."""

from __future__ import annotations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.frames import on_top, top, within
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import fleets, sea_battles, windows
from napoleon.rulesets.napoleonic_wars.events.convoys import LandingShelled
from napoleon.rulesets.napoleonic_wars.events.sea_battles import (
    BatteriesFired,
    GunsManned,
    GunsSilent,
    ships_of,
)
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Guns, Voyage
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.nations import FRANCE, at_war
from napoleon.rulesets.napoleonic_wars.pieces import strength
from napoleon.rulesets.napoleonic_wars.spaces import controller
from napoleon.rulesets.napoleonic_wars.table import HIT, SHAKEN, Wars, rolled


def man_guns(table: Wars) -> None:
    """The batteries fire at the fleet under way: of the port it enters, or of a strait."""
    voyage, pack = top(table.state, Voyage), table.data
    enters = voyage.to in pack.spaces
    place = voyage.to if enters else pack.strait(voyage.at, voyage.to)
    targets = tuple(it.nation for it in fleets.under_way(table.state))
    event = GunsManned(
        place,
        controller(table.state, pack, place),
        "port" if enters else "strait",
        fleets.guns_of(table.data, place),
        targets,
        voyage.at,
    )
    table.record(event, "13.5.a" if enters else "13.8.a")


def lines_of(guns: Guns) -> tuple[Line, ...]:
    """What batteries roll dice for."""
    return (Line(guns.number, "13.5.a", say("the batteries")), *guns.lines)


def _put(table: Wars) -> None:
    guns = top(table.state, Guns)
    windows.put(table, windows.GUNS, guns.nation, guns.place)


def _fire(table: Wars) -> None:
    guns = top(table.state, Guns)
    lines = lines_of(guns)
    number = total(lines)
    dice, draw = rolled(table, f"batteries of {guns.place}", number)
    event = BatteriesFired(
        guns.place, number, lines, dice, draw, dice.count(HIT), dice.count(SHAKEN)
    )
    table.record(event, "13.5.a")


def _storms(table: Wars) -> bool:
    """Whether the survivors fight the squadrons in the port now [13.5.b]."""
    guns = top(table.state, Guns)
    return guns.cause == "port" and bool(ships_of(table.state, guns.target))


def _storm(table: Wars) -> None:
    guns, voyage = top(table.state, Guns), within(table.state, Voyage)
    there = [
        it.nation
        for it in table.state.squadrons
        if it.at == guns.place and at_war(table.state, it.nation, voyage.nation)
    ]
    sea_battles.begin(table, guns.place, there, battery=guns.number)


def _hits_landing(table: Wars) -> bool:
    return top(table.state, Guns).cause == "landing"


def _hit_landing(table: Wars) -> None:
    """Sixes remove units, of the French first as far as the force is French [13.7.a, R-37]."""
    guns, march = top(table.state, Guns), within(table.state, March)
    force, leaders = march.force, table.state.leaders
    french = strength(force.lots, FRANCE)
    french += sum(leaders[it].nation == FRANCE for it in force.leaders)
    lost = min(guns.target.sinking, force.units)
    of_french = min(lost, french)
    event = LandingShelled(
        guns.place,
        guns.target.suffered,
        min(guns.target.fives, force.units - lost),
        of_french,
        lost - of_french,
    )
    table.record(event, "13.7.a", "R-37")


def _end(table: Wars) -> None:
    table.record(GunsSilent(top(table.state, Guns).place), "13.5.a")


STEPS = Part[Wars](
    "batteries",
    on_top(Guns),
    (
        Step("window of the guns", lambda table: bool(top(table.state, Guns).due), _put),
        Step("batteries fire", lambda table: not top(table.state, Guns).fired, _fire),
        Step("landing is hit", _hits_landing, _hit_landing),
        sea_battles.SINK_STEP,
        Step("port is stormed", _storms, _storm),
        Step("guns are silent", lambda table: True, _end),
    ),
)
"""Batteries fire before anything else."""
