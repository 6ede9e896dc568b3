"""How a process that works beside the web server is told to stop."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

SIGNALS = (signal.SIGTERM, signal.SIGINT)
"""What tells a process to stop."""


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Meanwhile each of `SIGNALS` calls `stop` in a thread. To be entered in the main thread.

    The system may hand a signal to another thread, or to the main one just before that begins to
    wait for a lock. Python runs a handler only when the main thread goes on, which then may be
    never. It writes the number of the signal to a file at once, so a thread waits for that.
    Afterwards the signals do nothing.
    """
    told, telling = socket.socketpair()
    telling.setblocking(False)

    def wait() -> None:
        while numbers := told.recv(64):
            if any(number in SIGNALS for number in numbers):
                stop()

    before = signal.set_wakeup_fd(telling.fileno(), warn_on_full_buffer=False)
    for number in SIGNALS:
        signal.signal(number, lambda number, frame: None)
    waiting = Thread(target=wait, daemon=True)
    waiting.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        telling.close()
        waiting.join()
        told.close()
