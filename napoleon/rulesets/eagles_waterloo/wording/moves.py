"""Moves and formations in words: among enemies, out of a fight, across a river [8, 9, 11.3]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, Words, say, say_many
from napoleon.rulesets.eagles_waterloo import actions, labels, moves, orders, places, rivers
from napoleon.rulesets.eagles_waterloo.deployment import MOST, face_down
from napoleon.rulesets.eagles_waterloo.sides import enemy
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.wording.calling import (
    area,
    at_place,
    card,
    card_heading,
    to_place,
)

_IN = {
    "line": say("in line"),
    "column": say("in column"),
    "square": say("in square"),
}

_FORMED = {
    "line": say("it fires at its full rating"),
    "column": say("it may shock; artillery hits it better"),
    "square": say("+1 to morale, and nobody shocks it; artillery hits it better"),
}


def move(table: Table, decision: Decision, order: orders.Move) -> Words:
    """A move; by pointing a card goes as it is, and onto no terrain."""
    battle, seat = actions.here(table), decision.seat
    plain = not (order.formation or order.terrain)
    return Words(
        _moving(battle, seat, order),
        tuple(_of_moving(table, battle, seat, order)),
        target=area(battle, order.to) if plain else "",
        pieces=(order.card,),
        ordinary=True,
        heading=card_heading(battle, seat, order.card),
    )


def _moving(battle: Battle, seat: str, order: orders.Move) -> Phrase:
    way, who, how = moves.way_of(battle, order.card, order.to), card(order.card), _how(order)
    if way == moves.ENGAGE:
        where = at_place(seat, order.to)
        if how is not None:
            return say("Engage with %(card)s %(where)s %(how)s", card=who, where=where, how=how)
        return say("Engage with %(card)s %(where)s", card=who, where=where)
    to = to_place(seat, order.to)
    if way == moves.DISENGAGE:
        if how is not None:
            return say("Disengage with %(card)s to %(place)s %(how)s", card=who, place=to, how=how)
        return say("Disengage with %(card)s to %(place)s", card=who, place=to)
    if how is not None:
        return say("Move %(card)s to %(place)s %(how)s", card=who, place=to, how=how)
    return say("Move %(card)s to %(place)s", card=who, place=to)


def _how(order: orders.Move) -> Phrase | None:
    """In which formation it goes, and onto which terrain, if that is said."""
    if order.formation and order.terrain:
        formation = _IN[order.formation]
        return say(
            "%(formation)s onto %(terrain)s", formation=formation, terrain=card(order.terrain)
        )  # fmt: skip
    if order.terrain:
        return say("onto %(terrain)s", terrain=card(order.terrain))
    return _IN[order.formation] if order.formation else None


def _of_moving(table: Table, battle: Battle, seat: str, order: orders.Move) -> Iterator[Phrase]:
    it = battle.cards[order.card]
    there = battle.at(order.to, enemy(seat))
    yield from _of_a_river(table, battle, order)
    if there and not places.is_reserve(order.to):
        yield say_many(
            "%(count)s enemy card stands there", "%(count)s enemy cards stand there", len(there)
        )
        if not all(battle.cards[id_].revealed for id_ in (*there, order.card)):
            yield say("all cards there are turned face up")
    elif _wins(table, battle, seat, order):
        yield say("no enemy is left there: you have won the battle")
    yield from _of_leaving(table, battle, seat, order.card)
    if places.is_reserve(order.to) and (it.revealed or it.blown):
        yield say("it is turned face down, and fresh again")
    if order.formation:
        yield _FORMED[order.formation]
    yield from _of_room(table, battle, seat, order)
    yield from _of_what_is_left(table, battle, seat, order)


def _of_a_river(table: Table, battle: Battle, order: orders.Move) -> Iterator[Phrase]:
    river = rivers.crossed_by(table, battle, order.card, order.to)
    if river:
        lane = places.lane_of(order.to)
        yield say(
            "across %(river)s, %(number)s of %(limit)s in this turn",
            river=card(river),
            number=battle.crossed.get(lane, 0) + 1,
            limit=rivers.limit(table, battle, lane),
        )


def _wins(table: Table, battle: Battle, seat: str, order: orders.Move) -> bool:
    """Whether infantry or cavalry comes into an enemy position that is empty [4.3]."""
    mover = labels.wins_positions(labels.label(table, order.card))
    return mover and places.is_position_of(order.to, enemy(seat))


def _of_leaving(table: Table, battle: Battle, seat: str, id_: str) -> Iterator[Phrase]:
    """What becomes of a position that the last unit leaves [4.3, 12.4]."""
    here = battle.cards[id_].place
    if not battle.is_engaged(here) or not labels.is_unit(labels.label(table, id_)):
        return
    staying = [labels.label(table, it) for it in battle.at(here, seat) if it != id_]
    if any(map(labels.is_unit, staying)):
        return
    if any(isinstance(it, labels.General) for it in staying):
        yield say("the general who stays there alone dies")
    enemies = (labels.label(table, it) for it in battle.at(here, enemy(seat)))
    if places.owner(here) == seat and any(map(labels.wins_positions, enemies)):
        yield say("the enemy alone is left there: you have lost the battle")


def _of_room(table: Table, battle: Battle, seat: str, order: orders.Move) -> Iterator[Phrase]:
    """Whether somebody has to leave a position before the phase ends [8.4, G-15]."""
    if places.is_reserve(order.to) or labels.kind_of(table, order.card) == labels.GENERAL:
        return
    if len(face_down(table, battle, order.to, seat)) >= MOST:
        yield say("more than %(limit)s cards stand there then: one has to leave", limit=MOST)


def _of_what_is_left(
    table: Table, battle: Battle, seat: str, order: orders.Move
) -> Iterator[Phrase]:
    """What the card may still do in this turn [7.24, 8.3]."""
    if places.is_reserve(order.to) or moves.way_of(battle, order.card, order.to) == moves.ENGAGE:
        return
    extra = actions.has_extra_move(table, order.card)
    left = actions.moves_left(table, order.card) + extra - 1
    it = labels.label(table, order.card)
    if left > 0:
        yield say_many("%(count)s more move is left", "%(count)s more moves are left", left)
    elif isinstance(it, labels.Artillery) and it.horse:
        yield say("it may still fire")


_FORM = {
    "line": say("Form line with %(card)s"),
    "column": say("Form column with %(card)s"),
    "square": say("Form square with %(card)s"),
}


def change(table: Table, decision: Decision, order: orders.ChangeFormation) -> Words:
    """A change of formation where the card stands."""
    does = Phrase(_FORM[order.formation].text, {"card": card(order.card)})
    follows = (_FORMED[order.formation], say("it does nothing else in this turn"))
    return Words(
        does,
        follows,
        pieces=(order.card,),
        ordinary=True,
        heading=card_heading(actions.here(table), decision.seat, order.card),
    )
