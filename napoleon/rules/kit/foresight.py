"""What an order brings on by itself: whether it is past recall once given, and what it costs.

Steps that ask nobody go on, so that a pass may lead straight to the dice. Players are asked before
such an order: it is tried on a copy of the position, by chance that says when something is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from napoleon.chance import Chance
from napoleon.rules.events import Event
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.terms import Decision, Loss

T = TypeVar("T", bound=Table[Any, Any])
D = TypeVar("D")

CarryOut = Callable[[T, Decision, Any], None]
"""What a verb does with a legal order."""


class _Drawn(Exception):
    """Something is drawn that cannot be taken back."""


class _Foreseeing:
    """Chance that says when it is called for what `counts`; else the first will do."""

    def __init__(self, counts: Callable[[str], bool]) -> None:
        self._counts = counts

    def pick(self, options: Sequence[D], purpose: str, chain: str = "") -> D:
        if self._counts(purpose):
            raise _Drawn
        return options[0]


def any_draw(purpose: str) -> bool:
    """Whatever is drawn cannot be taken back."""
    return True


def no_event(event: Event) -> bool:
    """Nothing that is recorded shows what was hidden."""
    return False


class Foresight(NamedTuple, Generic[T]):
    """What a game foresees by: trials at copies of the table, and what cannot be taken back there.

    `trial` gives a table of a copy of the position, with the given chance. `counts` says for what
    purposes a draw tells somebody something, and `shows` which events do.
    """

    trial: Callable[[T, Chance], T]
    counts: Callable[[str], bool] = any_draw
    shows: Callable[[Event], bool] = no_event

    def irreversible_if_random(self, carry_out: CarryOut[T]) -> Callable[[T, Decision, Any], bool]:
        """Whether an order leads to what cannot be taken back before the next question.

        It is a `napoleon.rules.kit.verbs.Verb.irreversible`. What is asked goes by what all may
        see, so this tells nobody anything hidden.
        """

        def is_past_recall(table: T, decision: Decision, order: Any) -> bool:
            caused, drawn = self._tried(carry_out, table, decision, order)
            return drawn or any(map(self.shows, caused))

        return is_past_recall

    def losses(
        self, carry_out: CarryOut[T], lost: Callable[[T, Decision, Event], Loss | None]
    ) -> Callable[[T, Decision, Any], Sequence[Loss]]:
        """What an order costs its seat before the next question, and before anything is drawn.

        It is a `napoleon.rules.kit.verbs.Verb.warns`. `lost` says of an event of the trial whether
        it eliminates a piece of the seat that decides; the table is the one before the order.
        """

        def costs(table: T, decision: Decision, order: Any) -> Sequence[Loss]:
            caused, _ = self._tried(carry_out, table, decision, order)
            found = (lost(table, decision, event) for event in caused)
            return tuple(it for it in found if it is not None)

        return costs

    def _tried(
        self, carry_out: CarryOut[T], table: T, decision: Decision, order: Any
    ) -> tuple[list[Event], bool]:
        """What an order causes on a copy up to the first draw, and whether it comes to one."""
        trial = self.trial(table, _Foreseeing(self.counts))
        try:
            with until_the_end():
                carry_out(trial, decision, order)
                table.go_on(trial)
        except _Drawn:
            return trial.recorded, True
        return trial.recorded, False
