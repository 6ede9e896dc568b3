"""TABLE.F, 11.1, 11.2 Combat value and ratings, line by line [7, 9, 13.a, G-14, G-61]."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.rules.events import Line, total
from napoleon.rulesets.eagles_waterloo import labels, sites
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table

LEAST = 1
MOST = 5
"""Ratings are from 1 to 5 [G-14]."""

ADDED: Mapping[str, int] = {"7.4": 1, "9.2": 1, "9.3": 1, "11.1": 1, "11.2": -1}
"""What is added by clause: infantry at artillery, artillery at a column and at a square, to the
dice of a card on a hill, and to those of infantry that attacks into woods."""

FORMED = 1
"""The fire of infantry in column and in square [9.2, 9.3]."""

NEEDED = 7
"""A die hits from this number less the rating on [7.2]."""

INFANTRY = "infantry"
CAVALRY = "cavalry"
SHORT = "short"
LONG = "long"
SKIRMISH = "skirmish"
"""Ways of firing."""

SHOCK_OF_LANCERS = 2
"""At a square, by a special [13.a, 108]."""


def hits(rating: int, dice: tuple[int, ...]) -> int:
    """How many dice hit: those of 7 less the rating, or more [7.2, 7.3].

    >>> hits(3, (2, 4, 5)), hits(2, (2, 4, 5)), hits(5, (1, 2))
    (2, 1, 1)
    """
    return sum(die >= NEEDED - rating for die in dice)


def strength(table: Table, battle: Battle, card: str, target: str) -> tuple[Line, ...]:
    """The combat value of a card against a target, which is the number of its dice [7.1]."""
    it = labels.unit(table, card)
    lines = [Line(it.cv, "7.1", "printed")]
    if sites.under(table, battle, card) == sites.HILL:
        lines.append(Line(ADDED["11.1"], "11.1", "on a hill"))
    if sites.under(table, battle, target) == sites.WOODS and isinstance(it, labels.Infantry):
        lines.append(Line(ADDED["11.2"], "11.2", "into woods"))
    return tuple(lines)


def fire(
    table: Table, battle: Battle, card: str, target: str, mode: str, *, formation: str
) -> tuple[Line, ...]:
    """The rating of a card's fire at a target; `formation` is that of the target, as it is known.

    The sum is 0 or less if a special brings it there, and then there is no fire [G-61].
    """
    it, own = labels.unit(table, card), battle.cards[card]
    at = labels.label(table, target)
    side, place = it.side, own.place
    if isinstance(it, labels.Infantry):
        lines = _of_infantry(table, battle, card, mode)
        if mode == INFANTRY and isinstance(at, labels.Artillery):
            lines.append(Line(ADDED["7.4"], "7.4", "at artillery"))
        if (
            mode == INFANTRY
            and not own.formation
            and effects.is_running(table, battle, effects.FIRE, side=side, place=place)
        ):
            by = effects.clause(table, battle, effects.FIRE, side=side, place=place)
            lines.append(Line(1, by, "Thin Red Line"))
    elif isinstance(it, labels.Cavalry):
        lines = [Line(it.fire, "7.22", "cavalry")]
    else:
        lines = _of_artillery(table, battle, card, mode)
        if formation in (labels.COLUMN, labels.SQUARE):
            clause = "9.2" if formation == labels.COLUMN else "9.3"
            lines.append(Line(ADDED[clause], clause, f"at a {formation}"))
    capped = _capped(lines)
    if mode in (LONG, SKIRMISH):
        other, there = at.side, battle.cards[target].place
        if effects.is_running(table, battle, effects.ENEMY_FIRE_LONG, side=other, place=there):
            by = effects.clause(table, battle, effects.ENEMY_FIRE_LONG, side=other, place=there)
            capped.append(Line(-1, by, "Reverse Slope"))
    return tuple(capped)


def _of_infantry(table: Table, battle: Battle, card: str, mode: str) -> list[Line]:
    it, formation = labels.unit(table, card), battle.cards[card].formation
    assert isinstance(it, labels.Infantry), "only infantry has formations"
    lines = [Line(it.fire, "7.21", "printed")]
    if mode == SKIRMISH:
        if it.fire != 1:
            by = effects.clause(table, battle, effects.SKIRMISH, target=card)
            lines.append(Line(1 - it.fire, by, "skirmishers"))
    elif formation and it.fire != FORMED:
        clause = "9.2" if formation == labels.COLUMN else "9.3"
        lines.append(Line(FORMED - it.fire, clause, f"in {formation}"))
    return lines


def _of_artillery(table: Table, battle: Battle, card: str, mode: str) -> list[Line]:
    it = labels.unit(table, card)
    assert isinstance(it, labels.Artillery), "only artillery has two ranges"
    own = battle.cards[card]
    if mode == SHORT:
        return [Line(it.fire_short, "7.23", "short range")]
    lines = [Line(it.fire_long, "7.23", "long range")]
    for played in effects.running(table, battle, effects.ROCKETS, target=card):
        amount = effects.special(table, played.card).amount
        if amount != it.fire_long:
            by = effects.clause_of(table, played.card)
            lines.append(Line(amount - it.fire_long, by, "rockets"))
    if not it.horse and effects.is_running(
        table, battle, effects.FIRE_LONG, side=it.side, place=own.place
    ):
        by = effects.clause(table, battle, effects.FIRE_LONG, side=it.side, place=own.place)
        lines.append(Line(1, by, "Grand Battery"))
    return lines


def shock(table: Table, battle: Battle, card: str, target: str) -> tuple[Line, ...]:
    """The rating of a card's shock at a target."""
    it, own = labels.unit(table, card), battle.cards[card]
    assert isinstance(it, labels.Infantry | labels.Cavalry), "artillery does not shock"
    lines = [Line(it.shock, "7.3", "printed")]
    if isinstance(it, labels.Cavalry):
        if battle.cards[target].formation == labels.SQUARE and it.shock != SHOCK_OF_LANCERS:
            by = effects.clause(table, battle, effects.SHOCK_SQUARE, target=card)
            lines.append(Line(SHOCK_OF_LANCERS - it.shock, by, "lancers at a square"))
        if effects.is_running(table, battle, effects.SHOCK, target=card):
            by = effects.clause(table, battle, effects.SHOCK, target=card)
            lines.append(Line(1, by, "Scotland Forever"))
        return tuple(_capped(lines))
    if not own.formation:
        for played in effects.running(table, battle, effects.SHOCK_FROM_LINE, target=card):
            amount = effects.special(table, played.card).amount
            if amount != it.shock:
                by = effects.clause_of(table, played.card)
                lines.append(Line(amount - it.shock, by, "Up Guards"))
    if isinstance(labels.label(table, target), labels.Artillery):
        lines.append(Line(ADDED["7.4"], "7.4", "at artillery"))
    charging = effects.running(table, battle, effects.SHOCK, side=it.side, place=own.place)
    for_columns = [played for played in charging if not played.target]
    if own.formation == labels.COLUMN and for_columns:
        by = effects.clause_of(table, for_columns[0].card)
        lines.append(Line(1, by, "Pas de Charge"))
    return tuple(_capped(lines))


def _capped(lines: list[Line]) -> list[Line]:
    worth = total(lines)
    if worth > MOST:
        return [*lines, Line(MOST - worth, "G-14", "at most 5")]
    if worth < LEAST:
        return [*lines, Line(LEAST - worth, "G-14", "at least 1")]
    return lines
