"""The released versions of the game that stay playable; see docs/releasing.md.

The packs in `PACKS` are as they were released, for ever: they are changed by nobody.
"""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from napoleon.rules.kit.released import as_today
from napoleon.rulesets.napoleon_columbia.released import v1_0, v1_1

VERSIONS: Mapping[str, Callable[[Any], Any]] = {
    "1.2": as_today,
    "1.1": v1_1.differs,
    "1.0": v1_0.differs,
}
"""By version, the newest first: what makes its rules of those of today."""

PACKS = files(__name__) / "data"
