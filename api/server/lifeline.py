"""The lifeline: what ``napoleon serve`` has started ends with it, even if that was killed.

It is a pipe whose other end only the service holds. Nothing is ever written to it, so reading
from it returns when the service is gone.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from threading import Thread

VARIABLE = "NAPOLEON_LIFELINE"
"""Names the file descriptor of the pipe's reading end to the processes of a service."""


def end_with_service(env: Mapping[str, str]) -> None:
    """Stop this process (SIGTERM) when the service that started it is gone, if one did."""
    if reading_end := env.get(VARIABLE):
        Thread(target=_wait_for_the_end, args=(int(reading_end),), daemon=True).start()


def _wait_for_the_end(reading_end: int) -> None:
    os.read(reading_end, 1)
    os.kill(os.getpid(), signal.SIGTERM)
