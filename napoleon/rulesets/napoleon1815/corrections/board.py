"""Correcting the board: track, flags, bridges, fortified positions, arrows [RULING.98]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from napoleon.rules.corrections import Correction
from napoleon.rules.events import Line
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.settings import Field, Setting, corrected, opened
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815.corrections.checks import (
    nothing_to_correct,
    refuse_alone_on_position,
    refuse_enemy_flag,
)
from napoleon.rulesets.napoleon1815.packs.pack import Army, Side
from napoleon.rulesets.napoleon1815.packs.printed import BOTTOM, MOST_POSITIONS, TOP
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon1815.state import Marker, State
from napoleon.rulesets.napoleon1815.table import Table

NO_FLAG = "none"


class Board(Scene[Table]):
    """What a correction names on the board, which nobody in particular owns."""

    def __init__(self, table: Table, wanted: Any) -> None:
        super().__init__(table, "")
        self.state, self.wanted = table.state, wanted


def _refuse_area(table: Table, wanted: SetControl | SetFortifiedPosition) -> Refusal | None:
    if wanted.area in table.pack.areas:
        return None
    detail = f"There is no area {wanted.area}."
    return refuse("UNKNOWN_AREA", "TERM.7", detail, area=wanted.area)


# -- the victory track, which a correction does not bring to either end [VICTORY.6] ----------------


class SetTrack(Correction, frozen=True, tag="set_track"):
    """Put the marker of the victory track on a value between the ends, 1 to 19."""

    value: int


def _refuse_value(at: Board, wanted: SetTrack) -> Refusal | None:
    if not BOTTOM < wanted.value < TOP:
        detail = f"A correction sets the track to {BOTTOM + 1} to {TOP - 1}; its ends win the game."
        return refuse("OUT_OF_RANGE", "VICTORY.6", detail, value=wanted.value)
    return nothing_to_correct(track=wanted.value) if at.state.track == wanted.value else None


def _move(at: Board, wanted: SetTrack) -> Mapping[str, Any]:
    before, delta = at.state.track, wanted.value - at.state.track
    lines = (Line(delta, "RULING.98", "correction"),)
    return {"before": before, "after": wanted.value, "delta": delta, "breakdown": lines}


def _moved(state: State, before: int, after: int, breakdown: tuple[Line, ...]) -> None:
    """It is one of the moves of the track; points outstanding stay outstanding."""
    state.track = after
    state.history.append((state.turn, before, after, list(breakdown)))


TrackCorrected = corrected(
    "napoleon1815.track_corrected/1",
    "Correction: the victory track was set from {before} to {after}.",
    {"before": int, "after": int, "delta": int, "breakdown": tuple[Line, ...]},
    _moved,
)

TRACK: Setting[Table, Board, SetTrack] = Setting(
    SetTrack, Board, "", TrackCorrected, unable=_refuse_value, more=_move
)


# -- flags, for which nobody scores [TERM.13] ------------------------------------------------------


class SetControl(Correction, frozen=True, tag="set_control"):
    """Put the flag of an army on a place that scores, or take the flag away."""

    area: str
    army: Army | Literal["none"]


def _refuse_worthless(at: Board, wanted: SetControl) -> Refusal | None:
    if at.table.area(wanted.area).victory_points:
        return None
    detail = f"{wanted.area} is no place that scores, so no flag stands there."
    return refuse("NO_FLAG_THERE", "TERM.13", detail, area=wanted.area)


def _refuse_flag(at: Board, wanted: SetControl) -> Refusal | None:
    """Refuse to take a first flag away, one of the enemy's, and what is being settled."""
    table, area = at.table, wanted.area
    if wanted.army == NO_FLAG and area in table.scenario.control:
        detail = f"A flag has stood in {area} since the game began: it changes, and never goes."
        return refuse("NO_FLAG_THERE", "CONTROL.2", detail, area=area)
    flag = None if wanted.army == NO_FLAG else wanted.army
    if refusal := refuse_enemy_flag(table, area, flag):
        return refusal
    operation = table.operation
    if operation is not None and area in (operation.citadel, operation.citadel_by_event):
        detail = f"Whether {area} is taken is being settled; wait until it is."
        return refuse("NOT_NOW", "RULING.98", detail, area=area)
    return None


def _fly(state: State, area: str, after: str) -> None:
    if after == NO_FLAG:
        del state.control[area]
    else:
        state.control[area] = after


CONTROL: Setting[Table, Board, SetControl] = Setting(
    SetControl,
    opened(Board, _refuse_area),
    "TERM.13",
    corrected(
        "napoleon1815.control_corrected/1",
        "Correction: control of {area}: {before} became {after}.",
        {"area": str, "before": str, "after": str},
        _fly,
    ),
    sets={"army": Field(lambda at: at.state.control.get(at.wanted.area, NO_FLAG))},
    unable=_refuse_worthless,
    refuses=_refuse_flag,
)


# -- bridges [TERM.14] -----------------------------------------------------------------------------


class SetBridge(Correction, frozen=True, tag="set_bridge"):
    """Break the bridge of a road, or mend it."""

    road: str
    broken: bool


def _refuse_road(table: Table, wanted: SetBridge) -> Refusal | None:
    road = table.pack.graph.roads.get(wanted.road)
    if road is not None and road.bridge:
        return None
    detail = f"{wanted.road} is no road with a bridge."
    return refuse("NO_BRIDGE", "TERM.14", detail, road=wanted.road)


def _mend(state: State, road: str, after: str) -> None:
    bridges = state.broken_bridges
    (bridges.append if after == "broken" else bridges.remove)(road)


BRIDGE: Setting[Table, Board, SetBridge] = Setting(
    SetBridge,
    opened(Board, _refuse_road),
    "TERM.14",
    corrected(
        "napoleon1815.bridge_corrected/1",
        "Correction: the bridge on the road {road} was {before} and is {after}.",
        {"road": str, "before": str, "after": str},
        _mend,
    ),
    sets={
        "broken": Field(
            lambda at: at.wanted.road in at.state.broken_bridges, {True: "broken", False: "whole"}
        )
    },
)


# -- fortified positions; none where it would be lost at once [TERM.12, FORTPOS.1] -----------------


class SetFortifiedPosition(Correction, frozen=True, tag="set_fortified_position"):
    """Put a fortified position on a fortified farm, or take it off."""

    area: str
    standing: bool


def _refuse_position(at: Board, wanted: SetFortifiedPosition) -> Refusal | None:
    table, area, positions = at.table, wanted.area, at.state.fortified
    if not wanted.standing:
        return None
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
    return None


def _fortify(state: State, area: str, after: str) -> None:
    (state.fortified.append if after == "standing" else state.fortified.remove)(area)


FORTIFIED_POSITION: Setting[Table, Board, SetFortifiedPosition] = Setting(
    SetFortifiedPosition,
    opened(Board, _refuse_area),
    "TERM.12",
    corrected(
        "napoleon1815.fortified_position_corrected/1",
        "Correction: the fortified position in {area} was {before} and is {after}.",
        {"area": str, "before": str, "after": str},
        _fortify,
    ),
    sets={
        "standing": Field(
            lambda at: at.wanted.area in at.state.fortified, {True: "standing", False: "gone"}
        )
    },
    refuses=_refuse_position,
)


# -- the arrow of a contested area [RETREATDIR.1-2] ------------------------------------------------


class SetRetreatMarker(Correction, frozen=True, tag="set_retreat_marker"):
    """Put the arrow of a side on a road of a contested area."""

    area: str
    side: Side
    road: str


class RemoveRetreatMarker(Correction, frozen=True, tag="remove_retreat_marker"):
    """Take the arrow of a contested area away."""

    area: str


class Arrow(Board):
    """The arrow of an area; empty for none."""

    @property
    def before(self) -> dict[str, str]:
        """Its side and its road, as events tell them."""
        it = self.state.markers.get(self.wanted.area)
        return {} if it is None else {"side": it.side, "road": it.road}


def _refuse_arrow(at: Arrow, wanted: SetRetreatMarker) -> Refusal | None:
    area, road = wanted.area, wanted.road
    if area not in at.state.contested:
        return refuse("NOT_CONTESTED", "RETREATDIR.1", f"{area} is not contested.", area=area)
    if road not in {it.id for it in at.table.pack.graph.roads_of(area)}:
        detail = f"{road} is no road from {area}."
        return refuse("NOT_ADJACENT", "RETREATDIR.1", detail, area=area, road=road)
    return None


def _point(state: State, area: str, after: dict[str, str]) -> None:
    if after:
        state.markers[area] = Marker(after["side"], after["road"])
    else:
        del state.markers[area]


RetreatMarkerCorrected = corrected(
    "napoleon1815.retreat_marker_corrected/1",
    "Correction: the retreat direction in {area}: {before} became {after}.",
    {"area": str, "before": dict[str, str], "after": dict[str, str]},
    _point,
)

ARROW: Setting[Table, Arrow, SetRetreatMarker] = Setting(
    SetRetreatMarker,
    Arrow,
    "RETREATDIR.1",
    RetreatMarkerCorrected,
    sets={
        "side": Field(lambda at: at.before.get("side")),
        "road": Field(lambda at: at.before.get("road")),
    },
    unable=_refuse_arrow,
    more=lambda at, wanted: {
        "before": at.before,
        "after": {"side": wanted.side, "road": wanted.road},
    },
)

NO_ARROW: Setting[Table, Arrow, RemoveRetreatMarker] = Setting(
    RemoveRetreatMarker,
    Arrow,
    "RETREATDIR.2",
    RetreatMarkerCorrected,
    unable=lambda at, wanted: None if at.before else nothing_to_correct(area=wanted.area),
    more=lambda at, wanted: {"after": {}},
)

SETTINGS = (TRACK, CONTROL, BRIDGE, FORTIFIED_POSITION, ARROW, NO_ARROW)
