"""Workers as an operator runs them share a log: mails, clocks and webhooks, each thing once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.mail import mailboxes
from api.mail.office import Office, open_office
from api.mail.rows import MailboxRow
from api.people.registry import open_registry
from napoleon.log.clocks import PASS, Clock
from napoleon.log.times import MINUTE
from napoleon.play.games import Games
from projections.store import open_views
from projections.webhooks import keeping
from tests.command_line.server import ROOT
from tests.mail.by_mail import Sink, doubled
from tests.mail.tables import ADDRESS, asked, read
from tests.patience import PATIENCE
from tests.projections.test_leases import SOON, of, wait_for
from tests.projections.test_workers import wait_until_drawn
from tests.stores import embedded
from tests.webhooks.receiver import LOOPBACK, Receiver, receiver
from tools.servers import OwnPostgres

PARTITIONS = 4

AT_ONCE = 8
"""Games that are set up at once: two in each partition."""

HOURLY = Clock(60, wait=0, then=PASS)

Start = Callable[[], subprocess.Popen[bytes]]


def real() -> int:
    return time.time_ns() // 1000


class Club:
    """Games whose deadlines have passed when they are recorded, with mailboxes and webhooks."""

    def __init__(self, env: dict[str, str], sink: Sink, hooks: Receiver) -> None:
        self.env, self.sink, self.hooks = env, sink, hooks
        self.ids: list[str] = []
        self._ago = 90 * MINUTE
        self.games = Games(env, clock=lambda: real() - self._ago)
        self.office: Office = open_office(self.games)

    def set_up(self) -> None:
        """Set more games up, which nobody has looked at yet."""
        self._ago = 90 * MINUTE
        for _ in range(AT_ONCE):
            game_id = self.games.create(
                "napoleon1815", "historical_invasion", {}, clock=HOURLY
            ).game.id
            seats = self.games.open(game_id).created.seats
            tokens = {seat: str(self.games.claim(game_id, seat)) for seat in seats}
            asked_first = self.games.decisions(self.games.open(game_id))[0].seat
            wanted = {"address": f"ann.{game_id}@players.example"}
            token = tokens[asked_first]
            box = mailboxes.leave(self.office, game_id, asked_first, token, wanted)
            assert isinstance(box, MailboxRow)
            mailboxes.confirm(self.office, box)
            url = f"{self.hooks.url}{game_id}"
            keeping.leave(self.games, game_id, asked_first, token, url)
            self.ids.append(game_id)
        self._ago = 0

    def topics(self, game_id: str) -> Counter[str]:
        return Counter(it.topic.partition("/")[0] for it in self.games.history(game_id))

    def questions(self) -> Counter[str]:
        mails = [read(it) for it in self.sink.mails]
        return Counter(str(it["To"]).split("@")[0].split(".")[1] for it in mails if asked(it))

    def told(self) -> set[tuple[str, int]]:
        """Which versions of which games webhooks have been told of."""
        return {
            (str(news["game"]), int(news["version"]))
            for it in self.hooks.received
            for news in [json.loads(it.body)["data"]]
        }

    def is_done(self) -> bool:
        """Whether everything that there is to do for the games so far was done."""
        late = all(self.topics(it)["deadline_passed"] for it in self.ids)
        heads = {(it, self.games.head(it)) for it in self.ids}
        sent = self.office.store.outbox.due(real() + 3600 * 10**6, 1) == []
        return late and heads <= self.told() and {*self.ids} == {*self.questions()} and sent

    def all_is_done_once(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.is_done():
            assert time.monotonic() < deadline, (self.questions(), self.told())
            time.sleep(0.1)
        wait_until_drawn(self.games, open_views({**self.env, "CREATE_TABLE": "no"}))
        # A worker that would do it a second time has the time for that.
        time.sleep(1.5)
        for game_id in self.ids:
            assert self.topics(game_id)["deadline_passed"] == 1
        assert doubled(self.sink.mails) == []
        said = Counter((str(it["To"]), str(it["Subject"])) for it in map(read, self.sink.mails))
        assert max(said.values()) == 1, said.most_common(3)
        told = Counter(it.id for it in self.hooks.received)
        assert max(told.values()) == 1


@pytest.fixture
def club(tmp_path: Path, own_postgres: OwnPostgres) -> Iterator[Club]:
    url = own_postgres.create_database()
    sink = Sink()
    env = {
        **embedded(tmp_path),
        "DATABASE_URL": url,
        "DATABASE_PARTITIONS": str(PARTITIONS),
        "NAPOLEON_SECRET": "correct horse battery staple",
        "MAIL_ADDRESS": ADDRESS,
        "SMTP_URL": f"smtp://127.0.0.1:{sink.port}?starttls=never",
        "WEBHOOK_ALLOW": f"{LOOPBACK}/32",
    }
    with receiver() as hooks:
        club = Club(env, sink, hooks)
        yield club
    club.office.store.close()
    club.games.close()
    sink.stop()
    own_postgres.drop_database(url)


@pytest.fixture
def start(club: Club) -> Iterator[Start]:
    """Starts a worker."""
    running: list[subprocess.Popen[bytes]] = []
    env = {**os.environ, **club.env, "CREATE_TABLE": "no", "NAPOLEON_LOG_LEVEL": "error"}

    def one() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "api.command_line", "worker"]
        running.append(subprocess.Popen(command, cwd=ROOT, env=env))
        return running[-1]

    yield one
    for it in running:
        it.kill()
        it.wait()


@contextmanager
def halted(worker: subprocess.Popen[bytes]) -> Iterator[None]:
    """While a worker is stopped where it is; it knows nothing of that."""
    os.kill(worker.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker.pid, signal.SIGCONT)


@pytest.mark.soak
@pytest.mark.drill
def test_each_thing_is_done_once_whatever_becomes_of_workers(club: Club, start: Start) -> None:
    open_views(club.env)
    open_registry(club.games)
    club.set_up()
    workers = [start(), start(), start()]
    wait_for(club.games, [1, 1, 2], 60)
    club.all_is_done_once()

    workers.pop(0).kill()
    club.set_up()
    wait_for(club.games, [2, 2], SOON)
    club.all_is_done_once()

    # One leads: it sends the mails, and makes digests.
    leader = next(it for it in workers if 0 in of(club.games, it))
    with halted(leader):
        club.set_up()
        wait_for(club.games, [4])
        club.all_is_done_once()
    wait_for(club.games, [2, 2])
    club.set_up()
    club.all_is_done_once()
    for it in workers:
        it.terminate()
        assert it.wait(PATIENCE) == 0
