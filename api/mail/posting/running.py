"""What the worker does for mail, beside drawing: mails are made, sent, and conditionals given."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

from eventsourcing.persistence import PersistenceError

from api.mail.letters.press import Hides, nobody
from api.mail.office import Office
from api.mail.posting.conditionals import Waiting
from api.mail.posting.outbox import Letters
from api.mail.posting.sending import sender_of
from api.mail.posting.turn_notifier import Attendance
from projections.delivery import LOOK_SECONDS, deliver

_log = logging.getLogger(__name__)


def post(
    office: Office,
    ended: Event,
    *,
    more: Sequence[Callable[[], int]] = (),
    hides: Hides = nobody,
    send: Callable[[Letters, Event], None] = deliver,
) -> None:
    """Make and send mails until `ended` is set. See `projections.worker.Companion`.

    Where several workers share the log, one of them sends what all make.

    `more` make mails of other kinds, each time that they are called. Nobody gets what people wrote
    whom they have muted, as `hides` tells. What is due is sent by `send`. Raises BadSetting.
    """
    letters = Letters(office, sender_of(office))
    tasks: list[Callable[[Event], None]] = [
        partial(_look, Attendance(office, hides).look),
        partial(_look, Waiting(office).look),
        *(partial(_look, it) for it in more),
    ]
    if office.games.recorder.leads:
        tasks.append(partial(send, letters))
    with ThreadPoolExecutor(len(tasks), thread_name_prefix="mail") as threads:
        running = [threads.submit(task, ended) for task in tasks]
    for task in running:
        task.result()


def _look(look: Callable[[], int], ended: Event) -> None:
    """Look again and again; it waits for a database that is gone."""
    away = False
    while not ended.wait(LOOK_SECONDS):
        try:
            look()
            away = False
        except PersistenceError as error:
            if not away:
                _log.warning("mails are not made: %s", type(error).__name__)
            away = True
        except Exception:
            # It is tried again; meanwhile others are served.
            _log.exception("mails could not be made")
            ended.wait(LOOK_SECONDS)
