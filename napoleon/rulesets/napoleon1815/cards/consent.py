"""THREE.9 The leader allows a card of their partner, or does not."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815.cards.card_play import put_on_table
from napoleon.rulesets.napoleon1815.events.windows import EventProposalAnswered
from napoleon.rulesets.napoleon1815.orders import AgreeEvent
from napoleon.rulesets.napoleon1815.table import Table


def due(table: Table) -> bool:
    """Whether the leader has to allow a card of their partner [THREE.9]."""
    return table.state.proposed is not None


def asks(table: Table) -> list[Decision]:
    """The leader is asked [DP-37]."""
    proposed = table.state.proposed
    assert proposed is not None
    leader = table.players_of(table.side_of_player(proposed.player))[0]
    text = "Do you allow your partner to play a card?"
    return [table.question(leader, "agree_event", "THREE.9", text)]


def legal_orders(table: Table, decision: Decision) -> Iterator[AgreeEvent]:
    """Both answers are open."""
    yield AgreeEvent(True)
    yield AgreeEvent(False)


def answer(table: Table, decision: Decision, order: AgreeEvent) -> None:
    """An allowed card is played; another one stays in its player's hand."""
    proposed = table.state.proposed
    assert proposed is not None
    table.record(
        EventProposalAnswered(decision.seat, proposed.player, proposed.window, order.allow),
        "THREE.9",
    )
    if order.allow:
        put_on_table(table, proposed)


def plays_the_card(table: Table, decision: Decision, order: AgreeEvent) -> bool:
    """Whether the card is shown to everybody by the answer."""
    return order.allow


def explain_misplaced_consent(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player has no card to allow [THREE.9]."""
    if table.three_players and seat != table.state.leader:
        return refuse("NOT_LEADER", "THREE.9", "The leader decides whether a card is played.")
    return None
