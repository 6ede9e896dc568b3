"""What a space is to a nation: friendly, enemy, uncontrolled, neutral; and who stands there [3]."""

from __future__ import annotations

from typing import Literal

from napoleon.rulesets.napoleonic_wars.nations import at_war, is_allied
from napoleon.rulesets.napoleonic_wars.packs.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import State

Status = Literal["friendly", "enemy", "uncontrolled", "neutral"]
FRIENDLY: Status = "friendly"
ENEMY: Status = "enemy"
UNCONTROLLED: Status = "uncontrolled"
NEUTRAL: Status = "neutral"


def controller(state: State, pack: Pack, space: str) -> str:
    """The nation whose flag lies there, or else whose colour it has [3.control]."""
    return state.spaces[space].flag or pack.spaces[space].colour


def leaders_in(state: State, space: str, nation: str = "") -> list[str]:
    """The leaders that stand there, of one nation or of all, in the order of the pack."""
    return [
        name
        for name, it in state.leaders.items()
        if it.standing == "map" and it.where == space and nation in ("", it.nation)
    ]


def present(state: State, space: str) -> list[str]:
    """The nations with field forces there, those with strength points first."""
    lots = (lot.nation for lot in state.spaces[space].lots)
    return list(
        dict.fromkeys([*lots, *(state.leaders[it].nation for it in leaders_in(state, space))])
    )


def hostile_in(state: State, space: str, nation: str) -> list[str]:
    """The nations at war with one that have field forces there."""
    return [it for it in present(state, space) if at_war(state, it, nation)]


def own_in(state: State, space: str, nation: str) -> list[str]:
    """The nation and its allies that have field forces there."""
    return [it for it in present(state, space) if is_allied(state, it, nation)]


def status(state: State, pack: Pack, space: str, nation: str) -> Status:
    """What a space is to a nation [3.friendly, 3.enemy, 3.uncontrolled]."""
    owner = controller(state, pack, space)
    if is_allied(state, owner, nation) or _may_pass(state, pack, space, nation):
        negated = hostile_in(state, space, nation) and not pack.spaces[space].fortress
        return UNCONTROLLED if negated else FRIENDLY
    if at_war(state, owner, nation):
        return UNCONTROLLED if own_in(state, space, nation) else ENEMY
    return NEUTRAL


def _may_pass(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether it is of somebody conquered by the nation's camp, and no capital [15.21.c]."""
    owner = state.nations[controller(state, pack, space)]
    by = owner.conquered
    return bool(by) and is_allied(state, by, nation) and not pack.spaces[space].capital
