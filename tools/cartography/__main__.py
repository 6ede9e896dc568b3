"""Draw the land of maps, beside their data packs: ``make drawings``."""

from __future__ import annotations

from pathlib import Path

import msgspec

from napoleon.rules.picture.drawings import DRAWINGS
from tools.cartography import napoleon1815, napoleon_columbia, napoleonic_empire, napoleonic_wars


def main() -> None:
    """Write each drawing, and remove those that belong to no map."""
    for map_ in (napoleon1815, napoleonic_empire, napoleon_columbia, napoleonic_wars):
        folder = Path(str(map_.GAME / DRAWINGS))
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        for name, drawing in map_.drawings(map_.PACK):
            (folder / f"{name}.json").write_bytes(written(drawing))


def written(drawing: object) -> bytes:
    """A drawing as a file, with a path on each line."""
    return msgspec.json.format(msgspec.json.encode(drawing), indent=1) + b"\n"


if __name__ == "__main__":
    main()
