"""What a special names: a position, a card there, a routed card, a lane, or nothing [13.a]."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import labels, places, sites
from napoleon.rulesets.eagles_waterloo.orders import PlaySpecial
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

POSITION = "position"
POSITION_AND_CARD = "position_and_card"
CARD = "card"
ROUTED_CARD = "routed_card"
LANE = "lane"

BEST_SHOCK = 4
"""Of the cavalry that Scotland Forever is for [13.a, 195]."""

Fits = Callable[[Table, Battle, str], bool]
"""Whether an own card is one that a special may help."""


def _is(kind: type) -> Fits:
    return lambda table, battle, card: isinstance(labels.label(table, card), kind)


def _mover(table: Table, battle: Battle, card: str) -> bool:
    return labels.wins_positions(labels.label(table, card))


def _unit(table: Table, battle: Battle, card: str) -> bool:
    return labels.is_unit(labels.label(table, card))


def _column(table: Table, battle: Battle, card: str) -> bool:
    return battle.cards[card].formation == labels.COLUMN


def _line(table: Table, battle: Battle, card: str) -> bool:
    infantry = labels.kind_of(table, card) == labels.INFANTRY
    return infantry and not battle.cards[card].formation


def _foot(table: Table, battle: Battle, card: str) -> bool:
    it = labels.label(table, card)
    return isinstance(it, labels.Artillery) and not it.horse


def _horse(table: Table, battle: Battle, card: str) -> bool:
    it = labels.label(table, card)
    return isinstance(it, labels.Artillery) and it.horse


def _lancer(table: Table, battle: Battle, card: str) -> bool:
    it = labels.label(table, card)
    return isinstance(it, labels.Cavalry) and it.lancer


def _guards(table: Table, battle: Battle, card: str) -> bool:
    it = labels.label(table, card)
    return isinstance(it, labels.Infantry) and it.morale == "A"


def _heavy(table: Table, battle: Battle, card: str) -> bool:
    it = labels.label(table, card)
    return isinstance(it, labels.Cavalry) and it.shock == BEST_SHOCK


def _old_guard(table: Table, battle: Battle, card: str) -> bool:
    may_be_hit = labels.is_unit(labels.label(table, card)) or battle.cards[card].revealed
    return may_be_hit and labels.label(table, card).corps == effects.GUARD


def _on_hill(table: Table, battle: Battle, card: str) -> bool:
    return sites.under(table, battle, card) == sites.HILL


def _in_building(table: Table, battle: Battle, card: str) -> bool:
    return sites.under(table, battle, card) == sites.BUILDING


def _recruit(table: Table, battle: Battle, card: str) -> bool:
    it = labels.label(table, card)
    in_position = battle.cards[card].place in places.POSITIONS
    return labels.is_unit(it) and it.morale == "D" and in_position


def _blucher(table: Table, battle: Battle, card: str) -> bool:
    return battle.cards[card].revealed and labels.printed(card) == "p_blucher"


FITS: dict[str, Fits] = {
    "f_en_avant": _mover,
    "f_pas_de_charge": _column,
    "f_grand_battery": _foot,
    "f_vive_l_empereur": _unit,
    "f_skirmishers": _is(labels.Infantry),
    "f_lancers": _lancer,
    "f_la_garde_au_feu": _old_guard,
    "b_steady": _unit,
    "b_thin_red_line": _line,
    "b_reverse_slope": _on_hill,
    "b_up_guards": _guards,
    "b_scotland_forever": _heavy,
    "b_rifles": _is(labels.Infantry),
    "b_hold_at_all_costs": _in_building,
    "b_congreve_rockets": _horse,
    "p_vorwarts": _is(labels.Infantry),
    "p_marschall_vorwarts": _blucher,
    "p_volunteer_jager": _is(labels.Infantry),
    "p_landwehr_fervour": _recruit,
    "p_steadfast": _unit,
}
"""Which own cards each special helps, by its id in the data pack."""

OWN_POSITION = {
    "f_grand_battery",
    "f_skirmishers",
    "b_reverse_slope",
    "b_rifles",
    "p_volunteer_jager",
}
"""Those that name an own position, not any [13.a]."""

RALLIED = ("B", "C", "D")
"""Classes of morale that may be rallied [13.a, 109]."""


def named(table: Table, battle: Battle, seat: str, card: str) -> Iterator[tuple[str, str]]:
    """Every place and target that a special might name; `refuse_named` says which it may."""
    special = effects.special(table, card)
    match special.names:
        case "position":
            for place in places.POSITIONS:
                yield place, ""
        case "position_and_card":
            for place in places.POSITIONS:
                for target in battle.at(place, seat):
                    yield place, target
        case "card":
            for target, it in battle.cards.items():
                if side_of(it.nation) == seat:
                    yield "", target
        case "routed_card":
            for target in battle.routed:
                yield "", target
        case "lane":
            for lane in places.LANES:
                yield lane, ""
        case _:
            yield "", ""


def refuse_named(table: Table, battle: Battle, seat: str, order: PlaySpecial) -> Refusal | None:
    """Why a special cannot name what it names [13.a]."""
    special = effects.special(table, order.card)
    name, clause = labels.name_of(table, order.card), f"13.a.{special.no}"
    fits = FITS.get(special.id)
    none = refuse("NO_TARGET", clause, f"{name} finds nothing there that it helps.")
    match special.names:
        case "position":
            if order.place not in places.POSITIONS or order.target:
                return refuse("NO_TARGET", clause, f"{name} names a position.")
            useless = _is_useless(table, battle, seat, special, order.place, fits)
            return none if useless else None
        case "position_and_card":
            there = battle.at(order.place, seat) if order.place in places.POSITIONS else []
            if order.target not in there:
                return refuse("NO_TARGET", clause, f"{name} names a card of yours in a position.")
            if special.id in OWN_POSITION and places.owner(order.place) != seat:
                return none
            return None if fits is None or fits(table, battle, order.target) else none
        case "card":
            own = battle.cards.get(order.target)
            if own is None or side_of(own.nation) != seat or order.place:
                return refuse("NO_TARGET", clause, f"{name} names a card of yours.")
            return None if fits is None or fits(table, battle, order.target) else none
        case "routed_card":
            return None if _may_rally(table, battle, seat, order) else none
        case "lane":
            river = order.place in places.LANES and sites.river_in(table, battle, order.place)
            return None if river and not order.target else none
        case _:
            return none if order.place or order.target else None


def _is_useless(
    table: Table,
    battle: Battle,
    seat: str,
    special: labels.Special,
    place: str,
    fits: Fits | None,
) -> bool:
    """Whether a position is none that the special helps."""
    if special.id in OWN_POSITION and places.owner(place) != seat:
        return True
    if special.effect_kind == effects.CHARGE:
        return False
    own = battle.at(place, seat)
    return not any(fits is None or fits(table, battle, card) for card in own)


def _may_rally(table: Table, battle: Battle, seat: str, order: PlaySpecial) -> bool:
    return (
        order.target in battle.routed
        and not order.place
        and may_be_rallied(table, seat, order.target)
    )


def may_be_rallied(table: Table, seat: str, card: str) -> bool:
    """Whether a card that has routed is one that a seat could bring back [13.a, 109]."""
    it = labels.label(table, card)
    return labels.is_unit(it) and it.side == seat and it.morale in RALLIED
