"""Draw the land of the maps that have a sea, beside their data packs: ``make drawings``."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cartography.napoleonic_empire import GAME, PACK, coasts
from napoleon.rulesets.napoleonic_empire.picture import DRAWINGS


def main() -> None:
    """Write each drawing over what was there."""
    folder = Path(str(GAME / DRAWINGS))
    folder.mkdir(exist_ok=True)
    for name, drawing in coasts(PACK):
        (folder / f"{name}.json").write_bytes(written(drawing))


def written(drawing: object) -> bytes:
    """A drawing as a file, with a path on each line."""
    return msgspec.json.format(msgspec.json.encode(drawing), indent=1) + b"\n"


if __name__ == "__main__":
    main()
