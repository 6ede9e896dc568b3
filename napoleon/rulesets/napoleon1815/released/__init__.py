"""The released versions of the game that stay playable; see docs/releasing.md.

The packs in `PACKS` are as they were released, for ever: they are changed by nobody.
"""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from napoleon.rules.kit.released import as_today
from napoleon.rulesets.napoleon1815.released import v2_1, v2_2

VERSIONS: Mapping[str, Callable[[Any], Any]] = {
    "2.4": as_today,
    "2.2": v2_2.differs,
    "2.1": v2_1.differs,
}
"""By version, the newest first: what makes its rules of those of today."""

PACKS = files(__name__) / "data"
