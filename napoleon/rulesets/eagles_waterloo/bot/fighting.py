"""Fire and shock: at whom, and with whom [7]."""

from __future__ import annotations

import math

from napoleon.rulesets.eagles_waterloo import places
from napoleon.rulesets.eagles_waterloo.bot.power import FACES, Piece
from napoleon.rulesets.eagles_waterloo.bot.seen import Field
from napoleon.rulesets.eagles_waterloo.orders import ChangeFormation, Fire, Shock

MOST_RATING = 5
BLOWN = 0.15
"""What it costs cavalry that it is blown by a shock [7.31]."""
FEW = 1.5
"""How much more it counts to hit somewhere the fewer enemies are left there."""
SQUARE_AT = 1.2
"""How many more shocks of cavalry than other hits are to be feared for infantry to form square."""
COLUMN_AT = 1.0
"""How much better a shock has to be than fire for infantry to form column among enemies."""


def fire(field: Field, order: Fire) -> float:
    """What a volley is worth: enemies that are likely to rout by it."""
    piece, target = field.pieces[order.card], field.pieces[order.target]
    far = piece.place != target.place
    assert piece.face is not None, "an own card is known"
    rating = (piece.face.fire_long or 1) if far else piece.fire
    if piece.kind == "artillery" and target.formation in ("column", "square"):
        rating += 1
    if piece.kind == "infantry" and target.kind == "artillery":
        rating += 1
    return _gain(field, piece, target, rating)


def shock(field: Field, order: Shock) -> float:
    """What a shock is worth, less what it costs cavalry."""
    piece, target = field.pieces[order.card], field.pieces[order.target]
    rating = max(piece.shock, 1)
    if piece.kind == "infantry" and target.kind == "artillery":
        rating += 1
    return _gain(field, piece, target, rating) - BLOWN * (piece.kind == "cavalry")


def _gain(field: Field, piece: Piece, target: Piece, rating: int) -> float:
    """Enemies that rout, counted by what they are worth and how few are left with them."""
    dice = piece.dice - (target.terrain == "woods" and piece.kind == "infantry")
    expected = dice * min(MOST_RATING, rating) / FACES
    before = math.pow(1 - target.routs, target.hits)
    after = math.pow(1 - target.routs, target.hits + expected)
    left = len(field.foes(target.place))
    prize = FEW if places.owner(target.place) == field.enemy else 1.0
    return (before - after) * (1 + target.power / 6) * (1 + prize / max(1, left))


def change(field: Field, order: ChangeFormation) -> float:
    """Whether infantry among enemies had better form otherwise; not worth it if not above 0."""
    piece = field.pieces[order.card]
    if not field.is_engaged(piece.place) or piece.face is None:
        return -1.0
    foes = field.foes(piece.place)
    charges = sum(it.dice * (it.face.shock or 0) / FACES for it in _fresh_cavalry(foes) if it.face)
    others = sum(it.dice * it.rating / FACES for it in foes if it.kind != "cavalry")
    in_danger = charges > SQUARE_AT * (others + 0.5)
    if order.formation == "square":
        return charges if in_danger and piece.terrain != "building" else -1.0
    if order.formation == "column" and piece.terrain != "building" and not in_danger:
        prey = [it for it in foes if it.kind != "cavalry" and it.formation != "square"]
        gain = (piece.face.shock or 0) - (piece.face.fire or 1)
        return 0.2 * gain if prey and gain > COLUMN_AT else -1.0
    return -1.0


def _fresh_cavalry(foes: list[Piece]) -> list[Piece]:
    return [it for it in foes if it.kind == "cavalry" and not it.blown]
