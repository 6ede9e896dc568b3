"""Stories of whole games at random: nothing in them that only programs understand."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache
from gettext import NullTranslations
from importlib import import_module
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from api.languages import LANGUAGES, catalogue
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import GameCreated
from napoleon.log.story import chronicle_of
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.prose.chronicle import Chronicle
from napoleon.rules.prose.language import ENGLISH, HOUSE, Language
from napoleon.rules.viewer import Viewer
from napoleon.rulesets import eagles_waterloo, napoleon1815, napoleon_columbia, napoleonic_empire
from tests.eagles_waterloo import random_play as eagles
from tests.napoleon_columbia import random_play as columbia
from tests.repetitions import repetitions
from tests.story.telling import entries_of, lines_of
from tests.watching import Watched

NUMBERS = repetitions(6, 16, first=1)
"""Games of each ruleset."""

GAMES = (
    napoleon1815.RULES,
    napoleon_columbia.RULES,
    napoleonic_empire.RULES,
    eagles_waterloo.RULES,
)

STEPS = {
    napoleon_columbia.RULES.name: len(columbia.KINDS) + 1,
    eagles_waterloo.RULES.name: len(eagles.KINDS) * 5 // 2 + 10,
}
"""Numbers so far apart that each is another kind of game, with another kind of player.

The first five of *EAGLES* are of all battles, scales and decks, and none of them is a long one.
"""

UNSPEAKABLE = {
    "an id": r"\b[a-z0-9]+_[a-z0-9_]+\b",
    "a token": r"\b[a-z]+-[0-9]+\b",
    "a window": r"\bW\.[A-Z]+",
    "a value of the program": r"\b(True|False|None|null)\b",
    "a blank to fill in": r"%\(|[{}]",
    "one of several": r"\b1 (losses|points|cards|roads|dice|armies|turns|countries)\b",
    "a gap": r"  |\.\.| \.|\(\)|: \.|^$",
    "an order": r"gave an order|ordered:",
}
"""What nobody says, by what it is."""


@cache
def events_of(rules: Ruleset, number: int) -> list[Event]:
    games = import_module(f"tests.{rules.name}.random_play").GAMES
    play: Watched[Any] = games.whole_game(number * STEPS.get(rules.name, 1))
    return play.events


def every(test: Callable[..., None]) -> Callable[..., None]:
    """Lets a test examine every game."""
    all_of_them = pytest.mark.parametrize("rules", GAMES, ids=lambda it: it.name)
    numbered: Callable[..., None] = pytest.mark.parametrize("number", NUMBERS)(all_of_them(test))
    return numbered


def readers(events: list[Event]) -> tuple[str, ...]:
    seats: tuple[str, ...] = events[0].seats  # type: ignore[attr-defined]
    return (*seats, SPECTATOR)


@pytest.mark.sampled(4)
@every
def test_a_story_is_told_in_words(rules: Ruleset, number: int) -> None:
    events = events_of(rules, number)
    for reader in readers(events):
        for code in LANGUAGES:
            for line in lines_of(rules, events, reader, code):
                for what, pattern in UNSPEAKABLE.items():
                    found = re.search(pattern, line)
                    assert found is None, f"{what} for {reader} in {code}: {line}"


UNPRINTABLE = r"(?<=\w)'(?=\w)|« | »| [;:!?%](?=\s|$)|\w[;!?](?=\s|$)"
"""What French does not print: straight apostrophes, and signs that a line may break off."""


@pytest.mark.sampled(4)
@every
def test_french_is_told_as_it_is_printed(rules: Ruleset, number: int) -> None:
    for line in lines_of(rules, events_of(rules, number), SPECTATOR, "fr"):
        assert re.search(UNPRINTABLE, line) is None, line


@pytest.mark.sampled(4)
@every
def test_nothing_is_called_by_its_id(rules: Ruleset, number: int) -> None:
    events = events_of(rules, number)
    strange = {it for it in rules.names if it.isidentifier() and it.islower() and len(it) > 2}
    strange = {it for it in strange if "_" not in it}
    strange -= set(SAID_ANYWAY)
    pattern = re.compile(rf"\b({'|'.join(sorted(strange))})\b")
    for line in lines_of(rules, events, SPECTATOR, over=True):
        found = pattern.search(line)
        assert found is None, f"{found and found[0]}: {line}"


class Untranslated(NullTranslations):
    """Notes what no catalogue has."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    def gettext(self, message: str) -> str:
        self.texts.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.texts.add(msgid1)
        return msgid1


@pytest.mark.sampled(4)
@every
def test_nothing_but_names_is_told_in_english_to_the_french(rules: Ruleset, number: int) -> None:
    untranslated = Untranslated()
    texts: NullTranslations = untranslated
    for folder in filter(None, (HOUSE, rules.storybook.locale)):
        found = catalogue(folder / "fr" / "LC_MESSAGES" / "story.po", "fr")
        found.add_fallback(texts)
        texts = found
    for reader in (SPECTATOR, REFEREE):
        chronicle = chronicle_of(rules, Viewer(reader), Language("fr", texts))
        untranslated.texts.clear()
        for version, event in enumerate(events_of(rules, number), 1):
            if not isinstance(event, ServiceEvent | GameCreated):
                chronicle.add(msgspec.structs.replace(event, version=version))
        chronicle.entries()
        names = {*chronicle.words.names.values(), *chronicle.words.cards.values()}
        assert untranslated.texts - names - {name for _, name in _numbered(chronicle)} == set()


def _numbered(chronicle: Chronicle) -> Collection[tuple[int, str]]:
    """Cards of a game that calls them by their ids."""
    cards: dict[str, tuple[int, str]] = getattr(chronicle.words.memory, "cards", {})
    return cards.values()


SAID_ANYWAY = (
    *("exhaustion", "squares", "panic", "hold", "rain", "delay", "supply", "reserve"),
    *("move", "attack", "reinforcement"),
    *("first", "second", "attacker", "defender", "march", "battle", "skirmish", "combat", "end"),
    *("forced", "hit", "rout", "shelter", "morale"),
    *("position", "line", "column", "square", "retreat", "decks", "drawn", "campaign"),
    *("hill", "woods", "river", "building", "middle"),
)
"""Ids that are English words as well."""


@every
def test_every_event_of_the_table_is_in_one_paragraph(rules: Ruleset, number: int) -> None:
    events = events_of(rules, number)
    entries = entries_of(rules, events, SPECTATOR)
    for one, next_one in pairwise(entries):
        assert one.first <= one.last < next_one.first <= next_one.last
    covered = {version for it in entries for version in range(it.first, it.last + 1)}
    untold = {
        event.type
        for version, event in enumerate(events, 1)
        if version > 1 and version not in covered and not isinstance(event, ServiceEvent)
    }
    assert untold <= {"order_given", *PASSED_OVER}


PASSED_OVER = (
    "turn_ended",
    "phase_started",
    "recovery_card_laid",
    "recovery_finished",
    "corps_rested",
    "block_readied",
    "contact_closed",
    "lasting_event_ended",
    # Napoleonic Empire
    "window_opened",
    "window_closed",
    "pass_declared",
    "pass_forced",
    "window_left_out",
    "moves_exhausted",
    "attack_completed",
    "moves_ended",
    "attack_ended",
    "victory_checked",
    "hand_limit_applied",
    "due_settled",
    "armies_due",
    "control_changed",
    # Napoleon, 4th edition
    "combat_turn_started",
    "combat_step_started",
    "combat_turn_ended",
    "combat_ended",
    "skirmishers_ready",
    "supply_counted",
    "units_recovered",
    "tokens_replaced",
    "towns_mixed",
    "attacks_counted",
    # EAGLES: Waterloo
    "check_ordered",
    "window_passed",
    "back_drawn",
    "reinforcement_ended",
)
"""Events that may be all of a paragraph, which is then not told."""


@pytest.mark.sampled(4)
@every
def test_a_chronicle_goes_on_where_another_one_ended(rules: Ruleset, number: int) -> None:
    events = [
        msgspec.structs.replace(event, version=version)
        for version, event in enumerate(events_of(rules, number), 1)
        if not isinstance(event, ServiceEvent | GameCreated)
    ]
    whole = chronicle_of(rules, Viewer(SPECTATOR), ENGLISH)
    begun = whole.copied()
    half = len(events) // 2
    for event in events:
        whole.add(event)
    for event in events[:half]:
        begun.add(event)
    before = begun.entries()
    grown = begun.copied()
    for event in events[half:]:
        grown.add(event)
    assert grown.entries() == whole.entries()
    assert begun.entries() == before
