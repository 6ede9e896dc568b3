"""Deployment in words [4.1, 4.2, 14.0]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, Words, say, say_many
from napoleon.rulesets.eagles_waterloo import deployment, labels, orders, places
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.wording import terrain
from napoleon.rulesets.eagles_waterloo.wording.calling import (
    area,
    at_place,
    card,
    card_heading,
)

IN = {
    "column": say("in column"),
    "square": say("in square"),
}
"""How a card stands that stands in no line."""


def _here(table: Table, seat: str, id_: str) -> Battle:
    battle = deployment.own(table, seat, id_)
    assert battle is not None, "only an own card is laid"
    return battle


def place(table: Table, decision: Decision, order: orders.Place) -> Words:
    """A card of the muster to a position; by pointing it goes there in line, and openly."""
    seat = decision.seat
    battle = _here(table, seat, order.card)
    where = at_place(seat, order.place)
    if order.decoy:
        does = say("Lay %(card)s face down %(where)s", card=card(order.card), where=where)
    elif order.formation:
        does = say(
            "Lay %(card)s %(where)s %(formation)s",
            card=card(order.card),
            where=where,
            formation=IN[order.formation],
        )
    else:
        does = say("Lay %(card)s %(where)s", card=card(order.card), where=where)
    plain = not (order.decoy or order.formation)
    return Words(
        does,
        tuple(_of_laying(table, battle, seat, order)),
        target=area(battle, order.place) if plain else "",
        pieces=(order.card,),
        ordinary=True,
        heading=card_heading(battle, seat, order.card),
    )


def _of_laying(table: Table, battle: Battle, seat: str, order: orders.Place) -> Iterator[Phrase]:
    kind = labels.kind_of(table, order.card)
    if kind == labels.TERRAIN and not order.decoy:
        yield from terrain.effect(table, order.card)
        return
    if not deployment.is_face_down(table, order):
        yield say("lies face up")
        return
    number = len(deployment.face_down(table, battle, order.place, seat)) + 1
    yield say("%(number)s of %(limit)s face down there", number=number, limit=deployment.MOST)


def take_up(table: Table, decision: Decision, order: orders.TakeUp) -> Words:
    """A card goes back to those that wait."""
    battle = _here(table, decision.seat, order.card)
    return Words(
        say("Take up %(card)s", card=card(order.card)),
        (say("it waits in your Reserve"),),
        pieces=(order.card,),
        ordinary=True,
        heading=card_heading(battle, decision.seat, order.card),
    )


def deploy(table: Table, decision: Decision, order: orders.Deploy) -> Words:
    """A whole layout: who is laid where."""
    seat = decision.seat
    does = say_many(
        "Lay this %(count)s card at once",
        "Lay these %(count)s cards at once",
        len(order.cards),
    )
    follows = []
    for position in places.line(seat):
        there = tuple(it.card for it in order.cards if it.place == position)
        if there:
            where = at_place(seat, position)
            follows.append(say("%(where)s %(cards)s", where=where, cards=there))
    return Words(does, (*follows, say("it may still be changed")), ordinary=True)


def end(table: Table, decision: Decision, order: orders.EndDeployment) -> Words:
    """Whatever is not laid is the Reserve."""
    waiting = sum(
        len(battle.at(places.reserve(decision.seat), decision.seat))
        for battle in table.state.battles.values()
    )
    told = say_many(
        "%(count)s card stays in your Reserve", "%(count)s cards stay in your Reserve", waiting
    )
    return Words(say("End your deployment"), (told,), ordinary=True)
