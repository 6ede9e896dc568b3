"""9 Formations: line, column and square."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import actions, labels, places
from napoleon.rulesets.eagles_waterloo.events.moves import FormationChanged
from napoleon.rulesets.eagles_waterloo.moves import FORMATIONS
from napoleon.rulesets.eagles_waterloo.orders import ChangeFormation
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def legal_orders(table: Table, decision: Decision) -> Iterator[ChangeFormation]:
    """Every change that infantry may make where it stands."""
    for card, it in actions.here(table).cards.items():
        if _refuse_kind(table, decision, card) or _refuse_now(table, card):
            continue
        for formation in FORMATIONS:
            if formation != (it.formation or "line"):
                yield ChangeFormation(card, formation)


def refuse_change(table: Table, decision: Decision, order: ChangeFormation) -> Refusal | None:
    """Why infantry cannot change its formation [9.0, G-17]."""
    wrong = _refuse_kind(table, decision, order.card)
    if wrong is not None:
        return wrong
    it = actions.here(table).cards[order.card]
    if order.formation == (it.formation or "line"):
        return refuse("SAME_FORMATION", "9.0", f"It is in {order.formation} already.")
    return _refuse_now(table, order.card)


def _refuse_kind(table: Table, decision: Decision, card: str) -> Refusal | None:
    """Cards that have no formation to be changed [9.0, G-17]."""
    wrong = actions.refuse_card(table, decision.seat, card, "9.0")
    if wrong is not None:
        return wrong
    if labels.kind_of(table, card) != labels.INFANTRY:
        return refuse("NOT_INFANTRY", "9.0", "Only infantry has a formation.")
    if places.is_reserve(actions.here(table).cards[card].place):
        return refuse("IN_RESERVE", "G-17", "It takes its formation as it leaves the Reserve.")
    return None


def _refuse_now(table: Table, card: str) -> Refusal | None:
    """Infantry that has acted or moved [7.0, 9.0]."""
    return actions.refuse_finished(table, card, "9.0") or actions.refuse_moved(table, card, "9.0")


def change(table: Table, decision: Decision, order: ChangeFormation) -> None:
    """It is its action; of a face-down card others see no more than that one changed [G-38]."""
    battle = actions.here(table)
    hidden = not battle.cards[order.card].revealed
    changed = FormationChanged(
        decision.seat, battle.id, order.card, order.formation, fog=hidden
    )  # fmt: skip
    table.record(changed, "9.0", "G-17")
