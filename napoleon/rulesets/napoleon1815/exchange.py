"""THREE.3 Cards that Allied players exchange while they are in contact [RULING.101]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.table import refuse
from napoleon.rules.kit.verbs import FreeVerb
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Card, Phrase, say
from napoleon.rulesets.napoleon1815.events.partners import ExchangeAnswered, ExchangeOffered
from napoleon.rulesets.napoleon1815.orders import AnswerOffer, OfferCards
from napoleon.rulesets.napoleon1815.partners import partner_of, refuse_message
from napoleon.rulesets.napoleon1815.sides import ALLIED
from napoleon.rulesets.napoleon1815.state import Exchange
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

# -- the offer -------------------------------------------------------------------------------------


def refuse_offering(table: Table, seat: str) -> Refusal | None:
    """Offers are made while the partners are in contact, one after the other [THREE.3]."""
    refusal = refuse_message(table, seat)
    if refusal is None and table.state.swap is not None:
        detail = "An offer of cards waits for its answer."
        return refuse("OFFER_PENDING", "RULING.101", detail)
    return refusal


def refuse_offer(table: Table, seat: str, order: OfferCards) -> Refusal | None:
    """Refuse cards that are not held, or that nobody could hold.

    Whether the partner holds what is asked for is not looked at: it would tell [VIS.1].
    """
    if not (order.give or order.take):
        return refuse("BAD_PAYLOAD", "THREE.3", "Offer a card, or ask for one.")
    for cards in (order.give, order.take):
        if list(cards) != sorted(set(cards)):
            detail = "Name cards in ascending order, each once."
            return refuse("BAD_PAYLOAD", "THREE.3", detail)
    for card in order.give:
        if card not in table.state.hands[seat]:
            return refuse("CARD_NOT_IN_HAND", "THREE.3", f"You do not hold card {card}.")
        if card in committed(table, seat):
            detail = f"Card {card} is part of an answer that is still to be carried out."
            return refuse("CARD_IN_PLAY", "RULING.101", detail)
    deck = table.pack.deck(ALLIED, len(table.state.seats))
    for card in order.take:
        if card not in deck or card in table.state.hands[seat]:
            return refuse("BAD_PAYLOAD", "THREE.3", f"Your partner cannot hold card {card}.")
    return None


def _offer(table: Table, seat: str, order: OfferCards) -> None:
    """The partner is asked next."""
    offered = ExchangeOffered(seat, partner_of(table, seat), order.give, order.take)
    table.record(offered, "THREE.3", "RULING.101")


OFFER = FreeVerb(OfferCards, "THREE.3", refuse_offering, _offer, refuse_offer)


def may_be_given(table: Table, seat: str) -> Sequence[int]:
    """Cards of its hand that `seat` may offer, in ascending order [THREE.3, RULING.101]."""
    held_back = committed(table, seat)
    return [card for card in sorted(table.state.hands[seat]) if card not in held_back]


def may_be_asked_for(table: Table, seat: str) -> Sequence[int]:
    """Cards that the partner could hold as far as `seat` knows, in ascending order [VIS.1]."""
    deck = table.pack.deck(ALLIED, len(table.state.seats))
    return [card for card in deck if card not in table.state.hands[seat]]


def committed(table: Table, seat: str) -> Sequence[int]:
    """Cards in a hand that an answer names which has not been carried out yet."""
    state = table.state
    sealed = [it["card"] for it in state.sealed.get(seat, ()) if "card" in it]
    proposed = [] if state.proposed is None else [state.proposed.card]
    return [*sealed, *proposed]


# -- its answer ------------------------------------------------------------------------------------


def due(table: Table) -> bool:
    """Whether an offer waits for its answer."""
    return table.state.exchange is not None


def asks(table: Table) -> list[Decision]:
    """The partner accepts it or turns it down, before anything else happens."""
    waiting = _waiting(table)
    text = "Your partner offers to exchange cards. Accept it, or turn it down."
    partner = partner_of(table, waiting.player)
    return [table.question(partner, "answer_offer", "THREE.3", text)]


def _refuse_answer(it: Player, accept: bool) -> Refusal | None:
    """Refuse to give away what is not held, or is named by an answer to be carried out."""
    for card in _waiting(it.table).take if accept else ():
        if card not in it.hand:
            return refuse("CARD_NOT_IN_HAND", "THREE.3", f"You do not hold card {card}.")
        if card in committed(it.table, it.player):
            detail = f"Card {card} is part of an answer that is still to be carried out."
            return refuse("CARD_IN_PLAY", "RULING.101", detail)
    return None


def _answer(it: Player, order: AnswerOffer) -> None:
    """The cards change hands, or they do not."""
    waiting = _waiting(it.table)
    answered = ExchangeAnswered(it.player, waiting.player, order.accept, waiting.give, waiting.take)
    it.table.record(answered, "THREE.3", "RULING.101")


def _changing_hands(it: Player, order: AnswerOffer) -> Iterator[Phrase]:
    waiting = _waiting(it.table)
    if order.accept and waiting.give:
        yield say("you receive %(cards)s", cards=tuple(map(Card, waiting.give)))
    if order.accept and waiting.take:
        yield say("you give %(cards)s", cards=tuple(map(Card, waiting.take)))


def _explain(table: Table, seat: str, order: Order) -> Refusal | None:
    """There is nothing to answer [THREE.3]."""
    if table.state.exchange is None:
        return refuse("NO_OFFER", "THREE.3", "Your partner has made no offer.")
    return None


ANSWER = DeclaredVerb(
    AnswerOffer,
    the_player("", "answer_offer"),
    "THREE.3",
    fields={"accept": Domain(lambda it: (True, False), refusal=_refuse_answer)},
    does=_answer,
    lines={"accept": {"accept": True}, "turn down": {"accept": False}},
    says=lambda it, order: say("Accept the offer") if order.accept else say("Turn the offer down"),
    follows=_changing_hands,
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
    misplaced=_explain,
)


def _waiting(table: Table) -> Exchange:
    assert table.state.exchange is not None
    return table.state.exchange
