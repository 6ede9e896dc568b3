"""The released versions of the game that stay playable; see docs/releasing.md.

The packs in `PACKS` are as they were released, for ever: they are changed by nobody.
"""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from napoleon.rules.kit.released import as_today

VERSIONS: Mapping[str, Callable[[Any], Any]] = {"1.0": as_today}
"""By version, the newest first: what makes its rules of those of today."""

PACKS = files(__name__) / "data"
