"""Specials that would do nothing now: they may be played, but are offered last [13.a].

What is asked here lies open, or is the player's own.
"""

from __future__ import annotations

from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.orders import PlaySpecial
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle, Card
from napoleon.rulesets.eagles_waterloo.table import Table

_FOR_A_SHOCK = (effects.SHOCK, effects.SHOCK_SQUARE, effects.SHOCK_FROM_LINE)
_FOR_A_SHOT = (effects.FIRE, effects.FIRE_LONG, effects.SKIRMISH, effects.ROCKETS)


def is_idle(table: Table, battle: Battle, order: PlaySpecial) -> bool:
    """Whether a special, played so, does nothing in this player turn as things stand."""
    special = effects.special(table, order.card)
    kind = special.effect_kind
    if kind == effects.EXTRA_REINFORCEMENT:
        return not battle.decks.get(special.nation)
    card = battle.cards.get(order.target)
    if kind == effects.EXTRA_MOVE and card is not None:
        return card.acted or card.late or _is_bound(battle, card)
    if kind not in _FOR_A_SHOCK + _FOR_A_SHOT:
        return False
    named = [card] if card is not None else _there(table, battle, order)
    able = _may_shock if kind in _FOR_A_SHOCK else _may_fire
    return not any(able(battle, it, kind) for it in named)


def _is_bound(battle: Battle, card: Card) -> bool:
    """Whether it has engaged in this turn, and so does not get away in it [8.3]."""
    return battle.is_engaged(card.place) and card.way == "engage"


def _there(table: Table, battle: Battle, order: PlaySpecial) -> list[Card]:
    side = side_of(labels.label(table, order.card).nation)
    found = battle.at(order.place, side)
    return [battle.cards[it] for it in found if labels.is_unit(labels.label(table, it))]


def _may_shock(battle: Battle, card: Card, kind: str) -> bool:
    tired = card.acted or card.moves or card.late or card.blown
    return battle.is_engaged(card.place) and not tired


def _may_fire(battle: Battle, card: Card, kind: str) -> bool:
    """Engaged, or at long range; horse batteries with their rockets after a move, too [7.24]."""
    most = 1 if kind == effects.ROCKETS else 0
    is_far = kind != effects.FIRE
    ready = not (card.acted or card.late) and card.moves <= most
    return ready and battle.is_engaged(card.place) != is_far
