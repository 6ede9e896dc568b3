"""How well the bot of Napoleonic Empire plays."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_empire.sides import SIDES
from tests.napoleonic_empire.random_play import GAMES, KINDS
from tests.rulesets.bot_games import BotGames

BOTS = BotGames(
    GAMES,
    ends=SIDES,
    seconds=0.01,
    against=[[kind] for kind in KINDS],
    tried=10,
    each=42,
    balanced=KINDS,
    at_once=10,
)
