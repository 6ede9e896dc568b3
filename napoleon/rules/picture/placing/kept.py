"""Plans that have been found before, kept beside this code: a fresh process need not find them.

A file is named after a digest of all that its plan was found from. So a map with other places or in
another language has a file of its own, or none; what a file says of another map is never used.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files

import msgspec

from napoleon.rules.picture.placing.berths import Berth
from napoleon.rules.picture.placing.names import Choice

FOLDER = files("napoleon.rules.picture.placing") / "data"
"""Where they are."""

Sites = Mapping[str, tuple[Choice, tuple[Berth, ...]]]
"""The name and the berths of each place, by its id."""


def digest(found_from: object) -> str:
    """What a plan was found from, in a word: 24 digits, the name of its file."""
    return sha256(msgspec.json.encode(found_from)).hexdigest()[:24]


def found_before(name: str) -> Sites | None:
    """What is kept under a digest; None if nothing is."""
    file = FOLDER / f"{name}.json"
    if not file.is_file():
        return None
    return msgspec.json.decode(
        file.read_bytes(), type=dict[str, tuple[Choice, tuple[Berth, ...]]], strict=False
    )


def written(sites: Sites) -> bytes:
    """The content of a file, with a place on each line."""
    lines = (
        b"%s:%s" % (msgspec.json.encode(place), msgspec.json.encode(site))
        for place, site in sites.items()
    )
    return b"{%s}\n" % b",\n".join(lines)
