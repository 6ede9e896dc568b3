"""Chapter 7: routs, rout losses and retreats; the ends of skirmishes (6.6) and stalemates (6.7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.napoleon_columbia.oracle.battle import LANES, SIDES, foe
from tests.napoleon_columbia.oracle.tables import COMBAT_LIMIT, ROUT_LOSS, Road


def lost_positions(position):
    """The own positions (lane, side) that only enemies occupy; their side is routed (7.4)."""
    return {
        (lane, side)
        for lane in LANES
        for side in SIDES
        if position.standing((lane, side), foe(side)) and not position.standing((lane, side), side)
    }


def routed_side(position):
    """The side that lost a position or has nobody left (7.4, N-45): a side, `both` when
    nobody is left on the board, or an empty string. Who moves leaves before they enter."""
    left = {
        side
        for side in SIDES
        if any(p.side == side and p.strength > 0 for p in position.pieces.values())
    }
    if not left:
        return "both"
    if len(left) == 1:
        return foe(left.pop())
    sides = {side for _, side in lost_positions(position)}
    return position.acting if len(sides) == 2 else "".join(sides)


def rout_loss(type_, faces_cavalry=False):
    """Steps lost in a rout (7.41, N-35); `faces_cavalry` of cavalry only: an enemy cavalry unit
    stands in its position at that instant."""
    return 0 if type_ == "cav" and not faces_cavalry else ROUT_LOSS[type_]


def strengths_after_rout(position, side):
    """What is left of each unit of the routed side, Reserve included (0 is eliminated).

    Who shelters dies with the square, whatever it dies of (6.52).
    """
    left = {
        name: max(0, piece.strength - loss_of(position, piece))
        for name, piece in position.pieces.items()
        if piece.side == side and piece.strength > 0
    }
    return {
        name: 0 if left.get(position.pieces[name].sheltered_by) == 0 else strength
        for name, strength in left.items()
    }


def strength_after_retreat(position, name):
    """What is left of a unit that retreats in the Combat phase: engaged ones take losses (7.0)."""
    piece = position.pieces[name]
    loss = loss_of(position, piece) if position.engaged(piece.place) else 0
    return max(0, piece.strength - loss)


def loss_of(position, piece):
    facing = position.standing(piece.place, foe(piece.side)).values()
    return rout_loss(piece.type, any(enemy.type == "cav" for enemy in facing))


def refused_to_retreat(piece):
    """What keeps a unit from retreating in the Combat phase, wherever to (7.0, N-21, N-42)."""
    reasons = set()
    if piece.acted:
        reasons.add("already_acted")
    if piece.square or piece.sheltered_by:
        reasons.add("square_fixed")
    if piece.must_withdraw:
        reasons.add("shaken")
    return reasons


@dataclass(frozen=True)
class RetreatPosition:
    """Who may go where from a fight in `town`.

    `side` is attacker or defender in it; `attacker_used` the towns by which the attacker entered
    or reinforced (last section, N-32); `enemy_towns` those that hold enemies of the side now;
    `battle_towns` those of fights that are not over (N-50); `retreat_use` the retreats and
    routs of the side by road id in this combat turn (FAQ.6).
    """

    roads: tuple[Road, ...]
    town: str
    side: str
    attacker_used: frozenset[str] = frozenset()
    enemy_towns: frozenset[str] = frozenset()
    battle_towns: frozenset[str] = frozenset()
    retreat_use: Mapping[str, int] = field(default_factory=dict)


def retreat(position, town):
    """All refusals of a retreat of one unit to that town."""
    reasons = set()
    road = next(
        (r for r in position.roads if {r.a, r.b} == {position.town, town}),
        None,
    )
    if road is None:
        return {"town_barred"}
    used = town in position.attacker_used
    if used != (position.side == "attacker") or town in position.enemy_towns:
        reasons.add("town_barred")
    if town in position.battle_towns:
        reasons.add("battle_town")
    if position.retreat_use.get(road.id, 0) >= COMBAT_LIMIT[road.kind]:
        reasons.add("road_full")
    return reasons


def places_left(position):
    """How many units may still go to each town that is open to the side."""
    return {
        road.leads_to(position.town): COMBAT_LIMIT[road.kind] - position.retreat_use.get(road.id, 0)
        for road in position.roads
        if road.leaves(position.town) and not retreat(position, road.leads_to(position.town))
    }


def how_many_can_go(position, units):
    """How many of so many units find a place; the rest is eliminated (7.4, N-29, N-31)."""
    return min(units, sum(places_left(position).values()))


def skirmish_loser(attackers, defenders):
    """The side that must retreat with so many units left, all counted (6.6, N-29): `both` if
    nobody is left."""
    if attackers == defenders == 0:
        return "both"
    return "attacker" if attackers <= defenders else "defender"


@dataclass(frozen=True)
class AttackerTurn:
    """What the attacker did in one own combat turn of a battle (6.7, N-31, N-62, N-65).

    `fires` leaves out long-range fire that had only targets of strength 1; `may_reinforce`
    says that a unit could still come and that he did not decline.
    """

    fires: int = 0
    engagements: int = 0
    retreats: int = 0
    reinforcements: int = 0
    regrouped_arrivals: int = 0
    may_reinforce: bool = False

    @property
    def idle(self):
        acts = (
            self.fires,
            self.engagements,
            self.retreats,
            self.reinforcements,
            self.regrouped_arrivals,
        )
        return not any(acts) and not self.may_reinforce


def stalemate(turns):
    """Whether the last two combat turns of the attacker were idle (6.7)."""
    return len(turns) >= 2 and all(turn.idle for turn in turns[-2:])
