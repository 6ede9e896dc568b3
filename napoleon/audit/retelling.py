"""Retelling: what is in a bundle to be read is written again from its record, and compared.

The seal of a bundle says that the service wrote what is in it, and this that it told the truth.
Only the release that wrote a bundle tells its story word for word as it did.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from tempfile import TemporaryDirectory
from typing import NamedTuple

from napoleon.log.game_log import GameLog
from napoleon.log.store.chosen import SQLITE
from napoleon.log.store.recorder import SideRecords
from napoleon.record.parts import part
from napoleon.record.readback import ReadBack
from napoleon.record.reading import RELEASE, readme, replay_part, story_part, watches_as
from napoleon.record.story import story
from napoleon.record.verifier import OPERATOR, TO_READ, Check, Record, said
from napoleon.rules.contract import Ruleset
from napoleon.rules.prose.language import ENGLISH, Language

STORIES = "stories"
"""The name of the check that tells everything again."""

LONGEST = 3_000
"""Events of the longest game whose replay is made again: more than twice what a long one has.

For a longer one it would take more time and memory than a stranger's file is given."""

_STORY, _REPLAY = "story.txt", "replay.html"

LanguageOf = Callable[[Ruleset, str], Language]
"""The language with a code, with the phrases of a game. Raises LookupError for an unknown code."""


class Written(NamedTuple):
    """What a bundle says of itself, and what is in it to be read."""

    game: str
    viewer: str
    size: int
    release: object
    language: object
    several_keys: bool
    digests: Mapping[str, str]
    """Of its parts, by name."""
    sealed: bool
    """Whether they are what the service wrote."""


def written(record: Record, *, sealed: bool) -> Written:
    """What a bundle that has passed all checks of the verifier says of itself."""
    manifest = record.manifest
    return Written(
        record.game,
        str(manifest["reader"]),
        len(record.events),
        manifest.get("release"),
        manifest.get("language"),
        len(record.keys) > 1,
        record.digests,
        sealed,
    )


def english(rules: Ruleset, code: str) -> Language:
    """English, and no other language. Raises LookupError for a code that is not its own."""
    return {ENGLISH.code: ENGLISH}[code]


def compared(
    found: Written,
    rulesets: Mapping[str, Ruleset],
    rules: Ruleset | None,
    good: ReadBack | None,
    language_of: LanguageOf,
) -> Check | None:
    """What comes of comparing all that is to be read; None if nothing of it is in the bundle.

    `rules` are those of the game, if they are known, and `good` is all of its record, if it could
    be read back.
    """
    if not found.digests.keys() & set(TO_READ):
        return None
    if found.release != RELEASE:
        return _of_another_release(found)
    told = {"verify.py": part("verifier.py")}
    left = [_STORY, _REPLAY]
    detail = "They can be made again when the game is over and its secrets are open."
    if rules is not None:
        told["README.txt"] = _readme(found, good, rules)
    else:
        detail = "They cannot be made again: the rules of the game are not here."
    if good is not None:
        detail = f"That is done for games of up to {LONGEST} events."
        try:
            language = language_of(good.rules, str(found.language))
            told |= _stories(found, good, rulesets, language)
        except LookupError:
            detail = "They cannot be made again: their language is not known here."
    for name, text in told.items():
        if found.digests.get(name) != hashlib.sha256(text.encode()).hexdigest():
            detail = f"{name} is not what release {RELEASE} makes of this record."
            return Check(STORIES, False, None, detail)
    left = [it for it in left if it not in told]
    if not left:
        detail = f"These are what this release makes of the record: {_listed(told)}."
        return Check(STORIES, True, None, detail)
    same, others = _listed(told), _listed(left)
    unsure = f"These are what this release makes of the record: {same}; not compared: {others}."
    return Check(STORIES, None, None, f"{unsure} {detail}")


def _of_another_release(found: Written) -> Check:
    names = _listed(it for it in TO_READ if it in found.digests)
    if found.release is None:
        detail = f"This was written by a release before 0.8.0, and not compared: {names}."
    elif found.sealed:
        detail = (
            f"This was written by release {said(found.release)}, and is what the service sealed: "
            f"{names}. Whether it tells what the record says was not looked at."
        )
    else:
        detail = f"This was written by release {said(found.release)}, and not compared: {names}."
    return Check(STORIES, None, None, detail)


def _readme(found: Written, good: ReadBack | None, rules: Ruleset) -> str:
    opened = "all" if found.viewer == OPERATOR else "running" if good is None else "over"
    return readme(
        rules, found.game, found.size, found.viewer, opened, several_keys=found.several_keys
    )


def _stories(
    found: Written, good: ReadBack, rulesets: Mapping[str, Ruleset], language: Language
) -> dict[str, str]:
    """Story and replay, told from the record alone, in a store that is thrown away."""
    viewer = watches_as(found.viewer)
    with TemporaryDirectory() as home:
        # Whatever the environment says: the store of the service is not touched.
        env = {
            "PERSISTENCE_MODULE": SQLITE,
            "DATABASE_URL": "",
            "NAPOLEON_HOME": home,
            "CREATE_TABLE": "yes",
            "NAPOLEON_SECRET": secrets.token_hex(32),
        }
        with closing(GameLog(env, rulesets=rulesets)) as games:
            games.recorder.insert_events(good.rows, side_records=SideRecords(texts=good.texts))
            paragraphs = story(games, good.game, viewer, language)
            told = {_STORY: story_part(games, good.game, viewer, language, paragraphs)}
            if len(good.rows) <= LONGEST:
                told[_REPLAY] = replay_part(games, good.game, viewer, language, paragraphs)
            return told


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
