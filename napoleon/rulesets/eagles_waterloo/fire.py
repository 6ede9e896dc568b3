"""7.2 to 7.24 Fire: engaged, or by artillery across the Middle Ground."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import actions, labels, places, ratings, targets
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired
from napoleon.rulesets.eagles_waterloo.orders import Fire
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def mode(table: Table, battle: Battle, card: str) -> str:
    """How a card would fire from where it stands [7.2]."""
    it, place = labels.label(table, card), battle.cards[card].place
    engaged = battle.is_engaged(place)
    if isinstance(it, labels.Artillery):
        return ratings.SHORT if engaged else ratings.LONG
    if isinstance(it, labels.Cavalry):
        return ratings.CAVALRY
    skirmishes = effects.is_running(table, battle, effects.SKIRMISH, target=card)
    return ratings.SKIRMISH if skirmishes and not engaged else ratings.INFANTRY


def aim(table: Table, battle: Battle, card: str) -> str:
    """The position that a card would fire at."""
    place = battle.cards[card].place
    far = mode(table, battle, card) in (ratings.LONG, ratings.SKIRMISH)
    return places.opposite(place) if far else place


def legal_orders(table: Table, decision: Decision) -> Iterator[Fire]:
    """Every card that may fire, at every target."""
    battle, seat = actions.here(table), decision.seat
    for card, it in battle.cards.items():
        if side_of(it.nation) != seat or not labels.is_unit(labels.label(table, card)):
            continue
        if _refuse_state(table, battle, card) is not None:
            continue
        for target in targets.in_order(battle, battle.at(aim(table, battle, card), enemy(seat))):
            order = Fire(card, battle.seen_as(target))
            if _refuse_target(table, battle, seat, order) is None:
                yield order


def refuse_fire(table: Table, decision: Decision, order: Fire) -> Refusal | None:
    """Why a card cannot fire at a target [7]."""
    battle = actions.here(table)
    wrong = actions.refuse_card(table, decision.seat, order.card, "7.2")
    if wrong is None:
        wrong = _refuse_state(table, battle, order.card)
    if wrong is None:
        wrong = _refuse_target(table, battle, decision.seat, order)
    return wrong


def _refuse_state(table: Table, battle: Battle, card: str) -> Refusal | None:
    """Cards that cannot fire at all now [7.0, 7.21 to 7.24, G-11]."""
    it, own = labels.label(table, card), battle.cards[card]
    name = labels.name_of(table, card)
    if not labels.is_unit(it):
        return refuse("NO_DICE", "7.1", f"{name} is no unit, and has no dice.")
    if places.is_reserve(own.place):
        return refuse("IN_RESERVE", "G-11", "Nobody fires from the Reserve.")
    wrong = actions.refuse_finished(table, card, "7.0")
    if wrong is not None:
        return wrong
    horse = isinstance(it, labels.Artillery) and it.horse
    if own.moves > (1 if horse else 0):
        return refuse("ALREADY_ACTED", "7.0", f"{name} has moved in this turn.")
    if own.silent == 1:
        by = effects.clause_of_kind(table, effects.ROCKETS)
        return refuse("SILENT", by, f"{name} may not fire in this turn, after the rockets.")
    return _refuse_range(battle, card, mode(table, battle, card))


def _refuse_range(battle: Battle, card: str, how: str) -> Refusal | None:
    """Infantry and cavalry fire engaged; long range is between two positions that are not."""
    place = battle.cards[card].place
    if how in (ratings.INFANTRY, ratings.CAVALRY):
        if battle.is_engaged(place):
            return None
        clause = "7.21" if how == ratings.INFANTRY else "7.22"
        return refuse("NOT_ENGAGED", clause, "It fires at enemies in its own position only.")
    if how == ratings.SHORT:
        return None
    if battle.is_engaged(places.opposite(place)):
        detail = "The position beyond is engaged, so it is no target at long range."
        return refuse("POSITION_ENGAGED", "7.23", detail)
    return None


def _refuse_target(table: Table, battle: Battle, seat: str, order: Fire) -> Refusal | None:
    how, at = mode(table, battle, order.card), aim(table, battle, order.card)
    wrong = targets.refuse_target(table, battle, seat, order.target, at, "7.4")
    if wrong is not None:
        own_place = battle.cards[order.card].place
        far = labels.kind_of(table, order.card) == labels.ARTILLERY and at == own_place
        beyond = battle.called(order.target, enemy(seat))
        if far and beyond and battle.cards[beyond].place == places.opposite(own_place):
            detail = "Its own position is engaged, so it fires at enemies in it only."
            return refuse("POSITION_ENGAGED", "7.23", detail)
        return wrong
    target = battle.called(order.target, enemy(seat))
    wrong = targets.refuse_woods(table, battle, order.card, target)
    if wrong is not None:
        return wrong
    if total(ratings.strength(table, battle, order.card, target)) < 1:
        return refuse("NO_DICE", "G-14", "It has no dice left against that target.")
    if total(_known(table, battle, order.card, target, how)) < 1:
        return refuse("NO_DICE", "G-61", "Its rating is below 1 at that range.")
    return None


def _known(table: Table, battle: Battle, card: str, target: str, how: str) -> tuple[Line, ...]:
    """The rating as far as it lies open: a face-down card may be in line [G-38, G-65]."""
    it = battle.cards[target]
    form = it.formation if it.revealed else ""
    return ratings.fire(table, battle, card, target, how, formation=form)


def fire(table: Table, decision: Decision, order: Fire) -> None:
    """As many dice as its combat value, against one target [7.1, 7.4]."""
    battle, card = actions.here(table), order.card
    target = battle.called(order.target, enemy(decision.seat))
    how = mode(table, battle, card)
    targets.turn_up(table, battle, [card], "fired", "7.1")
    aimed = battle.cards[target]
    lines = ratings.strength(table, battle, card, target)
    worth = ratings.fire(table, battle, card, target, how, formation=aimed.formation)
    dice, draw = roll(table, f"fire of {labels.name_for_chance(table, card)}", total(lines))
    hits = ratings.hits(total(worth), dice)
    in_fog = not aimed.revealed and not hits
    rockets = effects.is_running(table, battle, effects.ROCKETS, target=card)
    fired = CardFired(
        enemy(decision.seat),
        battle.id,
        card,
        order.target,
        aimed.place,
        lines,
        total(worth),
        worth,
        dice,
        hits,
        draw,
        how,
        rockets and how == ratings.LONG and 1 in dice,
        fog=in_fog,
    )
    known = _known(table, battle, card, target, how) if in_fog else worth
    clauses = dict.fromkeys(line.clause for line in (*lines[1:], *known))
    table.record(fired, "7.1", *clauses)
    targets.land(table, battle, target, hits, dice)


def roll(table: Table, purpose: str, count: int) -> tuple[tuple[int, ...], int]:
    """So many dice, and the number of the last draw."""
    dice = tuple(table.draw(range(1, 7), purpose, PUBLIC)[0] for _ in range(count))
    return dice, table.state.draws + count - 1
