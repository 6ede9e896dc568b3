"""Specials, decoys and the arrival of the Prussians in words [10.0, 13, 14.0]."""

from __future__ import annotations

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, Words, say
from napoleon.rulesets.eagles_waterloo import actions, labels, orders, places, sites
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.specials.idle import is_idle
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.wording import terrain
from napoleon.rulesets.eagles_waterloo.wording.calling import (
    area,
    at_place,
    card,
    card_heading,
    to_place,
)


def play(table: Table, decision: Decision, order: orders.PlaySpecial) -> Words:
    """A special, what it names, and its text."""
    battle, seat = actions.here(table), decision.seat
    special = effects.special(table, order.card)
    idle = [say("no effect now")] if is_idle(table, battle, order) else []
    return Words(
        _playing(table, battle, seat, order),
        (*idle, say("%(effect)s", effect=special.effect)),
        target=_place_of(table, battle, order),
        pieces=(order.card, *([order.target] if order.target in battle.cards else [])),
        heading=card_heading(battle, seat, order.card),
    )


def _playing(table: Table, battle: Battle, seat: str, order: orders.PlaySpecial) -> Phrase:
    special = card(order.card)
    if order.place in places.LANES:
        river = card(sites.river_in(table, battle, order.place))
        return say("Play %(special)s at %(river)s", special=special, river=river)
    if order.target and order.place:
        where = at_place(seat, order.place)
        return say(
            "Play %(special)s for %(card)s %(where)s",
            special=special,
            card=card(order.target),
            where=where,
        )
    if order.target:
        return say("Play %(special)s for %(card)s", special=special, card=card(order.target))
    if order.place:
        where = at_place(seat, order.place)
        return say("Play %(special)s %(where)s", special=special, where=where)
    return say("Play %(special)s", special=special)


def _place_of(table: Table, battle: Battle, order: orders.PlaySpecial) -> str:
    if order.place in places.POSITIONS:
        return area(battle, order.place)
    if order.place in places.LANES:
        river = sites.river_in(table, battle, order.place)
        return area(battle, battle.sites[river].place)
    if order.target in battle.cards:
        return area(battle, battle.cards[order.target].place)
    return ""


def play_nothing(table: Table, decision: Decision, order: orders.PlayNothing) -> Words:
    """The enemy goes on."""
    return Words(say("Play no special now"), ordinary=True)


def show_general(table: Table, decision: Decision, order: orders.ShowGeneral) -> Words:
    """With a general the Prussians arrive."""
    battle = actions.here(table)
    return Words(
        say("Show %(general)s", general=card(order.card)),
        (say("the Prussians have arrived, and may leave the Reserve"),),
        pieces=(order.card,),
        heading=card_heading(battle, decision.seat, order.card),
    )


# -- decoys ---------------------------------------------------------------------------------------


def place_decoy(table: Table, decision: Decision, order: orders.PlaceDecoy) -> Words:
    """A card that bluffs."""
    battle, seat = actions.here(table), decision.seat
    does = say(
        "Lay %(card)s face down %(where)s as a decoy",
        card=card(order.card),
        where=at_place(seat, order.place),
    )
    return Words(
        does,
        (say("a hit or an enemy in the position eliminates it"),),
        target=area(battle, order.place),
        pieces=(order.card,),
        ordinary=True,
        heading=card_heading(battle, seat, order.card),
    )


def show_decoy(table: Table, decision: Decision, order: orders.ShowDecoy) -> Words:
    """A decoy turned face up is what it is."""
    battle, seat = actions.here(table), decision.seat
    place = battle.cards[order.card].place
    becomes = {
        labels.GENERAL: (say("leads there from now on"),),
        labels.SPECIAL: (say("goes back to your Reserve"),),
        labels.TERRAIN: (),
    }[labels.kind_of(table, order.card)]
    if labels.kind_of(table, order.card) == labels.TERRAIN:
        becomes = tuple(terrain.effect(table, order.card))
    return Words(
        say("Show %(card)s %(where)s", card=card(order.card), where=at_place(seat, place)),
        becomes,
        pieces=(order.card,),
        heading=card_heading(battle, seat, order.card),
    )


def withdraw_decoy(table: Table, decision: Decision, order: orders.WithdrawDecoy) -> Words:
    """A decoy goes back, still unseen."""
    battle, seat = actions.here(table), decision.seat
    reserve = places.reserve(seat)
    return Words(
        say("Withdraw %(card)s to %(place)s", card=card(order.card), place=to_place(seat, reserve)),
        target=area(battle, reserve),
        pieces=(order.card,),
        ordinary=True,
        heading=card_heading(battle, seat, order.card),
    )
