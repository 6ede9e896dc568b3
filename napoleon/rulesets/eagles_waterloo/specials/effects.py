"""13.a What specials that were played do to numbers and rules, where it matters."""

from __future__ import annotations

from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Battle, Played
from napoleon.rulesets.eagles_waterloo.table import Table

EXTRA_MOVE = "extra_combat_move"
SHOCK = "shock"
FIRE_LONG = "fire_long"
MORALE = "morale"
SKIRMISH = "fire_across_middle_ground"
SHOCK_SQUARE = "shock_square"
RALLY = "rally"
IGNORE_HITS = "ignore_hits"
FIRE = "fire"
ENEMY_FIRE_LONG = "enemy_fire_long"
SHOCK_FROM_LINE = "shock_from_line"
ROCKETS = "fire_long_rating"
ADD_CARD = "add_card"
CHARGE = "shock_after_entering"
CLASS_UP = "morale_class_up"
EXTRA_REINFORCEMENT = "extra_reinforcement"
CROSSING_LIMIT = "crossing_limit"
NO_SHOCK = "no_shock"

GUARD = "G"
"""The corps of the Imperial Guard [13.a, 110]."""


def special(table: Table, card: str) -> labels.Special:
    """What a special card says."""
    found = labels.label(table, card)
    assert isinstance(found, labels.Special), f"{card} is no special"
    return found


def running(
    table: Table,
    battle: Battle,
    effect: str,
    *,
    side: str = "",
    place: str = "",
    target: str = "",
) -> list[Played]:
    """Specials of an effect that were played, of a side, at a position, for a card, if named."""
    return [
        it
        for it in battle.played
        if special(table, it.card).effect_kind == effect
        and (not side or it.side == side)
        and (not place or it.place == place)
        and (not target or it.target == target)
    ]


def clause_of(table: Table, card: str) -> str:
    """The clause of a special, by the number of its card [13.a]."""
    return f"13.a.{special(table, card).no}" if table.rulings.cites_cards else "13.a"


def clause(table: Table, battle: Battle, effect: str, **named: str) -> str:
    """The clause of the special that has this effect, which was played, as in `running`."""
    return clause_of(table, running(table, battle, effect, **named)[0].card)


def clause_of_kind(table: Table, effect: str) -> str:
    """The clause of the special that has an effect, whether it was played or is over."""
    cards = table.data.by_id.values()
    its = (it for it in cards if isinstance(it, labels.Special) and it.effect_kind == effect)
    return clause_of(table, next(its).id)


def is_running(table: Table, battle: Battle, effect: str, **named: str) -> bool:
    """Whether a special of this effect was played, as in `running`."""
    return bool(running(table, battle, effect, **named))


def hits_removed(table: Table, battle: Battle, card: str) -> int:
    """Hits that are removed without a die: one of a unit or general of the Guard [13.a, 110]."""
    own = battle.cards[card]
    if labels.label(table, card).corps != GUARD:
        return 0
    played = running(table, battle, IGNORE_HITS, side=side_of(own.nation), place=own.place)
    return min(own.hits, sum(special(table, it.card).amount for it in played))
