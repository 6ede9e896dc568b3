"""Stories of recorded games, which were read through by somebody who knows nothing of the rules.

``python -m tests.story.test_goldens`` writes them anew; whoever does so reads them through.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from api.languages import LANGUAGES, language_of
from napoleon.log.story import story, story_text
from napoleon.play.games import Games
from napoleon.record.imports import bring_in
from napoleon.rules.events import SPECTATOR
from tests.goldens.bundles import FOLDER

STORIES = Path(__file__).parents[1] / "goldens" / "stories"

READ = (
    ("cards-finished", SPECTATOR),
    ("dice-finished", "french"),
    ("fog-running", "french"),
    ("fog-running", SPECTATOR),
    ("empire-1.1-finished", SPECTATOR),
)
"""Recorded bundles, and who reads them."""

EVERY = tuple(product(READ, LANGUAGES))


def told(bundle: str, reader: str, code: str, home: Path) -> str:
    """The story of a recorded game, as it would be served."""
    games = Games({"NAPOLEON_HOME": str(home), "CREATE_TABLE": "yes"})
    try:
        game = games.open(bring_in(games, FOLDER / f"{bundle}.zip").game)
        rules = games.rules(game)
        spoken = language_of(rules, code)
        return story_text(story(games, game, game.viewer(reader), rules, spoken), spoken)
    finally:
        games.close()


def golden(bundle: str, reader: str, code: str) -> Path:
    """Where it is kept."""
    return STORIES / f"{bundle}-{reader}.{code}.txt"


@pytest.mark.parametrize(("read", "code"), EVERY, ids=lambda it: "-".join([*it]) if it else "")
def test_a_story_is_told_as_it_was_read_through(
    read: tuple[str, str], code: str, tmp_path: Path
) -> None:
    assert told(*read, code, tmp_path) == golden(*read, code).read_text(encoding="utf-8")


def write() -> None:
    """Write every story anew."""
    for read, code in EVERY:
        with TemporaryDirectory() as home:
            place = golden(*read, code)
            place.parent.mkdir(exist_ok=True)
            place.write_text(told(*read, code, Path(home)), encoding="utf-8")


if __name__ == "__main__":
    write()
