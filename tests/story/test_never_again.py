"""Texts that players have met and are not to meet again, wherever a game is told in words."""

from __future__ import annotations

import re
from random import Random

import pytest

from api.command_line.play import play_on
from api.languages import LANGUAGES, language_of
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.record.story import facts, story, story_text
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import installed
from napoleon.rules.events import SPECTATOR
from tests.core.play import Clock

GAMES = {
    "1815": ("napoleon1815", "campaign", 9, {}),
    "1815 in fog": ("napoleon1815", "campaign", 6, {"rules": "grognard"}),
    "empire": ("napoleonic_empire", "europe", 5, {"commanders": True}),
}
"""Rulesets, scenarios, the turns that they are played to, and options."""

NEVER = (
    r"\bW\.[A-Z]+",
    r"\b1 (losses|roads|points|cards|armies)\b",
    r"\bPrussians leads\b",
    r"\bnone of French\b|incurred 0 fatigue",
    r"\b(True|False|None)\b",
    r"declare blue",
    r"moved from (\d+) to \1\b",
    r"[Tt]he later effect of",
    r"took effect: ",
    r"\b(ney|napoleon|kutuzov|allied|french|prussian|josephine|wellington)(:| \d| refused)",
    r"\b(cavalry_charge|anglo_dutch|fortified_farm|solre_le_chateau|balance_of_power)\b",
    r"\b(anglo_dutch|prussian|french|allied)-\d+",
    r"Chance was called for",
    r"\bof (napoleon1815|napoleonic_empire) \d",
    r"played Wellington\b",
    r"may not move this turn: [a-z]",
    r"won the game\.",
    r"\ballied won\b",
)
"""As they were seen, or what was wrong with them."""


@pytest.fixture(scope="module", params=GAMES)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Games, Game]:
    name, scenario, turn, options = GAMES[request.param]
    env = {
        "NAPOLEON_HOME": str(tmp_path_factory.mktemp("told")),
        "CREATE_TABLE": "yes",
        "NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL",
    }
    entropy = Random(1815).randbytes
    games = Games(env, rulesets={name: installed()[name]}, clock=Clock(), entropy=entropy)
    begun = games.create(name, scenario, options, referee=True).game
    return games, play_on(games, begun, RandomBot(6), turn)


def met(text: str) -> list[str]:
    return [line for line in text.splitlines() for bad in NEVER if re.search(bad, line)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_story_of_a_bundle(played: tuple[Games, Game], code: str) -> None:
    games, game = played
    spoken = language_of(games.rules(game), code)
    for reader in (*game.created.seats, SPECTATOR, "referee"):
        told = story(games, game.id, reader, spoken)
        assert len(told) > 20
        assert met(story_text(facts(games, game.id, reader), told, spoken)) == []


def test_the_boards(played: tuple[Games, Game]) -> None:
    """What ``napoleon show`` prints and pages show, breakdowns among it."""
    games, game = played
    for reader in (*game.created.seats, SPECTATOR, "referee"):
        shown = games.views(game, reader)
        assert shown is not None
        tables = games.rules(game).tables(shown)
        assert tables
        for table in tables:
            cells = [str(cell) for row in table.rows for cell in row if cell is not None]
            assert met("\n".join([table.title, *table.columns, *cells])) == []
