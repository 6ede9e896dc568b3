"""Chapters 8, 10, 11.3 and 12.3: moves, and why not."""

from dataclasses import dataclass, replace

from tests.eagles_waterloo.oracle.cards import without_code
from tests.eagles_waterloo.oracle.field import (
    PRUSSIAN_PLACES,
    SIDES,
    Position,
    commander_in_play,
    foe,
    is_reserve,
    lane_of,
    opposite,
    own_positions,
    owner,
    positions,
    reserve,
)
from tests.eagles_waterloo.oracle.terrain import allowance, no_room

BROKEN_BRIDGE = 297


@dataclass(frozen=True)
class Move:
    """The answer to one Move(card, to, formation, onto): engage, disengage or empty if it is
    neither, and all refusals that apply."""

    kind: str
    reasons: frozenset[str]

    @property
    def legal(self):
        return not self.reasons


def places(side):
    """Where cards of the side may stand: the enemy Reserve is never entered."""
    return [reserve(side), *positions()]


def next_in_lane(place, side):
    """Where one move may lead (8.0): own Reserve, own position, opposite position."""
    if is_reserve(place):
        return own_positions(side)
    if owner(place) == side:
        return [reserve(side), opposite(place)]
    return [opposite(place)]


def move(position: Position, name, to, formation="", onto=None):
    """One move of the card, infantry with a formation or none, onto a terrain card or none."""
    card = position.cards[name]
    kind = kind_of_move(position, card, to)
    reasons = refused_to_the_mover(position, name, kind)
    reasons |= refused_on_the_way(position, card, to, kind)
    reasons |= refused_to_its_office(position, card, to)
    if formation:
        reasons |= refused_formation(position, card, to, formation)
    if onto is not None:
        reasons |= no_room(position, name, onto)
        if position.ground[onto].place != to:
            reasons.add(without_code("11.5"))
    return Move(kind, frozenset(reasons))


def legal_moves(position, name):
    """All places to which one move may lead now."""
    there = places(position.cards[name].side)
    return {
        to for to in there if to != position.cards[name].place and move(position, name, to).legal
    }


def kind_of_move(position, card, to):
    """Engage: into a place with enemy cards (8.1). Disengage: out of an engaged one (8.2)."""
    if position.engaged(card.place):
        return "disengage"
    return "engage" if position.standing(to, foe(card.side)) else ""


def refused_to_the_mover(position, name, kind):
    card = position.cards[name]
    reasons = set()
    if card.side != position.acting:
        reasons.add("not_your_turn")
    if position.phase != "combat":
        reasons.add("wrong_phase")
    if card.kind in ("special", "terrain") or card.decoy:
        reasons.add(without_code("14.0"))
    if card.fired or card.acted_standing or card.withdrawn:
        reasons.add("already_acted")
    if card.moves_used >= allowance(card):
        reasons |= {"no_moves", "already_acted"}
    elif card.moves_used and position.in_hand != name and not card.extra_moves:
        reasons.add("already_acted")  # G-47
    if card.arrived_this_turn:
        reasons.add("arrived_this_turn")
    if len(card.move_kinds | ({kind} - {""})) > 1:
        reasons.add("engage_and_disengage")  # 8.3
    return reasons


def refused_on_the_way(position, card, to, kind):
    """Refusals by 8.0 to 8.3 and 11.3."""
    reasons = set()
    enemies_there = bool(position.standing(to, foe(card.side)))
    if to not in next_in_lane(card.place, card.side):
        return {"sideways"}
    if kind == "disengage":
        backwards = to == reserve(card.side) or owner(to) == card.side
        if not backwards:
            reasons |= {"through_enemy", "disengage_blocked"}
        elif enemies_there:
            reasons.add("disengage_blocked")
    if card.kind == "artillery" and not card.face.horse and enemies_there:
        reasons.add("foot_artillery_engage")
    if crosses(card, to) and card.face.unit and used_up(position, lane_of(to)):
        reasons.add("river_limit")
    return reasons


def crosses(card, to):
    """Whether the move goes over the Middle Ground."""
    return not card.in_reserve and not is_reserve(to)


def crossing_limit(position, lane):
    """The crossings of the lane's river a turn, or None without a river (11.3, Broken Bridge)."""
    river = position.river(lane)
    if river is None:
        return None
    return max(0, river.face.capacity - len(position.in_force(BROKEN_BRIDGE, lane=lane)))


def used_up(position, lane):
    limit = crossing_limit(position, lane)
    return limit is not None and position.crossings.get(lane, 0) >= limit


def refused_to_its_office(position, card, to):
    """Refusals to Prussians at Waterloo (10.0) and to a chief of staff (12.3, G-26)."""
    reasons = set()
    if position.battle == "waterloo" and card.face.nation == "prussian":
        if not position.prussians_arrived:
            reasons.add("prussian_not_arrived")
        if to not in PRUSSIAN_PLACES:
            reasons.add("prussian_lane")
    if card.face.command == "chief_of_staff" and commander_in_play(position, card.face.nation):
        homewards = to == reserve(card.side) or (
            not card.in_reserve and owner(card.place) != card.side and owner(to) == card.side
        )
        if not homewards:
            reasons.add("chief_of_staff")
    return reasons


def refused_formation(position, card, to, formation):
    """Refusals of a formation ordered with a move (9.0): the engaged may not change so, and
    there is none in Reserve (G-50)."""
    reasons = set()
    if is_reserve(to):
        reasons.add(without_code("G-50"))
    if formation == card.formation:
        reasons.add(without_code("9.0"))
    if card.kind != "infantry":
        reasons.add("not_infantry")
    elif position.engaged(card.place):
        reasons.add("already_acted")
    return reasons


def change_formation_refused(position, name, formation=""):
    """Refusals of ChangeFormation(card, formation), standing still (9.0, G-17)."""
    card = position.cards[name]
    reasons = set()
    if card.side != position.acting:
        reasons.add("not_your_turn")
    if card.kind != "infantry":
        reasons.add("not_infantry")
    if card.acted:
        reasons.add("already_acted")
    if card.in_reserve or formation == card.formation:
        reasons.add(without_code("9.0"))
    return reasons


def show_general_refused(position, name):
    """Refusals of ShowGeneral(card) from the Reserve (10.0, G-18)."""
    card = position.cards[name]
    reasons = set()
    if card.side != position.acting:
        reasons.add("not_your_turn")
    if card.kind != "general" or card.face.nation != "prussian" or not card.in_reserve:
        reasons.add("not_prussian_general")
    if position.battle != "waterloo" or position.prussians_arrived:
        reasons.add(without_code("10.0"))
    if card.withdrawn:
        reasons.add("already_acted")
    return reasons


def after_move(position, name, to, formation="", onto=None):
    """The position after a legal move, before the instants of G-46."""
    card = position.cards[name]
    kind = kind_of_move(position, card, to)
    home = is_reserve(to)
    moved = replace(
        card,
        place=to,
        moves_used=card.moves_used + 1,
        move_kinds=card.move_kinds | ({kind} - {""}),
        formation="line" if home else formation or card.formation,  # G-50
        blown=card.blown and not home,  # 7.31
        face_up=not home and ((card.face_up and not card.in_reserve) or card.kind == "general"),
        on_terrain=onto,
    )
    crossings = dict(position.crossings)
    if crosses(card, to) and card.face.unit and position.river(lane_of(to)):
        crossings[lane_of(to)] = crossings.get(lane_of(to), 0) + 1
    after = replace(
        position,
        cards={**position.cards, name: moved},
        crossings=crossings,
        in_hand=name,
        orders_given=True,
    )
    if onto is not None:
        captured = position.ground[onto].holder != card.side
        after = after.with_card(name, face_up=moved.face_up or captured)  # G-77
        taken = replace(position.ground[onto], holder=card.side)
        after = replace(after, ground={**position.ground, onto: taken})
    return turned_up(after, to) if kind == "engage" else after


def turned_up(position, place):
    """All cards of an engaged position turn face up (8.1); decoys there die, not turning up."""
    for side in SIDES:
        for name, card in position.standing(place, side).items():
            if not card.decoy:
                position = position.with_card(name, face_up=True)
    return position
