"""Chapter 6, combat moves: 6.32, 6.21 where terrain hinders them, 6.5, 6.52."""

from dataclasses import dataclass, replace

from tests.napoleon_columbia.oracle.battle import (
    LANES,
    RESERVE,
    SIDES,
    BattlePosition,
    Marker,
    foe,
    opposite,
)
from tests.napoleon_columbia.oracle.tables import ARTILLERY, COMBAT_MOVES, without_code

STREAM_LIMIT = 2


@dataclass(frozen=True)
class Move:
    """The answer to one CombatMove(unit, to): engage, disengage or reposition (empty if it
    is none of them), and all refusals that apply."""

    kind: str
    reasons: frozenset[str]

    @property
    def legal(self):
        return not self.reasons


def places(side):
    """The Reserve of the side and the six positions: the enemy Reserve is never entered."""
    return [(RESERVE, side)] + [(lane, owner) for lane in LANES for owner in SIDES]


def next_in_chain(place, side, engaged):
    """Where one move may lead: own Reserve, own position, opposite position; who is engaged may
    also break off to a position beside its own, as 6.32 forbids moves sideways to those alone who
    reposition."""
    if engaged:
        return next_in_chain(place, side, False) + beside(place)
    lane, owner = place
    if lane == RESERVE:
        return [(other, side) for other in LANES]
    if owner == side:
        return [(RESERVE, side), opposite(place)]
    return [opposite(place)]


def beside(place):
    """The places of the same side in the next lanes."""
    lane, owner = place
    at = LANES.index(lane)
    return [(other, owner) for n, other in enumerate(LANES) if abs(n - at) == 1]


def combat_moves(position: BattlePosition, name):
    """The answers for every place other than its own."""
    piece = position.pieces[name]
    return {to: combat_move(position, name, to) for to in places(piece.side) if to != piece.place}


def legal_moves(position, name):
    return {to for to, move in combat_moves(position, name).items() if move.legal}


def combat_move(position, name, to):
    """One combat move of the unit to that place."""
    piece = position.pieces[name]
    kind = kind_of_move(position, piece, to)
    reasons = set()
    if piece.side != position.acting:
        reasons.add("not_your_turn")
    if to not in next_in_chain(piece.place, piece.side, position.engaged(piece.place)):
        reasons.add("sideways")
    elif not kind:
        reasons.add(without_code("N-22"))
    reasons |= refused_for_the_unit(position, piece, kind)
    if piece.must_withdraw and to[1] != piece.side:
        reasons.add("shaken")
    reasons |= refused_for_the_ground(position, piece, to)
    return Move(kind, frozenset(reasons))


def kind_of_move(position, piece, to):
    """What the move would be; an engaged unit goes to a place without enemies, and a shaken one
    whose enemies are gone breaks off all the same."""
    enemies_there = bool(position.standing(to, foe(piece.side)))
    if not position.engaged(piece.place):
        if piece.must_withdraw and to[0] == RESERVE:
            return "disengage"
        return "engage" if enemies_there else "reposition"
    return "" if enemies_there else "disengage"


def refused_for_the_unit(position, piece, kind):
    reasons = set()
    if piece.square:
        reasons.add("square_fixed")
    if piece.sheltered_by:
        reasons.add(without_code("6.52"))
    if piece.must_withdraw and kind != "disengage":
        reasons.add("shaken")
    if {piece.move_kind, kind} == {"engage", "disengage"}:
        reasons.add("engage_after_disengage")
    if piece.type == "horse_art":
        if piece.fired and piece.moves_used:
            reasons |= {"already_fired", "no_moves_left"}
    elif piece.fired:
        reasons.add("already_fired")
    if piece.moves_used >= COMBAT_MOVES[piece.type]:
        reasons.add("no_moves_left")
    if piece.type == "cav" and piece.moves_used and position.is_woods(piece.place):
        reasons.add("no_moves_left")  # entering Woods it stopped at once
    return reasons


def refused_for_the_ground(position, piece, to):
    reasons = set()
    enemies_there = bool(position.standing(to, foe(piece.side)))
    if piece.type == "foot_art" and enemies_there:
        reasons.add("foot_artillery_engage")
    if piece.type in ARTILLERY and position.is_woods(to):
        reasons.add("woods_artillery")
    if crosses_stream(position, piece.place, to):
        into_vacant = to[1] != piece.side and not enemies_there
        if piece.type == "foot_art" or (piece.type == "horse_art" and not into_vacant):
            reasons.add("stream_artillery")  # FAQ.5, N-16
        if position.crossings >= STREAM_LIMIT:
            reasons.add("stream_limit")
    return reasons


def crosses_stream(position, here, to):
    return here[0] != RESERVE and to == opposite(here) and position.has_stream(here[0])


def after_move(position, name, to):
    """The position after a legal combat move, before a rout that it may cause."""
    piece = position.pieces[name]
    kind = kind_of_move(position, piece, to)
    into_woods = position.is_woods(to)
    moved = replace(
        piece,
        place=to,
        moves_used=piece.moves_used + 1,
        move_kind=kind,
        must_withdraw=False,
        revealed=piece.revealed or (to[0] != RESERVE and (kind == "engage" or not into_woods)),
        charge_ready=piece.type == "cav" and kind == "engage" and not into_woods,  # N-23
        first_fire_ready=piece.type in ARTILLERY and kind == "engage",
    )
    pieces = {**position.pieces, name: moved}
    if kind == "engage" and not position.engaged(to):
        for other in position.standing(to, foe(piece.side)):
            pieces[other] = replace(
                pieces[other], revealed=True, first_fire_ready=pieces[other].type in ARTILLERY
            )
    terrain = {
        place: Marker(marker.kind) if marker.holder == name else marker
        for place, marker in position.terrain.items()
    }
    crossed = crosses_stream(position, piece.place, to)
    after = replace(
        position,
        pieces=pieces,
        terrain=terrain,
        crossings=position.crossings + (1 if crossed else 0),
    )
    return freed_batteries(after)


def freed_batteries(position):
    """The first-fire bonus is lost where nobody is engaged any more (N-24)."""
    return replace(
        position,
        pieces={
            name: replace(
                piece,
                first_fire_ready=piece.first_fire_ready and position.engaged(piece.place),
                charge_ready=piece.charge_ready and position.engaged(piece.place),
            )
            for name, piece in position.pieces.items()
        },
    )


def withdrawal(position, name):
    """What becomes of a unit with bad morale: `withdraw`, `eliminated` if it may not, or if the
    Stream holds it back (6.31, 6.21.stream), or `stays` if enemies do."""
    piece = position.pieces[name]
    if piece.square or piece.type == "foot_art":
        return "eliminated"
    ways = combat_moves(replace(position, pieces=shaken(position, name)), name).values()
    if any(move.legal for move in ways):
        return "withdraw"
    return "eliminated" if any(it.reasons == {"stream_limit"} for it in ways) else "stays"


def shaken(position, name):
    return {**position.pieces, name: replace(position.pieces[name], must_withdraw=True)}


def form_square(position, name):
    """Refusals of FormSquare (6.5)."""
    piece = position.pieces[name]
    reasons = refused_to_act(piece)
    if piece.type != "inf":
        reasons.add("not_infantry")
    if piece.place[0] != RESERVE and piece.place[1] != piece.side:
        reasons.add("in_enemy_position")
    if position.is_woods(piece.place) or position.holds(name, "farm"):
        reasons.add("woods_or_farm")
    if piece.square:
        reasons.add(without_code("6.5"))
    return reasons


def break_square(position, name):
    """Refusals of BreakSquare (6.5)."""
    piece = position.pieces[name]
    reasons = refused_to_act(piece)
    if not piece.square:
        reasons.add(without_code("6.5"))
    return reasons


def shelter(position, name, square):
    """Refusals of Shelter(unit, square) (6.52)."""
    piece = position.pieces[name]
    reasons = refused_to_act(piece)
    if piece.type != "leader" and piece.type not in ARTILLERY:
        reasons.add("wrong_type")
    guard = position.pieces[square]
    if not guard.square or guard.side != piece.side or guard.place != piece.place:
        reasons.add(without_code("6.52"))
    if piece.sheltered_by:
        reasons.add(without_code("6.52"))
    if any(other.sheltered_by == square for other in position.pieces.values()):
        reasons.add("square_taken")
    return reasons


def leave_shelter(position, name):
    """Refusals of LeaveShelter (N-28)."""
    piece = position.pieces[name]
    reasons = refused_to_act(piece)
    if not piece.sheltered_by:
        reasons.add(without_code("6.52"))
    return reasons


def take_terrain(position, name):
    """Refusals of TakeTerrain by the unit where it stands (6.21.hold, N-17)."""
    piece = position.pieces[name]
    marker = position.terrain.get(piece.place)
    reasons = refused_to_act(piece)
    if marker is None or marker.kind not in ("farm", "hill"):
        return reasons | {without_code("6.21.hold")}
    if marker.holder:
        reasons.add("holder_present")
    if marker.kind == "farm" and piece.type != "inf":
        reasons.add("wrong_type")
    if piece.square or piece.sheltered_by:
        reasons.add(without_code("6.5"))
    return reasons


def swap_holder(position, holder, replacement):
    """Refusals of SwapHolder (6.21.hold, N-17): it costs nothing, but neither has acted."""
    old, new = position.pieces[holder], position.pieces[replacement]
    reasons = refused_to_act(old) | refused_to_act(new)
    marker = position.terrain.get(old.place)
    if marker is None or marker.holder != holder:
        reasons.add(without_code("6.21.hold"))
    elif marker.kind == "farm" and new.type != "inf":
        reasons.add("wrong_type")
    if new.place != old.place or new.side != old.side:
        reasons.add(without_code("6.21.hold"))
    if new.square or new.sheltered_by:
        reasons.add(without_code("6.5"))
    return reasons


def refused_to_act(piece):
    """What bars every action that costs the combat move of a unit that has not acted."""
    reasons = set()
    if piece.acted:
        reasons.add("already_acted")
    if piece.must_withdraw:
        reasons.add(without_code("N-21"))
    return reasons
