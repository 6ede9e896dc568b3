"""Questions that several seats answer at once: sealed until the last answer has come.

A game keeps a `Sealed` in its state: the event that puts the question lets it `ask`, `apply` lets
it `keep` every `Answered` event, and the event that reveals the answers lets it `open`. The verb's
effect is `napoleon.rules.kit.verbs.sealed`, which records nothing, so everybody knows who has
answered, and only that seat and the referee know what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from napoleon.rules.events import REFEREE
from napoleon.rules.kit.table import Table, answering
from napoleon.rules.orders import Answered, Order
from napoleon.rules.phrases import Note
from napoleon.rules.terms import Decision

Answer = TypeVar("Answer", bound=Order)


class Sealed(msgspec.Struct):
    """A question to several seats, and the answers that have come; empty if nothing is asked."""

    asked: list[str] = []
    """Everybody who is asked, in the order in which the answers will be revealed: a seat, or what
    stands for it and its subject; see `napoleon.rules.kit.table.answering`."""
    answers: dict[str, dict[str, Any]] = {}
    """The orders that were given, as data, by what is in `asked`."""

    @property
    def waiting(self) -> list[str]:
        """Those of `asked` that have not answered yet."""
        return [seat for seat in self.asked if seat not in self.answers]

    def ask(self, seats: Iterable[str]) -> None:
        """Put a question to `seats`; any earlier one is forgotten."""
        self.asked, self.answers = list(seats), {}

    def keep(self, event: Answered, subject: str = "") -> None:
        """Keep the answer of a seat that was asked; any other order is not an answer.

        `subject` is the field of the answer that names what it is given for.
        """
        asked = answering(event.player, event.order.get(subject, ""))
        if asked in self.waiting:
            self.answers[asked] = event.order

    def opened(self, kind: type[Answer]) -> dict[str, Answer]:
        """The answers, by what is in `asked` and in its order. They are orders of `kind`."""
        return {seat: msgspec.convert(self.answers[seat], kind) for seat in self.asked}

    def seen(self, viewer: str) -> list[dict[str, Any]]:
        """For a view of `viewer`: who has answered, and to the seat itself and the referee what."""
        return [
            {
                "seat": seat,
                **({"subject": subject} if subject else {}),
                "answered": asked in self.answers,
                "answer": self.answers.get(asked) if viewer in (seat, REFEREE) else None,
            }
            for asked in self.asked
            for seat, _, subject in [asked.partition("/")]
        ]


def questions(
    table: Table[Any, Any], sealed: Sealed, kind: str, clause: str, prompt: Callable[[str], Note]
) -> list[Decision]:
    """The question to everybody who has not answered; none once the answers can be revealed.

    `prompt` gives what it asks by the subject, which is empty where a seat answers for itself.
    """
    waiting = [it.partition("/") for it in sealed.waiting]
    return [table.question(seat, kind, clause, prompt(of), of) for seat, _, of in waiting]
