"""What standing orders answer, kind of question by kind.

They read the legal orders, own cards, and what lies open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from napoleon.rules.events import total
from napoleon.rules.kit.preferences import (
    Preference,
    before_others,
    in_battles,
    in_turn,
    just,
    named_first,
    of_verb,
    preferred,
    unless_left,
)
from napoleon.rules.kit.standing_orders import Big
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import morale, orders
from napoleon.rulesets.eagles_waterloo.deployment import ADJUST
from napoleon.rulesets.eagles_waterloo.standing_orders import kinds
from napoleon.rulesets.eagles_waterloo.standing_orders.lasting import lost_since
from napoleon.rulesets.eagles_waterloo.table import Table


def battle_asked_about(table: Table) -> str:
    """The battle that a question is about; empty while decks and layouts are made for all."""
    state = table.state
    over = next((it.id for it in state.battles.values() if it.reason), "")
    return over or state.at


def _specials(
    table: Table, decision: Decision, word: kinds.PlaySpecialFirst, legal_orders: Sequence[Order]
) -> list[orders.PlaySpecial]:
    """The special that was named, where it was named [13.0]."""
    return [
        order
        for order in of_verb(legal_orders, orders.PlaySpecial)
        if order.card == word.card
        and word.place in ("", order.place)
        and word.target in ("", order.target)
    ]


def _checks(
    table: Table, decision: Decision, word: kinds.CheckInOrder, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """The named cards, then the others [6.0, G-45]."""
    checks = of_verb(legal_orders, orders.CheckMorale)
    named = [check for check in checks if check.card in word.cards]
    yield from named_first(named, "card", word.cards)
    if word.others == "as_they_stand":
        yield orders.CheckTheRest()
    best_first = word.others == "best_first"
    yield from sorted(checks, key=lambda one: _chance(table, one.card), reverse=best_first)


def _checks_without_specials(
    table: Table, decision: Decision, word: kinds.Morale, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """All checks in one order, unless a special or a general may come before them [6.0, 13.0]."""
    if not any(isinstance(it, orders.PlaySpecial | orders.ShowGeneral) for it in legal_orders):
        said = kinds.CheckInOrder(others=word.order)
        yield from _checks(table, decision, said, legal_orders)


SIDES_OF_A_DIE = 6


def _chance(table: Table, card: str) -> float:
    """How likely a card is to pass all its checks: a 1 always passes, and a 6 never [6.0]."""
    battle = table.state.battle
    needed = total(morale.breakdown(table, battle, card))
    passing = min(max(needed, morale.BEST), morale.WORST - 1)
    return float((passing / SIDES_OF_A_DIE) ** battle.cards[card].hits)


def _has_lost(table: Table, decision: Decision, kept: Kept) -> bool:
    """Whether so many of its seat's have been lost since that it is time to withdraw [16.c]."""
    losses: int = kept.word.losses
    return lost_since(table.data, table.state.battle, kept) >= losses


def _captors(
    table: Table, decision: Decision, word: kinds.SendCaptors, legal_orders: Sequence[Order]
) -> Iterable[Order]:
    """As many as the terrain takes, or one; the named cards before others [11.5, G-23]."""
    choices = of_verb(legal_orders, orders.ChooseCaptors)
    numbers = [len(choice.cards) for choice in choices]
    number = max(numbers) if word.number == "most" else min(numbers)
    enough = [choice for choice in choices if len(choice.cards) == number]
    ranks = {card: rank for rank, card in enumerate(word.cards)}
    return sorted(enough, key=lambda it: sorted(ranks.get(card, len(ranks)) for card in it.cards))


def _sending(
    table: Table, decision: Decision, word: kinds.SendOn, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """Card by card, and then no more [16.d, G-57]."""
    found = of_verb(legal_orders, orders.SendReinforcement)
    chosen = {
        "all": found,
        "these": [one for one in found if one.card in word.cards],
        "nobody": [],
    }[word.whom]
    yield from named_first(chosen, "card", word.cards)
    yield orders.EndSending()


_SPECIALS = Preference(kinds.PlaySpecialFirst, _specials, once=True)
_GENERALS = Preference(kinds.ShowGenerals, before_others(orders.ShowGeneral, "card", "cards"))
"""A Prussian general, with whom the Prussians arrive [10.0]."""

ANSWERS = in_battles(
    battle_asked_about,
    kinds.AskMe,
    {
        # The French layout as it is, when the enemy's has been seen [4.1, G-06].
        "deploy": Preference(
            kinds.KeepLayout,
            just(orders.EndDeployment()),
            when=lambda table, decision, kept: table.state.phase == ADJUST,
        ),
        "window": in_turn(_SPECIALS, Preference(kinds.PlayNoSpecial, just(orders.PlayNothing()))),
        "morale": in_turn(
            _SPECIALS,
            _GENERALS,
            preferred(
                Preference(kinds.CheckInOrder, _checks),
                Preference(kinds.Morale, _checks_without_specials),
            ),
        ),
        "combat": in_turn(
            Preference(kinds.WithdrawWhenLost, just(orders.WithdrawFromBattle()), when=_has_lost),
            _GENERALS,
            Preference(
                kinds.EndCombat,
                unless_left(
                    orders.EndCombat(),
                    no_fire_left=lambda it: isinstance(it, orders.Fire | orders.Shock),
                    nothing_left=lambda it: (
                        not isinstance(it, orders.EndCombat | orders.WithdrawFromBattle)
                    ),
                ),
            ),
        ),
        "captors": Preference(kinds.SendCaptors, _captors),
        "reinforcement": in_turn(
            _SPECIALS,
            _GENERALS,
            Preference(
                kinds.EndTurn,
                unless_left(
                    orders.EndTurn(),
                    nothing_left=lambda it: isinstance(it, orders.PlaySpecial | orders.ShowGeneral),
                ),
            ),
        ),
        "sending": Preference(kinds.SendOn, _sending),
    },
)
"""Who answers which kind of question; decks, and a first layout, are always asked."""

BIG = (
    Big(orders.WithdrawFromBattle, "16.c", (kinds.WithdrawWhenLost,)),
    Big(orders.PlaySpecial, "13.0", (kinds.PlaySpecialFirst,)),
    Big(orders.FinishDeck, "2.0"),
    Big(orders.Resign, "G-09"),
    Big(orders.AgreeToEnd, "G-09"),
)
"""What is never done by a standing order that does not say so: a battle left for good, a special
that is played, the Guard's among them, a deck that is made, and the end of the game."""
