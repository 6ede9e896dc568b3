"""6, TABLE.M The Morale phase: cards that were hit are checked, generals first [G-10, G-45]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import actions, generals, labels, places, sites
from napoleon.rulesets.eagles_waterloo.events.cards import CardRouted
from napoleon.rulesets.eagles_waterloo.events.morale import CheckOrdered, MoraleChecked
from napoleon.rulesets.eagles_waterloo.orders import CheckMorale, CheckTheRest
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, last_draw_of, refuse

MORALE = "morale"

VALUES = {"A": 4, "B": 3, "C": 2, "D": 1}
"""What a card of each class stands up to [Table M, 6.0]."""

RAISED = {"B": "A", "C": "B", "D": "C"}
"""The next better class [13.a, 294]."""

IN_SQUARE = 1
"""What a square adds [9.3]."""

BEST = 1
WORST = 6
"""A natural 1 always passes, and a natural 6 never does [6.0]."""


# -- what a card stands up to ---------------------------------------------------------------------


def breakdown(table: Table, battle: Battle, card: str) -> tuple[Line, ...]:
    """The highest die that passes, line by line [6.0, 9.3, 12.1, 13.a]."""
    it = labels.unit(table, card)
    own = battle.cards[card]
    side, place = it.side, own.place
    lines = [Line(VALUES[it.morale], "6.0", f"class {it.morale}")]
    if effects.is_running(table, battle, effects.CLASS_UP, target=card):
        better = VALUES[RAISED[it.morale]] - VALUES[it.morale]
        by = effects.clause(table, battle, effects.CLASS_UP, target=card)
        lines.append(Line(better, by, "Landwehr Fervour"))
    lines += generals.support(table, battle, card)
    if own.formation == "square":
        lines.append(Line(IN_SQUARE, "9.3", "in square"))
    for played in effects.running(table, battle, effects.MORALE, side=side, place=place):
        special = effects.special(table, played.card)
        if _reaches(table, battle, special, card):
            by, name = effects.clause_of(table, played.card), labels.name_of(table, played.card)
            lines.append(Line(special.amount, by, name))
    return tuple(lines)


HOLD = "b_hold_at_all_costs"
BLUCHER = "p_marschall_vorwarts"


def _reaches(table: Table, battle: Battle, special: labels.Special, card: str) -> bool:
    """Whether a special for the morale of a position means a card there [13.a]."""
    if special.id == HOLD:
        return sites.under(table, battle, card) == sites.BUILDING
    if special.id == BLUCHER:
        return battle.cards[card].nation == special.nation
    return True


def check(table: Table, battle: Battle, card: str, purpose: str = MORALE) -> None:
    """A die for each hit, all together; one that is too high routs the card [6.0, G-10]."""
    own, name = battle.cards[card], labels.name_for_chance(table, card)
    lines = breakdown(table, battle, card)
    needed = total(lines)
    spared = effects.hits_removed(table, battle, card) if purpose == MORALE else 0
    count = max(own.hits, 1) - spared
    dice = tuple(table.draw(range(1, 7), f"{purpose} of {name}", PUBLIC)[0] for _ in range(count))
    passed = sum(_passes(die, needed) for die in dice)
    routed = passed < len(dice)
    checked = MoraleChecked(
        battle.id,
        card,
        purpose,
        dice,
        spared,
        needed,
        lines,
        _removed(table, own.hits, passed + spared),
        routed,
        last_draw_of(table, count),
    )
    table.record(checked, "6.0", *dict.fromkeys(line.clause for line in lines[1:]))
    if routed:
        lost = CardRouted(battle.id, own.nation, card, own.place, own.terrain, purpose)
        table.record(lost, "6.0")


def _removed(table: Table, hits: int, passed: int) -> int:
    """Hits that are gone: a retreat is checked without hits, too [16.d, G-57]."""
    return min(hits, passed) if table.rulings.removes_hits_only else passed


def _passes(die: int, needed: int) -> bool:
    return die == BEST or (die != WORST and die <= needed)


# -- the phase ------------------------------------------------------------------------------------


def to_check(table: Table, kind: str = "") -> list[str]:
    """Own cards with hits, in the order in which they stand; generals, or units, if named."""
    battle = table.state.battle
    found = [
        card
        for place in places.PLACES
        for card in battle.at(place, battle.active)
        if battle.cards[card].hits
    ]
    if kind == labels.GENERAL:
        return [card for card in found if labels.kind_of(table, card) == labels.GENERAL]
    return [card for card in found if labels.is_unit(labels.label(table, card))]


def _worst_general(table: Table) -> str:
    """The general with most hits, who is checked first [G-45]."""
    battle = table.state.battle
    hit = to_check(table, labels.GENERAL)
    return max(hit, key=lambda card: battle.cards[card].hits, default="")


def generals_due(table: Table) -> bool:
    """Whether generals are checked now: before any unit, once the checks have begun [G-10]."""
    state = table.state
    if state.phase != MORALE or not _worst_general(table):
        return False
    return state.battle.checked or not to_check(table)


def check_general(table: Table) -> None:
    """The one with most hits first [G-45]."""
    generals.check(table, table.state.battle, _worst_general(table))


def due(table: Table) -> bool:
    """Whether a unit of the side whose turn it is has hits."""
    return table.state.phase == MORALE and bool(to_check(table))


def asks(table: Table) -> list[Decision]:
    """The order of the checks is the owner's, until they leave it to the program [G-45]."""
    battle = table.state.battle
    if battle.resting or battle.waiting:
        return []
    text = "Check the morale of your cards that were hit, in any order; first play what helps them."
    return [table.question(battle.active, "morale", "6.0", text)]


def go_on(table: Table) -> None:
    """The next check that was ordered, or that was left to the program."""
    battle = table.state.battle
    card = battle.waiting or to_check(table)[0]
    check(table, battle, card)


def legal_orders(table: Table, decision: Decision) -> Iterator[CheckMorale]:
    """Every unit with hits."""
    return map(CheckMorale, to_check(table))


def refuse_check(table: Table, decision: Decision, order: CheckMorale) -> Refusal | None:
    """Why a card is not checked now [6.0, G-10]."""
    battle = actions.here(table)
    wrong = actions.refuse_card(table, decision.seat, order.card, "6.0")
    if wrong is not None:
        return wrong
    name = labels.name_of(table, order.card)
    if not battle.cards[order.card].hits:
        return refuse("NO_HITS", "6.0", f"{name} has no hits.")
    if not labels.is_unit(labels.label(table, order.card)):
        return refuse("GENERALS_FIRST", "G-10", "Generals are checked by themselves, first of all.")
    return None


def order_check(table: Table, decision: Decision, order: CheckMorale) -> None:
    """Generals are checked first; then this card [G-10]."""
    battle = table.state.battle
    table.record(CheckOrdered(decision.seat, battle.id, order.card), "6.0", "G-45")


def leave_checks(table: Table, decision: Decision, order: CheckTheRest) -> None:
    """All others are checked in the order in which they stand [G-45]."""
    battle = table.state.battle
    table.record(CheckOrdered(decision.seat, battle.id, ""), "6.0", "G-45")
