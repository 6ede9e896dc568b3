"""Chapter 6, fire, hits and morale: 3.5, 6.31, 6.33, 6.4, 6.5, 6.6."""

from dataclasses import dataclass

from tests.napoleon_columbia.oracle.battle import RESERVE, BattlePosition, foe, opposite
from tests.napoleon_columbia.oracle.tables import ARTILLERY, SKIRMISH_FIREPOWER, without_code

STRONGEST_FIREPOWER = 5  # N-46


@dataclass(frozen=True)
class Fire:
    """The answer to one Fire(unit, group, range): all refusals that apply, or none.

    `parts` are (amount, clause) and add up to `firepower`; `dice` is the number thrown.
    """

    reasons: frozenset[str]
    target: tuple[str, str]
    dice: int
    firepower: int
    parts: tuple[tuple[int, str], ...]

    @property
    def legal(self):
        return not self.reasons


def hits(firepower, dice):
    """How many of the dice hit (3.5)."""
    return sum(die <= firepower for die in dice)


def fire(position: BattlePosition, name, group, range_):
    """One fire at the `open` or `square` group, `range_` being engaged, short or long.

    Engaged (6.33.inf, 6.33.cav, N-52) and short (6.33.art) are the position in which the unit
    stands, long the opposite one.
    """
    piece = position.pieces[name]
    target = opposite(piece.place) if range_ == "long" else piece.place
    parts = firepower_parts(position, name, group, range_)
    firepower = sum(amount for amount, _ in parts)
    reasons = refused_for_the_firer(position, piece, range_)
    if piece.place[0] != RESERVE:
        reasons |= refused_for_the_target(position, name, group, target)
    if firepower == 0:
        reasons.add("f_zero")
    return Fire(frozenset(reasons), target, piece.strength, firepower, parts)


def refused_for_the_firer(position, piece, range_):
    reasons = set()
    if piece.side != position.acting:
        reasons.add("not_your_turn")
    if piece.must_withdraw:
        reasons.add("shaken")  # N-21
    if piece.sheltered_by:
        reasons.add("sheltered")  # 6.52
    if piece.fired:
        reasons.add("already_fired")
    free_moves = 1 if piece.type == "horse_art" else 0  # 6.33.horse
    if piece.moves_used > free_moves:
        reasons.add("already_moved")
    if piece.place[0] == RESERVE:
        reasons.add("in_reserve")
        return reasons
    if range_ != "long":
        if not position.engaged(piece.place):
            reasons.add("not_engaged")
    elif piece.type not in ARTILLERY:
        reasons.add("not_engaged")
    elif position.engaged(piece.place) or position.engaged(opposite(piece.place)):
        reasons.add("position_engaged")  # N-24
    return reasons


def refused_for_the_target(position, name, group, target):
    piece = position.pieces[name]
    reasons = set()
    if piece.type in ARTILLERY and position.is_woods(target):
        reasons.add("woods")  # N-14
    targets = target_group(position, foe(piece.side), target, group)
    if not targets:
        reasons.add(without_code("6.4"))
    elif piece.type == "cav" and all(position.holds(other, "farm") for other in targets):
        reasons.add("farm_cavalry")  # N-15
    return reasons


def firepower_parts(position, name, group, range_):
    """The printed firepower and what is added to it (6.21, 6.33, 6.51, N-23, N-27, N-46, N-52)."""
    piece = position.pieces[name]
    parts = [(piece.firepower, "3.5")]
    at_square = group == "square"
    in_woods = position.is_woods(piece.place)
    if piece.type == "inf":
        if position.holds(name, "farm"):
            parts.append((1, "6.21.farm"))
        if at_square:
            parts.append((1, "6.51"))
    elif piece.type == "cav":
        if in_woods:
            parts.append((1 - piece.firepower, "6.21.woods"))
        if at_square:
            parts.append((-1, "6.51"))
        elif piece.charge_ready and not in_woods:
            parts.append((1, "6.33.cav"))
    elif piece.type in ARTILLERY:
        if range_ == "long" and position.holds(name, "hill"):
            parts.append((1, "6.21.hill"))
        if range_ != "long" and piece.first_fire_ready:
            parts.append((1, "6.33.art"))
        if at_square:
            parts.append((1, "6.51"))
    total = sum(amount for amount, _ in parts)
    clipped = max(0, min(STRONGEST_FIREPOWER, total))
    if clipped != total:
        parts.append((clipped - total, "N-46"))
    return tuple(part for part in parts if part[0] or part[1] == "3.5")


def target_group(position, side, place, group):
    """The strengths of one group of targets: squares with what they shelter, or all the rest."""
    return {
        name: piece.strength
        for name, piece in position.standing(place, side).items()
        if bool(piece.square or piece.sheltered_by) == (group == "square")
    }


def takers(strengths, spared=frozenset(), long_range=False):
    """Who may take the next hit: the strongest, the owner choosing among equals (6.4, N-26).

    `spared` is the holder of a Farm under the hits of cavalry (N-15); long-range fire leaves
    units of strength 1 alone.
    """
    least = 2 if long_range else 1
    eligible = {
        name: strength
        for name, strength in strengths.items()
        if strength >= least and name not in spared
    }
    strongest = max(eligible.values(), default=0)
    return {name for name, strength in eligible.items() if strength == strongest}


def after_hit(strengths, taker, sheltered_in):
    """The strengths after one hit; what a square sheltered dies with it (6.52)."""
    left = {**strengths, taker: strengths[taker] - 1}
    if left[taker] == 0:
        for name, square in sheltered_in.items():
            if square == taker and name in left:
                left[name] = 0
    return left


@dataclass(frozen=True)
class Outcome:
    """How the hits may end: what is left of each target (0 is eliminated), and how many hits
    were void."""

    strengths: frozenset[tuple[str, int]]
    void: int


def spread(strengths, count, sheltered_in=None, spared=frozenset(), long_range=False):
    """All outcomes that the owner of the targets can reach with so many hits."""
    sheltered_in = sheltered_in or {}
    open_ends = {frozenset(strengths.items())}
    outcomes = set()
    for done in range(count):
        further = set()
        for end in open_ends:
            left = dict(end)
            choice = takers(left, spared, long_range)
            if not choice:
                outcomes.add(Outcome(end, count - done))
            for taker in choice:
                further.add(frozenset(after_hit(left, taker, sheltered_in).items()))
        open_ends = further
    return outcomes | {Outcome(end, 0) for end in open_ends}


def how_hits_fall(position, name, group, range_):
    """The strengths of the targets of a fire, and the circumstances for `takers` and `spread`."""
    shooter = position.pieces[name]
    place = opposite(shooter.place) if range_ == "long" else shooter.place
    strengths = target_group(position, foe(shooter.side), place, group)
    spared = frozenset(
        target for target in strengths if shooter.type == "cav" and position.holds(target, "farm")
    )
    sheltered_in = {
        target: position.pieces[target].sheltered_by
        for target in strengths
        if position.pieces[target].sheltered_by
    }
    return strengths, sheltered_in, spared, range_ == "long"


def hit_outcomes(position, name, group, range_, count):
    """All outcomes of so many hits of that fire."""
    strengths, sheltered_in, spared, long_range = how_hits_fall(position, name, group, range_)
    return spread(strengths, count, sheltered_in, spared, long_range)


def skirmish_fire(type_, strength):
    """Dice and firepower of one revealed unit in a skirmish (6.6, T1)."""
    return strength, SKIRMISH_FIREPOWER[type_]


def skirmishers(units):
    """How many units a side with so many reveals (6.6, N-29)."""
    return min(4, units)


def is_skirmish(attackers, defenders):
    """Whether the fight of so many units is no battle (6.6, N-49)."""
    return min(attackers, defenders) < 3


def morale_checks(position):
    """The units that must check at the start of this combat turn, with their modifiers.

    Modifiers are (amount, clause): leader, alone or not, 9.2 (N-37), square 6.5.
    """
    checks = {}
    for name, piece in position.pieces.items():
        if piece.side != position.acting or piece.strength != 1 or piece.sheltered_by:
            continue
        if not position.engaged(piece.place):
            continue
        companions = {
            other: comrade
            for other, comrade in position.standing(piece.place, piece.side).items()
            if other != name
        }
        if piece.type == "leader":
            if not companions:
                checks[name] = ((1, "9.2"),)
            continue
        parts = []
        if any(
            other.type == "leader" and other.army == piece.army and other.revealed
            for other in companions.values()
        ):
            parts.append((1, "9.2"))
        if piece.square:
            parts.append((1, "6.5"))
        checks[name] = tuple(parts)
    return checks


def morale_result(position, name, die):
    """`good`, `withdraw` or `eliminated` for one die of 6.31."""
    total = die + sum(amount for amount, _ in morale_checks(position)[name])
    piece = position.pieces[name]
    if total >= 4:
        return "good"
    return "eliminated" if piece.square or piece.type == "foot_art" else "withdraw"
