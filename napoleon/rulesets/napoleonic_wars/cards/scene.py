"""The scene of a card as an event: what its words read, and what its effects change."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.events import Line, total
from napoleon.rules.kit.frames import top
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.cards import CardRolled, CardWentOn
from napoleon.rulesets.napoleonic_wars.frames.cards import Program
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.pack import Card
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.table import Wars, rolled

AT = "@"
"""What stands between nation and space in the name of field forces, as in ``fr@linz``."""


class Playing(Acting):
    """A card in play, or one that somebody thinks of playing."""

    def __init__(self, table: Wars, player: str, nation: str, card: str, you: str = "") -> None:
        """`nation` plays it; it works for `you`, if that is somebody else [R-99]."""
        super().__init__(table, player, nation)
        self.card = card
        self.you = you or nation

    @property
    def printed(self) -> Card:
        """The card."""
        return self.pack.cards[self.card]

    def roll(self, dice: int, plus: int, at_least: int) -> bool:
        """Dice that everybody sees, summed up; whether they are high enough."""
        shown, draw = rolled(self.table, self.card, dice)
        lines = [Line(sum(shown), "6.1.a", say("dice"))]
        if plus:
            lines.append(Line(plus, "6.1.a", say("the card")))
        number = total(lines)
        self.tell(
            CardRolled,
            "6.1.a",
            dice=shown,
            draw=draw,
            total=number,
            breakdown=tuple(lines),
            needed=at_least,
        )
        return number >= at_least

    def roll_each(self, dice: int, at_least: int) -> int:
        """Dice that everybody sees; how many are high enough."""
        shown, draw = rolled(self.table, self.card, dice)
        high = sum(it >= at_least for it in shown)
        lines = (Line(high, "6.1.a", say("dice of %(high)s or more", high=at_least)),)
        self.tell(
            CardRolled,
            "6.1.a",
            dice=shown,
            draw=draw,
            total=high,
            breakdown=lines,
            needed=1,
        )
        return high


def played_by(table: Wars, nation: str, card: Card) -> Playing:
    """A card that a nation thinks of playing, for the seat that commands it."""
    return Playing(table, commander(table.state, nation), nation, card.id)


def listed(one_or_more: str | Iterable[str]) -> list[str]:
    """A value of a program that may be one thing or several."""
    return [one_or_more] if isinstance(one_or_more, str) else [*one_or_more]


def stack_of(nation: str, space: str) -> str:
    """What the field forces of a nation in a space are called in programs."""
    return f"{nation}{AT}{space}"


def split_stack(stack: str) -> tuple[str, str]:
    """The nation and the space of field forces.

    >>> split_stack("fr@linz")
    ('fr', 'linz')
    """
    nation, _, space = stack.partition(AT)
    return nation, space


def first_do(at: Playing, steps: Iterable[str]) -> None:
    """Put steps before what a card has still to do: each waits until the one before is settled."""
    todo = top(at.state, Program).todo
    at.tell(CardWentOn, "6.1.a", todo=(*steps, *todo))


def refuse_none(what: object, detail: str, clause: str = "6.1.a") -> Refusal | None:
    """Why an effect can do nothing, if there is nothing that it could be done to."""
    return None if what else refuse("NOTHING_TO_CHANGE", clause, detail)
