"""How well the bot of The Napoleonic Wars plays."""

from __future__ import annotations

from tests.napoleonic_wars.random_play import GAMES, KINDS
from tests.rulesets.bot_games import BotGames

ENDS = (
    "imperial", "coalition", "first", "second", "fr", "gb", "ru", "au", "pr", "ru_au",
    "player_1", "player_2", "player_3", "player_4", "player_5",
)  # fmt: skip
"""With three or more players every seat plays for itself [1.b]."""

BOTS = BotGames(
    GAMES,
    ends=ENDS,
    seconds=0.02,
    against=[[kind] for kind in KINDS if not kind.options["dice_for_sides"]],
    tried=60,
    beats=0.75,
    each=60,
    balanced=(),
    at_once=4,
)
