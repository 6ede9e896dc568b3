"""Chapters 11 and 14.0: playing and occupying terrain, and decoys."""

from dataclasses import replace

from tests.eagles_waterloo.oracle.cards import without_code
from tests.eagles_waterloo.oracle.field import (
    PRUSSIAN_PLACES,
    Position,
    commander_in_play,
    foe,
    lane_of,
    own_positions,
    owner,
)

INFANTRY_ONLY = frozenset({"woods", "building"})  # 11.2, 11.4


def allowance(card):
    """Moves a turn (8.0, 8.3, Table T), En Avant included."""
    return (2 if card.kind in ("cavalry", "general") else 1) + card.extra_moves


def no_room(position: Position, name, number):
    """Why the card cannot lie on that terrain: held, wrong_type, capacity (11.0, 11.5)."""
    card, it = position.cards[name], position.ground[number]
    if it.type == "river" or not card.face.unit:
        return {"wrong_type"}
    reasons = set()
    if card.kind != "infantry" and it.type in INFANTRY_ONLY:
        reasons.add("wrong_type")
    lying = position.lying_on(number).values()
    if any(other.side != card.side for other in lying):
        reasons.add("held")
    elif len(lying) >= it.face.capacity:
        reasons.add("capacity")
    return reasons


def occupy_refused(position, name, number):
    """Refusals of OccupyTerrain(card, terrain), the card's action, which is a move (11.5, G-80)."""
    card, it = position.cards[name], position.ground[number]
    reasons = no_room(position, name, number)
    if card.side != position.acting:
        reasons.add("not_your_turn")
    if card.place != it.place or card.on_terrain == number:
        reasons.add(without_code("11.5"))
    if card.fired or card.acted_standing or card.moves_used >= allowance(card):
        reasons.add("already_acted")
    elif card.moves_used and position.in_hand != name and not card.extra_moves:
        reasons.add("already_acted")  # G-47
    if card.arrived_this_turn:
        reasons.add("arrived_this_turn")
    return reasons


def give_place_refused(position, name, other, number):
    """Refusals of occupying a full terrain in the place of an own card, both acting (G-52)."""
    reasons = occupy_refused(position, name, number)
    if "capacity" in reasons:
        reasons.remove("capacity")
    else:
        reasons.add(without_code("G-52"))
    giver = position.cards[other]
    if giver.on_terrain != number or giver.side != position.cards[name].side:
        reasons.add(without_code("G-52"))
    if giver.acted:
        reasons.add("already_acted")
    return reasons


def after_occupation(position, name, number):
    """The position after a legal OccupyTerrain, and whether that captured the terrain."""
    it = position.ground[number]
    side = position.cards[name].side
    captured = it.holder != side
    face_up = position.cards[name].face_up or captured  # G-77
    after = position.with_card(name, on_terrain=number, acted_standing=True, face_up=face_up)
    ground = {**position.ground, number: replace(it, holder=side)}
    return replace(after, ground=ground, in_hand="", orders_given=True), captured


def play_refused(position, face, to):
    """Refusals of PlayTerrain(card) from Reserve to that own position (11.0, G-19, G-51)."""
    reasons = lane_refused(face, to)
    if position.battle not in face.battles:
        reasons.add("wrong_battle")
    if face.side != position.acting:
        reasons.add("not_your_turn")
    if position.phase != "combat":
        reasons.add("wrong_phase")
    if position.standing(to, foe(face.side)):
        reasons.add("enemy_present")
    return reasons | crowded(position, face, to) | not_come(position, face)


def lane_refused(face, to):
    """Left, centre or right as the owner sees it, in an own position (4.2, G-07)."""
    return set() if to == f"{face.side}_{face.lane}" else {"wrong_lane"}


def crowded(position, face, to):
    """One river a lane, two other terrain cards a position (G-51)."""
    if face.terrain == "river":
        return {"two_terrains"} if position.river(lane_of(to)) else set()
    others = [it for it in position.ground.values() if it.place == to and it.type != "river"]
    return {"two_terrains"} if len(others) >= 2 else set()


def not_come(position, face):
    """Prussian cards leave the Reserve at Waterloo only after arrival (G-18)."""
    waits = position.battle == "waterloo" and face.nation == "prussian"
    if waits and not position.prussians_arrived:
        return {"prussian_not_arrived", without_code("10.0")}
    return set()


# -- decoys ----------------------------------------------------------------------------------------


def place_decoy_refused(position, name, to):
    """Refusals of PlaceDecoy(card, to) from the Reserve (14.0)."""
    card = position.cards[name]
    reasons = decoy_refused(position, name)
    if not card.in_reserve:
        reasons.add(without_code("14.0"))
    if to not in own_positions(card.side):
        reasons.add("wrong_lane")
    elif position.standing(to, foe(card.side)):
        reasons.add("enemy_present")
    if card.kind == "terrain":
        reasons |= lane_refused(card.face, to)
    prussian = position.battle == "waterloo" and card.face.nation == "prussian"
    if prussian and to not in PRUSSIAN_PLACES:
        reasons.add("prussian_lane")  # as for the card that it lies for (10.0, Mended)
    if card.acted:
        reasons.add("already_acted")
    return reasons | recalled(position, card) | not_come(position, card.face)


def recalled(position, card):
    """A chief of staff whose commander is in play stays in Reserve (12.3, G-81)."""
    if card.face.command != "chief_of_staff" or not commander_in_play(position, card.face.nation):
        return set()
    return {"chief_of_staff"}


def show_decoy_refused(position, name):
    """Refusals of ShowDecoy(card): in the own turn (G-29). A special goes back (G-81)."""
    card = position.cards[name]
    reasons = decoy_refused(position, name)
    if not card.decoy:
        reasons.add(without_code("14.0"))
    if card.kind == "terrain" and card.decoy:
        reasons |= crowded(position, card.face, card.place)
        if position.battle not in card.face.battles:
            reasons.add("wrong_battle")
    return reasons | recalled(position, card)


def withdraw_decoy_refused(position, name):
    """Refusals of WithdrawDecoy(card): it is the card's own move to Reserve (G-29)."""
    card = position.cards[name]
    reasons = decoy_refused(position, name)
    if not card.decoy or owner(card.place) != card.side:
        reasons.add(without_code("14.0"))
    if card.acted:
        reasons.add("already_acted")
    return reasons


def decoy_refused(position, name):
    card = position.cards[name]
    reasons = set()
    if not position.decoys:
        reasons.add("option_off")
    if card.side != position.acting:
        reasons.add("not_your_turn")
    if card.face.unit:
        reasons.add(without_code("14.0"))
    return reasons
