"""How well the bot of EAGLES: Waterloo plays."""

from __future__ import annotations

from napoleon.rulesets.eagles_waterloo import RULES
from napoleon.rulesets.eagles_waterloo.sides import SIDES
from tests.eagles_waterloo.random_play import GAMES
from tests.rulesets.bot_games import BotGames
from tests.rulesets.entrants import Form

BATTLES = [Form(it.id, {}) for it in RULES.scenarios]

BOTS = BotGames(
    GAMES,
    ends=(*SIDES, ""),
    seconds=0.02,
    against=[[battle] for battle in BATTLES],
    each=4,
    balanced=BATTLES,
    wins=0.05,
    quick=lambda form: form.scenario != "campaign",
)
