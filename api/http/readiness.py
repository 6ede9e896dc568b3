"""Whether this process can have orders recorded: tried for real, but seldom, and once for all."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread

from api.telemetry.metrics import READY
from napoleon.log.store.recorder import Unfit

EVERY = 5.0
"""Seconds between two trials: what one has found is told to everybody who asks meanwhile."""

PATIENCE = 2.0
"""Seconds that a trial waits for other writers."""

LONGEST = 3.0
"""Seconds that anybody waits for a trial; one that takes longer has failed."""

_SILENT = f"The log has not answered a trial for {LONGEST:g} seconds."


class Readiness:
    """What the last trial has found. Those who ask while one is under way wait for the same."""

    def __init__(self, probe: Callable[[float], None]) -> None:
        """`probe` is that of the log's recorder."""
        self._probe = probe
        self._asking = Lock()
        self._trial: Future[None] | None = None
        self._begun = 0.0

    def check(self) -> None:
        """Return if an order could be recorded. Raises Unfit, or what the store raises."""
        with self._asking:
            now = time.monotonic()
            if self._trial is None or (self._trial.done() and now - self._begun >= EVERY):
                self._trial, self._begun = Future(), now
                # Its own thread, as nobody knows how long a store that hangs will take.
                Thread(target=self._try, args=(self._trial,), daemon=True).start()
            trial, until = self._trial, self._begun + LONGEST
        try:
            trial.result(max(0.0, until - now))
        except TimeoutError:
            READY.set(0)
            raise Unfit(_SILENT) from None

    def _try(self, trial: Future[None]) -> None:
        try:
            self._probe(PATIENCE)
        except BaseException as error:
            READY.set(0)
            trial.set_exception(error)
        else:
            READY.set(1)
            trial.set_result(None)
