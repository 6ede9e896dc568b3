"""7.3 to 7.34 Shock: by columns and by cavalry, at enemies in their position."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import total
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import actions, labels, places, ratings, sites, targets
from napoleon.rulesets.eagles_waterloo.events.combat import CardShocked
from napoleon.rulesets.eagles_waterloo.fire import roll
from napoleon.rulesets.eagles_waterloo.orders import Shock
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def legal_orders(table: Table, decision: Decision) -> Iterator[Shock]:
    """Every card that may shock, at every target."""
    battle, seat = actions.here(table), decision.seat
    for card, it in battle.cards.items():
        if side_of(it.nation) != seat or _refuse_state(table, battle, card) is not None:
            continue
        for target in targets.in_order(battle, battle.at(battle.cards[card].place, enemy(seat))):
            order = Shock(card, battle.seen_as(target))
            if _refuse_target(table, battle, seat, order) is None:
                yield order


def refuse_shock(table: Table, decision: Decision, order: Shock) -> Refusal | None:
    """Why a card cannot shock a target [7.3]."""
    battle = actions.here(table)
    wrong = actions.refuse_card(table, decision.seat, order.card, "7.3")
    if wrong is None:
        wrong = _refuse_state(table, battle, order.card)
    if wrong is None:
        wrong = _refuse_target(table, battle, decision.seat, order)
    return wrong


def _refuse_target(table: Table, battle: Battle, seat: str, order: Shock) -> Refusal | None:
    """Whom a card cannot shock from where it is [7.3, 7.4]."""
    place = battle.cards[order.card].place
    wrong = targets.refuse_target(table, battle, seat, order.target, place, "7.3")
    if wrong is None:
        target = battle.called(order.target, enemy(seat))
        wrong = _refuse_victim(table, battle, order.card, target)
    return wrong


def _refuse_state(table: Table, battle: Battle, card: str) -> Refusal | None:
    """Cards that cannot shock at all now [7.31, 7.32, 11.4, G-12]."""
    it, own = labels.label(table, card), battle.cards[card]
    name = labels.name_of(table, card)
    if not isinstance(it, labels.Infantry | labels.Cavalry):
        return refuse("NOT_COLUMN", "7.3", f"{name} does not shock: columns and cavalry do.")
    if places.is_reserve(own.place):
        return refuse("IN_RESERVE", "7.3", "Nobody shocks from the Reserve.")
    charges = _charges(table, battle, card)
    if own.acted or own.late or (own.moves and not charges and battle.current != card):
        return actions.refuse_finished(table, card, "7.0")
    if own.moves and not charges:
        return refuse("MOVED_THIS_TURN", "G-12", f"{name} has moved in this turn.")
    if not battle.is_engaged(own.place):
        return refuse("NOT_ENGAGED", "7.3", f"{name} shocks enemies in its own position only.")
    if effects.is_running(table, battle, effects.NO_SHOCK):
        by = effects.clause(table, battle, effects.NO_SHOCK)
        return refuse("NIGHT", by, "Night falls: nobody shocks in this turn.")
    if own.blown:
        return refuse("BLOWN", "7.31", f"{name} is blown, and only fires.")
    if sites.under(table, battle, card) == sites.BUILDING:
        return refuse("INSIDE_BUILDING", "11.4", f"{name} is in a building, and only fires.")
    if isinstance(it, labels.Infantry) and own.formation != labels.COLUMN:
        stands = effects.is_running(table, battle, effects.SHOCK_FROM_LINE, target=card)
        if own.formation or not stands:
            return refuse("NOT_COLUMN", "7.32", f"{name} is not in column.")
    return None


def _charges(table: Table, battle: Battle, card: str) -> bool:
    """Whether it has come in as a column, and may shock all the same [13.a, 291, G-63]."""
    own = battle.cards[card]
    if own.way != "engage" or own.formation != labels.COLUMN:
        return False
    side = side_of(own.nation)
    return effects.is_running(table, battle, effects.CHARGE, side=side, place=own.place)


def _refuse_victim(table: Table, battle: Battle, card: str, target: str) -> Refusal | None:
    """Whom nobody shocks, and who shocks whom [7.33, 7.34, 11.2]."""
    it, at = labels.label(table, card), labels.label(table, target)
    other = battle.cards[target]
    wrong = targets.refuse_woods(table, battle, card, target)
    if wrong is not None:
        return wrong
    if sites.under(table, battle, target) == sites.BUILDING:
        return refuse("BUILDING", "7.33", "Infantry in a building cannot be shocked.")
    if other.formation == labels.SQUARE:
        lances = effects.is_running(table, battle, effects.SHOCK_SQUARE, target=card)
        if not lances:
            return refuse("SQUARE", "7.33", "Infantry in square cannot be shocked.")
    if isinstance(at, labels.Cavalry):
        if isinstance(it, labels.Infantry):
            return refuse("INFANTRY_AT_CAVALRY", "7.34", "Infantry does not shock cavalry.")
        if not other.blown:
            return refuse("CAVALRY_NOT_BLOWN", "7.34", "Cavalry shocks only blown cavalry.")
    if total(ratings.strength(table, battle, card, target)) < 1:
        return refuse("NO_DICE", "G-14", "It has no dice left against that target.")
    return None


def shock(table: Table, decision: Decision, order: Shock) -> None:
    """As many dice as its combat value; cavalry is blown by it [7.3, 7.31]."""
    battle, card = actions.here(table), order.card
    target = battle.called(order.target, enemy(decision.seat))
    lines = ratings.strength(table, battle, card, target)
    worth = ratings.shock(table, battle, card, target)
    dice, draw = roll(table, f"shock of {labels.name_for_chance(table, card)}", total(lines))
    hits = ratings.hits(total(worth), dice)
    shocked = CardShocked(
        enemy(decision.seat),
        battle.id,
        card,
        order.target,
        battle.cards[target].place,
        lines,
        total(worth),
        worth,
        dice,
        hits,
        draw,
        labels.kind_of(table, card) == labels.CAVALRY,
    )
    if table.rulings.cites_cards:
        by = "7.31" if shocked.blown else "7.32"
        clauses = dict.fromkeys((by, *(line.clause for line in (*lines[1:], *worth[1:]))))
    else:
        clauses = dict.fromkeys(line.clause for line in (*lines[1:], *worth))
    table.record(shocked, "7.3", *clauses)
    targets.land(table, battle, target, hits, dice)
