"""What a game says of its sentences: some events and how they are told, and what none may say.

A game tells it in `told` of the folder of its tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from api.languages import language_of
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.narration import describe, narrated
from napoleon.rules.prose.storybook import vocabulary, words_of
from napoleon.rules.viewer import Viewer
from tests.goldens.golden import FOLDER, read

TESTS = Path(__file__).parents[1]

NEVER = r"\b(?:True|False|None)\b|_"
"""What no sentence of any game says."""


class Told(NamedTuple):
    """An event, and the sentence that somebody is told of it."""

    event: Event
    sentence: str
    reader: str = REFEREE
    language: str = "en"

    def in_words(self, rules: Ruleset) -> str:
        """How the event is told."""
        viewer = Viewer(self.reader)
        if self.language == "en":
            return describe(self.event, viewer, rules.names)
        language = language_of(rules, self.language)
        return narrated(self.event, viewer, vocabulary(rules, words_of(rules, language)))


class Sentences(NamedTuple):
    """The sentences of a game."""

    strange: str
    """A pattern of what none has: ids, and plurals with a 1."""
    told: Sequence[Told] = ()

    def strange_in(self, text: str) -> str:
        """What a sentence should not say; empty if there is nothing."""
        found = re.search(f"{NEVER}|{self.strange}", text)
        return found[0] if found else ""


@cache
def sentences() -> dict[str, Sentences]:
    """The sentences of each registered game that tells of any, by name."""
    return {
        name: import_module(f"tests.{name}.told").SENTENCES
        for name in sorted(installed())
        if (TESTS / name / "told.py").exists()
    }


def recorded(name: str) -> Iterator[Event]:
    """The events of the recorded games of a ruleset in its newest version."""
    folder = f"{name}-{installed()[name].version}"
    for path in sorted((FOLDER / folder).glob("*.json")):
        yield from read(path).replayed()
