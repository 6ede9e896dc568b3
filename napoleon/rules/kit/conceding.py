"""How people end a game by themselves: one resigns, or all agree that nobody has won.

Rulebooks are mostly silent about both, and people who play by mail need them. Here is what all
games share: the orders, which answer no question, their lines and words, and who turns an offer
down. Each game records the outcome under topics of its own.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from napoleon.rules.kit.table import Table, refuse
from napoleon.rules.notation.grammar import Pattern
from napoleon.rules.orders import Answered, Order, Refusal, verb_of
from napoleon.rules.wording import FreeWords, Phrase, say


class Resign(Order, frozen=True, tag="resign"):
    """Give the game up. It can be given at any time, and answers no decision."""


class AgreeToEnd(Order, frozen=True, tag="agree_to_end"):
    """Agree that the game ends without a winner; it does when everybody has agreed.

    It can be given at any time, and answers no decision. A seat that has not agreed and answers a
    question instead turns it down.
    """


RESIGNING = "resign!"
"""How one resigns."""

PATTERNS = (Pattern(Resign, RESIGNING), Pattern(AgreeToEnd, "agree to end!"))
"""Their lines; what ends the game is said in full."""

_TAGS = frozenset({verb_of(Resign), verb_of(AgreeToEnd)})


def is_conceding(event: Answered) -> bool:
    """Whether an order is one of these, and so answers no question."""
    return event.order["order"] in _TAGS


def turns_down(agreed: Collection[str], seat: str) -> bool:
    """Whether an answer of `seat` to a question turns down the offer of those who have agreed."""
    return bool(agreed) and seat not in agreed


def refuse_over(table: Table[Any, Any], clause: str) -> Refusal | None:
    """Refuse what comes after the end; the game ends by `clause`."""
    if table.state.result is None:
        return None
    return refuse("GAME_OVER", clause, "The game is over.")


def free_words(
    verb: type[Order], agreed: Collection[str], seat: str, offered: Phrase | None = None
) -> FreeWords:
    """One of these orders in words, as `seat` may give it now.

    `offered` tells that others would end the game; by default it names those who have agreed.
    Raises LookupError for any other verb, whose words are the game's own.
    """
    if verb not in (Resign, AgreeToEnd):
        raise LookupError(f"the wording of the game has no words for {verb.__name__}")
    if verb is Resign:
        return FreeWords(say("Resign"))
    if not turns_down(agreed, seat):
        return FreeWords(say("Offer to end the game without a winner"))
    told = say(
        "%(players)s would end the game without a winner. Playing on turns it down.",
        players=tuple(agreed),
    )
    return FreeWords(say("Agree to end the game without a winner"), offered or told)
