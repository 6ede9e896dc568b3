"""Events of the house: they change the game, and never its table."""

from __future__ import annotations

from typing import Any, ClassVar

from napoleon.rules.events import Event


class HouseEvent(Event, frozen=True, kw_only=False, gc=False, omit_defaults=True):
    """An event of the house and not of a ruleset: it changes the game, and never the table.

    So no rewind undoes it: a seat stays claimed, a link of chance used, a ruling given.
    """

    begins: ClassVar[bool] = True

    def change(self, game: Any) -> None:
        """Move on `game`, a `napoleon.log.game.Game`, in place; what only tells leaves it."""
