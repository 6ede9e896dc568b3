"""What players hold: their Reserves, and decks that they are making."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from napoleon.rules import views
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.views import sight
from napoleon.rulesets.eagles_waterloo.views.cards import FaceView, clause_of, face


class HeldCard(msgspec.Struct, kw_only=True):
    """A card in a Reserve, as its owner reads it."""

    id: str
    battle: str
    nation: str
    name: str
    clause: str
    """Id of the clause that says what it does."""
    face: FaceView
    late: bool
    """Whether it came in this player turn, and acts from the next [10.0]."""


class PoolCard(msgspec.Struct, kw_only=True):
    """A card that a deck may be made of, with what it says."""

    id: str
    face: FaceView


class DraftView(msgspec.Struct, kw_only=True):
    """A deck that is being made [G-39]."""

    battle: str
    nation: str
    cards: Sequence[str]
    names: Sequence[str]
    pool: Sequence[PoolCard]
    """Every card that it may be made of; in the campaign those that it has."""


class PlayerHand(views.PlayerHand, kw_only=True):
    """A Reserve; None if the reader may not know it."""

    cards: Sequence[HeldCard] | None
    backs: Mapping[str, int]
    """How many of each nation, which everybody sees [G-37]."""
    decks: Sequence[DraftView] | None
    """Decks in the making; None if the reader may not know them, and when there are none."""


class HandView(views.HandView, kw_only=True):
    """The Reserves of both sides, as far as the reader may know them."""

    hands: Sequence[PlayerHand]


def hand(table: Table, seat: str) -> HandView:
    """The hands as `seat` may see them."""
    return HandView(
        turn=table.state.turn,
        phase=table.state.phase,
        seat=seat,
        hands=[_hand(table, seat, player) for player in table.state.seats],
    )


def _hand(table: Table, seat: str, player: str) -> PlayerHand:
    backs: dict[str, int] = {}
    held = []
    sees = sight.sees_side(table, seat, player)
    for battle in table.state.battles.values():
        for card, it in battle.cards.items():
            if side_of(it.nation) != player:
                continue
            if sight.stands_in(table, seat, battle, card) != places.reserve(player):
                continue
            backs[it.nation] = backs.get(it.nation, 0) + 1
            printed = face(table, card)
            held.append(
                HeldCard(
                    id=card,
                    battle=battle.id,
                    nation=it.nation,
                    name=printed.name,
                    clause=clause_of(printed),
                    face=printed,
                    late=it.late,
                )
            )
        for site in sight.taken_for_reserve(table, seat, battle, player):
            nation = labels.label(table, site).nation
            backs[nation] = backs.get(nation, 0) + 1
    return PlayerHand(
        player=player,
        size=sum(backs.values()),
        cards=held if sees else None,
        backs=backs,
        decks=_drafts(table, seat, player) if sees else None,
    )


def _drafts(table: Table, seat: str, player: str) -> list[DraftView]:
    """Decks dealt by chance lie face down: not even their owner sees them [2.0]."""
    state = table.state
    dealt = not state.is_campaign and state.options["decks"] == "random"
    if dealt and not sight.sees_decks(table, seat):
        return []
    return [
        DraftView(
            battle=battle,
            nation=nation,
            cards=list(deck),
            names=[labels.name_of(table, card) for card in deck],
            pool=[
                PoolCard(id=card, face=face(table, card))
                for card in (deck if state.is_campaign else state.pools[nation])
            ],
        )
        for battle, decks in state.drafts.items()
        for nation, deck in decks.items()
        if side_of(nation) == player
    ]
