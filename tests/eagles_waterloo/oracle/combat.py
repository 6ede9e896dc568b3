"""Chapter 7, fire and shock: who may name whom, the dice, the rating, and what the dice do."""

from dataclasses import dataclass, replace

from tests.eagles_waterloo.oracle.cards import without_code
from tests.eagles_waterloo.oracle.field import Position, foe, is_reserve, opposite

HIGHEST_RATING = 5  # G-03
SKIRMISHERS = (107, 196, 293)
LANCERS, UP_GUARDS, SCOTLAND_FOREVER, PAS_DE_CHARGE = 108, 194, 195, 104
GRAND_BATTERY, THIN_RED_LINE, REVERSE_SLOPE, CONGREVE_ROCKETS = 105, 192, 193, 199
VORWAERTS, NIGHT_FALLS = 291, 299


@dataclass(frozen=True)
class Attack:
    """The answer to one Fire or Shock: all refusals that apply, or none.

    `parts` are (amount, clause) and add up to `rating`; `dice` is the number thrown.
    """

    reasons: frozenset[str]
    dice: int
    rating: int
    parts: tuple[tuple[int, str], ...]

    @property
    def legal(self):
        return not self.reasons


def hits(rating, dice):
    """How many of the dice hit: each of 7 - rating or more (Table F)."""
    return sum(die >= 7 - rating for die in dice)


def fire(position: Position, name, target, mode):
    """One Fire(card, target, mode), `mode` being long, short or fire (infantry and cavalry)."""
    parts = fire_parts(position, name, target, mode)
    rating = sum(amount for amount, _ in parts)
    dice = combat_value(position, name, target)
    reasons = refused_to_the_firer(position, name)
    reasons |= refused_for_the_range(position, name, mode)
    aim = opposite(position.cards[name].place) if across(position, name, mode) else None
    reasons |= refused_for_the_target(position, name, target, aim)
    seen = sum(amount for amount, _ in fire_parts(as_seen(position, target), name, target, mode))
    if dice == 0 or seen < 1:
        reasons.add("no_dice")  # G-14, G-61, G-65
    return Attack(frozenset(reasons), dice, rating, parts)


def as_seen(position, target):
    """The position with a target that lies face down taken to be in line (G-65)."""
    if position.cards[target].face_up:
        return position
    return position.with_card(target, formation="line")


def shock(position: Position, name, target):
    """One Shock(card, target)."""
    card, other = position.cards[name], position.cards[target]
    parts = shock_parts(position, name, target)
    rating = sum(amount for amount, _ in parts)
    dice = combat_value(position, name, target)
    reasons = refused_to_the_firer(position, name, shocking=True)
    if not card.in_reserve and not position.engaged(card.place):
        reasons.add("not_engaged")
    reasons |= refused_for_the_target(position, name, target, None)
    reasons |= refused_for_the_arms(position, name, target)
    if position.lies_on(target, "building"):
        reasons.add("building")  # 7.33, 11.4
    if position.lies_on(name, "building"):
        reasons.add("inside_building")  # 11.4
    if other.formation == "square" and not lancers_may(position, name):
        reasons.add("square")
    if position.in_force(NIGHT_FALLS):
        reasons.add(without_code("13.a"))
    if dice == 0:
        reasons.add("no_dice")
    return Attack(frozenset(reasons), dice, rating, parts)


# -- who may ---------------------------------------------------------------------------------------


def refused_to_the_firer(position, name, shocking=False):
    card = position.cards[name]
    reasons = set()
    if card.side != position.acting:
        reasons.add("not_your_turn")
    if not card.face.unit:
        reasons.add(without_code("7.1"))
    if card.in_reserve:
        reasons.add("in_reserve")  # G-11
    if card.fired or card.acted_standing:
        reasons.add("already_acted")
    if card.silenced:
        reasons.add(without_code("13.a"))
    if card.moves_used and not may_go_on(position, name, shocking):
        reasons.add("already_acted")
        if shocking:
            reasons.add("moved_this_turn")  # G-12
    if card.acted_standing and shocking:
        reasons.add("moved_this_turn")
    return reasons


def may_go_on(position, name, shocking):
    """Whether a card that has moved may fire (7.24) or shock (Vorwärts) all the same."""
    card = position.cards[name]
    if not shocking:
        return card.face.horse and card.moves_used == 1 and position.in_hand == name
    return (
        card.kind == "infantry"
        and card.formation == "column"
        and bool(position.in_force(VORWAERTS, place=card.place))
    )


def across(position, name, mode):
    """Whether the fire goes over the Middle Ground."""
    return mode == "long" and not is_reserve(position.cards[name].place)


def refused_for_the_range(position, name, mode):
    """Refusals by 7.21 to 7.23."""
    card = position.cards[name]
    if card.in_reserve:
        return set()
    if card.kind == "artillery":
        if mode == "fire":
            return {without_code("7.23")}
    elif mode == "short" or (mode == "long" and not skirmishes(position, name)):
        return {"not_engaged"}
    if mode == "long":
        lane = (card.place, opposite(card.place))
        return {"position_engaged"} if any(position.engaged(it) for it in lane) else set()
    return set() if position.engaged(card.place) else {"not_engaged"}


def skirmishes(position, name):
    return bool(position.in_force(*SKIRMISHERS, card=name))


def refused_for_the_target(position, name, target, aim):
    """Refusals of the card named; `aim` is the position fired at, or None for the own one."""
    card, other = position.cards[name], position.cards[target]
    reasons = set()
    if other.side == card.side or other.place != (aim or card.place):
        reasons.add(without_code("7.4"))
    if other.leads:
        reasons.add("general_target")
    if closed(position, target):
        reasons.add("target_already_hit")
    if position.lies_on(target, "woods") and card.kind != "infantry":
        reasons.add("woods")  # G-20
    return reasons


def closed(position, target):
    """Whether 7.4 closes the card: hit this turn while another card there is not.

    Face-down cards count whatever they are: nobody is to learn that one is a decoy.
    """
    other = position.cards[target]
    if not other.hit_this_turn:
        return False
    there = position.standing(other.place, other.side).values()
    return any(not it.hit_this_turn for it in there if it.face.unit or not it.face_up)


def refused_for_the_arms(position, name, target):
    """Refusals by 7.31, 7.32 and 7.34."""
    card, other = position.cards[name], position.cards[target]
    reasons = set()
    if card.kind == "infantry":
        if card.formation != "column" and not guards_charge(position, name):
            reasons.add("not_column")
        if other.kind == "cavalry":
            reasons.add("infantry_at_cavalry")
    elif card.kind == "cavalry":
        if card.blown:
            reasons.add("blown")
        if other.kind == "cavalry" and not other.blown:
            reasons.add("cavalry_not_blown")
    else:
        reasons.add(without_code("7.3"))
    return reasons


def guards_charge(position, name):
    """Up Guards: from line, at S4 (13.a)."""
    return position.cards[name].formation == "line" and bool(
        position.in_force(UP_GUARDS, card=name)
    )


def lancers_may(position, name):
    """Lancers: the named card may shock a square where it stands (13.a)."""
    return bool(position.in_force(LANCERS, card=name, place=position.cards[name].place))


# -- how strongly ----------------------------------------------------------------------------------


def combat_value(position, name, target):
    """The dice: CV, a hill under the card (11.1), woods over the target (11.2)."""
    value = position.cards[name].face.cv
    if position.lies_on(name, "hill"):
        value += 1
    if position.lies_on(target, "woods") and position.cards[name].kind == "infantry":
        value -= 1
    return max(0, value)


def fire_parts(position, name, target, mode):
    """The base rating of a fire and what is added to it."""
    card, other = position.cards[name], position.cards[target]
    here = card.place
    parts = [base_of_fire(position, name, mode)]
    if card.kind == "artillery":
        if other.kind == "infantry" and other.formation in ("column", "square"):
            parts.append((1, "9.2" if other.formation == "column" else "9.3"))
        if mode == "long" and not card.face.horse and position.in_force(GRAND_BATTERY, place=here):
            parts.append((1, "13.a"))
    elif card.kind == "infantry":
        if mode != "long" and other.kind == "artillery":
            parts.append((1, "7.4"))
        in_line = mode != "long" and card.formation == "line"
        if in_line and position.in_force(THIN_RED_LINE, place=here):
            parts.append((1, "13.a"))
    slope = position.in_force(REVERSE_SLOPE, place=other.place)
    if mode == "long" and any(it.side == other.side for it in slope):
        parts.append((-1, "13.a"))
    return clipped(parts)


def base_of_fire(position, name, mode):
    card = position.cards[name]
    if card.kind == "artillery":
        if mode == "long" and position.in_force(CONGREVE_ROCKETS, card=name):
            return (2, "13.a")
        return (card.face.fire_long if mode == "long" else card.face.fire_short, "7.23")
    if card.kind == "cavalry":
        return (1, "7.22")
    if mode == "long":
        return (1, "13.a")
    return (card.face.fire, "9.1") if card.formation == "line" else (1, "9.0")


def shock_parts(position, name, target):
    """The base rating of a shock and what is added to it."""
    card, other = position.cards[name], position.cards[target]
    parts = [(card.face.shock, "7.3")]
    if card.kind == "infantry":
        if guards_charge(position, name):
            parts = [(4, "13.a")]
        if other.kind == "artillery":
            parts.append((1, "7.4"))
        if card.formation == "column" and position.in_force(PAS_DE_CHARGE, place=card.place):
            parts.append((1, "13.a"))
    else:
        if other.formation == "square" and lancers_may(position, name):
            parts = [(2, "13.a")]
        if position.in_force(SCOTLAND_FOREVER, card=name):
            parts.append((1, "13.a"))
    return clipped(parts)


def clipped(parts):
    """Ratings above 5 are 5 (G-14); one below 1 stays and is refused (G-61)."""
    over = sum(amount for amount, _ in parts) - HIGHEST_RATING
    return (*parts, (-over, "G-14")) if over > 0 else tuple(parts)


# -- what the dice do ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What the dice did: hits on the target, the general hit by natural 1s and how often.
    `decoy_dies` tells that the target is a decoy and is eliminated at once (14.0)."""

    hits: int
    general: str
    general_hits: int
    decoy_dies: bool


def outcome(position, name, target, attack, dice):
    """What these dice of a legal attack do."""
    other = position.cards[target]
    generals = [it for it, card in position.standing(other.place, other.side).items() if card.leads]
    scored = hits(attack.rating, dice)
    ones = dice.count(1)
    return Outcome(
        scored,
        generals[0] if generals and ones else "",
        ones if generals else 0,
        bool(scored and other.decoy),
    )


def after_attack(position, name, target, attack, dice, shocking=False):
    """The position after the attack, before the instants of G-46."""
    did = outcome(position, name, target, attack, dice)
    other = position.cards[target]
    rockets = bool(position.in_force(CONGREVE_ROCKETS, card=name)) and 1 in dice
    if is_reserve(position.cards[name].place) or other.side != foe(position.cards[name].side):
        raise ValueError("only a legal attack has an outcome")
    crossed = other.place != position.cards[name].place
    after = position.with_card(
        name,
        fired=True,
        face_up=True,
        blown=position.cards[name].blown or (shocking and position.cards[name].kind == "cavalry"),
        silenced=rockets and crossed,
    )
    if did.hits:
        after = after.with_card(
            target, hits=other.hits + did.hits, hit_this_turn=True, face_up=True
        )
    if did.decoy_dies:
        after = after.without({target})
    ones = dice.count(1)
    for leader, card in after.standing(other.place, other.side).items() if ones else ():
        if card.kind == "general":  # 12.4 exempts nobody, not who lies face down
            after = after.with_card(leader, hits=card.hits + ones, face_up=True)
    return replace(after, in_hand="", orders_given=True)
