"""8, TABLE.T Moves: along a lane, into a fight and out of it [9.0, 10.0, 12.0]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from napoleon.rules.kit import tokens as kit
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import (
    actions,
    arrival,
    capture,
    commanders,
    labels,
    places,
    rivers,
    sites,
    targets,
)
from napoleon.rulesets.eagles_waterloo.events.moves import CardMoved
from napoleon.rulesets.eagles_waterloo.orders import Move
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

ENGAGE = "engage"
DISENGAGE = "disengage"
FORMATIONS: tuple[Literal["line", "column", "square"], ...] = ("line", "column", "square")


def legal_orders(table: Table, decision: Decision) -> Iterator[Move]:
    """Every move of every card of the seat, in every formation, onto all terrain that takes it."""
    battle, seat = actions.here(table), decision.seat
    for card, it in battle.cards.items():
        if side_of(it.nation) != seat or _refuse_mover(table, battle, card) is not None:
            continue
        for to in places.adjacent(it.place, seat):
            if _refuse_way(table, battle, card, to) is None:
                yield from _stances(table, battle, Move(card, to))


def _stances(table: Table, battle: Battle, plain: Move) -> Iterator[Move]:
    """A move as it is, and the same in another formation, or onto terrain."""
    card, to = plain.card, plain.to
    forms = [plain]
    if labels.kind_of(table, card) == labels.INFANTRY:
        others = (Move(card, to, form) for form in FORMATIONS)
        forms += [it for it in others if _refuse_form(table, battle, it) is None]
    onto = [
        site
        for site in battle.sites_at(to)
        if sites.refuse_stand(table, battle, card, site, to) is None
    ]
    for it in forms:
        yield it
        yield from (Move(card, to, it.formation, site) for site in onto)


def refuse_move(table: Table, decision: Decision, order: Move) -> Refusal | None:
    """Why a card cannot move there so [8, 9.0, 10.0, 11.3, 12.3]."""
    battle = actions.here(table)
    wrong = actions.refuse_card(table, decision.seat, order.card, "8.0")
    if wrong is None:
        wrong = _refuse_mover(table, battle, order.card)
    if wrong is None:
        wrong = _refuse_way(table, battle, order.card, order.to)
    if wrong is None:
        wrong = _refuse_stance(table, battle, order)
    return wrong


def _refuse_stance(table: Table, battle: Battle, order: Move) -> Refusal | None:
    """How a card cannot stand where it moves [9.0, 11.3, G-50]."""
    wrong = _refuse_form(table, battle, order)
    if wrong is None and order.terrain:
        wrong = sites.refuse_stand(table, battle, order.card, order.terrain, order.to)
    return wrong


def _refuse_mover(table: Table, battle: Battle, card: str) -> Refusal | None:
    """Cards that do not move at all now [7.0, 8.0, 8.3]."""
    it, name = labels.label(table, card), labels.name_of(table, card)
    if not (labels.is_unit(it) or isinstance(it, labels.General)):
        return refuse("NO_MOVES", "8.0", f"{name} does not move.")
    if labels.kind_of(table, card) == labels.GENERAL and _is_decoy(battle, card):
        return refuse("NO_MOVES", "14.0", f"{name} lies face down: show or withdraw them first.")
    wrong = arrival.refuse_leaving(table, battle, card)
    if wrong is not None:
        return wrong
    if actions.has_extra_move(table, card):
        return None
    wrong = actions.refuse_finished(table, card, "7.0")
    if wrong is not None:
        return wrong
    if not actions.moves_left(table, card):
        return refuse("NO_MOVES", "8.0", f"{name} has no moves left in this turn.")
    return None


def _is_decoy(battle: Battle, card: str) -> bool:
    it = battle.cards[card]
    return not it.revealed and not places.is_reserve(it.place)


def way_of(battle: Battle, card: str, to: str) -> str:
    """What a move is: ``engage``, ``disengage``, or neither [8.1, 8.2].

    Only who leaves enemies behind disengages; who comes among enemies engages.
    """
    it = battle.cards[card]
    if battle.has_any(to, enemy(side_of(it.nation))) and not places.is_reserve(to):
        return ENGAGE
    return DISENGAGE if battle.is_engaged(it.place) else ""


def _refuse_way(table: Table, battle: Battle, card: str, to: str) -> Refusal | None:
    """Where a card cannot go from where it is [8.0 to 8.3, G-16, G-49]."""
    it, name = battle.cards[card], labels.name_of(table, card)
    side = side_of(it.nation)
    if to not in places.adjacent(it.place, side):
        return refuse("SIDEWAYS", "8.0", "A move leads to an adjacent place of the same lane.")
    wrong = arrival.refuse_place(table, battle, card, to)
    if wrong is None:
        wrong = commanders.refuse_field(table, battle, card, to)
    if wrong is not None:
        return wrong
    engaged = battle.is_engaged(it.place)
    if engaged and places.owner(to) != side:
        detail = f"{name} does not get past the enemies in its position."
        return refuse("THROUGH_ENEMY", "8.3", detail)
    among = battle.has_any(to, enemy(side))
    if engaged and among:
        detail = f"{name} disengages only to where no enemy is."
        return refuse("DISENGAGE_BLOCKED", "G-16", detail)
    if among and isinstance(labels.label(table, card), labels.Artillery):
        gun = labels.label(table, card)
        assert isinstance(gun, labels.Artillery), "it is artillery"
        if not gun.horse:
            return refuse("FOOT_ARTILLERY_ENGAGE", "8.1", f"{name} is foot: it never engages.")
    other = {ENGAGE: DISENGAGE, DISENGAGE: ENGAGE}.get(way_of(battle, card, to))
    if other and it.way == other:
        detail = f"{name} does not engage and disengage in the same turn."
        return refuse("ENGAGE_AND_DISENGAGE", "8.3", detail)
    return rivers.refuse_crossing(table, battle, card, to)


def _refuse_form(table: Table, battle: Battle, order: Move) -> Refusal | None:
    """Infantry that is not engaged may take any formation as it moves [9.0, G-50]."""
    it = battle.cards[order.card]
    if not order.formation:
        return None
    if labels.kind_of(table, order.card) != labels.INFANTRY:
        return refuse("NOT_INFANTRY", "9.0", "Only infantry has a formation.")
    if places.is_reserve(order.to):
        return refuse("IN_RESERVE", "G-50", "Infantry in Reserve is in line.")
    if order.formation == (it.formation or "line"):
        return refuse("SAME_FORMATION", "9.0", f"It is in {order.formation} already.")
    if battle.is_engaged(it.place):
        return refuse("ALREADY_ACTED", "9.0", "Engaged, a change of formation costs the move.")
    return None


def move(table: Table, decision: Decision, order: Move) -> None:
    """The card goes; among enemies everything there is turned face up [8.0, 8.1]."""
    battle, card = actions.here(table), order.card
    it, way = battle.cards[card], way_of(battle, card, order.to)
    general = labels.kind_of(table, card) == labels.GENERAL
    face_up = not places.is_reserve(order.to) and (general or it.revealed or way == ENGAGE)
    hidden = not it.revealed and not face_up
    token = it.token
    if places.is_reserve(it.place) and not face_up:
        token = kit.fresh(it.nation, table.state.tokens)[0]
    river = rivers.crossed_by(table, battle, card, order.to)
    form = _formation(battle, order)
    spends = not actions.moves_left(table, card)
    moved = CardMoved(
        decision.seat,
        battle.id,
        it.nation,
        card,
        "" if face_up and not it.token else token,
        it.place,
        order.to,
        form,
        order.terrain,
        way,
        river,
        battle.crossed.get(places.lane_of(order.to), 0) + 1 if river else 0,
        face_up,
        spends,
        fog=hidden,
    )  # fmt: skip
    clause = {ENGAGE: "8.1", DISENGAGE: "8.2"}.get(way, "8.0")
    table.record(moved, clause, *(("11.3",) if river else ()))
    if way == ENGAGE:
        targets.turn_up(table, battle, battle.at(order.to), "engaged", "8.1")
    if order.terrain and battle.sites[order.terrain].side != decision.seat:
        capture.take_over(table, battle, card, order.terrain)


def _formation(battle: Battle, order: Move) -> str:
    if places.is_reserve(order.to):
        return ""
    if order.formation:
        return "" if order.formation == "line" else order.formation
    return battle.cards[order.card].formation
