"""Chapters 6 and 12, the Morale phase: who checks, on what dice, and who is lost."""

from dataclasses import dataclass, replace

from tests.eagles_waterloo.oracle.cards import MORALE
from tests.eagles_waterloo.oracle.field import Position, corps_in_force, owner

ONE_MORE = (106, 191, 300)  # Vive l'Empereur, Steady, Steadfast
HOLD_AT_ALL_COSTS, MARSCHALL_VORWAERTS, LANDWEHR_FERVOUR = 198, 292, 294


@dataclass(frozen=True)
class Check:
    """A morale check: the number of dice, the value of the class, and the modifiers as
    (amount, clause); a die up to `target` passes, but a 1 always does and a 6 never."""

    dice: int
    value: int
    modifiers: tuple[tuple[int, str], ...]

    @property
    def target(self):
        return self.value + sum(amount for amount, _ in self.modifiers)


def generals_to_check(position: Position):
    """The generals with hits, worst hit first (G-45): they go before all others (12.4)."""
    with_hits = [
        name
        for name, card in position.cards.items()
        if card.side == position.acting and card.kind == "general" and card.hits
    ]
    return sorted(with_hits, key=lambda name: -position.cards[name].hits)


def check_refused(position, name):
    """Refusals of CheckMorale(card)."""
    card = position.cards[name]
    reasons = set()
    if card.side != position.acting:
        reasons.add("not_your_turn")
    if position.phase != "morale":
        reasons.add("wrong_phase")
    if not card.hits:
        reasons.add("no_hits")
    if generals_to_check(position):
        reasons.add("generals_first")
    return reasons


def morale_check(position, name, dice=None):
    """The check of a unit card: one die a hit, or so many (16.d)."""
    card = position.cards[name]
    raised = card.face.morale == "D" and position.in_force(LANDWEHR_FERVOUR, card=name)
    value = MORALE["C" if raised else card.face.morale]
    return Check(card.hits if dice is None else dice, value, modifiers(position, name))


def modifiers(position, name):
    """General (12.1), square (9.3), specials (13.a)."""
    card = position.cards[name]
    here = card.place
    parts = []
    support = general_support(position, name)
    if support:
        parts.append((support, "12.1"))
    if card.kind == "infantry" and card.formation == "square":
        parts.append((1, "9.3"))
    helpful = list(ONE_MORE)
    if card.kind == "infantry" and position.lies_on(name, "building"):
        helpful.append(HOLD_AT_ALL_COSTS)
    if card.face.nation == "prussian":
        helpful.append(MARSCHALL_VORWAERTS)
    for effect in position.in_force(*helpful, place=here):
        if effect.side == card.side:
            parts.append((1, "13.a"))
    return tuple(parts)


def general_support(position, name):
    """What a general who is seen in the card's position adds: attack in an enemy position,
    defence in an own one (G-25), for the same corps and nation (12.2). Of two the better one
    counts: before the end of a Combat phase (G-24), and after dice that found one (G-100)."""
    card = position.cards[name]
    added = [0]
    for leader in position.standing(card.place, card.side).values():
        if not leader.leads or leader.face.nation != card.face.nation:
            continue
        corps = corps_in_force(position, leader.face)
        if corps == "A" or (corps and corps == card.face.corps):
            own = owner(card.place) == card.side
            added.append(leader.face.defence if own else leader.face.attack)
    return max(added)


def die_passes(die, target):
    """A natural 1 passes, a natural 6 routs, else up to the value (6.0)."""
    return die == 1 or (die != 6 and die <= target)


def stands(check, dice):
    """Whether the card stands: one die that fails eliminates it (G-10)."""
    return all(die_passes(die, check.target) for die in dice)


def general_lives(dice):
    """1 to 5 nothing, 6 dead, one die a hit (12.4)."""
    return 6 not in dice


def after_general(position, name, dice):
    """The position after a general's dice, before the instants of G-46."""
    if general_lives(dice):
        return position.with_card(name, hits=0)
    return position.without({name})


def after_check(position, name, dice):
    """The position after a unit's dice, before the instants of G-46."""
    if stands(morale_check(position, name), dice):
        return position.with_card(name, hits=0)
    fallen = {**position.eliminated, name: position.cards[name].face}
    return replace(position.without({name}), eliminated=fallen)
