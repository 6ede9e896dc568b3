"""Specials: each where it helps most, and only if it helps somebody [13]."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from napoleon.rulesets.eagles_waterloo.bot.power import Piece
from napoleon.rulesets.eagles_waterloo.bot.seen import Field
from napoleon.rulesets.eagles_waterloo.orders import PlaySpecial

NEVER = -1.0
NIGHT_AT = 2
"""Enemies who may shock for whom it is worth to have night fall [13.a, 299]."""


def worth(field: Field, order: PlaySpecial) -> float:
    """How many cards a special helps where it is played; below 0 if it is kept."""
    card = order.card.partition(".")[0]
    if card in AT_ONCE:
        return 2.0
    if card == "p_night_falls":
        return 1.0 if _charging(field) >= NIGHT_AT else NEVER
    if card == "p_broken_bridge":
        return 0.5
    if order.target and not order.place:
        return _for_one(field, order.target)
    helped = HELPS.get(card)
    if helped is None or (not field.is_engaged(order.place) and card not in AFAR):
        return NEVER
    named = [field.pieces[order.target]] if order.target else field.at(order.place, field.side)
    count = sum(map(helped, named))
    return 0.5 * count if count >= 1 else NEVER


def _for_one(field: Field, target: str) -> float:
    """A rallied unit comes back; one that was hit is steadied."""
    piece = field.pieces.get(target)
    if piece is None:
        return 2.0
    return 0.5 if piece.hits else NEVER


def _charging(field: Field) -> int:
    """Enemies who may shock own units."""
    return sum(
        it.shock > 0 and field.is_engaged(it.place)
        for it in field.pieces.values()
        if it.side == field.enemy
    )


def _hit(it: Piece) -> bool:
    return it.hits > 0


def _idle(it: Piece) -> bool:
    return not (it.acted or it.moves)


def _column(it: Piece) -> bool:
    return it.formation == "column" and _idle(it)


def _line(it: Piece) -> bool:
    return it.formation == "line" and _idle(it)


def _guns(it: Piece) -> bool:
    return it.kind == "artillery" and _idle(it)


def _infantry(it: Piece) -> bool:
    return it.kind == "infantry" and _idle(it)


def _cavalry(it: Piece) -> bool:
    return it.kind == "cavalry" and not it.blown and _idle(it)


HELPS: dict[str, Callable[[Piece], bool]] = {
    "f_vive_l_empereur": _hit,
    "f_la_garde_au_feu": _hit,
    "b_steady": _hit,
    "b_hold_at_all_costs": _hit,
    "p_steadfast": _hit,
    "p_marschall_vorwarts": _hit,
    "f_pas_de_charge": _column,
    "b_thin_red_line": _line,
    "b_up_guards": _infantry,
    "b_scotland_forever": _cavalry,
    "f_grand_battery": _guns,
    "b_congreve_rockets": _guns,
    "f_skirmishers": _infantry,
    "b_rifles": _infantry,
    "p_volunteer_jager": _infantry,
}
"""Whom each special helps, of the own cards in the position that it names."""

AFAR = (
    "f_grand_battery",
    "b_congreve_rockets",
    "f_skirmishers",
    "b_rifles",
    "p_volunteer_jager",
    "f_vive_l_empereur",
    "b_steady",
    "p_steadfast",
    "f_la_garde_au_feu",
    "b_hold_at_all_costs",
    "p_marschall_vorwarts",
)
"""Those that help where nobody is engaged, too."""

AT_ONCE: Sequence[str] = ("p_reserve_brigade", "p_march_to_the_guns", "b_hal_detachment")
"""Those that bring cards."""
