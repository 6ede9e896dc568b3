"""8.0, 8.3, 8.4, 12.0 and "Mended": no order after which the phase could no longer be ended.

"Refused is every order after which a position holds more than four cards and fewer than the surplus
can still leave in this phase." Who can still leave is tried out: all moves that the cards of a lane
still have are made, in every order, until nobody is too many, or nothing is left to be tried.
"""

from dataclasses import replace

from tests.eagles_waterloo.oracle.field import LANES, Position, foe, is_reserve, lane_of, reserve
from tests.eagles_waterloo.oracle.instants import instants
from tests.eagles_waterloo.oracle.moves import after_move, legal_moves
from tests.eagles_waterloo.oracle.terrain import withdraw_decoy_refused

UNITS, LEADERS = 4, 1
"""How many cards, and how many generals that are seen, a side may leave in a position."""


def room_refused(before: Position, after: Position, decided=False):
    """Refusals of an order of the Combat phase that leads from one position to the other.

    `after` is the position before the instants of G-46: what an enemy card face down may be makes
    no difference. A position that was too full before, as only a correction leaves it, is no worse
    for being so still. A battle that is `decided` by the order has no phase left to be ended.
    """
    if decided:
        return set()
    reasons = set()
    if stranded(after, _stacked, UNITS) > stranded(before, _stacked, UNITS):
        reasons.add("stack_full")
    if stranded(after, _seen, LEADERS) > stranded(before, _seen, LEADERS):
        reasons.add("two_generals")
    return reasons


def decides(before: Position, after: Position, name):
    """Whether a card that has moved to where nobody of the enemy lies has decided the battle by it,
    for its side or against it (4.3)."""
    card = after.cards[name]
    free = not before.standing(card.place, foe(card.side))
    return free and bool(instants(after).winner)


def _stacked(card):
    return card.face.unit or card.decoy  # G-29


def _seen(card):
    return card.leads


def stranded(position: Position, counted, most):
    """How many of the acting side have to stay where they are too many, whatever they do."""
    return sum(_fewest(position, lane, counted, most, {}) for lane in LANES)


def _fewest(position, lane, counted, most, known):
    """The least surplus in a lane that any moves of the cards there can bring about."""
    there = _in_lane(position, lane, counted)
    left = _surplus(there, most)
    key = (tuple(sorted((name, it.place) for name, it in there.items())), position.in_hand)
    if key in known:
        return known[key]
    known[key] = left
    for after in _ways_out(position, there) if left else ():
        left = min(left, _fewest(after, lane, counted, most, known))
        if not left:
            break
    known[key] = left
    return left


def _in_lane(position, lane, counted):
    return {
        name: it
        for place in LANES[lane]
        for name, it in position.standing(place, position.acting).items()
        if counted(it)
    }


def _surplus(there, most):
    places = [it.place for it in there.values()]
    return sum(max(0, places.count(place) - most) for place in set(places))


def _ways_out(position, there):
    """The positions that one further move of any of these cards leads to, backward ones first."""
    for name in there:
        for to in sorted(legal_moves(position, name), key=lambda it: not is_reserve(it)):
            yield after_move(position, name, to)
        if not withdraw_decoy_refused(position, name):
            yield after_withdrawal(position, name)


# -- orders that are no moves of units -------------------------------------------------------------


def after_standing(position, *names):
    """The position after cards act where they stand; a card that was moving has ended (G-47)."""
    for name in names:
        position = position.with_card(name, acted_standing=True)
    return replace(position, in_hand="")


def after_placing(position, name, to):
    """The position after a decoy was laid, which is its move (14.0, G-78)."""
    placed = position.with_card(name, place=to, face_up=False, moves_used=1)
    return replace(placed, in_hand=name)


def after_showing(position, name):
    """The position after a decoy was shown, which is nobody's move (G-29); a special goes back."""
    card = position.cards[name]
    if card.kind == "terrain":
        return position.without({name})
    if card.kind == "special":
        return position.with_card(name, place=reserve(card.side), face_up=False, withdrawn=True)
    return position.with_card(name, face_up=True)


def after_withdrawal(position, name):
    """The position after a decoy went back by its move (G-29)."""
    home = reserve(position.cards[name].side)
    back = position.with_card(name, place=home, moves_used=1, withdrawn=True)
    return replace(back, in_hand=name)


def is_crowded(position, place):
    """Whether one card more of the acting side would be too many there."""
    cards = position.standing(place, position.acting).values()
    return sum(map(_stacked, cards)) >= UNITS or sum(map(_seen, cards)) >= LEADERS


def crowded_lanes(position):
    """Lanes with a position that holds too many of the acting side now."""
    return {
        lane_of(place)
        for lane, pair in LANES.items()
        for place in pair
        for counted, most in ((_stacked, UNITS), (_seen, LEADERS))
        if sum(map(counted, position.standing(place, position.acting).values())) > most
    }
