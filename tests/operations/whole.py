"""The whole service on a divided log and a Redis Cluster, and all who have to do with it.

Games are played over REST, some against a bot, each with webhooks and somebody who listens; one is
played by mail alone; and in some nobody answers but the clock. Two workers do the rest.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg

from api.mail import mailboxes
from api.mail.office import open_office
from api.mail.rows import MailboxRow
from napoleon.log import clocks
from napoleon.log.times import SECOND
from napoleon.play.clock.running import next_due, run
from napoleon.play.games import Games
from projections.lag import lag
from projections.store import open_views
from tests.clocks import Clock
from tests.command_line.server import wait_until
from tests.mail.by_mail import Players, Service, Sink
from tests.operations.formation import Formation
from tests.operations.tables import Listener, Table, all_of
from tests.patience import PATIENCE
from tests.webhooks.receiver import Receiver, receiver
from tools.servers import ValkeyCluster

PLAYED = [
    {"ruleset": "napoleon1815", "scenario": "historical_invasion"},
    {"ruleset": "napoleonic_empire", "scenario": "europe"},
    {"ruleset": "napoleon_columbia", "scenario": "historical"},
    {"ruleset": "napoleon1815", "scenario": "historical_invasion", "bots": ["french"]},
]
"""What is played over REST, each of them twice."""

ANSWER, GRACE = 5, 60
"""Minutes that the clock gives where nobody answers: the least that it may."""

TIMED = 5
"""How many games are late soon, and as many come to the end of their grace, one after the other."""

PAUSE = 20
"""Seconds between them."""


class Whole:
    """The processes, those who use them, and what may be killed."""

    def __init__(
        self, env: Mapping[str, str], cluster: ValkeyCluster, told: Receiver, scratch: Path
    ) -> None:
        self._env, self._cluster = env, cluster
        self.told = told
        self.games = Games(env)
        self.office = open_office(self.games)
        self.sink = Sink()
        mail = {"SMTP_URL": f"smtp://127.0.0.1:{self.sink.port}?starttls=never"}
        self.formation = Formation({**env, **mail}, scratch, "web", "live", "worker")
        # It brings a second worker.
        self.post = Service(env, self.sink)
        self.correspondents = Players(self.sink, self.post.port, 1815)
        self.tables: list[Table] = []
        self.listeners: list[Listener] = []
        self.timed: list[str] = []
        """Games in which nobody answers."""
        self._timed_until = 0
        self.mailed = ""
        """The game that is played by mail."""
        self.killed = Counter[str]()
        self.kills: dict[str, Callable[[], object]] = {
            "a process of web": lambda: self._answering("web"),
            "web": lambda: self.formation.processes["web"].kill(),
            "live": lambda: self._answering("live"),
            "worker": lambda: self.formation.processes["worker"].kill(),
            "the other worker": lambda: self.post.kill("worker"),
            "mail": lambda: self.post.kill("mail"),
            "a node of the cluster": self._a_node,
            "a process of PostgreSQL": self._a_backend,
        }
        """What may be killed, by its name."""

    def _answering(self, kind: str) -> None:
        wait_until(lambda: bool(self.formation.workers(kind)), f"a process of {kind}")
        os.kill(self.formation.workers(kind)[0], signal.SIGKILL)

    def _a_node(self) -> None:
        self._cluster.heal()
        self._cluster.kill(self._cluster.primary_of(f"x:{{{self.tables[0].id}}}"))

    def _a_backend(self) -> None:
        """PostgreSQL cuts all of its clients off then, and recovers from its log."""
        with psycopg.connect(self._env["DATABASE_URL"], autocommit=True) as connection:
            [[process]] = connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
                "AND backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1"
            )
        os.kill(process, signal.SIGKILL)

    def begin(self) -> None:
        """Set the games up, and let everybody begin."""
        web, live = self.formation.web, self.formation.live
        self.formation.wait_until_ready(web, live)
        for seed in range(2 * len(PLAYED)):
            table = Table(web, PLAYED[seed % len(PLAYED)], seed)
            table.leave_webhooks(self.told.url)
            self.tables.append(table)
            self.listeners.append(Listener(live, table.id, next(iter(table.tokens.values()))))
        self.timed = [self._silent(PAUSE * it, late) for it in range(TIMED) for late in (0, 1)]
        self._timed_until = self.games.clock() + PAUSE * TIMED * SECOND
        self._by_mail()
        for thread in (*self.tables, *self.listeners):
            thread.start()

    def _silent(self, seconds: int, late: int) -> str:
        """A game that was set up some time ago and is late in so many seconds, or is that already.

        Then its grace ends in so many seconds.
        """
        passed = Clock()
        passed.move_on((seconds - 60 * (ANSWER + GRACE * late)) * SECOND)
        with Games(self._env, clock=passed) as before:
            pace = clocks.Clock(ANSWER, grace=GRACE, notice=0, then=clocks.PASS)
            game = before.create("napoleon1815", "historical_invasion", {}, clock=pace).game
            for seat in game.created.seats:
                before.claim(game.id, seat)
            if late:
                passed.move_on(60 * ANSWER * SECOND)
                run(before, game.id)
        return game.id

    def _by_mail(self) -> None:
        created = self.games.create("napoleon1815", "historical_invasion", {})
        self.mailed = created.game.id
        for seat in created.game.created.seats:
            token = self.games.claim(self.mailed, seat)
            address = {"address": f"{seat}@players.example"}
            box = mailboxes.leave(self.office, self.mailed, seat, str(token), address)
            assert isinstance(box, MailboxRow)
            mailboxes.confirm(self.office, box)

    def go_on(self, seconds: float) -> None:
        """Let everybody play; mails are answered here."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.correspondents.read_mails()
            time.sleep(0.02)

    def kill(self, what: str) -> None:
        """Kill one of `kills`; what starts it again is not here."""
        self.kills[what]()
        self.killed[what] += 1

    def settle(self) -> None:
        """Let nobody give orders any more, and wait until all is drawn, told and sent."""
        all_of(self.tables, lambda it: it.enough.set())
        self._cluster.heal()
        self.formation.wait_until_ready(self.formation.web, self.formation.live)
        wait_until(lambda: not self._untold(), "all mails and webhooks", every=0.5)
        wait_until(lambda: not self._due(), "the clocks", every=0.5)
        for table, listener in zip(self.tables, self.listeners, strict=True):
            newest = self.logged(table)[-1]
            wait_until(lambda it=listener, last=newest: it.versions[-1:] == [last], "a listener")
        views = open_views(self._env)
        wait_until(lambda: lag(self.games, views).events == 0, "all to be drawn", every=0.1)

    def _due(self) -> list[str]:
        """Games of which the clock has not done yet what `_silent` is about."""
        due = {it: next_due(self.games.open(it).timekeeping) for it in self.timed}
        return [it for it, at in due.items() if at is not None and at < self._timed_until]

    def _untold(self) -> list[Any]:
        rows = [it for table in self.tables for it in self.games.recorder.webhooks(table.id)]
        store = self.office.store
        behind = [it for it in rows if it.sent < self.games.head(it.game)]
        return [*behind, *store.inbox.due(2**62, 9), *store.outbox.due(2**62, 9)]

    def logged(self, table: Table) -> list[int]:
        """Versions of the events that a listener of a game may know of."""
        answer = httpx.get(
            f"{self.formation.web}/api/v1/games/{table.id}/log",
            headers={
                "Authorization": f"Bearer {next(iter(table.tokens.values()))}",
                "Accept": "application/x-ndjson",
            },
            timeout=PATIENCE,
            verify=False,
        )
        assert answer.status_code == 200, answer.text
        return [msgspec.json.decode(it)["version"] for it in answer.text.splitlines()]

    def end(self) -> None:
        """Stop all of it."""
        for thread in (*self.tables, *self.listeners):
            thread.enough.set()
        self.post.end()
        self.formation.clear_away()

    def close(self) -> None:
        """Leave nothing behind."""
        self.end()
        self.sink.stop()
        self.office.store.close()
        self.games.close()


@contextmanager
def whole(env: Mapping[str, str], cluster: ValkeyCluster, scratch: Path) -> Iterator[Whole]:
    """All of it on an empty store, until it is not needed any more."""
    with receiver() as told:
        found = Whole(env, cluster, told, scratch)
        try:
            yield found
        finally:
            found.close()
