"""6.32, 6.21.stream, FAQ.5 Combat moves: engage, disengage, reposition [N-22, N-81]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import TARGET, DeclaredVerb, Domain, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import fog, phrases, places, terrain, units
from napoleon.rulesets.napoleon_columbia.acting import FIGHTER, Acting
from napoleon.rulesets.napoleon_columbia.events.combat import (
    StreamCrossed,
    UnitDisengaged,
    UnitEngaged,
    UnitRepositioned,
)
from napoleon.rulesets.napoleon_columbia.orders import CombatMove
from napoleon.rulesets.napoleon_columbia.sides import opposing
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import refuse

MOST_CROSSINGS = 2
"""Units that cross a stream in a combat turn [6.21.stream]."""


# -- who moves where -------------------------------------------------------------------------------


def _refuse_to_stir(it: Acting) -> Refusal | None:
    """Units that cannot move at all [6.32, 6.5, 6.52]."""
    if it.fighter.square or it.fighter.shelter:
        return refuse("SQUARE_FIXED", "6.5", f"{it.name} stands in a square, and cannot move.")
    if it.fighter.fired and it.kind != units.HORSE_ARTILLERY:
        return refuse("ALREADY_FIRED", "6.33", f"{it.name} has fired in this combat turn.")
    if not it.moves_left:
        return refuse("NO_MOVES_LEFT", "6.32", f"{it.name} has no combat move left.")
    return None


def _refuse_place(it: Acting, place: str) -> Refusal | None:
    return _refuse_way(it, place) or _refuse_contact(it, place) or _refuse_ground(it, place)


def _refuse_way(it: Acting, place: str) -> Refusal | None:
    """A lane is a chain: own Reserve, own position, opposite position [6.32, N-22].

    Only an engaged unit leaves it, to a position beside.
    """
    here, role = it.place, it.role
    own_reserve, theirs = places.reserve(role), places.reserve(opposing(role))
    if place not in places.PLACES or place in (here, theirs):
        return refuse("NOT_A_PLACE", "N-22", "Name a position, or your own Reserve.")
    if here == own_reserve:
        linked = places.owner(place) == role
    elif places.owner(here) == role:
        linked = place in (own_reserve, places.opposite(here))
    else:
        linked = place == places.opposite(here)
    if not linked and _breaks_off_anywhere(it):
        linked = place in places.beside(here)
    if not linked:
        detail = "Moves go forwards and backwards in a lane, through your own position."
        return refuse("SIDEWAYS", "6.32", detail)
    return None


def _breaks_off_anywhere(it: Acting) -> bool:
    """Whether it may break off in any direction where it stands [6.32, N-22]."""
    table = it.table
    backwards = not table.rulings.any_way_out or table.state.options.get("backwards", False)
    return not backwards and it.is_engaged


def _refuse_contact(it: Acting, place: str) -> Refusal | None:
    """Who engages, who disengages, and who must [6.31, 6.32, N-21, N-22]."""
    fighter, meets = it.fighter, bool(it.enemies_at(place))
    if it.is_engaged:
        if fighter.way == "engage":
            detail = f"{it.name} has engaged in this combat turn, and does not disengage in it."
            return refuse("ENGAGE_AFTER_DISENGAGE", "6.32", detail)
        if not _breaks_off_anywhere(it) and not _goes_back(it, place):
            return refuse("ENGAGED", "N-22", f"{it.name} is engaged, and can only go back.")
        if fighter.shaken and places.owner(place) != it.role:
            detail = f"{it.name} has to withdraw, and does not go to a position of the enemy."
            return refuse("SHAKEN", "N-81", detail)
        if meets:
            return refuse("POSITION_ENGAGED", "6.32", "Enemies stand where it would go to.")
        return None
    if fighter.shaken and not (it.table.rulings.shaken_live and places.is_reserve(place)):
        return it.refuse_shaken()
    if refusal := refuse_engaging(it, place):
        return refusal
    if meets and fighter.way == "disengage":
        detail = f"{it.name} has disengaged in this combat turn, and does not engage in it."
        return refuse("ENGAGE_AFTER_DISENGAGE", "6.32", detail)
    return None


def _goes_back(it: Acting, place: str) -> bool:
    """Whether a move leads backwards in its lane."""
    return places.is_reserve(place) or (
        not it.is_in_own_position and place == places.opposite(it.place)
    )


def crosses_stream(battle: Battle, here: str, place: str) -> bool:
    """Whether a move crosses the stream of its lane [6.21.stream]."""
    lane = terrain.stream_lane(battle)
    return bool(lane) and places.lane_of(here) == lane == places.lane_of(place)


def refuse_engaging(it: Acting, place: str) -> Refusal | None:
    """Foot artillery, in a place where enemies stand [6.32]."""
    if it.kind == units.FOOT_ARTILLERY and it.enemies_at(place):
        return refuse("FOOT_ARTILLERY_ENGAGE", "6.32", "Foot artillery never engages.")
    return None


def refuse_woods(it: Acting, place: str) -> Refusal | None:
    """Artillery, in Woods [6.21.woods]."""
    if it.kind in units.ARTILLERY and it.battle.terrain_at(place) == terrain.WOODS:
        return refuse("WOODS_ARTILLERY", "6.21.woods", "Artillery does not go into Woods.")
    return None


def refuse_crossing(it: Acting, place: str) -> Refusal | None:
    """Artillery, in a place beyond a stream [FAQ.5]."""
    alone = not it.enemies_at(place)
    if it.kind not in units.ARTILLERY or (it.kind == units.HORSE_ARTILLERY and alone):
        return None
    detail = "Foot artillery never crosses a stream, and horse artillery not among enemies."
    return refuse("STREAM_ARTILLERY", "FAQ.5", detail)


def _refuse_ground(it: Acting, place: str) -> Refusal | None:
    """Woods and streams in the way [6.21.woods, 6.21.stream, FAQ.5]."""
    battle = it.battle
    if refusal := refuse_woods(it, place):
        return refusal
    if not crosses_stream(battle, it.place, place):
        return None
    if refusal := refuse_crossing(it, place):
        return refusal
    if battle.crossed >= MOST_CROSSINGS:
        detail = "Two units have crossed the stream in this combat turn."
        return refuse("STREAM_LIMIT", "6.21.stream", detail, limit=MOST_CROSSINGS)
    return None


def can_move(it: Acting) -> bool:
    """Whether a unit can make a combat move now."""
    return _refuse_to_stir(it) is None and any(
        _refuse_place(it, place) is None for place in places.PLACES
    )


def stopped_by_stream(it: Acting) -> bool:
    """Whether a unit could go back if others had not crossed the stream before it."""
    if _refuse_to_stir(it) is not None:
        return False
    refusals = (_refuse_place(it, place) for place in places.PLACES)
    return any(found is not None and found.code == "STREAM_LIMIT" for found in refusals)


# -- what a move does ------------------------------------------------------------------------------


def _move(it: Acting, order: CombatMove) -> None:
    """The unit engages, disengages or repositions [6.32]."""
    battle, fighter, origin, to = it.battle, it.fighter, it.place, order.place
    breaks_off = fighter.shaken or it.is_engaged
    meets, crosses = bool(it.enemies_at(to)), crosses_stream(battle, origin, to)
    charge, first_fire = _bonuses(it, to)
    woods = battle.terrain_at(to) == terrain.WOODS
    fog.part(it.table, it.unit)
    stops = it.kind == units.CAVALRY and woods
    moves = it.most_moves if stops else fighter.moves + 1
    way = {"origin": origin, "to": to, "moves": moves}
    if meets:
        it.tell(UnitEngaged, "6.32", **way, charge=charge, first_fire=first_fire)
    elif breaks_off:
        clauses = ("6.31", "N-81") if fighter.shaken else ("6.32", "N-22")
        it.tell(UnitDisengaged, *clauses, **way)
    else:
        it.tell(UnitRepositioned, "6.32", **way)
    if crosses:
        lane, used = places.lane_of(to), battle.crossed + 1
        it.tell(StreamCrossed, "6.21.stream", lane=lane, used=used, limit=MOST_CROSSINGS)
    if places.is_reserve(to) or woods:
        fog.join(it.table, it.unit)


def _bonuses(it: Acting, to: str) -> tuple[bool, tuple[str, ...]]:
    """Whether it charges, and which artillery fires for the first time, if it engages there."""
    state, battle = it.table.state, it.battle
    charge = it.kind == units.CAVALRY and battle.terrain_at(to) != terrain.WOODS
    there = [] if state.is_engaged(battle, to) else state.fighters_at(battle, to)
    guns = [u for u in (*there, it.unit) if units.type_of(it.table, u) in units.ARTILLERY]
    return charge, tuple(sorted(guns))


# -- in words --------------------------------------------------------------------------------------


def _says(it: Acting, order: CombatMove) -> Phrase:
    if it.enemies_at(order.place):
        return say("Engage with %(unit)s %(where)s", where=it.on(order.place))
    if it.is_engaged:
        return say("Disengage with %(unit)s to %(place)s")
    return say("Move %(unit)s to %(place)s")


def _follows(it: Acting, order: CombatMove) -> list[Phrase]:
    found = _of_contact(it, order.place)
    if crosses_stream(it.battle, it.place, order.place):
        return [say("across the Stream"), *found]
    return found


def _of_contact(it: Acting, place: str) -> list[Phrase]:
    """What comes of engaging there, or of finding nobody."""
    if it.enemies_at(place):
        if it.kind != units.CAVALRY:
            return []
        if it.battle.terrain_at(place) == terrain.WOODS:
            return [say("no charge, and F1, in Woods")]
        return [say("charges with its next fire: +1")]
    if places.owner(place) != it.role:
        return [say("no enemy is left there: they are routed")]
    return of_leaving(it)


def of_leaving(it: Acting) -> list[Phrase]:
    """Whether a position falls to the enemy as its last defender goes [7.4]."""
    if places.is_reserve(it.place) or not it.is_in_own_position:
        return []
    if len(it.table.state.fighters_at(it.battle, it.place, it.side)) > 1:
        return []
    if it.is_engaged:
        return [say("the enemy alone is left there: you are routed")]
    return [say("the position stands empty then")]


PLACE: Domain[Acting] = Domain(
    lambda it: places.PLACES,
    lambda it, place: phrases.the_place(it.role, place),
    _refuse_place,
    TARGET,
)
"""A place of the battle board to which a unit can go."""

VERBS = (
    DeclaredVerb(
        CombatMove,
        FIGHTER,
        "6.32",
        fields={"place": PLACE},
        unable=_refuse_to_stir,
        does=_move,
        line="move {unit:unit} to {place:place}",
        says=_says,
        follows=_follows,
        irreversible=Irreversible.IF_RANDOM,
        costs=True,
    ),
)
