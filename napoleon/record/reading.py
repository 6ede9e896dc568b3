"""What is in a bundle to be read: the README, the story and the replay, the same at any time.

An owner of the whole record writes them again and compares: see `napoleon.audit.retelling`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from string import Template

from napoleon.log.game_log import GameLog
from napoleon.record.parts import part
from napoleon.record.replay import replay_page
from napoleon.record.story import event_by_event, facts, frames, story_text
from napoleon.record.verifier import OPERATOR
from napoleon.rules.contract import Ruleset, titled
from napoleon.rules.events import DEPUTY, REFEREE
from napoleon.rules.prose.language import Language
from napoleon.rules.prose.paragraphs import Entry as Paragraph

RELEASE = version("napoleon")
"""Which release writes bundles here. Another one may tell the same in other words."""


def watches_as(viewer: str) -> str:
    """Whose story and whose boards the reader of a bundle is shown."""
    return REFEREE if viewer in (OPERATOR, DEPUTY) else viewer


def story_part(
    games: GameLog, game_id: str, viewer: str, language: Language, told: Iterable[Paragraph]
) -> str:
    """What is in ``story.txt`` for a reader, to whom `story` is `told`.

    Raises UnknownGame, UnknownRuleset.
    """
    return story_text(facts(games, game_id, viewer, language), told, language)


def replay_part(
    games: GameLog, game_id: str, viewer: str, language: Language, told: Iterable[Paragraph]
) -> str:
    """What is in ``replay.html`` for a reader, to whom `story` is `told`.

    Raises UnknownGame, UnknownRuleset.
    """
    rules, head = games.rules(games.open(game_id)), facts(games, game_id, viewer, language)
    return replay_page(
        language.polished(titled(rules, head["Scenario"])),
        head,
        event_by_event(games, game_id, viewer, language),
        frames(games, game_id, viewer),
        rules.names,
        rules.pictures,
        rules,
        language,
        told,
    )


def readme(
    rules: Ruleset, game_id: str, size: int, viewer: str, opened: str, *, several_keys: bool
) -> str:
    """What is in ``README.txt``.

    `opened` says what is open of what was hidden: ``all``, or what the reader may have when the
    game is ``over``, or while it is ``running``.
    """
    words = {
        "game": game_id,
        "title": rules.title,
        "size": size,
        "openings": _OPENED[opened],
        "reader": rules.names.get(viewer, viewer),
        "keys": _EARLIER if several_keys else "",
    }
    return Template(part("templates", "README.txt")).substitute(words)


_EARLIER = """
earlier/         what earlier keys of the service have signed in the same way
keys.ndjson      all its keys, and the statements by which they vouch for each other"""

_OPENED: Mapping[str, str] = {
    "all": """All of them are opened here, with the secret
                 seed and the hashes of tokens: while the game runs this file is for nobody but
                 the operator of the service.""",
    "over": """The game is over: all of them are opened here
                 but the hashes of tokens, which stay closed for ever.""",
    "running": """Those that the reader of this file may know
                 are opened here. When the game is over the service opens the others.""",
}
