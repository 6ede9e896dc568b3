"""Hands: the reader's own cards, the sizes of the others, decks and discards [VIS.1-3]."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from napoleon.rules import views
from napoleon.rulesets.napoleon1815.cards.windows import playable
from napoleon.rulesets.napoleon1815.packs.pack import Card
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.views import sight


class CardView(msgspec.Struct, kw_only=True):
    """A card of a deck [CARDS.2]."""

    number: int
    event: str
    """Id of the event as which it may be played."""
    name: str
    clause: str
    """The clause that says what the event does."""
    colour: str
    """``red``, ``blue`` or ``green``."""
    playable: Sequence[str]
    """When it may be played as an event, in words."""
    value: int
    """Movement points that it gives when it is flipped [MOVE.1]."""
    losses: int
    """Losses and fatigue that it inflicts as a combat card [COMBAT.3]."""
    fatigue: int
    recovery: int
    """Fatigue points that it takes away from a corps [RECOVERY.2]."""
    data_status: str


class PlayerHand(views.PlayerHand, kw_only=True):
    """What a player holds."""

    cards: Sequence[CardView] | None


class DeckView(msgspec.Struct):
    """The deck of a side: how many cards are left in it, and how many are discarded."""

    side: str
    left: int
    discarded: int


class OfferView(msgspec.Struct):
    """Cards that an Allied player offers to the partner, for others or for none [THREE.3]."""

    player: str
    """Who has made the offer."""
    give: Sequence[CardView]
    take: Sequence[CardView]
    """What the partner is asked for, whether they hold it or not."""


class HandView(views.HandView, kw_only=True):
    """The hands of all players, and the decks of both sides."""

    seat: str
    hands: Sequence[PlayerHand]
    decks: Sequence[DeckView]
    offer: OfferView | None
    """What waits for the partner's answer; told to the two of them only."""


def hand(table: Table, seat: str) -> HandView:
    """Hands and decks as `seat` may see them."""
    state = table.state
    return HandView(
        turn=state.turn,
        phase=state.phase,
        seat=seat,
        hands=[_hand(table, seat, player) for player in state.hands],
        decks=[
            DeckView(side, len(deck), len(state.discards[side]))
            for side, deck in state.decks.items()
        ],
        offer=_offer(table, seat),
    )


def _offer(table: Table, seat: str) -> OfferView | None:
    offer, cards = table.state.exchange, table.pack.cards
    if offer is None or not sight.sees_offers(table, seat):
        return None
    return OfferView(
        player=offer.player,
        give=[printed(cards[number]) for number in offer.give],
        take=[printed(cards[number]) for number in offer.take],
    )


def _hand(table: Table, seat: str, player: str) -> PlayerHand:
    held = table.state.hands[player]
    seen = sight.sees_hand(table, seat, player)
    cards = [printed(table.pack.cards[number]) for number in sorted(held)] if seen else None
    return PlayerHand(player=player, size=len(held), cards=cards)


def printed(card: Card) -> CardView:
    """A card as its face tells of it."""
    return CardView(
        number=card.number,
        event=card.event,
        name=card.name,
        clause=f"CARD.{card.event}",
        colour=card.colour,
        playable=playable(card),
        value=card.value,
        losses=card.losses,
        fatigue=card.fatigue,
        recovery=card.recovery,
        data_status=card.status,
    )
