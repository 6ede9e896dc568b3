"""THREE Three players: the acting player, contact, swaps of the aides-de-camp, messages.

Cards that are offered at any other time of a contact are in `exchange`.
"""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.table import refuse
from napoleon.rules.kit.verbs import FreeVerb
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon1815 import operations
from napoleon.rulesets.napoleon1815.events.partners import (
    ActingAllyNamed,
    ContactClosed,
    MessageSent,
    SwapAnswered,
    SwapOffered,
)
from napoleon.rulesets.napoleon1815.orders import AnswerSwap, NameActingAlly, SendMessage, SwapCard
from napoleon.rulesets.napoleon1815.sides import ALLIED
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

COMMANDERS = ("wellington", "blucher")
AIDES, TOGETHER = "aides-de-camp", "commanders"


# -- the acting player -----------------------------------------------------------------------------


def naming_due(table: Table) -> bool:
    """Whether the leader has to say whose go an Allied go is [THREE.7]."""
    return (
        table.state.phase == "operations"
        and table.operation is None
        and table.three_players
        and table.state.to_go == ALLIED
    )


def naming_asks(table: Table) -> list[Decision]:
    """The leader is asked while both Allied players are playing, if either can act [DP-10]."""
    if all(operations.must_pass(table, player) for player in table.players_of(ALLIED)):
        return []
    text = "Which Allied player acts now?"
    return [table.question(table.state.leader, "name_acting_ally", "THREE.7", text)]


def name_the_leader(table: Table) -> None:
    """Both Allied players can only pass, and the leader passes first [OPS.9]."""
    table.record(ActingAllyNamed(table.state.leader, table.state.leader), "THREE.7", "OPS.9")


def _playing(it: Player) -> list[str]:
    """Every Allied player who has not passed."""
    return [seat for seat in it.table.players_of(ALLIED) if seat not in it.table.state.passed]


def _refuse_ally(it: Player, player: str) -> Refusal | None:
    if player not in it.table.players_of(ALLIED):
        return refuse("BAD_PAYLOAD", "THREE.7", "Name one of the two Allied players.")
    return None


def _explain_naming(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player names nobody [THREE.7-8]."""
    if table.state.phase != "operations":
        return None
    if seat != table.state.leader:
        return refuse("NOT_LEADER", "THREE.7", "Only the Allied leader names who acts.")
    if isinstance(order, NameActingAlly) and order.player in table.state.passed:
        detail = "That player has passed, which is final for the turn; the other plays on."
        return refuse("ALREADY_PASSED", "RULING.39", detail)
    return None


_ACT = {"anglo_dutch": say("The Anglo-Dutch act"), "prussian": say("The Prussians act")}

NAME_ALLY = DeclaredVerb(
    NameActingAlly,
    the_player("operations", "name_acting_ally"),
    "THREE.7",
    fields={"player": Domain(_playing, refusal=_refuse_ally)},
    does=lambda it, order: it.table.record(ActingAllyNamed(it.player, order.player), "THREE.7"),
    line="name {player:player}",
    says=lambda it, order: _ACT[order.player],
    ordinary=False,
    misplaced=_explain_naming,
)


# -- contact ---------------------------------------------------------------------------------------


def in_contact(table: Table) -> bool:
    """Whether the Allied players may talk [THREE.3]."""
    return bool(contact(table))


def contact(table: Table) -> str:
    """Why the Allied players are in contact; empty if they are not [THREE.3]."""
    if not table.three_players:
        return ""
    return table.state.contact or (TOGETHER if _commanders_are_near(table) else "")


def _commanders_are_near(table: Table) -> bool:
    """Whether both commanders stand in the same area, or in areas with a road between them."""
    places = [
        block.area for name in COMMANDERS if (block := table.state.blocks.get(name)) is not None
    ]
    if len(places) < len(COMMANDERS) or None in places:
        return False
    here, there = (place or "" for place in places)
    return here == there or there in table.pack.graph.neighbours(here)


def contact_due(table: Table) -> bool:
    """Whether aides-de-camp have brought the Allied players together, who are asked for swaps."""
    return bool(table.state.contact)


def contact_asks(table: Table) -> list[Decision]:
    """Each in turn offers a card; the partner answers the offer [DP-09]."""
    state = table.state
    if isinstance(state.swap, tuple):
        partner = partner_of(table, state.swap[0])
        text = "Your partner offers you a card. Which do you give for it?"
        return [table.question(partner, "answer_swap", "THREE.3", text)]
    text = "Which card do you offer your partner?"
    waiting = [it for it in table.players_of(ALLIED) if it not in state.contact_closed]
    return [table.question(player, "swap_card", "THREE.3", text) for player in waiting[:1]]


def close_contact(table: Table) -> None:
    """Nobody has anything left to swap."""
    table.record(ContactClosed(table.state.contact), "THREE.3")


def holds_none(table: Table, decision: Decision) -> bool:
    """Whether the seat that is asked for a card holds none, as everybody sees [VIS.1]."""
    return not table.state.hands[decision.seat]


def _refuse_card(it: Player, card: int | None) -> Refusal | None:
    if card is not None and card not in it.hand:
        return refuse("CARD_NOT_IN_HAND", "THREE.3", f"You do not hold card {card}.")
    return None


OF_THEIRS: Domain[Player] = Domain(lambda it: [None, *sorted(it.hand)], Player.card, _refuse_card)
"""Every card in hand, or none."""


def _offer(it: Player, order: SwapCard) -> None:
    """The card is offered, or the contact closed."""
    partner = partner_of(it.table, it.player)
    it.table.record(SwapOffered(it.player, partner, order.card), "THREE.3")


def _answer(it: Player, order: AnswerSwap) -> None:
    """The cards change hands, or they do not."""
    assert isinstance(it.table.state.swap, tuple)
    partner, offered = it.table.state.swap
    it.table.record(SwapAnswered(it.player, partner, order.card, offered), "THREE.3")


def _explain_swap(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why there is nobody to swap with [THREE.3]."""
    refusal = refuse_message(table, seat)
    if refusal is None and not table.state.contact:
        detail = "You are not asked for a swap; offer your partner cards instead."
        return refuse("NO_CONTACT", "RULING.81", detail)
    return refusal


def _ending(it: Player, order: SwapCard) -> tuple[Phrase, ...]:
    return (say("ends the contact"),) if order.card is None else ()


SWAP = DeclaredVerb(
    SwapCard,
    the_player("", "swap_card"),
    "THREE.3",
    fields={"card": OF_THEIRS},
    does=_offer,
    lines={"swap none": {"card": None}},
    line="swap {card:card}",
    says=lambda it, order: say("Offer no card") if order.card is None else say("Offer %(card)s"),
    follows=_ending,
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
    misplaced=_explain_swap,
)

ANSWER = DeclaredVerb(
    AnswerSwap,
    the_player("", "answer_swap"),
    "THREE.3",
    fields={"card": OF_THEIRS},
    does=_answer,
    lines={"answer none": {"card": None}},
    line="answer {card:card}",
    says=lambda it, order: (
        say("Give no card for it") if order.card is None else say("Give %(card)s for it")
    ),
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
    misplaced=_explain_swap,
)


def refuse_message(table: Table, seat: str) -> Refusal | None:
    """Partners talk only while they are in contact [THREE.3]."""
    if in_contact(table) and table.side_of_player(seat) == ALLIED:
        return None
    return refuse("NO_CONTACT", "THREE.3", "You are not in contact with a partner.")


def refuse_talk(table: Table, seat: str, other: str) -> Refusal | None:
    """Partners write to each other only while they are in contact [THREE.3]."""
    if not {seat, other} <= set(table.players_of(ALLIED)):
        return None
    return refuse_message(table, seat)


def _send(table: Table, seat: str, order: SendMessage) -> None:
    """The partner reads it; nobody else does."""
    partner = partner_of(table, seat)
    table.record(MessageSent(seat, partner, order.text), "THREE.3")


SEND = FreeVerb(SendMessage, "THREE.3", refuse_message, _send)


def partner_of(table: Table, player: str) -> str:
    """The other Allied player."""
    return next(other for other in table.players_of(ALLIED) if other != player)


VERBS = (SWAP, ANSWER)
