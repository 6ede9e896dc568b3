"""How well the bot of Napoléon 1815 plays."""

from __future__ import annotations

from typing import Any

from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.sides import SIDES, side_of_army
from tests.napoleon1815.random_play import GAMES
from tests.rulesets.bot_games import BotGames
from tests.rulesets.entrants import Form, kinds

FORMS: tuple[dict[str, Any], ...] = (
    {},
    {"resolver": "dice"},
    {"rules": "grognard"},
    {"players": 3},
    {"players": 3, "rules": "grognard"},
)

BOTS = BotGames(
    GAMES,
    ends=SIDES,
    seconds=0.2,
    against=[
        [Form("historical_invasion", {})],
        *([Form(it.id, options) for it in RULES.scenarios] for options in FORMS),
    ],
    tried=50,
    forms=kinds(RULES),
    side_of=side_of_army,
    quick=lambda form: form.scenario == "historical_invasion",
)
