"""How well the bot of Napoleon, 4th edition, plays."""

from __future__ import annotations

from napoleon.rulesets.napoleon_columbia.sides import SIDES
from tests.napoleon_columbia.random_play import GAMES
from tests.rulesets.bot_games import BotGames
from tests.rulesets.entrants import Form

HISTORICAL = Form("historical", {})

BOTS = BotGames(
    GAMES, ends=SIDES, seconds=0.06, against=[[HISTORICAL]], each=42, balanced=[HISTORICAL]
)
