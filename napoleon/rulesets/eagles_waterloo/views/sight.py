"""Who may see what; the rest of the boards lies open to everybody [chapter d]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from napoleon.rules.events import REFEREE
from napoleon.rulesets.eagles_waterloo import places
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table


def sees_side(table: Table, seat: str, side: str) -> bool:
    """Whether `seat` may see the cards of a side that lie face down, and its Reserve."""
    return table.state.result is not None or seat in (REFEREE, side)


def sees_decks(table: Table, seat: str) -> bool:
    """Whether `seat` may see what is still to be drawn, which its owner may not [chapter d]."""
    return table.state.result is not None or seat == REFEREE


def sees_card(table: Table, seat: str, battle: Battle, card: str) -> bool:
    """Whether `seat` may see what a card in play is."""
    it = battle.cards[card]
    open_now = it.revealed and not is_secret(table, side_of(it.nation))
    return open_now or sees_side(table, seat, side_of(it.nation))


def is_secret(table: Table, side: str) -> bool:
    """Whether the layout of a side is under seal, as it is being laid [4.1, G-43]."""
    phase = table.state.phase
    return phase == "deploy" or (phase == "adjust" and side == "french")


def stands_in(table: Table, seat: str, battle: Battle, card: str) -> str:
    """The place of a card as `seat` sees it: in Reserve as long as the layout is under seal."""
    it = battle.cards[card]
    side = side_of(it.nation)
    if is_secret(table, side) and not sees_side(table, seat, side):
        return places.reserve(side)
    return it.place


def standing(table: Table, seat: str, battle: Battle) -> Mapping[str, Sequence[str]]:
    """The cards of a battle by their places, as `seat` sees them, in the order of the battle."""
    found: dict[str, list[str]] = {}
    for card in battle.cards:
        found.setdefault(stands_in(table, seat, battle, card), []).append(card)
    return found


def sees_site(table: Table, seat: str, battle: Battle, site: str) -> bool:
    """Whether `seat` may see terrain that lies in a position [4.1, 4.2]."""
    it = battle.sites[site]
    return it.fixed or not is_secret(table, it.side) or sees_side(table, seat, it.side)


def taken_for_reserve(table: Table, seat: str, battle: Battle, side: str) -> list[str]:
    """Terrain of a side that lies under seal: others still count it as in Reserve [4.1, G-43]."""
    return [
        site
        for site, it in battle.sites.items()
        if it.side == side and not sees_site(table, seat, battle, site)
    ]
