"""Cards: the hands of the nations that the reader commands, the number of all others [18.D]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from napoleon.rules.known import is_known
from napoleon.rules.notation.codecs import PACKS
from napoleon.rules.views import HandView, PlayerHand
from napoleon.rulesets.napoleonic_wars.names import card_names
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.table import Wars


class CardView(msgspec.Struct, kw_only=True):
    """A card as its face tells of it [6]."""

    id: str
    number: int
    name: str
    cp: int
    type: str
    """``event``, ``foreign_war``, ``response``, ``battle`` or ``home``."""
    marks: Sequence[str]
    """``joinable``, ``red``, ``no_1805``, ``lasting``, ``remove``, ``must_event`` [6.19.a]."""
    plays: Sequence[str]
    """Who may play its event; ``any`` for every nation."""
    targets: Sequence[str]
    windows: Sequence[str]
    effect: str
    home: str
    data_status: str


class NationHand(PlayerHand, kw_only=True):
    """The hand of a nation, with what it has carried over [14.31], and its commander."""

    player: str
    """The nation."""
    commander: str | None
    cards: Sequence[CardView] | None


class DeckView(msgspec.Struct, kw_only=True):
    """What is left in the deck: the referee alone knows which cards."""

    left: int
    cards: Sequence[CardView] | None


class WarsHand(HandView, kw_only=True):
    """Hands, deck, discards, and cards that are out of the game."""

    hands: Sequence[NationHand]
    """In track order."""
    home: Sequence[CardView]
    """Home cards that lie face up, whosesoever they are."""
    decks: Sequence[DeckView]
    """The one deck of the game."""
    discards: Sequence[CardView]
    """In the order in which they were played; with `strict_discards` the last one alone."""
    removed: Sequence[CardView]


def hand(table: Wars, seat: str) -> WarsHand:
    """Hands, deck and discards as far as they are known to the reader."""
    state, pack = table.state, table.data
    return WarsHand(
        turn=state.turn,
        phase=state.phase,
        seat=seat,
        hands=[
            NationHand(
                player=nation,
                size=len(held := [*it.hand, *it.carried]),
                commander=commander(state, nation) or None,
                cards=_known(pack, sorted(held)),
            )
            for nation, it in ((it, state.nations[it]) for it in pack.track)
        ],
        home=_cards(
            pack, (it.card for nation in state.nations.values() for it in nation.home if it.up)
        ),
        decks=[DeckView(left=len(state.bag), cards=_known(pack, sorted(state.bag)))],
        discards=_cards(pack, filter(is_known, state.discards)),
        removed=_cards(pack, state.removed),
    )


def _known(pack: Pack, cards: Iterable[str]) -> list[CardView] | None:
    """These cards; None if the reader may not know them."""
    held = [*cards]
    return _cards(pack, held) if all(map(is_known, held)) else None


def _cards(pack: Pack, cards: Iterable[str]) -> list[CardView]:
    return [card(pack, it) for it in cards]


_MARKS = ("joinable", "red", "no_1805", "lasting", "remove", "must_event")


@lru_cache(128 * PACKS)
def card(pack: Pack, name: str) -> CardView:
    """A card as its face tells of it."""
    it = pack.cards[name]
    return CardView(
        id=it.id,
        number=it.number,
        name=_names(pack)[name],
        cp=it.cp,
        type=it.type,
        marks=[mark for mark in _MARKS if getattr(it, mark)],
        plays=it.plays,
        targets=it.targets,
        windows=it.windows,
        effect=it.effect,
        home=it.home,
        data_status=_statuses(pack)[name],
    )


@lru_cache(PACKS)
def _names(pack: Pack) -> Mapping[str, str]:
    """By card what players call it."""
    return card_names(pack)


@lru_cache(PACKS)
def _statuses(pack: Pack) -> Mapping[str, str]:
    """By card how sure its values are."""
    home = {row.id: row.status for row in pack.home_rows}
    return {**{row.id: row.status for row in pack.deck_rows}, **home}
