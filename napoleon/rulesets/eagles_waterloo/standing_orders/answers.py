"""What standing orders answer, a function for each kind of question.

Each yields the uses of the standing orders of a seat, the first choice first; the caller takes the
first whose order is among the legal orders. They read the legal orders, own cards, and what lies
open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from napoleon.rules.events import total
from napoleon.rules.kit.standing_orders import Answers
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, Use
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import morale, orders
from napoleon.rulesets.eagles_waterloo.deployment import ADJUST
from napoleon.rulesets.eagles_waterloo.standing_orders import kinds
from napoleon.rulesets.eagles_waterloo.standing_orders.choosing import (
    lasting,
    meant,
    named_first,
    of_verb,
)
from napoleon.rulesets.eagles_waterloo.standing_orders.lasting import lost_since
from napoleon.rulesets.eagles_waterloo.table import Table


def with_layout(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """The French layout as it is, when the enemy's has been seen [4.1, G-06]."""
    if table.state.phase == ADJUST:
        for it, _ in meant(table, kept, kinds.KeepLayout):
            yield Use(it, orders.EndDeployment(), spent=False)


def with_specials(
    table: Table, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:  # fmt: skip
    """Specials that were named, where they were named, which uses the standing order up [13.0]."""
    for it, word in meant(table, kept, kinds.PlaySpecialFirst):
        for order in of_verb(legal_orders, orders.PlaySpecial):
            if (
                order.card == word.card
                and word.place in ("", order.place)
                and word.target in ("", order.target)
            ):
                yield Use(it, order, spent=True)


def with_generals(
    table: Table, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:  # fmt: skip
    """A Prussian general, with whom the Prussians arrive [10.0]."""
    for it, word in meant(table, kept, kinds.ShowGenerals):
        found = of_verb(legal_orders, orders.ShowGeneral)
        ordered = named_first(found, word.cards, lambda one: one.card)
        yield from lasting(it, ordered)


def in_window(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """A special before the enemy's Combat phase, or none [G-62]."""
    yield from with_specials(table, kept, legal_orders)
    for it, _ in meant(table, kept, kinds.PlayNoSpecial):
        yield Use(it, orders.PlayNothing(), spent=False)


def with_morale(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """Specials first, then the named cards, then the others [6.0, G-45]."""
    yield from with_specials(table, kept, legal_orders)
    yield from with_generals(table, kept, legal_orders)
    for it, word in meant(table, kept, kinds.CheckInOrder):
        checks = of_verb(legal_orders, orders.CheckMorale)
        named = [check for check in checks if check.card in word.cards]
        first = named_first(named, word.cards, lambda check: check.card)
        yield from lasting(it, first)
        if word.others == "as_they_stand":
            yield Use(it, orders.CheckTheRest(), spent=False)
        best_first = word.others == "best_first"
        ordered = sorted(checks, key=lambda one: _chance(table, one.card), reverse=best_first)
        yield from lasting(it, ordered)


SIDES_OF_A_DIE = 6


def _chance(table: Table, card: str) -> float:
    """How likely a card is to pass all its checks: a 1 always passes, and a 6 never [6.0]."""
    battle = table.state.battle
    needed = total(morale.breakdown(table, battle, card))
    passing = min(max(needed, morale.BEST), morale.WORST - 1)
    return float((passing / SIDES_OF_A_DIE) ** battle.cards[card].hits)


def in_combat(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """Withdraw from the battle; show a general; end the phase [16.c, 10.0, 5.0]."""
    for it, leaving in meant(table, kept, kinds.WithdrawWhenLost):
        if lost_since(table.data, table.state.battle, it) >= leaving.losses:
            yield Use(it, orders.WithdrawFromBattle(), spent=False)
    yield from with_generals(table, kept, legal_orders)
    for it, word in meant(table, kept, kinds.EndCombat):
        if word.when == "at_once" or not any(map(_KEEPS[word.when], legal_orders)):
            yield Use(it, orders.EndCombat(), spent=False)


def _fights(order: Order) -> bool:
    return isinstance(order, orders.Fire | orders.Shock)


def _does_something(order: Order) -> bool:
    """Whether an order does more than end the phase, or give the battle up."""
    return not isinstance(order, orders.EndCombat | orders.WithdrawFromBattle)


_KEEPS = {"no_fire_left": _fights, "nothing_left": _does_something}
"""Which legal orders keep a Combat phase from being ended."""


def with_captors(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """As many as the terrain takes, or one; the named cards before others [11.5, G-23]."""
    for it, word in meant(table, kept, kinds.SendCaptors):
        choices = of_verb(legal_orders, orders.ChooseCaptors)
        numbers = [len(choice.cards) for choice in choices]
        number = max(numbers) if word.number == "most" else min(numbers)
        enough = [choice for choice in choices if len(choice.cards) == number]
        ordered = sorted(enough, key=partial(_ranks, word.cards))
        yield from lasting(it, ordered)


def _ranks(named: Sequence[str], choice: orders.ChooseCaptors) -> list[int]:
    """Where the cards of a choice stand among those that are named, the first first."""
    ranks = {card: rank for rank, card in enumerate(named)}
    return sorted(ranks.get(card, len(ranks)) for card in choice.cards)


def with_reinforcements(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """Specials and generals first, then the end of the player turn [5.0, 10.0]."""
    yield from with_specials(table, kept, legal_orders)
    yield from with_generals(table, kept, legal_orders)
    playable = any(isinstance(it, orders.PlaySpecial | orders.ShowGeneral) for it in legal_orders)
    for it, word in meant(table, kept, kinds.EndTurn):
        if word.when == "at_once" or not playable:
            yield Use(it, orders.EndTurn(), spent=False)


def with_sending(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """Card by card, and then no more [16.d, G-57]."""
    for it, word in meant(table, kept, kinds.SendOn):
        found = of_verb(legal_orders, orders.SendReinforcement)
        chosen = {
            "all": found,
            "these": [one for one in found if one.card in word.cards],
            "nobody": [],
        }[word.whom]
        ordered = named_first(chosen, word.cards, lambda one: one.card)
        yield from lasting(it, ordered)
        yield Use(it, orders.EndSending(), spent=False)


def unless_asked(answer: Answers[Table]) -> Answers[Table]:
    """The answer, unless its seat wants to be asked this question in this battle."""

    def find(
        table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
    ) -> Iterator[Use]:
        for _, word in meant(table, kept, kinds.AskMe):
            if word.question in (decision.kind, "any"):
                return
        yield from answer(table, decision, kept, legal_orders)

    return find


ANSWERS: dict[str, Answers[Table]] = {
    question: unless_asked(answer)
    for question, answer in {
        "deploy": with_layout,
        "window": in_window,
        "morale": with_morale,
        "combat": in_combat,
        "captors": with_captors,
        "reinforcement": with_reinforcements,
        "sending": with_sending,
    }.items()
}
"""Who answers which kind of question; decks, and a first layout, are always asked."""
