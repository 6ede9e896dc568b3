"""Texts that players have met and are not to meet again, wherever a game is told in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from api.command_line.play import play_on
from api.languages import LANGUAGES, language_of
from napoleon.log.branches import pieces
from napoleon.log.folding import Walk
from napoleon.log.game import Game
from napoleon.log.journal import events, narrator
from napoleon.log.levels import FULL, PLAY
from napoleon.play.games import Games
from napoleon.record.story import facts, story, story_text
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import SPECTATOR, TOPICS
from napoleon.rules.orders import Order, OrderGiven, Refusal
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.structs import one_of
from tests.core.play import Clock
from tests.stores import embedded

GAMES = {
    "1815": ("napoleon1815", "campaign", 9, {}),
    "1815 in fog": ("napoleon1815", "campaign", 6, {"rules": "grognard"}),
    "empire": ("napoleonic_empire", "europe", 5, {"commanders": True}),
    "columbia": ("napoleon_columbia", "historical", 6, {"players": 3}),
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
    r"\b(anglo|anglo_dutch|prussian|french|allied)-\d+",
    r"Chance was called for",
    r"\bof (napoleon1815|napoleon_columbia|napoleonic_empire) \d",
    r"played Wellington\b",
    r"may not move this turn: [a-z]",
    r"won the game\.",
    r"\ballied won\b",
    r"answered the proposal: ",
    r"\(balance_of_power\)|\bto place \([a-z_]+\)",
    r"Place 3 more armies",
    r"[Tt]urn \d+ began, in round",
    r"choose attack True",
    r"discarded card \d+ \([A-Z]|défaussent la carte \d+ \([A-Z«]",
)
"""As they were seen, or what was wrong with them."""

SEEN = (
    "French played no card (W.FLIPPED)",
    "1 losses",
    "1 roads",
    "Prussians leads",
    "none of French incurred 0 fatigue",
    "answered the proposal: True",
    "choose attack True",
    "declare blue 67",
    "moved from 8 to 8",
    "The later effect of Rear guard was due",
    "Inertia took effect: Ath",
    "Allies discarded card 30 (Light cavalry)",
    "ney: 3 SP",
    "cavalry_charge",
    "anglo_dutch",
    "fortified_farm",
    "solre_le_chateau",
    "The tokens anglo_dutch-24 became",
    "Chance was called for allied flip movement, among 34",
    "allied refused",
    "campaign of napoleon1815 2.0",
    "Kutuzov could withdraw: True",
    "Allies played Wellington",
    "may not move this turn: josephine",
    "2 to place (balance_of_power)",
    "Allies won the game.",
    "Turn 3 began, in round 1",
    "allied won: the track stands at 20",
    "Place 3 more armies",
)
"""All that was reported, word for word."""


@pytest.fixture(scope="module", params=GAMES)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Games, Game]:
    name, scenario, turn, options = GAMES[request.param]
    env = embedded(tmp_path_factory.mktemp("told"))
    entropy = Random(1815).randbytes
    games = Games(env, rulesets={name: installed()[name]}, clock=Clock(), entropy=entropy)
    begun = games.create(name, scenario, options, referee=True).game
    return games, play_on(games, begun, RandomBot(6), turn)


ONE_ALONE = re.compile(
    r"(?:^|[.;:] )\{(?:seat|side|player|who|winner|army|holder|to|by|claimed_by)\}"
    r" (?:has|is|was|does|[a-z]+s)\b"
)
"""What is said of one alone: "Allies has no stand-in any more"."""


@pytest.mark.parametrize("ruleset", installed())
def test_sides_and_seats_are_many(ruleset: str) -> None:
    """They go by names such as French and Allies wherever an event is told by its own sentence."""
    assert installed()[ruleset].verbs, "its events are known from here on"
    stories = {
        told
        for topic, event in TOPICS.items()
        if topic.startswith(f"{ruleset}.") or "." not in topic
        for told in (event.story, event.veiled, event.fogged_story, event.faded_story)
    }
    assert not [it for it in stories if it and ONE_ALONE.search(it)]


def met(text: str) -> list[str]:
    return [line for line in text.splitlines() for bad in NEVER if re.search(bad, line)]


@pytest.mark.parametrize("text", SEEN)
def test_what_was_seen_would_be_met(text: str) -> None:
    assert set(met(text)) == {text}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_story_of_a_bundle(played: tuple[Games, Game], code: str) -> None:
    games, game = played
    spoken = language_of(games.rules(game), code)
    for reader in (*game.created.seats, SPECTATOR, "referee"):
        told = story(games, game.id, reader, spoken)
        assert len(told) > 20
        assert met(story_text(facts(games, game.id, reader), told, spoken)) == []


def told_events(games: Games, game: Game, level: str, reader: str) -> list[str]:
    rules = games.rules(game)
    tells = narrator(game, reader, rules).naming(rules.cards)
    return [tells.text(event) for event in events(games, game, level)]


@pytest.mark.parametrize("level", [PLAY, FULL])
def test_the_journal(played: tuple[Games, Game], level: str) -> None:
    games, game = played
    for reader in (*game.created.seats, SPECTATOR, "referee"):
        lines = told_events(games, game, level, reader)
        assert len(lines) > 100
        assert met("\n".join(lines)) == []


class Unmoved:
    """Chance for orders that are to be refused: nothing may be drawn for them."""

    def __getattr__(self, name: str) -> Any:
        raise LookupError(name)


def refusals(rules: Ruleset, state: Any, orders: Iterable[Order]) -> Iterator[Refusal]:
    """What is answered to orders that were given at other times."""
    for decision in rules.decisions(state):
        for order in orders:
            try:
                answer = rules.decide(rules.copied(state), decision.seat, order, Unmoved())
            except LookupError:
                continue
            if isinstance(answer, Refusal):
                yield answer


def test_decisions_and_refusals(played: tuple[Games, Game]) -> None:
    """What every question of the game asks, and what is answered to orders out of place."""
    games, game = played
    rules = games.rules(game)
    walk, asked, refused = Walk(rules, set()), set[str](), set[str]()
    given: dict[type[Order], Order] = {}
    for piece in pieces(games.history(game.id, upto=game.version)):
        for event in piece:
            position = walk.step(event)
            if isinstance(event, OrderGiven):
                order = one_of(rules.verbs, event.order)
                given[type(order)] = order
        if position.state is None or position.over:
            continue
        asked |= {it.prompt for it in rules.decisions(position.state)}
        refused |= {it.detail for it in refusals(rules, position.state, given.values())}
    assert len(asked) > 10
    assert len(refused) > 10
    assert met("\n".join([*asked, *refused])) == []


def test_the_boards(played: tuple[Games, Game]) -> None:
    """What ``napoleon show`` prints and pages show, breakdowns among it."""
    games, game = played
    for reader in (*game.created.seats, SPECTATOR, "referee"):
        shown = games.views(game, reader)
        assert shown is not None
        rules = games.rules(game)
        tables = rules.tables(shown, words_of(rules, ENGLISH))
        assert tables
        for table in tables:
            cells = [str(cell) for row in table.rows for cell in row if cell is not None]
            assert met("\n".join([table.title, *table.columns, *cells])) == []
