"""How well the bot of The Napoleonic Wars plays."""

from __future__ import annotations

from tests.napoleonic_wars.random_play import GAMES, KINDS
from tests.rulesets.bot_games import BotGames

BOTS = BotGames(
    GAMES,
    ends=("imperial", "coalition", "first", "second"),
    seconds=0.02,
    against=[[kind] for kind in KINDS],
    tried=10,
    each=60,
    balanced=(),
    at_once=4,
)
