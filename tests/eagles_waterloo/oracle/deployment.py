"""Chapter 4 with G-06 and G-43: what may lie where before the first turn."""

from collections import Counter
from dataclasses import dataclass

from tests.eagles_waterloo.oracle.cards import Face, without_code
from tests.eagles_waterloo.oracle.field import lane_of, own_positions, reserve

FORMATIONS = frozenset({"line", "column", "square"})


@dataclass(frozen=True)
class Placed:
    """A card of the muster: where it lies, face down or up, and on which terrain card."""

    face: Face
    place: str
    face_up: bool = False
    formation: str = "line"
    on_terrain: int | None = None

    @property
    def counts(self):
        """Whether it counts towards the 1 to 4: everything face down (4.1)."""
        return not self.face_up


@dataclass(frozen=True)
class Layout:
    """The muster of a side by names of the cards. `fixed` names what is face-up terrain in the
    French second round (4.2), `adjusted` that this round is over."""

    side: str
    cards: dict[str, Placed]
    battle: str
    decoys: bool = False
    fixed: frozenset[str] = frozenset()
    adjusted: bool = False

    def at(self, place):
        return {name: it for name, it in self.cards.items() if it.place == place}


def place_refused(layout: Layout, name, to, face_up, formation="line", onto=None):
    """Refusals of Place(card, position, formation); counts of cards are left to the end."""
    card = layout.cards[name]
    kind = card.face.kind
    reasons = set()
    if layout.adjusted:
        reasons.add("already_adjusted")
    if name in layout.fixed:
        reasons.add("terrain_fixed")
    if to not in own_positions(layout.side) or (
        kind == "terrain" and to != f"{layout.side}_{card.face.lane}"
    ):
        reasons.add("wrong_lane")
    if kind == "special" and not layout.decoys:
        reasons |= {"option_off", without_code("G-43")}
    elif kind in ("general", "terrain") and not (face_up or layout.decoys):
        reasons.add("option_off")
    if (kind == "special" or card.face.unit) and face_up:
        reasons.add(without_code("4.1"))
    if kind == "terrain" and layout.battle not in card.face.battles:
        reasons.add("wrong_battle")
    if kind != "infantry" and formation != "line":
        reasons.add(without_code("9.0"))
    if onto is not None:
        reasons |= onto_refused(layout, name, to, onto)
    return reasons


def onto_refused(layout, name, to, onto):
    """Refusals of lying on a terrain card from the start (G-52)."""
    card = layout.cards[name]
    ground = next(
        (it for it in layout.cards.values() if it.face.number == onto and it.face_up), None
    )
    if ground is None or ground.place != to or ground.face.kind != "terrain":
        return {without_code("G-52")}
    reasons = set()
    type_ = ground.face.terrain
    if (
        not card.face.unit
        or type_ == "river"
        or (type_ in ("woods", "building") and card.face.kind != "infantry")
    ):
        reasons.add("wrong_type")
    lying = [n for n, it in layout.cards.items() if it.on_terrain == onto and n != name]
    if len(lying) >= ground.face.capacity:
        reasons.add("capacity")
    return reasons


def end_refused(layout):
    """Refusals of EndDeployment (4.1, G-06, G-43)."""
    reasons = set()
    units = sum(it.face.unit for it in layout.cards.values())
    held = 0
    for place in own_positions(layout.side):
        down = [it for it in layout.at(place).values() if it.counts]
        has_unit = any(it.face.unit for it in down)
        held += has_unit
        if len(down) > 4:
            reasons.add("too_many")
        if down and not has_unit:
            reasons.add("too_few")
    if held < min(3, units):
        reasons.add("too_few")
    return reasons | doubled(layout)


def doubled(layout):
    """Two generals or three terrain cards in a position, two rivers in a lane (G-24, G-51), a
    chief of staff in a position beside the commander in play (12.3)."""
    placed = [it for it in layout.cards.values() if it.place != reserve(layout.side)]
    generals = Counter(it.place for it in placed if it.face.kind == "general" and it.face_up)
    seen = [it for it in placed if it.face.kind == "terrain" and it.face_up]
    others = Counter(it.place for it in seen if it.face.terrain != "river")
    rivers = Counter(lane_of(it.place) for it in seen if it.face.terrain == "river")
    reasons = set()
    if any(n > 1 for n in generals.values()):
        reasons.add("two_generals")
    if any(n > 2 for n in others.values()) or any(n > 1 for n in rivers.values()):
        reasons |= {"two_terrains", without_code("G-51")}
    in_play = {
        it.face.nation for it in layout.cards.values() if it.face.command == "army_commander"
    }
    if any(it.face.command == "chief_of_staff" and it.face.nation in in_play for it in placed):
        reasons |= {"chief_of_staff", without_code("12.3")}
    return reasons
