"""The gate: a web server that ``napoleon serve`` has started answers once the store is there.

So it loads while the store is made. It is a pipe whose other end only the service holds, and closes
to open the gate: reading from it returns then, and at once from then on.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

VARIABLE = "NAPOLEON_GATE"
"""Names the file descriptor of the pipe's reading end to the web server of a service."""


def wait_until_open(env: Mapping[str, str]) -> None:
    """Return when the gate is open, or if there is none."""
    if reading_end := env.get(VARIABLE):
        os.read(int(reading_end), 1)
