"""What ``checks.json`` says is known of the printed game, and what it says is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from napoleon.rulesets.napoleon_columbia import RULES
from tests.broken_packs import Break, added, all_of, sets
from tests.napoleon_columbia.broken import facts, shipped_copy
from tests.napoleon_columbia.wrong_packs import (
    AROUND,
    FRONT,
    GROUPS,
    KNOWN_ROADS,
    NIGHTS,
    PRUSSIANS,
    ROAD,
    block,
    green,
    moved,
    turn,
)


@pytest.mark.parametrize(
    ("keys", "change", "check"),
    [
        (("blocks", "status"), block("p18", army="anglo", nat="br"), "blocks of each army"),
        (("steps", "status"), block("a02", max_strength=3), "steps of each army"),
        (
            ("french_list", "status"),
            all_of(block("f02", max_strength=3), block("f13", max_strength=3)),
            "French units by type and strength",
        ),
        (("prussian_corps", "status"), block("p18", corps="iii"), PRUSSIANS),
        (("turns", "status"), turn(3, night=0), NIGHTS),
        (
            ("terrain", "status"),
            all_of(green("woods", count=1), green("farm", count=4)),
            "terrain that is known",
        ),
        (("set_up", "status"), moved("f01", "solre"), GROUPS),
        (("front_towns", "status"), added("roads.csv", f"solre,thuin,{ROAD}"), FRONT),
        (
            ("neighbours_complete", "status"),
            added("roads.csv", f"brussels,nivelles,{ROAD}"),
            AROUND,
        ),
        (
            ("distance", 0, 3),
            added("roads.csv", f"conde,ghent,{ROAD}"),
            "distances that are known",
        ),
        (("not_adjacent", 2, 2), added("roads.csv", f"wavre,nivelles,{ROAD}"), KNOWN_ROADS),
    ],
)
def test_what_is_no_longer_known_is_not_asked(
    tmp_path: Path, keys: tuple[str | int, ...], change: Break, check: str
) -> None:
    """Who doubts something of ``checks.json`` says so there, and the check follows."""
    copy = shipped_copy(tmp_path / "pack")
    change(copy)
    assert check in _failed(copy)
    facts(sets(*keys, to="reconstructed"))(copy)
    assert check not in _failed(copy)


def _failed(folder: Path) -> set[str]:
    return {it.name for it in RULES.check_pack(folder) if not it.ok}
