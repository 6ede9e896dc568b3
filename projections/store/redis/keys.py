"""What the keys in Redis are called.

An edition is built under a prefix of its own, so that processes of two releases, or a rebuild and
what it replaces, stand side by side.

What is kept of one game has its id between braces::

    napoleon:build:version:{game}        the version shown of the game; without it nothing is shown
    napoleon:build:view:{game}           its views by reader and name
    napoleon:build:turns:{game}          its turn index
    napoleon:build:mini:{game}           its small map, which stays when the rest has left

and what is kept of all of them together has the prefix between braces::

    {napoleon}:shown                     which build readers of an edition look at
    {napoleon}:builds                    when a worker was last at each build
    {napoleon}:dropped                   builds that are being thrown away
    {napoleon}:drawn                     the channel on which each change is told
    {napoleon}:marks                     the newest event of each game that any build has drawn
    {napoleon}:last                      the farthest event in the log that any build has drawn
    {napoleon}:last#1                    the same in another partition of a log that is divided
    {napoleon}:distrusted                the games of which something was changed
    {napoleon}:build:position            how far in the log the build has come
    {napoleon}:build:position#1          the same in another partition of a log that is divided
    {napoleon}:build:versions            the version up to which each game stands in the lists,
                                         with a minus before it if only they tell of the game
    {napoleon}:build:moved               the games that have not left, by their newest event
    {napoleon}:build:lobby               the entry of each game
    {napoleon}:build:tags                what is looked for in the entry of each game
    {napoleon}:build:lobby/...           the games of a list, by the time of their creation
    {napoleon}:build:rulings             the entry of each ruling
    {napoleon}:build:rulings/...         the rulings of a list, by their time

By the rules of Redis Cluster what stands between the first braces decides on which server a key
lies: all of a game on one, and all lists on one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple


def digest(edition: str) -> str:
    """A short name for an edition: 16 hexadecimal digits."""
    return hashlib.sha256(edition.encode()).hexdigest()[:16]


def _of(partition: int) -> str:
    return f"#{partition}" if partition else ""


class Keys(NamedTuple):
    """The keys in a build of an edition, and what they begin with."""

    root: str = ""
    """Those of all games together."""
    games: str = ""
    """Those of one game."""

    def version(self, game: str) -> str:
        """The version shown of a game."""
        return f"{self.games}version:{{{game}}}"

    @property
    def position(self) -> str:
        """The position in the log."""
        return f"{self.root}position"

    def place(self, partition: int) -> str:
        """The position in a partition of the log."""
        return f"{self.position}{_of(partition)}"

    @property
    def versions(self) -> str:
        """Hash from each game to the version up to which it stands in the lists.

        That is a negative number if only they tell of the game.
        """
        return f"{self.root}versions"

    @property
    def moved(self) -> str:
        """Sorted set of the games that are shown, by the second of their newest event."""
        return f"{self.root}moved"

    def views(self, game: str) -> str:
        """Hash from ``reader/name`` to version and view."""
        return f"{self.games}view:{{{game}}}"

    def mini(self, game: str) -> str:
        """Version and small map."""
        return f"{self.games}mini:{{{game}}}"

    def turns(self, game: str) -> str:
        """Hash from ``turn/phase`` to the last version."""
        return f"{self.games}turns:{{{game}}}"

    @property
    def lobby(self) -> str:
        """Hash from each game to its entry in the lobby."""
        return f"{self.root}lobby"

    @property
    def tags(self) -> str:
        """Hash from each game to what is looked for in its entry."""
        return f"{self.root}tags"

    @property
    def listed(self) -> str:
        """Sorted set of the games that anybody may see in the lobby, by their creation."""
        return f"{self.root}lobby/all"

    @property
    def open_seats(self) -> str:
        """Those in which anybody may take a seat."""
        return f"{self.root}lobby/open"

    def of_one(self, name: str, value: str) -> str:
        """Those of which that is said; see `projections.lobby.Wanted.said`."""
        return f"{self.root}lobby/{name}/{value}"

    def of_all(self, said: Mapping[str, str], names: Iterable[str]) -> str:
        """Those of which all is said that has these names; see `projections.lobby.together`."""
        return f"{self.root}lobby/together/{' '.join(f'{it}:{said[it]}' for it in names)}"

    @property
    def lobby_lists(self) -> str:
        """A pattern for all lists of games."""
        return f"{literal(self.root)}lobby/*"

    @property
    def ruling_lists(self) -> str:
        """A pattern for all lists of rulings."""
        return f"{literal(self.root)}rulings/*"

    @property
    def rulings(self) -> str:
        """Hash from each ruling, as `ruling` calls it, to its entry."""
        return f"{self.root}rulings"

    @property
    def judged(self) -> str:
        """Sorted set of all rulings by their time."""
        return f"{self.root}rulings/all"

    def judged_in(self, game: str) -> str:
        """Those of a game."""
        return f"{self.root}rulings/game/{game}"

    def judged_by(self, ruleset: str) -> str:
        """Those of a ruleset."""
        return f"{self.root}rulings/ruleset/{ruleset}"

    def judged_under(self, clause: str) -> str:
        """Those under a clause."""
        return f"{self.root}rulings/clause/{clause}"


class Shared(NamedTuple):
    """The keys that all builds of an installation have in common."""

    prefix: str
    root: str
    """What the keys of all games together begin with."""

    def keys(self, build: str) -> Keys:
        """The keys of a build."""
        return Keys(f"{self.root}:{build}:", f"{self.prefix}:{build}:")

    @property
    def shown(self) -> str:
        """Hash from the digest of an edition to its build."""
        return f"{self.root}:shown"

    @property
    def builds(self) -> str:
        """Sorted set of the builds by the time a worker was last at them, in seconds since 1970."""
        return f"{self.root}:builds"

    @property
    def dropped(self) -> str:
        """Set of the builds that are being thrown away."""
        return f"{self.root}:dropped"

    @property
    def drawn(self) -> str:
        """The channel that tells what was drawn."""
        return f"{self.root}:drawn"

    @property
    def marks(self) -> str:
        """Hash from each game to version and stamp of its newest event that was drawn."""
        return f"{self.root}:marks"

    @property
    def last(self) -> str:
        """Position, game, version and stamp of the farthest event that was drawn."""
        return f"{self.root}:last"

    def last_in(self, partition: int) -> str:
        """The same of the farthest event in a partition of the log."""
        return f"{self.last}{_of(partition)}"

    @property
    def distrusted(self) -> str:
        """Set of the games that are to be drawn again."""
        return f"{self.root}:distrusted"


def shared(prefix: str) -> Shared:
    """Those of an installation whose keys begin with `prefix`."""
    return Shared(prefix, f"{{{prefix}}}")


def former(prefix: str) -> Shared:
    """Those of releases before 0.8.0, whose keys of all games together had no braces."""
    return Shared(prefix, prefix)


def literal(text: str) -> str:
    """A pattern that fits this text only."""
    return re.sub(r"([\\*?\[\]])", r"\\\1", text)


def ruling(game: str, version: int) -> str:
    """What a ruling is called; rulings of one time follow each other as these names do.

    The blank comes before every character that an id may have.
    """
    return f"{game} {version:010}"
