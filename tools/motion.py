"""The game in motion of the first visit: ``python -m tools.motion`` writes it again.

It is a game that bots have played, the same that ``napoleon play napoleon1815 --scenario campaign
--seed 1815`` plays in any store, looked at as a spectator at some of its positions.
"""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from api.command_line.play import play_on
from api.command_line.players import own_bots
from api.web.motion import FILE, FRAMES, Frame, Motion
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from napoleon.rules.events import SPECTATOR

RULESET, SCENARIO, SEED = "napoleon1815", "campaign", 1815


def played(games: Games) -> Motion:
    """Play the game, and show it."""
    rules = games.rulesets[RULESET]
    seats = rules.seats(rules.checked_options({}))
    game = games.create(RULESET, SCENARIO, {}).game
    # An operation may be looked at when the next one is asked for: nothing is half done then.
    moments = {_moment(game): game}

    def watch(now: Game) -> None:
        moments.setdefault(_moment(now), now)

    players = own_bots(rules, seats, seats, SEED)
    last = play_on(games, game, RandomBot(SEED), None, watch, players)
    found = [*moments.values(), last]
    steps = (round(step * (len(found) - 1) / (FRAMES - 1)) for step in range(FRAMES))
    shown = [found[step] for step in steps]
    assert rules.pictures is not None, "this game has a map"
    views = [games.views(it, SPECTATOR) for it in shown]
    maps = [rules.pictures.mini(it) for it in views]
    frames = tuple(
        Frame(seen.map.turn_name, small.marks) for seen, small in zip(views, maps, strict=True)
    )
    return Motion(RULESET, rules.version, maps[0].width, maps[0].ground, frames)


def _moment(game: Game) -> tuple[int, int]:
    return game.state.turn, game.state.operations


def drawn() -> bytes:
    """The file as it is shipped."""
    with TemporaryDirectory(prefix="napoleon-") as folder:
        games = Games(
            {"NAPOLEON_HOME": folder, "CREATE_TABLE": "y"},
            entropy=random.Random(SEED).randbytes,
        )
        return msgspec.json.format(msgspec.json.encode(played(games)), indent=1) + b"\n"


def main() -> None:
    """Write it."""
    Path(FILE).write_bytes(drawn())


if __name__ == "__main__":
    main()
