"""Terrain in words: who stands on it, and what it does [11]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, Words, say, say_many
from napoleon.rulesets.eagles_waterloo import deployment, orders, places, sites
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.wording.calling import area, at_place, card, card_heading

_EFFECTS = {
    sites.HILL: say("a die more for those who stand on it"),
    sites.WOODS: say("only infantry attacks those in it, and with a die less"),
    sites.BUILDING: say("those in it are not shocked, and only fire"),
}


def effect(table: Table, site: str) -> Iterator[Phrase]:
    """What a terrain card does, and for how many."""
    it = sites.terrain_of(table, site)
    if it.terrain == sites.RIVER:
        yield say_many(
            "%(count)s card crosses it in a player turn",
            "%(count)s cards cross it in a player turn",
            it.crossing_limit,
        )
        return
    yield _EFFECTS[it.terrain]
    yield say_many("room for %(count)s card", "room for %(count)s cards", it.capacity)


def play(table: Table, decision: Decision, order: orders.PlayTerrain) -> Words:
    """A terrain card of the Reserve in its position."""
    battle = table.state.battle
    position = places.position(decision.seat, sites.terrain_of(table, order.card).lane)
    does = say(
        "Play %(terrain)s %(where)s",
        terrain=card(order.card),
        where=at_place(decision.seat, position),
    )
    return Words(
        does,
        tuple(effect(table, order.card)),
        target=area(battle, position),
        pieces=(order.card,),
        heading=card_heading(battle, decision.seat, order.card),
    )


def occupy(table: Table, decision: Decision, order: orders.OccupyTerrain) -> Words:
    """A unit takes its stand; in combat that is its move."""
    battle = (
        deployment.own(table, decision.seat, order.card)
        if decision.kind == "deploy"
        else table.state.battle
    )
    assert battle is not None, "only an own card is ordered about"
    unit, site = card(order.card), card(order.terrain)
    if order.instead:
        does = say(
            "Occupy %(terrain)s with %(card)s instead of %(other)s",
            terrain=site,
            card=unit,
            other=card(order.instead),
        )
    else:
        does = say("Occupy %(terrain)s with %(card)s", terrain=site, card=unit)
    follows = list(_of_standing(table, battle, decision.seat, order))
    if decision.kind != "deploy":
        follows.append(say("that is its move"))
    return Words(
        does,
        tuple(follows),
        pieces=(order.card, order.terrain),
        ordinary=True,
        heading=card_heading(battle, decision.seat, order.card),
    )


def _of_standing(
    table: Table, battle: Battle, seat: str, order: orders.OccupyTerrain
) -> Iterator[Phrase]:
    if battle.sites[order.terrain].side != seat:
        yield say("it falls to you")
    yield from effect(table, order.terrain)


def captors(table: Table, decision: Decision, order: orders.ChooseCaptors) -> Words:
    """Infantry for terrain that has fallen."""
    does = say(
        "Take %(terrain)s with %(cards)s",
        terrain=card(order.terrain),
        cards=tuple(card(it) for it in order.cards),
    )
    return Words(
        does, tuple(effect(table, order.terrain)), pieces=order.cards, ordinary=True
    )  # fmt: skip
