"""Chapters 6.22, 6.23 and 13.0: deployment on the board, and the steps given away by a bid."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.napoleon_columbia.oracle.battle import LANES
from tests.napoleon_columbia.oracle.tables import ARTILLERY, without_code


@dataclass(frozen=True)
class Deployed:
    """A unit and the lane of its own side, or "reserve", in which its owner puts it."""

    army: str
    type: str
    corps: str
    lane: str


@dataclass(frozen=True)
class Deployment:
    """The whole deployment of one side; `terrain` is the marker of each own lane that has one."""

    units: Mapping[str, Deployed]
    terrain: Mapping[str, str] = field(default_factory=dict)


def refusals(deployment):
    """All that is wrong with a finished deployment (6.22, 6.23, N-18, N-20, N-60)."""
    reasons = set()
    units = list(deployment.units.values())
    vacant = {lane for lane in LANES if not any(unit.lane == lane for unit in units)}
    if len(vacant) > fewest_vacant(deployment) or not vacant <= woods_of(deployment):
        reasons.add("position_empty")
    for lane in LANES:
        here = [unit for unit in units if unit.lane == lane]
        if lane in woods_of(deployment) and any(unit.type in ARTILLERY for unit in here):
            reasons.add("artillery_in_woods")
        if too_many_corps(here):
            reasons.add("corps_limit")
    return reasons


def woods_of(deployment):
    return {lane for lane, kind in deployment.terrain.items() if kind == "woods"}


def fewest_vacant(deployment):
    """How many positions must stay vacant because artillery cannot fill Woods (N-18, N-55)."""
    batteries = sum(unit.type in ARTILLERY for unit in deployment.units.values())
    others = len(deployment.units) - batteries
    open_lanes = len(LANES) - len(woods_of(deployment))
    return max(0, len(LANES) - others - min(batteries, open_lanes))


def can_be_finished(deployment):
    """Whether the units in Reserve can still fill what must not stay empty (6.22, N-55, N-60)."""
    units = list(deployment.units.values())
    waiting = [unit for unit in units if unit.lane == "reserve"]
    batteries = sum(unit.type in ARTILLERY for unit in waiting)
    vacant = {lane for lane in LANES if not any(unit.lane == lane for unit in units)}
    woods = vacant & woods_of(deployment)
    for_others = len(vacant - woods) - min(batteries, len(vacant - woods))
    others = len(waiting) - batteries
    unfilled = max(0, for_others + len(woods) - others)
    return others >= for_others and unfilled <= fewest_vacant(deployment)


def too_many_corps(units):
    """One corps in a position; two with a Leader, who helps only corps of his own army."""
    corps = {(unit.army, unit.corps) for unit in units if unit.type != "leader"}
    armies = {army for army, _ in corps}
    led = any({unit.army} == armies for unit in units if unit.type == "leader")
    return len(corps) > (2 if led else 1)


def remove_step(removed, name, strength):
    """Refusals of RemoveStep (13.0, N-41); `removed` are the units that lost one already."""
    reasons = set()
    if name in removed:
        reasons.add("second_step")
    if strength == 1:
        reasons.add(without_code("N-41"))
    return reasons
