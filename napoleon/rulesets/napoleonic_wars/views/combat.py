"""A battle and a siege as far as they have come [11, 12]."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from napoleon.rules.kit.frames import inmost
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Side, Siege
from napoleon.rulesets.napoleonic_wars.spaces import controller, leaders_in, sp_in
from napoleon.rulesets.napoleonic_wars.table import Wars


class FighterView(msgspec.Struct, kw_only=True):
    """What a nation has in a battle."""

    nation: str
    sp: int
    """All that is left, disrupted SP among them."""
    disrupted: int
    leaders: Sequence[str]
    shaken: Sequence[str]
    """Which of them are disrupted."""


class BattleSideView(msgspec.Struct, kw_only=True):
    """A side of a battle."""

    role: str
    """``attacker`` or ``defender``."""
    commander: str | None
    rolled: bool
    """Whether it has rolled its dice in this round."""
    suffered: int
    """Hits over all rounds."""
    at_start: int
    """Units at the start."""
    due: int
    """Units that it has still to lose or to see disrupted."""
    fighters: Sequence[FighterView]


class BattleView(msgspec.Struct, kw_only=True):
    """The battle that is fought."""

    space: str
    came: str | None
    round: int
    terrain: int
    """Dice of the defender in the first round [11.22]."""
    loser: str | None
    """``attacker`` or ``defender``, once that is known; ``nobody`` if both are gone."""
    routed: bool
    sides: Sequence[BattleSideView]
    """The attacker, then the defender."""


class SiegeView(msgspec.Struct, kw_only=True):
    """The siege that is made."""

    space: str
    nation: str
    """Who holds the fortress."""
    fortress: int
    leader: str
    round: int
    sixes: int
    """Sixes over all rounds."""
    stage: str
    suffered: int


def battle(table: Wars) -> BattleView | None:
    """The battle that is fought; None if there is none."""
    it = inmost(table.state, Battle)
    if it is None:
        return None
    sides = (("attacker", it.attacker), ("defender", it.defender))
    return BattleView(
        space=it.space,
        came=it.came or None,
        round=it.round,
        terrain=it.terrain,
        loser=it.loser or None,
        routed=it.routed,
        sides=[_side(table, it.space, role, side) for role, side in sides],
    )


def _side(table: Wars, space: str, role: str, side: Side) -> BattleSideView:
    state = table.state
    fighters = list[FighterView]()
    for nation in side.nations:
        leaders = leaders_in(state, space, nation)
        fighters.append(
            FighterView(
                nation=nation,
                sp=sp_in(state, space, nation),
                disrupted=side.disrupted.get(nation, 0),
                leaders=leaders,
                shaken=[it for it in leaders if it in side.shaken],
            )
        )
    return BattleSideView(
        role=role,
        commander=side.commander or None,
        rolled=side.rolled,
        suffered=side.suffered,
        at_start=side.units,
        due=side.removing + side.disrupting,
        fighters=fighters,
    )


def siege(table: Wars) -> SiegeView | None:
    """The siege that is made; None if there is none."""
    state, pack = table.state, table.data
    it = inmost(state, Siege)
    if it is None:
        return None
    return SiegeView(
        space=it.space,
        nation=controller(state, pack, it.space),
        fortress=pack.spaces[it.space].fortress,
        leader=it.leader,
        round=it.round,
        sixes=it.sixes,
        stage=it.stage,
        suffered=it.besieger.suffered,
    )
