"""4.3, 11.5, 12.4, 14.0: what happens the instant it is so, in the order of G-46."""

from dataclasses import dataclass, replace

from tests.eagles_waterloo.oracle.field import (
    SIDES,
    Position,
    commander_in_play,
    foe,
    own_positions,
    positions,
)
from tests.eagles_waterloo.oracle.moves import legal_moves
from tests.eagles_waterloo.oracle.terrain import withdraw_decoy_refused


@dataclass(frozen=True)
class Instants:
    """What follows at once: generals dead because they are alone, decoys eliminated, terrain
    that falls as number to the side that has it then, the winner or "", and the position then.

    If several terrain cards fall, one does and is occupied before the next is looked at."""

    dead: frozenset[str]
    decoys: frozenset[str]
    fallen: dict[int, str]
    winner: str
    position: Position


def instants(position: Position):
    """What follows from any single event."""
    dead = lone_generals(position)
    after = position.without(dead)
    decoys = engaged_decoys(after)
    after = after.without(decoys)
    fallen = {
        number: foe(after.ground[number].holder)
        for number in sorted(after.ground)
        if falls(after, number)
    }
    ground = {
        number: replace(it, holder=fallen.get(number, it.holder))
        for number, it in after.ground.items()
    }
    after = replace(after, ground=ground)
    return Instants(dead, decoys, fallen, winner(after), after)


def lone_generals(position):
    """Generals without an own unit card in a position with enemy unit cards (12.4, G-27)."""
    return frozenset(
        name
        for name, card in position.cards.items()
        if card.leads
        and not position.units(card.place, card.side)
        and position.units(card.place, foe(card.side))
    )


def engaged_decoys(position):
    """Decoys of engaged positions, even if own units are there (14.0)."""
    return frozenset(
        name for name, card in position.cards.items() if card.decoy and position.engaged(card.place)
    )


def falls(position, number):
    """Whether empty terrain falls to enemy infantry in its position (11.5, G-23, G-46), which
    has to be such as stands on no other terrain (G-67)."""
    it = position.ground[number]
    if it.type == "river" or position.lying_on(number):
        return False
    return bool(loose_infantry(position, it.place, foe(it.holder)))


def loose_infantry(position, place, side):
    return {
        name
        for name, card in position.units(place, side).items()
        if card.kind == "infantry" and card.on_terrain is None
    }


def winner(position):
    """The side with infantry or cavalry alone in an enemy position, or "" (4.3, G-08)."""
    for side in SIDES:
        for place in own_positions(foe(side)):
            force = position.units(place, side).values()
            if any(it.face.winner for it in force) and not position.units(place, foe(side)):
                return side
    return ""


def captors_refused(position, number, names, side):
    """Refusals of ChooseCaptors(cards, terrain) by the new holder (G-23, G-67)."""
    it = position.ground[number]
    reasons = set() if names else {"capacity"}
    for name in names:
        card = position.cards[name]
        if card.kind != "infantry" or card.on_terrain is not None:
            reasons.add("not_infantry")
        if card.place != it.place or card.side != side:
            reasons.add("not_in_position")
    if len(names) > it.face.capacity:
        reasons.add("capacity")
    return reasons


def stack_refused(position):
    """Refusals of EndCombat: positions of either side's with more than 4 or two generals (8.4,
    12.0, G-15, G-24), a chief of staff who has to go back (G-26), as long as one of them can
    leave (Mended). Face-down cards of every kind count as cards (G-29), not as generals."""
    reasons = set()
    for place in positions():
        cards = position.standing(place, position.acting)
        stacked = [name for name, it in cards.items() if it.face.unit or it.decoy]
        leaders = [name for name, it in cards.items() if it.leads]
        if len(stacked) > 4 and one_can_leave(position, stacked):
            reasons.add("stack_full")
        if len(leaders) > 1 and one_can_leave(position, leaders):
            reasons.add("two_generals")
        for name in leaders:
            face = cards[name].face
            recalled = face.command == "chief_of_staff" and commander_in_play(position, face.nation)
            if recalled and one_can_leave(position, [name]):
                reasons.add("chief_of_staff")
    return reasons


def one_can_leave(position, names):
    return any(
        legal_moves(position, name) or not withdraw_decoy_refused(position, name) for name in names
    )
