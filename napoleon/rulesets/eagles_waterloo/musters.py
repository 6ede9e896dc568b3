"""3 Musters: which part of a deck is there from the beginning [15.0, 16.b, G-41, G-55]."""

from __future__ import annotations

from typing import cast

from napoleon.rulesets.eagles_waterloo import deck_rules, labels
from napoleon.rulesets.eagles_waterloo.chart import row
from napoleon.rulesets.eagles_waterloo.decks import DECKS, dealt
from napoleon.rulesets.eagles_waterloo.events.campaign import PoolsLeft
from napoleon.rulesets.eagles_waterloo.events.decks import DecksTold, MusterDealt, MustersCompleted
from napoleon.rulesets.eagles_waterloo.layout import CUSTOM, RANDOM
from napoleon.rulesets.eagles_waterloo.packs.pack import BattleId
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.table import Table, last_draw_of


def due(table: Table) -> bool:
    """Whether all decks are made; asked after the steps that make them."""
    return table.state.phase == DECKS


def size(table: Table, battle: str, nation: str, deck: int) -> int:
    """How many cards of a deck are the muster [3.0, 15.0, 16.b, 16.f].

    The chart says so of decks of the chart's size; of custom decks and those of the campaign it is
    half of them, rounded down. The Prussians at Waterloo have none.
    """
    state, pack = table.state, table.data
    if state.is_campaign:
        fought = pack.campaign.battles.of(cast(BattleId, battle))
        return 0 if nation in fought.no_muster else pack.campaign.muster.of(deck)
    chart = row(pack, battle, nation, state.options["scale"])
    if state.options["decks"] == CUSTOM:
        return deck // 2 if chart.has_muster else 0
    return chart.muster


def deal(table: Table) -> None:
    """The number of cards is told, and the musters are dealt by chance [3.0, G-39]."""
    state = table.state
    is_custom = not state.is_campaign and state.options["decks"] == CUSTOM
    served: dict[str, tuple[str, ...]] = {}
    for battle, decks in list(state.drafts.items()):
        for nation, deck in list(decks.items()):
            bp = deck_rules.bp_of(table, deck) if is_custom else None
            told = tuple(labels.copies(deck))
            served[nation] = (*served.get(nation, ()), *told)
            table.record(
                DecksTold(battle, nation, len(deck), bp, told, knows(table, nation)),
                "G-39",
            )
    for battle, decks in list(state.drafts.items()):
        for nation, deck in list(decks.items()):
            count = size(table, battle, nation, len(deck))
            cards = dealt(table, deck, count, nation=nation, battle=battle, what="muster")
            last, left = last_draw_of(table, count), len(deck) - count
            muster = MusterDealt(side_of(nation), nation, battle, cards, count, left, last)
            table.record(muster, "3.0")
    if state.is_campaign:
        table.record(PoolsLeft(served), "16.b")
    table.record(MustersCompleted(tuple(state.battles)), "3.0", "4.0")


def knows(table: Table, nation: str) -> str:
    """The seat that knows a deck; empty if it was dealt face down, and nobody does [2.0]."""
    state = table.state
    dealt = not state.is_campaign and state.options["decks"] == RANDOM
    return "" if dealt else side_of(nation)
