"""Correcting the board: track, flags, bridges, fortified positions, arrows [RULING.98].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from napoleon.rules.events import Line
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815.corrections.checks import (
    nothing_to_correct,
    refuse_alone_on_position,
    refuse_enemy_flag,
)
from napoleon.rulesets.napoleon1815.corrections.kinds import (
    RemoveRetreatMarker,
    SetBridge,
    SetControl,
    SetFortifiedPosition,
    SetRetreatMarker,
    SetTrack,
)
from napoleon.rulesets.napoleon1815.events.corrections import (
    BridgeCorrected,
    ControlCorrected,
    FortifiedPositionCorrected,
    RetreatMarkerCorrected,
    TrackCorrected,
)
from napoleon.rulesets.napoleon1815.packs.printed import BOTTOM, MOST_POSITIONS, TOP
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon1815.table import Table

NO_FLAG = "none"


def set_track(table: Table, wanted: SetTrack, reason: str) -> Refusal | None:
    """The victory track; a correction does not bring it to either end [VICTORY.6]."""
    before, after = table.state.track, wanted.value
    if not BOTTOM < after < TOP:
        detail = f"A correction sets the track to {BOTTOM + 1} to {TOP - 1}; its ends win the game."
        return refuse("OUT_OF_RANGE", "VICTORY.6", detail, value=after)
    if before == after:
        return nothing_to_correct(track=before)
    lines = (Line(after - before, "RULING.98", "correction"),)
    table.record(TrackCorrected(before, after, after - before, lines, reason), "RULING.98")
    return None


def set_control(table: Table, wanted: SetControl, reason: str) -> Refusal | None:
    """The flag of a place that scores; nobody scores [TERM.13]."""
    area = wanted.area
    if area not in table.pack.areas:
        return _unknown_area(area)
    if not table.area(area).victory_points:
        detail = f"{area} is no place that scores, so no flag stands there."
        return refuse("NO_FLAG_THERE", "TERM.13", detail, area=area)
    before = table.state.control.get(area, NO_FLAG)
    if before == wanted.army:
        return nothing_to_correct(area=area, army=before)
    if wanted.army == NO_FLAG and area in table.scenario.control:
        detail = f"A flag has stood in {area} since the game began: it changes, and never goes."
        return refuse("NO_FLAG_THERE", "CONTROL.2", detail, area=area)
    flag = None if wanted.army == NO_FLAG else wanted.army
    refusal = refuse_enemy_flag(table, area, flag)
    if refusal is not None:
        return refusal
    operation = table.operation
    if operation is not None and area in (operation.citadel, operation.citadel_by_event):
        detail = f"Whether {area} is taken is being settled; wait until it is."
        return refuse("NOT_NOW", "RULING.98", detail, area=area)
    table.record(ControlCorrected(area, before, wanted.army, reason), "RULING.98", "TERM.13")
    return None


def set_bridge(table: Table, wanted: SetBridge, reason: str) -> Refusal | None:
    """Whether a bridge is broken [TERM.14]."""
    road = table.pack.graph.roads.get(wanted.road)
    if road is None or not road.bridge:
        detail = f"{wanted.road} is no road with a bridge."
        return refuse("NO_BRIDGE", "TERM.14", detail, road=wanted.road)
    broken = road.id in table.state.broken_bridges
    if broken == wanted.broken:
        return nothing_to_correct(road=road.id, broken=broken)
    before, after = ("broken", "whole") if broken else ("whole", "broken")
    table.record(BridgeCorrected(road.id, before, after, reason), "RULING.98", "TERM.14")
    return None


def set_fortified_position(
    table: Table, wanted: SetFortifiedPosition, reason: str
) -> Refusal | None:
    """A fortified position; none where it would be lost at once [TERM.12, FORTPOS.1]."""
    area, positions = wanted.area, table.state.fortified
    if area not in table.pack.areas:
        return _unknown_area(area)
    if (area in positions) == wanted.standing:
        return nothing_to_correct(area=area, standing=wanted.standing)
    if wanted.standing:
        if table.area(area).kind != "fortified_farm":
            detail = f"{area} is no fortified farm."
            return refuse("NOT_A_FARM", "TERM.12", detail, area=area)
        if area not in table.scenario.fortified_positions:
            detail = f"No position was fortified in {area} when the game began, and none is later."
            return refuse("NO_POSITION_THERE", "TERM.12", detail, area=area)
        if len(positions) == MOST_POSITIONS:
            detail = f"There are at most {MOST_POSITIONS} fortified positions."
            return refuse("OUT_OF_RANGE", "TERM.12", detail, positions=list(positions))
        if table.corps_in(area, FRENCH) and not table.corps_in(area, ALLIED):
            return refuse_alone_on_position(area)
    before, after = ("gone", "standing") if wanted.standing else ("standing", "gone")
    corrected = FortifiedPositionCorrected(area, before, after, reason)
    table.record(corrected, "RULING.98", "TERM.12")
    return None


def set_retreat_marker(table: Table, wanted: SetRetreatMarker, reason: str) -> Refusal | None:
    """The arrow of a contested area: whose it is, and along which road [RETREATDIR.1]."""
    area = wanted.area
    if area not in table.state.contested:
        detail = f"{area} is not contested."
        return refuse("NOT_CONTESTED", "RETREATDIR.1", detail, area=area)
    if wanted.road not in {road.id for road in table.pack.graph.roads_of(area)}:
        detail = f"{wanted.road} is no road from {area}."
        return refuse("NOT_ADJACENT", "RETREATDIR.1", detail, area=area, road=wanted.road)
    before, after = _marker(table, area), {"side": wanted.side, "road": wanted.road}
    if before == after:
        return nothing_to_correct(area=area, **after)
    corrected = RetreatMarkerCorrected(area, before, after, reason)
    table.record(corrected, "RULING.98", "RETREATDIR.1")
    return None


def remove_retreat_marker(table: Table, wanted: RemoveRetreatMarker, reason: str) -> Refusal | None:
    """No arrow in an area [RETREATDIR.2]."""
    before = _marker(table, wanted.area)
    if not before:
        return nothing_to_correct(area=wanted.area)
    corrected = RetreatMarkerCorrected(wanted.area, before, {}, reason)
    table.record(corrected, "RULING.98", "RETREATDIR.2")
    return None


def _marker(table: Table, area: str) -> dict[str, str]:
    marker = table.state.markers.get(area)
    return {} if marker is None else {"side": marker.side, "road": marker.road}


def _unknown_area(area: str) -> Refusal:
    return refuse("UNKNOWN_AREA", "TERM.7", f"There is no area {area}.", area=area)
