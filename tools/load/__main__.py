"""Start the processes of the Procfile, let bots play, and report how they were served.

With ``DATABASE_URL`` and ``REDIS_URL`` the service stands on those, in a database of its own;
without them on SQLite. What was recorded is thrown away in the end.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402

from tools.load.bots import Bots  # noqa: E402
from tools.load.lag import Lag  # noqa: E402
from tools.load.report import report  # noqa: E402
from tools.load.service import running_service  # noqa: E402


def main() -> int:
    """Play for some seconds; 1 if an order that was offered was not accepted."""
    arguments = parser().parse_args()
    with running_service(os.environ) as service:
        bots = Bots(service.address, arguments.games, arguments.rate)
        bots.create_games()
        with Lag(service.address) as lag:
            seconds = bots.play(arguments.seconds)
            lag.wait_until_drawn()
        report(service, bots, lag, seconds)
    return 1 if bots.failures else 0


def parser() -> argparse.ArgumentParser:
    """What may be asked for."""
    asked = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    asked.add_argument("--games", type=int, default=100, help="games, each with a bot of its own")
    asked.add_argument("--seconds", type=float, default=30.0, help="how long the bots play")
    asked.add_argument(
        "--rate",
        type=float,
        default=0.0,
        help="orders a second that all bots together give at most; 0: as fast as they are served",
    )
    return asked


sys.exit(main())
