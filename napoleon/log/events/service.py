"""Service events: they change the game, but never its table."""

from __future__ import annotations

from typing import Any, ClassVar

from napoleon.rules.events import Event


class ServiceEvent(Event, frozen=True, kw_only=False, gc=False, omit_defaults=True):
    """A service event and not of a ruleset: it changes the game, but never the table.

    So no rewind undoes it: a seat stays claimed, a link of chance used, and a ruling given.
    """

    begins: ClassVar[bool] = True

    def change(self, game: Any) -> None:
        """Move `game`, a `napoleon.log.game.Game`, on in place; by default not at all."""
