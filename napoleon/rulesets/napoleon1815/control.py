"""TERM.10 to TERM.11, FORTPOS, RETREATDIR, CONTROL Contested areas, control, fortifications."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rulesets.napoleon1815 import victory
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaBecameContested,
    AreaCeasedContested,
    ControlTaken,
    FortifiedPositionRemoved,
    RetreatMarkerPlaced,
    RetreatMarkerRemoved,
)
from napoleon.rulesets.napoleon1815.sides import FRENCH, SIDES
from napoleon.rulesets.napoleon1815.table import Table


def can_take(table: Table, area: str, side: str) -> bool:
    """Whether a stack of `side` in this area would place a control marker [CONTROL.1-2]."""
    return (
        table.area(area).victory_points > 0
        and table.controller(area) != side
        and table.is_free(area, side)
    )


def stops_on_capture(table: Table, area: str) -> bool:
    """Whether taking the place by movement ends it there and tires [MOVE.2G, RULING.1]."""
    kind = table.area(area).kind
    return kind == "citadel" or (
        kind == "fortified_farm" and bool(table.state.options["farm_stop"])
    )


def take(
    table: Table, area: str, side: str, *clauses: str, takers: Sequence[str] | None = None
) -> None:
    """Place a control marker and score it, if the place is to be had [CONTROL.2].

    `takers` are the blocks that take it, by default the side's corps in the area.
    """
    blocks = table.corps_in(area, side) if takers is None else takers
    if blocks and can_take(table, area, side):
        table.record(
            ControlTaken(
                area,
                side,
                table.type_of(blocks[0]).army,
                table.state.control.get(area),
                table.area(area).victory_points,
            ),
            "CONTROL.2",
            *clauses,
        )
        victory.settle(table)


def make_contested(table: Table, area: str, side: str, road: str, *clauses: str) -> None:
    """A stack of `side` came by `road` into an area with enemy corps alone [RETREATDIR.1]."""
    table.record(AreaBecameContested(area), "TERM.10")
    table.record(RetreatMarkerPlaced(area, side, road), "RETREATDIR.1", *clauses)


# -- what follows at once from any change on the map ----------------------------------------------


def contest_due(table: Table) -> bool:
    """Whether an area has become contested or ceased to be so without its being noted."""
    return set(table.state.contested) != table.contested_areas() and not _waits(table)


def settle_contest(table: Table) -> None:
    """Areas become contested or cease to be; markers go, the side left takes control.

    [RETREATDIR.4, CONTROL.5, RULING.52]
    """
    actual = table.contested_areas()
    for area in [a for a in table.pack.areas if a in actual and a not in table.state.contested]:
        table.record(AreaBecameContested(area), "TERM.10")
    for area in [a for a in table.state.contested if a not in actual]:
        table.record(AreaCeasedContested(area), "TERM.10")
        marker = table.state.markers.get(area)
        if marker:
            table.record(RetreatMarkerRemoved(area, marker.side, marker.road), "RETREATDIR.4")
        for side in SIDES:
            take(table, area, side, "CONTROL.5")


def position_lost(table: Table) -> bool:
    """Whether the French stand alone on a fortified position [FORTPOS.1]."""
    overrun = not table.held_alone(FRENCH).isdisjoint(table.state.fortified)
    return overrun and not _waits(table)


def lose_positions(table: Table) -> None:
    """Fortified positions with French corps and no Allied ones are removed [FORTPOS.1]."""
    overrun = table.held_alone(FRENCH)
    for area in [a for a in table.state.fortified if a in overrun]:
        table.record(
            FortifiedPositionRemoved(area, "the French stand there alone"),
            "FORTPOS.1",
            "RULING.25",
        )


def _waits(table: Table) -> bool:
    """Whether a combat is at a point where areas are not looked at [COMBAT.8, RULING.67].

    Its effects are being carried out, or the beaten stack still has to take its first road: it
    may be alone in the area, if the winner was wiped out, and takes nothing there.
    """
    combat = table.combat
    leaving = combat is not None and bool(combat.leaving) and not (combat.path or combat.waived)
    return table.netting or leaving
