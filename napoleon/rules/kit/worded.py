"""The words of a game whose verbs are declared, see `napoleon.rules.kit.declaring`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from napoleon.rules.kit.conceding import free_words
from napoleon.rules.kit.declaring import Declared, words_of
from napoleon.rules.kit.table import Table
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import FreeWords, OneByOne, Phrase, Words


class DeclaredWording(OneByOne):
    """A `napoleon.rules.wording.Wording` of declared verbs, at tables of one data pack.

    No orders are given in a row, and no cards are asked for; a game with either says so itself.
    """

    windows: tuple[str, ...] = ()
    quiet = ""

    def __init__(
        self,
        declared: Declared,
        kinds: Mapping[str, Phrase],
        table: Callable[[Any], Table[Any, Any]],
    ) -> None:
        self.kinds = kinds
        self._words = words_of(declared)
        self._table = table

    def words(self, state: Any, decision: Decision, order: Order) -> Words:
        """What a legal `order` does."""
        return self._words[type(order)](self._table(state), decision, order)

    def free(self, state: Any, seat: str, verb: type[Order]) -> FreeWords:
        """To resign, and to offer or accept an end without a winner."""
        return free_words(verb, state.agreed, seat)
