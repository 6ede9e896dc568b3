"""What a pack says that it knows of the printed game, from its ``checks.json``.

The thresholds of defeat are taken from there. The rest is what `check` holds the tables against,
as far as it is known and no choice of the pack.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import msgspec

from napoleon.rules.kit.packs import Count, Status
from napoleon.rulesets.napoleon_columbia.packs.pack import (
    Army,
    RoadKind,
    Side,
    Strength,
    UnitType,
)

KNOWN: tuple[Status, ...] = ("printed", "published", "derived")
"""What has to hold; what was inferred or reconstructed is a choice of the pack."""


class BlockCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How many blocks each army has."""

    count: dict[str, Count]
    status: Status


class StepCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How many steps each army has at full strength."""

    total: dict[str, Count]
    status: Status


class Defeat(msgspec.Struct, frozen=True, kw_only=True):
    """At how many eliminated units each army is defeated [11.0]."""

    eliminated: dict[str, Count]
    status: Status
    clause: str


class FrenchList(msgspec.Struct, frozen=True, kw_only=True, rename={"units": "list"}):
    """Type and strength of every French unit."""

    units: tuple[tuple[UnitType, Strength], ...]
    status: Status


class PrussianCorps(msgspec.Struct, frozen=True, kw_only=True):
    """How many blocks the Prussian corps have."""

    count: dict[str, Count]
    i_and_ii_with_leader: Count
    status: Status


class RoadFact(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a road; None for what is not."""

    kind: RoadKind | None = None
    river: bool | None = None


class FrontTowns(msgspec.Struct, frozen=True, kw_only=True):
    """The French towns from which a road leads over the border."""

    towns: tuple[str, ...]
    river_on_every_approach: tuple[str, ...]
    """Those whose roads over the border all cross a river."""
    status: Status
    note: str


class DeploymentLine(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of towns between which the line of the Allied zones runs [4.1]."""

    between: tuple[tuple[str, str], ...]
    status: Status


class TurnFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The turn record [2.0]."""

    count: Count
    first: tuple[datetime.date, Side]
    last: tuple[datetime.date, Side]
    night: dict[Side, tuple[int, ...]]
    """By side, the days of June on which its player turn is the night."""
    status: Status


class TerrainFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The green blocks [6.21, FAQ.1, FAQ.3]."""

    pool: Count
    stream: Count
    woods_at_least: Count
    green_blocks: Count
    status: Status


class Number(msgspec.Struct, frozen=True, kw_only=True):
    """How many rows a table has."""

    count: Count
    status: Status


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """What the map is drawn on, and how near to each other two towns may be."""

    canvas: tuple[int, int]
    least_distance: Count
    status: Status


class SetupGroups(msgspec.Struct, frozen=True, kw_only=True):
    """How many French or Prussian units the cards put into each town [4.3]."""

    groups: dict[str, Count]
    status: Status


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """The document."""

    note: str
    blocks: BlockCounts
    steps: StepCounts
    defeat: Defeat
    french_list: FrenchList
    prussian_corps: PrussianCorps
    supply: dict[str, tuple[Army, Count] | str]
    """By city, which army suffers and how much; also the status and the clause of that [10.0]."""
    neighbours_complete: dict[str, tuple[str, ...] | str]
    """By town, all of its neighbours; also the status and the clause of that."""
    adjacent: tuple[tuple[str, str, Status], ...]
    not_adjacent: tuple[tuple[str, str, Status], ...]
    roads: tuple[tuple[str, str, RoadFact, Status], ...]
    front_towns: FrontTowns
    distance: tuple[tuple[str, str, Count, Status], ...]
    deployment_line: DeploymentLine
    turns: TurnFacts
    terrain: TerrainFacts
    towns: Number
    roads_total: Number
    drawing: Drawing
    set_up: SetupGroups

    def all_neighbours(self) -> dict[str, set[str]]:
        """By town, all of its neighbours, for those where they are known."""
        named = self.neighbours_complete
        if named.get("status") not in KNOWN:
            return {}
        return {town: set(others) for town, others in named.items() if isinstance(others, tuple)}

    def known_roads(self) -> Iterator[tuple[str, str, RoadFact]]:
        """The roads of which something is known: both ends, and what that is."""
        for a, b, status in self.adjacent:
            if status in KNOWN:
                yield a, b, RoadFact()
        for a, b, fact, status in self.roads:
            if status in KNOWN:
                yield a, b, fact

    def roads_that_are_not(self) -> Iterator[tuple[str, str]]:
        """Pairs of towns that no road joins."""
        for a, b, status in self.not_adjacent:
            if status in KNOWN:
                yield a, b
