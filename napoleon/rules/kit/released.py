"""Released versions of a game: those that it goes on being played by, whatever is installed later.

A game that has begun keeps its rules and its data. So a released version stays playable: it is what
differs from the rules of today, and the pack that it came with. Events, state and `apply` are the
same for all versions of a game; they differ in what is decided.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.resources.abc import Traversable
from typing import Any, Generic, TypeVar

from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.kit.packs import PackError
from napoleon.rules.kit.sequence import Part, SequenceOfPlay, Step
from napoleon.rules.kit.standing_orders import DeclaredStandingOrders
from napoleon.rules.kit.table import Table

R = TypeVar("R", bound=Any)
T = TypeVar("T", bound=Table[Any, Any])

NAME_OF_PACK = 12
"""Digits of its hash that name the folder of a released pack."""


def as_today(rules: R) -> R:
    """Nothing differs from the rules of today."""
    return rules


def with_steps(
    sequence: SequenceOfPlay[T], changed: Callable[[Step[T]], Step[T]]
) -> SequenceOfPlay[T]:
    """A sequence of play in which each step is what `changed` makes of it."""
    return tuple(
        changed(item)
        if isinstance(item, Step)
        else Part(item.name, item.due, tuple(with_steps(item.steps, changed)))
        for item in sequence
    )


def _as_one(rules: R) -> R:
    """Rules whose standing orders and corrections see a position as the rules themselves do."""
    parts = {"standing": rules.standing, "corrections": rules.corrections}
    bound = {
        name: dataclasses.replace(part, table=rules.table, book=rules.book)
        for name, part in parts.items()
        if isinstance(part, DeclaredStandingOrders | DeclaredCorrections)
    }
    return dataclasses.replace(rules, **bound)


class Released(Generic[R]):
    """The released versions of a game, and the packs that they came with.

    `differs` makes, by version, its rules of those of today. `packs` has a folder for each pack,
    named after its hash; `play` makes the rules of today with the pack in a folder. A pack is
    loaded when a game asks for it.
    """

    def __init__(
        self,
        differs: Mapping[str, Callable[[R], R]],
        packs: Traversable,
        play: Callable[[Traversable], R],
    ) -> None:
        self.versions = tuple(differs)
        """The newest first."""
        self._differs = differs
        self._packs = packs
        self._play = play
        self._made: dict[tuple[str, str], R] = {}

    def edition(self, today: R, version: str, pack: str) -> R | None:
        """The rules of a version with a pack, by its hash; None if either is not kept here."""
        if version not in self._differs:
            return None
        if (version, pack) not in self._made:
            played = today if pack == today.pack_hash else self._with(pack)
            if played is None:
                return None
            made = _as_one(self._differs[version](played))
            # An earlier edition knows no others: those are asked for of the rules of today.
            self._made[version, pack] = dataclasses.replace(made, version=version, released=None)
        return self._made[version, pack]

    def _with(self, pack: str) -> R | None:
        """The rules of today with a pack that was released, unless somebody has changed it."""
        name = pack[:NAME_OF_PACK]
        # The hash may come from a file that somebody has sent.
        if not (name.isalnum() and name.isascii() and (self._packs / name).is_dir()):
            return None
        with suppress(PackError):
            rules = self._play(self._packs / name)
            return rules if rules.pack_hash == pack else None
        return None
