"""Cards: the reader's own hand, the sizes of the others, deck and discards [E-47]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from napoleon.rules.events import REFEREE
from napoleon.rules.views import HandView, PlayerHand
from napoleon.rulesets.napoleonic_empire import turns
from napoleon.rulesets.napoleonic_empire.packs.pack import Card, Effect
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table


class CardView(msgspec.Struct, kw_only=True):
    """A card as its face and the data pack tell of it [CARD.2]."""

    id: str
    number: int
    name: str
    clause: str
    """The clause that says what it does."""
    year: int | None
    """Of the event; None if it has no date [OPT2]."""
    side: str
    """Whom the effect concerns, or ``both`` [CARD.3]."""
    places: Sequence[str]
    """Countries that it names; ``any`` for all, none where no place matters."""
    effect: Effect
    amount: int
    """Bonus, armies, change of a value, turns or cards, as the effect says."""
    windows: Sequence[str]
    """When it may be played, as the data pack writes it."""
    usual_player: str
    """A side, or ``either``: advice, no rule [E-23]."""
    data_status: str


class DatedCardView(CardView, kw_only=True):
    """A card that has not joined the deck yet, and the round in which it does [OPT2]."""

    round: int


class SideHand(PlayerHand, kw_only=True):
    """The cards that a side holds; those who may not know them see their number only [E-47]."""

    cards: Sequence[CardView] | None


class DeckView(msgspec.Struct, kw_only=True):
    """What is left of the deck: the referee alone knows which cards."""

    left: int
    discarded: int
    """Cards that will form the next deck [DRAW.2]."""
    cards: Sequence[CardView] | None


class FaceDownView(msgspec.Struct, kw_only=True):
    """What a player has discarded face down, in this order [DRAW.3]."""

    player: str
    size: int
    cards: Sequence[CardView] | None


class DiscardsView(msgspec.Struct, kw_only=True):
    """The discard pile since the deck was last formed."""

    played: Sequence[CardView]
    """In the order in which they were played."""
    face_down: Sequence[FaceDownView]


class EmpireHand(HandView, kw_only=True):
    """Hands, deck and discards."""

    seat: str
    hands: Sequence[SideHand]
    decks: Sequence[DeckView]
    """The one deck of the game."""
    discards: DiscardsView
    dated: Sequence[DatedCardView]
    """In the order in which they join the deck."""


def hand(table: Table, seat: str) -> EmpireHand:
    """Hands, deck and discards as `seat` may know them [chapter d, E-47]."""
    state = table.state
    return EmpireHand(
        turn=state.turn,
        phase=state.phase,
        seat=seat,
        hands=[
            SideHand(
                player=player,
                size=len(held),
                cards=_cards(table, _by_number(table, held))
                if _sees_cards_of(state, seat, player)
                else None,
            )
            for player, held in state.hands.items()
        ],
        decks=[
            DeckView(
                left=len(state.deck),
                discarded=len(state.discards),
                cards=_cards(table, _by_number(table, state.deck))
                if _sees_all(state, seat)
                else None,
            )
        ],
        discards=DiscardsView(
            played=_cards(table, (it.card for it in state.discards if not it.face_down_by)),
            face_down=[_face_down(table, seat, player) for player in state.hands],
        ),
        dated=[
            DatedCardView(
                round=turns.round_of(table, it),
                **msgspec.structs.asdict(printed(table.data.pack.cards[it.card])),
            )
            for it in table.data.pack.deck_order
            if it.card in state.dated
        ],
    )


def _sees_all(state: State, seat: str) -> bool:
    """Whether nothing is hidden from `seat`."""
    return state.result is not None or seat == REFEREE


def _sees_cards_of(state: State, seat: str, player: str) -> bool:
    """Whether `seat` may see what a player holds and has discarded face down."""
    return seat == player or _sees_all(state, seat)


def _face_down(table: Table, seat: str, player: str) -> FaceDownView:
    """What a player has discarded face down since the deck was last formed [DRAW.3]."""
    cards = [it.card for it in table.state.discards if it.face_down_by == player]
    seen = _sees_cards_of(table.state, seat, player)
    return FaceDownView(
        player=player, size=len(cards), cards=_cards(table, cards) if seen else None
    )


def _by_number(table: Table, cards: Iterable[str]) -> list[str]:
    """Cards in no particular order, by their numbers."""
    return sorted(cards, key=lambda card: table.data.pack.cards[card].number)


def _cards(table: Table, cards: Iterable[str]) -> list[CardView]:
    return [printed(table.data.pack.cards[card]) for card in cards]


def printed(card: Card) -> CardView:
    """A card as its face and the data pack tell of it."""
    return CardView(
        id=card.id,
        number=card.number,
        name=card.name,
        clause=card.clause,
        year=card.year,
        side=card.side,
        places=list(card.places),
        effect=card.effect,
        amount=card.amount,
        windows=list(card.windows),
        usual_player=card.usual_player,
        data_status=card.status,
    )
