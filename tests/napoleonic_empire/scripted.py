"""Chance by script: the dice and the cards that each side gets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from napoleon.chance import PUBLIC, SECRET
from napoleon.rulesets.napoleonic_empire.sides import SIDES

T = TypeVar("T")


class ScriptedChance:
    """Chance that gives each side its dice, which are numbers, and its cards, in their order.

    The purpose of a draw names the side that it is for. A die that nobody has scripted is an
    error; cards that nobody has scripted come in the order in which they are offered.
    """

    def __init__(self, french: Iterable[int | str] = (), allied: Iterable[int | str] = ()) -> None:
        given = dict(zip(SIDES, (list(french), list(allied)), strict=True))
        self._dice = {
            side: [it for it in wishes if isinstance(it, int)] for side, wishes in given.items()
        }
        self._cards = {
            side: [it for it in wishes if isinstance(it, str)] for side, wishes in given.items()
        }
        self.purposes: list[str] = []

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """What the side's script says; see `napoleon.chance`."""
        self.purposes.append(purpose)
        side = next(side for side in SIDES if side in purpose.split())
        is_die = isinstance(options[0], int)
        assert chain == (PUBLIC if is_die else SECRET), purpose
        wishes: list[int] | list[str] = self._dice[side] if is_die else self._cards[side]
        if is_die:
            assert list(options) == [1, 2, 3, 4, 5, 6], purpose
            assert wishes, f"nothing was scripted for: {purpose}"
        if not wishes:
            return options[0]
        wish = wishes.pop(0)
        found = [option for option in options if option == wish]
        assert found, f"{purpose}: {wish} is not there"
        return found[0]

    @property
    def left(self) -> list[int | str]:
        """What has not been drawn."""
        scripts = (*self._dice.values(), *self._cards.values())
        return [wish for wishes in scripts for wish in wishes]
