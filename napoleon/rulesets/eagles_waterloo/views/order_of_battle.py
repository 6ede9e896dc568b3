"""The order of battle: every nation with its cards, as far as they are seen, and its losses."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from napoleon.rules import views
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.sides import NATIONS, side_of
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.views import sight
from napoleon.rulesets.eagles_waterloo.views.cards import FaceView, face


class MusteredCard(msgspec.Struct, kw_only=True):
    """A card of an army that the reader may know."""

    id: str
    face: FaceView
    state: str
    """``in_play``, ``in_reserve``, ``terrain``, ``in_deck``, ``waiting``, ``eliminated`` or
    ``spent``."""
    battle: str | None
    place: str | None


class ArmyView(views.ArmyView, kw_only=True):
    """The cards of a nation."""

    player: str
    """The seat that commands it."""
    visible: bool
    """Whether the reader may see what is hidden of it."""
    in_play: int
    """Cards in Reserves and positions."""
    to_come: int
    """Cards in reinforcement decks."""
    waiting: int
    """Cards of the campaign that wait for a later battle [G-57]."""
    eliminated: int
    """Units and generals that are lost."""
    cards: Sequence[MusteredCard]


class OrderOfBattleView(views.OrderOfBattleView, kw_only=True):
    """The nations that fight."""

    armies: Sequence[ArmyView]


def order_of_battle(table: Table, seat: str) -> OrderOfBattleView:
    """The order of battle as `seat` may see it."""
    fighting = [
        nation
        for nation in NATIONS
        if any(nation in it.nations for it in table.state.battles.values())
        or nation in table.state.lost
    ]
    return OrderOfBattleView(
        turn=table.state.turn,
        phase=table.state.phase,
        armies=[_army(table, seat, nation) for nation in fighting],
    )


def _army(table: Table, seat: str, nation: str) -> ArmyView:
    state = table.state
    sees = sight.sees_side(table, seat, side_of(nation))
    cards: list[MusteredCard] = []
    in_play = to_come = lost = 0
    for battle in state.battles.values():
        for card, it in battle.cards.items():
            if it.nation != nation:
                continue
            in_play += 1
            place = sight.stands_in(table, seat, battle, card)
            if sight.sees_card(table, seat, battle, card):
                where = "in_reserve" if place.endswith("_reserve") else "in_play"
                cards.append(_card(table, card, where, battle.id, place))
        under_seal = sight.taken_for_reserve(table, seat, battle, side_of(nation))
        in_play += sum(labels.label(table, site).nation == nation for site in under_seal)
        for site, ground in battle.sites.items():
            of = table.data.by_id[site.partition(".")[0]].nation
            if of == nation and sight.sees_site(table, seat, battle, site):
                cards.append(_card(table, site, "terrain", battle.id, ground.place))
        deck = [
            card
            for cards_of in battle.decks.values()
            for card in cards_of
            if table.data.by_id[card.partition(".")[0]].nation == nation
        ]
        to_come += len(deck)
        if sight.sees_decks(table, seat) or (sees and _knows_deck(table)):
            cards += [_card(table, card, "in_deck", battle.id, None) for card in deck]
        for card in battle.routed:
            if table.data.by_id[card.partition(".")[0]].nation == nation:
                lost += 1
                cards.append(_card(table, card, "eliminated", battle.id, None))
        for card in battle.spent:
            if table.data.by_id[card.partition(".")[0]].nation == nation:
                cards.append(_card(table, card, "spent", battle.id, None))
    gone = state.lost.get(nation, [])
    cards += [_card(table, card, "eliminated", None, None) for card in gone]
    waiting = state.pools.get(nation, []) if state.is_campaign and not state.drafts else []
    if sees:
        cards += [_card(table, card, "waiting", None, None) for card in waiting]
    return ArmyView(
        army=nation,
        player=side_of(nation),
        visible=sees,
        in_play=in_play,
        to_come=to_come,
        waiting=len(waiting),
        eliminated=lost + len(gone),
        cards=sorted(cards, key=lambda it: (it.state, it.face.number, it.id)),
    )


def _knows_deck(table: Table) -> bool:
    """Whether owners know what is in their decks: not if they were dealt by chance [chapter d]."""
    return table.state.is_campaign or table.state.options["decks"] != "random"


def _card(
    table: Table, card: str, state: str, battle: str | None, place: str | None
) -> MusteredCard:
    return MusteredCard(id=card, face=face(table, card), state=state, battle=battle, place=place)
