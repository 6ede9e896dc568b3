"""Plans that have been found before, kept beside this code: a fresh process need not find them.

A file is named after a digest of all that its plan was found from. So a map with other places or in
another language has a file of its own, or none; what a file says of another map is never used.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

import msgspec

from napoleon.rules.picture.placing.afar import Afar
from napoleon.rules.picture.placing.berths import Berth
from napoleon.rules.picture.placing.names import Choice
from napoleon.rules.picture.placing.streams import Along

FOLDER = files("napoleon.rules.picture.placing") / "data"
"""Where they are."""


class Found(NamedTuple):
    """The name and the berths of each place, by its id, and the names of the rivers in order.

    `afar` are the names for those who see all of the map on a phone.
    """

    sites: Mapping[str, tuple[Choice, tuple[Berth, ...]]]
    rivers: tuple[Along | None, ...]
    afar: tuple[Afar, ...]


def digest(found_from: object) -> str:
    """What a plan was found from, in a word: 24 digits, the name of its file."""
    return sha256(msgspec.json.encode(found_from)).hexdigest()[:24]


def found_before(name: str) -> Found | None:
    """What is kept under a digest; None if nothing is."""
    file = FOLDER / f"{name}.json"
    if not file.is_file():
        return None
    return msgspec.json.decode(file.read_bytes(), type=Found, strict=False)


def written(found: Found) -> bytes:
    """The content of a file, with a place, a river or a name on each line."""
    sites = b",\n".join(
        b"%s:%s" % (msgspec.json.encode(place), msgspec.json.encode(site))
        for place, site in found.sites.items()
    )
    rivers = b",\n".join(map(msgspec.json.encode, found.rivers))
    names = b",\n".join(map(msgspec.json.encode, found.afar))
    return b"[{%s},\n[%s],\n[%s]]\n" % (sites, rivers, names)
