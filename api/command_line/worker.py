"""``napoleon worker``: the process that draws the read models, tells webhooks and sends mails."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial

import click

from api.bundles.opening import open_bundles
from api.command_line.output import beneath, fail
from api.command_line.stores import local_games
from api.mail.office import open_office
from api.mail.posting.measured import MailCollector
from api.mail.posting.running import post
from api.mail.posting.signing import signing as mail_signing
from api.mail.settings import settings as mail_settings
from api.people.absences import Absentees
from api.people.blocks import hiding
from api.people.counting import count_answers
from api.people.measured import PeopleCollector
from api.people.posting import PeopleMail
from api.people.registry import open_registry
from api.people.telling.attending import Attendance
from api.people.telling.delivery import Messages
from api.server.checks import check
from api.server.heartbeat import Heartbeat
from api.server.lifeline import end_with_service
from api.telemetry import exposition, logs
from api.telemetry.pools import PoolWatch
from napoleon.play.games import Games
from napoleon.record.key_list import signing
from projections.bots import move_bots
from projections.clocks import run_clocks
from projections.delivery import deliver_by, senders
from projections.holding import HeldCollector
from projections.lag import LagCollector
from projections.leaving import let_idle_leave
from projections.mending import mend_views
from projections.metrics import HEARTBEAT, REPLAYS
from projections.standing_orders import give_due_answers
from projections.store import open_views
from projections.unfinished import let_finished_sleep
from projections.webhooks.delivery import Webhooks
from projections.webhooks.sending import sender
from projections.worker import Companion, run


@click.command()
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    help="Serve metrics there; by default two ports after METRICS_PORT, or not at all.",
)
def worker(metrics_port: int | None) -> None:
    """Draw the read models, tell webhooks and send mails as the log grows, until told to stop."""
    end_with_service(os.environ)
    try:
        check(os.environ)
        logs.configure(os.environ, beneath(sys.stderr))
        send = sender(os.environ)
        mail_signing(mail_settings(os.environ))
        port = metrics_port or exposition.port(os.environ, exposition.WORKER)
    except ValueError as error:
        fail(f"The worker cannot start: {error}.")
    # What is being sent holds nothing up that is taken over: it is waited for at the end.
    with local_games(replaying=REPLAYS.time) as games, senders() as pool:
        # Without a key nothing of the record can be kept: better said now than at the end of a
        # turn.
        signing(games)
        views = open_views()
        office, registry = open_office(games), open_registry(games)
        if port is not None:
            try:
                exposition.serve_alone(
                    port,
                    LagCollector(games, views),
                    HeldCollector(games, views),
                    MailCollector(office),
                    PeopleCollector(registry),
                )
            except OSError as error:
                fail(f"The metrics cannot be served: {error.strerror}.")
        bundles = open_bundles(os.environ)
        sending = partial(deliver_by, pool)

        def beside(part: Games) -> list[Companion]:
            """What is done for the games that this worker holds, and by the one who leads."""
            theirs, known = office._replace(games=part), registry._replace(games=part)
            attending: list[Callable[[], int]] = [Attendance(known, theirs).look]
            companions: list[Companion] = [
                partial(give_due_answers, part, views),
                partial(move_bots, part, views),
                partial(run_clocks, part),
                partial(sending, Webhooks(part, send)),
                partial(count_answers, known),
                partial(mend_views, part, views),
                partial(let_finished_sleep, part, views),
            ]
            if part.recorder.leads:
                attending += [PeopleMail(theirs, known).look, Absentees(known).look]
                companions += [
                    partial(sending, Messages(known, theirs, send)),
                    # It looks at what is drawn of all games.
                    partial(let_idle_leave, games, views),
                ]
                if bundles is not None:
                    # Only here: without a store its client is not loaded, and need not be there.
                    from api.bundles.erasing import Erasures, erase_bundles

                    companions.append(partial(erase_bundles, Erasures(games, bundles)))
            return [
                *companions,
                partial(post, theirs, more=attending, hides=hiding(known), send=sending),
            ]

        heart, connections = Heartbeat(os.environ, "worker"), PoolWatch()
        heart.begin()

        def beat(status: str) -> None:
            heart.beat(status)
            HEARTBEAT.set_to_current_time()
            connections.look(games.recorder)

        run(games, views, beside=beside, beat=beat)
        # It is ending now, so further signals are ignored: one would kill Python itself on its way
        # out.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
