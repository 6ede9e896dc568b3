"""What a process of greenlets does before it imports the log."""

from __future__ import annotations

import queue

from gevent import monkey


def give_back_queues() -> None:
    """Undo gevent's replacement of `queue.Queue`, where it has made one.

    The library of the log derives a queue of its own from it on Python below 3.13, which gevent's
    does not allow. The standard one is made of locks, which are gevent's by then, and so it waits
    in a greenlet all the same.
    """
    if monkey.is_module_patched("queue"):
        queue.Queue = monkey.get_original("queue", "Queue")  # type: ignore[misc]
