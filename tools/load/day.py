"""Days of many games in a few minutes, through the real processes, and an audit of them.

``python -m tools.load.day`` sets two thousand games up, and gives ten orders in each for a day, in
a random order of games, as fast as it is answered. Each game has a webhook, and some have a
mailbox. With ``DATABASE_URL`` and ``REDIS_URL`` the service stands on those, as for
``python -m tools.load``.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Iterator, Mapping  # noqa: E402
from contextlib import closing, contextmanager  # noqa: E402
from pathlib import Path  # noqa: E402
from random import Random  # noqa: E402
from tempfile import TemporaryDirectory  # noqa: E402

import gevent  # noqa: E402
import redis  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from api.mail import mailboxes  # noqa: E402
from api.mail.office import open_office  # noqa: E402
from api.mail.rows import MailboxRow  # noqa: E402
from napoleon.play.games import Games  # noqa: E402
from tools.bench.processes import free_port, held_by_children, running, wait_for_port  # noqa: E402
from tools.bench.stores import log_bytes  # noqa: E402
from tools.load.audited import Audit, audited  # noqa: E402
from tools.load.bots import Bots  # noqa: E402
from tools.load.lag import Lag  # noqa: E402
from tools.load.report import times  # noqa: E402
from tools.load.service import Service, running_service  # noqa: E402

A_DAY = 10
"""Orders of a game in a day: a busy one."""

COMPARED = 20
"""One game in so many is compared with what is drawn of it."""

PATIENCE = 600.0
"""Seconds within which all have to be told in the end."""


def main() -> int:
    """Play, wait until all is drawn and told, and report; 1 if anything is lost or doubled."""
    asked = parser().parse_args()
    with TemporaryDirectory() as folder, receiving(Path(folder) / "told") as (smtp, web, told):
        more = {
            "SMTP_URL": f"smtp://127.0.0.1:{smtp}?starttls=never",
            "WEBHOOK_ALLOW": "127.0.0.1/32",
            "MAIL_ADDRESS": "napoleon@club.example",
        }
        with running_service({**os.environ, **more}) as service:
            bots = Bots(service.address, asked.games, 0.0)
            bots.create_games()
            bots.leave_webhooks(f"http://127.0.0.1:{web}/")
            _by_mail(service.env, bots, asked.mailboxes)
            with Lag(service.address) as lag:
                orders = asked.games * A_DAY * asked.days
                seconds = bots.play_orders(orders, asked.at_once, Random(1815))
                lag.wait_until_drawn()
                began = time.monotonic()
                found = _settled(service.env, bots, told)
                waited = time.monotonic() - began
                _report(service, bots, lag, seconds, waited, found)
    return 0 if found.is_clean and not bots.failures else 1


def parser() -> argparse.ArgumentParser:
    """What may be asked for."""
    asked = argparse.ArgumentParser(prog="python -m tools.load.day", description=__doc__)
    asked.add_argument("--games", type=int, default=2000, help="games that go on")
    asked.add_argument("--days", type=int, default=1, help=f"each of {A_DAY} orders in a game")
    asked.add_argument("--at-once", type=int, default=8, help="orders under way at a time")
    asked.add_argument("--mailboxes", type=int, default=100, help="games with a mailbox")
    return asked


@contextmanager
def receiving(file: Path) -> Iterator[tuple[int, int, Path]]:
    """Receivers of mails and of webhooks: their ports, and the file that they write."""
    smtp, web = free_port(), free_port()
    command = [sys.executable, "-m", "tools.load.receiving", str(smtp), str(web), str(file)]
    with running(command, os.environ):
        wait_for_port(smtp)
        wait_for_port(web)
        yield smtp, web, file


def _by_mail(env: Mapping[str, str], bots: Bots, count: int) -> None:
    """Let a seat of some games be told by mail what it is asked."""
    with Games(env) as games, closing((office := open_office(games)).store):
        for game_id, tokens in bots.tables[:count]:
            seat, token = next(iter(tokens.items()))
            wanted = {"address": f"{game_id}@players.example"}
            box = mailboxes.leave(office, game_id, seat, token, wanted)
            assert isinstance(box, MailboxRow), box
            mailboxes.confirm(office, box)


def _settled(env: Mapping[str, str], bots: Bots, told: Path) -> Audit:
    """What is found once everybody has been told, or after `PATIENCE`."""
    until = time.monotonic() + PATIENCE
    with Games(env) as games:
        while time.monotonic() < until and any(
            it.sent < games.head(game_id)
            for game_id, _ in bots.tables
            for it in games.recorder.webhooks(game_id)
        ):
            gevent.sleep(1)
    return audited(env, bots.accepted, told, COMPARED)


def _report(
    service: Service, bots: Bots, lag: Lag, seconds: float, waited: float, found: Audit
) -> None:
    table = Table("what", "measured", title=f"{len(bots.tables):,} games on {service.stores}")
    rate = f"{len(bots.orders) / seconds:,.0f} a second"
    table.add_row("accepted orders", f"{len(bots.orders):,} in {seconds:.0f} s: {rate}")
    table.add_row("an order, from sending to answer", times(bots.orders))
    table.add_row("a look at the open decisions", times(bots.reads))
    table.add_row("events recorded", f"{lag.recorded:,}")
    table.add_row("read models behind the log, at most", f"{max(lag.seconds):.1f} s")
    table.add_row("orders lost, doubled", f"{found.lost}, {found.doubled}")
    table.add_row(
        "games shown otherwise than recorded",
        f"{found.different}; {found.compared} compared view by view, all by their version",
    )
    table.add_row(
        "webhooks",
        f"{found.messages:,} messages, {found.untold} left behind, all told {waited:.0f} s later",
    )
    table.add_row("mails", f"{found.mails:,}; of mails and messages {found.twice} came twice")
    table.add_row("bytes of the log", f"{log_bytes(service.env) / 1e6:,.1f} MB")
    if url := service.env.get("REDIS_URL"):
        with redis.Redis.from_url(url) as server:
            used = server.info("memory")["used_memory"]
        table.add_row("memory of Redis", f"{used / 1e6:,.1f} MB")
    held = held_by_children()
    table.add_row("memory of the processes", f"{held:,.0f} MB, what they share counted once")
    for failure in sorted(set(bots.failures)):
        table.add_row(f"NOT accepted: {failure}", str(bots.failures.count(failure)))
    Console(width=100).print(table)


if __name__ == "__main__":
    sys.exit(main())
