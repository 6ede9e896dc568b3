"""Viewers: to whom something is shown, and how much lies open to them."""

from __future__ import annotations

from typing import NamedTuple

from napoleon.rules.events import REFEREE, Event


class Viewer(NamedTuple):
    """Somebody who is shown a game.

    >>> Viewer("red").sees_all, Viewer("red", over=True).sees_all, Viewer("referee").sees_all
    (False, True, True)
    """

    seat: str
    """A seat of the game, ``spectator`` or ``referee``."""
    over: bool = False
    """Whether the game has ended, and everything is public."""
    faded: int = 0
    """The last version whose cards have faded; 0 in games in which none do."""

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from them."""
        return self.over or self.seat == REFEREE

    def may_read(self, event: Event) -> bool:
        """Whether they may read the hidden fields of `event`, as its owner or one of several."""
        if self.sees_all:
            return True
        owner = getattr(event, event.owner, None)
        return bool(self.seat) and (
            self.seat in owner if isinstance(owner, tuple) else self.seat == owner
        )

    def at(self, version: int) -> Viewer:
        """The same viewer at the position of that version: its cards have faded, or none have."""
        return self._replace(faded=version if version <= self.faded else 0)

    def has_forgotten(self, version: int) -> bool:
        """Whether the cards of that version have faded for them; never once nothing is hidden."""
        return 0 < version <= self.faded and not self.sees_all
