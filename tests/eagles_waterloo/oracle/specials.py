"""Chapter 13 and 13.a, the 28 specials: when, on what, and with what effect."""

from dataclasses import dataclass, field, replace

from tests.eagles_waterloo.oracle.cards import without_code
from tests.eagles_waterloo.oracle.field import (
    LANES,
    Card,
    Effect,
    Position,
    own_positions,
    positions,
    reserve,
)

WINDOWS = {
    103: "C", 104: "C", 105: "C", 106: "M", 107: "C", 108: "C", 109: "A", 110: "M",
    191: "M", 192: "C", 193: "C", 194: "C", 195: "C", 196: "C", 197: "A", 198: "M", 199: "C",
    200: "R", 291: "C", 292: "M", 293: "C", 294: "M", 295: "A", 296: "R", 297: "E", 298: "R",
    299: "EC", 300: "M",
}  # fmt: skip
RALLY = frozenset({109, 197, 295})
SKIRMISHERS = frozenset({107, 196, 293})
OWN_POSITION = frozenset({105, 193}) | SKIRMISHERS
WHERE = frozenset({103, 104, 105, 106, 107, 108, 110, 191, 192, 193, 194, 195, 196, 198, 199}) | {
    291,
    292,
    293,
    300,
}
"""The specials that name a position; Landwehr Fervour (294) names a card and so its position."""
CARD_THERE = frozenset({103, 107, 108, 194, 195, 196, 199, 293})
TWO_AT_A_POSITION = 2


def fits(number, card: Card):
    """Whether the card is of the kind that the special names (13.a)."""
    face = card.face
    return {
        103: face.kind in ("infantry", "cavalry"),
        107: face.kind == "infantry",
        108: face.lancer,
        194: face.kind == "infantry" and face.morale == "A",
        195: face.kind == "cavalry" and face.shock == 4,
        196: face.kind == "infantry",
        199: face.kind == "artillery" and face.horse,
        293: face.kind == "infantry",
        294: face.morale == "D",
    }[number]


def is_unit(position, name):
    return position.cards[name].face.unit


def is_guard(position, name):
    card = position.cards[name]
    return card.face.corps == "G" and (card.face.unit or card.leads)


def is_blucher(position, name):
    card = position.cards[name]
    return card.leads and (card.face.command, card.face.nation) == ("army_commander", "prussian")


def in_formation(formation):
    return lambda position, name: (
        position.cards[name].kind == "infantry" and position.cards[name].formation == formation
    )


HELPS = {
    104: in_formation("column"),
    105: lambda position, name: (
        position.cards[name].kind == "artillery" and not position.cards[name].face.horse
    ),
    106: is_unit,
    110: is_guard,
    191: is_unit,
    192: in_formation("line"),
    193: lambda position, name: position.lies_on(name, "hill"),
    198: lambda position, name: position.lies_on(name, "building"),
    292: is_blucher,
    300: is_unit,
}
"""What a position holds that a special names without a card: it has to be there (13.a)."""


def play_refused(position: Position, name, place="", card="", lane=""):
    """Refusals of PlaySpecial: `name` is the special, the rest what it names. Rally names the
    routed card in `card`, Broken Bridge a lane, Landwehr Fervour a card alone."""
    special = position.cards[name]
    number, side = special.face.number, special.side
    where = place or place_of_card(position, number, card)
    reasons = set()
    if not special.in_reserve:
        reasons.add(without_code("13.0"))
    if special.arrived_this_turn and position.acting == side:
        reasons.add("arrived_this_turn")  # 10.0: in the enemy turn already
    if special.withdrawn:
        reasons.add("already_acted")
    if not in_window(position, number, side):
        reasons.add("wrong_phase")
    if not target_is_there(position, number, side, place, card, lane):
        reasons.add("no_target")
    if number not in RALLY and where:
        reasons |= over_the_limit(position, number, side, where)
    if position.battle == "waterloo":
        reasons |= refused_to_the_nation(position, special.face.nation, side, where)
    if number == 298 and position.battle != "waterloo":
        reasons.add(without_code("G-60"))
    if number == 200 and (position.battle != "waterloo" or position.in_campaign):
        reasons.add(without_code("G-60"))
    return reasons


def place_of_card(position, number, card):
    return position.cards[card].place if number == 294 and card in position.cards else ""


def in_window(position, number, side):
    """Whether one of the special's windows is open for the side (13.a, G-62)."""
    own = position.acting == side
    open_now = {
        "M": own and position.phase == "morale" and not position.orders_given,
        "C": own and position.phase == "combat",
        "E": not own and position.phase == "asked",
        "R": own and position.phase == "reinforcement",
        "A": own and position.phase in ("morale", "combat", "reinforcement"),
    }
    return any(open_now[window] for window in WINDOWS[number])


def target_is_there(position, number, side, place, card, lane):
    """Whether what the special names is there (13.a)."""
    if number in WHERE:
        allowed = own_positions(side) if number in OWN_POSITION else positions()
        if place not in allowed:
            return False
        there = position.standing(place, side)
        if number in HELPS and not any(HELPS[number](position, name) for name in there):
            return False
    if number in CARD_THERE:
        named = position.cards.get(card)
        there = named is not None and named.side == side and named.place == place
        return there and fits(number, named)
    if number == 294:
        named = position.cards.get(card)
        there = named is not None and named.side == side and named.face.unit  # G-79
        return there and not named.in_reserve and fits(number, named)
    if number in RALLY:
        face = position.eliminated.get(card)
        return face is not None and face.side == side and face.unit and face.morale in "BCD"
    if number == 297:
        return lane in LANES and position.river(lane) is not None
    if number == 200:
        return position.hal_left > 0
    return True


def over_the_limit(position, number, side, where):
    """At most two of a side at a position in a phase, not the same (13.0, G-28)."""
    here = [no for by, no, at in position.played if by == side and at == where]
    reasons = set()
    if number in here:
        reasons.add("same_card")
    if len(here) >= TWO_AT_A_POSITION:
        reasons.add("limit")
    return reasons


def refused_to_the_nation(position, nation, side, where):
    """At Waterloo: Prussian ones after arrival where Prussians are, British ones where all are
    British (13.0)."""
    there = {it.face.nation for it in position.standing(where, side).values()} if where else set()
    if nation == "prussian" and (
        not position.prussians_arrived or (where and "prussian" not in there)
    ):
        return {"nation"}
    return {"nation"} if nation == "british" and "prussian" in there else set()


@dataclass(frozen=True)
class Played:
    """What a special did at once: the position then, cards to be drawn by nation of the deck,
    and Hal cards that come by chance."""

    position: Position
    drawn: dict[str, int] = field(default_factory=dict)
    hal: int = 0


def play(position: Position, name, place="", card="", lane="", die=0):
    """The effect of a legal special, which is discarded; `die` is that of Rally."""
    special = position.cards[name]
    number, side = special.face.number, special.side
    where = place or place_of_card(position, number, card)
    entry = (side, number, "" if number in RALLY else where)
    after = replace(position.without({name}), played=(*position.played, entry))
    if number in RALLY:
        return Played(rallied(after, side, card) if 1 <= die <= 3 else after)
    if number == 110:
        return Played(guard_stands(after, side, place))
    if number == 103:
        return Played(after.with_card(card, extra_moves=after.cards[card].extra_moves + 1))
    if number in (296, 298):
        return Played(after, {"prussian": 1 if number == 296 else 2})
    if number == 200:
        return Played(replace(after, hal_left=after.hal_left - 1), hal=1)
    effect = Effect(number, side, place, card, lane)
    return Played(replace(after, effects=(*after.effects, effect)))


def rallied(position, side, card):
    """The card is back in Reserve, face down, fresh and in line."""
    face = position.eliminated[card]
    left = {it: f for it, f in position.eliminated.items() if it != card}
    back = Card(face, reserve(side), face_up=False, arrived_this_turn=True)  # G-73
    return replace(position, eliminated=left, cards={**position.cards, card: back})


def guard_stands(position, side, place):
    """One hit less on each card of corps G there, without a die (110)."""
    for name, card in position.standing(place, side).items():
        if card.face.corps == "G" and card.hits:
            position = position.with_card(name, hits=card.hits - 1)
    return position
