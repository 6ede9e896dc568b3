"""Memory of a process that has many long games open: ``python -m tools.bench.memory GAME...``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api.app import create_app
from napoleon.log.folding import folded
from napoleon.play.games import Games
from napoleon.rules.events import Event
from projections.store import open_views
from tools.bench import logs
from tools.bench.processes import finding_tools
from tools.bench.rows import Row
from tools.bench.stores import Store

GAMES = 100
GOAL = 200
"""Megabytes."""


def open_games(store: Store) -> Row:
    """What a web process holds that has `GAMES` games of `logs.REBUILT` events open.

    All of them are copies of one, under other ids. The reference is the same process before.
    """
    games = store.games
    played = logs.undecided(games, logs.REBUILT)
    events = games.history(played.game.id)
    ids = [_copied(games, events, number) for number in range(GAMES)]
    command = [sys.executable, "-m", "tools.bench.memory", *ids]
    env = finding_tools({**os.environ, **store.env})
    told = subprocess.run(command, env=env, check=True, capture_output=True)
    before, after = json.loads(told.stdout)
    return Row(
        f"memory of a process with {GAMES} games of {len(events):,} events open",
        f"{after:.0f} MB",
        f"before {before:.0f} MB",
        after / before,
        f"{GOAL} MB",
        after <= GOAL,
    )


def _copied(games: Games, events: list[Event], number: int) -> str:
    """The id of another game in which the same happened."""
    game_id = f"copy{number:06}"
    again = [msgspec.structs.replace(event, game=game_id) for event in events]
    game = folded(None, again, games.rules(games.open(events[0].game)))
    games.append(game, again)
    return game_id


def main() -> None:
    """Show the page of each game that is named, and print megabytes before and after."""
    with Games() as games:
        app = create_app(games, open_views())
        before = _megabytes()
        for game_id in sys.argv[1:]:
            environ = EnvironBuilder(f"/games/{game_id}", headers=[("Accept", "text/html")])
            _, status, _ = run_wsgi_app(app, environ.get_environ(), buffered=True)
            assert status.startswith("200"), status
        sys.stdout.write(json.dumps([before, _megabytes()]))


def _megabytes() -> float:
    """What the process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


if __name__ == "__main__":
    main()
