"""Formations: line, column and square [9]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import actions, labels, places
from napoleon.rulesets.eagles_waterloo.events.moves import FormationChanged
from napoleon.rulesets.eagles_waterloo.moves import FORMATIONS
from napoleon.rulesets.eagles_waterloo.orders import ChangeFormation
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def offers(table: Table, decision: Decision) -> Iterator[ChangeFormation]:
    """Every change that infantry may make where it stands."""
    for card in actions.here(table).cards:
        for formation in FORMATIONS:
            order = ChangeFormation(card, formation)  # type: ignore[arg-type]
            if refuse_change(table, decision, order) is None:
                yield order


def refuse_change(table: Table, decision: Decision, order: ChangeFormation) -> Refusal | None:
    """Why infantry cannot change its formation [9.0, G-17]."""
    battle = actions.here(table)
    wrong = actions.refuse_card(table, decision.seat, order.card, "9.0")
    if wrong is not None:
        return wrong
    it = battle.cards[order.card]
    if labels.kind_of(table, order.card) != labels.INFANTRY:
        return refuse("NOT_INFANTRY", "9.0", "Only infantry has a formation.")
    if places.is_reserve(it.place):
        return refuse("IN_RESERVE", "G-17", "It takes its formation as it leaves the Reserve.")
    if order.formation == (it.formation or "line"):
        return refuse("SAME_FORMATION", "9.0", f"It is in {order.formation} already.")
    return actions.refuse_finished(table, order.card, "9.0") or actions.refuse_moved(
        table, order.card, "9.0"
    )


def change(table: Table, decision: Decision, order: ChangeFormation) -> None:
    """It is its action; of a face-down card others see no more than that one changed [G-38]."""
    battle = actions.here(table)
    hidden = not battle.cards[order.card].revealed
    changed = FormationChanged(
        decision.seat, battle.id, order.card, order.formation, fog=hidden
    )  # fmt: skip
    table.record(changed, "9.0", "G-17")
