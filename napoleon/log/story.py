"""The story: what counts in a game, told in prose to one reader in a language.

`napoleon.log.journal` tells the same events one by one.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.log.events.house import HouseEvent
from napoleon.log.game import Game, GameCreated
from napoleon.log.game_log import GameLog
from napoleon.log.journal import events
from napoleon.log.levels import STORY
from napoleon.rules.contract import Ruleset
from napoleon.rules.prose.chronicle import Chronicle
from napoleon.rules.prose.language import ENGLISH, Language
from napoleon.rules.prose.paragraphs import Entry
from napoleon.rules.reader import Reader


def story(
    log: GameLog, position: Game, reader: Reader, rules: Ruleset, language: Language = ENGLISH
) -> list[Entry]:
    """The story of a game up to `position`, the oldest paragraph first."""
    return chronicle(log, position, reader, rules, language).entries()


def chronicle(
    log: GameLog, position: Game, reader: Reader, rules: Ruleset, language: Language = ENGLISH
) -> Chronicle:
    """A chronicle that has taken in a game up to `position`.

    It can tell any earlier position of the same branch to the same reader as well.
    """
    told = chronicle_of(rules, reader, language)
    _tell(told, log, position, 0)
    return told


def continued(told: Chronicle, log: GameLog, position: Game, after: int) -> Chronicle:
    """A chronicle like `told`, which has taken in a game up to version `after`, up to `position`.

    No rewind lies between the two, and `told` stays as it is.
    """
    grown = told.copied()
    _tell(grown, log, position, after)
    return grown


def _tell(told: Chronicle, log: GameLog, position: Game, after: int) -> None:
    for event in events(log, position, STORY, after):
        if isinstance(event, HouseEvent):
            told.aside(event)
        elif not isinstance(event, GameCreated):
            told.add(event)


def chronicle_of(rules: Ruleset, reader: Reader, language: Language) -> Chronicle:
    """A chronicle of a game by these rules, to be told events."""
    return Chronicle(rules.storybook, rules.names, rules.cards, reader, language)


def story_text(entries: Iterable[Entry], language: Language = ENGLISH) -> str:
    """A story as plain text: a line for each paragraph, and an empty one before each turn."""
    lines, turn = [], None
    for entry in entries:
        if turn is not None and entry.turn != turn:
            lines.append("")
        turn = entry.turn
        lines.append(told(entry, language))
    return "".join(f"{line}\n" for line in lines)


def told(entry: Entry, language: Language) -> str:
    """A paragraph in one line, after the side whose doing it is."""
    text = " ".join(entry.sentences)
    return language.gettext("%(who)s: %(text)s", who=entry.who, text=text) if entry.who else text
