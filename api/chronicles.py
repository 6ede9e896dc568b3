"""Chronicles: the stories of games as they grow, each of which is told only what is new.

Pages, mails and answers to commands ask for them by position and reader.
"""

from __future__ import annotations

from threading import Lock

from api.languages import language_of
from api.lru_by_log import LruByLog
from napoleon.log.game import Game
from napoleon.log.story import chronicle, continued
from napoleon.play.games import Games
from napoleon.rules.contract import Ruleset
from napoleon.rules.prose.chronicle import Chronicle
from napoleon.rules.viewer import Viewer

MOST = 12
"""How many are kept in a process. One may take as much room as all else that is kept of a game."""


class _Growing:
    """The chronicle of a game for one reader, which is told what has happened since."""

    def __init__(self) -> None:
        self._told: Chronicle | None = None
        self._version = 0
        self._lock = Lock()

    def up_to(
        self, games: Games, position: Game, viewer: Viewer, rules: Ruleset, code: str
    ) -> Chronicle:
        """The chronicle, which can tell `position` as well as any earlier one."""
        with self._lock:
            if self._told is None:
                language = language_of(rules, code)
                self._told = chronicle(games, position, viewer, rules, language)
            elif self._version < position.version:
                self._told = continued(self._told, games, position, rules, self._version)
            self._version = max(self._version, position.version)
            return self._told


_kept: LruByLog[_Growing] = LruByLog(MOST)


def chronicle_of(
    games: Games, newest: Game, shown: Game, viewer: Viewer, rules: Ruleset, code: str
) -> Chronicle:
    """A chronicle that can tell the position `shown` of a game, of which `newest` is known.

    It may have been told more than that, so it has to be asked how the story went `shown.version`.
    """
    # Until a rewind the longest story can tell all positions, and from the last one on those that
    # were the newest. Each earlier one has a story of its own.
    is_newest = shown.version == newest.version or not newest.rewinds
    told, branch = (newest, 0) if is_newest else (shown, shown.version)
    key = (told.id, len(newest.rewinds), branch, rules.version, viewer, code)
    return _kept.kept(games, key, _Growing).up_to(games, told, viewer, rules, code)
