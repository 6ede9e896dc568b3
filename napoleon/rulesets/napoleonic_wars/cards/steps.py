"""Steps that an effect adds to its card, for what has to be done one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.kit.frames import top
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing
from napoleon.rulesets.napoleonic_wars.events.cards import CardWentOn
from napoleon.rulesets.napoleonic_wars.frames.cards import Program


def first_do(at: Playing, steps: Iterable[str]) -> None:
    """Put steps before what a card has still to do: each waits until the one before is settled."""
    todo = top(at.state, Program).todo
    at.tell(CardWentOn, "6.1.a", todo=(*steps, *todo))


def refuse_none(what: object, detail: str, clause: str = "6.1.a") -> Refusal | None:
    """Why an effect can do nothing, if there is nothing that it could be done to."""
    return None if what else refuse("NOTHING_TO_CHANGE", clause, detail)
