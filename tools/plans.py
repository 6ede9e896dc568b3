"""Find where everything stands on the maps of all games, and keep it: ``make plans``.

Each map has a file for each language in which its names differ. Without it, a page, a letter or a
picture waits for seconds until a process has found it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from api.languages import LANGUAGES, language_of
from api.web.mini_maps import first_views
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.picture.model import Picture
from napoleon.rules.picture.placing import kept, to_keep
from napoleon.rules.picture.svg import is_map
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.views import Views


def maps() -> Iterator[Picture]:
    """The maps that games can have, in each language; boards are none.

    Options may divide a country or close it: each is tried by itself.
    """
    seen = set()
    for rules in installed().values():
        for views in _beginnings(rules):
            if rules.pictures is None:
                continue
            for code in LANGUAGES:
                picture = rules.pictures.map(views, (), words_of(rules, language_of(rules, code)))
                basis = tuple((it.id, it.name, it.kind) for it in picture.places)
                if is_map(picture) and basis not in seen:
                    seen.add(basis)
                    yield picture


def _beginnings(rules: Ruleset) -> Iterator[Views]:
    """What everybody sees when a game of these rules begins."""
    tried = ({}, *({it.name: value} for it in rules.options for value in it.values))
    for scenario in rules.scenarios:
        for options in tried:
            views = first_views(rules, scenario.id, options)
            if views is not None:
                yield views


def main() -> int:
    """Write them, and remove those that belong to no map."""
    folder = Path(str(kept.FOLDER))
    folder.mkdir(exist_ok=True)
    found = {f"{name}.json": content for name, content in map(to_keep, maps())}
    for old in folder.glob("*.json"):
        if old.name not in found:
            old.unlink()
    for name, content in found.items():
        (folder / name).write_bytes(content)
    sys.stdout.write(f"{len(found)} plans\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
