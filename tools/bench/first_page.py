"""The first page of a process: ``python -m tools.bench.first_page GAME SEAT TOKEN``.

Two times are printed: for the first page, and for the same again. Before them, as in a web server's
process, what pages are made from is made ahead.
"""

from __future__ import annotations

import json
import os
import sys

from api.app import create_app
from api.web.ahead import prepare
from napoleon.play.games import Games
from napoleon.play.outcomes import Created
from projections.store import open_views
from tools.bench.pages import Reader
from tools.bench.stores import Store


def main() -> None:
    """Milliseconds for a page that the process has not made yet, and for the same again."""
    game, seat, token = sys.argv[1:]
    views = open_views()
    with Games() as games:
        created = Created(games.open(game), {seat: token})
        reader = Reader(Store(games, views, os.environ), create_app(games, views), created)
        prepare(reader.app)
        times = [reader.get().milliseconds for _ in range(2)]
    sys.stdout.write(json.dumps(times))


if __name__ == "__main__":
    main()
