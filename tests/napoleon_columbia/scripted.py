"""Chance by script: dice in the order in which they are rolled, and terrain as it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from napoleon.chance import PUBLIC, SECRET

T = TypeVar("T")

DIE = [1, 2, 3, 4, 5, 6]


class ScriptedChance:
    """Chance that gives the dice, and what else is drawn, in the order in which they are written.

    A die, a marker or a coin that nobody has scripted is an error. Tokens are dealt from the end,
    so that blocks that are mixed change places; `dealt` says which of those left is taken.
    """

    def __init__(
        self, dice: Iterable[int] = (), drawn: Iterable[str] = (), dealt: int = -1
    ) -> None:
        self._dice = list(dice)
        self._drawn = list(drawn)
        self._dealt = dealt

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """What the script says; see `napoleon.chance`."""
        if " token " in purpose:
            assert chain == SECRET, purpose
            return options[self._dealt]
        wishes: list[int] | list[str] = self._dice if list(options) == DIE else self._drawn
        assert (chain == PUBLIC) == (not purpose.startswith("terrain")), purpose
        assert wishes, f"nothing was scripted for: {purpose}"
        wish = wishes.pop(0)
        found = [option for option in options if option == wish]
        assert found, f"{purpose}: {wish} is not there"
        return found[0]

    @property
    def left(self) -> list[int | str]:
        """What has not been drawn."""
        return [*self._dice, *self._drawn]
