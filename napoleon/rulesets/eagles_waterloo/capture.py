"""11.5 Capture: terrain on which nobody stands falls to enemy infantry [G-23, G-46, G-67]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import labels, sites, targets
from napoleon.rulesets.eagles_waterloo.events.terrain import CaptorsChosen, TerrainFallen
from napoleon.rulesets.eagles_waterloo.orders import ChooseCaptors
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse
from napoleon.rulesets.eagles_waterloo.victory import won_position


def able(table: Table, battle: Battle, place: str, side: str) -> list[str]:
    """Infantry of a side in a position that stands on no terrain [G-67]."""
    return [
        card
        for card in battle.at(place, side)
        if labels.kind_of(table, card) == labels.INFANTRY and not battle.cards[card].terrain
    ]


def fallen(table: Table, battle: Battle) -> str:
    """Terrain that has to change hands now; empty for none [11.5]."""
    for site, it in battle.sites.items():
        if sites.is_river(table, site) or battle.on(site):
            continue
        if able(table, battle, it.place, enemy(it.side)):
            return site
    return ""


def falls_due(table: Table) -> bool:
    """Whether terrain has to change hands in the running battle; nobody cares once it is over."""
    state = table.state
    if state.at not in state.battles or state.battle.reason:
        return False
    if table.rulings.victory_first and won_position(table, state.battle)[0]:
        return False
    return bool(fallen(table, state.battle))


def fall(table: Table) -> None:
    """The card is turned to its new holder [11.5]."""
    battle = table.state.battle
    site = fallen(table, battle)
    it = battle.sites[site]
    table.record(TerrainFallen(battle.id, site, it.place, enemy(it.side)), "11.5", "G-46")


def take_over(table: Table, battle: Battle, card: str, site: str) -> None:
    """Infantry captures empty terrain by its own action, and is seen to do so [11.5, G-77]."""
    it = battle.cards[card]
    targets.turn_up(table, battle, [card], "captured", "G-77")
    fallen_to = TerrainFallen(battle.id, site, it.place, side_of(it.nation), to=card)
    table.record(fallen_to, "11.5")


# -- who goes onto it -----------------------------------------------------------------------------


def captors_due(table: Table) -> bool:
    """Whether somebody goes onto terrain that has fallen [G-23]."""
    return any(it.captured for it in table.state.battles.values())


def _captured(table: Table) -> Battle:
    return next(it for it in table.state.battles.values() if it.captured)


def _choices(table: Table, battle: Battle) -> Iterator[tuple[str, ...]]:
    site = battle.sites[battle.captured]
    there = sorted(able(table, battle, site.place, site.side))
    room = sites.terrain_of(table, battle.captured).capacity
    for count in range(1, min(room, len(there)) + 1):
        yield from combinations(there, count)


def asks(table: Table) -> list[Decision]:
    """Which infantry takes the terrain: its new holder chooses [11.5, G-23]."""
    battle = _captured(table)
    if len(list(_choices(table, battle))) < 2:
        return []
    site = battle.sites[battle.captured]
    text = "Which infantry goes onto the terrain that has fallen to you?"
    return [table.question(site.side, "captors", "11.5", text)]


def take(table: Table) -> None:
    """If only one card can go onto it, it does."""
    battle = _captured(table)
    site = battle.sites[battle.captured]
    _go(table, battle, site.side, next(_choices(table, battle), ()))


def legal_orders(table: Table, decision: Decision) -> Iterator[ChooseCaptors]:
    """Every choice of infantry, up to the capacity."""
    battle = _captured(table)
    for cards in _choices(table, battle):
        yield ChooseCaptors(cards, battle.captured)


def refuse_captors(table: Table, decision: Decision, order: ChooseCaptors) -> Refusal | None:
    """Why these cards cannot go onto the terrain [G-23, G-67]."""
    battle = _captured(table)
    if order.terrain != battle.captured:
        return refuse("WRONG_TYPE", "11.5", "Name the terrain that has just fallen to you.")
    site = battle.sites[battle.captured]
    there = able(table, battle, site.place, site.side)
    for card in order.cards:
        if card not in battle.at(site.place, decision.seat):
            return refuse("NOT_IN_POSITION", "G-23", "Name infantry of yours in that position.")
        if card not in there:
            return refuse("NOT_INFANTRY", "G-23", "Only infantry that stands on no terrain goes.")
    if not order.cards or len(set(order.cards)) < len(order.cards):
        return refuse("CAPACITY", "G-67", "Name at least one card, and each once.")
    room = sites.terrain_of(table, order.terrain).capacity
    if len(order.cards) > room:
        return refuse("CAPACITY", "G-23", f"It takes {room} at most.", capacity=room)
    return None


def choose(table: Table, decision: Decision, order: ChooseCaptors) -> None:
    """It is no action of theirs [11.5]."""
    _go(table, _captured(table), decision.seat, order.cards)


def _go(table: Table, battle: Battle, side: str, cards: tuple[str, ...]) -> None:
    """The captor lies face up from then on [G-77]."""
    targets.turn_up(table, battle, list(cards), "captured", "G-77")
    chosen = CaptorsChosen(side, battle.id, battle.captured, cards)
    table.record(chosen, "11.5", "G-23")
