"""Land drawn once, for places that never move; it comes with a data pack as paths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable

import msgspec

from napoleon.rules.picture.model import Land

DRAWINGS = "drawings"
"""The folder of a game in which its drawings are."""

Sites = Mapping[str, tuple[int, int]]
"""Where the places of a data pack are on its drawing, by their ids."""


class Drawing(msgspec.Struct, frozen=True):
    """The land around places that are exactly at these points."""

    places: Sites
    land: Land


def drawings(folder: Traversable) -> tuple[Drawing, ...]:
    """All drawings in a folder; none if there is no such folder."""
    if not folder.is_dir():
        return ()
    found = sorted((it for it in folder.iterdir() if it.name.endswith(".json")), key=_name)
    return tuple(msgspec.json.decode(it.read_bytes(), type=Drawing) for it in found)


def land_for(among: Iterable[Drawing], places: Sites) -> Land:
    """The land around `places`; none, and no sea, if it was drawn for others only."""
    return next((it.land for it in among if it.places == places), Land())


def _name(file: Traversable) -> str:
    return file.name
