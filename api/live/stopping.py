"""The end of the streams when their process is told to stop."""

from __future__ import annotations

import _thread
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

from api.live.streams import Streams

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
"""The signals that stop a web server's processes."""


def end_with_process(streams: Streams) -> None:
    """End `streams` when the process is told to stop, so that its server need not wait for them.

    To be called in the main thread, once the server has set what it does upon such a signal;
    that is done as before.
    """
    for number in SIGNALS:
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, _ending(streams, before))


def _ending(
    streams: Streams, before: Callable[[int, FrameType | None], Any]
) -> Callable[[int, FrameType | None], None]:
    def stop(number: int, frame: FrameType | None) -> None:
        # In a thread, as ending them takes locks that the interrupted code may hold. In one of the
        # simplest kind: the other kind waits for its start, which gevent's loop must not do.
        _thread.start_new_thread(streams.close, ())
        before(number, frame)

    return stop
