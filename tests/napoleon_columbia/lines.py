"""What the game says of its lines; see `tests.rulesets.lines`."""

from __future__ import annotations

from typing import Any

from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.notation import PATTERNS
from napoleon.rulesets.napoleon_columbia.notation_names import short_name
from napoleon.rulesets.napoleon_columbia.places import PLACES
from tests.napoleon_columbia.kit import FRENCH, Board, Played, fighting, marching
from tests.rulesets.lines import Called, Lines, Misread, Twins

PACK = RULES.pack


def on_the_march() -> Played:
    """The French march by day; Allies stand in Ligny and Brussels."""
    return marching(
        {"beaumont": "f02 f09 f10", "solre": "f21", "ligny": "p02 p03", "brussels": "a02"}
    )


def in_combat(acting: str = "attacker", **options: Any) -> Played:
    """The Combat phase of one side at Ligny, where the French attack."""
    return fighting(
        Board(
            "ligny",
            {
                "attacker_a": "f02 f04",
                "attacker_b": "f09",
                "attacker_c": "f15",
                "attacker_reserve": "f21",
                "defender_a": "p02",
                "defender_b": "p07",
                "defender_c": "p09",
                "defender_reserve": "p06",
            },
            came_from="charleroi",
        ),
        acting_=acting,
        around={"gembloux": "p15"},
        **options,
    )


def at(line: str) -> tuple[Any, str]:
    """The French march where a line of marches is typed, and else fight."""
    there = on_the_march() if line.startswith("march") or not line else in_combat()
    return there.state, FRENCH


UNITS, TOWNS = sorted(PACK.blocks), sorted(PACK.towns)

LINES = Lines(
    rules=RULES,
    patterns=PATTERNS,
    held={
        **dict.fromkeys(("unit", "leader", "square"), UNITS),
        "town": TOWNS,
        "road": sorted(PACK.roads),
        "place": PLACES,
    },
    at=at,
    bad=(
        "march Guard infantry to Thuim",
        "25 on: expected a town. The nearest legal orders: march Guard infantry to Thuin; ",
    ),
    ambiguous="march II Corps to Thuin",
    called=[
        Called(
            "fire {}",
            orders.Fire,
            {it.id: [short_name(it), PACK.unit_names[it.id]] for it in PACK.blocks.values()},
        )
    ],
    misread=[
        Misread("end march now", 11, {"the end of the line"}),
        Misread("march Guard infantry", 21, {"along", "to"}),
        Misread("march Soult to Thuin", 7, {"a unit"}),
        Misread("march Guard infantry to Thuin slowly", 31, {"forced", "the end of the line"}),
        Misread("place Guard infantry", 21, {"in"}),
        Misread("fire Guard infantry at", 23, {"squares"}),
        Misread("retreat Guard infantry Wavre", 24, {"to"}),
    ],
    strange=["march " + "i " * 9_000, "move i to " + "l" * 999],
    twins=Twins(
        marching({"beaumont": "f02 f09", "thuin": "p02 p03 p04", "brussels": "a02"}).state,
        marching({"beaumont": "f02 f09", "thuin": "p07 p08 p09:1", "brussels": "a05"}).state,
        (FRENCH, "spectator"),
        ("march g to t", "fire I Corps", "m", "halt", "hit p02", "march p02 to Ligny", "x"),
    ),
)
