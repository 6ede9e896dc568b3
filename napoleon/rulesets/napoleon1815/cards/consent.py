"""THREE.9 The leader allows a card of their partner, or does not."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleon1815.cards.card_play import put_on_table
from napoleon.rulesets.napoleon1815.events.windows import EventProposalAnswered
from napoleon.rulesets.napoleon1815.orders import AgreeEvent
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player


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


def _answer(it: Player, order: AgreeEvent) -> None:
    """An allowed card is played; another one stays in its player's hand."""
    proposed = it.table.state.proposed
    assert proposed is not None
    it.table.record(
        EventProposalAnswered(it.player, proposed.player, proposed.window, order.allow),
        "THREE.9",
    )
    if order.allow:
        put_on_table(it.table, proposed)


def _explain(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player has no card to allow [THREE.9]."""
    if table.three_players and seat != table.state.leader:
        return refuse("NOT_LEADER", "THREE.9", "The leader decides whether a card is played.")
    return None


AGREE = DeclaredVerb(
    AgreeEvent,
    the_player("operations", "agree_event"),
    "THREE.9",
    fields={"allow": Domain(lambda it: (True, False))},
    does=_answer,
    lines={"allow": {"allow": True}, "refuse": {"allow": False}},
    says=lambda it, order: say("Allow the card") if order.allow else say("Do not allow the card"),
    ordinary=False,
    # The card is shown to everybody.
    irreversible=lambda it, order: order.allow,
    misplaced=_explain,
)
