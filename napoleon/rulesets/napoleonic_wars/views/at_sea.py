"""A voyage and a naval battle as far as they have come [13]."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from napoleon.rules.kit.frames import inmost
from napoleon.rules.views import Reason, lines
from napoleon.rulesets.napoleonic_wars import fleets
from napoleon.rulesets.napoleonic_wars.events.sea_battles import ships_of, side_of
from napoleon.rulesets.napoleonic_wars.frames.at_sea import SeaBattle, Voyage
from napoleon.rulesets.napoleonic_wars.sea_battles import SIDES, dice_lines
from napoleon.rulesets.napoleonic_wars.table import Wars


class VoyageView(msgspec.Struct, kw_only=True):
    """The fleet that sails [13.1]."""

    nation: str
    """Whose squadron lies on top."""
    place: str
    left: str | None
    """The port that it has come out of."""
    squadrons: dict[str, int]
    """By nation."""


class SeaSideView(msgspec.Struct, kw_only=True):
    """A side of a naval battle [13.4]."""

    role: str
    """``attacker``, which sails, or ``defender``."""
    squadrons: dict[str, int]
    """By nation, that of the top squadron first."""
    dice: int
    """What it rolls in this round."""
    breakdown: Sequence[Reason]
    rolled: bool
    suffered: int
    """Hits over all rounds."""
    sinking: int
    """Squadrons that it has still to lose."""


class SeaBattleView(msgspec.Struct, kw_only=True):
    """The naval battle that is fought."""

    place: str
    round: int
    loser: str | None
    sides: Sequence[SeaSideView]
    """The attacker, then the defender."""


def voyage(table: Wars) -> VoyageView | None:
    """The fleet that sails; None if none does."""
    it = inmost(table.state, Voyage)
    if it is None:
        return None
    ships = fleets.under_way(table.state)
    return VoyageView(
        nation=it.nation,
        place=it.at,
        left=it.left or None,
        squadrons={one.nation: one.finished for one in ships},
    )


def sea_battle(table: Wars) -> SeaBattleView | None:
    """The naval battle that is fought; None if there is none."""
    it = inmost(table.state, SeaBattle)
    if it is None:
        return None
    sides = list[SeaSideView]()
    for name in SIDES:
        side, rolls = side_of(it, name), dice_lines(table, it, name)
        sides.append(
            SeaSideView(
                role=name,
                squadrons={one.nation: one.finished for one in ships_of(table.state, side)},
                dice=sum(line.amount for line in rolls),
                breakdown=lines(rolls),
                rolled=side.rolled,
                suffered=side.suffered,
                sinking=side.sinking,
            )
        )
    return SeaBattleView(place=it.place, round=it.round, loser=it.loser or None, sides=sides)
